//! Aggregates: what a loop over all choices comes to.

use grundy_compiler::ir::{Aggregate, Binder, Expr, ExprKind, Type};
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::scope::Scope;
use super::types::owned;

/// What is written for the value of each choice.
type Step<'s> = &'s dyn Fn(TokenStream) -> TokenStream;

/// An aggregate of the values that an expression has for all choices.
struct All<'a> {
    op: Aggregate,
    body: &'a Expr,
    binders: &'a [Binder],
    otherwise: Option<&'a Expr>,
}

impl Scope<'_> {
    /// `sum(e for BINDERS)` and its like.
    pub fn aggregate(
        &self,
        expr: &Expr,
        op: Aggregate,
        body: &Expr,
        binders: &[Binder],
        otherwise: Option<&Expr>,
    ) -> Code {
        let all = All { op, body, binders, otherwise };
        if let Some(collection) = self.counted(&all) {
            return self.length(collection);
        }
        match op {
            Aggregate::Any | Aggregate::All | Aggregate::First => self.sought(&all),
            Aggregate::Min | Aggregate::Max => self.extreme(expr, &all),
            Aggregate::Mex => {
                let seen = self.fresh("seen");
                let walk = self.walk(&all, &|value| quote!(rt::see(&mut #seen, #value);));
                Code::block(quote!({ let mut #seen = rt::MexSet::new(); #walk rt::mex(#seen) }))
            }
            Aggregate::Sum | Aggregate::Xor | Aggregate::Gcd | Aggregate::Count => self.total(&all),
        }
    }

    /// A loop over all choices.
    fn walk(&self, all: &All, step: Step) -> TokenStream {
        self.for_all(all.binders, &mut || step(self.value(all.body)))
    }

    /// The collection whose members are counted, and need not be run through.
    fn counted<'e>(&self, all: &All<'e>) -> Option<&'e Expr> {
        let (Aggregate::Count, [Binder::In(_, collection)]) = (all.op, all.binders) else {
            return None;
        };
        let plain = all.body.ty != Type::Bool && matches!(all.body.kind, ExprKind::Local(_));
        let is_cursor =
            matches!(&collection.kind, ExprKind::Builtin(b, a) if self.cursor(*b, a).is_some());
        (plain && !is_cursor).then_some(collection)
    }

    /// A total that begins with 0.
    fn total(&self, all: &All) -> Code {
        let total = self.fresh("total");
        let walk = self.walk(all, &|value| match all.op {
            Aggregate::Sum => quote!(#total = rt::add(#total, #value)?;),
            Aggregate::Xor => quote!(#total ^= #value;),
            Aggregate::Gcd => quote!(#total = rt::gcd(#total, #value)?;),
            _ if all.body.ty == Type::Bool => quote!(if #value { #total += 1; }),
            _ => quote!(let _ = #value; #total += 1;),
        });
        Code::block(quote!({ let mut #total = 0; #walk #total }))
    }

    /// What the first choice of some kind decides.
    fn sought(&self, all: &All) -> Code {
        let label = self.label("found");
        let walk = self.walk(all, &|value| match all.op {
            Aggregate::Any => quote!(if #value { break #label true; }),
            Aggregate::All => quote!(if !(#value) { break #label false; }),
            _ => quote!(break #label #value;),
        });
        let other = match all.op {
            Aggregate::Any => quote!(false),
            Aggregate::All => quote!(true),
            _ => self.otherwise(all.otherwise, "first"),
        };
        Code::block(quote!(#label: { #walk #other }))
    }

    /// The least or the greatest value.
    fn extreme(&self, expr: &Expr, all: &All) -> Code {
        let (sign, name, like) = match all.op {
            Aggregate::Min => (quote!(<), "min", "least"),
            _ => (quote!(>), "max", "greatest"),
        };
        let (extreme, value_name, best) =
            (self.fresh(like), self.fresh("value"), self.fresh("best"));
        let ty = owned(&expr.ty, &self.game.position);
        let walk = self.walk(all, &|value| {
            quote! {
                let #value_name = #value;
                if #extreme.as_ref().is_none_or(|#best| #value_name #sign *#best) {
                    #extreme = rt::Some(#value_name);
                }
            }
        });
        let other = self.otherwise(all.otherwise, name);
        Code::block(quote!({
            let mut #extreme: rt::Option<#ty> = rt::None;
            #walk
            match #extreme { rt::Some(#best) => #best, rt::None => #other }
        }))
    }

    /// The value where there is no choice.
    fn otherwise(&self, otherwise: Option<&Expr>, name: &str) -> TokenStream {
        match otherwise {
            Some(otherwise) => self.value(otherwise),
            None => quote!(return rt::nothing(#name)),
        }
    }
}
