//! A block of consecutive heaps at once, in a sparse space.

use super::HeapKind;
use super::narrow::Narrow;
use super::sight::{Here, Recent};
use super::space::Space;
use super::vector::{LANES, see_block};

/// A nimber of the block does not fit the width of the tables.
pub(super) struct TooWide;

/// A bit set for each heap of a block has so many words.
type Sets<const WORDS: usize> = [[u32; LANES]; WORDS];

/// Adds blocks to a table.
pub(super) struct Blocks {
    /// How many of the last blocks needed so many words, less one, for the largest of their nimbers.
    needed: [u32; MOST_WORDS],
}

/// More words do not fit into the registers of a processor.
const MOST_WORDS: usize = 8;

/// Each round takes as long as so many words more.
const FIXED: u32 = 3;

/// After so many blocks the earlier ones count half.
const LAST: u32 = 512;

impl Blocks {
    pub(super) fn new() -> Self {
        Self { needed: [0; MOST_WORDS] }
    }

    /// Adds so many heaps, at most those of a block, to the table of the space's kind, whose next
    /// size is n and which has the same terms for all of them.
    ///
    /// Each heap gets the least common nimber that is not that of an option. It is the nimber of the
    /// heap if every rare nimber below is that of an option, too, which stays open.
    pub(super) fn add<T: Narrow>(
        &mut self,
        space: &Space,
        kinds: &[HeapKind],
        tables: &mut [Vec<T>],
        n: u64,
        heaps: usize,
    ) -> Result<(), TooWide> {
        let here = Here::new(space, kinds, tables, n, heaps);
        let largest = match self.words() {
            1 => add::<T, 1>(&here, tables),
            2 => add::<T, 2>(&here, tables),
            3 => add::<T, 3>(&here, tables),
            4 => add::<T, 4>(&here, tables),
            5 => add::<T, 5>(&here, tables),
            6 => add::<T, 6>(&here, tables),
            7 => add::<T, 7>(&here, tables),
            _ => add::<T, 8>(&here, tables),
        };
        self.needed[usize::from(largest? / 32).min(MOST_WORDS - 1)] += 1;
        if self.needed.iter().sum::<u32>() == LAST {
            self.needed.iter_mut().for_each(|blocks| *blocks /= 2);
        }
        Ok(())
    }

    /// With how many words a round the last blocks would have been done the soonest.
    fn words(&self) -> usize {
        let work = |words: usize| {
            let rounds = |needed: usize| needed.div_ceil(words) as u32;
            let rounds = (1..).zip(self.needed).map(|(needed, blocks)| rounds(needed) * blocks);
            (FIXED + words as u32) * rounds.sum::<u32>()
        };
        (1..=MOST_WORDS).min_by_key(|&words| work(words)).unwrap_or(MOST_WORDS)
    }
}

/// Looks for nimbers that are, squeezed, below 32 times the number of words; if there are none for a heap, for
/// larger ones in another round. The answer is the largest that was found, squeezed. Without one for each
/// heap none is added.
fn add<T: Narrow, const WORDS: usize>(
    here: &Here<'_>,
    tables: &mut [Vec<T>],
) -> Result<u16, TooWide> {
    let mut recent = Recent::new(here.space);
    let mut sets: Vec<Sets<WORDS>> = vec![see(here, 0)];
    let len = tables[here.space.kind].len();
    let mut largest = 0;
    for j in 0..here.heaps {
        let mut round = 0;
        let found = loop {
            let first = first_of::<WORDS>(round);
            let mut seen: [u32; WORDS] = std::array::from_fn(|k| sets[round][k][j]);
            here.late(&recent, tables, j, |squeezed| {
                // A number of another round becomes one for which there is no word.
                let squeezed = squeezed.wrapping_sub(first);
                if let Some(word) = seen.get_mut(usize::from(squeezed / 32)) {
                    *word |= 1 << (squeezed % 32);
                }
            });
            let left = (0..).zip(seen).find(|(_, seen)| *seen != u32::MAX);
            if let Some((k, seen)) = left {
                let squeezed = first + 32 * k + seen.trailing_ones() as u16;
                let nimber = here.nimber(j, squeezed).and_then(|nimber| T::narrow(nimber.into()));
                break nimber.map(|nimber| (squeezed, nimber));
            }
            round += 1;
            if here.nimber(j, first_of::<WORDS>(round)).is_none() {
                break None;
            }
            if round == sets.len() {
                sets.push(see(here, first_of::<WORDS>(round)));
            }
        };
        let Some((squeezed, nimber)) = found else {
            tables[here.space.kind].truncate(len);
            return Err(TooWide);
        };
        largest = largest.max(squeezed);
        tables[here.space.kind].push(nimber);
        recent.push(j, squeezed);
    }
    Ok(largest)
}

/// The squeezed nimber at which a round begins.
fn first_of<const WORDS: usize>(round: usize) -> u16 {
    (32 * WORDS * round) as u16
}

/// The squeezed nimbers from `first` on that the heaps meet through rare heaps well below them.
fn see<const WORDS: usize>(here: &Here<'_>, first: u16) -> Sets<WORDS> {
    let mut sets = [[0; LANES]; WORDS];
    for sight in &here.sights {
        let (table, base, rare) = sight.inner();
        see_block(&mut sets, table, base, rare, first);
    }
    sets
}
