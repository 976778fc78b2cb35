//! Expressions.

use crate::ir::{BinaryOp, Builtin, Expr, ExprKind, Type};
use crate::program::code::{Op, floor_mod};

use super::{Lower, Lowered, No, Num, Val};

/// Functions are taken apart so deep.
const MAX_CALLS: u32 = 50;

impl Lower<'_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Lowered<Val> {
        let no = |what| Err(No::Construct(what, expr.span));
        match &expr.kind {
            ExprKind::Constant(value) => Val::constant(value)
                .ok_or(No::Construct("a constant that is neither a number nor a list", expr.span)),
            ExprKind::Local(local) => self.local(*local, expr.span),
            ExprKind::Param(param) => Val::constant(self.game.param(*param))
                .ok_or(No::Construct("a param that is neither a number nor a list", expr.span)),
            ExprKind::Global(_) => {
                let value = self.game.constant(expr).and_then(|value| Val::constant(&value));
                value.ok_or(No::Construct("a `let` that has no plain value", expr.span))
            }
            ExprKind::Negate(a) => {
                let a = self.num(a)?;
                self.op(Op::CheckedSub, Num::known(0), a).map(Val::Num)
            }
            ExprKind::Not(a) => {
                let a = self.num(a)?;
                self.not(a).map(Val::Num)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, expr),
            ExprKind::Compare(first, rest) => self.chain(first, rest).map(Val::Num),
            ExprKind::If(condition, yes, no) => {
                let condition = self.num(condition)?;
                match condition.constant() {
                    Some(0) => return self.value(no),
                    Some(_) => return self.value(yes),
                    None => {}
                }
                let (yes, _) = self.arm(condition, true, |this| this.value(yes))?;
                let (no, _) = self.arm(condition, false, |this| this.value(no))?;
                self.either(condition, yes, no, expr)
            }
            ExprKind::Let(pattern, value, body) => {
                let value = self.value(value)?;
                self.assign(pattern, value);
                self.value(body)
            }
            ExprKind::Tuple(parts) => self.values(parts).map(Val::Tuple),
            ExprKind::Vector(parts) => self.values(parts).map(Val::Vector),
            ExprKind::Set(parts) => self.set(parts, expr),
            ExprKind::Range { low, high, inclusive } => {
                let (low, mut high) = (self.num(low)?, self.num(high)?);
                if !inclusive {
                    // Below the least int there is nothing, and the tree knows it.
                    high = self.op(Op::CheckedSub, high, Num::known(1))?;
                }
                Ok(Val::Range(low, high))
            }
            ExprKind::Collect(body, binders) => self.collect(body, binders, expr),
            ExprKind::Aggregate { op, body, binders, otherwise } => {
                self.aggregate(*op, body, binders, otherwise.as_deref(), expr)
            }
            ExprKind::Index(base, index) => self.index(base, index),
            ExprKind::Slice(base, index) => self.slice(base, index),
            ExprKind::With(base, updates) => self.with(base, updates),
            ExprKind::Without(base, index) => self.without(base, index),
            ExprKind::Call(function, args) => {
                let spec = self.spec;
                let function = &spec.functions[function.index()];
                if function.recursive {
                    return no("a function that calls itself");
                }
                self.called(args, function.body.frame.names.len(), expr, |this| {
                    this.value(&function.body.expr)
                })
            }
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, expr),
            ExprKind::Convert(inner) => {
                let value = self.value(inner)?;
                self.converted(value, &expr.ty, expr)
            }
            ExprKind::Fixpoint(..) => no("`fixpoint`"),
            _ => no("a sum or a question about the game as a value"),
        }
    }

    pub(super) fn values(&mut self, exprs: &[Expr]) -> Lowered<Vec<Val>> {
        exprs.iter().map(|expr| self.value(expr)).collect()
    }

    /// Does what a function or setup with these arguments does.
    pub(super) fn called<T>(
        &mut self,
        args: &[Expr],
        names: usize,
        expr: &Expr,
        work: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        if self.calls >= MAX_CALLS {
            return Err(No::Construct("calls that are nested so deep", expr.span));
        }
        let mut frame: Vec<Option<Val>> = self.values(args)?.into_iter().map(Some).collect();
        frame.resize(names.max(frame.len()), None);
        self.calls += 1;
        let result = self.in_frame(frame, work);
        self.calls -= 1;
        result
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, expr: &Expr) -> Lowered<Val> {
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => {
                let a = self.num(a)?;
                self.shorted(op, a, |this| this.num(b)).map(Val::Num)
            }
            BinaryOp::Iff => {
                let (a, b) = (self.num(a)?, self.num(b)?);
                self.op(Op::Equal, a, b).map(Val::Num)
            }
            BinaryOp::Concat => match (self.value(a)?, self.value(b)?) {
                (Val::Vector(mut a), Val::Vector(b)) => {
                    a.extend(b);
                    Ok(Val::Vector(a))
                }
                _ => Err(No::Construct("`++` of ranges", expr.span)),
            },
            BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Difference
            | BinaryOp::SymmetricDifference => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let (a, b) = (self.mask(a, expr)?, self.mask(b, expr)?);
                let op = match op {
                    BinaryOp::Union => Op::Or,
                    BinaryOp::Intersect => Op::And,
                    BinaryOp::Difference => Op::AndNot,
                    _ => Op::Xor,
                };
                self.op(op, a, b).map(Val::Mask)
            }
            _ => {
                let (a, b) = (self.num(a)?, self.num(b)?);
                let power = b.constant().filter(|b| *b > 0 && b & (b - 1) == 0);
                let (op, b) = match (op, power) {
                    (BinaryOp::Divide, Some(power)) => {
                        (Op::Shr, Num::known(i64::from(power.trailing_zeros())))
                    }
                    (BinaryOp::Mod, Some(power)) => {
                        let low = self.op(Op::And, a, Num::known(power - 1))?;
                        return Ok(Val::Num(low.within(0, power - 1)));
                    }
                    (BinaryOp::Add, _) => (Op::CheckedAdd, b),
                    (BinaryOp::Subtract, _) => (Op::CheckedSub, b),
                    (BinaryOp::Multiply, _) => (Op::CheckedMul, b),
                    (BinaryOp::Divide, _) => (Op::Div, b),
                    (BinaryOp::Mod, _) => (Op::Mod, b),
                    _ => (Op::Xor, b),
                };
                self.op(op, a, b).map(Val::Num)
            }
        }
    }

    /// `and`, `or` and `implies`: the right side only where the left does not decide.
    pub(super) fn shorted(
        &mut self,
        op: BinaryOp,
        a: Num,
        b: impl FnOnce(&mut Self) -> Lowered<Num>,
    ) -> Lowered<Num> {
        let go_on = op != BinaryOp::Or;
        let decided = Num::known(i64::from(op != BinaryOp::And));
        if let Some(known) = a.constant() {
            return if (known != 0) == go_on { b(self) } else { Ok(decided) };
        }
        let (b, skipped) = self.arm(a, go_on, b)?;
        match op {
            BinaryOp::And if !skipped => self.op(Op::And, a, b),
            BinaryOp::Or if !skipped => self.op(Op::Or, a, b),
            BinaryOp::Or => self.select(a, decided, b),
            _ => self.select(a, b, decided),
        }
    }

    /// One of two values of one form.
    fn either(&mut self, condition: Num, yes: Val, no: Val, expr: &Expr) -> Lowered<Val> {
        let all = |this: &mut Self, yes: Vec<Val>, no: Vec<Val>| {
            let pairs = yes.into_iter().zip(no);
            pairs
                .map(|(yes, no)| this.either(condition, yes, no, expr))
                .collect::<Lowered<Vec<_>>>()
        };
        Ok(match (yes, no) {
            (Val::Num(yes), Val::Num(no)) => Val::Num(self.select(condition, yes, no)?),
            (Val::Range(a, b), Val::Range(c, d)) => {
                Val::Range(self.select(condition, a, c)?, self.select(condition, b, d)?)
            }
            (Val::Vector(yes), Val::Vector(no)) if yes.len() == no.len() => {
                Val::Vector(all(self, yes, no)?)
            }
            (Val::Tuple(yes), Val::Tuple(no)) => Val::Tuple(all(self, yes, no)?),
            (yes, no) if matches!(expr.ty, Type::Set(_)) => {
                let (yes, no) = (self.mask(yes, expr)?, self.mask(no, expr)?);
                Val::Mask(self.select(condition, yes, no)?)
            }
            _ => {
                return Err(No::Construct("an `if` between collections of two sizes", expr.span));
            }
        })
    }

    fn builtin(&mut self, builtin: Builtin, args: &[Expr], expr: &Expr) -> Lowered<Val> {
        use Builtin as B;
        match builtin {
            B::Min | B::Max => {
                let op = if builtin == B::Min { Op::Min } else { Op::Max };
                let mut best: Option<Num> = None;
                for arg in args {
                    let num = self.num(arg)?;
                    best = Some(match best {
                        None => num,
                        Some(best) => self.op(op, best, num)?,
                    });
                }
                best.map(Val::Num).ok_or(No::Construct("`min` of nothing", expr.span))
            }
            B::Even | B::Odd => {
                let a = self.num(&args[0])?;
                let odd = self.op(Op::And, a, Num::known(1))?.within(0, 1);
                if builtin == B::Odd { Ok(Val::Num(odd)) } else { self.not(odd).map(Val::Num) }
            }
            B::Len => {
                let value = self.value(&args[0])?;
                self.length(value, expr).map(Val::Num)
            }
            B::Sort => match self.value(&args[0])? {
                Val::Vector(entries) => self.sorted(entries, expr).map(Val::Vector),
                Val::Members(members) => Ok(Val::Vector(members)),
                _ => Err(No::Construct("`sort` of a range or set", expr.span)),
            },
            B::Reverse => match self.value(&args[0])? {
                Val::Vector(mut entries) => {
                    entries.reverse();
                    Ok(Val::Vector(entries))
                }
                _ => Err(No::Construct("`reverse` of a range", expr.span)),
            },
            B::Abs | B::Isqrt | B::Popcount | B::IsSquare => {
                let a = self.num(&args[0])?;
                let function = match builtin {
                    B::Abs => |a: i64, _| a.checked_abs(),
                    B::Isqrt => |a: i64, _| a.checked_isqrt(),
                    B::Popcount => |a: i64, _| (a >= 0).then(|| i64::from(a.count_ones())),
                    _ => |a: i64, _| {
                        Some(i64::from(a.checked_isqrt().is_some_and(|root| root * root == a)))
                    },
                };
                self.apply(function, a, Num::known(0)).map(Val::Num)
            }
            B::Gcd | B::Pow | B::Bit if args.len() == 2 => {
                let (a, b) = (self.num(&args[0])?, self.num(&args[1])?);
                let function = match builtin {
                    B::Gcd => gcd,
                    B::Pow => |a: i64, b: i64| a.checked_pow(u32::try_from(b).ok()?),
                    _ => |a: i64, b: i64| (b >= 0).then(|| a >> b.min(63) & 1),
                };
                self.apply(function, a, b).map(Val::Num)
            }
            B::Graph(function) => self.graph_function(function, args, expr),
            _ => Err(No::Construct("this function", expr.span)),
        }
    }
}

/// The greatest common divisor, if it is in reach.
pub(super) fn gcd(a: i64, b: i64) -> Option<i64> {
    let (mut a, mut b) = (a.checked_abs()?, b.checked_abs()?);
    while b != 0 {
        (a, b) = (b, floor_mod(a, b)?);
    }
    Some(a)
}
