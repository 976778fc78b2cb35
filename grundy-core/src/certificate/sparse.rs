//! Nimbers of heaps that split into two heaps of their own kind, without looking at all splits.
//!
//! The check is that of [`Values`](super::values::Values), by the definition; only options that are
//! not needed are left out. Choose a number m, and call the nimber v of a heap of size n *rare* if the
//! number of binary digits that v and m have in common is even, else *common*. Or, if all splits take
//! even numbers of tokens, or all take odd ones, count 1 more for odd n, or for even n.
//! Then a split of n into a rare and a common heap has a common nimber for n, and every other split
//! a rare one: the digits in common add up modulo 2 under xor, and the sizes add up to n less what
//! was taken. So
//!
//! 1. the common nimbers among the options are found from the splits with a rare heap, and from the
//!    moves that do not split. Let c be the least common nimber that is not among them;
//! 2. of the rare nimbers below c it is not known yet which are among the options. For each of them
//!    a split is looked for: one into a heap of a frequent nimber, and another one. Where none is
//!    found, the other splits are looked at, until nothing is open or no split is left;
//! 3. the mex is now that of all options: it is at most c, and below c all is known.
//!
//! This holds for every m. A good one makes few heaps rare; it is found by trying all, whenever the
//! table has doubled.

use std::cmp::Reverse;

use crate::heap::{HeapKind, Shape};

/// Splits into a heap of size a >= `low` and one of size b >= `other`, with a + b = n - `removed`.
#[derive(Clone, Copy)]
struct Split {
    removed: i64,
    low: i64,
    other: i64,
    unequal: bool,
}

/// The division of the heaps of one kind into rare and common ones.
pub(super) struct Sparse {
    splits: Vec<Split>,
    /// The splits are these from this size on.
    pub(super) from: u64,
    least: i64,
    mask: u32,
    /// What is counted besides the digits for even and for odd sizes.
    more: [u32; 2],
    /// The sizes and nimbers of the rare heaps, if there are few.
    rare: Option<Vec<(u32, u32)>>,
    /// The table length at which m is chosen again.
    choose_at: usize,
    /// The most frequent nimbers.
    frequent: Vec<u32>,
    /// The sizes of the first heaps of each nimber.
    first: Vec<Vec<u32>>,
}

/// Marks of nimbers: `seen[v] == heap` for each v among the options.
pub(super) struct Seen<'a> {
    pub(super) seen: &'a mut [u32],
    pub(super) heap: u32,
}

/// No m is looked for in smaller tables.
const FIRST_CHOICE: usize = 1 << 10;

/// Rare heaps are few if they are at most one of so many.
const FEW: usize = 4;

/// So many splits are looked at before the open nimbers are counted again.
const BATCH: usize = 64;

/// So many nimbers are kept as frequent.
const FREQUENT: usize = 16;

/// So many sizes are kept of each nimber.
const FIRST: usize = 64;

/// Numbers in rules are at most so large.
const MODERATE: i64 = 1 << 31;

impl Sparse {
    /// For a kind whose large heaps split into heaps of this kind, and have no other moves but those
    /// with one option each.
    pub(super) fn of(own: usize, kind: &HeapKind) -> Option<Sparse> {
        let moderate =
            |n: i128| i64::try_from(n).ok().filter(|n| (-MODERATE..MODERATE).contains(n));
        let least = moderate(kind.least.into())?;
        let mut splits = Vec::new();
        let mut from = kind.least;
        for rule in &kind.rules {
            let settled = moderate(super::conditions::settled(rule))?;
            from = from.max(u64::try_from(settled).ok()?);
            if rule.to.is_some() {
                continue;
            }
            match rule.shape {
                Shape::Empty | Shape::Parts(_) => {}
                Shape::Split { left, right, removed, low, gap, unequal }
                    if left == own && right == own =>
                {
                    let removed = moderate(removed.into())?;
                    // a <= n - gap says b >= gap - removed.
                    let (low, other) = (moderate(low.into())?, moderate(gap.into())? - removed);
                    if unequal && low != other {
                        return None;
                    }
                    splits.push(Split { removed, low, other, unequal });
                }
                _ => return None,
            }
        }
        let some = !splits.is_empty();
        some.then_some(Sparse {
            splits,
            from,
            least,
            mask: 0,
            more: [0; 2],
            rare: None,
            choose_at: FIRST_CHOICE,
            frequent: Vec::new(),
            first: Vec::new(),
        })
    }

    /// Whether there are few rare heaps, so that [`Sparse::mark`] is fast. Chooses m.
    pub(super) fn is_ready(&mut self, table: &[u32]) -> bool {
        if table.len() >= self.choose_at {
            self.choose_at = 2 * table.len();
            self.choose(table);
        }
        self.rare.is_some()
    }

    /// Takes note of the nimber of the next heap.
    pub(super) fn push(&mut self, size: u64, nimber: u32) {
        let at = nimber as usize;
        if self.first.len() <= at {
            self.first.resize(at + 1, Vec::new());
        }
        if self.first[at].len() < FIRST {
            self.first[at].push(size as u32);
        }
        let is_rare = self.is_rare(size as i64, nimber);
        if let Some(rare) = &mut self.rare
            && is_rare
        {
            rare.push((size as u32, nimber));
        }
    }

    fn is_rare(&self, size: i64, nimber: u32) -> bool {
        let digits = (nimber & self.mask).count_ones();
        (digits + self.more[(size & 1) as usize]).is_multiple_of(2)
    }

    fn choose(&mut self, table: &[u32]) {
        let bits = table.iter().max().map_or(0, |most| most + 1).next_power_of_two() as usize;
        let mut counts = [vec![0_usize; bits], vec![0; bits]];
        for (size, &nimber) in (self.least..).zip(table) {
            counts[(size & 1) as usize][nimber as usize] += 1;
        }
        self.frequent = (0..bits as u32).collect();
        self.frequent.sort_by_key(|&v| Reverse(counts[0][v as usize] + counts[1][v as usize]));
        self.frequent.truncate(FREQUENT);
        let first = self.splits[0].removed & 1;
        let by_size = self.splits.iter().all(|split| split.removed & 1 == first);
        let with_size = by_size.then_some(if first == 0 { [0, 1] } else { [1, 0] });
        let mut best = (usize::MAX, 0, [0; 2]);
        for mask in 1..bits as u32 {
            for more in [Some([0, 0]), with_size].into_iter().flatten() {
                (self.mask, self.more) = (mask, more);
                let rare = (0..2)
                    .flat_map(|size| (0..bits as u32).map(move |v| (size, v)))
                    .filter(|&(size, v)| self.is_rare(size, v))
                    .map(|(size, v)| counts[size as usize][v as usize])
                    .sum();
                best = best.min((rare, mask, more));
            }
        }
        let (rare, mask, more) = best;
        (self.mask, self.more) = (mask, more);
        let few = rare < table.len() / FEW && self.least + 2 * (table.len() as i64) < MODERATE;
        let all = (self.least..).zip(table).map(|(size, &v)| (size as u32, v));
        self.rare = few.then(|| all.filter(|&(n, v)| self.is_rare(n.into(), v)).collect());
    }

    /// Marks so many of the options that split a heap of size n that the mex is right, when the other
    /// options are marked already.
    pub(super) fn mark(&self, n: u64, table: &[u32], marks: &mut Seen<'_>) {
        let n = n as i64;
        for split in &self.splits {
            self.mark_rare(split, n - split.removed, table, marks);
        }
        let common = (0..marks.seen.len() as u32)
            .find(|&v| !self.is_rare(n, v) && !marks.has(v))
            .unwrap_or(marks.seen.len() as u32);
        let mut open: Vec<u32> =
            (0..common).filter(|&v| self.is_rare(n, v) && !marks.has(v)).collect();
        open.retain(|&v| {
            let found = self.has_split(n, v, table);
            if found {
                marks.mark(v);
            }
            !found
        });
        for split in &self.splits {
            let total = n - split.removed;
            let pairs = self.pairs(split, total, table);
            // From equal heaps on to very unequal ones.
            for batch in pairs.0.rchunks(BATCH).zip(pairs.1.chunks(BATCH)) {
                if open.is_empty() {
                    return;
                }
                for (a, b) in batch.0.iter().rev().zip(batch.1) {
                    marks.mark(a ^ b);
                }
                open.retain(|&v| !marks.has(v));
            }
        }
    }

    /// Whether a split of n with this nimber is found at once. Few heaps have the nimber that it takes
    /// beside a frequent one; but each of them has a good chance that the rest has the frequent one.
    fn has_split(&self, n: i64, nimber: u32, table: &[u32]) -> bool {
        self.frequent.iter().any(|&frequent| {
            let sizes = self.first.get((frequent ^ nimber) as usize).map_or(&[][..], Vec::as_slice);
            self.splits.iter().any(|split| {
                let (total, low) = (n - split.removed, split.low.max(split.other));
                sizes.iter().map(|&size| i64::from(size)).any(|size| {
                    let rest = total - size;
                    size.min(rest) >= low
                        && !(split.unequal && size == rest)
                        && table[(rest - self.least) as usize] == frequent
                })
            })
        })
    }

    /// The splits of this total with a rare heap.
    fn mark_rare(&self, split: &Split, total: i64, table: &[u32], marks: &mut Seen<'_>) {
        let mut sides = vec![(split.low, split.other)];
        if split.low != split.other {
            sides.push((split.other, split.low));
        }
        for (low, other) in sides {
            let rare = self.rare.as_deref().unwrap_or_default();
            let rare = &rare[rare.partition_point(|&(size, _)| i64::from(size) < low)..];
            let rare = &rare[..rare.partition_point(|&(size, _)| i64::from(size) <= total - other)];
            let last = total - self.least;
            for &(size, nimber) in rare {
                if !split.unequal || 2 * i64::from(size) != total {
                    marks.mark(nimber ^ table[(last - i64::from(size)) as usize]);
                }
            }
        }
    }

    /// The nimbers of the heaps up to half of the total and of those from half of it on, for splits
    /// that are the same both ways round; of all and all for others, with as many.
    fn pairs<'a>(&self, split: &Split, total: i64, table: &'a [u32]) -> (&'a [u32], &'a [u32]) {
        let half = if split.unequal { (total - 1).div_euclid(2) } else { total.div_euclid(2) };
        let place = |size: i64| (size - self.least) as usize;
        let low = split.low.min(split.other);
        if split.low == split.other && low <= half {
            (&table[place(low)..=place(half)], &table[place(total - half)..=place(total - low)])
        } else if split.low != split.other && split.low <= total - split.other {
            let range = |low: i64, high: i64| &table[place(low)..=place(high)];
            (range(split.low, total - split.other), range(split.other, total - split.low))
        } else {
            (&[], &[])
        }
    }
}

impl Seen<'_> {
    fn mark(&mut self, nimber: u32) {
        self.seen[nimber as usize] = self.heap;
    }

    fn has(&self, nimber: u32) -> bool {
        self.seen[nimber as usize] == self.heap
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::Values;
    use crate::heap::{Family, HeapTables, Rule, Shape, games};
    use crate::{Budget, Code};

    /// Compares with the tables of the engine.
    fn compare(family: &Family, values: &mut Values<'_>, to: u64) {
        let mut tables = HeapTables::new(family.clone()).unwrap();
        tables.fill(0, to, &Budget::default()).unwrap();
        let budget = Budget::default();
        let mut meter = budget.start().unwrap();
        while values.end(0) <= to {
            values.extend(0, &mut meter).unwrap();
        }
        assert_eq!(tables.values(0).range(0..values.table(0).len()), *values.table(0));
    }

    fn code(code: &str) -> Family {
        code.parse::<Code>().unwrap().family()
    }

    /// Splits with other bounds for one heap than for the other.
    fn lopsided() -> Family {
        let split = Shape::Split { left: 0, right: 0, removed: 1, low: 1, gap: 6, unequal: false };
        let more = Shape::Split { left: 0, right: 0, removed: 3, low: 3, gap: 3, unequal: false };
        let rule = |from, shape| Rule { from, to: None, except: vec![], shape };
        let mut family = games::octal("0.22");
        family.kinds[0].rules.extend([rule(7, split), rule(6, more)]);
        family
    }

    #[test]
    fn any_mask_does_no_harm() {
        let games = ["0.6", "0.77", "0.06", "0.137", "4.07", "0.4u", "4u.0", "0.106", "0.376"];
        let families = games.map(code).into_iter().chain([lopsided(), games::couples()]);
        for family in families {
            for mask in 0..16 {
                let mut values = Values::new(&family);
                let sparse = values.sparse(0);
                // By size too, where that is sound.
                let first = sparse.splits[0].removed & 1;
                if mask % 2 == 1 && sparse.splits.iter().all(|split| split.removed & 1 == first) {
                    sparse.more = if first == 0 { [0, 1] } else { [1, 0] };
                }
                (sparse.mask, sparse.rare, sparse.choose_at) = (mask, Some(vec![]), usize::MAX);
                compare(&family, &mut values, 300);
            }
        }
    }

    #[test]
    fn few_heaps_of_long_games_are_rare() {
        for game in ["0.6", "0.16", "0.106", "0.376"] {
            let family = code(game);
            let mut values = Values::new(&family);
            compare(&family, &mut values, 9000);
            assert!(values.sparse(0).rare.is_some(), "{game}");
        }
    }
}
