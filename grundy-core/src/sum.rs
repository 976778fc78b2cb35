//! Sums of positions: a move is made in exactly one component.

use std::error::Error;
use std::fmt;
use std::ops::{Add, Mul};

/// Things, each with its number of copies.
pub type Counted<T> = Vec<(T, u64)>;

/// A sum of positions, each with a number of copies, and of Nim heaps.
///
/// A sum keeps what was put into it: under misère play copies do not cancel and Nim heaps do not
/// merge. It neither sorts nor merges by itself, so two sums are equal as data only if they were
/// built alike; [`Sum::canonical`] gives the form that depends on the multiset alone.
///
/// ```
/// use grundy_core::Sum;
///
/// let mut sum = Sum::from("row of 3");
/// sum.push("row of 5", 2);
/// sum.push_heap(4, 1);
/// assert_eq!(sum.components(), [("row of 3", 1), ("row of 5", 2)]);
/// assert_eq!(sum.heaps(), [(4, 1)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sum<P> {
    components: Counted<P>,
    heaps: Counted<u64>,
}

/// More copies of one component than a `u64` counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyCopies;

impl<P> Sum<P> {
    /// Takes everything out and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.components.clear();
        self.heaps.clear();
    }

    /// The sum of nothing, in which no one can move.
    pub const fn zero() -> Self {
        Self { components: Vec::new(), heaps: Vec::new() }
    }

    /// Adds copies of a position.
    pub fn push(&mut self, position: P, copies: u64) {
        if copies > 0 {
            self.components.push((position, copies));
        }
    }

    /// Adds copies of the Nim heap of this size.
    pub fn push_heap(&mut self, size: u64, copies: u64) {
        if size > 0 && copies > 0 {
            self.heaps.push((size, copies));
        }
    }

    /// Adds all of another sum.
    pub fn add(&mut self, other: Self) {
        self.components.extend(other.components);
        self.heaps.extend(other.heaps);
    }

    /// This sum `k` times.
    ///
    /// # Errors
    /// When some component would occur more than `u64::MAX` times.
    pub fn copies(mut self, k: u64) -> Result<Self, TooManyCopies> {
        if k == 0 {
            return Ok(Self::zero());
        }
        let counts = self.components.iter_mut().map(|(_, count)| count);
        for count in counts.chain(self.heaps.iter_mut().map(|(_, count)| count)) {
            *count = count.checked_mul(k).ok_or(TooManyCopies)?;
        }
        Ok(self)
    }

    /// Whether it is the sum of nothing.
    pub fn is_zero(&self) -> bool {
        self.components.is_empty() && self.heaps.is_empty()
    }

    /// The positions, each with its number of copies (at least 1). One may stand several times.
    pub fn components(&self) -> &[(P, u64)] {
        &self.components
    }

    /// The Nim heaps as sizes (at least 1), each with its number of copies (at least 1).
    pub fn heaps(&self) -> &[(u64, u64)] {
        &self.heaps
    }

    /// The positions and the Nim heaps, taken apart.
    pub fn into_parts(self) -> (Counted<P>, Counted<u64>) {
        (self.components, self.heaps)
    }

    /// The sum with every position replaced.
    pub fn map<Q>(self, mut f: impl FnMut(P) -> Q) -> Sum<Q> {
        let components = self.components.into_iter().map(|(p, copies)| (f(p), copies)).collect();
        Sum { components, heaps: self.heaps }
    }
}

impl<P: Clone> Sum<P> {
    /// The sum with one copy of the component or of the Nim heap at these places replaced.
    pub(crate) fn replaced(
        &self,
        component: Option<usize>,
        heap: Option<usize>,
        mut by: Sum<P>,
    ) -> Sum<P> {
        for (at, (position, copies)) in self.components.iter().enumerate() {
            by.push(position.clone(), copies - u64::from(component == Some(at)));
        }
        for (at, &(size, copies)) in self.heaps.iter().enumerate() {
            by.push_heap(size, copies - u64::from(heap == Some(at)));
        }
        by
    }
}

impl<P: Ord> Sum<P> {
    /// The form that depends on the multiset alone: sorted, with equal components merged.
    ///
    /// # Errors
    /// When some component occurs more than `u64::MAX` times.
    pub fn canonical(mut self) -> Result<Self, TooManyCopies> {
        merge(&mut self.components)?;
        merge(&mut self.heaps)?;
        Ok(self)
    }
}

/// Sorts, and adds up the counts of equal things.
fn merge<T: Ord>(counts: &mut Counted<T>) -> Result<(), TooManyCopies> {
    counts.sort_unstable();
    let mut fits = true;
    counts.dedup_by(|(thing, count), (kept, total)| {
        let equal = thing == kept;
        if equal {
            match total.checked_add(*count) {
                Some(more) => *total = more,
                None => fits = false,
            }
        }
        equal
    });
    if fits { Ok(()) } else { Err(TooManyCopies) }
}

/// The sum of both; a position counts as the sum of it alone.
impl<P, Other: Into<Sum<P>>> Add<Other> for Sum<P> {
    type Output = Sum<P>;

    fn add(mut self, other: Other) -> Sum<P> {
        Sum::add(&mut self, other.into());
        self
    }
}

/// The sum so many times.
///
/// # Panics
/// When some component would occur more than `u64::MAX` times.
impl<P> Mul<Sum<P>> for u64 {
    type Output = Sum<P>;

    fn mul(self, sum: Sum<P>) -> Sum<P> {
        sum.copies(self).expect("at most u64::MAX copies of one component")
    }
}

/// As the game language writes it.
impl<P: fmt::Display> fmt::Display for Sum<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        let mut part = |f: &mut fmt::Formatter<'_>, copies: u64| -> fmt::Result {
            if !std::mem::take(&mut first) {
                f.write_str(" + ")?;
            }
            if copies == 1 { Ok(()) } else { write!(f, "{copies} * ") }
        };
        for (position, copies) in &self.components {
            part(f, *copies)?;
            position.fmt(f)?;
        }
        for (size, copies) in &self.heaps {
            part(f, *copies)?;
            write!(f, "*{size}")?;
        }
        if first { f.write_str("0") } else { Ok(()) }
    }
}

impl<P> Default for Sum<P> {
    fn default() -> Self {
        Self::zero()
    }
}

impl<P> From<P> for Sum<P> {
    fn from(position: P) -> Self {
        Self { components: vec![(position, 1)], heaps: Vec::new() }
    }
}

/// One copy of each.
impl<P> FromIterator<P> for Sum<P> {
    fn from_iter<I: IntoIterator<Item = P>>(positions: I) -> Self {
        let components = positions.into_iter().map(|position| (position, 1)).collect();
        Self { components, heaps: Vec::new() }
    }
}

impl fmt::Display for TooManyCopies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} copies of one component", u64::MAX)
    }
}

impl Error for TooManyCopies {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_form_depends_on_the_multiset_alone() {
        let mut a: Sum<char> = ['x', 'y', 'x'].into_iter().collect();
        a.push_heap(2, 1);
        a.push_heap(1, 3);
        a.push_heap(2, 4);
        let mut b = Sum::zero();
        b.push('y', 1);
        b.push('x', 2);
        b.push_heap(1, 3);
        b.push_heap(2, 5);
        assert_ne!(a, b);
        assert_eq!(a.canonical(), b.canonical());
    }

    #[test]
    fn nothing_is_not_kept() {
        let mut sum = Sum::zero();
        sum.push('x', 0);
        sum.push_heap(0, 5);
        sum.push_heap(5, 0);
        assert!(sum.is_zero());
        assert_eq!(Sum::from('x').copies(0), Ok(Sum::zero()));
    }

    #[test]
    fn too_many_copies_are_told() {
        let many = Sum::from('x').copies(u64::MAX).unwrap();
        assert_eq!(many.clone().copies(2), Err(TooManyCopies));
        let mut more = many;
        more.push('x', 1);
        assert_eq!(more.canonical(), Err(TooManyCopies));
    }
}
