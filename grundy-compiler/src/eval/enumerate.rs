//! `subsets`, `vectors`, `permutations` and `partitions`, one after the other
//! without building the collection of all of them.

use std::ops::ControlFlow;

use grundy_grammar::Span;

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::ir::{Builtin, Expr};
use crate::value::{Range, Value};

use super::FrameValues;

/// Whether to go on to the next choice.
pub type Flow = ControlFlow<()>;

type Take<'a> = dyn FnMut(Value, &mut FrameValues) -> Result<Flow> + 'a;

impl Builtin {
    /// Whether the function gives a collection that can be run through without building it.
    pub(crate) fn enumerates(self) -> bool {
        matches!(
            self,
            Builtin::Subsets
                | Builtin::Vectors
                | Builtin::SortedVectors
                | Builtin::Permutations
                | Builtin::Partitions
                | Builtin::DistinctPartitions
                | Builtin::CodeMoves
        )
    }
}

impl Instance {
    /// Calls `then` for each member of the collection that the function gives.
    pub(super) fn enumerate(
        &self,
        builtin: Builtin,
        args: &[Expr],
        span: Span,
        frame: &mut FrameValues,
        then: &mut Take,
    ) -> Result<Flow> {
        match builtin {
            Builtin::Subsets => {
                let of = self.eval(&args[0], frame)?;
                let of = Value::set(self.members(&of, span)?.into_owned());
                let of = of.entries();
                let sizes = match args.get(1) {
                    Some(sizes) => self.count_range(sizes, frame)?,
                    None => Range::inclusive(0, as_int(of.len())),
                };
                self.subsets(of, sizes, frame, then)
            }
            Builtin::Vectors | Builtin::SortedVectors => {
                let length = self.length_of(&args[0], span, frame)?;
                let entries = self.eval(&args[1], frame)?;
                let entries = self.members(&entries, span)?.into_owned();
                let sorted = builtin == Builtin::SortedVectors;
                let entries = if sorted { Value::set(entries) } else { Value::vector(entries) };
                self.vectors(length, entries.entries(), sorted, frame, then)
            }
            Builtin::Permutations => {
                let of = self.eval(&args[0], frame)?;
                let mut order = self.members(&of, span)?.into_owned();
                order.sort_unstable();
                self.permutations(order, frame, then)
            }
            Builtin::Partitions => {
                let n = self.int(&args[0], frame)?;
                let parts = self.count_range(&args[1], frame)?;
                self.partitions(n, parts, false, frame, then)
            }
            Builtin::DistinctPartitions => {
                let n = self.int(&args[0], frame)?;
                self.partitions(n, Range::inclusive(0, n.max(0)), true, frame, then)
            }
            Builtin::CodeMoves => self.code_moves(&args[0], &args[1], frame, then),
            _ => unreachable!("does not enumerate"),
        }
    }

    fn length_of(&self, expr: &Expr, span: Span, frame: &mut FrameValues) -> Result<usize> {
        let length = self.int(expr, frame)?;
        usize::try_from(length)
            .map_err(|_| {
                let error = Error::fault(
                    "E0708",
                    expr.span,
                    format!("a vector cannot have {length} entries"),
                );
                self.keep_negative_out(error.label("the length is negative"), expr)
            })
            .and_then(|length| {
                self.may_grow(length, span)?;
                Ok(length)
            })
    }

    /// Smaller subsets first; among those of one size in the order of their members.
    fn subsets(
        &self,
        of: &[Value],
        sizes: Range,
        frame: &mut FrameValues,
        then: &mut Take,
    ) -> Result<Flow> {
        let Some((low, high)) = sizes.bounds() else {
            return Ok(ControlFlow::Continue(()));
        };
        for size in low.max(0)..=high.min(as_int(of.len())) {
            let size = usize::try_from(size).expect("between 0 and a length");
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                self.tick()?;
                let subset = Value::Set(chosen.iter().map(|&at| of[at].clone()).collect());
                if then(subset, frame)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                // The last index that can still grow grows; those behind it follow closely.
                let Some(at) = (0..size).rev().find(|&at| chosen[at] + size - at < of.len()) else {
                    break;
                };
                chosen[at] += 1;
                for next in at + 1..size {
                    chosen[next] = chosen[next - 1] + 1;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// All vectors in lexicographic order, the last entry fastest; `sorted` leaves only
    /// those whose entries never descend.
    fn vectors(
        &self,
        length: usize,
        entries: &[Value],
        sorted: bool,
        frame: &mut FrameValues,
        then: &mut Take,
    ) -> Result<Flow> {
        if entries.is_empty() && length > 0 {
            return Ok(ControlFlow::Continue(()));
        }
        let mut wheels = vec![0; length];
        loop {
            self.tick()?;
            let vector = Value::vector(wheels.iter().map(|&at| entries[at].clone()));
            if then(vector, frame)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let Some(at) = (0..length).rev().find(|&at| wheels[at] + 1 < entries.len()) else {
                return Ok(ControlFlow::Continue(()));
            };
            let next = wheels[at] + 1;
            wheels[at] = next;
            wheels[at + 1..].fill(if sorted { next } else { 0 });
        }
    }

    /// The distinct orders, in lexicographic order.
    fn permutations(
        &self,
        mut order: Vec<Value>,
        frame: &mut FrameValues,
        then: &mut Take,
    ) -> Result<Flow> {
        loop {
            self.tick()?;
            if then(Value::vector(order.iter().cloned()), frame)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let Some(at) = (1..order.len()).rev().find(|&at| order[at - 1] < order[at]) else {
                return Ok(ControlFlow::Continue(()));
            };
            let next = (at..order.len()).rev().find(|&next| order[at - 1] < order[next]);
            order.swap(at - 1, next.expect("the entry at `at` is greater"));
            order[at..].reverse();
        }
    }

    /// Ascending vectors of positive parts that add up to n: fewer parts
    /// first, then in lexicographic order.
    fn partitions(
        &self,
        n: i64,
        parts: Range,
        distinct: bool,
        frame: &mut FrameValues,
        then: &mut Take,
    ) -> Result<Flow> {
        let Some((low, high)) = parts.bounds() else {
            return Ok(ControlFlow::Continue(()));
        };
        for count in low.max(0)..=high.min(n) {
            let count = usize::try_from(count).expect("not negative");
            if n >= 0 && self.partitions_into(n, count, distinct, frame, then)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn partitions_into(
        &self,
        n: i64,
        count: usize,
        distinct: bool,
        frame: &mut FrameValues,
        then: &mut Take,
    ) -> Result<Flow> {
        let gap = i64::from(distinct);
        // The least sum of `more` further parts that begin at `part`, or None when it is out of reach.
        let least = |part: i64, more: usize| -> Option<i64> {
            let more = as_int(more);
            let steps = more.checked_mul(more - 1)? / 2;
            part.checked_mul(more)?.checked_add(gap.checked_mul(steps)?)
        };
        if count == 0 {
            return if n == 0 {
                then(Value::ints([]), frame)
            } else {
                Ok(ControlFlow::Continue(()))
            };
        }
        if least(1, count).is_none_or(|least| least > n) {
            return Ok(ControlFlow::Continue(()));
        }
        // The parts so far; the last one is what is left.
        let mut chosen: Vec<i64> = (0..as_int(count)).map(|at| 1 + gap * at).collect();
        loop {
            self.tick()?;
            let before: i64 = chosen[..count - 1].iter().sum();
            chosen[count - 1] = n - before;
            if then(Value::ints(chosen.iter().copied()), frame)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            // The last part that can still grow so that the rest has room.
            let mut before: i64 = chosen[..count - 1].iter().sum();
            let mut at = count - 1;
            let found = loop {
                if at == 0 {
                    break None;
                }
                at -= 1;
                before -= chosen[at];
                let part = chosen[at] + 1;
                if least(part, count - at).is_some_and(|least| least <= n - before) {
                    break Some((at, part));
                }
            };
            let Some((at, part)) = found else {
                return Ok(ControlFlow::Continue(()));
            };
            for (step, place) in chosen[at..].iter_mut().enumerate() {
                *place = part + gap * as_int(step);
            }
        }
    }
}

fn as_int(length: usize) -> i64 {
    i64::try_from(length).expect("a length fits into 63 bits")
}
