//! The least nimber that is missing from a set.

use crate::Nimber;

/// The least nimber that does not occur among `values`.
///
/// ```
/// use grundy_core::{Nimber, mex};
///
/// assert_eq!(mex([0, 1, 3].map(Nimber::new)), Nimber::new(2));
/// assert_eq!(mex([]), Nimber::ZERO);
/// ```
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut set = MexSet::new();
    for value in values {
        set.insert(value);
    }
    set.mex()
}

/// A set of nimbers that is asked for its mex and then used again.
///
/// The memory it takes is bounded by the number of insertions, however large the nimbers are: the
/// mex of n nimbers is at most n, so a larger one is set aside until so many have come.
///
/// ```
/// use grundy_core::{MexSet, Nimber};
///
/// let mut set = MexSet::new();
/// set.insert(Nimber::ZERO);
/// set.insert(Nimber::new(1_000_000_000_000_000));
/// assert_eq!(set.mex(), Nimber::new(1));
/// set.clear();
/// assert_eq!(set.mex(), Nimber::ZERO);
/// ```
#[derive(Clone, Debug, Default)]
pub struct MexSet {
    /// Bit v says whether v was inserted; no word beyond the last bit that is set.
    words: Vec<u64>,
    /// Nimbers that were too large to matter when they came.
    aside: Vec<u64>,
    insertions: u64,
}

impl MexSet {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a nimber; again is no different from once.
    pub fn insert(&mut self, value: Nimber) {
        self.insertions += 1;
        if value.get() / 64 <= self.insertions {
            self.mark(value.get());
        } else {
            self.aside.push(value.get());
        }
    }

    /// The least nimber that was not inserted since the last `clear`.
    pub fn mex(&mut self) -> Nimber {
        for value in std::mem::take(&mut self.aside) {
            if value <= self.insertions {
                self.mark(value);
            } else {
                self.aside.push(value);
            }
        }
        let full = self.words.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = self.words.get(full).map_or(0, |word| word.trailing_ones());
        Nimber::new(full as u64 * 64 + u64::from(rest))
    }

    /// Empties the set and keeps its memory.
    pub fn clear(&mut self) {
        self.words.clear();
        self.aside.clear();
        self.insertions = 0;
    }

    fn mark(&mut self, value: u64) {
        // At most the number of insertions, each of which took time: it fits.
        let word = (value / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_value_set_aside_comes_back_when_it_matters() {
        let mut set = MexSet::new();
        for value in (0..1000).rev() {
            set.insert(Nimber::new(value));
        }
        assert_eq!(set.mex(), Nimber::new(1000));
    }

    #[test]
    fn huge_nimbers_take_no_memory() {
        let mut set = MexSet::new();
        set.insert(Nimber::new(u64::MAX));
        set.insert(Nimber::new(1_000_000_000_000_000));
        assert_eq!(set.mex(), Nimber::ZERO);
        assert!(set.words.is_empty());
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(
            rounds in prop::collection::vec(
                prop::collection::vec(prop_oneof![4 => 0_u64..40, 2 => 0_u64..400, 1 => any::<u64>()], 0..200),
                1..4,
            ),
        ) {
            let mut set = MexSet::new();
            for values in rounds {
                for &value in &values {
                    set.insert(Nimber::new(value));
                }
                let least = (0..).find(|v| !values.contains(v)).unwrap();
                prop_assert_eq!(set.mex(), Nimber::new(least));
                prop_assert_eq!(mex(values.into_iter().map(Nimber::new)), Nimber::new(least));
                set.clear();
            }
        }
    }
}
