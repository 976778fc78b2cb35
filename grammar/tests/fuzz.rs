//! Whatever the text: reading it ends, panics never, and every place lies inside it.

mod common;
use grundy_grammar::{Diagnostic, SourceMap, parse_expr, parse_file, parse_query};
use proptest::prelude::*;

const GAMES: &[&str] = &[
    include_str!("games/kayles.game"),
    include_str!("games/exact_nim.game"),
    include_str!("games/everything.game"),
];

/// Pieces that mean something to the grammar.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "set<",
    "..",
    "..=",
    "->",
    "=",
    "==",
    "+=",
    "-",
    "*",
    "|",
    "&",
    "^",
    ",",
    ":",
    ";",
    "\"",
    "\\",
    "//",
    "///",
    "//!",
    "\n",
    " ",
    "é",
    "𝔸",
    "\u{feff}",
    "\u{a0}",
    "_",
    "0",
    "7_",
    "99999999999999999999",
    "K",
    "x",
    "at",
    "if ",
    "then ",
    "else ",
    "let ",
    "in ",
    "not ",
    "with ",
    "without ",
    "for ",
    "param ",
    "move ",
    "moves octal ",
    "position ",
    "where ",
    "when ",
    "claim ",
    "refute ",
    "expect ",
    "ask ",
    "fixpoint(",
    "xor",
    "legal",
    "implies ",
    "iff ",
    "play ",
];

fn read(text: &str) {
    let mut sources = SourceMap::default();
    sources.add("before", "é");
    let id = sources.add("test", text);
    let base = sources.get(id).base;
    let inside = |errors: &[Diagnostic]| {
        for error in errors {
            let spans = error.related.iter().map(|(span, _)| *span).chain([error.primary.0]);
            for span in spans {
                let (start, end) = ((span.start - base) as usize, (span.end - base) as usize);
                assert!(text.get(start..end).is_some(), "{span:?} in {text:?}");
            }
        }
    };
    inside(&parse_file(&sources, id).1);
    inside(&parse_expr(&sources, id).err().unwrap_or_default());
    inside(&parse_query(&sources, id).err().unwrap_or_default());
}

fn pieces(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..most).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text(text in any::<String>()) {
        read(&text);
    }

    #[test]
    fn any_pieces(text in pieces(60)) {
        read(&text);
    }

    #[test]
    fn any_body(text in pieces(30)) {
        read(&format!("game g\nposition K(n: nat) {{\n move m(x in 0..n) -> {text}\n}}\n/// d\nlet x = {text}"));
    }

    #[test]
    fn mutated_games(game in prop::sample::select(GAMES), cuts in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, pieces(3)), 1..4)) {
        let mut text = game.to_owned();
        for (at, length, piece) in cuts {
            let borders: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            if borders.is_empty() {
                break;
            }
            let first = at.index(borders.len());
            let end = borders.get(first + length).copied().unwrap_or(text.len());
            text.replace_range(borders[first]..end, &piece);
        }
        read(&text);
    }
}
