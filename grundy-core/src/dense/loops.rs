//! Options one by one: loops over the choices within bounds that follow from the conditions.

use super::rules::{Condition, Form, GridError, GridRule};

/// A rule as nested loops.
#[derive(Debug)]
pub(super) struct Loops {
    /// Conditions on the position.
    gates: Vec<Condition>,
    /// For each choice the conditions that bound it by the position and the choices before it.
    levels: Vec<Vec<Condition>>,
    pub(super) parts: Vec<(usize, Vec<Form>)>,
    pub(super) heap: u64,
}

impl Loops {
    /// Finds bounds for each choice; `kind` is what an error names.
    pub(super) fn new(
        rule: &GridRule,
        coordinates: usize,
        kind: usize,
    ) -> Result<Loops, GridError> {
        let mut rows = rule.conditions.clone();
        let mut levels = Vec::new();
        for choice in (0..rule.choices).rev() {
            let variable = coordinates + choice;
            let (inside, mut rest): (Vec<Condition>, Vec<Condition>) =
                rows.into_iter().partition(|row| row.form().coefficient(variable) != 0);
            let bounds = |sign: i64| {
                inside.iter().filter_map(move |row| match row {
                    Condition::Natural(form) if form.coefficient(variable).signum() == sign => {
                        Some(form)
                    }
                    _ => None,
                })
            };
            if bounds(1).next().is_none() || bounds(-1).next().is_none() {
                return Err(GridError::Unbounded(kind));
            }
            // What follows for the choices before it: without this they may seem unbounded.
            for low in bounds(1) {
                for high in bounds(-1) {
                    let (p, q) = (low.coefficient(variable), -high.coefficient(variable));
                    let joined = Form::default().plus(low, q).and_then(|form| form.plus(high, p));
                    let small = joined.filter(|form| {
                        form.coefficients.iter().all(|c| c.abs() <= Form::MAX)
                            && form.constant.abs() <= Form::MAX
                    });
                    // A choice may be negative: only what speaks of the position alone is void.
                    let void = |row: &Condition| {
                        row.form().coefficients.len() <= coordinates && row.is_void()
                    };
                    if let Some(row) = small.map(Condition::Natural)
                        && !void(&row)
                        && !rest.contains(&row)
                    {
                        rest.push(row);
                    }
                }
            }
            levels.push(inside);
            rows = rest;
        }
        levels.reverse();
        Ok(Loops { gates: rows, levels, parts: rule.parts.clone(), heap: rule.heap })
    }

    /// Calls `then` with the position and the choices of each option. `values` begins with the
    /// position and has room for the choices.
    pub(super) fn each(
        &self,
        values: &mut [i64],
        coordinates: usize,
        then: &mut dyn FnMut(&[i64]),
    ) {
        if self.gates.iter().all(|gate| gate.holds(&values[..coordinates])) {
            let end = coordinates + self.levels.len();
            self.level(0, &mut values[..end], coordinates, then);
        }
    }

    fn level(
        &self,
        level: usize,
        values: &mut [i64],
        coordinates: usize,
        then: &mut dyn FnMut(&[i64]),
    ) {
        let Some(rows) = self.levels.get(level) else {
            return then(values);
        };
        let at = coordinates + level;
        let (mut low, mut high) = (i64::MIN, i64::MAX);
        values[at] = 0;
        for row in rows {
            if let Condition::Natural(form) = row {
                let factor = form.coefficient(at);
                let rest = form.at(&values[..at]);
                if factor > 0 {
                    low = low.max(-rest.div_euclid(factor));
                } else {
                    high = high.min(rest.div_euclid(-factor));
                }
            }
        }
        for value in low..=high {
            values[at] = value;
            let except = |row: &Condition| matches!(row, Condition::NotZero(form) if form.at(&values[..=at]) == 0);
            if !rows.iter().any(except) {
                self.level(level + 1, values, coordinates, then);
            }
        }
    }
}
