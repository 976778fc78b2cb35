//! Messages about what a person wrote, as plain data.

use crate::Span;

/// A message: what is wrong, where, and what to do about it.
///
/// It holds no rendered text: the command line draws the source lines, and
/// the macros turn the same value into a compile error at the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code such as `E0203`, explained in `docs/errors.md`.
    pub code: &'static str,
    /// One sentence: what is wrong.
    pub message: String,
    /// The place, with a few words that stand under the caret (may be empty).
    pub primary: (Span, String),
    /// Other places that matter, each with its words.
    pub related: Vec<(Span, String)>,
    /// Facts that help to understand (the position, the choice, the values).
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// A message with a code at a place.
    pub fn new(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            primary: (span, String::new()),
            related: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// The words under the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.primary.1 = label.into();
        self
    }

    /// Another place that matters.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.related.push((span, label.into()));
        self
    }

    /// A fact that helps to understand.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// What to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }
}

/// The name among `names` that a person most likely meant by `wrong`, if one is near.
///
/// Near means an edit distance (insertions, deletions, substitutions and
/// swaps of neighbours) of at most a third of the length, at least one.
///
/// ```
/// use grundy_grammar::nearest;
/// assert_eq!(nearest("Heep", ["Row", "Heap"]), Some("Heap"));
/// assert_eq!(nearest("x", ["Row", "Heap"]), None);
/// ```
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (wrong.chars().count() / 3).max(1);
    names
        .into_iter()
        .map(|name| (edit_distance(wrong, name), name))
        .filter(|&(distance, name)| {
            distance <= allowed
                && distance < name.chars().count()
                && distance < wrong.chars().count().max(2)
                || name.eq_ignore_ascii_case(wrong)
        })
        .min()
        .map(|(_, name)| name)
}

/// Optimal string alignment distance, ignoring case.
fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(row[j - 1] + 1).min(rows[i - 1][j] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swaps_count_once() {
        assert_eq!(edit_distance("hepa", "heap"), 1);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }

    #[test]
    fn short_names_are_not_near_everything() {
        assert_eq!(nearest("x", ["n", "k"]), None);
        assert_eq!(nearest("N", ["n", "k"]), Some("n"));
    }
}
