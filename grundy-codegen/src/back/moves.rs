//! The moves of each kind.

use grundy_compiler::ir::{Expr, ExprKind, Kind, KindId, Move};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::scope::Target;
use super::{Arguments, Game, paragraphs};

impl Game<'_> {
    /// The method that lists the options of a position, and one for each move.
    pub fn options(&self) -> TokenStream {
        let kinds = self.spec.kinds.iter().enumerate();
        let all = |_| true;
        let arms = kinds.clone().map(|(at, _)| {
            let normal = self.normal_argument(&quote!(NORMAL));
            let (pattern, body) = self.some_moves(KindId::from(at), &all, &normal);
            quote!(#pattern => { #body })
        });
        let arms: Vec<TokenStream> = arms.collect();
        let moves = kinds.flat_map(|(at, kind)| {
            let names = kind.moves.iter().zip(&self.moves[at]);
            names.map(move |(rule, name)| self.one_move(at.into(), kind, rule, name))
        });
        let moves: Vec<TokenStream> = moves.collect();
        let (ty, parameter) = (&self.position, self.normal_parameter());
        let Arguments { options, position, .. } = &self.arguments;
        quote! {
            /// Puts the options of a position behind those that are there.
            fn moves #parameter(
                &self,
                #position: &#ty,
                #options: &mut impl rt::OptionSink<#ty>,
            ) -> rt::Result<()> {
                match #position { #(#arms)* }
                rt::Ok(())
            }
            #(#moves)*
        }
    }

    /// A pattern of a position of a kind, and what puts in its options by some of the moves, which
    /// are told by their numbers.
    pub fn some_moves(
        &self,
        id: KindId,
        wanted: &dyn Fn(usize) -> bool,
        normal: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let kind = &self.spec.kinds[id.index()];
        let (pattern, loads, arguments) = self.taken_apart(id);
        let scope = self.kind_scope(id, false);
        let ends = kind.ends.iter().map(|ends| {
            let ends = scope.value(ends);
            quote!(if #ends { return rt::Ok(()); })
        });
        let measure = self.measure_name(id).map(|name| {
            let before = scope.fresh("before");
            (before.clone(), quote!(let #before = self.#name(#(#arguments),*)?;))
        });
        let (before, measured) = measure.unzip();
        let options = &self.arguments.options;
        let moves = kind.moves.iter().zip(&self.moves[id.index()]).enumerate();
        let calls = moves.filter(|(at, _)| wanted(*at)).map(|(_, (rule, name))| {
            let place = format!("the move `{}`{}", rule.name, self.line(rule.span));
            let before = &before;
            let before = before.as_ref().map(|before| quote!(#before,));
            quote! {
                self.#name #normal(#(#arguments,)* #before #options).map_err(rt::within(#place))?;
            }
        });
        (pattern, quote!(#loads #(#ends)* #measured #(#calls)*))
    }

    fn one_move(&self, id: KindId, kind: &Kind, rule: &Move, name: &Ident) -> TokenStream {
        let scope = self.kind_scope(id, false);
        let names = self.field_names(&scope, id);
        let position = &self.position;
        let fields = names.iter().zip(&kind.fields).zip(self.fields(id)).map(|((n, f), s)| {
            let ty = s.argument(&f.ty, position);
            quote!(#n: #ty,)
        });
        let fields: TokenStream = fields.collect();
        let options = &self.arguments.options;
        let measure = self.measure_name(id).map(|_| scope.fresh("before"));
        let before = measure.as_ref().map(|before| quote!(#before: i64,));
        let single = (!rule.legal && self.is_single(&rule.sum)).then(|| scope.fresh("single"));
        let sink = match &single {
            Some(single) => quote!(&mut #single),
            None => quote!(#options),
        };
        let target = Target { sink, copies: quote!(1), normal: quote!(NORMAL), measure };
        let body = scope.for_all(&rule.binders, &mut || {
            let add = scope.add_sum(&rule.sum, &target);
            let add = match &single {
                Some(single) => quote! {
                    let mut #single = rt::Single::new(#options);
                    #add
                    #single.finish();
                },
                None if rule.legal => legal(&rule.sum, add, options),
                None => quote!(#add #options.finish();),
            };
            match &rule.guard {
                Some(guard) => {
                    let guard = scope.value(guard);
                    quote!(if #guard { #add })
                }
                None => add,
            }
        });
        let docs = paragraphs(&[&rule.docs, &self.place(rule.span)]);
        let parameter = self.normal_parameter();
        quote! {
            #docs
            fn #name #parameter(
                &self,
                #fields
                #before
                #options: &mut impl rt::OptionSink<#position>,
            ) -> rt::Result<()> {
                #body
                rt::Ok(())
            }
        }
    }
}

impl Game<'_> {
    /// Whether an option with this sum is at most one position, of which there is one copy.
    fn is_single(&self, sum: &Expr) -> bool {
        match &sum.kind {
            ExprKind::Component(kind, _) => self.spec.kinds[kind.index()].equals.is_empty(),
            ExprKind::Let(_, _, body) => self.is_single(body),
            ExprKind::If(_, then, otherwise) => self.is_single(then) && self.is_single(otherwise),
            _ => false,
        }
    }
}

/// An option that is left out where it leads to a position that does not exist.
fn legal(sum: &Expr, add: TokenStream, options: &Ident) -> TokenStream {
    if let ExprKind::Empty | ExprKind::Heap(_) = sum.kind {
        return quote!(#add #options.finish(););
    }
    quote! {
        let legal = (|| -> rt::Result<()> { #add rt::Ok(()) })();
        rt::finish_legal(legal, #options)?;
    }
}
