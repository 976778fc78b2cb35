//! Tables of nimbers, one for each kind of a family, filled from below.

use std::fmt;

use super::check::Order;
use super::marks::Marks;
use super::narrow::{Narrow, Store, at_width};
use super::pile::PileSums;
use super::{Family, FamilyError, HeapError, Part, PeriodProof, Shape, Values};
use crate::{Budget, Limit, Nimber};

/// The nimbers of a family of heaps, computed on demand and kept.
///
/// ```
/// use grundy_core::{Budget, Family, HeapKind, HeapTables, Nimber, Part, Rule, Shape};
///
/// // Take two or three.
/// let take = |removed| Rule {
///     from: removed as u64,
///     to: None,
///     except: vec![],
///     shape: Shape::Parts(vec![Part::Rest { kind: 0, removed }]),
/// };
/// let kind = HeapKind { least: 0, rules: vec![take(2), take(3)] };
/// let mut tables = HeapTables::new(Family { kinds: vec![kind] })?;
/// assert_eq!(tables.nimber(0, 9, &Budget::default()), Ok(Nimber::new(2)));
/// assert_eq!(tables.values(0), [0, 0, 1, 1, 2, 0, 0, 1, 1, 2]);
/// # Ok::<(), grundy_core::FamilyError>(())
/// ```
pub struct HeapTables {
    pub(super) family: Family,
    order: Order,
    /// The kinds that each kind leads to, itself included.
    reach: Vec<Vec<usize>>,
    counts_up: Vec<bool>,
    pub(super) proofs: Vec<Option<PeriodProof>>,
    values: Store,
    marks: Marks,
    piles: Vec<PileSums>,
}

impl HeapTables {
    /// Empty tables for a family.
    ///
    /// # Errors
    /// When the family does not pass [`Family::check`].
    pub fn new(family: Family) -> Result<Self, FamilyError> {
        let order = family.order()?;
        let kinds = 0..family.kinds.len();
        Ok(Self {
            order,
            reach: kinds.clone().map(|kind| family.reach(kind)).collect(),
            counts_up: kinds.clone().map(|kind| family.counts_up(kind)).collect(),
            proofs: kinds.clone().map(|_| None).collect(),
            values: Store::new(family.kinds.len()),
            marks: Marks::new(),
            piles: Vec::new(),
            family,
        })
    }

    /// The family that the tables are about.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The nimber of a heap: by closed form, by a proved period, or from the table.
    ///
    /// # Errors
    /// When there is no such heap or the budget is spent.
    pub fn nimber(&mut self, kind: usize, n: u64, budget: &Budget) -> Result<Nimber, HeapError> {
        let least = self.least(kind, n)?;
        if self.counts_up[kind] {
            return Ok(Nimber::new(n - least));
        }
        let (size, periods) =
            self.proofs[kind].as_ref().map_or((n, 0), |proof| proof.representative(n));
        self.fill(kind, size, budget)?;
        let nimber = self.values(kind).at((size - least) as usize).into();
        let lifted = match &self.proofs[kind] {
            Some(proof) => proof.lift(nimber, periods),
            None => Some(nimber),
        };
        lifted.map(Nimber::new).ok_or(HeapError::TooLarge)
    }

    /// The least size of the kind, when it has a heap of size n.
    pub(super) fn least(&self, kind: usize, n: u64) -> Result<u64, HeapError> {
        match self.family.kinds.get(kind) {
            Some(heap) if heap.least <= n => Ok(heap.least),
            _ => Err(HeapError::NoSuchHeap { kind, size: n }),
        }
    }

    /// The nimbers in the table, those of the sizes from the least one on.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn values(&self, kind: usize) -> Values<'_> {
        self.values.view(kind)
    }

    /// Whether it is proved that the nimber of every heap of this kind is its size less the least
    /// size.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn counts_up(&self, kind: usize) -> bool {
        self.counts_up[kind]
    }

    /// The proof of the period of this kind, if one was found.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn proof(&self, kind: usize) -> Option<&PeriodProof> {
        self.proofs[kind].as_ref()
    }

    /// Fills the tables so that they reach a heap of this kind and size, if there is one.
    ///
    /// # Errors
    /// When the budget is spent. What is in the tables by then stays.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn fill(&mut self, kind: usize, n: u64, budget: &Budget) -> Result<(), Limit> {
        if n < self.end(kind) {
            return Ok(());
        }
        narrow(n - self.family.kinds[kind].least)?;
        let reach = std::mem::take(&mut self.reach[kind]);
        let filled = self.fill_in_order(kind, n, &reach, budget);
        self.reach[kind] = reach;
        filled
    }

    /// Adds a nimber that was computed before.
    pub(super) fn restore(&mut self, kind: usize, nimber: u32) {
        self.values.push(kind, nimber);
    }

    /// In ascending order of rank: so every option is there in time.
    fn fill_in_order(
        &mut self,
        kind: usize,
        n: u64,
        reach: &[usize],
        budget: &Budget,
    ) -> Result<(), Limit> {
        let mut meter = budget.start()?;
        let mut held: u64 = self.values.held();
        while self.end(kind) <= n {
            let lowest = reach.iter().min_by_key(|&&next| self.order.rank(next, self.end(next)));
            let &next = lowest.unwrap_or(&kind);
            held += 1;
            meter.spend(held, self.work(next))?;
            let value = self.mex(next, self.end(next))?;
            self.values.push(next, value);
        }
        Ok(())
    }

    /// About how many options the next heap of a kind has.
    fn work(&self, kind: usize) -> u64 {
        let rules = self.family.kinds[kind].rules.iter();
        let options = rules.map(|rule| match rule.shape {
            Shape::Empty | Shape::Parts(_) => 1,
            Shape::Pile { parts, .. } => self.values.len(kind) as u64 * u64::from(parts),
            Shape::Any { .. } | Shape::Split { .. } => self.values.len(kind) as u64 / 2,
        });
        1 + options.sum::<u64>()
    }

    /// The nimber of a heap all of whose options are in the tables.
    fn mex(&mut self, kind: usize, n: u64) -> Result<u32, Limit> {
        if self.counts_up[kind] {
            return narrow(n - self.family.kinds[kind].least);
        }
        loop {
            self.marks.clear();
            for rule in self.family.kinds[kind].rules.iter().filter(|rule| rule.applies(n)) {
                at_width!(&self.values, tables => {
                    let view = View { family: &self.family, tables };
                    view.mark(&rule.shape, n, &mut self.marks, &mut self.piles);
                });
            }
            if let Some(mex) = self.marks.mex() {
                return narrow(mex as u64);
            }
            self.marks.widen();
        }
    }
}

/// The tables hold nimbers of 32 bits, for at most as many sizes.
fn narrow(value: u64) -> Result<u32, Limit> {
    u32::try_from(value).map_err(|_| Limit::Table(u32::MAX.into()))
}

/// The tables as they are while a heap is looked at.
struct View<'a, T> {
    family: &'a Family,
    tables: &'a [Vec<T>],
}

impl<T: Narrow> View<'_, T> {
    /// Marks the nimbers of the options of this shape. The family's check says that the heaps
    /// exist, and its order that they are in the tables.
    fn mark(&self, shape: &Shape, n: u64, marks: &mut Marks, piles: &mut Vec<PileSums>) {
        match *shape {
            Shape::Empty => marks.insert(0),
            Shape::Parts(ref parts) => {
                let values = parts.iter().map(|part| self.part(*part, n));
                marks.insert(values.fold(0, |sum, value| sum ^ value));
            }
            Shape::Any { kind, low, gap } => {
                let (low, high) = (i128::from(low), i128::from(n) - i128::from(gap));
                if low <= high {
                    marks.insert_all(self.slice(kind, low, high));
                }
            }
            Shape::Pile { kind, parts, removed, every, unequal } => {
                let most = i128::from(n) - i128::from(removed);
                let step = every.map_or(i128::MAX, |every| every.max(1).into());
                let totals =
                    std::iter::successors(Some(most), |total| Some(total.saturating_sub(step)));
                for total in totals.take_while(|&total| total >= 0) {
                    let at = piles.iter().position(|sums| sums.is_for(kind, parts, unequal));
                    let at = at.unwrap_or_else(|| {
                        piles.push(PileSums::new(kind, parts, unequal));
                        piles.len() - 1
                    });
                    let value = |size| self.one(kind, size as i128);
                    piles[at].of_total(total as usize, value).for_each(|value| marks.insert(value));
                }
            }
            Shape::Split { left, right, removed, low, gap, unequal } => {
                let total = i128::from(n) - i128::from(removed);
                let (low, mut high) = (i128::from(low), i128::from(n) - i128::from(gap));
                if left == right && total - high == low {
                    // The same pairs from the other side.
                    high = high.min(total.div_euclid(2));
                }
                if unequal && total % 2 == 0 && (low..=high).contains(&(total / 2)) {
                    self.pairs(left, right, total, low, total / 2 - 1, marks);
                    self.pairs(left, right, total, total / 2 + 1, high, marks);
                } else {
                    self.pairs(left, right, total, low, high, marks);
                }
            }
        }
    }

    /// Marks the xor of heaps of sizes a and `total` - a, for `low` <= a <= `high`.
    fn pairs(
        &self,
        left: usize,
        right: usize,
        total: i128,
        low: i128,
        high: i128,
        marks: &mut Marks,
    ) {
        if low <= high {
            let descending = self.slice(right, total - high, total - low);
            marks.insert_pairs(self.slice(left, low, high), descending);
        }
    }

    fn part(&self, part: Part, n: u64) -> u64 {
        match part {
            Part::Rest { kind, removed } => {
                self.one(kind, i128::from(n) - i128::from(removed)).into()
            }
            Part::Fixed { kind, size } => self.one(kind, size.into()).into(),
            Part::Nim(size) => size,
        }
    }

    fn one(&self, kind: usize, size: i128) -> u32 {
        self.slice(kind, size, size)[0].into()
    }

    /// The nimbers of the heaps of these sizes, both ends included.
    fn slice(&self, kind: usize, low: i128, high: i128) -> &[T] {
        let least = i128::from(self.family.kinds[kind].least);
        &self.tables[kind][(low - least) as usize..=(high - least) as usize]
    }
}

impl fmt::Debug for HeapTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeapTables")
            .field("family", &self.family)
            .field(
                "sizes",
                &(0..self.family.kinds.len()).map(|kind| self.values.len(kind)).collect::<Vec<_>>(),
            )
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::games;

    fn values(family: Family, kind: usize, to: u64) -> Vec<u32> {
        let mut tables = HeapTables::new(family).unwrap();
        tables.nimber(kind, to, &Budget::default()).unwrap();
        let least = tables.family().kinds[kind].least;
        let places = (1 - least) as usize..(to - least) as usize + 1;
        tables.values(kind).range(places).iter().collect()
    }

    fn row(text: &str) -> Vec<u32> {
        text.split(' ').map(|value| value.parse().unwrap()).collect()
    }

    #[test]
    fn couples_are_forever() {
        let row =
            row("0 0 1 2 0 1 2 3 1 2 3 4 0 3 4 2 1 3 2 1 0 2 1 4 5 1 4 5 1 2 0 1 2 3 1 2 3 4 2 3");
        assert_eq!(values(games::couples(), 0, 40), row);
    }

    #[test]
    fn hull_games_on_paths() {
        let path_2 =
            row("1 0 1 1 2 1 1 3 3 0 3 3 2 1 3 2 1 0 2 1 4 5 1 4 5 1 2 0 1 2 3 1 2 3 3 2 3 3 2 3");
        assert_eq!(values(games::hull(2), games::PATH, 40), path_2);
        let path_4 =
            row("1 0 1 0 1 2 2 1 1 1 2 2 1 1 3 0 2 1 1 3 2 3 1 1 3 2 3 1 1 3 2 3 1 1 3 2 3 1 1 3");
        assert_eq!(values(games::hull(4), games::PATH, 40), path_4);
        let half_4 =
            row("0 1 2 3 4 0 1 2 3 4 5 1 2 3 4 5 1 2 3 0 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4");
        assert_eq!(values(games::hull(4), games::HALF, 40), half_4);
    }

    #[test]
    fn a_huge_nim_heap_takes_no_memory() {
        let parts = Shape::Parts(vec![Part::Nim(u64::MAX), Part::Rest { kind: 0, removed: 1 }]);
        let mut family = games::subtraction(&[1]);
        family.kinds[0].rules[0].shape = parts;
        assert_eq!(values(family, 0, 5), [0; 5]);
    }

    #[test]
    fn heaps_that_do_not_exist_have_no_value() {
        let mut tables = HeapTables::new(games::hull(2)).unwrap();
        let budget = Budget::default();
        for (kind, size) in [(games::HALF, 0), (99, 5)] {
            let none = Err(HeapError::NoSuchHeap { kind, size });
            assert_eq!(tables.nimber(kind, size, &budget), none);
        }
    }

    #[test]
    fn the_budget_bounds_the_tables() {
        let mut tables = HeapTables::new(games::octal("0.77")).unwrap();
        let budget = Budget { max_positions: Some(100), ..Budget::default() };
        assert!(tables.nimber(0, 99, &budget).is_ok());
        let spent = Err(HeapError::Limit(Limit::Positions(100)));
        assert_eq!(tables.nimber(0, 100, &budget), spent);
        assert_eq!(tables.values(0).len(), 100);
    }
}
