//! Sparse spaces: the division of heaps into rare and common ones.

use super::terms::Pairs;

/// A division of the heaps of the kinds that one kind splits into, and of its own.
///
/// Heaps of size n and nimber v are *common* if popcount(v & mask) + (n, if `alternating`) +
/// (1, if the kind is in `flipped`) is odd, else *rare*.
///
/// For each split X * Y of a kind K with `removed` r let flip(K) + flip(X) + flip(Y) + (r, if
/// `alternating`) be even. Then the value of an option a, b, taken for that of the heap itself, is
/// common if exactly one of a and b is rare: popcount is additive under xor modulo 2, and so is the
/// size, up to r. So the common values among the options are found by looking at the rare heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Classes {
    pub(super) mask: u32,
    pub(super) alternating: bool,
    flipped: Vec<usize>,
}

/// How many heaps of each nimber a kind has, by the parity of their size.
pub(super) struct Counts {
    pub(super) kind: usize,
    pub(super) by_parity: [Vec<i64>; 2],
}

impl Classes {
    pub(super) fn is_common(&self, kind: usize, n: u64, value: u32) -> bool {
        ((value & self.mask).count_ones() & 1 != 0) == self.are_odd(kind, n)
    }

    /// Whether the nimbers of the common heaps of this kind and size have an odd number of bits in the mask.
    pub(super) fn are_odd(&self, kind: usize, n: u64) -> bool {
        !(self.alternating && n & 1 != 0) ^ self.is_flipped(kind)
    }

    pub(super) fn is_flipped(&self, kind: usize) -> bool {
        self.flipped.contains(&kind)
    }

    /// The division with the fewest rare heaps to look at, those of the kind itself always
    /// included, and how many these are. `counts` has an entry for `kind` and each kind in a split, all of the same length, a power of two.
    pub(super) fn best(
        kind: usize,
        pairs: &[Pairs],
        mut counts: Vec<Counts>,
        alternating: &[bool],
    ) -> Option<(Self, i64)> {
        if pairs.is_empty() || counts.len() > MOST_KINDS {
            return None;
        }
        let heaps: Vec<i64> =
            counts.iter().map(|c| c.by_parity.iter().flatten().sum::<i64>()).collect();
        for counts in &mut counts {
            counts.by_parity.iter_mut().for_each(|counts| walsh_hadamard(counts));
        }
        let place = |kind| counts.iter().position(|counts| counts.kind == kind);
        let mut scans = vec![0; counts.len()];
        let mut places = Vec::new();
        for pair in pairs {
            let (left, right) = (place(pair.left)?, place(pair.right)?);
            places.push((left, right, pair.removed));
            for scan in pair.scans() {
                scans[place(scan.rare)?] += 1;
            }
        }
        let own = place(kind)?;
        // A rare heap of the kind is found late, even if no split leads to it.
        scans[own] = scans[own].max(1);
        let mut best: Option<(Self, i64)> = None;
        for &alternating in alternating {
            for flips in 0_u32..1 << counts.len() {
                let flip = |place: usize| flips >> place & 1;
                let fits = places.iter().all(|&(left, right, removed)| {
                    let shift = u32::from(alternating && removed % 2 != 0);
                    (flip(own) + flip(left) + flip(right) + shift).is_multiple_of(2)
                });
                if !fits {
                    continue;
                }
                // Without a bit all heaps of a kind and a parity would be alike.
                for mask in 1..counts[own].by_parity[0].len() {
                    let cost = (0..counts.len()).map(|at| {
                        let [even, odd] = &counts[at].by_parity;
                        let odd = if alternating { -odd[mask] } else { odd[mask] };
                        let sum = even[mask] + odd;
                        let sum = if flip(at) == 1 { -sum } else { sum };
                        scans[at] * (heaps[at] + sum) / 2
                    });
                    let cost = cost.sum();
                    if best.as_ref().is_none_or(|(_, least)| cost < *least) {
                        let flipped = (0..counts.len()).filter(|&at| flip(at) == 1);
                        let flipped = flipped.map(|at| counts[at].kind).collect();
                        best = Some((Self { mask: mask as u32, alternating, flipped }, cost));
                    }
                }
            }
        }
        best
    }
}

/// More kinds in the splits of one are not tried: there would be too many flips.
const MOST_KINDS: usize = 4;

/// One side of a split: the rare heaps of one kind are combined with all of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scan {
    pub(super) rare: usize,
    pub(super) other: usize,
    pub(super) removed: i64,
    pub(super) low_rare: i64,
    pub(super) low_other: i64,
}

impl Pairs {
    /// Both sides, or one if they are the same.
    pub(super) fn scans(&self) -> impl Iterator<Item = Scan> {
        let Self { left, right, removed, low_left, low_right } = *self;
        let scan =
            |rare, other, low_rare, low_other| Scan { rare, other, removed, low_rare, low_other };
        let first = scan(left, right, low_left, low_right);
        let second = scan(right, left, low_right, low_left);
        [first].into_iter().chain((first != second).then_some(second))
    }
}

/// The transform of a sequence whose length is a power of two: entry m becomes the sum of the
/// entries v, with the sign of popcount(v & m).
fn walsh_hadamard(values: &mut [i64]) {
    let mut half = 1;
    while half < values.len() {
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(removed: i64) -> Pairs {
        Pairs { left: 0, right: 0, removed, low_left: 1, low_right: 1 }
    }

    /// Two of 100 heaps have an even nimber; or the parity of size and nimber differ for two.
    fn counts(with_size: bool) -> Counts {
        let mut by_parity = [vec![0; 4], vec![0; 4]];
        for n in 0..100_usize {
            let bit = (if with_size { n } else { 1 } + usize::from(n < 2)) % 2;
            by_parity[n % 2][bit + (n & 2)] += 1;
        }
        Counts { kind: 0, by_parity }
    }

    #[test]
    fn the_division_with_the_fewest_rare_heaps_is_found() {
        let (classes, rare) =
            Classes::best(0, &[pairs(0), pairs(1)], vec![counts(false)], &[false, true]).unwrap();
        assert_eq!((classes.mask, classes.alternating, rare), (1, false, 4));
        assert!(classes.is_common(0, 6, 1) && !classes.is_common(0, 7, 2));
    }

    #[test]
    fn the_parity_of_the_size_joins_if_all_splits_agree() {
        // Size and nimber have the same parity. With an odd number removed the sign fits.
        let best = |removed| {
            Classes::best(0, &[pairs(removed)], vec![counts(true)], &[false, true]).unwrap()
        };
        let (classes, rare) = best(1);
        assert_eq!((classes.mask, classes.alternating, rare), (1, true, 2));
        assert!(classes.is_common(0, 6, 2) && !classes.is_common(0, 7, 2));
        assert!(best(2).1 > 40);
        let both = [pairs(1), pairs(2)];
        let (classes, _) = Classes::best(0, &both, vec![counts(true)], &[false, true]).unwrap();
        assert!(!classes.alternating);
    }

    #[test]
    fn heaps_of_a_kind_that_no_split_leads_to_are_common_too() {
        let pairs = Pairs { left: 1, right: 1, ..pairs(0) };
        let all = vec![counts(false), Counts { kind: 1, ..counts(false) }];
        let (classes, rare) = Classes::best(0, &[pairs], all, &[false]).unwrap();
        assert_eq!((classes.mask, classes.is_flipped(1), rare), (1, false, 4));
    }

    #[test]
    fn the_transform_is_its_definition() {
        let values: Vec<i64> = (0..16).map(|v| v * v - 7 * v).collect();
        let mut transformed = values.clone();
        walsh_hadamard(&mut transformed);
        for (m, found) in transformed.into_iter().enumerate() {
            let sign = |v: usize| if (v & m).count_ones().is_multiple_of(2) { 1 } else { -1 };
            assert_eq!(found, (0..16).map(|v| sign(v) * values[v]).sum::<i64>());
        }
    }
}
