//! Smaller stacks: replace a stack by fewer stacks than it has coins, each of them smaller.
//!
//! A stack of k becomes at least 1 and at most k - 1 stacks of sizes 1..k-1; sizes may repeat.
//! Each new size doubles the nimbers within reach, so g(k) = 2^(k-2). It makes no difference if
//! the sizes must all differ; if the stack may also vanish, g(k) = 2^(k-1).

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
    /// A stack of k coins.
    Stack {
        /// The field `k`.
        k: i64,
    },
    /// A stack of k coins in the game in which the new sizes must all differ.
    Distinct {
        /// The field `k`.
        k: i64,
    },
}

/// As the rules write it.
impl rt::Display for Position {
    fn fmt(&self, f: &mut rt::fmt::Formatter<'_>) -> rt::fmt::Result {
        match self {
            Position::Stack { k } => rt::show(f, "Stack", &[k]),
            Position::Distinct { k } => rt::show(f, "Distinct", &[k]),
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
            Position::Stack { k: field0 } => rt::key(0, 1, &rt::Fields(field0, ())),
            Position::Distinct { k: field0 } => rt::key(1, 1, &rt::Fields(field0, ())),
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
    /// Whether a stack may be replaced by nothing at all.
    pub vanish: bool,
}

impl rt::Default for Params {
    fn default() -> Self {
        Self {
            vanish: rt::default_param::<bool>(false),
        }
    }
}

/// The rules of stacks.
#[allow(non_snake_case)]
pub struct Rules {
    /// Whether a stack may be replaced by nothing at all.
    vanish: bool,
    fewest: rt::Lazy<i64>,
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
        rt::Ok(Rules {
            vanish: rt::load(&params.vanish)?,
            fewest: rt::Lazy::new(),
        })
    }

    /// The sum that the game starts from, line 26: `Stack(4) + Stack(3)`.
    ///
    /// # Errors
    /// When it leads to a position that does not exist.
    pub fn start(&self) -> rt::Result<rt::Sum<Position>> {
        let mut sum = rt::Sum::zero();
        self.add_stack(4, 1, &mut sum)?;
        self.add_stack(3, 1, &mut sum)?;
        rt::Ok(sum)
    }

    /// Puts the options of a position behind those that are there.
    fn moves(
        &self,
        position: &Position,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        match position {
            Position::Stack { k } => {
                let k = *k;
                self.stack_replace(k, options)
                    .map_err(rt::within("the move `replace`, line 16"))?;
            }
            Position::Distinct { k } => {
                let k = *k;
                self.distinct_replace(k, options)
                    .map_err(rt::within("the move `replace`, line 22"))?;
            }
        }
        rt::Ok(())
    }

    /// Put stacks of the given sizes in its place.
    ///
    /// line 16: `move replace(m in fewest..k, sizes in sorted_vectors(m, 1..k)) -> sum(Stack(s) for s in sizes)`
    fn stack_replace(
        &self,
        k: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        for m in rt::Range::exclusive(*self.fewest()?, k) {
            let mut choices = rt::Vectors::sorted(
                m,
                rt::members(rt::Range::exclusive(1, k))?,
            )?;
            while let rt::Some(sizes) = choices.next() {
                for &s in sizes.iter() {
                    self.add_stack(s, 1, options)?;
                }
                options.finish();
            }
        }
        rt::Ok(())
    }

    /// Put stacks of the given sizes in its place.
    ///
    /// line 22: `move replace(sizes in subsets(1..k)) when vanish or sizes != {} -> sum(Distinct(s) for s in sizes)`
    fn distinct_replace(
        &self,
        k: i64,
        options: &mut impl rt::OptionSink<Position>,
    ) -> rt::Result<()> {
        let mut choices = rt::Subsets::all(
            rt::IntSet::range(rt::Range::exclusive(1, k))?,
        );
        while let rt::Some(sizes) = choices.next() {
            if self.vanish || *sizes != *(&rt::IntSet::of([])) {
                for s in sizes.iter() {
                    self.add_distinct(s, 1, options)?;
                }
                options.finish();
            }
        }
        rt::Ok(())
    }

    /// Adds copies of a `Stack`, line 14.
    #[inline]
    fn add_stack(
        &self,
        k: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(k, 1, "`k` of `Stack`")?;
        into.component(Position::Stack { k }, copies);
        rt::Ok(())
    }

    /// Adds copies of a `Distinct`, line 20.
    #[inline]
    fn add_distinct(
        &self,
        k: i64,
        copies: u64,
        into: &mut impl rt::Sink<Position>,
    ) -> rt::Result<()> {
        rt::at_least(k, 1, "`k` of `Distinct`")?;
        into.component(Position::Distinct { k }, copies);
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
            Position::Stack { k } => {
                let k = *k;
                self.add_stack(k, copies, into)
            }
            Position::Distinct { k } => {
                let k = *k;
                self.add_distinct(k, copies, into)
            }
        }
    }

    /// `let fewest`, line 11: `if vanish then 0 else 1`.
    fn fewest(&self) -> rt::Result<&i64> {
        self.fewest.get("fewest", || rt::Ok(if self.vanish { 0 } else { 1 }))
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

    fn place(&self, position: &Position) -> rt::Place {
        match position {
            Position::Stack { k: size } => {
                rt::table_place(0, rt::rising(size, 0, 9223372036854775807))
            }
            Position::Distinct { k: size } => {
                rt::table_place(1, rt::rising(size, 0, 9223372036854775807))
            }
        }
    }

    fn tables(&self) -> usize {
        2
    }

    fn of_table(&self, kind: usize, size: u64) -> rt::Option<Position> {
        match kind {
            0 => {
                rt::Some(Position::Stack {
                    k: rt::stored(size)?,
                })
            }
            1 => {
                rt::Some(Position::Distinct {
                    k: rt::stored(size)?,
                })
            }
            _ => rt::None,
        }
    }
}
