//! The inner loops, compiled for any processor, for AVX2 and for AVX-512.
//!
//! All are the same code, so all give the same values; only the instructions differ.

use super::narrow::Narrow;

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
    dispatch!(find, find_here, (ascending, descending, wanted, found));
}

/// Whether the nimber is the xor of the first of `ascending` and the last of `descending`, or of
/// the second and the last but one, and so on. Stops where it is found.
pub(super) fn contains<T: Narrow>(ascending: &[T], descending: &[T], wanted: T) -> bool {
    dispatch!(contains, contains_here, (ascending, descending, wanted))
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
    dispatch!(mark_block, mark_block_here, (rows, tag, table, base, rare));
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
    dispatch!(meet_block, meet_block_here, (table, base, rare, wanted, met));
}

/// Takes away from `open` the heaps j for which bit `base - p + j` is set, for every p of `places`,
/// and says how many are left.
pub(super) fn cover(open: &mut [u64; 4], bits: &[u64], base: usize, places: &[u32]) -> u32 {
    dispatch!(cover, cover_here, (open, bits, base, places))
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

macro_rules! dispatch {
    ($name:ident, $plain:ident, $arguments:tt) => {{
        #[cfg(target_arch = "x86_64")]
        match features() {
            #[allow(unsafe_code)]
            // SAFETY: the processor has what the functions ask for.
            Features::Avx512 => return unsafe { avx512::$name $arguments },
            #[allow(unsafe_code)]
            // SAFETY: the processor has what the functions ask for.
            Features::Avx2 => return unsafe { avx2::$name $arguments },
            Features::None => {}
        }
        $plain $arguments
    }};
}
use dispatch;

#[cfg(target_arch = "x86_64")]
enum Features {
    Avx512,
    Avx2,
    None,
}

/// Which of the compiled versions this processor can run.
#[cfg(target_arch = "x86_64")]
#[inline]
fn features() -> Features {
    if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("popcnt") {
        Features::None
    } else if is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
    {
        Features::Avx512
    } else {
        Features::Avx2
    }
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn nimbers(max: u16, len: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u16>> {
        prop::collection::vec(0..max, len)
    }

    proptest! {
        #[test]
        fn a_row_is_compared_alike(bytes: [u8; LANES], tag: u8) {
            prop_assert_eq!(equal(&bytes, tag), equal_here(&bytes, tag));
            let expected = bytes.iter().rev().fold(0, |bits, &b| bits << 1 | u16::from(b == tag));
            prop_assert_eq!(equal(&bytes, tag), expected);
        }

        #[test]
        fn searches_agree(values in nimbers(2000, 0..400), wanted: [u16; CANDIDATES]) {
            let wanted = wanted.map(|value| value % 2048);
            let pairs = values.iter().zip(values.iter().rev()).map(|(a, b)| a ^ b);
            let pairs: Vec<u16> = pairs.collect();
            let expected = wanted.map(|value| pairs.contains(&value));
            let (mut fast, mut plain) = ([false; CANDIDATES], [false; CANDIDATES]);
            find(&values, &values, wanted, &mut fast);
            find_here(&values, &values, wanted, &mut plain);
            prop_assert_eq!((fast, plain), (expected, expected));
            for (value, expected) in wanted.into_iter().zip(expected) {
                prop_assert_eq!(contains(&values, &values, value), expected);
                prop_assert_eq!(contains_here(&values, &values, value), expected);
            }
        }

        #[test]
        fn blocks_agree(
            table in nimbers(200, 100..150),
            values in nimbers(200, 0..40),
            wanted: [[u8; LANES]; CANDIDATES],
        ) {
            let base = table.len() - LANES;
            let places: Vec<u32> = (0..).step_by(2).take(values.len()).collect();
            let rare = (&places[..], &values[..]);
            let option = |at: usize, j: usize| table[base - places[at] as usize + j] ^ values[at];
            let new = || -> Box<Rows> {
                vec![[0; LANES]; ROWS].into_boxed_slice().try_into().unwrap()
            };
            let (mut fast, mut plain) = (new(), new());
            mark_block(&mut fast, 7, &table, base, rare);
            mark_block_here(&mut plain, 7, &table, base, rare);
            prop_assert!(fast == plain);
            for (value, row) in fast.iter().enumerate().take(300) {
                for (j, &tag) in row.iter().enumerate() {
                    let marked = (0..values.len()).any(|at| usize::from(option(at, j)) == value);
                    prop_assert_eq!(tag == 7, marked);
                }
            }
            let wanted = wanted.map(|row| row.map(u16::from));
            let mut met = [[0; LANES]; CANDIDATES];
            let mut met_plain = met;
            meet_block(&table, base, rare, &wanted, &mut met);
            meet_block_here(&table, base, rare, &wanted, &mut met_plain);
            prop_assert_eq!(met, met_plain);
            for (wanted, met) in wanted.iter().flatten().zip(met.iter().flatten()).enumerate().map(
                |(at, (wanted, met))| ((at % LANES, *wanted), *met)
            ) {
                let (j, wanted) = wanted;
                prop_assert_eq!(met != 0, fast[usize::from(wanted)][j] == 7);
            }
        }

        #[test]
        fn bits_are_covered_alike(
            bits in prop::collection::vec(any::<u64>(), 20),
            places in prop::collection::vec(0_u32..600, 0..4),
            open: [u64; 4],
        ) {
            let (mut fast, mut plain) = (open, open);
            let base = 700;
            let left = cover(&mut fast, &bits, base, &places);
            prop_assert_eq!(left, cover_here(&mut plain, &bits, base, &places));
            prop_assert_eq!(fast, plain);
            for heap in 0..256 {
                let set = |at: usize| bits[at / 64] >> (at % 64) & 1 != 0;
                let covered = places.iter().any(|&place| set(base - place as usize + heap));
                let was = open[heap / 64] >> (heap % 64) & 1 != 0;
                prop_assert_eq!(fast[heap / 64] >> (heap % 64) & 1 != 0, was && !covered);
            }
        }
    }
}
