//! The options of all large heaps of a kind, in a form in which equal sets look equal.
//!
//! From some size N on every rule of a kind either applies to all heaps or to none, and what it
//! allows can be said without the size: "a heap of n - 3", "two heaps with the total n - 1, the
//! smaller at least 2". Here the rules are brought into a form that does not depend on how they
//! were cut into pieces. Two kinds whose forms are the same have the same options at every size
//! from the larger N on. The reverse does not hold in every case: forms may differ though the
//! options are the same.

use std::collections::{BTreeMap, BTreeSet};

use super::{Family, Part, Rule, Shape};

/// A part of an option that does not depend on the size of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Piece {
    Heap(usize, i128),
    Nim(u64),
}

/// Heaps of one kind written as heaps of another: size m of `kind`, for every m >= `least`, as size
/// m + `shift` of `to`. Heaps that are `empty` are left out; they have no move.
#[derive(Clone, Debug)]
pub(super) struct Rewriting {
    pub(super) kind: usize,
    pub(super) least: i128,
    pub(super) to: usize,
    pub(super) shift: i128,
    pub(super) empty: BTreeSet<(usize, i128)>,
}

/// What the options are; all sizes in terms of N, the size of the heap in the new writing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Item {
    /// Heaps of sizes N - r, and pieces.
    Parts { rests: Vec<(usize, i128)>, pieces: Vec<Piece> },
    /// One heap of any size from `low` to N - `gap`.
    Any { kind: usize, low: i128, gap: i128 },
    /// Two heaps with the total N - `removed`, the smaller at least `low`.
    Pairs { kind: usize, removed: i128, low: i128, unequal: bool },
    /// A heap of each of two kinds with the total N - `removed`, each at least as large as said.
    Mixed { kinds: [usize; 2], removed: i128, lows: [i128; 2] },
    /// As [`Shape::Pile`].
    Pile { kind: usize, parts: u32, removed: i128, every: Option<u64>, unequal: bool },
}

/// The options of all heaps of a kind from the size `from` on, in the new writing.
#[derive(Clone, Debug)]
pub(super) struct Normal {
    pub(super) from: i128,
    pub(super) items: BTreeSet<Item>,
}

/// Longer lists are not made.
const MAX_LIST: i128 = 4096;

impl Rewriting {
    /// A heap of a fixed size; nothing if it is empty.
    pub(super) fn piece(&self, kind: usize, size: i128) -> Option<Piece> {
        let (kind, size) = if kind == self.kind && size >= self.least {
            (self.to, size + self.shift)
        } else {
            (kind, size)
        };
        (!self.empty.contains(&(kind, size))).then_some(Piece::Heap(kind, size))
    }

    /// By how much the heaps of a kind grow in the new writing, and its kind there.
    fn large(&self, kind: usize) -> (usize, i128) {
        if kind == self.kind { (self.to, self.shift) } else { (kind, 0) }
    }

    /// From which size on heaps of a kind are written so.
    fn large_from(&self, kind: usize) -> Option<i128> {
        (kind == self.kind).then_some(self.least)
    }

    /// The largest empty heap of a kind, in the new writing.
    fn largest_empty(&self, kind: usize) -> Option<i128> {
        self.empty.iter().filter(|(of, _)| *of == kind).map(|&(_, size)| size).max()
    }
}

impl Normal {
    /// The form of a kind; `None` when there is none. A heap of size n is written as n + `shift`.
    pub(super) fn of(
        family: &Family,
        kind: usize,
        rewriting: &Rewriting,
        shift: i128,
    ) -> Option<Normal> {
        let mut former = Former {
            rewriting,
            shift,
            items: BTreeSet::new(),
            pairs: BTreeMap::new(),
            spans: BTreeMap::new(),
            applies: i128::from(family.kinds[kind].least),
            largest: 1,
        };
        former.note([shift, rewriting.shift, rewriting.least]);
        former.note(rewriting.empty.iter().map(|&(_, size)| size));
        for rule in &family.kinds[kind].rules {
            former.rule(rule)?;
        }
        Some(former.finish())
    }
}

/// Pairs of heaps of one kind with one total, by their smaller part.
#[derive(Default)]
struct Pairs {
    /// From this size on all, and all but equal ones.
    low: Option<i128>,
    unequal_low: Option<i128>,
    /// And these.
    few: BTreeSet<i128>,
}

struct Former<'a> {
    rewriting: &'a Rewriting,
    shift: i128,
    items: BTreeSet<Item>,
    /// By kind and what is removed.
    pairs: BTreeMap<(usize, i128), Pairs>,
    /// By kind the bounds `low` and `gap` of single heaps.
    spans: BTreeMap<usize, (i128, i128)>,
    /// From this size on every rule applies always or never.
    applies: i128,
    /// The largest number that occurs, without its sign. Every condition on N that is used is of the
    /// form N >= a sum of at most three numbers that occur.
    largest: i128,
}

impl Former<'_> {
    fn note(&mut self, numbers: impl IntoIterator<Item = i128>) {
        self.largest = numbers.into_iter().map(i128::abs).fold(self.largest, i128::max);
    }

    fn rule(&mut self, rule: &Rule) -> Option<()> {
        let ends = rule.to.iter().chain(&rule.except).map(|&n| i128::from(n) + 1);
        self.applies = ends.chain([i128::from(rule.from)]).fold(self.applies, i128::max);
        if rule.to.is_some() {
            return Some(());
        }
        match &rule.shape {
            Shape::Empty => self.parts(Vec::new(), Vec::new()),
            Shape::Parts(parts) => {
                let (mut rests, mut pieces) = (Vec::new(), Vec::new());
                for part in parts {
                    match *part {
                        Part::Rest { kind, removed } => rests.push(self.rest(kind, removed.into())),
                        Part::Fixed { kind, size } => {
                            pieces.extend(self.rewriting.piece(kind, size.into()));
                        }
                        Part::Nim(0) => {}
                        Part::Nim(size) => pieces.push(Piece::Nim(size)),
                    }
                }
                self.parts(rests, pieces);
            }
            &Shape::Any { kind, low, gap } => self.any(kind, low.into(), gap.into())?,
            &Shape::Split { left, right, removed, low, gap, unequal } => {
                let removed = i128::from(removed);
                let lows = [i128::from(low), i128::from(gap) - removed];
                self.split([left, right], removed, lows, unequal)?;
            }
            &Shape::Pile { kind, parts, removed, every, unequal } => {
                let (to, shift) = self.rewriting.large(kind);
                let empty = self.rewriting.largest_empty(to).is_some_and(|size| size > 0);
                let least = self.rewriting.large_from(kind).is_some_and(|least| least > 1);
                if shift != 0 || empty || least {
                    return None;
                }
                let removed = i128::from(removed) + self.shift;
                self.note([removed]);
                self.items.insert(Item::Pile { kind: to, parts, removed, every, unequal });
            }
        }
        Some(())
    }

    /// A heap of size n - `removed`.
    fn rest(&mut self, kind: usize, removed: i128) -> (usize, i128) {
        let (to, shift) = self.rewriting.large(kind);
        let rest = (to, removed + self.shift - shift);
        self.note([removed, rest.1]);
        rest
    }

    fn parts(&mut self, mut rests: Vec<(usize, i128)>, mut pieces: Vec<Piece>) {
        rests.sort_unstable();
        pieces.sort_unstable();
        for piece in &pieces {
            if let Piece::Heap(_, size) = piece {
                self.note([*size]);
            }
        }
        match (rests.as_slice(), pieces.as_slice()) {
            (&[(kind, removed)], &[Piece::Heap(of, size)]) if of == kind => {
                self.note([removed - size]);
                self.pairs.entry((kind, removed - size)).or_default().few.insert(size);
            }
            _ => {
                self.items.insert(Item::Parts { rests, pieces });
            }
        }
    }

    /// One heap of any size from `low` to n - `gap`.
    fn any(&mut self, kind: usize, low: i128, gap: i128) -> Option<()> {
        let large = self.rewriting.large_from(kind).unwrap_or(low).max(low);
        self.few(low..large, |former, size| {
            let piece = former.rewriting.piece(kind, size);
            former.parts(Vec::new(), piece.into_iter().collect());
        })?;
        let ((to, gap), shift) = (self.rest(kind, gap), self.rewriting.large(kind).1);
        let low = large + shift;
        let first = self.rewriting.largest_empty(to).map_or(low, |size| low.max(size + 1));
        self.few(low..first, |former, size| {
            let empty = former.rewriting.empty.contains(&(to, size));
            let piece = (!empty).then_some(Piece::Heap(to, size));
            former.parts(Vec::new(), piece.into_iter().collect());
        })?;
        self.note([first, gap]);
        // Ranges that begin at fixed sizes and end near n overlap.
        let span = self.spans.entry(to).or_insert((first, gap));
        *span = (span.0.min(first), span.1.min(gap));
        Some(())
    }

    /// Two heaps with the total n - `removed`, each at least as large as said.
    fn split(
        &mut self,
        kinds: [usize; 2],
        removed: i128,
        lows: [i128; 2],
        unequal: bool,
    ) -> Option<()> {
        let mut large = lows;
        for (side, kind) in kinds.into_iter().enumerate() {
            let other = kinds[1 - side];
            large[side] = self.rewriting.large_from(kind).unwrap_or(lows[side]).max(lows[side]);
            self.few(lows[side]..large[side], |former, size| {
                let piece = former.rewriting.piece(kind, size);
                let rest = former.rest(other, removed + size);
                former.parts(vec![rest], piece.into_iter().collect());
            })?;
        }
        let new = kinds.map(|kind| self.rewriting.large(kind));
        let removed = removed + self.shift - new[0].1 - new[1].1;
        let kinds = new.map(|(kind, _)| kind);
        let lows = [large[0] + new[0].1, large[1] + new[1].1];
        self.note([removed, lows[0], lows[1]]);
        if kinds[0] == kinds[1] {
            let low = lows[0].min(lows[1]);
            let pairs = self.pairs.entry((kinds[0], removed)).or_default();
            let bound = if unequal { &mut pairs.unequal_low } else { &mut pairs.low };
            *bound = Some(bound.map_or(low, |bound| bound.min(low)));
        } else {
            let item = if kinds[0] < kinds[1] {
                Item::Mixed { kinds, removed, lows }
            } else {
                let (kinds, lows) = ([kinds[1], kinds[0]], [lows[1], lows[0]]);
                Item::Mixed { kinds, removed, lows }
            };
            self.items.insert(item);
        }
        Some(())
    }

    /// Calls `then` for a few sizes.
    fn few(
        &mut self,
        sizes: std::ops::Range<i128>,
        mut then: impl FnMut(&mut Self, i128),
    ) -> Option<()> {
        if sizes.end - sizes.start > MAX_LIST {
            return None;
        }
        sizes.for_each(|size| then(self, size));
        Some(())
    }

    fn finish(mut self) -> Normal {
        for ((kind, removed), pairs) in std::mem::take(&mut self.pairs) {
            self.finish_pairs(kind, removed, pairs);
        }
        for (kind, (mut low, mut gap)) in std::mem::take(&mut self.spans) {
            // Single heaps beside the range belong to it.
            let piece = |size| Item::Parts { rests: vec![], pieces: vec![Piece::Heap(kind, size)] };
            let rest = |gap| Item::Parts { rests: vec![(kind, gap)], pieces: vec![] };
            while self.items.contains(&piece(low - 1)) {
                low -= 1;
            }
            while self.items.contains(&rest(gap - 1)) {
                gap -= 1;
            }
            self.items.retain(|item| match item {
                Item::Parts { rests, pieces } => match (rests.as_slice(), pieces.as_slice()) {
                    (&[], &[Piece::Heap(of, size)]) => of != kind || size < low,
                    (&[(of, removed)], &[]) => of != kind || removed < gap,
                    _ => true,
                },
                _ => true,
            });
            self.note([low, gap]);
            self.items.insert(Item::Any { kind, low, gap });
        }
        let from = (self.applies + self.shift).max(4 * self.largest + 4);
        Normal { from, items: self.items }
    }

    fn finish_pairs(&mut self, kind: usize, removed: i128, mut pairs: Pairs) {
        let (low, unequal) = match (pairs.low, pairs.unequal_low) {
            (Some(low), unequal) => (Some(unequal.map_or(low, |unequal| unequal.min(low))), false),
            (None, unequal) => (unequal, true),
        };
        // Empty heaps are left out, so those that may be empty are told one by one.
        let first = self.rewriting.largest_empty(kind).map(|size| size + 1);
        let low = low.map(|low| {
            let first = first.map_or(low, |first| first.max(low));
            pairs.few.extend(low..first);
            first
        });
        let low = low.map(|mut low| {
            while first.is_none_or(|first| low > first) && pairs.few.contains(&(low - 1)) {
                low -= 1;
            }
            low
        });
        for size in pairs.few.into_iter().filter(|&size| low.is_none_or(|low| size < low)) {
            self.note([size, removed + size]);
            let empty = self.rewriting.empty.contains(&(kind, size));
            let piece = (!empty).then_some(Piece::Heap(kind, size));
            let rests = vec![(kind, removed + size)];
            self.items.insert(Item::Parts { rests, pieces: piece.into_iter().collect() });
        }
        if let Some(low) = low {
            self.note([low]);
            self.items.insert(Item::Pairs { kind, removed, low, unequal });
        }
    }
}
