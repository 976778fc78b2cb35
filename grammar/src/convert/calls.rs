//! Names with something in brackets behind them.

use super::{Converter, parts, take};
use crate::ast::{Binder, Call, Expr, ExprKind, Name};
use crate::syntax::{Pair, Rule};
use crate::{Diagnostic, Span, codes};

/// What stands between the parentheses of a call, as it was written.
#[derive(Default)]
struct Arguments {
    positional: Vec<Expr>,
    binders: Option<Vec<Binder>>,
    named: Vec<(Name, Expr)>,
    /// What stands behind the `:` of `T = START: STEP`.
    step: Option<Expr>,
    otherwise: Option<Expr>,
}

impl Converter<'_> {
    /// Converts `reference` and `xor_call`: a name, a call, or a component.
    pub(super) fn reference(&mut self, pair: Pair<'_>) -> ExprKind {
        let mut inner = pair.into_inner();
        let name = self.name(&take(&mut inner));
        let Some(arguments) = inner.next() else {
            return ExprKind::Name(name.text);
        };
        let arguments = self.arguments(arguments);
        if is_capital(&name) {
            self.component(name, arguments)
        } else if name.text == "fixpoint" {
            self.fixpoint(name.span, arguments)
        } else {
            self.call(name, arguments)
        }
    }

    fn call(&mut self, function: Name, arguments: Arguments) -> ExprKind {
        if let Some(step) = &arguments.step {
            self.misplaced(step.span, "only `fixpoint(T = START: STEP)` has a `:`");
        }
        ExprKind::Call(Box::new(Call {
            function,
            args: arguments.positional,
            binders: arguments.binders,
            named: arguments.named,
            otherwise: arguments.otherwise,
        }))
    }

    fn component(&mut self, name: Name, arguments: Arguments) -> ExprKind {
        if let Some((span, what)) = arguments.no_field() {
            self.report(
                Diagnostic::new(
                    codes::BAD_ARGUMENTS,
                    span,
                    format!("`{}(...)` takes the values of its fields, and no {what}", name.text),
                )
                .help(format!("to add up many of them write `sum({}(...) for ...)`", name.text)),
            );
            return ExprKind::Error;
        }
        ExprKind::Component { name, args: arguments.positional }
    }

    fn fixpoint(&mut self, span: Span, arguments: Arguments) -> ExprKind {
        let Arguments { positional, binders: None, mut named, step: Some(step), otherwise: None } =
            arguments
        else {
            return self.bad_fixpoint(span);
        };
        match named.pop() {
            Some((name, start)) if named.is_empty() && positional.is_empty() => {
                ExprKind::Fixpoint { name, start: Box::new(start), step: Box::new(step) }
            }
            _ => self.bad_fixpoint(span),
        }
    }

    fn bad_fixpoint(&mut self, span: Span) -> ExprKind {
        self.report(
            Diagnostic::new(
                codes::BAD_ARGUMENTS,
                span,
                "`fixpoint` needs a name, a start and a step",
            )
            .help("write `fixpoint(T = START: STEP)`, where STEP says what follows T"),
        );
        ExprKind::Error
    }

    fn arguments(&mut self, pair: Pair<'_>) -> Arguments {
        let mut arguments = Arguments::default();
        for part in parts(pair) {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::argument => self.argument(part, &mut arguments),
                Rule::named => arguments.named.push(self.named(part)),
                Rule::call_binders => {
                    if arguments.positional.len() != 1 || !arguments.named.is_empty() {
                        self.misplaced(
                            span,
                            "`for` follows exactly one expression: `f(e for x in S)`",
                        );
                    }
                    arguments.binders = Some(self.binders(part));
                }
                _ => arguments.otherwise = Some(self.expr(take(&mut parts(part)))),
            }
        }
        arguments
    }

    /// Converts `argument`, which is a value with or without a name.
    fn argument(&mut self, pair: Pair<'_>, arguments: &mut Arguments) {
        let mut inner = parts(pair);
        let first = self.expr(take(&mut inner));
        let Some(value) = inner.next() else {
            if !arguments.named.is_empty() {
                self.misplaced(first.span, "arguments without a name come before those with one");
            }
            arguments.positional.push(first);
            return;
        };
        let value = self.expr(value);
        if let Some(step) = inner.next() {
            arguments.step = Some(self.expr(take(&mut parts(step))));
        }
        if let ExprKind::Name(text) = first.kind {
            let span = first.span;
            arguments.named.push((Name { text, span }, value));
        } else {
            self.report(
                Diagnostic::new(
                    codes::FOREIGN_SIGN,
                    first.span,
                    "`=` gives a value to a name, and this is no name",
                )
                .help("write `==` to compare"),
            );
        }
    }

    fn misplaced(&mut self, span: Span, rule: &str) {
        self.report(Diagnostic::new(codes::BAD_ARGUMENTS, span, rule).label("out of place"));
    }

    /// Converts `named`.
    pub(super) fn named(&mut self, pair: Pair<'_>) -> (Name, Expr) {
        let mut inner = parts(pair);
        (self.name(&take(&mut inner)), self.expr(take(&mut inner)))
    }

    /// Converts `base[...]`: an index, or behind a bare capital name its components.
    pub(super) fn index(&mut self, base: Expr, pair: Pair<'_>) -> ExprKind {
        let span = self.span(&pair);
        let mut args: Vec<Expr> = parts(pair).map(|arg| self.expr(arg)).collect();
        if let ExprKind::Name(text) = &base.kind {
            let name = Name { text: text.clone(), span: base.span };
            if is_capital(&name) {
                return ExprKind::Components { name, args };
            }
        }
        match args.pop() {
            Some(index) if args.is_empty() => {
                ExprKind::Index { base: Box::new(base), index: Box::new(index) }
            }
            _ => {
                self.report(
                    Diagnostic::new(codes::BAD_ARGUMENTS, span, "an index is one value").help(
                        "write `x[i][j]` for an entry of an entry, `x[a..b]` for a part of x",
                    ),
                );
                ExprKind::Error
            }
        }
    }
}

impl Arguments {
    /// The first part that the fields of a component cannot be.
    fn no_field(&self) -> Option<(Span, &'static str)> {
        if let Some(first) = self.binders.as_ref().and_then(|binders| binders.first()) {
            return Some((first.span, "`for`"));
        }
        if let Some((name, _)) = self.named.first() {
            return Some((name.span, "names"));
        }
        self.otherwise.as_ref().map(|otherwise| (otherwise.span, "`else`"))
    }
}

fn is_capital(name: &Name) -> bool {
    name.text.chars().next().is_some_and(char::is_uppercase)
}
