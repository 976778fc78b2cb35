//! An order of coordinates in which every move goes down.

use super::super::linear::{Linear, Maximum};
use super::super::walk::Walk;

/// How far a coordinate can rise and fall with a move; `None` when there is no bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    rise: Option<i64>,
    fall: Option<i64>,
}

impl Change {
    /// The bounds of a change.
    pub(super) fn of(walk: &Walk<'_, '_>, change: Option<Linear>) -> Change {
        let most = |form: Option<Linear>| match walk.maximum(&form?) {
            Maximum::AtMost(bound) => Some(bound),
            // It never happens.
            Maximum::Impossible => Some(i64::MIN),
            Maximum::Unknown => None,
        };
        Change { fall: most(change.as_ref().and_then(|form| form.scale(-1))), rise: most(change) }
    }

    /// The most that it can rise, seen from the end that is 0.
    fn rise(self, reversed: bool) -> Option<i64> {
        if reversed { self.fall } else { self.rise }
    }

    fn is_at_most(self, reversed: bool, bound: i64) -> bool {
        self.rise(reversed).is_some_and(|rise| rise <= bound)
    }
}

/// A move from one kind to another.
pub(super) struct Edge<'s> {
    /// What an error names.
    pub(super) step: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) changes: &'s [Change],
}

/// A coordinate in its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) coordinate: usize,
    /// Whether it is counted from its greatest value down.
    pub(super) reversed: bool,
    /// Whether some move raises it, seen so.
    pub(super) raised: bool,
}

/// The order: coordinates are compared one after the other, then the kinds.
pub(super) struct Order {
    pub(super) axes: Vec<Axis>,
    /// Those led to first.
    pub(super) kinds: Vec<usize>,
}

/// Looks for an order. Only coordinates that are bounded may be reversed or raised.
///
/// # Errors
/// A step that stands in the way.
pub(super) fn order(
    coordinates: usize,
    kinds: usize,
    bounded: &dyn Fn(usize) -> bool,
    edges: &[Edge],
) -> Result<Order, usize> {
    let mut axes: Vec<Axis> = Vec::new();
    let mut rest: Vec<&Edge> = edges.iter().collect();
    while axes.len() < coordinates {
        let open = (0..coordinates).filter(|j| axes.iter().all(|axis| axis.coordinate != *j));
        let ways = open.flat_map(|j| [(j, false), (j, true)]);
        let ways: Vec<(usize, bool)> =
            ways.filter(|(j, reversed)| !reversed || bounded(*j)).collect();
        let keeps =
            |way: &&(usize, bool)| rest.iter().all(|edge| edge.changes[way.0].is_at_most(way.1, 0));
        let lowers = |way: &(usize, bool)| {
            let raised = |edge: &Edge| !edge.changes[way.0].is_at_most(way.1, 0);
            let lowered = rest.iter().filter(|edge| edge.changes[way.0].is_at_most(way.1, -1));
            // Best is a coordinate that no move raises; then one that most moves lower.
            (!edges.iter().any(raised), lowered.count(), std::cmp::Reverse(way.0), !way.1)
        };
        let Some(&(coordinate, reversed)) = ways.iter().filter(keeps).max_by_key(|way| lowers(way))
        else {
            return Err(rest[0].step);
        };
        let raised = edges.iter().any(|edge| !edge.changes[coordinate].is_at_most(reversed, 0));
        if raised && !bounded(coordinate) {
            return Err(edges
                .iter()
                .find(|edge| !edge.changes[coordinate].is_at_most(reversed, 0))
                .map_or(0, |edge| edge.step));
        }
        axes.push(Axis { coordinate, reversed, raised });
        rest.retain(|edge| !edge.changes[coordinate].is_at_most(reversed, -1));
    }
    // What may keep every coordinate must lead to a kind that does not lead back in this way.
    let mut sorted = Vec::new();
    while sorted.len() < kinds {
        let ready = (0..kinds).filter(|kind| !sorted.contains(kind)).find(|kind| {
            let mut kept = rest.iter().filter(|edge| edge.from == *kind);
            kept.all(|edge| sorted.contains(&edge.to))
        });
        match ready {
            Some(kind) => sorted.push(kind),
            None => return Err(rest[0].step),
        }
    }
    Ok(Order { axes, kinds: sorted })
}
