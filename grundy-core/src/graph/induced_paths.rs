//! The vertices on induced paths between two vertices, by search.

use super::mask::Mask;
use super::rows::Rows;
use crate::budget::{Budget, Limit, Meter};

/// A search of all induced paths from one vertex to another.
///
/// A path grows vertex by vertex. Neighbours of its vertices before the last are no longer
/// allowed, so that it stays induced. A branch is left when the goal is out of reach, or when
/// every vertex that it could still add has been found already.
pub(super) struct InducedPaths<'a, M> {
    rows: &'a Rows<M>,
    goal: usize,
    found: M,
    meter: Meter<'a>,
}

impl<'a, M: Mask> InducedPaths<'a, M> {
    /// The vertices on induced paths of at most `length` edges between `a` and `b`.
    pub(super) fn between(
        rows: &'a Rows<M>,
        a: usize,
        b: usize,
        length: usize,
        budget: &'a Budget,
    ) -> Result<M, Limit> {
        let mut search =
            InducedPaths { rows, goal: b, found: M::default(), meter: budget.start()? };
        search.extend(M::one(a), a, rows.all().without(M::one(a)), length)?;
        Ok(search.found)
    }

    /// Extends a path that ends with `last` by vertices of `allowed`, by at most `left` edges.
    fn extend(&mut self, path: M, last: usize, allowed: M, left: usize) -> Result<(), Limit> {
        self.meter.spend(0, 1)?;
        if left == 0 {
            return Ok(());
        }
        let next = self.rows.neighbours(last) & allowed;
        if next.has(self.goal) {
            // Any longer way would have this edge as a chord.
            self.found = self.found | path | M::one(self.goal);
            return Ok(());
        }
        let beyond = allowed.without(next);
        let layers = self.rows.layers(beyond, self.goal);
        // Two edges lead from `last` to a neighbour of what is open.
        let open = layers.iter().take(left - 1).fold(M::default(), |open, layer| open | *layer);
        for vertex in next.vertices() {
            let longer = path | M::one(vertex);
            let leads_on = !(self.rows.neighbours(vertex) & open).is_empty();
            if leads_on && !(longer | open).is_within(self.found) {
                self.extend(longer, vertex, beyond, left - 1)?;
            }
        }
        Ok(())
    }
}
