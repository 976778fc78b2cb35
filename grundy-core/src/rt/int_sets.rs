//! Finite sets of ints, of which those below 64 are a mask.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::slice;

use super::{Range, Result, Set, members};

/// A set of ints. Sets of vertices, squares and small numbers are one word; what does not fit into it
/// is listed beside.
///
/// ```
/// use grundy_core::IntSet;
///
/// let squares: IntSet = (0..10).map(|n| n * n).collect();
/// assert!(squares.has(&49) && squares.has(&81) && !squares.has(&50));
/// let small = squares.intersect(&(0..20).collect());
/// assert_eq!(small, [0, 1, 4, 9, 16].into());
/// assert_eq!(small.mask(), Some(0b1_0000_0010_0001_0011));
/// assert_eq!(squares.minus(&small).into_vec(), [25, 36, 49, 64, 81]);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct IntSet {
    /// The members of 0..64.
    low: u64,
    /// The others, if there are any.
    others: Option<Box<Set<i64>>>,
}

impl IntSet {
    /// The set of these members, in any order and with repeats.
    #[inline]
    pub fn of(members: impl IntoIterator<Item = i64>) -> Self {
        let (mut low, mut others) = (0, Vec::new());
        for member in members {
            match member {
                0..64 => low |= 1 << member,
                _ => others.push(member),
            }
        }
        Self::with(low, others)
    }

    /// The set of these members of 0..64, and of others.
    #[inline]
    fn with(low: u64, others: Vec<i64>) -> Self {
        let others = if others.is_empty() { None } else { Some(Box::new(Set::of(others))) };
        Self { low, others }
    }

    /// The set of the bits of a mask.
    #[inline]
    pub fn of_mask(low: u64) -> Self {
        Self { low, others: None }
    }

    /// The mask of which it is the set of the bits, if all members have a place there.
    #[inline]
    pub fn mask(&self) -> Option<u64> {
        if self.others.is_none() { Some(self.low) } else { None }
    }

    /// The members of a range.
    ///
    /// # Errors
    /// When there are too many.
    pub fn range(range: Range) -> Result<Self> {
        match range.bounds() {
            None => Ok(Self::default()),
            Some((low @ 0..64, high @ 0..64)) => {
                Ok(Self::of_mask(u64::MAX << low & u64::MAX >> (63 - high)))
            }
            _ => members(range).map(Self::of),
        }
    }

    /// The members, ascending.
    #[inline]
    pub fn iter(&self) -> Members<'_> {
        let others = self.others.as_ref().map_or(&[][..], |others| &others[..]);
        let (before, after) = if others.is_empty() {
            (others, others)
        } else {
            others.split_at(others.partition_point(|member| *member < 0))
        };
        Members { before: before.iter(), low: self.low, after: after.iter() }
    }

    /// The members, ascending, as a vector.
    pub fn into_vec(self) -> Vec<i64> {
        self.iter().collect()
    }

    /// How many members there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.low.count_ones() as usize + self.others.as_ref().map_or(0, |others| others.len())
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.low == 0 && self.others.is_none()
    }

    /// Whether it is a member.
    #[inline]
    pub fn has(&self, member: &i64) -> bool {
        match member {
            0..64 => self.low >> member & 1 == 1,
            _ => self.others.as_ref().is_some_and(|others| others.has(member)),
        }
    }

    /// Whether all members are members of the other set.
    #[inline]
    pub fn within(&self, other: &Self) -> bool {
        self.low & !other.low == 0
            && self.others.as_ref().is_none_or(|mine| mine.iter().all(|member| other.has(member)))
    }

    /// The members of either set.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        self.zip(other, self.low | other.low, Set::union)
    }

    /// The members of both sets.
    #[inline]
    pub fn intersect(&self, other: &Self) -> Self {
        self.zip(other, self.low & other.low, Set::intersect)
    }

    /// The members of this set alone.
    #[inline]
    pub fn minus(&self, other: &Self) -> Self {
        self.zip(other, self.low & !other.low, Set::minus)
    }

    /// The members of exactly one of the sets.
    #[inline]
    pub fn either(&self, other: &Self) -> Self {
        self.zip(other, self.low ^ other.low, Set::either)
    }

    #[inline]
    fn zip(&self, other: &Self, low: u64, op: fn(&Set<i64>, &Set<i64>) -> Set<i64>) -> Self {
        match (&self.others, &other.others) {
            (None, None) => Self::of_mask(low),
            (mine, theirs) => Self::with(low, listed(mine, theirs, op)),
        }
    }
}

/// What an operation makes of the members that have no place in a mask.
#[cold]
fn listed(
    mine: &Option<Box<Set<i64>>>,
    theirs: &Option<Box<Set<i64>>>,
    op: fn(&Set<i64>, &Set<i64>) -> Set<i64>,
) -> Vec<i64> {
    let empty = Set::default();
    let (mine, theirs) = (mine.as_deref(), theirs.as_deref());
    op(mine.unwrap_or(&empty), theirs.unwrap_or(&empty)).into_vec()
}

/// The members of a set of ints, ascending.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    before: slice::Iter<'a, i64>,
    low: u64,
    after: slice::Iter<'a, i64>,
}

impl Iterator for Members<'_> {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        if let Some(member) = self.before.next() {
            return Some(*member);
        }
        if self.low == 0 {
            return self.after.next().copied();
        }
        let member = self.low.trailing_zeros();
        self.low &= self.low - 1;
        Some(i64::from(member))
    }
}

impl From<Set<i64>> for IntSet {
    fn from(set: Set<i64>) -> Self {
        Self::of(set.into_vec())
    }
}

impl<const N: usize> From<[i64; N]> for IntSet {
    fn from(members: [i64; N]) -> Self {
        Self::of(members)
    }
}

impl FromIterator<i64> for IntSet {
    fn from_iter<I: IntoIterator<Item = i64>>(members: I) -> Self {
        Self::of(members)
    }
}

/// As if the members were listed.
impl Ord for IntSet {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl PartialOrd for IntSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for IntSet {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.low.hash(state);
        if let Some(others) = &self.others {
            others.hash(state);
        }
    }
}

impl fmt::Debug for IntSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn members_of_all_kinds() -> impl Strategy<Value = Vec<i64>> {
        prop::collection::vec(prop_oneof![-3_i64..3, 60_i64..68, 0_i64..64], 0..8)
    }

    proptest! {
        #[test]
        fn sets_of_ints_are_sets(a in members_of_all_kinds(), b in members_of_all_kinds()) {
            let (x, y) = (Set::of(a.clone()), Set::of(b.clone()));
            let (i, j) = (IntSet::of(a), IntSet::of(b.clone()));
            let same = |ours: IntSet, theirs: Set<i64>| ours == IntSet::from(theirs);
            prop_assert!(same(i.union(&j), x.union(&y)));
            prop_assert!(same(i.intersect(&j), x.intersect(&y)));
            prop_assert!(same(i.minus(&j), x.minus(&y)));
            prop_assert!(same(i.either(&j), x.either(&y)));
            prop_assert_eq!(i.within(&j), x.within(&y));
            prop_assert_eq!(i.cmp(&j), x.cmp(&y));
            prop_assert_eq!(i.len(), x.len());
            prop_assert_eq!(i.is_empty(), x.is_empty());
            prop_assert!(b.iter().all(|member| i.has(member) == x.has(member)));
            prop_assert_eq!(i.into_vec(), x.into_vec());
        }

        #[test]
        fn ranges_are_sets(low in -2_i64..70, length in -1_i64..70) {
            let range = Range::exclusive(low, low + length);
            prop_assert_eq!(IntSet::range(range), Ok(IntSet::of(range)));
        }
    }
}
