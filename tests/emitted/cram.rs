//! Cram: place dominoes on a board; who cannot place one loses.
//!
//! Gardner's game (1974), also called dots-and-pairs. On a board with two even sides the second
//! player answers each move by its mirror image through the centre; if one side is even the first
//! player begins in the centre and does the same. On a single row it is Dawson's Kayles.

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
    /// The squares that are free.
    Free {
        /// The field `F`.
        F: rt::IntSet,
    },
    /// A row of n pins in Dawson's Kayles.
    Row {
        /// The field `n`.
        n: i64,
    },
}

/// As the rules write it.
impl rt::Display for Position {
    fn fmt(&self, f: &mut rt::fmt::Formatter<'_>) -> rt::fmt::Result {
        match self {
            Position::Free { F } => rt::show(f, "Free", &[F]),
            Position::Row { n } => rt::show(f, "Row", &[n]),
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
            Position::Free { F: field0 } => rt::key(0, 1, &rt::Fields(field0, ())),
            Position::Row { n: field0 } => rt::key(1, 1, &rt::Fields(field0, ())),
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
    /// The number of rows.
    pub rows: i64,
    /// The number of columns.
    pub columns: i64,
}

impl rt::Default for Params {
    fn default() -> Self {
        Self {
            rows: rt::default_param::<i64>(3),
            columns: rt::default_param::<i64>(3),
        }
    }
}

/// The rules of cram.
#[allow(non_snake_case)]
pub struct Rules {
    /// The number of rows.
    rows: i64,
    /// The number of columns.
    columns: i64,
    planned: bool,
    board: rt::Lazy<rt::Graph>,
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
        let rules = Rules {
            rows: rt::load(&params.rows)?,
            columns: rt::load(&params.columns)?,
            planned: params == <Params as rt::Default>::default(),
            board: rt::Lazy::new(),
        };
        rules.check()?;
        rt::Ok(rules)
    }

    /// Whether the params lie in their domains.
    fn check(&self) -> rt::Result<()> {
        rt::at_least(self.rows, 0, "the param `rows`")?;
        rt::at_least(self.columns, 0, "the param `columns`")?;
        rt::Ok(())
    }

    /// The sum that the game starts from, line 27: `Free(vertices(board))`.
    ///
    /// # Errors
    /// When it leads to a position that does not exist.
    pub fn start(&self) -> rt::Result<rt::Sum<Position>> {
        let mut sum = rt::Sum::zero();
        self.add_free::<false>(rt::vertices(self.board()?), 1, &mut sum)?;
        rt::Ok(sum)
    }

    /// Puts the options of a position behind those that are there.
    fn moves<const NORMAL: bool>(
        &self,
        position: &Position,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        match position {
            Position::Free { F } => {
                self.free_place::<NORMAL>(F, options)
                    .map_err(rt::within("the move `place`, line 19"))?;
            }
            Position::Row { n } => {
                let n = *n;
                self.row_bowl::<NORMAL>(n, options)
                    .map_err(rt::within("the move `bowl`, line 24"))?;
            }
        }
        rt::Ok(())
    }

    /// Place a domino on a and b.
    ///
    /// line 19: `move place((a, b) in edges(board, F)) -> Free(F - {a, b})`
    fn free_place<const NORMAL: bool>(
        &self,
        F: &rt::IntSet,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for (a, b) in rt::each_edge(self.board()?, F)? {
            self.add_free::<NORMAL>(F.minus(&rt::IntSet::of([a, b])), 1, options)?;
            options.finish();
        }
        rt::Ok(())
    }

    /// line 24: `move bowl(left in 0..=n - 2) -> Row(left) + Row(n - 2 - left)`
    fn row_bowl<const NORMAL: bool>(
        &self,
        n: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for left in rt::Range::inclusive(0, rt::sub(n, 2)?) {
            self.add_row::<NORMAL>(left, 1, options)?;
            self.add_row::<NORMAL>(rt::sub(rt::sub(n, 2)?, left)?, 1, options)?;
            options.finish();
        }
        rt::Ok(())
    }

    /// Adds copies of a `Free`, line 16, in normal form or as it is.
    #[inline]
    fn add_free<const NORMAL: bool>(
        &self,
        F: rt::IntSet,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::all_within(
            &F,
            rt::Range::exclusive(0, rt::order(self.board()?)),
            "`F` of `Free`",
        )?;
        if NORMAL {
            for C in rt::each_component(
                self.board()?,
                &rt::joined(self.board()?, &F)?,
            )? {
                let F = rt::of_shape(self.board()?, C)?;
                into.component(Position::Free { F }, copies);
            }
            return rt::Ok(());
        }
        into.component(Position::Free { F }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Row`, line 23, in normal form or as it is.
    #[inline]
    fn add_row<const NORMAL: bool>(
        &self,
        n: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(n, 0, "`n` of `Row`")?;
        into.component(Position::Row { n }, copies);
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
            Position::Free { F } => self.add_free::<true>(F.clone(), copies, into),
            Position::Row { n } => {
                let n = *n;
                self.add_row::<true>(n, copies, into)
            }
        }
    }

    /// `let board`, line 13: `grid(rows, columns)`.
    fn board(&self) -> rt::Result<&rt::Graph> {
        self.board.get("board", || rt::Ok(rt::grid(self.rows, self.columns)?))
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

    fn falls_apart(&self) -> bool {
        true
    }

    fn ranked_options(
        &self,
        position: &Position,
        options: &mut rt::Options<Position>,
    ) -> rt::Result<()> {
        let done = match position {
            Position::Free { F: set } => {
                let apart = rt::Apart {
                    graph: self.board()?,
                    pairs: true,
                    set: |position: &Position| match position {
                        Position::Free { F: set } => rt::Some(rt::Clone::clone(set)),
                        _ => rt::None,
                    },
                    of: |set: rt::IntSet| -> rt::Result<Position> {
                        rt::Ok(Position::Free { F: set })
                    },
                };
                apart
                    .options(
                        set,
                        options,
                        |options| self.moves::<false>(position, options),
                    )?
            }
            _ => false,
        };
        if done { rt::Ok(()) } else { self.moves::<true>(position, options) }
    }

    fn effort(&self, position: &Position) -> u64 {
        match position {
            Position::Free { F: set } => rt::size_of(set),
            _ => 0,
        }
    }

    fn proved(&self, position: &Position) -> rt::Result<rt::Option<rt::Nimber>> {
        match position {
            Position::Free { F: set } => rt::mirrored(self.board()?, set),
            _ => rt::Ok(rt::None),
        }
    }

    fn layers(&self) -> rt::Vec<rt::Layer> {
        if !self.planned {
            return rt::Vec::new();
        }
        rt::vec([
            rt::Layer::Heaps(rt::Family {
                kinds: rt::vec([
                    rt::HeapKind {
                        least: 0,
                        rules: rt::vec([
                            rt::Rule {
                                from: 2,
                                to: rt::None,
                                except: rt::Vec::new(),
                                shape: rt::Shape::Split {
                                    left: 0,
                                    right: 0,
                                    removed: 2,
                                    low: 0,
                                    gap: 2,
                                    unequal: false,
                                },
                            },
                        ]),
                    },
                ]),
            }),
        ])
    }

    fn place(&self, position: &Position) -> rt::Place {
        match position {
            Position::Row { n: size } if self.planned => {
                rt::heap_place(0, 0, rt::rising(size, 0, 9223372036854775807))
            }
            _ => rt::Place::Search,
        }
    }
}
