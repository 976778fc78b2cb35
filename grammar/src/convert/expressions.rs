//! Expressions without their operators: what stands between two of them.

use super::{Converter, parts, take};
use crate::ast::{Expr, ExprKind, Update, UpdateOp};
use crate::syntax::{Pair, Rule};
use crate::{Diagnostic, codes};

impl Converter<'_> {
    /// Converts `expr`, `expr_no_in` or `bound`.
    pub(crate) fn expr(&mut self, pair: Pair<'_>) -> Expr {
        let (expr, height) = self.operators(pair);
        self.tallest = self.tallest.max(height);
        expr
    }

    /// Converts `primary` and its like, and tells the height.
    pub(super) fn primary(&mut self, pair: Pair<'_>) -> (Expr, usize) {
        let mut inner = parts(pair);
        let first = take(&mut inner);
        let mut bare_name = first.as_rule() == Rule::reference;
        let span = self.span(&first);
        let (kind, height) = self.measured(|me| me.atom(first));
        let (mut expr, mut height) = self.capped(Expr { span, kind }, height + 1);
        for postfix in inner {
            let span = expr.span.to(self.span(&postfix));
            let (kind, inside) = self.measured(|me| me.postfix(expr, postfix, bare_name));
            bare_name = false;
            (expr, height) = self.capped(Expr { span, kind }, height.max(inside) + 1);
        }
        (expr, height)
    }

    fn atom(&mut self, pair: Pair<'_>) -> ExprKind {
        match pair.as_rule() {
            Rule::reference => self.reference(pair),
            Rule::number => self.number(&pair),
            Rule::text => ExprKind::Text(self.unescaped(&pair)),
            Rule::boolean => ExprKind::Bool(pair.as_str() == "true"),
            Rule::legal => ExprKind::Legal,
            Rule::parens => self.parens(pair),
            Rule::vector => self.entries(pair, false),
            Rule::braces => self.entries(pair, true),
            Rule::fixpoint => self.fixpoint(pair),
            Rule::if_expr | Rule::if_no_in => self.if_expr(pair),
            Rule::let_expr | Rule::let_no_in => self.let_expr(pair),
            other => unreachable!("{other:?} is no expression"),
        }
    }

    fn if_expr(&mut self, pair: Pair<'_>) -> ExprKind {
        let mut inner = parts(pair);
        ExprKind::If {
            condition: Box::new(self.expr(take(&mut inner))),
            then: Box::new(self.expr(take(&mut inner))),
            otherwise: Box::new(self.expr(take(&mut inner))),
        }
    }

    fn let_expr(&mut self, pair: Pair<'_>) -> ExprKind {
        let mut inner = parts(pair);
        ExprKind::Let {
            pattern: self.pattern(take(&mut inner)),
            value: Box::new(self.expr(take(&mut inner))),
            body: Box::new(self.expr(take(&mut inner))),
        }
    }

    fn fixpoint(&mut self, pair: Pair<'_>) -> ExprKind {
        let mut inner = parts(pair);
        ExprKind::Fixpoint {
            name: self.name(&take(&mut inner)),
            start: Box::new(self.expr(take(&mut inner))),
            step: Box::new(self.expr(take(&mut inner))),
        }
    }

    fn parens(&mut self, pair: Pair<'_>) -> ExprKind {
        let mut entries: Vec<Expr> = parts(pair).map(|entry| self.expr(entry)).collect();
        match entries.pop() {
            Some(only) if entries.is_empty() => only.kind,
            last => {
                entries.extend(last);
                ExprKind::Tuple(entries)
            }
        }
    }

    fn entries(&mut self, pair: Pair<'_>, set: bool) -> ExprKind {
        let mut entries = Vec::new();
        for part in parts(pair) {
            if part.as_rule() == Rule::binders {
                let binders = self.binders(part);
                if let Some(body) = entries.pop() {
                    return ExprKind::Comprehension {
                        set,
                        body: Box::new(body),
                        binders,
                    };
                }
            } else {
                entries.push(self.expr(part));
            }
        }
        if set {
            ExprKind::Set(entries)
        } else {
            ExprKind::Vector(entries)
        }
    }

    fn postfix(&mut self, base: Expr, pair: Pair<'_>, bare_name: bool) -> ExprKind {
        match pair.as_rule() {
            Rule::index => self.index(base, pair, bare_name),
            Rule::without => ExprKind::Without {
                base: Box::new(base),
                index: Box::new(self.expr(take(&mut parts(pair)))),
            },
            Rule::with | Rule::with_no_in => ExprKind::With {
                base: Box::new(base),
                updates: parts(pair).map(|update| self.update(update)).collect(),
            },
            other => unreachable!("{other:?} is no postfix"),
        }
    }

    fn update(&mut self, pair: Pair<'_>) -> Update {
        let span = self.span(&pair);
        let mut inner = parts(pair);
        let place = take(&mut parts(take(&mut inner)));
        let (over, index) = if place.as_rule() == Rule::place_binder {
            let mut binder = parts(place);
            let named = take(&mut binder);
            let named_span = self.span(&named);
            let text = named.as_str().trim_end().to_owned();
            let pattern = self.pattern(named);
            if !matches!(pattern, crate::ast::Pattern::Name(_)) {
                self.report(
                    Diagnostic::new(codes::BAD_ARGUMENTS, named_span, "the entry that changes needs a name")
                        .help("write `x with [i in I] -= d[i]`"),
                );
            }
            let over = self.expr(take(&mut binder));
            let index = Expr {
                span: named_span,
                kind: ExprKind::Name(text),
            };
            (Some((pattern, over)), index)
        } else {
            (None, self.expr(place))
        };
        let sign = take(&mut inner);
        let op = match sign.as_str() {
            "+=" => UpdateOp::Add,
            "-=" => UpdateOp::Subtract,
            _ => UpdateOp::Set,
        };
        Update {
            span,
            over,
            index,
            op,
            value: self.expr(take(&mut inner)),
        }
    }
}
