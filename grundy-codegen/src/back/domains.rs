//! Whether values lie in their domains.

use grundy_compiler::ir::{Domain, Expr, Type};
use proc_macro2::TokenStream;
use quote::quote;

use super::scope::Scope;
use super::types::{is_copy, is_int_set};

impl Scope<'_> {
    /// Statements that check a value, of which `value` is an expression, against a domain.
    pub fn within(
        &self,
        domain: &Domain,
        ty: &Type,
        value: &TokenStream,
        name: &str,
    ) -> TokenStream {
        match domain {
            Domain::Any => TokenStream::new(),
            Domain::Int { low, high } => {
                let low = self.value(low);
                let above = high
                    .as_ref()
                    .map(|(high, inclusive)| self.above(high, *inclusive, value, name));
                quote!(rt::at_least(#value, #low, #name)?; #above)
            }
            Domain::Vector(element, length) => {
                let length = length.as_ref().map(|length| {
                    let length = self.value(length);
                    quote!(rt::entries(#value.len(), #length, #name)?;)
                });
                let each = self.each_within(element, ty, value, name);
                quote!(#length #each)
            }
            Domain::Set(element) => match &**element {
                Domain::Int { low, high: Some((high, inclusive)) } if is_int_set(ty) => {
                    let range = self.range(low, high, *inclusive).tokens;
                    quote!(rt::all_within(&#value, #range, #name)?;)
                }
                _ => self.each_within(element, ty, value, name),
            },
            Domain::Edge(graph) => {
                let graph = self.argument(graph);
                quote!(rt::is_edge(#value, #graph, #name)?;)
            }
            Domain::Tuple(parts) => {
                let types = match ty {
                    Type::Tuple(types) => types.as_slice(),
                    _ => &[],
                };
                let parts = parts.iter().zip(types).enumerate().map(|(at, (part, ty))| {
                    let at = syn::Index::from(at);
                    self.within(part, ty, &quote!(#value.#at), name)
                });
                parts.collect()
            }
        }
    }

    fn above(&self, high: &Expr, inclusive: bool, value: &TokenStream, name: &str) -> TokenStream {
        let high = self.value(high);
        if inclusive {
            quote!(rt::at_most(#value, #high, #name)?;)
        } else {
            quote!(rt::below(#value, #high, #name)?;)
        }
    }

    fn each_within(
        &self,
        element: &Domain,
        ty: &Type,
        value: &TokenStream,
        name: &str,
    ) -> TokenStream {
        let element_type = ty.element().unwrap_or(Type::Int);
        let entry = self.fresh("entry");
        let inside = if is_copy(&element_type) { quote!((*#entry)) } else { quote!(#entry) };
        let inside = if element_type == Type::Int { quote!(*#entry) } else { inside };
        let inside = if is_int_set(ty) { quote!(#entry) } else { inside };
        let check = self.within(element, &element_type, &inside, &format!("an entry of {name}"));
        if check.is_empty() { check } else { quote!(for #entry in #value.iter() { #check }) }
    }
}
