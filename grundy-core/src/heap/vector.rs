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

/// For every nimber a byte for each of the heaps of a block.
pub(super) type Rows = [[u8; LANES]; ROWS];

/// As many as there are nimbers for which a place in the rows has 16 bits.
pub(super) const ROWS: usize = (1 << 16) / LANES;

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

/// Marks in the rows, for every place p and nimber v of `rare` and every heap j of a block, the
/// nimber v xor `table[base - p + j]`. All nimbers must be below [`ROWS`].
pub(super) fn mark_block<T: Narrow>(
    rows: &mut Rows,
    tag: u8,
    table: &[T],
    base: usize,
    rare: (&[u32], &[u16]),
) {
    on_this_processor!(mark_block, mark_block_here, (rows, tag, table, base, rare));
}

/// Sets in the bit set of each heap j of a block, whose words are `seen[0][j]`, `seen[1][j]` and so on, the
/// nimbers that [`mark_block`] would mark for it. All must be below 64 times the number of words.
pub(super) fn see_block<T: Narrow, const WORDS: usize>(
    seen: &mut [[u64; LANES]; WORDS],
    table: &[T],
    base: usize,
    rare: (&[u32], &[u16]),
) {
    on_this_processor!(see_block, see_block_here, (seen, table, base, rare));
}

/// Sets `unmet[k][j]`, for heap j of a block, to 0 if `wanted[k][j]` is one of the nimbers that
/// [`mark_block`] would mark for it.
pub(super) fn meet_block<T: Narrow>(
    table: &[T],
    base: usize,
    rare: (&[u32], &[u16]),
    wanted: &[[T; LANES]; CANDIDATES],
    unmet: &mut [[T; LANES]; CANDIDATES],
) {
    on_this_processor!(meet_block, meet_block_here, (table, base, rare, wanted, unmet));
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

/// A nimber, and the heaps of a block that may have it, as bits.
pub(super) type Candidate = (u16, Heaps);

/// Puts into `least[0][j]`, `least[1][j]` and so on, for each heap j whose bit in `wanting` is set, the least of
/// the candidates, which ascend, that are not marked. Says whether there are enough for all of these.
pub(super) fn least_unmarked<const N: usize>(
    rows: &Rows,
    tag: u8,
    candidates: &[Candidate],
    wanting: Heaps,
    least: &mut [[u16; LANES]; N],
) -> bool {
    on_this_processor!(least_unmarked, least_unmarked_here, (rows, tag, candidates, wanting, least))
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
fn mark_block_here<T: Narrow>(
    rows: &mut Rows,
    tag: u8,
    table: &[T],
    base: usize,
    (places, values): (&[u32], &[u16]),
) {
    let rows = rows.as_flattened_mut();
    let rows: &mut [u8; ROWS * LANES] = rows.try_into().expect("all rows");
    for (&place, &value) in places.iter().zip(values) {
        let from = base - place as usize;
        let known: &[T; LANES] = table[from..from + LANES].try_into().expect("as many as lanes");
        T::xor_each(known, value, |place| rows[usize::from(place)] = tag);
    }
}

#[inline(always)]
fn see_block_here<T: Narrow, const WORDS: usize>(
    seen: &mut [[u64; LANES]; WORDS],
    table: &[T],
    base: usize,
    (places, values): (&[u32], &[u16]),
) {
    let mut all = *seen;
    for (&place, &value) in places.iter().zip(values) {
        let from = base - place as usize;
        let value = T::truncate(value);
        let known: &[T; LANES] = table[from..from + LANES].try_into().expect("as many as lanes");
        for j in 0..LANES {
            let nimber = u64::from((known[j] ^ value).wide());
            let bit = 1 << (nimber % 64);
            for (k, words) in (0..).zip(&mut all) {
                words[j] |= if WORDS == 1 || nimber / 64 == k { bit } else { 0 };
            }
        }
    }
    *seen = all;
}

#[inline(always)]
fn meet_block_here<T: Narrow>(
    table: &[T],
    base: usize,
    (places, values): (&[u32], &[u16]),
    wanted: &[[T; LANES]; CANDIDATES],
    unmet: &mut [[T; LANES]; CANDIDATES],
) {
    let mut least = *unmet;
    for (&place, &value) in places.iter().zip(values) {
        let from = base - place as usize;
        let value = T::truncate(value);
        let known: &[T; LANES] = table[from..from + LANES].try_into().expect("as many as lanes");
        for k in 0..CANDIDATES {
            for j in 0..LANES {
                // The least of them is 0 where two were equal.
                least[k][j] = least[k][j].min(known[j] ^ value ^ wanted[k][j]);
            }
        }
    }
    *unmet = least;
}

#[inline(always)]
fn least_unmarked_here<const N: usize>(
    rows: &Rows,
    tag: u8,
    candidates: &[Candidate],
    mut wanting: Heaps,
    least: &mut [[u16; LANES]; N],
) -> bool {
    let mut found = [0; LANES];
    for &(value, heaps) in candidates {
        let mut open = !equal(&rows[usize::from(value)], tag) & heaps & wanting;
        while open != 0 {
            let j = open.trailing_zeros() as usize;
            open &= open - 1;
            least[found[j]][j] = value;
            found[j] += 1;
            if found[j] == N {
                wanting &= !(1 << j);
            }
        }
        if wanting == 0 {
            return true;
        }
    }
    wanting == 0
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
            pub(super) fn mark_block<T: Narrow>(
                rows: &mut Rows,
                tag: u8,
                table: &[T],
                base: usize,
                rare: (&[u32], &[u16]),
            ) {
                mark_block_here(rows, tag, table, base, rare);
            }

            #[target_feature(enable = $features)]
            pub(super) fn see_block<T: Narrow, const WORDS: usize>(
                seen: &mut [[u64; LANES]; WORDS],
                table: &[T],
                base: usize,
                rare: (&[u32], &[u16]),
            ) {
                see_block_here(seen, table, base, rare);
            }

            #[target_feature(enable = $features)]
            pub(super) fn meet_block<T: Narrow>(
                table: &[T],
                base: usize,
                rare: (&[u32], &[u16]),
                wanted: &[[T; LANES]; CANDIDATES],
                unmet: &mut [[T; LANES]; CANDIDATES],
            ) {
                meet_block_here(table, base, rare, wanted, unmet);
            }

            #[target_feature(enable = $features)]
            pub(super) fn least_unmarked<const N: usize>(
                rows: &Rows,
                tag: u8,
                candidates: &[Candidate],
                wanting: Heaps,
                least: &mut [[u16; LANES]; N],
            ) -> bool {
                least_unmarked_here(rows, tag, candidates, wanting, least)
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
