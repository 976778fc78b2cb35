//! How far back from its end a sequence repeats.

/// For every p, how many of the last terms equal the term p places before them.
///
/// The sequence has `len` terms, at most 2^32, and `term` gives the term with an index. Entry p is
/// the largest k such that the last k terms are those p places earlier; entry 0 is the length. This
/// is the Z function of the sequence read backwards, found in linear time.
pub(super) fn repetitions<T: PartialEq>(len: usize, term: impl Fn(usize) -> T) -> Vec<u32> {
    let back = |i: usize| term(len - 1 - i);
    let mut matches = vec![0; len];
    if let Some(first) = matches.first_mut() {
        *first = len as u32;
    }
    // The match that reaches furthest covers left..right and repeats 0..right - left.
    let (mut left, mut right) = (0, 0);
    for p in 1..len {
        let mut k = if p < right { (matches[p - left] as usize).min(right - p) } else { 0 };
        while p + k < len && back(p + k) == back(k) {
            k += 1;
        }
        if p + k > right {
            (left, right) = (p, p + k);
        }
        matches[p] = k as u32;
    }
    matches
}

/// The smallest period of the endless repetition of a cycle of `len` terms: a divisor of its length.
pub(super) fn smallest_period<T: PartialEq>(len: u64, term: impl Fn(u64) -> T) -> u64 {
    let repeats = |d: u64| (d..len).all(|i| term(i) == term(i - d));
    (1..=len / 2).filter(|d| len.is_multiple_of(*d)).find(|&d| repeats(d)).unwrap_or(len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_definition(sequence in prop::collection::vec(0_u32..3, 0..60)) {
            let len = sequence.len();
            for (p, k) in repetitions(len, |i| sequence[i]).into_iter().enumerate() {
                let same = |j: &usize| sequence[len - 1 - j] == sequence[len - 1 - j - p];
                prop_assert_eq!(k as usize, (0..len - p).take_while(same).count());
            }
        }

        #[test]
        fn cycles_have_their_smallest_period(cycle in prop::collection::vec(0_u32..2, 1..8), times in 1_usize..4) {
            let whole = cycle.repeat(times);
            let period = smallest_period(whole.len() as u64, |i| whole[i as usize]);
            let endless = |d: usize| (0..2 * whole.len()).all(|i| {
                whole[i % whole.len()] == whole[(i + d) % whole.len()]
            });
            prop_assert_eq!(period as usize, (1..).find(|&d| endless(d)).unwrap());
        }
    }
}
