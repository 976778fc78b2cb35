//! Finite sets and maps, as sorted vectors.

use std::ops::Deref;

use super::Result;
use crate::RuleError;

/// A set: ascending, without repeats.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set<T>(Vec<T>);

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for Set<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> Set<T> {
    /// The set of members that ascend without repeats.
    pub fn sorted(members: Vec<T>) -> Self {
        Self(members)
    }

    /// The members as a vector.
    pub fn into_vec(self) -> Vec<T> {
        self.0
    }

    pub(super) fn members_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T: Ord> Set<T> {
    /// The set of these members, in any order and with repeats.
    pub fn of(mut members: Vec<T>) -> Self {
        if !members.is_sorted() {
            members.sort_unstable();
        }
        members.dedup();
        Self(members)
    }

    /// Whether it is a member.
    pub fn has(&self, member: &T) -> bool {
        self.0.binary_search(member).is_ok()
    }

    /// Whether all members are members of the other set.
    pub fn within(&self, other: &Self) -> bool {
        self.iter().all(|member| other.has(member))
    }
}

impl<T: Ord + Clone> Set<T> {
    /// The members of either set.
    pub fn union(&self, other: &Self) -> Self {
        self.merged(other, true, true, true)
    }

    /// The members of both sets.
    pub fn intersect(&self, other: &Self) -> Self {
        self.merged(other, false, true, false)
    }

    /// The members of this set alone.
    pub fn minus(&self, other: &Self) -> Self {
        self.merged(other, true, false, false)
    }

    /// The members of exactly one of the sets.
    pub fn either(&self, other: &Self) -> Self {
        self.merged(other, true, false, true)
    }

    /// The members that only this one has, that both have, that only the other has.
    fn merged(&self, other: &Self, mine: bool, both: bool, others: bool) -> Self {
        let mut merged = Vec::with_capacity(self.len() + if others { other.len() } else { 0 });
        let (mut a, mut b) = (self.0.as_slice(), other.0.as_slice());
        while let ([x, rest @ ..], [y, others_rest @ ..]) = (a, b) {
            match x.cmp(y) {
                std::cmp::Ordering::Less => {
                    merged.extend(mine.then(|| x.clone()));
                    a = rest;
                }
                std::cmp::Ordering::Greater => {
                    merged.extend(others.then(|| y.clone()));
                    b = others_rest;
                }
                std::cmp::Ordering::Equal => {
                    merged.extend(both.then(|| x.clone()));
                    (a, b) = (rest, others_rest);
                }
            }
        }
        if mine {
            merged.extend_from_slice(a);
        }
        if others {
            merged.extend_from_slice(b);
        }
        Self(merged)
    }
}

/// A map: pairs of index and value, ascending by index.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Map<K, V>(pub(super) Vec<(K, V)>);

impl<K: Ord, V> Map<K, V> {
    /// The value at an index.
    pub fn get(&self, index: &K) -> Option<&V> {
        self.0.binary_search_by(|(at, _)| at.cmp(index)).ok().map(|at| &self.0[at].1)
    }

    /// The values in the order of the indices.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// How many indices there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no index.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The value of a map at an index.
///
/// # Errors
/// When the map has no such index.
pub fn at<'m, K: Ord + std::fmt::Debug, V>(map: &'m Map<K, V>, index: &K) -> Result<&'m V> {
    map.get(index)
        .ok_or_else(|| RuleError::coded("E0705", format!("this map has no entry {index:?}")))
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn operators_are_those_of_sets(
            a in prop::collection::btree_set(0_i64..12, 0..8),
            b in prop::collection::btree_set(0_i64..12, 0..8),
        ) {
            let set = |s: &BTreeSet<i64>| Set::of(s.iter().copied().collect());
            let (x, y) = (set(&a), set(&b));
            prop_assert_eq!(x.union(&y), set(&(&a | &b)));
            prop_assert_eq!(x.intersect(&y), set(&(&a & &b)));
            prop_assert_eq!(x.minus(&y), set(&(&a - &b)));
            prop_assert_eq!(x.either(&y), set(&(&a ^ &b)));
            prop_assert_eq!(x.within(&y), a.is_subset(&b));
        }
    }
}
