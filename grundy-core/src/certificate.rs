//! Certificates of periods: what a sceptic needs to check a proof, and the check.
//!
//! A certificate holds the game as data, the theorem with the finite part that was checked, and the
//! nimbers of that part as a digest. [`Certificate::verify`] repeats everything with code of its
//! own: of the solver it shares only [`MexSet`](crate::MexSet). It finds each nimber by looking at
//! each option, so a heap of size n costs about n / 2 steps for each rule with splits. All heaps up
//! to 10^5 of an octal game with three digits take some ten seconds, those up to 10^6 a hundred times as long.

mod breaks;
mod conditions;
mod data;
mod refusal;
#[cfg(test)]
mod tests;
mod values;
mod verify;

pub use data::{Certificate, TableDigest};
pub use refusal::Refusal;
