//! Whether a rule says the same when the two ends of an edge change places.

use crate::ir::{BinaryOp, Binder, Builtin, Expr, ExprKind, GraphFunction, Local};

/// A pair of variables that may change places.
type Pair = (Local, Local);

/// Whether binders and what stands behind them mean the same when the variables change places.
pub(super) fn is_mirrored(pair: Pair, binders: &[Binder], behind: &[&Expr]) -> bool {
    let mirror = Mirror(pair);
    mirror.binders(binders, binders) && behind.iter().all(|expr| mirror.same(expr, expr))
}

struct Mirror(Pair);

impl Mirror {
    /// The variable in the mirror.
    fn of(&self, local: Local) -> Local {
        let (a, b) = self.0;
        match local {
            local if local == a => b,
            local if local == b => a,
            other => other,
        }
    }

    /// Whether `y` is `x` with the variables exchanged; the order of the members of a set, and of
    /// the operands of operators for which it does not matter, may differ.
    fn same(&self, x: &Expr, y: &Expr) -> bool {
        match (&x.kind, &y.kind) {
            (ExprKind::Local(x), ExprKind::Local(y)) => self.of(*x) == *y,
            (ExprKind::Constant(x), ExprKind::Constant(y)) => x == y,
            (ExprKind::Param(x), ExprKind::Param(y)) => x == y,
            (ExprKind::Global(x), ExprKind::Global(y)) => x == y,
            (ExprKind::Empty, ExprKind::Empty) => true,
            (ExprKind::Not(x), ExprKind::Not(y))
            | (ExprKind::Heap(x), ExprKind::Heap(y))
            | (ExprKind::Convert(x), ExprKind::Convert(y)) => self.same(x, y),
            (ExprKind::Binary(op, a, b), ExprKind::Binary(other, c, d)) if op == other => {
                let either_way = matches!(
                    op,
                    BinaryOp::Add
                        | BinaryOp::Xor
                        | BinaryOp::Union
                        | BinaryOp::Intersect
                        | BinaryOp::SymmetricDifference
                );
                self.both((a, b), (c, d)) || either_way && self.both((a, b), (d, c))
            }
            (ExprKind::Plus(a, b), ExprKind::Plus(c, d)) => {
                self.both((a, b), (c, d)) || self.both((a, b), (d, c))
            }
            (ExprKind::Compare(x, xs), ExprKind::Compare(y, ys)) => {
                self.same(x, y)
                    && xs.len() == ys.len()
                    && xs.iter().zip(ys).all(|((op, x), (other, y))| op == other && self.same(x, y))
            }
            (ExprKind::If(a, b, c), ExprKind::If(d, e, f)) => {
                self.same(a, d) && self.same(b, e) && self.same(c, f)
            }
            (ExprKind::Set(xs), ExprKind::Set(ys)) => self.same_members(xs, ys),
            (
                ExprKind::Builtin(Builtin::Graph(f), xs),
                ExprKind::Builtin(Builtin::Graph(g), ys),
            ) if f == g => {
                // Only undirected graphs have edges of which either end may come first.
                let turned = *f == GraphFunction::Adjacent
                    && self.same(&xs[0], &ys[0])
                    && self.both((&xs[1], &xs[2]), (&ys[2], &ys[1]));
                turned || self.all(xs, ys)
            }
            (ExprKind::Builtin(f, xs), ExprKind::Builtin(g, ys)) => f == g && self.all(xs, ys),
            (ExprKind::Component(kind, xs), ExprKind::Component(other, ys)) => {
                kind == other && self.all(xs, ys)
            }
            (ExprKind::SumOf(x, xs), ExprKind::SumOf(y, ys)) => {
                self.binders(xs, ys) && self.same(x, y)
            }
            _ => false,
        }
    }

    fn both(&self, (a, b): (&Expr, &Expr), (c, d): (&Expr, &Expr)) -> bool {
        self.same(a, c) && self.same(b, d)
    }

    fn all(&self, xs: &[Expr], ys: &[Expr]) -> bool {
        xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.same(x, y))
    }

    /// Whether each member has one in the mirror.
    fn same_members(&self, xs: &[Expr], ys: &[Expr]) -> bool {
        xs.len() == ys.len()
            && xs.iter().all(|x| ys.iter().any(|y| self.same(x, y)))
            && ys.iter().all(|y| xs.iter().any(|x| self.same(x, y)))
    }

    fn binders(&self, xs: &[Binder], ys: &[Binder]) -> bool {
        xs.iter().zip(ys).all(|(x, y)| match (x, y) {
            (Binder::In(_, x), Binder::In(_, y)) | (Binder::Let(_, x), Binder::Let(_, y)) => {
                self.same(x, y)
            }
            (Binder::If(x), Binder::If(y)) => self.same(x, y),
            _ => false,
        })
    }
}
