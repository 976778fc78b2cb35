//! Binder lists and the patterns in them.

use super::{Converter, parts, take, take_if};
use crate::ast::{Binder, BinderKind, Expr, ExprKind, Pattern};
use crate::syntax::{Pair, Rule};
use crate::{Diagnostic, Span, codes};

impl Converter<'_> {
    /// Converts `binders` or `call_binders`.
    pub(crate) fn binders(&mut self, pair: Pair<'_>) -> Vec<Binder> {
        parts(pair).map(|binder| self.binder(binder)).collect()
    }

    /// The binders behind a `for` that may be left out.
    pub(super) fn optional_binders<'i>(
        &mut self,
        inner: &mut std::iter::Peekable<impl Iterator<Item = Pair<'i>>>,
    ) -> Vec<Binder> {
        take_if(inner, Rule::binders).map_or_else(Vec::new, |binders| self.binders(binders))
    }

    fn binder(&mut self, pair: Pair<'_>) -> Binder {
        let span = self.span(&pair);
        let binder = take(&mut parts(pair));
        let rule = binder.as_rule();
        let chooses = binder.clone().into_inner().any(|token| token.as_rule() == Rule::kw_in);
        let mut inner = parts(binder).peekable();
        let kind = match rule {
            Rule::binder_let => BinderKind::Let {
                pattern: self.pattern(take(&mut inner)),
                value: self.expr(take(&mut inner)),
            },
            Rule::binder_if => BinderKind::If(self.expr(take(&mut inner))),
            Rule::binder_param => {
                let name = self.name(&take(&mut inner));
                let value = self.expr(take(&mut inner));
                if chooses {
                    BinderKind::ParamIn { name, collection: value }
                } else {
                    BinderKind::ParamIs { name, value }
                }
            }
            Rule::binder_in => self.choice(&mut inner),
            other => unreachable!("{other:?} is no binder"),
        };
        Binder { span, kind }
    }

    /// `x in C`, `d[i in I] in C`, or a bare `n`.
    fn choice<'i>(
        &mut self,
        inner: &mut std::iter::Peekable<impl Iterator<Item = Pair<'i>>>,
    ) -> BinderKind {
        let pattern = self.pattern(take(inner));
        let map = take_if(inner, Rule::map_index).map(|map| {
            let mut map = parts(map);
            (self.pattern(take(&mut map)), self.expr(take(&mut map)))
        });
        let collection = inner.next().map(|collection| self.expr(collection));
        match (pattern, map, collection) {
            (Pattern::Name(name), Some((index, over)), Some(collection)) => {
                BinderKind::Map { name, index, over, collection }
            }
            (pattern, None, Some(collection)) => BinderKind::In { pattern, collection },
            (Pattern::Name(name), None, None) => BinderKind::Free(name),
            (pattern, map, collection) => {
                let span = pattern_span(&pattern);
                let wrong = if map.is_some() && collection.is_some() {
                    Diagnostic::new(codes::UNEXPECTED, span, "a map of choices has one name")
                        .help("write `d[i in I] in C`")
                } else {
                    Diagnostic::new(
                        codes::UNEXPECTED,
                        span,
                        "this binder says nothing to choose from",
                    )
                    .help("write `x in C`")
                };
                self.report(wrong);
                let kind = ExprKind::Error;
                let collection = collection.unwrap_or(Expr { span, kind });
                BinderKind::In { pattern, collection }
            }
        }
    }

    /// Converts `pattern`; one in parentheses is that pattern itself.
    pub(super) fn pattern(&mut self, pair: Pair<'_>) -> Pattern {
        let span = self.span(&pair);
        let inner = take(&mut parts(pair));
        match inner.as_rule() {
            Rule::name => Pattern::Name(self.name(&inner)),
            Rule::ignore => Pattern::Ignore(span),
            _ => {
                let mut entries: Vec<Pattern> =
                    parts(inner).map(|entry| self.pattern(entry)).collect();
                match entries.pop() {
                    Some(only) if entries.is_empty() => only,
                    last => {
                        entries.extend(last);
                        Pattern::Tuple(entries, span)
                    }
                }
            }
        }
    }
}

/// Where a pattern stands.
fn pattern_span(pattern: &Pattern) -> Span {
    match pattern {
        Pattern::Name(name) => name.span,
        Pattern::Ignore(span) | Pattern::Tuple(_, span) => *span,
    }
}
