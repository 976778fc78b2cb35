//! What can be proved of a game whose params are fixed: that it ends, which
//! measures fall, and which kinds are heaps that the engine knows.
//!
//! Passes, each of which only uses what stands before it:
//!
//! - `ground`: expressions with a fixed value are evaluated;
//! - `walk`: the rules are walked through with the position and the choices
//!   left open; ints are `linear` forms, and everything that is known is a
//!   linear constraint (`positions`, `conditions`, `ints`, `collections`,
//!   `vectors` and `sums` say what is known of each);
//! - `edges`, `measure`, `ending`: which kinds lead to which, and the proof
//!   that this comes to an end;
//! - `cases`: what a path through a move says, as constraints that can be solved;
//! - `family`, `options`: the recognition of a [`Family`], a normal form that
//!   does not depend on how a rule is phrased;
//! - `grid`: the recognition of kinds that are points of a grid;
//! - `shapes`: the shape of each kind;
//! - `alike`, `mirror`: which positions on a graph are the same but for where they lie;
//! - `answers`: on which of them each move has a mirror image that answers it;
//! - `diagrams`: which positions are Young diagrams with the game tree of their conjugates.
//!
//! Invariants: a proof is never wrong, it may only be missing. A construct
//! that is not followed exactly never reaches a family. Nothing here looks at
//! the name of anything or at how a rule is written.

use std::collections::BTreeMap;

use grundy_core::Family;
use grundy_grammar::Span;

pub use alike::{Alike, Likeness, Root};
pub use answers::Picks;
pub use diagrams::Diagrams;
pub use sorts::Sort;

use crate::ir::{Expr, Kind, KindId, Spec};
use crate::value::Value;

mod alike;
mod answers;
mod boards;
mod bounds;
mod cases;
mod choices;
mod collections;
mod conditions;
mod diagrams;
mod edges;
mod ending;
mod family;
mod graph;
pub(crate) mod grid;
mod ground;
mod ints;
mod linear;
mod measure;
mod mirror;
mod options;
mod positions;
mod shapes;
mod sorts;
mod sums;
mod symbol;
mod vectors;
mod walk;

#[cfg(test)]
mod ending_tests;
#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod tests;

pub use boards::Board;
pub use grid::{Coordinate, GridPlan, GridPlanKind};

/// A game with fixed params.
pub struct Input<'a> {
    /// The rules.
    pub spec: &'a Spec,
    /// The values of its params, in their order.
    pub params: &'a [Value],
    /// Evaluates an expression in which every variable is bound inside it, to a slot
    /// that some kind or setup has; `None` when it has no value.
    pub constant: &'a dyn Fn(&Expr) -> Option<Value>,
    /// Fields that no move changes, with what they are in the positions looked at.
    pub fixed: BTreeMap<(KindId, usize), Fixed>,
    /// The kinds whose fixed fields are fixed, when only they are in question.
    pub layer: Option<Vec<KindId>>,
}

/// What is fixed of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fixed {
    /// The int.
    Int(i64),
    /// The length of a vector of ints.
    Length(usize),
}

/// What was proved.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Whether every play ends.
    pub ending: Ending,
    /// The heaps that the engine solves by itself, if there are any.
    pub family: Option<Family>,
    /// For each kind of the family the places that its rules come from.
    pub places: Vec<Vec<Span>>,
    /// What each kind is, in the order of the kinds.
    pub kinds: Vec<KindShape>,
    /// Kinds that lead to each other.
    pub boards: Vec<Board>,
    /// Of each kind, which of its positions have the same game tree.
    pub alike: Vec<Option<Alike>>,
    /// Of each kind what its moves pick, if they take little else: a set of vertices is lost then that
    /// has an automorphism, its own inverse, under which no vertex is its own image or joined with it.
    pub picks: Vec<Option<Picks>>,
    /// Of each kind, whether its positions are Young diagrams with the game tree of their conjugates.
    pub diagrams: Vec<Option<Diagrams>>,
}

impl Analysis {
    /// Whether there are positions whose components can lie anywhere in a graph: small ones then
    /// come again and again.
    pub fn falls_apart(&self) -> bool {
        let alike = self.alike.iter().flatten();
        alike.into_iter().any(|alike| alike.likeness == Likeness::Shape)
    }
}

/// Whether every play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It does; these are the measures that the moves lower.
    Proved {
        /// For each set of kinds that lead to each other, those led to first.
        measures: Vec<Falling>,
    },
    /// No proof was found.
    NotFound {
        /// What stood in the way.
        reason: Reason,
    },
}

/// An order in which every move between some kinds goes down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Falling {
    /// The kinds.
    pub kinds: Vec<KindId>,
    /// The order: `n`, `n, then Path > Half > Both`, `sum(x)`.
    pub text: String,
}

/// A shape with what stood in the way of better ones.
#[derive(Clone, Debug)]
pub struct KindShape {
    /// The best shape that was found.
    pub shape: Shape,
    /// Why not [`Shape::Heap`], and for [`Shape::Other`] why not [`Shape::OneNat`].
    pub why_not: Vec<Reason>,
}

/// What is known of a kind as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// It is a kind of [`Analysis::family`]: the size is its only field.
    Heap {
        /// Which kind of the family.
        index: usize,
    },
    /// Its only field is an int that is never negative, and all it leads to is such a kind.
    OneNat {
        /// Every component of every option is smaller, or as large and of a kind
        /// that does not lead back: tables may be filled in ascending order.
        smaller_only: bool,
        /// Whether about as many sizes are reached as there are smaller ones. Not a
        /// proof: it tells which of two correct ways is likely to be cheaper.
        dense: bool,
    },
    /// Anything else.
    Other,
}

/// Why something could not be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The kind.
    pub kind: KindId,
    /// The rule, when it is one.
    pub rule: Option<Rule>,
    /// The construct that stood in the way.
    pub span: Span,
    /// What is the matter with it, as a sentence without a full stop.
    pub text: String,
}

/// A rule of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// An index into [`Kind::moves`].
    Move(usize),
    /// An index into [`Kind::equals`].
    Equals(usize),
}

impl Rule {
    /// Where the rule stands.
    fn span(self, kind: &Kind) -> Span {
        match self {
            Rule::Move(index) => kind.moves[index].span,
            Rule::Equals(index) => kind.equals[index].span,
        }
    }
}

/// Finds out what can be proved of a game.
pub fn analyse(input: &Input) -> Analysis {
    let ground = ground::Ground::new(input);
    let measures: Vec<Vec<measure::Measure>> =
        input.spec.kinds.iter().map(|kind| measure::Measure::candidates(kind, &ground)).collect();
    let edges = edges::edges(input, &ground, &measures);
    let components = ending::prove(input.spec, &measures, &edges);
    let obstacles = shapes::obstacles(input.spec, &measures, &edges, &components);
    let recognised = family::recognise(input, &ground, &obstacles);
    let kinds = shapes::shapes(input.spec, &ground, &measures, &edges, &components, &recognised);
    let boards = boards::boards(input.spec, &ground, &edges, &components);
    let family::Recognised { family, places, .. } = recognised;
    let alike = alike::alike(input.spec);
    Analysis {
        picks: answers::picks(input.spec, &alike),
        diagrams: diagrams::diagrams(input.spec, &ground),
        alike,
        boards,
        ending: ending_of(components),
        family,
        places,
        kinds,
    }
}

/// The kinds of a board as heaps, for the values of its fixed fields that the input has; `None` when
/// they are none.
pub(crate) fn heaps(input: &Input, board: &Board) -> Option<HeapsPlan> {
    let ground = ground::Ground::new(input);
    let measures: Vec<Vec<measure::Measure>> =
        input.spec.kinds.iter().map(|kind| measure::Measure::candidates(kind, &ground)).collect();
    let edges = edges::edges(input, &ground, &measures);
    let components = ending::prove(input.spec, &measures, &edges);
    let obstacles = shapes::obstacles(input.spec, &measures, &edges, &components);
    let recognised = family::recognise(input, &ground, &obstacles);
    let kinds = board.kinds.iter().map(|kind| {
        let size = recognised.sizes[kind.index()]?;
        let index = recognised.index[kind.index()]?;
        Some(HeapsPlanKind { kind: *kind, index, field: size.field, base: size.base })
    });
    Some(HeapsPlan { kinds: kinds.collect::<Option<_>>()?, family: recognised.family? })
}

/// Kinds as heaps that the engine knows, for one value of each fixed field.
#[derive(Clone, Debug)]
pub struct HeapsPlan {
    /// The heaps.
    pub family: Family,
    /// The kinds.
    pub kinds: Vec<HeapsPlanKind>,
}

/// A kind as a heap.
#[derive(Clone, Copy, Debug)]
pub struct HeapsPlanKind {
    /// The kind.
    pub kind: KindId,
    /// Which kind of the family it is.
    pub index: usize,
    /// The field that is the size.
    pub field: usize,
    /// The value that is size 0.
    pub base: i64,
}

fn ending_of(components: Vec<ending::Component>) -> Ending {
    let mut measures = Vec::new();
    for component in components {
        match component.found {
            Ok(None) => {}
            Ok(Some(text)) => measures.push(Falling { kinds: component.kinds, text }),
            Err(reason) => return Ending::NotFound { reason },
        }
    }
    Ending::Proved { measures }
}
