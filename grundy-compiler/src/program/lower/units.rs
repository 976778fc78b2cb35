//! Units: what is done once the choices of a move have been made.

use std::collections::HashSet;
use std::rc::Rc;

use crate::ir::{Binder, Move};
use crate::program::code::{Choose, Code, Instr, Reg, Unit};

use super::binders::{Level, MAX_UNITS};
use super::{Lower, Lowered, No, Num, Val};

impl Lower<'_> {
    /// What is done for the choices that have been made.
    pub(super) fn unit(&mut self, rule: &Move, rest: &[Binder], levels: &[Level]) -> Lowered<()> {
        if self.units.len() >= MAX_UNITS {
            return Err(No::Long);
        }
        let code = self.code().clone();
        let frame = self.frame.clone();
        let chosen = self.chosen.clone();
        let outer = std::mem::replace(&mut self.known, vec![Default::default()]);
        let outer_codes = std::mem::replace(&mut self.codes, vec![Code::new()]);
        (self.choosing, self.guarded, self.columns) = (false, 0, 0);
        self.once = Code::new();
        let mut columns: Vec<(u32, u32)> = Vec::new();
        for slot in 0..self.frame.len() {
            if let Some(value) = self.frame[slot].take() {
                self.frame[slot] = Some(self.in_lanes(value, &mut columns));
            }
        }
        let made = self.done(rule, rest);
        let mut batch = std::mem::take(self.code());
        let once = std::mem::take(&mut self.once);
        (self.choosing, self.guarded) = (true, 0);
        (self.codes, self.known, self.frame, self.chosen) = (outer_codes, outer, frame, chosen);
        if !made? {
            if !acts([&code, &once, &batch], levels) {
                return Ok(());
            }
            // No choice is left, but what was done to find that out may find a mistake.
            batch.push(Instr::Keep(self.reg(Num::known(0))));
        }
        let mut read = HashSet::new();
        for instr in batch.iter().chain(&once) {
            instr.reads(&mut |register| {
                read.insert(register);
            });
        }
        columns.retain(|(_, to)| read.contains(&Reg::Col(*to)));
        let row = Choose::Row { code, columns: columns.into() };
        let choose = self.below(levels, row);
        self.units.push(Unit { choose, once, batch });
        Ok(())
    }

    /// Ends a way on which there is no choice. What was done on it is done all the same: it may find
    /// a mistake in the rules.
    pub(super) fn dead_end(&mut self, levels: &[Level]) -> Lowered<()> {
        if !acts([self.code()], levels) {
            return Ok(());
        }
        if self.units.len() >= MAX_UNITS {
            return Err(No::Long);
        }
        let end = Level::If { code: self.code().clone(), condition: Num::known(0) };
        let never = self.choose(end, Choose::Row { code: Code::new(), columns: Box::default() });
        let choose = self.below(levels, never);
        self.units.push(Unit { choose, once: Code::new(), batch: Code::new() });
        Ok(())
    }

    /// Puts what is chosen last below the levels.
    fn below(&mut self, levels: &[Level], last: Choose) -> Choose {
        levels.iter().rev().fold(last, |choose, level| self.choose(level.clone(), choose))
    }

    /// Makes the code of a batch; whether there is a choice at all.
    fn done(&mut self, rule: &Move, rest: &[Binder]) -> Lowered<bool> {
        for binder in rest {
            match binder {
                Binder::Let(pattern, value) => {
                    let value = self.value(value)?;
                    self.assign(pattern, value);
                }
                Binder::If(condition) => {
                    let condition = self.num(condition)?;
                    if condition.constant() == Some(0) {
                        return Ok(false);
                    }
                    self.keep(condition)?;
                }
                Binder::ParamIn(_, value) | Binder::ParamIs(_, value) => {
                    return Err(No::Construct("another value of a param", value.span));
                }
                Binder::In(..) | Binder::Map { .. } => unreachable!("no choice is left"),
            }
        }
        if let Some(guard) = &rule.guard {
            let holds = self.num(guard)?;
            if holds.constant() == Some(0) {
                return Ok(false);
            }
            self.keep(holds)?;
        }
        self.sum(&rule.sum, Num::known(1))?;
        Ok(true)
    }

    /// The value with a column for each register that was set while choosing.
    fn in_lanes(&mut self, value: Val, columns: &mut Vec<(u32, u32)>) -> Val {
        let mut num = |this: &mut Self, num: Num| match num.at {
            Some(Reg::One(from)) if this.chosen.contains(&from) => {
                let known = columns.iter().find(|(one, _)| *one == from).map(|(_, to)| *to);
                let to = known.unwrap_or_else(|| {
                    let Reg::Col(to) = this.fresh(false) else { unreachable!("not choosing") };
                    columns.push((from, to));
                    to
                });
                Num { at: Some(Reg::Col(to)), ..num }
            }
            _ => num,
        };
        match value {
            Val::Num(a) => Val::Num(num(self, a)),
            Val::Mask(a) => Val::Mask(num(self, a)),
            Val::Edges(graph, a) => Val::Edges(graph, num(self, a)),
            Val::Components(graph, a) => Val::Components(graph, num(self, a)),
            Val::Graph(_) | Val::Convexity(_) => value,
            Val::Range(a, b) => Val::Range(num(self, a), num(self, b)),
            Val::Vector(all) => Val::Vector(self.all_in_lanes(all, columns)),
            Val::Tuple(all) => Val::Tuple(self.all_in_lanes(all, columns)),
            Val::Members(all) => Val::Members(self.all_in_lanes(all, columns)),
            Val::Map(pairs) => {
                let (keys, values): (Vec<Val>, Vec<Val>) = pairs.into_iter().unzip();
                let keys = self.all_in_lanes(keys, columns);
                Val::Map(keys.into_iter().zip(self.all_in_lanes(values, columns)).collect())
            }
        }
    }

    fn all_in_lanes(&mut self, all: Vec<Val>, columns: &mut Vec<(u32, u32)>) -> Vec<Val> {
        all.into_iter().map(|value| self.in_lanes(value, columns)).collect()
    }

    /// A level with those below it.
    fn choose(&mut self, level: Level, then: Choose) -> Choose {
        let then = Box::new(then);
        match level {
            Level::Range { code, low, high, variable } => {
                Choose::Range { code, low: self.one(low), high: self.one(high), variable, then }
            }
            Level::Members { code, mask, variable } => {
                Choose::Members { code, mask: self.one(mask), variable, then }
            }
            Level::Parts { code, flood, mask, variable } => {
                Choose::Parts { code, flood, mask: self.one(mask), variable, then }
            }
            Level::Divisors { code, of, variable } => {
                Choose::Divisors { code, of: self.one(of), variable, then }
            }
            Level::Rows { rows, variables } => {
                Choose::Rows { rows: Rc::clone(&rows), variables, then }
            }
            Level::If { code, condition } => {
                Choose::If { code, condition: self.one(condition), then }
            }
        }
    }

    fn one(&mut self, num: Num) -> u32 {
        match self.reg(num) {
            Reg::One(at) => at,
            Reg::Col(_) => unreachable!("while choosing there are no columns"),
        }
    }
}

/// Whether any of this code, or of that of the levels, may fail.
fn acts<const N: usize>(codes: [&Code; N], levels: &[Level]) -> bool {
    let above = levels.iter().filter_map(|level| match level {
        Level::Range { code, .. }
        | Level::Members { code, .. }
        | Level::Divisors { code, .. }
        | Level::Parts { code, .. }
        | Level::If { code, .. } => Some(code),
        Level::Rows { .. } => None,
    });
    codes.into_iter().chain(above).flatten().any(Instr::acts)
}
