//! Graphs of up to 512 vertices, and games' questions about them.
//!
//! A [`Graph`] is built once: by a [constructor](Graph::grid), from edges or from
//! [graph6](Graph::from_graph6). [`Rows`] are its adjacency masks in the width that a solver
//! wants, `u64`, `u128` or [`VertexSet`]; components, distances and induced subgraphs come from
//! them. [`Intervals`] answer which vertices lie between selected ones, and [`Labelling`] and
//! [`Symmetries`] which sets of vertices look the same.
//!
//! ```
//! use grundy_core::graph::{Graph, Mask, VertexSet};
//!
//! let grid = Graph::grid(3, 4)?;
//! assert_eq!(grid.order(), 12);
//! assert_eq!(grid.neighbours(5), VertexSet::of([1, 4, 6, 9]));
//! assert_eq!(grid.row(5), Some(1));
//! # Ok::<(), grundy_core::graph::GraphError>(())
//! ```

mod build;
mod convexity;
mod edit;
mod flood;
mod graph6;
mod images;
mod induced_paths;
mod labelling;
mod lanes;
mod mask;
mod parts;
mod rows;
mod shapes;
mod small;
mod symmetry;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};

pub use convexity::{Convexity, Intervals};
pub use flood::{Eight, Flood};
pub use labelling::Labelling;
pub use mask::{Mask, Members, VertexSet};
pub use parts::{LANES, Parts, rank};
pub use rows::Rows;
pub use shapes::Shapes;
pub use small::Small;
pub use symmetry::Symmetries;

/// The largest number of vertices of a graph.
pub const MAX_ORDER: usize = VertexSet::CAPACITY;

/// A graph without loops, undirected or directed, of at most [`MAX_ORDER`] vertices 0, 1, 2, ...
///
/// Two graphs are equal when they have the same vertices, the same edges and the same places on a
/// board; how they were built does not matter.
#[derive(Debug)]
pub struct Graph {
    rows: Rows<VertexSet>,
    /// The row and column of each vertex on a board.
    cells: Vec<(u16, u16)>,
    /// How it was built, such as `grid(3, 4)`.
    name: Option<String>,
    intervals: Mutex<Vec<Arc<Intervals<VertexSet>>>>,
    symmetries: OnceLock<Symmetries>,
    shapes: OnceLock<Option<Shapes>>,
    small: OnceLock<Option<Small>>,
}

/// Why there is no such graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// It would have more vertices than [`MAX_ORDER`].
    TooLarge,
    /// There is none with so few vertices: the least number that is needed.
    TooSmall(usize),
    /// An edge has an end that is no vertex of it.
    NoVertex {
        /// The end.
        vertex: usize,
        /// How many vertices there are.
        order: usize,
    },
    /// An edge from a vertex to itself.
    Loop(usize),
    /// Two vertices that no edge joins.
    NoEdge(usize, usize),
    /// Text that is not in the graph6 format: what is wrong with it.
    Graph6(&'static str),
    /// A character that is no square and no hole of a board.
    Board(char),
    /// Every edge would have to lead both ways.
    Directed,
}

impl Graph {
    fn new(rows: Rows<VertexSet>) -> Graph {
        Graph {
            rows,
            cells: Vec::new(),
            name: None,
            intervals: Mutex::default(),
            symmetries: OnceLock::new(),
            shapes: OnceLock::new(),
            small: OnceLock::new(),
        }
    }

    fn named(self, name: impl Into<String>) -> Graph {
        Graph { name: Some(name.into()), ..self }
    }

    pub(crate) fn on_cells(self, cells: Vec<(u16, u16)>) -> Graph {
        Graph { cells, ..self }
    }

    /// How it was built, such as `grid(3, 4)`, if it was built by its name.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// How many vertices there are.
    pub fn order(&self) -> usize {
        self.rows.order()
    }

    /// All vertices.
    pub fn vertices(&self) -> VertexSet {
        self.rows.all()
    }

    /// Whether it has arcs and not edges.
    pub fn is_directed(&self) -> bool {
        !self.rows.is_undirected()
    }

    /// The vertices that an edge or arc leads to from this one.
    pub fn neighbours(&self, vertex: usize) -> VertexSet {
        self.rows.neighbours(vertex)
    }

    /// Whether an edge or arc leads from `a` to `b`.
    pub fn adjacent(&self, a: usize, b: usize) -> bool {
        self.neighbours(a).has(b)
    }

    /// The adjacency masks.
    pub fn masks(&self) -> &Rows<VertexSet> {
        &self.rows
    }

    /// The adjacency masks in another width, if the vertices have room in it.
    pub fn rows<M: Mask>(&self) -> Option<Rows<M>> {
        self.rows.widened()
    }

    /// The row of a vertex, counted from 0, if the graph is a board.
    pub fn row(&self, vertex: usize) -> Option<usize> {
        self.cells.get(vertex).map(|cell| cell.0.into())
    }

    /// The column of a vertex, counted from 0, if the graph is a board.
    pub fn column(&self, vertex: usize) -> Option<usize> {
        self.cells.get(vertex).map(|cell| cell.1.into())
    }

    /// Which vertices lie between others; found out once for each convexity.
    ///
    /// # Errors
    /// [`GraphError::Directed`] for a directed graph.
    pub fn intervals(&self, convexity: Convexity) -> Result<Arc<Intervals<VertexSet>>, GraphError> {
        if self.is_directed() {
            return Err(GraphError::Directed);
        }
        let mut known = self.intervals.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(intervals) = known.iter().find(|known| known.convexity() == convexity) {
            return Ok(intervals.clone());
        }
        let intervals = Arc::new(Intervals::new(self.rows.clone(), convexity));
        known.push(intervals.clone());
        Ok(intervals)
    }

    /// Its automorphisms; found out once.
    pub fn symmetries(&self) -> &Symmetries {
        self.symmetries.get_or_init(|| Symmetries::new(&self.rows))
    }

    /// Which of its sets of vertices look the same wherever they lie; nothing for a graph of more
    /// than 64 vertices.
    pub fn shapes(&self) -> Option<&Shapes> {
        self.shapes.get_or_init(|| Shapes::new(self)).as_ref()
    }

    /// The graph in masks of one word; nothing for a graph of more than 64 vertices.
    #[inline]
    pub fn small(&self) -> Option<&Small> {
        self.small.get_or_init(|| self.rows().map(Small::new)).as_ref()
    }
}

/// The same graph; what was found out about it is found again.
impl Clone for Graph {
    fn clone(&self) -> Graph {
        let graph = Graph::new(self.rows.clone()).on_cells(self.cells.clone());
        Graph { name: self.name.clone(), ..graph }
    }
}

impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        self.rows == other.rows && self.cells == other.cells
    }
}

impl Eq for Graph {}

impl Hash for Graph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rows.hash(state);
        self.cells.hash(state);
    }
}

/// By the number of vertices, then the edges.
impl Ord for Graph {
    fn cmp(&self, other: &Graph) -> Ordering {
        let edges = |graph: &Graph| graph.rows.edges(graph.vertices()).collect::<Vec<_>>();
        (self.order().cmp(&other.order()))
            .then_with(|| self.is_directed().cmp(&other.is_directed()))
            .then_with(|| edges(self).cmp(&edges(other)))
            .then_with(|| self.cells.cmp(&other.cells))
    }
}

impl PartialOrd for Graph {
    fn partial_cmp(&self, other: &Graph) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// How it was built, such as `grid(3, 4)`, or its edges: `graph(3, {(0, 1)})`.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            return f.write_str(name);
        }
        let kind = if self.is_directed() { "digraph" } else { "graph" };
        write!(f, "{kind}({}, {{", self.order())?;
        for (at, (a, b)) in self.rows.edges(self.vertices()).enumerate() {
            write!(f, "{}({a}, {b})", if at > 0 { ", " } else { "" })?;
        }
        f.write_str("})")
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::TooLarge => write!(f, "a graph has at most {MAX_ORDER} vertices"),
            GraphError::TooSmall(least) => write!(f, "the least such graph is that of {least}"),
            GraphError::NoVertex { vertex, order: 0 } => {
                write!(f, "there is no vertex {vertex} in the graph without vertices")
            }
            GraphError::NoVertex { vertex, order } => {
                write!(f, "there is no vertex {vertex}, they are 0..={}", order - 1)
            }
            GraphError::Loop(vertex) => write!(f, "an edge joins the vertex {vertex} to itself"),
            GraphError::NoEdge(a, b) => write!(f, "there is no edge ({a}, {b})"),
            GraphError::Graph6(what) => write!(f, "not in the graph6 format: {what}"),
            GraphError::Board(found) => {
                write!(f, "a board has `.` for a square and `#` for a hole, not `{found}`")
            }
            GraphError::Directed => f.write_str("the graph is directed"),
        }
    }
}

impl std::error::Error for GraphError {}
