//! How far back from its end a sequence repeats.

/// For every p, how many of the last terms equal the term p places before them.
///
/// Entry p is the largest k such that the last k terms are those p places earlier; entry 0 is the
/// length. This is the Z function of the sequence read backwards, found in linear time.
pub(super) fn repetitions<T: Eq>(sequence: &[T]) -> Vec<usize> {
    let len = sequence.len();
    let back = |i: usize| &sequence[len - 1 - i];
    let mut matches = vec![0; len];
    if let Some(first) = matches.first_mut() {
        *first = len;
    }
    // The match that reaches furthest covers left..right and repeats 0..right - left.
    let (mut left, mut right) = (0, 0);
    for p in 1..len {
        let mut k = if p < right { matches[p - left].min(right - p) } else { 0 };
        while p + k < len && back(p + k) == back(k) {
            k += 1;
        }
        if p + k > right {
            (left, right) = (p, p + k);
        }
        matches[p] = k;
    }
    matches
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_definition(sequence in prop::collection::vec(0_u32..3, 0..60)) {
            let len = sequence.len();
            for (p, k) in repetitions(&sequence).into_iter().enumerate() {
                let same = |j: &usize| sequence[len - 1 - j] == sequence[len - 1 - j - p];
                prop_assert_eq!(k, (0..len - p).take_while(same).count());
            }
        }
    }
}
