//! What can stop a computation. None of it is ever a value.

use grundy_core::Limit;
use grundy_grammar::{Diagnostic, Span};

use crate::ir::FunctionId;
use crate::value::Value;

/// Why there is no value.
#[derive(Clone, Debug)]
pub enum Error {
    /// The rules, or what was asked, are at fault.
    Fault(Box<Diagnostic>),
    /// A component left its domain; with `when legal` such a choice is no move.
    Outside(Box<Diagnostic>),
    /// A limit that the user set, or that memory sets, was reached.
    Limit(Limit),
    /// Nothing is proved that would answer the question, and walking is out of reach.
    Unproved(Box<Diagnostic>),
    /// A function calls itself too deeply for the native stack: it has to be
    /// evaluated first. Never leaves the evaluator.
    #[doc(hidden)]
    Suspended(FunctionId, Box<[Value]>),
}

impl Error {
    /// A fault with a code at a place.
    pub(crate) fn fault(code: &'static str, span: Span, message: impl Into<String>) -> Error {
        Error::Fault(Box::new(Diagnostic::new(code, span, message)))
    }

    /// Changes the message, if there is one.
    #[must_use]
    pub(crate) fn map(self, change: impl FnOnce(Diagnostic) -> Diagnostic) -> Error {
        match self {
            Error::Fault(diagnostic) => Error::Fault(Box::new(change(*diagnostic))),
            Error::Outside(diagnostic) => Error::Outside(Box::new(change(*diagnostic))),
            Error::Unproved(diagnostic) => Error::Unproved(Box::new(change(*diagnostic))),
            other => other,
        }
    }

    /// Adds words under the caret.
    #[must_use]
    pub(crate) fn label(self, label: impl Into<String>) -> Error {
        self.map(|d| d.label(label))
    }

    /// Adds a note.
    #[must_use]
    pub(crate) fn note(self, note: impl Into<String>) -> Error {
        self.map(|d| d.note(note))
    }

    /// Adds advice.
    #[must_use]
    pub(crate) fn help(self, help: impl Into<String>) -> Error {
        self.map(|d| d.help(help))
    }
}

impl From<Limit> for Error {
    fn from(limit: Limit) -> Error {
        Error::Limit(limit)
    }
}

/// More copies of a component than a `u64` counts.
pub(crate) fn too_many_copies(span: Span) -> Error {
    Error::fault("E0711", span, "so many copies of a component cannot be counted")        .label(format!("more than {}", u64::MAX))
        .help("under normal play two copies of a component cancel, so one or none gives the same value")
}

/// The result of a computation.
pub type Result<T> = std::result::Result<T, Error>;
