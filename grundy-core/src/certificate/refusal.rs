//! Why a certificate is not accepted.

use std::error::Error;
use std::fmt;

use crate::Limit;

/// Why a certificate is not accepted. Kinds are named by their index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is no certificate.
    Unreadable(String),
    /// It is one of a version that is not known.
    Version {
        /// Its version.
        found: u32,
        /// The version that is known.
        known: u32,
    },
    /// Its digest of itself is wrong: it was changed after it was written.
    Changed,
    /// What it says of the game in words is not what the rules say.
    Words {
        /// The first line that differs, as it is; `None` where one is missing.
        claimed: Option<String>,
        /// As the rules say it; `None` where there is one too many.
        found: Option<String>,
    },
    /// The family is no game: a rule leads to what does not exist, or play need not end.
    Family(String),
    /// The theorem does not apply to the family.
    Theorem(String),
    /// The sizes at which the equation was checked do not suffice for the theorem.
    Window {
        /// The kind.
        kind: usize,
        /// What the theorem asks for.
        needed: String,
    },
    /// A nimber is wrong.
    Value {
        /// The kind.
        kind: usize,
        /// The size.
        size: u64,
        /// What the certificate says.
        claimed: u32,
        /// What the options say.
        found: u32,
    },
    /// g(n + p) = g(n) + s fails where it should have been checked.
    Equation {
        /// The kind.
        kind: usize,
        /// The size n.
        size: u64,
        /// p.
        period: u64,
        /// s.
        saltus: u64,
        /// g(n).
        now: u64,
        /// g(n + p).
        then: u64,
    },
    /// The period or the preperiod is not the smallest one, or not that of the window.
    NotMinimal(String),
    /// The digest of the nimbers of a kind is wrong, or its table has the wrong length.
    Digest {
        /// The kind.
        kind: usize,
    },
    /// It was not checked to the end.
    Limit(Limit),
}

impl From<Limit> for Refusal {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "this is no certificate: {why}"),
            Self::Version { found, known } => {
                write!(f, "its version is {found}, only version {known} is known")
            }
            Self::Changed => write!(f, "it was changed: its digest of itself does not agree"),
            Self::Words { claimed, found } => {
                let line = |line: &Option<String>| {
                    line.as_ref()
                        .map_or("nothing more".to_string(), |line| format!("`{}`", line.trim()))
                };
                write!(
                    f,
                    "it says of the game {}, but its rules say {}",
                    line(claimed),
                    line(found)
                )
            }
            Self::Family(why) => write!(f, "its rules are no game: {why}"),
            Self::Theorem(why) => write!(f, "the theorem does not apply: {why}"),
            Self::Window { kind, needed } => {
                write!(f, "the window of kind {kind} does not suffice: {needed}")
            }
            Self::Value { kind, size, claimed, found } => write!(
                f,
                "the heap of kind {kind} and size {size} has the nimber {found}, not {claimed}"
            ),
            Self::Equation { kind, size, period, saltus, now, then } => write!(
                f,
                "for kind {kind}, g({size}) = {now} and g({size} + {period}) = {then}, \
                 which do not differ by {saltus}"
            ),
            Self::NotMinimal(why) => write!(f, "it is not as stated: {why}"),
            Self::Digest { kind } => {
                write!(f, "the nimbers of kind {kind} do not have the digest that is stated")
            }
            Self::Limit(limit) => limit.fmt(f),
        }
    }
}

impl Error for Refusal {}
