//! The text of a game: a built-in one or a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use grundy::builtin;
use grundy::compiler::{Diagnostic, SourceMap, Span};
use grundy::core::Code;
use grundy_grammar::nearest;

use super::failure::{Failure, Run};

/// The text of a game.
#[derive(Clone, Debug)]
pub struct SpecText {
    /// How messages name the file.
    pub file: String,
    /// What is in it.
    pub text: String,
    /// What the game is called, when its text cannot say so.
    pub name: Option<String>,
}

/// Longer files are no games.
const MAX_BYTES: u64 = 16 << 20;

/// Finds the text of a game by the name of a built-in one, by its path, or by a take-and-break code.
///
/// A built-in name comes first, then a file; `./kayles` is always a path.
pub fn find(spec: &str) -> Run<SpecText> {
    if let Some(builtin) = builtin::find(spec) {
        let text = builtin.text.to_string();
        return Ok(SpecText { file: format!("{spec}.game"), text, name: None });
    }
    if Path::new(spec).exists() {
        return Ok(SpecText { file: spec.to_string(), text: read(spec)?, name: None });
    }
    if is_code(spec) {
        return code(spec).map(|code| of_code(&code));
    }
    let near =
        nearest(spec.trim_end_matches(".game"), builtin::ALL.iter().map(|builtin| builtin.name));
    let failure = if spec.contains(['/', '\\', '.']) {
        Failure::wrong(format!("there is no file `{spec}`"))
    } else {
        Failure::wrong(format!(
            "no built-in game is called `{spec}`, and there is no file of that name"
        ))
    };
    Err(match near {
        Some(near) => failure.help(format!("did you mean the built-in game `{near}`?")),
        None => failure.help("`grundy list` names the built-in games; a game of your own is given by its path, such as `./my.game`"),
    })
}

/// Whether a text that is no game and no file is meant as a code.
pub fn is_code(spec: &str) -> bool {
    let mut chars = spec.chars();
    match chars.next() {
        None => true,
        Some('.') => chars.next().is_some_and(|c| c.is_ascii_digit() || "[(".contains(c)),
        Some(first) => {
            let front =
                first.is_ascii_digit() || Code::parse(spec).is_ok() || spec.starts_with("u.");
            front && !spec.contains(['/', '\\']) && !spec.ends_with(".game")
        }
    }
}

/// Reads a code.
pub fn code(text: &str) -> Run<Code> {
    Code::parse(text).map_err(|error| {
        let mut sources = SourceMap::default();
        let id = sources.add("<code>", text);
        let base = sources.get(id).base;
        let place = |at: usize| base + u32::try_from(at).expect("an argument is short");
        let span = Span::new(place(error.range.start), place(error.range.end));
        let message = match text {
            "" => "an empty text names no game".to_string(),
            _ => format!("`{text}` is no take-and-break code"),
        };
        let diagnostic = Diagnostic::new("E0505", span, message).label(error.reason);
        Failure::mistakes(vec![diagnostic.help(error.help)], sources)
    })
}

/// A game with the moves of a code.
fn of_code(code: &Code) -> SpecText {
    let name = code.name();
    let text = format!(
        "//! The {name}.\ngame code\n\n/// A heap of n tokens.\nposition Heap(n: nat) {{\n    moves octal \"{code}\"\n}}\n\nstart Heap(12)\n"
    );
    SpecText { file: format!("{code}.game"), text, name: Some(name) }
}

/// Reads a text file.
pub fn read(path: &str) -> Run<String> {
    let cannot = |why: &str| Failure::wrong(format!("`{path}` cannot be read: {why}"));
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| cannot(&error.to_string()))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(cannot(&format!("it has more than {MAX_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| cannot("it is not a text in UTF-8"))
}
