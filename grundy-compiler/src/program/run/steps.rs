//! The instructions of programs, each for all active lanes.

use grundy_core::graph::{self, Flood, Parts};

use super::super::code::{Instr, LANES, Op, Reg};
use super::super::key::Key;
use super::super::lanes;
use super::{Machine, Stop, each, operand};

impl<K: Key> Machine<K> {
    pub(super) fn run(&mut self, code: &[Instr]) -> Result<(), Stop> {
        for instr in code {
            match instr {
                Instr::Keep(condition) => {
                    let holds = self.holds(*condition);
                    self.dropped |= self.active & !holds;
                    self.active = holds;
                    if holds == 0 {
                        return Ok(());
                    }
                }
                Instr::Demand(condition) => {
                    if self.holds(*condition) != self.active {
                        return Err(Stop::Fault);
                    }
                }
                Instr::Arm { condition, when, code } => {
                    let holds = self.holds(*condition);
                    let inside = if *when { holds } else { self.active & !holds };
                    self.within(inside, code)?;
                    if self.active == 0 {
                        return Ok(());
                    }
                }
                Instr::Loop { low, high, variable, code } => {
                    self.each_value((*low, *high), *variable, code)?;
                }
                Instr::Members { mask, variable, code } => {
                    self.each_member(*mask, *variable, code)?;
                }
                Instr::Parts { flood, trim, whole, mask, variable, code } => {
                    let mut parts = self.parts_of(flood, *mask)?;
                    if *trim {
                        parts.trim(flood);
                    }
                    parts.meet(flood, whole.map(|at| self.ones[at as usize] as u64));
                    self.each_part(flood, parts, *variable, code)?;
                }
                Instr::Rank { flood, whole, mask } => self.rank(flood, *whole, *mask),
                Instr::Component { shape, same, differing, copies } => {
                    self.component(*shape, same, differing, *copies)?;
                }
                Instr::Heap { size, copies } => self.heap(*size, *copies)?,
                Instr::Binary { op, to, a, b } => self.binary(*op, *to, *a, *b)?,
                Instr::Select { to, condition, yes, no } => {
                    self.select(*to, *condition, *yes, *no);
                }
                Instr::Copy { to, from } => self.copy(*to, *from),
                Instr::Pick { to, index, items } => self.pick(*to, *index, items)?,
                Instr::Call { to, function, a, b } => self.answer(*to, *a, *b, function)?,
                Instr::Ask { to, question, a, .. } if self.loose && question.is_shape() => {
                    self.copy(*to, *a);
                }
                Instr::Ask { to, question, a, b } => {
                    self.answer(*to, *a, *b, |a, b| question.answer(a, b))?;
                }
                Instr::Accumulate { op, to, value } => {
                    self.answer(*to, *to, *value, |a, b| op.apply(a, b))?;
                }
                Instr::Sort { low, high, a, b } => self.sort(*low, *high, *a, *b),
                Instr::Ordered { a, b } => self.ordered(*a, *b)?,
            }
        }
        Ok(())
    }

    fn select(&mut self, to: Reg, condition: Reg, yes: Reg, no: Reg) {
        match (to, condition) {
            (Reg::One(to), _) => {
                let from = if self.one(condition) != 0 { yes } else { no };
                self.ones[to as usize] = self.one(from);
            }
            (Reg::Col(to), Reg::Col(condition)) => {
                // Registers are numbered in the order in which they are made.
                let (before, after) = self.columns.split_at_mut(to as usize);
                let of = |register| operand(&self.ones, before, register);
                let condition = &before[condition as usize];
                lanes::select(&mut after[0], condition, of(yes), of(no), self.lanes);
            }
            (Reg::Col(_), Reg::One(_)) => {
                self.copy(to, if self.one(condition) != 0 { yes } else { no });
            }
        }
    }

    fn copy(&mut self, to: Reg, from: Reg) {
        let lanes = if matches!(to, Reg::One(_)) { 1 } else { self.lanes };
        (0..lanes).for_each(|lane| self.set(to, lane, self.at(from, lane)));
    }

    fn pick(&mut self, to: Reg, index: Reg, items: &[Reg]) -> Result<(), Stop> {
        for lane in each(self.reached(to)) {
            let index = usize::try_from(self.at(index, lane)).ok();
            let item = index.and_then(|at| items.get(at)).ok_or(Stop::Fault)?;
            self.set(to, lane, self.at(*item, lane));
        }
        Ok(())
    }

    /// Sets a register lane by lane to what is answered for two others.
    fn answer(
        &mut self,
        to: Reg,
        a: Reg,
        b: Reg,
        answer: impl Fn(i64, i64) -> Option<i64>,
    ) -> Result<(), Stop> {
        for lane in each(self.reached(to)) {
            let value = answer(self.at(a, lane), self.at(b, lane)).ok_or(Stop::Fault)?;
            self.set(to, lane, value);
        }
        Ok(())
    }

    fn ordered(&self, a: Reg, b: Reg) -> Result<(), Stop> {
        let of = |register| operand(&self.ones, &self.columns, register);
        if lanes::disordered(of(a), of(b), self.lanes)
            && each(self.active).any(|lane| self.at(a, lane) > self.at(b, lane))
        {
            return Err(Stop::Fault);
        }
        Ok(())
    }

    /// Runs code for each value from one register to another.
    fn each_value(
        &mut self,
        (low, high): (Reg, Reg),
        variable: Reg,
        code: &[Instr],
    ) -> Result<(), Stop> {
        let all = || each(self.active);
        let least = all().map(|lane| self.at(low, lane)).min().unwrap_or(0);
        let most = all().map(|lane| self.at(high, lane)).max().unwrap_or(-1);
        for value in least..=most {
            let inside = each(self.active)
                .filter(|&lane| (self.at(low, lane)..=self.at(high, lane)).contains(&value));
            let inside = inside.fold(0, |all, lane| all | 1 << lane);
            self.set(variable, 0, value);
            self.within(inside, code)?;
        }
        Ok(())
    }

    /// Runs code for each member of a set of small integers.
    fn each_member(&mut self, mask: Reg, variable: Reg, code: &[Instr]) -> Result<(), Stop> {
        let all = each(self.active).fold(0, |all, lane| all | self.at(mask, lane));
        for member in each(all as u64) {
            let inside = each(self.active)
                .filter(|&lane| self.at(mask, lane) >> member & 1 == 1)
                .fold(0, |all, lane| all | 1 << lane);
            self.set(variable, 0, member as i64);
            self.within(inside, code)?;
        }
        Ok(())
    }

    fn parts_of(&self, flood: &Flood, mask: Reg) -> Result<Parts, Stop> {
        let mut parts = Parts::new(self.lanes);
        for lane in each(self.active) {
            parts.rest[lane] = self.vertices(mask, lane, flood)?;
        }
        Ok(parts)
    }

    /// Runs code for each component.
    fn each_part(
        &mut self,
        flood: &Flood,
        mut parts: Parts,
        variable: Reg,
        code: &[Instr],
    ) -> Result<(), Stop> {
        while parts.next(flood) {
            let found = each(self.active).filter(|&lane| parts.found[lane] != 0);
            let inside = found.fold(0, |all, lane| all | 1 << lane);
            for lane in each(inside) {
                self.set(variable, lane, parts.found[lane] as i64);
            }
            self.within(inside, code)?;
        }
        Ok(())
    }

    fn rank(&mut self, flood: &Flood, whole: u32, mask: Reg) {
        let whole = self.ones[whole as usize] as u64 & flood.all();
        let mut left = [0; LANES];
        for lane in each(self.active) {
            left[lane] = self.at(mask, lane) as u64 & whole;
        }
        let ranks = self.ranks.get_or_insert([0; LANES]);
        graph::rank(flood, whole, &left, self.lanes, ranks);
    }

    /// Makes a Nim heap a part of the options.
    fn heap(&mut self, size: Reg, copies: Reg) -> Result<(), Stop> {
        let at = self.part(copies)?;
        self.parts[at].heap = true;
        for lane in each(self.active) {
            let size = self.at(size, lane);
            if size < 0 {
                return Err(Stop::Fault);
            }
            self.parts[at].sizes[lane] = size;
        }
        Ok(())
    }

    /// Runs code for some of the active lanes.
    fn within(&mut self, lanes: u64, code: &[Instr]) -> Result<(), Stop> {
        if lanes == 0 {
            return Ok(());
        }
        let outer = std::mem::replace(&mut self.active, lanes);
        let result = self.run(code);
        self.active = outer & !self.dropped;
        result
    }

    /// The lanes for which a register is to be set.
    pub(super) fn reached(&self, to: Reg) -> u64 {
        if matches!(to, Reg::One(_)) { 1 } else { self.active }
    }

    fn binary(&mut self, op: Op, to: Reg, a: Reg, b: Reg) -> Result<(), Stop> {
        let at = match (to, op) {
            (Reg::One(_), _) | (_, Op::Div | Op::Mod | Op::Single | Op::Span) => {
                return self.answer(to, a, b, |a, b| op.apply(a, b));
            }
            (Reg::Col(at), _) => at,
        };
        // Registers are numbered in the order in which they are made.
        let (before, after) = self.columns.split_at_mut(at as usize);
        let (x, y) = (operand(&self.ones, before, a), operand(&self.ones, before, b));
        if lanes::binary(op, &mut after[0], x, y, self.lanes)
            && each(self.active).any(|lane| op.apply(self.at(a, lane), self.at(b, lane)).is_none())
        {
            return Err(Stop::Fault);
        }
        Ok(())
    }

    fn sort(&mut self, low: u32, high: u32, a: Reg, b: Reg) {
        // Registers are numbered in the order in which they are made.
        let (before, after) = self.columns.split_at_mut(low as usize);
        let (lower, after) = after.split_at_mut((high - low) as usize);
        let (a, b) = (operand(&self.ones, before, a), operand(&self.ones, before, b));
        lanes::sort(&mut lower[0], &mut after[0], a, b, self.lanes);
    }
}
