//! Fields of Rust types as values of the game language, and back.

use super::{Graph, IntSet, Result, Set};
use crate::RuleError;
use crate::graph::{self, Convexity};

/// A type that a field of a position may have.
///
/// What is wrong with a value is asked apart from turning it, so that a whole array is checked at once.
pub trait Field: Sized {
    /// The value in the game language.
    type Value;

    /// The value of the field, which is not [too wide](Self::too_wide).
    fn value(&self) -> Self::Value;

    /// The field with a value, which is no [misfit](Self::misfit).
    fn of(value: Self::Value) -> Self;

    /// Why the field has no value: it does not fit into 64 bits with a sign.
    #[inline]
    fn too_wide(&self) -> Option<RuleError> {
        None
    }

    /// Why the value does not fit into the field.
    #[inline]
    fn misfit(value: &Self::Value) -> Option<RuleError> {
        let _ = value;
        None
    }

    /// The value of the field.
    ///
    /// # Errors
    /// When it does not fit into 64 bits with a sign.
    #[inline]
    fn load(&self) -> Result<Self::Value> {
        self.too_wide().map_or_else(|| Ok(self.value()), Err)
    }

    /// The field with a value.
    ///
    /// # Errors
    /// When the value does not fit into the field.
    #[inline]
    fn store(value: Self::Value) -> Result<Self> {
        match Self::misfit(&value) {
            None => Ok(Self::of(value)),
            Some(error) => Err(error),
        }
    }
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
fn outside(value: impl std::fmt::Display, ty: &str) -> RuleError {
    RuleError::outside(format!("{value} does not fit into {ty}"))
}

macro_rules! ints {
    ($($ty:ident)*) => {$(
        impl Field for $ty {
            type Value = i64;

            #[inline]
            fn value(&self) -> i64 {
                *self as i64
            }

            #[inline]
            fn of(value: i64) -> $ty {
                value as $ty
            }

            #[inline]
            fn too_wide(&self) -> Option<RuleError> {
                let fits = i64::try_from(*self).is_ok();
                (!fits).then(|| outside(*self, "64 bits with a sign"))
            }

            #[inline]
            fn misfit(value: &i64) -> Option<RuleError> {
                let fits = $ty::try_from(*value).is_ok();
                (!fits).then(|| outside(*value, stringify!($ty)))
            }
        }
    )*};
}

ints!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// The default of a param, which the compiler has seen to fit.
pub fn default_param<F: Field>(value: F::Value) -> F {
    F::store(value).expect("the compiler has seen that it fits")
}

macro_rules! plain {
    ($($ty:ident)*) => {$(
        impl Field for $ty {
            type Value = $ty;

            #[inline]
            fn value(&self) -> $ty {
                *self
            }

            #[inline]
            fn of(value: $ty) -> $ty {
                value
            }
        }
    )*};
}

plain!(bool char Convexity);

impl<F: Field> Field for Vec<F> {
    type Value = Vec<F::Value>;

    fn value(&self) -> Self::Value {
        self.iter().map(F::value).collect()
    }

    fn of(value: Self::Value) -> Self {
        value.into_iter().map(F::of).collect()
    }

    fn too_wide(&self) -> Option<RuleError> {
        self.iter().find_map(F::too_wide)
    }

    fn misfit(value: &Self::Value) -> Option<RuleError> {
        value.iter().find_map(F::misfit)
    }
}

impl<F: Field, const N: usize> Field for [F; N] {
    type Value = [F::Value; N];

    #[inline]
    fn value(&self) -> Self::Value {
        self.each_ref().map(F::value)
    }

    #[inline]
    fn of(value: Self::Value) -> Self {
        value.map(F::of)
    }

    #[inline]
    fn too_wide(&self) -> Option<RuleError> {
        self.iter().find_map(F::too_wide)
    }

    #[inline]
    fn misfit(value: &Self::Value) -> Option<RuleError> {
        value.iter().find_map(F::misfit)
    }
}

impl<T: Clone> Field for Set<T> {
    type Value = Set<T>;

    fn value(&self) -> Self {
        self.clone()
    }

    fn of(value: Self) -> Self {
        value
    }
}

impl Field for graph::Graph {
    type Value = Graph;

    fn value(&self) -> Graph {
        Graph::new(self.clone())
    }

    fn of(value: Graph) -> graph::Graph {
        Graph::unwrap_or_clone(value)
    }
}

impl Field for Graph {
    type Value = Graph;

    fn value(&self) -> Graph {
        self.clone()
    }

    fn of(value: Graph) -> Graph {
        value
    }
}

impl Field for IntSet {
    type Value = IntSet;

    fn value(&self) -> IntSet {
        self.clone()
    }

    fn of(value: IntSet) -> IntSet {
        value
    }
}

macro_rules! tuples {
    ($($name:ident $at:tt),*) => {
        impl<$($name: Field),*> Field for ($($name,)*) {
            type Value = ($($name::Value,)*);

            fn value(&self) -> Self::Value {
                ($(self.$at.value(),)*)
            }

            fn of(value: Self::Value) -> Self {
                ($($name::of(value.$at),)*)
            }

            fn too_wide(&self) -> Option<RuleError> {
                [$(self.$at.too_wide()),*].into_iter().flatten().next()
            }

            fn misfit(value: &Self::Value) -> Option<RuleError> {
                [$($name::misfit(&value.$at)),*].into_iter().flatten().next()
            }
        }
    };
}

tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
tuples!(A 0, B 1, C 2, D 3);
