//! Types as they are written: what kind of value, and which of them.

use grundy_grammar::{Diagnostic, Span, ast, nearest};

use crate::ir::{Builtin, Domain, Expr, ExprKind, GraphFunction, Type};
use crate::value::Value;

use super::{Checker, graphs};

const NAMES: [&str; 9] =
    ["nat", "int", "bool", "text", "set", "graph", "vertex", "edge", "convexity"];

impl Checker<'_> {
    /// The type alone, without looking at the expressions in it.
    pub(super) fn type_of(&mut self, ty: &ast::Type) -> Type {
        match &ty.kind {
            ast::TypeKind::Named(name) => match name.as_str() {
                "nat" | "int" | "vertex" => Type::Int,
                "edge" => graphs::edge(),
                "graph" => Type::Graph,
                "convexity" => Type::Convexity,
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
            ast::TypeKind::Named(name) if name == "vertex" => {
                let order = self.only_graph(ty.span).map(|graph| order(graph, ty.span));
                Domain::Int {
                    low: Box::new(zero(ty.span)),
                    high: order.map(|order| (Box::new(order), false)),
                }
            }
            ast::TypeKind::Named(name) if name == "edge" => match self.only_graph(ty.span) {
                Some(graph) => Domain::Edge(Box::new(graph)),
                None => Domain::Any,
            },
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

    /// The graph that a vertex or an edge belongs to: the only one among the fields and arguments
    /// before, or else among the params and `let`s above. With several it is open which.
    fn only_graph(&self, span: Span) -> Option<Expr> {
        let graph = |kind: ExprKind| Expr { span, ty: Type::Graph, kind };
        let fields = self.scope.visible.iter().filter(|variable| variable.ty == Type::Graph);
        let fields: Vec<Expr> = fields.map(|field| graph(ExprKind::Local(field.local))).collect();
        let params = self.spec.params.iter().enumerate().filter(|(_, p)| p.ty == Type::Graph);
        let lets = self.spec.lets.iter().enumerate().filter(|(_, l)| l.ty == Type::Graph);
        let all: Vec<Expr> = if fields.is_empty() {
            params
                .map(|(at, _)| graph(ExprKind::Param(at.into())))
                .chain(lets.map(|(at, _)| graph(ExprKind::Global(at.into()))))
                .collect()
        } else {
            fields
        };
        match <[Expr; 1]>::try_from(all) {
            Ok([only]) => Some(only),
            Err(_) => None,
        }
    }
}

fn zero(span: Span) -> Expr {
    Expr { span, ty: Type::Int, kind: ExprKind::Constant(Value::Int(0)) }
}

/// The number of vertices of a graph.
fn order(graph: Expr, span: Span) -> Expr {
    let function = Builtin::Graph(GraphFunction::Order);
    Expr { span, ty: Type::Int, kind: ExprKind::Builtin(function, vec![graph]) }
}

fn unknown_type(name: &str, span: Span) -> Diagnostic {
    let diagnostic =
        Diagnostic::new("E0308", span, format!("no type is called `{name}`")).label("unknown type");
    match nearest(name, NAMES) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic.help("the types are `nat`, `int`, a range such as `1..` or `0..=9`, `bool`, `text`, `graph`, `vertex`, `edge`, `convexity`, `[T]`, `[T; n]`, `set<T>` and tuples `(T, U)`"),
    }
}
