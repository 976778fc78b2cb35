//! Heap games as data: families of kinds of heaps, their tables and the periods of these.

mod arithmetic;
mod check;
mod counting;
mod error;
mod family;
mod guy_smith;
mod listed;
mod look;
mod marks;
mod narrow;
mod normal;
mod notation;
mod period;
mod pile;
mod proof;
mod reduce;
mod run;
mod state;
mod tables;
mod tally;
mod watch;
mod window;

#[cfg(test)]
pub(crate) mod games;

pub use check::FamilyError;
pub use error::HeapError;
pub use family::{Family, HeapKind, Part, Rule, Shape};
pub use narrow::Values;
pub use notation::{NoCode, Notation};
pub use period::PeriodCheck;
pub use proof::{KindWindow, PeriodProof, Theorem};
pub use reduce::Shifted;
pub use run::xor_progression;
pub use state::{State, StateError, StateWriter};
pub use tables::HeapTables;
pub use watch::Watch;
