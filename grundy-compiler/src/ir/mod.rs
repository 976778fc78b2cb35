//! The typed, resolved form of a game: what the text means.
//!
//! After [`crate::check`] no name, no unknown type and no arity question is
//! left. The IR holds no type of a parser; spans are kept so that errors
//! found while a game runs can point at the rule they come from.

use std::fmt;

use grundy_grammar::Span;

mod expr;
mod graph;
mod types;
pub(crate) mod visit;

pub use expr::{
    Aggregate, BinaryOp, Builtin, CompareOp, Expr, ExprKind, Periodic, Update, UpdateOp,
};
pub use graph::GraphFunction;
pub use types::Type;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The place in the list that the id points into.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(index: usize) -> $name {
                $name(u32::try_from(index).expect("fewer than 2^32 items"))
            }
        }
    };
}

id!(
    /// A kind of position: an index into [`Spec::kinds`].
    KindId
);
id!(
    /// A param: an index into [`Spec::params`].
    ParamId
);
id!(
    /// A top-level `let`: an index into [`Spec::lets`].
    LetId
);
id!(
    /// A function with the types of one use: an index into [`Spec::functions`].
    FunctionId
);
id!(
    /// A name of the program that the rules stand in: an index into [`Spec::foreign`].
    ForeignId
);
id!(
    /// A setup: an index into [`Spec::setups`].
    SetupId
);
id!(
    /// A variable: an index into the [`Frame`] of the item it belongs to.
    Local
);

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Play {
    /// The last player to move wins.
    #[default]
    Normal,
    /// The last player to move loses.
    Misere,
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Play::Normal => "normal play",
            Play::Misere => "misère play",
        })
    }
}

/// A whole game.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// The name behind `game`.
    pub name: String,
    /// The documentation of the file.
    pub docs: String,
    /// The convention of the file.
    pub play: Play,
    /// The params in the order of the text.
    pub params: Vec<Param>,
    /// The top-level `let`s in the order of the text.
    pub lets: Vec<Let>,
    /// Functions, once for each list of argument types they are used with.
    pub functions: Vec<Function>,
    /// What the rules name of the Rust program that they stand in.
    pub foreign: Vec<Foreign>,
    /// The kinds of position.
    pub kinds: Vec<Kind>,
    /// The setups.
    pub setups: Vec<Setup>,
    /// The sum behind `start`.
    pub start: Option<Body>,
    /// Claims, refutations and expectations in the order of the text.
    pub statements: Vec<Statement>,
    /// The questions.
    pub asks: Vec<Ask>,
}

/// The variables of one item. No two variables of an item share a slot.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The name of each variable.
    pub names: Vec<String>,
}

/// An expression that is evaluated in a frame of its own.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its variables; arguments come first.
    pub frame: Frame,
    /// The expression.
    pub expr: Expr,
}

/// A value that the user may set.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Its documentation.
    pub docs: String,
    /// Its type.
    pub ty: Type,
    /// The values it may take.
    pub domain: Domain,
    /// The value it has unless it is set.
    pub default: Body,
    /// The condition behind `where`.
    pub condition: Option<Body>,
}

/// A named value that depends on the params.
#[derive(Clone, Debug)]
pub struct Let {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its value.
    pub value: Body,
}

/// A function with the types of one use.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The types of its arguments in this use.
    pub args: Vec<Type>,
    /// Whether its body may ask questions about the game.
    pub questions: bool,
    /// Whether a call of it was found inside of itself: every circle of calls
    /// passes through a function that is marked so.
    pub recursive: bool,
    /// The type of its value.
    pub result: Type,
    /// Its value.
    pub body: Body,
}

/// A function or constant of the Rust program that the rules stand in. Nothing is known of it but
/// that it has no effect and gives the same for the same arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// Its name.
    pub name: String,
    /// Whether it is named without arguments.
    pub constant: bool,
}

/// A kind of position.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Its documentation.
    pub docs: String,
    /// Its fields; field i is variable i of `frame`.
    pub fields: Vec<Field>,
    /// The variables of all its clauses.
    pub frame: Frame,
    /// The condition behind `where`, in terms of the fields.
    pub condition: Option<Expr>,
    /// When a component of this kind has no move.
    pub ends: Vec<Expr>,
    /// What may be reordered without changing the position.
    pub symmetric: Vec<Symmetric>,
    /// The sums that a position of this kind equals, in the order of the text.
    pub equals: Vec<Equals>,
    /// The moves, in the order of the text.
    pub moves: Vec<Move>,
    /// The nat that every move lowers, when the author gave one.
    pub decreases: Option<Expr>,
}

/// A field of a position, or an argument.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// The values it may take.
    pub domain: Domain,
}

/// What may be reordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symmetric {
    /// The entries of this vector.
    Entries(Local),
    /// These fields among themselves.
    Fields(Vec<Local>),
}

/// `equals SUM when COND`.
#[derive(Clone, Debug)]
pub struct Equals {
    /// Its place.
    pub span: Span,
    /// The sum.
    pub sum: Expr,
    /// When it applies.
    pub when: Option<Expr>,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// Its place.
    pub span: Span,
    /// Its documentation.
    pub docs: String,
    /// The choices.
    pub binders: Vec<Binder>,
    /// The condition behind `when`, `legal` apart.
    pub guard: Option<Expr>,
    /// Whether choices that lead outside a domain are no moves (`when legal`).
    pub legal: bool,
    /// What the position becomes.
    pub sum: Expr,
}

/// A named way to write a starting sum.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Its name.
    pub name: String,
    /// Its documentation.
    pub docs: String,
    /// Its arguments; argument i is variable i of the body.
    pub args: Vec<Field>,
    /// The sum.
    pub body: Body,
}

/// A claim, a refutation or an expectation.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its place.
    pub span: Span,
    /// The quoted text; for an expectation the text of its subject.
    pub text: String,
    /// The variables.
    pub frame: Frame,
    /// What it is said for.
    pub binders: Vec<Binder>,
    /// What is said.
    pub kind: StatementKind,
}

/// What a statement says.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// The condition holds for every choice.
    Claim(Expr),
    /// The condition fails, first at these values of variables or params.
    Refute {
        /// The false statement.
        condition: Expr,
        /// The choice at which it fails first.
        at: Vec<(At, Expr)>,
    },
    /// The expression takes these values, one for each choice in order.
    Expect {
        /// The expression; a sum stands for its nimber.
        subject: Expr,
        /// The values, row after row.
        values: Vec<Expr>,
        /// Lengths of the rows, when the values are written in rows.
        rows: Option<Vec<usize>>,
    },
}

/// What `at` of a refutation speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// A variable.
    Local(Local),
    /// A param.
    Param(ParamId),
}

/// A question that the command line can put.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Its name.
    pub name: String,
    /// Its documentation.
    pub docs: String,
    /// Its arguments; argument i is variable i of the body.
    pub args: Vec<Field>,
    /// The default values.
    pub defaults: Vec<Option<Expr>>,
    /// The answer.
    pub body: Body,
}

/// The values that a field, param or argument may take.
#[derive(Clone, Debug)]
pub enum Domain {
    /// Every value of the type.
    Any,
    /// An int that is at least `low` and, when there is a bound, at most or below `high`.
    Int {
        /// The least value.
        low: Box<Expr>,
        /// The bound above and whether it belongs to the domain.
        high: Option<(Box<Expr>, bool)>,
    },
    /// A vector of entries of a domain, with its length when that is fixed.
    Vector(Box<Domain>, Option<Box<Expr>>),
    /// A set of members of a domain.
    Set(Box<Domain>),
    /// A tuple.
    Tuple(Vec<Domain>),
    /// An edge or arc of a graph.
    Edge(Box<Expr>),
}

/// One entry of a binder list.
#[derive(Clone, Debug)]
pub enum Binder {
    /// Each value of the collection in turn.
    In(Pattern, Expr),
    /// One choice of a value from `collection` for each index from `over`.
    Map {
        /// The map that is bound.
        map: Local,
        /// The index, known in `collection`.
        index: Pattern,
        /// The indices.
        over: Expr,
        /// The values for an index.
        collection: Expr,
    },
    /// One value.
    Let(Pattern, Expr),
    /// Goes on only when the condition holds.
    If(Expr),
    /// Each value of the collection in turn as the value of a param.
    ParamIn(ParamId, Expr),
    /// One value as the value of a param.
    ParamIs(ParamId, Expr),
}

/// What a value is taken apart into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Into a variable.
    Local(Local),
    /// The value is not used.
    Ignore,
    /// A tuple into its entries.
    Tuple(Vec<Pattern>),
}

impl Pattern {
    /// Its variables, from the left.
    pub fn locals(&self) -> Vec<Local> {
        match self {
            Pattern::Local(local) => vec![*local],
            Pattern::Ignore => Vec::new(),
            Pattern::Tuple(parts) => parts.iter().flat_map(Pattern::locals).collect(),
        }
    }
}
