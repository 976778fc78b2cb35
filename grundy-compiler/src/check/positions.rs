//! Kinds of position: fields, conditions and clauses.

use grundy_grammar::{Diagnostic, Span, ast, nearest};

use crate::ir::{Equals, Local, Move, Symmetric, Type};

use super::Checker;
use super::scope::Shadowing;

impl Checker<'_> {
    pub(super) fn position(
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
        let words =
            ["turn", "player", "to_move", "mover", "whose_turn", "current_player", "next_player"];
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
            ast::ClauseKind::Move { name, binders, guard, sum } => {
                let (legal, guard) = split_legal(guard.as_ref());
                let binders = self.binders(binders, Shadowing::Refused);
                let guard = guard.map(|g| self.expect_bool(&g));
                let sum = self.expect_sum(sum);
                self.new_move(at, &name.text, name.span, "the same name again");
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
            ast::ClauseKind::Octal(code) => self.octal(at, clause, code),
            ast::ClauseKind::Ends(condition) => {
                let condition = self.expect_bool(condition);
                self.spec.kinds[at].ends.push(condition);
            }
            ast::ClauseKind::Symmetric(names) => self.symmetric(at, names, fields),
            ast::ClauseKind::Equals { sum, when } => {
                let when = when.as_ref().map(|w| self.expect_bool(w));
                let sum = self.expect_sum(sum);
                self.spec.kinds[at].equals.push(Equals { span: clause.span, sum, when });
            }
            ast::ClauseKind::Decreases(measure) => {
                let measure = self.expect_int(measure);
                if let Some(first) = &self.spec.kinds[at].decreases {
                    let related = first.span;
                    self.report(
                        Diagnostic::new("E0506", clause.span, "a position has one `decreases`")
                            .label("the second one")
                            .related(related, "the first one")
                            .help("combine them into one expression that every move lowers, for instance their sum"),
                    );
                }
                self.spec.kinds[at].decreases = Some(measure);
            }
        }
    }

    /// Reports a second move of the same name.
    pub(super) fn new_move(&mut self, at: usize, name: &str, span: Span, label: &str) {
        let Some(first) = self.spec.kinds[at].moves.iter().find(|m| m.name == name) else {
            return;
        };
        let first = match first.code() {
            Some(_) => (first.span, "the moves of a code are called so"),
            None => (first.span, "the first one"),
        };
        self.report(
            Diagnostic::new("E0204", span, format!("this position has a move `{name}` already"))
                .label(label)
                .related(first.0, first.1)
                .help("give each move a name of its own"),
        );
    }

    fn symmetric(&mut self, at: usize, names: &[ast::Name], fields: &[ast::Field]) {
        let mut locals = Vec::new();
        for name in names {
            match fields.iter().position(|f| f.name.text == name.text) {
                Some(field) => locals.push(Local::from(field)),
                None => {
                    let near = nearest(&name.text, fields.iter().map(|f| f.name.text.as_str()));
                    let names: Vec<String> =
                        fields.iter().map(|f| format!("`{}`", f.name.text)).collect();
                    let help = match near {
                        Some(near) => format!("did you mean `{near}`?"),
                        None if names.is_empty() => "it has no fields".to_string(),
                        None => format!("its fields are {}", names.join(", ")),
                    };
                    self.report(
                        Diagnostic::new(
                            "E0201",
                            name.span,
                            format!("this position has no field `{}`", name.text),
                        )
                        .label("not a field")
                        .help(help),
                    );
                    return;
                }
            }
        }
        let types: Vec<Type> =
            locals.iter().map(|l| self.spec.kinds[at].fields[l.index()].ty.clone()).collect();
        let symmetric = match (locals.as_slice(), types.as_slice()) {
            ([], _) => return,
            ([one], [Type::Vector(_) | Type::Error]) => Symmetric::Entries(*one),
            ([_], [other]) => {
                let what = self.name_type(other);
                self.report(
                    Diagnostic::new(
                        "E0507",
                        names[0].span,
                        format!(
                            "`symmetric` with one field needs a vector, but `{}` is {what}",
                            names[0].text
                        ),
                    )
                    .label("has no entries to reorder")
                    .help(
                        "name a vector, or several fields that may change places: `symmetric a, b`",
                    ),
                );
                return;
            }
            (_, types) => {
                if let Some(other) = types.iter().position(|t| *t != types[0]) {
                    let (one, two) = (self.name_type(&types[0]), self.name_type(&types[other]));
                    self.report(
                        Diagnostic::new(
                            "E0507",
                            names[other].span,
                            "fields that may change places must have one type",
                        )
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
}

/// Takes `legal` off the front of a guard.
fn split_legal(guard: Option<&ast::Expr>) -> (bool, Option<ast::Expr>) {
    match guard {
        None => (false, None),
        Some(guard) => match &guard.kind {
            ast::ExprKind::Legal => (true, None),
            ast::ExprKind::Binary { op: ast::BinaryOp::And, op_span, left, right } => {
                match split_legal(Some(left)) {
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
                }
            }
            _ => (false, Some(guard.clone())),
        },
    }
}
