//! Graphs and convexities: how they are built, and how graphs lose vertices and edges.

use std::fmt::Display;
use std::sync::Arc;

use super::vertices::{missing, vertex, vertices_of};
use super::{IntSet, Result};
use crate::RuleError;
use crate::graph::{self, Convexity, GraphError};

/// A graph, which is shared by all positions that hold it.
pub type Graph = Arc<graph::Graph>;

/// The graph of an expression that has been evaluated when the code was written.
pub fn built(graph: Result<Graph>) -> Graph {
    graph.expect("the compiler has built it")
}

#[cold]
fn no_graph<T>(why: &dyn Display) -> Result<T> {
    Err(RuleError::coded("E0722", format!("there is no such graph: {why}")))
}

fn made(graph: std::result::Result<graph::Graph, GraphError>) -> Result<Graph> {
    graph.map(Arc::new).or_else(|error| no_graph(&error))
}

/// A number of vertices, rows or columns.
fn number(number: i64) -> Result<usize> {
    usize::try_from(number).or_else(|_| no_graph(&format!("{number} is negative")))
}

macro_rules! families {
    ($($(#[$docs:meta])* $name:ident($($size:ident),*);)*) => {$(
        $(#[$docs])*
        ///
        /// # Errors
        /// When a number is negative, too small or too large.
        pub fn $name($($size: i64),*) -> Result<Graph> {
            made(graph::Graph::$name($(number($size)?),*))
        }
    )*};
}

families! {
    /// The path of n vertices.
    path(n);
    /// The cycle of n vertices.
    cycle(n);
    /// The complete graph of n vertices.
    complete(n);
    /// The star with n leaves.
    star(n);
    /// The wheel with n vertices on its rim.
    wheel(n);
    /// The cube in d dimensions.
    hypercube(d);
    /// The squares of an n x n board, joined as a queen moves.
    queens(n);
    /// The squares of a board, joined with those beside them.
    grid(rows, columns);
    /// The squares of a board, joined as a king moves.
    king(rows, columns);
    /// Every one of a vertices joined with every one of b others.
    complete_bipartite(a, b);
}

/// Petersen's graph.
///
/// # Errors
/// None.
pub fn petersen() -> Result<Graph> {
    Ok(Arc::new(graph::Graph::petersen()))
}

fn pairs(pairs: &[(i64, i64)]) -> Result<Vec<(usize, usize)>> {
    let end = |end: i64| usize::try_from(end).ok();
    let pair = |&(a, b): &(i64, i64)| {
        let words = || format!("vertices are numbered from 0, and there is the pair ({a}, {b})");
        end(a).zip(end(b)).map_or_else(|| no_graph(&words()), Ok)
    };
    pairs.iter().map(pair).collect()
}

/// The undirected graph of n vertices with these edges.
///
/// # Errors
/// When an edge has an end that is no vertex, or joins a vertex with itself.
pub fn graph(n: i64, edges: &[(i64, i64)]) -> Result<Graph> {
    made(graph::Graph::from_edges(number(n)?, &pairs(edges)?))
}

/// The directed graph of n vertices with these arcs.
///
/// # Errors
/// When an arc has an end that is no vertex, or leads from a vertex to itself.
pub fn digraph(n: i64, arcs: &[(i64, i64)]) -> Result<Graph> {
    made(graph::Graph::from_arcs(number(n)?, &pairs(arcs)?))
}

/// The graph with a row and a column for each vertex.
///
/// # Errors
/// That of the graph.
pub fn with_places(plain: Result<Graph>, places: &[(u16, u16)]) -> Result<Graph> {
    plain.map(|plain| Arc::new(graph::Graph::clone(&plain).on_cells(places.to_vec())))
}

/// The graph that a text in the graph6 format says.
///
/// # Errors
/// When it says none.
pub fn graph6(text: &[char]) -> Result<Graph> {
    made(graph::Graph::from_graph6(&text.iter().collect::<String>()))
}

/// The board that a text draws.
///
/// # Errors
/// When there is another sign than those of squares, holes and blanks.
pub fn board(text: &[char]) -> Result<Graph> {
    made(graph::Graph::board(&text.iter().collect::<String>()))
}

/// The convexity of the induced paths of at most k edges.
///
/// # Errors
/// When k is negative.
pub fn induced_paths(k: i64) -> Result<Convexity> {
    match usize::try_from(k) {
        Ok(k) => Ok(Convexity::InducedPaths(k)),
        Err(_) => no_graph(&format!("no path has {k} edges")),
    }
}

/// What is left, or why nothing can be taken away.
fn left(of: &Graph, left: std::result::Result<graph::Graph, GraphError>) -> Result<Graph> {
    left.map(Arc::new).or_else(|error| missing(format!("{error} in `{of}`")))
}

/// The graph without a vertex.
///
/// # Errors
/// When it has no such vertex.
pub fn delete_vertex(of: &Graph, gone: i64) -> Result<Graph> {
    left(of, of.delete_vertex(vertex(of, gone)?))
}

/// The graph without an edge or arc.
///
/// # Errors
/// When it has no such edge.
pub fn delete_edge(of: &Graph, a: i64, b: i64) -> Result<Graph> {
    left(of, of.delete_edge(vertex(of, a)?, vertex(of, b)?))
}

/// The graph in which the ends of an edge have become one vertex.
///
/// # Errors
/// When it has no such edge.
pub fn contract(of: &Graph, a: i64, b: i64) -> Result<Graph> {
    left(of, of.contract(vertex(of, a)?, vertex(of, b)?))
}

/// The subgraph that a set induces, its vertices numbered anew.
///
/// # Errors
/// When a member is no vertex.
pub fn subgraph(of: &Graph, set: &IntSet) -> Result<Graph> {
    Ok(Arc::new(of.induced(vertices_of(of, set)?)))
}

/// The graph with its vertices in their canonical order.
pub fn canonical(of: &Graph) -> Graph {
    Arc::new(of.canonical())
}
