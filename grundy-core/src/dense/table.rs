//! The tables of a grid and how they grow.

use std::convert::Infallible;
use std::fmt;

use super::cells::Cells;
use super::fill::{self, KindPlan};
use super::lane::{Cell, Lane, Point};
use super::rules::{Condition, Grid, GridError};
use super::seen::Marks;
use crate::{Budget, Limit, Nimber};

/// The nimbers of a [`Grid`].
///
/// A table is a box from the origin. It grows when a point beyond it is asked for, and takes one,
/// two or four bytes a position, as many as the largest nimber needs.
///
/// For the example of Wythoff's game see [`GridRule::line`](super::GridRule::line).
pub struct GridTables {
    whole: Vec<Option<u64>>,
    pub(super) kinds: Vec<KindPlan>,
    pub(super) table: Table,
    /// For each kind and rule the sets of its run.
    pub(super) lanes: Vec<Vec<Option<Lane>>>,
    pub(super) marks: Marks,
    /// How far the first coordinate may reach before the lanes must be laid anew.
    reserve: u64,
    /// The lanes stand somewhere within a slab: they must be laid anew.
    pub(super) torn: bool,
}

/// Where the moves of a kind come from that are not data.
pub trait Ask {
    /// Why the work must stop.
    type Error;

    /// Pushes the nimber of each option of this position that is no data. The options lie in
    /// `known`, or are of no concern to the grid.
    ///
    /// `Ok(false)` says that the position has no value: then neither has any that leads to it.
    ///
    /// # Errors
    /// To stop all work.
    fn ask(
        &mut self,
        kind: usize,
        at: &[u64],
        known: &Known<'_>,
        nimbers: &mut Vec<u64>,
    ) -> Result<bool, Self::Error>;
}

/// For grids of which all moves are data.
struct Nothing;

impl Ask for Nothing {
    type Error = Infallible;

    fn ask(
        &mut self,
        _: usize,
        _: &[u64],
        _: &Known<'_>,
        _: &mut Vec<u64>,
    ) -> Result<bool, Infallible> {
        Ok(false)
    }
}

/// The part of the tables that has been filled.
pub struct Known<'t> {
    pub(super) table: &'t Table,
}

impl Known<'_> {
    /// The nimber of a position that comes earlier; `None` when it has none.
    pub fn get(&self, kind: usize, at: &[u64]) -> Option<Nimber> {
        self.table.value(kind, &self.table.point(at)?).map(Nimber::new)
    }
}

/// Why a table could not be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridFailure<E> {
    /// A limit was reached.
    Limit(Limit),
    /// [`Ask::ask`] stopped the work.
    Asked(E),
}

impl<E> From<Limit> for GridFailure<E> {
    fn from(limit: Limit) -> Self {
        GridFailure::Limit(limit)
    }
}

/// The cells of all kinds.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) coordinates: usize,
    /// How many values of each coordinate there are; of the first, how many are filled.
    pub(super) sizes: Point,
    pub(super) cells: Vec<Cells>,
}

impl Table {
    /// The point, if it lies in the table.
    fn point(&self, at: &[u64]) -> Option<Point> {
        let mut point = [0; 4];
        if at.len() != self.coordinates {
            return None;
        }
        for (i, value) in at.iter().enumerate() {
            point[i] = i64::try_from(*value).ok().filter(|value| *value < self.sizes[i])?;
        }
        Some(point)
    }

    #[inline]
    pub(super) fn index(&self, at: &Point) -> usize {
        let [_, b, c, d] = self.sizes;
        (((at[0] * b + at[1]) * c + at[2]) * d + at[3]) as usize
    }

    /// The nimber at a point of the table.
    #[inline]
    pub(super) fn value(&self, kind: usize, at: &Point) -> Option<u64> {
        self.cells[kind].get(self.index(at))
    }

    /// What stands at a place of the table, which is that of a point.
    #[inline]
    pub(super) fn cell(&self, kind: usize, place: usize, domain: &[Condition], at: &Point) -> Cell {
        match self.cells[kind].get(place) {
            Some(value) => Cell::Value(value),
            None if domain.iter().all(|condition| condition.holds(at)) => Cell::Lost,
            None => Cell::Nothing,
        }
    }

    /// Positions in one slab: a value of the first coordinate.
    fn slab(&self) -> u64 {
        self.sizes[1..].iter().map(|size| size.unsigned_abs()).product()
    }
}

impl GridTables {
    /// A table has at most so many positions of each kind.
    pub const MAX_POSITIONS: u64 = 1 << 32;

    /// Empty tables.
    ///
    /// # Errors
    /// When a rule names what is not there or does not bound its choices.
    pub fn new(grid: Grid) -> Result<Self, GridError> {
        grid.check()?;
        let coordinates = grid.whole.len();
        let kinds = grid.kinds.iter().enumerate();
        let kinds: Vec<KindPlan> = kinds
            .map(|(at, kind)| KindPlan::new(kind, at, coordinates))
            .collect::<Result<_, _>>()?;
        let cells = kinds.iter().map(|_| Cells::new(0)).collect();
        Ok(GridTables {
            whole: grid.whole,
            table: Table { coordinates, sizes: [0, 1, 1, 1], cells },
            lanes: Vec::new(),
            kinds,
            marks: Marks::default(),
            reserve: 0,
            torn: true,
        })
    }

    /// The nimber of a position; `None` when it is none, or lies beyond a bounded coordinate.
    ///
    /// # Errors
    /// When the budget is spent or the table would become too large.
    ///
    /// # Panics
    /// When there is no such kind, or the point has another number of coordinates.
    pub fn nimber(
        &mut self,
        kind: usize,
        at: &[u64],
        budget: &Budget,
    ) -> Result<Option<Nimber>, Limit> {
        match self.nimber_asking(kind, at, budget, &mut Nothing) {
            Ok(nimber) => Ok(nimber),
            Err(GridFailure::Limit(limit)) => Err(limit),
            Err(GridFailure::Asked(never)) => match never {},
        }
    }

    /// The nimber of a position of which some moves are asked for; `None` as for
    /// [`GridTables::nimber`], and when the rules fail for it or a position that it leads to.
    ///
    /// # Errors
    /// When the budget is spent, the table would become too large, or `ask` stops the work.
    ///
    /// # Panics
    /// When there is no such kind, or the point has another number of coordinates.
    pub fn nimber_asking<A: Ask>(
        &mut self,
        kind: usize,
        at: &[u64],
        budget: &Budget,
        ask: &mut A,
    ) -> Result<Option<Nimber>, GridFailure<A::Error>> {
        assert_eq!(at.len(), self.table.coordinates, "a point of the grid");
        if at.iter().zip(&self.whole).any(|(at, whole)| whole.is_some_and(|whole| *at >= whole)) {
            return Ok(None);
        }
        if self.table.point(at).is_none() {
            let first = self.make_room(at)?;
            fill::fill(self, first, budget, ask)?;
        }
        let point = self.table.point(at).expect("the table has been filled so far");
        Ok(self.table.value(kind, &point).map(Nimber::new))
    }

    /// How many coordinates a point has: one to four.
    pub fn coordinates(&self) -> usize {
        self.table.coordinates
    }

    /// How many positions a table needs to hold this point; `u64::MAX` when it is out of reach.
    pub fn needs(&self, at: &[u64]) -> u64 {
        let needs = at.iter().enumerate().map(|(i, at)| self.need(i, *at));
        needs.fold(self.kinds.len() as u64, u64::saturating_mul)
    }

    fn need(&self, coordinate: usize, at: u64) -> u64 {
        let size = self.table.sizes[coordinate].unsigned_abs();
        self.whole[coordinate].unwrap_or(at.saturating_add(1).max(size))
    }

    /// Makes the box large enough; gives how far the first coordinate must be filled.
    fn make_room(&mut self, at: &[u64]) -> Result<u64, Limit> {
        let needs: Vec<u64> = at.iter().enumerate().map(|(i, at)| self.need(i, *at)).collect();
        let beyond = |sizes: &[u64]| {
            sizes.iter().fold(1, |all: u64, size| all.saturating_mul(*size)) > Self::MAX_POSITIONS
        };
        if beyond(&needs) {
            return Err(Limit::Table(Self::MAX_POSITIONS));
        }
        let inner = |i: usize| self.table.sizes[i].unsigned_abs();
        let wider = (1..needs.len()).any(|i| needs[i] > inner(i));
        let slanted = self.lanes.iter().flatten().flatten().any(Lane::is_slanted);
        if !self.torn && !wider && (needs[0] <= self.reserve || !slanted) {
            return Ok(needs[0]);
        }
        // Some more than needed, so that asking for one point after the other costs little.
        let mut roomy = needs.clone();
        for i in 1..needs.len() {
            if self.table.sizes[0] > 0 && self.whole[i].is_none() && needs[i] > inner(i) {
                roomy[i] = needs[i].max(inner(i) + inner(i) / 2 + 4);
            }
        }
        let sizes = if beyond(&roomy) { &needs } else { &roomy };
        for (i, size) in sizes.iter().enumerate().skip(1) {
            self.table.sizes[i] = i64::try_from(*size).expect("at most MAX_POSITIONS");
        }
        self.reserve = match self.whole[0] {
            Some(whole) => whole,
            None if needs[0] > self.reserve && self.reserve > 0 => {
                needs[0].max(self.reserve + self.reserve / 2)
            }
            None => self.reserve.max(needs[0]),
        };
        self.lay();
        Ok(needs[0])
    }

    /// Empties the tables and lays the lanes.
    fn lay(&mut self) {
        let most = self.longest_play();
        self.table.sizes[0] = 0;
        self.table.cells.iter_mut().for_each(|cells| *cells = Cells::new(most));
        let mut sizes = self.table.sizes;
        sizes[0] = i64::try_from(self.reserve).unwrap_or(i64::MAX).max(1);
        let coordinates = self.table.coordinates;
        let lanes = self.kinds.iter().map(|kind| {
            kind.rules
                .iter()
                .map(|rule| Lane::new(rule.run.as_ref()?, coordinates, &sizes, most))
                .collect()
        });
        self.lanes = lanes.collect();
        self.torn = false;
    }

    /// No play within the box is longer, so no nimber is greater unless it comes from outside.
    fn longest_play(&self) -> u64 {
        let sizes = [self.reserve].into_iter();
        let sizes = sizes.chain(self.table.sizes[1..].iter().map(|size| size.unsigned_abs()));
        let kinds = self.kinds.len() as u64;
        if self.whole.iter().all(Option::is_none) {
            // Every move that keeps the kind's place among the kinds lowers some coordinate.
            sizes
                .map(|size| size.saturating_sub(1))
                .sum::<u64>()
                .saturating_add(1)
                .saturating_mul(kinds)
        } else {
            sizes.fold(kinds, u64::saturating_mul)
        }
    }

    pub(super) fn held(&self, slabs: u64) -> u64 {
        slabs.saturating_mul(self.table.slab()).saturating_mul(self.kinds.len() as u64)
    }
}

impl fmt::Debug for GridTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = &self.table.sizes[..self.table.coordinates];
        f.debug_struct("GridTables").field("sizes", &sizes).finish_non_exhaustive()
    }
}
