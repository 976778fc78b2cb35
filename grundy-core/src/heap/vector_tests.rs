//! The inner loops against their plain versions and against what they mean.

use super::*;
use proptest::prelude::*;

fn nimbers(max: u16, len: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(0..max, len)
}

fn rows() -> Box<Rows> {
    vec![[0; LANES]; ROWS].into_boxed_slice().try_into().unwrap()
}

proptest! {
    #[test]
    fn least_nimbers_agree(
        bytes in prop::collection::vec(0_u8..8, 60 * LANES),
        flips: [u16; 60],
        tag in 0_u8..8,
    ) {
        let mut rows = rows();
        let marked = bytes.as_chunks::<LANES>().0;
        rows[..60].copy_from_slice(marked);
        let common = |value: usize| flips.get(value).copied().unwrap_or(0);
        let fast = least_unmarked::<CANDIDATES>(&rows, tag, &common);
        prop_assert_eq!(fast, least_unmarked_here(&rows, tag, &common));
        let least = |j: usize| {
            let open = (0..60).filter(move |&v| marked[v][j] != tag && common(v) >> j & 1 != 0);
            open.take(CANDIDATES).collect::<Vec<_>>()
        };
        let all: Vec<Vec<usize>> = (0..LANES).map(least).collect();
        match fast {
            None => prop_assert!(all.iter().any(|least| least.len() < CANDIDATES)),
            Some(found) => {
                for (j, least) in all.iter().enumerate() {
                    let found: Vec<usize> = found.iter().map(|row| row[j].into()).collect();
                    prop_assert_eq!(&found, least);
                }
            }
        }
    }

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
