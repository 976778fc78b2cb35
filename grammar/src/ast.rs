//! The syntax tree: what was written, every part with its place.
//!
//! Nothing is resolved here. A name is a text, a number an integer, and the
//! only things that have been decided are precedence and shape.

use crate::Span;

/// A name as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A whole `.game` file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// The `//!` lines, joined by newlines, without the markers.
    pub docs: String,
    /// The name behind `game`.
    pub name: Name,
    /// Everything else, in the order of the text.
    pub items: Vec<Item>,
}

/// One item with the documentation in front of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The `///` lines, joined by newlines, without the markers.
    pub docs: String,
    /// From its keyword to its last token.
    pub span: Span,
    /// What it is.
    pub kind: ItemKind,
}

/// What an item is.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `play NAME`: the play convention; which words exist is decided later.
    Play(Name),
    /// `param NAME: TYPE = EXPR where COND`.
    Param {
        /// The param.
        name: Name,
        /// Its type, when given.
        ty: Option<Type>,
        /// The value it has unless the user sets it.
        default: Expr,
        /// The condition behind `where`.
        condition: Option<Expr>,
    },
    /// `let NAME = EXPR`.
    Let {
        /// The name.
        name: Name,
        /// Its value.
        value: Expr,
    },
    /// `fn NAME(a, b) = EXPR`.
    Fn {
        /// The function.
        name: Name,
        /// Its arguments.
        args: Vec<Name>,
        /// Its value.
        body: Expr,
    },
    /// `position Kind(field: TYPE, ...) where COND { clauses }`.
    Position {
        /// The kind.
        name: Name,
        /// Its fields.
        fields: Vec<Field>,
        /// The condition behind `where`.
        condition: Option<Expr>,
        /// The clauses between the braces.
        clauses: Vec<Clause>,
    },
    /// `setup Name(arg: TYPE, ...) = SUM`.
    Setup {
        /// The name.
        name: Name,
        /// Its arguments.
        args: Vec<Field>,
        /// The sum it stands for.
        sum: Expr,
    },
    /// `start SUM`.
    Start(Expr),
    /// `claim "text" for BINDERS: COND`.
    Claim {
        /// The quoted text.
        text: Text,
        /// What it is claimed for.
        binders: Vec<Binder>,
        /// The statement.
        condition: Expr,
    },
    /// `refute "text" for BINDERS: COND at x = 5, y = 2`.
    Refute {
        /// The quoted text.
        text: Text,
        /// What it was claimed for.
        binders: Vec<Binder>,
        /// The false statement.
        condition: Expr,
        /// The smallest counterexample.
        at: Vec<(Name, Expr)>,
    },
    /// `expect EXPR for BINDERS = v, v, v`; for tables every value is a row `[v, v]`.
    Expect {
        /// The sum, or another expression.
        subject: Expr,
        /// What it is expected for.
        binders: Vec<Binder>,
        /// The known values.
        values: Vec<Expr>,
    },
    /// `ask NAME(arg: TYPE = EXPR, ...) = EXPR`.
    Ask {
        /// The question.
        name: Name,
        /// What it may be asked with.
        args: Vec<AskArg>,
        /// The answer.
        body: Expr,
    },
}

/// A field of a position, or an argument of a setup: `n: nat`.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// An argument of an `ask`: `n: nat = 10`.
#[derive(Clone, Debug, PartialEq)]
pub struct AskArg {
    /// Its name.
    pub name: Name,
    /// Its type, when given.
    pub ty: Option<Type>,
    /// Its value unless the command line gives one.
    pub default: Option<Expr>,
}

/// A quoted text without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What stands between the quotes, escapes replaced.
    pub text: String,
    /// The place, quotes included.
    pub span: Span,
}

/// A clause of a position with the documentation in front of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The `///` lines, joined by newlines, without the markers.
    pub docs: String,
    /// From its keyword to its last token.
    pub span: Span,
    /// What it is.
    pub kind: ClauseKind,
}

/// What a clause is.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    /// `move NAME(BINDERS) when COND -> SUM`.
    Move {
        /// The move.
        name: Name,
        /// Its choices.
        binders: Vec<Binder>,
        /// The condition behind `when`; may hold [`ExprKind::Legal`].
        guard: Option<Expr>,
        /// What the position becomes.
        sum: Expr,
    },
    /// `moves octal EXPR`.
    Octal(Expr),
    /// `ends when COND`.
    Ends(Expr),
    /// `symmetric a, b`.
    Symmetric(Vec<Name>),
    /// `equals SUM when COND`.
    Equals {
        /// The sum that this position equals.
        sum: Expr,
        /// When it does.
        when: Option<Expr>,
    },
    /// `decreases EXPR`.
    Decreases(Expr),
}

/// One entry of a binder list.
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: BinderKind,
}

/// What a binder is.
#[derive(Clone, Debug, PartialEq)]
pub enum BinderKind {
    /// `x in COLLECTION`, `(a, b) in PAIRS`.
    In {
        /// What is bound.
        pattern: Pattern,
        /// The values it takes, in order.
        collection: Expr,
    },
    /// `d[i in I] in COLLECTION`: one choice for each i.
    Map {
        /// The map that is bound.
        name: Name,
        /// The index.
        index: Pattern,
        /// The values of the index.
        over: Expr,
        /// The values of `d[i]`.
        collection: Expr,
    },
    /// `let x = EXPR`.
    Let {
        /// What is bound.
        pattern: Pattern,
        /// Its value.
        value: Expr,
    },
    /// `if COND`.
    If(Expr),
    /// `param k in COLLECTION`.
    ParamIn {
        /// The param.
        name: Name,
        /// The values it takes.
        collection: Expr,
    },
    /// `param g = EXPR`.
    ParamIs {
        /// The param.
        name: Name,
        /// The value it takes.
        value: Expr,
    },
    /// A bare `n`, as in `periodic(Row(n) for n, from = 71, period = 12)`.
    Free(Name),
}

/// What stands where a name is bound.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// A name.
    Name(Name),
    /// `_`: the value is not used.
    Ignore(Span),
    /// `(a, b)`.
    Tuple(Vec<Pattern>, Span),
}

/// A type with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: TypeKind,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `nat`, `int`, `bool`, `text`, `graph`, `vertex`, `edge`, or a name that is no type.
    Named(String),
    /// `a..b`, `a..=b`, `a..`.
    Range {
        /// The least value.
        low: Box<Expr>,
        /// The bound above, when there is one.
        high: Option<Box<Expr>>,
        /// Whether `high` itself belongs to it.
        inclusive: bool,
    },
    /// `[T]`, `[T; n]`.
    Vector(Box<Type>, Option<Box<Expr>>),
    /// `set<T>`.
    Set(Box<Type>),
    /// `(T, U)`.
    Tuple(Vec<Type>),
}

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `42`, `10_000`.
    Int(i64),
    /// `"HTH"`.
    Text(String),
    /// `true`, `false`.
    Bool(bool),
    /// A name alone; with a capital it may be a kind, a setup or a variable.
    Name(String),
    /// `legal`, in guards.
    Legal,
    /// `f(a, b)`, `sum(e for BINDERS)`, `min(c else 0)`, `periodic(K(n) for n, from = 1, period = 2)`.
    Call(Box<Call>),
    /// `Kind(args)`: a component, or a setup.
    Component {
        /// The kind or setup.
        name: Name,
        /// Its fields.
        args: Vec<Expr>,
    },
    /// `Kind[3, 5, 7]`: the sum of `Kind(3)`, `Kind(5)`, `Kind(7)`.
    ///
    /// `S[0]` with a variable S looks the same; only the names in scope can tell.
    Components {
        /// The kind or setup.
        name: Name,
        /// One field each.
        args: Vec<Expr>,
    },
    /// `x[i]`, and `x[a..b]` when the index is a range.
    Index {
        /// The vector, text or map.
        base: Box<Expr>,
        /// The index.
        index: Box<Expr>,
    },
    /// `-a`, `not a`, `*m`.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// Its place.
        op_span: Span,
        /// What it is applied to.
        operand: Box<Expr>,
    },
    /// `a + b` and its like.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Its place.
        op_span: Span,
        /// Left side.
        left: Box<Expr>,
        /// Right side.
        right: Box<Expr>,
    },
    /// `a < b <= c`: at least one comparison.
    Compare {
        /// The leftmost operand.
        first: Box<Expr>,
        /// Each operator with its place and the operand behind it.
        rest: Vec<(CompareOp, Span, Expr)>,
    },
    /// `a..b`, `a..=b`; without `high` only as a type.
    Range {
        /// The first value.
        low: Box<Expr>,
        /// The bound above.
        high: Box<Expr>,
        /// Whether `high` itself belongs to it.
        inclusive: bool,
    },
    /// `if C then A else B`.
    If {
        /// The condition.
        condition: Box<Expr>,
        /// The value when it holds.
        then: Box<Expr>,
        /// The value when it does not.
        otherwise: Box<Expr>,
    },
    /// `let x = E in B`.
    Let {
        /// What is bound.
        pattern: Pattern,
        /// Its value.
        value: Box<Expr>,
        /// Where it is known.
        body: Box<Expr>,
    },
    /// `(a, b)`; one in parentheses is that expression itself.
    Tuple(Vec<Expr>),
    /// `[a, b]`.
    Vector(Vec<Expr>),
    /// `{a, b}`.
    Set(Vec<Expr>),
    /// `[e for BINDERS]`, `{e for BINDERS}`.
    Comprehension {
        /// Whether the braces are those of a set.
        set: bool,
        /// The entry.
        body: Box<Expr>,
        /// What it is formed for.
        binders: Vec<Binder>,
    },
    /// `x with [i] -= s, [j in J] += d[j], [k] = e`.
    With {
        /// The vector.
        base: Box<Expr>,
        /// The changes.
        updates: Vec<Update>,
    },
    /// `x without [i]`.
    Without {
        /// The vector.
        base: Box<Expr>,
        /// The index of the entry that goes.
        index: Box<Expr>,
    },
    /// `fixpoint(T = START: STEP)`.
    Fixpoint {
        /// The name of the value so far.
        name: Name,
        /// The first value.
        start: Box<Expr>,
        /// The next value, in terms of `name`.
        step: Box<Expr>,
    },
    /// Stands where something could not be read; its error has been reported.
    Error,
}

/// A call: positional arguments, then `for BINDERS`, then named arguments, then `else d`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The function.
    pub function: Name,
    /// The positional arguments.
    pub args: Vec<Expr>,
    /// The binders behind `for`.
    pub binders: Option<Vec<Binder>>,
    /// The arguments `name = value`.
    pub named: Vec<(Name, Expr)>,
    /// The value behind `else`.
    pub otherwise: Option<Expr>,
}

/// One change of a `with`.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// Its place.
    pub span: Span,
    /// The binder of `[i in I]`; for `[e]` there is none.
    pub over: Option<(Pattern, Expr)>,
    /// The entry that changes; for `[i in I]` it is `i`.
    pub index: Expr,
    /// `=`, `+=` or `-=`.
    pub op: UpdateOp,
    /// The right side.
    pub value: Expr,
}

/// How an entry changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
}

/// Operators in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `not`
    Not,
    /// `*`: a Nim heap.
    Heap,
}

/// Operators between, comparisons apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `mod`
    Mod,
    /// `++`
    Concat,
    /// `&`
    Intersect,
    /// `|`
    Union,
    /// `xor`
    Xor,
    /// `and`
    And,
    /// `or`
    Or,
    /// `implies`
    Implies,
    /// `iff`
    Iff,
}

/// Comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `not in`
    NotIn,
}
