//! Comparisons: chains, membership, inclusion, and order.

use std::cmp::Ordering;

use crate::error::Result;
use crate::instance::Instance;
use crate::ir::{CompareOp, Expr, ExprKind};
use crate::value::{Range, Value};

use super::FrameValues;

impl Instance {
    /// A chain holds when each of its links does; it is left at the first that fails.
    pub(super) fn compare(
        &self,
        first: &Expr,
        rest: &[(CompareOp, Expr)],
        frame: &mut FrameValues,
    ) -> Result<bool> {
        let mut left = self.eval(first, frame)?;
        for (op, right) in rest {
            if matches!(op, CompareOp::In | CompareOp::NotIn) {
                let (member, collection) = self.is_member(&left, right, frame)?;
                if member != (*op == CompareOp::In) {
                    return Ok(false);
                }
                left = collection;
                continue;
            }
            let right = self.eval(right, frame)?;
            if !holds(*op, &left, &right) {
                return Ok(false);
            }
            left = right;
        }
        Ok(true)
    }

    fn is_member(
        &self,
        value: &Value,
        collection: &Expr,
        frame: &mut FrameValues,
    ) -> Result<(bool, Value)> {
        // A literal set is not built to ask for one member of it.
        if let ExprKind::Set(members) = &collection.kind {
            let members = self.evals(members, frame)?;
            return Ok((members.iter().any(|m| same(m, value)), Value::Vector(members.into())));
        }
        let collection = self.eval(collection, frame)?;
        let member = match &collection {
            Value::Range(range) => range.contains(value.int()),
            Value::Set(members) if !matches!(value, Value::Range(_)) => {
                members.binary_search(value).is_ok()
            }
            Value::Map(pairs) => pairs.iter().any(|(_, entry)| same(entry, value)),
            other => other.entries().iter().any(|entry| same(entry, value)),
        };
        Ok((member, collection))
    }
}

/// Whether a comparison of two values of one type holds.
pub(super) fn holds(op: CompareOp, a: &Value, b: &Value) -> bool {
    match op {
        CompareOp::Equal => same(a, b),
        CompareOp::NotEqual => !same(a, b),
        CompareOp::Less => order(a, b) == Ordering::Less,
        CompareOp::LessEqual => order(a, b) != Ordering::Greater,
        CompareOp::Greater => order(a, b) == Ordering::Greater,
        CompareOp::GreaterEqual => order(a, b) != Ordering::Less,
        CompareOp::Subset => included(a, b),
        CompareOp::Superset => included(b, a),
        CompareOp::ProperSubset => included(a, b) && !same(a, b),
        CompareOp::ProperSuperset => included(b, a) && !same(a, b),
        CompareOp::In | CompareOp::NotIn => unreachable!("handled with the collection"),
    }
}

/// Equality, where a range equals the set or vector of its members.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Range(x), Value::Range(y)) => x == y,
        (Value::Range(range), other) | (other, Value::Range(range)) => {
            lists(*range, other.entries())
        }
        _ => a == b,
    }
}

/// Whether the entries are the members of the range, in order.
fn lists(range: Range, entries: &[Value]) -> bool {
    range.len() == entries.len() as u64
        && range.iter().zip(entries).all(|(x, entry)| entry.int() == x)
}

/// Lexicographic on vectors and tuples; a range is the vector of its members.
fn order(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Range(range), other) => range.iter().cmp(other.entries().iter().map(Value::int)),
        (other, Value::Range(range)) => other.entries().iter().map(Value::int).cmp(range.iter()),
        _ => a.cmp(b),
    }
}

/// Inclusion of sets.
fn included(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Range(x), Value::Range(y)) => x.within(*y),
        (Value::Range(range), other) => {
            let other = other.entries();
            range.len() <= other.len() as u64
                && range.iter().all(|x| other.binary_search(&Value::Int(x)).is_ok())
        }
        (other, Value::Range(range)) => other.entries().iter().all(|x| range.contains(x.int())),
        _ => {
            let b = b.entries();
            a.entries().iter().all(|x| b.binary_search(x).is_ok())
        }
    }
}
