//! Graphs by name, from edges, and boards.

use super::rows::Rows;
use super::{Graph, GraphError, MAX_ORDER};

/// The number of vertices, if a graph has room for them.
fn fits(order: Option<usize>) -> Result<usize, GraphError> {
    order.filter(|&order| order <= MAX_ORDER).ok_or(GraphError::TooLarge)
}

fn at_least(least: usize, n: usize) -> Result<(), GraphError> {
    if n < least { Err(GraphError::TooSmall(least)) } else { Ok(()) }
}

impl Graph {
    /// The undirected graph with these edges; one that is given twice counts once.
    ///
    /// # Errors
    /// When there are too many vertices, an end is no vertex, or an edge is a loop.
    pub fn from_edges(order: usize, edges: &[(usize, usize)]) -> Result<Graph, GraphError> {
        Graph::from_pairs(order, false, edges)
    }

    /// The directed graph with these arcs; one that is given twice counts once.
    ///
    /// # Errors
    /// When there are too many vertices, an end is no vertex, or an arc is a loop.
    pub fn from_arcs(order: usize, arcs: &[(usize, usize)]) -> Result<Graph, GraphError> {
        Graph::from_pairs(order, true, arcs)
    }

    fn from_pairs(
        order: usize,
        directed: bool,
        pairs: &[(usize, usize)],
    ) -> Result<Graph, GraphError> {
        fits(Some(order))?;
        for &(a, b) in pairs {
            if let Some(&vertex) = [a, b].iter().find(|&&end| end >= order) {
                return Err(GraphError::NoVertex { vertex, order });
            }
            if a == b {
                return Err(GraphError::Loop(a));
            }
        }
        Ok(Graph::new(Rows::new(order, directed, pairs.iter().copied())))
    }

    fn undirected(order: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
        Graph::new(Rows::new(order, false, edges))
    }

    /// The path 0 - 1 - ... - (n - 1).
    ///
    /// # Errors
    /// When it would be too large.
    pub fn path(n: usize) -> Result<Graph, GraphError> {
        fits(Some(n))?;
        let edges = (1..n).map(|v| (v - 1, v));
        Ok(Graph::undirected(n, edges).named(format!("path({n})")))
    }

    /// The cycle 0 - 1 - ... - (n - 1) - 0.
    ///
    /// # Errors
    /// When it would be too large, or n < 3.
    pub fn cycle(n: usize) -> Result<Graph, GraphError> {
        at_least(3, fits(Some(n))?)?;
        let edges = (0..n).map(|v| (v, (v + 1) % n));
        Ok(Graph::undirected(n, edges).named(format!("cycle({n})")))
    }

    /// Every two of n vertices joined.
    ///
    /// # Errors
    /// When it would be too large.
    pub fn complete(n: usize) -> Result<Graph, GraphError> {
        fits(Some(n))?;
        let edges = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
        Ok(Graph::undirected(n, edges).named(format!("complete({n})")))
    }

    /// The star K_(1,n): the hub 0 joined with n leaves.
    ///
    /// # Errors
    /// When it would be too large.
    pub fn star(n: usize) -> Result<Graph, GraphError> {
        let order = fits(n.checked_add(1))?;
        Ok(Graph::undirected(order, (1..=n).map(|v| (0, v))).named(format!("star({n})")))
    }

    /// The hub 0 joined with each vertex of a cycle of n, the rim 1, ..., n.
    ///
    /// # Errors
    /// When it would be too large, or n < 3.
    pub fn wheel(n: usize) -> Result<Graph, GraphError> {
        let order = fits(n.checked_add(1))?;
        at_least(3, n)?;
        let edges = (1..=n).flat_map(|v| [(0, v), (v, v % n + 1)]);
        Ok(Graph::undirected(order, edges).named(format!("wheel({n})")))
    }

    /// Every vertex of 0, ..., a - 1 joined with every one of a, ..., a + b - 1.
    ///
    /// # Errors
    /// When it would be too large.
    pub fn complete_bipartite(a: usize, b: usize) -> Result<Graph, GraphError> {
        let order = fits(a.checked_add(b))?;
        let edges = (0..a).flat_map(|v| (a..order).map(move |w| (v, w)));
        Ok(Graph::undirected(order, edges).named(format!("complete_bipartite({a}, {b})")))
    }

    /// The vertices of a cube in d dimensions, those joined that differ in one bit.
    ///
    /// # Errors
    /// When it would be too large.
    pub fn hypercube(d: usize) -> Result<Graph, GraphError> {
        let order = fits(u32::try_from(d).ok().and_then(|d| 1_usize.checked_shl(d)))?;
        let edges = (0..order).flat_map(|v| (0..d).map(move |bit| (v, v ^ 1 << bit)));
        Ok(Graph::undirected(order, edges).named(format!("hypercube({d})")))
    }

    /// Petersen's graph: the cycle 0, ..., 4, joined with 5, ..., 9, which form a pentagram.
    pub fn petersen() -> Graph {
        let edges = (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)]);
        Graph::undirected(10, edges).named("petersen")
    }

    /// The squares of a board, row by row, each joined with those beside, above and below it.
    ///
    /// # Errors
    /// When it would be too large.
    pub fn grid(rows: usize, columns: usize) -> Result<Graph, GraphError> {
        let graph = on_board(rows, columns, |down, right| down + right == 1)?;
        Ok(graph.named(format!("grid({rows}, {columns})")))
    }

    /// The squares of a board, row by row, those joined between which a king moves.
    ///
    /// # Errors
    /// When it would be too large.
    pub fn king(rows: usize, columns: usize) -> Result<Graph, GraphError> {
        let graph = on_board(rows, columns, |down, right| down.max(right) == 1)?;
        Ok(graph.named(format!("king({rows}, {columns})")))
    }

    /// The squares of an n x n board, row by row, those joined between which a queen moves.
    ///
    /// # Errors
    /// When it would be too large.
    pub fn queens(n: usize) -> Result<Graph, GraphError> {
        let graph = on_board(n, n, |down, right| down == 0 || right == 0 || down == right)?;
        Ok(graph.named(format!("queens({n})")))
    }

    /// A grid with holes: `.` is a square, `#` a hole, and blanks or `/` end a row. The vertices
    /// are the squares, row by row.
    ///
    /// ```
    /// use grundy_core::graph::Graph;
    ///
    /// let board = Graph::board("..#. ....")?;
    /// assert_eq!(board.order(), 7);
    /// assert_eq!((board.row(2), board.column(2)), (Some(0), Some(3)));
    /// assert!(board.adjacent(2, 6) && !board.adjacent(1, 2));
    /// # Ok::<(), grundy_core::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// When it would be too large, or holds another character.
    pub fn board(text: &str) -> Result<Graph, GraphError> {
        let mut squares = Vec::new();
        let ends_row = |c: char| c == '/' || c.is_whitespace();
        for (row, line) in text.split(ends_row).filter(|line| !line.is_empty()).enumerate() {
            for (column, square) in line.chars().enumerate() {
                match square {
                    '.' => squares.push((row, column)),
                    '#' => {}
                    other => return Err(GraphError::Board(other)),
                }
            }
        }
        let graph = joined(&squares, |down, right| down + right == 1)?;
        let lines: Vec<&str> = text.split(ends_row).filter(|line| !line.is_empty()).collect();
        Ok(graph.named(format!("board(\"{}\")", lines.join(" "))))
    }
}

fn on_board(
    rows: usize,
    columns: usize,
    joins: impl Fn(usize, usize) -> bool,
) -> Result<Graph, GraphError> {
    fits(rows.checked_mul(columns))?;
    let squares: Vec<(usize, usize)> = if columns == 0 {
        Vec::new()
    } else {
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
    };
    joined(&squares, joins)
}

/// The squares at these places, those joined whose distances down and to the right fit.
fn joined(
    squares: &[(usize, usize)],
    joins: impl Fn(usize, usize) -> bool,
) -> Result<Graph, GraphError> {
    fits(Some(squares.len()))?;
    let mut cells = Vec::with_capacity(squares.len());
    for &(row, column) in squares {
        let place = (u16::try_from(row).ok()).zip(u16::try_from(column).ok());
        cells.push(place.ok_or(GraphError::TooLarge)?);
    }
    let mut edges = Vec::new();
    for (b, &(row, column)) in squares.iter().enumerate() {
        for (a, &(above, left)) in squares[..b].iter().enumerate() {
            if joins(row - above, column.abs_diff(left)) {
                edges.push((a, b));
            }
        }
    }
    Ok(Graph::undirected(squares.len(), edges).on_cells(cells))
}
