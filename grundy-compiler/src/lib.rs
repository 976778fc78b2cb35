//! The compiler behind grundy.
//!
//! The pipeline, one function a pass:
//!
//! | pass | from | to | what can no longer occur after it |
//! |---|---|---|---|
//! | [`grundy_grammar::parse_file`] | text | syntax tree | a token in a wrong place |
//! | [`check::check`] | syntax tree | [`ir::Spec`] | an unknown name, a wrong type, a missing argument |
//! | [`Instance::new`] | IR and params | a program | a param outside of its domain |
//! | [`analyse::analyse`] | IR and params | what is proved | (only adds knowledge) |
//! | [`Instance::plan`] | what is proved | an engine for each kind | |
//!
//! Arrows point down only: the engines of `grundy-core` never see a span, the
//! IR holds no type of a parser.

mod alike;
pub mod analyse;
pub mod check;
mod codes;
mod count;
mod cycle;
mod domain;
mod error;
mod eval;
mod guard;
mod instance;
pub mod ir;
mod layers;
mod memo;
mod normal;
mod options;
mod packed;
pub mod period;
mod plan;
mod program;
mod reference;
mod render;
mod small;
mod solve;
pub mod statements;
pub mod value;

pub use check::{Checked, Query};
pub use count::Count;
pub use error::{Error, Result};
pub use eval::FrameValues;
pub use grundy_grammar::{Diagnostic, SourceId, SourceMap, Span};
pub use instance::{Engine, Instance, Settings};
pub use memo::{MoveReport, SearchForm};
pub use options::Choice;
pub use plan::{Method, Plan};
pub use program::Obstacle;
pub use render::render;
pub use small::SelfTest;

/// Reads and checks a game.
///
/// # Errors
/// All mistakes of the text in one run: those of syntax, or, when there are
/// none, those of names and types.
pub fn compile(
    sources: &SourceMap,
    source: SourceId,
) -> std::result::Result<Checked, Vec<Diagnostic>> {
    let (file, mistakes) = grundy_grammar::parse_file(sources, source);
    if mistakes.is_empty() { check::check(file) } else { Err(mistakes) }
}
