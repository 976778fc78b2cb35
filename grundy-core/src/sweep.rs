//! Nimbers of positions with one size, in dense tables filled from below.

use std::fmt;

use crate::search::NormalPlay;
use crate::walk::{Memo, State, Walk};
use crate::{Budget, Limit, Nimber, Rules, SearchError, Sum};

/// The nimbers of positions that are a kind and a size, in one table for each kind.
///
/// Made for rules that lead to most of the smaller sizes but are not a [`Family`](crate::Family):
/// the tables take four bytes a position, and asking for a size fills the table up to it, so that
/// the options of a position are mostly there when it comes.
///
/// ```
/// use std::convert::Infallible;
/// use grundy_core::{Budget, Nimber, Options, Rules, Sweep};
///
/// /// Divide a pile into at least two equal piles.
/// struct Divide;
///
/// impl Rules for Divide {
///     type Position = (usize, u64);
///     type Error = Infallible;
///
///     fn options(
///         &self,
///         &(kind, n): &(usize, u64),
///         options: &mut Options<(usize, u64)>,
///     ) -> Result<(), Infallible> {
///         for piles in (2..=n).filter(|piles| n % piles == 0) {
///             options.component((kind, n / piles), piles);
///             options.finish();
///         }
///         Ok(())
///     }
/// }
///
/// let mut sweep = Sweep::new(1);
/// assert_eq!(sweep.nimber(&Divide, 0, 27, &Budget::default()), Ok(Nimber::new(3)));
/// ```
pub struct Sweep {
    walk: Walk<(usize, u64), Tables, NormalPlay>,
    /// For each kind, the size up to which the table was filled.
    next: Vec<u64>,
}

impl Sweep {
    /// Empty tables for so many kinds.
    pub fn new(kinds: usize) -> Self {
        let tables = Tables { cells: vec![Vec::new(); kinds], held: 0 };
        Self { walk: Walk::new(tables, NormalPlay::default()), next: vec![0; kinds] }
    }

    /// The nimber of the position of this kind and size.
    ///
    /// Smaller sizes need not be legal: where the rules fail, or play does not end, a size that
    /// this position does not lead to is left out.
    ///
    /// # Errors
    /// When the play of this position need not end, the rules fail for a position that it leads to,
    /// or the budget is spent. Tables end at 2^32 - 1 sizes.
    ///
    /// # Panics
    /// When there is no such kind, or the rules lead to one that there is not.
    pub fn nimber<R: Rules<Position = (usize, u64)>>(
        &mut self,
        rules: &R,
        kind: usize,
        n: u64,
        budget: &Budget,
    ) -> Result<Nimber, SearchError<(usize, u64), R::Error>> {
        let mut meter = budget.start()?;
        while self.next[kind] < n {
            let smaller = Sum::from((kind, self.next[kind]));
            match self.walk.sum(rules, &mut meter, &smaller) {
                Err(SearchError::Limit(limit)) => return Err(limit.into()),
                Ok(_) => self.next[kind] += 1,
                // Rules that look at the clock themselves fail at every size once it has run out.
                Err(_) => {
                    budget.check()?;
                    self.next[kind] += 1;
                }
            }
        }
        self.walk.sum(rules, &mut meter, &Sum::from((kind, n)))
    }

    /// The nimber of a position, if it is in the table.
    pub fn get(&self, kind: usize, n: u64) -> Option<Nimber> {
        match self.walk.memo.state(&(kind, n)) {
            State::Done(nimber) => Some(nimber),
            State::New | State::Open => None,
        }
    }
}

impl fmt::Debug for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sweep").field("filled", &self.next).finish_non_exhaustive()
    }
}

/// A cell holds a nimber plus one, or one of these.
const NEW: u32 = 0;
const OPEN: u32 = u32::MAX;

struct Tables {
    cells: Vec<Vec<u32>>,
    /// All cells together.
    held: u64,
}

impl Memo<(usize, u64), Nimber> for Tables {
    fn state(&self, &(kind, n): &(usize, u64)) -> State<Nimber> {
        let index = usize::try_from(n).ok();
        match index.and_then(|index| self.cells[kind].get(index)) {
            None | Some(&NEW) => State::New,
            Some(&OPEN) => State::Open,
            Some(&above) => State::Done(Nimber::new(u64::from(above) - 1)),
        }
    }

    fn held_with(&self, &(kind, n): &(usize, u64)) -> u64 {
        let cells = self.cells[kind].len() as u64;
        self.held.saturating_add(n.saturating_add(1).saturating_sub(cells))
    }

    fn open(&mut self, &(kind, n): &(usize, u64)) -> Result<(), Limit> {
        let index = narrow(n)? as usize;
        self.held = self.held_with(&(kind, n));
        let cells = &mut self.cells[kind];
        if index >= cells.len() {
            cells.resize(index + 1, NEW);
        }
        cells[index] = OPEN;
        Ok(())
    }

    fn close(&mut self, &(kind, n): &(usize, u64), value: Nimber) -> Result<(), Limit> {
        self.cells[kind][n as usize] = narrow(value.get())? + 1;
        Ok(())
    }

    /// Rows of cells have no place for what is far beyond them.
    fn keep(&mut self, _position: &(usize, u64), _value: Nimber) {}

    fn forget(&mut self, &(kind, n): &(usize, u64)) {
        self.cells[kind][n as usize] = NEW;
    }
}

/// Sizes and nimbers are less than 2^32 - 2, so that a nimber plus one is neither `NEW` nor `OPEN`.
fn narrow(value: u64) -> Result<u32, Limit> {
    let narrow = u32::try_from(value).ok().filter(|&value| value < u32::MAX - 1);
    narrow.ok_or(Limit::Table(u32::MAX.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Search};

    /// Kind 0 leads to a larger heap of kind 1, which leads back to a much smaller one. Odd sizes
    /// of kind 1 are illegal, and size 6 of kind 0 leads to itself.
    struct Crossing;

    impl Rules for Crossing {
        type Position = (usize, u64);
        type Error = &'static str;

        fn options(
            &self,
            &(kind, n): &(usize, u64),
            options: &mut Options<(usize, u64)>,
        ) -> Result<(), &'static str> {
            match (kind, n) {
                (0, 6) => options.push((0, 6)),
                (0, _) => {
                    options.push((1, 2 * n));
                    if n % 7 != 6 && n > 0 {
                        options.push((0, n / 2));
                    }
                }
                (_, n) if n % 2 == 1 => return Err("odd"),
                (_, 0) => {}
                (_, n) => {
                    options.push_parts([(0, n / 4), (0, n / 3)]);
                    options.finish();
                }
            }
            Ok(())
        }
    }

    #[test]
    fn agrees_with_the_search() {
        let (mut sweep, mut search) = (Sweep::new(2), Search::new());
        let budget = Budget::default();
        for n in (0..200).rev() {
            for kind in 0..2 {
                let expected = search.nimber(&Crossing, &budget, &Sum::from((kind, n)));
                let found = sweep.nimber(&Crossing, kind, n, &budget);
                assert_eq!(found.is_ok(), expected.is_ok(), "{kind} {n}");
                if let (Ok(found), Ok(expected)) = (found, expected) {
                    assert_eq!(found, expected, "{kind} {n}");
                    assert_eq!(sweep.get(kind, n), Some(expected));
                }
            }
        }
        let cycle = vec![(0, 6), (0, 6)];
        assert_eq!(sweep.nimber(&Crossing, 0, 6, &budget), Err(SearchError::Cycle(cycle)));
        let odd = SearchError::Rules { position: (1, 3), error: "odd" };
        assert_eq!(sweep.nimber(&Crossing, 1, 3, &budget), Err(odd));
        assert_eq!(sweep.get(1, 3), None);
    }

    #[test]
    fn the_budget_bounds_the_tables() {
        let budget = Budget { max_positions: Some(1000), ..Budget::default() };
        let mut sweep = Sweep::new(2);
        let limit = SearchError::Limit(Limit::Positions(1000));
        assert_eq!(sweep.nimber(&Crossing, 1, 2000, &budget), Err(limit));
        let limit = SearchError::Limit(Limit::Table(u32::MAX.into()));
        let mut sweep = Sweep::new(2);
        sweep.next[1] = u64::MAX;
        assert_eq!(sweep.nimber(&Crossing, 1, u64::MAX - 1, &Budget::default()), Err(limit));
    }

    #[test]
    fn rules_that_stop_for_the_budget_stop_the_sweep() {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

        struct Stops {
            cancel: Arc<AtomicBool>,
            calls: AtomicU64,
        }

        impl Rules for Stops {
            type Position = (usize, u64);
            type Error = ();

            fn options(&self, _: &(usize, u64), _: &mut Options<(usize, u64)>) -> Result<(), ()> {
                self.calls.fetch_add(1, Ordering::Relaxed);
                self.cancel.store(true, Ordering::Relaxed);
                Err(())
            }
        }

        let cancel = Arc::new(AtomicBool::new(false));
        let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
        let rules = Stops { cancel, calls: AtomicU64::new(0) };
        let found = Sweep::new(1).nimber(&rules, 0, 1000, &budget);
        assert_eq!(found, Err(SearchError::Limit(Limit::Cancelled)));
        assert_eq!(rules.calls.into_inner(), 1);
    }
}
