//! Sets of vertices in which the second player answers every move by its mirror image.
//!
//! Let positions be sets F of vertices of an undirected graph. Every move picks a vertex v of F and
//! takes v, or v and its neighbours; or it picks two joined vertices of F and takes both. Let s be an
//! automorphism of the subgraph that F induces, its own inverse, such that no vertex is its own image
//! or joined with it. Then the player to move loses.
//!
//! Proof. The second player answers the move that picks P by the one that picks s(P). It is there:
//! s(v) is neither v nor a neighbour of v, so the move did not take it; and of two joined vertices
//! a and b, s(a) is not a, and not b as a is joined with b. As s keeps edges, what is taken by both
//! moves is T and s(T), whatever of it was gone before. What is left is a smaller set which s maps to
//! itself, and s is still as it was. So the second player always has an answer, and sets of vertices
//! do not shrink for ever.
//!
//! For two joined vertices that are taken it is the symmetry play of Cram on boards with two even
//! sides; here it is found in every set that comes up.

use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, GraphFunction as F, Kind, KindId, Local, Move,
    Pattern, Spec,
};

use super::alike::{Alike, Likeness};

/// What the moves of a kind pick out of a set of vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picks {
    /// Two joined vertices, which are taken. So a vertex without neighbours makes no difference.
    Pairs,
    /// Two joined vertices, or one, which is taken alone or with its neighbours.
    Any,
}

/// What the moves of each kind pick, where all are of this form; of their rules a likeness of shapes is
/// proved.
pub(super) fn picks(spec: &Spec, alike: &[Option<Alike>]) -> Vec<Option<Picks>> {
    let kinds = spec.kinds.iter().zip(alike).enumerate();
    kinds
        .map(|(at, (kind, alike))| {
            alike.as_ref().filter(|alike| alike.likeness == Likeness::Shape)?;
            picked(kind, KindId::from(at))
        })
        .collect()
}

fn picked(kind: &Kind, id: KindId) -> Option<Picks> {
    let plain = kind.fields.len() == 1 && kind.ends.is_empty() && kind.condition.is_none();
    let takes = |rule: &Move| rule.guard.is_none() && takes(&rule.binders, &rule.sum, id);
    let pair = |rule: &Move| matches!(rule.binders[0], Binder::In(Pattern::Tuple(_), _));
    (plain && kind.moves.iter().all(takes)).then(|| match kind.moves.iter().all(pair) {
        true => Picks::Pairs,
        false => Picks::Any,
    })
}

/// Whether a move picks as it should, and takes what was picked.
fn takes(binders: &[Binder], sum: &Expr, id: KindId) -> bool {
    let [Binder::In(picked, from)] = binders else { return false };
    let ExprKind::Component(kind, args) = &sum.kind else { return false };
    let [arg] = args.as_slice() else { return false };
    let ExprKind::Binary(BinaryOp::Difference, whole, taken) = &plain(arg).kind else {
        return false;
    };
    *kind == id
        && is_set(whole)
        && match (picked, &plain(from).kind) {
            (Pattern::Local(vertex), _) if is_set(from) => takes_vertex(taken, *vertex),
            (Pattern::Tuple(ends), ExprKind::Builtin(Builtin::Graph(F::Edges), args)) => {
                let [Pattern::Local(a), Pattern::Local(b)] = ends.as_slice() else { return false };
                args.len() == 2 && is_set(&args[1]) && is_list(taken, &[*a, *b])
            }
            _ => false,
        }
}

/// Whether this is a vertex, or it and its neighbours.
fn takes_vertex(taken: &Expr, vertex: Local) -> bool {
    match &plain(taken).kind {
        ExprKind::Builtin(Builtin::Graph(F::ClosedNeighbours), args) => is_local(&args[1], vertex),
        _ => is_list(taken, &[vertex]),
    }
}

/// Whether this is the set of these variables.
fn is_list(set: &Expr, of: &[Local]) -> bool {
    let ExprKind::Set(members) = &plain(set).kind else { return false };
    members.len() == of.len()
        && of.iter().all(|local| members.iter().any(|member| is_local(member, *local)))
}

/// Whether this is the set that is the position.
fn is_set(expr: &Expr) -> bool {
    is_local(expr, Local::from(0))
}

fn is_local(expr: &Expr, local: Local) -> bool {
    matches!(plain(expr).kind, ExprKind::Local(other) if other == local)
}

/// Without what converts it.
fn plain(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Convert(inner) => plain(inner),
        _ => expr,
    }
}
