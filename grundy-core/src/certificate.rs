//! Certificates of periods: what a sceptic needs to check a proof, and the check.
//!
//! A certificate holds the game as data, the theorem with the finite part that was checked, and the
//! nimbers of that part as a digest. [`Certificate::verify`] repeats everything with code of its
//! own: of the solver it shares only [`MexSet`](crate::MexSet). It finds each nimber from the options. A
//! heap of size n has about n / 2 of them for each rule with splits, but where most heaps fall into
//! a class whose splits can be left out, as in the long octal games, few are looked at.
//!
//! The game is told by its rules alone. What a certificate says of it in words is derived from
//! them, and checked too; only the codes of kinds are found by [`Family::notation`].
//!
//! [`Family::notation`]: crate::heap::Family::notation

mod breaks;
mod conditions;
mod data;
mod refusal;
mod sparse;
#[cfg(test)]
mod tests;
mod values;
mod verify;
mod words;

pub use data::{Certificate, TableDigest};
pub use refusal::Refusal;
