//! Treblecross: noughts and crosses in a row of squares, with crosses alone; three in a row win.
//!
//! Who sets a cross next to another, or with one square between, loses at once. If nobody does, a
//! cross blocks the two squares on either side; so it is a game of rows in which a move takes five
//! squares, and with two squares more the octal game 0.007 (Winning Ways, chapter 4).

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
    /// The squares with a cross.
    Board {
        /// The field `X`.
        X: rt::IntSet,
    },
    /// A row of m squares in which no cross is set next to another, or with one square between.
    Row {
        /// The field `m`.
        m: i64,
    },
    /// The octal game 0.007: remove three, and leave one row or two.
    Heap {
        /// The field `m`.
        m: i64,
    },
}

/// As the rules write it.
impl rt::Display for Position {
    fn fmt(&self, f: &mut rt::fmt::Formatter<'_>) -> rt::fmt::Result {
        match self {
            Position::Board { X } => rt::show(f, "Board", &[X]),
            Position::Row { m } => rt::show(f, "Row", &[m]),
            Position::Heap { m } => rt::show(f, "Heap", &[m]),
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
            Position::Board { X: field0 } => rt::key(0, 2, &rt::Fields(field0, ())),
            Position::Row { m: field0 } => rt::key(1, 2, &rt::Fields(field0, ())),
            Position::Heap { m: field0 } => rt::key(2, 2, &rt::Fields(field0, ())),
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
    /// The number of squares.
    pub n: i64,
}

impl rt::Default for Params {
    fn default() -> Self {
        Self {
            n: rt::default_param::<i64>(6),
        }
    }
}

/// The rules of treblecross.
#[allow(non_snake_case)]
pub struct Rules {
    /// The number of squares.
    n: i64,
    planned: bool,
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
            n: rt::load(&params.n)?,
            planned: params == <Params as rt::Default>::default(),
        };
        rules.check()?;
        rt::Ok(rules)
    }

    /// Whether the params lie in their domains.
    fn check(&self) -> rt::Result<()> {
        rt::at_least(self.n, 3, "the param `n`")?;
        rt::Ok(())
    }

    /// The sum that the game starts from, line 29: `Board({})`.
    ///
    /// # Errors
    /// When it leads to a position that does not exist.
    pub fn start(&self) -> rt::Result<rt::Sum<Position>> {
        let mut sum = rt::Sum::zero();
        self.add_board::<false>(rt::IntSet::of([]), 1, &mut sum)?;
        rt::Ok(sum)
    }

    /// Puts the options of a position behind those that are there.
    fn moves<const NORMAL: bool>(
        &self,
        position: &Position,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        match position {
            Position::Board { X } => {
                if 'found: {
                    for i in rt::Range::exclusive(0, rt::sub(self.n, 2)?) {
                        if X.has(&i) && X.has(&rt::add(i, 1)?) && X.has(&rt::add(i, 2)?)
                        {
                            break 'found true;
                        }
                    }
                    false
                } {
                    return rt::Ok(());
                }
                self.board_cross::<NORMAL>(X, options)
                    .map_err(rt::within("the move `cross`, line 15"))?;
            }
            Position::Row { m } => {
                let m = *m;
                self.row_cross::<NORMAL>(m, options)
                    .map_err(rt::within("the move `cross`, line 21"))?;
            }
            Position::Heap { m } => {
                let m = *m;
                self.heap_remove::<NORMAL>(m, options)
                    .map_err(rt::within("the move `remove`, line 26"))?;
            }
        }
        rt::Ok(())
    }

    /// Set a cross on square i.
    ///
    /// line 15: `move cross(i in 0..n) when i not in X -> Board(X | {i})`
    fn board_cross<const NORMAL: bool>(
        &self,
        X: &rt::IntSet,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for i in rt::Range::exclusive(0, self.n) {
            if !X.has(&i) {
                let mut single = rt::Single::new(options);
                self.add_board::<NORMAL>(X.union(&rt::IntSet::of([i])), 1, &mut single)?;
                single.finish();
            }
        }
        rt::Ok(())
    }

    /// Set a cross on square i.
    ///
    /// line 21: `move cross(i in 0..m) -> Row(max(i - 2, 0)) + Row(max(m - i - 3, 0))`
    fn row_cross<const NORMAL: bool>(
        &self,
        m: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for i in rt::Range::exclusive(0, m) {
            self.add_row::<NORMAL>(rt::max(rt::sub(i, 2)?, 0), 1, options)?;
            self.add_row::<NORMAL>(rt::max(rt::sub(rt::sub(m, i)?, 3)?, 0), 1, options)?;
            options.finish();
        }
        rt::Ok(())
    }

    /// line 26: `move remove(left in 0..=m - 3) -> Heap(left) + Heap(m - 3 - left)`
    fn heap_remove<const NORMAL: bool>(
        &self,
        m: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for left in rt::Range::inclusive(0, rt::sub(m, 3)?) {
            self.add_heap::<NORMAL>(left, 1, options)?;
            self.add_heap::<NORMAL>(rt::sub(rt::sub(m, 3)?, left)?, 1, options)?;
            options.finish();
        }
        rt::Ok(())
    }

    /// Adds copies of a `Board`, line 12, in normal form or as it is.
    #[inline]
    fn add_board<const NORMAL: bool>(
        &self,
        X: rt::IntSet,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::all_within(&X, rt::Range::exclusive(0, self.n), "`X` of `Board`")?;
        if NORMAL {
            if 'found: {
                for i in rt::Range::exclusive(0, rt::sub(self.n, 2)?) {
                    if X.has(&i) && X.has(&rt::add(i, 1)?) && X.has(&rt::add(i, 2)?) {
                        break 'found true;
                    }
                }
                false
            } {
                return rt::Ok(());
            }
        }
        into.component(Position::Board { X }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Row`, line 19, in normal form or as it is.
    #[inline]
    fn add_row<const NORMAL: bool>(
        &self,
        m: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(m, 0, "`m` of `Row`")?;
        into.component(Position::Row { m }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Heap`, line 25, in normal form or as it is.
    #[inline]
    fn add_heap<const NORMAL: bool>(
        &self,
        m: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(m, 0, "`m` of `Heap`")?;
        into.component(Position::Heap { m }, copies);
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
            Position::Board { X } => self.add_board::<true>(X.clone(), copies, into),
            Position::Row { m } => {
                let m = *m;
                self.add_row::<true>(m, copies, into)
            }
            Position::Heap { m } => {
                let m = *m;
                self.add_heap::<true>(m, copies, into)
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
                                from: 3,
                                to: rt::None,
                                except: rt::Vec::new(),
                                shape: rt::Shape::Parts(
                                    rt::vec([
                                        rt::Part::Rest {
                                            kind: 0,
                                            removed: 3,
                                        },
                                        rt::Part::Fixed {
                                            kind: 0,
                                            size: 0,
                                        },
                                    ]),
                                ),
                            },
                            rt::Rule {
                                from: 4,
                                to: rt::None,
                                except: rt::Vec::new(),
                                shape: rt::Shape::Parts(
                                    rt::vec([
                                        rt::Part::Rest {
                                            kind: 0,
                                            removed: 4,
                                        },
                                        rt::Part::Fixed {
                                            kind: 0,
                                            size: 0,
                                        },
                                    ]),
                                ),
                            },
                            rt::Rule {
                                from: 1,
                                to: rt::Some(3),
                                except: rt::Vec::new(),
                                shape: rt::Shape::Parts(
                                    rt::vec([
                                        rt::Part::Fixed {
                                            kind: 0,
                                            size: 0,
                                        },
                                        rt::Part::Fixed {
                                            kind: 0,
                                            size: 0,
                                        },
                                    ]),
                                ),
                            },
                            rt::Rule {
                                from: 5,
                                to: rt::None,
                                except: rt::Vec::new(),
                                shape: rt::Shape::Split {
                                    left: 0,
                                    right: 0,
                                    removed: 5,
                                    low: 0,
                                    gap: 5,
                                    unequal: false,
                                },
                            },
                        ]),
                    },
                    rt::HeapKind {
                        least: 0,
                        rules: rt::vec([
                            rt::Rule {
                                from: 3,
                                to: rt::None,
                                except: rt::Vec::new(),
                                shape: rt::Shape::Split {
                                    left: 1,
                                    right: 1,
                                    removed: 3,
                                    low: 0,
                                    gap: 3,
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
            Position::Row { m: size } if self.planned => {
                rt::heap_place(0, 0, rt::rising(size, 0, 9223372036854775807))
            }
            Position::Heap { m: size } if self.planned => {
                rt::heap_place(0, 1, rt::rising(size, 0, 9223372036854775807))
            }
            _ => rt::Place::Search,
        }
    }
}
