//! The options of one heap, one by one.

use std::collections::BTreeSet;

use super::normal::{Piece, Rewriting};
use super::{Family, Part, Shape};

/// A heap with more options is not listed.
const MAX_OPTIONS: usize = 1 << 16;

/// The options of one heap in the new writing; `None` when there are too many.
pub(super) fn options(
    family: &Family,
    kind: usize,
    n: u64,
    rewriting: &Rewriting,
) -> Option<BTreeSet<Vec<Piece>>> {
    let mut all = BTreeSet::new();
    for rule in family.kinds[kind].rules.iter().filter(|rule| rule.applies(n)) {
        each_option(&rule.shape, n.into(), &mut |parts: &[Piece]| {
            let mut option: Vec<Piece> = parts
                .iter()
                .filter_map(|part| match *part {
                    Piece::Heap(kind, size) => rewriting.piece(kind, size),
                    Piece::Nim(0) => None,
                    nim => Some(nim),
                })
                .collect();
            option.sort_unstable();
            all.insert(option);
            all.len() < MAX_OPTIONS
        })?;
    }
    Some(all)
}

/// Calls `then` with the parts of each option until it says to stop.
fn each_option(shape: &Shape, n: i128, then: &mut dyn FnMut(&[Piece]) -> bool) -> Option<()> {
    let mut go_on = |parts: &[Piece]| then(parts).then_some(());
    match shape {
        Shape::Empty => go_on(&[]),
        Shape::Parts(parts) => {
            let piece = |part: &Part| match *part {
                Part::Rest { kind, removed } => Piece::Heap(kind, n - i128::from(removed)),
                Part::Fixed { kind, size } => Piece::Heap(kind, size.into()),
                Part::Nim(size) => Piece::Nim(size),
            };
            go_on(&parts.iter().map(piece).collect::<Vec<_>>())
        }
        &Shape::Any { kind, low, gap } => (i128::from(low)..=n - i128::from(gap))
            .try_for_each(|size| go_on(&[Piece::Heap(kind, size)])),
        &Shape::Split { left, right, removed, low, gap, unequal } => {
            let total = n - i128::from(removed);
            (i128::from(low)..=n - i128::from(gap))
                .filter(|a| !(unequal && 2 * a == total))
                .try_for_each(|a| go_on(&[Piece::Heap(left, a), Piece::Heap(right, total - a)]))
        }
        &Shape::Pile { kind, parts, removed, every, unequal } => {
            let mut total = n - i128::from(removed);
            while total >= 0 {
                pile(kind, parts, total, total, unequal, &mut Vec::new(), &mut go_on)?;
                let Some(every) = every else { break };
                total -= i128::from(every.max(1));
            }
            Some(())
        }
    }
}

/// All ways to leave so many heaps of at most `most` each, beside those in `left`.
fn pile(
    kind: usize,
    parts: u32,
    total: i128,
    most: i128,
    unequal: bool,
    left: &mut Vec<Piece>,
    then: &mut dyn FnMut(&[Piece]) -> Option<()>,
) -> Option<()> {
    if parts == 0 {
        return if total == 0 { then(left) } else { Some(()) };
    }
    // The last heap is what is left.
    let least = if parts == 1 { total } else { 1 };
    for size in least.max(1)..=most.min(total) {
        left.push(Piece::Heap(kind, size));
        let most = if unequal { size - 1 } else { size };
        let done = pile(kind, parts - 1, total - size, most, unequal, left, then);
        left.pop();
        done?;
    }
    Some(())
}
