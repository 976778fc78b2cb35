//! Names of the Rust program that the rules stand in.

use grundy_grammar::{Diagnostic, ast};

use crate::ir::{Builtin, Expr, ExprKind, Foreign, ForeignId, Type};
use crate::value::Value;

use super::Checker;

impl Checker<'_> {
    /// Whether the rules themselves say what the name is.
    pub(super) fn is_known(&self, name: &str) -> bool {
        self.top.contains_key(name)
            || self.scope.visible.iter().any(|variable| variable.name == name)
            || super::calls::is_function_of_the_language(name)
    }

    /// A call of a function of the program.
    pub(super) fn foreign_function(&mut self, call: &ast::Call) -> (Type, ExprKind) {
        if !self.only_positional(call) {
            return (Type::Error, ExprKind::Constant(Value::Int(0)));
        }
        let args: Vec<Expr> = call.args.iter().map(|arg| self.infer(arg)).collect();
        for arg in &args {
            let ty = self.types.resolve(&arg.ty);
            if !may_leave(&ty) {
                let what = self.name_type(&ty);
                self.report(
                    Diagnostic::new(
                        "E0301",
                        arg.span,
                        format!("a function of Rust takes ints, bools and collections of them, not {what}"),
                    )
                    .label(format!("this is {what}")),
                );
            }
        }
        self.foreign(&call.function.text, false, args)
    }

    /// A name of the program; what its value is follows from where it stands.
    pub(super) fn foreign(
        &mut self,
        name: &str,
        constant: bool,
        args: Vec<Expr>,
    ) -> (Type, ExprKind) {
        let foreign = Foreign { name: name.to_string(), constant };
        let at = self.spec.foreign.iter().position(|known| *known == foreign);
        let id = at.unwrap_or_else(|| {
            self.spec.foreign.push(foreign);
            self.spec.foreign.len() - 1
        });
        (self.types.fresh(), ExprKind::Builtin(Builtin::Foreign(ForeignId::from(id)), args))
    }
}

/// Whether a function of Rust can take such values.
fn may_leave(ty: &Type) -> bool {
    let plain = |ty: &Type| matches!(ty, Type::Int | Type::Bool | Type::Var(_) | Type::Error);
    match ty {
        Type::Vector(element) | Type::Set(element) => plain(element),
        Type::Range => true,
        other => plain(other),
    }
}
