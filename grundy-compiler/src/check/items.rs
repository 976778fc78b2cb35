//! The items of a file, in an order in which each finds what it uses.

use grundy_grammar::{Diagnostic, ast, nearest};

use crate::ir::{Body, Domain, Field, Frame, Kind, Let, Param, Play, Setup, Type};

use super::scope::Shadowing;
use super::{Checker, Top, TopKind, calls};

impl Checker<'_> {
    /// Checks a whole file.
    pub(super) fn file(&mut self, file: &ast::File) {
        self.spec.name = file.name.text.clone();
        self.spec.docs = file.docs.clone();
        self.declare_names(file);
        self.declare_parts(file);
        for item in &file.items {
            match &item.kind {
                ast::ItemKind::Play(name) => self.play(name),
                ast::ItemKind::Param { .. } => self.param(item),
                ast::ItemKind::Let { name, value } => {
                    let value = self.body(|c| c.infer(value));
                    self.spec.lets.push(Let {
                        name: name.text.clone(),
                        ty: value.expr.ty.clone(),
                        value,
                    });
                }
                _ => {}
            }
        }
        for item in &file.items {
            if let ast::ItemKind::Position { name, fields, condition, clauses } = &item.kind {
                self.position(name, fields, condition.as_ref(), clauses);
            }
        }
        for item in &file.items {
            self.later_item(item);
        }
        for item in &file.items {
            self.check_unused(&item.kind);
        }
        if self.spec.kinds.is_empty() {
            self.report(
                Diagnostic::new(
                    "E0502",
                    file.name.span,
                    format!("the game `{}` has no position", file.name.text),
                )
                .label("nothing says what its positions are")
                .help("add one: `position Heap(n: nat) { move take(s in 1..=n) -> Heap(n - s) }`"),
            );
        }
    }

    /// Enters all top-level names and refuses to have one twice.
    pub(super) fn declare_names(&mut self, file: &ast::File) {
        for item in &file.items {
            let (name, kind) = match &item.kind {
                ast::ItemKind::Param { name, .. } => (name, TopKind::Param),
                ast::ItemKind::Let { name, .. } => (name, TopKind::Let),
                ast::ItemKind::Fn { name, .. } => (name, TopKind::Fn),
                ast::ItemKind::Position { name, .. } => (name, TopKind::Position),
                ast::ItemKind::Setup { name, .. } => (name, TopKind::Setup),
                ast::ItemKind::Ask { name, .. } => (name, TopKind::Ask),
                _ => continue,
            };
            let part = matches!(kind, TopKind::Position | TopKind::Setup);
            if part && !name.text.starts_with(char::is_uppercase) {
                let mut letters = name.text.chars();
                let capital: String = letters
                    .next()
                    .into_iter()
                    .flat_map(char::to_uppercase)
                    .chain(letters)
                    .collect();
                self.report(
                    Diagnostic::new(
                        "E0503",
                        name.span,
                        "the name of a kind of position or of a setup begins with a capital",
                    )
                    .label("begins with a small letter")
                    .help(format!("call it `{capital}`")),
                );
            }
            if kind == TopKind::Fn && calls::is_function_of_the_language(&name.text) {
                self.report(
                    Diagnostic::new(
                        "E0204",
                        name.span,
                        format!("`{}` is a function of the language already", name.text),
                    )
                    .label("cannot be defined again")
                    .help("choose another name"),
                );
            }
            let top = Top { kind, span: name.span };
            if let Some(first) = self.top.insert(name.text.clone(), top) {
                self.twice.insert(name.text.clone());
                self.report(
                    Diagnostic::new(
                        "E0204",
                        name.span,
                        format!("`{}` is defined twice", name.text),
                    )
                    .label("defined again here")
                    .related(first.span, "defined first here")
                    .help("every top-level name has one meaning; rename one of them"),
                );
            }
        }
    }

    /// Enters the kinds and setups with the types of their fields, so that sums can be checked.
    fn declare_parts(&mut self, file: &ast::File) {
        for item in &file.items {
            match &item.kind {
                ast::ItemKind::Position { name, fields, .. } => {
                    let fields = self.declare_fields(fields);
                    self.spec.kinds.push(Kind {
                        name: name.text.clone(),
                        span: name.span,
                        docs: item.docs.clone(),
                        fields,
                        frame: Frame::default(),
                        condition: None,
                        ends: Vec::new(),
                        symmetric: Vec::new(),
                        equals: Vec::new(),
                        moves: Vec::new(),
                        decreases: None,
                    });
                }
                ast::ItemKind::Setup { name, args, sum } => {
                    let args = self.declare_fields(args);
                    let body = Body { frame: Frame::default(), expr: self.broken(sum.span) };
                    self.spec.setups.push(Setup {
                        name: name.text.clone(),
                        docs: item.docs.clone(),
                        args,
                        body,
                    });
                }
                _ => {}
            }
        }
    }

    fn declare_fields(&mut self, fields: &[ast::Field]) -> Vec<Field> {
        fields
            .iter()
            .map(|field| Field {
                name: field.name.text.clone(),
                span: field.name.span,
                ty: self.type_of(&field.ty),
                domain: Domain::Any,
            })
            .collect()
    }

    fn play(&mut self, name: &ast::Name) {
        match name.text.as_str() {
            "normal" => self.spec.play = Play::Normal,
            "misere" => self.spec.play = Play::Misere,
            "loopy" => self.report(
                Diagnostic::new(
                    "E0504",
                    name.span,
                    "games that may go on for ever cannot be solved yet",
                )
                .label("`loopy` is reserved")
                .help("use `play normal` (the default) or `play misere`, and rules that end"),
            ),
            other => {
                let near = nearest(other, ["normal", "misere"]);
                self.report(
                    Diagnostic::new(
                        "E0504",
                        name.span,
                        format!("no play convention is called `{other}`"),
                    )
                    .label("unknown convention")
                    .help(
                        near.map_or("use `play normal` or `play misere`".to_string(), |near| {
                            format!("did you mean `{near}`?")
                        }),
                    ),
                );
            }
        }
    }

    fn param(&mut self, item: &ast::Item) {
        let ast::ItemKind::Param { name, ty, default, condition } = &item.kind else {
            return;
        };
        let declared = ty.as_ref().map(|ty| (self.type_of(ty), self.domain_of(ty)));
        let default = self.body(|c| match &declared {
            Some((Type::Error, _)) => c.broken(default.span),
            Some((ty, _)) => c.expect(default, ty),
            None => {
                let found = c.infer(default);
                let ty = c.collection_of_range(&found.ty);
                c.coerce(found, &ty)
            }
        });
        let (ty, domain) = declared.unwrap_or((default.expr.ty.clone(), Domain::Any));
        self.spec.params.push(Param {
            name: name.text.clone(),
            span: name.span,
            docs: item.docs.clone(),
            ty,
            domain,
            default,
            condition: None,
        });
        let condition = condition.as_ref().map(|c| self.body(|checker| checker.expect_bool(c)));
        if let Some(param) = self.spec.params.last_mut() {
            param.condition = condition;
        }
    }

    /// Items that only use what the others define.
    fn later_item(&mut self, item: &ast::Item) {
        match &item.kind {
            ast::ItemKind::Setup { name, args, sum } => {
                let Some(at) = self.spec.setups.iter().position(|s| s.name == name.text) else {
                    return;
                };
                let body = self.body(|c| {
                    for (i, arg) in args.iter().enumerate() {
                        let domain = c.domain_of(&arg.ty);
                        c.spec.setups[at].args[i].domain = domain;
                        let ty = c.spec.setups[at].args[i].ty.clone();
                        c.bind(&arg.name, ty, Shadowing::Refused);
                    }
                    c.expect_sum(sum)
                });
                self.spec.setups[at].body = body;
            }
            ast::ItemKind::Start(sum) => {
                let body = self.body(|c| c.expect_sum(sum));
                if let Some(first) = &self.spec.start {
                    let related = first.expr.span;
                    self.report(
                        Diagnostic::new("E0506", item.span, "a game has one `start`")
                            .label("the second one")
                            .related(related, "the first one")
                            .help("use `setup` to name further starting positions"),
                    );
                }
                self.spec.start = Some(body);
            }
            ast::ItemKind::Claim { .. }
            | ast::ItemKind::Refute { .. }
            | ast::ItemKind::Expect { .. } => {
                self.questions = true;
                let outer = std::mem::take(&mut self.scope);
                let statement = self.statement(item);
                self.scope = outer;
                self.questions = false;
                self.spec.statements.push(statement);
            }
            ast::ItemKind::Ask { name, args, body } => {
                self.questions = true;
                let ask = self.ask(&item.docs, name, args, body);
                self.questions = false;
                self.spec.asks.push(ask);
            }
            _ => {}
        }
    }
}
