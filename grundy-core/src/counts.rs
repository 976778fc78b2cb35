//! How many of many positions have each nimber.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use crate::Nimber;

/// How many of some positions have each nimber.
///
/// ```
/// use grundy_core::{Counts, Nimber};
///
/// // Nim heaps of 0 to 3, and the ordered pairs of them.
/// let mut heaps = Counts::new();
/// for size in 0..4 {
///     heaps.add(Nimber::new(size), 1)?;
/// }
/// let pairs = heaps.pairs_with(&heaps)?;
/// assert_eq!(pairs.total()?, 16);
/// assert_eq!(pairs.of(Nimber::ZERO), 4);
/// // Without order: the four pairs of equal heaps have 0, and the six others do not.
/// let pairs = heaps.multisets(2)?;
/// assert_eq!((pairs.total()?, pairs.of(Nimber::ZERO)), (10, 4));
/// # Ok::<(), grundy_core::CountError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<u64, u128>);

/// Why positions cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountError {
    /// There are more than 128 bits can count.
    TooMany,
    /// The sums take more steps than this for all pairs of nimbers.
    TooLong(u64),
}

/// Sums of more pairs of nimbers are not formed.
const MOST_PAIRS: u64 = 1 << 30;

impl Counts {
    /// No position.
    pub fn new() -> Self {
        Self::default()
    }

    /// The empty sum alone.
    pub fn empty_sum() -> Self {
        Self(BTreeMap::from([(0, 1)]))
    }

    /// Adds so many positions of a nimber.
    ///
    /// # Errors
    /// [`CountError::TooMany`].
    pub fn add(&mut self, nimber: Nimber, times: u128) -> Result<(), CountError> {
        if times > 0 {
            let count = self.0.entry(nimber.get()).or_insert(0);
            *count = count.checked_add(times).ok_or(CountError::TooMany)?;
        }
        Ok(())
    }

    /// How many have this nimber.
    pub fn of(&self, nimber: Nimber) -> u128 {
        self.0.get(&nimber.get()).copied().unwrap_or(0)
    }

    /// The nimbers that occur, in ascending order, with their counts.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Nimber, u128)> + '_ {
        self.0.iter().map(|(&nimber, &count)| (Nimber::new(nimber), count))
    }

    /// How many there are.
    ///
    /// # Errors
    /// [`CountError::TooMany`].
    pub fn total(&self) -> Result<u128, CountError> {
        self.0
            .values()
            .try_fold(0_u128, |sum, &count| sum.checked_add(count))
            .ok_or(CountError::TooMany)
    }

    /// The sums of one of these positions and one of the others: every pair counts.
    ///
    /// # Errors
    /// When there are too many.
    pub fn pairs_with(&self, others: &Self) -> Result<Self, CountError> {
        self.may_pair(others, 1)?;
        let mut sums = Self::new();
        for (&a, &m) in &self.0 {
            for (&b, &n) in &others.0 {
                let times = m.checked_mul(n).ok_or(CountError::TooMany)?;
                sums.add(Nimber::new(a ^ b), times)?;
            }
        }
        Ok(sums)
    }

    /// The sums of so many of these positions, where the order does not matter and one may occur
    /// several times.
    ///
    /// For each nimber in turn one chooses how many of the positions with it take part: j of c
    /// positions in (c + j - 1 over j) ways, whose sum is the nimber if j is odd, and 0 if not.
    ///
    /// # Errors
    /// When there are too many.
    pub fn multisets(&self, size: u32) -> Result<Self, CountError> {
        let steps = u64::from(size) * u64::from(size);
        self.may_pair(self, steps)?;
        // Those of each number of positions, from the nimbers so far.
        let mut chosen = vec![Self::new(); size as usize + 1];
        chosen[0] = Self::empty_sum();
        for (&nimber, &count) in &self.0 {
            for all in (1..=size as usize).rev() {
                let mut sums = chosen[all].clone();
                for more in 1..=all {
                    let ways = repeated_choices(count, more as u128)?;
                    let nimber = if more % 2 == 1 { nimber } else { 0 };
                    for (&before, &times) in &chosen[all - more].0 {
                        let times = times.checked_mul(ways).ok_or(CountError::TooMany)?;
                        sums.add(Nimber::new(before ^ nimber), times)?;
                    }
                }
                chosen[all] = sums;
            }
        }
        Ok(chosen.swap_remove(size as usize))
    }

    fn may_pair(&self, others: &Self, times: u64) -> Result<(), CountError> {
        let pairs = self.0.len() as u64 * others.0.len() as u64;
        match pairs.checked_mul(times) {
            Some(steps) if steps <= MOST_PAIRS => Ok(()),
            _ => Err(CountError::TooLong(MOST_PAIRS)),
        }
    }
}

/// (n + k - 1 over k): the ways to choose k of n things, each as often as one likes, for n >= 1.
fn repeated_choices(n: u128, k: u128) -> Result<u128, CountError> {
    // After step i this is (n + i - 1 over i), so each division is exact.
    (1..=k).try_fold(1_u128, |ways, i| {
        let next = n.checked_add(i - 1).and_then(|factor| ways.checked_mul(factor));
        next.map(|product| product / i).ok_or(CountError::TooMany)
    })
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany => write!(f, "there are more positions than {}", u128::MAX),
            Self::TooLong(steps) => {
                write!(f, "so many different nimbers occur that more than {steps} steps are needed")
            }
        }
    }
}

impl Error for CountError {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn counts(nimbers: &[u64]) -> Counts {
        let mut counts = Counts::new();
        nimbers.iter().for_each(|&nimber| counts.add(Nimber::new(nimber), 1).unwrap());
        counts
    }

    /// Every ascending choice of so many of the places.
    fn multisets(nimbers: &[u64], size: u32, from: usize, xor: u64, found: &mut Vec<u64>) {
        if size == 0 {
            return found.push(xor);
        }
        for (place, nimber) in nimbers.iter().enumerate().skip(from) {
            multisets(nimbers, size - 1, place, xor ^ nimber, found);
        }
    }

    proptest! {
        #[test]
        fn sums_agree_with_listing(
            a in prop::collection::vec(0_u64..9, 0..8),
            b in prop::collection::vec(0_u64..9, 0..8),
            size in 0_u32..4,
        ) {
            let pairs: Vec<u64> = a.iter().flat_map(|x| b.iter().map(move |y| x ^ y)).collect();
            prop_assert_eq!(counts(&a).pairs_with(&counts(&b)), Ok(counts(&pairs)));
            let mut found = Vec::new();
            multisets(&a, size, 0, 0, &mut found);
            prop_assert_eq!(counts(&a).multisets(size), Ok(counts(&found)));
        }
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let mut many = Counts::new();
        many.add(Nimber::ZERO, u128::MAX).unwrap();
        assert_eq!(many.add(Nimber::ZERO, 1), Err(CountError::TooMany));
        assert_eq!(many.pairs_with(&many), Err(CountError::TooMany));
        assert_eq!(many.multisets(2), Err(CountError::TooMany));
        many.add(Nimber::new(1), 1).unwrap();
        assert_eq!(many.total(), Err(CountError::TooMany));
        let different = counts(&(0..1 << 16).collect::<Vec<_>>());
        assert_eq!(different.pairs_with(&different), Err(CountError::TooLong(MOST_PAIRS)));
    }
}
