//! Heap games as data: families of kinds of heaps, their tables and the periods of these.

mod arithmetic;
mod austin;
mod block;
mod breaks;
mod check;
mod classes;
mod counting;
mod direct;
mod effort;
mod error;
mod family;
mod fill;
mod growth;
mod guy_smith;
mod head;
mod helper;
mod listed;
mod look;
mod marks;
mod method;
mod narrow;
mod normal;
mod notation;
mod period;
mod pile;
mod proof;
mod reduce;
mod run;
mod shift;
mod sight;
mod space;
mod sparse;
mod squeeze;
mod state;
mod strip;
mod tables;
mod tally;
mod terms;
mod vector;
mod view;
mod watch;
mod window;
mod witness;

#[cfg(test)]
pub(crate) mod games;
#[cfg(test)]
mod method_tests;

pub use check::FamilyError;
pub use error::HeapError;
pub use family::{Family, HeapKind, Part, Rule, Shape};
pub use method::{HeapMethod, HeapReport};
pub use narrow::Values;
pub use notation::{NoCode, Notation};
pub use period::PeriodCheck;
pub use proof::{KindWindow, PeriodProof, Theorem};
pub use reduce::Shifted;
pub use run::xor_progression;
pub use state::{State, StateError, StateWriter};
pub use tables::HeapTables;
pub use watch::Watch;
