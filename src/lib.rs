//! The compiler for impartial games.
//!
//! Write down what the positions of a game are and what a move turns each of them into; get its
//! nimbers, winning moves, misère outcomes, proved periods and checked theorems.
//!
//! # A game as a Rust type
//!
//! ```
//! use grundy::prelude::*;
//!
//! /// A row of pins, of which a move bowls over one or two neighbouring ones.
//! #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
//! #[moves(bowl(k in 1..=2, left in 0..=n - k) -> Row(left) + Row(n - k - left))]
//! struct Row {
//!     n: u32,
//! }
//!
//! let mut solver = Row::solver();
//! for row in solver.table((0..=30).map(|n| Row { n })) {
//!     let (row, nimber) = row?;
//!     println!("{:>3} {nimber}", row.n);
//! }
//! assert_eq!(solver.grundy(&Row { n: 12 })?, 4);
//! # Ok::<(), SolveError<Row>>(())
//! ```
//!
//! The rules are compiled together with the program, into a solver that is made for them: here
//! tables, with a proof of the period. See [`derive@Impartial`] for the attributes, [`Solver`] for
//! what can be asked, and [`game!`] and [`include_game!`] for games that are modules.
//!
//! # What there is
//!
//! - [`prelude`] is what a program with a game in it needs;
//! - [`compiler`] reads games in the game language, checks them, plans how to solve them and does it;
//! - [`core`] is the engine below it, for games whose rules are written in Rust;
//! - [`builtin`] holds the games that come with the program.
//!
//! # A game as a text
//!
//! ```
//! use std::sync::Arc;
//! use grundy::compiler::{Instance, Settings, SourceMap, compile};
//! use grundy::core::Nimber;
//!
//! let mut sources = SourceMap::default();
//! let text = "
//!     game take_away
//!     position Heap(n: nat) { move take(s in {1, 3, 4}) when s <= n -> Heap(n - s) }
//!     start Heap(6) + Heap(9)
//! ";
//! let source = sources.add("take_away.game", text);
//! let game = compile(&sources, source).expect("the rules are well formed");
//!
//! let instance = Instance::new(Arc::new(game.spec), Arc::new(sources), &[], Settings::default()).unwrap();
//! let spec = instance.spec();
//! let start = instance.run(spec.start.as_ref().unwrap()).unwrap();
//! assert_eq!(instance.nimber(start.sum()).unwrap(), Nimber::new(2));
//! ```

pub mod builtin;

/// The examples of the guide are run.
#[cfg(all(doctest, feature = "macros"))]
#[doc = include_str!("../docs/rust.md")]
#[doc = "# Read me"]
#[doc = include_str!("../README.md")]
pub struct Guide;

pub use grundy_compiler as compiler;
pub use grundy_core as core;
#[cfg(feature = "macros")]
pub use grundy_macros::{Impartial, game, include_game};

pub use grundy_core::Solver;

/// What a program with a game in it needs.
pub mod prelude {
    pub use grundy_core::{
        Budget, Impartial, Nimber, Options, Outcome, RuleError, SolveError, Solver, Sum,
    };
    #[cfg(feature = "macros")]
    pub use grundy_macros::{Impartial, game, include_game};
}
