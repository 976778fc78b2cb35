//! Claims, refutations, expectations and questions.

use grundy_grammar::{Diagnostic, ast};

use crate::ir::{Ask, At, Domain, Expr, Field, ParamId, Statement, StatementKind, Type};

use super::Checker;
use super::scope::Shadowing;

impl Checker<'_> {
    pub(super) fn statement(&mut self, item: &ast::Item) -> Statement {
        let (text, binders, kind) = match &item.kind {
            ast::ItemKind::Claim { text, binders, condition } => {
                let binders = self.binders(binders, Shadowing::Refused);
                let condition = self.expect_bool(condition);
                (text.text.clone(), binders, StatementKind::Claim(condition))
            }
            ast::ItemKind::Refute { text, binders, condition, at } => {
                let binders = self.binders(binders, Shadowing::Refused);
                let condition = self.expect_bool(condition);
                let at = at.iter().filter_map(|(name, value)| self.at(name, value)).collect();
                (text.text.clone(), binders, StatementKind::Refute { condition, at })
            }
            ast::ItemKind::Expect { subject, binders, values } => {
                let mut binders = self.binders(binders, Shadowing::Refused);
                let subject = self.subject(subject, &mut binders);
                let (values, rows) = self.expected_values(&subject, values);
                (String::new(), binders, StatementKind::Expect { subject, values, rows })
            }
            _ => unreachable!("only statements come here"),
        };
        Statement {
            span: item.span,
            text,
            frame: std::mem::take(&mut self.scope).frame,
            binders,
            kind,
        }
    }

    fn at(&mut self, name: &ast::Name, value: &ast::Expr) -> Option<(At, Expr)> {
        let variable = self.scope.visible.iter().rev().find(|v| v.name == name.text);
        let (at, ty) = if let Some(variable) = variable {
            (At::Local(variable.local), variable.ty.clone())
        } else if let Some(param) = self.spec.params.iter().position(|p| p.name == name.text) {
            (At::Param(ParamId::from(param)), self.spec.params[param].ty.clone())
        } else {
            // The ordinary message for an unknown name fits here.
            self.meaning(&name.text, name.span);
            return None;
        };
        Some((at, self.expect(value, &ty)))
    }

    /// The values of an expectation, rows joined, with the lengths of the rows.
    fn expected_values(
        &mut self,
        subject: &Expr,
        values: &[ast::Expr],
    ) -> (Vec<Expr>, Option<Vec<usize>>) {
        let ty = match self.types.resolve(&subject.ty) {
            Type::Sum => Type::Int,
            Type::Range => Type::Vector(Box::new(Type::Int)),
            other => other,
        };
        let in_rows = !matches!(ty, Type::Vector(_))
            && values.iter().all(|v| matches!(v.kind, ast::ExprKind::Vector(_)));
        if !in_rows {
            return (values.iter().map(|v| self.expect(v, &ty)).collect(), None);
        }
        let mut all = Vec::new();
        let mut lengths = Vec::new();
        for row in values {
            if let ast::ExprKind::Vector(entries) = &row.kind {
                lengths.push(entries.len());
                all.extend(entries.iter().map(|v| self.expect(v, &ty)));
            }
        }
        (all, Some(lengths))
    }

    pub(super) fn ask(
        &mut self,
        docs: &str,
        name: &ast::Name,
        args: &[ast::AskArg],
        body: &ast::Expr,
    ) -> Ask {
        let mut fields = Vec::new();
        let mut defaults = Vec::new();
        let body = self.body(|c| {
            for arg in args {
                let declared = arg.ty.as_ref().map(|ty| (c.type_of(ty), c.domain_of(ty)));
                let default = arg.default.as_ref().map(|d| match &declared {
                    Some((ty, _)) => c.expect(d, ty),
                    None => c.infer(d),
                });
                let (ty, domain) = match (declared, &default) {
                    (Some(declared), _) => declared,
                    (None, Some(default)) => (c.collection_of_range(&default.ty), Domain::Any),
                    (None, None) => {
                        c.report(
                            Diagnostic::new(
                                "E0508",
                                arg.name.span,
                                format!("nothing says what type `{}` has", arg.name.text),
                            )
                            .label("needs a type or a default value")
                            .help(format!(
                                "write `{0}: nat`, `{0} = 10` or `{0}: nat = 10`",
                                arg.name.text
                            )),
                        );
                        (Type::Error, Domain::Any)
                    }
                };
                c.bind(&arg.name, ty.clone(), Shadowing::Refused);
                fields.push(Field {
                    name: arg.name.text.clone(),
                    span: arg.name.span,
                    ty: ty.clone(),
                    domain,
                });
                defaults.push(default.map(|d| c.coerce(d, &ty)));
            }
            c.infer(body)
        });
        Ask { name: name.text.clone(), docs: docs.to_string(), args: fields, defaults, body }
    }
}
