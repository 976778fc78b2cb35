//! The grammar of the game language.
//!
//! Text goes in, a syntax tree comes out, and every part of it knows its
//! place. This crate decides precedence and shape and nothing else; it is
//! the only one that knows pest, whose types stay inside it.
//!
//! ```
//! use grundy_grammar::{SourceMap, ast::ItemKind, parse_file};
//!
//! let mut sources = SourceMap::default();
//! let id = sources.add("nim.game", "game nim\nposition Heap(n: nat) { move take(s in 1..=n) -> Heap(n - s) }");
//! let (file, errors) = parse_file(&sources, id);
//! assert!(errors.is_empty());
//! assert_eq!(file.name.text, "nim");
//! assert!(matches!(file.items[0].kind, ItemKind::Position { .. }));
//! ```

// What pest's derive writes names `alloc`.
extern crate alloc;

pub mod ast;
pub mod codes;
mod convert;
mod diagnostic;
mod failure;
mod foreign;
mod keywords;
mod nesting;
mod reader;
mod scan;
mod source;
mod span;
mod syntax;
mod words;

pub use diagnostic::{Diagnostic, nearest};
pub use keywords::KEYWORDS;
pub use source::{Source, SourceId, SourceMap};
pub use span::Span;

/// Reads a whole `.game` file.
///
/// There always is a file: what could not be read is left out of it, or stands
/// in it as [`ast::ExprKind::Error`]. All syntax errors are found in one run, in
/// the order of the text; without any, the file is exactly what was written.
pub fn parse_file(sources: &SourceMap, id: SourceId) -> (ast::File, Vec<Diagnostic>) {
    reader::file(sources.get(id))
}

/// Reads a source that is one expression, such as a sum on the command line.
///
/// # Errors
/// All syntax errors in it; then there is no expression.
///
/// ```
/// use grundy_grammar::{SourceMap, parse_expr};
///
/// let mut sources = SourceMap::default();
/// let sum = sources.add("<command line>", "Heap(3) + 2 * Heap(5)");
/// assert!(parse_expr(&sources, sum).is_ok());
/// let broken = sources.add("<command line>", "Heap(3");
/// assert_eq!(parse_expr(&sources, broken).unwrap_err()[0].code, "E0106");
/// ```
pub fn parse_expr(sources: &SourceMap, id: SourceId) -> Result<ast::Expr, Vec<Diagnostic>> {
    reader::expr(sources.get(id))
}

/// Reads a source that is a question to the command line: `SUM` or `SUM for BINDERS`.
///
/// # Errors
/// All syntax errors in it; then there is no question.
///
/// ```
/// use grundy_grammar::{SourceMap, parse_query};
///
/// let mut sources = SourceMap::default();
/// let query = sources.add("<command line>", "Heap(a) + Heap(b) for a in 0..=3, b in 0..=a");
/// let (_sum, binders) = parse_query(&sources, query).unwrap();
/// assert_eq!(binders.len(), 2);
/// ```
pub fn parse_query(
    sources: &SourceMap,
    id: SourceId,
) -> Result<(ast::Expr, Vec<ast::Binder>), Vec<Diagnostic>> {
    reader::query(sources.get(id))
}
