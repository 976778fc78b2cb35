//! What the heaps of a block have to look at.

use std::ops::Range;

use super::HeapKind;
use super::classes::Scan;
use super::narrow::Narrow;
use super::space::{Rare, Space};
use super::vector::LANES;

/// A block of heaps that is to be found.
pub(super) struct Here<'a> {
    pub(super) space: &'a Space,
    pub(super) sights: Vec<Sight<'a>>,
    /// The size of the first heap.
    pub(super) n: u64,
    /// How many heaps there are, at most as many as lanes.
    pub(super) heaps: usize,
    /// Options of all heaps that are known only once the heaps before them are.
    late: Vec<Late>,
    /// Whether there are others that only some of the heaps have.
    ends: bool,
}

/// For each heap j of a block the heap whose place in its table is `at` + j, and a nimber added to its
/// own.
struct Late {
    kind: usize,
    at: usize,
    value: u64,
}

impl<'a> Here<'a> {
    pub(super) fn new<T>(
        space: &'a Space,
        kinds: &[HeapKind],
        tables: &[Vec<T>],
        n: u64,
        heaps: usize,
    ) -> Self {
        let sights = space.scans.iter().map(|scan| Sight::new(space, scan, kinds, tables, n));
        let sights: Vec<Sight<'_>> = sights.collect();
        let (mut late, mut ends) = (Vec::with_capacity(LANES), false);
        for sight in &sights {
            let whole = sight.is_plain();
            ends |= !whole;
            for at in sight.edges[0].clone().filter(|_| whole) {
                let (kind, value) = (sight.other, sight.rare.values[at].into());
                let at = (sight.base - i64::from(sight.rare.places[at])) as usize;
                late.push(Late { kind, at, value });
            }
        }
        for single in &space.singles {
            match single.rests[..] {
                [(kind, change)] => {
                    late.push(Late {
                        kind,
                        at: (n as i64 + change) as usize,
                        value: single.constant,
                    });
                }
                _ => ends = true,
            }
        }
        Self { space, sights, n, heaps, late, ends }
    }

    /// Tells the nimbers of the options of heap j that are known only once the heaps before it are, and
    /// of those that are no splits.
    #[inline(always)]
    pub(super) fn late<T: Narrow>(&self, tables: &[Vec<T>], j: usize, mut tell: impl FnMut(u64)) {
        for &Late { kind, at, value } in &self.late {
            tell(u64::from(tables[kind][at + j].wide()) ^ value);
        }
        if self.ends {
            for sight in self.sights.iter().filter(|sight| !sight.is_plain()) {
                sight.edges(&tables[sight.other], j, &mut tell);
            }
            for single in self.space.singles.iter().filter(|single| single.rests.len() != 1) {
                tell(single.value(tables, self.n + j as u64));
            }
        }
    }
}

/// What a block has to look at in a scan.
pub(super) struct Sight<'a> {
    rare: &'a Rare,
    pub(super) other: usize,
    /// The place of the other heap, for the first heap of the block and a rare heap at place 0.
    base: i64,
    low_other: i64,
    /// Rare heaps, as a range of their list, that make an option with each heap of the block.
    ///
    /// Where the two heaps of a split must differ, two of the same size are taken for an option all
    /// the same: both would be rare, and the nimber of two rare heaps is not looked for.
    pub(super) inner: Range<usize>,
    /// Those that may not, or not with a heap that is known already.
    edges: [Range<usize>; 2],
}

impl<'a> Sight<'a> {
    /// What the heaps of a block from size n on have to look at.
    pub(super) fn new<T>(
        space: &'a Space,
        &(scan, place): &(Scan, usize),
        kinds: &[HeapKind],
        tables: &[Vec<T>],
        n: u64,
    ) -> Self {
        let rare = &space.rare[place];
        let least_rare = kinds[scan.rare].least as i64;
        let least_other = kinds[scan.other].least as i64;
        let base = n as i64 - scan.removed - least_rare - least_other;
        let low_other = (scan.low_other - least_other).max(0);
        let low = scan.low_rare - least_rare;
        // The inner ones lie from `first` to `last`.
        let first = low.max(base + LANES as i64 - tables[scan.other].len() as i64);
        let last = base - low_other;
        let up_to = |place: i64| rare.places.partition_point(|&p| i64::from(p) <= place);
        let (begin, from) = (up_to(low - 1), up_to(first - 1));
        let to = up_to(last).max(from);
        let end = up_to(last + LANES as i64 - 1).max(to);
        Self {
            rare,
            other: scan.other,
            base,
            low_other,
            inner: from..to,
            edges: [begin..from, to..end],
        }
    }

    /// Whether the rare heaps that make an option with only some heaps of the block are all before the
    /// inner ones, and make one with each of these once the heaps before it are known.
    fn is_plain(&self) -> bool {
        let [near, end] = &self.edges;
        let last = self.rare.places[near.clone()].last();
        let inside = |&place: &u32| self.base - i64::from(place) >= self.low_other;
        end.is_empty() && last.is_none_or(inside)
    }

    /// Tells the nimbers of the options of heap j with rare heaps that are no inner ones.
    fn edges<T: Narrow>(&self, table: &[T], j: usize, mut tell: impl FnMut(u64)) {
        let base = self.base + j as i64;
        for range in &self.edges {
            let places = &self.rare.places[range.clone()];
            for (&place, &value) in places.iter().zip(&self.rare.values[range.clone()]) {
                let other = base - i64::from(place);
                // The places ascend.
                if other < self.low_other {
                    break;
                }
                tell(u64::from(table[other as usize].wide() ^ u32::from(value)));
            }
        }
    }

    /// The inner rare heaps that are marked.
    pub(super) fn head(&self, head: usize) -> Range<usize> {
        self.inner.start..self.inner.end.min(self.inner.start + head)
    }

    /// The inner rare heaps that are searched.
    pub(super) fn rest(&self, head: usize) -> Range<usize> {
        self.inner.end.min(self.inner.start + head)..self.inner.end
    }

    /// The places and the nimbers of some rare heaps, and the place of the other heap for the first heap
    /// of the block and a rare one at place 0.
    pub(super) fn pairs(&self, range: Range<usize>) -> (usize, (&[u32], &[u16])) {
        let rare = (&self.rare.places[range.clone()], &self.rare.values[range]);
        // Without heaps in the range it may be negative.
        (self.base.max(0) as usize, rare)
    }
}
