//! A whole game: the rules of a type of positions, and the module of a game that is a file.

use std::sync::Arc;

use grundy_compiler::ir::{ParamId, Play, Spec};
use grundy_compiler::value::Value;
use grundy_compiler::{Diagnostic, Error, Instance, Settings, SourceMap, Span};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::fields::Variant;
use super::names::ident;
use super::types::{constant, owned};
use super::{Foreign, Game, docs, plan};

/// The params of a game as Rust shows them.
#[derive(Clone, Debug)]
pub struct Params {
    /// The name of the struct.
    pub name: Ident,
    /// Its visibility.
    pub visibility: TokenStream,
    /// The types of its fields.
    pub types: Vec<TokenStream>,
    /// Params that are set when the game is compiled, with their values; they are no fields.
    pub fixed: Vec<(ParamId, Value)>,
}

/// What was made of a game.
pub struct Made {
    /// The rules: a struct with its methods and its traits.
    pub rules: TokenStream,
    /// The struct of the params, when there are any that can be set.
    pub params: TokenStream,
    /// Its default.
    pub default: TokenStream,
}

/// Writes a game. `rules` is the name of the struct of its rules.
///
/// # Errors
/// When a default of a param cannot be computed, or something cannot be written in Rust.
#[allow(clippy::too_many_arguments)]
pub(crate) fn make(
    spec: &Spec,
    sources: &SourceMap,
    position: &TokenStream,
    variants: Vec<Variant>,
    foreign: Vec<Foreign>,
    params: &Params,
    rules: &Ident,
    with_setups: bool,
) -> Result<Made, Vec<Diagnostic>> {
    let fixed: Vec<(ParamId, Value, Span)> =
        params.fixed.iter().map(|(id, value)| (*id, value.clone(), Span::default())).collect();
    let instance = Instance::new(
        Arc::new(spec.clone()),
        Arc::new(sources.clone()),
        &fixed,
        Settings::default(),
    );
    let instance = instance.map_err(|error| vec![diagnostic(error)])?;
    let plan = instance.plan();
    let game = Game::new(spec, sources, position.clone(), variants, foreign, plan, with_setups);
    let open: Vec<usize> = (0..spec.params.len())
        .filter(|at| !params.fixed.iter().any(|(id, _)| id.index() == *at))
        .collect();
    let settable = !open.is_empty();

    if with_setups {
        for at in 0..spec.setups.len() {
            game.need_setup(at.into());
        }
    }
    let options = game.options();
    let adds = game.adds();
    let steps = game.steps();
    let checks = game.param_checks();
    let start = if with_setups { game.start() } else { TokenStream::new() };
    let asking = game.asking();
    let needed = game.needed();
    let measured = game.measured();
    let any = game.add_any();
    let (memories, first) = game.memories();
    let plan::Planned { methods: plan, has_layers } = game.plan(&instance, settable);
    let unwritten = game.unwritten.take();
    if !unwritten.is_empty() {
        return Err(unwritten);
    }
    // What is data is so for the default params alone.
    let is_planned = settable && has_layers;
    let planned_field = is_planned.then(|| quote!(planned: bool,));

    let position = &game.position;
    let fields = spec.params.iter().zip(&game.params).map(|(param, name)| {
        let ty = owned(&param.ty, position);
        let docs = docs(&if param.docs.is_empty() {
            format!("The param `{}`.", param.name)
        } else {
            param.docs.clone()
        });
        quote!(#docs #name: #ty,)
    });
    let values = |at: usize| constant(&instance.params()[at]);
    let given = spec.params.iter().enumerate().zip(&game.params).map(|((at, _), name)| {
        if open.contains(&at) {
            quote!(#name: rt::load(&params.#name)?,)
        } else {
            let value = values(at);
            quote!(#name: #value,)
        }
    });
    let params_name = &params.name;
    let (argument, is_default) = if settable {
        (
            quote!(params: #params_name),
            is_planned
                .then(|| quote!(planned: params == <#params_name as rt::Default>::default(),)),
        )
    } else {
        (TokenStream::new(), None)
    };
    let build = quote!(#rules { #(#given)* #is_default #first });
    let new = if checks.is_empty() {
        quote!(rt::Ok(#build))
    } else {
        quote! {
            let rules = #build;
            rules.check()?;
            rt::Ok(rules)
        }
    };
    let check = (!checks.is_empty()).then(|| {
        quote! {
            /// Whether the params lie in their domains.
            fn check(&self) -> rt::Result<()> { #checks rt::Ok(()) }
        }
    });
    let normal = game.has_normal_forms();
    let (plainly, normally) = if normal {
        (
            quote!(self.moves::<false>(position, options)),
            quote!(self.moves::<true>(position, options)),
        )
    } else {
        (quote!(self.moves(position, options)), quote!(self.moves(position, options)))
    };
    let rules_docs = docs(&format!("The rules of {}.", spec.name));
    let visibility = &params.visibility;
    let misere = (spec.play == Play::Misere).then(|| {
        quote!(
            fn misere(&self) -> bool {
                true
            }
        )
    });
    let code = quote! {
        #rules_docs
        #[allow(non_snake_case)]
        #visibility struct #rules {
            #(#fields)*
            #planned_field
            #memories
        }

        #[allow(
            non_snake_case,
            unused_assignments,
            unused_mut,
            unused_parens,
            unused_variables,
            clippy::all
        )]
        impl #rules {
            /// The rules with these params.
            ///
            /// # Errors
            /// When a param is outside of its domain.
            #visibility fn new(#argument) -> rt::Result<Self> { #new }

            #check
            #start
            #options
            #adds
            #steps
            #measured
            #any
            #needed
        }

        impl rt::Planned for #rules {
            type Position = #position;

            fn plain_options(
                &self,
                position: &#position,
                options: &mut rt::Options<#position>,
            ) -> rt::Result<()> {
                #plainly
            }

            fn normal_options(
                &self,
                position: &#position,
                options: &mut impl rt::OptionSink<#position>,
            ) -> rt::Result<()> {
                #normally
            }

            fn add_normal(
                &self,
                position: &#position,
                copies: u64,
                into: &mut rt::Sum<#position>,
            ) -> rt::Result<()> {
                self.add_position(position, copies, into)
            }

            #misere
            #asking
            #plan
        }
    };
    let (params_code, default) = if settable {
        let each = open.iter().map(|&at| (&spec.params[at], &game.params[at], &params.types[at]));
        let fields = each.map(|(param, name, ty)| {
            let docs = docs(&if param.docs.is_empty() {
                format!("The param `{}`.", param.name)
            } else {
                param.docs.clone()
            });
            quote!(#docs pub #name: #ty,)
        });
        let defaults = open.iter().map(|&at| {
            let (name, value, ty) = (&game.params[at], values(at), &params.types[at]);
            quote!(#name: rt::default_param::<#ty>(#value),)
        });
        let code = quote! {
            /// The params of the game; the default is that of its rules.
            #[derive(
                ::core::clone::Clone,
                ::core::fmt::Debug,
                ::core::cmp::PartialEq,
                ::core::cmp::Eq,
            )]
            #[allow(non_snake_case)]
            #visibility struct #params_name { #(#fields)* }
        };
        let default = quote! {
            impl rt::Default for #params_name {
                fn default() -> Self { Self { #(#defaults)* } }
            }
        };
        (code, default)
    } else {
        (TokenStream::new(), TokenStream::new())
    };
    Ok(Made { rules: code, params: params_code, default })
}

/// An error of a default as a message.
fn diagnostic(error: Error) -> Diagnostic {
    match error {
        Error::Fault(d) | Error::Outside(d) | Error::Unproved(d) => *d,
        _ => Diagnostic::new("E0715", Span::default(), "a default of a param cannot be computed"),
    }
}

/// The module of a game: the position type, the params, the rules and the solver.
///
/// # Errors
/// As for [`make`].
pub(crate) fn module(
    spec: &Spec,
    sources: &SourceMap,
    fixed: Vec<(ParamId, Value)>,
    root: &TokenStream,
) -> Result<TokenStream, Vec<Diagnostic>> {
    let position = quote!(Position);
    let params = Params {
        name: ident("Params"),
        visibility: quote!(pub),
        types: spec.params.iter().map(|param| owned(&param.ty, &position)).collect(),
        fixed,
    };
    let settable = params.fixed.len() < spec.params.len();
    let variants = spec.kinds.iter().map(Variant::of).collect();
    let made =
        make(spec, sources, &position, variants, Vec::new(), &params, &ident("Rules"), true)?;
    let Made { rules, params, default } = made;
    let kinds = spec.kinds.iter().map(|kind| {
        let name = ident(&kind.name);
        let docs_of = docs(&if kind.docs.is_empty() {
            format!("`{}`.", kind.name)
        } else {
            kind.docs.clone()
        });
        let fields = kind.fields.iter().map(|field| {
            let (name, ty) = (ident(&field.name), owned(&field.ty, &position));
            let docs = docs(&format!("The field `{}`.", field.name));
            quote!(#docs #name: #ty)
        });
        quote!(#docs_of #name { #(#fields),* })
    });
    let shown = spec.kinds.iter().map(|kind| {
        let name = ident(&kind.name);
        let words = &kind.name;
        let fields: Vec<Ident> = kind.fields.iter().map(|field| ident(&field.name)).collect();
        if fields.is_empty() {
            quote!(Position::#name {} => f.write_str(#words))
        } else {
            quote!(Position::#name { #(#fields),* } => rt::show(f, #words, &[#(#fields),*]))
        }
    });
    let (with, rules_new) = if settable {
        (
            quote! {
                /// A solver for the game with these params.
                ///
                /// Where they are not what the rules allow, each answer says so.
                pub fn solver_with(params: Params) -> rt::Solver<Position> {
                    rt::Solver::of(Rules::new(params))
                }
            },
            quote!(Rules::new(<Params as rt::Default>::default())),
        )
    } else {
        (TokenStream::new(), quote!(Rules::new()))
    };
    let sums = sums(&ident("Position"));
    Ok(quote! {
        #[allow(unused_imports)]
        use #root::rt::{self, prelude::*};

        /// A position of the game.
        #[derive(
            ::core::clone::Clone,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
            ::core::cmp::PartialOrd,
            ::core::cmp::Ord,
            ::core::hash::Hash,
        )]
        #[allow(non_snake_case)]
        pub enum Position { #(#kinds),* }

        /// As the rules write it.
        impl rt::Display for Position {
            fn fmt(&self, f: &mut rt::fmt::Formatter<'_>) -> rt::fmt::Result {
                match self { #(#shown),* }
            }
        }

        impl rt::Impartial for Position {
            fn options(&self, options: &mut rt::Options<Self>) -> rt::Result<()> {
                let rules = #rules_new?;
                rt::Planned::plain_options(&rules, self, options)
            }

            fn solver() -> rt::Solver<Self> { rt::Solver::of(#rules_new) }
        }

        /// A solver for the game.
        pub fn solver() -> rt::Solver<Position> { rt::Solver::of(#rules_new) }

        #with
        #sums
        #params
        #default
        #rules
    })
}

/// `A + B` and `3 * A` on positions.
pub(crate) fn sums(ty: &Ident) -> TokenStream {
    quote! {
        impl<Other: ::core::convert::Into<rt::Sum<#ty>>> rt::Add<Other> for #ty {
            type Output = rt::Sum<#ty>;

            fn add(self, other: Other) -> rt::Sum<#ty> {
                rt::Add::add(<rt::Sum<#ty> as ::core::convert::From<#ty>>::from(self), other)
            }
        }

        impl rt::Mul<#ty> for u64 {
            type Output = rt::Sum<#ty>;

            fn mul(self, position: #ty) -> rt::Sum<#ty> {
                rt::Mul::mul(self, <rt::Sum<#ty> as ::core::convert::From<#ty>>::from(position))
            }
        }
    }
}
