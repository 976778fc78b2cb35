//! Solves a game by its plan: tables for what is proved to be a heap, search for the rest.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::ids::{Ids, Numbered};
use super::{Impartial, Place, Planned, RuleError, SolveError};
use crate::{
    Budget, Genus, HeapError, HeapTables, MisereSearch, Nimber, Options, Outcome, PeriodProof,
    Rules, Search, SearchError, Sum, Sweep,
};

/// What a solver can be asked, whatever the rules are.
pub(super) trait Engine<T: Impartial> {
    fn nimber(&mut self, sum: &Sum<T>, budget: &Budget) -> Result<Nimber, SolveError<T>>;
    fn misere(&mut self, sum: &Sum<T>, budget: &Budget) -> Result<Outcome, SolveError<T>>;
    fn options(&self, position: &T) -> Result<Options<T>, SolveError<T>>;
    fn period(
        &mut self,
        position: &T,
        most: u64,
        budget: &Budget,
    ) -> Result<Option<PeriodProof>, SolveError<T>>;
    fn is_misere(&self) -> bool;
    fn positions(&self) -> usize;
}

/// Tables of up to this size are filled without looking for a period.
const SHORT_TABLE: u64 = 1 << 12;

/// Larger tables are not filled to find a period.
const LONG_TABLE: u64 = 1 << 20;

/// The engines of one game, each of which keeps what it has found.
pub(super) struct Engines<G: Planned> {
    game: G,
    tables: Tables,
    search: Search<G::Position>,
    misere: MisereSearch<u32>,
    ids: Ids<G::Position>,
}

/// Each is borrowed on its own, since a search asks the tables.
struct Tables {
    heaps: Option<RefCell<HeapTables>>,
    sweep: RefCell<Sweep>,
    /// For each kind of heap, beyond which size a period is looked for next.
    looked: RefCell<BTreeMap<usize, u64>>,
}

impl<G: Planned> Engines<G> {
    pub(super) fn new(game: G) -> Self {
        let heaps = game.family().map(|family| {
            RefCell::new(HeapTables::new(family).expect("the compiler proved that it ends"))
        });
        let sweep = RefCell::new(Sweep::new(game.tables()));
        Self {
            tables: Tables { heaps, sweep, looked: RefCell::default() },
            search: Search::new(),
            misere: MisereSearch::new(),
            ids: Ids::new(),
            game,
        }
    }

    fn normal(&self, sum: &Sum<G::Position>) -> Result<Sum<G::Position>, SolveError<G::Position>> {
        let mut normal = Sum::zero();
        for &(size, copies) in sum.heaps() {
            normal.push_heap(size, copies);
        }
        for (position, copies) in sum.components() {
            self.game
                .add_normal(position, *copies, &mut normal)
                .map_err(|error| SearchError::Rules { position: position.clone(), error })?;
        }
        Ok(normal)
    }
}

impl<G: Planned> Engine<G::Position> for Engines<G> {
    fn nimber(
        &mut self,
        sum: &Sum<G::Position>,
        budget: &Budget,
    ) -> Result<Nimber, SolveError<G::Position>> {
        let normal = self.normal(sum)?;
        let rules = Solving { game: &self.game, tables: &self.tables, budget };
        self.search.nimber(&rules, budget, &normal).map_err(flatten)
    }

    fn misere(
        &mut self,
        sum: &Sum<G::Position>,
        budget: &Budget,
    ) -> Result<Outcome, SolveError<G::Position>> {
        let sum = self.normal(sum)?.map(|position| self.ids.id(&position));
        let rules = Solving { game: &self.game, tables: &self.tables, budget };
        let options = RefCell::new(Options::new());
        let rules = Numbered { rules: &rules, ids: &self.ids, options };
        let found = self.misere.outcome(&rules, budget, &sum).map(|found| found.outcome);
        found.map_err(|error| flatten(error.map(|id| self.ids.position(id))))
    }

    fn options(
        &self,
        position: &G::Position,
    ) -> Result<Options<G::Position>, SolveError<G::Position>> {
        let mut options = Options::new();
        let mut normal = Sum::zero();
        self.game
            .add_normal(position, 1, &mut normal)
            .and_then(|()| self.game.plain_options(position, &mut options))
            .map_err(|error| SearchError::Rules { position: position.clone(), error })?;
        Ok(options)
    }

    fn period(
        &mut self,
        position: &G::Position,
        most: u64,
        budget: &Budget,
    ) -> Result<Option<PeriodProof>, SolveError<G::Position>> {
        match (self.game.place(position), &self.tables.heaps) {
            (Place::Heap(kind, _), Some(heaps)) => {
                let mut heaps = heaps.borrow_mut();
                Ok(heaps.prove(kind, most, budget).map_err(SearchError::Limit)?)
            }
            _ => Ok(None),
        }
    }

    fn is_misere(&self) -> bool {
        self.game.misere()
    }

    fn positions(&self) -> usize {
        self.search.positions() + self.misere.positions() + self.ids.len()
    }
}

/// What can go wrong while the options of a position are found or its table is asked.
enum Trouble<T> {
    Rules(RuleError),
    /// In a table, of which the search knows nothing.
    Inside(SolveError<T>),
}

fn flatten<T>(error: SearchError<T, Trouble<T>>) -> SolveError<T> {
    match error {
        SearchError::Rules { position, error: Trouble::Rules(error) } => {
            SearchError::Rules { position, error }
        }
        SearchError::Rules { error: Trouble::Inside(error), .. } => error,
        SearchError::Cycle(cycle) => SearchError::Cycle(cycle),
        SearchError::Limit(limit) => SearchError::Limit(limit),
        SearchError::TooManyCopies => SearchError::TooManyCopies,
    }
}

/// The rules as a search sees them: options in normal form, tables asked first.
struct Solving<'a, G> {
    game: &'a G,
    tables: &'a Tables,
    budget: &'a Budget,
}

impl<G: Planned> Rules for Solving<'_, G> {
    type Position = G::Position;
    type Error = Trouble<G::Position>;

    #[inline]
    fn options(
        &self,
        position: &G::Position,
        options: &mut Options<G::Position>,
    ) -> Result<(), Self::Error> {
        self.game.normal_options(position, options).map_err(Trouble::Rules)
    }

    #[inline]
    fn known(&self, position: &G::Position) -> Result<Option<Nimber>, Self::Error> {
        match (self.game.place(position), &self.tables.heaps) {
            (Place::Heap(kind, size), Some(heaps)) => {
                let mut heaps = heaps.borrow_mut();
                self.tables
                    .heap(&mut heaps, kind, size, self.budget)
                    .map(Some)
                    .map_err(|error| Trouble::Inside(heap_error(error)))
            }
            (Place::Table(kind, size), _) => {
                let mut sweep = self.tables.sweep.borrow_mut();
                let rules = Sizes { solving: self, options: RefCell::new(Options::new()) };
                let found = sweep.nimber(&rules, kind, size, self.budget).map(Some);
                found.map_err(|error| {
                    let named = error.map(|(kind, size)| self.game.of_table(kind, size));
                    Trouble::Inside(whole(named, position))
                })
            }
            _ => Ok(None),
        }
    }

    fn known_genus(&self, position: &G::Position) -> Result<Option<Genus>, Self::Error> {
        Ok(match (self.game.place(position), &self.tables.heaps) {
            (Place::Heap(kind, size), Some(heaps)) => {
                let heaps = heaps.borrow();
                let least = heaps.family().kinds[kind].least;
                heaps.counts_up(kind).then(|| Genus::of_heap(size - least))
            }
            _ => None,
        })
    }
}

impl Tables {
    /// The nimber of a heap; when the table becomes long, a period is looked for first.
    fn heap(
        &self,
        heaps: &mut HeapTables,
        kind: usize,
        size: u64,
        budget: &Budget,
    ) -> Result<Nimber, HeapError> {
        if size > SHORT_TABLE {
            let mut looked = self.looked.borrow_mut();
            let last = looked.entry(kind).or_insert(SHORT_TABLE);
            if size > *last {
                *last = size.saturating_mul(2);
                heaps.prove(kind, size.min(LONG_TABLE), budget)?;
            }
        }
        heaps.nimber(kind, size, budget)
    }
}

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
