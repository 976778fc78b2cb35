//! Functions of the language.

use grundy_compiler::ir::{Builtin, Expr, Type};
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::scope::Scope;
use super::types::{is_copy, is_int_set};

impl Scope<'_> {
    /// A call of a function of the language.
    pub fn builtin(&self, builtin: Builtin, args: &[Expr], expr: &Expr) -> Code {
        let values = || args.iter().map(|arg| self.value(arg)).collect::<Vec<_>>();
        let call = |name: TokenStream| {
            let values = values();
            Code::atom(quote!(rt::#name(#(#values),*)))
        };
        let checked = |name: TokenStream| {
            let values = values();
            Code::atom(quote!(rt::#name(#(#values),*)?))
        };
        match builtin {
            Builtin::Abs => checked(quote!(abs)),
            Builtin::Min | Builtin::Max => {
                let name = if builtin == Builtin::Min { quote!(min) } else { quote!(max) };
                self.folded(args, &|a, b| quote!(rt::#name(#a, #b)))
            }
            Builtin::Gcd => self.folded(args, &|a, b| quote!(rt::gcd(#a, #b)?)),
            Builtin::Isqrt => checked(quote!(isqrt)),
            Builtin::Pow => checked(quote!(pow)),
            Builtin::Even | Builtin::Odd => {
                let value = self.code(&args[0]).tight();
                let sign = if builtin == Builtin::Even { quote!(==) } else { quote!(!=) };
                Code::compare(Code::block(quote!(#value % 2)), sign, Code::atom(quote!(0)))
            }
            Builtin::Bit => checked(quote!(bit)),
            Builtin::Popcount => checked(quote!(popcount)),
            Builtin::Divisors => checked(quote!(divisors)),
            Builtin::Primes => checked(quote!(primes)),
            Builtin::IsPrime => call(quote!(is_prime)),
            Builtin::PrimeFactors => checked(quote!(prime_factors)),
            Builtin::IsSquare => call(quote!(is_square)),
            Builtin::NimProduct => checked(quote!(nim_product)),
            Builtin::Len => self.length(&args[0]),
            Builtin::Sort => {
                let entries = self.built(&args[0]);
                Code::atom(quote!(rt::sorted(#entries)))
            }
            Builtin::Reverse => {
                let entries = self.built(&args[0]);
                Code::atom(quote!(rt::reverse(#entries)))
            }
            Builtin::Graph(function) => self.graph_function(function, args),
            Builtin::CodeMoves => {
                let (code, size) = (self.reference(&args[0]), self.value(&args[1]));
                Code::atom(quote!(rt::code_moves(#code, #size)?))
            }
            _ => match self.cursor(builtin, args) {
                Some(cursor) => {
                    let (all, one) = (self.fresh("choices"), self.fresh("choice"));
                    let vector = self.fresh("all");
                    Code::block(quote!({
                        let mut #all = #cursor;
                        let mut #vector = rt::Vec::new();
                        while let rt::Some(#one) = #all.next() {
                            #vector.push(#one.clone());
                            rt::may_grow(#vector.len())?;
                        }
                        #vector
                    }))
                }
                None => self.foreign(builtin, args, expr),
            },
        }
    }

    /// A function of two values on several.
    fn folded(&self, args: &[Expr], two: &dyn Fn(TokenStream, TokenStream) -> TokenStream) -> Code {
        let values = args.iter().map(|arg| self.value(arg));
        Code::atom(values.reduce(two).unwrap_or_default())
    }

    /// How many members or entries there are.
    pub fn length(&self, collection: &Expr) -> Code {
        Code::atom(match &collection.ty {
            Type::Range => {
                let range = self.value(collection);
                quote!(rt::size(#range)?)
            }
            _ => {
                let lent = self.lent(collection).tight();
                quote!(rt::count(#lent.len()))
            }
        })
    }

    /// A function or constant of the user.
    fn foreign(&self, builtin: Builtin, args: &[Expr], expr: &Expr) -> Code {
        let Some(foreign) = self.game.foreign(builtin) else {
            return Code::atom(self.game.refuse(expr.span));
        };
        let args: Vec<TokenStream> = args
            .iter()
            .map(|arg| match &arg.ty {
                Type::Range => {
                    let members = self.built(arg);
                    quote!(&#members)
                }
                ty if is_int_set(ty) => {
                    let members = self.built(arg);
                    quote!(&#members)
                }
                ty if is_copy(ty) => self.value(arg),
                _ => self.reference(arg),
            })
            .collect();
        let (name, ty) = (&foreign.name, super::types::owned(&expr.ty, &self.game.position));
        Code::atom(if foreign.constant {
            quote!(rt::foreign::<#ty, _>(#name)?)
        } else {
            quote!(rt::foreign::<#ty, _>(#name(#(#args),*))?)
        })
    }
}
