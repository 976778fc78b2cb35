//! Positions that are the same but for where they lie in a graph, and positions that fall apart.

use grundy_compiler::Plan;
use grundy_compiler::analyse::{Alike, Likeness, Picks, Root, Sort};
use grundy_compiler::ir::{
    Binder, Builtin, Expr, ExprKind, GraphFunction as F, Kind, KindId, Local, Pattern,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Game;
use super::scope::Scope;

/// What is proved of the positions of a kind with one set of vertices.
#[derive(Clone, Debug)]
pub(super) struct Likes {
    /// The field that is the set.
    pub set: usize,
    graph: Root,
    likeness: Likeness,
    picks: Option<Picks>,
}

impl Likes {
    /// What is proved of each kind.
    pub fn of(plan: &Plan) -> Vec<Option<Likes>> {
        let alike = plan.analysis.alike.iter().zip(&plan.analysis.picks);
        alike.map(|(alike, picks)| Likes::of_kind(alike.as_ref()?, *picks)).collect()
    }

    fn of_kind(alike: &Alike, picks: Option<Picks>) -> Option<Likes> {
        let mut sorts = alike.fields.iter().enumerate().filter(|(_, sort)| **sort != Sort::Plain);
        let (Some((set, sort)), None) = (sorts.next(), sorts.next()) else { return None };
        let one_set = matches!(sort, Sort::Set(member) if **member == Sort::Vertex);
        let Alike { graph, likeness, .. } = *alike;
        one_set.then_some(Likes { set, graph, likeness, picks })
    }
}

impl Game<'_> {
    /// The graph that a param or `let` is.
    fn graph(&self, root: Root) -> TokenStream {
        match root {
            Root::Param(param) => {
                let name = &self.params[param.index()];
                quote!(&self.#name)
            }
            Root::Let(global) => {
                let name = self.need_let(global);
                quote!(self.#name()?)
            }
        }
    }

    /// The set that stands for all with the same game tree, if anything is proved of them.
    fn representative(&self, set: &Ident, id: KindId) -> Option<TokenStream> {
        let likes = self.likes[id.index()].as_ref()?;
        let graph = self.graph(likes.graph);
        Some(match likes.likeness {
            Likeness::Shape => quote!(rt::of_shape(#graph, #set)?),
            Likeness::Automorphism => quote!(rt::of_orbit(#graph, #set)?),
        })
    }

    /// A statement that puts this set in the place of the one of a position.
    pub(super) fn represent(&self, scope: &Scope, id: KindId) -> TokenStream {
        let Some(likes) = &self.likes[id.index()] else {
            return TokenStream::new();
        };
        let set = scope.name(likes.set.into());
        let representative = self.representative(set, id);
        quote!(#set = #representative;)
    }

    /// Statements that add the components of the set of a position, each in normal form, and return;
    /// if that is all that `equals` says.
    pub(super) fn split(&self, scope: &Scope, id: KindId) -> Option<TokenStream> {
        let (graph, set, part) = self.falls_apart(id)?;
        let (graph, name) = (scope.argument(graph), scope.name(set));
        let part = scope.name(part);
        let names = self.field_names(scope, id);
        let stored = names.iter().zip(self.fields(id)).map(|(name, shape)| shape.store(name));
        let built = self.variants[id.index()].with(stored);
        let super::Arguments { copies, into, .. } = &self.arguments;
        let component = self.representative(part, id).unwrap_or_else(|| quote!(#part));
        let picks = self.likes[id.index()].as_ref().and_then(|likes| likes.picks);
        let all = match picks {
            Some(Picks::Pairs) => quote!(&rt::joined(#graph, &#name)?),
            _ => quote!(&#name),
        };
        Some(quote! {
            for #part in rt::each_component(#graph, #all)? {
                let #name = #component;
                #into.component(#built, #copies);
            }
            return rt::Ok(());
        })
    }

    /// Whether some kind is brought into normal form step by step.
    pub fn needs_steps(&self) -> bool {
        let mut kinds = self.spec.kinds.iter().enumerate();
        kinds.any(|(at, kind)| !kind.equals.is_empty() && self.falls_apart(at.into()).is_none())
    }

    /// The graph, the set and the variable of a component, if all that is said of a position is that it
    /// equals the sum of those that have a component of the set in its place.
    fn falls_apart(&self, id: KindId) -> Option<(&Expr, Local, Local)> {
        let (graph, set, part) = falls_apart(&self.spec.kinds[id.index()], id)?;
        let likes = self.likes[id.index()].as_ref();
        likes.is_none_or(|likes| likes.set == set.index()).then_some((graph, set, part))
    }

    /// The method that lists the options of positions that fall apart many at a time.
    fn ranked(&self) -> TokenStream {
        let arms = self.spec.kinds.iter().enumerate().filter_map(|(at, kind)| {
            let (id, likes) = (KindId::from(at), self.likes[at].as_ref()?);
            let sets = likes.likeness == Likeness::Shape && kind.fields.len() == 1;
            (sets && self.falls_apart(id).is_some()).then(|| self.ranked_arm(id, likes))
        });
        let arms: Vec<TokenStream> = arms.collect();
        if arms.is_empty() {
            return TokenStream::new();
        }
        let position = &self.position;
        let others = (arms.len() < self.spec.kinds.len()).then(|| quote!(_ => false,));
        quote! {
            fn ranked_options(
                &self,
                position: &#position,
                options: &mut rt::Options<#position>,
            ) -> rt::Result<()> {
                let done = match position { #(#arms)* #others };
                if done { rt::Ok(()) } else { self.moves::<true>(position, options) }
            }
        }
    }

    /// The arm that does so for positions that are a set alone.
    fn ranked_arm(&self, id: KindId, likes: &Likes) -> TokenStream {
        let (variant, field) = (&self.variants[id.index()], &self.fields(id)[0]);
        let pattern = variant.with([quote!(set)]);
        let set = field.set(&quote!(set));
        let built = variant.with([field.store(&format_ident!("set"))]);
        let others = (self.spec.kinds.len() > 1).then(|| quote!(_ => rt::None,));
        let (graph, position) = (self.graph(likes.graph), &self.position);
        let pairs = likes.picks == Some(Picks::Pairs);
        quote! {
            #pattern => {
                let apart = rt::Apart {
                    graph: #graph,
                    pairs: #pairs,
                    set: |position: &#position| match position {
                        #pattern => rt::Some(rt::Clone::clone(#set)),
                        #others
                    },
                    of: |set: rt::IntSet| -> rt::Result<#position> { rt::Ok(#built) },
                };
                apart.options(#set, options, |options| self.moves::<false>(position, options))?
            }
        }
    }

    /// The methods of the plan that say which positions fall apart, and what is known of these.
    pub fn asking(&self) -> TokenStream {
        let shape = |likes: &Likes| likes.likeness == Likeness::Shape;
        if !self.likes.iter().flatten().any(shape) {
            return TokenStream::new();
        }
        let position = &self.position;
        let each = || {
            let likes = self.likes.iter().enumerate();
            likes.filter_map(|(at, likes)| Some((KindId::from(at), likes.as_ref()?)))
        };
        let arm = |id: KindId, likes: &Likes, then: &dyn Fn(TokenStream) -> TokenStream| {
            let names: Vec<_> = (0..self.fields(id).len())
                .map(|at| if at == likes.set { quote!(set) } else { quote!(_) })
                .collect();
            let pattern = self.variants[id.index()].with(names);
            let set = self.fields(id)[likes.set].set(&quote!(set));
            let then = then(set);
            quote!(#pattern => #then,)
        };
        let others = |then: TokenStream| {
            let all = each().count() == self.spec.kinds.len();
            (!all).then(|| quote!(_ => #then,))
        };
        let sizes: Vec<_> =
            each().map(|(id, likes)| arm(id, likes, &|set| quote!(rt::size_of(#set)))).collect();
        let no_size = others(quote!(0));
        let lost: Vec<_> = each()
            .filter(|(_, likes)| likes.picks.is_some())
            .map(|(id, likes)| {
                let graph = self.graph(likes.graph);
                arm(id, likes, &|set| quote!(rt::mirrored(#graph, #set)))
            })
            .collect();
        let proved = (!lost.is_empty()).then(|| {
            let rest = (lost.len() < self.spec.kinds.len()).then(|| quote!(_ => rt::Ok(rt::None),));
            quote! {
                fn proved(&self, position: &#position) -> rt::Result<rt::Option<rt::Nimber>> {
                    match position { #(#lost)* #rest }
                }
            }
        });
        let ranked = self.ranked();
        quote! {
            fn falls_apart(&self) -> bool { true }

            #ranked

            fn effort(&self, position: &#position) -> u64 {
                match position { #(#sizes)* #no_size }
            }

            #proved
        }
    }
}

/// The same by the words of the rules alone.
fn falls_apart(kind: &Kind, id: KindId) -> Option<(&Expr, Local, Local)> {
    let [equals] = kind.equals.as_slice() else { return None };
    let plain = kind.ends.is_empty() && kind.symmetric.is_empty() && kind.condition.is_none();
    if !plain || equals.when.is_some() {
        return None;
    }
    let ExprKind::SumOf(body, binders) = &equals.sum.kind else { return None };
    let [Binder::In(Pattern::Local(part), collection)] = binders.as_slice() else { return None };
    let ExprKind::Component(kind, args) = &body.kind else { return None };
    let ExprKind::Builtin(Builtin::Graph(F::Components), of) = &collection.kind else {
        return None;
    };
    let [graph, set] = of.as_slice() else { return None };
    let ExprKind::Local(set) = set.kind else { return None };
    let stay = args.iter().enumerate().all(|(at, arg)| {
        let wanted = if at == set.index() { part.index() } else { at };
        matches!(arg.kind, ExprKind::Local(local) if local.index() == wanted)
    });
    let known = matches!(graph.kind, ExprKind::Param(_) | ExprKind::Global(_));
    (*kind == id && stay && known && set.index() < args.len()).then_some((graph, set, *part))
}
