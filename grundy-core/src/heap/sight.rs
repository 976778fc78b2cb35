//! What the heaps of a block have to look at.

use std::ops::Range;

use super::HeapKind;
use super::narrow::Narrow;
use super::space::{Looked, Rare, Space};
use super::vector::LANES;

/// A block of heaps that is to be found.
pub(super) struct Here<'a> {
    pub(super) space: &'a Space,
    pub(super) sights: Vec<Sight<'a>>,
    /// The size of the first heap.
    pub(super) n: u64,
    /// How many heaps there are, at most as many as lanes.
    pub(super) heaps: usize,
    /// Options of all heaps that are known only once the heaps before them are: the place among the
    /// recent heaps, for the first heap of the block, and the squeezed nimber of a rare heap.
    near: Vec<(usize, u16)>,
    /// Options of all heaps that are one heap: its kind, its place for the first heap of the block, and a
    /// nimber that is added.
    whole: Vec<(usize, usize, u64)>,
    /// Whether there are others that only some of the heaps have.
    ends: bool,
    /// For the heaps in even and in odd places of the block every nimber squeezed if it is common, else a
    /// number larger than all.
    codes: [&'a [u16]; 2],
    /// And the common nimbers in ascending order: so the place of each is the nimber squeezed.
    nimbers: [&'a [u16]; 2],
}

/// The squeezed nimbers of the heaps before a block, as many as it has, and of its own as far as they are
/// known.
pub(super) struct Recent([u16; 2 * LANES]);

impl Recent {
    pub(super) fn new(space: &Space) -> Self {
        let mut recent = [0; 2 * LANES];
        let known = space.own_heaps();
        let known = &known[known.len().saturating_sub(LANES)..];
        recent[LANES - known.len()..LANES].copy_from_slice(known);
        Self(recent)
    }

    /// Adds heap j of the block.
    pub(super) fn push(&mut self, j: usize, squeezed: u16) {
        self.0[LANES + j] = squeezed;
    }
}

impl<'a> Here<'a> {
    pub(super) fn new<T>(
        space: &'a Space,
        kinds: &[HeapKind],
        tables: &[Vec<T>],
        n: u64,
        heaps: usize,
    ) -> Self {
        let sights = space.scans.iter().map(|looked| Sight::new(space, looked, kinds, tables, n));
        let sights: Vec<Sight<'_>> = sights.collect();
        let recent = tables[space.kind].len() as i64 - LANES as i64;
        let (mut near, mut ends) = (Vec::with_capacity(LANES), false);
        for sight in &sights {
            let whole = sight.is_near(space.kind);
            ends |= !whole;
            for at in sight.edges[0].clone().filter(|_| whole) {
                let place = sight.base - i64::from(sight.rare.places[at]) - recent;
                near.push((place as usize, sight.rare.squeezed[at]));
            }
        }
        let mut whole = Vec::with_capacity(space.singles.len());
        for single in &space.singles {
            match single.rests[..] {
                [(kind, change)] => {
                    whole.push((kind, (n as i64 + change) as usize, single.constant))
                }
                _ => ends = true,
            }
        }
        let codes = [n, n + 1].map(|n| space.codes(n));
        let nimbers = [n, n + 1].map(|n| space.nimbers(n));
        Self { space, sights, n, heaps, near, whole, ends, codes, nimbers }
    }

    /// Tells the squeezed nimbers of the options of heap j that are known only once the heaps before it
    /// are, and of those that are no splits. For a nimber that is not common it is a number larger than all.
    #[inline(always)]
    pub(super) fn late<T: Narrow>(
        &self,
        recent: &Recent,
        tables: &[Vec<T>],
        j: usize,
        mut tell: impl FnMut(u16),
    ) {
        for &(place, value) in &self.near {
            tell(recent.0[(place + j) % (2 * LANES)] ^ value);
        }
        let codes = self.codes[j % 2];
        let mut tell = |value: u64| tell(codes.get(value as usize).copied().unwrap_or(u16::MAX));
        for &(kind, at, value) in &self.whole {
            tell(u64::from(tables[kind][at + j].wide()) ^ value);
        }
        if self.ends {
            for sight in self.sights.iter().filter(|sight| !sight.is_near(self.space.kind)) {
                sight.edges(&tables[sight.other], j, &mut tell);
            }
            for single in self.space.singles.iter().filter(|single| single.rests.len() != 1) {
                tell(single.value(tables, self.n + j as u64));
            }
        }
    }

    /// The nimber of heap j that is squeezed to this, if there is one.
    #[inline(always)]
    pub(super) fn nimber(&self, j: usize, squeezed: u16) -> Option<u16> {
        self.nimbers[j % 2].get(usize::from(squeezed)).copied()
    }
}

/// What a block has to look at in a scan.
pub(super) struct Sight<'a> {
    rare: &'a Rare,
    other: usize,
    /// The other heaps, squeezed.
    squeezed: &'a [u16],
    /// The place of the other heap, for the first heap of the block and a rare heap at place 0.
    base: i64,
    low_other: i64,
    /// Rare heaps, as a range of their list, that make an option with each heap of the block.
    ///
    /// Where the two heaps of a split must differ, two of the same size are taken for an option all
    /// the same: both would be rare, and the nimber of two rare heaps is not looked for.
    inner: Range<usize>,
    /// Those that may not, or not with a heap that is known already.
    edges: [Range<usize>; 2],
}

impl<'a> Sight<'a> {
    /// What the heaps of a block from size n on have to look at.
    pub(super) fn new<T>(
        space: &'a Space,
        looked: &Looked,
        kinds: &[HeapKind],
        tables: &[Vec<T>],
        n: u64,
    ) -> Self {
        let Looked { scan, .. } = looked;
        let rare = &space.rare[looked.rare];
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
            squeezed: &space.others[looked.other].squeezed,
            base,
            low_other,
            inner: from..to,
            edges: [begin..from, to..end],
        }
    }

    /// Whether the rare heaps that are no inner ones all make an option with each heap of the block, once the
    /// heaps of this kind before it are known.
    fn is_near(&self, kind: usize) -> bool {
        let [near, end] = &self.edges;
        let last = self.rare.places[near.clone()].last();
        let inside = |&place: &u32| self.base - i64::from(place) >= self.low_other;
        end.is_empty() && last.is_none_or(|last| inside(last) && self.other == kind)
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

    /// The other heaps and the inner rare ones, these with their places, both squeezed; and the place of the
    /// other heap for the first heap of the block and a rare one at place 0.
    pub(super) fn inner(&self) -> (&[u16], usize, (&[u32], &[u16])) {
        let range = self.inner.clone();
        let rare = (&self.rare.places[range.clone()], &self.rare.squeezed[range]);
        // Without heaps in the range it may be negative.
        (self.squeezed, self.base.max(0) as usize, rare)
    }
}
