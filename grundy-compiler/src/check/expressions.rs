//! Expressions: one function for each form, and what makes two types fit.

use grundy_grammar::{Diagnostic, Span, ast};

use crate::ir::{Expr, ExprKind, Type};
use crate::value::Value;

use super::scope::{Meaning, Shadowing};
use super::{Checker, MAX_DEPTH, graphs};

impl Checker<'_> {
    /// Checks an expression whose type nothing outside decides.
    pub(super) fn infer(&mut self, expr: &ast::Expr) -> Expr {
        self.hinted(expr, None)
    }

    /// Checks an expression that must have a type.
    pub(super) fn expect(&mut self, expr: &ast::Expr, ty: &Type) -> Expr {
        let found = self.hinted(expr, Some(ty));
        self.coerce(found, ty)
    }

    /// Checks a condition.
    pub(super) fn expect_bool(&mut self, expr: &ast::Expr) -> Expr {
        self.expect(expr, &Type::Bool)
    }

    /// Checks a number.
    pub(super) fn expect_int(&mut self, expr: &ast::Expr) -> Expr {
        self.expect(expr, &Type::Int)
    }

    /// Checks something that can be run through, and tells the type of its members.
    pub(super) fn expect_collection(&mut self, expr: &ast::Expr) -> (Expr, Type) {
        let found = self.infer(expr);
        let ty = self.types.resolve(&found.ty);
        if let Some(element) = ty.element() {
            return (found, element);
        }
        match ty {
            Type::Error => {}
            Type::Var(_) => {
                let element = self.types.fresh();
                self.types.unify(&ty, &Type::Set(Box::new(element.clone())));
                return (found, element);
            }
            _ => {
                let diagnostic = Diagnostic::new(
                    "E0303",
                    expr.span,
                    format!("a collection is needed here, but this is {}", self.name_type(&ty)),
                )
                .label("expected a range, set or vector");
                self.report(if ty == Type::Int {
                    diagnostic
                        .help("for the numbers below n write `0..n`, for those from 1 to n `1..=n`")
                } else {
                    diagnostic
                });
            }
        }
        (found, Type::Error)
    }

    /// Checks an expression; `hint` is the type that its surroundings would like.
    pub(super) fn hinted(&mut self, expr: &ast::Expr, hint: Option<&Type>) -> Expr {
        if self.depth >= MAX_DEPTH {
            self.report(
                Diagnostic::new(
                    "E0207",
                    expr.span,
                    "this expression, with the functions it calls, nests too deeply",
                )
                .label(format!("more than {MAX_DEPTH} levels"))
                .help("name parts of it with `let`, or call fewer functions from each other"),
            );
            return self.broken(expr.span);
        }
        self.depth += 1;
        let (ty, kind) = self.form(expr, hint);
        self.depth -= 1;
        Expr { span: expr.span, ty, kind }
    }

    fn form(&mut self, expr: &ast::Expr, hint: Option<&Type>) -> (Type, ExprKind) {
        use ast::ExprKind as A;
        let span = expr.span;
        match &expr.kind {
            A::Int(value) => (Type::Int, ExprKind::Constant(Value::Int(*value))),
            A::Bool(value) => (Type::Bool, ExprKind::Constant(Value::Bool(*value))),
            A::Text(text) => self.text(text, hint),
            A::Name(name) => self.name(name, span, hint),
            A::Legal => self.misplaced_legal(span),
            A::Call(call) => self.call(call, span, hint),
            A::Component { name, args } => self.component(name, args, span),
            A::Components { name, args } => self.components(name, args, span),
            A::Index { base, index } => self.index(base, index),
            A::Unary { op, op_span, operand } => self.unary(*op, *op_span, operand, hint),
            A::Binary { op, op_span, left, right } => self.binary(*op, *op_span, left, right, hint),
            A::Compare { first, rest } => self.compare(first, rest),
            A::Range { low, high, inclusive } => {
                let low = Box::new(self.expect_int(low));
                let high = Box::new(self.expect_int(high));
                let inclusive = *inclusive;
                (Type::Range, ExprKind::Range { low, high, inclusive })
            }
            A::If { condition, then, otherwise } => self.if_else(condition, then, otherwise, hint),
            A::Let { pattern, value, body } => self.scoped(|c| {
                let value = c.infer(value);
                let pattern = c.bind_pattern(pattern, &value.ty.clone(), Shadowing::Refused);
                let body = c.hinted(body, hint);
                let ty = body.ty.clone();
                (ty, ExprKind::Let(pattern, Box::new(value), Box::new(body)))
            }),
            A::Tuple(parts) => self.tuple(parts, hint),
            A::Vector(entries) => self.vector_literal(entries, hint),
            A::Set(members) => self.set_literal(members, hint),
            A::Comprehension { set, body, binders } => {
                self.comprehension(*set, body, binders, hint)
            }
            A::With { base, updates } => self.with(base, updates),
            A::Without { base, index } => self.without(base, index),
            A::Fixpoint { name, start, step } => self.scoped(|c| {
                let start = c.hinted(start, hint);
                let ty = c.collection_of_range(&start.ty);
                let start = c.coerce(start, &ty);
                let local = c.bind(name, ty.clone(), Shadowing::Refused);
                let step = c.expect(step, &ty);
                (ty, ExprKind::Fixpoint(local, Box::new(start), Box::new(step)))
            }),
            A::Error => (Type::Error, ExprKind::Constant(Value::Int(0))),
        }
    }

    fn text(&mut self, text: &str, hint: Option<&Type>) -> (Type, ExprKind) {
        let mut characters = text.chars();
        if hint.is_some_and(|h| self.types.resolve(h) == Type::Char)
            && let (Some(only), None) = (characters.next(), characters.next())
        {
            return (Type::Char, ExprKind::Constant(Value::Char(only)));
        }
        (Type::Vector(Box::new(Type::Char)), ExprKind::Constant(Value::text(text)))
    }

    fn name(&mut self, name: &str, span: Span, hint: Option<&Type>) -> (Type, ExprKind) {
        // A kind without fields may stand without parentheses.
        let wants_sum = hint.is_some_and(|h| self.types.resolve(h) == Type::Sum);
        if (wants_sum || !self.scope.visible.iter().any(|v| v.name == name))
            && let Some(kind) = self.kind_without_fields(name)
        {
            return (Type::Sum, ExprKind::Component(kind, Vec::new()));
        }
        let known = |c: &Checker<'_>| {
            c.scope.visible.iter().any(|v| v.name == name) || c.top.contains_key(name)
        };
        if let Some((ty, value)) = graphs::constant(name).filter(|_| !known(self)) {
            return (ty, ExprKind::Constant(value));
        }
        if self.rust && !self.is_known(name) {
            return self.foreign(name, true, Vec::new());
        }
        match self.meaning(name, span) {
            Some(Meaning::Local(local, ty)) => (ty, ExprKind::Local(local)),
            Some(Meaning::Param(param, ty)) => (ty, ExprKind::Param(param)),
            Some(Meaning::Global(global, ty)) => (ty, ExprKind::Global(global)),
            None => (Type::Error, ExprKind::Constant(Value::Int(0))),
        }
    }

    fn misplaced_legal(&mut self, span: Span) -> (Type, ExprKind) {
        self.report(
            Diagnostic::new(
                "E0405",
                span,
                "`legal` can only stand alone behind `when`, or in `when legal and COND`",
            )
            .label("not the whole guard")
            .help("write the guard as `when legal and ...`"),
        );
        (Type::Error, ExprKind::Constant(Value::Int(0)))
    }

    fn if_else(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        let condition = self.expect_bool(condition);
        let then = self.hinted(then, hint);
        let then_type = then.ty.clone();
        // The first branch tells what a recursive call in the second gives.
        if let Some(hint) = hint
            && matches!(self.types.resolve(hint), Type::Var(_))
            && !matches!(then.kind, ExprKind::Constant(Value::Int(0)))
        {
            self.types.unify(hint, &then_type);
        }
        let otherwise = self.hinted(otherwise, hint.or(Some(&then_type)));
        let (then, otherwise, ty) = self.join(then, otherwise, "the two branches of this `if`");
        (ty, ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    fn tuple(&mut self, parts: &[ast::Expr], hint: Option<&Type>) -> (Type, ExprKind) {
        let hints = match hint.map(|h| self.types.resolve(h)) {
            Some(Type::Tuple(types)) if types.len() == parts.len() => {
                types.into_iter().map(Some).collect()
            }
            _ => vec![None; parts.len()],
        };
        let parts: Vec<Expr> = parts
            .iter()
            .zip(hints)
            .map(|(part, hint)| match hint {
                Some(hint) => {
                    let found = self.hinted(part, Some(&hint));
                    self.try_coerce(found, &hint).unwrap_or_else(|found| found)
                }
                None => self.infer(part),
            })
            .collect();
        let ty = Type::Tuple(parts.iter().map(|p| p.ty.clone()).collect());
        (ty, ExprKind::Tuple(parts))
    }

    /// Makes an expression have a type, or reports that it cannot.
    pub(super) fn coerce(&mut self, expr: Expr, ty: &Type) -> Expr {
        self.try_coerce(expr, ty).unwrap_or_else(|expr| {
            let diagnostic = self.mismatch(&expr, ty);
            self.report(diagnostic);
            Expr { ty: Type::Error, ..expr }
        })
    }

    /// Makes an expression have a type if the types fit or one of the few conversions applies.
    pub(super) fn try_coerce(&mut self, expr: Expr, ty: &Type) -> Result<Expr, Expr> {
        if self.types.unify(&expr.ty, ty) {
            return Ok(expr);
        }
        let target = self.types.resolve(ty);
        let converts = match (self.types.resolve(&expr.ty), &target) {
            (Type::Range, Type::Vector(element) | Type::Set(element)) => {
                self.types.unify(element, &Type::Int)
            }
            _ => false,
        };
        if converts {
            return Ok(Expr {
                span: expr.span,
                ty: target,
                kind: ExprKind::Convert(Box::new(expr)),
            });
        }
        let Expr { span, ty, kind } = expr;
        match (kind, &target) {
            (ExprKind::Constant(Value::Int(0)), Type::Sum) => {
                Ok(Expr { span, ty: Type::Sum, kind: ExprKind::Empty })
            }
            (ExprKind::Constant(Value::Vector(text)), Type::Char)
                if matches!(*text, [Value::Char(_)]) =>
            {
                Ok(Expr { span, ty: Type::Char, kind: ExprKind::Constant(text[0].clone()) })
            }
            // A branch that is `0` is the empty sum as well.
            (ExprKind::If(condition, then, otherwise), Type::Sum) if ty == Type::Int => {
                match (self.try_coerce(*then, &target), self.try_coerce(*otherwise, &target)) {
                    (Ok(then), Ok(otherwise)) => Ok(Expr {
                        span,
                        ty: Type::Sum,
                        kind: ExprKind::If(condition, Box::new(then), Box::new(otherwise)),
                    }),
                    (Ok(then) | Err(then), Ok(otherwise) | Err(otherwise)) => Err(Expr {
                        span,
                        ty,
                        kind: ExprKind::If(condition, Box::new(then), Box::new(otherwise)),
                    }),
                }
            }
            (kind, _) => Err(Expr { span, ty, kind }),
        }
    }

    /// Gives two expressions that stand for one value a common type.
    pub(super) fn join(&mut self, a: Expr, b: Expr, what: &str) -> (Expr, Expr, Type) {
        let (a_type, b_type) = (a.ty.clone(), b.ty.clone());
        let b = match self.try_coerce(b, &a_type) {
            Ok(b) => return (a, b, a_type),
            Err(b) => b,
        };
        let a = match self.try_coerce(a, &b_type) {
            Ok(a) => return (a, b, b_type),
            Err(a) => a,
        };
        let (one, other) = (self.name_type(&a_type), self.name_type(&b_type));
        self.report(
            Diagnostic::new(
                "E0302",
                b.span,
                format!("{what} must have one type, but one is {one} and the other {other}"),
            )
            .label(format!("this is {other}"))
            .related(a.span, format!("this is {one}")),
        );
        (a, b, Type::Error)
    }

    /// The type, with a range taken as the set of its members.
    pub(super) fn collection_of_range(&self, ty: &Type) -> Type {
        match self.types.resolve(ty) {
            Type::Range => Type::Set(Box::new(Type::Int)),
            other => other,
        }
    }

    fn mismatch(&mut self, expr: &Expr, wanted: &Type) -> Diagnostic {
        let wanted = self.types.resolve(wanted);
        let found = self.types.resolve(&expr.ty);
        let (want, have) = (self.name_type(&wanted), self.name_type(&found));
        let diagnostic =
            Diagnostic::new("E0301", expr.span, format!("expected {want}, found {have}"))
                .label(format!("this is {have}"));
        match (&wanted, &found) {
            (Type::Sum, Type::Int) => {
                let one_int = self
                    .spec
                    .kinds
                    .iter()
                    .find(|k| matches!(k.fields.as_slice(), [field] if field.ty == Type::Int));
                let kind = one_int.map_or("Kind", |k| k.name.as_str());
                diagnostic.help(format!(
                    "a number is no position: write `{kind}(...)` for a component, `*m` for a Nim heap, `0` for no component"
                ))
            }
            (Type::Int, Type::Sum) => {
                diagnostic.help("`grundy(SUM)` is the nimber of a sum, in claims and questions")
            }
            (Type::Bool, Type::Int) => diagnostic.help("compare it with something, for instance `... != 0`"),
            (Type::Bool, Type::Sum) => diagnostic.help("`won(SUM)` and `lost(SUM)` ask who wins, in claims and questions"),
            (Type::Vector(a), Type::Set(b)) if a == b => diagnostic.help("`sort(...)` turns a set into the vector of its members"),
            (Type::Set(a), Type::Vector(b)) if a == b => diagnostic.help("`{x for x in ...}` is the set of the entries"),
            (Type::Int, Type::Vector(element)) if **element == Type::Char => {
                diagnostic.help("a number is written without quotes")
            }
            (Type::Int, Type::Range | Type::Set(_)) => diagnostic.help(
                "to let it run through these values, bind a name to them: `x in ...` among the choices of a move, `sum(... for x in ...)` in a sum",
            ),
            _ => diagnostic,
        }
    }
}
