//! What the code of compiled games calls: the values and functions of the game language.
//!
//! Made to be called by generated code, and by the evaluator of the language, so that both mean
//! the same; rules that are written by hand need none of it. Names are short, since generated code
//! reaches everything through this module: it may assume nothing about what is in scope.

mod apart;
mod arithmetic;
mod bits;
pub mod choices;
mod cursors;
mod domains;
mod fields;
mod foreign;
mod graphs;
mod int_sets;
mod keys;
mod number_functions;
pub mod numbers;
mod places;
mod range;
mod recursion;
mod sets;
mod shapes;
mod show;
mod sums;
mod vectors;
mod vertices;

pub use apart::Apart;
pub use arithmetic::{add, div, max, min, modulo, mul, negate, sub};
pub use bits::{Bits, bits, of_bits};
pub use cursors::{Partitions, Permutations, Subsets, Vectors, Wheels, code_moves};
pub use domains::{all_within, at_least, at_most, below, breaks, entries, lower, refused};
pub use fields::{Field, default_param, load, store};
pub use foreign::{Foreign, foreign};
pub use graphs::{
    Graph, board, built, canonical, complete, complete_bipartite, contract, cycle, delete_edge,
    delete_vertex, digraph, graph, graph6, grid, hypercube, induced_paths, king, path, petersen,
    queens, star, subgraph, wheel, with_places,
};
pub use int_sets::IntSet;
pub use keys::{Fields, Keyed, key};
pub use number_functions::{
    abs, bit, count, divisors, gcd, is_prime, is_square, isqrt, mex, nim_product, nothing,
    popcount, pow, prime_factors, primes, see,
};
pub use places::{
    coordinate, entry, falling, form, heap_place, point_place, rising, stored, table_place,
};
pub use range::{Ints, Range, just, size};
pub use recursion::{Calls, Lazy, Memo, Steps};
pub use sets::{Map, Set, at};
pub use shapes::{each_component, joined, mirrored, of_orbit, of_shape, size_of};
pub use show::{Show, show};
pub use sums::{copies, each, finish_legal, heap, normal_form, only, same_sum};
pub use vectors::{
    Changes, Filling, array, concat, decrease, increase, index, may_grow, members, reverse, set,
    short, slice, sorted, text, to_vec, vec, without,
};

pub use vertices::{
    adjacent, canonical_set, closed_neighbours, col, component, components, degree, distance,
    each_edge, edges, hull, interval, is_edge, neighbours, order, row, vertices,
};

pub use crate::graph::Convexity;
pub use crate::impartial::{Layer, Place, Planned};
pub use crate::sink::Single;
pub use crate::{
    Condition, Family, Grid, GridKind, GridRule, HeapKind, Impartial, MexSet, Nimber, OptionSink,
    Options, Part, Rule, RuleError, Shape, Sink, Solver, Sum,
};
pub use std::boxed::Box;
pub use std::clone::Clone;
pub use std::cmp::{Eq, Ord, PartialEq, PartialOrd};
pub use std::default::Default;
pub use std::fmt::{self, Debug, Display};
pub use std::hash::Hash;
pub use std::iter::{IntoIterator, Iterator};
pub use std::ops::{Add, Mul};
pub use std::option::Option::{self, None, Some};
pub use std::result::Result::{Err, Ok};
pub use std::vec::Vec;

/// What the rules give.
pub type Result<T> = std::result::Result<T, RuleError>;

/// Methods of traits that generated code calls, under no name.
pub mod prelude {
    pub use std::clone::Clone as _;
    pub use std::cmp::{Ord as _, PartialEq as _, PartialOrd as _};
    pub use std::default::Default as _;
    pub use std::iter::{IntoIterator as _, Iterator as _};

    pub use super::Planned as _;
    pub use super::{OptionSink as _, Sink as _};
}

/// Adds where in the rules an error happened.
pub fn within(place: &'static str) -> impl Fn(RuleError) -> RuleError {
    move |error| error.at(place)
}
