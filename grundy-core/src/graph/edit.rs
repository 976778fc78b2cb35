//! Graphs that lose a vertex or an edge.

use super::mask::Mask;
use super::rows::Rows;
use super::{Graph, GraphError};

impl Graph {
    fn must_have(&self, vertex: usize) -> Result<(), GraphError> {
        let order = self.order();
        if vertex < order { Ok(()) } else { Err(GraphError::NoVertex { vertex, order }) }
    }

    fn edge_list(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.rows.edges(self.vertices())
    }

    /// The graph without a vertex; the vertices behind it move down by one.
    ///
    /// ```
    /// use grundy_core::graph::Graph;
    ///
    /// assert_eq!(Graph::cycle(5)?.delete_vertex(4)?, Graph::path(4)?);
    /// # Ok::<(), grundy_core::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such vertex.
    pub fn delete_vertex(&self, vertex: usize) -> Result<Graph, GraphError> {
        self.must_have(vertex)?;
        let rest = self.vertices().vertices().filter(|&v| v != vertex);
        Ok(self.induced(Mask::of(rest)))
    }

    /// The subgraph induced by some of its vertices, which are numbered anew in their order. What
    /// is no vertex is left out.
    pub fn induced(&self, vertices: super::VertexSet) -> Graph {
        let vertices = vertices & self.vertices();
        let cells = vertices.vertices().filter_map(|v| self.cells.get(v).copied()).collect();
        Graph::new(self.rows.induced(vertices)).on_cells(cells)
    }

    /// The graph with its vertices in their canonical order: the same for isomorphic graphs.
    ///
    /// ```
    /// use grundy_core::graph::Graph;
    ///
    /// let path = Graph::from_edges(3, &[(0, 2), (0, 1)])?;
    /// assert_eq!(path.canonical(), Graph::path(3)?.canonical());
    /// # Ok::<(), grundy_core::graph::GraphError>(())
    /// ```
    pub fn canonical(&self) -> Graph {
        let mut place = vec![0; self.order()];
        for (at, &vertex) in self.symmetries().order().iter().enumerate() {
            place[vertex] = at;
        }
        let edges = self.edge_list().map(|(a, b)| (place[a], place[b]));
        Graph::new(Rows::new(self.order(), self.is_directed(), edges))
    }

    /// The graph without the edge or arc from `a` to `b`.
    ///
    /// # Errors
    /// When there is no such edge.
    pub fn delete_edge(&self, a: usize, b: usize) -> Result<Graph, GraphError> {
        self.must_have(a)?;
        self.must_have(b)?;
        if !self.adjacent(a, b) {
            return Err(GraphError::NoEdge(a, b));
        }
        let gone = if self.is_directed() { (a, b) } else { (a.min(b), a.max(b)) };
        let edges = self.edge_list().filter(|&edge| edge != gone);
        let rows = Rows::new(self.order(), self.is_directed(), edges);
        Ok(Graph::new(rows).on_cells(self.cells.clone()))
    }

    /// The graph in which the two ends of an edge have become one vertex: the lesser of them. The
    /// vertices behind the greater move down by one; parallel edges become one, loops vanish.
    ///
    /// ```
    /// use grundy_core::graph::Graph;
    ///
    /// assert_eq!(Graph::cycle(5)?.contract(3, 4)?, Graph::cycle(4)?);
    /// # Ok::<(), grundy_core::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such edge.
    pub fn contract(&self, a: usize, b: usize) -> Result<Graph, GraphError> {
        self.must_have(a)?;
        self.must_have(b)?;
        if !self.adjacent(a, b) && !self.adjacent(b, a) {
            return Err(GraphError::NoEdge(a, b));
        }
        let (kept, gone) = (a.min(b), a.max(b));
        let place = |v: usize| match v.cmp(&gone) {
            std::cmp::Ordering::Less => v,
            std::cmp::Ordering::Equal => kept,
            std::cmp::Ordering::Greater => v - 1,
        };
        let edges = self.edge_list().map(|(a, b)| (place(a), place(b))).filter(|(a, b)| a != b);
        Ok(Graph::new(Rows::new(self.order() - 1, self.is_directed(), edges)))
    }
}
