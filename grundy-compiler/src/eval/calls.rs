//! Calls of the game's functions.
//!
//! A function that can reach itself is memoised, and its recursion does not
//! live on the native stack: when the evaluation is already deep, a call of
//! such a function gives up with [`Error::Suspended`], everything unwinds to
//! [`Instance::settled`], the call is evaluated there from a flat stack, and
//! the work that had to give up is done again, now with the value at hand.
//! All values are pure, so doing it again changes nothing.

use grundy_grammar::Span;

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::ir::{FunctionId, LetId};
use crate::value::Value;

/// Beyond this depth a recursive call is put off.
const MAX_DEPTH: u32 = 150;

/// So many calls that were put off may wait for each other. Between two of them
/// lie as many others as [`MAX_DEPTH`] has room for: millions in all when the
/// function is short.
const MAX_PENDING: usize = 50_000;

impl Instance {
    pub(super) fn call(
        &self,
        function: FunctionId,
        args: Box<[Value]>,
        span: Span,
    ) -> Result<Value> {
        if !self.spec().functions[function.index()].recursive {
            return self.call_now(function, &args);
        }
        let known = self.memo.borrow().get(&(function, args.clone())).cloned();
        if let Some(value) = known {
            return Ok(value);
        }
        self.tick()?;
        if self.depth.get() > MAX_DEPTH {
            return Err(Error::Suspended(function, args));
        }
        let value = self.call_now(function, &args).map_err(|error| {
            error.map(|d| {
                if d.related.is_empty() {
                    let name = &self.spec().functions[function.index()].name;
                    d.related(span, format!("in this call of `{name}`"))
                } else {
                    d
                }
            })
        })?;
        self.memo.borrow_mut().insert((function, args), value.clone());
        Ok(value)
    }

    fn call_now(&self, function: FunctionId, args: &[Value]) -> Result<Value> {
        let spec = self.spec();
        let body = &spec.functions[function.index()].body;
        let mut frame = args.to_vec();
        frame.resize(body.frame.names.len(), Value::Int(0));
        self.eval(&body.expr, &mut frame)
    }

    /// Does `work` on an empty evaluation stack, evaluating first what it had to put off.
    pub(crate) fn settled<T>(&self, mut work: impl FnMut(&Self) -> Result<T>) -> Result<T> {
        let outer = self.depth.replace(0);
        let mut pending: Vec<(FunctionId, Box<[Value]>)> = Vec::new();
        let result = loop {
            self.depth.set(0);
            let suspended = match pending.last() {
                None => match work(self) {
                    Err(Error::Suspended(function, args)) => (function, args),
                    done => break done,
                },
                Some((function, args)) => match self.call_now(*function, args) {
                    Ok(value) => {
                        let (function, args) = pending.pop().expect("it is the last one");
                        self.memo.borrow_mut().insert((function, args), value);
                        continue;
                    }
                    Err(Error::Suspended(function, args)) => (function, args),
                    Err(error) => break Err(error),
                },
            };
            if let Err(error) = self.may_wait(&pending, &suspended) {
                break Err(error);
            }
            pending.push(suspended);
        };
        self.depth.set(outer);
        result
    }

    /// Refuses a call that waits for itself, and calls without end.
    fn may_wait(
        &self,
        pending: &[(FunctionId, Box<[Value]>)],
        next: &(FunctionId, Box<[Value]>),
    ) -> Result<()> {
        // Looking through all of them each time would cost a square; a circle
        // comes round again, so it is enough to look now and then.
        let look = pending.len() < 64 || pending.len().is_power_of_two();
        let circle = look && pending.contains(next);
        if !circle && pending.len() < MAX_PENDING {
            return Ok(());
        }
        let spec = self.spec();
        let function = &spec.functions[next.0.index()];
        let args: Vec<String> = next.1.iter().map(|v| self.show(v)).collect();
        let call = format!("{}({})", function.name, args.join(", "));
        let span = function.body.expr.span;
        Err(if circle {
            Error::fault("E0710", span, format!("`{call}` needs its own value"))
                .label("goes round in a circle")
                .help("every recursive call must come closer to a case without one")
        } else {
            Error::fault(
                "E0710",
                span,
                format!("the recursion of `{}` is too deep, or has no end", function.name),
            )
            .label(format!("millions of calls wait for each other, the last is `{call}`"))
            .help("every recursive call must come closer to a case without one")
        })
    }

    /// The value of a top-level `let`, computed at its first use.
    pub(crate) fn global(&self, global: LetId) -> Result<Value> {
        let known = self.lets.borrow()[global.index()].clone();
        if let Some(value) = known {
            return Ok(value);
        }
        let spec = self.spec();
        let definition = &spec.lets[global.index()];
        if !self.open_lets.borrow_mut().insert(global) {
            let span = definition.value.expr.span;
            return Err(Error::fault(
                "E0710",
                span,
                format!("`{}` needs its own value", definition.name),
            )
            .label("goes round in a circle"));
        }
        let mut frame = vec![Value::Int(0); definition.value.frame.names.len()];
        let value = self.eval(&definition.value.expr, &mut frame);
        self.open_lets.borrow_mut().remove(&global);
        let value = value?;
        self.lets.borrow_mut()[global.index()] = Some(value.clone());
        Ok(value)
    }
}
