//! The options of positions that fall apart into components, many at a time.

use super::vertices::mask;
use super::{Graph, IntSet, Options, Result};
use crate::graph::{self, Flood, LANES, Parts};

/// How positions of a kind are sets of vertices, and back.
pub struct Apart<'g, Set, Of> {
    /// The graph in which the sets lie.
    pub graph: &'g Graph,
    /// Whether moves pick pairs of joined vertices alone, so that the others make no difference.
    pub pairs: bool,
    /// The set of a position of the kind.
    pub set: Set,
    /// The position with a set.
    pub of: Of,
}

impl<P, Set, Of> Apart<'_, Set, Of>
where
    Set: Fn(&P) -> Option<IntSet>,
    Of: Fn(IntSet) -> Result<P>,
{
    /// Puts the options of a position behind those that are there, as sums of components that stand for
    /// all of their shape; those come first that leave what falls apart soon. `list` lists them as they
    /// are. Nothing is put in, and `false` is given, when they are not positions of the kind alone.
    ///
    /// # Errors
    /// Those of `list`, or when a set holds what is no vertex.
    pub fn options(
        &self,
        whole: &IntSet,
        options: &mut Options<P>,
        list: impl FnOnce(&mut Options<P>) -> Result<()>,
    ) -> Result<bool> {
        let (Some(small), Some(shapes)) = (self.graph.small(), self.graph.shapes()) else {
            return Ok(false);
        };
        if self.graph.is_directed() {
            return Ok(false);
        }
        let whole = mask(small.rows(), self.graph, whole)?;
        let before = options.len();
        list(options)?;
        let left = (before..options.len()).map(|at| self.left(small, options, at));
        let left: Result<Option<Vec<u64>>> = left.collect();
        options.truncate(before);
        let Some(left) = left? else { return Ok(false) };
        for left in left.chunks(LANES) {
            let found = Found::new(small.flood(), whole, left, self.pairs);
            for part in found.parts() {
                match part {
                    Some(part) => {
                        let of_shape = IntSet::of_mask(shapes.representative(part));
                        options.component((self.of)(of_shape)?, 1);
                    }
                    None => options.finish(),
                }
            }
        }
        Ok(true)
    }

    /// The set that is left by an option, if the option is a position of the kind.
    fn left(&self, small: &graph::Small, options: &Options<P>, at: usize) -> Result<Option<u64>> {
        let option = options.get(at);
        let ([(position, 1)], []) = (option.components(), option.heaps()) else {
            return Ok(None);
        };
        (self.set)(position).map(|set| mask(small.rows(), self.graph, &set)).transpose()
    }
}

/// The components of the sets that some options leave, at most [`LANES`].
struct Found {
    /// The options, the best first: their ranks, and their numbers in the lowest bits.
    order: Vec<u64>,
    /// The first components of all options, the second ones, and so on; empty where there are no more.
    parts: Vec<[u64; LANES]>,
}

impl Found {
    fn new(flood: &Flood, whole: u64, left: &[u64], pairs: bool) -> Found {
        let mut parts = Parts::new(left.len());
        parts.rest[..left.len()].copy_from_slice(left);
        let mut ranks = [0; LANES];
        let within = parts.rest.map(|rest| rest & whole);
        graph::rank(flood, whole, &within, left.len(), &mut ranks);
        let ranked = ranks[..left.len()].iter().zip(0..);
        let mut order: Vec<u64> =
            ranked.map(|(rank, option)| (rank * LANES as u64) | option).collect();
        order.sort_unstable();
        if pairs {
            parts.trim(flood);
        }
        parts.meet(flood, Some(whole));
        let mut found = Found { order, parts: Vec::new() };
        while parts.next(flood) {
            found.parts.push(parts.found);
        }
        found
    }

    /// The components of each option, the best option first, and `None` behind them.
    fn parts(&self) -> impl Iterator<Item = Option<u64>> {
        self.order.iter().flat_map(|ranked| {
            let option = *ranked as usize % LANES;
            let parts = self.parts.iter().map(move |parts| parts[option]).filter(|part| *part != 0);
            parts.map(Some).chain([None])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{each_component, each_edge, grid, joined, of_shape};
    use super::*;

    /// The sets that are left when a domino covers two squares.
    fn dominoes(graph: &Graph, free: &IntSet) -> Vec<IntSet> {
        let edges = each_edge(graph, free).unwrap();
        edges.map(|(a, b)| free.minus(&IntSet::of([a, b]))).collect()
    }

    #[test]
    fn options_are_the_sums_of_their_components() {
        // There are 71 moves on the whole board.
        let board = grid(6, 7).unwrap();
        let whole = IntSet::of(0..42);
        for free in [whole.clone(), whole.minus(&[9, 16, 22, 23, 31].into()), [1, 2, 40].into()] {
            for pairs in [false, true] {
                let apart = Apart {
                    graph: &board,
                    pairs,
                    set: |set: &IntSet| Some(set.clone()),
                    of: |set| Ok(set),
                };
                let mut options = Options::new();
                let listed = apart.options(&free, &mut options, |options| {
                    dominoes(&board, &free).into_iter().for_each(|left| options.push(left));
                    Ok(())
                });
                assert_eq!(listed, Ok(true));
                let mut found: Vec<Vec<IntSet>> = (0..options.len())
                    .map(|at| {
                        let components = options.get(at).components().iter();
                        let mut components: Vec<IntSet> =
                            components.map(|(set, _)| set.clone()).collect();
                        components.sort();
                        components
                    })
                    .collect();
                let mut wanted: Vec<Vec<IntSet>> = dominoes(&board, &free)
                    .iter()
                    .map(|left| {
                        let left = if pairs { joined(&board, left).unwrap() } else { left.clone() };
                        let parts = each_component(&board, &left).unwrap();
                        let mut parts: Vec<IntSet> =
                            parts.map(|part| of_shape(&board, part).unwrap()).collect();
                        parts.sort();
                        parts
                    })
                    .collect();
                found.sort();
                wanted.sort();
                assert_eq!(found, wanted);
            }
        }
    }

    #[test]
    fn options_of_other_forms_are_left_alone() {
        let board = grid(2, 2).unwrap();
        let apart = Apart {
            graph: &board,
            pairs: true,
            set: |set: &IntSet| Some(set.clone()),
            of: |set| Ok(set),
        };
        let mut options = Options::new();
        options.push(IntSet::of([3]));
        let listed = apart.options(&[0, 1].into(), &mut options, |options| {
            options.push_parts([IntSet::of([0]), IntSet::of([1])]);
            Ok(())
        });
        assert_eq!((listed, options.len()), (Ok(false), 1));
    }
}
