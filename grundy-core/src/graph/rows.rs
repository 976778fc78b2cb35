//! Adjacency as one mask for each vertex, and what can be told from it alone.

use super::mask::Mask;

/// The neighbours of each vertex as a mask.
///
/// Sets given to its functions must hold vertices of the graph only.
///
/// ```
/// use grundy_core::graph::{Graph, Rows};
///
/// let rows: Rows<u64> = Graph::path(5)?.rows().expect("five vertices fit into 64 bits");
/// assert_eq!(rows.neighbours(2), 0b01010);
/// assert_eq!(rows.components(0b11011), [0b00011, 0b11000]);
/// # Ok::<(), grundy_core::graph::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rows<M> {
    /// Where the arcs from each vertex lead.
    out: Vec<M>,
    /// Where the arcs to each vertex come from; empty when every edge leads both ways.
    into: Vec<M>,
}

impl<M: Mask> Rows<M> {
    /// From the arcs of a directed graph or the edges of an undirected one.
    pub(super) fn new(
        order: usize,
        directed: bool,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Rows<M> {
        let mut out = vec![M::default(); order];
        let mut into = vec![M::default(); if directed { order } else { 0 }];
        for (from, to) in edges {
            out[from] = out[from] | M::one(to);
            let back = if directed { &mut into } else { &mut out };
            back[to] = back[to] | M::one(from);
        }
        Rows { out, into }
    }

    /// How many vertices there are.
    pub fn order(&self) -> usize {
        self.out.len()
    }

    /// All vertices.
    pub fn all(&self) -> M {
        M::below(self.order())
    }

    /// The vertices that an edge or arc leads to from this one.
    pub fn neighbours(&self, vertex: usize) -> M {
        self.out[vertex]
    }

    /// The vertices from which an edge or arc leads to this one.
    pub fn predecessors(&self, vertex: usize) -> M {
        *self.into.get(vertex).unwrap_or(&self.out[vertex])
    }

    /// The vertex and its neighbours.
    pub fn closed_neighbours(&self, vertex: usize) -> M {
        self.out[vertex] | M::one(vertex)
    }

    /// The vertices joined with this one, whichever way an arc between them leads.
    fn joined(&self, vertex: usize) -> M {
        self.out[vertex] | self.predecessors(vertex)
    }

    /// Whether every edge leads both ways.
    pub fn is_undirected(&self) -> bool {
        self.into.is_empty()
    }

    /// The edges `(a, b)` with a < b of an undirected graph, or the arcs of a directed one, with
    /// both ends in `within`, in ascending order.
    pub fn edges(&self, within: M) -> impl Iterator<Item = (usize, usize)> + '_ {
        within.vertices().flat_map(move |from| {
            let to = (self.out[from] & within).vertices();
            to.filter(move |&to| from < to || !self.is_undirected()).map(move |to| (from, to))
        })
    }

    /// The vertices of `within` that can be reached from `vertex`, a member of it, inside of it;
    /// the direction of arcs does not matter.
    pub fn component(&self, within: M, vertex: usize) -> M {
        let mut reached = M::one(vertex);
        let mut fresh = reached;
        while !fresh.is_empty() {
            let next = fresh.vertices().fold(M::default(), |next, v| next | self.joined(v));
            fresh = (next & within).without(reached);
            reached = reached | fresh;
        }
        reached
    }

    /// The components of the subgraph induced by `within`, by their least vertex; the direction
    /// of arcs does not matter.
    pub fn components(&self, within: M) -> Vec<M> {
        let mut rest = within;
        let mut components = Vec::new();
        while let Some(vertex) = rest.least() {
            let component = self.component(rest, vertex);
            rest = rest.without(component);
            components.push(component);
        }
        components
    }

    /// The sets of vertices at distance 0, 1, 2, ... from `vertex` along edges and arcs inside of
    /// `within`.
    pub fn layers(&self, within: M, vertex: usize) -> Vec<M> {
        let mut layers = vec![M::one(vertex)];
        let mut reached = layers[0];
        loop {
            let last = layers[layers.len() - 1];
            let next = last.vertices().fold(M::default(), |next, v| next | self.out[v]);
            let next = (next & within).without(reached);
            if next.is_empty() {
                return layers;
            }
            reached = reached | next;
            layers.push(next);
        }
    }

    /// The length of a shortest path along edges and arcs, if there is one.
    pub fn distance(&self, from: usize, to: usize) -> Option<usize> {
        self.layers(self.all(), from).iter().position(|layer| layer.has(to))
    }

    /// The subgraph induced by `within`, its vertices numbered anew in their order.
    pub fn induced(&self, within: M) -> Rows<M> {
        let mut place = vec![0; self.order()];
        for (at, vertex) in within.vertices().enumerate() {
            place[vertex] = at;
        }
        let renumbered = |row: M| M::of((row & within).vertices().map(|vertex| place[vertex]));
        let rows = |rows: &[M]| within.vertices().map(|v| renumbered(rows[v])).collect();
        let into = if self.is_undirected() { Vec::new() } else { rows(&self.into) };
        Rows { out: rows(&self.out), into }
    }

    /// The same graph in masks of another width, if its vertices have room in them.
    pub fn widened<N: Mask>(&self) -> Option<Rows<N>> {
        if self.order() > N::CAPACITY {
            return None;
        }
        let rows = |rows: &[M]| rows.iter().map(|row| N::of(row.vertices())).collect();
        Some(Rows { out: rows(&self.out), into: rows(&self.into) })
    }
}
