//! The variables that are in scope at a point of an item.

use grundy_grammar::{Diagnostic, Span, ast, nearest};

use crate::ir::{Frame, Local, ParamId, Pattern, Type};

use super::{Checker, Top, TopKind};

/// A variable that can be named.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) local: Local,
    pub(super) ty: Type,
    pub(super) span: Span,
}

/// The variables of one item: those that can be named now, and the slots of all.
#[derive(Debug, Default)]
pub(super) struct Scope {
    pub(super) visible: Vec<Variable>,
    pub(super) frame: Frame,
}

/// Whether a new variable may have the name of one that is in scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shadowing {
    /// Function arguments and the variables of comprehensions.
    Allowed,
    /// Everything else: two meanings of one name on one page mislead.
    Refused,
}

/// What a name in an expression stands for.
pub(super) enum Meaning {
    Local(Local, Type),
    Param(ParamId, Type),
    Global(crate::ir::LetId, Type),
}

impl Scope {
    /// Adds a slot without making it visible.
    pub(super) fn slot(&mut self, name: &str) -> Local {
        self.frame.names.push(name.to_string());
        Local::from(self.frame.names.len() - 1)
    }
}

impl Checker<'_> {
    /// Brings a variable into scope.
    pub(super) fn bind(&mut self, name: &ast::Name, ty: Type, shadowing: Shadowing) -> Local {
        if shadowing == Shadowing::Refused
            && let Some((what, span)) = self.already(&name.text)
        {
            self.report(
                Diagnostic::new(
                    "E0203",
                    name.span,
                    format!("the name `{}` has a meaning here already", name.text),
                )
                .label("this would hide it")
                .related(span, format!("`{}` is {what}", name.text))
                .help(format!("choose another name, for instance `{}2`", name.text)),
            );
        }
        let local = self.scope.slot(&name.text);
        self.scope.visible.push(Variable { name: name.text.clone(), local, ty, span: name.span });
        local
    }

    /// Brings the variables of a pattern into scope, given the type of the whole value.
    pub(super) fn bind_pattern(
        &mut self,
        pattern: &ast::Pattern,
        ty: &Type,
        shadowing: Shadowing,
    ) -> Pattern {
        match pattern {
            ast::Pattern::Name(name) => Pattern::Local(self.bind(name, ty.clone(), shadowing)),
            ast::Pattern::Ignore(_) => Pattern::Ignore,
            ast::Pattern::Tuple(parts, span) => {
                let fresh: Vec<Type> = parts.iter().map(|_| self.types.fresh()).collect();
                let types = match self.types.resolve(ty) {
                    Type::Tuple(types) if types.len() == parts.len() => types,
                    Type::Error => vec![Type::Error; parts.len()],
                    known @ Type::Var(_) => {
                        self.types.unify(&known, &Type::Tuple(fresh.clone()));
                        fresh
                    }
                    other => {
                        let what = match &other {
                            Type::Tuple(types) => format!("a tuple of {}", types.len()),
                            other => self.name_type(other),
                        };
                        self.report(
                            Diagnostic::new("E0304", *span, format!("this takes a tuple of {} apart, but the value is {what}", parts.len()))
                                .label(format!("the value has type `{other}`"))
                                .help("give the pattern as many names as the tuple has entries, `_` for those that are not needed"),
                        );
                        vec![Type::Error; parts.len()]
                    }
                };
                Pattern::Tuple(
                    parts
                        .iter()
                        .zip(types)
                        .map(|(part, ty)| self.bind_pattern(part, &ty, shadowing))
                        .collect(),
                )
            }
        }
    }

    /// What already has this name, in words, and where.
    fn already(&self, name: &str) -> Option<(&'static str, Span)> {
        if let Some(variable) = self.scope.visible.iter().rev().find(|v| v.name == name) {
            return Some(("a variable here", variable.span));
        }
        self.top.get(name).map(|item| (item.kind.words(), item.span))
    }

    /// What a name stands for; reports and gives `None` when nothing has it.
    pub(super) fn meaning(&mut self, name: &str, span: Span) -> Option<Meaning> {
        if let Some(variable) = self.scope.visible.iter().rev().find(|v| v.name == name) {
            return Some(Meaning::Local(variable.local, variable.ty.clone()));
        }
        if let Some(at) = self.spec.params.iter().position(|p| p.name == name) {
            return Some(Meaning::Param(ParamId::from(at), self.spec.params[at].ty.clone()));
        }
        if let Some(at) = self.spec.lets.iter().position(|l| l.name == name) {
            return Some(Meaning::Global(at.into(), self.spec.lets[at].ty.clone()));
        }
        // A kind with a small first letter has been reported.
        let reported = self.top.get(name).is_some_and(|top| top.kind.is_part())
            && !name.starts_with(char::is_uppercase);
        if !reported {
            let diagnostic = self.unknown_name(name, span);
            self.report(diagnostic);
        }
        None
    }

    fn unknown_name(&self, name: &str, span: Span) -> Diagnostic {
        if let Some(item) = self.top.get(name) {
            return self.no_value(name, *item, span);
        }
        let mut diagnostic =
            Diagnostic::new("E0201", span, format!("nothing is called `{name}` here"))
                .label("unknown name");
        let mut names: Vec<&str> = self.scope.visible.iter().map(|v| v.name.as_str()).collect();
        names.extend(self.top.keys().map(String::as_str));
        if let Some(near) = nearest(name, names.iter().copied()) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        } else if super::calls::is_function_of_the_language(name) {
            diagnostic = diagnostic
                .help(format!("`{name}` is a function of the language: call it, `{name}(...)`"));
        } else if self.scope.visible.is_empty() {
            diagnostic = diagnostic.help("define it with `param`, `let` or `fn`");
        } else {
            let known: Vec<String> =
                self.scope.visible.iter().map(|v| format!("`{}`", v.name)).collect();
            let known = match known.as_slice() {
                [only] => format!("the only variable here is {only}"),
                all => format!("the variables here are {}", all.join(", ")),
            };
            diagnostic = diagnostic.help(format!(
                "{known}; a name for the whole game is defined with `param`, `let` or `fn`"
            ));
        }
        diagnostic
    }

    /// The message for a top-level name that stands where a value is needed.
    fn no_value(&self, name: &str, item: Top, span: Span) -> Diagnostic {
        let about = |message: String| {
            Diagnostic::new("E0202", span, message).related(item.span, "defined here")
        };
        let what = about(format!("`{name}` is {}, not a value", item.kind.words()));
        match item.kind {
            TopKind::Fn => {
                let args = match self.functions.get(name) {
                    Some(ast::ItemKind::Fn { args, .. }) => {
                        args.iter().map(|arg| arg.text.as_str()).collect()
                    }
                    _ => Vec::new(),
                };
                what.label("its arguments are missing")
                    .help(format!("call it: `{name}({})`", args.join(", ")))
            }
            TopKind::Position | TopKind::Setup => {
                let kinds = self.spec.kinds.iter().map(|kind| (&kind.name, &kind.fields));
                let setups = self.spec.setups.iter().map(|setup| (&setup.name, &setup.args));
                let fields = kinds
                    .chain(setups)
                    .find(|(part, _)| *part == name)
                    .map_or(&[][..], |(_, fields)| fields);
                let fields: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
                let form =
                    format!("write `{name}({})` with a value for each field", fields.join(", "));
                what.label("its fields are missing").help(form)
            }
            TopKind::Param | TopKind::Let => {
                about(format!("`{name}` is defined only further down"))
                    .label("used before it is defined")
                    .help("params and `let`s may use only those above them; move the definition up")
            }
            TopKind::Ask => what
                .label("a question cannot be used in an expression")
                .help("turn the `ask` into a `fn` if other items need its answer"),
        }
    }

    /// Runs `inside` and takes the variables that it brought into scope out again.
    pub(super) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.visible.len();
        // A range in a field cannot run outside of the variables that its bounds may use.
        let hidden = self.hidden.take();
        let result = inside(self);
        self.hidden = hidden;
        self.scope.visible.truncate(before);
        result
    }
}
