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

/// Adds so many heaps, at most those of a block, to the table of the space's kind, whose next
/// size is n and which has the same terms for all of them. All nimbers in the tables are below `bound`, a
/// power of two. Says what the largest nimber of the block is.
///
/// Each heap gets the least common nimber that is not that of an option. It is the nimber of the
/// heap if every rare nimber below is that of an option, too, which stays open.
pub(super) fn add_block<T: Narrow>(
    space: &Space,
    kinds: &[HeapKind],
    tables: &mut [Vec<T>],
    n: u64,
    heaps: usize,
    bound: usize,
) -> Result<usize, TooWide> {
    let here = Here::new(space, kinds, tables, n, heaps);
    // Squeezed, nimbers are below half the bound. The block may have larger ones.
    let small = match bound {
        0..=64 => add::<T, 1>(&here, tables, 1),
        65..=128 => add::<T, 2>(&here, tables, 1),
        129..=256 => add::<T, 4>(&here, tables, 1),
        _ => Err(TooWide),
    };
    small.or_else(|TooWide| add::<T, 8>(&here, tables, space.nimbers(n).len() / (8 * 32)))
}

/// Looks for nimbers that are, squeezed, below 32 times the number of words; and above, in at most so many
/// rounds. If the nimber of a heap is not found, none is added.
fn add<T: Narrow, const WORDS: usize>(
    here: &Here<'_>,
    tables: &mut [Vec<T>],
    rounds: usize,
) -> Result<usize, TooWide> {
    let space = here.space;
    let mut recent = Recent::new(space);
    let mut sets: Vec<Sets<WORDS>> = vec![see(here, 0)];
    let len = tables[space.kind].len();
    let mut largest = 0;
    for j in 0..here.heaps {
        let mut round = 0;
        let squeezed = loop {
            let first = (32 * WORDS * round) as u16;
            let mut seen: [u32; WORDS] = std::array::from_fn(|k| sets[round][k][j]);
            here.late(&recent, tables, j, |squeezed| {
                // A number of another round becomes one for which there is no word.
                let squeezed = squeezed ^ first;
                if let Some(word) = seen.get_mut(usize::from(squeezed / 32)) {
                    *word |= 1 << (squeezed % 32);
                }
            });
            let left = (0..).zip(seen).find(|(_, seen)| *seen != u32::MAX);
            match left {
                Some((k, seen)) => break Some(first + 32 * k + seen.trailing_ones() as u16),
                None if round + 1 == rounds => break None,
                None => round += 1,
            }
            if round == sets.len() {
                sets.push(see(here, (32 * WORDS * round) as u16));
            }
        };
        let found = squeezed.and_then(|squeezed| {
            let nimber = here.nimber(j, squeezed)?;
            Some((squeezed, T::narrow(nimber.into())?))
        });
        let Some((squeezed, value)) = found else {
            tables[space.kind].truncate(len);
            return Err(TooWide);
        };
        largest = largest.max(value.index());
        tables[space.kind].push(value);
        recent.push(j, squeezed);
    }
    Ok(largest)
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
