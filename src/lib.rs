//! The compiler for impartial games.
//!
//! Write down what the positions of a game are and what a move turns each of them into; get its
//! nimbers, winning moves, misère outcomes, proved periods and checked theorems.
//!
//! - [`compiler`] reads games in the game language, checks them, plans how to solve them and does it;
//! - [`core`] is the engine below it, for games whose rules are written in Rust;
//! - [`builtin`] holds the games that come with the program.
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

pub use grundy_compiler as compiler;
pub use grundy_core as core;
#[cfg(feature = "macros")]
pub use grundy_macros::{Impartial, game, include_game};

/// What a program with a game in it needs.
pub mod prelude {
    pub use grundy_core::{
        Budget, Impartial, Nimber, Options, Outcome, RuleError, SolveError, Solver, Sum,
    };
    #[cfg(feature = "macros")]
    pub use grundy_macros::{Impartial, game, include_game};
}
