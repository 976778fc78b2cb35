//! The tables of a planned game: heaps, points of grids, and sizes filled from below.

use std::cell::{RefCell, RefMut};

use super::engine::{Solving, Trouble, flatten};
use super::{Layer, Place, Planned, RuleError, SolveError};
use crate::{
    Ask, Budget, Genus, GridFailure, GridTables, HeapError, HeapTables, Known, Limit, Nimber,
    Options, PeriodProof, Rules, SearchError, Sweep,
};

/// Tables of up to this size are filled without looking for a period.
const SHORT_TABLE: u64 = 1 << 12;

/// Larger tables are not filled to find a period.
const LONG_TABLE: u64 = 1 << 20;

/// A table of a grid with more positions is not filled: a search may reach few of them.
const MAX_POSITIONS: u64 = 1 << 28;

/// All tables of a game. Each is borrowed on its own, since one may ask another.
pub(super) struct Tables {
    layers: Vec<RefCell<Filled>>,
    sweep: RefCell<Sweep>,
}

/// The tables of a layer.
enum Filled {
    /// With, for each kind of heap, the size beyond which a period is looked for next.
    Heaps(Box<HeapTables>, Vec<u64>),
    Grid(Box<GridTables>),
}

impl Filled {
    fn new(layer: Layer) -> Self {
        match layer {
            Layer::Heaps(family) => {
                let looked = vec![SHORT_TABLE; family.kinds.len()];
                let tables = HeapTables::new(family).expect("the compiler proved that it ends");
                Self::Heaps(Box::new(tables), looked)
            }
            Layer::Grid(grid) => {
                let tables = GridTables::new(grid).expect("the compiler has made such tables");
                Self::Grid(Box::new(tables))
            }
        }
    }
}

impl Tables {
    /// Empty tables for these layers, and for so many kinds that are filled from below.
    pub(super) fn new(layers: Vec<Layer>, kinds: usize) -> Self {
        let layers = layers.into_iter().map(|layer| RefCell::new(Filled::new(layer))).collect();
        Self { layers, sweep: RefCell::new(Sweep::new(kinds)) }
    }

    /// The nimber of a position by its place; `None` when it is left to a search.
    pub(super) fn known<G: Planned>(
        &self,
        solving: &Solving<G>,
        place: Place,
        position: &G::Position,
    ) -> Result<Option<Nimber>, Trouble<G::Position>> {
        match place {
            Place::Search => Ok(None),
            Place::Heap(layer, kind, size) => {
                let found = self.heap(layer, kind, size, solving.budget);
                found.map(Some).map_err(|error| Trouble::Inside(heap_error(error)))
            }
            Place::Point(layer, kind, at) => self.point(solving, (layer, kind), &at),
            Place::Table(kind, size) => {
                // The rules may ask for a position of the table that is being filled.
                let Ok(mut sweep) = self.sweep.try_borrow_mut() else {
                    return Ok(None);
                };
                let rules = Sizes { solving, options: RefCell::new(Options::new()) };
                let found = sweep.nimber(&rules, kind, size, solving.budget).map(Some);
                found.map_err(|error| {
                    let named = error.map(|(kind, size)| solving.game.of_table(kind, size));
                    Trouble::Inside(whole(named, position))
                })
            }
        }
    }

    /// The nimber of a heap; when the table becomes long, a period is looked for first.
    fn heap(
        &self,
        layer: usize,
        kind: usize,
        size: u64,
        budget: &Budget,
    ) -> Result<Nimber, HeapError> {
        let mut layer = self.layers[layer].borrow_mut();
        let Filled::Heaps(heaps, looked) = &mut *layer else {
            unreachable!("the place of a heap lies in a layer of heaps");
        };
        let last = &mut looked[kind];
        if size > *last {
            *last = size.saturating_mul(2);
            heaps.prove(kind, size.min(LONG_TABLE), budget)?;
        }
        ahead(heaps, kind, size, budget);
        heaps.nimber(kind, size, budget)
    }

    /// The nimber of a point; `None` when it is none, or its table would be too large.
    fn point<G: Planned>(
        &self,
        solving: &Solving<G>,
        (layer, kind): (usize, usize),
        at: &[u64; 4],
    ) -> Result<Option<Nimber>, Trouble<G::Position>> {
        // The rules may ask for a position of the table that is being filled.
        let Ok(filled) = self.layers[layer].try_borrow_mut() else {
            return Ok(None);
        };
        let mut tables = RefMut::map(filled, |filled| match filled {
            Filled::Grid(tables) => tables,
            Filled::Heaps(..) => unreachable!("the place of a point lies in a grid"),
        });
        let at = &at[..tables.coordinates()];
        let most = solving.budget.max_positions.unwrap_or(MAX_POSITIONS).min(MAX_POSITIONS);
        if tables.needs(at) > most {
            return Ok(None);
        }
        let mut asker = Asker { solving, layer, options: Options::new() };
        let found = tables.nimber_asking(kind, at, solving.budget, &mut asker);
        found.map_err(|failure| match failure {
            GridFailure::Limit(limit) => Trouble::Inside(SearchError::Limit(limit)),
            GridFailure::Asked(trouble) => trouble,
        })
    }

    /// The genus of a heap whose nimbers count up.
    pub(super) fn heap_genus(&self, layer: usize, kind: usize, size: u64) -> Option<Genus> {
        match &*self.layers[layer].borrow() {
            Filled::Heaps(heaps, _) if heaps.counts_up(kind) => {
                Some(Genus::of_heap(size - heaps.family().kinds[kind].least))
            }
            _ => None,
        }
    }

    /// The period of a kind of heap, if one is proved up to so many heaps.
    pub(super) fn prove(
        &self,
        layer: usize,
        kind: usize,
        most: u64,
        budget: &Budget,
    ) -> Result<Option<PeriodProof>, Limit> {
        match &mut *self.layers[layer].borrow_mut() {
            Filled::Heaps(heaps, _) => heaps.prove(kind, most, budget),
            Filled::Grid(_) => Ok(None),
        }
    }
}

/// A table that is asked for one heap after the other is filled a little ahead, since filling many
/// heaps at once is cheaper for each.
fn ahead(heaps: &mut HeapTables, kind: usize, size: u64, budget: &Budget) {
    let end = heaps.family().kinds[kind].least + heaps.values(kind).len() as u64;
    let more = end / AHEAD;
    if end <= size && size <= end.saturating_add(more) && heaps.proof(kind).is_none() {
        // Whether it comes to an end does not matter: nobody has asked for these heaps yet.
        let _ = heaps.nimber(kind, size.saturating_add(more), budget);
    }
}

/// Tables are filled ahead by this part of what they hold.
const AHEAD: u64 = 8;

fn heap_error<T>(error: HeapError) -> SolveError<T> {
    match error {
        HeapError::Limit(limit) => SearchError::Limit(limit),
        HeapError::NoSuchHeap { .. } | HeapError::TooLarge | HeapError::Unproved => {
            unreachable!("a single heap that exists")
        }
    }
}

/// An error of a table, whose positions all exist unless the rules failed there.
fn whole<T: Clone>(error: SearchError<Option<T>, Trouble<T>>, asked: &T) -> SolveError<T> {
    match error {
        SearchError::Cycle(cycle) => SearchError::Cycle(cycle.into_iter().flatten().collect()),
        SearchError::Rules { position, error } => {
            let position = position.unwrap_or_else(|| asked.clone());
            flatten(SearchError::Rules { position, error })
        }
        SearchError::Limit(limit) => SearchError::Limit(limit),
        SearchError::TooManyCopies => SearchError::TooManyCopies,
    }
}

/// The moves of a grid that are no data.
struct Asker<'a, 'b, G: Planned> {
    solving: &'a Solving<'b, G>,
    layer: usize,
    options: Options<G::Position>,
}

impl<G: Planned> Ask for Asker<'_, '_, G> {
    type Error = Trouble<G::Position>;

    fn ask(
        &mut self,
        kind: usize,
        at: &[u64],
        known: &Known<'_>,
        nimbers: &mut Vec<u64>,
    ) -> Result<bool, Self::Error> {
        let Solving { game, .. } = self.solving;
        let Some(position) = game.of_point(self.layer, kind, at) else {
            return Ok(false);
        };
        self.options.clear();
        if game.asked_options(self.layer, &position, &mut self.options).is_err() {
            // The position need not matter: who asks for it will be told.
            return Ok(false);
        }
        for option in self.options.iter() {
            let odd = option.heaps().iter().filter(|(_, copies)| copies % 2 == 1);
            let mut nimber = odd.fold(Nimber::ZERO, |sum, (size, _)| sum ^ Nimber::new(*size));
            for (component, _) in option.components().iter().filter(|(_, copies)| copies % 2 == 1) {
                let found = match game.place(component) {
                    Place::Point(layer, kind, point) if layer == self.layer => {
                        known.get(kind, &point[..at.len()])
                    }
                    _ => self.solving.known(component)?,
                };
                match found {
                    Some(found) => nimber ^= found,
                    None => return Ok(false),
                }
            }
            nimbers.push(nimber.get());
        }
        Ok(true)
    }
}

/// The rules as tables see them: kinds and sizes.
struct Sizes<'a, 'b, G: Planned> {
    solving: &'a Solving<'b, G>,
    options: RefCell<Options<G::Position>>,
}

impl<G: Planned> Rules for Sizes<'_, '_, G> {
    type Position = (usize, u64);
    type Error = Trouble<G::Position>;

    fn options(
        &self,
        &(kind, size): &(usize, u64),
        options: &mut Options<(usize, u64)>,
    ) -> Result<(), Self::Error> {
        let game = self.solving.game;
        let Some(position) = game.of_table(kind, size) else {
            let words = format!("the type has no position of size {size}");
            return Err(Trouble::Rules(RuleError::outside(words)));
        };
        let buffer = &mut *self.options.borrow_mut();
        buffer.clear();
        game.normal_options(&position, buffer).map_err(Trouble::Rules)?;
        for option in buffer.iter() {
            for (component, copies) in option.components() {
                match game.place(component) {
                    Place::Table(kind, size) => options.component((kind, size), *copies),
                    // A heap of the family that a table leads to is the Nim heap of its value.
                    _ => {
                        let nimber = self.solving.known(component)?.ok_or_else(|| {
                            Trouble::Rules(RuleError::new("a table leads to what has none"))
                        })?;
                        options.heap(nimber.get(), *copies);
                    }
                }
            }
            for &(size, copies) in option.heaps() {
                options.heap(size, copies);
            }
            options.finish();
        }
        Ok(())
    }
}
