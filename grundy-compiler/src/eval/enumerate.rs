//! `subsets`, `vectors`, `permutations` and `partitions`, one after the other
//! without building the collection of all of them.

use std::ops::ControlFlow;

use grundy_core::rt::choices::{Combination, Partition, next_permutation, turn};
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
            let mut combination = Combination::new(size, of.len());
            while let Some(choice) = &mut combination {
                self.tick()?;
                let subset = Value::Set(choice.chosen().iter().map(|&at| of[at].clone()).collect());
                if then(subset, frame)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                if !choice.advance() {
                    break;
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
            if turn(&mut wheels, sorted, |_| entries.len()).is_none() {
                return Ok(ControlFlow::Continue(()));
            }
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
            if !next_permutation(&mut order) {
                return Ok(ControlFlow::Continue(()));
            }
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
            if self.partitions_into(n, count, distinct, frame, then)?.is_break() {
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
        let mut partition = if n < 0 { None } else { Partition::new(n, count, distinct) };
        while let Some(parts) = &mut partition {
            self.tick()?;
            if then(Value::ints(parts.parts().iter().copied()), frame)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if !parts.advance() {
                break;
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn as_int(length: usize) -> i64 {
    i64::try_from(length).expect("a length fits into 63 bits")
}
