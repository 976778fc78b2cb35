//! The components of sets of vertices of a graph with at most 64, a set for each lane.

use super::{Flood, Mask};

/// So many sets are divided at a time.
pub const LANES: usize = 64;

/// What is left of the sets, and the components that were found last.
///
/// ```
/// use grundy_core::graph::{Flood, Graph, Parts};
///
/// let flood = Flood::new(&Graph::path(5)?.rows().expect("five vertices fit"));
/// let mut parts = Parts::new(2);
/// (parts.rest[0], parts.rest[1]) = (0b11011, 0b00110);
/// parts.meet(&flood, None);
/// assert!(parts.next(&flood));
/// assert_eq!(parts.found[..2], [0b00011, 0b00110]);
/// assert!(parts.next(&flood));
/// assert_eq!(parts.found[..2], [0b11000, 0]);
/// assert!(!parts.next(&flood));
/// # Ok::<(), grundy_core::graph::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Parts {
    blocks: usize,
    /// What is left.
    pub rest: [u64; LANES],
    /// In every component that is left there is one of these.
    met: [u64; LANES],
    /// The components found last; empty where nothing was left.
    pub found: [u64; LANES],
}

impl Parts {
    /// For so many lanes, at most [`LANES`], with sets that are to be filled in.
    pub fn new(lanes: usize) -> Parts {
        let none = [0; LANES];
        Parts { blocks: lanes.div_ceil(8), rest: none, met: none, found: none }
    }

    /// Takes out what makes no difference where only joined vertices are picked.
    pub fn trim(&mut self, flood: &Flood) {
        flood.trim(&mut self.rest.as_chunks_mut().0[..self.blocks]);
    }

    /// Looks where the components can be met. Of what is left of a connected set, every component
    /// has a neighbour of what was taken: a path from one to the other leaves the component there.
    pub fn meet(&mut self, flood: &Flood, whole: Option<u64>) {
        self.met = self.rest;
        let Some(whole) = whole.filter(|set| set.is_within(flood.all())) else { return };
        if flood.is_connected(whole) {
            let sets = self.met.iter_mut().zip(&self.rest).take(8 * self.blocks);
            for (met, rest) in sets.filter(|(_, rest)| rest.is_within(whole) && **rest != whole) {
                *met = flood.neighbours(whole.without(*rest)) & *rest;
            }
        }
    }

    /// Finds the next component of each; whether there was one.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self, flood: &Flood) -> bool {
        let mut any = 0;
        for lane in 0..8 * self.blocks {
            let set = self.met[lane];
            self.found[lane] = set & set.wrapping_neg();
            any |= set;
        }
        if any == 0 {
            return false;
        }
        let blocks = self.blocks;
        let found = &mut self.found.as_chunks_mut().0[..blocks];
        let (rest, met) = (&self.rest.as_chunks().0[..blocks], &self.met.as_chunks().0[..blocks]);
        flood.components(rest, found, met);
        for lane in 0..8 * blocks {
            self.rest[lane] &= !self.found[lane];
            self.met[lane] &= !self.found[lane];
        }
        true
    }
}

/// Adds to the rank of each lane what `left` of a set is worth as a choice, less for the better ones.
///
/// The sooner a set falls into small components the better. So the first are those that take what lies
/// in the middle, where the farthest vertices are near; of these, those that leave what is long; of these,
/// those in a narrow place, with few neighbours. It is a guess: the order says nothing of the values.
pub fn rank(
    flood: &Flood,
    whole: u64,
    left: &[u64; LANES],
    lanes: usize,
    ranks: &mut [u64; LANES],
) {
    let blocks = lanes.div_ceil(8);
    let taken = left.map(|left| whole & !left);
    let ends = left.map(|left| left & left.wrapping_neg());
    let (mut far, mut long) = ([0; LANES], [0; LANES]);
    let within = [[whole; 8]; LANES / 8];
    let (taken_eights, left_eights) =
        (&taken.as_chunks().0[..blocks], &left.as_chunks().0[..blocks]);
    flood.reach(&within, taken_eights, &mut far.as_chunks_mut().0[..blocks]);
    flood.reach(left_eights, ends.as_chunks().0, &mut long.as_chunks_mut().0[..blocks]);
    for lane in 0..lanes {
        let around = (flood.neighbours(taken[lane]) & left[lane]).count() as u64;
        ranks[lane] += far[lane] << 16 | (64 - long[lane]) << 8 | around;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    #[test]
    fn components_come_one_after_another() {
        let graph = Graph::grid(3, 4).unwrap();
        let rows = graph.rows::<u64>().unwrap();
        let flood = Flood::new(&rows);
        for start in (0..1 << 12).step_by(LANES) {
            for whole in [None, Some(flood.all()), Some(0b1111_0000_1111), Some(0b0110_1111)] {
                let mut parts = Parts::new(LANES);
                parts.rest = std::array::from_fn(|lane| start + lane as u64);
                parts.meet(&flood, whole);
                let mut found: Vec<Vec<u64>> = vec![Vec::new(); LANES];
                while parts.next(&flood) {
                    let sets = parts.found.iter().zip(&mut found).filter(|(set, _)| **set != 0);
                    sets.for_each(|(set, found)| found.push(*set));
                }
                for (lane, mut found) in found.into_iter().enumerate() {
                    found.sort_by_key(|set| set.trailing_zeros());
                    assert_eq!(found, rows.components(start + lane as u64));
                }
            }
        }
    }
}
