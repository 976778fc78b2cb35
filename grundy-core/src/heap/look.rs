//! When to look at the tables for a period, and how a look ends.

/// What came of a look at the tables.
pub(super) enum Look {
    /// Something is proved and remembered.
    Proved,
    /// Nothing yet. Of the table sizes at which there may be more to see this is the first that is
    /// worth another look.
    Next(u64),
}

/// How many more heaps there should be before the next look.
///
/// A candidate for a period says how many are missing from a proof. One that has come again for an
/// eighth of the table is believed; else the table grows by an eighth at least. That keeps the time
/// of all looks linear in the size of the table, and the table hardly longer than the proof needs.
pub(super) struct Step {
    len: u64,
    step: u64,
}

impl Step {
    pub(super) fn new(len: usize) -> Step {
        let len = len as u64;
        Step { len, step: len.max(FIRST_TABLE) }
    }

    pub(super) fn candidate(&mut self, missing: i64, repeated: u32) {
        let believed = u64::from(repeated) >= self.len / 8;
        let least = (self.len / if believed { 64 } else { 8 }).max(1);
        self.step = self.step.min(missing.unsigned_abs().max(least));
    }

    /// How many.
    pub(super) fn heaps(&self) -> u64 {
        self.step
    }
}

/// The size of the first tables that are looked at for a period.
pub(super) const FIRST_TABLE: u64 = 64;
