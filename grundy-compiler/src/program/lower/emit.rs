//! Instructions: where they go, and what is known of their results.

use crate::program::code::{Code, Function, Instr, Op, Reg};

use super::{Lower, Lowered, MAX_CODE, No, Num};

impl Lower<'_> {
    /// The register of a number.
    pub(super) fn reg(&mut self, num: Num) -> Reg {
        if let Some(register) = num.at {
            return register;
        }
        let next = self.ones;
        let register = *self.constants.entry(num.low).or_insert(next);
        if register == next {
            self.ones += 1;
        }
        Reg::One(register)
    }

    /// A new register, uniform or a column.
    pub(super) fn fresh(&mut self, uniform: bool) -> Reg {
        if uniform || self.choosing {
            let register = self.ones;
            self.ones += 1;
            if self.choosing {
                self.chosen.insert(register);
            }
            return Reg::One(register);
        }
        let register = self.columns;
        self.columns += 1;
        self.most_columns = self.most_columns.max(self.columns);
        Reg::Col(register)
    }

    /// Adds an instruction to the code at hand.
    pub(super) fn put(&mut self, instr: Instr) -> Lowered<()> {
        self.length += 1;
        if self.length > MAX_CODE {
            return Err(No::Long);
        }
        self.code().push(instr);
        Ok(())
    }

    /// Whether a register has one value for a whole program run.
    fn is_steady(&self, register: Reg) -> bool {
        matches!(register, Reg::One(at) if !self.changing.contains(&at))
    }

    /// Adds an instruction whose result depends on its operands alone, where it is done least often.
    pub(super) fn place(
        &mut self,
        operands: &[Reg],
        fails: bool,
        make: impl FnOnce(Reg) -> Instr,
    ) -> Lowered<Reg> {
        let uniform = operands.iter().all(|register| matches!(register, Reg::One(_)));
        let early = !self.choosing
            && operands.iter().all(|register| self.is_steady(*register))
            && !(fails && self.guarded > 0);
        let to = self.fresh(uniform);
        if early {
            self.length += 1;
            self.once.push(make(to));
            return Ok(to);
        }
        if let (Reg::One(at), false) = (to, self.choosing) {
            self.changing.insert(at);
        }
        self.put(make(to))?;
        Ok(to)
    }

    /// The result of an operator.
    pub(super) fn op(&mut self, op: Op, a: Num, b: Num) -> Lowered<Num> {
        if let (Some(x), Some(y)) = (a.constant(), b.constant())
            && let Some(value) = op.apply(x, y)
        {
            return Ok(Num::known(value));
        }
        let (op, mut low, high) = bounds(op, a, b);
        if op == Op::Sub && a.at.is_some() && b.most.contains(&a.at) {
            low = low.max(0);
        }
        if low == high && !op.fails() {
            return Ok(Num::known(low));
        }
        if let Some(same) = unchanged(op, a, b) {
            return Ok(same);
        }
        let (x, y) = (self.reg(a), self.reg(b));
        if let Some(known) = self.known.iter().rev().find_map(|known| known.get(&(op, x, y))) {
            return Ok(*known);
        }
        let to = self.place(&[x, y], op.fails(), |to| Instr::Binary { op, to, a: x, b: y })?;
        let mut num = Num::held(to, low, high);
        if op == Op::Min {
            num.most = [a.at, b.at];
        }
        let depth = if self.is_steady(to) && !self.choosing { 0 } else { self.known.len() - 1 };
        self.known[depth].insert((op, x, y), num);
        Ok(num)
    }

    /// The result of a function.
    pub(super) fn apply(&mut self, function: Function, a: Num, b: Num) -> Lowered<Num> {
        if let (Some(x), Some(y)) = (a.constant(), b.constant())
            && let Some(value) = function(x, y)
        {
            return Ok(Num::known(value));
        }
        let (a, b) = (self.reg(a), self.reg(b));
        let to = self.place(&[a, b], true, |to| Instr::Call { to, function, a, b })?;
        Ok(Num::held(to, i64::MIN, i64::MAX))
    }

    /// One of two numbers.
    pub(super) fn select(&mut self, condition: Num, yes: Num, no: Num) -> Lowered<Num> {
        match condition.constant() {
            Some(0) => return Ok(no),
            Some(_) => return Ok(yes),
            None if yes == no => return Ok(yes),
            None => {}
        }
        let (low, high) = (yes.low.min(no.low), yes.high.max(no.high));
        let (condition, yes, no) = (self.reg(condition), self.reg(yes), self.reg(no));
        let to = self.place(&[condition, yes, no], false, |to| Instr::Select {
            to,
            condition,
            yes,
            no,
        })?;
        Ok(Num::held(to, low, high))
    }

    /// The number at an index.
    pub(super) fn pick(&mut self, index: Num, items: &[Num]) -> Lowered<Num> {
        let low = items.iter().map(|item| item.low).min().unwrap_or(0);
        let high = items.iter().map(|item| item.high).max().unwrap_or(0);
        let index = self.reg(index);
        let items: Box<[Reg]> = items.iter().map(|item| self.reg(*item)).collect();
        let operands: Vec<Reg> = items.iter().copied().chain([index]).collect();
        let to = self.place(&operands, true, |to| Instr::Pick { to, index, items })?;
        Ok(Num::held(to, low, high))
    }

    /// The lesser and the greater of two numbers.
    pub(super) fn sort(&mut self, a: Num, b: Num) -> Lowered<(Num, Num)> {
        let uniform = |num: Num| !matches!(num.at, Some(Reg::Col(_)));
        if uniform(a) && uniform(b) || a.high <= b.low || b.high <= a.low {
            return Ok((self.op(Op::Min, a, b)?, self.op(Op::Max, a, b)?));
        }
        let (low, high) = (a.low.min(b.low), a.high.max(b.high));
        let (least, most) = (a.high.min(b.high), a.low.max(b.low));
        let (a, b) = (self.reg(a), self.reg(b));
        let (Reg::Col(lesser), Reg::Col(greater)) = (self.fresh(false), self.fresh(false)) else {
            unreachable!("there are no columns while choosing");
        };
        self.put(Instr::Sort { low: lesser, high: greater, a, b })?;
        Ok((Num::held(Reg::Col(lesser), low, least), Num::held(Reg::Col(greater), most, high)))
    }

    /// Fails unless a <= b.
    pub(super) fn ordered_or_fail(&mut self, a: Num, b: Num) -> Lowered<()> {
        if a.high <= b.low {
            return Ok(());
        }
        let near = |num: Num| -FAR < num.low && num.high < FAR;
        if !near(a) || !near(b) || a.low > b.high {
            let holds = self.op(Op::LessEqual, a, b)?;
            return self.demand(holds);
        }
        let (a, b) = (self.reg(a), self.reg(b));
        self.put(Instr::Ordered { a, b })
    }

    pub(super) fn not(&mut self, a: Num) -> Lowered<Num> {
        self.op(Op::Xor, a, Num::known(1))
    }

    /// Fails unless the condition holds.
    pub(super) fn demand(&mut self, condition: Num) -> Lowered<()> {
        if condition.constant().is_some_and(|value| value != 0) {
            return Ok(());
        }
        let condition = self.reg(condition);
        self.put(Instr::Demand(condition))
    }

    /// Goes on only with the lanes where the condition holds.
    pub(super) fn keep(&mut self, condition: Num) -> Lowered<()> {
        if condition.constant().is_some_and(|value| value != 0) {
            return Ok(());
        }
        let condition = self.reg(condition);
        self.guarded += 1;
        self.put(Instr::Keep(condition))
    }

    /// Makes code that stands for itself.
    pub(super) fn apart<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<(T, Code)> {
        self.codes.push(Code::new());
        self.known.push(Default::default());
        let guarded = self.guarded;
        self.guarded += 1;
        let result = work(self);
        self.guarded = guarded;
        self.known.pop();
        let code = self.codes.pop().unwrap_or_default();
        Ok((result?, code))
    }

    /// What is done only where the condition is true (or false). The flag says whether it is skipped
    /// elsewhere; then its result is arbitrary there.
    pub(super) fn arm<T>(
        &mut self,
        condition: Num,
        when: bool,
        work: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<(T, bool)> {
        let (result, code) = self.apart(work)?;
        if !code.iter().any(Instr::acts) {
            self.code().extend(code);
            return Ok((result, false));
        }
        let condition = self.reg(condition);
        self.put(Instr::Arm { condition, when, code })?;
        Ok((result, true))
    }
}

/// The difference of two numbers between this and its negative fits.
const FAR: i64 = i64::MAX / 2;

/// An operand that is the result already.
fn unchanged(op: Op, a: Num, b: Num) -> Option<Num> {
    match (op, a.constant(), b.constant()) {
        (Op::Add | Op::Or | Op::Xor, Some(0), _) => Some(b),
        (Op::Add | Op::Sub | Op::Or | Op::Xor | Op::AndNot | Op::Shr, _, Some(0)) => Some(a),
        (Op::Mul, Some(1), _) => Some(b),
        (Op::Mul | Op::Div, _, Some(1)) => Some(a),
        (Op::And, Some(1), _) if is_truth(b) => Some(b),
        (Op::And, _, Some(1)) if is_truth(a) => Some(a),
        (Op::Min, ..) if a.high <= b.low => Some(a),
        (Op::Min, ..) if b.high <= a.low => Some(b),
        (Op::Max, ..) if a.low >= b.high => Some(a),
        (Op::Max, ..) if b.low >= a.high => Some(b),
        _ => None,
    }
}

fn is_truth(num: Num) -> bool {
    num.low >= 0 && num.high <= 1
}

/// The operator, unchecked where it cannot fail, and between which bounds its result lies.
fn bounds(op: Op, a: Num, b: Num) -> (Op, i64, i64) {
    let all = (op, i64::MIN, i64::MAX);
    let ends = |f: fn(i64, i64) -> Option<i64>| {
        let ends = [f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)];
        let ends: Option<Vec<i64>> = ends.into_iter().collect();
        ends.map(|ends| (ends.iter().copied().min(), ends.iter().copied().max()))
    };
    let within = |safe: Op, found: Option<(Option<i64>, Option<i64>)>| match found {
        Some((Some(low), Some(high))) => (safe, low, high),
        _ => all,
    };
    match op {
        Op::CheckedAdd => within(Op::Add, ends(i64::checked_add)),
        Op::CheckedSub => within(Op::Sub, ends(i64::checked_sub)),
        Op::CheckedMul => within(Op::Mul, ends(i64::checked_mul)),
        Op::Less if a.high < b.low => (op, 1, 1),
        Op::Less if a.low >= b.high => (op, 0, 0),
        Op::LessEqual if a.high <= b.low => (op, 1, 1),
        Op::LessEqual if a.low > b.high => (op, 0, 0),
        Op::Equal if a.high < b.low || a.low > b.high => (op, 0, 0),
        Op::Less | Op::LessEqual | Op::Equal | Op::Bit => (op, 0, 1),
        Op::And | Op::Or | Op::Xor if is_truth(a) && is_truth(b) => (op, 0, 1),
        Op::And if a.low >= 0 && b.low >= 0 => (op, 0, a.high.min(b.high)),
        Op::Min => (op, a.low.min(b.low), a.high.min(b.high)),
        Op::Max => (op, a.low.max(b.low), a.high.max(b.high)),
        Op::Shr if b.low == b.high && (0..64).contains(&b.low) => {
            (op, a.low >> b.low, a.high >> b.low)
        }
        Op::Div if b.low > 0 => within(op, ends(crate::program::code::floor_div)),
        Op::Mod if b.low > 0 => (op, 0, b.high - 1),
        _ => all,
    }
}
