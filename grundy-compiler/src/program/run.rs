//! Runs programs: choices are made one by one, the rest is done for a batch of them.

mod made;
mod steps;

use grundy_core::Options;
use grundy_core::graph::{Flood, Mask};

use crate::error::Error;
use crate::instance::Instance;

use super::code::{Choose, Instr, LANES, Program, Reg, Unit};
use super::key::Key;
use super::lanes::{self, Column, Operand};

use made::Part;

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
    /// Which lanes come first: those with less. Without ranks the order is that of the choices.
    ranks: Option<[u64; LANES]>,
    /// Whether sets stay as they are that others stand for.
    loose: bool,
}

/// What a part of a program works for.
struct Call<'a, K> {
    game: &'a Instance,
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
            ranks: None,
            loose: false,
        }
    }

    /// Whether the next options may have any sets that look like those that stand for them.
    pub(crate) fn loose(&mut self, loose: bool) {
        self.loose = loose;
    }

    /// Puts the options of the position with these cells into `options`.
    pub(crate) fn options(
        &mut self,
        program: &Program,
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
            self.run(code)?;
            if self.one(*condition) != 0 {
                return Ok(());
            }
        }
        self.run(&program.before)?;
        for unit in &program.units {
            self.lanes = 0;
            let mut call = Call { game, unit, begun: false, options };
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
                self.level(code)?;
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
                self.level(code)?;
                for member in each(self.ones[*mask as usize] as u64) {
                    self.ones[*variable as usize] = member as i64;
                    self.choose(then, call)?;
                }
            }
            Choose::Parts { code, flood, mask, variable, then } => {
                self.level(code)?;
                let mut rest = self.vertices(Reg::One(*mask), 0, flood)?;
                while let Some(vertex) = rest.least() {
                    let component = flood.component(rest, vertex, rest);
                    rest = rest.without(component);
                    self.ones[*variable as usize] = component as i64;
                    self.choose(then, call)?;
                }
            }
            Choose::Divisors { code, of, variable, then } => {
                self.level(code)?;
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
                self.level(code)?;
                if self.ones[*condition as usize] != 0 {
                    self.choose(then, call)?;
                }
            }
            Choose::Row { code, columns } => {
                self.level(code)?;
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
    fn level(&mut self, code: &[Instr]) -> Result<(), Stop> {
        if code.is_empty() {
            return Ok(());
        }
        let lanes = std::mem::replace(&mut self.lanes, 1);
        (self.active, self.dropped) = (1, 0);
        let result = self.run(code);
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
            self.run(&call.unit.once)?;
            self.lanes = lanes;
        }
        (self.active, self.dropped, self.used) = (first(self.lanes), 0, 0);
        self.ranks = None;
        self.run(&call.unit.batch)?;
        self.emit(call.options);
        self.lanes = 0;
        Ok(())
    }
}
