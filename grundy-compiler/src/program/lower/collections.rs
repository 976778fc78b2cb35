//! Vectors, sets and maps.

use crate::ir::{Expr, Type};
use crate::program::code::{Op, Reg};

use super::{Lower, Lowered, No, Num, Val};

/// Ranges up to this are taken apart.
const MAX_APART: i64 = 64;

impl Lower<'_> {
    /// The members of a collection, when their number is known.
    pub(super) fn items(&mut self, value: &Val) -> Option<Vec<Val>> {
        match value {
            Val::Vector(items) | Val::Members(items) => Some(items.clone()),
            Val::Map(pairs) => Some(pairs.iter().map(|(_, value)| value.clone()).collect()),
            Val::Range(low, high) => {
                let (low, high) = (low.constant()?, high.constant()?);
                let few = high < low || high.checked_sub(low)? < MAX_APART;
                few.then(|| (low..=high).map(Val::known).collect())
            }
            _ => None,
        }
    }

    /// A set of ints below 64.
    pub(super) fn mask(&mut self, value: Val, expr: &Expr) -> Lowered<Num> {
        match value {
            Val::Mask(mask) => Ok(mask),
            Val::Range(low, high) => self.op(Op::Span, low, high),
            Val::Members(members) => {
                let mut mask = Num::known(0);
                for member in members {
                    let Val::Num(member) = member else {
                        return Err(No::Construct("a set of other things than ints", expr.span));
                    };
                    let single = self.op(Op::Single, member, Num::known(0))?;
                    mask = self.op(Op::Or, mask, single)?;
                }
                Ok(mask)
            }
            _ => Err(No::Construct("a collection in place of a set", expr.span)),
        }
    }

    /// A literal set; its members are put in order only as a mask.
    pub(super) fn set(&mut self, parts: &[Expr], expr: &Expr) -> Lowered<Val> {
        let parts = self.values(parts)?;
        if parts.len() <= 1 {
            return Ok(Val::Members(parts));
        }
        self.mask(Val::Members(parts), expr).map(Val::Mask)
    }

    pub(super) fn length(&mut self, value: Val, expr: &Expr) -> Lowered<Num> {
        let count = |count: usize| Num::known(count as i64);
        match value {
            Val::Vector(items) | Val::Members(items) => Ok(count(items.len())),
            Val::Map(pairs) => Ok(count(pairs.len())),
            Val::Range(low, high) => {
                let steps = self.op(Op::CheckedSub, high, low)?;
                let length = self.op(Op::CheckedAdd, steps, Num::known(1))?;
                self.op(Op::Max, length, Num::known(0))
            }
            Val::Mask(mask) => {
                let length =
                    self.apply(|mask, _| Some(i64::from(mask.count_ones())), mask, Num::known(0))?;
                Ok(length.within(0, 64))
            }
            _ => self.counted_parts(&value, expr),
        }
    }

    /// A range as the set or vector of its members.
    pub(super) fn converted(&mut self, value: Val, ty: &Type, expr: &Expr) -> Lowered<Val> {
        match (value, ty) {
            (value @ Val::Range(..), Type::Set(_)) => match self.items(&value) {
                Some(members) => Ok(Val::Members(members)),
                None => self.mask(value, expr).map(Val::Mask),
            },
            (value @ Val::Range(..), Type::Vector(_)) => self
                .items(&value)
                .map(Val::Vector)
                .ok_or(No::Static("a range as a vector", expr.span)),
            (value, _) => Ok(value),
        }
    }

    /// Entries in ascending order, by a network that is the same for all of them (Batcher 1968).
    pub(super) fn sorted(&mut self, entries: Vec<Val>, expr: &Expr) -> Lowered<Vec<Val>> {
        let nums = entries.into_iter().map(|entry| match entry {
            Val::Num(num) => Ok(num),
            _ => Err(No::Construct("an order of things that are not numbers", expr.span)),
        });
        let mut nums = nums.collect::<Lowered<Vec<Num>>>()?;
        let column = |num: &Num| matches!(num.at, Some(Reg::Col(_)));
        let single = nums.iter().position(column).filter(|at| !nums[at + 1..].iter().any(column));
        match single {
            Some(at) if nums.len() > 2 => {
                let num = nums.remove(at);
                self.ascending(&mut nums)?;
                nums = self.inserted(num, &nums)?;
            }
            _ => self.ascending(&mut nums)?,
        }
        Ok(nums.into_iter().map(Val::Num).collect())
    }

    fn ascending(&mut self, nums: &mut [Num]) -> Lowered<()> {
        for (i, j) in network(nums.len()) {
            let (a, b) = (nums[i], nums[j]);
            (nums[i], nums[j]) = self.sort(a, b)?;
        }
        Ok(())
    }

    /// A number among others that ascend. When these are the same for all choices, as where one heap of
    /// several was changed, it is found with less work than a network has.
    fn inserted(&mut self, num: Num, others: &[Num]) -> Lowered<Vec<Num>> {
        let mut all = Vec::new();
        let mut rest = num;
        for other in others {
            all.push(self.op(Op::Min, rest, *other)?);
            rest = self.op(Op::Max, num, *other)?;
        }
        all.push(rest);
        Ok(all)
    }

    pub(super) fn index(&mut self, base: &Expr, index: &Expr) -> Lowered<Val> {
        let (base_value, at) = (self.value(base)?, self.value(index)?);
        if let Val::Map(pairs) = base_value {
            return self.entry_of_map(&pairs, &at, index);
        }
        let (Val::Vector(items), Val::Num(at)) = (base_value, at) else {
            return Err(No::Construct("an entry of a range", base.span));
        };
        self.entry(&items, at, index)
    }

    /// The entry of a vector at an index.
    fn entry(&mut self, items: &[Val], at: Num, expr: &Expr) -> Lowered<Val> {
        if let Some(at) = at.constant() {
            return match usize::try_from(at).ok().and_then(|at| items.get(at)) {
                Some(item) => Ok(item.clone()),
                // There is no such entry: whoever comes here has found a mistake.
                None => self.demand(Num::known(0)).map(|()| Val::known(0)),
            };
        }
        let parts = |get: &dyn Fn(&Val) -> Option<Vec<Val>>| {
            items.iter().map(get).collect::<Option<Vec<_>>>()
        };
        if items.iter().all(|item| matches!(item, Val::Num(_))) {
            let nums: Vec<Num> = items.iter().filter_map(as_num).collect();
            return self.pick(at, &nums).map(Val::Num);
        }
        let tuples = parts(&|item| if let Val::Tuple(t) = item { Some(t.clone()) } else { None });
        let vectors = parts(&|item| if let Val::Vector(v) = item { Some(v.clone()) } else { None });
        let (rows, is_tuple) = match (tuples, vectors) {
            (Some(rows), _) => (rows, true),
            (_, Some(rows)) => (rows, false),
            _ => return Err(No::Static("an entry that is a set", expr.span)),
        };
        let width = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != width) {
            return Err(No::Static("an entry of rows of several lengths", expr.span));
        }
        let columns = (0..width).map(|part| {
            let column: Vec<Val> = rows.iter().map(|row| row[part].clone()).collect();
            self.entry(&column, at, expr)
        });
        let columns = columns.collect::<Lowered<Vec<_>>>()?;
        Ok(if is_tuple { Val::Tuple(columns) } else { Val::Vector(columns) })
    }

    fn entry_of_map(&mut self, pairs: &[(Val, Val)], at: &Val, expr: &Expr) -> Lowered<Val> {
        let mut found = Num::known(0);
        let mut value: Option<Num> = None;
        for (key, entry) in pairs {
            let same = self.same(key, at, expr)?;
            if same.constant() == Some(1) {
                return Ok(entry.clone());
            }
            let Val::Num(entry) = entry else {
                return Err(No::Static("an entry of a map of collections", expr.span));
            };
            found = self.op(Op::Or, found, same)?;
            value = Some(match value {
                None => *entry,
                Some(value) => self.select(same, *entry, value)?,
            });
        }
        self.demand(found)?;
        Ok(Val::Num(value.unwrap_or(Num::known(0))))
    }

    pub(super) fn slice(&mut self, base: &Expr, index: &Expr) -> Lowered<Val> {
        let (base_value, range) = (self.value(base)?, self.value(index)?);
        let (Val::Vector(items), Val::Range(low, high)) = (base_value, range) else {
            return Err(No::Construct("a part of a range", base.span));
        };
        let (Some(low), Some(high)) = (low.constant(), high.constant()) else {
            return Err(No::Static("a part of a vector whose length is not known", index.span));
        };
        if high < low {
            return Ok(Val::Vector(Vec::new()));
        }
        let part = (usize::try_from(low).ok().zip(usize::try_from(high).ok()))
            .and_then(|(low, high)| items.get(low..=high));
        match part {
            Some(part) => Ok(Val::Vector(part.to_vec())),
            None => {
                self.demand(Num::known(0))?;
                Ok(Val::Vector(Vec::new()))
            }
        }
    }

    pub(super) fn without(&mut self, base: &Expr, index: &Expr) -> Lowered<Val> {
        let (base_value, at) = (self.value(base)?, self.num(index)?);
        let Val::Vector(mut items) = base_value else {
            return Err(No::Construct("`without` on a range", base.span));
        };
        if let Some(at) = at.constant() {
            match usize::try_from(at).ok().filter(|at| *at < items.len()) {
                Some(at) => drop(items.remove(at)),
                None => self.demand(Num::known(0))?,
            }
            return Ok(Val::Vector(items));
        }
        let inside = self.is_index(at, items.len())?;
        self.demand(inside)?;
        let nums: Option<Vec<Num>> = items.iter().map(as_num).collect();
        let Some(nums) = nums else {
            return Err(No::Static("`without` on a vector of collections", base.span));
        };
        let mut kept = Vec::new();
        for (here, pair) in nums.windows(2).enumerate() {
            // From the gap on, each entry is the next one.
            let before = self.op(Op::Less, Num::known(here as i64), at)?;
            kept.push(Val::Num(self.select(before, pair[0], pair[1])?));
        }
        Ok(Val::Vector(kept))
    }

    pub(super) fn is_index(&mut self, at: Num, length: usize) -> Lowered<Num> {
        let (above, below) = (
            self.op(Op::LessEqual, Num::known(0), at)?,
            self.op(Op::Less, at, Num::known(length as i64))?,
        );
        self.op(Op::And, above, below)
    }
}

pub(super) fn as_num(value: &Val) -> Option<Num> {
    if let Val::Num(num) = value { Some(*num) } else { None }
}

/// The comparisons of Batcher's odd-even merge sort.
fn network(length: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut run = 1;
    while run < length {
        let mut step = run;
        while step >= 1 {
            for start in (step % run..length.saturating_sub(step)).step_by(2 * step) {
                for at in start..(start + step).min(length - step) {
                    if at / (2 * run) == (at + step) / (2 * run) {
                        pairs.push((at, at + step));
                    }
                }
            }
            step /= 2;
        }
        run *= 2;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::network;

    #[test]
    fn the_network_sorts() {
        // What sorts all rows of 0 and 1 sorts everything.
        for length in 0..=11 {
            let pairs = network(length);
            for bits in 0..1_u32 << length {
                let mut row: Vec<u32> = (0..length).map(|at| bits >> at & 1).collect();
                for &(i, j) in &pairs {
                    if row[i] > row[j] {
                        row.swap(i, j);
                    }
                }
                assert!(row.is_sorted(), "{length}: {bits:b}");
            }
        }
    }
}
