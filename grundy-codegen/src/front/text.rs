//! Tokens as text of the game language, with the token that each byte came from.

use std::ops::Range;

use proc_macro2::{Delimiter, Ident, Spacing, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;

/// A text that is put together from tokens.
#[derive(Default)]
pub struct Text {
    text: String,
    /// The stretches of the text, ascending, with the places that they come from.
    places: Vec<(Range<usize>, Span)>,
}

impl Text {
    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds words that stand for something at a place.
    pub fn push(&mut self, words: &str, span: Span) {
        let start = self.text.len();
        self.text.push_str(words);
        self.places.push((start..self.text.len(), span));
        self.text.push(' ');
    }

    /// Adds tokens as they are written.
    pub fn tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(punct) => {
                    if punct.as_char() == '#' && self.doc(&mut tokens) {
                        continue;
                    }
                    let start = self.text.len();
                    self.text.push(punct.as_char());
                    self.places.push((start..self.text.len(), punct.span()));
                    if punct.spacing() == Spacing::Alone {
                        self.text.push(' ');
                    }
                }
                TokenTree::Ident(ident) => self.push(&ident.unraw().to_string(), ident.span()),
                TokenTree::Literal(literal) => self.push(&literal.to_string(), literal.span()),
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::None => ("", ""),
                    };
                    self.push(open, group.span_open());
                    self.tokens(group.stream());
                    self.push(close, group.span_close());
                }
            }
        }
    }

    /// `#[doc = "..."]`, which a comment of documentation has become.
    fn doc(
        &mut self,
        tokens: &mut std::iter::Peekable<proc_macro2::token_stream::IntoIter>,
    ) -> bool {
        let mut ahead = tokens.clone();
        let inner = matches!(ahead.peek(), Some(TokenTree::Punct(p)) if p.as_char() == '!');
        if inner {
            ahead.next();
        }
        let Some(TokenTree::Group(group)) = ahead.next() else {
            return false;
        };
        let attribute = syn::parse2::<syn::MetaNameValue>(group.stream());
        let Ok(syn::MetaNameValue { path, value: syn::Expr::Lit(lit), .. }) = attribute else {
            return false;
        };
        let syn::Lit::Str(words) = lit.lit else {
            return false;
        };
        if !path.is_ident("doc") {
            return false;
        }
        *tokens = ahead;
        for line in words.value().lines() {
            self.text.push('\n');
            self.push(&format!("{}{line}", if inner { "//!" } else { "///" }), group.span());
        }
        self.text.push('\n');
        true
    }

    /// The first and the last place that a stretch of the text comes from.
    pub fn places(&self, range: Range<usize>) -> (Span, Span) {
        // An empty stretch is where something is missing: behind the token in front of it.
        let within = |place: &&(Range<usize>, Span)| {
            place.0.start < range.end.max(range.start + 1) && range.start < place.0.end
        };
        let before = || self.places.iter().rev().find(|(place, _)| place.start <= range.start);
        let first = self.places.iter().find(within).or_else(before);
        let last = self.places.iter().rev().find(within).or_else(before);
        let span = |place: Option<&(Range<usize>, Span)>| {
            place.or(self.places.last()).map_or_else(Span::call_site, |(_, span)| *span)
        };
        (span(first), span(last))
    }

    /// Where a word first stands.
    pub fn place_of(&self, word: &str) -> Span {
        let mut places = self.places.iter();
        let place = places.find(|(place, _)| &self.text[place.clone()] == word);
        place.map_or_else(Span::call_site, |(_, span)| *span)
    }
}

/// An identifier without the mark of a raw one.
pub fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}
