//! The hull game: select vertices until what lies between them is the whole graph.
//!
//! A convexity says which paths count: shortest ones (`geodesic`), induced ones (`monophonic`), or
//! induced ones of at most k edges (`induced_paths(k)`). A move selects a vertex outside of the
//! hull of those selected so far, the least set that holds them and every path between its members.
//! On paths and cycles the game falls apart into sums; see `hull_paths`.

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
    /// The hull H of the vertices selected so far.
    Hull {
        /// The field `H`.
        H: rt::IntSet,
    },
    /// A path of n vertices, none of them selected, as a sum of rows.
    Path {
        /// The field `n`.
        n: i64,
    },
    /// A path with one end selected.
    Half {
        /// The field `n`.
        n: i64,
    },
    /// A path with both ends selected.
    Both {
        /// The field `n`.
        n: i64,
    },
    /// A cycle.
    Cycle {
        /// The field `n`.
        n: i64,
    },
}

/// As the rules write it.
impl rt::Display for Position {
    fn fmt(&self, f: &mut rt::fmt::Formatter<'_>) -> rt::fmt::Result {
        match self {
            Position::Hull { H } => rt::show(f, "Hull", &[H]),
            Position::Path { n } => rt::show(f, "Path", &[n]),
            Position::Half { n } => rt::show(f, "Half", &[n]),
            Position::Both { n } => rt::show(f, "Both", &[n]),
            Position::Cycle { n } => rt::show(f, "Cycle", &[n]),
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
            Position::Hull { H: field0 } => rt::key(0, 3, &rt::Fields(field0, ())),
            Position::Path { n: field0 } => rt::key(1, 3, &rt::Fields(field0, ())),
            Position::Half { n: field0 } => rt::key(2, 3, &rt::Fields(field0, ())),
            Position::Both { n: field0 } => rt::key(3, 3, &rt::Fields(field0, ())),
            Position::Cycle { n: field0 } => rt::key(4, 3, &rt::Fields(field0, ())),
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
    /// Which paths count.
    pub convexity: rt::Convexity,
    /// The longest induced paths that count, for the rows of vertices below.
    pub k: i64,
}

impl rt::Default for Params {
    fn default() -> Self {
        Self {
            g: rt::default_param::<rt::Graph>(rt::built(rt::cycle(6))),
            convexity: rt::default_param::<rt::Convexity>(rt::Convexity::Geodesic),
            k: rt::default_param::<i64>(2),
        }
    }
}

/// The rules of hull.
#[allow(non_snake_case)]
pub struct Rules {
    /// The graph.
    g: rt::Graph,
    /// Which paths count.
    convexity: rt::Convexity,
    /// The longest induced paths that count, for the rows of vertices below.
    k: i64,
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
            g: rt::load(&params.g)?,
            convexity: rt::load(&params.convexity)?,
            k: rt::load(&params.k)?,
            planned: params == <Params as rt::Default>::default(),
        };
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

    /// The sum that the game starts from, line 33: `Hull({})`.
    ///
    /// # Errors
    /// When it leads to a position that does not exist.
    pub fn start(&self) -> rt::Result<rt::Sum<Position>> {
        let mut sum = rt::Sum::zero();
        self.add_hull::<false>(rt::IntSet::of([]), 1, &mut sum)?;
        rt::Ok(sum)
    }

    /// Puts the options of a position behind those that are there.
    fn moves<const NORMAL: bool>(
        &self,
        position: &Position,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        match position {
            Position::Hull { H } => {
                self.hull_select::<NORMAL>(H, options)
                    .map_err(rt::within("the move `select`, line 19"))?;
            }
            Position::Path { n } => {
                let n = *n;
                self.path_select::<NORMAL>(n, options)
                    .map_err(rt::within("the move `select`, line 23"))?;
            }
            Position::Half { n } => {
                let n = *n;
                self.half_select::<NORMAL>(n, options)
                    .map_err(rt::within("the move `select`, line 25"))?;
            }
            Position::Both { n } => {
                let n = *n;
                self.both_select::<NORMAL>(n, options)
                    .map_err(rt::within("the move `select`, line 27"))?;
            }
            Position::Cycle { n } => {
                let n = *n;
                self.cycle_first::<NORMAL>(n, options)
                    .map_err(rt::within("the move `first`, line 30"))?;
            }
        }
        rt::Ok(())
    }

    /// Select v.
    ///
    /// line 19: `move select(v in vertices(g) - H) -> Hull(hull(convexity, g, H | {v}))`
    fn hull_select<const NORMAL: bool>(
        &self,
        H: &rt::IntSet,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for v in rt::vertices(&self.g).minus(H).iter() {
            let mut single = rt::Single::new(options);
            self.add_hull::<
                    NORMAL,
                >(
                rt::hull(self.convexity, &self.g, &H.union(&rt::IntSet::of([v])))?,
                1,
                &mut single,
            )?;
            single.finish();
        }
        rt::Ok(())
    }

    /// line 23: `move select(i in 1..=n) -> Half(i) + Half(n - i + 1)`
    fn path_select<const NORMAL: bool>(
        &self,
        n: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for i in rt::Range::inclusive(1, n) {
            self.add_half::<NORMAL>(i, 1, options)?;
            self.add_half::<NORMAL>(rt::add(rt::sub(n, i)?, 1)?, 1, options)?;
            options.finish();
        }
        rt::Ok(())
    }

    /// line 25: `move select(i in 2..=n) -> Both(i) + Half(n - i + 1)`
    fn half_select<const NORMAL: bool>(
        &self,
        n: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for i in rt::Range::inclusive(2, n) {
            self.add_both::<NORMAL>(i, 1, options)?;
            self.add_half::<NORMAL>(rt::add(rt::sub(n, i)?, 1)?, 1, options)?;
            options.finish();
        }
        rt::Ok(())
    }

    /// line 27: `move select(i in 2..n) when n >= k + 2 -> Both(i) + Both(n - i + 1)`
    fn both_select<const NORMAL: bool>(
        &self,
        n: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for i in rt::Range::exclusive(2, n) {
            if n >= rt::add(self.k, 2)? {
                self.add_both::<NORMAL>(i, 1, options)?;
                self.add_both::<NORMAL>(rt::add(rt::sub(n, i)?, 1)?, 1, options)?;
                options.finish();
            }
        }
        rt::Ok(())
    }

    /// line 30: `move first -> if n == 3 then Path(2) else if n <= 2 * k then *1 else Both(n + 1)`
    fn cycle_first<const NORMAL: bool>(
        &self,
        n: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        if n == 3 {
            self.add_path::<NORMAL>(2, 1, options)?;
        } else {
            if n <= rt::mul(2, self.k)? {
                rt::Sink::heap(options, rt::heap(1)?, 1);
            } else {
                self.add_both::<NORMAL>(rt::add(n, 1)?, 1, options)?;
            }
        }
        options.finish();
        rt::Ok(())
    }

    /// Adds copies of a `Hull`, line 17, in normal form or as it is.
    #[inline]
    fn add_hull<const NORMAL: bool>(
        &self,
        mut H: rt::IntSet,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::all_within(
            &H,
            rt::Range::exclusive(0, rt::order(&self.g)),
            "`H` of `Hull`",
        )?;
        if NORMAL {
            H = rt::of_orbit(&self.g, H)?;
        }
        into.component(Position::Hull { H }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Path`, line 23, in normal form or as it is.
    #[inline]
    fn add_path<const NORMAL: bool>(
        &self,
        n: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(n, 0, "`n` of `Path`")?;
        into.component(Position::Path { n }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Half`, line 25, in normal form or as it is.
    #[inline]
    fn add_half<const NORMAL: bool>(
        &self,
        n: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(n, 1, "`n` of `Half`")?;
        into.component(Position::Half { n }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Both`, line 27, in normal form or as it is.
    #[inline]
    fn add_both<const NORMAL: bool>(
        &self,
        n: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(n, 1, "`n` of `Both`")?;
        into.component(Position::Both { n }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Cycle`, line 29, in normal form or as it is.
    #[inline]
    fn add_cycle<const NORMAL: bool>(
        &self,
        n: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(n, 3, "`n` of `Cycle`")?;
        into.component(Position::Cycle { n }, copies);
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
            Position::Hull { H } => self.add_hull::<true>(H.clone(), copies, into),
            Position::Path { n } => {
                let n = *n;
                self.add_path::<true>(n, copies, into)
            }
            Position::Half { n } => {
                let n = *n;
                self.add_half::<true>(n, copies, into)
            }
            Position::Both { n } => {
                let n = *n;
                self.add_both::<true>(n, copies, into)
            }
            Position::Cycle { n } => {
                let n = *n;
                self.add_cycle::<true>(n, copies, into)
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
                ]),
            }),
        ])
    }

    fn place(&self, position: &Position) -> rt::Place {
        match position {
            Position::Path { n: size } if self.planned => {
                rt::heap_place(0, 0, rt::rising(size, 0, 9223372036854775803))
            }
            Position::Half { n: size } if self.planned => {
                rt::heap_place(0, 1, rt::rising(size, 0, 9223372036854775803))
            }
            Position::Both { n: size } if self.planned => {
                rt::heap_place(0, 2, rt::rising(size, 0, 9223372036854775803))
            }
            Position::Cycle { n: size } if self.planned => {
                rt::heap_place(0, 3, rt::rising(size, 0, 9223372036854775803))
            }
            _ => rt::Place::Search,
        }
    }
}
