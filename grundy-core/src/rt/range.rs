//! Ranges of integers.

use std::fmt;

use super::Result;
use crate::RuleError;

/// A range of integers, both ends included; every empty range is `0..=-1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Range {
    low: i64,
    high: i64,
}

impl Range {
    /// The range without a member.
    pub const EMPTY: Range = Range { low: 0, high: -1 };

    /// From `low` to `high`, both included; empty when `high < low`.
    #[inline]
    pub fn inclusive(low: i64, high: i64) -> Range {
        if high < low { Range::EMPTY } else { Range { low, high } }
    }

    /// From `low` up to but not including `high`.
    #[inline]
    pub fn exclusive(low: i64, high: i64) -> Range {
        match high.checked_sub(1) {
            Some(last) => Range::inclusive(low, last),
            None => Range::EMPTY,
        }
    }

    /// The least and the greatest member, unless it is empty.
    #[inline]
    pub fn bounds(self) -> Option<(i64, i64)> {
        (self.low <= self.high).then_some((self.low, self.high))
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(self) -> std::ops::RangeInclusive<i64> {
        self.low..=self.high
    }

    /// How many members there are.
    #[inline]
    pub fn len(self) -> u64 {
        self.bounds().map_or(0, |(low, high)| high.abs_diff(low).saturating_add(1))
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bounds().is_none()
    }

    /// Whether `value` is a member.
    #[inline]
    pub fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether all members are members of the other range.
    #[inline]
    pub fn within(self, other: Range) -> bool {
        self.bounds().is_none_or(|(low, high)| other.contains(low) && other.contains(high))
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bounds() {
            Some((low, high)) => write!(f, "{low}..={high}"),
            None => f.write_str("0..0"),
        }
    }
}

impl IntoIterator for Range {
    type Item = i64;
    type IntoIter = Ints;

    #[inline]
    fn into_iter(self) -> Ints {
        let left = self.len();
        Ints { next: self.low, left }
    }
}

/// The members of a [`Range`]: a counter, which compiles to a tighter loop than `low..=high`.
#[derive(Clone, Debug)]
pub struct Ints {
    next: i64,
    left: u64,
}

impl Iterator for Ints {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let int = self.next;
        self.next = int.wrapping_add(1);
        Some(int)
    }
}

/// The range of one int.
#[inline]
pub fn just(int: i64) -> Range {
    Range::inclusive(int, int)
}

/// How many members a range has.
///
/// # Errors
/// When there are more than 64 bits with a sign hold.
pub fn size(range: Range) -> Result<i64> {
    i64::try_from(range.len())
        .map_err(|_| RuleError::coded("E0702", "the length does not fit into 64 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_at_the_edges() {
        assert_eq!(Range::exclusive(0, i64::MIN), Range::EMPTY);
        assert_eq!(Range::inclusive(5, 3), Range::EMPTY);
        let last = Range::inclusive(i64::MAX - 1, i64::MAX);
        assert_eq!(last.into_iter().collect::<Vec<_>>(), [i64::MAX - 1, i64::MAX]);
        assert_eq!(Range::EMPTY.into_iter().count(), 0);
        assert!(Range::EMPTY.within(Range::EMPTY) && !last.within(Range::EMPTY));
    }
}
