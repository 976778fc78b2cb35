//! Numbers and quoted texts.

use super::Converter;
use crate::ast::ExprKind;
use crate::syntax::Pair;
use crate::{Diagnostic, Span, codes};

impl Converter<'_> {
    pub(super) fn number(&mut self, pair: &Pair<'_>) -> ExprKind {
        match pair.as_str().replace('_', "").parse() {
            Ok(value) => ExprKind::Int(value),
            Err(_) => {
                let span = self.span(pair);
                self.report(
                    Diagnostic::new(codes::BAD_NUMBER, span, "this number is too large")
                        .label("does not fit into 64 bits")
                        .help(format!("numbers go up to {}", i64::MAX)),
                );
                ExprKind::Error
            }
        }
    }

    /// What stands between the quotes, with its escapes replaced.
    pub(super) fn unescaped(&mut self, pair: &Pair<'_>) -> String {
        let quoted = pair.as_str();
        let inside = quoted.get(1..quoted.len() - 1).unwrap_or("");
        let mut text = String::with_capacity(inside.len());
        let mut characters = inside.char_indices();
        while let Some((at, c)) = characters.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match characters.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, c @ ('"' | '\\'))) => text.push(c),
                other => {
                    let length = 1 + other.map_or(0, |(_, c)| c.len_utf8());
                    let start = pair.as_span().start() + 1 + at;
                    let place = Span::from(start..start + length);
                    let span = Span::new(self.base + place.start, self.base + place.end);
                    self.report(
                        Diagnostic::new(codes::BAD_TEXT, span, "a text knows no such escape").help(
                            "the escapes are `\\\"`, `\\\\` and `\\n`; for a backslash itself write `\\\\`",
                        ),
                    );
                }
            }
        }
        text
    }
}
