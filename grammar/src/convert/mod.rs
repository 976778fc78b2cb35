//! From pieces of matched text to the syntax tree.
//!
//! What the grammar cannot tell (which operator binds first, how large a number
//! may be, how high the tree grows) is decided here, so that every tree handed
//! out is sound: errors found on the way leave [`ExprKind::Error`] behind.

mod binders;
mod calls;
mod expressions;
mod items;
mod literals;
mod operators;
mod types;

pub(crate) use items::{Head, Read, docs};

use crate::ast::{Expr, ExprKind, Name};
use crate::nesting::MAX_HEIGHT;
use crate::syntax::{Pair, Rule};
use crate::words::is_token;
use crate::{Diagnostic, Span, codes};

/// Turns pairs of one slice of a source into the syntax tree.
pub(crate) struct Converter<'d> {
    /// Where the slice begins in the shared position space.
    base: u32,
    diagnostics: &'d mut Vec<Diagnostic>,
    /// The height of the highest expression since [`Converter::measured`] was entered.
    tallest: usize,
    /// Whether an expression that is too high was reported: one message is enough.
    reported_height: bool,
}

impl<'d> Converter<'d> {
    /// A converter for a slice that begins at `base`.
    pub(crate) fn new(base: u32, diagnostics: &'d mut Vec<Diagnostic>) -> Converter<'d> {
        Converter { base, diagnostics, tallest: 0, reported_height: false }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The place of a pair, from its first to its last token.
    ///
    /// Pest lets a rule that may go on swallow the blanks behind it.
    fn span(&self, pair: &Pair<'_>) -> Span {
        let start = pair.as_span().start();
        let mut last = pair.clone();
        while let Some(inner) = last.clone().into_inner().next_back() {
            last = inner;
        }
        let end = last.as_span().end();
        let place = Span::from(start..end);
        Span::new(self.base.saturating_add(place.start), self.base.saturating_add(place.end))
    }

    fn name(&self, pair: &Pair<'_>) -> Name {
        Name { text: pair.as_str().to_owned(), span: self.span(pair) }
    }

    /// Runs `work` and tells the height of the highest expression it built.
    fn measured<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, usize) {
        let before = std::mem::take(&mut self.tallest);
        let result = work(self);
        let height = self.tallest;
        self.tallest = before.max(height);
        (result, height)
    }

    /// The expression itself with its height, unless it is higher than later passes can bear.
    fn capped(&mut self, expr: Expr, height: usize) -> (Expr, usize) {
        if height <= MAX_HEIGHT {
            return (expr, height);
        }
        let span = expr.span;
        if !self.reported_height {
            self.reported_height = true;
            self.report(
                Diagnostic::new(
                    codes::TOO_DEEP,
                    span,
                    format!("this expression is more than {MAX_HEIGHT} operations deep"),
                )
                .help("name parts of it with `let`, or use `sum(... for ...)` or `Kind[...]` for many summands"),
            );
        }
        (Expr { span, kind: ExprKind::Error }, 1)
    }
}

/// The pairs inside a pair that carry meaning: brackets, keywords and commas are gone.
pub(crate) fn parts<'i>(pair: Pair<'i>) -> impl Iterator<Item = Pair<'i>> {
    pair.into_inner().filter(|part| !is_token(part.as_rule()))
}

/// The next part, which the grammar promises to be there.
fn take<'i>(parts: &mut impl Iterator<Item = Pair<'i>>) -> Pair<'i> {
    parts.next().expect("the grammar puts a part here")
}

/// The next part when it is of this rule.
fn take_if<'i>(
    parts: &mut std::iter::Peekable<impl Iterator<Item = Pair<'i>>>,
    rule: Rule,
) -> Option<Pair<'i>> {
    parts.next_if(|part| part.as_rule() == rule)
}
