//! Sets of vertices as bit masks.

use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr};

/// A set of vertices as a bit mask: `u64`, `u128` or [`VertexSet`].
///
/// ```
/// use grundy_core::graph::Mask;
///
/// let set = u64::one(3) | u64::one(5);
/// assert_eq!(set.vertices().collect::<Vec<_>>(), [3, 5]);
/// assert_eq!(set.without(u64::one(3)), u64::one(5));
/// ```
pub trait Mask:
    Copy + Default + Eq + Hash + fmt::Debug + BitAnd<Output = Self> + BitOr<Output = Self>
{
    /// How many vertices there is room for; vertices are numbered from 0.
    const CAPACITY: usize;

    /// The set of this vertex alone, which must be less than [`Mask::CAPACITY`].
    fn one(vertex: usize) -> Self;

    /// The set of all vertices less than `count`, at most [`Mask::CAPACITY`].
    fn below(count: usize) -> Self;

    /// Whether the vertex is a member.
    fn has(self, vertex: usize) -> bool;

    /// The least member.
    fn least(self) -> Option<usize>;

    /// How many members there are.
    fn count(self) -> usize;

    /// The members that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// Whether there is no member.
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether every member is one of `other`.
    fn is_within(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    /// The members, ascending.
    fn vertices(self) -> Members<Self> {
        Members(self)
    }

    /// The set of these vertices, each less than [`Mask::CAPACITY`].
    fn of(vertices: impl IntoIterator<Item = usize>) -> Self {
        vertices.into_iter().fold(Self::default(), |set, vertex| set | Self::one(vertex))
    }
}

/// The members of a set, ascending.
#[derive(Clone, Debug)]
pub struct Members<M>(M);

impl<M: Mask> Iterator for Members<M> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let vertex = self.0.least()?;
        self.0 = self.0.without(M::one(vertex));
        Some(vertex)
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Mask for $word {
            const CAPACITY: usize = <$word>::BITS as usize;

            fn one(vertex: usize) -> $word {
                1 << vertex
            }

            fn below(count: usize) -> $word {
                if count == Self::CAPACITY { <$word>::MAX } else { (1 << count) - 1 }
            }

            fn has(self, vertex: usize) -> bool {
                vertex < Self::CAPACITY && self >> vertex & 1 == 1
            }

            fn least(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }

            fn count(self) -> usize {
                self.count_ones() as usize
            }

            fn without(self, other: $word) -> $word {
                self & !other
            }
        }
    };
}

word!(u64);
word!(u128);

const WORDS: usize = 8;

/// A set of vertices of a graph of any size that [`super::Graph`] has.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexSet([u64; WORDS]);

impl VertexSet {
    fn zip(self, other: VertexSet, op: impl Fn(u64, u64) -> u64) -> VertexSet {
        VertexSet(std::array::from_fn(|at| op(self.0[at], other.0[at])))
    }

    /// The same set as a mask of another width, if every member has room in it.
    ///
    /// ```
    /// use grundy_core::graph::{Mask, VertexSet};
    ///
    /// let set = VertexSet::of([3, 70]);
    /// assert_eq!(set.narrow::<u64>(), None);
    /// assert_eq!(set.narrow::<u128>(), Some(1 << 3 | 1 << 70));
    /// ```
    pub fn narrow<M: Mask>(self) -> Option<M> {
        self.vertices().all(|vertex| vertex < M::CAPACITY).then(|| M::of(self.vertices()))
    }
}

impl BitAnd for VertexSet {
    type Output = VertexSet;

    fn bitand(self, other: VertexSet) -> VertexSet {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for VertexSet {
    type Output = VertexSet;

    fn bitor(self, other: VertexSet) -> VertexSet {
        self.zip(other, |a, b| a | b)
    }
}

impl Mask for VertexSet {
    const CAPACITY: usize = WORDS * 64;

    fn one(vertex: usize) -> VertexSet {
        let mut words = [0; WORDS];
        words[vertex / 64] = 1 << (vertex % 64);
        VertexSet(words)
    }

    fn below(count: usize) -> VertexSet {
        VertexSet(std::array::from_fn(|at| u64::below(count.saturating_sub(64 * at).min(64))))
    }

    fn has(self, vertex: usize) -> bool {
        self.0.get(vertex / 64).is_some_and(|word| word.has(vertex % 64))
    }

    fn least(self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(64 * at + self.0[at].trailing_zeros() as usize)
    }

    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn without(self, other: VertexSet) -> VertexSet {
        self.zip(other, |a, b| a & !b)
    }
}

impl fmt::Debug for VertexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.vertices()).finish()
    }
}
