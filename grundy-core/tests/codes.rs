//! Codes against the definition: values of heaps, by listing every move.

use std::collections::HashSet;

use grundy_core::{Budget, Code, Digit, HeapTables, Nimber};
use proptest::prelude::*;

/// The nimbers of the heaps from 0 to `last`, by the words of the definition: from a heap of n take
/// r; if bit j of the digit d_r is set, leave the rest as exactly j heaps, none of them empty.
fn plain(code: &Code, last: u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=last {
        let mut options = HashSet::new();
        for r in 0..=n {
            let digit = code.digit(r);
            for j in 0..6 {
                if digit.value() >> j & 1 == 1 {
                    let most = n.saturating_sub(1);
                    leave(n - r, j, most, digit.is_unequal(), 0, &values, &mut options);
                }
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// Adds the nimbers of all ways to leave `heaps` heaps of at most `most` each.
fn leave(
    total: u64,
    heaps: u32,
    most: u64,
    unequal: bool,
    xor: u64,
    values: &[u64],
    options: &mut HashSet<u64>,
) {
    match heaps {
        0 if total == 0 => {
            options.insert(xor);
        }
        0 => {}
        // The last heap is what is left.
        1 if (1..=most).contains(&total) => {
            options.insert(xor ^ values[total as usize]);
        }
        1 => {}
        _ => {
            for size in 1..=most.min(total) {
                let next = if unequal { size - 1 } else { size };
                let xor = xor ^ values[size as usize];
                leave(total - size, heaps - 1, next, unequal, xor, values, options);
            }
        }
    }
}

fn agree(code: &Code, last: u64) {
    let mut tables = HeapTables::new(code.family()).unwrap();
    let budget = Budget::default();
    // From above, so that whole tables are filled at once.
    let found = |n: u64| tables.nimber(0, n, &budget).unwrap();
    let mut found: Vec<Nimber> = (0..=last).rev().map(found).collect();
    found.reverse();
    let expected: Vec<Nimber> = plain(code, last).into_iter().map(Nimber::new).collect();
    assert_eq!(found, expected, "{code}");
}

/// All codes of three digits behind the point, and d_0 = 0 or 4.
fn three_digits() -> impl Iterator<Item = Code> {
    (0..1024).map(|number: u32| {
        let digit = |place: u32| Digit::new((number >> (3 * place) & 7) as u8, false);
        let first = Digit::new(if number < 512 { 0 } else { 4 }, false);
        Code::new(vec![first, digit(2), digit(1), digit(0)], vec![]).unwrap()
    })
}

#[test]
fn all_codes_of_three_digits() {
    three_digits().for_each(|code| agree(&code, 60));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn all_codes_of_three_digits_further() {
    three_digits().for_each(|code| agree(&code, 300));
}

#[test]
fn codes_with_more_heaps_digits_and_signs() {
    let codes = "0.3F 0.8 0.9 0.08 0.F 0.CC 8.0 C.0 C.07 0.17777 0.000007 0.3131 0.1234567 \
        4u.0 4u.7 0.7u 0.4u4u 0.Fu 8u.1 Cu.3u 0.G 0.V 0.1W G.0 \
        0.[3] 0.[7] 0.[1] 0.[2] 0.[4] 0.1[3] 0.0[3] 0.[30] 0.[03] 0.[01] 0.[24] 0.1[70] 0.[6u1] \
        4.[3] 4.[7] 0.[8] 0.[F] 0.[09] 0.3[12]";
    codes.split_whitespace().for_each(|code| agree(&Code::parse(code).unwrap(), 36));
}

fn digit() -> impl Strategy<Value = Digit> {
    (prop_oneof![4 => 0_u8..8, 1 => 8_u8..16], prop::bool::weighted(0.2))
        .prop_map(|(value, unequal)| Digit::new(value, unequal))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn random_codes(
        split: bool,
        digits in prop::collection::vec(digit(), 0..6),
        tail in prop::collection::vec(digit(), 0..3),
    ) {
        let first = Digit::new(if split { 4 } else { 0 }, false);
        let code = Code::new([vec![first], digits.clone()].concat(), tail.clone()).unwrap();
        for (taken, digit) in (1..).zip(digits.iter().chain(tail.iter().cycle().take(20))) {
            prop_assert_eq!(code.digit(taken), *digit);
        }
        prop_assert_eq!(Code::parse(&code.to_string()), Ok(code.clone()));
        agree(&code, 30);
    }
}
