//! Why there is no answer about a heap.

use std::error::Error;
use std::fmt;

use crate::Limit;

/// Why there is no answer about a heap. None of these says anything about the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapError {
    /// The family has no such kind, or the kind no heap of this size.
    NoSuchHeap {
        /// The kind.
        kind: usize,
        /// The size.
        size: u64,
    },
    /// The budget is spent.
    Limit(Limit),
    /// Sizes of more than 64 bits.
    TooLarge,
    /// Too many heaps to look at each, and nothing is proved of their kind that would help.
    Unproved,
}

impl From<Limit> for HeapError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl fmt::Display for HeapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchHeap { kind, size } => {
                write!(f, "there is no heap of kind {kind} and size {size}")
            }
            Self::Limit(limit) => limit.fmt(f),
            Self::TooLarge => write!(f, "a heap would be larger than {}", u64::MAX),
            Self::Unproved => {
                write!(f, "there are too many heaps, and no period or closed form is proved")
            }
        }
    }
}

impl Error for HeapError {}
