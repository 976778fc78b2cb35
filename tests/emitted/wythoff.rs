//! Wythoff's game: two heaps; take any number from one, or the same number from both.
//!
//! Also a queen walking to the corner of a chessboard. Wythoff (1907): the player to move loses
//! at the pairs (a_n, a_n + n), n = 0, 1, 2, ..., where a_n is the least number in no earlier
//! pair, and a_n = floor(n phi) for the golden ratio phi. The nimbers other than 0 follow no
//! known formula.

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
    /// Two heaps.
    Board {
        /// The field `a`.
        a: i64,
        /// The field `b`.
        b: i64,
    },
}

/// As the rules write it.
impl rt::Display for Position {
    fn fmt(&self, f: &mut rt::fmt::Formatter<'_>) -> rt::fmt::Result {
        match self {
            Position::Board { a, b } => rt::show(f, "Board", &[a, b]),
        }
    }
}

impl rt::Impartial for Position {
    fn options(&self, options: &mut rt::Options<Self>) -> rt::Result<()> {
        let rules = Rules::new()?;
        rt::Planned::plain_options(&rules, self, options)
    }

    fn solver() -> rt::Solver<Self> {
        rt::Solver::of(Rules::new())
    }

    /// The position as one word, if it has room there.
    #[inline]
    fn packed(&self) -> rt::Option<u64> {
        match self {
            Position::Board { a: field0, b: field1 } => {
                rt::key(0, 0, &rt::Fields(field0, rt::Fields(field1, ())))
            }
        }
    }
}

/// A solver for the game.
pub fn solver() -> rt::Solver<Position> {
    rt::Solver::of(Rules::new())
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

/// The rules of wythoff.
#[allow(non_snake_case)]
pub struct Rules {}

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
    pub fn new() -> rt::Result<Self> {
        rt::Ok(Rules {})
    }

    /// The sum that the game starts from, line 20: `Board(6, 9)`.
    ///
    /// # Errors
    /// When it leads to a position that does not exist.
    pub fn start(&self) -> rt::Result<rt::Sum<Position>> {
        let mut sum = rt::Sum::zero();
        self.add_board::<false>(6, 9, 1, &mut sum)?;
        rt::Ok(sum)
    }

    /// Puts the options of a position behind those that are there.
    fn moves<const NORMAL: bool>(
        &self,
        position: &Position,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        match position {
            Position::Board { a, b } => {
                let a = *a;
                let b = *b;
                self.board_left::<NORMAL>(a, b, options)
                    .map_err(rt::within("the move `left`, line 13"))?;
                self.board_right::<NORMAL>(a, b, options)
                    .map_err(rt::within("the move `right`, line 15"))?;
                self.board_both::<NORMAL>(a, b, options)
                    .map_err(rt::within("the move `both`, line 17"))?;
            }
        }
        rt::Ok(())
    }

    /// Take s stones from the first heap.
    ///
    /// line 13: `move left(s in 1..=a) -> Board(a - s, b)`
    fn board_left<const NORMAL: bool>(
        &self,
        a: i64,
        b: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for s in rt::Range::inclusive(1, a) {
            let mut single = rt::Single::new(options);
            self.add_board::<NORMAL>(rt::sub(a, s)?, b, 1, &mut single)?;
            single.finish();
        }
        rt::Ok(())
    }

    /// Take s stones from the second heap.
    ///
    /// line 15: `move right(s in 1..=b) -> Board(a, b - s)`
    fn board_right<const NORMAL: bool>(
        &self,
        a: i64,
        b: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for s in rt::Range::inclusive(1, b) {
            let mut single = rt::Single::new(options);
            self.add_board::<NORMAL>(a, rt::sub(b, s)?, 1, &mut single)?;
            single.finish();
        }
        rt::Ok(())
    }

    /// Take s stones from each.
    ///
    /// line 17: `move both(s in 1..=min(a, b)) -> Board(a - s, b - s)`
    fn board_both<const NORMAL: bool>(
        &self,
        a: i64,
        b: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for s in rt::Range::inclusive(1, rt::min(a, b)) {
            let mut single = rt::Single::new(options);
            self.add_board::<NORMAL>(rt::sub(a, s)?, rt::sub(b, s)?, 1, &mut single)?;
            single.finish();
        }
        rt::Ok(())
    }

    /// Adds copies of a `Board`, line 10, in normal form or as it is.
    #[inline]
    fn add_board<const NORMAL: bool>(
        &self,
        mut a: i64,
        mut b: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(a, 0, "`a` of `Board`")?;
        rt::at_least(b, 0, "`b` of `Board`")?;
        if NORMAL {
            if a > b {
                (a, b) = (b, a);
            }
        }
        into.component(Position::Board { a, b }, copies);
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
            Position::Board { a, b } => {
                let a = *a;
                let b = *b;
                self.add_board::<true>(a, b, copies, into)
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
        self.moves::<false>(position, options)
    }

    fn normal_options(
        &self,
        position: &Position,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        self.moves::<true>(position, options)
    }

    fn add_normal(
        &self,
        position: &Position,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        self.add_position(position, copies, into)
    }

    fn layers(&self) -> rt::Vec<rt::Layer> {
        rt::vec([
            rt::Layer::Grid(rt::Grid {
                whole: rt::vec([rt::None, rt::None]),
                kinds: rt::vec([
                    rt::GridKind {
                        domain: rt::vec([
                            rt::Condition::Natural(rt::form([1], 0)),
                            rt::Condition::Natural(rt::form([0, 1], 0)),
                        ]),
                        rules: rt::vec([
                            rt::GridRule {
                                choices: 1,
                                conditions: rt::vec([
                                    rt::Condition::Natural(rt::form([0, 0, 1], -1)),
                                    rt::Condition::Natural(rt::form([1, 0, -1], 0)),
                                ]),
                                parts: rt::vec([
                                    (0, rt::vec([rt::form([1, 0, -1], 0), rt::form([0, 1], 0)])),
                                ]),
                                heap: 0,
                            },
                            rt::GridRule {
                                choices: 1,
                                conditions: rt::vec([
                                    rt::Condition::Natural(rt::form([0, 0, 1], -1)),
                                    rt::Condition::Natural(rt::form([0, 1, -1], 0)),
                                ]),
                                parts: rt::vec([
                                    (0, rt::vec([rt::form([1], 0), rt::form([0, 1, -1], 0)])),
                                ]),
                                heap: 0,
                            },
                            rt::GridRule {
                                choices: 1,
                                conditions: rt::vec([
                                    rt::Condition::Natural(rt::form([-1, 1], 0)),
                                    rt::Condition::Natural(rt::form([0, 0, 1], -1)),
                                    rt::Condition::Natural(rt::form([1, 0, -1], 0)),
                                ]),
                                parts: rt::vec([
                                    (
                                        0,
                                        rt::vec([rt::form([1, 0, -1], 0), rt::form([0, 1, -1], 0)]),
                                    ),
                                ]),
                                heap: 0,
                            },
                            rt::GridRule {
                                choices: 1,
                                conditions: rt::vec([
                                    rt::Condition::Natural(rt::form([1, -1], -1)),
                                    rt::Condition::Natural(rt::form([0, 0, 1], -1)),
                                    rt::Condition::Natural(rt::form([0, 1, -1], 0)),
                                ]),
                                parts: rt::vec([
                                    (
                                        0,
                                        rt::vec([rt::form([1, 0, -1], 0), rt::form([0, 1, -1], 0)]),
                                    ),
                                ]),
                                heap: 0,
                            },
                        ]),
                        asked: false,
                    },
                ]),
            }),
        ])
    }

    fn place(&self, position: &Position) -> rt::Place {
        match position {
            Position::Board { a: field0, b: field1 } => {
                rt::point_place(
                    0,
                    0,
                    [
                        rt::rising(field0, 0, 9223372036854775807),
                        rt::rising(field1, 0, 9223372036854775807),
                    ],
                )
            }
        }
    }
}
