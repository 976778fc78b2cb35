//! Looking for a period with bounded work.

use super::{HeapTables, PeriodProof, Shape, Watch};
use crate::{Budget, Limit};

/// Shorter tables are always filled.
const SHORT: u64 = 1 << 8;

impl HeapTables {
    /// As [`HeapTables::prove_watched`], but gives up before the tables would take more than about
    /// `work` marks to fill: as many as there are options that have to be looked at one by one. So
    /// tables that are filled quickly become longer than others. `None` says nothing about the
    /// period; [`HeapTables::end`] tells how far the table goes then.
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
        watch: Watch<'_>,
    ) -> Result<Option<PeriodProof>, Limit> {
        let mut left = work;
        let mut size = self.end(kind).saturating_sub(1).max(SHORT).min(up_to);
        loop {
            let proof = self.prove_watched(kind, size, budget, watch)?;
            if proof.is_some() || size >= up_to {
                return Ok(proof);
            }
            let next = size.saturating_add(size / 4).min(up_to);
            let heap = self.marks(kind, next).saturating_add(self.pile_marks(kind, next));
            let cost = heap.saturating_mul(next - size);
            match left.checked_sub(cost) {
                Some(rest) => (left, size) = (rest, next),
                None => return Ok(None),
            }
        }
    }

    /// About how many marks the sums of piles take for a heap of size n: for each total up to twice as
    /// large, as tables of sums are made ahead, a pass over a set of nimbers, 64 at a time.
    fn pile_marks(&self, kind: usize, n: u64) -> u64 {
        let kinds = self.reach[kind].iter();
        let piles = kinds.flat_map(|&kind| &self.kinds[kind].rules).filter_map(|rule| {
            let Shape::Pile { kind: of, parts, .. } = rule.shape else { return None };
            let words = self.values(of).iter().max().unwrap_or(0) / 64 + 1;
            let sets = 4 * u64::from(parts) * u64::from(words.next_power_of_two());
            Some(n.saturating_mul(sets))
        });
        piles.fold(0, u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::heap::games;

    #[test]
    fn work_bounds_the_tables() {
        let budget = Budget::default();
        // No period of Couples-are-Forever is known.
        let mut tables = HeapTables::new(games::couples()).unwrap();
        assert_eq!(tables.prove_within(0, 1 << 40, 1 << 21, &budget, &mut |_| {}), Ok(None));
        assert!((4 * SHORT..32 * SHORT).contains(&tables.end(0)), "{}", tables.end(0));
        // Where a heap becomes three, the work for a heap grows faster than its size.
        let mut three = HeapTables::new("0.9".parse::<Code>().unwrap().family()).unwrap();
        assert_eq!(three.prove_within(0, 1 << 40, 1 << 25, &budget, &mut |_| {}), Ok(None));
        assert!((SHORT..4 * SHORT).contains(&three.end(0)), "{}", three.end(0));
        let mut kayles = HeapTables::new(games::octal("0.77")).unwrap();
        let proof = kayles.prove_within(0, 1 << 40, 0, &budget, &mut |_| {}).unwrap().unwrap();
        assert_eq!((proof.preperiod, proof.period), (71, 12));
    }
}
