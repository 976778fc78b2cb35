//! The attributes with rules in them.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Meta};

use super::mistakes::Mistakes;
use super::text::plain;

/// What an attribute says of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// `#[moves(...)]`
    Moves,
    /// `#[equals(SUM when COND)]`
    Equals,
    /// `#[symmetric(a, b)]`
    Symmetric,
    /// `#[ends_when(COND)]`
    EndsWhen,
    /// `#[decreases(EXPR)]`
    Decreases,
    /// `#[domain(...)]`
    Domain,
}

/// An attribute of a kind.
pub struct Rule {
    /// What it says.
    pub clause: Clause,
    /// Its name.
    pub span: Span,
    /// What stands between its parentheses, without the names of fields in front.
    pub tokens: TokenStream,
    /// The names of fields without names: `Path(n): ...`.
    pub names: Option<(Ident, Vec<Ident>)>,
}

impl Rule {
    /// The rules among the attributes.
    pub fn all(attributes: &[Attribute], mistakes: &mut Mistakes) -> Vec<Rule> {
        let mut rules = Vec::new();
        for attribute in attributes {
            let clause = match attribute.path().get_ident().map(Ident::to_string).as_deref() {
                Some("moves") => Clause::Moves,
                Some("equals") => Clause::Equals,
                Some("symmetric") => Clause::Symmetric,
                Some("ends_when") => Clause::EndsWhen,
                Some("decreases") => Clause::Decreases,
                Some("domain") => Clause::Domain,
                _ => continue,
            };
            let name = attribute.path().to_token_stream();
            let span = attribute.path().get_ident().map_or_else(Span::call_site, Ident::span);
            match &attribute.meta {
                Meta::List(list) => {
                    let (names, tokens) = named(list.tokens.clone());
                    rules.push(Rule { clause, span, tokens, names });
                }
                _ => mistakes.at(span, format!("`#[{name}]` needs its rule: `#[{name}(...)]`")),
            }
        }
        rules
    }

    /// The moves of `#[moves(...)]`, which a `,`, a `;` or the word `move` parts.
    pub fn moves(&self) -> Vec<TokenStream> {
        let mut moves = vec![TokenStream::new()];
        let mut tokens = self.tokens.clone().into_iter().peekable();
        while let Some(token) = tokens.next() {
            let parts = match &token {
                TokenTree::Ident(word) => word == "move",
                // `x with [0] = 1, [1] = 2` goes on behind the comma.
                TokenTree::Punct(sign) if sign.as_char() == ',' => {
                    !matches!(tokens.peek(), Some(TokenTree::Group(group)) if group.delimiter() == proc_macro2::Delimiter::Bracket)
                }
                TokenTree::Punct(sign) => sign.as_char() == ';',
                _ => false,
            };
            if parts {
                moves.push(TokenStream::new());
            } else if let Some(last) = moves.last_mut() {
                last.extend([token]);
            }
        }
        moves.retain(|rule| !rule.is_empty());
        moves
    }
}

/// Takes `Path(n, m):` off the front.
fn named(tokens: TokenStream) -> (Option<(Ident, Vec<Ident>)>, TokenStream) {
    let mut ahead = tokens.clone().into_iter();
    let (
        Some(TokenTree::Ident(kind)),
        Some(TokenTree::Group(group)),
        Some(TokenTree::Punct(colon)),
    ) = (ahead.next(), ahead.next(), ahead.next())
    else {
        return (None, tokens);
    };
    if colon.as_char() != ':' || !plain(&kind).starts_with(char::is_uppercase) {
        return (None, tokens);
    }
    let names = group.stream().into_iter().filter_map(|token| match token {
        TokenTree::Ident(name) => Some(name),
        _ => None,
    });
    (Some((kind, names.collect())), ahead.collect())
}
