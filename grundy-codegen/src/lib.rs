//! Rust from games: the code behind the macros of grundy and behind `grundy emit`.
//!
//! ```text
//!  #[derive(Impartial)], game! { }     front/   tokens -> text of the game language, with places
//!              |
//!   grundy-grammar, grundy-compiler             text -> IR and plan
//!              |
//!  tokens for macros, `grundy emit`    back/    IR and plan -> Rust
//! ```
//!
//! The macros are a shim over [`derive()`], [`game`] and [`include_game`], which work on tokens
//! of `proc_macro2` and so can be tested like any other function.

mod back;
mod front;

use std::path::PathBuf;

use grundy_compiler::ir::{ParamId, Spec};
use grundy_compiler::value::Value;
use grundy_compiler::{Diagnostic, SourceMap};
use proc_macro2::TokenStream;
use quote::quote;

/// The code for an item with `#[derive(Impartial)]`; where its rules are wrong, errors at the tokens
/// that are.
pub fn derive(item: TokenStream) -> TokenStream {
    front::derive::derive(item)
}

/// The module of a game whose text is given as tokens.
pub fn game(text: TokenStream) -> TokenStream {
    front::game::game(text)
}

/// The module of a game that is a file, given by a path from one of the folders and perhaps values of
/// params: `"specs/hull_paths.game", k = 4`.
pub fn include_game(arguments: TokenStream, folders: &[PathBuf]) -> TokenStream {
    front::game::include_game(arguments, folders)
}

/// The game as a module that needs nothing but `grundy-core`. Params that are fixed have these values.
///
/// # Errors
/// When a default of a param cannot be computed, or something cannot be written in Rust.
pub fn module(
    spec: &Spec,
    sources: &SourceMap,
    fixed: Vec<(ParamId, Value)>,
) -> Result<TokenStream, Vec<Diagnostic>> {
    back::module(spec, sources, fixed, &quote!(::grundy_core))
}

/// Rust as one writes it.
///
/// # Panics
/// When the tokens are not the items of a file.
#[cfg(feature = "format")]
pub fn formatted(tokens: TokenStream) -> String {
    let file = syn::parse2(tokens).expect("the tokens are the items of a file");
    spaced(&prettyplease::unparse(&file))
}

/// The same with an empty line between items, which tokens cannot tell.
#[cfg(feature = "format")]
fn spaced(code: &str) -> String {
    const ITEMS: [&str; 6] = ["///", "#[", "pub ", "fn ", "impl", "const "];
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut text = String::new();
    let mut last = "";
    for line in code.lines() {
        let ended = last.ends_with(['}', ';']) && indent(last) == indent(line);
        if ended && ITEMS.iter().any(|item| line.trim_start().starts_with(item)) {
            text.push('\n');
        }
        text.extend([line, "\n"]);
        last = line;
    }
    text
}
