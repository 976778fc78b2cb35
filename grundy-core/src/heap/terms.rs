//! The rules of a kind between two sizes at which others begin or end.

use super::{HeapKind, Part, Rule, Shape};

/// What the options of the heaps of one kind are, for the sizes from one on and below `until`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    pub(super) until: u64,
    /// Options that are one sum each.
    pub(super) singles: Vec<Vec<Part>>,
    /// Splits into two heaps.
    pub(super) pairs: Vec<Pairs>,
    /// There are no other options, and all numbers are of moderate size.
    pub(super) complete: bool,
}

/// A heap of size a >= `low_left` and one of size b >= `low_right`, with a + b = n - `removed`. That two heaps
/// must differ is left out; only those of one kind may have to, and it makes no difference in a sparse space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pairs {
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) removed: i64,
    pub(super) low_left: i64,
    pub(super) low_right: i64,
}

/// Numbers in rules up to this are moderate: sums of a few of them with sizes do not overflow.
const MODERATE: i64 = 1 << 40;

impl HeapKind {
    /// The terms at size n.
    pub(super) fn terms(&self, n: u64) -> Terms {
        let until = self.rules.iter().filter_map(|rule| rule.next_change(n)).min();
        let until = until.unwrap_or(u64::MAX);
        let mut terms = Terms { until, singles: Vec::new(), pairs: Vec::new(), complete: true };
        for rule in self.rules.iter().filter(|rule| rule.applies(n)) {
            match &rule.shape {
                Shape::Empty => terms.singles.push(Vec::new()),
                Shape::Parts(parts) => terms.singles.push(parts.clone()),
                Shape::Split { .. } => match rule.pairs() {
                    Some(pairs) => terms.pairs.push(pairs),
                    None => terms.complete = false,
                },
                Shape::Any { .. } | Shape::Pile { .. } => terms.complete = false,
            }
        }
        terms
    }
}

impl Rule {
    /// The first size above n at which the rule may begin or cease to apply.
    fn next_change(&self, n: u64) -> Option<u64> {
        let ends = self.except.iter().chain(&self.to).filter_map(|size| size.checked_add(1));
        let begins = self.except.iter().copied().chain([self.from]);
        ends.chain(begins).filter(|&size| size > n).min()
    }

    fn pairs(&self) -> Option<Pairs> {
        let Shape::Split { left, right, removed, low, gap, .. } = self.shape else {
            return None;
        };
        let moderate = |value: i64| (-MODERATE..=MODERATE).contains(&value).then_some(value);
        let removed = moderate(removed)?;
        let low_left = moderate(i64::try_from(low).ok()?)?;
        // a <= n - gap says b >= gap - removed.
        let low_right = moderate(gap)? - removed;
        Some(Pairs { left, right, removed, low_left, low_right })
    }
}
