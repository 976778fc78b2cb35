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
    /// How many positions are open or done.
    held: usize,
    hasher: FixedState,
}

/// What is known of a position in a slot: one of the constants, or a nimber above them. A mex is
/// not that close to `u64::MAX`, as fewer options than that fit into memory.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell(NonZeroU64);

impl Cell {
    const NEW: Self = Self(NonZeroU64::MIN);
    const OPEN: Self = Self(NonZeroU64::MIN.saturating_add(1));
    const ZERO: NonZeroU64 = NonZeroU64::MIN.saturating_add(2);

    fn done(nimber: Nimber) -> Self {
        Self(Self::ZERO.saturating_add(nimber.get()))
    }

    #[inline]
    fn state(self) -> State<Nimber> {
        match self {
            Self::NEW => State::New,
            Self::OPEN => State::Open,
            Self(above) => State::Done(Nimber::new(above.get() - Self::ZERO.get())),
        }
    }
}

impl<P: Clone + Eq + Hash> NimberMemo<P> {
    pub(crate) fn new() -> Self {
        Self { slots: free(16), taken: 0, held: 0, hasher: FixedState::default() }
    }

    /// How many positions are open or done.
    pub(crate) fn len(&self) -> usize {
        self.held
    }

    /// Makes a position done, whatever it is.
    pub(crate) fn insert(&mut self, position: P, nimber: Nimber) {
        if let State::New = self.state(&position) {
            // A table in memory has no limit of its own.
            let _ = self.open(&position);
        }
        self.set(&position, Cell::done(nimber));
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
        // The high bits, so that growing keeps the order and runs through memory.
        let hash = self.hasher.hash_one(position);
        let mut at = (hash >> (64 - self.slots.len().trailing_zeros())) as usize;
        while let Some((other, _)) = &self.slots[at]
            && other != position
        {
            at = (at + 1) & mask;
        }
        at
    }

    fn set(&mut self, position: &P, cell: Cell) {
        let at = self.slot(position);
        if let Some((_, old)) = &mut self.slots[at] {
            *old = cell;
        }
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
        if self.taken >= self.slots.len() / 4 * 3 {
            self.grow();
        }
        let at = self.slot(position);
        if self.slots[at].is_none() {
            self.taken += 1;
        }
        self.held += 1;
        self.slots[at] = Some((position.clone(), Cell::OPEN));
        Ok(())
    }

    fn close(&mut self, position: &P, value: Nimber) -> Result<(), Limit> {
        self.set(position, Cell::done(value));
        Ok(())
    }

    fn forget(&mut self, position: &P) {
        self.set(position, Cell::NEW);
        self.held -= 1;
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
    fn a_slot_is_as_small_as_a_key_and_a_nimber() {
        assert_eq!(size_of::<Option<(u64, Cell)>>(), 16);
    }
}
