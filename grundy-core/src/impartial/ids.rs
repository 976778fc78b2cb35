//! Numbers for positions, so that sums of them can be sorted whatever their type.

use std::cell::RefCell;
use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::{Genus, Impartial, Options, Rules};

/// Gives each position that comes a number, from 0 on.
pub(super) struct Ids<T>(RefCell<Inner<T>>);

struct Inner<T> {
    ids: HashMap<T, u32, FixedState>,
    positions: Vec<T>,
}

impl<T: Impartial> Ids<T> {
    pub(super) fn new() -> Self {
        Self(RefCell::new(Inner { ids: HashMap::default(), positions: Vec::new() }))
    }

    /// The number of a position. There are fewer than 2^32, as that many do not fit into memory.
    pub(super) fn id(&self, position: &T) -> u32 {
        let Inner { ids, positions } = &mut *self.0.borrow_mut();
        if let Some(&id) = ids.get(position) {
            return id;
        }
        let id = u32::try_from(positions.len()).expect("fewer than 2^32 positions");
        ids.insert(position.clone(), id);
        positions.push(position.clone());
        id
    }

    /// The position with a number that was given.
    pub(super) fn position(&self, id: u32) -> T {
        self.0.borrow().positions[id as usize].clone()
    }

    pub(super) fn len(&self) -> usize {
        self.0.borrow().positions.len()
    }
}

/// The rules of a game with numbers in the place of positions.
pub(super) struct Numbered<'a, R: Rules> {
    pub(super) rules: &'a R,
    pub(super) ids: &'a Ids<R::Position>,
    pub(super) options: RefCell<Options<R::Position>>,
}

impl<R: Rules<Position: Impartial>> Rules for Numbered<'_, R> {
    type Position = u32;
    type Error = R::Error;

    fn options(&self, &id: &u32, options: &mut Options<u32>) -> Result<(), R::Error> {
        let buffer = &mut *self.options.borrow_mut();
        buffer.clear();
        self.rules.options(&self.ids.position(id), buffer)?;
        for option in buffer.iter() {
            for (position, copies) in option.components() {
                options.component(self.ids.id(position), *copies);
            }
            for &(size, copies) in option.heaps() {
                options.heap(size, copies);
            }
            options.finish();
        }
        Ok(())
    }

    fn known_genus(&self, &id: &u32) -> Result<Option<Genus>, R::Error> {
        self.rules.known_genus(&self.ids.position(id))
    }
}
