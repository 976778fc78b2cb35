//! Values: what an expression can be.

use std::fmt;
use std::sync::Arc;

use grundy_core::Sum;
use grundy_core::graph::{Convexity, Graph};
pub use grundy_core::rt::Range;

use crate::ir::KindId;

/// A value. Cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A character.
    Char(char),
    /// A range of integers.
    Range(Range),
    /// A vector.
    Vector(Arc<[Value]>),
    /// A set: ascending, without repeats.
    Set(Arc<[Value]>),
    /// A tuple.
    Tuple(Arc<[Value]>),
    /// A map: pairs of index and value, ascending by index.
    Map(Arc<[(Value, Value)]>),
    /// A graph.
    Graph(Arc<Graph>),
    /// Which paths count in a graph.
    Convexity(Convexity),
    /// A sum of positions.
    Sum(Arc<SumValue>),
}

/// A single component: a kind with the values of its fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The kind.
    pub kind: KindId,
    /// The fields.
    pub fields: Box<[Value]>,
}

/// A sum of positions in which long runs of heaps are not walked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SumValue {
    /// The components that are listed one by one.
    pub sum: Sum<Position>,
    /// Long runs such as `sum(Heap(first + j) for j in 0..count)`.
    pub runs: Vec<Run>,
}

/// `count` positions of one kind whose int fields grow by a fixed step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Run {
    /// The first of them.
    pub first: Position,
    /// What is added to each field from one to the next (0 for fields that are no ints).
    pub step: Box<[i64]>,
    /// How many there are.
    pub count: u64,
    /// How many copies there are of each.
    pub copies: u64,
}

impl Run {
    /// The position number `at`, counted from 0.
    pub fn at(&self, at: u64) -> Position {
        let by = i64::try_from(at).expect("a run has its bounds in 64 bits");
        let fields = self.first.fields.iter().zip(&self.step).map(|(field, step)| match field {
            Value::Int(value) => Value::Int(value + step * by),
            other => other.clone(),
        });
        Position { kind: self.first.kind, fields: fields.collect() }
    }
}

impl Value {
    /// A vector.
    pub fn vector(entries: impl IntoIterator<Item = Value>) -> Value {
        Value::Vector(entries.into_iter().collect())
    }

    /// A vector of ints.
    pub fn ints(entries: impl IntoIterator<Item = i64>) -> Value {
        Value::vector(entries.into_iter().map(Value::Int))
    }

    /// The set of these members, in any order and with repeats.
    pub fn set(members: impl IntoIterator<Item = Value>) -> Value {
        let mut members: Vec<Value> = members.into_iter().collect();
        if !members.is_sorted() {
            members.sort_unstable();
        }
        members.dedup();
        Value::Set(members.into())
    }

    /// A text: a vector of characters.
    pub fn text(text: &str) -> Value {
        Value::vector(text.chars().map(Value::Char))
    }

    /// The integer. Panics on anything else: the types have been checked.
    pub fn int(&self) -> i64 {
        match self {
            Value::Int(value) => *value,
            other => unreachable!("an int, not {other:?}"),
        }
    }

    /// The truth value. Panics on anything else: the types have been checked.
    pub fn bool(&self) -> bool {
        match self {
            Value::Bool(value) => *value,
            other => unreachable!("a bool, not {other:?}"),
        }
    }

    /// The graph. Panics on anything else: the types have been checked.
    pub fn graph(&self) -> &Arc<Graph> {
        match self {
            Value::Graph(graph) => graph,
            other => unreachable!("a graph, not {other:?}"),
        }
    }

    /// The sum. Panics on anything else: the types have been checked.
    pub fn sum(&self) -> &Arc<SumValue> {
        match self {
            Value::Sum(value) => value,
            other => unreachable!("a sum, not {other:?}"),
        }
    }

    /// The entries of a vector, set or tuple. Panics on anything else: the types have been checked.
    pub fn entries(&self) -> &[Value] {
        match self {
            Value::Vector(entries) | Value::Set(entries) | Value::Tuple(entries) => entries,
            other => unreachable!("a collection, not {other:?}"),
        }
    }
}

/// As the language writes it; sums need the names of the kinds and are written by
/// [`crate::Instance::show_sum`].
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, open: &str, entries: &[Value], close: &str| {
            f.write_str(open)?;
            for (i, entry) in entries.iter().enumerate() {
                write!(f, "{}{entry}", if i > 0 { ", " } else { "" })?;
            }
            f.write_str(close)
        };
        match self {
            Value::Int(value) => write!(f, "{value}"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Char(value) => write!(f, "\"{}\"", escape(&value.to_string())),
            Value::Range(range) => write!(f, "{range}"),
            Value::Vector(entries) if matches!(entries.first(), Some(Value::Char(_))) => {
                let text: String =
                    entries.iter().map(|c| if let Value::Char(c) = c { *c } else { ' ' }).collect();
                write!(f, "\"{}\"", escape(&text))
            }
            Value::Vector(entries) => list(f, "[", entries, "]"),
            Value::Set(entries) => list(f, "{", entries, "}"),
            Value::Tuple(entries) => list(f, "(", entries, ")"),
            Value::Map(pairs) => {
                f.write_str("[")?;
                for (i, (index, value)) in pairs.iter().enumerate() {
                    write!(f, "{}{index}: {value}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Value::Graph(graph) => write!(f, "{graph}"),
            Value::Convexity(convexity) => write!(f, "{convexity}"),
            Value::Sum(sum) => write!(f, "{sum:?}"),
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
