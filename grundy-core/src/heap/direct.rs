//! The nimber of a heap from those of all its options.

use super::head::Head;
use super::marks::Marks;
use super::narrow::Narrow;
use super::pile::PileSums;
use super::vector::{contains, find};
use super::{HeapKind, Part, Shape};

/// The tables as they are while a heap is looked at.
pub(super) struct View<'a, T> {
    pub(super) kinds: &'a [HeapKind],
    pub(super) tables: &'a [Vec<T>],
}

/// What is used again for every heap.
pub(super) struct Direct {
    marks: Marks,
    piles: Vec<PileSums>,
    /// How many pairs of each split are marked before the rest is searched.
    head: Head,
}

/// To search so many pairs takes as long as to mark one.
const SEARCHED_PER_MARK: usize = 8;
/// To begin a search takes as long as to search so many pairs.
const BEGIN: usize = 1000;

impl Direct {
    pub(super) fn new() -> Self {
        Self { marks: Marks::new(), piles: Vec::new(), head: Head::new(64, 64) }
    }

    /// How many pairs of each split are marked one by one, at present.
    pub(super) fn head(&self) -> usize {
        self.head.get()
    }

    /// The mex of the options of a heap, all of which are in the tables.
    ///
    /// Of the many pairs of a split only the first are marked. Most small nimbers are met by then;
    /// for the least four that are not, the other pairs are searched, which vector instructions do
    /// many at a time. The least of the four that is not found is the mex: all below it are
    /// options. If all are found, the next four have their turn.
    pub(super) fn mex<T: Narrow>(&mut self, view: &View<'_, T>, kind: usize, n: u64) -> u32 {
        loop {
            self.marks.clear();
            let mut searches = false;
            for rule in view.kinds[kind].rules.iter().filter(|rule| rule.applies(n)) {
                view.mark(&rule.shape, n, &mut self.marks, &mut self.piles);
                view.runs(&rule.shape, n, |ascending, descending| {
                    let head = if T::WIDEST { ascending.len() } else { self.head.get() };
                    searches |= ascending.len() > head;
                    let pairs = ascending.iter().zip(descending.iter().rev());
                    self.marks.insert_all(pairs.take(head).map(|(&a, &b)| a ^ b));
                });
            }
            let mex = if searches { self.search(view, kind, n) } else { self.marks.mex() };
            if let Some(mex) = mex {
                return mex;
            }
            self.marks.widen();
        }
    }

    /// Goes on where the marked pairs end. `None` if the mex is not below the bound of the marks.
    ///
    /// Where many splits overlap, or nimbers are large, many are missing: when the searches have taken
    /// as long as it takes to mark all pairs, these are marked.
    fn search<T: Narrow>(&mut self, view: &View<'_, T>, kind: usize, n: u64) -> Option<u32> {
        let head = self.head.get();
        let mut work = head * SEARCHED_PER_MARK;
        let mut searched = 0;
        loop {
            let candidates = self.marks.least_missing()?;
            // One that does not fit the width is no xor of two that do.
            let Some(least) = T::narrow(candidates[0]) else { return Some(candidates[0]) };
            let wanted = candidates.map(|value| T::narrow(value).unwrap_or(least));
            let mut found = [false; 4];
            let mut pairs = 0;
            view.tails(kind, n, head, |ascending, descending| {
                pairs += ascending.len();
                find(ascending, descending, wanted, &mut found);
            });
            work += BEGIN + pairs;
            searched += pairs;
            for (value, found) in candidates.into_iter().zip(found) {
                if !found || T::narrow(value).is_none() {
                    self.head.tell(work as u64);
                    return Some(value);
                }
                self.marks.insert(value.into());
            }
            if searched >= SEARCHED_PER_MARK * pairs {
                view.tails(kind, n, head, |ascending, descending| {
                    let pairs = ascending.iter().zip(descending.iter().rev());
                    self.marks.insert_all(pairs.map(|(&a, &b)| a ^ b));
                });
                self.head.tell((work + SEARCHED_PER_MARK * pairs) as u64);
                return self.marks.mex();
            }
        }
    }
}

impl<T: Narrow> View<'_, T> {
    /// Tells the pairs of every split but the first `head` of each run.
    fn tails(&self, kind: usize, n: u64, head: usize, mut tell: impl FnMut(&[T], &[T])) {
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
    fn mark(&self, shape: &Shape, n: u64, marks: &mut Marks, piles: &mut Vec<PileSums>) {
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

    /// Tells the pairs of heaps of a split: the first of one slice and the last of the other, and
    /// so on.
    fn runs(&self, shape: &Shape, n: u64, mut tell: impl FnMut(&[T], &[T])) {
        let Shape::Split { left, right, removed, low, gap, unequal } = *shape else { return };
        let total = i128::from(n) - i128::from(removed);
        let (low, mut high) = (i128::from(low), i128::from(n) - i128::from(gap));
        if left == right && total - high == low {
            // The same pairs from the other side.
            high = high.min(total.div_euclid(2));
        }
        let mut run = |low, high| {
            if low <= high {
                let descending = self.slice(right, total - high, total - low);
                tell(self.slice(left, low, high), descending);
            }
        };
        if unequal && total % 2 == 0 && (low..=high).contains(&(total / 2)) {
            run(low, total / 2 - 1);
            run(total / 2 + 1, high);
        } else {
            run(low, high);
        }
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
