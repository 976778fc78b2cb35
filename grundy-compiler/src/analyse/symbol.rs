//! What an expression stands for while a move is walked through with its
//! choices left open.

use std::rc::Rc;

use crate::ir::{Binder, Expr, Pattern, Type};
use crate::value::Value;

use super::linear::{Linear, Var};

/// The variables of one frame; those not bound yet are `None`.
pub(super) type Env<'a> = Vec<Option<Symbol<'a>>>;

/// A value that may depend on the position and on the choices.
#[derive(Clone, Debug)]
pub(super) enum Symbol<'a> {
    /// An int.
    Int(Linear),
    /// A value that is no int and does not depend on anything.
    Known(Value),
    /// A tuple.
    Tuple(Vec<Symbol<'a>>),
    /// A vector.
    Vector(Rc<Vector>),
    /// A range or a set.
    Collection(Rc<Collection<'a>>),
    /// What `d[i in I] in C` binds.
    Map(Rc<Map<'a>>),
    /// A condition or a sum, walked through where it is used.
    Later(Rc<(&'a Expr, Env<'a>)>),
    /// Nothing is known.
    Opaque,
}

/// What is known of a vector.
#[derive(Clone, Debug)]
pub(super) struct Vector {
    /// Tells the vectors apart whose entries are remembered.
    pub(super) id: Option<u32>,
    pub(super) len: Linear,
    /// The sum of its entries, when they are ints.
    pub(super) sum: Option<Linear>,
    /// The sum of each entry times its index.
    pub(super) weighted: Option<Linear>,
    /// No entry is below.
    pub(super) low: Option<i64>,
    /// No entry is above.
    pub(super) high: Option<Linear>,
    /// Its entries, when it is known how many there are and they are ints.
    pub(super) entries: Option<Rc<[Linear]>>,
}

/// What is known of the members of a range or set, or of the choices of a binder.
#[derive(Clone, Debug)]
pub(super) enum Collection<'a> {
    /// All ints from the first to the second.
    Range(Linear, Linear),
    /// A fixed range, set or vector.
    Known(Value),
    /// These.
    Listed(Vec<Symbol<'a>>),
    /// The value of the expression for each choice.
    Comprehension(&'a Expr, &'a [Binder], Env<'a>),
    /// The entries of a vector.
    Entries(Rc<Vector>),
    /// The divisors of an int.
    Divisors(Linear),
    /// The primes up to an int.
    Primes(Linear),
    /// Some members of another collection: how many, and which set it is.
    Part { of: Rc<Collection<'a>>, size: Linear, id: u32 },
    /// The members of the first that are not in the second.
    Difference(Rc<Collection<'a>>, Rc<Collection<'a>>),
    /// The members of both taken together.
    Union(Rc<Collection<'a>>, Rc<Collection<'a>>),
    /// The members of both.
    Intersection(Rc<Collection<'a>>, Rc<Collection<'a>>),
    /// At least these members.
    Superset(Rc<Collection<'a>>),
    /// The neighbours of a vertex, which is never its own; with it, if `closed`.
    Neighbours { vertex: Symbol<'a>, closed: bool },
    /// The subsets with at least and at most so many members.
    Subsets { of: Rc<Collection<'a>>, low: Linear, high: Option<Linear> },
    /// The vectors of a length with entries from a collection.
    Vectors(Linear, Rc<Collection<'a>>),
    /// The vectors of positive ints with a sum, of at least so many entries.
    Partitions(Linear, Linear),
    /// The moves of a heap of this size by a take-and-break code.
    CodeMoves(Linear),
    /// Any values of a type.
    Every(Type),
    /// Nothing is known.
    Unknown,
}

/// What is known of the map that `d[i in I] in C` binds.
#[derive(Debug)]
pub(super) struct Map<'a> {
    pub(super) id: u32,
    pub(super) index: &'a Pattern,
    pub(super) over: Rc<Collection<'a>>,
    pub(super) collection: &'a Expr,
    pub(super) env: Env<'a>,
    /// The indices, when all of them are known and each choice is followed.
    pub(super) listed: Vec<Linear>,
}

/// An int that is not taken apart; the same term has the same variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Term {
    /// The quotient, rounded down.
    Quotient(Linear, Linear),
    /// The remainder.
    Remainder(Linear, Linear),
    /// The product of two variables.
    Product(Var, Var),
    /// An entry of the vector or map with this id.
    Entry(u32, Linear),
}

impl<'a> Symbol<'a> {
    pub(super) fn of(value: Value) -> Symbol<'a> {
        match value {
            Value::Int(value) => Symbol::Int(Linear::constant(value)),
            Value::Tuple(parts) => Symbol::Tuple(parts.iter().cloned().map(Symbol::of).collect()),
            other => Symbol::Known(other),
        }
    }

    /// The value, when it does not depend on anything.
    pub(super) fn known(&self) -> Option<Value> {
        match self {
            Symbol::Int(form) => form.as_constant().map(Value::Int),
            Symbol::Known(value) => Some(value.clone()),
            Symbol::Tuple(parts) => {
                let parts: Option<Vec<Value>> = parts.iter().map(Symbol::known).collect();
                parts.map(|parts| Value::Tuple(parts.into()))
            }
            Symbol::Collection(collection) => match &**collection {
                Collection::Known(value) => Some(value.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn int(&self) -> Option<&Linear> {
        match self {
            Symbol::Int(form) => Some(form),
            _ => None,
        }
    }
}

impl<'a> Collection<'a> {
    /// Its members, when they are few and all known.
    pub(super) fn listed(&self) -> Option<Vec<Symbol<'a>>> {
        /// Longer collections are not listed.
        const MAX_LISTED: i64 = 16;
        let range = |low: i64, high: i64| {
            let few = high.checked_sub(low).is_some_and(|gap| gap < MAX_LISTED);
            few.then(|| (low..=high).map(|m| Symbol::Int(Linear::constant(m))).collect())
        };
        match self {
            Collection::Range(low, high) => range(low.as_constant()?, high.as_constant()?),
            Collection::Known(Value::Range(of)) => match of.bounds() {
                Some((low, high)) => range(low, high),
                None => Some(Vec::new()),
            },
            Collection::Known(Value::Set(members) | Value::Vector(members)) => {
                let few = i64::try_from(members.len()).is_ok_and(|len| len <= MAX_LISTED);
                few.then(|| members.iter().cloned().map(Symbol::of).collect())
            }
            Collection::Listed(members) => Some(members.clone()),
            _ => None,
        }
    }
}

impl Vector {
    /// A vector of which only the length is known.
    pub(super) fn of_length(len: Linear) -> Vector {
        Vector { id: None, len, sum: None, weighted: None, low: None, high: None, entries: None }
    }

    /// A vector with these ints.
    pub(super) fn of_ints(entries: &[Linear]) -> Option<Vector> {
        let mut vector = Vector::of_length(Linear::constant(i64::try_from(entries.len()).ok()?));
        let mut sum = Linear::default();
        let mut weighted = Linear::default();
        for (index, entry) in entries.iter().enumerate() {
            sum = sum.add(entry)?;
            weighted = weighted.plus(entry, i64::try_from(index).ok()?)?;
        }
        let constants: Option<Vec<i64>> = entries.iter().map(Linear::as_constant).collect();
        if let Some(constants) = constants {
            vector.low = constants.iter().min().copied();
            vector.high = constants.iter().max().copied().map(Linear::constant);
        }
        vector.sum = Some(sum);
        vector.weighted = Some(weighted);
        vector.entries = Some(entries.into());
        Some(vector)
    }
}
