//! Which nimbers the options of one heap have, while its own is being found.

use super::narrow::Narrow;

/// Marks for the nimbers below a bound; larger ones are dropped. The mex is right if it is below
/// the bound, since only smaller nimbers matter for it.
pub(super) struct Marks {
    seen: Vec<bool>,
}

impl Marks {
    pub(super) fn new() -> Self {
        Self { seen: vec![false; 64] }
    }

    pub(super) fn clear(&mut self) {
        self.seen.fill(false);
    }

    /// Doubles the bound.
    pub(super) fn widen(&mut self) {
        self.seen.resize(2 * self.seen.len(), false);
    }

    /// The mex, if it is below the bound.
    pub(super) fn mex(&self) -> Option<usize> {
        self.seen.iter().position(|&seen| !seen)
    }

    pub(super) fn insert(&mut self, value: u64) {
        if let Ok(value) = usize::try_from(value)
            && let Some(seen) = self.seen.get_mut(value)
        {
            *seen = true;
        }
    }

    pub(super) fn insert_all<T: Narrow>(&mut self, values: &[T]) {
        for &value in values {
            if let Some(seen) = self.seen.get_mut(value.index()) {
                *seen = true;
            }
        }
    }

    /// The xor of the first of `ascending` and the last of `descending`, and so on.
    pub(super) fn insert_pairs<T: Narrow>(&mut self, ascending: &[T], descending: &[T]) {
        for (&a, &b) in ascending.iter().zip(descending.iter().rev()) {
            if let Some(seen) = self.seen.get_mut((a ^ b).index()) {
                *seen = true;
            }
        }
    }
}
