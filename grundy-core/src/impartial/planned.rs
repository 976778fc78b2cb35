//! Rules with a plan: what was proved of them, and how each position is solved.

use std::marker::PhantomData;

use crate::{Family, Grid, Impartial, Nimber, OptionSink, Options, RuleError, Sink};

/// How a position is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// As a heap: the layer, which is a family, the kind of heap and its size.
    Heap(usize, usize, u64),
    /// As a point: the layer, which is a grid, the kind of the grid and the coordinates. Those that
    /// the grid does not have are 0.
    Point(usize, usize, [u64; 4]),
    /// In a table that is filled from below: the kind and its size.
    Table(usize, u64),
    /// By memo search.
    Search,
}

/// Kinds that have tables of their own, of which the rules are data.
#[derive(Clone, Debug)]
pub enum Layer {
    /// Heaps.
    Heaps(Family),
    /// Points of a grid.
    Grid(Grid),
}

/// The rules of a game as a solver sees them. It is written by the compiler.
///
/// A plan must be proved: nothing checks it when the game is solved.
#[doc(hidden)]
pub trait Planned: 'static {
    /// The positions.
    type Position: Impartial;

    /// Puts the options of a position into `options` as the rules write them.
    ///
    /// # Errors
    /// When the rules fail there.
    fn plain_options(
        &self,
        position: &Self::Position,
        options: &mut Options<Self::Position>,
    ) -> Result<(), RuleError>;

    /// The same in normal form: with components that have ended left out, with symmetric parts
    /// sorted, and with `equals` applied.
    ///
    /// # Errors
    /// When the rules fail there.
    fn normal_options(
        &self,
        position: &Self::Position,
        options: &mut impl OptionSink<Self::Position>,
    ) -> Result<(), RuleError> {
        options.collect(|options| self.plain_options(position, options))
    }

    /// The same for a search that may stop early: the more likely an option is to decide, the sooner it
    /// should come.
    ///
    /// # Errors
    /// As for [`normal_options`](Self::normal_options).
    #[inline]
    fn ranked_options(
        &self,
        position: &Self::Position,
        options: &mut Options<Self::Position>,
    ) -> Result<(), RuleError> {
        self.normal_options(position, options)
    }

    /// Adds copies of a position in normal form, which is not yet known to exist.
    ///
    /// # Errors
    /// When there is no such position, or a condition cannot be computed.
    fn add_normal(
        &self,
        position: &Self::Position,
        copies: u64,
        into: &mut impl Sink<Self::Position>,
    ) -> Result<(), RuleError> {
        into.component(position.clone(), copies);
        Ok(())
    }

    /// Whether the last player to move loses.
    fn misere(&self) -> bool {
        false
    }

    /// Whether positions fall apart into components that come again and again: then nimbers are asked
    /// for one by one, and most positions are left at their first telling option.
    fn falls_apart(&self) -> bool {
        false
    }

    /// How hard a position is, roughly.
    fn effort(&self, position: &Self::Position) -> u64 {
        let _ = position;
        0
    }

    /// The nimber of a position in normal form when a theorem tells it.
    ///
    /// # Errors
    /// When the rules fail there.
    fn proved(&self, position: &Self::Position) -> Result<Option<Nimber>, RuleError> {
        let _ = position;
        Ok(None)
    }

    /// The kinds whose rules are data.
    fn layers(&self) -> Vec<Layer> {
        Vec::new()
    }

    /// The position of a layer that is a grid: a kind of the grid and a point of it. Asked for where
    /// the grid says that not all moves are data. `None` if the type holds no such position.
    fn of_point(&self, layer: usize, kind: usize, at: &[u64]) -> Option<Self::Position> {
        let _ = (layer, kind, at);
        None
    }

    /// The options of such a position by the moves that are no data, as the rules write them.
    ///
    /// # Errors
    /// When the rules fail there.
    fn asked_options(
        &self,
        layer: usize,
        position: &Self::Position,
        options: &mut Options<Self::Position>,
    ) -> Result<(), RuleError> {
        let _ = (layer, position, options);
        Ok(())
    }

    /// How many kinds have tables of their own.
    fn tables(&self) -> usize {
        0
    }

    /// How a position in normal form is solved.
    fn place(&self, position: &Self::Position) -> Place {
        let _ = position;
        Place::Search
    }

    /// The position of a table: a kind and a size. `None` if the type holds no such position.
    fn of_table(&self, kind: usize, size: u64) -> Option<Self::Position> {
        let _ = (kind, size);
        None
    }
}

/// The rules of a type that has nothing but options.
pub struct Plain<T>(PhantomData<fn() -> T>);

impl<T> Plain<T> {
    pub(super) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: Impartial> Planned for Plain<T> {
    type Position = T;

    fn plain_options(&self, position: &T, options: &mut Options<T>) -> Result<(), RuleError> {
        position.options(options)
    }
}

/// Rules that could not be set up: they fail at every position.
pub(super) struct Refused<T> {
    error: RuleError,
    of: PhantomData<fn() -> T>,
}

impl<T> Refused<T> {
    pub(super) fn new(error: RuleError) -> Self {
        Self { error, of: PhantomData }
    }
}

impl<T: Impartial> Planned for Refused<T> {
    type Position = T;

    fn plain_options(&self, _: &T, _: &mut Options<T>) -> Result<(), RuleError> {
        Err(self.error.clone())
    }

    fn add_normal(&self, _: &T, _: u64, _: &mut impl Sink<T>) -> Result<(), RuleError> {
        Err(self.error.clone())
    }
}
