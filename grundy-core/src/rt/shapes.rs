//! Sets of vertices of which one stands for all that have the same game tree.

use super::vertices::{canonical_set, mask, vertices_of};
use super::{Graph, IntSet, Nimber, Result};
use crate::graph::{self, Mask};

/// The set that stands for those that induce the same subgraph; it stands for many of them.
///
/// # Errors
/// When a member is no vertex.
#[inline]
pub fn of_shape(graph: &Graph, set: IntSet) -> Result<IntSet> {
    match (graph.small(), graph.shapes()) {
        (Some(small), Some(shapes)) => {
            let set = mask(small.rows(), graph, &set)?;
            Ok(IntSet::of_mask(shapes.representative(set)))
        }
        _ => Ok(set),
    }
}

/// The set that stands for those to which automorphisms of the graph lead.
///
/// # Errors
/// When a member is no vertex.
#[inline]
pub fn of_orbit(graph: &Graph, set: IntSet) -> Result<IntSet> {
    match graph.symmetries().all() {
        Some([_]) => Ok(set),
        _ => canonical_set(graph, &set),
    }
}

/// How many members a set has: about how hard its position is.
#[inline]
pub fn size_of(set: &IntSet) -> u64 {
    set.len() as u64
}

/// The nimber 0 for a set in which the second player answers every move by its mirror image, which was
/// proved of these moves; nothing is said of other sets.
///
/// # Errors
/// When a member is no vertex.
pub fn mirrored(graph: &Graph, set: &IntSet) -> Result<Option<Nimber>> {
    let (Some(small), Some(shapes)) = (graph.small(), graph.shapes()) else {
        return Ok(None);
    };
    let set = mask(small.rows(), graph, set)?;
    Ok((!graph.is_directed() && shapes.is_mirrored(set)).then_some(Nimber::ZERO))
}

/// The members of a set that are joined with others. Where moves pick pairs of joined vertices alone, the
/// rest makes no difference.
///
/// # Errors
/// When a member is no vertex.
#[inline]
pub fn joined(graph: &Graph, set: &IntSet) -> Result<IntSet> {
    Ok(match graph.small() {
        Some(small) => {
            let set = mask(small.rows(), graph, set)?;
            IntSet::of_mask(small.flood().neighbours(set) & set)
        }
        // There it may as well stay.
        None => set.clone(),
    })
}

/// The components of the subgraph that a set induces, one after the other.
///
/// # Errors
/// When a member is no vertex.
#[inline]
pub fn each_component<'g>(graph: &'g Graph, set: &IntSet) -> Result<Components<'g>> {
    Ok(match graph.small() {
        Some(small) => {
            let rest = mask(small.rows(), graph, set)?;
            Components { small: Some(small.flood()), rest, listed: Vec::new().into_iter() }
        }
        None => {
            let components = graph.masks().components(vertices_of(graph, set)?);
            let listed = components.into_iter().map(|set| {
                let members = set.vertices().map(|vertex| vertex as i64);
                IntSet::of(members)
            });
            let listed = listed.collect::<Vec<_>>().into_iter();
            Components { small: None, rest: 0, listed }
        }
    })
}

/// Components.
pub struct Components<'g> {
    small: Option<&'g graph::Flood>,
    /// What is left of the set of a small graph.
    rest: u64,
    /// Those of a larger graph.
    listed: std::vec::IntoIter<IntSet>,
}

impl Iterator for Components<'_> {
    type Item = IntSet;

    #[inline]
    fn next(&mut self) -> Option<IntSet> {
        let Some(flood) = self.small else {
            return self.listed.next();
        };
        let component = flood.component(self.rest, self.rest.least()?, self.rest);
        self.rest &= !component;
        Some(IntSet::of_mask(component))
    }
}
