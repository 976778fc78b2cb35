//! `periodic(...)`: what is proved about all members of a sequence.

use std::fmt;

use grundy_core::Nimber;
use grundy_core::heap::{HeapError, KindWindow, PeriodCheck, PeriodProof, Theorem};
use grundy_grammar::{Diagnostic, Span};

use crate::error::{Error, Result};
use crate::eval::{FrameValues, degree};
use crate::instance::Instance;
use crate::ir::{ExprKind, Periodic};
use crate::plan::Method;
use crate::solve::LONG_TABLE;
use crate::value::Value;

/// What a `periodic(...)` came to.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Where it stands.
    pub span: Span,
    /// The statement in words.
    pub statement: String,
    /// Why it holds, or where it fails.
    pub reason: String,
    /// Whether it was proved.
    pub proved: bool,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.statement, self.reason)
    }
}

impl Instance {
    /// Whether `g(n + period) = g(n) + saltus` for all n from `from` on, with
    /// the smallest period and the smallest such `from`.
    ///
    /// It is `true` or `false` only with a proof of the one or the other.
    pub(crate) fn is_periodic(
        &self,
        periodic: &Periodic,
        from: Option<i64>,
        period: i64,
        saltus: i64,
        frame: &mut FrameValues,
    ) -> Result<bool> {
        let period_span = periodic.period.span;
        if period < 1 {
            return Err(Error::fault("E0716", period_span, "a period is at least 1")
                .label(format!("this is {period}")));
        }
        let (kind, shift) = self.sequence(periodic, frame)?;
        let Method::Heap(index) = self.plan().method(kind) else {
            return Err(self.no_theorem(
                periodic,
                "no theorem about periods applies to positions of this kind",
            ));
        };
        let size = |n: i64| n.checked_add(shift).and_then(|size| u64::try_from(size).ok());
        let at = |size: u64| i64::try_from(size).unwrap_or(i64::MAX) - shift;
        let saltus = u64::try_from(saltus)
            .map_err(|_| self.no_theorem(periodic, "a saltus is not negative"))?;
        let found = self.with_tables(|tables| -> std::result::Result<_, HeapError> {
            let budget = self.budget();
            let from = match from {
                Some(from) => size(from).ok_or(HeapError::NoSuchHeap { kind: index, size: 0 })?,
                // Without a start any will do: the one that a proof finds.
                None => match tables.prove(index, LONG_TABLE, budget)? {
                    Some(proof) => proof.preperiod,
                    None => tables.family().kinds[index].least,
                },
            };
            let reach =
                from.saturating_add(period.unsigned_abs()).saturating_mul(4).max(LONG_TABLE);
            tables.check_period(index, from, period.unsigned_abs(), saltus, reach, budget)
        });
        let check = found.map_err(|error| match error {
            HeapError::NoSuchHeap { .. } => {
                self.no_theorem(periodic, "there is no position at the first index")
            }
            other => self.heap_error(other),
        })?;
        let name = self.text(periodic.position.span);
        let statement = match from {
            Some(from) => format!("`{name}` from {from} with period {period}"),
            None => format!("`{name}` with period {period}"),
        };
        let (proved, reason) = match check {
            PeriodCheck::Proved(proof) => (true, words(&proof, at)),
            PeriodCheck::Refuted { at: size } => {
                let (n, then) = (at(size), at(size).saturating_add(period));
                let one = self.heap_value(index, size)?;
                let other = self.heap_value(index, size.saturating_add(period.unsigned_abs()))?;
                (false, format!("at {n} the value is {one}, at {then} it is {other}"))
            }
            PeriodCheck::NotMinimal(proof) => {
                let already = if proof.period < period.unsigned_abs() {
                    format!("with the smaller period {}", proof.period)
                } else {
                    "earlier".to_string()
                };
                (false, format!("it holds already {already}, from {}", at(proof.preperiod)))
            }
            PeriodCheck::NotProved { checked } => {
                let note = "it holds for every index up to";
                let error = self.no_theorem(periodic, "no proof was found");
                return Err(error.note(format!("{note} {}, which proves nothing", at(checked))));
            }
        };
        self.periods.borrow_mut().push(Finding { span: period_span, statement, reason, proved });
        Ok(proved)
    }

    fn heap_value(&self, index: usize, size: u64) -> Result<Nimber> {
        let found = self.with_tables(|tables| tables.nimber(index, size, self.budget()));
        found.map_err(|e| self.heap_error(e))
    }

    /// The kind whose sizes the sequence runs through, and the size at index 0.
    ///
    /// The form of the expression decides: a few sizes that grow evenly would prove nothing.
    fn sequence(
        &self,
        periodic: &Periodic,
        frame: &mut FrameValues,
    ) -> Result<(crate::ir::KindId, i64)> {
        let shape = || {
            self.no_theorem(periodic, "it must speak of one position `Kind(n + c)` with one nat")
        };
        let ExprKind::Component(kind, args) = &periodic.position.kind else {
            return Err(shape());
        };
        let [size] = args.as_slice() else {
            return Err(shape());
        };
        if degree(size, periodic.variable) != Some(1) {
            return Err(shape());
        }
        let mut at = |n: i64| -> Result<i64> {
            frame[periodic.variable.index()] = Value::Int(n);
            self.int(size, frame)
        };
        let (zero, one) = (at(0)?, at(1)?);
        if one.checked_sub(zero) != Some(1) {
            return Err(shape());
        }
        Ok((*kind, zero))
    }

    fn no_theorem(&self, periodic: &Periodic, why: &str) -> Error {
        let text = self.text(periodic.position.span);
        let diagnostic = Diagnostic::new("E0717", periodic.position.span, format!("not proved that `{text}` is periodic for all n"))
            .label(why.to_string())
            .help("periods are proved for heaps with bounded removals and splits into two, alone or leading to each other; state what was checked as a claim over a range instead");
        Error::Unproved(Box::new(diagnostic))
    }
}

/// What a proof rests on; `at` turns a size into the index of the sequence.
fn words(proof: &PeriodProof, at: impl Fn(u64) -> i64) -> String {
    match &proof.theorem {
        Theorem::CountsUp => {
            "proved, since the options are exactly the smaller heaps and so the values count up"
                .to_string()
        }
        Theorem::GuySmith { common, windows } => {
            let own = windows.iter().find(|window| window.kind == proof.kind);
            let window = own.map_or(String::new(), |w| range(w, at));
            let others = match windows.len() {
                0 | 1 => String::new(),
                n => format!(", together with {} more kinds", n - 1),
            };
            format!(
                "proved by the theorem of Guy and Smith: g(n + {common}) = g(n) was checked{window}{others}"
            )
        }
        Theorem::Arithmetic { common, window, below } => {
            let saltus = proof.saltus * (common / proof.period);
            format!(
                "proved, since every nimber below {below} is an option from some size on: \
                 g(n + {common}) = g(n) + {saltus} was checked{}",
                range(window, at)
            )
        }
        Theorem::ArithmeticBreaks { common, window, .. } => {
            let saltus = proof.saltus * (common / proof.period);
            format!(
                "proved by {}: g(n + {common}) = g(n) + {saltus} was checked{}",
                proof.theorem,
                range(window, at)
            )
        }
    }
}

/// ` for n from 5 to 9`.
fn range(window: &KindWindow, at: impl Fn(u64) -> i64) -> String {
    format!(" for n from {} to {}", at(window.from), at(window.to) - 1)
}
