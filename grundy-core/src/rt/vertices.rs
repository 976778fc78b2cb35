//! What is asked of the vertices and edges of a graph.

use super::{Graph, IntSet, Result, Set};
use crate::graph::{Convexity, Mask, Rows, VertexSet};
use crate::{Budget, RuleError};

#[cold]
fn no_vertex<T>(graph: &Graph, vertex: i64) -> Result<T> {
    let words = match graph.order() {
        0 => format!("`{graph}` has no vertex {vertex}: it has none"),
        order => format!("`{graph}` has no vertex {vertex}: they are 0..={}", order - 1),
    };
    Err(RuleError::coded("E0721", words))
}

/// What a graph that is otherwise right has not got.
#[cold]
pub(super) fn missing<T>(words: String) -> Result<T> {
    Err(RuleError::coded("E0723", words))
}

#[inline]
pub(super) fn vertex(graph: &Graph, vertex: i64) -> Result<usize> {
    match usize::try_from(vertex) {
        Ok(found) if found < graph.order() => Ok(found),
        _ => no_vertex(graph, vertex),
    }
}

/// A set of vertices of a graph of at most 64.
#[inline]
pub(super) fn mask(rows: &Rows<u64>, graph: &Graph, set: &IntSet) -> Result<u64> {
    match set.mask() {
        Some(mask) if mask.is_within(rows.all()) => Ok(mask),
        _ => vertices_of(graph, set).map(|set| Mask::of(set.vertices())),
    }
}

/// A set of vertices of any graph.
pub(super) fn vertices_of(graph: &Graph, set: &IntSet) -> Result<VertexSet> {
    let members = set.iter().map(|member| vertex(graph, member));
    members.collect::<Result<Vec<usize>>>().map(Mask::of)
}

fn ints(set: VertexSet) -> IntSet {
    IntSet::of(set.vertices().map(int))
}

#[inline]
fn int(number: usize) -> i64 {
    // It counts vertices or edges.
    number as i64
}

/// How many vertices there are.
#[inline]
pub fn order(graph: &Graph) -> i64 {
    int(graph.order())
}

/// All vertices.
#[inline]
pub fn vertices(graph: &Graph) -> IntSet {
    match graph.small() {
        Some(small) => IntSet::of_mask(small.rows().all()),
        None => IntSet::of(0..order(graph)),
    }
}

/// The neighbours of a vertex.
///
/// # Errors
/// When the graph has no such vertex.
#[inline]
pub fn neighbours(graph: &Graph, of: i64) -> Result<IntSet> {
    let of = vertex(graph, of)?;
    Ok(match graph.small() {
        Some(small) => IntSet::of_mask(small.rows().neighbours(of)),
        None => ints(graph.neighbours(of)),
    })
}

/// A vertex and its neighbours.
///
/// # Errors
/// When the graph has no such vertex.
#[inline]
pub fn closed_neighbours(graph: &Graph, of: i64) -> Result<IntSet> {
    let of = vertex(graph, of)?;
    Ok(match graph.small() {
        Some(small) => IntSet::of_mask(small.rows().closed_neighbours(of)),
        None => ints(graph.masks().closed_neighbours(of)),
    })
}

/// How many neighbours a vertex has.
///
/// # Errors
/// When the graph has no such vertex.
pub fn degree(graph: &Graph, of: i64) -> Result<i64> {
    Ok(int(graph.neighbours(vertex(graph, of)?).count()))
}

/// Whether an edge or arc leads from a to b.
///
/// # Errors
/// When one of them is no vertex.
#[inline]
pub fn adjacent(graph: &Graph, a: i64, b: i64) -> Result<bool> {
    Ok(graph.adjacent(vertex(graph, a)?, vertex(graph, b)?))
}

/// The edges or arcs between members of a set.
///
/// # Errors
/// When a member is no vertex.
pub fn edges(graph: &Graph, set: &IntSet) -> Result<Set<(i64, i64)>> {
    each_edge(graph, set).map(|edges| Set::sorted(edges.collect()))
}

/// The same, one after the other and ascending.
///
/// # Errors
/// When a member is no vertex.
#[inline]
pub fn each_edge<'g>(graph: &'g Graph, set: &IntSet) -> Result<Edges<'g>> {
    let none = Edges { small: None, from: 0, at: 0, to: 0, listed: Vec::new().into_iter() };
    Ok(match graph.small() {
        Some(small) => {
            let within = mask(small.rows(), graph, set)?;
            Edges { small: Some((small.rows(), within)), from: within, ..none }
        }
        None => {
            let edges = graph.masks().edges(vertices_of(graph, set)?);
            let edges: Vec<(i64, i64)> = edges.map(|(a, b)| (int(a), int(b))).collect();
            Edges { listed: edges.into_iter(), ..none }
        }
    })
}

/// Edges or arcs, ascending.
pub struct Edges<'g> {
    /// The masks of a small graph, and the set in which both ends lie.
    small: Option<(&'g Rows<u64>, u64)>,
    /// The vertices whose edges have not come, the one whose edges come, and their other ends.
    from: u64,
    at: i64,
    to: u64,
    /// Those of a larger graph.
    listed: std::vec::IntoIter<(i64, i64)>,
}

impl Iterator for Edges<'_> {
    type Item = (i64, i64);

    #[inline]
    fn next(&mut self) -> Option<(i64, i64)> {
        let Some((rows, within)) = self.small else {
            return self.listed.next();
        };
        while self.to == 0 {
            let from = self.from.least()?;
            self.from &= self.from - 1;
            // An edge comes once, with its lesser end first.
            let above = if rows.is_undirected() { u64::MAX << from << 1 } else { u64::MAX };
            (self.at, self.to) = (int(from), rows.neighbours(from) & within & above);
        }
        let to = self.to.trailing_zeros();
        self.to &= self.to - 1;
        Some((self.at, i64::from(to)))
    }
}

/// The components of the subgraph that a set induces.
///
/// # Errors
/// When a member is no vertex.
pub fn components(graph: &Graph, set: &IntSet) -> Result<Set<IntSet>> {
    // They are disjoint and come by their least members, so they ascend.
    Ok(Set::sorted(match graph.small() {
        Some(small) => {
            let components = small.rows().components(mask(small.rows(), graph, set)?);
            components.into_iter().map(IntSet::of_mask).collect()
        }
        None => {
            let components = graph.masks().components(vertices_of(graph, set)?);
            components.into_iter().map(ints).collect()
        }
    }))
}

/// The component of a member of a set.
///
/// # Errors
/// When it is no member, or a member is no vertex.
pub fn component(graph: &Graph, set: &IntSet, of: i64) -> Result<IntSet> {
    let (within, of) = (vertices_of(graph, set)?, vertex(graph, of)?);
    if !within.has(of) {
        return missing(format!("the vertex {of} is not in the set of which it is the component"));
    }
    Ok(ints(graph.masks().component(within, of)))
}

/// The length of a shortest path.
///
/// # Errors
/// When there is no path.
pub fn distance(graph: &Graph, a: i64, b: i64) -> Result<i64> {
    match graph.masks().distance(vertex(graph, a)?, vertex(graph, b)?) {
        Some(distance) => Ok(int(distance)),
        None => missing(format!("no path leads from {a} to {b} in `{graph}`")),
    }
}

fn place(graph: &Graph, place: Option<usize>) -> Result<i64> {
    match place {
        Some(place) => Ok(int(place)),
        None => missing(format!("the graph `{graph}` has no rows and columns")),
    }
}

/// The row of a square.
///
/// # Errors
/// When the graph is no board.
pub fn row(graph: &Graph, of: i64) -> Result<i64> {
    place(graph, graph.row(vertex(graph, of)?))
}

/// The column of a square.
///
/// # Errors
/// When the graph is no board.
pub fn col(graph: &Graph, of: i64) -> Result<i64> {
    place(graph, graph.column(vertex(graph, of)?))
}

/// The set that stands for all to which an automorphism of the graph leads.
///
/// # Errors
/// When a member is no vertex.
pub fn canonical_set(graph: &Graph, set: &IntSet) -> Result<IntSet> {
    let symmetries = graph.symmetries();
    Ok(match graph.small() {
        Some(small) => {
            let set = mask(small.rows(), graph, set)?;
            IntSet::of_mask(symmetries.canonical(small.rows(), set))
        }
        None => ints(symmetries.canonical(graph.masks(), vertices_of(graph, set)?)),
    })
}

/// A set with what lies between two of its members.
///
/// # Errors
/// When a member is no vertex, or the graph is directed.
pub fn interval(convexity: Convexity, graph: &Graph, set: &IntSet) -> Result<IntSet> {
    between(convexity, graph, set, false)
}

/// The least set with all that lies between two of its members.
///
/// # Errors
/// When a member is no vertex, or the graph is directed.
pub fn hull(convexity: Convexity, graph: &Graph, set: &IntSet) -> Result<IntSet> {
    between(convexity, graph, set, true)
}

fn between(convexity: Convexity, graph: &Graph, set: &IntSet, whole: bool) -> Result<IntSet> {
    if graph.is_directed() {
        return missing(format!("the graph `{graph}` is directed, and has no intervals and hulls"));
    }
    let budget = Budget::default();
    let found = match graph.small() {
        Some(small) => {
            let set = mask(small.rows(), graph, set)?;
            let found = small.with_intervals(convexity, |intervals| match whole {
                true => intervals.hull(set, &budget),
                false => intervals.interval(set, &budget),
            });
            found.map(IntSet::of_mask)
        }
        None => {
            let set = vertices_of(graph, set)?;
            let intervals = graph.intervals(convexity).expect("the graph is not directed");
            let found = match whole {
                true => intervals.hull(set, &budget),
                false => intervals.interval(set, &budget),
            };
            found.map(ints)
        }
    };
    Ok(found.expect("a budget without limit is never spent"))
}

/// Whether a pair is an edge, with its lesser end first, or an arc.
///
/// # Errors
/// When it is none.
pub fn is_edge((a, b): (i64, i64), graph: &Graph, name: &'static str) -> Result<()> {
    let ends = usize::try_from(a).ok().zip(usize::try_from(b).ok());
    let joined = ends.is_some_and(|(a, b)| a.max(b) < graph.order() && graph.adjacent(a, b));
    if joined && (a < b || graph.is_directed()) {
        return Ok(());
    }
    let kind = if graph.is_directed() { "an arc" } else { "an edge, its lesser end first," };
    Err(RuleError::outside(format!("{name} must be {kind} of `{graph}`, not ({a}, {b})")))
}
