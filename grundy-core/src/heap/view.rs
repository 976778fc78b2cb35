//! The options of a heap, read from tables.

use super::marks::Marks;
use super::narrow::Narrow;
use super::pile::PileSums;
use super::vector::contains;
use super::{HeapKind, Part, Shape};

/// The tables as they are while a heap is looked at.
pub(super) struct View<'a, T> {
    pub(super) kinds: &'a [HeapKind],
    pub(super) tables: &'a [Vec<T>],
}

impl<T: Narrow> View<'_, T> {
    /// Tells the pairs of every split but the first `head` of each run.
    pub(super) fn tails(&self, kind: usize, n: u64, head: usize, mut tell: impl FnMut(&[T], &[T])) {
        for rule in self.kinds[kind].rules.iter().filter(|rule| rule.applies(n)) {
            self.runs(&rule.shape, n, |ascending, descending| {
                if let Some(ascending) = ascending.get(head..) {
                    tell(ascending, &descending[..ascending.len()]);
                }
            });
        }
    }

    /// Whether a split has an option of this nimber.
    pub(super) fn splits_to(&self, kind: usize, n: u64, value: T) -> bool {
        let mut found = false;
        for rule in self.kinds[kind].rules.iter().filter(|rule| rule.applies(n)) {
            self.runs(&rule.shape, n, |ascending, descending| {
                found = found || contains(ascending, descending, value);
            });
        }
        found
    }

    /// Marks the nimbers of the options of this shape, but not of splits. The family's check says
    /// that the heaps exist, and its order that they are in the tables.
    pub(super) fn mark(&self, shape: &Shape, n: u64, marks: &mut Marks, piles: &mut Vec<PileSums>) {
        match *shape {
            Shape::Empty => marks.insert(0),
            Shape::Parts(ref parts) => marks.insert(self.sum(parts, n)),
            Shape::Any { kind, low, gap } => {
                let (low, high) = (i128::from(low), i128::from(n) - i128::from(gap));
                if low <= high {
                    marks.insert_all(self.slice(kind, low, high).iter().copied());
                }
            }
            Shape::Pile { kind, parts, removed, every, unequal } => {
                let most = i128::from(n) - i128::from(removed);
                let step = every.map_or(i128::MAX, |every| every.max(1).into());
                let totals =
                    std::iter::successors(Some(most), |total| Some(total.saturating_sub(step)));
                for total in totals.take_while(|&total| total >= 0) {
                    let at = piles.iter().position(|sums| sums.is_for(kind, parts, unequal));
                    let at = at.unwrap_or_else(|| {
                        piles.push(PileSums::new(kind, parts, unequal));
                        piles.len() - 1
                    });
                    let value = |size| self.one(kind, size as i128);
                    piles[at].of_total(total as usize, value).for_each(|value| marks.insert(value));
                }
            }
            Shape::Split { .. } => {}
        }
    }

    /// Tells the pairs of heaps of a split that are in the tables: the first of one slice and the last of the
    /// other, and so on.
    pub(super) fn runs(&self, shape: &Shape, n: u64, mut tell: impl FnMut(&[T], &[T])) {
        let Shape::Split { left, right, removed, .. } = *shape else { return };
        let total = i128::from(n) - i128::from(removed);
        for (low, high) in spans(shape, n).into_iter().flatten() {
            let (low, high) = (low.max(total - self.last(right)), high.min(self.last(left)));
            if low <= high {
                let descending = self.slice(right, total - high, total - low);
                tell(self.slice(left, low, high), descending);
            }
        }
    }

    /// Tells the pairs of a split in the same way, of which one heap is of this kind and of size `from` or
    /// more. All must be in the tables.
    pub(super) fn edges(
        &self,
        shape: &Shape,
        n: u64,
        kind: usize,
        from: u64,
        mut tell: impl FnMut(&[T], &[T]),
    ) {
        let Shape::Split { left, right, removed, .. } = *shape else { return };
        let total = i128::from(n) - i128::from(removed);
        let last = |of: usize| if of == kind { i128::from(from) - 1 } else { i128::MAX };
        for (low, high) in spans(shape, n).into_iter().flatten() {
            // Between these ends are the others.
            let begin = low.max(total.saturating_sub(last(right))).min(high + 1);
            let end = high.min(last(left)).max(begin - 1);
            for (low, high) in [(low, begin - 1), (end + 1, high)] {
                if low <= high {
                    let descending = self.slice(right, total - high, total - low);
                    tell(self.slice(left, low, high), descending);
                }
            }
        }
    }

    /// The size of the last heap of a kind in the tables.
    fn last(&self, kind: usize) -> i128 {
        i128::from(self.kinds[kind].least) + self.tables[kind].len() as i128 - 1
    }

    /// The nimber of a sum.
    pub(super) fn sum(&self, parts: &[Part], n: u64) -> u64 {
        parts.iter().fold(0, |sum, part| {
            sum ^ match *part {
                Part::Rest { kind, removed } => {
                    self.one(kind, i128::from(n) - i128::from(removed)).into()
                }
                Part::Fixed { kind, size } => self.one(kind, size.into()).into(),
                Part::Nim(size) => size,
            }
        })
    }

    fn one(&self, kind: usize, size: i128) -> u32 {
        self.slice(kind, size, size)[0].into()
    }

    /// The nimbers of the heaps of these sizes, both ends included.
    fn slice(&self, kind: usize, low: i128, high: i128) -> &[T] {
        let least = i128::from(self.kinds[kind].least);
        &self.tables[kind][(low - least) as usize..=(high - least) as usize]
    }
}

/// The sizes that the left heap of a split may have, in up to two spans.
fn spans(shape: &Shape, n: u64) -> [Option<(i128, i128)>; 2] {
    let Shape::Split { left, right, removed, low, gap, unequal } = *shape else { return [None; 2] };
    let total = i128::from(n) - i128::from(removed);
    let (low, mut high) = (i128::from(low), i128::from(n) - i128::from(gap));
    if left == right && total - high == low {
        // The same pairs from the other side.
        high = high.min(total.div_euclid(2));
    }
    if unequal && total % 2 == 0 && (low..=high).contains(&(total / 2)) {
        [Some((low, total / 2 - 1)), Some((total / 2 + 1, high))]
    } else {
        [Some((low, high)), None]
    }
}
