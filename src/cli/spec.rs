//! The text of a game: a built-in one or a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use grundy::builtin;
use grundy_grammar::nearest;

use super::failure::{Failure, Run};

/// The text of a game.
#[derive(Clone, Debug)]
pub struct SpecText {
    /// How messages name the file.
    pub file: String,
    /// What is in it.
    pub text: String,
}

/// Longer files are no games.
const MAX_BYTES: u64 = 16 << 20;

/// Finds the text of a game by the name of a built-in one or by its path.
///
/// A built-in name comes first; `./kayles` is always a path.
pub fn find(spec: &str) -> Run<SpecText> {
    if let Some(builtin) = builtin::find(spec) {
        return Ok(SpecText { file: format!("{spec}.game"), text: builtin.text.to_string() });
    }
    if Path::new(spec).exists() {
        return Ok(SpecText { file: spec.to_string(), text: read(spec)? });
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
