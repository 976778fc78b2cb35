//! The nimbers of sums of several heaps of one kind with a given total.

/// For every number of heaps and every total, the set of nimbers of such sums of heaps that are not
/// empty, as far as the heaps are known.
///
/// Sizes are entered in ascending order, as in the knapsack problem: with a heap of size a and
/// nimber v, the sums of j heaps of total T come to include v xor each sum of j - 1 heaps of total
/// T - a. Going up through the totals a heap may be used again, going down it may not. So a heap
/// costs a pass over the totals, where listing all sums would cost a power of the size.
pub(super) struct PileSums {
    pub(super) kind: usize,
    parts: usize,
    unequal: bool,
    /// Words in a set, a power of two.
    words: usize,
    /// Totals run from 0 to this.
    largest: usize,
    /// Sizes from 1 to this have been entered.
    entered: usize,
    /// The set for j heaps of total T begins at ((j * (largest + 1)) + T) * words.
    sets: Vec<u64>,
}

impl PileSums {
    pub(super) fn new(kind: usize, parts: u32, unequal: bool) -> Self {
        let parts = parts as usize;
        Self { kind, parts, unequal, words: 1, largest: 0, entered: 0, sets: Vec::new() }
    }

    /// Whether these are the sums that a shape speaks of.
    pub(super) fn is_for(&self, kind: usize, parts: u32, unequal: bool) -> bool {
        (self.kind, self.parts, self.unequal) == (kind, parts as usize, unequal)
    }

    /// The nimbers of the sums of this total. `value` gives the nimber of every heap that may occur.
    pub(super) fn of_total(
        &mut self,
        total: usize,
        value: impl Fn(usize) -> u32,
    ) -> impl Iterator<Item = u64> {
        if total > self.largest || self.sets.is_empty() {
            self.start_over((2 * total).max(64));
        }
        let last = if self.parts == 0 { 0 } else { (total + 1).saturating_sub(self.parts) };
        while self.entered < last {
            let size = self.entered + 1;
            let value = value(size);
            if value as usize / 64 >= self.words {
                self.words = (value as usize / 64 + 1).next_power_of_two();
                self.start_over(self.largest);
            } else {
                self.enter(size, value as usize);
                self.entered = size;
            }
        }
        let begin = self.begin(self.parts, total);
        let set = &self.sets[begin..begin + self.words];
        set.iter().enumerate().flat_map(|(word, &bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 != 0).map(move |bit| word as u64 * 64 + bit)
        })
    }

    fn start_over(&mut self, largest: usize) {
        (self.largest, self.entered) = (largest, 0);
        self.sets.clear();
        self.sets.resize((self.parts + 1) * (largest + 1) * self.words, 0);
        self.sets[0] = 1;
    }

    fn begin(&self, heaps: usize, total: usize) -> usize {
        (heaps * (self.largest + 1) + total) * self.words
    }

    fn enter(&mut self, size: usize, value: usize) {
        let totals = size..=self.largest.min(size.saturating_mul(self.parts));
        if self.unequal {
            totals.rev().for_each(|total| self.add(total, size, value));
        } else {
            totals.for_each(|total| self.add(total, size, value));
        }
    }

    fn add(&mut self, total: usize, size: usize, value: usize) {
        for heaps in 1..=self.parts {
            let (from, to) = (self.begin(heaps - 1, total - size), self.begin(heaps, total));
            for word in 0..self.words {
                let bits = translate(self.sets[from + word], value % 64);
                self.sets[to + (word ^ (value / 64))] |= bits;
            }
        }
    }
}

/// Moves every bit b to b xor `by`, which is below 64.
fn translate(mut bits: u64, by: usize) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (place, low) in LOW.into_iter().enumerate() {
        if by >> place & 1 != 0 {
            let step = 1 << place;
            bits = (bits & low) << step | (bits >> step) & low;
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    /// The nimbers of sums of so many heaps, the largest at most `most`.
    fn sums(
        values: &[u32],
        parts: usize,
        total: usize,
        most: usize,
        unequal: bool,
    ) -> BTreeSet<u64> {
        if parts == 0 {
            return if total == 0 { BTreeSet::from([0]) } else { BTreeSet::new() };
        }
        let mut all = BTreeSet::new();
        for size in 1..=most.min(total) {
            let most = if unequal { size - 1 } else { size };
            let rest = sums(values, parts - 1, total - size, most, unequal);
            all.extend(rest.into_iter().map(|value| value ^ u64::from(values[size])));
        }
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn agree_with_listing_all(
            values in prop::collection::vec(0_u32..150, 24),
            parts in 1_u32..5,
            unequal: bool,
        ) {
            let mut piles = PileSums::new(0, parts, unequal);
            for total in (parts as usize..24).chain([0, 9]) {
                let expected = sums(&values, parts as usize, total, total, unequal);
                let found: BTreeSet<u64> = piles.of_total(total, |size| values[size]).collect();
                prop_assert_eq!(&found, &expected, "total {}", total);
            }
        }

        #[test]
        fn translation_is_xor(bits: u64, by in 0_usize..64) {
            let moved = (0..64).filter(|b| bits >> b & 1 != 0).fold(0, |set, b| set | 1 << (b ^ by));
            prop_assert_eq!(translate(bits, by), moved);
        }
    }
}
