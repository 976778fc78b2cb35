//! From what one path says to rules of the engine.
//!
//! A path is a conjunction of linear constraints on the size n of the position
//! and on the choices, with the sizes of the components as linear forms. Here
//! it is brought into one of the shapes of [`Shape`]: choices are solved for,
//! eliminated, or run through when few values are possible, until either no
//! choice is left or the size of one component is the only one.
//!
//! Every step keeps the set of options exactly as it is at every size; what
//! fits no shape is refused.

use grundy_core::{Part, Rule, Shape};
use grundy_grammar::Span;

use super::bounds::{Bounds, Result, natural, negated};
use super::cases::Options;
use super::linear::{self, Linear, Var};

/// Cases that one path may fall into.
const MAX_STEPS: usize = 20_000;

/// What a step makes of a set of options.
enum Step {
    Rule(Rule),
    /// These sets together.
    Split(Vec<Options>),
}

/// The rules that give exactly these options at every size from `least` on.
///
/// # Errors
/// What does not fit.
pub(super) fn rules(options: Options, size: Var, least: u64) -> Result<Vec<Rule>> {
    let mut rules = Vec::new();
    let mut work = vec![options];
    let mut steps = 0;
    while let Some(options) = work.pop() {
        steps += 1;
        if steps > MAX_STEPS {
            return Err("it has too many cases");
        }
        match options.step(size, least)? {
            Step::Rule(rule) => rules.push(rule),
            Step::Split(parts) => work.extend(parts),
        }
    }
    Ok(rules)
}

impl Options {
    fn step(mut self, size: Var, least: u64) -> Result<Step> {
        self.rows = self.rows.into_iter().map(Linear::tightened).collect();
        if !self.solve()? || linear::impossible(&self.rows, &self.distinct) {
            return Ok(Step::Split(Vec::new()));
        }
        match (self.unused(), self.open().as_slice()) {
            (Some(unused), _) => Ok(Step::Split(self.eliminate(unused)?)),
            (None, []) => self.fixed(size, least),
            (None, [open]) => self.sliding(size, *open, least),
            (None, _) => Err("the sizes of its components are chosen independently"),
        }
    }

    /// The sizes of the components.
    fn sizes(&self) -> impl Iterator<Item = (usize, &Linear)> {
        self.parts.iter().map(|(kind, fields)| (*kind, &fields[0]))
    }

    /// One option at each size.
    fn fixed(self, size: Var, least: u64) -> Result<Step> {
        let mut parts: Vec<Part> = Vec::new();
        for (kind, form) in self.sizes() {
            parts.push(match form.coefficient(size) {
                0 => Part::Fixed { kind, size: natural(form.offset())? },
                1 => Part::Rest { kind, removed: negated(form.offset())? },
                _ => return Err("a component is a multiple of the size"),
            });
        }
        parts.extend(self.heaps.iter().filter(|heap| **heap > 0).map(|heap| Part::Nim(*heap)));
        parts.sort_by_key(order);
        let shape = if parts.is_empty() { Shape::Empty } else { Shape::Parts(parts) };
        self.rule(size, least, None, shape)
    }

    /// A rule with this shape at the sizes that the constraints allow, and from
    /// `first` on when there is no option at smaller sizes.
    fn rule(self, size: Var, least: u64, first: Option<i64>, shape: Shape) -> Result<Step> {
        let mut from = i64::try_from(least).map_err(|_| "its ints are too large")?;
        from = from.max(first.unwrap_or(from));
        let mut to: Option<i64> = None;
        for row in self.rows.iter().filter(|row| row.coefficient(size) != 0) {
            match row.coefficient(size) {
                factor if factor > 0 => {
                    // Rounded up: the least n with factor * n + offset >= 0.
                    let bound = negated(row.offset().div_euclid(factor))?;
                    from = from.max(bound);
                }
                factor => {
                    let bound = row.offset().div_euclid(negated(factor)?);
                    to = Some(to.map_or(bound, |to| to.min(bound)));
                }
            }
        }
        let mut except = Vec::new();
        for form in &self.distinct {
            let factor = form.coefficient(size);
            if factor != 0 && form.offset().checked_rem(factor) == Some(0) {
                except.push(negated(form.offset() / factor)?);
            }
        }
        except.sort_unstable();
        except.dedup();
        while except.contains(&from) {
            from += 1;
        }
        while to.is_some_and(|to| except.contains(&to)) {
            to = to.map(|to| to - 1);
        }
        except.retain(|n| *n > from && to.is_none_or(|to| *n < to));
        if to.is_some_and(|to| to < from) {
            return Ok(Step::Split(Vec::new()));
        }
        Ok(Step::Rule(Rule {
            from: natural(from)?,
            to: to.map(natural).transpose()?,
            except: except.into_iter().map(natural).collect::<Result<_>>()?,
            shape,
        }))
    }

    /// A component of every size within bounds, and perhaps another with the rest.
    fn sliding(mut self, size: Var, open: Var, least: u64) -> Result<Step> {
        let first = self.sizes().position(|(_, form)| form.coefficient(open) != 0);
        self.parts.swap(0, first.ok_or("no component depends on the choice")?);
        // Make the variable the size of the first component.
        let form = self.parts[0].1[0].clone();
        let coefficient = form.coefficient(open);
        if coefficient.abs() != 1 {
            return Err("a component is a multiple of what is chosen");
        }
        if form != Linear::var(open) {
            // form = c * open + rest, so open = c * (form - rest).
            let rest = form.plus(&Linear::var(open), -coefficient);
            let value = rest
                .and_then(|rest| Linear::var(open).minus(&rest))
                .and_then(|value| value.scale(coefficient))
                .ok_or("its ints are too large")?;
            if !self.replace(open, &value)? {
                return Ok(Step::Split(Vec::new()));
            }
        }
        self.prune(size, open);
        let bounds = Bounds::of(&self.rows, size, open)?;
        if let Some(values) = bounds.values(size)? {
            return self.run_through(open, values);
        }
        if let Some(step) = self.exceptions(open)? {
            return Ok(step);
        }
        if !self.heaps.is_empty() {
            return Err("a Nim heap stands beside a component whose size is chosen");
        }
        let parts = std::mem::take(&mut self.parts);
        match parts.as_slice() {
            [(kind, _)] => {
                self.rows.retain(|row| row.coefficient(open) == 0);
                self.any(size, least, *kind, bounds)
            }
            [(left, _), (right, other)] => {
                let rest =
                    other[0].add(&Linear::var(open)).filter(|rest| rest.terms() == [(size, 1)]);
                let rest = rest.ok_or("its two components have no fixed total")?;
                let split = Split { left: *left, right: *right, removed: negated(rest.offset())? };
                self.parts = parts;
                self.splitting(size, open, least, split, bounds)
            }
            _ => Err("more than two components, one of a size that is chosen"),
        }
    }

    /// One set of options for each of a few values of the choice.
    fn run_through(self, open: Var, values: Vec<Linear>) -> Result<Step> {
        let mut all = Vec::new();
        for value in values {
            let mut options = self.clone();
            if options.replace(open, &value)? {
                all.push(options);
            }
        }
        Ok(Step::Split(all))
    }

    /// Drops constraints that follow from the others.
    fn prune(&mut self, size: Var, open: Var) {
        // Those that a rule can state most simply are dropped last.
        self.rows.sort_by_key(|row| match (row.coefficient(size), row.coefficient(open)) {
            (_, 0) => 0,
            (0, _) => 3,
            (1 | -1, 1 | -1) => 1,
            _ => 2,
        });
        let mut place = 0;
        while place < self.rows.len() {
            let row = self.rows.remove(place);
            if !linear::implies(&self.rows, &[], &row) {
                self.rows.insert(place, row);
                place += 1;
            }
        }
    }

    /// Splits at exceptions that are neither about the size alone nor say that
    /// the two components differ.
    fn exceptions(&self, open: Var) -> Result<Option<Step>> {
        let difference = self.difference();
        let place = self.distinct.iter().position(|form| {
            form.coefficient(open) != 0
                && difference.as_ref().is_none_or(|difference| {
                    form != difference && form.scale(-1).as_ref() != Some(difference)
                })
        });
        place.map(|place| Ok(Step::Split(self.clone().split(place)?))).transpose()
    }

    /// By how much the second of two components of one kind is larger.
    fn difference(&self) -> Option<Linear> {
        match self.parts.as_slice() {
            [(left, a), (right, b)] if left == right => b[0].minus(&a[0]),
            _ => None,
        }
    }

    fn any(self, size: Var, least: u64, kind: usize, bounds: Bounds) -> Result<Step> {
        let (Some(low), Some(gap), None) = (bounds.low, bounds.gap, bounds.half) else {
            return Err("the size of its component has no simple bounds");
        };
        let shape = Shape::Any { kind, low: natural(low)?, gap };
        self.rule(size, least, low.checked_add(gap), shape)
    }

    fn splitting(
        mut self,
        size: Var,
        open: Var,
        least: u64,
        split: Split,
        bounds: Bounds,
    ) -> Result<Step> {
        const REFUSED: &str = "the sizes of its components have no simple bounds";
        let difference = self.difference();
        let mut unequal = false;
        self.distinct.retain(|form| {
            let differ = form.coefficient(open) != 0;
            unequal |= differ;
            !differ
        });
        // Both orders of two components are the same option, so that the rules may
        // ask for one order; the bounds of the other follow.
        if let Some(half) = &bounds.half {
            let difference = difference.ok_or(REFUSED)?;
            let side = |form: Linear, strict: bool| {
                let form = form.add_constant(-i64::from(strict));
                form.as_ref() == Some(half)
            };
            let reversed = difference.scale(-1).ok_or(REFUSED)?;
            if side(reversed.clone(), false) || side(reversed, true) {
                self.parts.swap(0, 1);
                if unequal {
                    self.distinct.push(difference);
                }
                return Ok(Step::Split(vec![self]));
            }
            let strict = side(difference.clone(), true);
            if !strict && !side(difference, false) {
                return Err(REFUSED);
            }
            unequal |= strict;
        }
        let low = bounds.low.ok_or(REFUSED)?;
        let gap = match (bounds.half, bounds.gap) {
            (None, Some(gap)) => gap,
            (Some(_), None) => low.checked_add(split.removed).ok_or(REFUSED)?,
            _ => return Err(REFUSED),
        };
        let first = low.checked_add(gap);
        let shape = split.shape(low, gap, unequal)?;
        self.rows.retain(|row| row.coefficient(open) == 0);
        self.rule(size, least, first, shape)
    }
}

/// The kinds of two components and what is missing from their total.
struct Split {
    left: usize,
    right: usize,
    removed: i64,
}

impl Split {
    /// The same options whichever component is named first.
    fn shape(self, low: i64, gap: i64, unequal: bool) -> Result<Shape> {
        const REFUSED: &str = "the sizes of its components have no simple bounds";
        let other_low = gap.checked_sub(self.removed).ok_or(REFUSED)?;
        let other_gap = low.checked_add(self.removed).ok_or(REFUSED)?;
        let swapped = match self.left.cmp(&self.right) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => other_low < low,
            std::cmp::Ordering::Greater => true,
        };
        let (low, gap) = if swapped { (other_low, other_gap) } else { (low, gap) };
        Ok(Shape::Split {
            left: self.left.min(self.right),
            right: self.left.max(self.right),
            removed: self.removed,
            low: natural(low)?,
            gap,
            unequal,
        })
    }
}

/// Parts in a fixed order.
fn order(part: &Part) -> (u8, usize, i128) {
    match part {
        Part::Rest { kind, removed } => (0, *kind, i128::from(*removed)),
        Part::Fixed { kind, size } => (1, *kind, i128::from(*size)),
        Part::Nim(size) => (2, 0, i128::from(*size)),
    }
}

/// Puts the rules of a kind in a fixed order and drops repeats.
pub(super) fn arrange(rules: &mut Vec<(Rule, Span)>) {
    let shape = |shape: &Shape| -> (u8, Vec<(u8, usize, i128)>) {
        match shape {
            Shape::Empty => (0, Vec::new()),
            Shape::Parts(parts) => (1, parts.iter().map(order).collect()),
            Shape::Any { kind, low, gap } => {
                (2, vec![(0, *kind, i128::from(*low)), (0, 0, i128::from(*gap))])
            }
            Shape::Split { left, right, removed, low, gap, unequal } => (
                3,
                vec![
                    (u8::from(*unequal), *left, i128::from(*removed)),
                    (0, *right, i128::from(*low)),
                    (0, 0, i128::from(*gap)),
                ],
            ),
            Shape::Pile { kind, parts, removed, every, unequal } => (
                4,
                vec![
                    (u8::from(*unequal), *kind, i128::from(*removed)),
                    (0, 0, i128::from(*parts)),
                    (u8::from(every.is_some()), 0, i128::from(every.unwrap_or(0))),
                ],
            ),
        }
    };
    rules.sort_by_cached_key(|(rule, _)| {
        (shape(&rule.shape), rule.from, rule.to, rule.except.clone())
    });
    rules.dedup_by(|(a, _), (b, _)| a == b);
}
