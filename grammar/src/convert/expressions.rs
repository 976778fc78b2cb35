//! Expressions without their operators: what stands between two of them.

use super::{Converter, parts, take};
use crate::ast::{Expr, ExprKind, Name, Pattern, Update, UpdateOp};
use crate::syntax::{Pair, Rule};
use crate::{Diagnostic, codes};

impl Converter<'_> {
    /// Converts `expr`, `expr_no_in` or `bound`.
    pub(crate) fn expr(&mut self, pair: Pair<'_>) -> Expr {
        let (expr, height) = self.operators(pair);
        self.tallest = self.tallest.max(height);
        expr
    }

    /// Converts what an operand begins with, and tells the height.
    pub(super) fn primary(&mut self, pair: Pair<'_>) -> (Expr, usize) {
        let span = self.span(&pair);
        let (kind, inside) = self.measured(|me| me.atom(pair));
        self.capped(Expr { span, kind }, inside + 1)
    }

    /// Converts `base` with what stands behind it, and tells the height.
    pub(super) fn postfix(&mut self, base: Expr, height: usize, pair: Pair<'_>) -> (Expr, usize) {
        let span = base.span.to(self.span(&pair));
        let (kind, inside) = self.measured(|me| me.postfix_kind(base, pair));
        self.capped(Expr { span, kind }, height.max(inside) + 1)
    }

    fn atom(&mut self, pair: Pair<'_>) -> ExprKind {
        match pair.as_rule() {
            Rule::reference | Rule::xor_call => self.reference(pair),
            Rule::number => self.number(&pair),
            Rule::text => ExprKind::Text(self.unescaped(&pair)),
            Rule::boolean => ExprKind::Bool(pair.as_str() == "true"),
            Rule::legal => ExprKind::Legal,
            Rule::parens => self.parens(pair),
            Rule::vector => self.entries(pair, false),
            Rule::braces => self.entries(pair, true),
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
                    return ExprKind::Comprehension { set, body: Box::new(body), binders };
                }
            } else {
                entries.push(self.expr(part));
            }
        }
        if set { ExprKind::Set(entries) } else { ExprKind::Vector(entries) }
    }

    fn postfix_kind(&mut self, base: Expr, pair: Pair<'_>) -> ExprKind {
        match pair.as_rule() {
            Rule::index => self.index(base, pair),
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
        let mut place = parts(take(&mut inner));
        let index = self.expr(take(&mut place));
        let over = place.next().and_then(|over| {
            let over = self.expr(over);
            Some((self.entry_name(&index)?, over))
        });
        let op = match take(&mut inner).as_str() {
            "+=" => UpdateOp::Add,
            "-=" => UpdateOp::Subtract,
            _ => UpdateOp::Set,
        };
        Update { span, over, index, op, value: self.expr(take(&mut inner)) }
    }

    /// The `i` of `[i in I]`, which must be a name: the right side speaks of it.
    fn entry_name(&mut self, index: &Expr) -> Option<Pattern> {
        if let ExprKind::Name(text) = &index.kind {
            return Some(Pattern::Name(Name { text: text.clone(), span: index.span }));
        }
        self.report(
            Diagnostic::new(
                codes::BAD_ARGUMENTS,
                index.span,
                "the entry that changes needs a name",
            )
            .help("write `x with [i in I] -= d[i]`"),
        );
        None
    }
}
