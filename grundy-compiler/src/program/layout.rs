//! How positions lie in keys: which bits belong to which field.
//!
//! A position is a shape and a list of cells. The shape is its kind with the lengths of its vectors;
//! a cell is an int, a bool, a character, or a set of ints below 64 as a mask. Each shape divides the
//! bits behind its tag among its cells: a cell with bounds gets what it needs, the others share what is
//! left. A value outside of its cell is noticed and asks for another layout; it never becomes a key.

use std::collections::HashMap;
use std::rc::Rc;

use crate::guard::Mentions;
use crate::instance::Instance;
use crate::ir::{Domain, Expr, KindId, Type};
use crate::value::{Position, Value};

use super::key::Key;

/// Ints beyond this are not packed, so that the program can bound what it computes.
pub(crate) const MOST: i64 = 1 << 40;

/// Why a position has no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// A longer key would hold it.
    Wide,
    /// There are more shapes than tags.
    Shapes,
    /// No key holds it.
    Never,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// An int of at least this, and at most that if there is a bound.
    Int(i64, Option<i64>),
    Bool,
    Char,
    /// A set of ints from 0 up to at most this.
    Set(i64),
}

/// Where a cell lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) shift: u32,
    pub(crate) width: u32,
    /// What is subtracted before it is packed.
    pub(crate) base: i64,
}

/// A kind with the lengths of its vectors, in the order in which they are met.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) kind: KindId,
    pub(crate) lengths: Box<[usize]>,
    pub(crate) cells: Box<[Cell]>,
    pub(crate) places: Box<[Place]>,
}

/// The shapes met so far, for keys of so many bits.
pub(crate) struct Layouts {
    bits: u32,
    /// How many bits of a key say which shape it is.
    pub(crate) tag: u32,
    pub(crate) shapes: Vec<Rc<Shape>>,
    ids: HashMap<(KindId, Box<[usize]>), usize>,
}

/// Whether positions of a type can be cells.
pub(crate) fn packs(ty: &Type) -> bool {
    match ty {
        Type::Int | Type::Bool | Type::Char => true,
        Type::Set(element) => **element == Type::Int,
        Type::Vector(element) => packs(element),
        Type::Tuple(parts) => parts.iter().all(packs),
        _ => false,
    }
}

impl Layouts {
    pub(crate) fn new(bits: u32, tag: u32) -> Layouts {
        Layouts { bits, tag, shapes: Vec::new(), ids: HashMap::new() }
    }

    /// The number of a shape, which is made when it is new.
    pub(crate) fn shape(
        &mut self,
        game: &Instance,
        kind: KindId,
        lengths: &[usize],
    ) -> Result<usize, Unfit> {
        if let Some(&id) = self.ids.get(&(kind, lengths.into())) {
            return Ok(id);
        }
        let id = self.shapes.len();
        if self.tag < 32 && id >> self.tag != 0 {
            return Err(Unfit::Shapes);
        }
        let mut cells = Vec::new();
        let mut rest = lengths.iter().copied();
        for field in &game.spec().kinds[kind.index()].fields {
            cells_of(game, &field.ty, &field.domain, &mut rest, &mut cells)?;
        }
        let places = self.places(&cells)?;
        let shape = Shape { kind, lengths: lengths.into(), cells: cells.into(), places };
        self.ids.insert((kind, lengths.into()), id);
        self.shapes.push(Rc::new(shape));
        Ok(id)
    }

    /// Divides the bits behind the tag.
    fn places(&self, cells: &[Cell]) -> Result<Box<[Place]>, Unfit> {
        let fixed: Vec<Option<u32>> = cells.iter().map(|cell| cell.fixed()).collect();
        let taken: u32 = fixed.iter().flatten().fold(0, |all, width| all.saturating_add(*width));
        let free = self.bits.checked_sub(self.tag.saturating_add(taken)).ok_or(Unfit::Wide)?;
        let sharing = fixed.iter().filter(|width| width.is_none()).count() as u32;
        let share = free.checked_div(sharing).unwrap_or(0).min(41);
        if sharing > 0 && share < 3 {
            return Err(Unfit::Wide);
        }
        let mut shift = self.tag;
        let places = cells.iter().zip(fixed).map(|(cell, fixed)| {
            let width = fixed.unwrap_or(share);
            let base = match cell {
                Cell::Int(low, _) if *low > -MOST => *low,
                // Without a bound below, half of the values are negative.
                Cell::Int(..) => -(1_i64 << (width - 1)),
                _ => 0,
            };
            let place = Place { shift, width, base };
            shift += width;
            place
        });
        Ok(places.collect())
    }

    /// The key of a position.
    pub(crate) fn encode<K: Key>(
        &mut self,
        game: &Instance,
        position: &Position,
    ) -> Result<K, Unfit> {
        let (mut lengths, mut cells) = (Vec::new(), Vec::new());
        for value in &position.fields {
            flatten(value, &mut lengths, &mut cells)?;
        }
        let id = self.shape(game, position.kind, &lengths)?;
        let shape = &self.shapes[id];
        let mut key = K::default();
        key.put(0, id as u64);
        for (value, place) in cells.into_iter().zip(&shape.places) {
            key.put(place.shift, place.pack(value).ok_or(Unfit::Wide)?);
        }
        Ok(key)
    }

    /// The shape of a key.
    pub(crate) fn shape_of<K: Key>(&self, key: &K) -> usize {
        if self.tag == 0 { 0 } else { key.get(0, self.tag) as usize }
    }

    /// The shape of a key, and its cells.
    pub(crate) fn cells<K: Key>(&self, key: &K, cells: &mut Vec<i64>) -> usize {
        let id = self.shape_of(key);
        cells.clear();
        let places = self.shapes[id].places.iter();
        cells.extend(places.map(|place| place.unpack(key.get(place.shift, place.width))));
        id
    }

    /// The position of a key.
    pub(crate) fn decode<K: Key>(&self, game: &Instance, key: &K) -> Position {
        let mut cells = Vec::new();
        let id = self.cells(key, &mut cells);
        let shape = &self.shapes[id];
        let (mut lengths, mut cells) = (shape.lengths.iter().copied(), cells.into_iter());
        let spec = game.spec();
        let fields = &spec.kinds[shape.kind.index()].fields;
        let fields = fields.iter().map(|field| raise(&field.ty, &mut lengths, &mut cells));
        Position { kind: shape.kind, fields: fields.collect() }
    }
}

impl Place {
    /// The bits of a value, if it has so few.
    pub(crate) fn pack(&self, value: i64) -> Option<u64> {
        let bits = value.wrapping_sub(self.base) as u64;
        (self.width >= 64 || bits >> self.width == 0).then_some(bits)
    }

    fn unpack(&self, bits: u64) -> i64 {
        (bits as i64).wrapping_add(self.base)
    }
}

impl Cell {
    /// The bits it needs, when that is known.
    fn fixed(self) -> Option<u32> {
        match self {
            Cell::Int(low, Some(high)) if low > -MOST && high < MOST => {
                let values = high.max(low) - low;
                Some(64 - values.leading_zeros())
            }
            Cell::Int(..) => None,
            Cell::Bool => Some(1),
            Cell::Char => Some(21),
            Cell::Set(high) if high < 64 => Some((high + 1).max(0) as u32),
            Cell::Set(_) => None,
        }
    }
}

/// The cells of a type, whose vectors have these lengths.
fn cells_of(
    game: &Instance,
    ty: &Type,
    domain: &Domain,
    lengths: &mut impl Iterator<Item = usize>,
    cells: &mut Vec<Cell>,
) -> Result<(), Unfit> {
    match ty {
        Type::Int => {
            let (low, high) = bounds(game, domain);
            cells.push(Cell::Int(low.unwrap_or(i64::MIN), high));
        }
        Type::Bool => cells.push(Cell::Bool),
        Type::Char => cells.push(Cell::Char),
        Type::Set(_) => {
            let member = if let Domain::Set(member) = domain { &**member } else { &Domain::Any };
            cells.push(Cell::Set(bounds(game, member).1.unwrap_or(i64::MAX)));
        }
        Type::Vector(element) => {
            let entry = if let Domain::Vector(entry, _) = domain { &**entry } else { &Domain::Any };
            for _ in 0..lengths.next().ok_or(Unfit::Never)? {
                cells_of(game, element, entry, lengths, cells)?;
            }
        }
        Type::Tuple(parts) => {
            for (at, part) in parts.iter().enumerate() {
                let domain = match domain {
                    Domain::Tuple(domains) => domains.get(at).unwrap_or(&Domain::Any),
                    _ => &Domain::Any,
                };
                cells_of(game, part, domain, lengths, cells)?;
            }
        }
        _ => return Err(Unfit::Never),
    }
    Ok(())
}

/// The bounds of a domain of ints that hold whatever the other fields are.
fn bounds(game: &Instance, domain: &Domain) -> (Option<i64>, Option<i64>) {
    let Domain::Int { low, high } = domain else {
        return (None, None);
    };
    let known = |expr: &Expr| match Mentions::of(expr).locals.is_empty() {
        true => game.constant(expr).map(|value| value.int()),
        false => None,
    };
    let high = high.as_ref().and_then(|(high, inclusive)| {
        known(high).map(|high| if *inclusive { high } else { high.saturating_sub(1) })
    });
    (known(low), high)
}

/// The cells of a value; the lengths of its vectors.
fn flatten(value: &Value, lengths: &mut Vec<usize>, cells: &mut Vec<i64>) -> Result<(), Unfit> {
    match value {
        Value::Int(int) if -MOST < *int && *int < MOST => cells.push(*int),
        Value::Bool(bool) => cells.push(i64::from(*bool)),
        Value::Char(char) => cells.push(i64::from(u32::from(*char))),
        Value::Vector(entries) => {
            lengths.push(entries.len());
            for entry in entries.iter() {
                flatten(entry, lengths, cells)?;
            }
        }
        Value::Tuple(parts) => {
            for part in parts.iter() {
                flatten(part, lengths, cells)?;
            }
        }
        Value::Set(members) => {
            let mut mask = 0_u64;
            for member in members.iter() {
                match member {
                    Value::Int(member @ 0..64) => mask |= 1 << member,
                    _ => return Err(Unfit::Never),
                }
            }
            cells.push(mask as i64);
        }
        Value::Int(_)
        | Value::Range(_)
        | Value::Map(_)
        | Value::Graph(_)
        | Value::Convexity(_)
        | Value::Sum(_) => return Err(Unfit::Never),
    }
    Ok(())
}

/// The value of a type that its cells describe.
fn raise(
    ty: &Type,
    lengths: &mut impl Iterator<Item = usize>,
    cells: &mut impl Iterator<Item = i64>,
) -> Value {
    let mut next = || cells.next().expect("a shape has all its cells");
    match ty {
        Type::Bool => Value::Bool(next() != 0),
        Type::Char => {
            let code = u32::try_from(next()).ok().and_then(char::from_u32);
            Value::Char(code.expect("it was a character"))
        }
        Type::Set(_) => {
            let mask = next() as u64;
            Value::Set((0..64).filter(|at| mask >> at & 1 == 1).map(Value::Int).collect())
        }
        Type::Vector(element) => {
            let length = lengths.next().expect("a shape has all its lengths");
            Value::Vector((0..length).map(|_| raise(element, lengths, cells)).collect())
        }
        Type::Tuple(parts) => {
            Value::Tuple(parts.iter().map(|part| raise(part, lengths, cells)).collect())
        }
        _ => Value::Int(next()),
    }
}
