//! The options of positions that fall apart into components, many at a time.

use super::vertices::mask;
use super::{Graph, IntSet, Options, Result};
use crate::graph::{self, Flood, LANES, Parts, Shapes};

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

/// An option: its rank, and its number.
type Place = (u64, usize);

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
        let mut found = Found { pairs: self.pairs, whole, order: Vec::new(), parts: Vec::new() };
        for (at, left) in left.chunks(LANES).enumerate() {
            found.divide(small.flood(), shapes, LANES * at, left);
        }
        found.order.sort_unstable();
        found.parts.sort_unstable();
        let mut parts = found.parts.into_iter().peekable();
        for place in found.order {
            while let Some((_, part)) = parts.next_if(|(of, _)| *of == place) {
                options.component((self.of)(IntSet::of_mask(part))?, 1);
            }
            options.finish();
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

/// The components of the options.
struct Found {
    pairs: bool,
    whole: u64,
    order: Vec<Place>,
    parts: Vec<(Place, u64)>,
}

impl Found {
    /// Divides the sets that some options leave, of which the first has a number.
    fn divide(&mut self, flood: &Flood, shapes: &Shapes, first: usize, left: &[u64]) {
        let mut parts = Parts::new(left.len());
        parts.rest[..left.len()].copy_from_slice(left);
        let mut ranks = [0; LANES];
        let within = parts.rest.map(|rest| rest & self.whole);
        graph::rank(flood, self.whole, &within, left.len(), &mut ranks);
        let places = |lane: usize| (ranks[lane], first + lane);
        self.order.extend((0..left.len()).map(places));
        if self.pairs {
            parts.trim(flood);
        }
        parts.meet(flood, Some(self.whole));
        while parts.next(flood) {
            let found = parts.found[..left.len()].iter().enumerate();
            for (lane, part) in found.filter(|(_, part)| **part != 0) {
                self.parts.push((places(lane), shapes.representative(*part)));
            }
        }
    }
}
