//! The inner loops, compiled for any processor, for AVX2 and for AVX-512.
//!
//! All are the same code, so all give the same values; only the instructions differ.

use super::narrow::Narrow;
use crate::on_this_processor;

/// A bit for each heap of a block.
pub(super) type Heaps = u32;

/// How many consecutive heaps are computed at once.
pub(super) const LANES: usize = Heaps::BITS as usize;

/// How many nimbers are searched for at once.
pub(super) const CANDIDATES: usize = 4;

/// Which of these nimbers are the xor of the first of `ascending` and the last of `descending`, or
/// of the second and the last but one, and so on.
pub(super) fn find<T: Narrow>(
    ascending: &[T],
    descending: &[T],
    wanted: [T; CANDIDATES],
    found: &mut [bool; CANDIDATES],
) {
    on_this_processor!(find, find_here, (ascending, descending, wanted, found));
}

/// Whether the nimber is the xor of the first of `ascending` and the last of `descending`, or of
/// the second and the last but one, and so on. Stops where it is found.
pub(super) fn contains<T: Narrow>(ascending: &[T], descending: &[T], wanted: T) -> bool {
    on_this_processor!(contains, contains_here, (ascending, descending, wanted))
}

/// Sets in the bit set of each heap j of a block, whose words are `seen[0][j]`, `seen[1][j]` and so on, for
/// every place p and number v of `rare` the number v xor `table[base - p + j]`, counted from `first`. Those for
/// which there is no bit are left out.
pub(super) fn see_block<const WORDS: usize>(
    seen: &mut [[u32; LANES]; WORDS],
    table: &[u16],
    base: usize,
    rare: (&[u32], &[u16]),
    first: u16,
) {
    on_this_processor!(see_block, see_block_here, (seen, table, base, rare, first));
}

/// Pairs of heaps a, b from which options are read for consecutive heaps.
#[derive(Clone, Copy)]
pub(super) struct Covering<'a> {
    /// For each frequent nimber a bit set of the heaps b that have it.
    pub(super) words: &'a [u64],
    /// How long each of them is.
    pub(super) words_of_each: usize,
    /// The bit of the heap b that is combined with a of size 0, for the first of the heaps.
    pub(super) base: usize,
    /// The nimbers of the bit sets.
    pub(super) frequent: &'a [u32],
    /// Some sizes a with each nimber, one after another.
    pub(super) sizes: &'a [u32],
    /// Where those of each nimber begin, and the end.
    pub(super) begins: &'a [usize],
}

/// Takes away from `open`, a bit set of consecutive heaps, those that have an option of this nimber, and
/// says how many are left. Stops when these are at most `few`.
pub(super) fn cover<const WORDS: usize>(
    open: &mut [u64; WORDS],
    by: &Covering<'_>,
    value: u32,
    few: u32,
) -> u32 {
    on_this_processor!(cover, cover_here, (open, by, value, few))
}

/// The bytes of a row that equal the tag, as bits.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(super) fn equal(row: &[u8; LANES], tag: u8) -> Heaps {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};
    let parts = row.as_chunks::<16>().0.iter().rev();
    parts.fold(0, |bits, part| {
        // SAFETY: every processor of this architecture has SSE2, and the reference is to 16 bytes
        // that may be read, at any alignment.
        let part = unsafe {
            let part = _mm_loadu_si128(part.as_ptr().cast());
            _mm_movemask_epi8(_mm_cmpeq_epi8(part, _mm_set1_epi8(tag as i8)))
        };
        bits << 16 | part as Heaps
    })
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) use equal_here as equal;

#[cfg(any(test, not(target_arch = "x86_64")))]
pub(super) fn equal_here(row: &[u8; LANES], tag: u8) -> Heaps {
    (0..LANES).fold(0, |bits, j| bits | Heaps::from(row[j] == tag) << j)
}

#[inline(always)]
fn find_here<T: Narrow>(
    ascending: &[T],
    descending: &[T],
    wanted: [T; CANDIDATES],
    found: &mut [bool; 4],
) {
    const STEP: usize = 64;
    let ascending_chunks = ascending.chunks_exact(STEP);
    let descending_chunks = descending.rchunks_exact(STEP);
    let rest = (ascending_chunks.remainder(), descending_chunks.remainder());
    let mut seen = [[T::ZERO; STEP]; CANDIDATES];
    for (up, down) in ascending_chunks.zip(descending_chunks) {
        for j in 0..STEP {
            let value = up[j] ^ down[STEP - 1 - j];
            for k in 0..CANDIDATES {
                let equal = value == wanted[k];
                seen[k][j] = seen[k][j] | if equal { T::ONES } else { T::ZERO };
            }
        }
    }
    for (&a, &b) in rest.0.iter().zip(rest.1.iter().rev()) {
        for k in 0..CANDIDATES {
            if a ^ b == wanted[k] {
                found[k] = true;
            }
        }
    }
    for k in 0..CANDIDATES {
        found[k] |= seen[k].iter().fold(T::ZERO, |all, &seen| all | seen) != T::ZERO;
    }
}

#[inline(always)]
fn contains_here<T: Narrow>(ascending: &[T], descending: &[T], wanted: T) -> bool {
    const STEP: usize = 128;
    let ascending_chunks = ascending.chunks_exact(STEP);
    let descending_chunks = descending.rchunks_exact(STEP);
    let rest = (ascending_chunks.remainder(), descending_chunks.remainder());
    for (up, down) in ascending_chunks.zip(descending_chunks) {
        let mut seen = T::ZERO;
        for j in 0..STEP {
            let equal = up[j] ^ down[STEP - 1 - j] == wanted;
            seen = seen | if equal { T::ONES } else { T::ZERO };
        }
        if seen != T::ZERO {
            return true;
        }
    }
    rest.0.iter().zip(rest.1.iter().rev()).any(|(&a, &b)| a ^ b == wanted)
}

#[inline(always)]
fn see_block_here<const WORDS: usize>(
    seen: &mut [[u32; LANES]; WORDS],
    table: &[u16],
    base: usize,
    (places, values): (&[u32], &[u16]),
    first: u16,
) {
    let mut all = *seen;
    for (&place, &value) in places.iter().zip(values) {
        let from = base - place as usize;
        let known: &[u16; LANES] = table[from..from + LANES].try_into().expect("as many as lanes");
        for j in 0..LANES {
            let number = u32::from((known[j] ^ value).wrapping_sub(first));
            let bit = 1 << (number % 32);
            for (k, words) in (0..).zip(&mut all) {
                words[j] |= if number / 32 == k { bit } else { 0 };
            }
        }
    }
    *seen = all;
}

#[inline(always)]
fn cover_here<const WORDS: usize>(
    open: &mut [u64; WORDS],
    by: &Covering<'_>,
    value: u32,
    few: u32,
) -> u32 {
    let mut words = *open;
    let left = |words: &[u64; WORDS]| words.iter().map(|word| word.count_ones()).sum::<u32>();
    for (frequent, bits) in by.frequent.iter().zip(by.words.chunks_exact(by.words_of_each)) {
        let of_value = (frequent ^ value) as usize;
        let Some(&[from, to]) = by.begins.get(of_value..of_value + 2) else { continue };
        let sizes = &by.sizes[from..to];
        if sizes.is_empty() {
            continue;
        }
        for &size in sizes {
            let first = by.base - size as usize;
            let shift = first % 64;
            let bits = &bits[first / 64..first / 64 + WORDS + 1];
            for k in 0..WORDS {
                words[k] &= !(bits[k] >> shift | (bits[k + 1] << 1) << (63 - shift));
            }
        }
        if left(&words) <= few {
            break;
        }
    }
    *open = words;
    left(&words)
}

#[cfg(target_arch = "x86_64")]
macro_rules! versions {
    ($module:ident, $features:literal) => {
        mod $module {
            use super::*;

            #[target_feature(enable = $features)]
            pub(super) fn find<T: Narrow>(
                ascending: &[T],
                descending: &[T],
                wanted: [T; CANDIDATES],
                found: &mut [bool; CANDIDATES],
            ) {
                find_here(ascending, descending, wanted, found);
            }

            #[target_feature(enable = $features)]
            pub(super) fn contains<T: Narrow>(
                ascending: &[T],
                descending: &[T],
                wanted: T,
            ) -> bool {
                contains_here(ascending, descending, wanted)
            }

            #[target_feature(enable = $features)]
            pub(super) fn see_block<const WORDS: usize>(
                seen: &mut [[u32; LANES]; WORDS],
                table: &[u16],
                base: usize,
                rare: (&[u32], &[u16]),
                first: u16,
            ) {
                see_block_here(seen, table, base, rare, first);
            }

            #[target_feature(enable = $features)]
            pub(super) fn cover<const WORDS: usize>(
                open: &mut [u64; WORDS],
                by: &Covering<'_>,
                value: u32,
                few: u32,
            ) -> u32 {
                cover_here(open, by, value, few)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
versions!(avx2, "avx2,popcnt");
#[cfg(target_arch = "x86_64")]
versions!(avx512, "avx2,popcnt,avx512f,avx512bw,avx512vl");

#[cfg(test)]
#[path = "vector_tests.rs"]
mod tests;
