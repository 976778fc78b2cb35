//! Sums of positions.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_grammar::Span;

use crate::error::{Error, Result, too_many_copies};
use crate::instance::Instance;
use crate::ir::{BinaryOp, Binder, Domain, Expr, ExprKind, KindId, Local, Pattern};
use crate::value::{Position, Range, Run, SumValue, Value};

use super::{FrameValues, binders};

/// A run of heaps at least this long is kept as a run, not as single components.
const LONG: u64 = 4096;

impl Instance {
    pub(super) fn sum_value(&self, expr: &Expr, frame: &mut FrameValues) -> Result<Value> {
        let mut sum = SumValue::default();
        self.add_sum(expr, 1, &mut sum, frame)?;
        // As a value a sum is a multiset: in whatever order it is written, it is the same.
        sum.sum = sum.sum.canonical().map_err(|_| too_many_copies(expr.span))?;
        sum.runs.sort_unstable();
        Ok(Value::Sum(Arc::new(sum)))
    }

    /// Adds so many copies of what the expression gives.
    pub(crate) fn add_sum(
        &self,
        expr: &Expr,
        copies: u64,
        into: &mut SumValue,
        frame: &mut FrameValues,
    ) -> Result<()> {
        match &expr.kind {
            ExprKind::Empty => Ok(()),
            ExprKind::Component(kind, args) => {
                let fields = self.evals(args, frame)?.into();
                let position = Position { kind: *kind, fields };
                self.check_position(&position, args, expr.span)?;
                into.sum.push(position, copies);
                Ok(())
            }
            ExprKind::Heap(size) => {
                let value = self.int(size, frame)?;
                let heap = u64::try_from(value).map_err(|_| {
                    let error = Error::fault(
                        "E0711",
                        size.span,
                        "the size of a Nim heap cannot be negative",
                    );
                    self.keep_negative_out(error.label(format!("this is {value}")), size)
                })?;
                into.sum.push_heap(heap, copies);
                Ok(())
            }
            ExprKind::Plus(a, b) => {
                self.add_sum(a, copies, into, frame)?;
                self.add_sum(b, copies, into, frame)
            }
            ExprKind::Copies(k, a) => {
                let copies = self.copies_of(k, copies, frame)?;
                if copies == 0 {
                    return Ok(());
                }
                self.add_sum(a, copies, into, frame)
            }
            ExprKind::SumOf(body, binders) => self.add_all(body, binders, copies, into, frame),
            ExprKind::If(condition, then, otherwise) => {
                let branch = if self.bool(condition, frame)? { then } else { otherwise };
                self.add_sum(branch, copies, into, frame)
            }
            ExprKind::Let(pattern, value, body) => {
                let value = self.eval(value, frame)?;
                binders::assign(pattern, value, frame);
                self.add_sum(body, copies, into, frame)
            }
            ExprKind::Setup(setup, args) => {
                let values = self.evals(args, frame)?;
                let spec = self.spec();
                let setup = &spec.setups[setup.index()];
                let mut inner = values;
                self.check_fields(&setup.name, &setup.args, &inner, args, expr.span)?;
                inner.resize(setup.body.frame.names.len(), Value::Int(0));
                self.add_sum(&setup.body.expr, copies, into, &mut inner)
            }
            _ => {
                let value = self.eval(expr, frame)?;
                add_copies(value.sum(), copies, into, expr.span)
            }
        }
    }

    /// `sum(A for BINDERS)`; long runs of one kind are kept as runs.
    fn add_all(
        &self,
        body: &Expr,
        binders: &[Binder],
        copies: u64,
        into: &mut SumValue,
        frame: &mut FrameValues,
    ) -> Result<()> {
        if let [Binder::In(Pattern::Local(variable), collection)] = binders
            && collection.ty == crate::ir::Type::Range
            && let Value::Range(range) = self.eval(collection, frame)?
            && range.len() >= LONG
            && let Some(run) = self.long_run(body, *variable, range, copies, frame)?
        {
            into.runs.push(run);
            return Ok(());
        }
        let flow = self.each(binders, frame, &mut |this, frame| {
            this.may_grow(into.sum.components().len(), body.span)?;
            this.add_sum(body, copies, into, frame)?;
            Ok(ControlFlow::Continue(()))
        })?;
        debug_assert!(flow.is_continue());
        Ok(())
    }

    /// The run that a component makes when its int fields grow evenly with the variable.
    fn long_run(
        &self,
        body: &Expr,
        variable: Local,
        range: Range,
        copies: u64,
        frame: &mut FrameValues,
    ) -> Result<Option<Run>> {
        let (component, copies) = match &body.kind {
            ExprKind::Copies(k, inner) if degree(k, variable) == Some(0) => {
                (&**inner, self.copies_of(k, copies, frame)?)
            }
            _ => (body, copies),
        };
        let ExprKind::Component(kind, args) = &component.kind else {
            return Ok(None);
        };
        let (Some((low, high)), true) = (range.bounds(), self.has_convex_domain(*kind)) else {
            return Ok(None);
        };
        if args.iter().any(|arg| degree(arg, variable).is_none()) {
            return Ok(None);
        }
        let mut at = |value: i64| -> Result<Position> {
            frame[variable.index()] = Value::Int(value);
            let fields = self.evals(args, frame)?.into();
            let position = Position { kind: *kind, fields };
            self.check_position(&position, args, component.span)?;
            Ok(position)
        };
        // The domain is an interval, so what holds at both ends holds between them.
        let (first, second) = (at(low)?, at(low + 1)?);
        at(high)?;
        let step = first.fields.iter().zip(&second.fields).map(|pair| match pair {
            (Value::Int(a), Value::Int(b)) => b - a,
            _ => 0,
        });
        Ok(Some(Run { step: step.collect(), first, count: range.len(), copies }))
    }

    /// So many times as many copies.
    fn copies_of(&self, times: &Expr, copies: u64, frame: &mut FrameValues) -> Result<u64> {
        let number = self.int(times, frame)?;
        let k = u64::try_from(number).map_err(|_| {
            let error =
                Error::fault("E0711", times.span, "there cannot be a negative number of copies");
            self.keep_negative_out(error.label(format!("this is {number}")), times)
        })?;
        k.checked_mul(copies).ok_or_else(|| too_many_copies(times.span))
    }

    /// Whether the fields of a kind are bounded by numbers only: then between two positions lie positions.
    fn has_convex_domain(&self, kind: KindId) -> bool {
        let spec = self.spec();
        let kind = &spec.kinds[kind.index()];
        kind.condition.is_none()
            && kind.fields.iter().all(|field| match &field.domain {
                Domain::Any => true,
                Domain::Int { low, high } => {
                    let fixed = |e: &Expr| {
                        matches!(
                            e.kind,
                            ExprKind::Constant(_) | ExprKind::Param(_) | ExprKind::Global(_)
                        )
                    };
                    fixed(low) && high.as_ref().is_none_or(|(high, _)| fixed(high))
                }
                _ => false,
            })
    }
}

/// 0 when the expression does not mention the variable, 1 when it is affine in it; `None`
/// when its form does not tell.
pub(crate) fn degree(expr: &Expr, variable: Local) -> Option<u8> {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Param(_) | ExprKind::Global(_) => Some(0),
        ExprKind::Local(local) => Some(u8::from(*local == variable)),
        ExprKind::Negate(a) => degree(a, variable),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, a, b) => {
            Some(degree(a, variable)?.max(degree(b, variable)?))
        }
        ExprKind::Binary(BinaryOp::Multiply, a, b) => {
            Some(degree(a, variable)? + degree(b, variable)?).filter(|&d| d <= 1)
        }
        _ => None,
    }
}

/// Adds copies of a sum that is a value already.
fn add_copies(sum: &SumValue, copies: u64, into: &mut SumValue, span: Span) -> Result<()> {
    let all = sum.sum.clone().copies(copies).map_err(|_| too_many_copies(span))?;
    into.sum.add(all);
    for run in &sum.runs {
        let copies = run.copies.checked_mul(copies).ok_or_else(|| too_many_copies(span))?;
        into.runs.push(Run { copies, ..run.clone() });
    }
    Ok(())
}
