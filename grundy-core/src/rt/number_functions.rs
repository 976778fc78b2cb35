//! The functions of numbers, with their errors.

use std::convert::Infallible;

use super::{IntSet, Result, may_grow, numbers};
use crate::{MexSet, Nimber, RuleError};

#[cold]
fn too_large(what: String) -> RuleError {
    RuleError::coded("E0702", format!("{what} does not fit into 64 bits"))
}

fn must(value: i64, least: i64, what: &str) -> Result<i64> {
    if value >= least {
        return Ok(value);
    }
    let words = format!("`{what}` is defined from {least} on, not for {value}");
    Err(RuleError::coded("E0708", words))
}

/// The error for the least, greatest or first of nothing.
#[cold]
pub fn nothing<T>(what: &str) -> Result<T> {
    Err(RuleError::coded("E0707", format!("`{what}` of nothing has no value")))
}

/// The absolute value.
pub fn abs(a: i64) -> Result<i64> {
    a.checked_abs().ok_or_else(|| too_large(format!("abs({a})")))
}

/// The greatest common divisor.
pub fn gcd(a: i64, b: i64) -> Result<i64> {
    numbers::gcd(a, b).ok_or_else(|| too_large(format!("gcd({a}, {b})")))
}

/// The greatest int whose square is at most a.
pub fn isqrt(a: i64) -> Result<i64> {
    Ok(must(a, 0, "isqrt")?.isqrt())
}

/// a to the power b.
pub fn pow(a: i64, b: i64) -> Result<i64> {
    let power = numbers::pow(a, must(b, 0, "the exponent of pow")?);
    power.ok_or_else(|| too_large(format!("pow({a}, {b})")))
}

/// Whether bit i is set.
pub fn bit(a: i64, i: i64) -> Result<bool> {
    Ok(a >> must(i, 0, "the number of a bit")?.min(63) & 1 == 1)
}

/// How many bits are set.
pub fn popcount(a: i64) -> Result<i64> {
    Ok(must(a, 0, "popcount")?.count_ones().into())
}

/// The product of nimbers.
pub fn nim_product(a: i64, b: i64) -> Result<i64> {
    let (x, y) = (must(a, 0, "nim_product")?, must(b, 0, "nim_product")?);
    let product = crate::nim_product(x.unsigned_abs(), y.unsigned_abs());
    i64::try_from(product).map_err(|_| too_large(format!("nim_product({a}, {b})")))
}

fn factors(n: i64) -> Vec<i64> {
    let Ok(factors) = numbers::prime_factors(n, || Ok::<_, Infallible>(()));
    factors
}

/// Whether it is a prime.
pub fn is_prime(n: i64) -> bool {
    n >= 2 && factors(n).len() == 1
}

/// Whether it is a square.
pub fn is_square(n: i64) -> bool {
    n >= 0 && n.isqrt() * n.isqrt() == n
}

/// The divisors of n >= 1.
pub fn divisors(n: i64) -> Result<IntSet> {
    Ok(IntSet::of(numbers::divisors(&factors(must(n, 1, "divisors")?))))
}

/// The prime factors of n >= 1, each as often as it divides.
pub fn prime_factors(n: i64) -> Result<Vec<i64>> {
    Ok(factors(must(n, 1, "prime_factors")?))
}

/// The primes up to n.
pub fn primes(n: i64) -> Result<IntSet> {
    let Ok(n) = usize::try_from(n) else {
        return Ok(IntSet::default());
    };
    may_grow(n)?;
    Ok(IntSet::of(numbers::primes(n)))
}

/// A length as an int.
pub fn count(length: usize) -> i64 {
    i64::try_from(length).expect("a length has 63 bits")
}

/// Takes a value for the mex; negative ones do not count.
pub fn see(seen: &mut MexSet, value: i64) {
    if let Ok(value) = u64::try_from(value) {
        seen.insert(Nimber::new(value));
    }
}

/// The least int from 0 on that was not seen.
pub fn mex(mut seen: MexSet) -> i64 {
    i64::try_from(seen.mex().get()).expect("at most as many as were seen")
}
