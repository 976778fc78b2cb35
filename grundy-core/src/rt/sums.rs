//! Sums of positions as the rules build them.

use super::Result;
use crate::sink::times;
use crate::{OptionSink, RuleError, Sink, Sum};

/// So many times as many copies.
pub fn copies(times_more: i64, copies: u64) -> Result<u64> {
    let more = u64::try_from(times_more).map_err(|_| {
        RuleError::coded("E0711", format!("there cannot be {times_more} copies of a component"))
    })?;
    times(more, copies)
}

/// The size of a Nim heap.
pub fn heap(size: i64) -> Result<u64> {
    u64::try_from(size)
        .map_err(|_| RuleError::coded("E0711", format!("there is no Nim heap of size {size}")))
}

/// Whether two sums have the same components.
pub fn same_sum<P: Eq>(a: &Sum<P>, b: &Sum<P>) -> bool {
    counts_agree(a.components(), b.components()) && counts_agree(a.heaps(), b.heaps())
}

fn counts_agree<T: Eq>(a: &[(T, u64)], b: &[(T, u64)]) -> bool {
    let count = |of: &[(T, u64)], thing: &T| -> u128 {
        of.iter().filter(|(other, _)| other == thing).map(|(_, copies)| u128::from(*copies)).sum()
    };
    a.iter().chain(b).all(|(thing, _)| count(a, thing) == count(b, thing))
}

/// So many steps of `equals` in a row do not come to rest.
const MAX_STEPS: u32 = 10_000;

/// Adds the normal form of copies of a position. `step` applies the clauses of its kind once: it
/// gives the position that rests, or the sum that it equals.
pub fn normal_form<P>(
    position: P,
    count: u64,
    into: &mut impl Sink<P>,
    step: impl Fn(P) -> Result<std::result::Result<P, Sum<P>>>,
) -> Result<()> {
    let mut open = vec![(position, count, 0)];
    while let Some((position, count, steps)) = open.pop() {
        let sum = match step(position)? {
            Ok(rests) => {
                into.component(rests, count);
                continue;
            }
            Err(sum) => sum,
        };
        if steps >= MAX_STEPS {
            let words = format!("`equals` does not come to rest within {MAX_STEPS} steps");
            return Err(RuleError::coded("E0712", words));
        }
        let (components, heaps) = sum.into_parts();
        for (size, copies) in heaps {
            into.heap(size, times(copies, count)?);
        }
        for (next, copies) in components {
            open.push((next, times(copies, count)?, steps + 1));
        }
    }
    Ok(())
}

/// Adds a whole sum, component by component.
pub fn each<P, S: Sink<P>>(
    sum: Sum<P>,
    count: u64,
    into: &mut S,
    add: impl Fn(&P, u64, &mut S) -> Result<()>,
) -> Result<()> {
    let (components, heaps) = sum.into_parts();
    for (position, copies) in components {
        add(&position, times(copies, count)?, into)?;
    }
    for (size, copies) in heaps {
        into.heap(size, times(copies, count)?);
    }
    Ok(())
}

/// The one position that a sum is, if it is one.
pub fn only<P>(sum: &Sum<P>) -> Option<&P> {
    match (sum.components(), sum.heaps()) {
        ([(position, 1)], []) => Some(position),
        _ => None,
    }
}

/// Finishes the option at hand, or takes it back where it leads to a position that does not exist.
#[inline]
pub fn finish_legal<P>(built: Result<()>, options: &mut impl OptionSink<P>) -> Result<()> {
    match built {
        Ok(()) => options.finish(),
        Err(error) if error.is_outside() => options.discard(),
        Err(error) => return Err(error),
    }
    Ok(())
}
