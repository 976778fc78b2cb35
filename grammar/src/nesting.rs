//! How deep a text may nest, checked before anything recurses into it.

use crate::keywords::{CLAUSES, ITEMS, KEYWORDS};
use crate::scan::{Kind, Token, tokens};

/// The deepest nesting of brackets, `if`, `let` and the like in a text.
///
/// Reading one level takes up to 13 KiB of stack without optimisation, and the
/// smallest stack to be reckoned with is that of a thread, 2 MiB.
pub(crate) const MAX_NESTING: usize = 100;

/// The greatest height of an expression in the syntax tree, which chains of operators
/// reach without nesting: the passes over the tree recurse.
pub(crate) const MAX_HEIGHT: usize = 256;

/// The byte range of the first token that nests deeper than [`MAX_NESTING`].
///
/// Counted are open brackets and, between two brackets, the words that take
/// everything to their right: their inside lies as deep as if it were bracketed.
pub(crate) fn too_deep(text: &str) -> Option<std::ops::Range<usize>> {
    let mut outer: Vec<usize> = Vec::new();
    // How many words reach to the right between the innermost bracket and here.
    let mut reaching = 0;
    let mut depth = 0;
    let mut operand_before = false;
    let mut all = tokens(text, 0).peekable();
    while let Some(token) = all.next() {
        let next = all.peek().map_or("", |next| next.text);
        match token.kind {
            // Nothing the grammar reads reaches past these, not even an open bracket.
            Kind::Word if begins_item(token.text) => {
                outer.clear();
                reaching = 0;
                depth = 0;
            }
            Kind::Open => {
                outer.push(std::mem::take(&mut reaching));
                depth += 1;
            }
            Kind::Close => {
                // A bracket too many is for the grammar to report.
                if let Some(before) = outer.pop() {
                    depth -= reaching + 1;
                    reaching = before;
                }
            }
            _ if begins_afresh(&token, next, operand_before) => {
                depth -= std::mem::take(&mut reaching);
            }
            _ if reaches_right(&token, next) => {
                reaching += 1;
                depth += 1;
            }
            _ => {}
        }
        if depth > MAX_NESTING {
            return Some(token.range);
        }
        operand_before = ends_operand(&token);
    }
    None
}

/// Whether nothing to the left of the token still reaches to its right.
fn begins_afresh(token: &Token<'_>, next: &str, operand_before: bool) -> bool {
    match token.text {
        // `[i] = a, [j] = b` continues the list of a `with`.
        "," => next != "[",
        // An item; in an expression `let` stands where an operand is due.
        "let" => operand_before,
        word => CLAUSES.contains(&word),
    }
}

fn begins_item(word: &str) -> bool {
    ITEMS.contains(&word) && !matches!(word, "let" | "param")
}

fn reaches_right(token: &Token<'_>, next: &str) -> bool {
    match token.text {
        "if" | "let" | "with" => true,
        "set" => next == "<",
        _ => false,
    }
}

fn ends_operand(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Number | Kind::Text | Kind::Close => true,
        Kind::Word => {
            !KEYWORDS.contains(&token.text) || matches!(token.text, "true" | "false" | "legal")
        }
        _ => false,
    }
}
