//! Whether positions and params exist.

use super::{IntSet, Range, Result};
use crate::RuleError;

/// `value >= low`.
#[inline]
pub fn at_least(value: i64, low: i64, name: &'static str) -> Result<()> {
    if value >= low { Ok(()) } else { Err(RuleError::not("at least", low, value, name)) }
}

/// `value <= high`.
#[inline]
pub fn at_most(value: i64, high: i64, name: &'static str) -> Result<()> {
    if value <= high { Ok(()) } else { Err(RuleError::not("at most", high, value, name)) }
}

/// `value < high`.
#[inline]
pub fn below(value: i64, high: i64, name: &'static str) -> Result<()> {
    if value < high { Ok(()) } else { Err(RuleError::not("below", high, value, name)) }
}

/// Every member of a set lies in a range.
#[inline]
pub fn all_within(set: &IntSet, range: Range, name: &'static str) -> Result<()> {
    let inside = match (set.mask(), range.bounds()) {
        (Some(mask), Some((low @ ..64, high @ 0..))) => {
            let from = u64::MAX << low.max(0);
            mask & !(from & u64::MAX >> (63 - high.min(63))) == 0
        }
        _ => set.iter().all(|member| range.contains(member)),
    };
    if inside { Ok(()) } else { not_within(set, range, name) }
}

#[cold]
fn not_within(set: &IntSet, range: Range, name: &'static str) -> Result<()> {
    let Some((low, high)) = range.bounds() else {
        return Err(RuleError::outside(format!("there is no value that {name} may have")));
    };
    for member in set.iter() {
        at_least(member, low, name)?;
        at_most(member, high, name)?;
    }
    Ok(())
}

/// A vector has as many entries as it must.
#[inline]
pub fn entries(length: usize, wanted: i64, name: &'static str) -> Result<()> {
    if usize::try_from(wanted) == Ok(length) {
        return Ok(());
    }
    Err(wrong_length(length, wanted, name))
}

#[cold]
fn wrong_length(length: usize, wanted: i64, name: &str) -> RuleError {
    RuleError::outside(format!("{name} must have {wanted} entries, not {length}"))
}

/// The condition of a kind does not hold.
#[cold]
pub fn breaks<T>(kind: &str) -> Result<T> {
    Err(RuleError::outside(format!("this `{kind}` breaks the condition of its kind")))
}

/// The condition of a param does not hold.
#[cold]
pub fn refused<T>(param: &str) -> Result<T> {
    Err(RuleError::coded("E0602", format!("the param `{param}` breaks its `where`")))
}

/// A measure that a move has lowered.
pub fn lower(before: i64, after: i64) -> Result<()> {
    if 0 <= after && after < before {
        return Ok(());
    }
    let words =
        format!("this move does not lower the measure: it is {before} before and {after} after it");
    Err(RuleError::coded("E0713", words))
}
