//! The one place that runs pest.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair as PestPair;
use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "game.pest"]
struct GameParser;

/// A piece of text that matched a rule, with the pieces inside it.
pub(crate) type Pair<'i> = PestPair<'i, Rule>;

/// Why a text does not match a rule.
#[derive(Debug)]
pub(crate) enum Failure {
    /// At this byte something else was expected.
    Unexpected {
        /// The furthest byte that could be reached.
        at: usize,
        /// What could have stood there.
        expected: Vec<Rule>,
    },
    /// The text asks for more work or stack than is granted.
    Exhausted,
}

/// Matches the beginning of `text` with a rule.
pub(crate) fn read(rule: Rule, text: &str) -> Result<Pair<'_>, Failure> {
    grant_calls(text.len());
    match GameParser::parse(rule, text) {
        Ok(mut pairs) => pairs.next().ok_or(Failure::Exhausted),
        Err(error) => match error.variant {
            ErrorVariant::ParsingError { positives, .. } => {
                let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
                Err(Failure::Unexpected { at, expected: positives })
            }
            ErrorVariant::CustomError { .. } => Err(Failure::Exhausted),
        },
    }
}

/// Raises pest's limit on rule calls to what a text of this length may need.
///
/// The grammar is factored so that the work is in proportion to the text; the
/// limit is the net below that. It is one number for the whole process and so
/// never goes down: another thread may be reading a longer text.
fn grant_calls(length: usize) {
    static GRANTED: AtomicUsize = AtomicUsize::new(0);
    let wanted = length.saturating_mul(CALLS_PER_BYTE).saturating_add(CALLS_AT_LEAST);
    if GRANTED.fetch_max(wanted, Ordering::Relaxed) < wanted {
        pest::set_call_limit(NonZeroUsize::new(GRANTED.load(Ordering::Relaxed)));
    }
}

/// Each bracket level of a type is read by up to three alternatives, which makes
/// the densest texts quadratic in their nesting; hence the generous factor.
const CALLS_PER_BYTE: usize = 20_000;
const CALLS_AT_LEAST: usize = 1_000_000;
