//! The items of a file, in an order in which each finds what it uses.

use grundy_grammar::{Diagnostic, ast, nearest};

use crate::ir::{
    Ask, At, Body, Domain, Equals, Expr, Field, Frame, Kind, Let, Local, Move, Param, ParamId, Play,
    Setup, Spec, Statement, StatementKind, Symmetric, Type,
};

use super::scope::Shadowing;
use super::types::each_in_binders;
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
            if let ast::ItemKind::Position {
                name,
                fields,
                condition,
                clauses,
            } = &item.kind
            {
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
                Diagnostic::new("E0502", file.name.span, format!("the game `{}` has no position", file.name.text))
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
                let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
                self.report(
                    Diagnostic::new("E0503", name.span, "the name of a kind of position or of a setup begins with a capital")
                        .label("begins with a small letter")
                        .help(format!("call it `{capital}`")),
                );
            }
            if kind == TopKind::Fn && calls::is_function_of_the_language(&name.text) {
                self.report(
                    Diagnostic::new("E0204", name.span, format!("`{}` is a function of the language already", name.text))
                        .label("cannot be defined again")
                        .help("choose another name"),
                );
            }
            let top = Top {
                kind,
                span: name.span,
            };
            if let Some(first) = self.top.insert(name.text.clone(), top) {
                self.report(
                    Diagnostic::new("E0204", name.span, format!("`{}` is defined twice", name.text))
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
                    let body = Body {
                        frame: Frame::default(),
                        expr: self.broken(sum.span),
                    };
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
                Diagnostic::new("E0504", name.span, "games that may go on for ever cannot be solved yet")
                    .label("`loopy` is reserved")
                    .help("use `play normal` (the default) or `play misere`, and rules that end"),
            ),
            other => {
                let near = nearest(other, ["normal", "misere"]);
                self.report(
                    Diagnostic::new("E0504", name.span, format!("no play convention is called `{other}`"))
                        .label("unknown convention")
                        .help(near.map_or("use `play normal` or `play misere`".to_string(), |near| format!("did you mean `{near}`?"))),
                );
            }
        }
    }

    fn param(&mut self, item: &ast::Item) {
        let ast::ItemKind::Param {
            name,
            ty,
            default,
            condition,
        } = &item.kind
        else {
            return;
        };
        let declared = ty.as_ref().map(|ty| (self.type_of(ty), self.domain_of(ty)));
        let default = self.body(|c| match &declared {
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

    fn position(
        &mut self,
        name: &ast::Name,
        fields: &[ast::Field],
        condition: Option<&ast::Expr>,
        clauses: &[ast::Clause],
    ) {
        let Some(at) = self.spec.kinds.iter().position(|k| k.span == name.span) else {
            return;
        };
        let outer = std::mem::take(&mut self.scope);
        for (i, field) in fields.iter().enumerate() {
            self.not_a_turn(&field.name);
            let domain = self.domain_of(&field.ty);
            self.spec.kinds[at].fields[i].domain = domain;
            let ty = self.spec.kinds[at].fields[i].ty.clone();
            self.bind(&field.name, ty, Shadowing::Refused);
        }
        self.spec.kinds[at].condition = condition.map(|c| self.expect_bool(c));
        for clause in clauses {
            self.scoped(|c| c.clause(at, clause, fields));
        }
        self.spec.kinds[at].frame = std::mem::replace(&mut self.scope, outer).frame;
    }

    /// Both players have the same moves, so no position can say whose turn it is.
    fn not_a_turn(&mut self, name: &ast::Name) {
        let words = ["turn", "player", "to_move", "mover", "whose_turn", "current_player", "next_player"];
        if words.contains(&name.text.to_lowercase().as_str()) {
            self.report(
                Diagnostic::new("E0501", name.span, "a position of an impartial game does not say whose turn it is")
                    .label(format!("`{}` would make the moves depend on the player", name.text))
                    .note("in an impartial game both players have the same moves from every position; a game in which they differ is partizan, and nimbers do not describe it")
                    .help("drop the field; if it means something else, give it another name"),
            );
        }
    }

    fn clause(&mut self, at: usize, clause: &ast::Clause, fields: &[ast::Field]) {
        match &clause.kind {
            ast::ClauseKind::Move {
                name,
                binders,
                guard,
                sum,
            } => {
                let (legal, guard) = split_legal(guard.as_ref());
                let binders = self.binders(binders, Shadowing::Refused);
                let guard = guard.map(|g| self.expect_bool(&g));
                let sum = self.expect_sum(sum);
                if let Some(first) = self.spec.kinds[at].moves.iter().find(|m| m.name == name.text) {
                    let related = first.span;
                    self.report(
                        Diagnostic::new("E0204", name.span, format!("this position has a move `{}` already", name.text))
                            .label("the same name again")
                            .related(related, "the first one")
                            .help("give each move a name of its own"),
                    );
                }
                self.spec.kinds[at].moves.push(Move {
                    name: name.text.clone(),
                    span: clause.span,
                    docs: clause.docs.clone(),
                    binders,
                    guard,
                    legal,
                    sum,
                });
            }
            ast::ClauseKind::Octal(code) => {
                self.report(
                    Diagnostic::new("E0505", clause.span, "`moves octal` is not available yet")
                        .label("not part of the language yet")
                        .help("write the moves of the code as `move` clauses"),
                );
                self.infer(code);
            }
            ast::ClauseKind::Ends(condition) => {
                let condition = self.expect_bool(condition);
                self.spec.kinds[at].ends.push(condition);
            }
            ast::ClauseKind::Symmetric(names) => self.symmetric(at, names, fields),
            ast::ClauseKind::Equals { sum, when } => {
                let when = when.as_ref().map(|w| self.expect_bool(w));
                let sum = self.expect_sum(sum);
                self.spec.kinds[at].equals.push(Equals {
                    span: clause.span,
                    sum,
                    when,
                });
            }
            ast::ClauseKind::Decreases(measure) => {
                let measure = self.expect_int(measure);
                if self.spec.kinds[at].decreases.is_some() {
                    self.report(
                        Diagnostic::new("E0506", clause.span, "a position has one `decreases`")
                            .label("the second one")
                            .help("combine them into one expression"),
                    );
                }
                self.spec.kinds[at].decreases = Some(measure);
            }
        }
    }

    fn symmetric(&mut self, at: usize, names: &[ast::Name], fields: &[ast::Field]) {
        let mut locals = Vec::new();
        for name in names {
            match fields.iter().position(|f| f.name.text == name.text) {
                Some(field) => locals.push(Local::from(field)),
                None => {
                    let near = nearest(&name.text, fields.iter().map(|f| f.name.text.as_str()));
                    let help = near.map_or("name fields of this position".to_string(), |near| format!("did you mean `{near}`?"));
                    self.report(
                        Diagnostic::new("E0201", name.span, format!("this position has no field `{}`", name.text))
                            .label("not a field")
                            .help(help),
                    );
                    return;
                }
            }
        }
        let types: Vec<Type> = locals.iter().map(|l| self.spec.kinds[at].fields[l.index()].ty.clone()).collect();
        let symmetric = match (locals.as_slice(), types.as_slice()) {
            ([], _) => return,
            ([one], [Type::Vector(_) | Type::Error]) => Symmetric::Entries(*one),
            ([_], [other]) => {
                let what = self.name_type(other);
                self.report(
                    Diagnostic::new("E0507", names[0].span, format!("`symmetric` with one field needs a vector, but `{}` is {what}", names[0].text))
                        .label("has no entries to reorder")
                        .help("name a vector, or several fields that may change places: `symmetric a, b`"),
                );
                return;
            }
            (_, types) => {
                if let Some(other) = types.iter().position(|t| *t != types[0]) {
                    let (one, two) = (self.name_type(&types[0]), self.name_type(&types[other]));
                    self.report(
                        Diagnostic::new("E0507", names[other].span, "fields that may change places must have one type")
                            .label(format!("this is {two}"))
                            .related(names[0].span, format!("this is {one}")),
                    );
                    return;
                }
                Symmetric::Fields(locals)
            }
        };
        self.spec.kinds[at].symmetric.push(symmetric);
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
            ast::ItemKind::Claim { .. } | ast::ItemKind::Refute { .. } | ast::ItemKind::Expect { .. } => {
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

    fn statement(&mut self, item: &ast::Item) -> Statement {
        let (text, binders, kind) = match &item.kind {
            ast::ItemKind::Claim {
                text,
                binders,
                condition,
            } => {
                let binders = self.binders(binders, Shadowing::Refused);
                let condition = self.expect_bool(condition);
                (text.text.clone(), binders, StatementKind::Claim(condition))
            }
            ast::ItemKind::Refute {
                text,
                binders,
                condition,
                at,
            } => {
                let binders = self.binders(binders, Shadowing::Refused);
                let condition = self.expect_bool(condition);
                let at = at.iter().filter_map(|(name, value)| self.at(name, value)).collect();
                (text.text.clone(), binders, StatementKind::Refute { condition, at })
            }
            ast::ItemKind::Expect {
                subject,
                binders,
                values,
            } => {
                let mut binders = self.binders(binders, Shadowing::Refused);
                let subject = self.subject(subject, &mut binders);
                let (values, rows) = self.expected_values(&subject, values);
                (
                    String::new(),
                    binders,
                    StatementKind::Expect {
                        subject,
                        values,
                        rows,
                    },
                )
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
    fn expected_values(&mut self, subject: &Expr, values: &[ast::Expr]) -> (Vec<Expr>, Option<Vec<usize>>) {
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

    fn ask(&mut self, docs: &str, name: &ast::Name, args: &[ast::AskArg], body: &ast::Expr) -> Ask {
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
                            Diagnostic::new("E0508", arg.name.span, format!("nothing says what type `{}` has", arg.name.text))
                                .label("needs a type or a default value")
                                .help(format!("write `{0}: nat`, `{0} = 10` or `{0}: nat = 10`", arg.name.text)),
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
        Ask {
            name: name.text.clone(),
            docs: docs.to_string(),
            args: fields,
            defaults,
            body,
        }
    }
}

/// Takes `legal` off the front of a guard.
fn split_legal(guard: Option<&ast::Expr>) -> (bool, Option<ast::Expr>) {
    match guard {
        None => (false, None),
        Some(guard) => match &guard.kind {
            ast::ExprKind::Legal => (true, None),
            ast::ExprKind::Binary {
                op: ast::BinaryOp::And,
                op_span,
                left,
                right,
            } => match split_legal(Some(left)) {
                (true, None) => (true, Some((**right).clone())),
                (true, Some(rest)) => {
                    let kind = ast::ExprKind::Binary {
                        op: ast::BinaryOp::And,
                        op_span: *op_span,
                        left: Box::new(rest),
                        right: right.clone(),
                    };
                    let span = guard.span;
                    (true, Some(ast::Expr { span, kind }))
                }
                (false, _) => (false, Some(guard.clone())),
            },
            _ => (false, Some(guard.clone())),
        },
    }
}

/// Visits every outermost expression of a game.
pub(super) fn each_expr(spec: &mut Spec, visit: &mut dyn FnMut(&mut Expr)) {
    for param in &mut spec.params {
        visit(&mut param.default.expr);
        domain(&mut param.domain, visit);
        param.condition.iter_mut().for_each(|c| visit(&mut c.expr));
    }
    spec.lets.iter_mut().for_each(|l| visit(&mut l.value.expr));
    spec.functions.iter_mut().for_each(|f| visit(&mut f.body.expr));
    for kind in &mut spec.kinds {
        kind.fields.iter_mut().for_each(|f| domain(&mut f.domain, visit));
        kind.condition.iter_mut().for_each(&mut *visit);
        kind.ends.iter_mut().for_each(&mut *visit);
        kind.decreases.iter_mut().for_each(&mut *visit);
        for equals in &mut kind.equals {
            visit(&mut equals.sum);
            equals.when.iter_mut().for_each(&mut *visit);
        }
        for r#move in &mut kind.moves {
            each_in_binders(&mut r#move.binders, visit);
            r#move.guard.iter_mut().for_each(&mut *visit);
            visit(&mut r#move.sum);
        }
    }
    for setup in &mut spec.setups {
        setup.args.iter_mut().for_each(|f| domain(&mut f.domain, visit));
        visit(&mut setup.body.expr);
    }
    spec.start.iter_mut().for_each(|s| visit(&mut s.expr));
    for statement in &mut spec.statements {
        each_in_binders(&mut statement.binders, visit);
        match &mut statement.kind {
            StatementKind::Claim(condition) => visit(condition),
            StatementKind::Refute { condition, at } => {
                visit(condition);
                at.iter_mut().for_each(|(_, e)| visit(e));
            }
            StatementKind::Expect {
                subject, values, ..
            } => {
                visit(subject);
                values.iter_mut().for_each(&mut *visit);
            }
        }
    }
    for ask in &mut spec.asks {
        ask.args.iter_mut().for_each(|f| domain(&mut f.domain, visit));
        ask.defaults.iter_mut().flatten().for_each(&mut *visit);
        visit(&mut ask.body.expr);
    }
}

fn domain(of: &mut Domain, visit: &mut dyn FnMut(&mut Expr)) {
    match of {
        Domain::Any => {}
        Domain::Int { low, high } => {
            visit(low);
            high.iter_mut().for_each(|(high, _)| visit(high));
        }
        Domain::Vector(element, length) => {
            domain(element, visit);
            length.iter_mut().for_each(|l| visit(l));
        }
        Domain::Set(element) => domain(element, visit),
        Domain::Tuple(parts) => parts.iter_mut().for_each(|p| domain(p, visit)),
    }
}
