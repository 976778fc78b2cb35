//! Nimbers by memo search.

use std::fmt;
use std::hash::Hash;

use crate::memo::NimberMemo;
use crate::probe::Probe;
use crate::walk::{Valuation, Walk};
use crate::{Budget, Nimber, Outcome, Rules, SearchError, Sum};

/// Finds nimbers under normal play, and remembers those of every position it has met.
///
/// One search serves one set of rules: the values it remembers hold under the rules they were
/// found with.
///
/// A component with an even number of copies counts for nothing, as the second player answers each
/// move in one copy by the same move in another. [`nimber`](Self::nimber) looks at it all the same:
/// its play might not end. The questions that leave positions early do not.
pub struct Search<P> {
    walk: Walk<P, NimberMemo<P>, NormalPlay>,
    probe: Probe<P>,
}

impl<P: Clone + Eq + Hash> Search<P> {
    /// A search that remembers nothing yet.
    pub fn new() -> Self {
        Self { walk: Walk::new(NimberMemo::new(), NormalPlay::default()), probe: Probe::new() }
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

    /// Who wins a sum under normal play.
    ///
    /// It looks at fewer positions than [`nimber`](Self::nimber): a won position is left at its
    /// first option that is lost, so that mistakes of the rules beyond it are not met.
    ///
    /// ```
    /// use std::convert::Infallible;
    /// use grundy_core::{Budget, Options, Outcome, Rules, Search, Sum};
    ///
    /// struct Nim;
    ///
    /// impl Rules for Nim {
    ///     type Position = u64;
    ///     type Error = Infallible;
    ///
    ///     fn options(&self, &n: &u64, options: &mut Options<u64>) -> Result<(), Infallible> {
    ///         options.push_each((0..n as u32).map(u64::from));
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let mut search = Search::new();
    /// assert_eq!(search.outcome(&Nim, &Budget::default(), &Sum::from(1000)), Ok(Outcome::N));
    /// assert_eq!(search.positions(), 2);
    /// ```
    ///
    /// # Errors
    /// As for [`nimber`](Self::nimber).
    pub fn outcome<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        budget: &Budget,
        sum: &Sum<P>,
    ) -> Result<Outcome, SearchError<P, R::Error>> {
        let lost = self.has_nimber(rules, budget, sum, Nimber::ZERO)?;
        Ok(if lost { Outcome::P } else { Outcome::N })
    }

    /// Whether a sum has this nimber under normal play.
    ///
    /// One component is left at its first option that has the nimber; of the others the nimbers are
    /// found (Lemoine and Viennot, Nimbers are inevitable, 2012).
    ///
    /// # Errors
    /// As for [`nimber`](Self::nimber).
    pub fn has_nimber<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        budget: &Budget,
        sum: &Sum<P>,
        nimber: Nimber,
    ) -> Result<bool, SearchError<P, R::Error>> {
        self.probe.has(&mut self.walk, rules, &mut budget.start()?, sum, nimber.get())
    }

    /// The nimber of a sum, like [`nimber`](Self::nimber), by asking for 0, 1, 2, ... in turn.
    ///
    /// Where positions fall apart into small components, most positions need not be looked at for
    /// that; where they do not, and nimbers are large, it takes longer.
    ///
    /// # Errors
    /// As for [`nimber`](Self::nimber).
    pub fn nimber_by_asking<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        budget: &Budget,
        sum: &Sum<P>,
    ) -> Result<Nimber, SearchError<P, R::Error>> {
        let found = self.probe.nimber(&mut self.walk, rules, &mut budget.start()?, sum);
        found.map(Nimber::new)
    }

    /// Remembers the nimber of a position that is known from elsewhere.
    pub fn insert(&mut self, position: P, nimber: Nimber) {
        self.walk.memo.insert(position, nimber);
    }

    /// How many positions are remembered, with their nimbers or with some that they do not have.
    pub fn positions(&self) -> usize {
        self.walk.memo.len()
    }

    /// The positions whose nimbers are remembered, in no particular order.
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
    /// A bit for each value that the mex may have.
    seen: Vec<u64>,
}

impl Valuation for NormalPlay {
    type Value = Nimber;
    /// A bit for each nimber below 64.
    type Seen = u64;
    const NOTHING: Nimber = Nimber::ZERO;

    fn known<R: Rules>(rules: &R, position: &R::Position) -> Result<Option<Nimber>, R::Error> {
        rules.known(position)
    }

    fn add(sum: Nimber, position: Nimber, copies: u64) -> Nimber {
        if copies % 2 == 1 { sum ^ position } else { sum }
    }

    fn add_heap(sum: Nimber, size: u64, copies: u64) -> Nimber {
        if copies % 2 == 1 { sum ^ Nimber::new(size) } else { sum }
    }

    #[inline]
    fn see(seen: &mut u64, value: Nimber, kept: &mut Vec<Nimber>) {
        if value.get() < 64 {
            *seen |= 1 << value.get();
        } else {
            keep(value, kept);
        }
    }

    fn close(&mut self, seen: u64, kept: &[Nimber]) -> Nimber {
        if seen != u64::MAX {
            return Nimber::new(seen.trailing_ones().into());
        }
        // The mex of so many values is at most their number.
        self.seen.clear();
        self.seen.resize(kept.len() / 64 + 2, 0);
        self.seen[0] = seen;
        for option in kept {
            let word = usize::try_from(option.get() / 64).ok();
            if let Some(word) = word.and_then(|word| self.seen.get_mut(word)) {
                *word |= 1 << (option.get() % 64);
            }
        }
        least_missing(&self.seen)
    }
}

/// Large nimbers are rare, and what is done with them is kept out of the way.
#[inline(never)]
fn keep(value: Nimber, kept: &mut Vec<Nimber>) {
    kept.push(value);
}

/// The least number of which the bit is not set.
fn least_missing(seen: &[u64]) -> Nimber {
    let full = seen.iter().take_while(|word| **word == u64::MAX).count();
    let rest = seen.get(full).map_or(0, |word| word.trailing_ones());
    Nimber::new(full as u64 * 64 + u64::from(rest))
}
