//! What a solver must know of a game.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Genus, Nimber, OptionSink, Options};

/// The rules of an impartial game: which options a position has.
///
/// Both players have the same moves, and a position says nothing of whose turn it is.
///
/// ```
/// use std::convert::Infallible;
/// use grundy_core::{Budget, Nimber, Options, Rules, Search, Sum};
///
/// /// Take one, two or three from a heap.
/// struct Take;
///
/// impl Rules for Take {
///     type Position = u64;
///     type Error = Infallible;
///
///     fn options(&self, &n: &u64, options: &mut Options<u64>) -> Result<(), Infallible> {
///         for taken in 1..=n.min(3) {
///             options.push(n - taken);
///         }
///         Ok(())
///     }
/// }
///
/// let nimber = Search::new().nimber(&Take, &Budget::default(), &Sum::from(10));
/// assert_eq!(nimber, Ok(Nimber::new(2)));
/// ```
pub trait Rules {
    /// One component of a sum. Equal positions must have the same options.
    type Position: Clone + Eq + Hash + Debug;
    /// What can go wrong when the options are found.
    type Error;

    /// Puts every option of `position`, each a sum, into `options`, behind what is there. The same
    /// option may come several times.
    ///
    /// An option that is built part by part must be finished: solvers panic when one is not.
    ///
    /// # Errors
    /// When the rules fail at this position. No solver takes that for a position without options.
    fn options(
        &self,
        position: &Self::Position,
        options: &mut Options<Self::Position>,
    ) -> Result<(), Self::Error>;

    /// The same options, handed over one by one: a solver that can value them as they come need not
    /// keep them. The default collects them first.
    ///
    /// # Errors
    /// As for [`options`](Self::options).
    #[inline]
    fn stream(
        &self,
        position: &Self::Position,
        sink: &mut impl OptionSink<Self::Position>,
    ) -> Result<(), Self::Error> {
        sink.collect(|options| self.options(position, options))
    }

    /// The options once more, for a search that looks at few of them: where it takes time to find the
    /// position that stands for a component, [`settled`](Self::settled) does so for those that are
    /// looked at.
    ///
    /// # Errors
    /// As for [`options`](Self::options).
    fn loose_options(
        &self,
        position: &Self::Position,
        options: &mut Options<Self::Position>,
    ) -> Result<(), Self::Error> {
        self.options(position, options)
    }

    /// The component that [`options`](Self::options) has in the place of this one of
    /// [`loose_options`](Self::loose_options). Of one that it may have, that one itself.
    fn settled(&self, component: &Self::Position) -> Self::Position {
        component.clone()
    }

    /// Whether `a` is to be looked at before `b`: a search is fastest when it meets the positions that
    /// are reached from others before those. It is a hint; no answer depends on it.
    fn comes_first(&self, a: &Self::Position, b: &Self::Position) -> bool {
        let _ = (a, b);
        false
    }

    /// How hard a position is, roughly: a search that stops early asks the easier ones first. It is a
    /// hint; no answer depends on it.
    fn effort(&self, position: &Self::Position) -> u64 {
        let _ = position;
        0
    }

    /// The nimber of `position` when it is known without looking at its options.
    ///
    /// # Errors
    /// When the rules fail at this position.
    fn known(&self, position: &Self::Position) -> Result<Option<Nimber>, Self::Error> {
        let _ = position;
        Ok(None)
    }

    /// The nimber of `position` when a theorem tells it. Unlike [`known`](Self::known) it is asked only
    /// of positions of which nothing is remembered, so it may take longer.
    ///
    /// # Errors
    /// When the rules fail at this position.
    fn proved(&self, position: &Self::Position) -> Result<Option<Nimber>, Self::Error> {
        let _ = position;
        Ok(None)
    }

    /// Another position that is proved to have the same game tree, so that only one of them is solved.
    /// It must not be one that `position` leads to.
    fn twin(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// The genus of `position` when it is known, without looking at its options, that the position
    /// ends and is hereditarily tame (see [`Genus`]).
    ///
    /// # Errors
    /// When the rules fail at this position.
    fn known_genus(&self, position: &Self::Position) -> Result<Option<Genus>, Self::Error> {
        let _ = position;
        Ok(None)
    }
}
