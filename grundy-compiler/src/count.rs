//! How many of the sums that a question speaks of have each nimber.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use grundy_core::{CountError, Counts, HeapError, Nimber};
use grundy_grammar::{Diagnostic, Span};

use crate::check::Query;
use crate::error::{Error, Result};
use crate::eval::{FrameValues, degree};
use crate::instance::Instance;
use crate::ir::visit::each_child;
use crate::ir::{Binder, Expr, ExprKind, Local, Pattern};
use crate::plan::Method;
use crate::solve::{LONG_TABLE, WORK};
use crate::value::Value;

/// What was counted, and how.
#[derive(Clone, Debug)]
pub struct Count {
    /// How many there are of each nimber.
    pub counts: Counts,
    /// Whether every sum was looked at; else they were counted by the nimbers of their heaps.
    pub walked: bool,
}

/// A run of heaps, one of which is a component of each sum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Heaps {
    index: usize,
    first: u64,
    last: u64,
}

/// A question about sums of heaps that run through ranges, each on its own.
struct Shape {
    /// Where the sum stands.
    span: Span,
    /// The xor of the components that do not run.
    fixed: Nimber,
    /// The components that run.
    heaps: Vec<Heaps>,
    /// How often each sum comes because of variables that do not occur in it.
    times: u128,
}

/// The parts of a sum: components with the kind of the family and the size, and the Nim heaps.
type Parts<'q> = Vec<(usize, &'q Expr)>;

/// More sums are not looked at one by one.
const MOST_WALKED: u64 = 10_000_000;

/// More sums are not kept, to see which came before.
const MOST_KEPT: usize = 1_000_000;

impl Instance {
    /// Counts the sums of a question by their nimbers. Without `ordered`, sums of the same
    /// positions count once.
    ///
    /// Sums of heaps that run through ranges are counted by the nimbers of the heaps; others are
    /// looked at one by one.
    ///
    /// # Errors
    /// What can go wrong while the sums are solved, and when there are too many.
    pub fn count(self: &Rc<Self>, query: &Query, ordered: bool) -> Result<Count> {
        match self.shape(query)? {
            Some(shape) if ordered || is_separate(&shape) => {
                let counts = self.count_heaps(&shape, ordered)?;
                Ok(Count { counts, walked: false })
            }
            _ => Ok(Count { counts: self.walk(query, ordered)?, walked: true }),
        }
    }

    fn shape(&self, query: &Query) -> Result<Option<Shape>> {
        if query.condition.is_some() {
            return Ok(None);
        }
        let mut frame = vec![Value::Int(0); query.frame.names.len()];
        let mut ranges: Vec<(Local, i64, i64)> = Vec::new();
        for binder in &query.binders {
            let Binder::In(Pattern::Local(local), values) = binder else { return Ok(None) };
            if !is_closed(values) {
                return Ok(None);
            }
            let Value::Range(range) = self.value(values, &mut frame)? else { return Ok(None) };
            let (Some(low), Some(high)) = (range.iter().next(), range.iter().next_back()) else {
                return Ok(None);
            };
            ranges.push((*local, low, high));
        }
        let mut parts = Vec::new();
        let mut fixed = Nimber::ZERO;
        if !self.parts(&query.subject, &mut parts, &mut fixed, &mut frame)? {
            return Ok(None);
        }
        let span = query.subject.span;
        let mut shape = Shape { span, fixed, heaps: Vec::new(), times: 1 };
        let mut runs = vec![false; ranges.len()];
        for (index, size) in parts {
            let degrees = ranges.iter().map(|(local, ..)| degree(size, *local));
            let Some(degrees) = degrees.collect::<Option<Vec<u8>>>() else { return Ok(None) };
            let mut running = (0..ranges.len()).filter(|&at| degrees[at] == 1);
            let Some(at) = running.next() else { return Ok(None) };
            if running.next().is_some() || std::mem::replace(&mut runs[at], true) {
                return Ok(None);
            }
            let Some((first, last)) = self.ends(size, ranges[at], &mut frame)? else {
                return Ok(None);
            };
            shape.heaps.push(Heaps { index, first, last });
        }
        for ((_, low, high), _) in ranges.iter().zip(&runs).filter(|(_, runs)| !**runs) {
            let values = i128::from(*high) - i128::from(*low) + 1;
            let times = shape.times.checked_mul(values.unsigned_abs());
            shape.times = times.ok_or_else(|| too_many(span, CountError::TooMany))?;
        }
        Ok(Some(shape))
    }

    /// Takes a sum apart; `false` when it has another form.
    fn parts<'q>(
        &self,
        sum: &'q Expr,
        parts: &mut Parts<'q>,
        fixed: &mut Nimber,
        frame: &mut FrameValues,
    ) -> Result<bool> {
        match &sum.kind {
            ExprKind::Empty => Ok(true),
            ExprKind::Plus(a, b) => {
                Ok(self.parts(a, parts, fixed, frame)? && self.parts(b, parts, fixed, frame)?)
            }
            _ if is_closed(sum) => {
                let value = self.value(sum, frame)?;
                *fixed ^= self.nimber(value.sum())?;
                Ok(true)
            }
            ExprKind::Component(kind, args) => match (self.plan().method(*kind), args.as_slice()) {
                (Method::Heap(index), [size]) => {
                    parts.push((index, size));
                    Ok(true)
                }
                _ => Ok(false),
            },
            _ => Ok(false),
        }
    }

    /// The sizes at both ends of a range, where the size grows by 1 with the variable and both
    /// heaps exist.
    fn ends(
        &self,
        size: &Expr,
        (local, low, high): (Local, i64, i64),
        frame: &mut FrameValues,
    ) -> Result<Option<(u64, u64)>> {
        let mut at = |n: i64| {
            frame[local.index()] = Value::Int(n);
            self.int(size, frame)
        };
        let (first, last) = (at(low)?, at(high)?);
        let steady = i128::from(last) - i128::from(first) == i128::from(high) - i128::from(low);
        Ok(match (u64::try_from(first), u64::try_from(last)) {
            (Ok(first), Ok(last)) if steady => Some((first, last)),
            _ => None,
        })
    }

    fn count_heaps(&self, shape: &Shape, ordered: bool) -> Result<Counts> {
        let too_many = |error| too_many(shape.span, error);
        let mut counts = Counts::new();
        counts.add(shape.fixed, if ordered { shape.times } else { 1 }).map_err(too_many)?;
        let mut heaps = shape.heaps.clone();
        heaps.sort_unstable();
        for equal in heaps.chunk_by(|a, b| a == b) {
            let one = self.tally(shape.span, &equal[0])?;
            if ordered {
                for _ in equal {
                    counts = counts.pairs_with(&one).map_err(too_many)?;
                }
            } else {
                let several = one.multisets(equal.len() as u32).map_err(too_many)?;
                counts = counts.pairs_with(&several).map_err(too_many)?;
            }
        }
        Ok(counts)
    }

    fn tally(&self, span: Span, heaps: &Heaps) -> Result<Counts> {
        let &Heaps { index, first, last } = heaps;
        let found = self.with_tables(|tables| -> std::result::Result<_, HeapError> {
            tables.prove_within(index, last.min(LONG_TABLE), WORK, self.budget(), &mut |_| {})?;
            tables.tally(index, first, last, self.budget())
        });
        found.map_err(|error| match error {
            HeapError::Unproved => refused(
                span,
                "no period of their nimbers is proved, or they grow for ever".to_string(),
                "ask for a shorter range; of heaps with a proved period any range can be counted",
            ),
            HeapError::NoSuchHeap { size, .. } => refused(
                span,
                format!("there is no heap of size {size}"),
                "begin the range with the smallest heap",
            ),
            other => self.heap_error(other),
        })
    }

    fn walk(self: &Rc<Self>, query: &Query, ordered: bool) -> Result<Counts> {
        let mut counts = Counts::new();
        let mut known = HashSet::new();
        let mut walked = 0;
        let mut frame = vec![Value::Int(0); query.frame.names.len()];
        let flow = self.each_choice(&query.binders, &mut frame, &mut |instance, frame| {
            walked += 1;
            if walked > MOST_WALKED || known.len() > MOST_KEPT {
                return Err(refused(
                    query.subject.span,
                    "there are too many to look at each".to_string(),
                    "sums of heaps that run through ranges, such as `Row(1..=9) + Row(1..=9)`, are counted without that",
                ));
            }
            let value = instance.value_in(&query.subject, frame)?;
            let sum = value.sum();
            if ordered || known.insert(sum.as_ref().clone()) {
                let added = counts.add(instance.nimber(sum)?, 1);
                added.map_err(|error| too_many(query.subject.span, error))?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        debug_assert!(flow.is_continue());
        Ok(counts)
    }
}

/// Whether each set of positions comes from one choice only, up to the order within equal ranges:
/// ranges of one kind are the same or have nothing in common.
fn is_separate(shape: &Shape) -> bool {
    let apart =
        |a: &Heaps, b: &Heaps| a == b || a.index != b.index || a.last < b.first || b.last < a.first;
    shape.heaps.iter().all(|a| shape.heaps.iter().all(|b| apart(a, b)))
}

/// Whether no variable occurs in an expression.
fn is_closed(expr: &Expr) -> bool {
    let mut closed = !matches!(expr.kind, ExprKind::Local(_));
    each_child(&mut expr.clone(), &mut |child| closed &= is_closed(child));
    closed
}

fn too_many(span: Span, error: CountError) -> Error {
    refused(span, error.to_string(), "ask for shorter ranges or fewer components")
}

fn refused(span: Span, why: String, help: &str) -> Error {
    let text = format!("these positions cannot be counted: {why}");
    let diagnostic = Diagnostic::new("E0715", span, text);
    Error::Unproved(Box::new(diagnostic.label("asks for this").help(help)))
}
