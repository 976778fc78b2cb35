//! Sums: components, setups and what may stand in their fields.

use grundy_grammar::{Diagnostic, Span, ast, nearest};

use crate::ir::{Binder, Expr, ExprKind, KindId, Pattern, SetupId, Type};

use super::Checker;
use super::functions::count;
use super::scope::Variable;

/// A kind or a setup: both are written `Name(args)`.
#[derive(Clone, Copy)]
enum Part {
    Kind(KindId),
    Setup(SetupId),
}

impl Part {
    fn with(self, args: Vec<Expr>) -> ExprKind {
        match self {
            Part::Kind(kind) => ExprKind::Component(kind, args),
            Part::Setup(setup) => ExprKind::Setup(setup, args),
        }
    }
}

impl Checker<'_> {
    /// Checks a sum of positions.
    pub(super) fn expect_sum(&mut self, expr: &ast::Expr) -> Expr {
        self.expect(expr, &Type::Sum)
    }

    pub(super) fn kind_without_fields(&self, name: &str) -> Option<KindId> {
        self.spec.kinds.iter().position(|k| k.name == name && k.fields.is_empty()).map(KindId::from)
    }

    /// `Kind(args)`.
    pub(super) fn component(
        &mut self,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> (Type, ExprKind) {
        let part = self.part(name).filter(|_| !self.twice.contains(&name.text));
        let Some((part, fields)) = part else {
            for arg in args {
                self.infer(arg);
            }
            return (Type::Sum, ExprKind::Empty);
        };
        if args.len() != fields.len() {
            let top = self.top[&name.text];
            let names: Vec<&str> = fields.iter().map(|(n, _)| n.as_str()).collect();
            self.report(
                Diagnostic::new(
                    "E0403",
                    span,
                    format!(
                        "`{}` has {}, but {} given",
                        name.text,
                        count(fields.len(), "field"),
                        given(args.len())
                    ),
                )
                .label(format!("the fields are `{}({})`", name.text, names.join(", ")))
                .related(top.span, "defined here"),
            );
            return (Type::Sum, ExprKind::Empty);
        }
        let args =
            args.iter().zip(&fields).map(|(arg, (field, ty))| self.field(arg, field, ty)).collect();
        (Type::Sum, part.with(args))
    }

    /// `Kind[3, 5, 7]`, or an entry of a vector whose name begins with a capital.
    pub(super) fn components(
        &mut self,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> (Type, ExprKind) {
        let is_part = self.top.get(&name.text).is_some_and(|t| t.kind.is_part());
        let is_variable = self.scope.visible.iter().any(|v| v.name == name.text);
        if is_variable || !is_part && self.top.contains_key(&name.text) {
            return self.entry_of(name, args, span);
        }
        let Some((part, fields)) = self.part(name) else {
            return (Type::Sum, ExprKind::Empty);
        };
        let [(_, ty)] = fields.as_slice() else {
            self.report(
                Diagnostic::new(
                    "E0403",
                    span,
                    format!(
                        "`{0}[...]` adds up `{0}`s with one field each, but `{0}` has {1}",
                        name.text,
                        count(fields.len(), "field")
                    ),
                )
                .label("needs a kind with one field")
                .help(format!("write `{0}(...) + {0}(...)`", name.text)),
            );
            return (Type::Sum, ExprKind::Empty);
        };
        let mut total: Option<Expr> = None;
        for arg in args {
            let one = self.one_or_many(part, arg, ty);
            total = Some(match total {
                None => one,
                Some(left) => Expr {
                    span: left.span.to(one.span),
                    ty: Type::Sum,
                    kind: ExprKind::Plus(Box::new(left), Box::new(one)),
                },
            });
        }
        (Type::Sum, total.map_or(ExprKind::Empty, |t| t.kind))
    }

    /// `Kind(arg)`, or the sum of all of them when the argument of an int field is a range or set.
    fn one_or_many(&mut self, part: Part, arg: &ast::Expr, ty: &Type) -> Expr {
        let hint = Some(ty);
        let value = self.hinted(arg, hint);
        let runs =
            *ty == Type::Int && matches!(self.types.resolve(&value.ty), Type::Range | Type::Set(_));
        let kind = if runs {
            let each = self.scope.slot("each");
            let entry = Expr { span: arg.span, ty: Type::Int, kind: ExprKind::Local(each) };
            let component = Expr { span: arg.span, ty: Type::Sum, kind: part.with(vec![entry]) };
            ExprKind::SumOf(Box::new(component), vec![Binder::In(Pattern::Local(each), value)])
        } else {
            part.with(vec![self.coerce(value, ty)])
        };
        Expr { span: arg.span, ty: Type::Sum, kind }
    }

    fn entry_of(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> (Type, ExprKind) {
        let base = ast::Expr { span: name.span, kind: ast::ExprKind::Name(name.text.clone()) };
        let [index] = args else {
            self.report(
                Diagnostic::new("E0306", span, "an entry of a vector has one index")
                    .label(format!("{} given", args.len())),
            );
            return (Type::Error, ExprKind::Empty);
        };
        self.index(&base, index)
    }

    /// The value of one field. Where ranges may stand for their values, a
    /// range in an int field becomes a binder.
    fn field(&mut self, arg: &ast::Expr, field: &str, ty: &Type) -> Expr {
        let value = self.hinted(arg, Some(ty));
        let runs =
            *ty == Type::Int && matches!(self.types.resolve(&value.ty), Type::Range | Type::Set(_));
        if !runs || self.hidden.is_none() {
            return self.coerce(value, ty);
        }
        let mut name = field.to_string();
        let mut number = 2;
        while self.scope.visible.iter().any(|v| v.name == name) {
            name = format!("{field}{number}");
            number += 1;
        }
        let local = self.scope.slot(&name);
        let span = arg.span;
        self.scope.visible.push(Variable { name, local, ty: Type::Int, span });
        if let Some(hidden) = &mut self.hidden {
            hidden.push(Binder::In(Pattern::Local(local), value));
        }
        Expr { span, ty: Type::Int, kind: ExprKind::Local(local) }
    }

    /// The kind or setup of this name with its fields.
    fn part(&mut self, name: &ast::Name) -> Option<(Part, Vec<(String, Type)>)> {
        let fields = |fields: &[crate::ir::Field]| -> Vec<(String, Type)> {
            fields.iter().map(|f| (f.name.clone(), f.ty.clone())).collect()
        };
        if let Some(at) = self.spec.kinds.iter().position(|k| k.name == name.text) {
            return Some((Part::Kind(KindId::from(at)), fields(&self.spec.kinds[at].fields)));
        }
        if let Some(at) = self.spec.setups.iter().position(|s| s.name == name.text) {
            return Some((Part::Setup(SetupId::from(at)), fields(&self.spec.setups[at].args)));
        }
        let parts: Vec<&str> = self
            .spec
            .kinds
            .iter()
            .map(|k| k.name.as_str())
            .chain(self.spec.setups.iter().map(|s| s.name.as_str()))
            .collect();
        let mut diagnostic = Diagnostic::new(
            "E0404",
            name.span,
            format!("no kind of position or setup is called `{}`", name.text),
        )
        .label("unknown kind");
        diagnostic = match nearest(&name.text, parts.iter().copied()) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None if parts.is_empty() => diagnostic,
            None => diagnostic.help(format!("this game has {}", parts.join(", "))),
        };
        self.report(diagnostic);
        None
    }
}

fn given(n: usize) -> String {
    match n {
        0 => "none is".to_string(),
        1 => "one is".to_string(),
        n => format!("{n} are"),
    }
}
