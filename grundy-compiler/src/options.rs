//! The options of a position: which moves there are and where they lead.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::Sum;
use grundy_grammar::{Diagnostic, Span};

use crate::error::{Error, Result, too_many_copies};
use crate::eval::{Flow, FrameValues};
use crate::instance::Instance;
use crate::ir::{Binder, Kind, Move};
use crate::reference::replaced;
use crate::value::{Position, SumValue, Value};

/// A move that can be made in a component.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Which move: an index into the moves of the kind.
    pub index: usize,
    /// The name of the move.
    pub name: String,
    /// What was chosen: the variables of the move with their values.
    pub chosen: Vec<(String, Value)>,
    /// What the component becomes, as the rules write it.
    pub sum: SumValue,
}

impl Instance {
    /// Every option of a position as the rules give them: nothing is brought
    /// into normal form, and the same sum may come several times.
    ///
    /// # Errors
    /// When the rules fail at this position.
    pub fn choices(&self, position: &Position) -> Result<Vec<Choice>> {
        let mut choices = Vec::new();
        let flow = self.each_option(position, &mut |index, rule, frame, sum| {
            self.may_grow(choices.len(), rule.span)?;
            choices.push(Choice {
                index,
                name: rule.name.clone(),
                chosen: self.chosen(position, rule, frame),
                sum,
            });
            Ok(ControlFlow::Continue(()))
        })?;
        debug_assert!(flow.is_continue());
        Ok(choices)
    }

    /// Calls `then` with each option of a position by the definition.
    pub(crate) fn each_option(
        &self,
        position: &Position,
        then: &mut dyn FnMut(usize, &Move, &FrameValues, SumValue) -> Result<Flow>,
    ) -> Result<Flow> {
        self.each_option_by(position, &|_| true, then)
    }

    /// Calls `then` with each option of a position by the moves, given by their index, that are wanted.
    pub(crate) fn each_option_by(
        &self,
        position: &Position,
        wanted: &dyn Fn(usize) -> bool,
        then: &mut dyn FnMut(usize, &Move, &FrameValues, SumValue) -> Result<Flow>,
    ) -> Result<Flow> {
        let spec = self.spec();
        let kind = &spec.kinds[position.kind.index()];
        let mut frame = position.fields.to_vec();
        frame.resize(kind.frame.names.len(), Value::Int(0));
        let outer = self.depth.replace(0);
        let result = self.each_move(position, kind, wanted, &mut frame, then);
        self.depth.set(outer);
        result
    }

    fn each_move(
        &self,
        position: &Position,
        kind: &Kind,
        wanted: &dyn Fn(usize) -> bool,
        frame: &mut FrameValues,
        then: &mut dyn FnMut(usize, &Move, &FrameValues, SumValue) -> Result<Flow>,
    ) -> Result<Flow> {
        for ends in &kind.ends {
            if self.value(ends, frame).map_err(|e| self.at_position(e, position))?.bool() {
                return Ok(ControlFlow::Continue(()));
            }
        }
        let before = kind.decreases.as_ref().map(|e| self.value(e, frame)).transpose();
        let before = before.map_err(|e| self.at_position(e, position))?;
        for (index, rule) in kind.moves.iter().enumerate().filter(|(index, _)| wanted(*index)) {
            let flow = self.each(&rule.binders, frame, &mut |_, frame| {
                if let Some(guard) = &rule.guard
                    && !self
                        .value(guard, frame)
                        .map_err(|e| self.at_choice(e, position, rule, frame))?
                        .bool()
                {
                    return Ok(ControlFlow::Continue(()));
                }
                let outer = self.quiet.replace(rule.legal);
                let made = self.settled(|this| {
                    let mut sum = SumValue::default();
                    this.add_sum(&rule.sum, 1, &mut sum, frame)?;
                    Ok(sum)
                });
                self.quiet.set(outer);
                let sum = match made {
                    Ok(sum) => sum,
                    Err(Error::Outside(_)) if rule.legal => return Ok(ControlFlow::Continue(())),
                    Err(error) => return Err(self.at_choice(error, position, rule, frame)),
                };
                if let Some(before) = &before {
                    self.must_decrease(before.int(), &sum, rule.sum.span)
                        .map_err(|e| self.at_choice(e, position, rule, frame))?;
                }
                then(index, rule, frame, sum)
            });
            // What failed at a choice says so already; this is for the binders.
            let flow = flow.map_err(|e| with_note(e, || self.place(position, rule, "")))?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Checks the measure that the author gave with `decreases`.
    fn must_decrease(&self, before: i64, sum: &SumValue, span: Span) -> Result<()> {
        let spec = self.spec();
        let runs = sum.runs.iter().map(|run| &run.first);
        for position in sum.sum.components().iter().map(|(p, _)| p).chain(runs) {
            let kind = &spec.kinds[position.kind.index()];
            let Some(measure) = &kind.decreases else {
                continue;
            };
            let mut frame = position.fields.to_vec();
            frame.resize(kind.frame.names.len(), Value::Int(0));
            let after = self.value(measure, &mut frame)?.int();
            if after < 0 || after >= before {
                let shown = self.show_position(position);
                let message = if after < 0 {
                    format!("a measure cannot be negative, but at `{shown}` it is {after}")
                } else {
                    format!(
                        "this move does not lower the measure: it is {before} before and {after} after it"
                    )
                };
                return Err(Error::fault("E0713", span, message)
                    .label(format!("leads to `{shown}`"))
                    .help("give a `decreases` that every move lowers, or drop it: the solver finds positions that come back by itself")
                    .map(|d| d.related(measure.span, "the measure")));
            }
        }
        Ok(())
    }

    /// The variables of a move with their values.
    pub(crate) fn chosen(
        &self,
        position: &Position,
        rule: &Move,
        frame: &FrameValues,
    ) -> Vec<(String, Value)> {
        let spec = self.spec();
        let names = &spec.kinds[position.kind.index()].frame.names;
        let locals = rule.binders.iter().flat_map(|binder| match binder {
            Binder::In(pattern, _) => pattern.locals(),
            Binder::Map { map, .. } => vec![*map],
            _ => Vec::new(),
        });
        locals.map(|local| (names[local.index()].clone(), frame[local.index()].clone())).collect()
    }

    /// Says at which position it happened.
    pub(crate) fn at_position(&self, error: Error, position: &Position) -> Error {
        with_note(error, || format!("at the position `{}`", self.show_position(position)))
    }

    /// Says at which position and choice it happened, and how a choice that leads out of a domain is kept out.
    fn at_choice(
        &self,
        error: Error,
        position: &Position,
        rule: &Move,
        frame: &FrameValues,
    ) -> Error {
        let error = match error {
            Error::Outside(diagnostic) => {
                let advice = self.advice(rule, position.fields.len(), diagnostic.primary.0, frame);
                Error::Outside(Box::new(advice.into_iter().fold(*diagnostic, Diagnostic::help)))
            }
            other => other,
        };
        with_note(error, || {
            self.place(position, rule, &self.show_choice(&self.chosen(position, rule, frame)))
        })
    }

    fn place(&self, position: &Position, rule: &Move, choice: &str) -> String {
        format!(
            "at the position `{}`, in the move `{}`{choice}",
            self.show_position(position),
            rule.name
        )
    }

    /// A choice in words, such as ` with s = 3`; nothing when nothing was chosen.
    pub(crate) fn show_choice(&self, chosen: &[(String, Value)]) -> String {
        let chosen: Vec<String> =
            chosen.iter().map(|(name, value)| format!("{name} = {}", self.show(value))).collect();
        if chosen.is_empty() { String::new() } else { format!(" with {}", chosen.join(", ")) }
    }

    /// The distinct options of a sum in normal form, as a set of sums.
    pub(crate) fn options_in_normal_form(&self, sum: &SumValue) -> Result<Value> {
        let normal = self.normal_sum(sum)?;
        let mut options = Vec::new();
        for (at, (position, _)) in normal.components().iter().enumerate() {
            let flow = self.each_option(position, &mut |_, _, _, option| {
                options.push(replaced(&normal, Some(at), None, self.normal_sum(&option)?));
                Ok(ControlFlow::Continue(()))
            })?;
            debug_assert!(flow.is_continue());
        }
        for (at, (size, _)) in normal.heaps().iter().enumerate() {
            for smaller in 0..*size {
                self.tick()?;
                let mut heap = Sum::zero();
                heap.push_heap(smaller, 1);
                options.push(replaced(&normal, None, Some(at), heap));
            }
        }
        let options = options.into_iter().map(|sum| {
            let sum = self.canonical(sum)?;
            Ok(Value::Sum(Arc::new(SumValue { sum, runs: Vec::new() })))
        });
        Ok(Value::set(options.collect::<Result<Vec<_>>>()?))
    }

    /// The form of a sum that depends on the multiset of its components alone.
    pub(crate) fn canonical(&self, sum: Sum<Position>) -> Result<Sum<Position>> {
        sum.canonical().map_err(|_| too_many_copies(Span::default()))
    }
}

/// Adds where it happened, once.
fn with_note(error: Error, note: impl FnOnce() -> String) -> Error {
    error.map(|d| {
        if d.notes.iter().any(|n| n.starts_with("at the position")) { d } else { d.note(note()) }
    })
}
