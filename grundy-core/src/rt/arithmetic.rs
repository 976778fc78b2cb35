//! Checked arithmetic: a result outside of 64 bits is an error, never a value.

use super::{Result, numbers};
use crate::RuleError;

// What is cold gives errors and no results: a caller that saw a result would look at it again.

#[cold]
fn overflow(a: i64, sign: &str, b: i64) -> RuleError {
    RuleError::coded("E0702", format!("{a} {sign} {b} does not fit into 64 bits"))
}

#[cold]
fn by_zero(a: i64) -> RuleError {
    RuleError::coded("E0703", format!("{a} divided by 0"))
}

/// a + b.
#[inline]
pub fn add(a: i64, b: i64) -> Result<i64> {
    a.checked_add(b).ok_or_else(|| overflow(a, "+", b))
}

/// a - b.
#[inline]
pub fn sub(a: i64, b: i64) -> Result<i64> {
    a.checked_sub(b).ok_or_else(|| overflow(a, "-", b))
}

/// a * b.
#[inline]
pub fn mul(a: i64, b: i64) -> Result<i64> {
    a.checked_mul(b).ok_or_else(|| overflow(a, "*", b))
}

/// -a.
#[inline]
pub fn negate(a: i64) -> Result<i64> {
    a.checked_neg().ok_or_else(|| overflow(0, "-", a))
}

/// The floor of a / b.
#[inline]
pub fn div(a: i64, b: i64) -> Result<i64> {
    if b == 0 {
        return Err(by_zero(a));
    }
    numbers::floor_div(a, b).ok_or_else(|| overflow(a, "/", b))
}

/// a - b floor(a / b).
#[inline]
pub fn modulo(a: i64, b: i64) -> Result<i64> {
    numbers::floor_mod(a, b).ok_or_else(|| by_zero(a))
}

/// The smaller of two values.
#[inline]
pub fn min<T: Ord>(a: T, b: T) -> T {
    a.min(b)
}

/// The greater of two values.
#[inline]
pub fn max<T: Ord>(a: T, b: T) -> T {
    a.max(b)
}
