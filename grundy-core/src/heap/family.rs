//! Families of heap games, as data.

use serde::{Deserialize, Serialize};

/// Kinds of heaps that lead to each other. A kind is named by its index.
///
/// ```
/// use grundy_core::{Budget, Family, HeapKind, HeapTables, Nimber, Rule, Shape};
///
/// // Split a heap into two heaps that are not empty and not equal (Grundy's game).
/// let split = Shape::Split { left: 0, right: 0, removed: 0, low: 1, gap: 1, unequal: true };
/// let rules = vec![Rule { from: 2, to: None, except: vec![], shape: split }];
/// let mut tables = HeapTables::new(Family { kinds: vec![HeapKind { least: 0, rules }] })?;
/// assert_eq!(tables.nimber(0, 10, &Budget::default()), Ok(Nimber::new(0)));
/// assert_eq!(tables.nimber(0, 11, &Budget::default()), Ok(Nimber::new(2)));
/// # Ok::<(), grundy_core::FamilyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// The kinds.
    pub kinds: Vec<HeapKind>,
}

/// One kind of heap: a position for every size from `least` on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeapKind {
    /// The smallest legal size.
    pub least: u64,
    /// Where a move may lead. The options of a heap are those of all rules.
    pub rules: Vec<Rule>,
}

/// One shape of options, of the heaps of every size n with `from <= n <= to` and n not in `except`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The smallest size at which the rule applies.
    pub from: u64,
    /// The largest size at which the rule applies, if there is one.
    pub to: Option<u64>,
    /// Sizes at which the rule does not apply all the same.
    pub except: Vec<u64>,
    /// The options, in terms of the size n.
    pub shape: Shape,
}

/// Options of a heap of size n.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// One option: the empty sum.
    Empty,
    /// One option: the sum of all these parts.
    Parts(Vec<Part>),
    /// For every size from `low` to n - `gap` one option: the heap of that size.
    Any {
        /// The kind of the heap.
        kind: usize,
        /// The smallest size.
        low: u64,
        /// How much smaller than n the largest size is; negative when it is larger.
        gap: i64,
    },
    /// For every a from `low` to n - `gap` one option: a heap of size a and one of size
    /// n - `removed` - a.
    Split {
        /// The kind of the heap of size a.
        left: usize,
        /// The kind of the other heap.
        right: usize,
        /// How much smaller than n both heaps together are; negative when they are larger.
        removed: i64,
        /// The smallest a.
        low: u64,
        /// How much smaller than n the largest a is; negative when it is larger.
        gap: i64,
        /// Two heaps of the same size are no option. Only when `left` and `right` are the same.
        unequal: bool,
    },
    /// All ways to leave exactly so many heaps of one kind, none of them empty: sizes of at least 1
    /// that add up to n - `removed`, or also to `every`, 2 * `every`, ... less.
    Pile {
        /// The kind of all these heaps.
        kind: usize,
        /// How many there are; two are better told by [`Shape::Split`].
        parts: u32,
        /// How much smaller than n all together are; negative when they are larger.
        removed: i64,
        /// The step in which more may be removed, at least 1, if there is one.
        every: Option<u64>,
        /// All sizes must differ.
        unequal: bool,
    },
}

/// One component of an option of a heap of size n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Part {
    /// A heap of size n - `removed`.
    Rest {
        /// The kind of the heap.
        kind: usize,
        /// How much smaller than n it is; negative when it is larger.
        removed: i64,
    },
    /// A heap whose size does not depend on n.
    Fixed {
        /// The kind of the heap.
        kind: usize,
        /// The size of the heap.
        size: u64,
    },
    /// A Nim heap of this size.
    Nim(u64),
}

impl Shape {
    /// Calls `visit` for the kind of each heap in the options.
    ///
    /// ```
    /// use grundy_core::Shape;
    ///
    /// let mut shape = Shape::Any { kind: 0, low: 0, gap: 1 };
    /// shape.each_kind(&mut |kind| *kind = 3);
    /// assert_eq!(shape, Shape::Any { kind: 3, low: 0, gap: 1 });
    /// ```
    pub fn each_kind(&mut self, visit: &mut dyn FnMut(&mut usize)) {
        match self {
            Self::Empty => {}
            Self::Parts(parts) => parts.iter_mut().for_each(|part| match part {
                Part::Rest { kind, .. } | Part::Fixed { kind, .. } => visit(kind),
                Part::Nim(_) => {}
            }),
            Self::Any { kind, .. } | Self::Pile { kind, .. } => visit(kind),
            Self::Split { left, right, .. } => [left, right].into_iter().for_each(visit),
        }
    }
}

impl Rule {
    /// Whether heaps of size n have these options.
    pub fn applies(&self, n: u64) -> bool {
        self.from <= n && self.to.is_none_or(|to| n <= to) && !self.except.contains(&n)
    }

    /// The smallest size from `least` on at which the rule applies.
    pub(crate) fn first(&self, least: u64) -> Option<u64> {
        let mut n = self.from.max(least);
        while self.except.contains(&n) {
            n = n.checked_add(1)?;
        }
        self.to.is_none_or(|to| n <= to).then_some(n)
    }
}
