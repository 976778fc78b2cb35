//! What proves a period for all sizes.

use super::{Family, Part, Rule, Shape};

/// A proof that the nimbers of a kind of heaps are periodic, for all sizes.
///
/// It says that g(n + `period`) = g(n) + `saltus` for every n >= `preperiod`, and both are minimal:
/// no smaller period holds from any point on, and the equation fails at `preperiod` - 1 if there is
/// such a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodProof {
    /// The kind.
    pub kind: usize,
    /// The smallest size from which the nimbers are periodic.
    pub preperiod: u64,
    /// The smallest period, at least 1.
    pub period: u64,
    /// How much the nimbers grow in a period.
    pub saltus: u64,
    /// What the proof rests on.
    pub theorem: Theorem,
}

/// What a proof of a period rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// The nimber of every heap is its size less the least size (see [`HeapTables::counts_up`]).
    ///
    /// [`HeapTables::counts_up`]: super::HeapTables::counts_up
    CountsUp,
    /// The theorem of Guy and Smith (The G-values of various games, 1956) on take-and-break games,
    /// for several kinds of heaps at once and with the exact bounds.
    ///
    /// Let p >= 1 be given, and for every kind K of a set of kinds a size e_K at which K has a heap.
    /// Let every rule of these kinds that applies to arbitrarily large heaps be [`Shape::Empty`],
    /// [`Shape::Parts`], or [`Shape::Split`] with equal heaps allowed, and let the heaps of its
    /// options whose sizes depend on n be of these kinds. For every K let t_K be so large that for
    /// every n >= t_K and every rule of K
    ///
    /// 1. n > `to`, or else n >= `from` and n is larger than all of `except`;
    /// 2. if n <= `to`, for each part of kind L and size n - r: n - r >= e_L;
    /// 3. if n <= `to`, for a split into sizes a >= l of kind L and b >= m of kind M, with
    ///    a + b = n - c: n >= max(e_L, l) + max(e_M, m) + p + c - 1. (Here l is `low`, c is
    ///    `removed`, and m is `gap` - `removed`, as a <= n - `gap` says b >= `gap` - c.)
    ///
    /// **Theorem.** If g_K(n + p) = g_K(n) for all these K and all n with e_K <= n < t_K, then for
    /// all n >= e_K.
    ///
    /// *Proof.* Since play ends, we may use induction: let the equation hold for all heaps that can
    /// be reached from the heap (K, n) or from (K, n + p), whenever their size is at least the e of
    /// their kind. More exactly, the family has a rank, linear in the size, that all moves lower;
    /// let the equation hold for the heaps of lower rank than (K, n). That covers every part of an
    /// option of (K, n), and every part of an option of (K, n + p) when p is taken from its size.
    /// Let n >= t_K and n >= e_K. By 1 the same rules apply to both heaps. We show that each has
    /// options of the same nimbers as the other.
    ///
    /// - `Empty`: 0 for both.
    /// - `Parts`: by 2 each part of size n - r has the nimber of the one of size n + p - r; the
    ///   others are the same.
    /// - `Split`, (a, b) with a + b = n - c: by 3, a + b >= e_L + e_M - 1, so a >= e_L or b >= e_M.
    ///   Then (a + p, b) or (a, b + p) is an option of (K, n + p) with the same nimber.
    /// - `Split`, (a, b) with a + b = n + p - c: by 3, a + b >= (max(e_L, l) + p) +
    ///   (max(e_M, m) + p) - 1, so a - p >= max(e_L, l) or b - p >= max(e_M, m). Then (a - p, b) or
    ///   (a, b - p) is an option of (K, n) with the same nimber.
    ///
    /// So g_K(n + p) = g_K(n). ∎
    ///
    /// For one kind, an octal code whose last digit takes t, and e = l = m, this says that
    /// e <= n < 2e + p + t - 1 suffices. Guy and Smith have one n more.
    GuySmith {
        /// A common period p of all these kinds.
        common: u64,
        /// What was checked of every kind.
        windows: Vec<KindWindow>,
    },
}

/// The finite part of a proof for one kind: g(n + p) = g(n) was checked for `from` <= n < `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindWindow {
    /// The kind.
    pub kind: usize,
    /// The first size.
    pub from: u64,
    /// The first size that need not be checked.
    pub to: u64,
}

impl PeriodProof {
    /// The smallest size that the proof gives the same nimber as this one.
    pub(super) fn representative(&self, n: u64) -> u64 {
        if self.saltus == 0 && n > self.preperiod {
            self.preperiod + (n - self.preperiod) % self.period
        } else {
            n
        }
    }
}

impl Family {
    /// The set of kinds that [`Theorem::GuySmith`] has to speak of for a statement about this kind;
    /// `None` where it does not apply.
    pub(super) fn kinds_of_theorem(&self, kind: usize) -> Option<Vec<usize>> {
        let mut kinds = vec![kind];
        let mut at = 0;
        while let Some(&kind) = kinds.get(at) {
            at += 1;
            let mut add = |kind: usize| {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            };
            for rule in self.kinds[kind].rules.iter().filter(|rule| rule.to.is_none()) {
                match &rule.shape {
                    Shape::Empty => {}
                    Shape::Parts(parts) => {
                        for part in parts {
                            if let Part::Rest { kind, .. } = part {
                                add(*kind);
                            }
                        }
                    }
                    Shape::Split { left, right, unequal: false, .. } => {
                        add(*left);
                        add(*right);
                    }
                    Shape::Split { unequal: true, .. } | Shape::Any { .. } | Shape::Pile { .. } => {
                        return None;
                    }
                }
            }
        }
        Some(kinds)
    }

    /// The smallest t of the theorem for this kind and period, where `from` gives the e of every
    /// kind; at least the e of this kind.
    pub(super) fn threshold(&self, kind: usize, period: u64, from: impl Fn(usize) -> u64) -> i128 {
        let rules = self.kinds[kind].rules.iter();
        let thresholds = rules.map(|rule| rule.threshold(period, &from));
        thresholds.fold(i128::from(from(kind)), i128::max)
    }
}

impl Rule {
    fn threshold(&self, period: u64, from: &impl Fn(usize) -> u64) -> i128 {
        if let Some(to) = self.to {
            return i128::from(to) + 1;
        }
        let excepted = self.except.iter().map(|&n| i128::from(n) + 1);
        let applies = excepted.fold(i128::from(self.from), i128::max);
        let shape = match &self.shape {
            Shape::Parts(parts) => parts
                .iter()
                .filter_map(|part| match *part {
                    Part::Rest { kind, removed } => {
                        Some(i128::from(from(kind)) + i128::from(removed))
                    }
                    Part::Fixed { .. } | Part::Nim(_) => None,
                })
                .fold(0, i128::max),
            &Shape::Split { left, right, removed, low, gap, .. } => {
                let removed = i128::from(removed);
                let left = i128::from(from(left).max(low));
                let right = i128::from(from(right)).max(i128::from(gap) - removed);
                left + right + i128::from(period) + removed - 1
            }
            Shape::Empty | Shape::Any { .. } | Shape::Pile { .. } => 0,
        };
        applies.max(shape)
    }
}
