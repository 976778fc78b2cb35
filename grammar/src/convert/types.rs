//! Types.

use super::{Converter, parts, take};
use crate::ast::{Type, TypeKind};
use crate::syntax::{Pair, Rule};
use crate::{Diagnostic, codes};

impl Converter<'_> {
    /// Converts `ty`.
    pub(super) fn ty(&mut self, pair: Pair<'_>) -> Type {
        let span = self.span(&pair);
        let inner = take(&mut parts(pair));
        let (kind, height) = self.measured(|me| me.type_kind(inner));
        self.tallest = self.tallest.max(height + 1);
        Type { span, kind }
    }

    fn type_kind(&mut self, pair: Pair<'_>) -> TypeKind {
        let rule = pair.as_rule();
        if rule == Rule::name {
            return TypeKind::Named(pair.as_str().to_owned());
        }
        let mut inner = parts(pair);
        match rule {
            Rule::ty_set => TypeKind::Set(Box::new(self.ty(take(&mut inner)))),
            Rule::ty_tuple => TypeKind::Tuple(inner.map(|entry| self.ty(entry)).collect()),
            Rule::ty_vector => TypeKind::Vector(
                Box::new(self.ty(take(&mut inner))),
                inner.next().map(|length| Box::new(self.expr(length))),
            ),
            Rule::ty_range => {
                let low = Box::new(self.expr(take(&mut inner)));
                let sign = take(&mut inner);
                let inclusive = sign.as_str() == "..=";
                let high = inner.next().map(|high| Box::new(self.expr(high)));
                if inclusive && high.is_none() {
                    let span = self.span(&sign);
                    self.report(
                        Diagnostic::new(
                            codes::UNEXPECTED,
                            span,
                            "a range with `..=` names its last value",
                        )
                        .help("write `a..` for a range without an end"),
                    );
                }
                TypeKind::Range { low, high, inclusive }
            }
            other => unreachable!("{other:?} is no type"),
        }
    }
}
