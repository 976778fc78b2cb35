//! Types: which operations a value has.

use std::fmt;

/// The type of a value, as far as it decides which operations exist.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A 64-bit integer.
    Int,
    /// A truth value.
    Bool,
    /// A character of a text.
    Char,
    /// `a..b`: stands for a set or a vector of ints.
    Range,
    /// A vector.
    Vector(Box<Type>),
    /// A finite set.
    Set(Box<Type>),
    /// A tuple.
    Tuple(Vec<Type>),
    /// A map from the index of a `d[i in I]` binder.
    Map(Box<Type>, Box<Type>),
    /// A graph.
    Graph,
    /// Which paths count in a graph.
    Convexity,
    /// A sum of positions.
    Sum,
    /// Not yet known; only while types are being inferred.
    Var(u32),
    /// Could not be found; its error has been reported.
    Error,
}

impl Type {
    /// Whether its values are only equal or different, and none is less than another.
    pub fn has_no_order(&self) -> bool {
        matches!(self, Type::Sum | Type::Bool | Type::Map(..) | Type::Graph | Type::Convexity)
    }

    /// The type of the entries or members of a collection.
    pub fn element(&self) -> Option<Type> {
        match self {
            Type::Range => Some(Type::Int),
            Type::Vector(element) | Type::Set(element) | Type::Map(_, element) => {
                Some((**element).clone())
            }
            _ => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int => f.write_str("int"),
            Type::Bool => f.write_str("bool"),
            Type::Char => f.write_str("character"),
            Type::Range => f.write_str("range"),
            Type::Vector(e) if **e == Type::Char => f.write_str("text"),
            Type::Vector(e) => write!(f, "[{e}]"),
            Type::Set(e) => write!(f, "set<{e}>"),
            Type::Tuple(parts) => {
                f.write_str("(")?;
                for (i, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
            Type::Map(index, value) => write!(f, "map from {index} to {value}"),
            Type::Graph => f.write_str("graph"),
            Type::Convexity => f.write_str("convexity"),
            Type::Sum => f.write_str("sum of positions"),
            Type::Var(_) | Type::Error => f.write_str("_"),
        }
    }
}
