//! Evaluation of expressions by walking the tree: the plainest way, and the judge of every other.
//!
//! An expression is evaluated in a frame, the values of its item's variables,
//! against an [`Instance`], the game with its params fixed. Integers are
//! checked: overflow, division by zero and a wrong index are faults that name
//! the expression. Functions that call themselves never recurse deeply on the
//! native stack: see [`calls`].

mod binders;
mod calls;
mod collections;
mod compare;
mod enumerate;
mod graphs;
mod numbers;
mod questions;
mod sums;

pub use enumerate::Flow;
pub(crate) use sums::degree;

use std::ops::ControlFlow;

use grundy_grammar::Span;

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::ir::{Aggregate, BinaryOp, Binder, Expr, ExprKind, Type};
use crate::value::{Range, Value};

/// The values of the variables of one item.
pub type FrameValues = Vec<Value>;

impl Instance {
    /// Evaluates an expression from outside of any other: functions that were
    /// put off are evaluated here, as often as needed.
    pub(crate) fn value(&self, expr: &Expr, frame: &mut FrameValues) -> Result<Value> {
        self.settled(|this| this.eval(expr, frame))
    }

    /// Evaluates an expression as a part of another.
    pub(crate) fn eval(&self, expr: &Expr, frame: &mut FrameValues) -> Result<Value> {
        match &expr.kind {
            ExprKind::Constant(value) => Ok(value.clone()),
            ExprKind::Local(local) => Ok(frame[local.index()].clone()),
            ExprKind::Param(param) => Ok(self.param(*param).clone()),
            ExprKind::Global(global) => self.global(*global),
            _ => {
                self.depth.set(self.depth.get() + 1);
                let result = self.eval_form(expr, frame);
                self.depth.set(self.depth.get() - 1);
                result
            }
        }
    }

    /// Evaluates a number.
    pub(crate) fn int(&self, expr: &Expr, frame: &mut FrameValues) -> Result<i64> {
        match &expr.kind {
            ExprKind::Constant(Value::Int(value)) => Ok(*value),
            ExprKind::Local(local) => Ok(frame[local.index()].int()),
            _ => Ok(self.eval(expr, frame)?.int()),
        }
    }

    /// Evaluates a condition.
    pub(crate) fn bool(&self, expr: &Expr, frame: &mut FrameValues) -> Result<bool> {
        Ok(self.eval(expr, frame)?.bool())
    }

    fn eval_form(&self, expr: &Expr, frame: &mut FrameValues) -> Result<Value> {
        match &expr.kind {
            ExprKind::Negate(a) => {
                let value = self.int(a, frame)?;
                value
                    .checked_neg()
                    .map(Value::Int)
                    .ok_or_else(|| overflow(expr.span, format!("-({value})")))
            }
            ExprKind::Not(a) => Ok(Value::Bool(!self.bool(a, frame)?)),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, expr.span, frame),
            ExprKind::Compare(first, rest) => self.compare(first, rest, frame).map(Value::Bool),
            ExprKind::If(condition, then, otherwise) => {
                let branch = if self.bool(condition, frame)? { then } else { otherwise };
                self.eval(branch, frame)
            }
            ExprKind::Let(pattern, value, body) => {
                let value = self.eval(value, frame)?;
                binders::assign(pattern, value, frame);
                self.eval(body, frame)
            }
            ExprKind::Tuple(parts) => Ok(Value::Tuple(self.evals(parts, frame)?.into())),
            ExprKind::Vector(parts) => Ok(Value::Vector(self.evals(parts, frame)?.into())),
            ExprKind::Set(parts) => Ok(Value::set(self.evals(parts, frame)?)),
            ExprKind::Range { low, high, inclusive } => {
                let (low, high) = (self.int(low, frame)?, self.int(high, frame)?);
                let range = if *inclusive {
                    Range::inclusive(low, high)
                } else {
                    Range::exclusive(low, high)
                };
                Ok(Value::Range(range))
            }
            ExprKind::Collect(body, binders) => self.collect(expr, body, binders, frame),
            ExprKind::Aggregate { op, body, binders, otherwise } => {
                self.aggregate(expr.span, *op, body, binders, otherwise.as_deref(), frame)
            }
            ExprKind::Index(base, index) => self.index(base, index, frame),
            ExprKind::Slice(base, index) => self.slice(base, index, frame),
            ExprKind::With(base, updates) => self.with(base, updates, frame),
            ExprKind::Without(base, index) => self.without(base, index, frame),
            ExprKind::Call(function, args) => {
                let args = self.evals(args, frame)?;
                self.call(*function, args.into(), expr.span)
            }
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, expr.span, frame),
            ExprKind::Fixpoint(local, start, step) => self.fixpoint(*local, start, step, frame),
            ExprKind::Convert(inner) => {
                let value = self.eval(inner, frame)?;
                self.convert(value, &expr.ty, expr.span)
            }
            ExprKind::Empty
            | ExprKind::Component(..)
            | ExprKind::Setup(..)
            | ExprKind::Heap(_)
            | ExprKind::Plus(..)
            | ExprKind::Copies(..)
            | ExprKind::SumOf(..) => self.sum_value(expr, frame),
            ExprKind::Grundy(_)
            | ExprKind::Outcome { .. }
            | ExprKind::Options(_)
            | ExprKind::Periodic(_) => self.question(expr, frame),
            ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::Param(_)
            | ExprKind::Global(_) => unreachable!("evaluated without a step"),
        }
    }

    pub(crate) fn evals(&self, exprs: &[Expr], frame: &mut FrameValues) -> Result<Vec<Value>> {
        exprs.iter().map(|e| self.eval(e, frame)).collect()
    }

    fn binary(
        &self,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
        span: Span,
        frame: &mut FrameValues,
    ) -> Result<Value> {
        match op {
            BinaryOp::And => Ok(Value::Bool(self.bool(a, frame)? && self.bool(b, frame)?)),
            BinaryOp::Or => Ok(Value::Bool(self.bool(a, frame)? || self.bool(b, frame)?)),
            BinaryOp::Implies => Ok(Value::Bool(!self.bool(a, frame)? || self.bool(b, frame)?)),
            BinaryOp::Iff => Ok(Value::Bool(self.bool(a, frame)? == self.bool(b, frame)?)),
            BinaryOp::Concat
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Difference
            | BinaryOp::SymmetricDifference => {
                let (a, b) = (self.eval(a, frame)?, self.eval(b, frame)?);
                Ok(collections::combine(op, &a, &b))
            }
            _ => {
                let (left, right) = (self.int(a, frame)?, self.int(b, frame)?);
                if right == 0 && matches!(op, BinaryOp::Divide | BinaryOp::Mod) {
                    return Err(numbers::division_by_zero(left, &self.words(b), span));
                }
                numbers::arithmetic(op, left, right, span).map(Value::Int)
            }
        }
    }

    fn collect(
        &self,
        expr: &Expr,
        body: &Expr,
        binders: &[Binder],
        frame: &mut FrameValues,
    ) -> Result<Value> {
        let mut values = Vec::new();
        let _ = self.each(binders, frame, &mut |this, frame| {
            values.push(this.eval(body, frame)?);
            this.may_grow(values.len(), expr.span)?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(match expr.ty {
            Type::Set(_) => Value::set(values),
            _ => Value::Vector(values.into()),
        })
    }

    fn aggregate(
        &self,
        span: Span,
        op: Aggregate,
        body: &Expr,
        binders: &[Binder],
        otherwise: Option<&Expr>,
        frame: &mut FrameValues,
    ) -> Result<Value> {
        if op == Aggregate::Count
            && let Some(value) = self.count_without_walking(body, binders, frame)?
        {
            return Ok(value);
        }
        let mut so_far = numbers::Aggregation::new(op, span);
        let _ = self.each(binders, frame, &mut |this, frame| {
            let value = this.eval(body, frame)?;
            so_far.take(value)
        })?;
        match (so_far.finish(), otherwise) {
            (Some(value), _) => Ok(value),
            (None, Some(otherwise)) => self.eval(otherwise, frame),
            (None, None) => {
                let name = match op {
                    Aggregate::Min => "min",
                    Aggregate::Max => "max",
                    _ => "first",
                };
                Err(Error::fault("E0707", span, format!("`{name}` of nothing has no value"))
                    .label("there is nothing to take it of")
                    .help(format!("say what it is then: `{name}(... else 0)`")))
            }
        }
    }

    /// `count(c)` of a range, set or vector that holds no bools is its length.
    fn count_without_walking(
        &self,
        body: &Expr,
        binders: &[Binder],
        frame: &mut FrameValues,
    ) -> Result<Option<Value>> {
        match binders {
            [Binder::In(_, collection)]
                if body.ty != Type::Bool && matches!(body.kind, ExprKind::Local(_)) =>
            {
                let collection = self.eval(collection, frame)?;
                collections::length(&collection, body.span).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn fixpoint(
        &self,
        local: crate::ir::Local,
        start: &Expr,
        step: &Expr,
        frame: &mut FrameValues,
    ) -> Result<Value> {
        let mut value = self.eval(start, frame)?;
        loop {
            self.tick()?;
            frame[local.index()] = value.clone();
            let next = self.eval(step, frame)?;
            if next == value {
                return Ok(value);
            }
            value = next;
        }
    }

    /// Evaluates to a range of ints that are all there, for `subsets` and `partitions`.
    pub(crate) fn count_range(&self, expr: &Expr, frame: &mut FrameValues) -> Result<Range> {
        Ok(match self.eval(expr, frame)? {
            Value::Range(range) => range,
            single => Range::inclusive(single.int(), single.int()),
        })
    }
}

/// A result outside of the 64-bit integers.
pub(crate) fn overflow(span: Span, what: String) -> Error {
    Error::fault("E0702", span, "this number does not fit into 64 bits")
        .label(format!("{what} is out of range"))
        .help("integers run from -9223372036854775808 to 9223372036854775807; rewrite the formula or bound its arguments")
}
