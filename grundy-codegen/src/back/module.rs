//! The module of a game that is a file: its positions, its params, its rules and its solver.

use grundy_compiler::ir::{Kind, ParamId, Spec};
use grundy_compiler::value::Value;
use grundy_compiler::{Diagnostic, SourceMap};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::docs;
use super::fields::Variant;
use super::names::ident;
use super::rules::{Made, Params, Task, make};
use super::types::owned;

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
    let settable = fixed.len() < spec.params.len();
    let params = Params {
        name: ident("Params"),
        visibility: quote!(pub),
        types: spec.params.iter().map(|param| owned(&param.ty, &position)).collect(),
        fixed,
    };
    let Made { rules, params, default, key } = make(&Task {
        spec,
        sources,
        position,
        variants: spec.kinds.iter().map(Variant::of).collect(),
        foreign: Vec::new(),
        params,
        rules: ident("Rules"),
        is_file: true,
    })?;
    let (positions, solvers) = (positions(spec), solvers(settable, &key));
    let sums = sums(&ident("Position"));
    Ok(quote! {
        #[allow(unused_imports)]
        use #root::rt::{self, prelude::*};

        #positions
        #solvers
        #sums
        #params
        #default
        #rules
    })
}

/// The type of positions, which are shown as the rules write them.
fn positions(spec: &Spec) -> TokenStream {
    let kinds = spec.kinds.iter().map(variant);
    let shown = spec.kinds.iter().map(shown);
    quote! {
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
    }
}

/// A kind of position as a variant.
fn variant(kind: &Kind) -> TokenStream {
    let name = ident(&kind.name);
    let docs_of =
        if kind.docs.is_empty() { docs(&format!("`{}`.", kind.name)) } else { docs(&kind.docs) };
    let fields = kind.fields.iter().map(|field| {
        let (name, ty) = (ident(&field.name), owned(&field.ty, &quote!(Position)));
        let docs = docs(&format!("The field `{}`.", field.name));
        quote!(#docs #name: #ty)
    });
    quote!(#docs_of #name { #(#fields),* })
}

/// The arm that shows the positions of a kind.
fn shown(kind: &Kind) -> TokenStream {
    let (name, words) = (ident(&kind.name), &kind.name);
    let fields: Vec<Ident> = kind.fields.iter().map(|field| ident(&field.name)).collect();
    if fields.is_empty() {
        quote!(Position::#name {} => f.write_str(#words))
    } else {
        quote!(Position::#name { #(#fields),* } => rt::show(f, #words, &[#(#fields),*]))
    }
}

/// How the game is solved; `settable` says whether it has params that can be set, `key` gives the key
/// of a position.
fn solvers(settable: bool, key: &TokenStream) -> TokenStream {
    let rules = if settable {
        quote!(Rules::new(<Params as rt::Default>::default()))
    } else {
        quote!(Rules::new())
    };
    let with = settable.then(|| {
        quote! {
            /// A solver for the game with these params.
            ///
            /// Where they are not what the rules allow, each answer says so.
            pub fn solver_with(params: Params) -> rt::Solver<Position> {
                rt::Solver::of(Rules::new(params))
            }
        }
    });
    quote! {
        impl rt::Impartial for Position {
            fn options(&self, options: &mut rt::Options<Self>) -> rt::Result<()> {
                let rules = #rules?;
                rt::Planned::plain_options(&rules, self, options)
            }

            fn solver() -> rt::Solver<Self> { rt::Solver::of(#rules) }

            #key
        }

        /// A solver for the game.
        pub fn solver() -> rt::Solver<Position> { rt::Solver::of(#rules) }

        #with
    }
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
