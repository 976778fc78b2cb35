//! `periodic(...)`: what is proved about all members of a sequence.

use std::fmt;

use grundy_core::heap::{HeapError, HeapTables, KindWindow, PeriodCheck, PeriodProof, Theorem};
use grundy_core::{Budget, Nimber};
use grundy_grammar::{Diagnostic, Span};

use crate::error::{Error, Result};
use crate::eval::{FrameValues, degree};
use crate::instance::Instance;
use crate::ir::{ExprKind, Periodic};
use crate::plan::Method;
use crate::solve::LONG_TABLE;
use crate::value::{Position, Value};

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
        let sequence = self.sequence(periodic, frame)?;
        let saltus = u64::try_from(saltus)
            .map_err(|_| self.no_theorem(periodic, "a saltus is not negative"))?;
        let claim = Claim { from, period: period.unsigned_abs(), saltus };
        let judged = self.as_heaps(&sequence, |index, shift, tables| {
            let judged = claim.judge(index, shift, tables, self.budget())?;
            Ok((judged, shift))
        });
        let (judged, shift) = match judged {
            None => {
                return Err(self.no_theorem(
                    periodic,
                    "no theorem about periods applies to positions of this kind",
                ));
            }
            Some(Err(HeapError::NoSuchHeap { .. })) => {
                return Err(self.no_theorem(periodic, "there is no position at the first index"));
            }
            Some(Err(other)) => return Err(self.heap_error(other)),
            Some(Ok(judged)) => judged,
        };
        // The other fields may be what no position has.
        frame[periodic.variable.index()] = Value::Int(judged.first);
        self.value(&periodic.position, frame)?;
        let at = |size: u64| i64::try_from(size).unwrap_or(i64::MAX).saturating_sub(shift);
        let name = self.text(periodic.position.span);
        let statement = match from {
            Some(from) => format!("`{name}` from {from} with period {period}"),
            None => format!("`{name}` with period {period}"),
        };
        let (proved, reason) = match judged.check {
            PeriodCheck::Proved(proof) => (true, words(&proof, at)),
            PeriodCheck::Refuted { at: size } => {
                let (n, then) = (at(size), at(size).saturating_add(period));
                let [one, other] = judged.differ;
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

    /// What the sequence runs through.
    ///
    /// The form of the expression decides: a few sizes that grow evenly would prove nothing.
    fn sequence(&self, periodic: &Periodic, frame: &mut FrameValues) -> Result<Sequence> {
        let shape = || {
            let why = "it must speak of one position `Kind(n + c)`, with `n` in one number";
            self.no_theorem(periodic, why)
        };
        let ExprKind::Component(kind, args) = &periodic.position.kind else {
            return Err(shape());
        };
        let mut runs = None;
        for (field, arg) in args.iter().enumerate() {
            match (degree(arg, periodic.variable), runs) {
                (Some(0), _) => {}
                (Some(1), None) => runs = Some((field, arg)),
                _ => return Err(shape()),
            }
        }
        let Some((field, size)) = runs else { return Err(shape()) };
        let mut at = |n: i64| -> Result<i64> {
            frame[periodic.variable.index()] = Value::Int(n);
            self.int(size, frame)
        };
        let (zero, one) = (at(0)?, at(1)?);
        if one.checked_sub(zero) != Some(1) {
            return Err(shape());
        }
        frame[periodic.variable.index()] = Value::Int(0);
        let fields = args.iter().map(|arg| self.value(arg, frame)).collect::<Result<_>>()?;
        Ok(Sequence { first: Position { kind: *kind, fields }, field })
    }

    /// Works with the tables of the heaps that the members of a sequence are: with the number of the
    /// kind there, and the size at index 0. `None` when they are no heaps.
    fn as_heaps<T>(
        &self,
        Sequence { first, field }: &Sequence,
        work: impl FnOnce(usize, i64, &mut HeapTables) -> T,
    ) -> Option<T> {
        match (self.plan().method(first.kind), first.fields.as_ref()) {
            (Method::Heap(index), [Value::Int(size)]) => {
                Some(self.with_tables(|tables| work(index, *size, tables)))
            }
            (Method::Heaps(board), _) => self.with_layer(board, first, *field, work),
            _ => None,
        }
    }

    fn no_theorem(&self, periodic: &Periodic, why: &str) -> Error {
        let text = self.text(periodic.position.span);
        let diagnostic = Diagnostic::new("E0717", periodic.position.span, format!("not proved that `{text}` is periodic for all n"))
            .label(why.to_string())
            .help("periods are proved for heaps with bounded removals and splits into two, alone or leading to each other; state what was checked as a claim over a range instead");
        Error::Unproved(Box::new(diagnostic))
    }
}

/// Positions of one kind whose number in one field runs through all ints.
struct Sequence {
    /// That at index 0, which need not exist.
    first: Position,
    /// The field.
    field: usize,
}

/// That g(n + period) = g(n) + saltus for all n from some index on.
struct Claim {
    from: Option<i64>,
    period: u64,
    saltus: u64,
}

/// What came of it.
struct Judged {
    check: PeriodCheck,
    /// The first index.
    first: i64,
    /// Where the equation fails, the two nimbers.
    differ: [Nimber; 2],
}

impl Claim {
    /// Judges it in the tables of the heaps of a kind; `shift` is the size at index 0.
    fn judge(
        &self,
        index: usize,
        shift: i64,
        tables: &mut HeapTables,
        budget: &Budget,
    ) -> std::result::Result<Judged, HeapError> {
        let none = HeapError::NoSuchHeap { kind: index, size: 0 };
        let from = match self.from {
            Some(from) => {
                let size = from.checked_add(shift).and_then(|size| u64::try_from(size).ok());
                size.ok_or(none)?
            }
            // Without a start any will do: the one that a proof finds.
            None => match tables.prove(index, LONG_TABLE, budget)? {
                Some(proof) => proof.preperiod,
                None => tables.family().kinds[index].least,
            },
        };
        let reach = from.saturating_add(self.period).saturating_mul(4).max(LONG_TABLE);
        let check = tables.check_period(index, from, self.period, self.saltus, reach, budget)?;
        let mut differ = [Nimber::ZERO; 2];
        if let PeriodCheck::Refuted { at } = check {
            let sizes = [at, at.saturating_add(self.period)];
            for (nimber, size) in differ.iter_mut().zip(sizes) {
                *nimber = tables.nimber(index, size, budget)?;
            }
        }
        let first = i64::try_from(from).unwrap_or(i64::MAX).saturating_sub(shift);
        Ok(Judged { check, first, differ })
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
