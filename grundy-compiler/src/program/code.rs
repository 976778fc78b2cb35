//! The code of a program: what is done for a batch of choices at a time.
//!
//! A register is uniform, one value for all choices, or a column, one value for each of up to 64 of
//! them (the lanes). Code that is skipped leaves its registers as they are; what reads them then
//! selects by the condition under which it was skipped.

use std::rc::Rc;

use grundy_core::graph::Flood;

use super::graphs::Question;
use super::layout::Place;

/// So many choices are worked on at a time.
pub(crate) const LANES: usize = 64;

/// A register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reg {
    /// One value.
    One(u32),
    /// A value for each lane.
    Col(u32),
}

/// Operators. Truth is 0 or 1. Those that can fail stop the program, not with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    /// Known not to overflow.
    Add,
    /// Known not to overflow.
    Sub,
    /// Known not to overflow.
    Mul,
    /// Fails on overflow.
    CheckedAdd,
    /// Fails on overflow.
    CheckedSub,
    /// Fails on overflow.
    CheckedMul,
    /// Floors; fails for 0.
    Div,
    /// Floors; fails for 0.
    Mod,
    /// Arithmetic, by less than 64.
    Shr,
    And,
    Or,
    Xor,
    AndNot,
    Less,
    LessEqual,
    Equal,
    Min,
    Max,
    /// The bit of a mask, false outside of it.
    Bit,
    /// The mask of one member; fails outside of 0..64.
    Single,
    /// The mask of a range; fails outside of 0..64.
    Span,
}

/// A function of ints of the language; `None` where it fails.
pub(crate) type Function = fn(i64, i64) -> Option<i64>;

/// One instruction.
#[derive(Clone, Debug)]
pub(crate) enum Instr {
    Binary {
        op: Op,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Select {
        to: Reg,
        condition: Reg,
        yes: Reg,
        no: Reg,
    },
    Copy {
        to: Reg,
        from: Reg,
    },
    /// The item at an index; fails outside of them.
    Pick {
        to: Reg,
        index: Reg,
        items: Box<[Reg]>,
    },
    Call {
        to: Reg,
        function: Function,
        a: Reg,
        b: Reg,
    },
    /// `to = op(to, value)` in the lanes that are active.
    Accumulate {
        op: Op,
        to: Reg,
        value: Reg,
    },
    /// The lesser and the greater of two values; columns all.
    Sort {
        low: u32,
        high: u32,
        a: Reg,
        b: Reg,
    },
    /// Fails where `a > b`; their difference is known to fit.
    Ordered {
        a: Reg,
        b: Reg,
    },
    /// Drops the lanes where the condition fails.
    Keep(Reg),
    /// Fails where the condition does.
    Demand(Reg),
    /// Code for the lanes where the condition is true, or false.
    Arm {
        condition: Reg,
        when: bool,
        code: Code,
    },
    /// Code for each value of a range that differs from lane to lane.
    Loop {
        low: Reg,
        high: Reg,
        variable: Reg,
        code: Code,
    },
    /// Code for each member of a mask.
    Members {
        mask: Reg,
        variable: Reg,
        code: Code,
    },
    /// The answer to a question about a graph; fails where there is none.
    Ask {
        to: Reg,
        question: Rc<Question>,
        a: Reg,
        b: Reg,
    },
    /// Says in which order the choices come, by what they leave of a set: those first that will soon
    /// make it fall apart.
    Rank {
        flood: Rc<Flood>,
        whole: u32,
        mask: Reg,
    },
    /// Code for each component of a set of vertices; `whole` is uniform, and holds the set. Trimmed is
    /// a set in which only joined vertices are picked.
    Parts {
        flood: Rc<Flood>,
        trim: bool,
        whole: Option<u32>,
        mask: Reg,
        variable: Reg,
        code: Code,
    },
    /// Adds copies of a position to the option.
    Component {
        shape: u32,
        /// The uniform registers that hold cells, with their places in the key.
        same: Box<[(u32, Place)]>,
        /// The columns that do.
        differing: Box<[(u32, Place)]>,
        copies: Reg,
    },
    /// Adds copies of a Nim heap to the option.
    Heap {
        size: Reg,
        copies: Reg,
    },
}

/// Instructions in their order.
pub(crate) type Code = Vec<Instr>;

/// How choices are made, one level after another; all registers are uniform.
#[derive(Debug)]
pub(crate) enum Choose {
    /// Each int of a range.
    Range { code: Code, low: u32, high: u32, variable: u32, then: Box<Choose> },
    /// Each member of a mask.
    Members { code: Code, mask: u32, variable: u32, then: Box<Choose> },
    /// Each component of a set of vertices.
    Parts { code: Code, flood: Rc<Flood>, mask: u32, variable: u32, then: Box<Choose> },
    /// Each divisor of a number.
    Divisors { code: Code, of: u32, variable: u32, then: Box<Choose> },
    /// Each row of a list, whose values go to as many registers.
    Rows { rows: Rc<[Box<[i64]>]>, variables: Box<[u32]>, then: Box<Choose> },
    /// Goes on if the condition holds.
    If { code: Code, condition: u32, then: Box<Choose> },
    /// A choice: these registers go into the columns of a lane.
    Row { code: Code, columns: Box<[(u32, u32)]> },
}

/// A part of a move: choices, and what is done with each batch of them.
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) choose: Choose,
    /// What is the same for all choices; done once there is a choice.
    pub(crate) once: Code,
    /// What is done with a batch.
    pub(crate) batch: Code,
}

/// The moves of the positions of one shape.
#[derive(Debug)]
pub(crate) struct Program {
    /// How many uniform registers there are; the first hold the cells of the position.
    pub(crate) ones: usize,
    pub(crate) columns: usize,
    pub(crate) constants: Vec<(u32, i64)>,
    /// A condition under which there are no moves.
    pub(crate) ends: Vec<(Code, Reg)>,
    /// What must be known before the moves.
    pub(crate) before: Code,
    pub(crate) units: Vec<Unit>,
}

impl Instr {
    /// Whether it may fail, or drop a lane, or add to the option: then it is done only for lanes that
    /// come to it.
    pub(crate) fn acts(&self) -> bool {
        match self {
            Instr::Binary { op, .. } => op.fails(),
            Instr::Select { .. } | Instr::Copy { .. } | Instr::Sort { .. } => false,
            _ => true,
        }
    }
}

impl Instr {
    /// Calls `visit` for each register that is read.
    pub(crate) fn reads(&self, visit: &mut dyn FnMut(Reg)) {
        match self {
            Instr::Binary { a, b, .. }
            | Instr::Call { a, b, .. }
            | Instr::Ask { a, b, .. }
            | Instr::Sort { a, b, .. }
            | Instr::Ordered { a, b } => {
                visit(*a);
                visit(*b);
            }
            Instr::Select { condition, yes, no, .. } => {
                [condition, yes, no].into_iter().for_each(|register| visit(*register));
            }
            Instr::Copy { from, .. } => visit(*from),
            Instr::Pick { index, items, .. } => {
                items.iter().chain([index]).for_each(|register| visit(*register));
            }
            Instr::Accumulate { to, value, .. } => {
                visit(*to);
                visit(*value);
            }
            Instr::Keep(register) | Instr::Demand(register) => visit(*register),
            Instr::Rank { whole, mask, .. } => {
                visit(Reg::One(*whole));
                visit(*mask);
            }
            Instr::Arm { condition, code, .. } => {
                visit(*condition);
                code.iter().for_each(|instr| instr.reads(visit));
            }
            Instr::Loop { low, high, code, .. } => {
                visit(*low);
                visit(*high);
                code.iter().for_each(|instr| instr.reads(visit));
            }
            Instr::Members { mask, code, .. } => {
                visit(*mask);
                code.iter().for_each(|instr| instr.reads(visit));
            }
            Instr::Parts { whole, mask, code, .. } => {
                whole.iter().for_each(|at| visit(Reg::One(*at)));
                visit(*mask);
                code.iter().for_each(|instr| instr.reads(visit));
            }
            Instr::Component { same, differing, copies, .. } => {
                same.iter().for_each(|(at, _)| visit(Reg::One(*at)));
                differing.iter().for_each(|(at, _)| visit(Reg::Col(*at)));
                visit(*copies);
            }
            Instr::Heap { size, copies } => {
                visit(*size);
                visit(*copies);
            }
        }
    }
}

impl Op {
    pub(crate) fn fails(self) -> bool {
        use Op::*;
        matches!(self, CheckedAdd | CheckedSub | CheckedMul | Div | Mod | Single | Span)
    }

    /// The result for one pair; `None` where it fails.
    #[inline]
    pub(crate) fn apply(self, a: i64, b: i64) -> Option<i64> {
        Some(match self {
            Op::Add => a.wrapping_add(b),
            Op::Sub => a.wrapping_sub(b),
            Op::Mul => a.wrapping_mul(b),
            Op::CheckedAdd => return a.checked_add(b),
            Op::CheckedSub => return a.checked_sub(b),
            Op::CheckedMul => return a.checked_mul(b),
            Op::Div => return floor_div(a, b),
            Op::Mod => return floor_mod(a, b),
            Op::Shr => a >> (b & 63),
            Op::And => a & b,
            Op::Or => a | b,
            Op::Xor => a ^ b,
            Op::AndNot => a & !b,
            Op::Less => i64::from(a < b),
            Op::LessEqual => i64::from(a <= b),
            Op::Equal => i64::from(a == b),
            Op::Min => a.min(b),
            Op::Max => a.max(b),
            Op::Bit => i64::from((0..64).contains(&b) && a >> (b & 63) & 1 == 1),
            Op::Single => return (0..64).contains(&a).then(|| 1 << a),
            Op::Span if a > b => 0,
            Op::Span if a < 0 || b > 63 => return None,
            Op::Span => (u64::MAX >> (63 - (b - a)) << a) as i64,
        })
    }
}

pub(crate) use grundy_core::rt::numbers::{floor_div, floor_mod};
