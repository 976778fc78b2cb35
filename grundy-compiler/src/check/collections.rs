//! Vectors, sets and maps: literals, comprehensions, entries and changes.

use grundy_grammar::{Diagnostic, ast};

use crate::ir::{Expr, ExprKind, Type, Update};

use super::Checker;
use super::scope::Shadowing;

impl Checker<'_> {
    pub(super) fn vector_literal(
        &mut self,
        entries: &[ast::Expr],
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        let element = match hint.map(|h| self.types.resolve(h)) {
            Some(Type::Vector(element)) => Some(*element),
            _ => None,
        };
        let (element, entries) = self.entries(entries, element, "the entries of this vector");
        (Type::Vector(Box::new(element)), ExprKind::Vector(entries))
    }

    pub(super) fn set_literal(
        &mut self,
        members: &[ast::Expr],
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        let element = match hint.map(|h| self.types.resolve(h)) {
            Some(Type::Set(element)) => Some(*element),
            _ => None,
        };
        let (element, members) = self.entries(members, element, "the members of this set");
        (Type::Set(Box::new(element)), ExprKind::Set(members))
    }

    fn entries(
        &mut self,
        entries: &[ast::Expr],
        element: Option<Type>,
        what: &str,
    ) -> (Type, Vec<Expr>) {
        let mut checked: Vec<Expr> = Vec::with_capacity(entries.len());
        let mut ty = element;
        for entry in entries {
            let found = self.hinted(entry, ty.as_ref());
            let found = match &ty {
                None => {
                    // A first entry that is a range is the set of its members.
                    let joined = self.collection_of_range(&found.ty);
                    ty = Some(joined.clone());
                    self.coerce(found, &joined)
                }
                Some(known) => match self.try_coerce(found, known) {
                    Ok(found) => found,
                    Err(found) => {
                        let one = self.name_type(known);
                        let other = self.name_type(&found.ty);
                        let mut diagnostic = Diagnostic::new(
                            "E0302",
                            found.span,
                            format!("{what} must have one type, but this is {other}"),
                        )
                        .label(format!("expected {one}"));
                        if let Some(first) = checked.first() {
                            diagnostic = diagnostic.related(first.span, format!("this is {one}"));
                        }
                        self.report(diagnostic);
                        found
                    }
                },
            };
            checked.push(found);
        }
        (ty.unwrap_or_else(|| self.types.fresh()), checked)
    }

    pub(super) fn comprehension(
        &mut self,
        set: bool,
        body: &ast::Expr,
        binders: &[ast::Binder],
        hint: Option<&Type>,
    ) -> (Type, ExprKind) {
        let element = hint.and_then(|h| match self.types.resolve(h) {
            Type::Vector(e) | Type::Set(e) => Some(*e),
            _ => None,
        });
        self.scoped(|c| {
            let binders = c.binders(binders, Shadowing::Allowed);
            let body = c.hinted(body, element.as_ref());
            let joined = match &element {
                Some(element) if !matches!(c.types.resolve(element), Type::Var(_)) => {
                    element.clone()
                }
                _ => c.collection_of_range(&body.ty),
            };
            let body = c.try_coerce(body, &joined).unwrap_or_else(|body| body);
            let element = Box::new(body.ty.clone());
            let ty = if set { Type::Set(element) } else { Type::Vector(element) };
            (ty, ExprKind::Collect(Box::new(body), binders))
        })
    }

    /// Checks something that must be a vector; a range is the vector of its members.
    pub(super) fn expect_vector(&mut self, expr: &ast::Expr, hint: Option<&Type>) -> Expr {
        let hint = hint.filter(|h| matches!(self.types.resolve(h), Type::Vector(_)));
        let found = self.hinted(expr, hint);
        match self.types.resolve(&found.ty) {
            Type::Vector(_) | Type::Error => found,
            _ => {
                let element = self.types.fresh();
                let element = match hint.map(|h| self.types.resolve(h)) {
                    Some(Type::Vector(known)) => *known,
                    _ => element,
                };
                self.coerce(found, &Type::Vector(Box::new(element)))
            }
        }
    }

    pub(super) fn index(&mut self, base: &ast::Expr, index: &ast::Expr) -> (Type, ExprKind) {
        let base = self.infer(base);
        self.index_into(base, index)
    }

    pub(super) fn index_into(&mut self, base: Expr, index: &ast::Expr) -> (Type, ExprKind) {
        let ty = self.types.resolve(&base.ty);
        let slices = matches!(index.kind, ast::ExprKind::Range { .. });
        match ty {
            Type::Vector(_) | Type::Range if slices => {
                let index = self.infer(index);
                let ty = match ty {
                    Type::Range => Type::Vector(Box::new(Type::Int)),
                    vector => vector,
                };
                let base = self.coerce(base, &ty);
                (ty, ExprKind::Slice(Box::new(base), Box::new(index)))
            }
            Type::Vector(element) => {
                let index = self.expect_int(index);
                (*element, ExprKind::Index(Box::new(base), Box::new(index)))
            }
            Type::Range => {
                let base = self.coerce(base, &Type::Vector(Box::new(Type::Int)));
                let index = self.expect_int(index);
                (Type::Int, ExprKind::Index(Box::new(base), Box::new(index)))
            }
            Type::Map(key, value) => {
                let index = self.expect(index, &key);
                (*value, ExprKind::Index(Box::new(base), Box::new(index)))
            }
            Type::Var(_) => {
                let element = self.types.fresh();
                let base = self.coerce(base, &Type::Vector(Box::new(element.clone())));
                let index = self.expect_int(index);
                (element, ExprKind::Index(Box::new(base), Box::new(index)))
            }
            Type::Error => {
                self.infer(index);
                (Type::Error, ExprKind::Constant(crate::value::Value::Int(0)))
            }
            other => {
                let what = self.name_type(&other);
                let diagnostic = Diagnostic::new(
                    "E0306",
                    base.span,
                    format!("only vectors, texts and maps have entries, but this is {what}"),
                )
                .label("has no entries to index");
                self.report(match other {
                    Type::Set(_) => {
                        diagnostic.help("`sort(S)[i]` is the i-th smallest member of a set")
                    }
                    Type::Tuple(_) => diagnostic
                        .help("take a tuple apart with a pattern: `let (a, b) = ... in ...`"),
                    _ => diagnostic,
                });
                (Type::Error, ExprKind::Constant(crate::value::Value::Int(0)))
            }
        }
    }

    pub(super) fn with(&mut self, base: &ast::Expr, updates: &[ast::Update]) -> (Type, ExprKind) {
        let base = self.expect_vector(base, None);
        let ty = self.types.resolve(&base.ty);
        let element = ty.element().unwrap_or(Type::Error);
        let updates =
            updates.iter().map(|update| self.scoped(|c| c.update(update, &element))).collect();
        (ty, ExprKind::With(Box::new(base), updates))
    }

    fn update(&mut self, update: &ast::Update, element: &Type) -> Update {
        let over = update.over.as_ref().map(|(pattern, over)| {
            let (over, member) = self.expect_collection(over);
            let pattern = self.bind_pattern(pattern, &member, Shadowing::Allowed);
            (pattern, over)
        });
        let index = self.expect_int(&update.index);
        let value = if update.op == ast::UpdateOp::Set {
            self.expect(&update.value, element)
        } else {
            let value = self.expect_int(&update.value);
            if !self.types.unify(element, &Type::Int) {
                let what = self.name_type(element);
                self.report(
                    Diagnostic::new(
                        "E0305",
                        update.span,
                        format!("`+=` and `-=` change ints, but each entry here is {what}"),
                    )
                    .label("not a number")
                    .help("give the entry its new value with `=`"),
                );
            }
            value
        };
        Update { span: update.span, over, index, op: update.op, value }
    }

    pub(super) fn without(&mut self, base: &ast::Expr, index: &ast::Expr) -> (Type, ExprKind) {
        let base = self.expect_vector(base, None);
        let index = self.expect_int(index);
        (base.ty.clone(), ExprKind::Without(Box::new(base), Box::new(index)))
    }
}
