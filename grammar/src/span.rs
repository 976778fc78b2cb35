//! Where a piece of text stands.

use std::ops::Range;

/// A range of bytes in the one position space that all sources of a session share.
///
/// Every source that is read gets its own stretch of that space (see
/// [`SourceMap`](crate::SourceMap)), so a span alone says which file or
/// command-line argument it points into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of the bytes `start..end`.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The shortest span that covers both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span right behind this one: where something is missing.
    #[must_use]
    pub fn after(self) -> Span {
        Span { start: self.end, end: self.end }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Span {
        Span {
            start: u32::try_from(range.start).unwrap_or(u32::MAX),
            end: u32::try_from(range.end).unwrap_or(u32::MAX),
        }
    }
}
