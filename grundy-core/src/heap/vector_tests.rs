//! The inner loops against their plain versions and against what they mean.

use super::*;
use proptest::prelude::*;

fn nimbers(max: u16, len: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(0..max, len)
}

proptest! {
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
        table in nimbers(400, 120..170),
        values in nimbers(400, 0..40),
        round in 0_u16..3,
    ) {
        let base = table.len() - LANES;
        let places: Vec<u32> = (0..).step_by(2).take(values.len()).collect();
        let rare = (&places[..], &values[..]);
        let first = round * 96;
        let mut seen = [[0; LANES]; 4];
        let mut seen_plain = seen;
        see_block(&mut seen, &table, base, rare, first);
        see_block_here(&mut seen_plain, &table, base, rare, first);
        prop_assert_eq!(seen, seen_plain);
        for j in 0..LANES {
            let options = places.iter().zip(&values).map(|(&p, v)| table[base - p as usize + j] ^ v);
            let mut expected = [0; 4];
            for option in options.filter_map(|option| option.checked_sub(first)) {
                if let Some(word) = expected.get_mut(usize::from(option / 32)) {
                    *word |= 1_u32 << (option % 32);
                }
            }
            prop_assert_eq!(seen.map(|words| words[j]), expected);
        }
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
