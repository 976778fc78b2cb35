//! The memo of a game on a Rust type: positions as keys of one word, eight neighbours to a slot.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use super::Impartial;
use crate::memo::NimberMemo;
use crate::walk::{Memo, State};
use crate::{Limit, Nimber};

/// Keeps the nimbers of positions that have a key in [`Blocks`], and those of the others, or nimbers
/// that are large, as they are.
pub(super) struct PackedMemo<P> {
    blocks: Blocks,
    others: NimberMemo<P>,
}

impl<P: Impartial> PackedMemo<P> {
    pub(super) fn new() -> Self {
        Self { blocks: Blocks::new(), others: NimberMemo::new() }
    }

    /// The state of a position that has no key or whose nimber is large. It is not inlined, as that
    /// would spoil the common way.
    #[inline(never)]
    fn elsewhere(&self, position: &P) -> State<Nimber> {
        self.others.state(position)
    }

    /// How many positions are remembered.
    pub(super) fn len(&self) -> usize {
        self.blocks.held + self.others.len()
    }
}

impl<P: Impartial> Memo<P, Nimber> for PackedMemo<P> {
    #[inline]
    fn state(&self, position: &P) -> State<Nimber> {
        let Some(key) = position.packed() else {
            return self.elsewhere(position);
        };
        let code = self.blocks.get(key);
        match code.wrapping_sub(DONE) {
            nimber @ ..MOST => State::Done(Nimber::new(nimber.into())),
            _ if code == NEW => State::New,
            _ if code == OPEN => State::Open,
            _ => self.elsewhere(position),
        }
    }

    fn held_with(&self, _new: &P) -> u64 {
        self.len() as u64 + 1
    }

    fn open(&mut self, position: &P) -> Result<(), Limit> {
        match position.packed() {
            Some(key) => self.blocks.set(key, OPEN),
            None => self.others.open(position)?,
        }
        Ok(())
    }

    fn close(&mut self, position: &P, value: Nimber) -> Result<(), Limit> {
        let code = u8::try_from(value.get().saturating_add(DONE.into())).unwrap_or(ELSEWHERE);
        let Some(key) = position.packed() else {
            return self.others.close(position, value);
        };
        self.blocks.set(key, code);
        if code == ELSEWHERE { self.others.close(position, value) } else { Ok(()) }
    }

    fn keep(&mut self, position: &P, value: Nimber) {
        match (position.packed(), u8::try_from(value.get())) {
            (Some(key), Ok(nimber @ ..MOST)) => self.blocks.set(key, nimber + DONE),
            (Some(key), _) => {
                self.blocks.set(key, ELSEWHERE);
                self.others.keep(position, value);
            }
            (None, _) => self.others.keep(position, value),
        }
    }

    fn forget(&mut self, position: &P) {
        match position.packed() {
            Some(key) => self.blocks.set(key, NEW),
            None => self.others.forget(position),
        }
    }
}

/// What is known of a key: nothing, ...
const NEW: u8 = 0;
/// ... that it is open, ...
const OPEN: u8 = 1;
/// ... its nimber and this, ...
const DONE: u8 = 2;
/// ... or that its nimber is kept elsewhere, as it is too large.
const ELSEWHERE: u8 = u8::MAX;
/// Nimbers from this on are too large.
const MOST: u8 = ELSEWHERE - DONE;

fn is_held(code: u8) -> bool {
    code != NEW && code != ELSEWHERE
}

/// A hash table with linear probing from keys to bytes. Keys that differ in their lowest three bits
/// alone share a slot: neighbours come together, and most games have many of them. So a table takes
/// less room, and more of it stays near the processor. Nothing is ever removed.
struct Blocks {
    /// A power of two of them, of which few more than a quarter are taken: the key of the block plus one, or 0 in a
    /// free slot; then a byte for each of the eight.
    slots: Vec<[u64; 2]>,
    /// What is left of a hash when it is shifted by this is a slot: its high bits, so that growing
    /// keeps the order and runs through memory.
    shift: u32,
    /// How many slots are taken.
    taken: usize,
    /// How many keys are open or have their nimber here.
    held: usize,
    hasher: FixedState,
}

impl Blocks {
    fn new() -> Self {
        Self {
            slots: vec![[0; 2]; 16],
            shift: 60,
            taken: 0,
            held: 0,
            hasher: FixedState::default(),
        }
    }

    #[inline]
    fn get(&self, key: u64) -> u8 {
        let block = block(key);
        let mut at = self.first(block);
        loop {
            let [other, bytes] = self.slots[at];
            if other == block || other == 0 {
                return byte(bytes, key);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    fn set(&mut self, key: u64, code: u8) {
        if self.taken >= self.slots.len() / 4 {
            self.grow();
        }
        let block = block(key);
        let at = self.slot(block);
        let [held_by, bytes] = &mut self.slots[at];
        self.taken += usize::from(*held_by == 0);
        *held_by = block;
        let before = byte(*bytes, key);
        *bytes ^= u64::from(before ^ code) << shift(key);
        self.held = self.held + usize::from(is_held(code)) - usize::from(is_held(before));
    }

    /// The slot where a block belongs.
    #[inline]
    fn first(&self, block: u64) -> usize {
        (self.hasher.hash_one(block) >> self.shift) as usize
    }

    /// The slot of a block, or the free one where it would be, which holds nothing.
    fn slot(&self, block: u64) -> usize {
        let mut at = self.first(block);
        while self.slots[at][0] != block && self.slots[at][0] != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    fn grow(&mut self) {
        let more = vec![[0; 2]; 2 * self.slots.len()];
        self.shift -= 1;
        for slot in std::mem::replace(&mut self.slots, more) {
            if slot[0] != 0 {
                let at = self.slot(slot[0]);
                self.slots[at] = slot;
            }
        }
    }
}

/// The block of a key, which is not 0.
fn block(key: u64) -> u64 {
    (key >> 3) + 1
}

/// Where the byte of a key lies.
fn shift(key: u64) -> u64 {
    (key & 7) * 8
}

fn byte(bytes: u64, key: u64) -> u8 {
    (bytes >> shift(key)) as u8
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::{Impartial, Options, RuleError};

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct At(u64);

    impl Impartial for At {
        fn options(&self, _: &mut Options<At>) -> Result<(), RuleError> {
            Ok(())
        }

        fn packed(&self) -> Option<u64> {
            (self.0 % 7 != 3).then_some(self.0)
        }
    }

    /// What a memo did, as a map would have it.
    fn agrees(memo: &PackedMemo<At>, known: &HashMap<u64, Option<u64>>, at: u64) {
        match (memo.state(&At(at)), known.get(&at)) {
            (State::New, None) | (State::Open, Some(None)) => {}
            (State::Done(nimber), Some(Some(value))) => assert_eq!(nimber.get(), *value, "at {at}"),
            _ => panic!("the wrong state at {at}"),
        }
    }

    proptest! {
        #[test]
        fn a_memo_is_a_map_from_positions_to_nimbers(
            steps in prop::collection::vec((0..40_u64, 0..30_u64, 0..300_u64, 0..4_u8), 0..400),
        ) {
            let (mut memo, mut known) = (PackedMemo::new(), HashMap::new());
            for (near, far, value, step) in steps {
                // Neighbours, and what lies far away.
                let at = near | far << 59 | far << 20;
                known.entry(at).or_insert_with(|| {
                    memo.open(&At(at)).unwrap();
                    None
                });
                if known[&at].is_none() && step == 0 {
                    memo.forget(&At(at));
                    known.remove(&at);
                } else if known[&at].is_none() && step > 1 {
                    memo.close(&At(at), Nimber::new(value)).unwrap();
                    known.insert(at, Some(value));
                }
                prop_assert_eq!(memo.len(), known.len());
                (0..40).for_each(|near| agrees(&memo, &known, near | far << 59 | far << 20));
            }
            known.keys().for_each(|at| agrees(&memo, &known, *at));
        }
    }

    thread_local! {
        /// The options of each position of a game made at random.
        static OPTIONS: RefCell<Vec<Vec<u64>>> = const { RefCell::new(Vec::new()) };
    }

    /// A position of that game; every fifth one has no key.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Node(u64);

    impl Impartial for Node {
        fn options(&self, options: &mut Options<Node>) -> Result<(), RuleError> {
            OPTIONS.with_borrow(|all| {
                all[self.0 as usize].iter().for_each(|option| options.push(Node(*option)));
            });
            Ok(())
        }

        fn packed(&self) -> Option<u64> {
            (self.0 % 5 != 2).then_some(self.0 * 3)
        }
    }

    /// The nimbers by the definition.
    fn nimbers(game: &[Vec<u64>]) -> Vec<u64> {
        let mut nimbers: Vec<u64> = Vec::new();
        for options in game {
            let has =
                |value: &u64| options.iter().any(|option| nimbers[*option as usize] == *value);
            nimbers.push((0..).find(|value| !has(value)).unwrap());
        }
        nimbers
    }

    fn check(game: Vec<Vec<u64>>) {
        let expected = nimbers(&game);
        OPTIONS.set(game);
        for first in [expected.len() - 1, 0] {
            let mut solver = Node::solver();
            for at in (0..expected.len()).cycle().skip(first).take(expected.len()) {
                let node = Node(at as u64);
                assert_eq!(solver.grundy(&node).unwrap(), expected[at], "at {at}");
                let pair = crate::Sum::from_iter([node, Node(0), Node(at as u64 / 2)]);
                assert_eq!(solver.grundy(&pair).unwrap(), expected[at] ^ expected[at / 2]);
            }
            assert_eq!(solver.positions(), expected.len());
        }
    }

    proptest! {
        #[test]
        fn a_search_with_keys_finds_the_nimbers_of_the_definition(
            game in prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 0..12), 1..120),
        ) {
            let below = |(at, options): (usize, &Vec<prop::sample::Index>)| match at {
                0 => Vec::new(),
                _ => options.iter().map(|option| option.index(at) as u64).collect(),
            };
            check(game.iter().enumerate().map(below).collect());
        }
    }

    #[test]
    fn nimbers_too_large_for_a_byte_are_kept_beside() {
        // A heap of Nim, with holes.
        check((0..700).map(|n| (0..n).filter(|m| m % 97 != 5 || n % 2 == 0).collect()).collect());
    }
}
