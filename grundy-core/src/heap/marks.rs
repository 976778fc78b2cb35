//! Which nimbers the options of one heap have, while its own is being found.

use super::narrow::Narrow;
use super::vector::{LANES, equal};

/// Marks for the nimbers below a bound; larger ones are dropped. The mex is right if it is below
/// the bound, since only smaller nimbers matter for it.
pub(super) struct Marks {
    /// A nimber is marked if it has the tag of this heap: so the marks need not be cleared.
    seen: Vec<u8>,
    tag: u8,
}

/// Every nimber of two bytes is below the first bound.
const FIRST_BOUND: usize = 1 << 16;

impl Marks {
    pub(super) fn new() -> Self {
        Self { seen: vec![0; FIRST_BOUND], tag: 1 }
    }

    pub(super) fn clear(&mut self) {
        self.tag = self.tag.wrapping_add(1);
        if self.tag == 0 {
            self.seen.fill(0);
            self.tag = 1;
        }
    }

    /// Doubles the bound.
    pub(super) fn widen(&mut self) {
        self.seen.resize(2 * self.seen.len(), 0);
    }

    /// The mex, if it is below the bound.
    pub(super) fn mex(&self) -> Option<u32> {
        self.missing().next()
    }

    /// The least four nimbers that are not marked, if they are below the bound.
    pub(super) fn least_missing(&self) -> Option<[u32; 4]> {
        let mut missing = self.missing();
        let mut least = [0; 4];
        for value in &mut least {
            *value = missing.next()?;
        }
        Some(least)
    }

    /// The nimbers below the bound that are not marked, in ascending order.
    pub(super) fn missing(&self) -> impl Iterator<Item = u32> {
        // The bound is a multiple of the length of a row.
        let rows = (0..).step_by(LANES).zip(self.seen.as_chunks::<LANES>().0);
        rows.flat_map(|(first, row)| {
            let mut missing = !equal(row, self.tag);
            std::iter::from_fn(move || {
                let place = missing.trailing_zeros();
                (missing != 0).then(|| {
                    missing &= missing - 1;
                    first + place
                })
            })
        })
    }

    /// Whether a nimber is marked, or may be because it is not below the bound.
    pub(super) fn may_contain(&self, value: u32) -> bool {
        self.seen.get(value as usize).is_none_or(|&seen| seen == self.tag)
    }

    pub(super) fn insert(&mut self, value: u64) {
        if let Ok(value) = usize::try_from(value)
            && let Some(seen) = self.seen.get_mut(value)
        {
            *seen = self.tag;
        }
    }

    pub(super) fn insert_all<T: Narrow>(&mut self, values: impl Iterator<Item = T>) {
        let tag = self.tag;
        if T::WIDEST {
            for value in values {
                if let Some(seen) = self.seen.get_mut(value.index()) {
                    *seen = tag;
                }
            }
        } else {
            let seen: &mut [u8; FIRST_BOUND] =
                self.seen.first_chunk_mut().expect("the bound does not shrink");
            for value in values {
                seen[value.index() % FIRST_BOUND] = tag;
            }
        }
    }
}
