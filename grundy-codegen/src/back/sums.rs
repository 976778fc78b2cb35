//! Sums of positions, part by part.

use grundy_compiler::ir::{Expr, ExprKind, KindId};
use proc_macro2::TokenStream;
use quote::quote;

use super::fields::Form;
use super::scope::{Scope, Target};

impl Scope<'_> {
    /// Statements that put the components of a sum into a target.
    pub fn add_sum(&self, expr: &Expr, target: &Target) -> TokenStream {
        match &expr.kind {
            ExprKind::Empty => TokenStream::new(),
            ExprKind::Component(kind, args) => self.add_component(*kind, args, target),
            ExprKind::Heap(size) => {
                let size = self.value(size);
                let Target { sink, copies, .. } = target;
                quote!(rt::Sink::heap(#sink, rt::heap(#size)?, #copies);)
            }
            ExprKind::Plus(a, b) => {
                let (a, b) = (self.add_sum(a, target), self.add_sum(b, target));
                quote!(#a #b)
            }
            ExprKind::Copies(times, a) => {
                let (name, times) = (self.fresh("copies"), self.value(times));
                let more = Target { copies: quote!(#name), ..target.clone() };
                let add = self.add_sum(a, &more);
                let copies = &target.copies;
                quote! {
                    let #name = rt::copies(#times, #copies)?;
                    if #name > 0 { #add }
                }
            }
            ExprKind::SumOf(body, binders) => {
                self.for_all(binders, &mut || self.add_sum(body, target))
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.value(condition);
                let (then, otherwise) =
                    (self.add_sum(then, target), self.add_sum(otherwise, target));
                if otherwise.is_empty() {
                    quote!(if #condition { #then })
                } else {
                    quote!(if #condition { #then } else { #otherwise })
                }
            }
            ExprKind::Let(pattern, value, body) => {
                let value = self.value(value);
                let pattern = self.pattern(pattern);
                let body = self.add_sum(body, target);
                quote!({ let #pattern = #value; #body })
            }
            ExprKind::Setup(setup, args) => {
                let name = self.game.need_setup(*setup);
                let args = args.iter().map(|arg| self.argument(arg));
                self.add_whole(quote!(self.#name(#(#args),*)?), target)
            }
            _ => self.add_whole(self.value(expr), target),
        }
    }

    /// Puts in a sum that is a value already.
    fn add_whole(&self, sum: TokenStream, target: &Target) -> TokenStream {
        let Target { sink, copies, normal, .. } = target;
        if !self.game.has_normal_forms() && target.measure.is_none() {
            return quote!(rt::Sink::all(#sink, #sum, #copies)?;);
        }
        self.game.whole_sums();
        let whole = self.fresh("whole");
        let measured =
            target.measure.as_ref().map(|measure| quote!(self.lower_all(#measure, &#whole)?;));
        let add = if self.game.has_normal_forms() {
            quote!(self.add_all::<#normal>(#whole, #copies, #sink)?;)
        } else {
            quote!(rt::Sink::all(#sink, #whole, #copies)?;)
        };
        quote!(let #whole = #sum; #measured #add)
    }

    fn add_component(&self, kind: KindId, args: &[Expr], target: &Target) -> TokenStream {
        let Target { sink, copies, normal, measure } = target;
        let (fields, add) = (self.game.fields(kind), self.game.add_name(kind));
        let values: Vec<TokenStream> = args
            .iter()
            .zip(fields)
            .map(|(arg, field)| match field.form {
                Form::Array(_) => self.as_array(arg),
                _ => self.value(arg),
            })
            .collect();
        let normal = self.game.normal_argument(normal);
        let lowered = measure.as_ref().and_then(|measure| {
            let name = self.game.measure_name(kind)?;
            let args = args.iter().map(|arg| self.argument(arg));
            Some(quote!(rt::lower(#measure, self.#name(#(#args),*)?)?;))
        });
        quote! {
            #lowered
            self.#add #normal(#(#values,)* #copies, #sink)?;
        }
    }
}
