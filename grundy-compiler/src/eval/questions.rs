//! Questions about the game inside of expressions: nimbers, outcomes, options, periods.

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::ir::{Expr, ExprKind};
use crate::value::Value;

use super::{FrameValues, overflow};

impl Instance {
    pub(super) fn question(&self, expr: &Expr, frame: &mut FrameValues) -> Result<Value> {
        match &expr.kind {
            ExprKind::Grundy(sum) => {
                let sum = self.eval(sum, frame)?;
                let nimber = self.nimber(sum.sum()).map_err(|e| at_question(e, expr))?.get();
                let nimber =
                    i64::try_from(nimber).map_err(|_| overflow(expr.span, nimber.to_string()))?;
                Ok(Value::Int(nimber))
            }
            ExprKind::Outcome { sum, play, won } => {
                let sum = self.eval(sum, frame)?;
                let play = play.unwrap_or(self.play());
                let outcome = self.outcome(sum.sum(), play).map_err(|e| at_question(e, expr))?;
                Ok(Value::Bool(outcome.is_won() == *won))
            }
            ExprKind::Options(sum) => {
                let sum = self.eval(sum, frame)?;
                self.options_in_normal_form(sum.sum()).map_err(|e| at_question(e, expr))
            }
            ExprKind::Periodic(periodic) => {
                let from = periodic.from.as_ref().map(|e| self.int(e, frame)).transpose()?;
                let period = self.int(&periodic.period, frame)?;
                let saltus = periodic.saltus.as_ref().map_or(Ok(0), |e| self.int(e, frame))?;
                self.is_periodic(periodic, from, period, saltus, frame).map(Value::Bool)
            }
            _ => unreachable!("not a question"),
        }
    }
}

/// Says which question could not be answered, unless the message already speaks of the rules.
fn at_question(error: Error, expr: &Expr) -> Error {
    error.map(|d| {
        if d.primary.0 == grundy_grammar::Span::default() {
            grundy_grammar::Diagnostic { primary: (expr.span, d.primary.1), ..d }
        } else {
            d
        }
    })
}
