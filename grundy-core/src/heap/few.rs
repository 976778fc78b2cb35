//! Blocks of heaps whose nimbers are so small that a few words hold a bit for each.

use super::narrow::Narrow;
use super::sight::Here;
use super::vector::{LANES, see_block};

/// Finds blocks of heaps with few different nimbers; what it holds is used again for each.
pub(super) struct Few {
    common: Common,
}

/// Which nimbers are common, in a space and from a size on.
#[derive(Default)]
struct Common {
    /// The mask of the space, and for which heaps of a block an even nimber is common.
    of: Option<(u32, u32)>,
    /// For the even and the odd heaps of a block, counted from 0.
    words: [[u64; 4]; 2],
}

impl Few {
    pub(super) fn new() -> Self {
        Self { common: Common::default() }
    }

    /// Adds the heaps of a block. All nimbers in the tables must be below 64 times the number of words;
    /// nothing is added where that will not do for those of the block. Says what the largest of
    /// these is.
    pub(super) fn add<T: Narrow, const WORDS: usize>(
        &mut self,
        here: &Here<'_>,
        tables: &mut [Vec<T>],
    ) -> Option<usize> {
        let space = here.space;
        let now = Some((space.classes.mask, space.even(here.n)));
        if self.common.of != now {
            self.common = Common { of: now, words: space.common_words(here.n) };
        }
        let mut seen = [[0; LANES]; WORDS];
        for sight in &here.sights {
            let (base, rare) = sight.pairs(sight.inner.clone());
            see_block(&mut seen, &tables[sight.other], base, rare);
        }
        let len = tables[space.kind].len();
        let mut largest = 0;
        for j in 0..here.heaps {
            let mut seen: [u64; WORDS] = std::array::from_fn(|k| seen[k][j]);
            here.late(tables, j, |value| {
                let bit = 1 << (value % 64);
                // A larger one is larger than the nimber of the heap.
                (0..WORDS).for_each(|k| seen[k] |= if value / 64 == k as u64 { bit } else { 0 });
            });
            let common = &self.common.words[j % 2];
            let left = (0..WORDS).map(|k| !seen[k] & common[k]);
            let found = left.enumerate().find(|&(_, left)| left != 0);
            let value = found.map(|(k, left)| 64 * k as u32 + left.trailing_zeros());
            let Some(narrow) = value.and_then(T::narrow) else {
                tables[space.kind].truncate(len);
                return None;
            };
            largest = largest.max(narrow.index());
            tables[space.kind].push(narrow);
        }
        Some(largest)
    }
}
