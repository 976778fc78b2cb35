//! Binder lists: each binder sees those before it.

use grundy_grammar::{Diagnostic, ast, nearest};

use crate::ir::{Binder, ParamId, Type};

use super::Checker;
use super::scope::Shadowing;

impl Checker<'_> {
    /// Checks a list of binders and leaves their variables in scope.
    pub(super) fn binders(&mut self, binders: &[ast::Binder], shadowing: Shadowing) -> Vec<Binder> {
        binders.iter().filter_map(|binder| self.binder(binder, shadowing)).collect()
    }

    fn binder(&mut self, binder: &ast::Binder, shadowing: Shadowing) -> Option<Binder> {
        match &binder.kind {
            ast::BinderKind::In { pattern, collection } => {
                let (collection, member) = self.expect_collection(collection);
                let pattern = self.bind_pattern(pattern, &member, shadowing);
                Some(Binder::In(pattern, collection))
            }
            ast::BinderKind::Map { name, index, over, collection } => {
                let (over, key) = self.expect_collection(over);
                let (index, collection, value) = self.scoped(|c| {
                    let index = c.bind_pattern(index, &key, Shadowing::Allowed);
                    let (collection, value) = c.expect_collection(collection);
                    (index, collection, value)
                });
                let ty = Type::Map(Box::new(key), Box::new(value));
                let map = self.bind(name, ty, shadowing);
                Some(Binder::Map { map, index, over, collection })
            }
            ast::BinderKind::Let { pattern, value } => {
                let value = self.infer(value);
                let pattern = self.bind_pattern(pattern, &value.ty.clone(), shadowing);
                Some(Binder::Let(pattern, value))
            }
            ast::BinderKind::If(condition) => Some(Binder::If(self.expect_bool(condition))),
            ast::BinderKind::ParamIn { name, collection } => {
                let (collection, member) = self.expect_collection(collection);
                let param = self.param_to_set(name, binder.span)?;
                let ty = self.spec.params[param.index()].ty.clone();
                if !self.types.unify(&member, &ty) {
                    let (one, other) = (self.name_type(&ty), self.name_type(&member));
                    let diagnostic = Diagnostic::new(
                        "E0301",
                        collection.span,
                        format!(
                            "the param `{}` is {one}, but each of these values is {other}",
                            name.text
                        ),
                    )
                    .label("values of another type");
                    self.report(match self.types.resolve(&ty) {
                        Type::Set(_) => diagnostic.help(format!("`param {0} in subsets(...)` runs through sets, `param {0} = ...` sets it once", name.text)),
                        _ => diagnostic,
                    });
                }
                Some(Binder::ParamIn(param, collection))
            }
            ast::BinderKind::ParamIs { name, value } => {
                let param = self.param_to_set(name, binder.span)?;
                let ty = self.spec.params[param.index()].ty.clone();
                let value = self.expect(value, &ty);
                Some(Binder::ParamIs(param, value))
            }
            ast::BinderKind::Free(name) => {
                let int = self.scope.visible.iter().find(|v| v.ty == Type::Int);
                let up_to = int.map_or_else(|| "20".to_string(), |v| v.name.clone());
                self.report(
                    Diagnostic::new(
                        "E0208",
                        name.span,
                        format!("nothing says which values `{}` takes", name.text),
                    )
                    .label("expected `in` and a collection")
                    .help(format!("write `{} in 1..={up_to}`, for instance", name.text)),
                );
                self.bind(name, Type::Error, shadowing);
                None
            }
        }
    }

    fn param_to_set(&mut self, name: &ast::Name, span: grundy_grammar::Span) -> Option<ParamId> {
        if !self.questions {
            self.report(
                Diagnostic::new("E0209", span, "a rule cannot change the params of the game")
                    .label("`param` in a rule")
                    .help(
                        "`param` binders belong to claims, refutations, expectations and questions",
                    ),
            );
            return None;
        }
        let found = self.spec.params.iter().position(|p| p.name == name.text);
        if found.is_none() {
            let names: Vec<&str> = self.spec.params.iter().map(|p| p.name.as_str()).collect();
            let help = match nearest(&name.text, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if names.is_empty() => "the game has no params".to_string(),
                None => format!("the params are {}", names.join(", ")),
            };
            self.report(
                Diagnostic::new("E0201", name.span, format!("no param is called `{}`", name.text))
                    .label("unknown param")
                    .help(help),
            );
        }
        found.map(ParamId::from)
    }
}
