//! Positions that are the same but for where they lie: the solvers keep one of them.

use std::collections::HashMap;
use std::sync::Arc;

use grundy_core::Sum;
use grundy_core::graph::{Graph, Labelling, Mask, VertexSet};

use crate::analyse::{Alike, Likeness, Root, Sort};
use crate::error::Result;
use crate::instance::Instance;
use crate::ir::KindId;
use crate::value::{Position, SumValue, Value};

/// The positions that were met, and those that stand for them.
#[derive(Default)]
pub(crate) struct Shapes {
    /// The first position of each shape.
    first: HashMap<Shape, Position, foldhash::fast::RandomState>,
    /// What stands for a position.
    known: HashMap<Position, Position, foldhash::fast::RandomState>,
}

/// A kind, its fields with sets of vertices replaced by their sizes, and the canonical form of
/// what these induce.
type Shape = (KindId, Box<[Value]>, Box<[u64]>);

/// So many positions are remembered with what stands for them.
const MAX_KNOWN: usize = 1 << 20;

impl Instance {
    /// The sum in normal form, in which of all components that are proved to have the same game
    /// tree one stands for all.
    pub(crate) fn reduced_sum(&self, sum: &SumValue) -> Result<Sum<Position>> {
        let normal = self.normal_sum(sum)?;
        if self.plan().analysis.alike.iter().all(Option::is_none) {
            return Ok(normal);
        }
        let (components, heaps) = normal.into_parts();
        let mut reduced = Sum::zero();
        for (position, copies) in components {
            reduced.push(self.standing_for(position)?, copies);
        }
        for (size, copies) in heaps {
            reduced.push_heap(size, copies);
        }
        Ok(reduced)
    }

    /// The position that stands for this one.
    fn standing_for(&self, position: Position) -> Result<Position> {
        let Some(alike) = &self.plan().analysis.alike[position.kind.index()] else {
            return Ok(position);
        };
        let graph = self.graph_at(alike.graph)?;
        Ok(match alike.likeness {
            Likeness::Automorphism => canonical(&graph, alike, position),
            Likeness::Shape => self.of_shape(&graph, alike, position),
        })
    }

    /// The graph that a param or `let` is.
    ///
    /// # Errors
    /// When the `let` cannot be evaluated.
    pub fn graph_at(&self, root: Root) -> Result<Arc<Graph>> {
        let value = match root {
            Root::Param(param) => self.param(param).clone(),
            Root::Let(global) => self.global(global)?,
        };
        Ok(value.graph().clone())
    }

    /// The first position that was met of the same shape.
    fn of_shape(&self, graph: &Graph, alike: &Alike, position: Position) -> Position {
        if let Some(shapes) = graph.shapes() {
            return of_small_graph(shapes, alike, position);
        }
        let mut shapes = self.shapes.borrow_mut();
        if let Some(known) = shapes.known.get(&position) {
            return known.clone();
        }
        let mut fields = position.fields.clone();
        let mut set = VertexSet::default();
        for (field, sort) in fields.iter_mut().zip(&alike.fields) {
            if *sort != Sort::Plain {
                set = vertices(field);
                *field = Value::Int(set.count() as i64);
            }
        }
        let induced = graph.masks().induced(set);
        let labelling = Labelling::new(&induced, &vec![0; induced.order()]);
        let shape = (position.kind, fields, labelling.code().into());
        let first = shapes.first.entry(shape).or_insert_with(|| position.clone()).clone();
        if shapes.known.len() >= MAX_KNOWN {
            shapes.known.clear();
        }
        shapes.known.insert(position, first.clone());
        first
    }
}

/// A position of the same shape, of a graph whose vertices fit into a word.
fn of_small_graph(
    shapes: &grundy_core::graph::Shapes,
    alike: &Alike,
    position: Position,
) -> Position {
    let mut fields = position.fields.clone();
    for (field, sort) in fields.iter_mut().zip(&alike.fields) {
        if *sort != Sort::Plain {
            let set = vertices(field).narrow().expect("a graph of at most 64 vertices");
            *field = Value::Set(
                shapes.representative(set).vertices().map(|v| Value::Int(v as i64)).collect(),
            );
        }
    }
    Position { fields, ..position }
}

/// The least position that an automorphism makes of this one.
fn canonical(graph: &Graph, alike: &Alike, position: Position) -> Position {
    let symmetries = graph.symmetries();
    match (&*position.fields, &*alike.fields, symmetries.all()) {
        (_, _, Some([_])) => position,
        ([set], [Sort::Set(member)], _) if **member == Sort::Vertex => {
            let set = symmetries.canonical(graph.masks(), vertices(set));
            Position { fields: Box::new([ints(set)]), ..position }
        }
        (_, _, None) => position,
        (fields, sorts, Some(all)) => {
            let images = all.iter().map(|automorphism| -> Box<[Value]> {
                let pairs = fields.iter().zip(sorts);
                pairs.map(|(field, sort)| renamed(field, sort, automorphism)).collect()
            });
            let fields = images.min().expect("the identity is one of them");
            Position { fields, ..position }
        }
    }
}

/// The value with its vertices renamed.
fn renamed(value: &Value, sort: &Sort, to: &[usize]) -> Value {
    match (value, sort) {
        (Value::Int(vertex), Sort::Vertex) => {
            usize::try_from(*vertex).map_or_else(|_| value.clone(), |v| Value::Int(to[v] as i64))
        }
        (Value::Set(members), Sort::Set(sort)) => {
            Value::set(members.iter().map(|member| renamed(member, sort, to)))
        }
        _ => value.clone(),
    }
}

/// A set of vertices; the domain was checked.
fn vertices(value: &Value) -> VertexSet {
    Mask::of(value.entries().iter().filter_map(|v| usize::try_from(v.int()).ok()))
}

fn ints(set: VertexSet) -> Value {
    Value::Set(set.vertices().map(|v| Value::Int(v as i64)).collect())
}
