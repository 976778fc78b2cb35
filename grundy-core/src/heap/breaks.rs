//! Rules that break a heap into heaps of its own kind, in the form of [`Theorem::ArithmeticBreaks`].
//!
//! [`Theorem::ArithmeticBreaks`]: super::Theorem::ArithmeticBreaks

use super::{HeapTables, Rule, Shape};

/// The rules of a kind that apply to arbitrarily large heaps.
pub(super) struct Breaks {
    /// The rules are the same from this size on.
    pub(super) settled: i64,
    /// Every nimber of an option that does not depend on n is below this.
    pub(super) fixed: i64,
    pub(super) all: Vec<Break>,
}

/// Heaps of sizes a >= l, one for each l in `lows`, with n - `removed` in all, or also `every`,
/// 2 * `every`, ... less; and a Nim heap of size `nim`.
pub(super) struct Break {
    pub(super) lows: Vec<i64>,
    pub(super) removed: i64,
    pub(super) every: Option<i64>,
    /// No two heaps have the same size.
    pub(super) unequal: bool,
    pub(super) nim: i64,
}

/// Larger numbers in rules are not looked at: sums of a few of them do not overflow.
const MODERATE: i64 = 1 << 32;

/// More heaps in an option are not looked at.
const MOST_HEAPS: usize = 35;

impl HeapTables {
    /// The breaks of a kind; `None` where a rule has another form.
    pub(super) fn breaks(&self, kind: usize) -> Option<Breaks> {
        let least = moderate(self.family.kinds[kind].least)?;
        let mut breaks = Breaks { settled: least, fixed: 1, all: Vec::new() };
        for rule in &self.family.kinds[kind].rules {
            breaks.settled = breaks.settled.max(moderate(rule.settled())?);
            if rule.to.is_some() {
                continue;
            }
            match (&rule.shape, self.one_break(kind, rule)) {
                (_, Some(found)) => breaks.all.push(found),
                (Shape::Empty | Shape::Pile { parts: 0, .. }, None) => {}
                (Shape::Parts(parts), None) => match self.rest_and_fixed(kind, parts)? {
                    (None, fixed) => breaks.fixed = breaks.fixed.max(moderate(fixed)? + 1),
                    (Some(_), _) => return None,
                },
                _ => return None,
            }
        }
        for found in &mut breaks.all {
            found.lows.iter_mut().for_each(|low| *low = (*low).max(least));
        }
        Some(breaks)
    }

    fn one_break(&self, own: usize, rule: &Rule) -> Option<Break> {
        let found = |lows, removed: i64, every, unequal, nim: u64| {
            let removed = moderate(removed)?;
            Some(Break { lows, removed, every, unequal, nim: moderate(nim)? })
        };
        match rule.shape {
            Shape::Parts(ref parts) => {
                let (removed, nim) = self.rest_and_fixed(own, parts)?;
                found(vec![0], moderate(removed?)?, None, false, nim)
            }
            Shape::Any { kind, low, gap } if kind == own => {
                found(vec![moderate(low)?], gap, Some(1), false, 0)
            }
            Shape::Split { left, right, removed, low, gap, unequal }
                if left == own && right == own =>
            {
                // a <= n - gap says b >= gap - removed.
                let lows = vec![moderate(low)?, moderate(gap)? - moderate(removed)?];
                found(lows, removed, None, unequal, 0)
            }
            Shape::Pile { kind, parts, removed, every, unequal } if kind == own && parts > 0 => {
                let heaps = usize::try_from(parts).ok().filter(|&heaps| heaps <= MOST_HEAPS)?;
                let every = every.map_or(Some(None), |every| moderate(every).map(Some))?;
                found(vec![1; heaps], removed, every, unequal, 0)
            }
            _ => None,
        }
    }
}

/// A number of moderate size.
fn moderate(number: impl TryInto<i64>) -> Option<i64> {
    number.try_into().ok().filter(|number| (-MODERATE..=MODERATE).contains(number))
}
