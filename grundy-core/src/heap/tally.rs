//! How many heaps of a range of sizes have each nimber.

use super::{HeapError, HeapTables, PeriodProof};
use crate::{Budget, CountError, Counts, Nimber};

/// So many heaps may be looked at one by one.
const WALK: u64 = 1 << 24;

impl HeapTables {
    /// How many heaps of a kind, of the sizes from `first` to `last`, have each nimber. None if
    /// `last` is smaller.
    ///
    /// By a proved period ([`HeapTables::prove`]) where there is one, however many heaps there are;
    /// else one by one. Where the nimbers grow for ever there are as many different ones as heaps:
    /// then only short ranges are counted.
    ///
    /// # Errors
    /// When there is no heap of size `first`, the budget is spent, or there are many heaps and
    /// nothing is proved of them that would help.
    pub fn tally(
        &mut self,
        kind: usize,
        first: u64,
        last: u64,
        budget: &Budget,
    ) -> Result<Counts, HeapError> {
        self.least(kind, first)?;
        let mut counts = Counts::new();
        if last < first {
            return Ok(counts);
        }
        let proof = self.proof(kind).filter(|proof| proof.saltus == 0);
        let Some(&PeriodProof { preperiod, period, .. }) = proof else {
            if last - first >= WALK {
                return Err(HeapError::Unproved);
            }
            if !self.counts_up(kind) && self.proof(kind).is_none() {
                self.fill(kind, last, budget)?;
            }
            for n in first..=last {
                add(&mut counts, self.nimber(kind, n, budget)?, 1);
            }
            return Ok(counts);
        };
        for n in first..preperiod.min(last.saturating_add(1)) {
            add(&mut counts, self.nimber(kind, n, budget)?, 1);
        }
        let start = first.max(preperiod);
        if start <= last {
            // Each residue comes at least so often, and the first ones once more.
            let heaps = u128::from(last - start) + 1;
            let (rounds, rest) = (heaps / u128::from(period), heaps % u128::from(period));
            for i in 0..u128::from(period).min(heaps) as u64 {
                let nimber = self.nimber(kind, start + i, budget)?;
                add(&mut counts, nimber, rounds + u128::from(u128::from(i) < rest));
            }
        }
        Ok(counts)
    }
}

fn add(counts: &mut Counts, nimber: Nimber, times: u128) {
    let added: Result<(), CountError> = counts.add(nimber, times);
    added.expect("sizes have 64 bits, so there are fewer heaps than 128 bits count");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::games;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_by_period_agree_with_walking(first in 0_u64..200, heaps in 0_u64..120) {
            let budget = Budget::default();
            let mut proved = HeapTables::new(games::octal("0.77")).unwrap();
            proved.prove(0, 200, &budget).unwrap().unwrap();
            let mut walking = HeapTables::new(games::octal("0.77")).unwrap();
            let mut walked = Counts::new();
            for n in first..first + heaps {
                walked.add(walking.nimber(0, n, &budget).unwrap(), 1).unwrap();
            }
            let last = (first + heaps).saturating_sub(1);
            if heaps > 0 {
                prop_assert_eq!(proved.tally(0, first, last, &budget).unwrap(), walked.clone());
                prop_assert_eq!(walking.tally(0, first, last, &budget).unwrap(), walked);
            }
        }
    }

    #[test]
    fn long_ranges_need_a_period() {
        let budget = Budget::default();
        let mut tables = HeapTables::new(games::octal("0.77")).unwrap();
        assert_eq!(tables.tally(0, 0, u64::MAX, &budget), Err(HeapError::Unproved));
        tables.prove(0, 200, &budget).unwrap().unwrap();
        let all = tables.tally(0, 0, u64::MAX, &budget).unwrap();
        assert_eq!(all.total(), Ok(1 << 64));
    }
}
