//! Binder lists and the patterns in them.

use super::{Converter, parts, take, take_if};
use crate::ast::{Binder, BinderKind, Pattern};
use crate::syntax::{Pair, Rule};

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
        let is_param_in = binder.clone().into_inner().any(|token| token.as_rule() == Rule::kw_in);
        let mut inner = parts(binder);
        let kind = match rule {
            Rule::binder_let => BinderKind::Let {
                pattern: self.pattern(take(&mut inner)),
                value: self.expr(take(&mut inner)),
            },
            Rule::binder_if => BinderKind::If(self.expr(take(&mut inner))),
            Rule::binder_param => {
                let name = self.name(&take(&mut inner));
                let value = self.expr(take(&mut inner));
                if is_param_in {
                    BinderKind::ParamIn {
                        name,
                        collection: value,
                    }
                } else {
                    BinderKind::ParamIs { name, value }
                }
            }
            Rule::binder_map => BinderKind::Map {
                name: self.name(&take(&mut inner)),
                index: self.pattern(take(&mut inner)),
                over: self.expr(take(&mut inner)),
                collection: self.expr(take(&mut inner)),
            },
            Rule::binder_in => BinderKind::In {
                pattern: self.pattern(take(&mut inner)),
                collection: self.expr(take(&mut inner)),
            },
            Rule::binder_free => BinderKind::Free(self.name(&take(&mut inner))),
            other => unreachable!("{other:?} is no binder"),
        };
        Binder { span, kind }
    }

    /// Converts `pattern`; one in parentheses is that pattern itself.
    pub(super) fn pattern(&mut self, pair: Pair<'_>) -> Pattern {
        let span = self.span(&pair);
        let inner = take(&mut parts(pair));
        match inner.as_rule() {
            Rule::name => Pattern::Name(self.name(&inner)),
            Rule::ignore => Pattern::Ignore(span),
            _ => {
                let mut entries: Vec<Pattern> = parts(inner).map(|entry| self.pattern(entry)).collect();
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
