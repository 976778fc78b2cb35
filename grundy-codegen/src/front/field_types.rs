//! The types that a field of a position may have.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, Lit, PathArguments, Type};

use crate::back::Form;

/// What a type of Rust is in the game language.
pub struct FieldType {
    /// The domain, as the language writes it.
    pub domain: String,
    /// How the field holds its value.
    pub form: Form,
    /// Its largest value, when it is an int.
    pub most: u64,
}

/// The largest value of an int type, and whether it has a sign. Values of the language have 64 bits
/// with a sign, so wider types hold no more.
fn int(name: &str) -> Option<(u64, bool)> {
    let most = i64::MAX.unsigned_abs();
    Some(match name {
        "u8" => (u8::MAX.into(), false),
        "u16" => (u16::MAX.into(), false),
        "u32" => (u32::MAX.into(), false),
        "u64" | "u128" => (most, false),
        // At least 16 bits, on the machines that there are 32.
        "usize" => (u32::MAX.into(), false),
        "i8" => (i8::MAX.unsigned_abs().into(), true),
        "i16" => (i16::MAX.unsigned_abs().into(), true),
        "i32" => (i32::MAX.unsigned_abs().into(), true),
        "i64" | "i128" => (most, true),
        "isize" => (i32::MAX.unsigned_abs().into(), true),
        _ => return None,
    })
}

impl FieldType {
    /// What a type is, or why it is nothing.
    pub fn of(ty: &Type) -> syn::Result<FieldType> {
        let refused = || {
            syn::Error::new(
                ty.span(),
                format!(
                    "a field of a position is an int, a bool, or an array or `Vec` of these, not `{}`\nhelp: implement `Impartial` by hand for positions of other types",
                    words(&ty.to_token_stream())
                ),
            )
        };
        match ty {
            Type::Array(array) => {
                let (element, _, _) = plain(&array.elem).ok_or_else(refused)?;
                let length = &array.len;
                let domain = match length {
                    Expr::Lit(lit) => match &lit.lit {
                        Lit::Int(int) => format!("[{element}; {}]", int.base10_digits()),
                        _ => format!("[{element}]"),
                    },
                    _ => format!("[{element}]"),
                };
                let length = quote!({ #length }).to_string();
                Ok(FieldType { domain, form: Form::Array(length), most: 0 })
            }
            Type::Group(group) => FieldType::of(&group.elem),
            Type::Paren(paren) => FieldType::of(&paren.elem),
            Type::Path(_) => {
                if let Some((domain, most, same)) = plain(ty) {
                    let form = if same { Form::Same } else { Form::Converted };
                    return Ok(FieldType { domain, form, most });
                }
                let element = vec_of(ty).ok_or_else(refused)?;
                let (element, _, same) = plain(element).ok_or_else(refused)?;
                let form = if same { Form::Same } else { Form::Converted };
                Ok(FieldType { domain: format!("[{element}]"), form, most: 0 })
            }
            _ => Err(refused()),
        }
    }
}

/// An int or a bool: its domain, its largest value, and whether the language holds it as it is.
fn plain(ty: &Type) -> Option<(String, u64, bool)> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last().filter(|last| last.arguments.is_none())?;
    let name = last.ident.to_string();
    if name == "bool" {
        return Some(("bool".to_string(), 0, true));
    }
    let (most, signed) = int(&name)?;
    let domain = if signed { "int" } else { "nat" };
    Some((domain.to_string(), most, name == "i64"))
}

/// What a `Vec` is of.
fn vec_of(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last().filter(|last| last.ident == "Vec")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// Tokens as one usually writes them.
pub fn words(tokens: &TokenStream) -> String {
    let mut words = tokens.to_string();
    for (spaced, tight) in [
        (" < ", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" :: ", "::"),
        (" ,", ","),
        (" ;", ";"),
        ("& ", "&"),
    ] {
        words = words.replace(spaced, tight);
    }
    words
}
