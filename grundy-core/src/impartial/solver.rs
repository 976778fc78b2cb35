//! The solver of a game.

use std::fmt;

use super::engine::{Engine, Engines};
use super::planned::Refused;
use super::{Impartial, Planned, RuleError};
use crate::{Budget, Nimber, Options, Outcome, PeriodProof, SearchError, Sum};

/// Why a question about a game has no answer. None of these says anything about the answer.
pub type SolveError<T> = SearchError<T, RuleError>;

/// Answers questions about the positions of a game, and keeps what it has found.
///
/// Every question takes a position or a sum of positions.
///
/// ```
/// use grundy_core::{Impartial, Options, Outcome, RuleError, Sum};
///
/// /// A heap, from which one, two or three are taken.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Heap(u32);
///
/// impl Impartial for Heap {
///     fn options(&self, options: &mut Options<Heap>) -> Result<(), RuleError> {
///         (1..=self.0.min(3)).for_each(|taken| options.push(Heap(self.0 - taken)));
///         Ok(())
///     }
/// }
///
/// let mut solver = Heap::solver();
/// let sum = Sum::from_iter([Heap(5), Heap(10)]);
/// assert_eq!(solver.grundy(&sum)?, 3);
/// assert_eq!(solver.outcome(&sum)?, Outcome::N);
/// assert_eq!(solver.winning_moves(&Heap(6))?, [Sum::from(Heap(4))]);
/// assert_eq!(solver.misere_outcome(&Heap(1))?, Outcome::P);
/// for row in solver.table((0..=20).map(Heap)) {
///     let (heap, nimber) = row?;
///     assert_eq!(nimber, u64::from(heap.0 % 4));
/// }
/// # Ok::<(), grundy_core::SolveError<Heap>>(())
/// ```
pub struct Solver<T: Impartial> {
    engine: Box<dyn Engine<T>>,
    budget: Budget,
}

/// What can be asked about: a position, or a sum of positions.
pub trait IntoSum<T> {
    /// It as a sum.
    fn to_sum(&self) -> Sum<T>;

    /// The position that it is, if it is one and no sum.
    fn single(&self) -> Option<&T> {
        None
    }
}

impl<T: Clone> IntoSum<T> for T {
    fn to_sum(&self) -> Sum<T> {
        Sum::from(self.clone())
    }

    fn single(&self) -> Option<&T> {
        Some(self)
    }
}

impl<T: Clone> IntoSum<T> for Sum<T> {
    fn to_sum(&self) -> Sum<T> {
        self.clone()
    }
}

impl<T: Impartial> Solver<T> {
    /// The solver for rules with a plan; rules that could not be set up fail at every position.
    #[doc(hidden)]
    pub fn of<G: Planned<Position = T>>(game: Result<G, RuleError>) -> Self {
        let engine: Box<dyn Engine<T>> = match game {
            Ok(game) => Box::new(Engines::new(game)),
            Err(error) => Box::new(Engines::new(Refused::new(error))),
        };
        Self { engine, budget: Budget::default() }
    }

    /// The same solver with limits for each question.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// The nimber under normal play. It compares with integers: `solver.grundy(&heap)? == 3`.
    ///
    /// # Errors
    /// When the rules fail at a position that matters, play need not end, or the budget is spent.
    pub fn grundy(&mut self, of: &impl IntoSum<T>) -> Result<Nimber, SolveError<T>> {
        match of.single() {
            Some(position) => self.engine.nimber_of(position, &self.budget),
            None => self.engine.nimber(&of.to_sum(), &self.budget),
        }
    }

    /// Who wins, under the convention of the game: unless its rules say otherwise the last player to
    /// move wins.
    ///
    /// # Errors
    /// As for [`grundy`](Self::grundy).
    pub fn outcome(&mut self, of: &impl IntoSum<T>) -> Result<Outcome, SolveError<T>> {
        if self.engine.is_misere() {
            return self.misere_outcome(of);
        }
        self.grundy(of).map(Outcome::of)
    }

    /// Who wins under misère play: the last player to move loses.
    ///
    /// # Errors
    /// As for [`grundy`](Self::grundy).
    pub fn misere_outcome(&mut self, of: &impl IntoSum<T>) -> Result<Outcome, SolveError<T>> {
        self.engine.misere(&of.to_sum(), &self.budget)
    }

    /// The options of a position or sum as the rules write them, in their order.
    ///
    /// # Errors
    /// When the rules fail there.
    pub fn options(&mut self, of: &impl IntoSum<T>) -> Result<Vec<Sum<T>>, SolveError<T>> {
        let sum = of.to_sum();
        let mut all = Vec::new();
        for (at, (position, _)) in sum.components().iter().enumerate() {
            let options: Options<T> = self.engine.options(position)?;
            all.extend(options.iter().map(|option| sum.replaced(Some(at), None, option.to_sum())));
        }
        for (at, &(size, _)) in sum.heaps().iter().enumerate() {
            for smaller in 0..size {
                let mut heap = Sum::zero();
                heap.push_heap(smaller, 1);
                all.push(sum.replaced(None, Some(at), heap));
            }
        }
        Ok(all)
    }

    /// The options from which the other player loses, under the convention of the game.
    ///
    /// # Errors
    /// As for [`grundy`](Self::grundy).
    pub fn winning_moves(&mut self, of: &impl IntoSum<T>) -> Result<Vec<Sum<T>>, SolveError<T>> {
        let mut winning = Vec::new();
        for option in self.options(of)? {
            if !self.outcome(&option)?.is_won() {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    /// The nimbers of many positions, one after the other.
    ///
    /// A table of a game with one or two sizes prints well row by row; see `examples/`.
    pub fn table<I: IntoIterator<Item = T>>(&mut self, positions: I) -> Table<'_, T, I::IntoIter> {
        Table { solver: self, positions: positions.into_iter() }
    }

    /// A proof that the nimbers of positions of this kind are periodic in their size, if the tables
    /// up to `most` hold one. Without a proof nothing is said of a period.
    ///
    /// # Errors
    /// When the budget is spent, or the rules could not be set up.
    pub fn period(&mut self, of: &T, most: u64) -> Result<Option<PeriodProof>, SolveError<T>> {
        self.engine.period(of, most, &self.budget)
    }

    /// How many positions the searches hold.
    pub fn positions(&self) -> usize {
        self.engine.positions()
    }
}

impl<T: Impartial> fmt::Debug for Solver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("positions", &self.positions()).finish_non_exhaustive()
    }
}

/// Positions with their nimbers: what [`Solver::table`] gives.
#[derive(Debug)]
pub struct Table<'a, T: Impartial, I> {
    solver: &'a mut Solver<T>,
    positions: I,
}

impl<T: Impartial, I: Iterator<Item = T>> Iterator for Table<'_, T, I> {
    type Item = Result<(T, Nimber), SolveError<T>>;

    fn next(&mut self) -> Option<Self::Item> {
        let position = self.positions.next()?;
        Some(self.solver.grundy(&position).map(|nimber| (position, nimber)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }
}
