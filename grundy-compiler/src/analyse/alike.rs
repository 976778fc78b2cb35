//! Positions that are the same but for where they lie in a graph.
//!
//! A renaming takes vertices to vertices. If every construct of the rules gives the renamed value
//! for renamed arguments, a position and its renamed copy have the same game tree. Which renamings
//! that may be decides which constructs are allowed:
//!
//! - [`Likeness::Automorphism`]: the renamings of a graph that keep its edges. Every function of the
//!   graph alone is allowed, a vertex by its number is not.
//! - [`Likeness::Shape`]: the isomorphisms between the subgraphs that two sets of vertices induce.
//!   Only what lies inside of the set is allowed: of neighbours only which of them are members.
//!
//! Each expression has a [`Sort`], which says what a renaming does to its value. An expression
//! without a sort proves nothing. What depends on the order in which vertices are run through, as
//! `first` does, has none.

use crate::ir::{
    Builtin, Domain, ExprKind, GraphFunction as F, Kind, KindId, LetId, ParamId, Spec,
};

use super::sorts::{Env, Sort, Sorts};

/// Which positions of a kind have the same game tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The graph in which its sets and vertices lie.
    pub graph: Root,
    /// Which renamings of vertices lead from one position to another like it.
    pub likeness: Likeness,
    /// What a renaming does to each field.
    pub fields: Vec<Sort>,
}

/// Where a graph comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// A param.
    Param(ParamId),
    /// A top-level `let`.
    Let(LetId),
}

/// Renamings of vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// Automorphisms of the graph.
    Automorphism,
    /// Isomorphisms between the subgraphs that sets of vertices induce.
    Shape,
}

/// What is proved of each kind, in their order.
pub(super) fn alike(spec: &Spec) -> Vec<Option<Alike>> {
    let mut found: Vec<Option<Alike>> = vec![None; spec.kinds.len()];
    for likeness in [Likeness::Shape, Likeness::Automorphism] {
        let mut held: Vec<Option<Alike>> =
            spec.kinds.iter().map(|kind| candidate(kind, likeness)).collect();
        // A kind falls with the kinds it leads to, until all that is left stands.
        loop {
            let stands: Vec<bool> =
                (0..held.len()).map(|at| stands(spec, KindId::from(at), &held)).collect();
            let before = held.iter().flatten().count();
            for (held, stands) in held.iter_mut().zip(stands) {
                *held = held.take().filter(|_| stands);
            }
            if held.iter().flatten().count() == before {
                break;
            }
        }
        for (found, held) in found.iter_mut().zip(held) {
            *found = found.take().or(held);
        }
    }
    found
}

/// What would have to be proved of a kind with vertices of one graph in its fields.
fn candidate(kind: &Kind, likeness: Likeness) -> Option<Alike> {
    let roots: Vec<(Root, Sort)> =
        kind.fields.iter().filter_map(|field| of_domain(&field.domain)).collect();
    let (graph, _) =
        *roots.first().map(|(root, sort)| (root, sort)).map(|(r, s)| (*r, s)).as_ref()?;
    let fields: Vec<Sort> = kind
        .fields
        .iter()
        .map(|field| of_domain(&field.domain).map_or(Sort::Plain, |(_, sort)| sort))
        .collect();
    let one_graph = roots.iter().all(|(root, _)| *root == graph);
    let one_set = roots.len() == 1 && roots[0].1 == Sort::vertices();
    (one_graph && (one_set || likeness == Likeness::Automorphism)).then_some(Alike {
        graph,
        likeness,
        fields,
    })
}

/// The graph and the sort of a domain of vertices.
pub(super) fn of_domain(domain: &Domain) -> Option<(Root, Sort)> {
    match domain {
        Domain::Int { high: Some((high, false)), .. } => match &high.kind {
            ExprKind::Builtin(Builtin::Graph(F::Order), args) => match args[0].kind {
                ExprKind::Param(param) => Some((Root::Param(param), Sort::Vertex)),
                ExprKind::Global(global) => Some((Root::Let(global), Sort::Vertex)),
                _ => None,
            },
            _ => None,
        },
        Domain::Set(member) => of_domain(member).map(|(root, sort)| (root, Sort::set(sort))),
        _ => None,
    }
}

/// Whether the rules of a kind keep what is claimed of it, if the others keep theirs.
fn stands(spec: &Spec, kind: KindId, held: &[Option<Alike>]) -> bool {
    let Some(alike) = &held[kind.index()] else {
        return false;
    };
    let kind = &spec.kinds[kind.index()];
    let mut sorts = Sorts::new(spec, alike, held);
    let mut env: Env = alike.fields.iter().cloned().map(Some).collect();
    env.resize(kind.frame.names.len(), None);
    sorts.kind(kind, &mut env).is_some()
}
