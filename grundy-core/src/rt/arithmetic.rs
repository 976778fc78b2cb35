//! Checked arithmetic: a result outside of 64 bits is an error, never a value.

use super::{Result, numbers};
use crate::RuleError;

#[cold]
fn overflow<T>(a: i64, sign: &str, b: i64) -> Result<T> {
    let words = format!("{a} {sign} {b} does not fit into 64 bits");
    Err(RuleError::coded("E0702", words))
}

#[cold]
fn by_zero<T>(a: i64) -> Result<T> {
    Err(RuleError::coded("E0703", format!("{a} divided by 0")))
}

/// a + b.
#[inline]
pub fn add(a: i64, b: i64) -> Result<i64> {
    a.checked_add(b).map_or_else(|| overflow(a, "+", b), Ok)
}

/// a - b.
#[inline]
pub fn sub(a: i64, b: i64) -> Result<i64> {
    a.checked_sub(b).map_or_else(|| overflow(a, "-", b), Ok)
}

/// a * b.
#[inline]
pub fn mul(a: i64, b: i64) -> Result<i64> {
    a.checked_mul(b).map_or_else(|| overflow(a, "*", b), Ok)
}

/// -a.
#[inline]
pub fn negate(a: i64) -> Result<i64> {
    a.checked_neg().map_or_else(|| overflow(0, "-", a), Ok)
}

/// The floor of a / b.
#[inline]
pub fn div(a: i64, b: i64) -> Result<i64> {
    if b == 0 {
        return by_zero(a);
    }
    numbers::floor_div(a, b).map_or_else(|| overflow(a, "/", b), Ok)
}

/// a - b floor(a / b).
#[inline]
pub fn modulo(a: i64, b: i64) -> Result<i64> {
    numbers::floor_mod(a, b).map_or_else(|| by_zero(a), Ok)
}

/// The smaller of two values.
pub fn min<T: Ord>(a: T, b: T) -> T {
    a.min(b)
}

/// The greater of two values.
pub fn max<T: Ord>(a: T, b: T) -> T {
    a.max(b)
}
