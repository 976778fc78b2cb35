//! Games as Rust types.

mod engine;
mod error;
mod ids;
mod layers;
mod memo;
mod planned;
mod solver;

use std::fmt::Debug;
use std::hash::Hash;

pub use error::RuleError;
pub use planned::{Layer, Place, Planned};
pub use solver::{IntoSum, SolveError, Solver, Table};

use crate::Options;
use planned::Plain;

/// The positions of an impartial game as a Rust type.
///
/// `#[derive(Impartial)]` writes it from rules in the game language, together with a solver that is
/// made for them. For a game that no language of rules describes, write it by hand; then
/// [`solver`](Impartial::solver) searches and remembers:
///
/// ```
/// use grundy_core::{Impartial, Options, RuleError};
///
/// /// A row of bits; clear one, and its right neighbour changes.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Row(u8);
///
/// impl Impartial for Row {
///     fn options(&self, options: &mut Options<Row>) -> Result<(), RuleError> {
///         for i in (0..8).filter(|i| self.0 >> i & 1 == 1) {
///             options.push(Row(self.0 ^ (0b11 << i >> 1)));
///         }
///         Ok(())
///     }
/// }
///
/// assert_eq!(Row::solver().grundy(&Row(0b100))?, 1);
/// # Ok::<(), grundy_core::SolveError<Row>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of positions of an impartial game",
    note = "derive it: `#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]`, with the rules in `#[moves(...)]`"
)]
pub trait Impartial: Clone + Debug + Eq + Hash + 'static {
    /// Puts every option of this position, each a sum, into `options`, behind what is there.
    ///
    /// Both players have the same moves; the same option may come several times.
    ///
    /// # Errors
    /// When the rules fail at this position. No solver takes that for a position without options.
    fn options(&self, options: &mut Options<Self>) -> Result<(), RuleError>;

    /// A solver that knows nothing yet.
    ///
    /// The one of a derived game is made for its rules; this one is a memo search.
    fn solver() -> Solver<Self> {
        Solver::of(Ok(Plain::new()))
    }

    /// A number that no other position has, if there is one: searches remember more of them in less
    /// room. The derive writes it.
    #[doc(hidden)]
    #[inline]
    fn packed(&self) -> Option<u64> {
        None
    }
}
