//! The nimber of a heap from those of all its options.

use super::head::Head;
use super::marks::Marks;
use super::narrow::Narrow;
use super::pile::PileSums;
use super::vector::find;
use super::view::View;

/// What is used again for every heap.
pub(super) struct Direct {
    marks: Marks,
    piles: Vec<PileSums>,
    /// How many pairs of each split are marked before the rest is searched.
    head: Head,
}

/// To search so many pairs takes as long as to mark one.
const SEARCHED_PER_MARK: usize = 8;
/// So many nimbers are told that no split has; all others may be.
const MISSING: usize = 8;
/// To begin a search takes as long as to search so many pairs.
const BEGIN: usize = 1000;

impl Direct {
    pub(super) fn new() -> Self {
        Self { marks: Marks::new(), piles: Vec::new(), head: Head::new(64, 64) }
    }

    /// The mex of the options of a heap, all of which are in the tables.
    pub(super) fn mex<T: Narrow>(&mut self, view: &View<'_, T>, kind: usize, n: u64) -> u32 {
        loop {
            self.marks.clear();
            for rule in view.kinds[kind].rules.iter().filter(|rule| rule.applies(n)) {
                view.mark(&rule.shape, n, &mut self.marks, &mut self.piles);
            }
            self.mark_splits(view, kind, n);
            if let Some(mex) = self.marks.mex() {
                return mex;
            }
            self.marks.widen();
        }
    }

    /// Marks nimbers of the splits of a heap into heaps that are in the tables: those below a number, which
    /// is the answer and larger than the least nimber that is not marked, and some others.
    ///
    /// Of the many pairs of a split only the first are marked. Most small nimbers are met by then;
    /// for the least four that are not, the other pairs are searched, which vector instructions do
    /// many at a time. If all four are found, the next four have their turn.
    ///
    /// Where many splits overlap, or nimbers are large, many are missing: when the searches have taken
    /// as long as it takes to mark all pairs, these are marked.
    fn mark_splits<T: Narrow>(&mut self, view: &View<'_, T>, kind: usize, n: u64) -> u32 {
        let head = if T::WIDEST { usize::MAX } else { self.head.get() };
        let mut left = 0;
        for rule in view.kinds[kind].rules.iter().filter(|rule| rule.applies(n)) {
            view.runs(&rule.shape, n, |ascending, descending| {
                left += ascending.len().saturating_sub(head);
                let pairs = ascending.iter().zip(descending.iter().rev());
                self.marks.insert_all(pairs.take(head).map(|(&a, &b)| a ^ b));
            });
        }
        if left == 0 {
            return u32::MAX;
        }
        let mut work = head * SEARCHED_PER_MARK;
        let mut searched = 0;
        let certain = loop {
            let Some(candidates) = self.marks.least_missing() else {
                self.marks.widen();
                continue;
            };
            if self.search(view, kind, n, candidates) {
                work += BEGIN + left;
                break candidates[3] + 1;
            }
            work += BEGIN + left;
            searched += left;
            if searched >= SEARCHED_PER_MARK * left {
                view.tails(kind, n, head, |ascending, descending| {
                    let pairs = ascending.iter().zip(descending.iter().rev());
                    self.marks.insert_all(pairs.map(|(&a, &b)| a ^ b));
                });
                work += SEARCHED_PER_MARK * left;
                break u32::MAX;
            }
        };
        self.head.tell(work as u64);
        certain
    }

    /// Marks as many pairs from now on as another one.
    pub(super) fn follow(&mut self, other: &Self) {
        self.head = other.head.clone();
    }

    /// The least nimbers that no split into heaps in the tables has, in ascending order.
    pub(super) fn missing<T: Narrow>(
        &mut self,
        view: &View<'_, T>,
        kind: usize,
        n: u64,
    ) -> Vec<u32> {
        self.marks.clear();
        let certain = self.mark_splits(view, kind, n);
        self.marks.missing().take(MISSING).take_while(|&nimber| nimber < certain).collect()
    }

    /// The mex of the options of a heap, if the least nimbers are known that no split has into heaps of
    /// which none is of this kind and of size `from` or more.
    pub(super) fn mex_with<T: Narrow>(
        &mut self,
        view: &View<'_, T>,
        kind: usize,
        n: u64,
        from: u64,
        missing: &[u32],
    ) -> u32 {
        self.marks.clear();
        for rule in view.kinds[kind].rules.iter().filter(|rule| rule.applies(n)) {
            view.mark(&rule.shape, n, &mut self.marks, &mut self.piles);
            view.edges(&rule.shape, n, kind, from, |ascending, descending| {
                let pairs = ascending.iter().zip(descending.iter().rev());
                self.marks.insert_all(pairs.map(|(&a, &b)| a ^ b));
            });
        }
        let mex = missing.iter().find(|&&nimber| !self.marks.may_contain(nimber));
        mex.copied().unwrap_or_else(|| self.mex(view, kind, n))
    }

    /// Marks those of four nimbers that an option has whose pair is not marked; whether one is left.
    fn search<T: Narrow>(
        &mut self,
        view: &View<'_, T>,
        kind: usize,
        n: u64,
        candidates: [u32; 4],
    ) -> bool {
        // One that does not fit the width is no xor of two that do.
        let Some(least) = T::narrow(candidates[0]) else { return true };
        let wanted = candidates.map(|value| T::narrow(value).unwrap_or(least));
        let mut found = [false; 4];
        view.tails(kind, n, self.head.get(), |ascending, descending| {
            find(ascending, descending, wanted, &mut found);
        });
        for (value, found) in candidates.into_iter().zip(&mut found) {
            *found &= T::narrow(value).is_some();
            if *found {
                self.marks.insert(value.into());
            }
        }
        found != [true; 4]
    }
}
