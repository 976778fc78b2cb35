//! Components of sets of vertices by flooding: all neighbours of a set in one step.

use super::images::Images;
use super::lanes;
use super::mask::Mask;
use super::rows::Rows;

/// The neighbours of sets of vertices of a graph with at most 64 vertices, whichever way an arc
/// leads.
///
/// ```
/// use grundy_core::graph::{Flood, Graph};
///
/// let path = Graph::path(6)?;
/// let flood = Flood::new(&path.rows().expect("six vertices fit"));
/// assert_eq!(flood.neighbours(0b001001), 0b010110);
/// assert_eq!(flood.component(0b110111, 0, 0b110111), 0b000111);
/// let mut steps = [[0; 8]];
/// flood.reach(&[[0b111111; 8]], &[[0b000100; 8]], &mut steps);
/// assert_eq!(steps[0][0], 3);
/// # Ok::<(), grundy_core::graph::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Flood {
    all: u64,
    joined: Joined,
}

/// Where edges lead from a set.
#[derive(Clone, Debug)]
enum Joined {
    /// In all edges the numbers of the two ends differ by one of two numbers, as on a grid.
    Two([Apart; 2]),
    /// By one of four numbers.
    Four([Apart; 4]),
    Any(Images),
}

/// The edges whose ends differ by a number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Apart {
    by: u32,
    lower: u64,
    upper: u64,
}

/// Eight sets of vertices, or numbers that belong to them.
pub type Eight = [u64; 8];

impl Apart {
    /// Where edges lead upwards, and downwards, from a set.
    #[inline(always)]
    pub(super) fn ways(self, set: u64) -> [u64; 2] {
        [(set & self.lower) << self.by, (set & self.upper) >> self.by]
    }

    /// From where they lead upwards, and downwards, into a set.
    #[inline(always)]
    pub(super) fn ways_back(self, [above, below]: [u64; 2]) -> [u64; 2] {
        [(above >> self.by) & self.lower, (below << self.by) & self.upper]
    }

    #[inline(always)]
    pub(super) fn across(self, set: u64) -> u64 {
        let [above, below] = self.ways(set);
        above | below
    }
}

impl Flood {
    /// For the graph with these rows.
    pub fn new(rows: &Rows<u64>) -> Flood {
        let joined = |v| rows.neighbours(v) | rows.predecessors(v);
        let mut apart: Vec<Apart> = Vec::new();
        for lower in 0..rows.order() {
            for upper in joined(lower).vertices().filter(|upper| *upper > lower) {
                let by = (upper - lower) as u32;
                let at = apart.iter().position(|apart| apart.by == by).unwrap_or_else(|| {
                    apart.push(Apart { by, ..Apart::default() });
                    apart.len() - 1
                });
                apart[at].lower |= u64::one(lower);
                apart[at].upper |= u64::one(upper);
            }
        }
        let get = |at: usize| apart.get(at).copied().unwrap_or_default();
        let joined = match apart.len() {
            0..=2 => Joined::Two(std::array::from_fn(get)),
            3..=4 => Joined::Four(std::array::from_fn(get)),
            _ => Joined::Any(Images::new(rows.order(), joined)),
        };
        Flood { all: rows.all(), joined }
    }

    /// All vertices.
    pub fn all(&self) -> u64 {
        self.all
    }

    /// The vertices that are joined with a member of the set.
    #[inline]
    pub fn neighbours(&self, set: u64) -> u64 {
        match &self.joined {
            Joined::Two(apart) => apart.iter().fold(0, |all, apart| all | apart.across(set)),
            Joined::Four(apart) => apart.iter().fold(0, |all, apart| all | apart.across(set)),
            Joined::Any(images) => images.of(set),
        }
    }

    /// The component of `vertex`, a member of `within`. Every other component must have a vertex in
    /// `met`: once all of them are reached, there is no other one.
    #[inline]
    pub fn component(&self, within: u64, vertex: usize, met: u64) -> u64 {
        let mut reached = u64::one(vertex);
        loop {
            if met.is_within(reached) {
                return within;
            }
            let next = reached | self.neighbours(reached) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Whether a set has at most one component.
    pub fn is_connected(&self, set: u64) -> bool {
        set.least().is_none_or(|vertex| self.component(set, vertex, set) == set)
    }

    /// For eight sets at a time, what [`component`](Self::component) is for one: the vertices of each
    /// of `within` that can be reached from those of `from`, a component of it or nothing. Every other
    /// component must have a vertex in `met`.
    pub fn components(&self, within: &[Eight], from: &mut [Eight], met: &[Eight]) {
        match &self.joined {
            Joined::Two(apart) => lanes::components(apart, within, from, met),
            Joined::Four(apart) => lanes::components(apart, within, from, met),
            Joined::Any(images) => lanes::components_by(|set| images.of(set), within, from, met),
        }
    }

    /// For eight sets at a time, takes out vertices that make no difference to a game whose moves take
    /// two joined vertices out of the set: those without neighbours, and, where edges lead a few ways
    /// only, some of those all of whose neighbours have a leaf beside them, a vertex joined with
    /// nothing else.
    ///
    /// Proof. Let every neighbour s of v have a leaf other than v; with v and without it, the options
    /// are the same. A move that takes v and s leaves the leaf of s alone, one that takes s and its leaf
    /// leaves v, whose other neighbours still have their leaves: without the lone leaf, and by induction
    /// without v, the same is left. Every other move is there with v and without it; a leaf is only taken
    /// with its neighbour, so what is true of v stays true, and by induction what is left is the same.
    pub fn trim(&self, sets: &mut [Eight]) {
        match &self.joined {
            Joined::Two(apart) => lanes::trim(apart, sets),
            Joined::Four(apart) => lanes::trim(apart, sets),
            Joined::Any(images) => {
                sets.as_flattened_mut().iter_mut().for_each(|set| *set &= images.of(*set));
            }
        }
    }

    /// For eight sets at a time, the length of a longest of the shortest paths inside of each of `within`
    /// that lead from a set to its vertices, as far as they are reached.
    pub fn reach(&self, within: &[Eight], from: &[Eight], steps: &mut [Eight]) {
        match &self.joined {
            Joined::Two(apart) => lanes::reach(apart, within, from, steps),
            Joined::Four(apart) => lanes::reach(apart, within, from, steps),
            Joined::Any(images) => lanes::reach_by(|set| images.of(set), within, from, steps),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    #[test]
    fn components_are_those_of_the_rows() {
        let graphs = [
            Graph::grid(3, 3),
            Graph::king(3, 3),
            Graph::cycle(9),
            Graph::path(8),
            Graph::queens(3),
            Ok(Graph::petersen()),
            Graph::from_arcs(5, &[(0, 1), (1, 2), (2, 0), (3, 2), (4, 1)]),
        ];
        for graph in graphs.map(Result::unwrap) {
            let rows = graph.rows::<u64>().unwrap();
            let flood = Flood::new(&rows);
            for set in 1..=flood.all() {
                let (whole, vertex) = (flood.is_connected(flood.all()), set.least().unwrap());
                let component = rows.component(set, vertex);
                assert_eq!(flood.component(set, vertex, set), component);
                assert_eq!(flood.is_connected(set), component == set);
                // Every component of what is left of a connected graph meets what was taken.
                let met = flood.neighbours(flood.all() & !set) & set;
                assert!(whole);
                if let Some(vertex) = met.least() {
                    assert_eq!(flood.component(set, vertex, met), rows.component(set, vertex));
                }
                let starts: Vec<u64> = (0..8).map(|v| set & 1 << v).collect();
                let mut reached = [std::array::from_fn(|v| starts[v])];
                flood.components(&[[set; 8]], &mut reached, &[[set; 8]]);
                let mut steps = [[0; 8]];
                flood.reach(&[[set; 8]], &[std::array::from_fn(|v| starts[v])], &mut steps);
                for vertex in (0..8).filter(|v| set.has(*v)) {
                    assert_eq!(reached[0][vertex], rows.component(set, vertex));
                    if !graph.is_directed() {
                        assert_eq!(steps[0][vertex] + 1, rows.layers(set, vertex).len() as u64);
                    }
                }
            }
        }
    }

    /// The nimbers of all sets, when a move takes two joined vertices.
    fn pairings(rows: &Rows<u64>) -> Vec<u64> {
        let mut nimbers: Vec<u64> = Vec::new();
        for set in 0..=rows.all() {
            let options =
                rows.edges(set).map(|(a, b)| nimbers[(set & !(1 << a | 1 << b)) as usize]);
            let options: Vec<u64> = options.collect();
            nimbers.push((0..).find(|nimber| !options.contains(nimber)).unwrap());
        }
        nimbers
    }

    #[test]
    fn what_is_trimmed_makes_no_difference() {
        let graphs = [
            Graph::grid(3, 4),
            Graph::grid(2, 6),
            Graph::king(3, 4),
            Graph::path(9),
            Graph::star(7),
            Ok(Graph::petersen()),
        ];
        let mut smaller = 0;
        for graph in graphs.map(Result::unwrap) {
            let rows = graph.rows().unwrap();
            let (flood, nimbers) = (Flood::new(&rows), pairings(&rows));
            for set in 0..=rows.all() {
                let mut trimmed = [[set; 8]];
                flood.trim(&mut trimmed);
                let trimmed = trimmed[0][0];
                assert!(trimmed.is_within(set & flood.neighbours(set)));
                assert_eq!(nimbers[trimmed as usize], nimbers[set as usize], "{graph}: {set:b}");
                smaller += usize::from(trimmed != set & flood.neighbours(set));
            }
        }
        assert!(smaller > 1000);
    }
}
