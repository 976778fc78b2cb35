//! Looking for a period with bounded work.

use super::{HeapTables, PeriodProof};
use crate::{Budget, Limit};

/// Shorter tables are always filled.
const SHORT: u64 = 1 << 12;

impl HeapTables {
    /// As [`HeapTables::prove`], but gives up before the tables would take more than about `work`
    /// marks to fill: as many as there are options that have to be looked at one by one. So tables
    /// that are filled quickly become longer than others. `None` says nothing about the period.
    ///
    /// # Errors
    /// When the budget is spent.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn prove_within(
        &mut self,
        kind: usize,
        up_to: u64,
        work: u64,
        budget: &Budget,
    ) -> Result<Option<PeriodProof>, Limit> {
        let mut left = work;
        let mut size = self.end(kind).saturating_sub(1).max(SHORT).min(up_to);
        loop {
            let proof = self.prove(kind, size, budget)?;
            if proof.is_some() || size >= up_to {
                return Ok(proof);
            }
            let next = size.saturating_add(size / 4).min(up_to);
            let cost = self.marks(kind, next).saturating_mul(next - size);
            match left.checked_sub(cost) {
                Some(rest) => (left, size) = (rest, next),
                None => return Ok(None),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::games;

    #[test]
    fn work_bounds_the_tables() {
        let budget = Budget::default();
        // No period of Couples-are-Forever is known.
        let mut tables = HeapTables::new(games::couples()).unwrap();
        assert_eq!(tables.prove_within(0, 1 << 40, 1 << 21, &budget), Ok(None));
        assert!((SHORT..4 * SHORT).contains(&tables.end(0)), "{}", tables.end(0));
        let mut kayles = HeapTables::new(games::octal("0.77")).unwrap();
        let proof = kayles.prove_within(0, 1 << 40, 0, &budget).unwrap().unwrap();
        assert_eq!((proof.preperiod, proof.period), (71, 12));
    }
}
