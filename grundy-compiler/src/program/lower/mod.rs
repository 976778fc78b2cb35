//! Makes the program of a shape: the moves of its kind, with the lengths of its vectors known.
//!
//! Vectors, tuples and small collections are taken apart while the program is made, so that it works
//! on numbers alone. What may fail is kept in its place; what cannot is done as early as possible.
//! What the program does not know is no mistake of the rules: the tree is walked instead.

mod aggregates;
mod binders;
mod collections;
mod comparisons;
mod domains;
mod emit;
mod exprs;
mod graphs;
mod sums;
mod units;
mod updates;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use grundy_core::graph::{Convexity, Graph};
use grundy_grammar::Span;

use crate::instance::Instance;
use crate::ir::{Expr, Kind, KindId, Local, Pattern, Spec, Type};
use crate::value::Value;

use binders::Way;

use super::code::{Code, Op, Program, Reg, Unit};
use super::layout::{Layouts, Shape, Unfit};

/// Why there is no program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum No {
    /// A construct that programs do not know.
    Construct(&'static str, Span),
    /// The program would be too long.
    Long,
    /// A position that the moves lead to has no key.
    Unfit(Unfit),
    /// Something must be known that is only known when the choice is; the choices are to be taken
    /// apart.
    Static(&'static str, Span),
}

type Lowered<T> = Result<T, No>;

/// A number: known, or in a register, and between which bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Num {
    at: Option<Reg>,
    low: i64,
    high: i64,
    /// Numbers that it does not exceed.
    most: [Option<Reg>; 2],
}

/// What an expression is while the program is made.
#[derive(Clone, Debug)]
enum Val {
    /// An int, a bool (0 or 1) or a character.
    Num(Num),
    /// A range of ints, both ends included.
    Range(Num, Num),
    Vector(Vec<Val>),
    Tuple(Vec<Val>),
    /// A set of so many members, ascending.
    Members(Vec<Val>),
    /// A set of ints below 64.
    Mask(Num),
    /// A map: indices, ascending, with values.
    Map(Vec<(Val, Val)>),
    Graph(Arc<Graph>),
    Convexity(Convexity),
    /// The edges of a graph with both ends in a set.
    Edges(Arc<Graph>, Num),
    /// The components of a set of vertices.
    Components(Arc<Graph>, Num),
}

/// Programs do not get longer than this.
const MAX_CODE: usize = 60_000;

pub(super) struct Lower<'a> {
    game: &'a Instance,
    spec: &'a Spec,
    /// The kind whose moves are made.
    kind: KindId,
    /// The registers that hold its fields, as far as they are sets.
    own: Vec<Option<u32>>,
    layouts: &'a mut Layouts,
    frame: Vec<Option<Val>>,
    /// How deep calls are taken apart.
    calls: u32,
    ones: u32,
    columns: u32,
    most_columns: u32,
    constants: HashMap<i64, u32>,
    /// Whether what is being made is done for each choice at a time, before it is a lane.
    choosing: bool,
    /// Registers that are set while choosing.
    chosen: HashSet<u32>,
    /// Uniform registers whose value changes while a batch is worked on.
    changing: HashSet<u32>,
    /// Whether what comes now is done for some lanes only.
    guarded: u32,
    once: Code,
    codes: Vec<Code>,
    known: Vec<HashMap<(Op, Reg, Reg), Num>>,
    length: usize,
    /// Masks that are components, with the graph in which they are.
    connected: HashSet<(Reg, *const Graph)>,
    /// How choices are made whose number is known.
    way: Way,
    /// The most choices that a range in the moves can have.
    widest: i64,
    legal: bool,
    /// The measure of the position, when its kind has one.
    measure: Option<Num>,
    units: Vec<Unit>,
}

/// The program of a shape.
pub(super) fn lower(game: &Instance, layouts: &mut Layouts, shape: &Shape) -> Lowered<Program> {
    let spec = game.spec();
    let kind = &spec.kinds[shape.kind.index()];
    let lower = Lower {
        game,
        spec: &spec,
        kind: shape.kind,
        own: Vec::new(),
        layouts,
        frame: Vec::new(),
        calls: 0,
        ones: shape.cells.len() as u32,
        columns: 0,
        most_columns: 0,
        constants: HashMap::new(),
        choosing: true,
        chosen: HashSet::new(),
        changing: HashSet::new(),
        guarded: 0,
        once: Code::new(),
        codes: vec![Code::new()],
        known: vec![HashMap::new()],
        length: 0,
        connected: HashSet::new(),
        way: Way::LastTogether,
        widest: 0,
        legal: false,
        measure: None,
        units: Vec::new(),
    };
    lower.program(kind, shape)
}

impl Lower<'_> {
    fn program(mut self, kind: &Kind, shape: &Shape) -> Lowered<Program> {
        self.frame = self.fields(kind, shape)?;
        self.own = (self.frame.iter().take(kind.fields.len()))
            .map(|field| match field {
                Some(Val::Mask(Num { at: Some(Reg::One(at)), .. })) => Some(*at),
                _ => None,
            })
            .collect();
        let mut ends = Vec::new();
        for condition in &kind.ends {
            let holds = self.num(condition)?;
            let holds = self.reg(holds);
            ends.push((std::mem::take(self.code()), holds));
        }
        if let Some(measure) = &kind.decreases {
            self.measure = Some(self.num(measure)?);
        }
        let before = std::mem::take(self.code());
        // What was found so far holds for all moves.
        self.chosen.clear();
        for rule in &kind.moves {
            self.legal = rule.legal;
            self.moves(rule)?;
        }
        let mut constants: Vec<(u32, i64)> =
            self.constants.iter().map(|(value, register)| (*register, *value)).collect();
        constants.sort_unstable();
        Ok(Program {
            ones: self.ones as usize,
            columns: self.most_columns as usize,
            constants,
            ends,
            before,
            units: self.units,
        })
    }

    /// The fields of a position as the frame of its kind.
    fn fields(&mut self, kind: &Kind, shape: &Shape) -> Lowered<Vec<Option<Val>>> {
        let mut lengths = shape.lengths.iter().copied();
        let mut cells = shape.places.iter().enumerate().map(|(at, place)| {
            let most = if place.width >= 63 { i64::MAX } else { (1 << place.width) - 1 };
            let bounds = match place.width {
                64 => (i64::MIN, i64::MAX),
                _ => (place.base, place.base.saturating_add(most)),
            };
            Num::held(Reg::One(at as u32), bounds.0, bounds.1)
        });
        let mut frame: Vec<Option<Val>> = Vec::new();
        for field in &kind.fields {
            frame.push(Some(raise(&field.ty, &mut lengths, &mut cells)));
        }
        frame.resize(kind.frame.names.len(), None);
        Ok(frame)
    }

    /// The code that is being made.
    fn code(&mut self) -> &mut Code {
        self.codes.last_mut().expect("there is always one")
    }

    /// The value of a variable.
    fn local(&self, local: Local, span: Span) -> Lowered<Val> {
        let value = self.frame.get(local.index()).cloned().flatten();
        value.ok_or(No::Construct("a variable that is not a number", span))
    }

    fn assign(&mut self, pattern: &Pattern, value: Val) {
        match (pattern, value) {
            (Pattern::Local(local), value) => {
                if local.index() >= self.frame.len() {
                    self.frame.resize(local.index() + 1, None);
                }
                self.frame[local.index()] = Some(value);
            }
            (Pattern::Ignore, _) => {}
            (Pattern::Tuple(parts), Val::Tuple(values)) => {
                for (part, value) in parts.iter().zip(values) {
                    self.assign(part, value);
                }
            }
            (Pattern::Tuple(_), _) => unreachable!("the type was checked"),
        }
    }

    /// A number, a truth value or a character.
    fn num(&mut self, expr: &Expr) -> Lowered<Num> {
        match self.value(expr)? {
            Val::Num(num) => Ok(num),
            _ => Err(No::Construct("a value that is not a number", expr.span)),
        }
    }

    /// Does something with another frame.
    fn in_frame<T>(
        &mut self,
        frame: Vec<Option<Val>>,
        work: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let outer = std::mem::replace(&mut self.frame, frame);
        let result = work(self);
        self.frame = outer;
        result
    }
}

impl Num {
    const fn known(value: i64) -> Num {
        Num { at: None, low: value, high: value, most: [None; 2] }
    }

    /// What a register holds, between these bounds.
    const fn held(register: Reg, low: i64, high: i64) -> Num {
        Num { at: Some(register), low, high, most: [None; 2] }
    }

    /// The same number, which comes from a range that ends with this one.
    fn up_to(self, end: Num) -> Num {
        let most = if end.most == [None; 2] { [end.at, None] } else { end.most };
        Num { most, ..self }
    }

    /// The same number, of which these bounds are known too. One that is known stays it.
    fn within(self, low: i64, high: i64) -> Num {
        Num { low: self.low.max(low), high: self.high.min(high), ..self }
    }

    /// The value when it is known while the program is made.
    fn constant(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }
}

impl Val {
    fn known(value: i64) -> Val {
        Val::Num(Num::known(value))
    }

    /// A value of the language, if programs know its like.
    fn constant(value: &Value) -> Option<Val> {
        let all = |values: &[Value]| values.iter().map(Val::constant).collect::<Option<Vec<_>>>();
        Some(match value {
            Value::Int(int) => Val::known(*int),
            Value::Bool(bool) => Val::known(i64::from(*bool)),
            Value::Char(char) => Val::known(i64::from(u32::from(*char))),
            Value::Range(range) => {
                let (low, high) = range.bounds().unwrap_or((0, -1));
                Val::Range(Num::known(low), Num::known(high))
            }
            Value::Vector(entries) => Val::Vector(all(entries)?),
            Value::Tuple(parts) => Val::Tuple(all(parts)?),
            Value::Set(members) => Val::Members(all(members)?),
            Value::Graph(graph) => Val::Graph(graph.clone()),
            Value::Convexity(convexity) => Val::Convexity(*convexity),
            Value::Map(_) | Value::Sum(_) => return None,
        })
    }
}

/// The value of a type in terms of its cells.
fn raise(
    ty: &Type,
    lengths: &mut impl Iterator<Item = usize>,
    cells: &mut impl Iterator<Item = Num>,
) -> Val {
    let mut next = || cells.next().expect("a shape has all its cells");
    match ty {
        Type::Set(_) => Val::Mask(next()),
        Type::Vector(element) => {
            let length = lengths.next().expect("a shape has all its lengths");
            Val::Vector((0..length).map(|_| raise(element, lengths, cells)).collect())
        }
        Type::Tuple(parts) => {
            Val::Tuple(parts.iter().map(|part| raise(part, lengths, cells)).collect())
        }
        _ => Val::Num(next()),
    }
}

/// A shared list of rows.
type Rows = Rc<[Box<[i64]>]>;
