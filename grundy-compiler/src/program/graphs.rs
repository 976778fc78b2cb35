//! What programs ask about graphs of at most 64 vertices; sets of vertices are masks.

use grundy_core::Budget;
use grundy_core::graph::{Graph, Intervals, Mask, Rows};
use std::sync::Arc;

/// A question with a vertex or set `a`, and sometimes a vertex `b`.
#[derive(Debug)]
pub(crate) enum Question {
    /// A number of each vertex `a`.
    Vertex(Box<[i64]>),
    /// A number of each pair of vertices, row by row; where it is negative there is none.
    Pair(usize, Box<[i64]>),
    /// How many edges lie in the set `a`.
    Edges(Rows<u64>),
    /// How many components the set `a` has.
    Components(Rows<u64>),
    /// The component of `b` in the set `a`.
    Component(Rows<u64>),
    /// The interval of the set `a`.
    Interval(Intervals<u64>, Budget),
    /// The hull of the set `a`.
    Hull(Intervals<u64>, Budget),
    /// The representative of the set `a` under automorphisms.
    Canonical(Arc<Graph>, Rows<u64>),
    /// The representative of the sets that look like the set `a`.
    Shape(Arc<Graph>),
}

impl Question {
    /// Whether any other set that looks like it would be an answer too.
    pub(crate) fn is_shape(&self) -> bool {
        matches!(self, Question::Shape(_))
    }

    /// The answer; `None` where there is none, or where it is not known why.
    pub(crate) fn answer(&self, a: i64, b: i64) -> Option<i64> {
        let vertex = |v: i64, order: usize| usize::try_from(v).ok().filter(|v| *v < order);
        let set = |rows: &Rows<u64>| (a as u64).is_within(rows.all()).then_some(a as u64);
        Some(match self {
            Question::Vertex(numbers) => numbers[vertex(a, numbers.len())?],
            Question::Pair(order, numbers) => {
                let number = numbers[vertex(a, *order)? * order + vertex(b, *order)?];
                (number >= 0).then_some(number)?
            }
            Question::Edges(rows) => rows.edges(set(rows)?).count() as i64,
            Question::Components(rows) => rows.components(set(rows)?).len() as i64,
            Question::Component(rows) => {
                let within = set(rows)?;
                rows.component(within, vertex(b, rows.order()).filter(|v| within.has(*v))?) as i64
            }
            Question::Interval(intervals, budget) => {
                intervals.interval(set(intervals.rows())?, budget).ok()? as i64
            }
            Question::Hull(intervals, budget) => {
                intervals.hull(set(intervals.rows())?, budget).ok()? as i64
            }
            Question::Shape(graph) => {
                let set = Some(a as u64).filter(|set| set.is_within(u64::below(graph.order())));
                graph.shapes()?.representative(set?) as i64
            }
            Question::Canonical(graph, rows) => {
                graph.symmetries().canonical(rows, set(rows)?) as i64
            }
        })
    }
}
