//! Questions about the game: nimbers, outcomes, options, periods; and queries.

use grundy_grammar::{Diagnostic, Span, ast};

use crate::ir::{Expr, ExprKind, Periodic, Play, Type};
use crate::value::Value;

use super::scope::Shadowing;
use super::{Checker, Query};

impl Checker<'_> {
    pub(super) fn question(&mut self, call: &ast::Call, span: Span) -> (Type, ExprKind) {
        let name = call.function.text.as_str();
        if !self.questions {
            self.report(
                Diagnostic::new("E0406", span, format!("a rule cannot ask for `{name}`"))
                    .label("asks about the game that the rules define")
                    .help("rules say only what the moves are; `claim`, `expect` and `ask` may ask about values and outcomes"),
            );
            return (Type::Error, ExprKind::Constant(Value::Int(0)));
        }
        if name == "periodic" {
            return self.periodic(call, span);
        }
        if !self.only_positional(call) {
            return (Type::Error, ExprKind::Constant(Value::Int(0)));
        }
        let [sum] = call.args.as_slice() else {
            self.report(
                Diagnostic::new(
                    "E0205",
                    span,
                    format!(
                        "`{name}` takes one sum of positions, not {} arguments",
                        call.args.len()
                    ),
                )
                .label("wrong number of arguments"),
            );
            return (Type::Error, ExprKind::Constant(Value::Int(0)));
        };
        let sum = Box::new(self.expect_sum(sum));
        let outcome = |sum, play, won| (Type::Bool, ExprKind::Outcome { sum, play, won });
        match name {
            "grundy" => (Type::Int, ExprKind::Grundy(sum)),
            "options" => (Type::Set(Box::new(Type::Sum)), ExprKind::Options(sum)),
            "won" => outcome(sum, None, true),
            "lost" => outcome(sum, None, false),
            "misere_won" => outcome(sum, Some(Play::Misere), true),
            _ => outcome(sum, Some(Play::Misere), false),
        }
    }

    /// `periodic(Kind(n, ...) for n, from = a, period = p, saltus = s)`.
    fn periodic(&mut self, call: &ast::Call, span: Span) -> (Type, ExprKind) {
        let broken = (Type::Bool, ExprKind::Constant(Value::Bool(true)));
        let kind = match call.args.as_slice() {
            [ast::Expr { kind: ast::ExprKind::Component { name, .. }, .. }] => name.text.as_str(),
            _ => "Kind",
        };
        let form = format!("write `periodic({kind}(n) for n, from = 71, period = 12)`");
        let (variable, place, label) = match call.binders.as_deref() {
            Some([ast::Binder { kind: ast::BinderKind::Free(name), .. }]) => {
                (Some(name), span, "not one position")
            }
            Some([ast::Binder { kind: ast::BinderKind::In { .. }, span }]) => {
                (None, *span, "a range, not all numbers")
            }
            Some([first, .., last]) => (None, first.span.to(last.span), "not one variable"),
            _ => (None, span, "no `for n`"),
        };
        let (Some(variable), [position]) = (variable, call.args.as_slice()) else {
            self.report(
                Diagnostic::new("E0407", place, "`periodic` speaks of one position for a variable that runs through all numbers")
                    .label(label)
                    .help(form),
            );
            return broken;
        };
        let (mut from, mut period, mut saltus) = (None, None, None);
        for (name, value) in &call.named {
            let value = self.expect_int(value);
            match name.text.as_str() {
                "from" => from = Some(value),
                "period" => period = Some(value),
                "saltus" => saltus = Some(value),
                _ => self.report(
                    Diagnostic::new(
                        "E0206",
                        name.span,
                        format!("`periodic` has no argument called `{}`", name.text),
                    )
                    .label("not an argument")
                    .help("it has `from`, `period` and `saltus`"),
                ),
            }
        }
        let Some(period) = period else {
            self.report(
                Diagnostic::new("E0407", span, "`periodic` needs the period")
                    .label("no `period = ...`")
                    .help(form),
            );
            return broken;
        };
        self.scoped(|c| {
            let variable = c.bind(variable, Type::Int, Shadowing::Refused);
            let position = c.expect_sum(position);
            let periodic = Periodic { variable, position, from, period, saltus };
            (Type::Bool, ExprKind::Periodic(Box::new(periodic)))
        })
    }

    /// `SUBJECT for BINDERS` from outside, with a condition that sees the same variables.
    pub(super) fn query(
        &mut self,
        subject: &ast::Expr,
        binders: &[ast::Binder],
        condition: Option<&ast::Expr>,
    ) -> Query {
        let mut binders = self.binders(binders, Shadowing::Refused);
        self.hidden = Some(Vec::new());
        let mut subject = self.infer(subject);
        // `0` alone is the empty sum here: a query is about positions.
        if matches!(subject.kind, ExprKind::Constant(Value::Int(0))) {
            subject = self.coerce(subject, &Type::Sum);
        }
        binders.extend(self.hidden.take().unwrap_or_default());
        let mut condition = condition.map(|c| self.expect_bool(c));
        self.types.settle_expr(&mut subject);
        crate::ir::visit::each_in_binders(&mut binders, &mut |e| self.types.settle_expr(e));
        if let Some(condition) = &mut condition {
            self.types.settle_expr(condition);
        }
        Query { frame: std::mem::take(&mut self.scope).frame, binders, subject, condition }
    }

    /// Checks what an `expect` speaks of; ranges in int fields become binders.
    pub(super) fn subject(
        &mut self,
        subject: &ast::Expr,
        binders: &mut Vec<crate::ir::Binder>,
    ) -> Expr {
        self.hidden = Some(Vec::new());
        let subject = self.infer(subject);
        binders.extend(self.hidden.take().unwrap_or_default());
        subject
    }
}
