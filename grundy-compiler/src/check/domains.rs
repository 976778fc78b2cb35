//! Types as they are written: what kind of value, and which of them.

use grundy_grammar::{Diagnostic, Span, ast, nearest};

use crate::ir::{Domain, Expr, ExprKind, Type};
use crate::value::Value;

use super::Checker;

const NAMES: [&str; 5] = ["nat", "int", "bool", "text", "set"];

impl Checker<'_> {
    /// The type alone, without looking at the expressions in it.
    pub(super) fn type_of(&mut self, ty: &ast::Type) -> Type {
        match &ty.kind {
            ast::TypeKind::Named(name) => match name.as_str() {
                "nat" | "int" => Type::Int,
                "bool" => Type::Bool,
                "text" => Type::Vector(Box::new(Type::Char)),
                _ => {
                    let diagnostic = unknown_type(name, ty.span);
                    self.report(diagnostic);
                    Type::Error
                }
            },
            ast::TypeKind::Range { .. } => Type::Int,
            ast::TypeKind::Vector(element, _) => Type::Vector(Box::new(self.type_of(element))),
            ast::TypeKind::Set(element) => Type::Set(Box::new(self.type_of(element))),
            ast::TypeKind::Tuple(parts) => {
                Type::Tuple(parts.iter().map(|p| self.type_of(p)).collect())
            }
        }
    }

    /// Which values of the type are allowed; the bounds see the variables in scope.
    pub(super) fn domain_of(&mut self, ty: &ast::Type) -> Domain {
        match &ty.kind {
            ast::TypeKind::Named(name) if name == "nat" => {
                Domain::Int { low: Box::new(zero(ty.span)), high: None }
            }
            ast::TypeKind::Named(_) => Domain::Any,
            ast::TypeKind::Range { low, high, inclusive } => Domain::Int {
                low: Box::new(self.expect_int(low)),
                high: high.as_ref().map(|high| (Box::new(self.expect_int(high)), *inclusive)),
            },
            ast::TypeKind::Vector(element, length) => {
                let element = self.domain_of(element);
                let length = length.as_ref().map(|l| Box::new(self.expect_int(l)));
                match (&element, &length) {
                    (Domain::Any, None) => Domain::Any,
                    _ => Domain::Vector(Box::new(element), length),
                }
            }
            ast::TypeKind::Set(element) => match self.domain_of(element) {
                Domain::Any => Domain::Any,
                element => Domain::Set(Box::new(element)),
            },
            ast::TypeKind::Tuple(parts) => {
                Domain::Tuple(parts.iter().map(|p| self.domain_of(p)).collect())
            }
        }
    }
}

fn zero(span: Span) -> Expr {
    Expr { span, ty: Type::Int, kind: ExprKind::Constant(Value::Int(0)) }
}

fn unknown_type(name: &str, span: Span) -> Diagnostic {
    if matches!(name, "graph" | "vertex" | "edge" | "digraph") {
        return Diagnostic::new("E0309", span, format!("`{name}` is not available yet"))
            .label("graphs are not part of the language yet")
            .help("a set of vertices can be written as `set<nat>`, a graph as a set of pairs `set<(nat, nat)>`");
    }
    let diagnostic =
        Diagnostic::new("E0308", span, format!("no type is called `{name}`")).label("unknown type");
    match nearest(name, NAMES) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic.help("the types are `nat`, `int`, a range such as `1..` or `0..=9`, `bool`, `text`, `[T]`, `[T; n]`, `set<T>` and tuples `(T, U)`"),
    }
}
