//! The ways in which a table is filled.

use super::narrow::Narrow;
use super::space::Space;
use super::{HeapKind, Shape};

/// A way to fill the table of a kind. All give the same nimbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HeapMethod {
    /// The cheapest, by what the values so far look like; it may change.
    #[default]
    Auto,
    /// From all options of every heap.
    Direct,
    /// Most options are left out: heaps are rare or common by the bits of their nimber in a mask,
    /// and a common nimber is met only through rare heaps (Guy and Smith; Gangolli and Plambeck).
    /// Where the rules do not allow it, as `Direct`.
    SparseByValue,
    /// The same, where the parity of the size joins the bits. Only where all splits of a kind take
    /// away the same number modulo 2.
    SparseByValueAndParity,
}

/// How the table of a kind is being filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapReport {
    /// The method in use; never [`HeapMethod::Auto`].
    pub method: HeapMethod,
    /// The bits of the nimber that count in a sparse space.
    pub mask: Option<u32>,
    /// How many rare heaps a sparse space has to look at for each heap.
    pub rare: u64,
    /// The size of the largest rare heap.
    pub last_rare: Option<u64>,
    /// How often the method or the mask has changed.
    pub switches: u32,
}

impl HeapMethod {
    /// Whether the parity of the size may be left out or join, for each space to try.
    pub(super) fn spaces(self) -> &'static [bool] {
        match self {
            Self::Auto => &[false, true],
            Self::Direct => &[],
            Self::SparseByValue => &[false],
            Self::SparseByValueAndParity => &[true],
        }
    }
}

/// About how long the direct method takes for a heap of size n, in marks, in tables of this width. It must not
/// depend on what was measured: then it would be another in every run.
pub(super) fn direct_cost<T: Narrow>(kind: &HeapKind, n: u64, _: &[Vec<T>]) -> u64 {
    let rules = kind.rules.iter().filter(|rule| rule.applies(n));
    let splits = rules.map(|rule| match rule.shape {
        Shape::Split { left, right, .. } => {
            let pairs = if left == right { n / 2 } else { n };
            // A few are marked. The narrower the nimbers, the fewer are searched for, and the faster.
            pairs.min(64) + pairs * T::PAIR / 8
        }
        Shape::Pile { parts, .. } => n.saturating_mul(parts.into()),
        _ => 1,
    });
    OVERHEAD + splits.sum::<u64>()
}

/// What a heap takes in any case.
pub(super) const OVERHEAD: u64 = 100;
/// Where a heap is rare after all, about so many heaps behind it have to be found again.
const LOST: u64 = 40;
/// With more rare heaps than one of so many a sparse space is not tried.
const DENSE: u64 = 12;

/// The same for a sparse space, with what wrong guesses cost. `None` if it is no sparse space.
pub(super) fn sparse_cost<T: Narrow>(
    space: &Space,
    kind: &HeapKind,
    table: &[T],
    n: u64,
) -> Option<u64> {
    let recent = (table.len() / 4).clamp(1, 1 << 12).min(table.len());
    let first = table.len() - recent;
    let rare = (first..table.len()).filter(|&place| {
        let size = kind.least + place as u64;
        !space.classes.is_common(space.kind, size, table[place].wide())
    });
    let rare = rare.count() as u64;
    let recent = recent as u64;
    if rare * DENSE > recent {
        return None;
    }
    let heap = OVERHEAD + space.work();
    Some(heap * 3 / 2 + rare * (LOST * heap + n / 4) / recent)
}
