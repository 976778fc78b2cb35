//! Types of the language as types of Rust.

use grundy_compiler::ir::Type;
use grundy_compiler::value::Value;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::graphs;

/// Whether values of the type are copied and not referred to.
pub(super) fn is_copy(ty: &Type) -> bool {
    match ty {
        Type::Int | Type::Bool | Type::Char | Type::Range | Type::Convexity => true,
        Type::Var(_) | Type::Error => true,
        Type::Tuple(parts) => parts.iter().all(is_copy),
        _ => false,
    }
}

/// Whether it is a set of ints, which is held as a mask.
pub(super) fn is_int_set(ty: &Type) -> bool {
    matches!(ty, Type::Set(element) if matches!(**element, Type::Int | Type::Var(_) | Type::Error))
}

/// The type of sets without their members, of which the functions make sets.
pub(super) fn set_path(ty: &Type) -> TokenStream {
    if is_int_set(ty) { quote!(rt::IntSet) } else { quote!(rt::Set) }
}

/// Whether values of the type can be parts of a key.
pub(super) fn is_keyed(ty: &Type) -> bool {
    match ty {
        Type::Vector(element) | Type::Set(element) => is_keyed(element),
        Type::Tuple(parts) => (2..=4).contains(&parts.len()) && parts.iter().all(is_keyed),
        Type::Int | Type::Bool | Type::Char => true,
        _ => false,
    }
}

/// The type of a value that is owned. `position` is the type of positions.
pub(super) fn owned(ty: &Type, position: &TokenStream) -> TokenStream {
    let of = |ty: &Type| owned(ty, position);
    match ty {
        Type::Bool => quote!(bool),
        Type::Char => quote!(char),
        Type::Range => quote!(rt::Range),
        Type::Vector(element) => {
            let element = of(element);
            quote!(rt::Vec<#element>)
        }
        ints if is_int_set(ints) => quote!(rt::IntSet),
        Type::Set(element) => {
            let element = of(element);
            quote!(rt::Set<#element>)
        }
        Type::Tuple(parts) => {
            let parts = parts.iter().map(of);
            quote!((#(#parts,)*))
        }
        Type::Map(index, value) => {
            let (index, value) = (of(index), of(value));
            quote!(rt::Map<#index, #value>)
        }
        Type::Sum => quote!(rt::Sum<#position>),
        Type::Graph => quote!(rt::Graph),
        Type::Convexity => quote!(rt::Convexity),
        // Where nothing has decided on a type, nothing depends on it.
        _ => quote!(i64),
    }
}

/// The type of an argument.
pub(super) fn argument(ty: &Type, position: &TokenStream) -> TokenStream {
    match ty {
        Type::Vector(element) => {
            let element = owned(element, position);
            quote!(&[#element])
        }
        copy if is_copy(copy) => owned(copy, position),
        other => {
            let other = owned(other, position);
            quote!(&#other)
        }
    }
}

/// A literal of an int.
pub(super) fn int(value: i64) -> TokenStream {
    let literal = Literal::u64_unsuffixed(value.unsigned_abs());
    match value {
        i64::MIN => quote!(i64::MIN),
        _ if value < 0 => quote!(-#literal),
        _ => quote!(#literal),
    }
}

/// A value that is known, owned.
pub(super) fn constant(value: &Value) -> TokenStream {
    let all = |values: &[Value]| values.iter().map(constant).collect::<Vec<_>>();
    match value {
        Value::Int(value) => int(*value),
        Value::Bool(value) => quote!(#value),
        Value::Char(value) => quote!(#value),
        Value::Range(range) => match range.bounds() {
            Some((low, high)) => {
                let (low, high) = (int(low), int(high));
                quote!(rt::Range::inclusive(#low, #high))
            }
            None => quote!(rt::Range::EMPTY),
        },
        Value::Vector(entries) if matches!(entries.first(), Some(Value::Char(_))) => {
            let text: String = entries
                .iter()
                .filter_map(|entry| if let Value::Char(c) = entry { Some(*c) } else { None })
                .collect();
            quote!(rt::text(#text))
        }
        Value::Vector(entries) if entries.is_empty() => quote!(rt::Vec::new()),
        Value::Vector(entries) => {
            let entries = all(entries);
            quote!(rt::vec([#(#entries),*]))
        }
        Value::Set(members) if members.is_empty() => quote!(rt::Default::default()),
        Value::Set(members) if matches!(members[0], Value::Int(_)) => {
            let members = all(members);
            quote!(rt::IntSet::of([#(#members),*]))
        }
        Value::Set(members) => {
            let members = all(members);
            quote!(rt::Set::sorted(rt::vec([#(#members),*])))
        }
        Value::Tuple(parts) => {
            let parts = all(parts);
            quote!((#(#parts,)*))
        }
        Value::Graph(graph) => graphs::graph(graph),
        Value::Convexity(convexity) => graphs::convexity(*convexity),
        // Sums and maps are never constants of the rules.
        _ => quote!(()),
    }
}
