//! Tables that are watched while they are filled.

use std::time::{Duration, Instant};

use super::{HeapError, HeapTables};
use crate::{Budget, Limit};

/// Who watches tables while they are filled: it is called several times a second.
pub type Watch<'a> = &'a mut dyn FnMut(&HeapTables);

/// The first tables are filled in steps of so many heaps.
const FIRST_STEP: u64 = 1 << 12;

/// Steps are made larger while they take less time than this, and smaller when they take more than
/// four times as much.
const SHORT: Duration = Duration::from_millis(50);

impl HeapTables {
    /// Fills the table of a kind up to size n, with the parts of the other tables that it needs.
    ///
    /// When the budget ends before that, what was found until then stays in the tables.
    ///
    /// # Errors
    /// When there is no such heap or the budget is spent.
    pub fn fill_watched(
        &mut self,
        kind: usize,
        n: u64,
        budget: &Budget,
        watch: Watch<'_>,
    ) -> Result<(), HeapError> {
        self.least(kind, n)?;
        Ok(self.fill_in_steps(kind, n, budget, watch)?)
    }

    pub(super) fn fill_in_steps(
        &mut self,
        kind: usize,
        n: u64,
        budget: &Budget,
        watch: Watch<'_>,
    ) -> Result<(), Limit> {
        let mut step = FIRST_STEP;
        while self.end(kind) <= n {
            let started = Instant::now();
            self.fill(kind, n.min(self.end(kind).saturating_add(step - 1)), budget)?;
            watch(self);
            let time = started.elapsed();
            if time < SHORT {
                step *= 2;
            } else if time > 4 * SHORT && step > 1 {
                step /= 2;
            }
        }
        Ok(())
    }

    /// The smallest size of a kind that is not in its table.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn end(&self, kind: usize) -> u64 {
        self.family.kinds[kind].least + self.values(kind).len() as u64
    }
}
