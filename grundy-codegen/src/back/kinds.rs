//! Kinds of position: how one is built, checked and brought into normal form.

use grundy_compiler::ir::{Kind, KindId, Symmetric};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::code::Code;
use super::fields::Form;
use super::scope::{Held, Scope, Target};
use super::types::is_copy;
use super::{Arguments, Game, docs};

impl Game<'_> {
    fn each_kind(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        self.spec.kinds.iter().enumerate().map(|(at, kind)| (KindId::from(at), kind))
    }

    /// A scope for the clauses of a kind, whose fields are arguments.
    pub(super) fn kind_scope(&self, id: KindId, owned: bool) -> Scope<'_> {
        let kind = &self.spec.kinds[id.index()];
        let scope = Scope::new(self, &kind.frame);
        for (at, (field, shape)) in kind.fields.iter().zip(self.fields(id)).enumerate() {
            let held = match shape.form {
                Form::Array(_) => Held::Array,
                _ if owned || is_copy(&field.ty) => Held::Owned,
                _ => Held::Borrowed,
            };
            scope.hold(at.into(), held);
        }
        scope
    }

    /// The names of the fields of a kind, as variables.
    pub(super) fn field_names(&self, scope: &Scope, id: KindId) -> Vec<Ident> {
        (0..self.fields(id).len()).map(|at| scope.name(at.into()).clone()).collect()
    }

    /// A pattern of a position and what turns its parts into values of the language.
    pub fn taken_apart(&self, id: KindId) -> (TokenStream, TokenStream, Vec<TokenStream>) {
        let kind = &self.spec.kinds[id.index()];
        let scope = self.kind_scope(id, false);
        let names = self.field_names(&scope, id);
        let pattern = self.variants[id.index()].with(names.iter().map(|name| quote!(#name)));
        let parts = names.iter().zip(self.fields(id)).zip(&kind.fields);
        let loads = parts.clone().map(|((name, shape), field)| shape.load(name, &field.ty));
        // As arguments: what is neither copied nor borrowed yet is borrowed now.
        let arguments = parts.map(|((name, shape), field)| match shape.form {
            Form::Converted | Form::Bits if !is_copy(&field.ty) => quote!(&#name),
            _ => quote!(#name),
        });
        (pattern, quote!(#(#loads)*), arguments.collect())
    }

    /// The methods that add a position of each kind to a sum or an option.
    pub fn adds(&self) -> TokenStream {
        self.each_kind().map(|(id, kind)| self.add(id, kind)).collect()
    }

    fn add(&self, id: KindId, kind: &Kind) -> TokenStream {
        let scope = self.kind_scope(id, true);
        let names = self.field_names(&scope, id);
        let position = &self.position;
        let shapes = self.fields(id);
        let types = kind.fields.iter().zip(shapes).map(|(f, shape)| shape.owned(&f.ty, position));
        let checks = self.checks(&scope, kind, &names);
        let normal = self.normal_form(&scope, id, kind, &names);
        let stored = names.iter().zip(shapes).map(|(name, shape)| shape.store(name));
        let built = self.variants[id.index()].with(stored);
        let (name, parameter) = (self.add_name(id), self.normal_parameter());
        let line = self.line(kind.span);
        let words = if self.has_normal_forms() {
            format!("Adds copies of a `{}`{line}, in normal form or as it is.", kind.name)
        } else {
            format!("Adds copies of a `{}`{line}.", kind.name)
        };
        let docs = docs(&words);
        // Only what is sorted is changed.
        let sorted = |name: &&Ident| {
            kind.symmetric.iter().any(|symmetric| match symmetric {
                Symmetric::Entries(local) => scope.name(*local) == *name,
                Symmetric::Fields(locals) => locals.iter().any(|l| scope.name(*l) == *name),
            })
        };
        let arguments = names.iter().zip(types).map(|(name, ty)| {
            let represented = self.likes[id.index()].as_ref();
            let represented = represented.is_some_and(|likes| scope.name(likes.set.into()) == name);
            if (sorted(&name) || represented) && kind.equals.is_empty() {
                quote!(mut #name: #ty)
            } else {
                quote!(#name: #ty)
            }
        });
        let Arguments { copies, into, .. } = &self.arguments;
        quote! {
            #docs
            #[inline]
            fn #name #parameter(
                &self,
                #(#arguments,)*
                #copies: u64,
                #into: &mut impl rt::Sink<#position>,
            ) -> rt::Result<()> {
                #checks
                #normal
                #into.component(#built, #copies);
                rt::Ok(())
            }
        }
    }

    /// Whether the position exists.
    fn checks(&self, scope: &Scope, kind: &Kind, names: &[Ident]) -> TokenStream {
        let fields = kind.fields.iter().zip(names);
        let domains = fields.map(|(field, name)| {
            let whole = format!("`{}` of `{}`", field.name, kind.name);
            scope.within(&field.domain, &field.ty, &quote!(#name), &whole)
        });
        let condition = kind.condition.as_ref().map(|condition| {
            let holds = Code::not(scope.code(condition)).tokens;
            let name = &kind.name;
            quote!(if #holds { return rt::breaks(#name); })
        });
        quote!(#(#domains)* #condition)
    }

    /// Brings the fields into normal form, in place, or adds something else and returns.
    fn normal_form(&self, scope: &Scope, id: KindId, kind: &Kind, names: &[Ident]) -> TokenStream {
        if let Some(split) = self.split(scope, id) {
            return quote!(if NORMAL { #split });
        }
        if !kind.equals.is_empty() {
            let stored = names.iter().zip(self.fields(id)).map(|(name, shape)| shape.store(name));
            let built = self.variants[id.index()].with(stored);
            let Arguments { copies, into, .. } = &self.arguments;
            return quote! {
                if NORMAL {
                    return rt::normal_form(#built, #copies, #into, |position| self.step(position));
                }
            };
        }
        let represented = self.represent(scope, id);
        if kind.ends.is_empty() && kind.symmetric.is_empty() && represented.is_empty() {
            return TokenStream::new();
        }
        let ends = kind.ends.iter().map(|ends| {
            let ends = scope.value(ends);
            quote!(if #ends { return rt::Ok(()); })
        });
        let sorts = self.sorts(scope, kind);
        quote!(if NORMAL { #(#ends)* #sorts #represented })
    }

    /// Sorts what may be reordered.
    fn sorts(&self, scope: &Scope, kind: &Kind) -> TokenStream {
        let sorts = kind.symmetric.iter().map(|symmetric| match symmetric {
            Symmetric::Entries(local) => {
                let name = scope.name(*local);
                quote!(#name.sort_unstable();)
            }
            Symmetric::Fields(locals) => {
                let names: Vec<&Ident> = locals.iter().map(|local| scope.name(*local)).collect();
                if let [a, b] = names.as_slice() {
                    return quote!(if #a > #b { (#a, #b) = (#b, #a); });
                }
                let sorted = scope.fresh("sorted");
                quote! {
                    let mut #sorted = [#(#names),*];
                    #sorted.sort_unstable();
                    [#(#names),*] = #sorted;
                }
            }
        });
        sorts.collect()
    }

    /// One step of the normal form, where some kind has `equals`.
    pub fn steps(&self) -> TokenStream {
        if !self.needs_steps() {
            return TokenStream::new();
        }
        let position = &self.position;
        let (steps, sorted): (Vec<_>, Vec<_>) =
            self.each_kind().map(|(id, kind)| self.step(id, kind)).unzip();
        quote! {
            /// Applies `ends when`, `symmetric` and `equals` once: the position that rests, or the
            /// sum that it equals.
            fn step(
                &self,
                position: #position,
            ) -> rt::Result<::core::result::Result<#position, rt::Sum<#position>>> {
                match &position { #(#steps)* }
            }

            /// The position with its symmetric parts sorted.
            fn sorted(&self, position: &#position) -> rt::Result<#position> {
                rt::Ok(match position { #(#sorted)* })
            }
        }
    }

    fn step(&self, id: KindId, kind: &Kind) -> (TokenStream, TokenStream) {
        let scope = self.kind_scope(id, true);
        let names = self.field_names(&scope, id);
        let variant = &self.variants[id.index()];
        let pattern = variant.with(names.iter().map(|name| quote!(#name)));
        let shapes = names.iter().zip(self.fields(id)).zip(&kind.fields);
        let loads = shapes.map(|((name, shape), field)| match shape.form {
            Form::Same if !is_copy(&field.ty) => quote!(let mut #name = #name.clone();),
            Form::Same => quote!(let mut #name = *#name;),
            Form::Bits => quote!(let mut #name = rt::bits(#name);),
            _ => quote!(let mut #name = rt::load(#name)?;),
        });
        let loads: TokenStream = loads.collect();
        let sorts = self.sorts(&scope, kind);
        let stored = names.iter().zip(self.fields(id)).map(|(name, shape)| match shape.form {
            Form::Same => quote!(#name.clone()),
            Form::Bits => quote!(rt::of_bits(&#name)?),
            _ => quote!(rt::store(#name.clone())?),
        });
        let built = variant.with(stored);
        let ends = kind.ends.iter().map(|ends| {
            let ends = scope.value(ends);
            quote!(if #ends { return rt::Ok(rt::Err(rt::Sum::zero())); })
        });
        let equals = kind.equals.iter().map(|equals| {
            let sum = scope.fresh("sum");
            let add = scope.add_sum(&equals.sum, &Target::value(&sum));
            let rest = scope.fresh("rests");
            let apply = quote! {
                let mut #sum = rt::Sum::zero();
                #add
                if !rt::only(&#sum).map_or(rt::Ok(false), |only| rt::Ok(self.sorted(only)? == #rest))? {
                    return rt::Ok(rt::Err(#sum));
                }
            };
            let apply = match &equals.when {
                Some(when) => {
                    let when = scope.value(when);
                    quote!(if #when { #apply })
                }
                None => quote!({ #apply }),
            };
            quote!({ let #rest = #built; #apply })
        });
        let represented = self.represent(&scope, id);
        let step = quote! {
            #pattern => { #loads #(#ends)* #sorts #(#equals)* #represented rt::Ok(rt::Ok(#built)) }
        };
        let sorted = quote!(#pattern => { #loads #sorts #built });
        (step, sorted)
    }

    /// Adds any position; whole sums too, where they occur.
    pub fn add_any(&self) -> TokenStream {
        let position = &self.position;
        let normal = self.normal_argument(&quote!(true));
        let Arguments { copies, into, position: argument, .. } = &self.arguments;
        let arms = self.each_kind().map(|(id, kind)| {
            let (pattern, loads, _) = self.taken_apart(id);
            let scope = self.kind_scope(id, false);
            let names = self.field_names(&scope, id);
            let add = self.add_name(id);
            let values = names.iter().zip(&kind.fields).zip(self.fields(id)).map(|((n, f), s)| {
                match s.form {
                    Form::Same if !is_copy(&f.ty) => quote!(#n.clone()),
                    _ => quote!(#n),
                }
            });
            quote!(#pattern => { #loads self.#add #normal(#(#values,)* #copies, #into) })
        });
        let whole = (self.whole.get() && self.has_normal_forms()).then(|| {
            quote! {
                /// Adds copies of a whole sum, in normal form or as it is.
                fn add_all<const NORMAL: bool>(
                    &self,
                    sum: rt::Sum<#position>,
                    copies: u64,
                    into: &mut impl rt::Sink<#position>,
                ) -> rt::Result<()> {
                    if !NORMAL {
                        return into.all(sum, copies);
                    }
                    rt::each(sum, copies, into, |position, copies, into| {
                        self.add_position(position, copies, into)
                    })
                }
            }
        });
        quote! {
            /// Adds copies of a position, if it exists, in normal form.
            fn add_position(
                &self,
                #argument: &#position,
                #copies: u64,
                #into: &mut impl rt::Sink<#position>,
            ) -> rt::Result<()> {
                match #argument { #(#arms)* }
            }
            #whole
        }
    }

    /// The measures that moves must lower.
    pub fn measures(&self) -> TokenStream {
        let measures = self.each_kind().filter_map(|(id, kind)| {
            let (name, measure) = (self.measure_name(id)?, kind.decreases.as_ref()?);
            let scope = self.kind_scope(id, false);
            let names = self.field_names(&scope, id);
            let fields = names.iter().zip(&kind.fields).zip(self.fields(id)).map(|((n, f), s)| {
                let ty = s.argument(&f.ty, &self.position);
                quote!(#n: #ty)
            });
            let value = scope.value(measure);
            let docs = docs(&format!("`decreases`, {}.", self.place(measure.span)));
            Some(quote! {
                #docs
                fn #name(&self, #(#fields),*) -> rt::Result<i64> { rt::Ok(#value) }
            })
        });
        measures.collect()
    }

    /// The method that compares the measures of a whole sum, where these occur.
    pub fn lower_all(&self) -> TokenStream {
        if self.measures.iter().all(Option::is_none) || !self.whole.get() {
            return TokenStream::new();
        }
        let position = &self.position;
        let arms = self.each_kind().map(|(id, _)| {
            let (pattern, loads, arguments) = self.taken_apart(id);
            match self.measure_name(id) {
                Some(name) => quote!(#pattern => { #loads rt::Some(self.#name(#(#arguments),*)?) }),
                None => {
                    let any = &self.variants[id.index()].path;
                    quote!(#any { .. } => rt::None,)
                }
            }
        });
        quote! {
            /// Checks that every component of a sum has a lower measure.
            fn lower_all(&self, before: i64, sum: &rt::Sum<#position>) -> rt::Result<()> {
                for (position, _) in sum.components() {
                    let after: rt::Option<i64> = match position { #(#arms)* };
                    if let rt::Some(after) = after {
                        rt::lower(before, after)?;
                    }
                }
                rt::Ok(())
            }
        }
    }
}
