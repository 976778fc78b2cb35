//! Fields of Rust types as values of the game language, and back.

use super::{Result, Set};
use crate::RuleError;
use crate::impartial::Place;

/// A type that a field of a position may have.
pub trait Field: Sized {
    /// The value in the game language.
    type Value;

    /// The value of the field.
    ///
    /// # Errors
    /// When it does not fit into 64 bits with a sign.
    fn load(&self) -> Result<Self::Value>;

    /// The field with a value.
    ///
    /// # Errors
    /// When the value does not fit into the field.
    fn store(value: Self::Value) -> Result<Self>;
}

/// The value of a field.
#[inline]
pub fn load<F: Field>(field: &F) -> Result<F::Value> {
    field.load()
}

/// The field with a value.
#[inline]
pub fn store<F: Field>(value: F::Value) -> Result<F> {
    F::store(value)
}

#[cold]
fn too_wide<T>(value: impl std::fmt::Display, ty: &str) -> Result<T> {
    Err(RuleError::outside(format!("{value} does not fit into {ty}")))
}

macro_rules! ints {
    ($($ty:ident)*) => {$(
        impl Field for $ty {
            type Value = i64;

            #[inline]
            fn load(&self) -> Result<i64> {
                i64::try_from(*self).or_else(|_| too_wide(self, "64 bits with a sign"))
            }

            #[inline]
            fn store(value: i64) -> Result<$ty> {
                $ty::try_from(value).or_else(|_| too_wide(value, stringify!($ty)))
            }
        }
    )*};
}

ints!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// An int that is the size of a heap.
pub trait Size: Copy {
    /// It, unless it is negative or larger than 64 bits.
    fn size(self) -> Option<u64>;
}

macro_rules! sizes {
    ($($ty:ident)*) => {$(
        impl Size for $ty {
            #[inline]
            fn size(self) -> Option<u64> {
                u64::try_from(self).ok()
            }
        }
    )*};
}

sizes!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// A heap of the family, up to a size from which its field might be outgrown.
#[inline]
pub fn heap_place(kind: usize, size: impl Size, most: u64) -> Place {
    match size.size() {
        Some(size) if size <= most => Place::Heap(kind, size),
        _ => Place::Search,
    }
}

/// A place in the table of a kind.
#[inline]
pub fn table_place(kind: usize, size: impl Size) -> Place {
    size.size().map_or(Place::Search, |size| Place::Table(kind, size))
}

/// The field of a size, if it fits.
pub fn stored<F: Field<Value = i64>>(size: u64) -> Option<F> {
    F::store(i64::try_from(size).ok()?).ok()
}

/// The default of a param, which the compiler has seen to fit.
pub fn default_param<F: Field>(value: F::Value) -> F {
    F::store(value).expect("the compiler has seen that it fits")
}

macro_rules! plain {
    ($($ty:ident)*) => {$(
        impl Field for $ty {
            type Value = $ty;

            #[inline]
            fn load(&self) -> Result<$ty> {
                Ok(*self)
            }

            #[inline]
            fn store(value: $ty) -> Result<$ty> {
                Ok(value)
            }
        }
    )*};
}

plain!(bool char);

impl<F: Field> Field for Vec<F> {
    type Value = Vec<F::Value>;

    fn load(&self) -> Result<Self::Value> {
        self.iter().map(F::load).collect()
    }

    fn store(value: Self::Value) -> Result<Self> {
        value.into_iter().map(F::store).collect()
    }
}

impl<F: Field, const N: usize> Field for [F; N] {
    type Value = [F::Value; N];

    #[inline]
    fn load(&self) -> Result<Self::Value> {
        let mut failure = None;
        let values = self.each_ref().map(|field| match field.load() {
            Ok(value) => Some(value),
            Err(error) => {
                failure = Some(error);
                None
            }
        });
        failure.map_or_else(|| Ok(values.map(|value| value.expect("none has failed"))), Err)
    }

    #[inline]
    fn store(value: Self::Value) -> Result<Self> {
        let mut failure = None;
        let fields = value.map(|value| match F::store(value) {
            Ok(field) => Some(field),
            Err(error) => {
                failure = Some(error);
                None
            }
        });
        failure.map_or_else(|| Ok(fields.map(|field| field.expect("none has failed"))), Err)
    }
}

impl<T: Clone> Field for Set<T> {
    type Value = Set<T>;

    fn load(&self) -> Result<Self> {
        Ok(self.clone())
    }

    fn store(value: Self) -> Result<Self> {
        Ok(value)
    }
}

macro_rules! tuples {
    ($($name:ident)*) => {
        impl<$($name: Field),*> Field for ($($name,)*) {
            type Value = ($($name::Value,)*);

            #[allow(non_snake_case)]
            fn load(&self) -> Result<Self::Value> {
                let ($($name,)*) = self;
                Ok(($($name.load()?,)*))
            }

            #[allow(non_snake_case)]
            fn store(($($name,)*): Self::Value) -> Result<Self> {
                Ok(($($name::store($name)?,)*))
            }
        }
    };
}

tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
