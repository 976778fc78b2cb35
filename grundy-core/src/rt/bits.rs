//! Unsigned ints whose bits are the members of a set.

use super::{IntSet, Result};
use crate::RuleError;

/// A type of fields that holds a set by its bits.
pub trait Bits: Copy {
    /// The set of the bits that are set.
    fn set(self) -> IntSet;

    /// The int with these bits.
    ///
    /// # Errors
    /// When a member has no bit.
    fn of(set: &IntSet) -> Result<Self>;
}

/// The set that a field holds.
#[inline]
pub fn bits<B: Bits>(field: &B) -> IntSet {
    field.set()
}

/// The field that holds a set.
///
/// # Errors
/// When a member has no bit in it.
#[inline]
pub fn of_bits<B: Bits>(set: &IntSet) -> Result<B> {
    B::of(set)
}

#[cold]
fn no_bit<T>(set: &IntSet, bits: u32) -> Result<T> {
    let bits = i64::from(bits);
    let member = set.iter().find(|member| !(0..bits).contains(member)).unwrap_or(bits);
    let words = format!("{member} has no bit in a set of {bits} bits");
    Err(RuleError::outside(words))
}

macro_rules! words {
    ($($ty:ident)*) => {$(
        impl Bits for $ty {
            #[inline]
            fn set(self) -> IntSet {
                IntSet::of_mask(self as u64)
            }

            #[inline]
            fn of(set: &IntSet) -> Result<$ty> {
                match set.mask().map($ty::try_from) {
                    Some(Ok(bits)) => Ok(bits),
                    _ => no_bit(set, $ty::BITS),
                }
            }
        }
    )*};
}

words!(u8 u16 u32 u64 usize);

impl Bits for u128 {
    #[inline]
    fn set(self) -> IntSet {
        match u64::try_from(self) {
            Ok(low) => IntSet::of_mask(low),
            Err(_) => IntSet::of((0..128).filter(|bit| self >> bit & 1 == 1)),
        }
    }

    #[inline]
    fn of(set: &IntSet) -> Result<u128> {
        if let Some(low) = set.mask() {
            return Ok(low.into());
        }
        let mut bits = 0;
        for member in set.iter() {
            match member {
                0..128 => bits |= 1 << member,
                _ => return no_bit(set, u128::BITS),
            }
        }
        Ok(bits)
    }
}
