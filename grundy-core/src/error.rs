//! Why a search has no answer.

use std::error::Error;
use std::fmt;

use crate::{Limit, TooManyCopies};

/// Why a search has no answer. None of these says anything about the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchError<P, E> {
    /// Play need not end: each of these positions occurs in an option of the one before it, and
    /// the last is the first again.
    Cycle(Vec<P>),
    /// The budget is spent.
    Limit(Limit),
    /// The rules failed.
    Rules {
        /// The position whose options were asked for.
        position: P,
        /// What the rules said.
        error: E,
    },
    /// A sum under misère play has more copies of a component than can be counted.
    TooManyCopies,
}

impl<P, E> SearchError<P, E> {
    /// The same error with every position replaced.
    pub(crate) fn map<Q>(self, mut f: impl FnMut(P) -> Q) -> SearchError<Q, E> {
        match self {
            Self::Cycle(cycle) => SearchError::Cycle(cycle.into_iter().map(f).collect()),
            Self::Limit(limit) => SearchError::Limit(limit),
            Self::Rules { position, error } => SearchError::Rules { position: f(position), error },
            Self::TooManyCopies => SearchError::TooManyCopies,
        }
    }
}

impl<P, E> From<Limit> for SearchError<P, E> {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl<P, E> From<TooManyCopies> for SearchError<P, E> {
    fn from(TooManyCopies: TooManyCopies) -> Self {
        Self::TooManyCopies
    }
}

impl<P: fmt::Debug, E: fmt::Display> fmt::Display for SearchError<P, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycle(cycle) => {
                write!(f, "a position can come back to itself:")?;
                for (i, position) in cycle.iter().enumerate() {
                    write!(f, "{} {position:?}", if i == 0 { "" } else { " ->" })?;
                }
                Ok(())
            }
            Self::Limit(limit) => limit.fmt(f),
            Self::Rules { position, error } => write!(f, "at {position:?}: {error}"),
            Self::TooManyCopies => TooManyCopies.fmt(f),
        }
    }
}

impl<P: fmt::Debug, E: fmt::Debug + fmt::Display> Error for SearchError<P, E> {}
