//! Geography: move a token along the arcs of a graph; no vertex is visited twice.
//!
//! It is named after the game of countries, each of which begins with the last letter of the one
//! before. To decide who wins on a directed graph is PSPACE-complete (Schaefer, 1978). On an
//! undirected graph the first player wins exactly if every largest matching covers the vertex from
//! which the token starts (Fraenkel, Scheinerman and Ullman, 1993).

#[allow(unused_imports)]
use ::grundy_core::rt::{self, prelude::*};

/// A position of the game.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::cmp::PartialOrd,
    ::core::cmp::Ord,
    ::core::hash::Hash,
)]
#[allow(non_snake_case)]
pub enum Position {
    /// The token stands on v; `met` are the vertices where it has been.
    Token {
        /// The field `v`.
        v: i64,
        /// The field `met`.
        met: rt::IntSet,
    },
}

/// As the rules write it.
impl rt::Display for Position {
    fn fmt(&self, f: &mut rt::fmt::Formatter<'_>) -> rt::fmt::Result {
        match self {
            Position::Token { v, met } => rt::show(f, "Token", &[v, met]),
        }
    }
}

impl rt::Impartial for Position {
    fn options(&self, options: &mut rt::Options<Self>) -> rt::Result<()> {
        let rules = Rules::new(<Params as rt::Default>::default())?;
        rt::Planned::plain_options(&rules, self, options)
    }

    fn solver() -> rt::Solver<Self> {
        rt::Solver::of(Rules::new(<Params as rt::Default>::default()))
    }

    /// The position as one word, if it has room there.
    #[inline]
    fn packed(&self) -> rt::Option<u64> {
        match self {
            Position::Token { v: field0, met: field1 } => {
                rt::key(0, 0, &rt::Fields(field0, rt::Fields(field1, ())))
            }
        }
    }
}

/// A solver for the game.
pub fn solver() -> rt::Solver<Position> {
    rt::Solver::of(Rules::new(<Params as rt::Default>::default()))
}

/// A solver for the game with these params.
///
/// Where they are not what the rules allow, each answer says so.
pub fn solver_with(params: Params) -> rt::Solver<Position> {
    rt::Solver::of(Rules::new(params))
}

impl<Other: ::core::convert::Into<rt::Sum<Position>>> rt::Add<Other> for Position {
    type Output = rt::Sum<Position>;

    fn add(self, other: Other) -> rt::Sum<Position> {
        rt::Add::add(
            <rt::Sum<Position> as ::core::convert::From<Position>>::from(self),
            other,
        )
    }
}

impl rt::Mul<Position> for u64 {
    type Output = rt::Sum<Position>;

    fn mul(self, position: Position) -> rt::Sum<Position> {
        rt::Mul::mul(
            self,
            <rt::Sum<Position> as ::core::convert::From<Position>>::from(position),
        )
    }
}

/// The params of the game; the default is that of its rules.
#[derive(
    ::core::clone::Clone,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
)]
#[allow(non_snake_case)]
pub struct Params {
    /// The graph.
    pub g: rt::Graph,
}

impl rt::Default for Params {
    fn default() -> Self {
        Self {
            g: rt::default_param::<
                rt::Graph,
            >(
                rt::built(
                    rt::digraph(
                        5,
                        &[(0, 1), (0, 2), (1, 3), (2, 1), (2, 3), (3, 4), (4, 0), (4, 2)],
                    ),
                ),
            ),
        }
    }
}

/// The rules of geography.
#[allow(non_snake_case)]
pub struct Rules {
    /// The graph.
    g: rt::Graph,
}

#[allow(
    non_snake_case,
    unused_assignments,
    unused_mut,
    unused_parens,
    unused_variables,
    clippy::all
)]
impl Rules {
    /// The rules with these params.
    ///
    /// # Errors
    /// When a param is outside of its domain.
    pub fn new(params: Params) -> rt::Result<Self> {
        rt::Ok(Rules { g: rt::load(&params.g)? })
    }

    /// The sum that the game starts from, line 18: `Token(0, {0})`.
    ///
    /// # Errors
    /// When it leads to a position that does not exist.
    pub fn start(&self) -> rt::Result<rt::Sum<Position>> {
        let mut sum = rt::Sum::zero();
        self.add_token(0, rt::IntSet::of([0]), 1, &mut sum)?;
        rt::Ok(sum)
    }

    /// Puts the options of a position behind those that are there.
    fn moves(
        &self,
        position: &Position,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        match position {
            Position::Token { v, met } => {
                let v = *v;
                self.token_go(v, met, options)
                    .map_err(rt::within("the move `go`, line 15"))?;
            }
        }
        rt::Ok(())
    }

    /// Move it along an arc to w.
    ///
    /// line 15: `move go(w in neighbours(g, v) - met) -> Token(w, met | {w})`
    fn token_go(
        &self,
        v: i64,
        met: &rt::IntSet,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for w in rt::neighbours(&self.g, v)?.minus(met).iter() {
            let mut single = rt::Single::new(options);
            self.add_token(w, met.union(&rt::IntSet::of([w])), 1, &mut single)?;
            single.finish();
        }
        rt::Ok(())
    }

    /// Adds copies of a `Token`, line 13.
    #[inline]
    fn add_token(
        &self,
        v: i64,
        met: rt::IntSet,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(v, 0, "`v` of `Token`")?;
        rt::below(v, rt::order(&self.g), "`v` of `Token`")?;
        rt::all_within(
            &met,
            rt::Range::exclusive(0, rt::order(&self.g)),
            "`met` of `Token`",
        )?;
        into.component(Position::Token { v, met }, copies);
        rt::Ok(())
    }

    /// Adds copies of a position, if it exists, in normal form.
    fn add_position(
        &self,
        position: &Position,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        match position {
            Position::Token { v, met } => {
                let v = *v;
                self.add_token(v, met.clone(), copies, into)
            }
        }
    }
}

impl rt::Planned for Rules {
    type Position = Position;

    fn plain_options(
        &self,
        position: &Position,
        options: &mut rt::Options<Position>,
    ) -> rt::Result<()> {
        self.moves(position, options)
    }

    fn normal_options(
        &self,
        position: &Position,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        self.moves(position, options)
    }

    fn add_normal(
        &self,
        position: &Position,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        self.add_position(position, copies, into)
    }
}
