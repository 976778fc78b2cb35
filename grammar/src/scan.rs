//! A plain reader of tokens, for what stands around the grammar: limits before
//! it runs, messages and recovery after it failed.

use std::ops::Range;

/// What a token is, as far as brackets and words go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or a reserved word.
    Word,
    /// A number, with whatever letters stick to it.
    Number,
    /// A quoted text; one that does not end reaches to the end of its line.
    Text,
    /// A line `///`.
    Doc,
    /// A line `//!`.
    FileDoc,
    /// `(`, `[` or `{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// Any other character.
    Sign,
}

/// A token of a text.
#[derive(Clone, Debug)]
pub(crate) struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
    pub range: Range<usize>,
}

/// All tokens of `text` from byte `at` on.
pub(crate) fn tokens(text: &str, at: usize) -> impl Iterator<Item = Token<'_>> {
    let mut at = at;
    std::iter::from_fn(move || {
        let token = next_token(text, at)?;
        at = token.range.end;
        Some(token)
    })
}

/// The first token at or behind byte `at`.
pub(crate) fn next_token(text: &str, at: usize) -> Option<Token<'_>> {
    let start = skip_trivia(text, at);
    let rest = &text[start..];
    let first = rest.chars().next()?;
    let (kind, length) = match first {
        '(' | '[' | '{' => (Kind::Open, 1),
        ')' | ']' | '}' => (Kind::Close, 1),
        '"' => (Kind::Text, text_length(rest)),
        '/' if rest.starts_with("///") => (Kind::Doc, line_length(rest)),
        '/' if rest.starts_with("//!") => (Kind::FileDoc, line_length(rest)),
        c if c.is_ascii_digit() => (Kind::Number, word_length(rest)),
        c if is_word(c) => (Kind::Word, word_length(rest)),
        c => (Kind::Sign, c.len_utf8()),
    };
    Some(Token { kind, text: &rest[..length], range: start..start + length })
}

/// The byte at or behind `at` that is neither blank nor in a comment.
pub(crate) fn skip_trivia(text: &str, at: usize) -> usize {
    let mut at = at;
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        at += rest.len() - trimmed.len();
        if !is_comment(trimmed) {
            return at;
        }
        at += line_length(trimmed);
    }
}

/// A comment that documents nothing: `//`, and `////` as in Rust.
fn is_comment(rest: &str) -> bool {
    let documents = rest.starts_with("//!") || rest.starts_with("///") && !rest.starts_with("////");
    rest.starts_with("//") && !documents
}

fn line_length(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

fn text_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    rest.len()
}

fn word_length(rest: &str) -> usize {
    rest.find(|c| !is_word(c)).unwrap_or(rest.len())
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Whether only blanks stand before byte `at` on its line.
pub(crate) fn is_first_on_line(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t', '\r', BYTE_ORDER_MARK]);
    before.is_empty() || before.ends_with('\n')
}

/// What some editors put in front of a text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The column of byte `at`, counted in bytes from 0.
pub(crate) fn column(text: &str, at: usize) -> usize {
    at - text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}
