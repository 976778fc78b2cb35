//! Tables of nimbers, one for each kind of a family, filled from below.

use std::fmt;

use super::check::Order;
use super::fill::Filling;
use super::narrow::Store;
use super::{
    Family, FamilyError, HeapError, HeapKind, HeapMethod, HeapReport, PeriodProof, Shifted, Values,
};
use crate::{Budget, Nimber};

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
    pub(super) order: Order,
    /// The kinds that each kind leads to, itself included.
    pub(super) reach: Vec<Vec<usize>>,
    pub(super) counts_up: Vec<bool>,
    pub(super) proofs: Vec<Option<PeriodProof>>,
    pub(super) values: Store,
    /// The kinds as the tables need them: without those that take their values from another.
    pub(super) kinds: Vec<HeapKind>,
    pub(super) shifts: Vec<Option<Shifted>>,
    pub(super) filling: Filling,
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
            kinds: family.kinds.clone(),
            shifts: vec![None; family.kinds.len()],
            filling: Filling::new(family.kinds.len()),
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
        match self.shifts[kind] {
            None => self.values.view(kind),
            Some(Shifted { kind: of, .. }) => {
                let values = self.values.view(of);
                let first = self.place(kind, self.family.kinds[kind].least);
                values.range((first as usize).min(values.len())..values.len())
            }
        }
    }

    /// The place of a heap in the table that it takes its value from.
    fn place(&self, kind: usize, n: u64) -> u64 {
        let (of, by) = self.shifts[kind].map_or((kind, 0), |shift| (shift.kind, shift.shift));
        n.saturating_add_signed(by).saturating_sub(self.family.kinds[of].least)
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

    /// Adds a nimber that was computed before.
    pub(super) fn restore(&mut self, kind: usize, nimber: u32) {
        self.values.push(kind, nimber);
    }

    /// Says how tables are to be filled from now on. The nimbers do not depend on it.
    pub fn set_method(&mut self, method: HeapMethod) {
        self.filling.method = method;
        self.filling.restart();
    }

    /// How the table of a kind is being filled at present.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn report(&self, kind: usize) -> HeapReport {
        let kind = self.shifts[kind].map_or(kind, |shift| shift.kind);
        self.filling.report(&self.kinds, kind)
    }
}

impl fmt::Debug for HeapTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeapTables")
            .field("family", &self.family)
            .field(
                "sizes",
                &self
                    .family
                    .kinds
                    .iter()
                    .enumerate()
                    .map(|(kind, _)| self.end(kind))
                    .collect::<Vec<_>>(),
            )
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limit;
    use crate::heap::{Part, Shape, games};

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
