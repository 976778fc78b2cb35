//! Binders inside of expressions: aggregates, comprehensions and sums over choices.

use crate::ir::{Aggregate, Binder, Expr, ExprKind, Type};
use crate::program::code::{Instr, Op, Reg};

use super::collections::as_num;
use super::{Lower, Lowered, No, Num, Val};

impl Lower<'_> {
    /// Does something for every choice of the binders.
    pub(super) fn each(
        &mut self,
        binders: &[Binder],
        then: &mut dyn FnMut(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some((binder, rest)) = binders.split_first() else {
            return then(self);
        };
        match binder {
            Binder::Let(pattern, value) => {
                let value = self.value(value)?;
                self.assign(pattern, value);
                self.each(rest, then)
            }
            Binder::If(condition) => {
                let condition = self.num(condition)?;
                match condition.constant() {
                    Some(0) => Ok(()),
                    Some(_) => self.each(rest, then),
                    None => self.arm(condition, true, |this| this.each(rest, then)).map(|_| ()),
                }
            }
            Binder::In(pattern, collection) => {
                if matches!(collection.kind, ExprKind::Builtin(builtin, _) if builtin.enumerates())
                {
                    return Err(No::Construct(
                        "many subsets or vectors in one value",
                        collection.span,
                    ));
                }
                let value = self.value(collection)?;
                match &value {
                    Val::Components(graph, mask) => {
                        let then = &mut |this: &mut Self, part| {
                            this.assign(pattern, Val::Mask(part));
                            this.each(rest, then)
                        };
                        return self.each_component(graph, *mask, (None, false), collection, then);
                    }
                    Val::Edges(graph, mask) => {
                        let then = &mut |this: &mut Self, edge| {
                            this.assign(pattern, edge);
                            this.each(rest, then)
                        };
                        return self.each_edge(graph, *mask, collection, then);
                    }
                    _ => {}
                }
                if let Some(items) = self.items(&value) {
                    for item in items {
                        self.assign(pattern, item);
                        self.each(rest, then)?;
                    }
                    return Ok(());
                }
                let (low, high) = match &value {
                    Val::Range(low, high) => (low.low, high.high),
                    _ => (0, 63),
                };
                let variable = self.running();
                self.assign(pattern, Val::Num(Num::held(variable, low, high.max(low))));
                let ((), code) = self.apart(|this| this.each(rest, then))?;
                let instr = match value {
                    Val::Range(low, high) => {
                        let (low, high) = (self.reg(low), self.reg(high));
                        Instr::Loop { low, high, variable, code }
                    }
                    Val::Mask(mask) => {
                        let mask = self.reg(mask);
                        Instr::Members { mask, variable, code }
                    }
                    _ => return Err(No::Construct("a run through this", collection.span)),
                };
                self.put(instr)
            }
            Binder::Map { over, .. } => {
                Err(No::Construct("a choice for each index in one value", over.span))
            }
            Binder::ParamIn(_, value) | Binder::ParamIs(_, value) => {
                Err(No::Construct("another value of a param", value.span))
            }
        }
    }

    /// A new variable that is the same in all lanes and runs through something.
    pub(super) fn running(&mut self) -> Reg {
        let at = self.ones;
        self.ones += 1;
        if self.choosing {
            self.chosen.insert(at);
        } else {
            self.changing.insert(at);
        }
        Reg::One(at)
    }

    /// The members of a collection that is run through without a condition, when they are known.
    fn plain(&mut self, binders: &[Binder]) -> Lowered<Option<Vec<Val>>> {
        match binders {
            [Binder::In(_, collection)] if !matches!(collection.kind, ExprKind::Builtin(b, _) if b.enumerates()) =>
            {
                let value = self.value(collection)?;
                Ok(self.items(&value))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn collect(&mut self, body: &Expr, binders: &[Binder], expr: &Expr) -> Lowered<Val> {
        if matches!(expr.ty, Type::Set(_)) {
            let mask = self.accumulator(0);
            self.each(binders, &mut |this| {
                let member = this.num(body)?;
                let single = this.op(Op::Single, member, Num::known(0))?;
                this.accumulate(Op::Or, mask, single)
            })?;
            return Ok(Val::Mask(Num::held(mask, i64::MIN, i64::MAX)));
        }
        let mut entries = Vec::new();
        let depth = self.codes.len();
        self.each(binders, &mut |this| {
            if this.codes.len() != depth {
                return Err(No::Static("a vector whose length is not known", expr.span));
            }
            entries.push(this.value(body)?);
            Ok(())
        })?;
        Ok(Val::Vector(entries))
    }

    pub(super) fn aggregate(
        &mut self,
        op: Aggregate,
        body: &Expr,
        binders: &[Binder],
        otherwise: Option<&Expr>,
        expr: &Expr,
    ) -> Lowered<Val> {
        if op == Aggregate::Count && body.ty != Type::Bool {
            if let [Binder::In(_, collection)] = binders
                && matches!(body.kind, ExprKind::Local(_))
                && !matches!(collection.kind, ExprKind::Builtin(b, _) if b.enumerates())
            {
                let value = self.value(collection)?;
                return self.length(value, expr).map(Val::Num);
            }
            return self.counted(None, binders).map(Val::Num);
        }
        let (step, start) = match op {
            Aggregate::Count => return self.counted(Some(body), binders).map(Val::Num),
            Aggregate::Sum => (Op::CheckedAdd, 0),
            Aggregate::Xor => (Op::Xor, 0),
            Aggregate::Any => (Op::Or, 0),
            Aggregate::All => (Op::And, 1),
            Aggregate::Min => (Op::Min, i64::MAX),
            Aggregate::Max => (Op::Max, i64::MIN),
            Aggregate::Gcd | Aggregate::Mex | Aggregate::First => {
                return Err(No::Construct("`gcd`, `mex` or `first` of many values", expr.span));
            }
        };
        let needs_one = matches!(op, Aggregate::Min | Aggregate::Max);
        if let (Some(items), [Binder::In(pattern, _)]) = (self.plain(binders)?, binders) {
            let mut all: Option<Num> = (!needs_one).then_some(Num::known(start));
            for item in items {
                self.assign(pattern, item);
                // Later truths are not asked for once it is decided.
                let (num, _) = match (all, op) {
                    (Some(all), Aggregate::Any | Aggregate::All) => {
                        self.arm(all, op == Aggregate::All, |this| this.num(body))?
                    }
                    _ => (self.num(body)?, false),
                };
                all = Some(match (all, op) {
                    (None, _) => num,
                    (Some(all), Aggregate::Any) => self.select(all, Num::known(1), num)?,
                    (Some(all), Aggregate::All) => self.select(all, num, Num::known(0))?,
                    (Some(all), _) => self.op(step, all, num)?,
                });
            }
            return match (all, otherwise) {
                (Some(all), _) => Ok(Val::Num(all)),
                (None, Some(otherwise)) => self.value(otherwise),
                (None, None) => self.demand(Num::known(0)).map(|()| Val::known(0)),
            };
        }
        let (total, seen) = (self.accumulator(start), self.accumulator(0));
        self.each(binders, &mut |this| {
            let value = this.value(body)?;
            let value = as_num(&value)
                .ok_or(No::Construct("the least or greatest of collections", body.span))?;
            this.accumulate(step, total, value)?;
            match needs_one {
                true => this.accumulate(Op::Or, seen, Num::known(1)),
                false => Ok(()),
            }
        })?;
        let truth = matches!(op, Aggregate::Any | Aggregate::All);
        let (low, high) = if truth { (0, 1) } else { (i64::MIN, i64::MAX) };
        let total = Num::held(total, low, high);
        if !needs_one {
            return Ok(Val::Num(total));
        }
        let seen = Num::held(seen, 0, 1);
        match otherwise {
            None => self.demand(seen).map(|()| Val::Num(total)),
            Some(otherwise) => {
                let (other, _) = self.arm(seen, false, |this| this.num(otherwise))?;
                self.select(seen, total, other).map(Val::Num)
            }
        }
    }

    /// For how many choices the condition holds.
    fn counted(&mut self, condition: Option<&Expr>, binders: &[Binder]) -> Lowered<Num> {
        let total = self.accumulator(0);
        self.each(binders, &mut |this| {
            let one = condition.map_or(Ok(Num::known(1)), |condition| this.num(condition))?;
            this.accumulate(Op::CheckedAdd, total, one)
        })?;
        Ok(Num::held(total, 0, i64::MAX))
    }

    /// A register in which a result comes together.
    fn accumulator(&mut self, start: i64) -> Reg {
        let from = self.reg(Num::known(start));
        let to = self.fresh(false);
        if let (Reg::One(at), false) = (to, self.choosing) {
            self.changing.insert(at);
        }
        self.code().push(Instr::Copy { to, from });
        to
    }

    fn accumulate(&mut self, op: Op, to: Reg, value: Num) -> Lowered<()> {
        let value = self.reg(value);
        self.put(Instr::Accumulate { op, to, value })
    }
}
