//! `moves octal CODE`: the moves of a take-and-break code.
//!
//! The clause is a move like any other, whose one binder runs through what
//! [`Builtin::CodeMoves`] lists. So the options, the reference engine and every message follow by
//! themselves; the analysis reads the code off that binder.

use std::ops::ControlFlow;

use grundy_core::{Code, CodeError};
use grundy_grammar::{Diagnostic, Span};

use crate::error::{Error, Result};
use crate::eval::{Flow, FrameValues};
use crate::instance::Instance;
use crate::ir::{Binder, Builtin, Expr, ExprKind, Move};
use crate::value::Value;

impl Move {
    /// The code that the move follows, as an expression, if it comes from `moves octal`.
    pub fn code(&self) -> Option<&Expr> {
        match self.binders.as_slice() {
            [Binder::In(_, Expr { kind: ExprKind::Builtin(Builtin::CodeMoves, args), .. })] => {
                args.first()
            }
            _ => None,
        }
    }
}

/// The text that a value is, if it is one.
pub(crate) fn text(value: &Value) -> Option<String> {
    let Value::Vector(entries) = value else { return None };
    let chars = entries.iter().map(|entry| match entry {
        Value::Char(c) => Some(*c),
        _ => None,
    });
    chars.collect()
}

/// The message for a text that is no code, given at `span`; `literal` when it stands there between
/// quotes, just as it is.
pub(crate) fn mistake(error: &CodeError, code: &str, span: Span, literal: bool) -> Diagnostic {
    let message = format!("`{code}` is no take-and-break code");
    let diagnostic = if literal {
        let place = |at: usize| span.start + 1 + u32::try_from(at).unwrap_or(0);
        let (start, end) = (place(error.range.start), place(error.range.end));
        // Where something is missing the closing quote is pointed at.
        Diagnostic::new("E0505", Span { start, end: end.max(start + 1) }, message)
            .label(&error.reason)
    } else {
        let place = match &code[error.range.clone()] {
            "" => "at its end".to_string(),
            wrong => format!("at `{wrong}`"),
        };
        Diagnostic::new("E0505", span, message)
            .label("gives the code")
            .note(format!("{place}: {}", error.reason))
    };
    diagnostic.help(&error.help)
}

impl Instance {
    /// The code that an expression gives.
    pub(crate) fn code(&self, expr: &Expr, frame: &mut FrameValues) -> Result<Code> {
        let value = self.eval(expr, frame)?;
        let text = text(&value).expect("the types have been checked");
        Code::parse(&text).map_err(|error| {
            let span = match expr.kind {
                ExprKind::Param(param) => self.param_span(param),
                _ => expr.span,
            };
            let literal = self.text(span) == format!("\"{text}\"");
            Error::Fault(Box::new(mistake(&error, &text, span, literal)))
        })
    }

    /// Calls `then` with each move of a heap: how many are taken, and the heaps that are left.
    pub(crate) fn code_moves(
        &self,
        code: &Expr,
        size: &Expr,
        frame: &mut FrameValues,
        then: &mut dyn FnMut(Value, &mut FrameValues) -> Result<Flow>,
    ) -> Result<Flow> {
        let code = self.code(code, frame)?;
        let n = self.int(size, frame)?;
        let n = u64::try_from(n).map_err(|_| {
            Error::fault("E0505", size.span, format!("a heap cannot have {n} tokens"))
                .label("a code speaks of heaps of 0 and more")
                .help("give the field a domain without negative numbers, such as `nat`")
        })?;
        let flow = code.each_move(n, &mut |taken, left| {
            // All of them are at most n, which came from an i64.
            let int = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
            let left = Value::ints(left.iter().map(|&size| int(size)));
            let choice = Value::Tuple([Value::Int(int(taken)), left].into());
            match self.tick().and_then(|()| then(choice, frame)) {
                Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                Ok(ControlFlow::Break(())) => ControlFlow::Break(None),
                Err(error) => ControlFlow::Break(Some(error)),
            }
        });
        match flow {
            ControlFlow::Continue(()) => Ok(ControlFlow::Continue(())),
            ControlFlow::Break(None) => Ok(ControlFlow::Break(())),
            ControlFlow::Break(Some(error)) => Err(error),
        }
    }
}
