//! Items of a file and clauses of a position.

use super::{Converter, parts, take, take_if};
use crate::Span;
use crate::ast::{AskArg, Clause, ClauseKind, Expr, Field, Item, ItemKind, Name, Text};
use crate::syntax::{Pair, Rule};

/// What an item turned out to be.
pub(crate) enum Read {
    /// The line `game NAME`.
    Game(Span, Name),
    /// Any other item.
    Item(Box<Item>),
}

/// A position up to its opening brace.
pub(crate) struct Head {
    pub docs: String,
    pub span: Span,
    pub name: Name,
    pub fields: Vec<Field>,
    pub condition: Option<Expr>,
    /// Its opening brace.
    pub brace: Span,
}

impl Converter<'_> {
    /// Converts `next_item`.
    pub(crate) fn item(&mut self, pair: Pair<'_>) -> Read {
        let mut inner = parts(pair);
        let docs = docs(take(&mut inner));
        let item = take(&mut inner);
        let span = self.span(&item);
        let rule = item.as_rule();
        let mut inner = parts(item).peekable();
        let kind = match rule {
            Rule::game => return Read::Game(span, self.name(&take(&mut inner))),
            Rule::play => ItemKind::Play(self.name(&take(&mut inner))),
            Rule::param => ItemKind::Param {
                name: self.name(&take(&mut inner)),
                ty: take_if(&mut inner, Rule::ty).map(|ty| self.ty(ty)),
                default: self.expr(take(&mut inner)),
                condition: inner.next().map(|condition| self.expr(condition)),
            },
            Rule::let_item => ItemKind::Let {
                name: self.name(&take(&mut inner)),
                value: self.expr(take(&mut inner)),
            },
            Rule::fn_item => ItemKind::Fn {
                name: self.name(&take(&mut inner)),
                args: parts(take(&mut inner)).map(|arg| self.name(&arg)).collect(),
                body: self.expr(take(&mut inner)),
            },
            Rule::setup => ItemKind::Setup {
                name: self.name(&take(&mut inner)),
                args: self.fields(take_if(&mut inner, Rule::fields)),
                sum: self.expr(take(&mut inner)),
            },
            Rule::start => ItemKind::Start(self.expr(take(&mut inner))),
            Rule::claim => ItemKind::Claim {
                text: self.quoted(&take(&mut inner)),
                binders: self.optional_binders(&mut inner),
                condition: self.expr(take(&mut inner)),
            },
            Rule::refute => ItemKind::Refute {
                text: self.quoted(&take(&mut inner)),
                binders: self.optional_binders(&mut inner),
                condition: self.expr(take(&mut inner)),
                at: inner.map(|entry| self.named(entry)).collect(),
            },
            Rule::expect => ItemKind::Expect {
                subject: self.expr(take(&mut inner)),
                binders: self.optional_binders(&mut inner),
                values: inner.map(|value| self.expr(value)).collect(),
            },
            Rule::ask => ItemKind::Ask {
                name: self.name(&take(&mut inner)),
                args: self.ask_args(take_if(&mut inner, Rule::ask_args)),
                body: self.expr(take(&mut inner)),
            },
            other => unreachable!("{other:?} is no item"),
        };
        Read::Item(Box::new(Item { docs, span, kind }))
    }

    /// Converts `next_head`.
    pub(crate) fn head(&mut self, pair: Pair<'_>) -> Head {
        let mut inner = parts(pair);
        let docs = docs(take(&mut inner));
        let head = take(&mut inner);
        let span = self.span(&head);
        let mut inner = parts(head).peekable();
        Head {
            docs,
            span,
            name: self.name(&take(&mut inner)),
            fields: self.fields(take_if(&mut inner, Rule::fields)),
            condition: inner.next().map(|condition| self.expr(condition)),
            brace: Span::new(span.end - 1, span.end),
        }
    }

    /// Converts `next_clause`.
    pub(crate) fn clause(&mut self, pair: Pair<'_>) -> Clause {
        let mut inner = parts(pair);
        let docs = docs(take(&mut inner));
        let clause = take(&mut inner);
        let span = self.span(&clause);
        let rule = clause.as_rule();
        let mut inner = parts(clause).peekable();
        let kind = match rule {
            Rule::move_clause => self.move_clause(&mut inner),
            Rule::octal => ClauseKind::Octal(self.expr(take(&mut inner))),
            Rule::ends => ClauseKind::Ends(self.expr(take(&mut inner))),
            Rule::symmetric => ClauseKind::Symmetric(inner.map(|name| self.name(&name)).collect()),
            Rule::equals => ClauseKind::Equals {
                sum: self.expr(take(&mut inner)),
                when: inner.next().map(|when| self.expr(when)),
            },
            Rule::decreases => ClauseKind::Decreases(self.expr(take(&mut inner))),
            other => unreachable!("{other:?} is no clause"),
        };
        Clause { docs, span, kind }
    }

    fn move_clause<'i>(
        &mut self,
        inner: &mut std::iter::Peekable<impl Iterator<Item = Pair<'i>>>,
    ) -> ClauseKind {
        let name = self.name(&take(inner));
        let binders = take_if(inner, Rule::choices)
            .and_then(|choices| parts(choices).next())
            .map_or_else(Vec::new, |binders| self.binders(binders));
        let first = self.expr(take(inner));
        let (guard, sum) = match inner.next() {
            Some(sum) => (Some(first), self.expr(sum)),
            None => (None, first),
        };
        ClauseKind::Move { name, binders, guard, sum }
    }

    fn fields(&mut self, pair: Option<Pair<'_>>) -> Vec<Field> {
        pair.into_iter()
            .flat_map(parts)
            .map(|field| {
                let mut inner = parts(field);
                Field { name: self.name(&take(&mut inner)), ty: self.ty(take(&mut inner)) }
            })
            .collect()
    }

    fn ask_args(&mut self, pair: Option<Pair<'_>>) -> Vec<AskArg> {
        pair.into_iter()
            .flat_map(parts)
            .map(|arg| {
                let mut inner = parts(arg).peekable();
                AskArg {
                    name: self.name(&take(&mut inner)),
                    ty: take_if(&mut inner, Rule::ty).map(|ty| self.ty(ty)),
                    default: inner.next().map(|default| self.expr(default)),
                }
            })
            .collect()
    }

    fn quoted(&mut self, pair: &Pair<'_>) -> Text {
        Text { text: self.unescaped(pair), span: self.span(pair) }
    }
}

/// The lines of documentation in `docs` or `file_docs`: markers and one blank are taken off.
pub(crate) fn docs(pair: Pair<'_>) -> String {
    let lines: Vec<&str> = pair
        .into_inner()
        .map(|line| {
            let text = line.as_str().trim_end();
            let text = text.get(3..).unwrap_or("");
            text.strip_prefix(' ').unwrap_or(text)
        })
        .collect();
    lines.join("\n")
}
