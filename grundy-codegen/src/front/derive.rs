//! `#[derive(Impartial)]`.

use grundy_compiler::{SourceMap, check};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Path, Token, Type};

use super::field_types::FieldType;
use super::kinds::Kind;
use super::mistakes::Mistakes;
use super::skeleton;
use super::text::{Text, plain};
use crate::back::{Foreign, Made, Params, Task, make, sums};

/// What `#[game(...)]` says.
#[derive(Default)]
struct Settings {
    params: Vec<Param>,
    misere: Option<proc_macro2::Span>,
    root: Option<Path>,
}

/// `param(k: u32 = 2)`.
struct Param {
    name: Ident,
    ty: Type,
    default: TokenStream,
}

impl Parse for Param {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Param { name, ty, default: input.parse()? })
    }
}

impl Settings {
    fn of(input: &DeriveInput, mistakes: &mut Mistakes) -> Settings {
        let mut settings = Settings::default();
        for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("game")) {
            let result = attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("param") {
                    let content;
                    syn::parenthesized!(content in meta.input);
                    settings.params.push(content.parse()?);
                } else if meta.path.is_ident("misere") {
                    settings.misere = Some(meta.path.span());
                } else if meta.path.is_ident("crate") {
                    settings.root = Some(meta.value()?.call(Path::parse_mod_style)?);
                } else {
                    return Err(meta.error(
                        "`#[game(...)]` takes `param(k: u32 = 2)`, `misere` and `crate = path`",
                    ));
                }
                Ok(())
            });
            if let Err(error) = result {
                mistakes.push(error);
            }
        }
        settings
    }

    /// The params as Rust shows them.
    fn params_of(&self, input: &DeriveInput) -> Params {
        let visibility = &input.vis;
        Params {
            name: format_ident!("{}Params", input.ident),
            visibility: quote!(#visibility),
            types: self.params.iter().map(|param| param.ty.to_token_stream()).collect(),
            fixed: Vec::new(),
        }
    }

    /// Where the engine is found.
    fn root(&self) -> TokenStream {
        match &self.root {
            Some(path) => quote!(#path::core),
            None => quote!(::grundy::core),
        }
    }
}

/// The code for an item with `#[derive(Impartial)]`.
pub fn derive(tokens: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(tokens) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut mistakes = Mistakes::default();
    let settings = Settings::of(&input, &mut mistakes);
    if !input.generics.params.is_empty() {
        mistakes.at(
            input.generics.span(),
            "a type with generics cannot be a game: its rules are compiled once, for one type\nhelp: leave out the generics, or implement `Impartial` by hand",
        );
        return mistakes.into_tokens();
    }
    let kinds = Kind::all(&input, &mut mistakes);
    if matches!(input.data, Data::Union(_)) {
        return mistakes.into_tokens();
    }
    if !kinds.iter().any(Kind::has_moves) && mistakes.is_empty() {
        mistakes.at(
            input.ident.span(),
            format!("nothing says which moves there are in `{}`\nhelp: write them in front of a variant or the struct: `#[moves(take(s in 1..=n) -> Heap(n - s))]`", input.ident),
        );
    }
    let text = text_of(&input, &settings, &kinds, &mut mistakes);
    let (names, made) = code(&input, &settings, &kinds, &text, &mut mistakes);
    let code = made.unwrap_or_else(|| skeleton::of_type(&input, &settings.root()));
    let errors = mistakes.beside(&names);
    quote!(#code #errors)
}

/// The text of the game that the item is.
fn text_of(
    input: &DeriveInput,
    settings: &Settings,
    kinds: &[Kind],
    mistakes: &mut Mistakes,
) -> Text {
    let mut text = Text::default();
    let span = input.ident.span();
    text.push("game", span);
    text.push(&plain(&input.ident), span);
    if let Some(span) = settings.misere {
        text.push("play misere", span);
    }
    for param in &settings.params {
        let domain = FieldType::of(&param.ty).map_or_else(
            |error| {
                mistakes.push(error);
                "int".to_string()
            },
            |ty| ty.domain,
        );
        text.push("param", param.name.span());
        text.push(&plain(&param.name), param.name.span());
        if !domain.is_empty() {
            text.push(":", param.name.span());
            text.push(&domain, param.ty.span());
        }
        text.push("=", param.name.span());
        text.tokens(param.default.clone());
    }
    kinds.iter().for_each(|kind| kind.print(&mut text));
    text
}

/// The code, if nothing is wrong, and the names of the program that the rules name.
fn code(
    input: &DeriveInput,
    settings: &Settings,
    kinds: &[Kind],
    text: &Text,
    mistakes: &mut Mistakes,
) -> (Vec<Ident>, Option<TokenStream>) {
    let mut sources = SourceMap::default();
    let id = sources.add(input.ident.to_string(), text.text());
    let (file, errors) = grundy_grammar::parse_file(&sources, id);
    let (named, checked) = check::check_in_rust(file);
    let named = named.iter().map(|foreign| Foreign {
        name: Ident::new(&foreign.name, text.place_of(&foreign.name)),
        constant: foreign.constant,
    });
    let foreign: Vec<Foreign> = named.collect();
    // What is lost with a mistake is not unknown.
    let lost = |name: &Ident| {
        let params = settings.params.iter().map(|param| &param.name);
        params.chain(kinds.iter().flat_map(Kind::names)).any(|known| plain(known) == plain(name))
    };
    let names: Vec<Ident> =
        foreign.iter().map(|foreign| foreign.name.clone()).filter(|name| !lost(name)).collect();
    if !mistakes.is_empty() {
        return (names, None);
    }
    let checked = if errors.is_empty() { checked } else { Err(errors) };
    let made = checked.and_then(|checked| {
        let ty = &input.ident;
        let task = Task {
            spec: &checked.spec,
            sources: &sources,
            position: quote!(#ty),
            variants: kinds.iter().map(|kind| kind.variant.clone()).collect(),
            foreign,
            params: settings.params_of(input),
            rules: format_ident!("Rules"),
            is_file: false,
        };
        let made = make(&task)?;
        Ok(item(ty, &settings.root(), &task.params, made, settings.params.is_empty()))
    });
    if let Err(errors) = &made {
        mistakes.about(errors, &sources, text);
    }
    (names, made.ok())
}

/// What stands beside the type.
fn item(ty: &Ident, root: &TokenStream, params: &Params, made: Made, fixed: bool) -> TokenStream {
    let Made { rules, params: params_code, default, key } = made;
    let params_name = &params.name;
    let (new, with) = if fixed {
        (quote!(Rules::new()), TokenStream::new())
    } else {
        let visibility = &params.visibility;
        (
            quote!(Rules::new(<#params_name as rt::Default>::default())),
            quote! {
                impl #ty {
                    /// A solver for the game with these params.
                    ///
                    /// Where they are not what the rules allow, each answer says so.
                    #visibility fn solver_with(params: #params_name) -> rt::Solver<#ty> {
                        rt::Solver::of(Rules::new(params))
                    }
                }
            },
        )
    };
    let sums = sums(ty);
    quote! {
        #params_code

        const _: () = {
            #[allow(unused_imports)]
            use #root::rt::{self, prelude::*};

            #default
            #rules

            impl rt::Impartial for #ty {
                fn options(&self, options: &mut rt::Options<Self>) -> rt::Result<()> {
                    let rules = #new?;
                    rt::Planned::plain_options(&rules, self, options)
                }

                fn solver() -> rt::Solver<Self> { rt::Solver::of(#new) }

                #key
            }

            #with
            #sums
        };
    }
}
