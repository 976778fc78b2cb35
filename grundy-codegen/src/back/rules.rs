//! The rules of a game: a struct with its params, its methods and its traits.

use std::rc::Rc;
use std::sync::Arc;

use grundy_compiler::ir::{ParamId, Play, Spec};
use grundy_compiler::value::Value;
use grundy_compiler::{Diagnostic, Error, Instance, Settings, SourceMap, Span};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::fields::Variant;
use super::plan::Planned;
use super::types::{constant, owned};
use super::{Foreign, Game, docs};

/// A game that is to be written, and how Rust shows it.
pub(crate) struct Task<'a> {
    pub spec: &'a Spec,
    pub sources: &'a SourceMap,
    /// The type of positions.
    pub position: TokenStream,
    /// The kinds in Rust.
    pub variants: Vec<Variant>,
    /// What the rules name of the program.
    pub foreign: Vec<Foreign>,
    pub params: Params,
    /// The name of the struct of the rules.
    pub rules: Ident,
    /// Whether the game is a file: then there are setups and a start, and lines say where a rule stands.
    pub is_file: bool,
}

/// The params of a game as Rust shows them.
#[derive(Clone, Debug)]
pub(crate) struct Params {
    /// The name of the struct.
    pub name: Ident,
    /// Its visibility.
    pub visibility: TokenStream,
    /// The types of its fields.
    pub types: Vec<TokenStream>,
    /// Params that are set when the game is compiled, with their values; they are no fields.
    pub fixed: Vec<(ParamId, Value)>,
}

impl Params {
    fn is_fixed(&self, param: usize) -> bool {
        self.fixed.iter().any(|(id, _)| id.index() == param)
    }
}

/// What was made of a game.
pub(crate) struct Made {
    /// The rules: a struct with its methods and its traits.
    pub rules: TokenStream,
    /// The struct of the params, when there are any that can be set.
    pub params: TokenStream,
    /// Its default.
    pub default: TokenStream,
    /// The key of a position: a method of `Impartial`.
    pub key: TokenStream,
}

/// Writes a game.
///
/// # Errors
/// When a default of a param cannot be computed, or something cannot be written in Rust.
pub(crate) fn make(task: &Task) -> Result<Made, Vec<Diagnostic>> {
    let instance = instance(task).map_err(|error| vec![diagnostic(error)])?;
    let game = Game::new(task, instance.plan());
    let open = (0..task.spec.params.len()).filter(|param| !task.params.is_fixed(*param)).collect();
    let rules = Rules { game: &game, task, values: instance.params(), open };
    let methods = game.methods(task.is_file);
    let memories = game.memories();
    let plan = game.plan(&instance, rules.is_settable());
    let unwritten = game.unwritten.take();
    if !unwritten.is_empty() {
        return Err(unwritten);
    }
    let mut code = rules.structure(&memories, &plan);
    code.extend(rules.methods(&methods, &memories, &plan));
    code.extend(rules.planned(&methods, &plan));
    let (params, default, key) = (rules.params(), rules.default(), game.key());
    Ok(Made { rules: code, params, default, key })
}

/// The game with the defaults of its params, and with those that are fixed.
fn instance(task: &Task) -> Result<Rc<Instance>, Error> {
    let fixed: Vec<(ParamId, Value, Span)> = task
        .params
        .fixed
        .iter()
        .map(|(param, value)| (*param, value.clone(), Span::default()))
        .collect();
    let (spec, sources) = (Arc::new(task.spec.clone()), Arc::new(task.sources.clone()));
    Instance::new(spec, sources, &fixed, Settings::default())
}

/// An error of a default as a message.
fn diagnostic(error: Error) -> Diagnostic {
    match error {
        Error::Fault(d) | Error::Outside(d) | Error::Unproved(d) => *d,
        _ => Diagnostic::new("E0715", Span::default(), "a default of a param cannot be computed"),
    }
}

/// The methods that the rules of a game come to.
struct Methods {
    /// Those of the struct.
    own: TokenStream,
    /// Those of the trait that say what is asked of positions that fall apart.
    asking: TokenStream,
    /// Statements that check the params.
    checks: TokenStream,
}

impl Game<'_> {
    fn methods(&self, is_file: bool) -> Methods {
        let mut start = TokenStream::new();
        if is_file {
            (0..self.spec.setups.len()).for_each(|setup| drop(self.need_setup(setup.into())));
            start = self.start();
        }
        let (options, adds, steps) = (self.options(), self.adds(), self.steps());
        let (checks, asking, measures) = (self.param_checks(), self.asking(), self.measures());
        // What all of these need.
        let needed = self.needed();
        // What whole sums need, which may come up in any of them.
        let (lower_all, any) = (self.lower_all(), self.add_any());
        let own = quote!(#start #options #adds #steps #measures #lower_all #any #needed);
        Methods { own, asking, checks }
    }
}

/// The rules of a game that is being written.
struct Rules<'a> {
    game: &'a Game<'a>,
    task: &'a Task<'a>,
    /// The values of the params, where they are not set.
    values: &'a [Value],
    /// The params that can be set.
    open: Vec<usize>,
}

/// The fields that hold what is computed once, and their first values.
type Memories = (TokenStream, TokenStream);

impl Rules<'_> {
    /// Whether there are params that can be set.
    fn is_settable(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether the rules must know that their params are the default ones: what is data is so for these
    /// alone.
    fn is_planned(&self, plan: &Planned) -> bool {
        self.is_settable() && plan.has_layers
    }

    /// The documentation of a param.
    fn docs_of(&self, param: usize) -> TokenStream {
        let param = &self.task.spec.params[param];
        if param.docs.is_empty() {
            docs(&format!("The param `{}`.", param.name))
        } else {
            docs(&param.docs)
        }
    }

    /// The struct of the rules.
    fn structure(&self, (memories, _): &Memories, plan: &Planned) -> TokenStream {
        let docs = docs(&format!("The rules of {}.", self.task.spec.name));
        let Task { rules, params: Params { visibility, .. }, .. } = self.task;
        let params = self.task.spec.params.iter().zip(&self.game.params).enumerate();
        let fields = params.map(|(at, (param, name))| {
            let (docs, ty) = (self.docs_of(at), owned(&param.ty, &self.game.position));
            quote!(#docs #name: #ty,)
        });
        let planned = self.is_planned(plan).then(|| quote!(planned: bool,));
        quote! {
            #docs
            #[allow(non_snake_case)]
            #visibility struct #rules {
                #(#fields)*
                #planned
                #memories
            }
        }
    }

    /// The methods of the struct.
    fn methods(&self, methods: &Methods, memories: &Memories, plan: &Planned) -> TokenStream {
        let Task { rules, params: Params { visibility, name, .. }, .. } = self.task;
        let argument = self.is_settable().then(|| quote!(params: #name));
        let Methods { own, checks, .. } = methods;
        let build = self.build(memories, plan);
        let (new, check) = if checks.is_empty() {
            (quote!(rt::Ok(#build)), TokenStream::new())
        } else {
            let new = quote! {
                let rules = #build;
                rules.check()?;
                rt::Ok(rules)
            };
            let check = quote! {
                /// Whether the params lie in their domains.
                fn check(&self) -> rt::Result<()> { #checks rt::Ok(()) }
            };
            (new, check)
        };
        quote! {
            #[allow(
                non_snake_case,
                unused_assignments,
                unused_mut,
                unused_parens,
                unused_variables,
                clippy::all
            )]
            impl #rules {
                /// The rules with these params.
                ///
                /// # Errors
                /// When a param is outside of its domain.
                #visibility fn new(#argument) -> rt::Result<Self> { #new }

                #check
                #own
            }
        }
    }

    /// The rules as a value, made of the params.
    fn build(&self, (_, memories): &Memories, plan: &Planned) -> TokenStream {
        let Task { rules, params: Params { name: params, .. }, .. } = self.task;
        let given = self.game.params.iter().enumerate().map(|(at, name)| {
            if self.open.contains(&at) {
                quote!(#name: rt::load(&params.#name)?,)
            } else {
                let value = constant(&self.values[at]);
                quote!(#name: #value,)
            }
        });
        let planned = self
            .is_planned(plan)
            .then(|| quote!(planned: params == <#params as rt::Default>::default(),));
        quote!(#rules { #(#given)* #planned #memories })
    }

    /// What the solvers ask of the rules.
    fn planned(&self, methods: &Methods, plan: &Planned) -> TokenStream {
        let (rules, position) = (&self.task.rules, &self.game.position);
        let moves = |normal: TokenStream| {
            let normal = self.game.normal_argument(&normal);
            quote!(self.moves #normal (position, options))
        };
        let (plainly, normally) = (moves(quote!(false)), moves(quote!(true)));
        let misere = (self.task.spec.play == Play::Misere).then(|| {
            quote!(
                fn misere(&self) -> bool {
                    true
                }
            )
        });
        let (asking, plan) = (&methods.asking, &plan.methods);
        quote! {
            impl rt::Planned for #rules {
                type Position = #position;

                fn plain_options(
                    &self,
                    position: &#position,
                    options: &mut rt::Options<#position>,
                ) -> rt::Result<()> {
                    #plainly
                }

                fn normal_options(
                    &self,
                    position: &#position,
                    options: &mut impl rt::OptionSink<#position>,
                ) -> rt::Result<()> {
                    #normally
                }

                fn add_normal(
                    &self,
                    position: &#position,
                    copies: u64,
                    into: &mut impl rt::Sink<#position>,
                ) -> rt::Result<()> {
                    self.add_position(position, copies, into)
                }

                #misere
                #asking
                #plan
            }
        }
    }

    /// The struct of the params that can be set.
    fn params(&self) -> TokenStream {
        if !self.is_settable() {
            return TokenStream::new();
        }
        let Params { name: params, visibility, types, .. } = &self.task.params;
        let fields = self.open.iter().map(|&at| {
            let (docs, name, ty) = (self.docs_of(at), &self.game.params[at], &types[at]);
            quote!(#docs pub #name: #ty,)
        });
        quote! {
            /// The params of the game; the default is that of its rules.
            #[derive(
                ::core::clone::Clone,
                ::core::fmt::Debug,
                ::core::cmp::PartialEq,
                ::core::cmp::Eq,
            )]
            #[allow(non_snake_case)]
            #visibility struct #params { #(#fields)* }
        }
    }

    /// Its default.
    fn default(&self) -> TokenStream {
        if !self.is_settable() {
            return TokenStream::new();
        }
        let Params { name: params, types, .. } = &self.task.params;
        let defaults = self.open.iter().map(|&at| {
            let (name, value, ty) = (&self.game.params[at], constant(&self.values[at]), &types[at]);
            quote!(#name: rt::default_param::<#ty>(#value),)
        });
        quote! {
            impl rt::Default for #params {
                fn default() -> Self { Self { #(#defaults)* } }
            }
        }
    }
}
