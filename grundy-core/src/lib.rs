//! The mex engine of grundy: values and outcomes of impartial games.
//!
//! Two players move in turn, both have the same moves, and play ends. Under normal play the player
//! without a move loses; then every position equals a Nim heap, and [`Nimber`] is its size. Under
//! misère play that player wins, and sums are harder.
//!
//! Say what the [`Options`] of a position are, by implementing [`Rules`], and ask a solver:
//!
//! | solver | finds | for |
//! |---|---|---|
//! | [`Search`] | nimbers, by memo search | positions of any type |
//! | [`Sweep`] | nimbers, in dense tables | positions that are a kind and a size |
//! | [`GridTables`] | nimbers, in dense tables | positions that are a kind and a few nats |
//! | [`MisereSearch`] | outcomes under misère play | positions of any type |
//!
//! Or describe a heap game as data, by a [`Family`], for [`HeapTables`]: it fills tables with tight
//! loops, finds periods and proves them for all sizes. Games on graphs find theirs in [`graph`].
//!
//! # Kayles, twice
//!
//! In Kayles a move knocks down one pin or two neighbouring ones in a row of pins, which leaves a
//! row on either side.
//!
//! ```
//! use std::convert::Infallible;
//! use grundy_core::{Budget, Nimber, Options, Rules, Search, Sum};
//!
//! struct Kayles;
//!
//! impl Rules for Kayles {
//!     type Position = u64;
//!     type Error = Infallible;
//!
//!     fn options(&self, &pins: &u64, options: &mut Options<u64>) -> Result<(), Infallible> {
//!         for knocked in 1..=pins.min(2) {
//!             for left in 0..=pins - knocked {
//!                 options.push_parts([left, pins - knocked - left]);
//!             }
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let rows = Sum::from_iter([5, 7, 9]);
//! let nimber = Search::new().nimber(&Kayles, &Budget::default(), &rows);
//! assert_eq!(nimber, Ok(Nimber::new(2)));
//! ```
//!
//! As a family it has a table, a proved period and values for rows of any length:
//!
//! ```
//! use grundy_core::{Budget, Family, HeapKind, HeapTables, Nimber, Rule, Shape};
//!
//! let knock = |pins: i64| Rule {
//!     from: pins as u64,
//!     to: None,
//!     except: vec![],
//!     shape: Shape::Split { left: 0, right: 0, removed: pins, low: 0, gap: pins, unequal: false },
//! };
//! let row = HeapKind { least: 0, rules: vec![knock(1), knock(2)] };
//! let mut tables = HeapTables::new(Family { kinds: vec![row] })?;
//! let budget = Budget::default();
//! assert_eq!(tables.nimber(0, 9, &budget)?, Nimber::new(4));
//!
//! let proof = tables.prove(0, 1000, &budget)?.expect("Kayles is periodic");
//! assert_eq!((proof.preperiod, proof.period), (71, 12));
//! assert_eq!(tables.nimber(0, 1_000_000_000_000, &budget)?, Nimber::new(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
pub mod certificate;
mod code;
mod counts;
mod dense;
mod error;
mod evaluate;
mod genus;
pub mod graph;
pub mod heap;
mod impartial;
mod memo;
mod mex;
mod misere;
mod nimber;
mod options;
mod outcome;
mod probe;
#[doc(hidden)]
pub mod processor;
#[doc(hidden)]
pub mod rt;
mod rules;
mod search;
mod sink;
mod sum;
mod sweep;
mod walk;

pub use budget::{Budget, Limit};
pub use code::{Code, CodeError, Digit};
pub use counts::{CountError, Counts};
pub use dense::{
    Ask, Condition, Form, Grid, GridError, GridFailure, GridKind, GridRule, GridTables, Known,
};
pub use error::SearchError;
pub use genus::Genus;
pub use heap::{
    Family, FamilyError, HeapError, HeapKind, HeapMethod, HeapReport, HeapTables, KindWindow,
    NoCode, Notation, Part, PeriodCheck, PeriodProof, Rule, Shape, Shifted, Theorem, Values,
    xor_progression,
};
pub use impartial::{Impartial, IntoSum, RuleError, SolveError, Solver, Table};
pub use mex::{MexSet, mex};
pub use misere::{MisereMethod, MisereOutcome, MisereSearch};
pub use nimber::{Nimber, nim_product};
pub use options::{OptionView, Options};
pub use outcome::Outcome;
pub use rt::IntSet;
pub use rules::Rules;
pub use search::Search;
pub use sink::{OptionSink, Sink};
pub use sum::{Counted, Sum, TooManyCopies};
pub use sweep::Sweep;
