//! `game! { ... }` and `include_game!("path.game")`.

use std::path::PathBuf;
use std::sync::Arc;

use grundy_compiler::ir::ParamId;
use grundy_compiler::value::Value;
use grundy_compiler::{Checked, Diagnostic, Instance, Settings, SourceMap, render};
use grundy_grammar::ast;
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{LitStr, Token};

use super::mistakes::Mistakes;
use super::skeleton;
use super::text::Text;
use crate::back::module;
use crate::back::names::{ident, snake};

/// The module of a game whose text stands in the program.
pub fn game(tokens: TokenStream) -> TokenStream {
    let root = quote!(::grundy::core);
    let mut text = Text::default();
    text.tokens(tokens);
    let mut sources = SourceMap::default();
    let id = sources.add("game!", text.text());
    let (file, mut errors) = grundy_grammar::parse_file(&sources, id);
    let mut mistakes = Mistakes::default();
    if errors.is_empty() {
        let made = grundy_compiler::check::check(file.clone())
            .and_then(|checked| module(&checked.spec, &sources, Vec::new(), &root));
        match made {
            Ok(code) => return wrapped(&file, code),
            Err(found) => errors = found,
        }
    }
    mistakes.about(&errors, &sources, &text);
    let (code, errors) = (wrapped(&file, skeleton::of_game(&file, &root)), mistakes.into_tokens());
    quote!(#code #errors)
}

/// The module that bears the name of the game.
fn wrapped(file: &ast::File, code: TokenStream) -> TokenStream {
    let name = if file.name.text.is_empty() { "game" } else { &file.name.text };
    let name = ident(&snake(name));
    let lines = file.docs.lines().map(|line| format!(" {line}"));
    let words = format!(" The game {}.", file.name.text);
    let docs: Vec<String> = if file.docs.is_empty() { vec![words] } else { lines.collect() };
    quote!(#(#[doc = #docs])* pub mod #name { #code })
}

/// `"path.game"`, and params that are fixed: `"hull_paths.game", k = 4`.
struct Included {
    path: LitStr,
    fixed: Vec<(Ident, TokenStream)>,
    root: Option<syn::Path>,
}

impl Parse for Included {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let path = input.parse()?;
        let (mut fixed, mut root) = (Vec::new(), None);
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            if input.peek(Token![crate]) {
                input.parse::<Token![crate]>()?;
                input.parse::<Token![=]>()?;
                root = Some(input.call(syn::Path::parse_mod_style)?);
                continue;
            }
            let name = input.parse()?;
            input.parse::<Token![=]>()?;
            let mut value = TokenStream::new();
            while !input.is_empty() && !input.peek(Token![,]) {
                value.extend([input.parse::<TokenTree>()?]);
            }
            fixed.push((name, value));
        }
        Ok(Included { path, fixed, root })
    }
}

/// The module of a game that is a file, whose path begins at one of the folders.
pub fn include_game(tokens: TokenStream, folders: &[PathBuf]) -> TokenStream {
    let included: Included = match syn::parse2(tokens) {
        Ok(included) => included,
        Err(error) => return error.to_compile_error(),
    };
    let name = included.path.value();
    let mut paths = folders.iter().map(|folder| folder.join(&name));
    let path =
        paths.clone().find(|path| path.exists()).or_else(|| paths.next()).unwrap_or_default();
    let root = included.root.as_ref().map_or(quote!(::grundy::core), |path| quote!(#path::core));
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            let words = format!("`{}` cannot be read: {error}", path.display());
            return syn::Error::new(included.path.span(), words).to_compile_error();
        }
    };
    let mut sources = SourceMap::default();
    let id = sources.add(included.path.value(), text);
    let (file, errors) = grundy_grammar::parse_file(&sources, id);
    let mut mistakes = Mistakes::default();
    let made = if errors.is_empty() {
        grundy_compiler::check::check(file.clone()).and_then(|mut checked| {
            let mut sources = sources.clone();
            let fixed = included
                .fixed
                .iter()
                .filter_map(|(name, value)| {
                    fix(&mut checked, &mut sources, name, value, &mut mistakes)
                })
                .collect();
            module(&checked.spec, &sources, fixed, &root)
        })
    } else {
        Err(errors)
    };
    let code = made.unwrap_or_else(|errors| {
        for error in &errors {
            let words = render(error, &sources, false);
            mistakes.at(included.path.span(), words.trim_end());
        }
        skeleton::of_game(&file, &root)
    });
    let name = Literal::string(&path.to_string_lossy());
    let (code, errors) = (wrapped(&file, code), mistakes.into_tokens());
    quote! {
        #code
        // An edit of the file makes everything anew.
        const _: &::core::primitive::str = ::core::include_str!(#name);
        #errors
    }
}

/// The value of a param that is fixed.
fn fix(
    checked: &mut Checked,
    sources: &mut SourceMap,
    name: &Ident,
    value: &TokenStream,
    mistakes: &mut Mistakes,
) -> Option<(ParamId, Value)> {
    let at = checked.spec.params.iter().position(|param| *name == param.name);
    let Some(at) = at.map(ParamId::from) else {
        mistakes.at(name.span(), format!("the game has no param `{name}`"));
        return None;
    };
    let mut text = Text::default();
    text.tokens(value.clone());
    let mut own = SourceMap::default();
    let own_id = own.add("param", text.text());
    let parsed = grundy_grammar::parse_expr(&own, own_id);
    let result = parsed.and_then(|_| {
        let id = sources.add("param", text.text());
        let expr = grundy_grammar::parse_expr(sources, id)?;
        let body = checked.check_param(at, &expr)?;
        let game = Instance::new(
            Arc::new(checked.spec.clone()),
            Arc::new(sources.clone()),
            &[],
            Settings::default(),
        );
        game.and_then(|game| game.run(&body)).map_err(|_| {
            let words = format!("the value of `{name}` cannot be computed");
            vec![Diagnostic::new("E0601", expr.span, words)]
        })
    });
    match result {
        Ok(value) => Some((at, value)),
        Err(errors) => {
            for error in errors {
                mistakes.at(name.span(), format!("{} [{}]", error.message, error.code));
            }
            None
        }
    }
}
