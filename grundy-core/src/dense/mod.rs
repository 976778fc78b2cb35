//! Nimbers of positions that are points of a grid, in dense tables.
//!
//! The points are passed in lexicographic order, in which every option comes before the positions
//! that lead to it. Options along a line or in a corner are not gone through: what has been seen
//! along the line is kept in a set that grows by one nimber a point, so that a position of Wythoff's
//! game costs a few operations on sets, however large the board is.

mod cells;
mod fill;
mod lane;
mod lines;
mod loops;
mod rules;
mod seen;
mod table;

pub use rules::{Condition, Form, Grid, GridError, GridKind, GridRule};
pub use table::{Ask, GridFailure, GridTables, Known};
