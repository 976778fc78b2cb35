//! Nimbers by memo search.

use std::fmt;
use std::hash::Hash;

use crate::memo::NimberMemo;
use crate::walk::{Valuation, Walk};
use crate::{Budget, MexSet, Nimber, Rules, SearchError, Sum};

/// Finds nimbers under normal play, and remembers those of every position it has met.
///
/// One search serves one set of rules: the values it remembers hold under the rules they were
/// found with.
///
/// A component with an even number of copies counts for nothing and is not looked at, not even
/// for whether its play ends: the second player answers each move in one copy by the same move in
/// another.
pub struct Search<P> {
    walk: Walk<P, NimberMemo<P>, NormalPlay>,
}

impl<P: Clone + Eq + Hash> Search<P> {
    /// A search that remembers nothing yet.
    pub fn new() -> Self {
        Self { walk: Walk::new(NimberMemo::new(), NormalPlay::default()) }
    }

    /// The nimber of a sum.
    ///
    /// # Errors
    /// When the play of a position that matters need not end, the rules fail there or the budget is
    /// spent. What was found before is kept, so the same question may be put again with more.
    pub fn nimber<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        budget: &Budget,
        sum: &Sum<P>,
    ) -> Result<Nimber, SearchError<P, R::Error>> {
        self.walk.sum(rules, &mut budget.start()?, sum)
    }

    /// Remembers the nimber of a position that is known from elsewhere.
    pub fn insert(&mut self, position: P, nimber: Nimber) {
        self.walk.memo.insert(position, nimber);
    }

    /// How many positions are remembered.
    pub fn positions(&self) -> usize {
        self.walk.memo.len()
    }

    /// The positions that are remembered, in no particular order, with their nimbers.
    pub fn iter(&self) -> impl Iterator<Item = (&P, Nimber)> {
        self.walk.memo.iter()
    }
}

impl<P: Clone + Eq + Hash> Default for Search<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Clone + Eq + Hash> fmt::Debug for Search<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("positions", &self.positions()).finish_non_exhaustive()
    }
}

/// Nimbers: the mex of the options, the xor of the components.
#[derive(Default)]
pub(crate) struct NormalPlay {
    set: MexSet,
}

impl Valuation for NormalPlay {
    type Value = Nimber;
    const NOTHING: Nimber = Nimber::ZERO;

    fn known<R: Rules>(rules: &R, position: &R::Position) -> Result<Option<Nimber>, R::Error> {
        rules.known(position)
    }

    fn needs(copies: u64) -> bool {
        copies % 2 == 1
    }

    fn add(sum: Nimber, position: Nimber, _odd: u64) -> Nimber {
        sum ^ position
    }

    fn add_heap(sum: Nimber, size: u64, copies: u64) -> Nimber {
        if Self::needs(copies) { sum ^ Nimber::new(size) } else { sum }
    }

    fn close(&mut self, options: &[Nimber]) -> Nimber {
        self.set.clear();
        for &option in options {
            self.set.insert(option);
        }
        self.set.mex()
    }
}
