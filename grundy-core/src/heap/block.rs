//! A block of consecutive heaps at once, in a sparse space.

use std::ops::Range;

use super::HeapKind;
use super::classes::Scan;
use super::direct::View;
use super::head::Head;
use super::narrow::Narrow;
use super::space::{Rare, Space};
use super::vector::{CANDIDATES, LANES, ROWS, Rows, equal, least_unmarked, mark_block, meet_block};

/// Finds blocks of heaps; what it holds is used again for each.
pub(super) struct Blocks {
    rows: Box<Rows>,
    /// What marks a nimber for a heap of this block: so the rows need not be cleared.
    tag: u8,
    /// Nimbers from this on were never marked.
    used: usize,
    /// For each nimber below the largest of the block, the heaps for which it is open.
    pub(super) open: Vec<u16>,
    /// The heaps of the block with each nimber.
    with: Vec<u16>,
    /// How many rare heaps are marked before the others are searched.
    head: Head,
}

/// A nimber of the block does not fit the width of the tables.
pub(super) struct TooWide;

/// To search so many rare heaps takes as long as to mark one.
const SEARCHED_PER_MARK: usize = 4;

/// To begin a search takes as long as to search so many.
const ROUND: usize = 200;

/// What a block has to look at in a scan.
struct Sight<'a> {
    rare: &'a Rare,
    other: usize,
    /// The place of the other heap, for the first heap of the block and a rare heap at place 0.
    base: i64,
    low_other: i64,
    /// Twice the place of a rare heap that is as large as the other, likewise.
    twin: Option<i64>,
    /// Rare heaps, as ranges of their list, that make an option with each heap of the block.
    inner: [Range<usize>; 2],
    /// Those that may not, or not with a heap that is known already.
    edges: [Range<usize>; 3],
}

impl Blocks {
    pub(super) fn new() -> Self {
        let rows = vec![[0; LANES]; ROWS].into_boxed_slice();
        let rows = rows.try_into().expect("there are as many rows");
        Self { rows, tag: 0, used: 0, open: Vec::new(), with: Vec::new(), head: Head::new() }
    }

    /// Adds so many heaps, at most those of a block, to the table of the space's kind, whose next
    /// size is n and which has the same terms for all of them. All nimbers in the tables are below `bound`, a
    /// power of two.
    ///
    /// Every common nimber among the options gets marked, so the least common one that is not is
    /// found for certain. It is the nimber of the heap if every rare nimber below is an option,
    /// too; those not marked are noted as open.
    pub(super) fn add<T: Narrow>(
        &mut self,
        space: &Space,
        kinds: &[HeapKind],
        tables: &mut [Vec<T>],
        n: u64,
        heaps: usize,
        bound: usize,
    ) -> Result<(), TooWide> {
        self.next_tag(bound);
        let sights: Vec<Sight<'_>> =
            space.scans.iter().map(|scan| Sight::new(space, scan, kinds, tables, n)).collect();
        let common = space.common(n);
        let head = self.head.get();
        let sure = self.least_common(&sights, head, tables, &common)?;
        let len = tables[space.kind].len();
        for j in 0..heaps {
            let sure = sure.map(|row| usize::from(row[j]));
            sights.iter().for_each(|sight| self.mark_edges(sight, tables, j));
            for parts in &space.terms.singles {
                let view = View { kinds, tables };
                self.mark_one(view.sum(parts, n + j as u64), j);
            }
            let unmarked = |value: &usize| self.rows[*value][j] != self.tag;
            let value = sure.into_iter().find(unmarked).or_else(|| {
                let further = sure[CANDIDATES - 1] + 1..ROWS;
                let mut further = further.filter(|&value| common(value) >> j & 1 != 0);
                further.find(|value| {
                    let met = |sight: &Sight<'_>| sight.meets(head, tables, j, *value);
                    unmarked(value) && !sights.iter().any(met)
                })
            });
            let Some(value) = value.and_then(|value| T::narrow(value as u32)) else {
                tables[space.kind].truncate(len);
                return Err(TooWide);
            };
            // Xors of nimbers below a power of two are below it.
            self.used = self.used.max((value.index() + 1).next_power_of_two());
            tables[space.kind].push(value);
        }
        self.note_open(&tables[space.kind][len..], common);
        Ok(())
    }

    /// For each heap the least common nimbers that it does not have through inner rare heaps.
    ///
    /// Only some rare heaps are marked. For the least nimbers that are not, the others are
    /// searched, with all heaps of the block at once.
    fn least_common<T: Narrow>(
        &mut self,
        sights: &[Sight<'_>],
        head: usize,
        tables: &[Vec<T>],
        common: impl Fn(usize) -> u16,
    ) -> Result<[[u16; LANES]; CANDIDATES], TooWide> {
        for sight in sights {
            for range in sight.heads(head) {
                let rare = (&sight.rare.places[range.clone()], &sight.rare.values[range]);
                let base = sight.base.max(0) as usize;
                mark_block(&mut self.rows, self.tag, &tables[sight.other], base, rare);
            }
        }
        let lengths = |ranges: [Range<usize>; 2]| ranges.iter().map(Range::len).sum::<usize>();
        let searched: usize = sights.iter().map(|sight| lengths(sight.rests(head))).sum();
        let marked: usize = sights.iter().map(|sight| lengths(sight.heads(head))).sum();
        let mut work = marked * SEARCHED_PER_MARK;
        loop {
            if searched == 0 {
                self.head.tell(work as u64);
                let [least] = least_unmarked(&self.rows, self.tag, &common).ok_or(TooWide)?;
                return Ok([least; CANDIDATES]);
            }
            let least: [[u16; LANES]; CANDIDATES] =
                least_unmarked(&self.rows, self.tag, &common).ok_or(TooWide)?;
            if least.iter().flatten().any(|&value| T::narrow(value.into()).is_none()) {
                return Err(TooWide);
            }
            let wanted = least.map(|row| row.map(T::truncate));
            let mut met = [[T::ZERO; LANES]; CANDIDATES];
            for sight in sights {
                for range in sight.rests(head) {
                    let rare = (&sight.rare.places[range.clone()], &sight.rare.values[range]);
                    let base = sight.base.max(0) as usize;
                    meet_block(&tables[sight.other], base, rare, &wanted, &mut met);
                }
            }
            work += searched + ROUND;
            let mut all_met = false;
            for j in 0..LANES {
                let mut unmet = false;
                for k in 0..CANDIDATES {
                    if met[k][j] == T::ZERO {
                        unmet = true;
                    } else {
                        self.rows[usize::from(least[k][j])][j] = self.tag;
                    }
                }
                all_met |= !unmet;
            }
            if !all_met {
                self.head.tell(work as u64);
                return Ok(least);
            }
        }
    }

    fn next_tag(&mut self, bound: usize) {
        self.tag = self.tag.wrapping_add(1);
        if self.tag == 0 {
            self.rows[..self.used].fill([0; LANES]);
            self.tag = 1;
        }
        self.used = self.used.max(bound);
    }

    fn mark_one(&mut self, value: u64, j: usize) {
        // A larger one is larger than the nimber of the heap.
        if value < ROWS as u64 {
            self.rows[value as usize][j] = self.tag;
            self.used = self.used.max(value as usize + 1);
        }
    }

    fn mark_edges<T: Narrow>(&mut self, sight: &Sight<'_>, tables: &[Vec<T>], j: usize) {
        let table = &tables[sight.other];
        let base = sight.base + j as i64;
        for range in &sight.edges {
            let places = &sight.rare.places[range.clone()];
            for (&place, &value) in places.iter().zip(&sight.rare.values[range.clone()]) {
                let other = base - i64::from(place);
                // The places ascend.
                if other < sight.low_other {
                    break;
                }
                if sight.twin.is_none_or(|twin| twin + j as i64 != 2 * i64::from(place)) {
                    let value = table[other as usize].index() ^ usize::from(value);
                    if value < ROWS {
                        self.rows[value][j] = self.tag;
                    }
                }
            }
        }
    }

    fn note_open<T: Narrow>(&mut self, values: &[T], common: impl Fn(usize) -> u16) {
        let most = values.iter().max().map_or(0, |value| value.index());
        self.with.clear();
        self.with.resize(most + 1, 0);
        for (j, value) in values.iter().enumerate() {
            self.with[value.index()] |= 1 << j;
        }
        self.open.clear();
        let mut larger = u16::MAX >> (LANES - values.len());
        for value in 0..most {
            larger &= !self.with[value];
            self.open.push(!equal(&self.rows[value], self.tag) & !common(value) & larger);
        }
    }
}

impl<'a> Sight<'a> {
    /// What the heaps of a block from size n on have to look at.
    fn new<T>(
        space: &'a Space,
        &(scan, place): &(Scan, usize),
        kinds: &[HeapKind],
        tables: &[Vec<T>],
        n: u64,
    ) -> Self {
        let rare = &space.rare[place];
        let least_rare = kinds[scan.rare].least as i64;
        let least_other = kinds[scan.other].least as i64;
        let total = n as i64 - scan.removed;
        let base = total - least_rare - least_other;
        let low_other = (scan.low_other - least_other).max(0);
        let low = scan.low_rare - least_rare;
        // The inner ones lie from `first` to `last`.
        let first = low.max(base + LANES as i64 - tables[scan.other].len() as i64);
        let last = base - low_other;
        let up_to = |place: i64| rare.places.partition_point(|&p| i64::from(p) <= place);
        let (begin, from) = (up_to(low - 1), up_to(first - 1));
        let to = up_to(last).max(from);
        let end = up_to(last + LANES as i64 - 1).max(to);
        let mut twins = from..from;
        if scan.unequal {
            let half = |total: i64| total.div_euclid(2) - least_rare;
            twins.start = up_to(half(total + 1) - 1).clamp(from, to);
            twins.end = up_to(half(total + LANES as i64 - 1)).clamp(from, to);
        }
        Self {
            rare,
            other: scan.other,
            base,
            low_other,
            twin: scan.unequal.then_some(total - 2 * least_rare),
            inner: [from..twins.start, twins.end..to],
            edges: [begin..from, twins, to..end],
        }
    }

    /// The inner rare heaps that are marked.
    fn heads(&self, head: usize) -> [Range<usize>; 2] {
        self.inner.clone().map(|range| range.start..range.end.min(range.start + head))
    }

    /// The inner rare heaps that are searched.
    fn rests(&self, head: usize) -> [Range<usize>; 2] {
        self.inner.clone().map(|range| range.end.min(range.start + head)..range.end)
    }

    /// Whether heap j of the block has an option of this nimber with one that is searched.
    fn meets<T: Narrow>(&self, head: usize, tables: &[Vec<T>], j: usize, value: usize) -> bool {
        let table = &tables[self.other];
        self.rests(head).into_iter().flatten().any(|at| {
            let other = self.base as usize + j - self.rare.places[at] as usize;
            table[other].index() ^ usize::from(self.rare.values[at]) == value
        })
    }
}
