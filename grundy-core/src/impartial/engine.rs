//! Solves a game by its plan: tables for what is proved to be a heap, search for the rest.

use std::cell::RefCell;

use super::ids::{Ids, Numbered};
use super::layers::Tables;
use super::memo::PackedMemo;
use super::{Impartial, Place, Planned, RuleError, SolveError};
use crate::search::NormalPlay;
use crate::walk::Walk;
use crate::{
    Budget, Genus, MisereSearch, Nimber, OptionSink, Options, Outcome, PeriodProof, Rules, Search,
    SearchError, Sink, Sum,
};

/// What a solver can be asked, whatever the rules are.
pub(super) trait Engine<T: Impartial> {
    fn nimber(&mut self, sum: &Sum<T>, budget: &Budget) -> Result<Nimber, SolveError<T>>;
    fn nimber_of(&mut self, position: &T, budget: &Budget) -> Result<Nimber, SolveError<T>>;
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

/// The engines of one game, each of which keeps what it has found.
pub(super) struct Engines<G: Planned> {
    game: G,
    tables: Tables,
    walk: Walk<G::Position, PackedMemo<G::Position>, NormalPlay>,
    /// For games whose positions fall apart.
    asking: Search<G::Position>,
    misere: MisereSearch<u32>,
    ids: Ids<G::Position>,
    /// Room for the normal form of one position.
    normal: Normal<G::Position>,
}

impl<G: Planned> Engines<G> {
    pub(super) fn new(game: G) -> Self {
        Self {
            tables: Tables::new(game.layers(), game.tables()),
            walk: Walk::new(PackedMemo::new(), NormalPlay::default()),
            asking: Search::new(),
            misere: MisereSearch::new(),
            ids: Ids::new(),
            normal: Normal::new(),
            game,
        }
    }

    fn normal(&self, sum: &Sum<G::Position>) -> Result<Sum<G::Position>, SolveError<G::Position>> {
        let mut normal = Sum::zero();
        for &(size, copies) in sum.heaps() {
            normal.push_heap(size, copies);
        }
        for (position, copies) in sum.components() {
            self.add_normal(position, *copies, &mut normal)?;
        }
        Ok(normal)
    }

    fn add_normal(
        &self,
        position: &G::Position,
        copies: u64,
        into: &mut Sum<G::Position>,
    ) -> Result<(), SolveError<G::Position>> {
        self.game
            .add_normal(position, copies, into)
            .map_err(|error| SearchError::Rules { position: position.clone(), error })
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
        if self.game.falls_apart() {
            return self.asking.nimber_by_asking(&rules, budget, &normal).map_err(flatten);
        }
        self.walk.sum(&rules, &mut budget.start()?, &normal).map_err(flatten)
    }

    fn nimber_of(
        &mut self,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Nimber, SolveError<G::Position>> {
        if self.game.falls_apart() {
            return self.nimber(&Sum::from(position.clone()), budget);
        }
        let mut normal = std::mem::replace(&mut self.normal, Normal::new());
        normal.clear();
        self.game
            .add_normal(position, 1, &mut normal)
            .map_err(|error| SearchError::Rules { position: position.clone(), error })?;
        let rules = Solving { game: &self.game, tables: &self.tables, budget };
        let mut meter = budget.start()?;
        let found = match &normal.single {
            Some(position) => self.walk.position(&rules, &mut meter, position),
            None => self.walk.sum(&rules, &mut meter, &normal.sum),
        };
        self.normal = normal;
        found.map_err(flatten)
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
        self.add_normal(position, 1, &mut Sum::zero())?;
        self.game
            .plain_options(position, &mut options)
            .map_err(|error| SearchError::Rules { position: position.clone(), error })?;
        Ok(options)
    }

    fn period(
        &mut self,
        position: &G::Position,
        most: u64,
        budget: &Budget,
    ) -> Result<Option<PeriodProof>, SolveError<G::Position>> {
        match self.game.place(position) {
            Place::Heap(layer, kind, _) => {
                Ok(self.tables.prove(layer, kind, most, budget).map_err(SearchError::Limit)?)
            }
            _ => Ok(None),
        }
    }

    fn is_misere(&self) -> bool {
        self.game.misere()
    }

    fn positions(&self) -> usize {
        self.walk.memo.len() + self.asking.positions() + self.misere.positions() + self.ids.len()
    }
}

/// A sum in the making that is kept as one position where it is no more.
struct Normal<T> {
    single: Option<T>,
    sum: Sum<T>,
}

impl<T> Normal<T> {
    fn new() -> Self {
        Self { single: None, sum: Sum::zero() }
    }

    fn clear(&mut self) {
        self.single = None;
        self.sum.clear();
    }

    #[cold]
    fn add(&mut self, position: T, copies: u64) {
        if let Some(first) = self.single.take() {
            self.sum.push(first, 1);
        }
        self.sum.push(position, copies);
    }
}

impl<T> Sink<T> for Normal<T> {
    #[inline]
    fn component(&mut self, position: T, copies: u64) {
        if copies == 1 && self.single.is_none() && self.sum.is_zero() {
            self.single = Some(position);
        } else {
            self.add(position, copies);
        }
    }

    fn heap(&mut self, size: u64, copies: u64) {
        if let Some(first) = self.single.take() {
            self.sum.push(first, 1);
        }
        self.sum.push_heap(size, copies);
    }
}

/// What can go wrong while the options of a position are found or its table is asked.
pub(super) enum Trouble<T> {
    Rules(RuleError),
    /// In a table, of which the search knows nothing.
    Inside(SolveError<T>),
}

pub(super) fn flatten<T>(error: SearchError<T, Trouble<T>>) -> SolveError<T> {
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
pub(super) struct Solving<'a, G> {
    pub(super) game: &'a G,
    pub(super) tables: &'a Tables,
    pub(super) budget: &'a Budget,
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
        self.game.ranked_options(position, options).map_err(Trouble::Rules)
    }

    #[inline]
    fn stream(
        &self,
        position: &G::Position,
        sink: &mut impl OptionSink<G::Position>,
    ) -> Result<(), Self::Error> {
        self.game.normal_options(position, sink).map_err(Trouble::Rules)
    }

    /// Of two keys the smaller one mostly belongs to the position that is reached from the other.
    #[inline]
    fn comes_first(&self, a: &G::Position, b: &G::Position) -> bool {
        matches!((a.packed(), b.packed()), (Some(a), Some(b)) if a < b)
    }

    #[inline]
    fn known(&self, position: &G::Position) -> Result<Option<Nimber>, Self::Error> {
        match self.game.place(position) {
            Place::Search => Ok(None),
            place => self.tables.known(self, place, position),
        }
    }

    #[inline]
    fn effort(&self, position: &G::Position) -> u64 {
        self.game.effort(position)
    }

    fn proved(&self, position: &G::Position) -> Result<Option<Nimber>, Self::Error> {
        self.game.proved(position).map_err(Trouble::Rules)
    }

    fn known_genus(&self, position: &G::Position) -> Result<Option<Genus>, Self::Error> {
        Ok(match self.game.place(position) {
            Place::Heap(layer, kind, size) => self.tables.heap_genus(layer, kind, size),
            _ => None,
        })
    }
}
