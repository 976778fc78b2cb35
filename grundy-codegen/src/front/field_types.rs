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
    /// The least and the greatest of its ints.
    pub ints: (i64, i64),
}

/// The least and the greatest value of an int type. Values of the language have 64 bits with a sign,
/// so wider types hold no more.
fn int(name: &str) -> Option<(i64, i64)> {
    Some(match name {
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        // At least 16 bits, on the machines that there are 32.
        "u32" | "usize" => (0, u32::MAX.into()),
        "u64" | "u128" => (0, i64::MAX),
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "i32" | "isize" => (i32::MIN.into(), i32::MAX.into()),
        "i64" | "i128" => (i64::MIN, i64::MAX),
        _ => return None,
    })
}

impl FieldType {
    /// The type as a set, which its domain says: an unsigned int is its bits.
    pub fn of_set(self, ty: &Type) -> syn::Result<FieldType> {
        match (self.domain.as_str(), &self.form) {
            ("set<int>", _) => Ok(self),
            ("nat", Form::Converted) => Ok(FieldType { form: Form::Bits, ints: (0, 0), ..self }),
            _ => Err(syn::Error::new(
                ty.span(),
                format!(
                    "a set is held by the bits of an unsigned int or by an `IntSet`, not by `{}`\nhelp: `u64` has room for the numbers below 64",
                    words(&ty.to_token_stream())
                ),
            )),
        }
    }

    /// What a type is, or why it is nothing.
    pub fn of(ty: &Type) -> syn::Result<FieldType> {
        let refused = || {
            syn::Error::new(
                ty.span(),
                format!(
                    "a field of a position is an int, a bool, an array or `Vec` of these, an `IntSet` or a `Graph`, not `{}`\nhelp: implement `Impartial` by hand for positions of other types",
                    words(&ty.to_token_stream())
                ),
            )
        };
        match ty {
            Type::Array(array) => {
                let (element, ints, _) = plain(&array.elem).ok_or_else(refused)?;
                let length = &array.len;
                let domain = match length {
                    Expr::Lit(lit) => match &lit.lit {
                        Lit::Int(int) => format!("[{element}; {}]", int.base10_digits()),
                        _ => format!("[{element}]"),
                    },
                    _ => format!("[{element}]"),
                };
                let length = quote!({ #length }).to_string();
                Ok(FieldType { domain, form: Form::Array(length), ints })
            }
            Type::Group(group) => FieldType::of(&group.elem),
            Type::Paren(paren) => FieldType::of(&paren.elem),
            Type::Path(_) => {
                if let Some((domain, ints, same)) = plain(ty) {
                    let form = if same { Form::Same } else { Form::Converted };
                    return Ok(FieldType { domain, form, ints });
                }
                if let Some(known) = known(ty) {
                    return Ok(known);
                }
                let element = inside(ty, "Vec").ok_or_else(refused)?;
                let (element, ints, same) = plain(element).ok_or_else(refused)?;
                let form = if same { Form::Same } else { Form::Converted };
                Ok(FieldType { domain: format!("[{element}]"), form, ints })
            }
            _ => Err(refused()),
        }
    }
}

/// An int or a bool: its domain, its least and greatest int, and whether the language holds it as it
/// is.
fn plain(ty: &Type) -> Option<(String, (i64, i64), bool)> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last().filter(|last| last.arguments.is_none())?;
    let name = last.ident.to_string();
    if name == "bool" {
        return Some(("bool".to_string(), (0, 0), true));
    }
    let ints = int(&name)?;
    let domain = if ints.0 < 0 { "int" } else { "nat" };
    Some((domain.to_string(), ints, name == "i64"))
}

/// What is neither an int nor a bool nor a vector of them.
fn known(ty: &Type) -> Option<FieldType> {
    let Type::Path(path) = inside(ty, "Arc").unwrap_or(ty) else {
        return None;
    };
    let shared = inside(ty, "Arc").is_some();
    let (domain, form) = match (path.path.segments.last()?.ident.to_string().as_str(), shared) {
        ("Graph", true) => ("graph", Form::Same),
        ("Graph", false) => ("graph", Form::Converted),
        ("IntSet", false) => ("set<int>", Form::Same),
        // The language has no word for its type.
        ("Convexity", false) => ("", Form::Same),
        _ => return None,
    };
    Some(FieldType { domain: domain.to_string(), form, ints: (0, 0) })
}

/// What a `Vec`, or another type of this name, is of.
fn inside<'t>(ty: &'t Type, name: &str) -> Option<&'t Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
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
