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
        heaps: [Heaps; 60],
        wanting: Heaps,
        tag in 0_u8..8,
    ) {
        let mut rows = rows();
        let marked = bytes.as_chunks::<LANES>().0;
        rows[..60].copy_from_slice(marked);
        let candidates: Vec<Candidate> = (0..).zip(heaps).collect();
        let (mut fast, mut plain) = ([[0; LANES]; CANDIDATES], [[0; LANES]; CANDIDATES]);
        let enough = least_unmarked(&rows, tag, &candidates, wanting, &mut fast);
        let also = least_unmarked_here(&rows, tag, &candidates, wanting, &mut plain);
        prop_assert_eq!((enough, fast), (also, plain));
        let least = |j: usize| {
            let open = (0..60).filter(move |&v| marked[v][j] != tag && heaps[v] >> j & 1 != 0);
            open.take(CANDIDATES).collect::<Vec<_>>()
        };
        let wants = (0..LANES).filter(|j| wanting >> j & 1 != 0);
        let all: Vec<(usize, Vec<usize>)> = wants.map(|j| (j, least(j))).collect();
        prop_assert_eq!(enough, all.iter().all(|(_, least)| least.len() == CANDIDATES));
        for (j, least) in all {
            let found: Vec<usize> = fast.iter().map(|row| row[j].into()).take(least.len()).collect();
            prop_assert_eq!(found, least);
        }
    }

    #[test]
    fn a_row_is_compared_alike(bytes: [u8; LANES], tag: u8) {
        prop_assert_eq!(equal(&bytes, tag), equal_here(&bytes, tag));
        let expected = bytes.iter().rev().fold(0, |bits, &b| bits << 1 | Heaps::from(b == tag));
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
        table in nimbers(200, 120..170),
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
        let mut seen = [[0; LANES]; 4];
        let mut seen_plain = seen;
        see_block(&mut seen, &table, base, rare);
        see_block_here(&mut seen_plain, &table, base, rare);
        prop_assert_eq!(seen, seen_plain);
        for (value, row) in fast.iter().enumerate().take(256) {
            for (j, &tag) in row.iter().enumerate() {
                prop_assert_eq!(tag == 7, seen[value / 64][j] >> (value % 64) & 1 != 0);
            }
        }
        let wanted = wanted.map(|row| row.map(u16::from));
        let mut unmet = [[u16::MAX; LANES]; CANDIDATES];
        let mut unmet_plain = unmet;
        meet_block(&table, base, rare, &wanted, &mut unmet);
        meet_block_here(&table, base, rare, &wanted, &mut unmet_plain);
        prop_assert_eq!(unmet, unmet_plain);
        for (wanted, unmet) in wanted.iter().zip(unmet) {
            for j in 0..LANES {
                prop_assert_eq!(unmet[j] == 0, fast[usize::from(wanted[j])][j] == 7);
            }
        }
    }

    #[test]
    fn words_beyond_the_first_are_left_out_alike(values in nimbers(64, 0..40)) {
        let table: Vec<u8> = (0..100_u32).map(|n| (n * 7 % 64) as u8).collect();
        let base = table.len() - LANES;
        let places: Vec<u32> = (0..).step_by(3).take(values.len().min(20)).collect();
        let rare = (&places[..], &values[..]);
        let (mut one, mut two) = ([[0; LANES]; 1], [[0; LANES]; 2]);
        see_block(&mut one, &table, base, rare);
        see_block(&mut two, &table, base, rare);
        prop_assert_eq!((one[0], [0; LANES]), (two[0], two[1]));
    }

    #[test]
    fn bits_are_covered_alike(
        words in prop::collection::vec(any::<u64>(), 60),
        sizes in prop::collection::vec(0_u32..600, 0..12),
        open: [u64; 8],
    ) {
        // Nimbers 3, 1 and 2 are the frequent ones; a third of the sizes has each of 0, 1 and 2.
        let third = sizes.len() / 3;
        let begins = [0, third, 2 * third, sizes.len()];
        let frequent = [3, 1, 2];
        let (words_of_each, base) = (20, 700);
        let by = Covering { words: &words, words_of_each, base, frequent: &frequent, sizes: &sizes,
            begins: &begins };
        let (mut fast, mut plain) = (open, open);
        let left = cover(&mut fast, &by, 2, 0);
        prop_assert_eq!(left, cover_here(&mut plain, &by, 2, 0));
        prop_assert_eq!(fast, plain);
        prop_assert_eq!(left, fast.iter().map(|word| word.count_ones()).sum::<u32>());
        for heap in 0..512 {
            // 3 with 1, 1 with 3 (which no size has), 2 with 0.
            let covers = |rank: usize, of: usize| {
                let bits = &words[rank * words_of_each..];
                sizes[begins[of]..begins[of + 1]].iter().any(|&size| {
                    let at = base - size as usize + heap;
                    bits[at / 64] >> (at % 64) & 1 != 0
                })
            };
            let was = open[heap / 64] >> (heap % 64) & 1 != 0;
            let is = fast[heap / 64] >> (heap % 64) & 1 != 0;
            prop_assert_eq!(is, was && !covers(0, 1) && !covers(2, 0));
        }
    }
}
