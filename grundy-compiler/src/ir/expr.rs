//! Expressions.

use grundy_grammar::Span;

use crate::value::Value;

use super::{
    Binder, ForeignId, FunctionId, GraphFunction, KindId, LetId, Local, ParamId, Pattern, Play,
    SetupId, Type,
};

/// A typed expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its place.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A value that is known.
    Constant(Value),
    /// A variable.
    Local(Local),
    /// A param.
    Param(ParamId),
    /// A top-level `let`.
    Global(LetId),
    /// `-a` on ints.
    Negate(Box<Expr>),
    /// `not a`.
    Not(Box<Expr>),
    /// An operator on two values of one type.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: each operand is evaluated at most once, from the left, until one fails.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `if C then A else B`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `let P = E in B`.
    Let(Pattern, Box<Expr>, Box<Expr>),
    /// `(a, b)`.
    Tuple(Vec<Expr>),
    /// `[a, b]`.
    Vector(Vec<Expr>),
    /// `{a, b}`.
    Set(Vec<Expr>),
    /// `a..b` (exclusive) or `a..=b` (inclusive).
    Range {
        /// The first value.
        low: Box<Expr>,
        /// The bound above.
        high: Box<Expr>,
        /// Whether `high` itself belongs to it.
        inclusive: bool,
    },
    /// `[e for BINDERS]` or `{e for BINDERS}`, as the type says.
    Collect(Box<Expr>, Vec<Binder>),
    /// `sum(e for BINDERS)` and its like; over a collection c it is `(v for v in c)`.
    Aggregate {
        /// Which one.
        op: Aggregate,
        /// What is aggregated.
        body: Box<Expr>,
        /// For which choices.
        binders: Vec<Binder>,
        /// The value when there is no choice.
        otherwise: Option<Box<Expr>>,
    },
    /// `x[i]` on a vector or a map.
    Index(Box<Expr>, Box<Expr>),
    /// `x[a..b]`.
    Slice(Box<Expr>, Box<Expr>),
    /// `x with [i] -= s, ...`.
    With(Box<Expr>, Vec<Update>),
    /// `x without [i]`.
    Without(Box<Expr>, Box<Expr>),
    /// A call of a function of the game.
    Call(FunctionId, Vec<Expr>),
    /// A call of a function of the language.
    Builtin(Builtin, Vec<Expr>),
    /// `fixpoint(T = START: STEP)`.
    Fixpoint(Local, Box<Expr>, Box<Expr>),
    /// A range (or a set, for a vector) as a value of the type of this expression.
    Convert(Box<Expr>),
    /// `0`: the sum without components.
    Empty,
    /// `Kind(args)`.
    Component(KindId, Vec<Expr>),
    /// `Setup(args)`.
    Setup(SetupId, Vec<Expr>),
    /// `*m`.
    Heap(Box<Expr>),
    /// `A + B` on sums.
    Plus(Box<Expr>, Box<Expr>),
    /// `k * A`.
    Copies(Box<Expr>, Box<Expr>),
    /// `sum(A for BINDERS)` on sums.
    SumOf(Box<Expr>, Vec<Binder>),
    /// `grundy(SUM)`.
    Grundy(Box<Expr>),
    /// `won(SUM)` and its like: whether the player to move wins (`won`) or loses.
    Outcome {
        /// The sum.
        sum: Box<Expr>,
        /// The convention, when it is not that of the game.
        play: Option<Play>,
        /// Whether it asks for a win.
        won: bool,
    },
    /// `options(SUM)`.
    Options(Box<Expr>),
    /// `periodic(Kind(n, ...) for n, from =, period =, saltus =)`.
    Periodic(Box<Periodic>),
}

/// `periodic(...)`: a statement about all members of a sequence.
#[derive(Clone, Debug)]
pub struct Periodic {
    /// The variable that runs.
    pub variable: Local,
    /// The position in terms of it.
    pub position: Expr,
    /// The first index from which it is periodic, when given.
    pub from: Option<Expr>,
    /// The period.
    pub period: Expr,
    /// What a period adds, 0 when not given.
    pub saltus: Option<Expr>,
}

/// One change of a `with`; all right sides see the old value.
#[derive(Clone, Debug)]
pub struct Update {
    /// Its place.
    pub span: Span,
    /// `[i in I]`: the change is made for each value of the collection.
    pub over: Option<(Pattern, Expr)>,
    /// The entry.
    pub index: Expr,
    /// How it changes.
    pub op: UpdateOp,
    /// The right side.
    pub value: Expr,
}

pub use grundy_grammar::ast::UpdateOp;

/// Operators on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// Ints.
    Add,
    /// Ints.
    Subtract,
    /// Ints.
    Multiply,
    /// Ints; floors.
    Divide,
    /// Ints; floors.
    Mod,
    /// Ints, bit by bit.
    Xor,
    /// Vectors.
    Concat,
    /// Sets.
    Union,
    /// Sets.
    Intersect,
    /// Sets.
    Difference,
    /// Sets.
    SymmetricDifference,
    /// Bools; the right side only when needed.
    And,
    /// Bools; the right side only when needed.
    Or,
    /// Bools; the right side only when needed.
    Implies,
    /// Bools.
    Iff,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<` on ints, chars, tuples and vectors.
    Less,
    /// `<=` on the same.
    LessEqual,
    /// `>` on the same.
    Greater,
    /// `>=` on the same.
    GreaterEqual,
    /// `<` on sets.
    ProperSubset,
    /// `<=` on sets.
    Subset,
    /// `>` on sets.
    ProperSuperset,
    /// `>=` on sets.
    Superset,
    /// `x in C`.
    In,
    /// `x not in C`.
    NotIn,
}

/// What turns many values into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// The sum; of nothing 0.
    Sum,
    /// The least value.
    Min,
    /// The greatest value.
    Max,
    /// Bit by bit; of nothing 0.
    Xor,
    /// The greatest common divisor; of nothing 0.
    Gcd,
    /// The least nat that is not among the values.
    Mex,
    /// How many choices there are (of a bool body: for how many it holds).
    Count,
    /// Whether a bool holds for some choice.
    Any,
    /// Whether a bool holds for every choice.
    All,
    /// The first value.
    First,
}

/// The functions of the language that take values and give a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `abs(a)`
    Abs,
    /// `min(a, b, ...)`
    Min,
    /// `max(a, b, ...)`
    Max,
    /// `gcd(a, b, ...)`
    Gcd,
    /// `isqrt(a)`
    Isqrt,
    /// `pow(a, b)`
    Pow,
    /// `even(a)`
    Even,
    /// `odd(a)`
    Odd,
    /// `bit(a, i)`: whether bit i is set.
    Bit,
    /// `popcount(a)`
    Popcount,
    /// `divisors(n)`
    Divisors,
    /// `primes(n)`: the primes up to n.
    Primes,
    /// `is_prime(n)`
    IsPrime,
    /// `prime_factors(n)`: with multiplicity, ascending.
    PrimeFactors,
    /// `is_square(n)`
    IsSquare,
    /// `nim_product(a, b)`
    NimProduct,
    /// `len(c)`
    Len,
    /// `sort(c)`
    Sort,
    /// `reverse(v)`
    Reverse,
    /// `subsets(S)`, `subsets(S, k)`, `subsets(S, a..=b)`
    Subsets,
    /// `vectors(n, C)`
    Vectors,
    /// `sorted_vectors(n, C)`
    SortedVectors,
    /// `permutations(C)`
    Permutations,
    /// `partitions(n, PARTS)`
    Partitions,
    /// `partitions(n, distinct)`
    DistinctPartitions,
    /// The moves of a heap by a take-and-break code: of a text and a size the pairs of how many
    /// are taken and the vector of the heaps that are left. Only `moves octal` makes it.
    CodeMoves,
    /// One of those about graphs.
    Graph(GraphFunction),
    /// A function or constant of the Rust program that the rules stand in.
    Foreign(ForeignId),
}
