//! `#[derive(Impartial)]`.

use grundy_compiler::{SourceMap, check};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Path, Token, Type};

use super::field_types::FieldType;
use super::kinds::Kind;
use super::mistakes::Mistakes;
use super::skeleton;
use super::text::{Text, plain};
use crate::back::{Foreign, Made, Params, make, sums};

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
    let made =
        mistakes.is_empty().then(|| code(&input, &settings, &kinds, &mut mistakes)).flatten();
    let code = made.unwrap_or_else(|| skeleton::of_type(&input, &settings.root()));
    let errors = mistakes.into_tokens();
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

fn code(
    input: &DeriveInput,
    settings: &Settings,
    kinds: &[Kind],
    mistakes: &mut Mistakes,
) -> Option<TokenStream> {
    let text = text_of(input, settings, kinds, mistakes);
    if !mistakes.is_empty() {
        return None;
    }
    let mut sources = SourceMap::default();
    let id = sources.add(input.ident.to_string(), text.text());
    let (file, errors) = grundy_grammar::parse_file(&sources, id);
    let checked = if errors.is_empty() { check::check_in_rust(file) } else { Err(errors) };
    let spec = match checked {
        Ok(checked) => checked.spec,
        Err(errors) => {
            mistakes.about(&errors, &sources, &text);
            return None;
        }
    };
    let ty = &input.ident;
    let foreign = spec.foreign.iter().map(|foreign| Foreign {
        name: Ident::new(&foreign.name, text.place_of(&foreign.name)),
        constant: foreign.constant,
    });
    let visibility = &input.vis;
    let params = Params {
        name: format_ident!("{}Params", ty),
        visibility: quote!(#visibility),
        types: settings
            .params
            .iter()
            .map(|param| {
                let ty = &param.ty;
                quote!(#ty)
            })
            .collect(),
        fixed: Vec::new(),
    };
    let variants = kinds.iter().map(|kind| kind.variant.clone()).collect();
    let rules = format_ident!("Rules");
    let made =
        make(&spec, &sources, &quote!(#ty), variants, foreign.collect(), &params, &rules, false);
    let made = match made {
        Ok(made) => made,
        Err(errors) => {
            mistakes.about(&errors, &sources, &text);
            return None;
        }
    };
    Some(item(ty, &settings.root(), &params, made, settings.params.is_empty()))
}

/// What stands beside the type.
fn item(ty: &Ident, root: &TokenStream, params: &Params, made: Made, fixed: bool) -> TokenStream {
    let Made { rules, params: params_code, default } = made;
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
            }

            #with
            #sums
        };
    }
}
