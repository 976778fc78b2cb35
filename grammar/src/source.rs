//! The texts of a session and the position space they share.

use crate::Span;

/// One text: a file, a built-in spec or an argument of the command line.
#[derive(Clone, Debug)]
pub struct Source {
    /// How messages name it, for instance `kayles.game` or `<command line>`.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// Where its first byte lies in the shared position space.
    pub base: u32,
}

impl Source {
    /// The part of this source that `span` covers, as byte offsets into `text`.
    ///
    /// Clamped to the text and to character borders, so that it can always be sliced.
    pub fn local(&self, span: Span) -> std::ops::Range<usize> {
        let clamp = |at: u32| {
            let mut at = (at.saturating_sub(self.base) as usize).min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = clamp(span.start);
        start..clamp(span.end).max(start)
    }
}

/// All texts of a session.
///
/// ```
/// use grundy_grammar::{SourceMap, Span};
///
/// let mut sources = SourceMap::default();
/// let first = sources.add("a.game", "game nim");
/// let second = sources.add("<command line>", "Heap(3)");
/// let base = sources.get(second).base;
/// assert_eq!(sources.text(Span::new(base, base + 4)), "Heap");
/// assert_eq!(sources.line_column(Span::new(5, 8)), (1, 6));
/// # let _ = first;
/// ```
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

/// Names a source of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceId(usize);

impl SourceMap {
    /// Adds a text and gives it a stretch of the position space.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        // One byte between two sources keeps the empty span at an end unambiguous.
        let base = self.sources.last().map_or(0, |last| last.base as usize + last.text.len() + 1);
        self.sources.push(Source {
            name: name.into(),
            text: text.into(),
            base: u32::try_from(base).unwrap_or(u32::MAX),
        });
        SourceId(self.sources.len() - 1)
    }

    /// The source with this id.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.sources[id.0]
    }

    /// The source that `span` points into, or `None` when there is no source at all.
    pub fn source(&self, span: Span) -> Option<&Source> {
        let after = self.sources.partition_point(|s| s.base <= span.start);
        self.sources.get(after.max(1) - 1)
    }

    /// The text that `span` covers.
    pub fn text(&self, span: Span) -> &str {
        self.source(span).map_or("", |s| &s.text[s.local(span)])
    }

    /// Line and column of the start of `span`, both counted from 1, columns in characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        self.source(span).map_or((1, 1), |s| {
            let before = &s.text[..s.local(span).start];
            let line_start = before.rfind('\n').map_or(0, |at| at + 1);
            (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
        })
    }
}
