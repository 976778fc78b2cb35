//! The search for a proof by [`Theorem::GuySmith`] in tables.

use super::look::{Look, Step};
use super::window::smallest_period;
use super::{Family, HeapTables, KindWindow, Part, PeriodProof, Rule, Shape, Theorem};

/// What the theorem asks of one kind, rules that ask for less left out. All numbers are bounded, so
/// that their sums are.
struct Conditions {
    kind: usize,
    /// The rules are the same from this size on.
    settled: i64,
    /// Parts of a kind and size n - r: the kind, and the largest r.
    parts: Vec<(usize, i64)>,
    /// Runs of heaps of a kind from a size to n - h: the kind, the size, the largest h.
    runs: Vec<(usize, i64, i64)>,
    splits: Vec<Split>,
    piles: Vec<Pile>,
}

/// So many heaps of a kind, with the largest c.
#[derive(Clone, Copy)]
struct Pile {
    kind: usize,
    parts: i64,
    /// 0 where only one total is possible.
    every: i64,
    unequal: bool,
    removed: i64,
}

/// Splits into heaps of these kinds, of at least these sizes, with the largest c.
#[derive(Clone, Copy)]
struct Split {
    left: (usize, i64),
    right: (usize, i64),
    unequal: bool,
    removed: i64,
}

/// Larger numbers are cut off here: no table is so large.
const HUGE: i64 = 1 << 58;

/// The number of pairs of so many things.
fn pairs(things: i64) -> i64 {
    things * (things - 1) / 2
}

fn bounded(number: impl Into<i128>) -> i64 {
    number.into().clamp(-i128::from(HUGE), HUGE.into()) as i64
}

impl Family {
    /// What [`Theorem::GuySmith`] asks of the kinds that it has to speak of for a statement about
    /// this kind.
    fn conditions(&self, kind: usize) -> Vec<Conditions> {
        let mut kinds = vec![kind];
        let mut all = Vec::new();
        while let Some(&kind) = kinds.get(all.len()) {
            let conditions = Conditions::of(kind, &self.kinds[kind].rules);
            for target in conditions.targets() {
                if !kinds.contains(&target) {
                    kinds.push(target);
                }
            }
            all.push(conditions);
        }
        all
    }
}

impl Conditions {
    fn of(kind: usize, rules: &[Rule]) -> Conditions {
        let mut all = Conditions {
            kind,
            settled: 0,
            parts: vec![],
            runs: vec![],
            splits: vec![],
            piles: vec![],
        };
        for rule in rules {
            all.settled = all.settled.max(bounded(rule.settled()));
            if rule.to.is_some() {
                continue;
            }
            match &rule.shape {
                Shape::Empty => {}
                Shape::Parts(parts) => {
                    for part in parts {
                        if let Part::Rest { kind, removed } = *part {
                            all.part(kind, bounded(removed));
                        }
                    }
                }
                &Shape::Any { kind, low, gap } => all.run(kind, bounded(low), bounded(gap)),
                &Shape::Pile { kind, parts, removed, every, unequal } => {
                    all.pile(Pile {
                        every: bounded(every.unwrap_or(0)),
                        kind,
                        parts: parts.into(),
                        unequal,
                        removed: bounded(removed),
                    });
                }
                &Shape::Split { left, right, removed, low, gap, unequal } => {
                    let least_right = bounded(i128::from(gap) - i128::from(removed));
                    all.split(Split {
                        left: (left, bounded(low)),
                        right: (right, least_right),
                        unequal,
                        removed: bounded(removed),
                    });
                }
            }
        }
        all
    }

    fn part(&mut self, kind: usize, removed: i64) {
        match self.parts.iter_mut().find(|known| known.0 == kind) {
            Some(known) => known.1 = known.1.max(removed),
            None => self.parts.push((kind, removed)),
        }
    }

    fn run(&mut self, kind: usize, low: i64, gap: i64) {
        match self.runs.iter_mut().find(|known| (known.0, known.1) == (kind, low)) {
            Some(known) => known.2 = known.2.max(gap),
            None => self.runs.push((kind, low, gap)),
        }
    }

    fn split(&mut self, split: Split) {
        let same = |known: &&mut Split| {
            (known.left, known.right, known.unequal) == (split.left, split.right, split.unequal)
        };
        match self.splits.iter_mut().find(same) {
            Some(known) => known.removed = known.removed.max(split.removed),
            None => self.splits.push(split),
        }
    }

    fn pile(&mut self, pile: Pile) {
        let same = |known: &&mut Pile| {
            (known.kind, known.parts, known.every, known.unequal)
                == (pile.kind, pile.parts, pile.every, pile.unequal)
        };
        match self.piles.iter_mut().find(same) {
            Some(known) => known.removed = known.removed.max(pile.removed),
            None => self.piles.push(pile),
        }
    }

    /// The kinds of the heaps whose sizes depend on n.
    fn targets(&self) -> impl Iterator<Item = usize> {
        let parts = self.parts.iter().map(|part| part.0);
        let runs = self.runs.iter().map(|run| run.0);
        let splits = self.splits.iter().flat_map(|split| [split.left.0, split.right.0]);
        let piles = self.piles.iter().map(|pile| pile.kind);
        parts.chain(runs).chain(splits).chain(piles)
    }

    /// The smallest t of the theorem for this period, where `from` gives the e of every kind; at
    /// least the e of this kind.
    fn threshold(&self, period: i64, from: impl Fn(usize) -> i64) -> i64 {
        let mut t = self.settled.max(from(self.kind));
        for &(kind, removed) in &self.parts {
            t = t.max(from(kind) + removed);
        }
        for &(kind, low, gap) in &self.runs {
            t = t.max(from(kind).max(low) + period - 1 + gap);
        }
        for split in &self.splits {
            let left = from(split.left.0).max(split.left.1);
            let right = from(split.right.0).max(split.right.1);
            let both = if split.unequal {
                (left + right + period).max(2 * (left.max(right) + period))
            } else {
                left + right + period
            };
            t = t.max(both - 1 + split.removed);
        }
        for &Pile { kind, parts, every, unequal, removed } in &self.piles {
            let steps = if unequal { pairs(parts) } else { 0 };
            let largest = from(kind).max(1) + period - 1;
            let all = parts.saturating_mul(largest).saturating_add(steps.saturating_mul(period));
            t = t.max(match every {
                0 if parts == 0 => removed + 1,
                0 => all.saturating_add(1 - period + removed),
                // The totals of n are among those of n + p only if p is a multiple.
                _ if period % every != 0 => HUGE,
                _ => all.saturating_add(removed),
            });
        }
        t
    }
}

impl Rule {
    /// The size from which the rule applies to all heaps or to none.
    pub(super) fn settled(&self) -> i128 {
        if let Some(to) = self.to {
            return i128::from(to) + 1;
        }
        let excepted = self.except.iter().map(|&n| i128::from(n) + 1);
        excepted.fold(i128::from(self.from), i128::max)
    }
}

impl HeapTables {
    /// Tries to prove a period of this kind by [`Theorem::GuySmith`] from the tables as they are,
    /// and remembers the proofs, also of the other kinds that they speak of. The smallest common
    /// period for which the tables suffice is found, each with the smallest possible e of every
    /// kind. Takes linear time.
    pub(super) fn look_for_period(&mut self, kind: usize) -> Look {
        let all = self.family.conditions(kind);
        let repeats: Vec<Vec<u32>> =
            all.iter().map(|conditions| self.values(conditions.kind).repetitions()).collect();
        let mut place = vec![0; self.family.kinds.len()];
        for (at, conditions) in all.iter().enumerate() {
            place[conditions.kind] = at;
        }
        let ends: Vec<i64> = all.iter().map(|of| bounded(self.end(of.kind))).collect();
        let shortest = repeats.iter().map(Vec::len).min().unwrap_or(0);
        let mut step = Step::new(self.values(kind).len());
        for (common, &repeated) in repeats[0].iter().enumerate().take(shortest).skip(1) {
            let period = common as i64;
            let from = |kind: usize| {
                let at = place[kind];
                ends[at] - period - i64::from(repeats[at][common])
            };
            let missing = all.iter().zip(&ends);
            let missing = missing.map(|(of, end)| of.threshold(period, from) + period - end);
            let missing = missing.fold(i64::MIN, i64::max);
            if missing <= 0 {
                let windows = all.iter().map(|of| KindWindow {
                    kind: of.kind,
                    from: from(of.kind) as u64,
                    to: of.threshold(period, from) as u64,
                });
                self.remember(common as u64, windows.collect());
                return Look::Proved;
            }
            step.candidate(missing, repeated);
        }
        Look::Next(self.end(kind) - 1 + step.heaps())
    }

    /// Remembers the periods that follow from a common one, each with the smallest period.
    fn remember(&mut self, common: u64, windows: Vec<KindWindow>) {
        for &KindWindow { kind, from, .. } in &windows {
            let values = self.values(kind);
            let start = (from - self.family.kinds[kind].least) as usize;
            let proof = PeriodProof {
                kind,
                preperiod: from,
                period: smallest_period(common, |i| values.at(start + i as usize)),
                saltus: 0,
                theorem: Theorem::GuySmith { common, windows: windows.clone() },
            };
            self.proofs[kind] = Some(proof);
        }
    }
}
