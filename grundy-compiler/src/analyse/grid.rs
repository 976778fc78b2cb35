//! Recognition of kinds that are points of a grid.
//!
//! Kinds that lead to each other are one when their fields are a few ints, vectors of fixed length
//! taken apart, and every move goes down in a fixed lexicographic order of them. That is proved
//! with whatever is known of a move. A move that is followed exactly becomes data (see [`cases`]),
//! any other is asked for at every point.
//!
//! [`cases`]: super::cases

use std::ops::ControlFlow;

use grundy_core::{Condition, Form, Grid, GridKind, GridRule, GridTables};
use grundy_grammar::Span;

use crate::ir::{Kind, KindId, Type};

use super::cases::Options;
use super::edges;
use super::ground::Ground;
use super::linear::{self, Linear, Maximum, Var};
use super::order::{self, Axis, Change};
use super::sums;
use super::symbol::{Env, Symbol};
use super::walk::{Lost, Mode, Walk, each_path};
use super::{Fixed, Input, Reason, Rule};

/// A move with more cases is not looked through.
const MAX_PATHS: usize = 2000;
/// Cases that one path may fall into.
const MAX_STEPS: usize = 200;
/// More coordinates make no table.
const MAX_COORDINATES: usize = 4;

/// Kinds as points of a grid.
#[derive(Clone, Debug)]
pub struct GridPlan {
    /// The rules, as data where they are.
    pub grid: Grid,
    /// The kinds, in the order of those of the grid.
    pub kinds: Vec<GridPlanKind>,
    /// Whether steps lead in every direction, so that most points of a box are reached. Not a
    /// proof: it tells which of two correct ways is likely to be cheaper.
    pub full: bool,
}

/// A kind as points of a grid.
#[derive(Clone, Debug)]
pub struct GridPlanKind {
    /// The kind.
    pub kind: KindId,
    /// Where each coordinate comes from.
    pub coordinates: Vec<Coordinate>,
    /// The moves that are no data, with the reason.
    pub asked: Vec<(usize, Reason)>,
}

/// How a coordinate of a grid is read off a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// The field.
    pub field: usize,
    /// The entry, when the field is a vector.
    pub entry: Option<usize>,
    /// The value that is coordinate 0.
    pub end: i64,
    /// Whether the coordinate grows as the value falls.
    pub reversed: bool,
}

/// Recognises kinds that lead to each other.
///
/// # Errors
/// What stands in the way.
pub(crate) fn recognise(input: &Input, kinds: &[KindId]) -> Result<GridPlan, Reason> {
    let ground = Ground::new(input);
    let mut recogniser =
        Recogniser { input, ground: &ground, kinds, shapes: Vec::new(), steps: Vec::new() };
    for id in kinds {
        let shape = recogniser.shape(*id)?;
        recogniser.shapes.push(shape);
    }
    for at in 0..kinds.len() {
        recogniser.moves(at)?;
    }
    recogniser.plan()
}

/// The fields of a kind as coordinates.
struct KindShape {
    /// Field and entry of each coordinate; coordinate j is variable j of a walk.
    places: Vec<(usize, Option<usize>)>,
    /// What holds for every position.
    domain: Vec<Linear>,
    distinct: Vec<Linear>,
    least: Vec<i64>,
    most: Vec<Option<i64>>,
}

/// One path through a move.
struct Step {
    from: usize,
    rule: usize,
    span: Span,
    /// What it says, when it is followed exactly, or else why it is not.
    options: Result<Options, (Span, String)>,
    /// The components of the kinds in question, and how each coordinate changes.
    parts: Vec<(usize, Vec<Change>)>,
}

struct Recogniser<'r, 'a> {
    input: &'a Input<'a>,
    ground: &'r Ground<'a>,
    kinds: &'r [KindId],
    shapes: Vec<KindShape>,
    steps: Vec<Step>,
}

impl<'a> Recogniser<'_, 'a> {
    fn kind(&self, id: KindId) -> &'a Kind {
        &self.input.spec.kinds[id.index()]
    }

    fn reason(&self, id: KindId, span: Span, text: impl Into<String>) -> Reason {
        Reason { kind: id, rule: None, span, text: text.into() }
    }

    /// The coordinates of a kind and its domain.
    fn shape(&self, id: KindId) -> Result<KindShape, Reason> {
        let kind = self.kind(id);
        super::shapes::no_equals(id, kind)?;
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
    fn moves(&mut self, at: usize) -> Result<(), Reason> {
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

    /// Puts the coordinates in an order and the moves into it.
    fn plan(self) -> Result<GridPlan, Reason> {
        let coordinates = self.shapes[0].places.len();
        let bounded = |j: usize| self.shapes.iter().all(|shape| shape.most[j].is_some());
        let steps = self.steps.iter().enumerate();
        let edges: Vec<order::Edge> = steps
            .flat_map(|(at, step)| {
                let parts = step.parts.iter();
                parts.map(move |(to, changes)| order::Edge {
                    step: at,
                    from: step.from,
                    to: *to,
                    changes,
                })
            })
            .collect();
        let order =
            order::order(coordinates, self.kinds.len(), &bounded, &edges).map_err(|edge| {
                let step = &self.steps[edge];
                Reason {
                    kind: self.kinds[step.from],
                    rule: Some(Rule::Move(step.rule)),
                    span: step.span,
                    text: "it is not seen to go down in a fixed order of the coordinates"
                        .to_owned(),
                }
            })?;
        let view = View { recogniser: &self, order: &order };
        let mut kinds = Vec::new();
        let mut grid =
            Grid { whole: view.whole(), kinds: vec![GridKind::default(); order.kinds.len()] };
        for (place, kind) in order.kinds.iter().enumerate() {
            let (rules, plan) = view.kind(*kind)?;
            grid.kinds[place] = rules;
            kinds.push(plan);
        }
        if let Err(error) = GridTables::new(grid.clone()) {
            let id = self.kinds[0];
            return Err(self.reason(id, self.kind(id).span, error.to_string()));
        }
        let full = rank(&grid) == coordinates;
        Ok(GridPlan { grid, kinds, full })
    }
}

fn coordinate(index: usize) -> Var {
    Var(u32::try_from(index).expect("few coordinates"))
}

fn not_followed(lost: &Lost) -> (Span, String) {
    (lost.span, format!("{} is not followed", lost.what))
}

/// The kinds as seen from the grid, its coordinates in their order.
struct View<'v, 'r, 'a> {
    recogniser: &'v Recogniser<'r, 'a>,
    order: &'v order::Order,
}

impl View<'_, '_, '_> {
    /// How many values each coordinate has, of those that some move raises.
    fn whole(&self) -> Vec<Option<u64>> {
        let width = |axis: &Axis| {
            let widths = self.recogniser.shapes.iter().map(|shape| {
                let most = shape.most[axis.coordinate].expect("it is bounded");
                let width = most.checked_sub(shape.least[axis.coordinate]);
                u64::try_from(width.unwrap_or(i64::MAX)).map_or(0, |width| width + 1)
            });
            widths.max().unwrap_or(0)
        };
        self.order.axes.iter().map(|axis| axis.raised.then(|| width(axis))).collect()
    }

    /// The value of a coordinate that is 0 in the grid.
    fn end(&self, kind: usize, axis: &Axis) -> i64 {
        let shape = &self.recogniser.shapes[kind];
        match axis.reversed {
            // All kinds are counted from their least values, so they end where the longest does.
            true => {
                let j = axis.coordinate;
                let widths = self.recogniser.shapes.iter().map(|shape| {
                    shape.most[j].expect("it is bounded").saturating_sub(shape.least[j])
                });
                shape.least[j].saturating_add(widths.max().unwrap_or(0))
            }
            false => shape.least[axis.coordinate],
        }
    }

    fn kind(&self, at: usize) -> Result<(GridKind, GridPlanKind), Reason> {
        let recogniser = self.recogniser;
        let id = recogniser.kinds[at];
        let rules = recogniser.kind(id);
        let shape = &recogniser.shapes[at];
        let mut plan = GridPlanKind { kind: id, coordinates: Vec::new(), asked: Vec::new() };
        for axis in &self.order.axes {
            let (field, entry) = shape.places[axis.coordinate];
            let end = self.end(at, axis);
            plan.coordinates.push(Coordinate { field, entry, end, reversed: axis.reversed });
        }
        let domain =
            shape.domain.iter().map(|row| Some(Condition::Natural(self.form(at, row, &[])?)));
        let distinct =
            shape.distinct.iter().map(|row| Some(Condition::NotZero(self.form(at, row, &[])?)));
        let domain: Option<Vec<Condition>> = domain.chain(distinct).collect();
        let domain = domain.ok_or_else(|| {
            recogniser.reason(id, rules.span, "an int in its domain is too large")
        })?;
        let mut kind = GridKind { domain, rules: Vec::new(), asked: false };
        for index in 0..rules.moves.len() {
            match self.data(at, index) {
                Ok(data) => kind.rules.extend(data.into_iter().map(|mut rule| {
                    // What holds at every position need not be asked again.
                    rule.conditions.retain(|condition| !kind.domain.contains(condition));
                    rule
                })),
                Err((span, text)) => {
                    let rule = Some(Rule::Move(index));
                    plan.asked.push((index, Reason { kind: id, rule, span, text }));
                }
            }
        }
        kind.asked = !plan.asked.is_empty();
        Ok((kind, plan))
    }

    /// A move as data.
    fn data(&self, at: usize, index: usize) -> Result<Vec<GridRule>, (Span, String)> {
        let kind = self.recogniser.kind(self.recogniser.kinds[at]);
        if let Some(decreases) = &kind.decreases {
            return Err((decreases.span, "`decreases` is checked at every move".to_owned()));
        }
        let mut rules = Vec::new();
        let steps = self.recogniser.steps.iter();
        for step in steps.filter(|step| step.from == at && step.rule == index) {
            let options = step.options.clone()?;
            let data = self.rules(at, options);
            rules.extend(data.map_err(|text| (step.span, text.to_owned()))?);
        }
        Ok(rules)
    }

    fn rules(&self, at: usize, options: Options) -> Result<Vec<GridRule>, &'static str> {
        let mut rules = Vec::new();
        let mut work = vec![options];
        let mut steps = 0;
        while let Some(mut options) = work.pop() {
            steps += 1;
            if steps > MAX_STEPS {
                return Err("it has too many cases");
            }
            options.rows = options.rows.into_iter().map(Linear::tightened).collect();
            if !options.solve()? || linear::impossible(&options.rows, &options.distinct) {
                continue;
            }
            // A choice that cannot be removed is gone through.
            let simpler = options.unused().and_then(|var| options.clone().eliminate(var).ok());
            match simpler {
                Some(simpler) => work.extend(simpler),
                None => rules.push(self.rule(at, &options).ok_or("a choice has no bounds")?),
            }
        }
        Ok(rules)
    }

    /// One set of options as a rule, when its choices are bounded.
    fn rule(&self, at: usize, options: &Options) -> Option<GridRule> {
        let fields = options.fields;
        let parts = options.parts.iter().flat_map(|(_, point)| point);
        let forms = options.rows.iter().chain(&options.distinct).chain(parts);
        let mut choices: Vec<Var> =
            forms.flat_map(Linear::terms).map(|term| term.0).filter(|var| *var >= fields).collect();
        choices.sort_unstable();
        choices.dedup();
        let natural =
            options.rows.iter().map(|row| Some(Condition::Natural(self.form(at, row, &choices)?)));
        let distinct = options
            .distinct
            .iter()
            .map(|row| Some(Condition::NotZero(self.form(at, row, &choices)?)));
        let parts = options.parts.iter().map(|(to, point)| {
            let place = self.order.kinds.iter().position(|kind| kind == to)?;
            let target = self.order.axes.iter().map(|axis| {
                let value = &point[axis.coordinate];
                let end = self.end(*to, axis);
                let from_end = if axis.reversed {
                    value.scale(-1)?.add_constant(end)?
                } else {
                    value.add_constant(end.checked_neg()?)?
                };
                self.form(at, &from_end, &choices)
            });
            Some((place, target.collect::<Option<Vec<Form>>>()?))
        });
        let rule = GridRule {
            choices: choices.len(),
            conditions: natural.chain(distinct).collect::<Option<_>>()?,
            parts: parts.collect::<Option<_>>()?,
            heap: options.heaps.iter().fold(0, |a, b| a ^ b),
        };
        let mut grid =
            Grid { whole: self.whole(), kinds: vec![GridKind::default(); self.order.kinds.len()] };
        grid.kinds[0].rules.push(rule.clone());
        GridTables::new(grid).is_ok().then_some(rule)
    }

    /// A form on the fields of a kind and the choices, in terms of the coordinates and choices.
    fn form(&self, kind: usize, form: &Linear, choices: &[Var]) -> Option<Form> {
        let coordinates = self.order.axes.len();
        let mut result = Form::constant(form.offset());
        for (var, factor) in form.terms() {
            let index = var.0 as usize;
            let value = match self.order.axes.iter().position(|axis| axis.coordinate == index) {
                Some(place) => {
                    let axis = &self.order.axes[place];
                    let mut value = Form::variable(place, self.end(kind, axis));
                    value.coefficients[place] = if axis.reversed { -1 } else { 1 };
                    value
                }
                None => Form::variable(coordinates + choices.iter().position(|c| c == var)?, 0),
            };
            result = result.plus(&value, *factor)?;
        }
        Some(result)
    }
}

/// The number of independent directions in which the rules step.
fn rank(grid: &Grid) -> usize {
    let coordinates = grid.whole.len();
    let mut steps: Vec<Vec<i64>> = Vec::new();
    for rule in grid.kinds.iter().flat_map(|kind| &kind.rules) {
        for (_, target) in &rule.parts {
            let choices = (0..rule.choices)
                .map(|c| target.iter().map(|form| form.coefficient(coordinates + c)).collect());
            steps.extend(choices);
            let shift = target.iter().enumerate().all(|(i, form)| {
                (0..coordinates).all(|j| form.coefficient(j) == i64::from(i == j))
            });
            if shift {
                steps.push(target.iter().map(|form| form.constant).collect());
            }
        }
    }
    independent(steps)
}

/// The rank of a few vectors, by elimination in whole numbers.
fn independent(mut vectors: Vec<Vec<i64>>) -> usize {
    let mut rank = 0;
    while let Some(vector) = vectors.pop() {
        let Some(pivot) = vector.iter().position(|c| *c != 0) else {
            continue;
        };
        rank += 1;
        for other in &mut vectors {
            let (p, q) = (vector[pivot], other[pivot]);
            for (a, b) in other.iter_mut().zip(&vector) {
                *a = a.saturating_mul(p).saturating_sub(b.saturating_mul(q));
            }
        }
    }
    rank
}
