//! Params, lets, functions and setups.

use grundy_compiler::ir::{Body, FunctionId, LetId, SetupId, Type};
use proc_macro2::TokenStream;
use quote::quote;

use super::scope::{Held, Scope, Target};
use super::types::{argument, is_copy, owned};
use super::{Game, docs, paragraphs};

impl Game<'_> {
    /// The methods for all lets, functions and setups that the rules need. Writing one may need
    /// others.
    pub fn needed(&self) -> TokenStream {
        let mut all = TokenStream::new();
        let (mut functions, mut lets, mut setups) = (0, 0, 0);
        loop {
            let next_function = self.functions.borrow().order.get(functions).copied();
            let next_let = self.lets.borrow().order.get(lets).copied();
            let next_setup = self.setups.borrow().order.get(setups).copied();
            match (next_let, next_function, next_setup) {
                (Some(id), ..) => {
                    lets += 1;
                    all.extend(self.one_let(id));
                }
                (None, Some(id), _) => {
                    functions += 1;
                    all.extend(self.function(id));
                }
                (None, None, Some(id)) => {
                    setups += 1;
                    all.extend(self.setup(id));
                }
                (None, None, None) => return all,
            }
        }
    }

    /// The fields of the rules that hold what is computed once, and their first values.
    pub fn memories(&self) -> (TokenStream, TokenStream) {
        let position = &self.position;
        let mut fields = TokenStream::new();
        let mut values = TokenStream::new();
        for (id, name) in &self.lets.borrow().names {
            let ty = owned(&self.spec.lets[id.index()].ty, position);
            fields.extend(quote!(#name: rt::Lazy<#ty>,));
            values.extend(quote!(#name: rt::Lazy::new(),));
        }
        let mut recursive = false;
        for (id, name) in &self.functions.borrow().names {
            let function = &self.spec.functions[id.index()];
            if !function.recursive {
                continue;
            }
            recursive = true;
            let args = function.args.iter().map(|ty| owned(ty, position));
            let result = owned(&function.result, position);
            fields.extend(quote!(#name: rt::Memo<(#(#args,)*), #result>,));
            values.extend(quote!(#name: rt::Memo::new(),));
        }
        if recursive {
            fields.extend(quote!(calls: rt::Calls<Self>,));
            values.extend(quote!(calls: rt::Calls::new(),));
        }
        (fields, values)
    }

    fn one_let(&self, id: LetId) -> TokenStream {
        let definition = &self.spec.lets[id.index()];
        let name = self.need_let(id);
        let ty = owned(&definition.ty, &self.position);
        let value = self.body(&definition.value).value(&definition.value.expr);
        let docs = docs(&format!(
            "`let {}`, {}.",
            definition.name,
            self.place(definition.value.expr.span)
        ));
        let words = &definition.name;
        quote! {
            #docs
            fn #name(&self) -> rt::Result<&#ty> {
                self.#name.get(#words, || rt::Ok(#value))
            }
        }
    }

    /// A scope for a body whose arguments are borrowed unless they are copied.
    fn body(&self, body: &Body) -> Scope<'_> {
        Scope::new(self, &body.frame)
    }

    fn function(&self, id: FunctionId) -> TokenStream {
        let function = &self.spec.functions[id.index()];
        let name = self.need_function(id);
        let scope = self.body(&function.body);
        let position = &self.position;
        let args = function.args.iter().enumerate();
        let types: Vec<TokenStream> = args
            .clone()
            .map(|(at, ty)| {
                if !is_copy(ty) {
                    scope.hold(at.into(), Held::Borrowed);
                }
                argument(ty, position)
            })
            .collect();
        let names: Vec<_> = args.clone().map(|(at, _)| scope.name(at.into()).clone()).collect();
        let result = owned(&function.result, position);
        let value = scope.value(&function.body.expr);
        let place = self.place(function.body.expr.span);
        let docs = docs(&format!("`fn {}`, {place}.", function.name));
        let body = if function.recursive {
            let rules = scope.fresh("rules");
            let again = args.clone().map(|(at, ty)| {
                let name = scope.name(at.into());
                if is_copy(ty) { quote!(*#name) } else { quote!(#name) }
            });
            let owned_args = args.map(|(at, ty)| {
                let name = scope.name(at.into());
                match ty {
                    Type::Vector(_) => quote!(#name.to_vec()),
                    ty if is_copy(ty) => quote!(#name),
                    _ => quote!(#name.clone()),
                }
            });
            quote! {
                self.#name.call(
                    self,
                    &self.calls,
                    (#(#owned_args,)*),
                    || rt::Ok(#value),
                    |#rules, (#(#names,)*)| #rules.#name(#(#again),*),
                )
            }
        } else {
            quote!(rt::Ok(#value))
        };
        quote! {
            #docs
            fn #name(&self, #(#names: #types),*) -> rt::Result<#result> { #body }
        }
    }

    fn setup(&self, id: SetupId) -> TokenStream {
        let setup = &self.spec.setups[id.index()];
        let name = self.need_setup(id);
        let scope = self.body(&setup.body);
        let position = &self.position;
        let args = setup.args.iter().enumerate();
        let types: Vec<TokenStream> = args
            .clone()
            .map(|(at, arg)| {
                if !is_copy(&arg.ty) {
                    scope.hold(at.into(), Held::Borrowed);
                }
                argument(&arg.ty, position)
            })
            .collect();
        let names: Vec<_> = args.clone().map(|(at, _)| scope.name(at.into()).clone()).collect();
        let checks = args.map(|(at, arg)| {
            let (value, words) =
                (scope.name(at.into()), format!("`{}` of `{}`", arg.name, setup.name));
            scope.within(&arg.domain, &arg.ty, &quote!(#value), &words)
        });
        let checks: TokenStream = checks.collect();
        let sum = scope.fresh("sum");
        let add = scope.add_sum(&setup.body.expr, &Target::value(&sum));
        let docs = paragraphs(&[&setup.docs, &self.place(setup.body.expr.span)]);
        let errors = docs_of_errors();
        quote! {
            #docs
            #errors
            pub fn #name(&self, #(#names: #types),*) -> rt::Result<rt::Sum<#position>> {
                #checks
                let mut #sum = rt::Sum::zero();
                #add
                rt::Ok(#sum)
            }
        }
    }

    /// The sum behind `start`.
    pub fn start(&self) -> TokenStream {
        let Some(start) = &self.spec.start else {
            return TokenStream::new();
        };
        let scope = self.body(start);
        let position = &self.position;
        let sum = scope.fresh("sum");
        let add = scope.add_sum(&start.expr, &Target::value(&sum));
        let docs =
            docs(&format!("The sum that the game starts from, {}.", self.place(start.expr.span)));
        let errors = docs_of_errors();
        quote! {
            #docs
            #errors
            pub fn start(&self) -> rt::Result<rt::Sum<#position>> {
                let mut #sum = rt::Sum::zero();
                #add
                rt::Ok(#sum)
            }
        }
    }

    /// Statements that check the params, which are variables of their own names here.
    pub fn param_checks(&self) -> TokenStream {
        let checks = self.spec.params.iter().zip(&self.params).map(|(param, name)| {
            let scope = self.body(&param.default);
            let words = format!("the param `{}`", param.name);
            let domain = scope.within(&param.domain, &param.ty, &quote!(self.#name), &words);
            let condition = param.condition.as_ref().map(|condition| {
                let holds = self.body(condition).code(&condition.expr);
                let fails = super::code::Code::not(holds).tokens;
                let name = &param.name;
                quote!(if #fails { return rt::refused(#name); })
            });
            quote!(#domain #condition)
        });
        checks.collect()
    }
}

/// The section of documentation for what can go wrong.
fn docs_of_errors() -> TokenStream {
    docs("\n# Errors\nWhen it leads to a position that does not exist.")
}
