//! Bounds of a size that is chosen.

use super::linear::{Linear, Var};
use super::walk::MAX_CASES;

/// The error says what does not fit the rules of the engine.
pub(super) type Result<T> = std::result::Result<T, &'static str>;

/// Bounds of the size b of a component in a position of size n.
#[derive(Default)]
pub(super) struct Bounds {
    /// low <= b.
    pub(super) low: Option<i64>,
    /// b <= n - gap.
    pub(super) gap: Option<i64>,
    /// b <= ceiling.
    ceiling: Option<i64>,
    /// n - floor <= b.
    floor: Option<i64>,
    /// A constraint that compares b with half of n.
    pub(super) half: Option<Linear>,
}

impl Bounds {
    /// Reads the bounds off; constraints on n alone are left to others.
    pub(super) fn of(rows: &[Linear], size: Var, open: Var) -> Result<Bounds> {
        let mut bounds = Bounds::default();
        let tighter = |bound: &mut Option<i64>, value: i64, greatest: bool| {
            let old = bound.unwrap_or(value);
            *bound = Some(if greatest { old.max(value) } else { old.min(value) });
        };
        for row in rows {
            let offset = row.offset();
            match (row.coefficient(size), row.coefficient(open)) {
                (_, 0) => {}
                (0, 1) => tighter(&mut bounds.low, negated(offset)?, true),
                (1, -1) => tighter(&mut bounds.gap, negated(offset)?, true),
                (0, -1) => tighter(&mut bounds.ceiling, offset, false),
                (-1, 1) => tighter(&mut bounds.floor, offset, false),
                (1, -2) | (-1, 2) if bounds.half.is_none() => bounds.half = Some(row.clone()),
                _ => {
                    return Err("the size of its component is bounded in a way that is not simple");
                }
            }
        }
        Ok(bounds)
    }

    /// All values, when they are few at every size.
    pub(super) fn values(&self, size: Var) -> Result<Option<Vec<Linear>>> {
        const MANY: &str = "it has too many cases";
        let count = |low: i64, high: i64| match high.checked_sub(low) {
            Some(gap) if gap < MAX_CASES => Ok(low..=high),
            _ => Err(MANY),
        };
        if let (Some(low), Some(ceiling)) = (self.low, self.ceiling) {
            return Ok(Some(count(low, ceiling)?.map(Linear::constant).collect()));
        }
        if let (Some(gap), Some(floor)) = (self.gap, self.floor) {
            let values = count(gap, floor)?
                .map(|less| Linear::var(size).add_constant(less.saturating_neg()).ok_or(MANY));
            return Ok(Some(values.collect::<Result<_>>()?));
        }
        if self.ceiling.is_some() || self.floor.is_some() {
            return Err("the size of its component is bounded on one side only");
        }
        Ok(None)
    }
}

/// A size.
pub(super) fn natural(value: i64) -> Result<u64> {
    u64::try_from(value).map_err(|_| "a size may be negative")
}

/// The int with the other sign.
pub(super) fn negated(value: i64) -> Result<i64> {
    value.checked_neg().ok_or("its ints are too large")
}
