//! The memo of the search for nimbers: one open hash table.

use std::hash::{BuildHasher, Hash};
use std::num::NonZeroU64;

use foldhash::fast::FixedState;

use crate::walk::{Memo, State};
use crate::{Limit, Nimber};

/// A hash table with linear probing, in which a look-up touches one place in memory: large searches
/// spend most of their time waiting for it. Nothing is ever removed.
pub(crate) struct NimberMemo<P> {
    /// A power of two of them, at least a quarter free.
    slots: Vec<Option<(P, Cell)>>,
    /// How many slots are taken.
    taken: usize,
    /// How many positions are open or done, or do not have some nimbers.
    held: usize,
    hasher: FixedState,
}

/// What is known of a position in a slot. The lowest two bits are one of the tags; the others are its
/// nimber, or the set of those below [`EXCLUDED`] that it does not have.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell(NonZeroU64);

/// That a position does not have a nimber can be remembered of those below this.
pub(crate) const EXCLUDED: u64 = 32;

/// So many slots are near the processor anyway.
const NEAR: usize = 1 << 15;

/// What is known of a position.
pub(crate) enum Known {
    Nimber(u64),
    /// It has none of these nimbers, a bit for each.
    Not(u64),
}

impl Cell {
    const DONE: NonZeroU64 = NonZeroU64::MIN;
    const CLOSED: NonZeroU64 = NonZeroU64::MIN.saturating_add(1);
    const OPEN: NonZeroU64 = NonZeroU64::MIN.saturating_add(2);

    fn new(above: u64, tag: NonZeroU64) -> Self {
        Self(tag | above << 2)
    }

    fn tag(self) -> u64 {
        self.0.get() & 3
    }

    fn above(self) -> u64 {
        self.0.get() >> 2
    }

    fn is_done(self) -> bool {
        self.tag() == Self::DONE.get()
    }

    /// Whether there is anything to be remembered.
    fn is_held(self) -> bool {
        self.0 != Self::CLOSED
    }

    /// The nimbers that are excluded.
    fn excluded(self) -> u64 {
        if self.is_done() { 0 } else { self.above() }
    }

    #[inline]
    fn state(self) -> State<Nimber> {
        match self.tag() {
            1 => State::Done(Nimber::new(self.above())),
            2 => State::New,
            _ => State::Open,
        }
    }
}

impl<P: Clone + Eq + Hash> NimberMemo<P> {
    pub(crate) fn new() -> Self {
        Self { slots: free(16), taken: 0, held: 0, hasher: FixedState::default() }
    }

    /// How many positions something is known of.
    pub(crate) fn len(&self) -> usize {
        self.held
    }

    /// Makes a position done, whatever it is. A nimber beyond those that a search can find is not
    /// kept.
    pub(crate) fn insert(&mut self, position: P, nimber: Nimber) {
        if nimber.get() < u64::MAX >> 2 {
            self.update(&position, |_| Cell::new(nimber.get(), Cell::DONE));
        }
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn look(&self, position: &P) -> Known {
        match &self.slots[self.slot(position)] {
            None => Known::Not(0),
            Some((_, cell)) if cell.is_done() => Known::Nimber(cell.above()),
            Some((_, cell)) => Known::Not(cell.above()),
        }
    }

    /// Reads something of the place of a position in memory, so that it is near when it is looked at.
    /// What it gives means nothing.
    #[inline]
    pub(crate) fn touch(&self, position: &P) -> bool {
        // Keys of few words are hashed in less time than memory takes to answer; what is small is near.
        let plain = !std::mem::needs_drop::<P>() && size_of::<P>() <= 16;
        plain && self.slots.len() > NEAR && self.slots[self.first_slot(position)].is_some()
    }

    /// Whether a position is open.
    pub(crate) fn is_open(&self, position: &P) -> bool {
        matches!(self.state(position), State::Open)
    }

    /// Makes a position open, which has no nimber yet.
    pub(crate) fn begin(&mut self, position: &P) {
        self.update(position, |cell| Cell::new(cell.excluded(), Cell::OPEN));
    }

    /// Makes a position closed that has none of these nimbers.
    pub(crate) fn exclude(&mut self, position: &P, nimbers: u64) {
        self.update(position, |cell| match cell.is_done() {
            true => cell,
            false => Cell::new(cell.excluded() | nimbers, Cell::CLOSED),
        });
    }

    /// The positions that are done.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&P, Nimber)> {
        self.slots.iter().flatten().filter_map(|(position, cell)| match cell.state() {
            State::Done(nimber) => Some((position, nimber)),
            State::New | State::Open => None,
        })
    }

    /// The slot of a position, or the free one where it belongs.
    #[inline]
    fn slot(&self, position: &P) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.first_slot(position);
        while let Some((other, _)) = &self.slots[at]
            && other != position
        {
            at = (at + 1) & mask;
        }
        at
    }

    /// Where a position belongs, if the slot is free.
    #[inline]
    fn first_slot(&self, position: &P) -> usize {
        // The high bits, so that growing keeps the order and runs through memory.
        let hash = self.hasher.hash_one(position);
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    /// Changes what is known of a position, which may be new.
    fn update(&mut self, position: &P, change: impl FnOnce(Cell) -> Cell) {
        if self.taken >= self.slots.len() / 4 * 3 {
            self.grow();
        }
        let at = self.slot(position);
        let slot = &mut self.slots[at];
        self.taken += usize::from(slot.is_none());
        let (_, cell) = slot.get_or_insert_with(|| (position.clone(), Cell(Cell::CLOSED)));
        let before = cell.is_held();
        *cell = change(*cell);
        self.held = self.held + usize::from(cell.is_held()) - usize::from(before);
    }

    fn grow(&mut self) {
        let more = free(2 * self.slots.len());
        for entry in std::mem::replace(&mut self.slots, more).into_iter().flatten() {
            let at = self.slot(&entry.0);
            self.slots[at] = Some(entry);
        }
    }
}

fn free<T>(slots: usize) -> Vec<Option<T>> {
    std::iter::repeat_with(|| None).take(slots).collect()
}

impl<P: Clone + Eq + Hash> Memo<P, Nimber> for NimberMemo<P> {
    #[inline]
    fn state(&self, position: &P) -> State<Nimber> {
        self.slots[self.slot(position)].as_ref().map_or(State::New, |(_, cell)| cell.state())
    }

    fn held_with(&self, _new: &P) -> u64 {
        self.held as u64 + 1
    }

    fn open(&mut self, position: &P) -> Result<(), Limit> {
        self.begin(position);
        Ok(())
    }

    fn close(&mut self, position: &P, value: Nimber) -> Result<(), Limit> {
        self.update(position, |_| Cell::new(value.get(), Cell::DONE));
        Ok(())
    }

    fn keep(&mut self, position: &P, value: Nimber) {
        self.update(position, |_| Cell::new(value.get(), Cell::DONE));
    }

    fn forget(&mut self, position: &P) {
        self.exclude(position, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_growing_and_forgetting() {
        let mut memo = NimberMemo::new();
        for n in 0..1000_u64 {
            memo.open(&n).unwrap();
            match n % 3 {
                0 => memo.close(&n, Nimber::new(n)).unwrap(),
                1 => memo.forget(&n),
                _ => {}
            }
        }
        for n in 0..1000 {
            match (n % 3, memo.state(&n)) {
                (0, State::Done(nimber)) => assert_eq!(nimber.get(), n),
                (1, State::New) | (2, State::Open) => {}
                _ => panic!("the wrong state at {n}"),
            }
        }
        assert_eq!((memo.len(), memo.iter().count()), (667, 334));
        assert!(matches!(memo.state(&1000), State::New));
        memo.open(&1).unwrap();
        assert_eq!(memo.len(), 668);
    }

    #[test]
    fn what_a_position_does_not_have_stays_until_its_nimber_is_found() {
        let mut memo = NimberMemo::new();
        assert!(matches!(memo.look(&7_u64), Known::Not(0)));
        memo.exclude(&7, 0b10);
        memo.begin(&7);
        assert!(memo.is_open(&7));
        memo.exclude(&7, 0b100);
        assert!(!memo.is_open(&7));
        assert!(matches!(memo.look(&7), Known::Not(0b110)));
        assert_eq!((memo.len(), memo.iter().count()), (1, 0));
        memo.insert(7, Nimber::ZERO);
        memo.exclude(&7, 1);
        assert!(matches!(memo.look(&7), Known::Nimber(0)));
        // A nimber that no search finds has no place.
        memo.insert(8, Nimber::new(u64::MAX));
        assert_eq!((memo.len(), memo.iter().count()), (1, 1));
    }

    #[test]
    fn a_slot_is_as_small_as_a_key_and_a_nimber() {
        assert_eq!(size_of::<Option<(u64, Cell)>>(), 16);
    }
}
