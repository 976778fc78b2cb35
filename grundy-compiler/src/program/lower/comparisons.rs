//! Comparisons.

use crate::ir::{BinaryOp, CompareOp, Expr, ExprKind, Type};
use crate::program::code::Op;

use super::{Lower, Lowered, No, Num, Val};

impl Lower<'_> {
    pub(super) fn chain(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Lowered<Num> {
        let left = self.value(first)?;
        self.links(left, first, rest)
    }

    fn links(&mut self, left: Val, of: &Expr, rest: &[(CompareOp, Expr)]) -> Lowered<Num> {
        let Some(((op, expr), rest)) = rest.split_first() else {
            return Ok(Num::known(1));
        };
        // A literal set is asked member by member.
        let right = match (&expr.kind, op) {
            (ExprKind::Set(parts), CompareOp::In | CompareOp::NotIn) => {
                Val::Vector(self.values(parts)?)
            }
            _ => self.value(expr)?,
        };
        let holds = self.comparison(*op, &left, &right, of)?;
        if rest.is_empty() {
            return Ok(holds);
        }
        self.shorted(BinaryOp::And, holds, |this| this.links(right, expr, rest))
    }

    pub(super) fn comparison(
        &mut self,
        op: CompareOp,
        a: &Val,
        b: &Val,
        of: &Expr,
    ) -> Lowered<Num> {
        use CompareOp::{
            Equal, Greater, GreaterEqual, In, Less, LessEqual, NotEqual, NotIn, ProperSubset,
            ProperSuperset, Subset, Superset,
        };
        match op {
            Equal => self.same(a, b, of),
            NotEqual => {
                let same = self.same(a, b, of)?;
                self.not(same)
            }
            Less => self.ordered(a, b, true, of),
            LessEqual => self.ordered(a, b, false, of),
            Greater => self.ordered(b, a, true, of),
            GreaterEqual => self.ordered(b, a, false, of),
            In => self.is_member(a, b, of),
            NotIn => {
                let member = self.is_member(a, b, of)?;
                self.not(member)
            }
            Subset => self.included(a, b, of),
            Superset => self.included(b, a, of),
            ProperSubset | ProperSuperset => {
                let (a, b) = if op == ProperSubset { (a, b) } else { (b, a) };
                let (within, same) = (self.included(a, b, of)?, self.same(a, b, of)?);
                let differs = self.not(same)?;
                self.op(Op::And, within, differs)
            }
        }
    }

    /// Whether two values are equal.
    pub(super) fn same(&mut self, a: &Val, b: &Val, of: &Expr) -> Lowered<Num> {
        match (a, b) {
            (Val::Num(a), Val::Num(b)) if a == b => Ok(Num::known(1)),
            (Val::Num(a), Val::Num(b)) => self.op(Op::Equal, *a, *b),
            (Val::Vector(a), Val::Vector(b)) | (Val::Tuple(a), Val::Tuple(b)) => {
                if a.len() != b.len() {
                    return Ok(Num::known(0));
                }
                let mut all = Num::known(1);
                for (a, b) in a.iter().zip(b) {
                    let same = self.same(a, b, of)?;
                    all = self.op(Op::And, all, same)?;
                }
                Ok(all)
            }
            (Val::Range(..) | Val::Map(_), _) | (_, Val::Range(..) | Val::Map(_))
                if !matches!(of.ty, Type::Set(_)) =>
            {
                Err(No::Construct("a comparison of ranges", of.span))
            }
            _ => {
                let (a, b) = (self.mask(a.clone(), of)?, self.mask(b.clone(), of)?);
                self.op(Op::Equal, a, b)
            }
        }
    }

    /// Whether a < b, or a <= b; vectors and tuples as in a dictionary.
    pub(super) fn ordered(&mut self, a: &Val, b: &Val, strictly: bool, of: &Expr) -> Lowered<Num> {
        match (a, b) {
            (Val::Num(a), Val::Num(b)) => {
                self.op(if strictly { Op::Less } else { Op::LessEqual }, *a, *b)
            }
            (Val::Vector(a), Val::Vector(b)) | (Val::Tuple(a), Val::Tuple(b)) => {
                let at_end = if strictly { a.len() < b.len() } else { a.len() <= b.len() };
                let mut less = Num::known(i64::from(at_end));
                for (a, b) in a.iter().zip(b).rev() {
                    let (first, same) = (self.ordered(a, b, true, of)?, self.same(a, b, of)?);
                    let later = self.op(Op::And, same, less)?;
                    less = self.op(Op::Or, first, later)?;
                }
                Ok(less)
            }
            _ => Err(No::Construct("an order of ranges", of.span)),
        }
    }

    pub(super) fn included(&mut self, a: &Val, b: &Val, of: &Expr) -> Lowered<Num> {
        let (a, b) = (self.mask(a.clone(), of)?, self.mask(b.clone(), of)?);
        let outside = self.op(Op::AndNot, a, b)?;
        self.op(Op::Equal, outside, Num::known(0))
    }

    pub(super) fn is_member(&mut self, a: &Val, of: &Val, expr: &Expr) -> Lowered<Num> {
        match (of, a) {
            (Val::Range(low, high), Val::Num(a)) => {
                let (above, below) =
                    (self.op(Op::LessEqual, *low, *a)?, self.op(Op::LessEqual, *a, *high)?);
                self.op(Op::And, above, below)
            }
            (Val::Mask(mask), Val::Num(a)) => self.op(Op::Bit, *mask, *a),
            (Val::Members(all) | Val::Vector(all), a) => {
                let mut any = Num::known(0);
                for entry in all {
                    let same = self.same(entry, a, expr)?;
                    any = self.op(Op::Or, any, same)?;
                }
                Ok(any)
            }
            _ => Err(No::Construct("`in` a collection of collections", expr.span)),
        }
    }
}
