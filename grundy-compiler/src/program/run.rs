//! Runs programs: choices are made one by one, the rest is done for a batch of them.

use std::rc::Rc;

use grundy_core::Options;
use grundy_core::graph::{Flood, Mask};

use crate::error::Error;
use crate::instance::Instance;

use super::code::{Choose, Instr, LANES, Op, Program, Reg, Unit};
use super::key::Key;
use super::lanes::{self, Column, Operand};
use super::layout::{Place, Shape};
use super::parts::{self, Parts};

/// Why a program gave no options.
pub(crate) enum Stop {
    /// Something is wrong with the rules here, or the program does not see that it is not: the rules
    /// are to be walked, which tells.
    Fault,
    /// A value did not fit into its cell.
    Wide,
    /// The work was stopped.
    Stopped(Error),
}

/// The registers and what a batch has made so far.
pub(crate) struct Machine<K> {
    ones: Vec<i64>,
    columns: Vec<Column>,
    /// How many lanes the batch has.
    lanes: usize,
    /// The lanes for which code is run.
    active: u64,
    /// The lanes that are no choices after all.
    dropped: u64,
    parts: Vec<Part<K>>,
    /// How many of the parts are those of this batch.
    used: usize,
    /// The cells of the key at hand that differ from lane to lane.
    cells: Vec<(u32, Place)>,
    /// Which lanes come first: those with less. Without ranks the order is that of the choices.
    ranks: Option<[u64; LANES]>,
}

/// A component or Nim heap of the options of some lanes.
struct Part<K> {
    lanes: u64,
    /// No keys are meant when these are Nim heaps.
    heap: bool,
    keys: [K; LANES],
    sizes: Column,
    copies: Copies,
}

enum Copies {
    Same(i64),
    Each(Box<Column>),
}

/// What a part of a program works for.
struct Call<'a, K> {
    game: &'a Instance,
    shapes: &'a [Rc<Shape>],
    unit: &'a Unit,
    /// Whether the code that is run once has been run.
    begun: bool,
    options: &'a mut Options<K>,
}

fn first(lanes: usize) -> u64 {
    if lanes >= LANES { u64::MAX } else { (1 << lanes) - 1 }
}

/// The lanes in a mask, ascending.
fn each(mut lanes: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (lanes != 0).then_some(lanes.trailing_zeros() as usize);
        lanes &= lanes.wrapping_sub(1);
        lane
    })
}

/// What stands in a register, for an operator on columns.
fn operand<'a>(ones: &[i64], columns: &'a [Column], register: Reg) -> Operand<'a> {
    match register {
        Reg::One(at) => Operand::All(ones[at as usize]),
        Reg::Col(at) => Operand::Each(&columns[at as usize]),
    }
}

impl<K: Key> Machine<K> {
    pub(crate) fn new() -> Self {
        Self {
            ones: Vec::new(),
            columns: Vec::new(),
            lanes: 0,
            active: 0,
            dropped: 0,
            parts: Vec::new(),
            used: 0,
            cells: Vec::new(),
            ranks: None,
        }
    }

    /// Puts the options of the position with these cells into `options`.
    pub(crate) fn options(
        &mut self,
        program: &Program,
        shapes: &[Rc<Shape>],
        game: &Instance,
        cells: &[i64],
        options: &mut Options<K>,
    ) -> Result<(), Stop> {
        let (ones, columns) = (self.ones.len(), self.columns.len());
        self.ones.resize(program.ones.max(ones), 0);
        self.columns.resize(program.columns.max(columns), [0; LANES]);
        self.ones[..cells.len()].copy_from_slice(cells);
        for &(register, value) in &program.constants {
            self.ones[register as usize] = value;
        }
        (self.lanes, self.active, self.used, self.ranks) = (1, 1, 0, None);
        for (code, condition) in &program.ends {
            self.run(code, shapes)?;
            if self.one(*condition) != 0 {
                return Ok(());
            }
        }
        self.run(&program.before, shapes)?;
        for unit in &program.units {
            self.lanes = 0;
            let mut call = Call { game, shapes, unit, begun: false, options };
            self.choose(&unit.choose, &mut call)?;
            self.flush(&mut call)?;
        }
        Ok(())
    }

    /// Whether the last options came in an order that was looked for.
    pub(crate) fn is_ranked(&self) -> bool {
        self.ranks.is_some()
    }

    fn one(&self, register: Reg) -> i64 {
        match register {
            Reg::One(at) => self.ones[at as usize],
            Reg::Col(at) => self.columns[at as usize][0],
        }
    }

    fn at(&self, register: Reg, lane: usize) -> i64 {
        match register {
            Reg::One(at) => self.ones[at as usize],
            Reg::Col(at) => self.columns[at as usize][lane],
        }
    }

    fn set(&mut self, register: Reg, lane: usize, value: i64) {
        match register {
            Reg::One(at) => self.ones[at as usize] = value,
            Reg::Col(at) => self.columns[at as usize][lane] = value,
        }
    }

    /// A set of vertices of a graph.
    fn vertices(&self, register: Reg, lane: usize, flood: &Flood) -> Result<u64, Stop> {
        let set = self.at(register, lane) as u64;
        if set.is_within(flood.all()) { Ok(set) } else { Err(Stop::Fault) }
    }

    /// The active lanes in which a register is not 0.
    fn holds(&self, register: Reg) -> u64 {
        match register {
            Reg::One(at) if self.ones[at as usize] != 0 => self.active,
            Reg::One(_) => 0,
            Reg::Col(at) => lanes::nonzero(&self.columns[at as usize], self.lanes) & self.active,
        }
    }

    /// Makes the choices of a level and of those below it.
    fn choose(&mut self, choose: &Choose, call: &mut Call<'_, K>) -> Result<(), Stop> {
        match choose {
            Choose::Range { code, low, high, variable, then } => {
                self.level(code, call)?;
                let (low, high) = (self.ones[*low as usize], self.ones[*high as usize]);
                if let Choose::Row { code, columns } = &**then
                    && code.is_empty()
                {
                    return self.range(low, high, *variable, columns, call);
                }
                for value in low..=high {
                    self.ones[*variable as usize] = value;
                    self.choose(then, call)?;
                }
            }
            Choose::Members { code, mask, variable, then } => {
                self.level(code, call)?;
                for member in each(self.ones[*mask as usize] as u64) {
                    self.ones[*variable as usize] = member as i64;
                    self.choose(then, call)?;
                }
            }
            Choose::Parts { code, flood, mask, variable, then } => {
                self.level(code, call)?;
                let mut rest = self.vertices(Reg::One(*mask), 0, flood)?;
                while let Some(vertex) = rest.least() {
                    let component = flood.component(rest, vertex, rest);
                    rest = rest.without(component);
                    self.ones[*variable as usize] = component as i64;
                    self.choose(then, call)?;
                }
            }
            Choose::Divisors { code, of, variable, then } => {
                self.level(code, call)?;
                let number = self.ones[*of as usize];
                let Ok(Some(divisors)) =
                    (number > 0).then(|| call.game.divisors_of(number)).transpose()
                else {
                    return Err(Stop::Fault);
                };
                for divisor in divisors {
                    self.ones[*variable as usize] = divisor;
                    self.choose(then, call)?;
                }
            }
            Choose::Rows { rows, variables, then } => {
                for row in rows.iter() {
                    for (variable, value) in variables.iter().zip(row) {
                        self.ones[*variable as usize] = *value;
                    }
                    self.choose(then, call)?;
                }
            }
            Choose::If { code, condition, then } => {
                self.level(code, call)?;
                if self.ones[*condition as usize] != 0 {
                    self.choose(then, call)?;
                }
            }
            Choose::Row { code, columns } => {
                self.level(code, call)?;
                for &(from, to) in columns {
                    self.columns[to as usize][self.lanes] = self.ones[from as usize];
                }
                self.lanes += 1;
                if self.lanes == LANES {
                    self.flush(call)?;
                }
            }
        }
        Ok(())
    }

    /// Runs the code of a level, in which every register is uniform.
    fn level(&mut self, code: &[Instr], call: &Call<'_, K>) -> Result<(), Stop> {
        if code.is_empty() {
            return Ok(());
        }
        let lanes = std::mem::replace(&mut self.lanes, 1);
        (self.active, self.dropped) = (1, 0);
        let result = self.run(code, call.shapes);
        self.lanes = lanes;
        result
    }

    /// The choices of a range, a batch at a time.
    fn range(
        &mut self,
        low: i64,
        high: i64,
        variable: u32,
        columns: &[(u32, u32)],
        call: &mut Call<'_, K>,
    ) -> Result<(), Stop> {
        let mut next = low;
        while next <= high {
            let room = LANES - self.lanes;
            let left = high.abs_diff(next).saturating_add(1);
            let count = usize::try_from(left).unwrap_or(room).min(room);
            for &(from, to) in columns {
                let column = &mut self.columns[to as usize][self.lanes..self.lanes + count];
                if from == variable {
                    column.iter_mut().zip(next..).for_each(|(lane, value)| *lane = value);
                } else {
                    column.fill(self.ones[from as usize]);
                }
            }
            self.lanes += count;
            if self.lanes == LANES {
                self.flush(call)?;
            }
            match next.checked_add(count as i64) {
                Some(after) => next = after,
                None => break,
            }
        }
        Ok(())
    }

    /// Works on the choices that have come together.
    fn flush(&mut self, call: &mut Call<'_, K>) -> Result<(), Stop> {
        if self.lanes == 0 {
            return Ok(());
        }
        call.game.tick().map_err(Stop::Stopped)?;
        if !std::mem::replace(&mut call.begun, true) {
            let lanes = std::mem::replace(&mut self.lanes, 1);
            (self.active, self.dropped) = (1, 0);
            self.run(&call.unit.once, call.shapes)?;
            self.lanes = lanes;
        }
        (self.active, self.dropped, self.used) = (first(self.lanes), 0, 0);
        self.ranks = None;
        self.run(&call.unit.batch, call.shapes)?;
        self.emit(call.options);
        self.lanes = 0;
        Ok(())
    }

    /// Gives out the options of the lanes that are left.
    fn emit(&self, options: &mut Options<K>) {
        let lanes = self.active;
        if let Some(ranks) = &self.ranks {
            let mut order = [(0, 0); LANES];
            let count = lanes.count_ones() as usize;
            order.iter_mut().zip(each(lanes)).for_each(|(at, lane)| *at = (ranks[lane], lane));
            order[..count].sort_unstable();
            order[..count].iter().for_each(|(_, lane)| self.emit_lane(*lane, options));
            return;
        }
        if let [part] = &self.parts[..self.used]
            && !part.heap
            && part.lanes & lanes == lanes
            && matches!(part.copies, Copies::Same(1))
        {
            if lanes == first(self.lanes) {
                options.push_each(part.keys[..self.lanes].iter().copied());
            } else {
                each(lanes).for_each(|lane| options.push(part.keys[lane]));
            }
            return;
        }
        each(lanes).for_each(|lane| self.emit_lane(lane, options));
    }

    /// Gives out the option of a lane.
    fn emit_lane(&self, lane: usize, options: &mut Options<K>) {
        for part in self.parts[..self.used].iter().filter(|part| part.lanes >> lane & 1 == 1) {
            let copies = match &part.copies {
                Copies::Same(copies) => *copies,
                Copies::Each(copies) => copies[lane],
            };
            match part.heap {
                true => options.heap(part.sizes[lane] as u64, copies as u64),
                false => options.component(part.keys[lane], copies as u64),
            }
        }
        options.finish();
    }

    fn run(&mut self, code: &[Instr], shapes: &[Rc<Shape>]) -> Result<(), Stop> {
        for instr in code {
            match instr {
                Instr::Binary { op, to: Reg::One(to), a, b } => {
                    let value = op.apply(self.one(*a), self.one(*b)).ok_or(Stop::Fault)?;
                    self.ones[*to as usize] = value;
                }
                Instr::Binary { op, to: Reg::Col(to), a, b } => self.binary(*op, *to, *a, *b)?,
                Instr::Select { to: Reg::One(to), condition, yes, no } => {
                    let from = if self.one(*condition) != 0 { yes } else { no };
                    self.ones[*to as usize] = self.one(*from);
                }
                Instr::Select { to: Reg::Col(to), condition: Reg::Col(condition), yes, no } => {
                    // Registers are numbered in the order in which they are made.
                    let (before, after) = self.columns.split_at_mut(*to as usize);
                    let of = |register| operand(&self.ones, before, register);
                    let condition = &before[*condition as usize];
                    lanes::select(&mut after[0], condition, of(*yes), of(*no), self.lanes);
                }
                Instr::Select { to, condition, yes, no } => {
                    for lane in 0..self.lanes {
                        let (yes, no) = (self.at(*yes, lane), self.at(*no, lane));
                        let value = if self.at(*condition, lane) != 0 { yes } else { no };
                        self.set(*to, lane, value);
                    }
                }
                Instr::Copy { to, from } => {
                    let lanes = if matches!(to, Reg::One(_)) { 1 } else { self.lanes };
                    (0..lanes).for_each(|lane| self.set(*to, lane, self.at(*from, lane)));
                }
                Instr::Pick { to, index, items } => {
                    for lane in each(self.reached(*to)) {
                        let index = usize::try_from(self.at(*index, lane)).ok();
                        let item = index.and_then(|at| items.get(at)).ok_or(Stop::Fault)?;
                        self.set(*to, lane, self.at(*item, lane));
                    }
                }
                Instr::Call { to, function, a, b } => {
                    for lane in each(self.reached(*to)) {
                        let (a, b) = (self.at(*a, lane), self.at(*b, lane));
                        self.set(*to, lane, function(a, b).ok_or(Stop::Fault)?);
                    }
                }
                Instr::Accumulate { op, to, value } => {
                    for lane in each(self.reached(*to)) {
                        let (a, b) = (self.at(*to, lane), self.at(*value, lane));
                        self.set(*to, lane, op.apply(a, b).ok_or(Stop::Fault)?);
                    }
                }
                Instr::Sort { low, high, a, b } => self.sort(*low, *high, *a, *b),
                Instr::Ordered { a, b } => {
                    let of = |register| operand(&self.ones, &self.columns, register);
                    if lanes::disordered(of(*a), of(*b), self.lanes)
                        && each(self.active).any(|lane| self.at(*a, lane) > self.at(*b, lane))
                    {
                        return Err(Stop::Fault);
                    }
                }
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
                    self.within(inside, code, shapes)?;
                    if self.active == 0 {
                        return Ok(());
                    }
                }
                Instr::Loop { low, high, variable, code } => {
                    let all = || each(self.active);
                    let least = all().map(|lane| self.at(*low, lane)).min().unwrap_or(0);
                    let most = all().map(|lane| self.at(*high, lane)).max().unwrap_or(-1);
                    for value in least..=most {
                        let inside = each(self.active).filter(|&lane| {
                            (self.at(*low, lane)..=self.at(*high, lane)).contains(&value)
                        });
                        let inside = inside.fold(0, |all, lane| all | 1 << lane);
                        self.set(*variable, 0, value);
                        self.within(inside, code, shapes)?;
                    }
                }
                Instr::Members { mask, variable, code } => {
                    let all = each(self.active).fold(0, |all, lane| all | self.at(*mask, lane));
                    for member in each(all as u64) {
                        let inside = each(self.active)
                            .filter(|&lane| self.at(*mask, lane) >> member & 1 == 1)
                            .fold(0, |all, lane| all | 1 << lane);
                        self.set(*variable, 0, member as i64);
                        self.within(inside, code, shapes)?;
                    }
                }
                Instr::Ask { to, question, a, b } => {
                    for lane in each(self.reached(*to)) {
                        let (a, b) = (self.at(*a, lane), self.at(*b, lane));
                        self.set(*to, lane, question.answer(a, b).ok_or(Stop::Fault)?);
                    }
                }
                Instr::Rank { flood, whole, mask } => {
                    let whole = self.ones[*whole as usize] as u64 & flood.all();
                    let mut left = [0; LANES];
                    for lane in each(self.active) {
                        left[lane] = self.at(*mask, lane) as u64 & whole;
                    }
                    let ranks = self.ranks.get_or_insert([0; LANES]);
                    parts::rank(flood, whole, &left, self.lanes, ranks);
                }
                Instr::Parts { flood, trim, whole, mask, variable, code } => {
                    let mut parts = Parts::new(self.lanes);
                    for lane in each(self.active) {
                        parts.rest[lane] = self.vertices(*mask, lane, flood)?;
                    }
                    if *trim {
                        parts.trim(flood);
                    }
                    parts.meet(flood, whole.map(|at| self.ones[at as usize] as u64));
                    while parts.next(flood) {
                        let found = each(self.active).filter(|&lane| parts.found[lane] != 0);
                        let inside = found.fold(0, |all, lane| all | 1 << lane);
                        for lane in each(inside) {
                            self.set(*variable, lane, parts.found[lane] as i64);
                        }
                        self.within(inside, code, shapes)?;
                    }
                }
                Instr::Component { shape: id, cells, copies } => {
                    let shape = &shapes[*id as usize];
                    self.component(*id, shape, cells, *copies)?;
                }
                Instr::Heap { size, copies } => {
                    let at = self.part(*copies)?;
                    self.parts[at].heap = true;
                    for lane in each(self.active) {
                        let size = self.at(*size, lane);
                        if size < 0 {
                            return Err(Stop::Fault);
                        }
                        self.parts[at].sizes[lane] = size;
                    }
                }
            }
        }
        Ok(())
    }

    /// Runs code for some of the active lanes.
    fn within(&mut self, lanes: u64, code: &[Instr], shapes: &[Rc<Shape>]) -> Result<(), Stop> {
        if lanes == 0 {
            return Ok(());
        }
        let outer = std::mem::replace(&mut self.active, lanes);
        let result = self.run(code, shapes);
        self.active = outer & !self.dropped;
        result
    }

    /// The lanes for which a register is to be set.
    fn reached(&self, to: Reg) -> u64 {
        if matches!(to, Reg::One(_)) { 1 } else { self.active }
    }

    fn binary(&mut self, op: Op, to: u32, a: Reg, b: Reg) -> Result<(), Stop> {
        if let (Op::Div | Op::Mod | Op::Single | Op::Span, _) = (op, b) {
            for lane in each(self.active) {
                let (a, b) = (self.at(a, lane), self.at(b, lane));
                self.columns[to as usize][lane] = op.apply(a, b).ok_or(Stop::Fault)?;
            }
            return Ok(());
        }
        // Registers are numbered in the order in which they are made.
        let (before, after) = self.columns.split_at_mut(to as usize);
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

    /// A new part for the active lanes; where it stands.
    fn part(&mut self, copies: Reg) -> Result<usize, Stop> {
        let each_has = match copies {
            Reg::One(at) => Copies::Same(self.ones[at as usize]),
            Reg::Col(at) => Copies::Each(Box::new(self.columns[at as usize])),
        };
        if each(self.reached(copies)).any(|lane| self.at(copies, lane) < 0) {
            return Err(Stop::Fault);
        }
        if self.used == self.parts.len() {
            self.parts.push(Part {
                lanes: 0,
                heap: false,
                keys: [K::default(); LANES],
                sizes: [0; LANES],
                copies: Copies::Same(1),
            });
        }
        let part = &mut self.parts[self.used];
        (part.lanes, part.heap, part.copies) = (self.active, false, each_has);
        self.used += 1;
        Ok(self.used - 1)
    }

    fn component(
        &mut self,
        id: u32,
        shape: &Shape,
        cells: &[Reg],
        copies: Reg,
    ) -> Result<(), Stop> {
        let at = self.part(copies)?;
        let mut tag = K::default();
        tag.put(0, u64::from(id));
        self.cells.clear();
        for (cell, place) in cells.iter().zip(&shape.places) {
            match cell {
                // What is the same in all lanes is packed once.
                Reg::One(from) => {
                    let bits = place.pack(self.ones[*from as usize]).ok_or(Stop::Wide)?;
                    tag.put(place.shift, bits);
                }
                Reg::Col(from) => self.cells.push((*from, *place)),
            }
        }
        let keys = &mut self.parts[at].keys;
        if lanes::pack(keys, tag, &self.cells, &self.columns, self.lanes) {
            let fits = |lane: usize| {
                let mut cells = self.cells.iter();
                cells.all(|&(from, place)| place.pack(self.columns[from as usize][lane]).is_some())
            };
            if !each(self.active).all(fits) {
                return Err(Stop::Wide);
            }
        }
        Ok(())
    }
}
