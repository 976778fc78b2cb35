//! The xor of many heaps whose sizes are in arithmetic progression.

use std::ops::Range;

use super::{HeapError, HeapTables, PeriodProof};
use crate::{Budget, Nimber};

/// So many heaps may be looked at one by one.
const WALK: u64 = 1 << 24;

/// The xor of `first`, `first + step`, `first + 2 * step`, ... (`count` numbers); `None` when the
/// last of them has more than 64 bits.
///
/// Takes about as long for 10^18 numbers as for ten.
///
/// ```
/// use grundy_core::xor_progression;
///
/// assert_eq!(xor_progression(5, 2, 3), Some(5 ^ 7 ^ 9));
/// assert_eq!(xor_progression(1, 1, 1_000_000_000_000_000_000), Some(1_000_000_000_000_000_000));
/// ```
pub fn xor_progression(first: u64, step: u64, count: u64) -> Option<u64> {
    if count == 0 {
        return Some(0);
    }
    let last = first.checked_add(step.checked_mul(count - 1)?)?;
    let bits = u64::BITS - last.leading_zeros();
    // Bit b of x is the parity of floor(x / 2^b).
    Some((0..bits).fold(0, |xor, b| {
        xor | floor_sum_parity(count.into(), 1 << b, step.into(), first.into()) << b
    }))
}

/// The parity of the sum of floor((a * i + b) / m) for 0 <= i < n, by Euclid's algorithm on a and m.
///
/// Whole multiples of m in a and b are summed at once. The rest counts lattice points below a line;
/// read from its other side they lie below a line with a and m exchanged. Numbers below
/// 2^64 with a * n + b below 2^66 do not overflow.
fn floor_sum_parity(mut n: u128, mut m: u128, mut a: u128, mut b: u128) -> u64 {
    let mut sum = 0_u128;
    loop {
        sum ^= (n * (n - 1) / 2) & (a / m);
        sum ^= n & (b / m);
        (a, b) = (a % m, b % m);
        let above = a * n + b;
        if above < m {
            return (sum & 1) as u64;
        }
        (n, b) = (above / m, above % m);
        (m, a) = (a, m);
    }
}

impl HeapTables {
    /// The xor of the nimbers of `count` heaps of the sizes `start`, `start + step`, and so on.
    ///
    /// By closed form or by a proved period ([`HeapTables::prove`]) where there is one, however many
    /// heaps there are; else one by one.
    ///
    /// # Errors
    /// When there is no heap of size `start`, a size has more than 64 bits, the budget is spent, or
    /// there are many heaps and nothing is proved of them.
    pub fn xor_run(
        &mut self,
        kind: usize,
        start: u64,
        step: u64,
        count: u64,
        budget: &Budget,
    ) -> Result<Nimber, HeapError> {
        if count == 0 {
            return Ok(Nimber::ZERO);
        }
        let least = self.least(kind, start)?;
        let last = step.checked_mul(count - 1).and_then(|length| start.checked_add(length));
        let last = last.ok_or(HeapError::TooLarge)?;
        if step == 0 {
            return if count.is_multiple_of(2) {
                Ok(Nimber::ZERO)
            } else {
                self.nimber(kind, start, budget)
            };
        }
        if self.counts_up(kind) {
            let xor = xor_progression(start - least, step, count);
            return xor.map(Nimber::new).ok_or(HeapError::TooLarge);
        }
        let place = |i| start + i * step;
        if let Some(proof) = self.proof(kind) {
            if proof.saltus > 0 {
                let proof = proof.clone();
                return self.xor_growing(&proof, start, step, count, budget);
            }
            let [head, tail] = essential(proof, start, step, count);
            return Ok(self.xor_of(kind, head.map(place), budget)?
                ^ self.xor_of(kind, tail.map(place), budget)?);
        }
        if count > WALK {
            return Err(HeapError::Unproved);
        }
        self.fill(kind, last, budget)?;
        self.xor_of(kind, (0..count).map(place), budget)
    }

    /// The xor of a run of heaps whose nimbers grow: those before the preperiod one by one, the
    /// others in as many arithmetic progressions as there are in a round of residues.
    fn xor_growing(
        &mut self,
        proof: &PeriodProof,
        start: u64,
        step: u64,
        count: u64,
        budget: &Budget,
    ) -> Result<Nimber, HeapError> {
        let place = |i| start + i * step;
        let head = before(proof, start, step, count);
        let mut xor = self.xor_of(proof.kind, (0..head).map(place), budget)?;
        let common = gcd(proof.period, step);
        let round = proof.period / common;
        let growth = (step / common).checked_mul(proof.saltus).ok_or(HeapError::TooLarge)?;
        for first in head..count.min(head.saturating_add(round)) {
            let nimber = self.nimber(proof.kind, place(first), budget)?.get();
            let times = (count - first).div_ceil(round);
            let progression = xor_progression(nimber, growth, times).ok_or(HeapError::TooLarge)?;
            xor ^= Nimber::new(progression);
        }
        Ok(xor)
    }

    fn xor_of(
        &mut self,
        kind: usize,
        sizes: impl Iterator<Item = u64>,
        budget: &Budget,
    ) -> Result<Nimber, HeapError> {
        let mut xor = Nimber::ZERO;
        for size in sizes {
            xor ^= self.nimber(kind, size, budget)?;
        }
        Ok(xor)
    }
}

/// The numbers i of the heaps of sizes `start + i * step` that are left when pairs of heaps with
/// equal nimbers are taken away: those before the preperiod, and of the others, whose nimbers
/// repeat after some number of heaps, less than one round.
fn essential(proof: &PeriodProof, start: u64, step: u64, count: u64) -> [Range<u64>; 2] {
    let head = before(proof, start, step, count);
    let round = proof.period / gcd(proof.period, step);
    let rounds = (count - head) / round;
    let rest = (count - head) % round;
    let tail = if rounds.is_multiple_of(2) { head..head + rest } else { head + rest..head + round };
    [0..head, tail]
}

/// How many heaps of a run are smaller than the preperiod.
fn before(proof: &PeriodProof, start: u64, step: u64, count: u64) -> u64 {
    proof.preperiod.saturating_sub(start).div_ceil(step).min(count)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::games;
    use proptest::prelude::*;

    #[test]
    fn a_run_of_nim_heaps_follows_the_residue_mod_4() {
        for n in 1_000_000_000_000_000_000..1_000_000_000_000_000_008_u64 {
            let xor = [n, 1, n + 1, 0][(n % 4) as usize];
            assert_eq!(xor_progression(0, 1, n + 1), Some(xor));
        }
        assert_eq!(xor_progression(0, 1, u64::MAX), Some(u64::MAX));
    }

    #[test]
    fn sizes_of_more_than_64_bits_are_told() {
        assert_eq!(xor_progression(1, 1, u64::MAX), Some(0));
        assert_eq!(xor_progression(2, 1, u64::MAX), None);
        assert_eq!(xor_progression(u64::MAX, u64::MAX, 1), Some(u64::MAX));
        let mut tables = HeapTables::new(games::octal("0.77")).unwrap();
        let run = tables.xor_run(0, 2, 1, u64::MAX, &Budget::default());
        assert_eq!(run, Err(HeapError::TooLarge));
    }

    #[test]
    fn nothing_is_made_up_without_a_proof() {
        let mut tables = HeapTables::new(games::octal("0.77")).unwrap();
        let budget = Budget::default();
        assert_eq!(tables.xor_run(0, 0, 1, 1 << 40, &budget), Err(HeapError::Unproved));
        tables.prove(0, 1000, &budget).unwrap().unwrap();
        assert!(tables.xor_run(0, 0, 1, 1 << 40, &budget).is_ok());
    }

    proptest! {
        #[test]
        fn progressions_agree_with_walking(first in 0_u64..1 << 40, step in 0_u64..1 << 30, count in 0_u64..200) {
            let walked = (0..count).fold(0, |xor, i| xor ^ (first + i * step));
            prop_assert_eq!(xor_progression(first, step, count), Some(walked));
        }

        #[test]
        fn huge_progressions_are_the_xor_of_their_halves(first in 0_u64..1 << 20, step in 0_u64..16, count: u64, at: u64) {
            let count = count >> 5;
            let at = if count == 0 { 0 } else { at % count };
            let head = xor_progression(first, step, at).unwrap();
            let tail = xor_progression(first + at * step, step, count - at).unwrap();
            prop_assert_eq!(xor_progression(first, step, count), Some(head ^ tail));
        }

        #[test]
        fn runs_by_period_agree_with_walking(start in 0_u64..200, step in 0_u64..8, count in 0_u64..50) {
            let budget = Budget::default();
            let mut walking = HeapTables::new(games::octal("0.77")).unwrap();
            let mut proved = HeapTables::new(games::octal("0.77")).unwrap();
            proved.prove(0, 166, &budget).unwrap().unwrap();
            let walked = walking.xor_run(0, start, step, count, &budget);
            prop_assert_eq!(proved.xor_run(0, start, step, count, &budget), walked);
        }
    }
}
