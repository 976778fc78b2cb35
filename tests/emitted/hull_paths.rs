//! The hull game on paths and cycles, for induced paths of at most k edges.
//!
//! Selected vertices are joined by every induced path of at most k edges between two of them,
//! the vertices on it count as taken, and so on until nothing new is taken. A move selects a
//! vertex that is not taken. With n vertices, write P_n for a path of which nothing is selected,
//! P'_n if one end is, P''_n if both are, and C_n for a cycle.
//!
//! - k odd: everything is known, and periodic.
//! - k = 2^h - 4, h >= 3 (4, 12, 28, ...): period k + 1 after a few exceptions. For n > k the
//!   first player loses P_n only at 3k + 4, and wins C_n only at 2k + 1 and 5k + 3.
//! - k = 2: P' and P'' are Couples-are-Forever, shifted; P_n is one of two neighbouring values.
//!   Up to n = 10^8 the first player loses 12 paths and wins 13 cycles, all below 410.
//! - other even k: no period is known.
//!
//! On paths and cycles the interval game, in which joining is done once and not repeated, is the
//! same. P''_n = n mod (k + 1) is true from k + 2 to 3k + 2; it is false at n = 2.

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
    /// P_n: a path of n vertices, none selected.
    Path {
        /// The field `n`.
        n: i64,
    },
    /// P'_n: a path of n vertices, one end selected.
    Half {
        /// The field `n`.
        n: i64,
    },
    /// P''_n: a path of n vertices, both ends selected; up to k + 1 vertices all are taken.
    Both {
        /// The field `n`.
        n: i64,
    },
    /// C_n: a cycle of n vertices, none selected.
    ///
    /// A triangle lasts two moves more. With 4 <= n <= 2k the second player takes all at once by
    /// selecting the vertex opposite; of that position it matters only that it is won, so *1 stands
    /// for it (normal play). A longer cycle is cut open at the vertex selected.
    Cycle {
        /// The field `n`.
        n: i64,
    },
    /// Couples-are-Forever: split a heap into two; a heap of two never parts.
    Couples {
        /// The field `n`.
        n: i64,
    },
}

/// As the rules write it.
impl rt::Display for Position {
    fn fmt(&self, f: &mut rt::fmt::Formatter<'_>) -> rt::fmt::Result {
        match self {
            Position::Path { n } => rt::show(f, "Path", &[n]),
            Position::Half { n } => rt::show(f, "Half", &[n]),
            Position::Both { n } => rt::show(f, "Both", &[n]),
            Position::Cycle { n } => rt::show(f, "Cycle", &[n]),
            Position::Couples { n } => rt::show(f, "Couples", &[n]),
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
            Position::Path { n: field0 } => rt::key(0, 3, &rt::Fields(field0, ())),
            Position::Half { n: field0 } => rt::key(1, 3, &rt::Fields(field0, ())),
            Position::Both { n: field0 } => rt::key(2, 3, &rt::Fields(field0, ())),
            Position::Cycle { n: field0 } => rt::key(3, 3, &rt::Fields(field0, ())),
            Position::Couples { n: field0 } => rt::key(4, 3, &rt::Fields(field0, ())),
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

/// The rules of hull_paths.
#[allow(non_snake_case)]
pub struct Rules {
    /// The largest number of edges of a path that counts.
    k: i64,
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
    pub fn new() -> rt::Result<Self> {
        let rules = Rules { k: 2 };
        rules.check()?;
        rt::Ok(rules)
    }

    /// Whether the params lie in their domains.
    fn check(&self) -> rt::Result<()> {
        rt::at_least(self.k, 0, "the param `k`")?;
        if !(self.k >= 1) {
            return rt::refused("k");
        }
        rt::Ok(())
    }

    /// The sum that the game starts from, line 56: `Path(12)`.
    ///
    /// # Errors
    /// When it leads to a position that does not exist.
    pub fn start(&self) -> rt::Result<rt::Sum<Position>> {
        let mut sum = rt::Sum::zero();
        self.add_path(12, 1, &mut sum)?;
        rt::Ok(sum)
    }

    /// Puts the options of a position behind those that are there.
    fn moves(
        &self,
        position: &Position,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        match position {
            Position::Path { n } => {
                let n = *n;
                self.path_select(n, options)
                    .map_err(rt::within("the move `select`, line 25"))?;
            }
            Position::Half { n } => {
                let n = *n;
                self.half_select(n, options)
                    .map_err(rt::within("the move `select`, line 31"))?;
            }
            Position::Both { n } => {
                let n = *n;
                self.both_select(n, options)
                    .map_err(rt::within("the move `select`, line 37"))?;
            }
            Position::Cycle { n } => {
                let n = *n;
                self.cycle_select(n, options)
                    .map_err(rt::within("the move `select`, line 47"))?;
            }
            Position::Couples { n } => {
                let n = *n;
                self.couples_split(n, options)
                    .map_err(rt::within("the move `split`, line 53"))?;
            }
        }
        rt::Ok(())
    }

    /// Select vertex i, counted from 1.
    ///
    /// line 25: `move select(i in 1..=n) -> Half(i) + Half(n - i + 1)`
    fn path_select(
        &self,
        n: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for i in rt::Range::inclusive(1, n) {
            self.add_half(i, 1, options)?;
            self.add_half(rt::add(rt::sub(n, i)?, 1)?, 1, options)?;
            options.finish();
        }
        rt::Ok(())
    }

    /// Select vertex i, counted from the selected end.
    ///
    /// line 31: `move select(i in 2..=n) -> Both(i) + Half(n - i + 1)`
    fn half_select(
        &self,
        n: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for i in rt::Range::inclusive(2, n) {
            self.add_both(i, 1, options)?;
            self.add_half(rt::add(rt::sub(n, i)?, 1)?, 1, options)?;
            options.finish();
        }
        rt::Ok(())
    }

    /// Select vertex i between the ends.
    ///
    /// line 37: `move select(i in 2..n) when n >= k + 2 -> Both(i) + Both(n - i + 1)`
    fn both_select(
        &self,
        n: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for i in rt::Range::exclusive(2, n) {
            if n >= rt::add(self.k, 2)? {
                self.add_both(i, 1, options)?;
                self.add_both(rt::add(rt::sub(n, i)?, 1)?, 1, options)?;
                options.finish();
            }
        }
        rt::Ok(())
    }

    /// Select the first vertex.
    ///
    /// line 47: `move select -> if n == 3 then Path(2) else if n <= 2 * k then *1 else Both(n + 1)`
    fn cycle_select(
        &self,
        n: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        if n == 3 {
            self.add_path(2, 1, options)?;
        } else {
            if n <= rt::mul(2, self.k)? {
                rt::Sink::heap(options, rt::heap(1)?, 1);
            } else {
                self.add_both(rt::add(n, 1)?, 1, options)?;
            }
        }
        options.finish();
        rt::Ok(())
    }

    /// Split off a.
    ///
    /// line 53: `move split(a in 1..=n / 2) when n != 2 -> Couples(a) + Couples(n - a)`
    fn couples_split(
        &self,
        n: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for a in rt::Range::inclusive(1, rt::div(n, 2)?) {
            if n != 2 {
                self.add_couples(a, 1, options)?;
                self.add_couples(rt::sub(n, a)?, 1, options)?;
                options.finish();
            }
        }
        rt::Ok(())
    }

    /// Adds copies of a `Path`, line 23.
    #[inline]
    fn add_path(
        &self,
        n: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(n, 0, "`n` of `Path`")?;
        into.component(Position::Path { n }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Half`, line 29.
    #[inline]
    fn add_half(
        &self,
        n: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(n, 1, "`n` of `Half`")?;
        into.component(Position::Half { n }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Both`, line 35.
    #[inline]
    fn add_both(
        &self,
        n: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(n, 1, "`n` of `Both`")?;
        into.component(Position::Both { n }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Cycle`, line 45.
    #[inline]
    fn add_cycle(
        &self,
        n: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(n, 3, "`n` of `Cycle`")?;
        into.component(Position::Cycle { n }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Couples`, line 51.
    #[inline]
    fn add_couples(
        &self,
        n: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(n, 1, "`n` of `Couples`")?;
        into.component(Position::Couples { n }, copies);
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
            Position::Path { n } => {
                let n = *n;
                self.add_path(n, copies, into)
            }
            Position::Half { n } => {
                let n = *n;
                self.add_half(n, copies, into)
            }
            Position::Both { n } => {
                let n = *n;
                self.add_both(n, copies, into)
            }
            Position::Cycle { n } => {
                let n = *n;
                self.add_cycle(n, copies, into)
            }
            Position::Couples { n } => {
                let n = *n;
                self.add_couples(n, copies, into)
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

    fn layers(&self) -> rt::Vec<rt::Layer> {
        rt::vec([
            rt::Layer::Heaps(rt::Family {
                kinds: rt::vec([
                    rt::HeapKind {
                        least: 0,
                        rules: rt::vec([
                            rt::Rule {
                                from: 1,
                                to: rt::None,
                                except: rt::Vec::new(),
                                shape: rt::Shape::Split {
                                    left: 1,
                                    right: 1,
                                    removed: -1,
                                    low: 1,
                                    gap: 0,
                                    unequal: false,
                                },
                            },
                        ]),
                    },
                    rt::HeapKind {
                        least: 1,
                        rules: rt::vec([
                            rt::Rule {
                                from: 2,
                                to: rt::None,
                                except: rt::Vec::new(),
                                shape: rt::Shape::Split {
                                    left: 1,
                                    right: 2,
                                    removed: -1,
                                    low: 1,
                                    gap: 1,
                                    unequal: false,
                                },
                            },
                        ]),
                    },
                    rt::HeapKind {
                        least: 1,
                        rules: rt::vec([
                            rt::Rule {
                                from: 4,
                                to: rt::None,
                                except: rt::Vec::new(),
                                shape: rt::Shape::Split {
                                    left: 2,
                                    right: 2,
                                    removed: -1,
                                    low: 2,
                                    gap: 1,
                                    unequal: false,
                                },
                            },
                        ]),
                    },
                    rt::HeapKind {
                        least: 3,
                        rules: rt::vec([
                            rt::Rule {
                                from: 5,
                                to: rt::None,
                                except: rt::Vec::new(),
                                shape: rt::Shape::Parts(
                                    rt::vec([
                                        rt::Part::Rest {
                                            kind: 2,
                                            removed: -1,
                                        },
                                    ]),
                                ),
                            },
                            rt::Rule {
                                from: 3,
                                to: rt::Some(3),
                                except: rt::Vec::new(),
                                shape: rt::Shape::Parts(
                                    rt::vec([
                                        rt::Part::Fixed {
                                            kind: 0,
                                            size: 2,
                                        },
                                    ]),
                                ),
                            },
                            rt::Rule {
                                from: 4,
                                to: rt::Some(4),
                                except: rt::Vec::new(),
                                shape: rt::Shape::Parts(rt::vec([rt::Part::Nim(1)])),
                            },
                        ]),
                    },
                    rt::HeapKind {
                        least: 1,
                        rules: rt::vec([
                            rt::Rule {
                                from: 3,
                                to: rt::None,
                                except: rt::Vec::new(),
                                shape: rt::Shape::Split {
                                    left: 4,
                                    right: 4,
                                    removed: 0,
                                    low: 1,
                                    gap: 1,
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
            Position::Path { n: size } => {
                rt::heap_place(0, 0, rt::rising(size, 0, 9223372036854775803))
            }
            Position::Half { n: size } => {
                rt::heap_place(0, 1, rt::rising(size, 0, 9223372036854775803))
            }
            Position::Both { n: size } => {
                rt::heap_place(0, 2, rt::rising(size, 0, 9223372036854775803))
            }
            Position::Cycle { n: size } => {
                rt::heap_place(0, 3, rt::rising(size, 0, 9223372036854775803))
            }
            Position::Couples { n: size } => {
                rt::heap_place(0, 4, rt::rising(size, 0, 9223372036854775803))
            }
        }
    }
}
