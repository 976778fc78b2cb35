//! Normal forms: `ends when`, `symmetric` and `equals`.

use grundy_core::Sum;
use grundy_grammar::Span;

use crate::error::{Error, Result, too_many_copies};
use crate::instance::Instance;
use crate::ir::{Kind, Symmetric};
use crate::value::{Position, SumValue, Value};

/// So many steps of `equals` in a row do not come to rest.
const MAX_STEPS: u32 = 10_000;

/// What the clauses of a kind make of a component.
enum Step {
    /// It has ended: it contributes nothing.
    Ended,
    /// It is in normal form.
    Rests,
    /// It equals this sum, which is simpler, by the clause at this place.
    Becomes(SumValue, Span),
}

impl Instance {
    /// The sum in normal form: components that have ended are gone, symmetric
    /// parts are sorted, and `equals` has been applied until nothing changes.
    ///
    /// # Errors
    /// When a condition cannot be evaluated, `equals` goes round in a circle,
    /// or the sum holds a run too long to be listed.
    pub fn normal_sum(&self, sum: &SumValue) -> Result<Sum<Position>> {
        let mut normal = Sum::zero();
        for (size, copies) in sum.sum.heaps() {
            normal.push_heap(*size, *copies);
        }
        for (position, copies) in sum.sum.components() {
            self.add_normal(position.clone(), *copies, &mut normal)?;
        }
        for run in &sum.runs {
            for at in 0..run.count {
                self.tick()?;
                self.add_normal(run.at(at), run.copies, &mut normal)?;
                self.may_grow(normal.components().len(), Span::default())?;
            }
        }
        Ok(normal)
    }

    /// Adds the normal form of so many copies of a component.
    fn add_normal(&self, position: Position, copies: u64, into: &mut Sum<Position>) -> Result<()> {
        let mut open = vec![(position, copies, 0)];
        while let Some((mut position, copies, steps)) = open.pop() {
            let step = self.step(&mut position);
            let (sum, clause) = match step.map_err(|e| self.at_position(e, &position))? {
                Step::Ended => continue,
                Step::Rests => {
                    into.push(position, copies);
                    continue;
                }
                Step::Becomes(sum, clause) => (sum, clause),
            };
            if steps >= MAX_STEPS {
                return Err(self.restless(position, clause));
            }
            for (size, count) in sum.sum.heaps() {
                into.push_heap(
                    *size,
                    count.checked_mul(copies).ok_or_else(|| too_many_copies(Span::default()))?,
                );
            }
            let runs =
                sum.runs.iter().flat_map(|run| (0..run.count).map(|at| (run.at(at), run.copies)));
            for (next, count) in sum.sum.components().iter().cloned().chain(runs) {
                self.tick()?;
                open.push((
                    next,
                    count.checked_mul(copies).ok_or_else(|| too_many_copies(Span::default()))?,
                    steps + 1,
                ));
            }
        }
        Ok(())
    }

    /// Applies the clauses once.
    fn step(&self, position: &mut Position) -> Result<Step> {
        let spec = self.spec();
        let kind = &spec.kinds[position.kind.index()];
        if kind.ends.is_empty() && kind.symmetric.is_empty() && kind.equals.is_empty() {
            return Ok(Step::Rests);
        }
        let mut frame = position.fields.to_vec();
        frame.resize(kind.frame.names.len(), Value::Int(0));
        for ends in &kind.ends {
            if self.value(ends, &mut frame)?.bool() {
                return Ok(Step::Ended);
            }
        }
        sort_symmetric(kind, position);
        frame[..position.fields.len()].clone_from_slice(&position.fields);
        for equals in &kind.equals {
            if let Some(when) = &equals.when
                && !self.value(when, &mut frame)?.bool()
            {
                continue;
            }
            let value = self.value(&equals.sum, &mut frame)?;
            if !is_only(value.sum(), position, kind) {
                return Ok(Step::Becomes((**value.sum()).clone(), equals.span));
            }
        }
        Ok(Step::Rests)
    }

    /// The error for `equals` that goes on for ever.
    fn restless(&self, position: Position, clause: Span) -> Error {
        let shown = self.show_position(&position);
        let mut route = vec![format!("`{shown}`")];
        let mut at = Some(position);
        while let Some(mut position) = at.take().filter(|_| route.len() < 4) {
            if let Ok(Step::Becomes(sum, _)) = self.step(&mut position) {
                route.push(format!("`{}`", self.show_sum(&sum)));
                at = sum.sum.components().first().map(|(next, _)| next.clone());
            }
        }
        Error::fault("E0712", clause, "`equals` does not come to rest")
            .label(format!("still applies to `{shown}` after {MAX_STEPS} steps"))
            .note(format!("it makes {}", route.join(", then ")))
            .help("each `equals` must lead to positions that are simpler in some way; say when with `equals SUM when COND`")
    }
}

/// Whether the sum is just this position, up to what may be reordered.
fn is_only(sum: &SumValue, position: &Position, kind: &Kind) -> bool {
    let [(only, 1)] = sum.sum.components() else {
        return false;
    };
    if !sum.sum.heaps().is_empty() || !sum.runs.is_empty() || only.kind != position.kind {
        return false;
    }
    let mut only = only.clone();
    sort_symmetric(kind, &mut only);
    only == *position
}

/// Sorts what may be reordered.
fn sort_symmetric(kind: &Kind, position: &mut Position) {
    for symmetric in &kind.symmetric {
        match symmetric {
            Symmetric::Entries(field) => {
                let entries = position.fields[field.index()].entries();
                if !entries.is_sorted() {
                    let mut sorted = entries.to_vec();
                    sorted.sort_unstable();
                    position.fields[field.index()] = Value::Vector(sorted.into());
                }
            }
            Symmetric::Fields(fields) => {
                let mut values: Vec<Value> =
                    fields.iter().map(|f| position.fields[f.index()].clone()).collect();
                values.sort_unstable();
                for (field, value) in fields.iter().zip(values) {
                    position.fields[field.index()] = value;
                }
            }
        }
    }
}
