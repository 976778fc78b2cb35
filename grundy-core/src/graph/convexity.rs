//! Which vertices lie between others: intervals and hulls.

use std::fmt;
use std::sync::OnceLock;

use super::induced_paths::InducedPaths;
use super::mask::Mask;
use super::rows::Rows;
use crate::budget::{Budget, Limit};

/// Which paths count when one asks what lies between two vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Convexity {
    /// Shortest paths.
    Geodesic,
    /// Induced paths: no edge joins two of their vertices that do not follow each other.
    Monophonic,
    /// Induced paths of at most so many edges.
    InducedPaths(usize),
}

impl fmt::Display for Convexity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Convexity::Geodesic => f.write_str("geodesic"),
            Convexity::Monophonic => f.write_str("monophonic"),
            Convexity::InducedPaths(k) => write!(f, "induced_paths({k})"),
        }
    }
}

/// What lies between the vertices of an undirected graph; each pair is looked at once.
///
/// ```
/// use grundy_core::Budget;
/// use grundy_core::graph::{Convexity, Graph, Intervals};
///
/// let rows = Graph::grid(2, 3)?.rows::<u64>().expect("six vertices fit");
/// let between = Intervals::new(rows, Convexity::Geodesic);
/// let corners = 0b100_001;
/// assert_eq!(between.interval(corners, &Budget::default()), Ok(0b111_111));
/// # Ok::<(), grundy_core::graph::GraphError>(())
/// ```
#[derive(Debug)]
pub struct Intervals<M> {
    rows: Rows<M>,
    convexity: Convexity,
    /// For b > a at b (b - 1) / 2 + a the vertices on paths between a and b, the ends included;
    /// none when there is no such path.
    pairs: Vec<OnceLock<M>>,
}

impl<M: Mask> Intervals<M> {
    /// Nothing is found out before it is asked for.
    ///
    /// # Panics
    /// When the graph is directed.
    pub fn new(rows: Rows<M>, convexity: Convexity) -> Intervals<M> {
        assert!(rows.is_undirected(), "intervals are those of undirected graphs");
        let order = rows.order();
        let pairs = (0..order * order.saturating_sub(1) / 2).map(|_| OnceLock::new()).collect();
        Intervals { rows, convexity, pairs }
    }

    /// The adjacency masks of the graph.
    pub fn rows(&self) -> &Rows<M> {
        &self.rows
    }

    /// Which paths count.
    pub fn convexity(&self) -> Convexity {
        self.convexity
    }

    /// The vertices on paths between two different vertices, the ends included; empty when there
    /// is no such path.
    ///
    /// # Errors
    /// When the budget is spent: whether a vertex lies on an induced path is found by a search,
    /// and no fast way is known (it is NP-complete).
    pub fn between(&self, a: usize, b: usize, budget: &Budget) -> Result<M, Limit> {
        let (a, b) = (a.min(b), a.max(b));
        let pair = &self.pairs[b * (b - 1) / 2 + a];
        if let Some(known) = pair.get() {
            return Ok(*known);
        }
        let found = match self.convexity {
            Convexity::Geodesic => self.on_shortest_paths(a, b),
            Convexity::Monophonic => InducedPaths::between(&self.rows, a, b, usize::MAX, budget)?,
            Convexity::InducedPaths(k) => InducedPaths::between(&self.rows, a, b, k, budget)?,
        };
        Ok(*pair.get_or_init(|| found))
    }

    fn on_shortest_paths(&self, a: usize, b: usize) -> M {
        let all = self.rows.all();
        let from_a = self.rows.layers(all, a);
        let Some(length) = from_a.iter().position(|layer| layer.has(b)) else {
            return M::default();
        };
        let from_b = self.rows.layers(all, b);
        (0..=length).fold(M::default(), |on, at| on | from_a[at] & from_b[length - at])
    }

    /// The set with every vertex on a path between two of its members.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn interval(&self, set: M, budget: &Budget) -> Result<M, Limit> {
        self.grown(set, M::default(), budget)
    }

    /// The least set that holds this one and everything between its members.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn hull(&self, set: M, budget: &Budget) -> Result<M, Limit> {
        self.hull_with(M::default(), set, budget)
    }

    /// The hull of `convex` and `more`, where `convex` is its own hull: what lies between two of
    /// its members is not looked at again.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn hull_with(&self, convex: M, more: M, budget: &Budget) -> Result<M, Limit> {
        let (mut old, mut set) = (convex, convex | more);
        while old != set {
            let next = self.grown(set, old, budget)?;
            (old, set) = (set, next);
        }
        Ok(set)
    }

    /// The set with what lies between two members that are not both in `old`.
    fn grown(&self, set: M, old: M, budget: &Budget) -> Result<M, Limit> {
        let mut grown = set;
        for a in set.without(old).vertices() {
            for b in set.vertices() {
                // Of two new members each pair comes once.
                if a < b || old.has(b) {
                    grown = grown | self.between(a, b, budget)?;
                }
            }
        }
        Ok(grown)
    }
}
