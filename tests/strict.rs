//! Generated code assumes nothing of what is in scope, and gives no warning.
#![deny(warnings, missing_docs)]
#![no_implicit_prelude]

/// A copy of the crate under another name.
pub mod renamed {
    pub use ::grundy;
}

/// Heaps of a few sizes.
#[derive(
    ::grundy::Impartial,
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash,
)]
#[game(param(k: u32 = 2), crate = crate::renamed::grundy)]
pub enum Heaps {
    /// One heap.
    #[moves(take(s in 1..=k) when s <= n -> One(n - s), go when n > 3 -> Many([n, 1]))]
    One {
        /// Its size.
        n: u8,
    },
    /// A few heaps.
    #[equals(sum(One(n) for n in sizes) when len(sizes) > 2)]
    #[symmetric(sizes)]
    #[moves(Many(sizes): lower(i in 0..len(sizes)) when sizes[i] > 0 -> Many(sizes with [i] -= 1))]
    Many(::std::vec::Vec<u8>),
}

::grundy::include_game!("../specs/silver_dollar.game");
::grundy::include_game!("../specs/exact_nim.game");
::grundy::include_game!("../specs/cram.game");
::grundy::include_game!("../specs/hull.game");
::grundy::include_game!("../specs/geography.game");
::grundy::include_game!("../specs/green_hackenbush.game");

/// Free vertices.
#[derive(
    ::grundy::Impartial,
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash,
)]
#[game(param(g: ::grundy::core::graph::Graph = path(4)), crate = crate::renamed::grundy)]
#[equals(sum(Free(C) for C in components(g, F)))]
#[moves(Free(F): pick(v in F) -> Free(F - closed_neighbours(g, v)))]
pub struct Free(#[domain(set<vertex>)] u64);

::grundy::game! {
    //! A game with a bit of everything.
    game mixed
    /// A set, a text and a tuple.
    position Mixed(S: set<0..9>, t: text, p: (nat, bool)) {
        ends when t == "done"
        /// Drop a number.
        move drop(i in S, let rest = S - {i}) when all(j >= 0 for j in rest) -> Mixed(rest, t, p)
        move lower when let (a, b) = p in a > 0 and b -> Mixed(S, "done", p)
    }
    start Mixed({1, 2}, "x", (1, true)) + 2 * Mixed({}, "", (0, false))
}

#[::core::prelude::v1::test]
fn the_values_are_right() -> ::core::result::Result<(), ::std::boxed::Box<dyn ::std::error::Error>>
{
    let mut solver = Heaps::solver_with(HeapsParams { k: 3 });
    ::core::assert_eq!(solver.grundy(&Heaps::One { n: 3 })?, 3);
    let mixed = mixed::Rules::new()?.start()?;
    ::core::assert_eq!(mixed::solver().grundy(&mixed)?, 1);
    ::core::result::Result::Ok(())
}
