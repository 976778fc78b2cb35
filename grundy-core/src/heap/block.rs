//! A block of consecutive heaps at once, in a sparse space.

use super::HeapKind;
use super::few::Few;
use super::head::Head;
use super::narrow::Narrow;
use super::sight::{Here, Sight};
use super::space::{Space, words};
use super::vector::{
    CANDIDATES, Candidate, Heaps, LANES, ROWS, Rows, least_unmarked, mark_block, meet_block,
};

/// Finds blocks of heaps; what it holds is used again for each.
pub(super) struct Blocks {
    rows: Box<Rows>,
    /// What marks a nimber for a heap of this block: so the rows need not be cleared.
    tag: u8,
    /// Nimbers from this on were never marked.
    used: usize,
    /// The common nimbers below `listed`, with the heaps of a block for which they are common.
    candidates: Vec<Candidate>,
    listed: usize,
    /// The space and the parity of the sizes for which they are listed.
    listed_for: (u32, Heaps),
    /// How many rare heaps are marked before the others are searched.
    head: Head,
    few: Few,
}

/// A nimber of the block does not fit the width of the tables.
pub(super) struct TooWide;

/// To search so many rare heaps takes as long as to mark one.
const SEARCHED_PER_MARK: usize = 7;

/// To begin a search takes as long as to search so many.
const ROUND: usize = 250;

/// With so few heaps left after a search, all is marked for each of them.
const ALONE: u32 = 6;

impl Blocks {
    pub(super) fn new() -> Self {
        let rows = vec![[0; LANES]; ROWS].into_boxed_slice();
        let rows = rows.try_into().expect("there are as many rows");
        Self {
            rows,
            tag: 0,
            used: 0,
            candidates: Vec::new(),
            listed: 0,
            listed_for: (0, 0),
            head: Head::new(512, 16),
            few: Few::new(),
        }
    }

    /// Adds so many heaps, at most those of a block, to the table of the space's kind, whose next
    /// size is n and which has the same terms for all of them. All nimbers in the tables are below `bound`, a
    /// power of two.
    ///
    /// Every common nimber among the options gets marked, so the least common one that is not is
    /// found for certain. It is the nimber of the heap if every rare nimber below is that of an option,
    /// too, which stays open.
    ///
    /// Says what the largest nimber of the block is.
    pub(super) fn add<T: Narrow>(
        &mut self,
        space: &Space,
        kinds: &[HeapKind],
        tables: &mut [Vec<T>],
        n: u64,
        heaps: usize,
        bound: usize,
    ) -> Result<usize, TooWide> {
        let here = Here::new(space, kinds, tables, n, heaps);
        let small = match words(bound) {
            Some(1) => self.few.add::<T, 1>(&here, tables),
            Some(2) => self.few.add::<T, 2>(&here, tables),
            Some(_) => self.few.add::<T, 4>(&here, tables),
            None => None,
        };
        match small {
            Some(largest) => Ok(largest),
            None => self.add_many(&here, tables, bound),
        }
    }

    fn add_many<T: Narrow>(
        &mut self,
        here: &Here<'_>,
        tables: &mut [Vec<T>],
        bound: usize,
    ) -> Result<usize, TooWide> {
        self.next_tag(bound);
        let &Here { space, ref sights, n, heaps, .. } = here;
        let common = space.common(n);
        let head = self.head.get();
        let now = (space.classes.mask, space.even(n));
        if self.listed_for != now {
            self.candidates.clear();
            (self.listed, self.listed_for) = (0, now);
        }
        let sure = self.least_common(sights, head, tables, &common)?;
        let len = tables[space.kind].len();
        for j in 0..heaps {
            let sure = sure.map(|row| usize::from(row[j]));
            here.late(tables, j, |value| self.mark_one(value, j));
            let unmarked = |value: &usize| self.rows[*value][j] != self.tag;
            let value = sure.into_iter().find(unmarked).or_else(|| {
                sights.iter().for_each(|sight| self.mark_rest(sight, head, tables, j));
                let mut further = sure[CANDIDATES - 1] + 1..ROWS;
                further
                    .find(|&value| common(value) >> j & 1 != 0 && self.rows[value][j] != self.tag)
            });
            let Some(value) = value.and_then(|value| T::narrow(value as u32)) else {
                tables[space.kind].truncate(len);
                return Err(TooWide);
            };
            // Xors of nimbers below a power of two are below it.
            self.used = self.used.max((value.index() + 1).next_power_of_two());
            tables[space.kind].push(value);
        }
        Ok(tables[space.kind][len..].iter().max().map_or(0, |value| value.index()))
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
        common: &impl Fn(usize) -> Heaps,
    ) -> Result<[[u16; LANES]; CANDIDATES], TooWide> {
        for sight in sights {
            let (base, rare) = sight.pairs(sight.head(head));
            mark_block(&mut self.rows, self.tag, &tables[sight.other], base, rare);
        }
        let searched: usize = sights.iter().map(|sight| sight.rest(head).len()).sum();
        let marked: usize = sights.iter().map(|sight| sight.head(head).len()).sum();
        let mut work = marked * SEARCHED_PER_MARK;
        if searched == 0 {
            self.head.tell(work as u64);
            let mut least = [[0; LANES]];
            self.least(common, Heaps::MAX, &mut least)?;
            return Ok([least[0]; CANDIDATES]);
        }
        let mut least = [[0; LANES]; CANDIDATES];
        let mut all_met = Heaps::MAX;
        loop {
            self.least(common, all_met, &mut least)?;
            if least.iter().flatten().any(|&value| T::narrow(value.into()).is_none()) {
                return Err(TooWide);
            }
            let wanted = least.map(|row| row.map(T::truncate));
            let mut unmet = [[T::ONES; LANES]; CANDIDATES];
            for sight in sights {
                let (base, rare) = sight.pairs(sight.rest(head));
                meet_block(&tables[sight.other], base, rare, &wanted, &mut unmet);
            }
            work += searched + ROUND;
            all_met = 0;
            for j in 0..LANES {
                let mut met = 0;
                for k in 0..CANDIDATES {
                    if unmet[k][j] == T::ZERO {
                        self.rows[usize::from(least[k][j])][j] = self.tag;
                        met += 1;
                    }
                }
                all_met |= Heaps::from(met == CANDIDATES) << j;
            }
            if all_met.count_ones() > ALONE {
                continue;
            }
            if all_met != 0 {
                work += all_met.count_ones() as usize * searched / SEARCHED_PER_MARK;
                for j in (0..LANES).filter(|j| all_met >> j & 1 != 0) {
                    sights.iter().for_each(|sight| self.mark_rest(sight, head, tables, j));
                }
                self.least(common, all_met, &mut least)?;
            }
            self.head.tell(work as u64);
            return Ok(least);
        }
    }

    /// Marks for one heap of the block all that would be searched.
    fn mark_rest<T: Narrow>(
        &mut self,
        sight: &Sight<'_>,
        head: usize,
        tables: &[Vec<T>],
        j: usize,
    ) {
        let table = &tables[sight.other];
        let (base, (places, values)) = sight.pairs(sight.rest(head));
        for (&place, &value) in places.iter().zip(values) {
            let value = table[base + j - place as usize].index() ^ usize::from(value);
            self.rows[value % ROWS][j] = self.tag;
        }
    }

    /// Finds the least common nimbers that are not marked, for the heaps that want them.
    fn least<const N: usize>(
        &mut self,
        common: impl Fn(usize) -> Heaps,
        wanting: Heaps,
        least: &mut [[u16; LANES]; N],
    ) -> Result<(), TooWide> {
        while !least_unmarked(&self.rows, self.tag, &self.candidates, wanting, least) {
            if self.listed == ROWS {
                return Err(TooWide);
            }
            let end = (2 * self.listed).clamp(64, ROWS);
            let more = (self.listed..end).map(|value| (value as u16, common(value)));
            self.candidates.extend(more.filter(|&(_, heaps)| heaps != 0));
            self.listed = end;
        }
        Ok(())
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
}
