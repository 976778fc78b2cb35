//! Heap games as data: families of kinds of heaps, their tables and the periods of these.

mod check;
mod counting;
mod error;
mod family;
mod marks;
mod narrow;
mod period;
mod pile;
mod proof;
mod run;
mod tables;
mod window;

#[cfg(test)]
pub(crate) mod games;

pub use check::FamilyError;
pub use error::HeapError;
pub use family::{Family, HeapKind, Part, Rule, Shape};
pub use narrow::Values;
pub use period::PeriodCheck;
pub use proof::{KindWindow, PeriodProof, Theorem};
pub use run::xor_progression;
pub use tables::HeapTables;
