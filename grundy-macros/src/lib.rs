//! The procedural macros of grundy: tokens in, compiler, tokens out. What they do stands in
//! `grundy-codegen`; use them through the crate `grundy`.

use std::env;
use std::path::{Path, PathBuf};

use proc_macro::{Span, TokenStream};

/// Makes an enum or struct the positions of a game, by rules in its attributes.
#[doc = include_str!("derive.md")]
#[proc_macro_derive(
    Impartial,
    attributes(moves, equals, symmetric, ends_when, decreases, domain, game)
)]
pub fn derive_impartial(item: TokenStream) -> TokenStream {
    grundy_codegen::derive(item.into()).into()
}

/// Makes a module of a game that is written out.
///
/// The module has the name of the game. In it are `Position`, an enum with a variant for each kind
/// of position, `solver()`, `Rules` with the setups and the `start` of the game, and, if the game
/// has params, `Params` and `solver_with(params)`.
#[proc_macro]
pub fn game(text: TokenStream) -> TokenStream {
    grundy_codegen::game(text.into()).into()
}

/// Makes a module of a game that is a file, as [`game!`] does of one that is written out.
///
/// The path begins at the folder of the source file, as for `include_str!`, or else at that of
/// `Cargo.toml`. Params may be fixed behind it:
/// `include_game!("specs/hull_paths.game", k = 4)`. An edit of the file builds the module anew.
#[proc_macro]
pub fn include_game(arguments: TokenStream) -> TokenStream {
    let source = Span::call_site().local_file();
    let own =
        source.as_deref().and_then(Path::parent).and_then(|folder| folder.canonicalize().ok());
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let folders: Vec<PathBuf> = own.into_iter().chain(package).collect();
    grundy_codegen::include_game(arguments.into(), &folders).into()
}
