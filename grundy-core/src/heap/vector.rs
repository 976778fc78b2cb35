//! The inner loops, compiled for any processor, for AVX2 and for AVX-512.
//!
//! All are the same code, so all give the same values; only the instructions differ.

use super::narrow::Narrow;
use crate::on_this_processor;

/// How many consecutive heaps are computed at once.
pub(super) const LANES: usize = 16;

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

/// Sets `met[k][j]`, for heap j of a block, to all ones if `wanted[k][j]` is one of the nimbers
/// that [`mark_block`] would mark for it.
pub(super) fn meet_block<T: Narrow>(
    table: &[T],
    base: usize,
    rare: (&[u32], &[u16]),
    wanted: &[[T; LANES]; CANDIDATES],
    met: &mut [[T; LANES]; CANDIDATES],
) {
    on_this_processor!(meet_block, meet_block_here, (table, base, rare, wanted, met));
}

/// Takes away from `open` the heaps j for which bit `base - p + j` is set, for every p of `places`,
/// and says how many are left.
pub(super) fn cover(open: &mut [u64; 4], bits: &[u64], base: usize, places: &[u32]) -> u32 {
    on_this_processor!(cover, cover_here, (open, bits, base, places))
}

/// For each heap j the least nimbers v, in ascending order, that are not marked and for which bit j
/// of `common(v)` is set. `None` if some heap has too few.
pub(super) fn least_unmarked<const N: usize>(
    rows: &Rows,
    tag: u8,
    common: &impl Fn(usize) -> u16,
) -> Option<[[u16; LANES]; N]> {
    on_this_processor!(least_unmarked, least_unmarked_here, (rows, tag, common))
}

/// The bytes of a row that equal the tag, as bits.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(super) fn equal(row: &[u8; LANES], tag: u8) -> u16 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};
    // SAFETY: every processor of this architecture has SSE2, and the reference is to 16 bytes that
    // may be read, at any alignment.
    unsafe {
        let row = _mm_loadu_si128(row.as_ptr().cast());
        _mm_movemask_epi8(_mm_cmpeq_epi8(row, _mm_set1_epi8(tag as i8))) as u16
    }
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) use equal_here as equal;

#[cfg(any(test, not(target_arch = "x86_64")))]
pub(super) fn equal_here(row: &[u8; LANES], tag: u8) -> u16 {
    (0..LANES).fold(0, |bits, j| bits | u16::from(row[j] == tag) << j)
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
fn meet_block_here<T: Narrow>(
    table: &[T],
    base: usize,
    (places, values): (&[u32], &[u16]),
    wanted: &[[T; LANES]; CANDIDATES],
    met: &mut [[T; LANES]; CANDIDATES],
) {
    let mut seen = *met;
    for (&place, &value) in places.iter().zip(values) {
        let from = base - place as usize;
        let value = T::truncate(value);
        let known: &[T; LANES] = table[from..from + LANES].try_into().expect("as many as lanes");
        for k in 0..CANDIDATES {
            for j in 0..LANES {
                let equal = known[j] ^ value == wanted[k][j];
                seen[k][j] = seen[k][j] | if equal { T::ONES } else { T::ZERO };
            }
        }
    }
    *met = seen;
}

#[inline(always)]
fn least_unmarked_here<const N: usize>(
    rows: &Rows,
    tag: u8,
    common: &impl Fn(usize) -> u16,
) -> Option<[[u16; LANES]; N]> {
    /// So many rows are gone through before it is asked whether there are enough.
    const STEP: usize = 16;
    const BITS: [u16; LANES] = {
        let mut bits = [1; LANES];
        let mut j = 1;
        while j < LANES {
            bits[j] = bits[j - 1] << 1;
            j += 1;
        }
        bits
    };
    let mut least = [[0; LANES]; N];
    // All ones where a place of `least` is free.
    let mut free = [[u16::MAX; LANES]; N];
    for (step, rows) in rows.as_chunks::<STEP>().0.iter().enumerate() {
        for (row, tags) in rows.iter().enumerate() {
            let value = step * STEP + row;
            let open = !equal(tags, tag) & common(value);
            if open == 0 {
                continue;
            }
            // The same steps for every heap: which have it open cannot be foreseen.
            let mut here = BITS.map(|bit| if open & bit != 0 { u16::MAX } else { 0 });
            for k in 0..N {
                for j in 0..LANES {
                    let taken = here[j] & free[k][j];
                    least[k][j] |= taken & value as u16;
                    free[k][j] ^= taken;
                    here[j] ^= taken;
                }
            }
        }
        if free[N - 1].iter().fold(0, |any, &free| any | free) == 0 {
            return Some(least);
        }
    }
    None
}

#[inline(always)]
fn cover_here(open: &mut [u64; 4], bits: &[u64], base: usize, places: &[u32]) -> u32 {
    for &place in places {
        let from = base - place as usize;
        let shift = from % 64;
        let words: &[u64; 5] = bits[from / 64..from / 64 + 5].try_into().expect("five words");
        for k in 0..4 {
            open[k] &= !(words[k] >> shift | (words[k + 1] << 1) << (63 - shift));
        }
    }
    open.iter().map(|word| word.count_ones()).sum()
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
            pub(super) fn meet_block<T: Narrow>(
                table: &[T],
                base: usize,
                rare: (&[u32], &[u16]),
                wanted: &[[T; LANES]; CANDIDATES],
                met: &mut [[T; LANES]; CANDIDATES],
            ) {
                meet_block_here(table, base, rare, wanted, met);
            }

            #[target_feature(enable = $features)]
            pub(super) fn least_unmarked<const N: usize>(
                rows: &Rows,
                tag: u8,
                common: &impl Fn(usize) -> u16,
            ) -> Option<[[u16; LANES]; N]> {
                least_unmarked_here(rows, tag, common)
            }

            #[target_feature(enable = $features)]
            pub(super) fn cover(
                open: &mut [u64; 4],
                bits: &[u64],
                base: usize,
                places: &[u32],
            ) -> u32 {
                cover_here(open, bits, base, places)
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
