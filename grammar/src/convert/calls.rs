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
    otherwise: Option<Expr>,
}

impl Converter<'_> {
    /// Converts `reference`: a name, a call, or a component.
    pub(super) fn reference(&mut self, pair: Pair<'_>) -> ExprKind {
        let mut inner = pair.into_inner();
        let name = self.name(&take(&mut inner));
        let Some(arguments) = inner.next() else {
            return ExprKind::Name(name.text);
        };
        let arguments = self.arguments(arguments);
        if !is_capital(&name) {
            return ExprKind::Call(Box::new(Call {
                function: name,
                args: arguments.positional,
                binders: arguments.binders,
                named: arguments.named,
                otherwise: arguments.otherwise,
            }));
        }
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
        ExprKind::Component {
            name,
            args: arguments.positional,
        }
    }

    fn arguments(&mut self, pair: Pair<'_>) -> Arguments {
        let mut arguments = Arguments::default();
        for part in parts(pair) {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::named => arguments.named.push(self.named(part)),
                Rule::call_binders => {
                    if arguments.positional.len() != 1 || !arguments.named.is_empty() {
                        self.misplaced(span, "`for` follows exactly one expression: `f(e for x in S)`");
                    }
                    arguments.binders = Some(self.binders(part));
                }
                Rule::otherwise => arguments.otherwise = Some(self.expr(take(&mut parts(part)))),
                _ => {
                    if !arguments.named.is_empty() {
                        self.misplaced(span, "arguments without a name come before those with one");
                    }
                    let argument = self.expr(part);
                    arguments.positional.push(argument);
                }
            }
        }
        arguments
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
    pub(super) fn index(&mut self, base: Expr, pair: Pair<'_>, bare_name: bool) -> ExprKind {
        let span = self.span(&pair);
        let mut args: Vec<Expr> = parts(pair).map(|arg| self.expr(arg)).collect();
        if let ExprKind::Name(text) = &base.kind
            && bare_name
        {
            let name = Name {
                text: text.clone(),
                span: base.span,
            };
            if is_capital(&name) {
                return ExprKind::Components { name, args };
            }
        }
        match args.pop() {
            Some(index) if args.is_empty() => ExprKind::Index {
                base: Box::new(base),
                index: Box::new(index),
            },
            _ => {
                self.report(
                    Diagnostic::new(codes::BAD_ARGUMENTS, span, "an index is one value")
                        .help("write `x[i][j]` for an entry of an entry, `x[a..b]` for a part of x"),
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
