//! Operators: what binds what.
//!
//! The grammar reads operands and operators flat; two stacks (Dijkstra's
//! shunting yard) give them their shape, so that no chain makes us recurse.

use super::Converter;
use crate::ast::{BinaryOp, CompareOp, Expr, ExprKind, UnaryOp};
use crate::syntax::{Pair, Rule};
use crate::{Diagnostic, Span, codes};

/// How tightly an operator binds; later ones bind tighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Implication,
    Or,
    And,
    Not,
    Comparison,
    Xor,
    Union,
    Intersection,
    Range,
    Additive,
    Multiplicative,
    Prefix,
}

/// An operator, in front of an operand or between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Unary(UnaryOp),
    Binary(BinaryOp),
    Compare(CompareOp),
    Range { inclusive: bool },
}

/// An operand with what later checks need to know of it.
struct Operand {
    expr: Expr,
    height: usize,
    /// Its own operator, when no parentheses stand around it.
    bare: Option<Operator>,
    /// A `-` between two parts of it, when neither parentheses nor a range stand around.
    minus: Option<Span>,
}

impl Operand {
    /// An operand that no operator can tear apart.
    fn closed(expr: Expr, height: usize) -> Operand {
        Operand { expr, height, bare: None, minus: None }
    }
}

/// The two stacks.
#[derive(Default)]
struct Stacks {
    operands: Vec<Operand>,
    operators: Vec<(Operator, Span)>,
}

impl Converter<'_> {
    /// Converts the flat run of operands and operators in a pair, and tells the height.
    pub(super) fn operators(&mut self, pair: Pair<'_>) -> (Expr, usize) {
        let mut stacks = Stacks::default();
        for part in pair.into_inner() {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::prefix | Rule::bound_prefix => {
                    let operator = prefix(part.as_str());
                    self.check_prefix(operator, span, &stacks);
                    stacks.operators.push((operator, span));
                }
                Rule::infix | Rule::infix_no_in | Rule::bound_infix => {
                    let operator = infix(part.as_str());
                    self.reduce(&mut stacks, |top| binds_first(top, operator));
                    stacks.operators.push((operator, span));
                }
                Rule::index | Rule::without | Rule::with | Rule::with_no_in => {
                    let base = stacks.operands.pop().expect("a postfix stands behind an operand");
                    let (expr, height) = self.postfix(base.expr, base.height, part);
                    stacks.operands.push(Operand::closed(expr, height));
                }
                _ => {
                    let (expr, height) = self.primary(part);
                    stacks.operands.push(Operand::closed(expr, height));
                }
            }
        }
        self.reduce(&mut stacks, |_| true);
        let whole = stacks.operands.pop().expect("the grammar puts an operand here");
        (whole.expr, whole.height)
    }

    /// Applies the operators on top of the stack as long as `first` says so.
    fn reduce(&mut self, stacks: &mut Stacks, first: impl Fn(Operator) -> bool) {
        while let Some((operator, span)) = stacks.operators.pop_if(|(top, _)| first(*top)) {
            let right = stacks.operands.pop().expect("an operator has an operand");
            let applied = if let Operator::Unary(op) = operator {
                self.apply_unary(op, span, right)
            } else {
                let left = stacks.operands.pop().expect("an infix operator has two operands");
                self.check_mixture(operator, span, &left, &right);
                self.apply_infix(operator, span, left, right)
            };
            stacks.operands.push(applied);
        }
    }

    fn apply_unary(&mut self, op: UnaryOp, op_span: Span, operand: Operand) -> Operand {
        let span = op_span.to(operand.expr.span);
        let kind = ExprKind::Unary { op, op_span, operand: Box::new(operand.expr) };
        let (expr, height) = self.capped(Expr { span, kind }, operand.height + 1);
        Operand { expr, height, bare: Some(Operator::Unary(op)), minus: None }
    }

    fn apply_infix(
        &mut self,
        operator: Operator,
        op_span: Span,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let span = left.expr.span.to(right.expr.span);
        let height = left.height.max(right.height) + 1;
        let minus = match operator {
            Operator::Binary(BinaryOp::Subtract) => Some(op_span),
            Operator::Binary(BinaryOp::Add | BinaryOp::Concat) => left.minus,
            _ => None,
        };
        let kind = match operator {
            Operator::Compare(op) => {
                if let ExprKind::Compare { .. } = left.expr.kind
                    && left.bare.is_some()
                {
                    return self.longer_chain(op, op_span, left, right);
                }
                ExprKind::Compare {
                    first: Box::new(left.expr),
                    rest: vec![(op, op_span, right.expr)],
                }
            }
            Operator::Range { inclusive } => {
                ExprKind::Range { low: Box::new(left.expr), high: Box::new(right.expr), inclusive }
            }
            Operator::Binary(op) => ExprKind::Binary {
                op,
                op_span,
                left: Box::new(left.expr),
                right: Box::new(right.expr),
            },
            Operator::Unary(_) => unreachable!("a prefix operator stands between nothing"),
        };
        let (expr, height) = self.capped(Expr { span, kind }, height);
        Operand { expr, height, bare: Some(operator), minus }
    }

    /// One more comparison behind a chain.
    fn longer_chain(
        &mut self,
        op: CompareOp,
        op_span: Span,
        mut chain: Operand,
        right: Operand,
    ) -> Operand {
        chain.expr.span = chain.expr.span.to(right.expr.span);
        chain.height = chain.height.max(right.height + 1);
        let ExprKind::Compare { rest, .. } = &mut chain.expr.kind else {
            unreachable!("only a chain grows longer");
        };
        // Within a chain so far all are alike, so the last one speaks for all.
        let before = rest.last().map(|(op, span, _)| (*op, *span));
        rest.push((op, op_span, right.expr));
        if let Some((last, last_span)) = before
            && (direction(last) != direction(op) || direction(op).is_none())
        {
            self.report(
                Diagnostic::new(codes::BAD_CHAIN, op_span, "a chain of comparisons runs in one direction")
                    .label("does not continue the chain")
                    .related(last_span, "the chain begins here")
                    .help("join two comparisons by `and`, or put one in parentheses to compare its truth value"),
            );
        }
        chain
    }

    /// `not` binds so loosely that behind a tighter operator it would tear it apart.
    fn check_prefix(&mut self, operator: Operator, span: Span, stacks: &Stacks) {
        if let Some((top, top_span)) = stacks.operators.last()
            && level(operator) == Level::Not
            && level(*top) > Level::Not
        {
            self.report(
                Diagnostic::new(codes::AMBIGUOUS, span, "this `not` needs parentheses")
                    .related(*top_span, "this operator binds tighter")
                    .help("write `(not ...)`"),
            );
        }
    }

    /// Refuses operators side by side that two readers would read in two ways.
    fn check_mixture(&mut self, operator: Operator, span: Span, left: &Operand, right: &Operand) {
        use BinaryOp::{Iff, Implies, Intersect, Union};
        let mut ask = |other: Span, help: &str| {
            self.report(
                Diagnostic::new(codes::AMBIGUOUS, span, "these two operators need parentheses")
                    .label("this one")
                    .related(other, "and this one")
                    .help(help),
            );
        };
        match operator {
            Operator::Binary(Union | Intersect) => {
                if let Some(minus) = left.minus.or(right.minus) {
                    ask(minus, "which is meant: `(A | B) - C` or `A | (B - C)`?");
                }
            }
            Operator::Binary(op @ (Implies | Iff)) => {
                let other = if op == Implies { Iff } else { Implies };
                for side in [left, right] {
                    if side.bare == Some(Operator::Binary(other))
                        && let ExprKind::Binary { op_span, .. } = side.expr.kind
                    {
                        ask(op_span, "put `implies` or `iff` in parentheses");
                    }
                }
            }
            Operator::Range { .. } => {
                if let Some(Operator::Range { .. }) = left.bare {
                    ask(left.expr.span, "a range has two ends: write `a..b`");
                }
            }
            _ => {}
        }
    }
}

/// Whether the operator on the stack takes the operand before the one that follows.
fn binds_first(top: Operator, next: Operator) -> bool {
    let from_the_right = next == Operator::Binary(BinaryOp::Implies);
    level(top) > level(next) || level(top) == level(next) && !from_the_right
}

fn level(operator: Operator) -> Level {
    match operator {
        Operator::Unary(UnaryOp::Not) => Level::Not,
        Operator::Unary(UnaryOp::Negate | UnaryOp::Heap) => Level::Prefix,
        Operator::Compare(_) => Level::Comparison,
        Operator::Range { .. } => Level::Range,
        Operator::Binary(op) => match op {
            BinaryOp::Implies | BinaryOp::Iff => Level::Implication,
            BinaryOp::Or => Level::Or,
            BinaryOp::And => Level::And,
            BinaryOp::Xor => Level::Xor,
            BinaryOp::Union => Level::Union,
            BinaryOp::Intersect => Level::Intersection,
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Concat => Level::Additive,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Mod => Level::Multiplicative,
        },
    }
}

/// Where a comparison points, when it can be chained.
fn direction(op: CompareOp) -> Option<std::cmp::Ordering> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match op {
        CompareOp::Less | CompareOp::LessEqual => Some(Less),
        CompareOp::Greater | CompareOp::GreaterEqual => Some(Greater),
        CompareOp::Equal => Some(Equal),
        CompareOp::NotEqual | CompareOp::In | CompareOp::NotIn => None,
    }
}

fn prefix(text: &str) -> Operator {
    Operator::Unary(match text {
        "-" => UnaryOp::Negate,
        "*" => UnaryOp::Heap,
        _ => UnaryOp::Not,
    })
}

fn infix(text: &str) -> Operator {
    match text {
        "++" => Operator::Binary(BinaryOp::Concat),
        "+" => Operator::Binary(BinaryOp::Add),
        "-" => Operator::Binary(BinaryOp::Subtract),
        "*" => Operator::Binary(BinaryOp::Multiply),
        "/" => Operator::Binary(BinaryOp::Divide),
        "mod" => Operator::Binary(BinaryOp::Mod),
        "&" => Operator::Binary(BinaryOp::Intersect),
        "|" => Operator::Binary(BinaryOp::Union),
        "xor" => Operator::Binary(BinaryOp::Xor),
        "and" => Operator::Binary(BinaryOp::And),
        "or" => Operator::Binary(BinaryOp::Or),
        "implies" => Operator::Binary(BinaryOp::Implies),
        "iff" => Operator::Binary(BinaryOp::Iff),
        "==" => Operator::Compare(CompareOp::Equal),
        "!=" => Operator::Compare(CompareOp::NotEqual),
        "<" => Operator::Compare(CompareOp::Less),
        "<=" => Operator::Compare(CompareOp::LessEqual),
        ">" => Operator::Compare(CompareOp::Greater),
        ">=" => Operator::Compare(CompareOp::GreaterEqual),
        "in" => Operator::Compare(CompareOp::In),
        ".." => Operator::Range { inclusive: false },
        "..=" => Operator::Range { inclusive: true },
        // `not in`, with any blanks between.
        _ => Operator::Compare(CompareOp::NotIn),
    }
}
