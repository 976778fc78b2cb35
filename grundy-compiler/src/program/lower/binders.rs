//! The choices of a move: taken apart where their number is known, run through where it is not.
//!
//! Each way to take choices apart makes a unit of its own, in which the indices are known. The last
//! choice is kept together when that is possible: its values are the lanes.

use std::rc::Rc;

use grundy_core::graph::{Flood, Graph};

use crate::ir::{Binder, Builtin, Expr, ExprKind, Local, Move, Pattern};
use crate::program::code::{Code, Op, Reg};

use super::{Lower, Lowered, No, Num, Val, graphs};

/// One level of choices, without those below it.
#[derive(Clone)]
pub(super) enum Level {
    Range { code: Code, low: Num, high: Num, variable: u32 },
    Members { code: Code, mask: Num, variable: u32 },
    Parts { code: Code, flood: Rc<Flood>, mask: Num, variable: u32 },
    Divisors { code: Code, of: Num, variable: u32 },
    Rows { rows: super::Rows, variables: Box<[u32]> },
    If { code: Code, condition: Num },
}

/// How choices are made whose number is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// All become lanes of one unit; which one it is, is not known when the unit is made.
    Together,
    /// The last of them does, the others are taken apart.
    LastTogether,
    /// All are taken apart.
    Apart,
}

/// A range of so many choices leaves most lanes empty.
const FEW: i64 = 24;

/// A move has so many units at most.
pub(super) const MAX_UNITS: usize = 4096;

/// So many subsets are taken apart.
const MAX_SUBSETS: usize = 1024;

impl Lower<'_> {
    /// The units of a move, made in the way in which they are shortest.
    pub(super) fn moves(&mut self, rule: &Move) -> Lowered<()> {
        let (units, frame, length) = (self.units.len(), self.frame.clone(), self.length);
        self.widest = 0;
        let mut made = self.in_way(Way::LastTogether, rule, &frame);
        if let Err(No::Static(..)) = made {
            self.units.truncate(units);
            made = self.in_way(Way::Apart, rule, &frame);
        }
        made?;
        // Few choices do not fill the lanes of a unit of their own.
        if self.units.len() - units > 1 && self.widest <= FEW {
            let (apart, length) = (self.units.split_off(units), self.length - length);
            let before = self.length;
            let made = self.in_way(Way::Together, rule, &frame);
            if made.is_err() || 2 * (self.length - before) > length {
                self.units.truncate(units);
                self.units.extend(apart);
            }
            self.length = before;
        }
        Ok(())
    }

    fn in_way(&mut self, way: Way, rule: &Move, frame: &[Option<Val>]) -> Lowered<()> {
        self.way = way;
        self.frame = frame.to_vec();
        let made = self.rule(rule);
        self.frame = frame.to_vec();
        made
    }

    /// The units of a move.
    fn rule(&mut self, rule: &Move) -> Lowered<()> {
        let last =
            rule.binders.iter().rposition(|b| matches!(b, Binder::In(..) | Binder::Map { .. }));
        self.begin_choosing();
        self.choices(rule, 0, last, &mut Vec::new())
    }

    fn begin_choosing(&mut self) {
        self.choosing = true;
        self.guarded = 0;
        self.codes = vec![Code::new()];
        self.known = vec![Default::default()];
        self.chosen.clear();
        self.changing.clear();
    }

    /// Makes the choices from this binder on, and then the unit.
    fn choices(
        &mut self,
        rule: &Move,
        at: usize,
        last: Option<usize>,
        levels: &mut Vec<Level>,
    ) -> Lowered<()> {
        if last.is_none_or(|last| at > last) {
            return self.unit(rule, &rule.binders[at..], levels);
        }
        match &rule.binders[at] {
            Binder::Let(pattern, value) => {
                let value = self.value(value)?;
                self.assign(pattern, value);
                self.choices(rule, at + 1, last, levels)
            }
            Binder::If(condition) => {
                let condition = self.num(condition)?;
                match condition.constant() {
                    Some(0) => self.dead_end(levels),
                    Some(_) => self.choices(rule, at + 1, last, levels),
                    None => {
                        let code = std::mem::take(self.code());
                        self.level(levels, Level::If { code, condition }, |this, levels| {
                            this.choices(rule, at + 1, last, levels)
                        })
                    }
                }
            }
            Binder::In(pattern, collection) => {
                let together = match self.way {
                    Way::Together => true,
                    Way::LastTogether => last == Some(at),
                    Way::Apart => false,
                };
                self.chosen_from(pattern, collection, together, levels, &mut |this, levels| {
                    this.choices(rule, at + 1, last, levels)
                })
            }
            Binder::Map { map, index, over, collection } => {
                let over_value = self.value(over)?;
                let distinct = !matches!(over_value, Val::Vector(_) | Val::Map(_));
                let Some(indices) = self.items(&over_value).filter(|_| distinct) else {
                    return Err(No::Static("choices for an unknown number of indices", over.span));
                };
                self.map(
                    *map,
                    index,
                    &indices,
                    collection,
                    &mut Vec::new(),
                    levels,
                    &mut |this, levels| this.choices(rule, at + 1, last, levels),
                )
            }
            Binder::ParamIn(_, value) | Binder::ParamIs(_, value) => {
                Err(No::Construct("another value of a param", value.span))
            }
        }
    }

    /// Does something below a level; the code made there does not touch what is above.
    fn level(
        &mut self,
        levels: &mut Vec<Level>,
        level: Level,
        then: impl FnOnce(&mut Self, &mut Vec<Level>) -> Lowered<()>,
    ) -> Lowered<()> {
        levels.push(level);
        self.known.push(Default::default());
        let result = then(self, levels);
        self.known.pop();
        levels.pop();
        // What was made for the last of them belongs to no other.
        self.code().clear();
        result
    }

    /// One choice for each index, one after another.
    #[allow(clippy::too_many_arguments)]
    fn map(
        &mut self,
        map: Local,
        index: &Pattern,
        indices: &[Val],
        collection: &Expr,
        pairs: &mut Vec<(Val, Val)>,
        levels: &mut Vec<Level>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<Level>) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some((first, rest)) = indices.split_first() else {
            self.frame[map.index()] = Some(Val::Map(pairs.clone()));
            return then(self, levels);
        };
        self.assign(index, first.clone());
        // The value is held in a variable of its own while the others are chosen.
        let own = Local::from(self.frame.len());
        self.frame.push(None);
        let pattern = Pattern::Local(own);
        self.chosen_from(&pattern, collection, true, levels, &mut |this, levels| {
            let value = this.frame[own.index()].clone().unwrap_or(Val::known(0));
            pairs.push((first.clone(), value));
            let result = this.map(map, index, rest, collection, pairs, levels, then);
            pairs.pop();
            result
        })
    }

    /// One choice from a collection. Kept together, its values are run through.
    fn chosen_from(
        &mut self,
        pattern: &Pattern,
        collection: &Expr,
        together: bool,
        levels: &mut Vec<Level>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<Level>) -> Lowered<()>,
    ) -> Lowered<()> {
        if let ExprKind::Builtin(builtin, args) = &collection.kind
            && (builtin.enumerates() || *builtin == Builtin::Divisors)
        {
            return self.enumerated(*builtin, args, pattern, collection, levels, then);
        }
        let value = self.value(collection)?;
        if let Some(items) = self.items(&value)
            && !(together && self.in_rows(pattern, &items, levels, then)?)
        {
            return self.each_apart(pattern, items, levels, then);
        } else if self.items(&value).is_some() {
            return Ok(());
        }
        match value {
            Val::Edges(graph, mask) => {
                return self.edge_from(&graph, mask, pattern, collection, levels, then);
            }
            Val::Components(graph, mask) => {
                return self.component_of(&graph, mask, pattern, collection, levels, then);
            }
            _ => {}
        }
        let code = std::mem::take(self.code());
        let variable = self.variable();
        let num = |low: i64, high: i64| Num::held(Reg::One(variable), low, high.max(low));
        let (level, num) = match value {
            Val::Range(low, high) => {
                let num = num(low.low, high.high).up_to(high);
                let count = num.high.saturating_sub(num.low).saturating_add(1);
                self.widest = self.widest.max(count);
                (Level::Range { code, low, high, variable }, num)
            }
            Val::Mask(mask) => {
                self.widest = self.widest.max(64);
                (Level::Members { code, mask, variable }, num(0, 63))
            }
            _ => return Err(No::Construct("a choice from this", collection.span)),
        };
        self.level(levels, level, |this, levels| {
            this.assign(pattern, Val::Num(num));
            then(this, levels)
        })
    }

    /// One edge after another: an end, and then those to which edges lead from it.
    fn edge_from(
        &mut self,
        graph: &Graph,
        mask: Num,
        pattern: &Pattern,
        collection: &Expr,
        levels: &mut Vec<Level>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<Level>) -> Lowered<()>,
    ) -> Lowered<()> {
        let code = std::mem::take(self.code());
        let (from, to) = (self.variable(), self.variable());
        let end = |variable| Num::held(Reg::One(variable), 0, 63);
        self.level(levels, Level::Members { code, mask, variable: from }, |this, levels| {
            let ends = this.other_ends(graph, mask, end(from), collection)?;
            let code = std::mem::take(this.code());
            let level = Level::Members { code, mask: ends, variable: to };
            this.level(levels, level, |this, levels| {
                this.assign(pattern, Val::Tuple(vec![Val::Num(end(from)), Val::Num(end(to))]));
                then(this, levels)
            })
        })
    }

    /// One component after another.
    fn component_of(
        &mut self,
        graph: &Graph,
        mask: Num,
        pattern: &Pattern,
        collection: &Expr,
        levels: &mut Vec<Level>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<Level>) -> Lowered<()>,
    ) -> Lowered<()> {
        let code = std::mem::take(self.code());
        let variable = self.variable();
        let flood = Rc::new(Flood::new(&graphs::rows(graph, collection)?));
        let (low, high) = graphs::sets(graph);
        let component = Num::held(Reg::One(variable), low, high);
        self.level(levels, Level::Parts { code, flood, mask, variable }, |this, levels| {
            this.assign(pattern, Val::Mask(component));
            then(this, levels)
        })
    }

    fn variable(&mut self) -> u32 {
        let variable = self.ones;
        self.ones += 1;
        self.chosen.insert(variable);
        variable
    }

    /// Makes units for each of the items.
    fn each_apart(
        &mut self,
        pattern: &Pattern,
        items: Vec<Val>,
        levels: &mut Vec<Level>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<Level>) -> Lowered<()>,
    ) -> Lowered<()> {
        if items.is_empty() {
            self.dead_end(levels)?;
        }
        // The code so far belongs to all of them.
        let code = std::mem::take(self.code());
        for item in items {
            *self.code() = code.clone();
            self.known.push(Default::default());
            self.assign(pattern, item);
            let result = then(self, levels);
            self.known.pop();
            result?;
        }
        self.code().clear();
        Ok(())
    }

    /// Runs through items that are numbers, or tuples of them, and known; whether they are.
    fn in_rows(
        &mut self,
        pattern: &Pattern,
        items: &[Val],
        levels: &mut Vec<Level>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<Level>) -> Lowered<()>,
    ) -> Lowered<bool> {
        let rows: Option<Vec<Vec<i64>>> = items.iter().map(row).collect();
        if items.is_empty() {
            self.dead_end(levels)?;
            self.code().clear();
        }
        let (Some(rows), Some(first)) = (rows, items.first()) else {
            return Ok(items.is_empty());
        };
        let width = rows[0].len();
        let variables: Box<[u32]> = (0..width).map(|_| self.variable()).collect();
        let nums: Vec<Num> = (variables.iter().enumerate())
            .map(|(part, &variable)| {
                let low = rows.iter().map(|row| row[part]).min().unwrap_or(0);
                let high = rows.iter().map(|row| row[part]).max().unwrap_or(0);
                Num::held(Reg::One(variable), low, high)
            })
            .collect();
        let value = in_form(first, &mut nums.into_iter());
        let rows: super::Rows = rows.into_iter().map(Vec::into_boxed_slice).collect();
        let code = std::mem::take(self.code());
        // The code before has to be run, which rows do not do.
        let before = Level::If { code, condition: Num::known(1) };
        self.level(levels, before, |this, levels| {
            this.level(levels, Level::Rows { rows, variables }, |this, levels| {
                this.assign(pattern, value);
                then(this, levels)
            })
        })?;
        Ok(true)
    }

    /// A choice from what a function of the language lists.
    fn enumerated(
        &mut self,
        builtin: Builtin,
        args: &[Expr],
        pattern: &Pattern,
        expr: &Expr,
        levels: &mut Vec<Level>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<Level>) -> Lowered<()>,
    ) -> Lowered<()> {
        match builtin {
            Builtin::Divisors => {
                let of = self.num(&args[0])?;
                let code = std::mem::take(self.code());
                let variable = self.variable();
                let num = Num::held(Reg::One(variable), 1, of.high.max(1));
                self.level(levels, Level::Divisors { code, of, variable }, |this, levels| {
                    this.assign(pattern, Val::Num(num));
                    then(this, levels)
                })
            }
            Builtin::Subsets => {
                let of = self.value(&args[0])?;
                let sizes = args.get(1).map(|sizes| self.value(sizes)).transpose()?;
                self.subsets(of, sizes, pattern, expr, levels, then)
            }
            _ => Err(No::Construct("this list of vectors", expr.span)),
        }
    }

    fn subsets(
        &mut self,
        of: Val,
        sizes: Option<Val>,
        pattern: &Pattern,
        expr: &Expr,
        levels: &mut Vec<Level>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<Level>) -> Lowered<()>,
    ) -> Lowered<()> {
        let sizes = match sizes {
            None => None,
            Some(Val::Num(size)) => Some((size.constant(), size.constant())),
            Some(Val::Range(low, high)) => Some((low.constant(), high.constant())),
            Some(_) => return Err(No::Construct("sizes of this form", expr.span)),
        };
        if let Some(items) = self.items(&of)
            && !matches!(of, Val::Vector(_) | Val::Map(_))
            && let Some((Some(low), Some(high))) =
                sizes.or(Some((Some(0), Some(items.len() as i64))))
            && let Some(subsets) = subsets_of(&items, low, high)
        {
            let sets = subsets.into_iter().map(Val::Members).collect();
            return self.each_apart(pattern, sets, levels, then);
        }
        match sizes {
            Some((Some(low), Some(high))) if high.max(0) <= 8 => {
                if high < low.max(0) {
                    self.dead_end(levels)?;
                }
                let code = std::mem::take(self.code());
                for size in low.max(0)..=high {
                    *self.code() = code.clone();
                    self.known.push(Default::default());
                    let made =
                        self.next_member(&of, size, &mut Vec::new(), pattern, expr, levels, then);
                    self.known.pop();
                    made?;
                }
                self.code().clear();
                Ok(())
            }
            None => {
                let Val::Range(low, high) = of else {
                    return Err(No::Construct("all subsets of this", expr.span));
                };
                // The subsets of a range are the numbers below a power of two.
                let after = self.op(Op::CheckedAdd, high, Num::known(1))?;
                let count = self.op(Op::CheckedSub, after, low)?;
                let count = self.op(Op::Max, count, Num::known(0))?;
                let end = self.op(Op::Single, count, Num::known(0))?;
                let most = self.op(Op::CheckedSub, end, Num::known(1))?;
                let place = self.op(Op::Single, low, Num::known(0))?;
                let code = std::mem::take(self.code());
                let variable = self.variable();
                let number = Num::held(Reg::One(variable), 0, i64::MAX);
                let level = Level::Range { code, low: Num::known(0), high: most, variable };
                self.level(levels, level, |this, levels| {
                    let mask = this.op(Op::CheckedMul, number, place)?;
                    this.assign(pattern, Val::Mask(mask));
                    then(this, levels)
                })
            }
            _ => Err(No::Construct("subsets of an unknown size", expr.span)),
        }
    }

    /// Chooses the members of a subset one after another, ascending.
    #[allow(clippy::too_many_arguments)]
    fn next_member(
        &mut self,
        of: &Val,
        more: i64,
        members: &mut Vec<Val>,
        pattern: &Pattern,
        expr: &Expr,
        levels: &mut Vec<Level>,
        then: &mut dyn FnMut(&mut Self, &mut Vec<Level>) -> Lowered<()>,
    ) -> Lowered<()> {
        if more == 0 {
            self.assign(pattern, Val::Members(members.clone()));
            return then(self, levels);
        }
        let last = match members.last() {
            Some(Val::Num(last)) => Some(*last),
            _ => None,
        };
        let variable = self.variable();
        let (level, low, high) = match *of {
            Val::Range(low, high) => {
                let low = match last {
                    None => low,
                    Some(last) => self.op(Op::CheckedAdd, last, Num::known(1))?,
                };
                let code = std::mem::take(self.code());
                (Level::Range { code, low, high, variable }, low.low, high.high)
            }
            Val::Mask(mut mask) => {
                if let Some(last) = last {
                    let before = self.op(Op::Span, Num::known(0), last)?;
                    mask = self.op(Op::AndNot, mask, before)?;
                }
                let code = std::mem::take(self.code());
                (Level::Members { code, mask, variable }, 0, 63)
            }
            _ => return Err(No::Construct("subsets of this", expr.span)),
        };
        let num = Num::held(Reg::One(variable), low, high.max(low));
        self.level(levels, level, |this, levels| {
            members.push(Val::Num(num));
            let result = this.next_member(of, more - 1, members, pattern, expr, levels, then);
            members.pop();
            result
        })
    }
}

/// The numbers of a value that is known.
fn row(value: &Val) -> Option<Vec<i64>> {
    match value {
        Val::Num(num) => Some(vec![num.constant()?]),
        Val::Tuple(parts) => {
            let parts: Option<Vec<Vec<i64>>> = parts.iter().map(row).collect();
            Some(parts?.concat())
        }
        _ => None,
    }
}

/// A value of the same form with other numbers.
fn in_form(form: &Val, nums: &mut impl Iterator<Item = Num>) -> Val {
    match form {
        Val::Tuple(parts) => Val::Tuple(parts.iter().map(|part| in_form(part, nums)).collect()),
        _ => Val::Num(nums.next().expect("a number for each")),
    }
}

/// The subsets of so many members, unless they are too many.
fn subsets_of(items: &[Val], low: i64, high: i64) -> Option<Vec<Vec<Val>>> {
    let mut all: Vec<Vec<Val>> = vec![Vec::new()];
    for item in items.iter().rev() {
        let with = all.iter().filter(|set| (set.len() as i64) < high).map(|set| {
            let mut more = vec![item.clone()];
            more.extend(set.iter().cloned());
            more
        });
        let with: Vec<_> = with.collect();
        all.extend(with);
        if all.len() > 4 * MAX_SUBSETS {
            return None;
        }
    }
    all.retain(|set| (low..=high).contains(&(set.len() as i64)));
    (all.len() <= MAX_SUBSETS).then_some(all)
}
