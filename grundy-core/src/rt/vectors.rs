//! Vectors: entries, parts and changes.

use super::{Map, Range, Result, add, sub};
use crate::RuleError;

/// The largest collection that is built.
const MAX_ENTRIES: u64 = 100_000_000;

/// Refuses to build a collection that would fill the memory.
#[inline]
pub fn may_grow(entries: usize) -> Result<()> {
    if entries as u64 <= MAX_ENTRIES { Ok(()) } else { Err(too_many()) }
}

#[cold]
fn too_many() -> RuleError {
    let words = format!("a collection of more than {MAX_ENTRIES} entries does not fit into memory");
    RuleError::coded("E0709", words)
}

#[cold]
fn no_entry(at: i64, length: usize) -> RuleError {
    let words = format!("there is no entry {at} among {length}, counted from 0");
    RuleError::coded("E0705", words)
}

#[inline]
fn place(at: i64, length: usize) -> Result<usize> {
    match usize::try_from(at) {
        Ok(place) if place < length => Ok(place),
        _ => Err(no_entry(at, length)),
    }
}

/// An entry of a vector.
#[inline]
pub fn index<T>(vector: &[T], at: i64) -> Result<&T> {
    Ok(&vector[place(at, vector.len())?])
}

/// The entries of a range; all of them must exist.
pub fn slice<T>(vector: &[T], range: Range) -> Result<&[T]> {
    let Some((low, high)) = range.bounds() else {
        return Ok(&[]);
    };
    Ok(&vector[place(low, vector.len())?..=place(high, vector.len())?])
}

/// A vector without one entry.
pub fn without<T: Clone>(vector: &[T], at: i64) -> Result<Vec<T>> {
    let gone = place(at, vector.len())?;
    let mut rest = Vec::with_capacity(vector.len() - 1);
    rest.extend_from_slice(&vector[..gone]);
    rest.extend_from_slice(&vector[gone + 1..]);
    Ok(rest)
}

/// A vector and behind it another.
pub fn concat<T: Clone>(a: &[T], b: &[T]) -> Vec<T> {
    [a, b].concat()
}

/// The entries in ascending order.
pub fn sorted<T: Ord>(mut entries: Vec<T>) -> Vec<T> {
    entries.sort_unstable();
    entries
}

/// The entries from the last to the first.
pub fn reverse<T>(mut entries: Vec<T>) -> Vec<T> {
    entries.reverse();
    entries
}

/// The characters of a text.
pub fn text(text: &str) -> Vec<char> {
    text.chars().collect()
}

/// The members of a range, built.
pub fn members(range: Range) -> Result<Vec<i64>> {
    Ok(short(range)?.into_iter().collect())
}

/// A range that is no longer than a collection may be.
pub fn short(range: Range) -> Result<Range> {
    may_grow(usize::try_from(range.len()).unwrap_or(usize::MAX))?;
    Ok(range)
}

/// The values of a map, built.
pub fn to_vec<K: Ord, V: Clone>(map: &Map<K, V>) -> Vec<V> {
    map.values().cloned().collect()
}

/// A vector of these entries.
pub fn vec<T, const N: usize>(entries: [T; N]) -> Vec<T> {
    Vec::from(entries)
}

/// The entries as an array, of which the length was proved or is part of the type.
///
/// # Errors
/// When there are not as many entries.
pub fn array<T, const N: usize>(entries: Vec<T>) -> Result<[T; N]> {
    let length = entries.len();
    entries.try_into().map_err(|_| wrong_length(length, N))
}

/// An array while its entries come, one after the other.
pub struct Filling<T, const N: usize> {
    entries: [T; N],
    filled: usize,
}

impl<T: Copy + Default, const N: usize> Filling<T, N> {
    /// No entry yet.
    #[inline]
    pub fn new() -> Self {
        Self { entries: [T::default(); N], filled: 0 }
    }

    /// The next entry.
    ///
    /// # Errors
    /// When all entries are there.
    #[inline]
    pub fn push(&mut self, entry: T) -> Result<()> {
        match self.entries.get_mut(self.filled) {
            Some(place) => *place = entry,
            None => return Err(wrong_length("more", N)),
        }
        self.filled += 1;
        Ok(())
    }

    /// The array.
    ///
    /// # Errors
    /// When some entries are missing.
    #[inline]
    pub fn done(self) -> Result<[T; N]> {
        if self.filled == N { Ok(self.entries) } else { Err(wrong_length(self.filled, N)) }
    }
}

impl<T: Copy + Default, const N: usize> Default for Filling<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

#[cold]
fn wrong_length(length: impl std::fmt::Display, wanted: usize) -> RuleError {
    RuleError::outside(format!("there must be {wanted} entries, not {length}"))
}

/// Sets an entry.
#[inline]
pub fn set<T>(vector: &mut [T], at: i64, value: T) -> Result<()> {
    let entry = place(at, vector.len())?;
    vector[entry] = value;
    Ok(())
}

/// Adds to an entry.
#[inline]
pub fn increase(vector: &mut [i64], at: i64, by: i64) -> Result<()> {
    let entry = place(at, vector.len())?;
    let entry = &mut vector[entry];
    *entry = add(*entry, by)?;
    Ok(())
}

/// Subtracts from an entry.
#[inline]
pub fn decrease(vector: &mut [i64], at: i64, by: i64) -> Result<()> {
    let entry = place(at, vector.len())?;
    let entry = &mut vector[entry];
    *entry = sub(*entry, by)?;
    Ok(())
}

/// A vector (or array) while a `with` changes it. All right sides see the old one.
pub struct Changes<V> {
    new: V,
    /// For each entry whether it was left alone, changed or set.
    changed: Vec<Changed>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Changed {
    Not,
    Added,
    Set,
}

#[cold]
fn twice(at: i64) -> RuleError {
    let words = format!("entry {at} is set and changed again in one `with`");
    RuleError::coded("E0706", words)
}

impl<V> Changes<V> {
    /// No changes yet.
    pub fn of<T>(new: V) -> Self
    where
        V: AsMut<[T]> + AsRef<[T]>,
    {
        Self { changed: vec![Changed::Not; new.as_ref().len()], new }
    }

    /// `[at] = value`.
    pub fn set<T>(&mut self, at: i64, value: T) -> Result<()>
    where
        V: AsMut<[T]> + AsRef<[T]>,
    {
        let entry = place(at, self.new.as_ref().len())?;
        if self.changed[entry] != Changed::Not {
            return Err(twice(at));
        }
        self.changed[entry] = Changed::Set;
        self.new.as_mut()[entry] = value;
        Ok(())
    }

    /// `[at] += by`.
    pub fn add(&mut self, at: i64, by: i64) -> Result<()>
    where
        V: AsMut<[i64]> + AsRef<[i64]>,
    {
        self.change(at, |entry| add(entry, by))
    }

    /// `[at] -= by`.
    pub fn sub(&mut self, at: i64, by: i64) -> Result<()>
    where
        V: AsMut<[i64]> + AsRef<[i64]>,
    {
        self.change(at, |entry| sub(entry, by))
    }

    #[inline]
    fn change(&mut self, at: i64, to: impl FnOnce(i64) -> Result<i64>) -> Result<()>
    where
        V: AsMut<[i64]> + AsRef<[i64]>,
    {
        let entry = place(at, self.new.as_ref().len())?;
        if self.changed[entry] == Changed::Set {
            return Err(twice(at));
        }
        self.changed[entry] = Changed::Added;
        let entry = &mut self.new.as_mut()[entry];
        *entry = to(*entry)?;
        Ok(())
    }

    /// The vector with all changes.
    pub fn done(self) -> V {
        self.new
    }
}
