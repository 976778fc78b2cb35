//! The moves of the kinds, path by path: what each says, and how it changes the coordinates.

use std::ops::ControlFlow;

use grundy_grammar::Span;

use crate::ir::{Kind, KindId, Type};

use super::super::cases::Options;
use super::super::edges;
use super::super::ground::Ground;
use super::super::linear::{self, Linear, Maximum, Var};
use super::super::shapes::no_equals;
use super::super::sums;
use super::super::symbol::{Env, Symbol};
use super::super::walk::{Lost, Mode, Walk, each_path};
use super::super::{Fixed, Input, Reason, Rule};
use super::order::Change;

/// A move with more cases is not looked through.
const MAX_PATHS: usize = 2000;
/// More coordinates make no table.
const MAX_COORDINATES: usize = 4;

/// The fields of a kind as coordinates.
pub(super) struct KindShape {
    /// Field and entry of each coordinate; coordinate j is variable j of a walk.
    pub(super) places: Vec<(usize, Option<usize>)>,
    /// What holds for every position.
    pub(super) domain: Vec<Linear>,
    pub(super) distinct: Vec<Linear>,
    pub(super) least: Vec<i64>,
    pub(super) most: Vec<Option<i64>>,
}

/// One path through a move.
pub(super) struct Step {
    pub(super) from: usize,
    pub(super) rule: usize,
    pub(super) span: Span,
    /// What it says, when it is followed exactly, or else why it is not.
    pub(super) options: Result<Options, (Span, String)>,
    /// The components of the kinds in question, and how each coordinate changes.
    pub(super) parts: Vec<(usize, Vec<Change>)>,
}

pub(super) struct Recogniser<'r, 'a> {
    pub(super) input: &'a Input<'a>,
    pub(super) ground: &'r Ground<'a>,
    pub(super) kinds: &'r [KindId],
    pub(super) shapes: Vec<KindShape>,
    pub(super) steps: Vec<Step>,
}

impl<'a> Recogniser<'_, 'a> {
    pub(super) fn kind(&self, id: KindId) -> &'a Kind {
        &self.input.spec.kinds[id.index()]
    }

    pub(super) fn reason(&self, id: KindId, span: Span, text: impl Into<String>) -> Reason {
        Reason { kind: id, rule: None, span, text: text.into() }
    }

    /// The coordinates of a kind and its domain.
    pub(super) fn shape(&self, id: KindId) -> Result<KindShape, Reason> {
        let kind = self.kind(id);
        no_equals(id, kind)?;
        let mut places = Vec::new();
        for (index, field) in kind.fields.iter().enumerate() {
            match (self.input.fixed.get(&(id, index)), &field.ty) {
                (Some(Fixed::Int(_)), _) => {}
                (Some(Fixed::Length(length)), _) => {
                    places.extend((0..*length).map(|entry| (index, Some(entry))));
                }
                (None, Type::Int) => places.push((index, None)),
                (None, _) => {
                    let text = match field.ty {
                        Type::Vector(_) => format!("the length of `{}` is not fixed", field.name),
                        _ => format!("`{}` is no int", field.name),
                    };
                    return Err(self.reason(id, field.span, text));
                }
            }
        }
        if places.is_empty() {
            return Err(self.reason(id, kind.span, "no move changes an int of it"));
        }
        if places.len() > MAX_COORDINATES {
            let text = format!("it has more than {MAX_COORDINATES} coordinates");
            return Err(self.reason(id, kind.span, text));
        }
        if let Some(first) = self.shapes.first()
            && first.places.len() != places.len()
        {
            let text = "a kind that leads back to it has another number of coordinates";
            return Err(self.reason(id, kind.span, text));
        }
        let mut shape = KindShape {
            places,
            domain: Vec::new(),
            distinct: Vec::new(),
            least: Vec::new(),
            most: Vec::new(),
        };
        let mut lost: Option<Lost> = None;
        let mut cases = 0;
        each_path(self.ground, self.input, Mode::Enumerate, 2, |walk| {
            cases += 1;
            let (_, mut env) = walk.position(id);
            edges::enter(walk, kind, &mut env);
            lost = walk.lost.clone();
            shape.domain = walk.path.rows.clone();
            shape.distinct = walk.path.distinct.clone();
            if walk.path.dead {
                shape.domain.push(Linear::constant(-1));
            }
            ControlFlow::Continue(())
        });
        if let Some(lost) = lost {
            let text = format!("{} in its domain is not followed", lost.what);
            return Err(self.reason(id, lost.span, text));
        }
        if cases != 1 {
            let condition = kind.condition.as_ref().map_or(kind.span, |condition| condition.span);
            return Err(self.reason(id, condition, "its domain falls into several cases"));
        }
        for (index, (field, _)) in shape.places.iter().enumerate() {
            let value = Linear::var(coordinate(index));
            let bound = |form: &Linear| match linear::maximum(&shape.domain, &shape.distinct, form)
            {
                Maximum::AtMost(bound) => Some(bound),
                // There is no position at all.
                Maximum::Impossible => Some(0),
                Maximum::Unknown => None,
            };
            let most = bound(&value);
            let low = value.scale(-1).as_ref().and_then(bound).and_then(i64::checked_neg);
            let Some(least) = low else {
                let field = &kind.fields[*field];
                let text = format!("`{}` has no fixed bound below", field.name);
                return Err(self.reason(id, field.span, text));
            };
            shape.least.push(least);
            shape.most.push(most);
        }
        Ok(shape)
    }

    /// Walks through the moves of a kind.
    pub(super) fn moves(&mut self, at: usize) -> Result<(), Reason> {
        let id = self.kinds[at];
        for (index, rule) in self.kind(id).moves.iter().enumerate() {
            let reason = |(span, text): (Span, String)| Reason {
                kind: id,
                rule: Some(Rule::Move(index)),
                span: if span == Span::default() { rule.span } else { span },
                text,
            };
            let mut result = Ok(());
            let (ground, input) = (self.ground, self.input);
            let complete = each_path(ground, input, Mode::Enumerate, MAX_PATHS, |walk| {
                result = self.path(walk, at, index);
                if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            result.map_err(reason)?;
            if !complete {
                return Err(reason((rule.span, "it has too many cases".to_owned())));
            }
        }
        Ok(())
    }

    /// Adds what one path through a move says.
    fn path(
        &mut self,
        walk: &mut Walk<'a, '_>,
        from: usize,
        index: usize,
    ) -> Result<(), (Span, String)> {
        let id = self.kinds[from];
        let kind = self.kind(id);
        let rule = &kind.moves[index];
        let (_, mut env) = walk.position(id);
        edges::enter(walk, kind, &mut env);
        kind.ends.iter().for_each(|ends| walk.assume(ends, false, &mut env));
        walk.binders(&rule.binders, &mut env);
        if let Some(guard) = &rule.guard {
            walk.assume(guard, true, &mut env);
        }
        let mut step = Step {
            from,
            rule: index,
            span: rule.sum.span,
            options: self.start(walk),
            parts: Vec::new(),
        };
        if walk.path.dead {
            // Behind something that was not followed there may be an error.
            if step.options.is_err() {
                self.steps.push(step);
            }
            return Ok(());
        }
        let mut result = Ok(());
        walk.sum(&rule.sum, &mut env, &mut |walk, part, span| {
            if result.is_ok() && !walk.is_impossible() {
                result = self.part(walk, &mut step, part, span, rule.legal);
            }
        });
        result?;
        if let Some(lost) = &walk.lost {
            step.options = Err(not_followed(lost));
        }
        if walk.path.dead && step.options.is_ok() {
            return Ok(());
        }
        if let Ok(options) = &mut step.options {
            options.rows = walk.path.rows.clone();
            options.distinct = walk.path.distinct.clone();
        }
        self.steps.push(step);
        Ok(())
    }

    /// The options of a path before its components are looked at.
    fn start(&self, walk: &Walk<'a, '_>) -> Result<Options, (Span, String)> {
        match &walk.lost {
            Some(lost) => Err(not_followed(lost)),
            None => Ok(Options {
                fields: coordinate(self.shapes[0].places.len()),
                rows: Vec::new(),
                distinct: Vec::new(),
                parts: Vec::new(),
                heaps: Vec::new(),
            }),
        }
    }

    /// Adds a part of the sum that a path leads to.
    fn part(
        &self,
        walk: &mut Walk<'a, '_>,
        step: &mut Step,
        part: sums::Part<'a>,
        span: Span,
        legal: bool,
    ) -> Result<(), (Span, String)> {
        let refuse = |step: &mut Step, text: String| {
            if step.options.is_ok() {
                step.options = Err((span, text));
            }
        };
        let (to, args) = match part {
            sums::Part::Unknown => {
                let what = walk.lost.as_ref().map_or("a sum", |lost| lost.what.as_str());
                return Err((span, format!("{what} stands in the way")));
            }
            sums::Part::Heap(form) => {
                let heap = form.as_constant().and_then(|size| u64::try_from(size).ok());
                match (heap, &mut step.options) {
                    (Some(heap), Ok(options)) => options.heaps.push(heap),
                    _ => refuse(step, "the size of its Nim heap is not fixed".to_owned()),
                }
                return Ok(());
            }
            sums::Part::Component(to, args) => (to, args),
        };
        let target = self.kind(to);
        let Some(to) = self.kinds.iter().position(|kind| *kind == to) else {
            refuse(step, format!("it leads to {}, which is solved on its own", target.name));
            return Ok(());
        };
        let Some(point) = self.point(to, &args) else {
            return Err((span, "a component that is not followed".to_owned()));
        };
        let before = walk.path.clone();
        let choices = walk.choices_made();
        let mut frame: Env<'a> = Walk::frame(target.frame.names.len(), &args);
        let lost = walk.lost.take();
        edges::enter(walk, target, &mut frame);
        let fault = walk.lost.take();
        walk.lost = lost;
        let stays =
            walk.path.rows.iter().all(|row| linear::implies(&before.rows, &before.distinct, row))
                && walk.path.distinct.len() == before.distinct.len()
                && !walk.path.dead;
        if fault.is_some() || walk.choices_made() != choices || !(legal || stays) {
            refuse(step, format!("it is not seen to stay in the domain of {}", target.name));
        }
        let shape = &self.shapes[step.from];
        let change = |j: usize| {
            let change = point[j].minus(&Linear::var(coordinate(j)));
            // In coordinates, which begin at 0.
            let shift = shape.least[j].checked_sub(self.shapes[to].least[j]);
            Change::of(walk, change.zip(shift).and_then(|(form, shift)| form.add_constant(shift)))
        };
        let changes = (0..point.len()).map(change).collect();
        step.parts.push((to, changes));
        if let Ok(options) = &mut step.options {
            options.parts.push((to, point));
        }
        if !legal {
            walk.path = before;
        }
        Ok(())
    }

    /// The coordinates of a component.
    fn point(&self, to: usize, args: &[Symbol<'a>]) -> Option<Vec<Linear>> {
        let places = self.shapes[to].places.iter();
        let forms = places.map(|(field, entry)| match (&args[*field], entry) {
            (Symbol::Int(form), None) => Some(form.clone()),
            (Symbol::Vector(vector), Some(entry)) => vector.entries.as_ref()?.get(*entry).cloned(),
            (symbol @ Symbol::Known(_), Some(entry)) => {
                let value = symbol.known()?;
                let entry = value.entries().get(*entry)?.int();
                Some(Linear::constant(entry))
            }
            _ => None,
        });
        forms.collect()
    }
}

fn coordinate(index: usize) -> Var {
    Var(u32::try_from(index).expect("few coordinates"))
}

fn not_followed(lost: &Lost) -> (Span, String) {
    (lost.span, format!("{} is not followed", lost.what))
}
