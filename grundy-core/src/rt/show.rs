//! Values as the game language writes them.

use std::fmt::{self, Write};

use super::{Graph, IntSet, Range, Set};
use crate::graph::Convexity;

/// A value that the language can write.
pub trait Show {
    /// Writes it.
    ///
    /// # Errors
    /// Those of the formatter.
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Writes a vector of such values.
    ///
    /// # Errors
    /// Those of the formatter.
    fn show_vector(entries: &[Self], f: &mut fmt::Formatter<'_>) -> fmt::Result
    where
        Self: Sized,
    {
        list(f, '[', entries.iter().map(|entry| entry as &dyn Show), ']')
    }
}

/// A position: its kind and its fields.
///
/// # Errors
/// Those of the formatter.
pub fn show(f: &mut fmt::Formatter<'_>, kind: &str, fields: &[&dyn Show]) -> fmt::Result {
    f.write_str(kind)?;
    list(f, '(', fields.iter().copied(), ')')
}

fn list<'a>(
    f: &mut fmt::Formatter<'_>,
    open: char,
    values: impl Iterator<Item = &'a dyn Show>,
    close: char,
) -> fmt::Result {
    f.write_char(open)?;
    for (at, value) in values.enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        value.show(f)?;
    }
    f.write_char(close)
}

macro_rules! plain {
    ($($ty:ident)*) => {$(
        impl Show for $ty {
            fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        }
    )*};
}

plain!(i64 bool Range Graph Convexity);

impl Show for char {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        char::show_vector(&[*self], f)
    }

    fn show_vector(entries: &[char], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if entries.is_empty() {
            return f.write_str("[]");
        }
        f.write_char('"')?;
        for c in entries {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                c => f.write_char(*c)?,
            }
        }
        f.write_char('"')
    }
}

impl<T: Show> Show for Vec<T> {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::show_vector(self, f)
    }
}

impl<T: Show> Show for Set<T> {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, '{', self.iter().map(|member| member as &dyn Show), '}')
    }
}

impl Show for IntSet {
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('{')?;
        for (at, member) in self.iter().enumerate() {
            write!(f, "{}{member}", if at > 0 { ", " } else { "" })?;
        }
        f.write_char('}')
    }
}

macro_rules! tuples {
    ($($name:ident)*) => {
        impl<$($name: Show),*> Show for ($($name,)*) {
            #[allow(non_snake_case)]
            fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let ($($name,)*) = self;
                list(f, '(', [$($name as &dyn Show),*].into_iter(), ')')
            }
        }
    };
}

tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
