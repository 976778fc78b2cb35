//! Rules whose options lie on a line, or in the corner that several axes span.
//!
//! From x the options are y = x + first - t1 d1 - ... - tk dk for t1, ..., tk >= 0, as long as y
//! satisfies conditions of its own. The nimbers seen from x are then those seen from each x - di
//! and that of x + first: the set is kept and extended, not built anew.

use super::rules::{Condition, Form, GridRule};

/// Where the options of a rule lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The kind of the options.
    pub(super) to: usize,
    /// Lexicographically positive, the greatest first; several are steps of one along axes.
    pub(super) directions: Vec<Vec<i64>>,
    /// From a position to the nearest of its options.
    pub(super) first: Vec<i64>,
    /// Which points are options, in terms of the option.
    pub(super) filter: Vec<Condition>,
}

/// The run of a rule and the conditions on the position under which it is one.
pub(super) fn run_of(
    rule: &GridRule,
    kind: usize,
    coordinates: usize,
) -> Option<(Run, Vec<Condition>)> {
    let [(to, target)] = rule.parts.as_slice() else {
        return None;
    };
    if rule.choices == 0 || rule.heap > 0 {
        return None;
    }
    let steps = Steps::of(target, rule.choices, coordinates)?;
    let mut run = Run { to: *to, directions: Vec::new(), first: Vec::new(), filter: Vec::new() };
    let mut gates = Vec::new();
    let mut nearest: Vec<Option<i64>> = vec![None; rule.choices];
    for condition in &rule.conditions {
        let form = steps.substitute(condition.form())?;
        let (at, by) = split(&form, coordinates, rule.choices);
        let bounded: Vec<usize> = (0..rule.choices).filter(|c| by[*c] != 0).collect();
        if bounded.is_empty() {
            gates.push(condition.with(form));
        } else if let Some(on_target) = steps.in_target(&at, &by, form.constant) {
            run.filter.push(condition.with(on_target));
        } else if let ([choice], Condition::Natural(_)) = (bounded.as_slice(), condition)
            && at.iter().all(|a| *a == 0)
            && by[*choice] > 0
        {
            // by * t + constant >= 0, rounded up.
            let bound = -form.constant.div_euclid(by[*choice]);
            nearest[*choice] = Some(nearest[*choice].map_or(bound, |old| old.max(bound)));
        } else {
            return None;
        }
    }
    run.first = steps.constant.clone();
    for (direction, nearest) in steps.directions.iter().zip(&nearest) {
        let nearest = (*nearest)?;
        for (first, d) in run.first.iter_mut().zip(direction) {
            *first -= nearest * d;
        }
    }
    run.directions = steps.directions;
    run.directions.sort_by(|a, b| b.cmp(a));
    let earlier = match sign(&run.first) {
        0 => *to < kind,
        sign => sign < 0,
    };
    let small = run.first.iter().chain(run.directions.iter().flatten()).all(|c| c.abs() <= 1 << 20);
    if !earlier || !small || (run.directions.len() > 1 && !run.is_corner()) {
        return None;
    }
    for conditions in [&mut run.filter, &mut gates] {
        conditions.retain(|condition| !condition.is_void());
        conditions.sort_unstable();
        conditions.dedup();
    }
    Some((run, gates))
}

impl Run {
    /// Whether it is spanned by different axes, and nothing is seen from beyond their ends.
    fn is_corner(&self) -> bool {
        let axes: Vec<usize> = self.directions.iter().filter_map(|d| axis(d)).collect();
        axes.len() == self.directions.len()
            && axes.windows(2).all(|pair| pair[0] < pair[1])
            && axes.iter().all(|axis| self.first[*axis] <= 0)
    }

    /// The first coordinate that changes along the line.
    pub(super) fn depth(&self) -> usize {
        self.directions[0].iter().position(|d| *d != 0).expect("a direction is not zero")
    }
}

/// The axis of a step of one.
fn axis(direction: &[i64]) -> Option<usize> {
    let axis = direction.iter().position(|d| *d != 0)?;
    let only = direction.iter().enumerate().all(|(i, d)| *d == i64::from(i == axis));
    only.then_some(axis)
}

/// The sign of a vector in lexicographic order.
fn sign(vector: &[i64]) -> i64 {
    vector.iter().find(|c| **c != 0).map_or(0, |c| c.signum())
}

/// A target as `x + constant - t1 d1 - ...`, and what each choice is in terms of x and t.
struct Steps {
    constant: Vec<i64>,
    directions: Vec<Vec<i64>>,
    choices: Vec<Form>,
}

impl Steps {
    fn of(target: &[Form], choices: usize, coordinates: usize) -> Option<Steps> {
        let column = |c: usize| -> Vec<i64> {
            target.iter().map(|form| form.coefficient(coordinates + c)).collect()
        };
        let columns: Vec<Vec<i64>> = (0..choices).map(column).collect();
        let moves = |i: usize, c: usize| columns[c][i] != 0;
        let mut steps = Steps {
            constant: target.iter().map(|form| form.constant).collect(),
            directions: Vec::new(),
            choices: Vec::new(),
        };
        for (c, column) in columns.iter().enumerate() {
            let sign = match sign(column) {
                0 => return None,
                sign => -sign,
            };
            // c = m x + sign * t, where m makes up for how the target depends on x.
            let mut form = Form::default();
            if !is_shift(target, coordinates) {
                let alone = |i: usize| (0..choices).all(|other| (other == c) == moves(i, other));
                let i = (0..coordinates).find(|i| alone(*i) && column[*i].abs() == 1)?;
                for j in 0..coordinates {
                    let missing = i64::from(i == j) - target[i].coefficient(j);
                    form = form.plus(&Form::variable(j, 0), missing * column[i])?;
                }
            }
            steps.choices.push(form.plus(&Form::variable(coordinates + c, 0), sign)?);
            steps.directions.push(column.iter().map(|v| -v * sign).collect());
        }
        // With the choices put in, the target must move with the position.
        let moved: Option<Vec<Form>> = target.iter().map(|form| steps.substitute(form)).collect();
        is_shift(&moved?, coordinates).then_some(steps)
    }

    /// The form with the choices in terms of x and t.
    fn substitute(&self, form: &Form) -> Option<Form> {
        let coordinates = self.constant.len();
        let mut result = Form::constant(form.constant);
        for (index, c) in form.coefficients.iter().enumerate() {
            result = match index.checked_sub(coordinates) {
                None => result.plus(&Form::variable(index, 0), *c)?,
                Some(choice) => result.plus(&self.choices[choice], *c)?,
            };
        }
        Some(result)
    }

    /// `at x + by t + constant` in terms of the target alone, when it is that.
    fn in_target(&self, at: &[i64], by: &[i64], constant: i64) -> Option<Form> {
        let dot = |v: &[i64]| at.iter().zip(v).map(|(a, b)| a * b).sum::<i64>();
        let fits = self.directions.iter().zip(by).all(|(d, by)| dot(d) + by == 0);
        let mut form = Form::constant(constant - dot(&self.constant));
        for (i, a) in at.iter().enumerate() {
            form = form.plus(&Form::variable(i, 0), *a)?;
        }
        fits.then_some(form)
    }
}

/// Whether the coordinates stand in the target as they are.
fn is_shift(target: &[Form], coordinates: usize) -> bool {
    target
        .iter()
        .enumerate()
        .all(|(i, form)| (0..coordinates).all(|j| form.coefficient(j) == i64::from(i == j)))
}

/// The coefficients of the coordinates and those of the choices.
fn split(form: &Form, coordinates: usize, choices: usize) -> (Vec<i64>, Vec<i64>) {
    let part =
        |from: usize, count: usize| (from..from + count).map(|i| form.coefficient(i)).collect();
    (part(0, coordinates), part(coordinates, choices))
}

/// Adds one more way in which a rule applies; two that differ in a condition and its opposite are one.
pub(super) fn join(ways: &mut Vec<Vec<Condition>>, mut new: Vec<Condition>) {
    loop {
        if ways.iter().any(|way| way.iter().all(|condition| new.contains(condition))) {
            return;
        }
        let found = ways.iter().enumerate().find_map(|(at, way)| Some((at, merged(way, &new)?)));
        match found {
            Some((at, merged)) => {
                ways.swap_remove(at);
                new = merged;
            }
            None => return ways.push(new),
        }
    }
}

/// What two lists of conditions have in common, when they differ in opposites.
fn merged(a: &[Condition], b: &[Condition]) -> Option<Vec<Condition>> {
    let alone = |x: &[Condition], y: &[Condition]| -> Vec<Condition> {
        x.iter().filter(|condition| !y.contains(condition)).cloned().collect()
    };
    let (only_a, only_b) = (alone(a, b), alone(b, a));
    let ([Condition::Natural(p)], [Condition::Natural(q)]) = (only_a.as_slice(), only_b.as_slice())
    else {
        return None;
    };
    // p >= 0 and -p - 1 >= 0; p >= 0 or q >= 0 also holds when they overlap.
    let sum = p.plus(q, 1)?;
    let covers = sum.coefficients.is_empty() && sum.constant >= -1;
    covers.then(|| a.iter().filter(|condition| b.contains(condition)).cloned().collect())
}
