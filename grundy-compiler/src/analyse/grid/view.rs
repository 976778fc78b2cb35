//! The kinds as seen from the grid, its coordinates in their order.

use grundy_core::{Condition, Form, Grid, GridKind, GridRule, GridTables};
use grundy_grammar::Span;

use super::super::cases::Options;
use super::super::linear::{self, Linear, Var};
use super::super::{Reason, Rule};
use super::order::{Axis, Order};
use super::steps::Recogniser;
use super::{Coordinate, GridPlanKind};

/// Cases that one path may fall into.
const MAX_STEPS: usize = 200;

/// The kinds as seen from the grid, its coordinates in their order.
pub(super) struct View<'v, 'r, 'a> {
    pub(super) recogniser: &'v Recogniser<'r, 'a>,
    pub(super) order: &'v Order,
}

impl View<'_, '_, '_> {
    /// How many values each coordinate has, of those that some move raises.
    pub(super) fn whole(&self) -> Vec<Option<u64>> {
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

    pub(super) fn kind(&self, at: usize) -> Result<(GridKind, GridPlanKind), Reason> {
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
