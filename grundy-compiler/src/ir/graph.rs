//! The functions of the language that are about graphs.

/// A function about graphs; sets and vertices are those of the graph that is given with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFunction {
    /// `path(n)`
    Path,
    /// `cycle(n)`
    Cycle,
    /// `complete(n)`
    Complete,
    /// `star(n)`
    Star,
    /// `wheel(n)`
    Wheel,
    /// `hypercube(d)`
    Hypercube,
    /// `queens(n)`
    Queens,
    /// `grid(r, c)`
    Grid,
    /// `king(r, c)`
    King,
    /// `complete_bipartite(a, b)`
    CompleteBipartite,
    /// `graph(n, PAIRS)`
    Undirected,
    /// `digraph(n, PAIRS)`
    Directed,
    /// `graph6("...")`
    Graph6,
    /// `board("..# ...")`
    Board,
    /// How many vertices there are: the end of the domain `vertex`.
    Order,
    /// `vertices(g)`
    Vertices,
    /// `edges(g)`, `edges(g, S)`
    Edges,
    /// `neighbours(g, v)`
    Neighbours,
    /// `closed_neighbours(g, v)`
    ClosedNeighbours,
    /// `degree(g, v)`
    Degree,
    /// `adjacent(g, a, b)`
    Adjacent,
    /// `components(g, S)`
    Components,
    /// `component(g, S, v)`
    Component,
    /// `distance(g, a, b)`
    Distance,
    /// `row(g, v)`
    Row,
    /// `col(g, v)`
    Column,
    /// `canonical(g, S)`: the set.
    Canonical,
    /// `canonical(g)`: the graph.
    CanonicalGraph,
    /// `induced_paths(k)`: a convexity.
    InducedPaths,
    /// `interval(C, g, S)`
    Interval,
    /// `hull(C, g, S)`
    Hull,
    /// `delete_vertex(g, v)`
    DeleteVertex,
    /// `delete_edge(g, a, b)`
    DeleteEdge,
    /// `contract(g, a, b)`
    Contract,
    /// `subgraph(g, S)`
    Subgraph,
}
