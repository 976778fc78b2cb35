//! What stands in the place of code that could not be made, so that one mistake gives one error.

use grundy_grammar::ast;
use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::back::names::ident;
use crate::back::sums;

/// The traits of a type whose rules are wrong.
pub fn of_type(input: &DeriveInput, root: &TokenStream) -> TokenStream {
    let ty = &input.ident;
    let sums = sums(ty);
    quote! {
        const _: () = {
            #[allow(unused_imports)]
            use #root::rt;

            impl rt::Impartial for #ty {
                fn options(&self, _: &mut rt::Options<Self>) -> rt::Result<()> {
                    rt::Err(rt::RuleError::new("the rules are wrong"))
                }
            }

            #sums
        };
    }
}

/// The module of a game whose rules are wrong.
pub fn of_game(file: &ast::File, root: &TokenStream) -> TokenStream {
    let kinds = file.items.iter().filter_map(|item| match &item.kind {
        ast::ItemKind::Position { name, fields, .. } => Some((name, fields)),
        _ => None,
    });
    let kinds = kinds.map(|(name, fields)| {
        let name = ident(&name.text);
        let fields = fields.iter().map(|field| {
            let (name, ty) = (ident(&field.name.text), type_of(&field.ty));
            quote!(#name: #ty)
        });
        quote!(#name { #(#fields),* })
    });
    quote! {
        #[allow(unused_imports)]
        use #root::rt;

        /// A position of the game.
        #[derive(
            ::core::clone::Clone,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
            ::core::hash::Hash,
        )]
        #[allow(missing_docs, non_snake_case)]
        pub enum Position { #(#kinds),* }

        impl rt::Impartial for Position {
            fn options(&self, _: &mut rt::Options<Self>) -> rt::Result<()> {
                rt::Err(rt::RuleError::new("the rules are wrong"))
            }
        }

        /// A solver for the game.
        pub fn solver() -> rt::Solver<Position> { <Position as rt::Impartial>::solver() }
    }
}

fn type_of(ty: &ast::Type) -> TokenStream {
    match &ty.kind {
        ast::TypeKind::Named(name) if name == "bool" => quote!(bool),
        ast::TypeKind::Named(name) if name == "text" => quote!(rt::Vec<char>),
        ast::TypeKind::Named(name) if name == "graph" => quote!(rt::Graph),
        ast::TypeKind::Named(name) if name == "edge" => quote!((i64, i64)),
        ast::TypeKind::Vector(element, _) => {
            let element = type_of(element);
            quote!(rt::Vec<#element>)
        }
        ast::TypeKind::Set(element) => {
            let element = type_of(element);
            if element.to_string() == "i64" {
                quote!(rt::IntSet)
            } else {
                quote!(rt::Set<#element>)
            }
        }
        ast::TypeKind::Tuple(parts) => {
            let parts = parts.iter().map(type_of);
            quote!((#(#parts,)*))
        }
        _ => quote!(i64),
    }
}
