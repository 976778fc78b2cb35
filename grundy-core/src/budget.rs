//! How much a question may cost.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a solver may spend on a question. The default is without limit.
///
/// ```
/// use std::time::{Duration, Instant};
/// use grundy_core::Budget;
///
/// let budget = Budget {
///     max_positions: Some(10_000_000),
///     deadline: Some(Instant::now() + Duration::from_secs(60)),
///     ..Budget::default()
/// };
/// assert!(budget.check().is_ok());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// How many positions a solver may hold, those of earlier questions included. It bounds memory.
    pub max_positions: Option<u64>,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Set from elsewhere to stop the work.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// The limit that a question ran into. It says nothing about the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// More positions than this would have had to be held.
    Positions(u64),
    /// A table would hold heaps of this size or larger, which no budget allows.
    Table(u64),
    /// The deadline came; this is the time that the last question had taken.
    Time(Duration),
    /// The work was stopped from elsewhere.
    Cancelled,
}

impl Budget {
    /// Looks at the clock and at the flag, for callers that put many short questions.
    ///
    /// # Errors
    /// The limit that has been reached.
    pub fn check(&self) -> Result<(), Limit> {
        self.start().map(|_| ())
    }

    /// Starts a question.
    pub(crate) fn start(&self) -> Result<Meter<'_>, Limit> {
        let started = self.deadline.map(|_| Instant::now());
        let meter = Meter { budget: self, started, work: 0 };
        meter.look()?;
        Ok(meter)
    }
}

/// What one question has spent.
pub(crate) struct Meter<'a> {
    budget: &'a Budget,
    /// Known when there is a deadline.
    started: Option<Instant>,
    /// Work done since the clock was last looked at.
    work: u64,
}

/// Looking at the clock costs as much as a few units of work, and this much takes microseconds.
const WORK_BETWEEN_LOOKS: u64 = 1 << 14;

impl Meter<'_> {
    /// To be called before a solver comes to hold `held` positions, with the work since the last
    /// call: about one unit for each option.
    pub(crate) fn spend(&mut self, held: u64, work: u64) -> Result<(), Limit> {
        if let Some(max) = self.budget.max_positions
            && held > max
        {
            return Err(Limit::Positions(max));
        }
        self.work = self.work.saturating_add(work);
        if self.work >= WORK_BETWEEN_LOOKS {
            self.work = 0;
            self.look()?;
        }
        Ok(())
    }

    fn look(&self) -> Result<(), Limit> {
        if let Some(cancel) = &self.budget.cancel
            && cancel.load(Ordering::Relaxed)
        {
            return Err(Limit::Cancelled);
        }
        if let (Some(deadline), Some(started)) = (self.budget.deadline, self.started) {
            let now = Instant::now();
            if now >= deadline {
                return Err(Limit::Time(now - started));
            }
        }
        Ok(())
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Positions(max) => write!(f, "the limit of {max} positions was reached"),
            Self::Table(size) => write!(f, "tables hold no heaps of {size} or more"),
            Self::Time(time) => write!(f, "the time was up after {:.1} s", time.as_secs_f64()),
            Self::Cancelled => write!(f, "the work was cancelled"),
        }
    }
}

impl Error for Limit {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_has_no_limit() {
        let budget = Budget::default();
        assert_eq!(budget.start().unwrap().spend(u64::MAX, u64::MAX), Ok(()));
    }

    #[test]
    fn positions_are_counted_exactly() {
        let budget = Budget { max_positions: Some(5), ..Budget::default() };
        let mut meter = budget.start().unwrap();
        assert_eq!(meter.spend(5, 1), Ok(()));
        assert_eq!(meter.spend(6, 1), Err(Limit::Positions(5)));
    }

    #[test]
    fn a_deadline_that_has_passed_is_seen_at_once() {
        let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        assert!(matches!(budget.check(), Err(Limit::Time(_))));
    }

    #[test]
    fn cancelling_is_seen_while_working() {
        let cancel = Arc::new(AtomicBool::new(false));
        let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
        let mut meter = budget.start().unwrap();
        assert_eq!(meter.spend(1, u64::MAX), Ok(()));
        cancel.store(true, Ordering::Relaxed);
        assert_eq!(meter.spend(1, u64::MAX), Err(Limit::Cancelled));
    }
}
