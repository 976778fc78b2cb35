//! Kinds of position as variants of a Rust type.

use grundy_compiler::ir::{Kind, Type};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Game;
use super::names::ident;
use super::types::{argument, is_copy, is_keyed, owned};

/// How a field of Rust holds a value of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// As the language does.
    Same,
    /// As something that is loaded and stored, for instance a narrower int.
    Converted,
    /// As the bits of an unsigned int, a set of small ints.
    Bits,
    /// As an array of this length.
    Array(String),
}

/// A field of a variant.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name in Rust; none when it has a number.
    pub member: Option<Ident>,
    /// How it holds its value.
    pub form: Form,
    /// The least and the greatest of its ints.
    pub ints: (i64, i64),
}

/// A kind of position as Rust writes it.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The path of the variant or struct.
    pub path: TokenStream,
    /// Its fields.
    pub fields: Vec<Field>,
}

impl Variant {
    /// The variant of `Position` for a kind of a game that is written as a file.
    pub fn of(kind: &Kind) -> Variant {
        let name = ident(&kind.name);
        let fields = kind.fields.iter().map(|field| Field {
            member: Some(ident(&field.name)),
            form: Form::Same,
            ints: (i64::MIN, i64::MAX),
        });
        Variant { path: quote!(Position::#name), fields: fields.collect() }
    }

    /// The variant with something in the place of each field: a pattern or an expression.
    pub(super) fn with(&self, parts: impl IntoIterator<Item = TokenStream>) -> TokenStream {
        let path = &self.path;
        let parts: Vec<TokenStream> = parts.into_iter().collect();
        if self.fields.is_empty() {
            return quote!(#path {});
        }
        if self.fields.iter().any(|field| field.member.is_none()) {
            return quote!(#path(#(#parts),*));
        }
        let fields = self.fields.iter().zip(parts).map(|(field, part)| {
            let member = &field.member;
            if member.as_ref().is_some_and(|member| *member == part.to_string()) {
                quote!(#member)
            } else {
                quote!(#member: #part)
            }
        });
        quote!(#path { #(#fields),* })
    }
}

impl Field {
    /// Turns the reference to the field into a value of the language, under the same name.
    pub(super) fn load(&self, name: &Ident, ty: &Type) -> TokenStream {
        match self.form {
            Form::Same if is_copy(ty) => quote!(let #name = *#name;),
            Form::Same => TokenStream::new(),
            Form::Bits => quote!(let #name = rt::bits(#name);),
            Form::Converted | Form::Array(_) => quote!(let #name = rt::load(#name)?;),
        }
    }

    /// The value of the field, of which the language's is at hand.
    pub(super) fn store(&self, name: &Ident) -> TokenStream {
        match self.form {
            Form::Same => quote!(#name),
            Form::Bits => quote!(rt::of_bits(&#name)?),
            Form::Converted | Form::Array(_) => quote!(rt::store(#name)?),
        }
    }

    /// A reference to the set that the field holds, of which there is a reference to the field.
    pub(super) fn set(&self, field: &TokenStream) -> TokenStream {
        if self.form == Form::Bits { quote!(&rt::bits(#field)) } else { field.clone() }
    }

    /// The type of an argument that is owned.
    pub(super) fn owned(&self, ty: &Type, position: &TokenStream) -> TokenStream {
        self.array(ty, position).unwrap_or_else(|| owned(ty, position))
    }

    /// The type of an argument that is borrowed unless it is copied.
    pub(super) fn argument(&self, ty: &Type, position: &TokenStream) -> TokenStream {
        self.array(ty, position).unwrap_or_else(|| argument(ty, position))
    }

    fn array(&self, ty: &Type, position: &TokenStream) -> Option<TokenStream> {
        let Form::Array(length) = &self.form else {
            return None;
        };
        let element = owned(&ty.element()?, position);
        let length: TokenStream = length.parse().ok()?;
        Some(quote!([#element; #length]))
    }
}

impl Game<'_> {
    /// The method of `Impartial` that gives the key of a position; where it has none for any, the
    /// trait's own.
    pub fn key(&self) -> TokenStream {
        let kinds = &self.spec.kinds;
        let keyed: Vec<bool> =
            kinds.iter().map(|kind| kind.fields.iter().all(|field| is_keyed(&field.ty))).collect();
        if !keyed.contains(&true) {
            return TokenStream::new();
        }
        let bits = Literal::u32_unsuffixed(usize::BITS - (kinds.len() - 1).leading_zeros());
        let arms = self.variants.iter().zip(&keyed).enumerate().map(|(at, (variant, keyed))| {
            if !keyed {
                let path = &variant.path;
                return quote!(#path { .. } => rt::None,);
            }
            let at = Literal::usize_unsuffixed(at);
            let names: Vec<Ident> =
                (0..variant.fields.len()).map(|at| format_ident!("field{}", at)).collect();
            let pattern = variant.with(names.iter().map(|name| quote!(#name)));
            let fields =
                names.iter().rev().fold(quote!(()), |rest, name| quote!(rt::Fields(#name, #rest)));
            quote!(#pattern => rt::key(#at, #bits, &#fields),)
        });
        quote! {
            /// The position as one word, if it has room there.
            #[inline]
            fn packed(&self) -> rt::Option<u64> {
                match self { #(#arms)* }
            }
        }
    }
}
