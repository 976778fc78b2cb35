//! What functions and constants of the user give, as values of the game language.

use super::{Field, IntSet, Result};
use crate::RuleError;

/// A value of the game language that a value of Rust stands for.
pub trait Foreign<From>: Sized {
    /// The value.
    ///
    /// # Errors
    /// When it does not fit into 64 bits with a sign.
    fn of(from: From) -> Result<Self>;
}

/// The value of what a function or constant of the user gives.
#[inline]
pub fn foreign<T: Foreign<From>, From>(from: From) -> Result<T> {
    T::of(from)
}

macro_rules! ints {
    ($($ty:ident)*) => {$(
        impl Foreign<$ty> for i64 {
            #[inline]
            fn of(from: $ty) -> Result<i64> {
                from.load()
            }
        }
    )*};
}

ints!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl Foreign<bool> for bool {
    fn of(from: bool) -> Result<bool> {
        Ok(from)
    }
}

impl<I: IntoIterator<Item: Field<Value = i64>>> Foreign<I> for IntSet {
    fn of(from: I) -> Result<Self> {
        Ok(IntSet::of(collected(from)?))
    }
}

impl<I: IntoIterator<Item: Field<Value = i64>>> Foreign<I> for Vec<i64> {
    fn of(from: I) -> Result<Self> {
        collected(from)
    }
}

fn collected(from: impl IntoIterator<Item: Field<Value = i64>>) -> Result<Vec<i64>> {
    from.into_iter().map(|entry| entry.load()).collect::<std::result::Result<_, RuleError>>()
}
