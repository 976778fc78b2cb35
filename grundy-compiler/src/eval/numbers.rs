//! Numbers: checked arithmetic, the number functions, and what turns many values into one.

use std::ops::ControlFlow;

use grundy_core::MexSet;
use grundy_core::Nimber;
use grundy_core::rt::numbers;
use grundy_grammar::Span;

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::ir::{Aggregate, BinaryOp, Builtin, Expr};
use crate::value::Value;

use super::enumerate::Flow;
use super::{FrameValues, collections, overflow};

/// Integer operators. `/` and `mod` floor: `-7 / 2` is -4 and `-7 mod 2` is 1.
pub(super) fn arithmetic(op: BinaryOp, a: i64, b: i64, span: Span) -> Result<i64> {
    let (sign, result) = match op {
        BinaryOp::Add => ("+", a.checked_add(b)),
        BinaryOp::Subtract => ("-", a.checked_sub(b)),
        BinaryOp::Multiply => ("*", a.checked_mul(b)),
        BinaryOp::Divide => ("/", numbers::floor_div(a, b)),
        BinaryOp::Mod => ("mod", numbers::floor_mod(a, b)),
        BinaryOp::Xor => ("xor", Some(a ^ b)),
        _ => unreachable!("not an operator on ints"),
    };
    result.ok_or_else(|| overflow(span, format!("{a} {sign} {b}")))
}

/// The error for `a / divisor` or `a mod divisor` where the divisor is 0.
pub(super) fn division_by_zero(a: i64, divisor: &str, span: Span) -> Error {
    Error::fault("E0703", span, "division by zero").label(format!("{a} divided by 0")).help(format!(
        "keep 0 out: by a range that begins at 1, or by a condition in front such as `{divisor} != 0 and ...`"
    ))
}

impl Instance {
    pub(super) fn builtin(
        &self,
        builtin: Builtin,
        args: &[Expr],
        span: Span,
        frame: &mut FrameValues,
    ) -> Result<Value> {
        match builtin {
            Builtin::Foreign(id) => {
                let name = &self.spec().foreign[id.index()].name;
                let message = format!("`{name}` is a name of Rust, which is not known here");
                Err(Error::fault("E0201", span, message).label("known to the program alone"))
            }
            Builtin::Min | Builtin::Max => {
                let values = self.evals(args, frame)?;
                let best = if builtin == Builtin::Min {
                    values.into_iter().min()
                } else {
                    values.into_iter().max()
                };
                Ok(best.expect("at least two arguments"))
            }
            Builtin::Len => {
                let value = self.eval(&args[0], frame)?;
                collections::length(&value, span)
            }
            Builtin::Sort => {
                let value = self.eval(&args[0], frame)?;
                let mut entries = self.members(&value, span)?.into_owned();
                entries.sort_unstable();
                Ok(Value::Vector(entries.into()))
            }
            Builtin::Reverse => {
                let value = self.eval(&args[0], frame)?;
                Ok(Value::vector(value.entries().iter().rev().cloned()))
            }
            Builtin::Graph(function) => self.graph_function(function, args, span, frame),
            Builtin::Subsets
            | Builtin::Vectors
            | Builtin::SortedVectors
            | Builtin::Permutations
            | Builtin::Partitions
            | Builtin::DistinctPartitions
            | Builtin::CodeMoves => {
                let mut all = Vec::new();
                let _ = self.enumerate(builtin, args, span, frame, &mut |value, _| {
                    all.push(value);
                    self.may_grow(all.len(), span)?;
                    Ok(ControlFlow::Continue(()))
                })?;
                Ok(Value::Vector(all.into()))
            }
            _ => {
                let mut ints = [0; 2];
                if args.len() > 2 {
                    let mut all = 0;
                    for arg in args {
                        all = gcd(all, self.int(arg, frame)?, span)?;
                    }
                    return Ok(Value::Int(all));
                }
                for (int, arg) in ints.iter_mut().zip(args) {
                    *int = self.int(arg, frame)?;
                }
                self.number_function(builtin, ints[0], ints[1], span)
            }
        }
    }

    fn number_function(&self, builtin: Builtin, a: i64, b: i64, span: Span) -> Result<Value> {
        let int = |value: Option<i64>, what: String| {
            value.map(Value::Int).ok_or_else(|| overflow(span, what))
        };
        match builtin {
            Builtin::Abs => int(a.checked_abs(), format!("abs({a})")),
            Builtin::Gcd => gcd(a, b, span).map(Value::Int),
            Builtin::Isqrt => int(Some(must(a, 0, "`isqrt`", span)?.isqrt()), String::new()),
            Builtin::Pow => {
                let power = numbers::pow(a, must(b, 0, "the exponent of `pow`", span)?);
                int(power, format!("pow({a}, {b})"))
            }
            Builtin::Even => Ok(Value::Bool(a % 2 == 0)),
            Builtin::Odd => Ok(Value::Bool(a % 2 != 0)),
            Builtin::Bit => {
                let at = must(b, 0, "the number of a bit", span)?.min(63);
                Ok(Value::Bool(a >> at & 1 == 1))
            }
            Builtin::Popcount => {
                Ok(Value::Int(i64::from(must(a, 0, "`popcount`", span)?.count_ones())))
            }
            Builtin::NimProduct => {
                let (x, y) =
                    (must(a, 0, "`nim_product`", span)?, must(b, 0, "`nim_product`", span)?);
                let product = grundy_core::nim_product(x.unsigned_abs(), y.unsigned_abs());
                int(i64::try_from(product).ok(), format!("nim_product({a}, {b})"))
            }
            Builtin::IsPrime => Ok(Value::Bool(a >= 2 && self.prime_factors(a)?.len() == 1)),
            Builtin::IsSquare => Ok(Value::Bool(a >= 0 && a.isqrt() * a.isqrt() == a)),
            Builtin::Divisors => self.divisors(must(a, 1, "`divisors`", span)?),
            Builtin::Primes => self.primes(a, span),
            Builtin::PrimeFactors => {
                let factors = self.prime_factors(must(a, 1, "`prime_factors`", span)?)?;
                Ok(Value::ints(factors))
            }
            _ => unreachable!("not a function of numbers"),
        }
    }

    /// The prime factors of n >= 1 in ascending order.
    fn prime_factors(&self, n: i64) -> Result<Vec<i64>> {
        numbers::prime_factors(n, || self.tick())
    }

    fn divisors(&self, n: i64) -> Result<Value> {
        Ok(Value::Set(self.divisors_of(n)?.into_iter().map(Value::Int).collect()))
    }

    /// The divisors of a number from 1 on, in ascending order.
    pub(crate) fn divisors_of(&self, n: i64) -> Result<Vec<i64>> {
        Ok(numbers::divisors(&self.prime_factors(n)?))
    }

    fn primes(&self, n: i64, span: Span) -> Result<Value> {
        let Ok(n) = usize::try_from(n) else {
            return Ok(Value::set([]));
        };
        self.may_grow(n, span)?;
        Ok(Value::Set(numbers::primes(n).into_iter().map(Value::Int).collect()))
    }
}

fn must(value: i64, least: i64, what: &str, span: Span) -> Result<i64> {
    if value >= least {
        return Ok(value);
    }
    Err(Error::fault("E0708", span, format!("{what} is defined from {least} on, not for {value}"))
        .label(format!("the number is {value}"))
        .help(format!("treat this case before, or keep it out with a domain such as `{least}..`")))
}

fn gcd(a: i64, b: i64, span: Span) -> Result<i64> {
    numbers::gcd(a, b).ok_or_else(|| overflow(span, format!("gcd({a}, {b})")))
}

/// An aggregate while its values come in.
pub(super) struct Aggregation {
    op: Aggregate,
    span: Span,
    value: Option<Value>,
    number: i64,
    seen: MexSet,
}

impl Aggregation {
    pub(super) fn new(op: Aggregate, span: Span) -> Aggregation {
        Aggregation { op, span, value: None, number: 0, seen: MexSet::default() }
    }

    /// Takes one value; breaks off when the rest cannot matter.
    pub(super) fn take(&mut self, value: Value) -> Result<Flow> {
        match self.op {
            Aggregate::Sum => {
                self.number = arithmetic(BinaryOp::Add, self.number, value.int(), self.span)?
            }
            Aggregate::Xor => self.number ^= value.int(),
            Aggregate::Gcd => self.number = gcd(self.number, value.int(), self.span)?,
            Aggregate::Count => self.number += i64::from(value != Value::Bool(false)),
            Aggregate::Mex => {
                if let Ok(value) = u64::try_from(value.int()) {
                    self.seen.insert(Nimber::new(value));
                }
            }
            Aggregate::Any | Aggregate::All => {
                if value.bool() == (self.op == Aggregate::Any) {
                    self.value = Some(value);
                    return Ok(ControlFlow::Break(()));
                }
            }
            Aggregate::First => {
                self.value = Some(value);
                return Ok(ControlFlow::Break(()));
            }
            Aggregate::Min | Aggregate::Max => {
                let better = match &self.value {
                    None => true,
                    Some(best) if self.op == Aggregate::Min => value < *best,
                    Some(best) => value > *best,
                };
                if better {
                    self.value = Some(value);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The result; `None` for the least, greatest or first of nothing.
    pub(super) fn finish(mut self) -> Option<Value> {
        match self.op {
            Aggregate::Sum | Aggregate::Xor | Aggregate::Gcd | Aggregate::Count => {
                Some(Value::Int(self.number))
            }
            Aggregate::Mex => {
                let mex = self.seen.mex().get();
                Some(Value::Int(i64::try_from(mex).expect("at most the number of values")))
            }
            Aggregate::Any => Some(self.value.unwrap_or(Value::Bool(false))),
            Aggregate::All => Some(self.value.unwrap_or(Value::Bool(true))),
            Aggregate::Min | Aggregate::Max | Aggregate::First => self.value,
        }
    }
}
