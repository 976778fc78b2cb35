//! Filling the tables, point by point.

use super::lane::{Lane, Point};
use super::lines::{Run, join, run_of};
use super::loops::Loops;
use super::rules::{Condition, GridError, GridKind};
use super::seen::Seen;
use super::table::{Ask, GridFailure, GridTables, Known, Table};
use crate::Budget;
use crate::budget::Meter;

/// How a kind is solved.
#[derive(Debug)]
pub(super) struct KindPlan {
    domain: Vec<Condition>,
    pub(super) rules: Vec<RulePlan>,
    asked: bool,
    /// The most choices of a rule.
    choices: usize,
}

/// Rules with the same run, or one rule without.
#[derive(Debug)]
pub(super) struct RulePlan {
    pub(super) run: Option<Run>,
    /// The run applies when all conditions of one of these hold.
    ways: Vec<Vec<Condition>>,
    /// The options one by one, for a box in which the sets would be too large.
    loops: Vec<Loops>,
}

impl KindPlan {
    pub(super) fn new(
        kind: &GridKind,
        at: usize,
        coordinates: usize,
    ) -> Result<KindPlan, GridError> {
        let mut rules: Vec<RulePlan> = Vec::new();
        for rule in &kind.rules {
            let loops = Loops::new(rule, coordinates, at)?;
            let Some((run, gates)) = run_of(rule, at, coordinates) else {
                rules.push(RulePlan { run: None, ways: Vec::new(), loops: vec![loops] });
                continue;
            };
            match rules.iter_mut().find(|other| other.run.as_ref() == Some(&run)) {
                Some(other) => {
                    join(&mut other.ways, gates);
                    other.loops.push(loops);
                }
                None => {
                    rules.push(RulePlan { run: Some(run), ways: vec![gates], loops: vec![loops] });
                }
            }
        }
        let domain = kind.domain.iter().filter(|condition| !condition.is_void());
        Ok(KindPlan {
            domain: domain.cloned().collect(),
            rules,
            asked: kind.asked,
            choices: kind.rules.iter().map(|rule| rule.choices).max().unwrap_or(0),
        })
    }

    #[inline]
    fn is_position(&self, at: &Point) -> bool {
        self.domain.iter().all(|condition| condition.holds(at))
    }
}

/// Fills the tables until the first coordinate has `to` values.
pub(super) fn fill<A: Ask>(
    tables: &mut GridTables,
    to: u64,
    budget: &Budget,
    ask: &mut A,
) -> Result<(), GridFailure<A::Error>> {
    let mut meter = budget.start()?;
    let to_slabs = i64::try_from(to).unwrap_or(i64::MAX);
    while tables.table.sizes[0] < to_slabs {
        let slab = tables.table.sizes[0];
        meter.spend(tables.held(slab.unsigned_abs() + 1), 0)?;
        // The slab belongs to the table while it is filled: a kind may lead to an earlier one.
        tables.table.sizes[0] += 1;
        let cells = tables.table.index(&[slab + 1, 0, 0, 0]);
        tables.table.cells.iter_mut().for_each(|column| column.grow(cells));
        if let Err(failure) = fill_slab(tables, slab, &mut meter, ask) {
            tables.table.sizes[0] = slab;
            tables.torn = true;
            return Err(failure);
        }
    }
    Ok(())
}

fn fill_slab<A: Ask>(
    tables: &mut GridTables,
    slab: i64,
    meter: &mut Meter<'_>,
    ask: &mut A,
) -> Result<(), GridFailure<A::Error>> {
    let coordinates = tables.table.coordinates;
    let sizes = tables.table.sizes;
    let held = tables.held(slab.unsigned_abs() + 1);
    let choices = tables.kinds.iter().map(|kind| kind.choices).max().unwrap_or(0);
    let mut pass = Pass {
        values: vec![0; 4.max(coordinates + choices)],
        used: Vec::new(),
        asked: Vec::new(),
        options: 0,
    };
    let mut at: Point = [slab, 0, 0, 0];
    let mut index = tables.table.index(&at);
    let last = coordinates - 1;
    let row = if last == 0 { slab..slab + 1 } else { 0..sizes[last] };
    end_lines(tables, 0);
    loop {
        for lane in tables.lanes.iter_mut().flatten().flatten() {
            lane.start_row(&at, &sizes);
        }
        for value in row.clone() {
            at[last] = value;
            for kind in 0..tables.kinds.len() {
                pass.position(tables, kind, &at, index, ask)?;
            }
            index += 1;
            pass.options += 1;
            if pass.options >= 1 << 10 {
                meter.spend(held, pass.options * 4)?;
                pass.options = 0;
            }
        }
        // The next row of the slab.
        let Some(next) = (1..last.max(1)).rev().find(|i| at[*i] + 1 < sizes[*i]) else {
            return Ok(());
        };
        at[next] += 1;
        at[next + 1..].fill(0);
        end_lines(tables, next);
    }
}

/// Ends the lines along which only coordinates after `changed` change.
fn end_lines(tables: &mut GridTables, changed: usize) {
    for lane in tables.lanes.iter_mut().flatten().flatten() {
        if lane.depth > changed {
            lane.clear();
        }
    }
}

/// So many sets are looked at without a list on the heap.
const FEW: usize = 8;

static NONE: Seen = Seen::NONE;

/// What is used at every point.
struct Pass {
    /// The point and the choices.
    values: Vec<i64>,
    /// The sets that the position sees: rules and lines.
    used: Vec<(usize, usize)>,
    asked: Vec<u64>,
    /// Options gone through since the clock was last looked at.
    options: u64,
}

impl Pass {
    #[inline]
    fn position<A: Ask>(
        &mut self,
        tables: &mut GridTables,
        kind: usize,
        at: &Point,
        index: usize,
        ask: &mut A,
    ) -> Result<(), GridFailure<A::Error>> {
        let GridTables { kinds, table, lanes, marks, .. } = tables;
        let plan = &kinds[kind];
        let exists = plan.is_position(at);
        let mut lost = false;
        self.used.clear();
        marks.clear();
        for (place, (rule, lane)) in plan.rules.iter().zip(&mut lanes[kind]).enumerate() {
            if let Some(lane) = lane {
                let cell = |to: usize, place, point: &Point| {
                    table.cell(to, place, &kinds[to].domain, point)
                };
                let line = lane.pass(at, index, &table.sizes, cell);
                let applies = |way: &Vec<Condition>| way.iter().all(|gate| gate.holds(at));
                if exists && rule.ways.iter().any(applies) {
                    lost |= lane.set(line).lost;
                    self.used.push((place, line));
                }
            } else if exists {
                self.values[..4].copy_from_slice(at);
                for loops in &rule.loops {
                    loops.each(&mut self.values, table.coordinates, &mut |values| match nimber(
                        table, loops, values,
                    ) {
                        Some(nimber) => marks.push(nimber),
                        None => lost = true,
                    });
                }
            }
        }
        if exists && plan.asked && !lost {
            let point: [u64; 4] = at.map(i64::unsigned_abs);
            self.asked.clear();
            let known = Known { table };
            let found = ask
                .ask(kind, &point[..table.coordinates], &known, &mut self.asked)
                .map_err(GridFailure::Asked)?;
            lost |= !found;
            self.asked.iter().for_each(|nimber| marks.push(*nimber));
        }
        self.options += marks.len() as u64;
        if exists && !lost {
            let lanes = &lanes[kind];
            let mut sets = [&NONE; FEW];
            let mex = if self.used.len() <= FEW {
                for (slot, (rule, line)) in sets.iter_mut().zip(&self.used) {
                    *slot = set(lanes, *rule, *line);
                }
                marks.mex(&sets[..self.used.len()])
            } else {
                let sets = self.used.iter().map(|(rule, line)| set(lanes, *rule, *line));
                marks.mex(&sets.collect::<Vec<&Seen>>())
            };
            table.cells[kind].set(index, mex);
        }
        Ok(())
    }
}

#[inline]
fn set(lanes: &[Option<Lane>], rule: usize, line: usize) -> &Seen {
    lanes[rule].as_ref().expect("it was used").set(line)
}

/// The nimber of one option; `None` when a component has no value.
fn nimber(table: &Table, loops: &Loops, values: &[i64]) -> Option<u64> {
    let mut nimber = loops.heap;
    for (kind, target) in &loops.parts {
        let mut point: Point = [0; 4];
        for ((coordinate, form), size) in point.iter_mut().zip(target).zip(table.sizes) {
            *coordinate = form.at(values);
            if !(0..size).contains(coordinate) {
                return None;
            }
        }
        nimber ^= table.value(*kind, &point)?;
    }
    Some(nimber)
}
