//! Binder lists: every choice in turn, the last binder fastest.

use std::ops::ControlFlow;

use grundy_core::rt::choices::turn;
use grundy_grammar::Span;

use crate::error::Result;
use crate::instance::Instance;
use crate::ir::{Binder, Expr, ExprKind, Local, Pattern};
use crate::value::Value;

use super::FrameValues;
use super::enumerate::Flow;

/// What is done for each choice. It gets the instance because a `param`
/// binder changes it.
pub(crate) type Each<'a> = dyn FnMut(&Instance, &mut FrameValues) -> Result<Flow> + 'a;

/// Puts a value into the variables of a pattern.
pub(crate) fn assign(pattern: &Pattern, value: Value, frame: &mut FrameValues) {
    match pattern {
        Pattern::Local(local) => frame[local.index()] = value,
        Pattern::Ignore => {}
        Pattern::Tuple(parts) => {
            for (part, value) in parts.iter().zip(value.entries()) {
                assign(part, value.clone(), frame);
            }
        }
    }
}

impl Instance {
    /// Calls `then` for every choice of the binders, in order.
    pub(crate) fn each(
        &self,
        binders: &[Binder],
        frame: &mut FrameValues,
        then: &mut Each,
    ) -> Result<Flow> {
        let Some((binder, rest)) = binders.split_first() else {
            self.tick()?;
            return then(self, frame);
        };
        match binder {
            Binder::In(pattern, collection) => {
                self.each_member(collection, frame, &mut |value, frame| {
                    assign(pattern, value, frame);
                    self.each(rest, frame, then)
                })
            }
            Binder::Let(pattern, value) => {
                let value = self.base_value(value, frame)?;
                assign(pattern, value, frame);
                self.each(rest, frame, then)
            }
            Binder::If(condition) => {
                if self.base_value(condition, frame)?.bool() {
                    self.each(rest, frame, then)
                } else {
                    self.tick()?;
                    Ok(ControlFlow::Continue(()))
                }
            }
            Binder::Map { map, index, over, collection } => {
                self.each_map(*map, index, over, collection, frame, &mut |frame| {
                    self.each(rest, frame, then)
                })
            }
            Binder::ParamIn(param, collection) => {
                let span = collection.span;
                self.each_member(collection, frame, &mut |value, frame| {
                    self.with_param(*param, value, span)?.each(rest, frame, then)
                })
            }
            Binder::ParamIs(param, value) => {
                let span = value.span;
                let value = self.base_value(value, frame)?;
                self.with_param(*param, value, span)?.each(rest, frame, then)
            }
        }
    }

    /// Evaluates an expression of a binder, which may stand outside of any other expression.
    fn base_value(&self, expr: &Expr, frame: &mut FrameValues) -> Result<Value> {
        if self.depth.get() == 0 { self.value(expr, frame) } else { self.eval(expr, frame) }
    }

    /// Calls `then` for each member of a collection, which is not built if it need not be.
    pub(crate) fn each_member(
        &self,
        collection: &Expr,
        frame: &mut FrameValues,
        then: &mut dyn FnMut(Value, &mut FrameValues) -> Result<Flow>,
    ) -> Result<Flow> {
        if let ExprKind::Builtin(builtin, args) = &collection.kind
            && builtin.enumerates()
        {
            return self.enumerate(*builtin, args, collection.span, frame, then);
        }
        match self.base_value(collection, frame)? {
            Value::Range(range) => {
                for value in range.iter() {
                    self.tick()?;
                    if then(Value::Int(value), frame)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Value::Map(pairs) => {
                for (_, value) in pairs.iter() {
                    if then(value.clone(), frame)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            other => {
                for value in other.entries() {
                    if then(value.clone(), frame)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// `d[i in I] in C`: one value for each index, like the wheels of a counter.
    fn each_map(
        &self,
        map: Local,
        index: &Pattern,
        over: &Expr,
        collection: &Expr,
        frame: &mut FrameValues,
        then: &mut dyn FnMut(&mut FrameValues) -> Result<Flow>,
    ) -> Result<Flow> {
        let span: Span = collection.span;
        let over = self.base_value(over, frame)?;
        let indices = Value::set(self.members(&over, span)?.into_owned());
        let indices = indices.entries();
        let mut wheels = Vec::with_capacity(indices.len());
        for at in indices {
            assign(index, at.clone(), frame);
            let values = self.base_value(collection, frame)?;
            let values = self.members(&values, span)?.into_owned();
            if values.is_empty() {
                return Ok(ControlFlow::Continue(()));
            }
            wheels.push(values);
        }
        let mut turned = vec![0; wheels.len()];
        loop {
            self.tick()?;
            let pairs = indices.iter().zip(&wheels).zip(&turned);
            frame[map.index()] = Value::Map(
                pairs.map(|((at, wheel), turn)| (at.clone(), wheel[*turn].clone())).collect(),
            );
            if then(frame)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if turn(&mut turned, false, |at| wheels[at].len()).is_none() {
                return Ok(ControlFlow::Continue(()));
            }
        }
    }
}
