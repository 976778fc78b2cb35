//! Loops over the lanes of a batch, compiled for any processor, for AVX2 and for AVX-512.
//!
//! All are the same code, so all give the same values; only the instructions differ. They go over
//! whole blocks: what stands in lanes that the batch does not have, or that are not active, is
//! arbitrary before and after.

use grundy_core::on_this_processor;

use super::code::{LANES, Op};
use super::key::Key;
use super::layout::Place;

/// A value for each lane.
pub(super) type Column = [i64; LANES];

/// What an operator is applied to.
#[derive(Clone, Copy)]
pub(super) enum Operand<'a> {
    /// The same value in all lanes.
    All(i64),
    Each(&'a Column),
}

/// So many lanes are worked on at once.
const BLOCK: usize = 8;

/// Puts the results of an operator into a column. Whether it failed in some lane, active or not;
/// the results are arbitrary then. Operators that look at one pair at a time are not done here.
pub(super) fn binary(op: Op, to: &mut Column, a: Operand, b: Operand, lanes: usize) -> bool {
    on_this_processor!(binary, binary_here, (op, to, a, b, lanes))
}

/// Puts the lesser and the greater of two values into two columns.
pub(super) fn sort(low: &mut Column, high: &mut Column, a: Operand, b: Operand, lanes: usize) {
    on_this_processor!(sort, sort_here, (low, high, a, b, lanes));
}

/// Whether `a > b` in some lane, active or not; their difference is known to fit in those that are.
pub(super) fn disordered(a: Operand, b: Operand, lanes: usize) -> bool {
    on_this_processor!(disordered, disordered_here, (a, b, lanes))
}

/// Puts one of two values into a column, by whether the condition is not 0.
pub(super) fn select(to: &mut Column, condition: &Column, yes: Operand, no: Operand, lanes: usize) {
    on_this_processor!(select, select_here, (to, condition, yes, no, lanes));
}

/// A bit for each lane in which the column is not 0.
pub(super) fn nonzero(column: &Column, lanes: usize) -> u64 {
    on_this_processor!(nonzero, nonzero_here, (column, lanes))
}

/// Cells of keys: the number of the column that holds one, and its place.
pub(super) type Cells<'a> = &'a [(u32, Place)];

/// Packs columns into keys; `tag` is what is the same in all of them. Whether a value did not fit in
/// some lane, active or not; the keys are arbitrary there.
pub(super) fn pack<K: Key>(
    keys: &mut [K; LANES],
    tag: K,
    cells: Cells,
    columns: &[Column],
    lanes: usize,
) -> bool {
    on_this_processor!(pack, pack_here, (keys, tag, cells, columns, lanes))
}

/// The lanes that are worked on: whole blocks.
///
/// The loops go over lanes, not over blocks of them: of two nested loops the compiler may take the
/// outer one for its vectors, which then gather their lanes from everywhere.
#[inline(always)]
fn whole(lanes: usize) -> usize {
    lanes.next_multiple_of(BLOCK).min(LANES)
}

#[inline(always)]
fn zip(to: &mut [i64], a: Operand, b: Operand, op: impl Fn(i64, i64) -> i64) {
    let count = to.len();
    match (a, b) {
        (Operand::Each(a), Operand::Each(b)) => {
            let pairs = a[..count].iter().zip(&b[..count]);
            to.iter_mut().zip(pairs).for_each(|(to, (a, b))| *to = op(*a, *b));
        }
        (Operand::Each(a), Operand::All(b)) => {
            to.iter_mut().zip(&a[..count]).for_each(|(to, a)| *to = op(*a, b));
        }
        (Operand::All(a), Operand::Each(b)) => {
            to.iter_mut().zip(&b[..count]).for_each(|(to, b)| *to = op(a, *b));
        }
        (Operand::All(a), Operand::All(b)) => to.fill(op(a, b)),
    }
}

/// The same for operators that overflow, of which the sign of a second value tells; whether one did.
#[inline(always)]
fn checked(
    to: &mut [i64],
    a: Operand,
    b: Operand,
    op: impl Fn(i64, i64) -> i64,
    over: impl Fn(i64, i64, i64) -> i64,
) -> bool {
    zip(to, a, b, op);
    let count = to.len();
    let signs = match (a, b) {
        (Operand::Each(a), Operand::Each(b)) => {
            let pairs = a[..count].iter().zip(&b[..count]);
            to.iter().zip(pairs).fold(0, |all, (to, (a, b))| all | over(*a, *b, *to))
        }
        (Operand::Each(a), Operand::All(b)) => {
            to.iter().zip(&a[..count]).fold(0, |all, (to, a)| all | over(*a, b, *to))
        }
        (Operand::All(a), Operand::Each(b)) => {
            to.iter().zip(&b[..count]).fold(0, |all, (to, b)| all | over(a, *b, *to))
        }
        (Operand::All(a), Operand::All(b)) => over(a, b, to.first().copied().unwrap_or(0)),
    };
    signs < 0
}

/// The same for products.
#[inline(always)]
fn multiplied(to: &mut [i64], a: Operand, b: Operand) -> bool {
    let over = std::cell::Cell::new(false);
    zip(to, a, b, |a, b| {
        let (value, overflow) = a.overflowing_mul(b);
        over.set(over.get() | overflow);
        value
    });
    over.get()
}

#[inline(always)]
fn binary_here(op: Op, to: &mut Column, a: Operand, b: Operand, lanes: usize) -> bool {
    let to = &mut to[..whole(lanes)];
    match op {
        Op::Add => zip(to, a, b, i64::wrapping_add),
        Op::Sub => zip(to, a, b, i64::wrapping_sub),
        Op::Mul => zip(to, a, b, i64::wrapping_mul),
        Op::Shr => zip(to, a, b, |a, b| a >> (b & 63)),
        Op::And => zip(to, a, b, |a, b| a & b),
        Op::Or => zip(to, a, b, |a, b| a | b),
        Op::Xor => zip(to, a, b, |a, b| a ^ b),
        Op::AndNot => zip(to, a, b, |a, b| a & !b),
        Op::Less => zip(to, a, b, |a, b| i64::from(a < b)),
        Op::LessEqual => zip(to, a, b, |a, b| i64::from(a <= b)),
        Op::Equal => zip(to, a, b, |a, b| i64::from(a == b)),
        Op::Min => zip(to, a, b, i64::min),
        Op::Max => zip(to, a, b, i64::max),
        Op::Bit => zip(to, a, b, |a, b| (a >> (b & 63) & 1) & i64::from((b as u64) < 64)),
        // A sum has another sign than both of its parts where it overflows.
        Op::CheckedAdd => {
            return checked(to, a, b, i64::wrapping_add, |a, b, to| (a ^ to) & (b ^ to));
        }
        Op::CheckedSub => {
            return checked(to, a, b, i64::wrapping_sub, |a, b, to| (a ^ b) & (a ^ to));
        }
        Op::CheckedMul => return multiplied(to, a, b),
        Op::Div | Op::Mod | Op::Single | Op::Span => return true,
    }
    false
}

#[inline(always)]
fn sort_here(low: &mut Column, high: &mut Column, a: Operand, b: Operand, lanes: usize) {
    let count = whole(lanes);
    zip(&mut low[..count], a, b, i64::min);
    zip(&mut high[..count], a, b, i64::max);
}

#[inline(always)]
fn disordered_here(a: Operand, b: Operand, lanes: usize) -> bool {
    let mut differences = [0; LANES];
    let differences = &mut differences[..whole(lanes)];
    zip(differences, a, b, |a, b| b.wrapping_sub(a));
    differences.iter().fold(0, |all, difference| all | difference) < 0
}

#[inline(always)]
fn select_here(to: &mut Column, condition: &Column, yes: Operand, no: Operand, lanes: usize) {
    let count = whole(lanes);
    let (to, condition) = (&mut to[..count], &condition[..count]);
    // First where it does not hold, then where it does.
    match no {
        Operand::All(no) => to.fill(no),
        Operand::Each(no) => to.copy_from_slice(&no[..count]),
    }
    let lanes = to.iter_mut().zip(condition);
    match yes {
        Operand::All(yes) => {
            lanes.for_each(|(to, holds)| *to = if *holds != 0 { yes } else { *to })
        }
        Operand::Each(yes) => lanes
            .zip(&yes[..count])
            .for_each(|((to, holds), yes)| *to = if *holds != 0 { *yes } else { *to }),
    }
}

#[inline(always)]
fn nonzero_here(column: &Column, lanes: usize) -> u64 {
    let bits = column[..whole(lanes)].iter().enumerate();
    bits.fold(0, |all, (lane, value)| all | u64::from(*value != 0) << lane)
}

#[inline(always)]
fn pack_here<K: Key>(
    keys: &mut [K; LANES],
    tag: K,
    cells: Cells,
    columns: &[Column],
    lanes: usize,
) -> bool {
    let keys = &mut keys[..whole(lanes)];
    let Some((first, others)) = cells.split_first() else {
        keys.fill(tag);
        return false;
    };
    let mut beyond = put(keys, *first, columns, |_| tag);
    for cell in others {
        beyond |= put(keys, *cell, columns, |key| key);
    }
    beyond != 0
}

/// Puts a cell into what `before` gives for each key; the bits of values for which it has no room.
#[inline(always)]
fn put<K: Key>(
    keys: &mut [K],
    (column, Place { shift, width, base }): (u32, Place),
    columns: &[Column],
    before: impl Fn(K) -> K,
) -> u64 {
    let over = if width >= 64 { 0 } else { u64::MAX << width };
    let values = &columns[column as usize][..keys.len()];
    keys.iter_mut().zip(values).fold(0, |beyond, (key, value)| {
        let bits = value.wrapping_sub(base) as u64;
        *key = before(*key);
        key.put(shift, bits);
        beyond | bits & over
    })
}

#[cfg(target_arch = "x86_64")]
macro_rules! versions {
    ($module:ident, $features:literal) => {
        mod $module {
            use super::*;

            #[target_feature(enable = $features)]
            pub(super) fn binary(
                op: Op,
                to: &mut Column,
                a: Operand,
                b: Operand,
                lanes: usize,
            ) -> bool {
                binary_here(op, to, a, b, lanes)
            }

            #[target_feature(enable = $features)]
            pub(super) fn sort(
                low: &mut Column,
                high: &mut Column,
                a: Operand,
                b: Operand,
                lanes: usize,
            ) {
                sort_here(low, high, a, b, lanes);
            }

            #[target_feature(enable = $features)]
            pub(super) fn disordered(a: Operand, b: Operand, lanes: usize) -> bool {
                disordered_here(a, b, lanes)
            }

            #[target_feature(enable = $features)]
            pub(super) fn pack<K: Key>(
                keys: &mut [K; LANES],
                tag: K,
                cells: Cells,
                columns: &[Column],
                lanes: usize,
            ) -> bool {
                pack_here(keys, tag, cells, columns, lanes)
            }

            #[target_feature(enable = $features)]
            pub(super) fn select(
                to: &mut Column,
                condition: &Column,
                yes: Operand,
                no: Operand,
                lanes: usize,
            ) {
                select_here(to, condition, yes, no, lanes);
            }

            #[target_feature(enable = $features)]
            pub(super) fn nonzero(column: &Column, lanes: usize) -> u64 {
                nonzero_here(column, lanes)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
versions!(avx2, "avx2");
#[cfg(target_arch = "x86_64")]
versions!(avx512, "avx2,avx512f,avx512dq,avx512vl");

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OPS: [Op; 17] = [
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::CheckedAdd,
        Op::CheckedSub,
        Op::CheckedMul,
        Op::Shr,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::AndNot,
        Op::Less,
        Op::LessEqual,
        Op::Equal,
        Op::Min,
        Op::Max,
        Op::Bit,
    ];

    /// A column of small and of large numbers, and whether it is to be one value.
    fn operand() -> impl Strategy<Value = (Vec<i64>, bool)> {
        let value = prop_oneof![-70_i64..70, any::<i64>()];
        (prop::collection::vec(value, LANES), any::<bool>())
    }

    fn column(values: &[i64]) -> Column {
        values.try_into().unwrap()
    }

    proptest! {
        #[test]
        fn every_operator_is_the_plain_one(
            (a, a_same) in operand(),
            (b, b_same) in operand(),
            lanes in 1..=LANES,
        ) {
            let (a, b) = (column(&a), column(&b));
            let x = if a_same { Operand::All(a[0]) } else { Operand::Each(&a) };
            let y = if b_same { Operand::All(b[0]) } else { Operand::Each(&b) };
            let at = |operand: Operand, lane: usize| match operand {
                Operand::All(value) => value,
                Operand::Each(column) => column[lane],
            };
            for op in OPS {
                let expected = |lane| op.apply(at(x, lane), at(y, lane));
                for version in [binary, binary_here] {
                    let mut to = [0; LANES];
                    let failed = version(op, &mut to, x, y, lanes);
                    let whole = lanes.next_multiple_of(BLOCK);
                    prop_assert_eq!(failed, (0..whole).any(|lane| expected(lane).is_none()));
                    if !failed {
                        for (lane, &value) in to.iter().enumerate().take(lanes) {
                            prop_assert_eq!(Some(value), expected(lane), "{:?}", op);
                        }
                    }
                }
            }
            let condition = column(&a.iter().map(|a| a % 3).collect::<Vec<_>>());
            let expected = (0..lanes).filter(|lane| condition[*lane] != 0);
            let expected = expected.fold(0_u64, |all, lane| all | 1 << lane);
            let counted = if lanes == LANES { u64::MAX } else { (1 << lanes) - 1 };
            for version in [nonzero, nonzero_here] {
                prop_assert_eq!(version(&condition, lanes) & counted, expected);
            }
            for version in [select, select_here] {
                let mut to = [0; LANES];
                version(&mut to, &condition, x, y, lanes);
                for lane in 0..lanes {
                    let from = if condition[lane] != 0 { x } else { y };
                    prop_assert_eq!(to[lane], at(from, lane));
                }
            }
            let (mut low, mut high) = ([0; LANES], [0; LANES]);
            sort(&mut low, &mut high, x, y, lanes);
            for lane in 0..lanes {
                let (a, b) = (at(x, lane), at(y, lane));
                prop_assert_eq!((low[lane], high[lane]), (a.min(b), a.max(b)));
            }
        }

        #[test]
        fn disorder_is_seen(a in prop::collection::vec(-3_i64..1, LANES), b in -1_i64..2) {
            let a = column(&a);
            let expected = a.iter().any(|a| *a > b);
            prop_assert_eq!(disordered(Operand::Each(&a), Operand::All(b), LANES), expected);
            let least = a.iter().any(|a| b > *a);
            prop_assert_eq!(disordered(Operand::All(b), Operand::Each(&a), LANES), least);
        }

        #[test]
        fn columns_are_packed_alike(
            values in prop::collection::vec(-2_i64..20, LANES),
            shift in 0_u32..50,
            lanes in 1..=LANES,
        ) {
            let values = column(&values);
            let place = Place { shift, width: 4, base: -1 };
            let (mut short, mut long) = ([0_u64; LANES], [0_u128; LANES]);
            let cells = [(0, place)];
            let beyond = pack(&mut short, 1 << 60, &cells, &[values], lanes);
            prop_assert_eq!(beyond, pack(&mut long, 1 << 60, &cells, &[values], lanes));
            let fits = |value: i64| place.pack(value);
            let whole = lanes.next_multiple_of(BLOCK);
            prop_assert_eq!(beyond, values[..whole].iter().any(|value| fits(*value).is_none()));
            for lane in 0..lanes {
                if let Some(bits) = fits(values[lane]) {
                    prop_assert_eq!(short[lane], 1 << 60 | bits << shift);
                    prop_assert_eq!(long[lane], 1 << 60 | u128::from(bits) << shift);
                }
            }
        }
    }
}
