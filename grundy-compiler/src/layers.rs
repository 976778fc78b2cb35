//! Kinds that lead to each other in tables: as heaps or as points of a grid, with tables of their own
//! for each value of what no move changes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use grundy_core::{Ask, GridFailure, GridTables, HeapTables, Known, Nimber};

use crate::analyse::{Board, Coordinate, Fixed, GridPlanKind, HeapsPlanKind};
use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::plan::Method;
use crate::solve::{LONG_TABLE, SHORT_TABLE, looks_for_period};
use crate::value::{Position, SumValue, Value};

/// The tables of all boards, by board and the values of its fixed fields. `None` where the rules
/// make no grid.
pub(crate) type Layers = BTreeMap<(usize, Vec<Fixed>), Option<Rc<RefCell<Layer>>>>;

/// The tables of a board for fixed values of some fields.
pub(crate) enum Layer {
    /// As heaps.
    Heaps {
        /// The kinds.
        kinds: Vec<HeapsPlanKind>,
        /// Their tables.
        tables: Box<HeapTables>,
        /// For each kind beyond which size a period is looked for next.
        looked: Vec<u64>,
    },
    /// As points of a grid.
    Grid {
        /// The kinds.
        kinds: Rc<[GridPlanKind]>,
        /// Their tables.
        tables: Box<GridTables>,
    },
}

/// A table with more positions is not filled: a search may reach few of them.
const MAX_POSITIONS: u64 = 1 << 28;

impl Instance {
    /// The nimber of a position of a board; `None` when it is left to a search.
    pub(crate) fn on_board(&self, board: usize, position: &Position) -> Result<Option<Nimber>> {
        let Some(layer) = self.layer(board, position) else {
            return Ok(None);
        };
        // The rules may ask for a position of the table that is being filled.
        let Ok(mut layer) = layer.try_borrow_mut() else {
            return Ok(None);
        };
        let (kinds, tables) = match &mut *layer {
            Layer::Heaps { kinds, tables, looked } => {
                return self.as_heap(kinds, tables, looked, position);
            }
            Layer::Grid { kinds, tables } => (Rc::clone(kinds), tables),
        };
        let kind = kinds.iter().position(|kind| kind.kind == position.kind);
        let kind = kind.expect("the kind is one of the board");
        let Some(point) = point(&kinds[kind].coordinates, position) else {
            return Ok(None);
        };
        let most = self.budget().max_positions.unwrap_or(MAX_POSITIONS).min(MAX_POSITIONS);
        if tables.needs(&point) > most {
            return Ok(None);
        }
        let fixed = &self.plan().analysis.boards[board].fixed;
        let mut asker = Asker { instance: self, kinds, fixed, position };
        match tables.nimber_asking(kind, &point, self.budget(), &mut asker) {
            Ok(nimber) => Ok(nimber),
            Err(GridFailure::Limit(limit)) => Err(Error::Limit(limit)),
            Err(GridFailure::Asked(error)) => Err(error),
        }
    }

    /// The nimber of a heap.
    fn as_heap(
        &self,
        kinds: &[HeapsPlanKind],
        tables: &mut HeapTables,
        looked: &mut [u64],
        position: &Position,
    ) -> Result<Option<Nimber>> {
        let place = kinds.iter().position(|kind| kind.kind == position.kind);
        let place = place.expect("the kind is one of the board");
        let HeapsPlanKind { index, field, base, .. } = kinds[place];
        let size = position.fields[field].int().checked_sub(base);
        let Some(size) = size.and_then(|size| u64::try_from(size).ok()) else {
            return Ok(None);
        };
        let look = looks_for_period(&mut looked[place], size);
        if look {
            tables.prove(index, size.min(LONG_TABLE), self.budget()).map_err(Error::Limit)?;
        }
        let nimber = tables.nimber(index, size, self.budget());
        nimber.map(Some).map_err(|error| self.heap_error(error))
    }

    /// Works with the tables of a kind of heap, for the fixed fields of a position: with the number of
    /// the kind there, and the size of the position, whose number in `field` it is. `None` when it is
    /// no heap of that size.
    pub(crate) fn with_layer<T>(
        &self,
        board: usize,
        position: &Position,
        field: usize,
        work: impl FnOnce(usize, i64, &mut HeapTables) -> T,
    ) -> Option<T> {
        let layer = self.layer(board, position)?;
        let mut layer = layer.try_borrow_mut().ok()?;
        let Layer::Heaps { kinds, tables, .. } = &mut *layer else { return None };
        let plan = kinds.iter().find(|kind| kind.kind == position.kind && kind.field == field)?;
        let size = position.fields[field].int().checked_sub(plan.base)?;
        Some(work(plan.index, size, tables))
    }

    /// The tables for the fixed fields of a position, made at their first use.
    fn layer(&self, board: usize, position: &Position) -> Option<Rc<RefCell<Layer>>> {
        let plan = &self.plan().analysis.boards[board];
        let values: Vec<Fixed> = plan.fixed.iter().map(|f| fixed(&position.fields[*f])).collect();
        let key = (board, values);
        if let Some(layer) = self.solver.layers.borrow().get(&key) {
            return layer.clone();
        }
        let layer = self.make_layer(board, plan, &key.1).map(|layer| Rc::new(RefCell::new(layer)));
        self.solver.layers.borrow_mut().insert(key, layer.clone());
        layer
    }

    fn make_layer(&self, place: usize, board: &Board, values: &[Fixed]) -> Option<Layer> {
        if self.plan().method(board.kinds[0]) == Method::Heaps(place) {
            let plan = self.heaps(board, values)?;
            let looked = vec![SHORT_TABLE; plan.kinds.len()];
            let tables = Box::new(HeapTables::new(plan.family).ok()?);
            return Some(Layer::Heaps { kinds: plan.kinds, tables, looked });
        }
        let grid = self.grid(board, values).ok()?;
        let tables = Box::new(GridTables::new(grid.grid).ok()?);
        Some(Layer::Grid { kinds: grid.kinds.into(), tables })
    }
}

/// What is fixed of a value.
fn fixed(value: &Value) -> Fixed {
    match value {
        Value::Int(value) => Fixed::Int(*value),
        other => Fixed::Length(other.entries().len()),
    }
}

/// The point of a position.
fn point(coordinates: &[Coordinate], position: &Position) -> Option<Vec<u64>> {
    let values = coordinates.iter().map(|coordinate| {
        let field = &position.fields[coordinate.field];
        let value = match coordinate.entry {
            None => field.int(),
            Some(entry) => field.entries().get(entry)?.int(),
        };
        let from_end = match coordinate.reversed {
            true => coordinate.end.checked_sub(value)?,
            false => value.checked_sub(coordinate.end)?,
        };
        u64::try_from(from_end).ok()
    });
    values.collect()
}

/// Evaluates the moves of a board that are no data.
struct Asker<'a> {
    instance: &'a Instance,
    kinds: Rc<[GridPlanKind]>,
    fixed: &'a [usize],
    /// A position with the same values of the fixed fields.
    position: &'a Position,
}

impl Ask for Asker<'_> {
    type Error = Error;

    fn ask(
        &mut self,
        kind: usize,
        at: &[u64],
        known: &Known<'_>,
        nimbers: &mut Vec<u64>,
    ) -> Result<bool> {
        let plan = &self.kinds[kind];
        let wanted = |index: usize| plan.asked.iter().any(|(asked, _)| *asked == index);
        let position = self.at(plan, at);
        let flow = self.instance.each_option_by(&position, &wanted, &mut |_, _, _, sum| match self
            .nimber(
            &sum, known,
        )? {
            Some(nimber) => {
                nimbers.push(nimber.get());
                Ok(ControlFlow::Continue(()))
            }
            None => Ok(ControlFlow::Break(())),
        });
        match flow {
            Ok(flow) => Ok(flow.is_continue()),
            Err(Error::Limit(limit)) => Err(Error::Limit(limit)),
            // The rules fail here. The position need not matter: who asks for it will be told.
            Err(_) => Ok(false),
        }
    }
}

impl Asker<'_> {
    /// The position at a point.
    fn at(&self, plan: &GridPlanKind, at: &[u64]) -> Position {
        let fields = self.instance.spec().kinds[plan.kind.index()].fields.len();
        let fixed = |index| match self.fixed.contains(&index) {
            true => self.position.fields[index].clone(),
            false => Value::Int(0),
        };
        let mut fields: Box<[Value]> = (0..fields).map(fixed).collect();
        for (coordinate, at) in plan.coordinates.iter().zip(at) {
            let at = i64::try_from(*at).expect("points of a table are small");
            let value = coordinate.end + if coordinate.reversed { -at } else { at };
            let field = &mut fields[coordinate.field];
            match coordinate.entry {
                None => *field = Value::Int(value),
                Some(entry) => {
                    let mut entries = field.entries().to_vec();
                    entries[entry] = Value::Int(value);
                    *field = Value::Vector(entries.into());
                }
            }
        }
        Position { kind: plan.kind, fields }
    }

    /// The nimber of an option; `None` when some component has none in the tables.
    fn nimber(&self, sum: &SumValue, known: &Known<'_>) -> Result<Option<Nimber>> {
        let mut nimber = Nimber::ZERO;
        for (size, copies) in sum.sum.heaps() {
            if copies % 2 == 1 {
                nimber ^= Nimber::new(*size);
            }
        }
        let runs = sum.runs.iter().filter(|run| run.copies % 2 == 1);
        let runs = runs.flat_map(|run| (0..run.count).map(|at| run.at(at)));
        let single = sum.sum.components().iter().filter(|(_, copies)| copies % 2 == 1);
        for position in single.map(|(position, _)| position.clone()).chain(runs) {
            self.instance.tick()?;
            let value = match self.kinds.iter().position(|kind| kind.kind == position.kind) {
                None => Some(self.instance.component(&position)?),
                Some(kind) => point(&self.kinds[kind].coordinates, &position)
                    .and_then(|point| known.get(kind, &point)),
            };
            match value {
                Some(value) => nimber ^= value,
                None => return Ok(None),
            }
        }
        Ok(Some(nimber))
    }
}
