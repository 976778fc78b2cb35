//! Binders, and what runs through all their choices.

use grundy_compiler::ir::{Binder, Builtin, Expr, ExprKind, Pattern, Type};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::code::Code;
use super::scope::{Held, Scope};
use super::types::{is_copy, is_int_set, owned, set_path};

/// Writes what is done for each choice, once its variables are known.
type Body<'b> = &'b mut dyn FnMut() -> TokenStream;

impl Scope<'_> {
    /// Runs through all choices of the binders, in order.
    pub fn for_all(&self, binders: &[Binder], body: Body) -> TokenStream {
        let maps = binders.iter().filter_map(|binder| match binder {
            Binder::Map { over, collection, .. } => Some(
                [over, collection]
                    .map(|of| owned(&of.ty.element().unwrap_or(Type::Int), &self.game.position)),
            ),
            _ => None,
        });
        let (wheels, made): (Vec<Ident>, Vec<TokenStream>) = maps
            .map(|[key, value]| {
                let name = self.fresh("wheels");
                (name.clone(), quote!(let mut #name = rt::Wheels::<#key, #value>::new();))
            })
            .unzip();
        let walk = self.for_these(binders, &wheels, body);
        // They are used again for all choices of the binders in front of them.
        quote!(#(#made)* #walk)
    }

    /// The same with the wheels of the maps among the binders.
    fn for_these(&self, binders: &[Binder], wheels: &[Ident], body: Body) -> TokenStream {
        let Some((binder, rest)) = binders.split_first() else {
            return body();
        };
        match binder {
            Binder::In(pattern, collection) => {
                self.for_each(pattern, collection, &mut || self.for_these(rest, wheels, body))
            }
            Binder::Let(pattern, value) => {
                let value = self.value(value);
                let pattern = self.pattern(pattern);
                let rest = self.for_these(rest, wheels, body);
                quote!(let #pattern = #value; #rest)
            }
            Binder::If(condition) => {
                let condition = self.value(condition);
                let rest = self.for_these(rest, wheels, body);
                quote!(if #condition { #rest })
            }
            Binder::Map { map, index, over, collection } => {
                self.hold(*map, Held::Borrowed);
                let Some((mine, wheels)) = wheels.split_first() else {
                    unreachable!("each map has its wheels");
                };
                let label = self.label("wheels");
                let fill = self.wheel(index, over, collection, mine, &label);
                let name = self.name(*map);
                let rest = self.for_these(rest, wheels, body);
                quote! {
                    #label: {
                        #mine.clear();
                        #fill
                        while let rt::Some(#name) = #mine.next() { #rest }
                    }
                }
            }
            // Rules cannot change the params of the game.
            Binder::ParamIn(_, value) | Binder::ParamIs(_, value) => self.game.refuse(value.span),
        }
    }

    /// Fills the wheels: one for each index.
    fn wheel(
        &self,
        index: &Pattern,
        over: &Expr,
        collection: &Expr,
        wheels: &Ident,
        label: &syn::Lifetime,
    ) -> TokenStream {
        let key = over.ty.element().unwrap_or(Type::Int);
        let key_type = owned(&key, &self.game.position);
        let indices = match &over.ty {
            Type::Range => {
                let range = self.value(over);
                quote!(#range)
            }
            ints if is_int_set(ints) => {
                let set = self.lent(over).tight();
                quote!(#set.iter())
            }
            Type::Set(_) => {
                let set = self.lent(over).tight();
                quote!(#set.iter().cloned())
            }
            _ => {
                let path = set_path(&Type::Set(Box::new(key.clone())));
                let built = self.built(over);
                quote!(#path::of(#built).into_vec())
            }
        };
        let pattern = self.pattern(index);
        let choices = match &collection.ty {
            Type::Range => {
                let range = self.value(collection);
                quote!(rt::short(#range)?)
            }
            _ => self.built(collection),
        };
        let place = self.fresh("place");
        quote! {
            for #place in #indices {
                let #pattern = <#key_type as rt::Clone>::clone(&#place);
                if !#wheels.index(#place, #choices) { break #label; }
            }
        }
    }

    /// Runs through the members of a collection, which is not built if it need not be.
    pub fn for_each(&self, pattern: &Pattern, collection: &Expr, body: Body) -> TokenStream {
        if let ExprKind::Builtin(builtin, args) = &collection.kind
            && let Some(cursor) = self.cursor(*builtin, args)
        {
            let name = self.fresh("choices");
            let element = collection.ty.element().unwrap_or(Type::Error);
            let (pattern, after) = self.borrowed(pattern, &element);
            let body = body();
            return quote! {
                let mut #name = #cursor;
                while let rt::Some(#pattern) = #name.next() { #after #body }
            };
        }
        if let Some(edges) = self.each_edge(collection) {
            let pattern = self.pattern(pattern);
            let body = body();
            return quote!(for #pattern in #edges { #body });
        }
        let element = collection.ty.element().unwrap_or(Type::Int);
        let (values, owned_values) = match (&collection.ty, &collection.kind) {
            (Type::Range, _) => (self.value(collection), true),
            // A literal set of literals is ascending already when it is written.
            (Type::Set(_), ExprKind::Set(members)) if is_copy(&element) => {
                (self.literal_members(&collection.ty, members), true)
            }
            (ints, _) if is_int_set(ints) => {
                let set = self.lent(collection).tight();
                (quote!(#set.iter()), true)
            }
            (Type::Map(..), _) => {
                let map = self.lent(collection).tight();
                (quote!(#map.values()), false)
            }
            _ => {
                let lent = self.lent(collection).tight();
                (quote!(#lent.iter()), false)
            }
        };
        let (pattern, after) = if owned_values {
            (self.pattern(pattern), TokenStream::new())
        } else {
            self.borrowed(pattern, &element)
        };
        let body = body();
        quote!(for #pattern in #values { #after #body })
    }

    /// The members of a literal set in ascending order, each once.
    fn literal_members(&self, ty: &Type, members: &[Expr]) -> TokenStream {
        let mut known: Vec<_> = members
            .iter()
            .filter_map(|member| match &member.kind {
                ExprKind::Constant(value) => Some(value.clone()),
                _ => None,
            })
            .collect();
        if known.len() < members.len() {
            let members = members.iter().map(|member| self.value(member));
            let path = set_path(ty);
            return quote!(#path::of(rt::vec([#(#members),*])).into_vec());
        }
        known.sort();
        known.dedup();
        let members = known.iter().map(super::types::constant);
        quote!([#(#members),*])
    }

    /// The members of a collection as a vector that is owned.
    pub fn built(&self, collection: &Expr) -> TokenStream {
        match &collection.ty {
            Type::Range => {
                let range = self.value(collection);
                quote!(rt::members(#range)?)
            }
            Type::Set(_) => {
                let set = self.code(collection).tight();
                quote!(#set.into_vec())
            }
            Type::Map(..) => {
                let map = self.reference(collection);
                quote!(rt::to_vec(#map))
            }
            _ => self.value(collection),
        }
    }

    /// The members of a collection as a set that is owned.
    pub fn as_set(&self, collection: &Expr) -> TokenStream {
        match &collection.ty {
            Type::Set(_) => self.value(collection),
            Type::Range => {
                let range = self.value(collection);
                quote!(rt::IntSet::range(#range)?)
            }
            ty => {
                let path = set_path(&Type::Set(Box::new(ty.element().unwrap_or(Type::Int))));
                let built = self.built(collection);
                quote!(#path::of(#built))
            }
        }
    }

    /// What runs through an enumeration without building it.
    pub fn cursor(&self, builtin: Builtin, args: &[Expr]) -> Option<TokenStream> {
        let sizes = |sizes: &Expr| {
            let value = self.value(sizes);
            match sizes.ty {
                Type::Range => value,
                _ => quote!(rt::just(#value)),
            }
        };
        Some(match (builtin, args) {
            (Builtin::Subsets, [of]) => {
                let of = self.as_set(of);
                quote!(rt::Subsets::all(#of))
            }
            (Builtin::Subsets, [of, size, ..]) => {
                let (of, sizes) = (self.as_set(of), sizes(size));
                quote!(rt::Subsets::new(#of, #sizes))
            }
            (Builtin::Vectors, [length, entries]) => {
                let (length, entries) = (self.value(length), self.built(entries));
                quote!(rt::Vectors::new(#length, #entries)?)
            }
            (Builtin::SortedVectors, [length, entries]) => {
                let (length, entries) = (self.value(length), self.built(entries));
                quote!(rt::Vectors::sorted(#length, #entries)?)
            }
            (Builtin::Permutations, [of]) => {
                let of = self.built(of);
                quote!(rt::Permutations::new(#of))
            }
            (Builtin::Partitions, [n, parts]) => {
                let (n, parts) = (self.value(n), sizes(parts));
                quote!(rt::Partitions::new(#n, #parts))
            }
            (Builtin::DistinctPartitions, [n]) => {
                let n = self.value(n);
                quote!(rt::Partitions::distinct(#n))
            }
            _ => return None,
        })
    }

    /// `[e for BINDERS]` or `{e for BINDERS}`.
    pub fn collect(&self, expr: &Expr, body: &Expr, binders: &[Binder]) -> Code {
        let all = self.fresh("all");
        let walk = self.for_all(binders, &mut || {
            let value = self.value(body);
            quote!(#all.push(#value); rt::may_grow(#all.len())?;)
        });
        let element = owned(&expr.ty.element().unwrap_or(Type::Int), &self.game.position);
        let done = match expr.ty {
            Type::Set(_) => {
                let path = set_path(&expr.ty);
                quote!(#path::of(#all))
            }
            _ => quote!(#all),
        };
        Code::block(quote!({ let mut #all = rt::Vec::<#element>::new(); #walk #done }))
    }

    /// `[e for BINDERS]` as an array.
    pub fn filled(&self, body: &Expr, binders: &[Binder]) -> TokenStream {
        let all = self.fresh("all");
        let walk = self.for_all(binders, &mut || {
            let value = self.value(body);
            quote!(#all.push(#value)?;)
        });
        quote!({ let mut #all = rt::Filling::new(); #walk #all.done()? })
    }
}
