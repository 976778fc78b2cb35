//! Finding and proving periods.

use super::{HeapError, HeapTables, KindWindow, PeriodProof, Theorem, Values};
use crate::{Budget, Limit};

/// What came of a statement that g(n + period) = g(n) + saltus for every n from some size on, and
/// that this size and the period are minimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeriodCheck {
    /// It is true.
    Proved(PeriodProof),
    /// The equation is false.
    Refuted {
        /// The smallest n for which it is.
        at: u64,
    },
    /// The equation is true, but what is proved here is stronger.
    NotMinimal(PeriodProof),
    /// Neither proved nor refuted.
    NotProved {
        /// The equation holds for every n with n + period up to this size.
        checked: u64,
    },
}

/// The size of the first tables that are looked at for a period; then twice that, and so on.
const FIRST_TABLE: u64 = 64;

impl HeapTables {
    /// Looks for a proof that the nimbers of this kind are periodic, in tables up to the size
    /// `up_to`. `None` when there is none so far, which says nothing about larger sizes.
    ///
    /// What is proved is remembered, also of the other kinds that the proof speaks of.
    ///
    /// # Errors
    /// When the budget is spent.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn prove(
        &mut self,
        kind: usize,
        up_to: u64,
        budget: &Budget,
    ) -> Result<Option<PeriodProof>, Limit> {
        if let Some(proof) = self.proof_at_hand(kind) {
            return Ok(Some(proof));
        }
        let Some(kinds) = self.family.kinds_of_theorem(kind) else { return Ok(None) };
        for size in sizes(self.family.kinds[kind].least, up_to) {
            self.fill(kind, size, budget)?;
            self.prove_from_tables(&kinds);
            if let Some(proof) = &self.proofs[kind] {
                return Ok(Some(proof.clone()));
            }
        }
        Ok(None)
    }

    /// Checks the statement that g(n + `period`) = g(n) + `saltus` for every n >= `from`, and that
    /// `from` and `period` are minimal, in tables up to the size `up_to`.
    ///
    /// # Errors
    /// When there is no heap of size `from` or the budget is spent.
    pub fn check_period(
        &mut self,
        kind: usize,
        from: u64,
        period: u64,
        saltus: u64,
        up_to: u64,
        budget: &Budget,
    ) -> Result<PeriodCheck, HeapError> {
        let least = self.least(kind, from)?;
        let claim = Claim { from, period, saltus };
        let kinds = self.family.kinds_of_theorem(kind);
        let mut next = from;
        for size in sizes(least, up_to) {
            if let Some(proof) = self.proof_at_hand(kind) {
                return self.judge(&claim, proof, budget);
            }
            self.fill(kind, size, budget)?;
            while next.checked_add(period).is_some_and(|last| last < self.end(kind)) {
                let now = self.in_table(kind, next);
                if now.checked_add(saltus) != Some(self.in_table(kind, next + period)) {
                    return Ok(PeriodCheck::Refuted { at: next });
                }
                next += 1;
            }
            if let Some(kinds) = &kinds {
                self.prove_from_tables(kinds);
            }
        }
        match self.proof_at_hand(kind) {
            Some(proof) => self.judge(&claim, proof, budget),
            None => Ok(PeriodCheck::NotProved { checked: up_to }),
        }
    }

    /// Compares a claim with what is proved.
    fn judge(
        &mut self,
        claim: &Claim,
        proof: PeriodProof,
        budget: &Budget,
    ) -> Result<PeriodCheck, HeapError> {
        if *claim == (Claim { from: proof.preperiod, period: proof.period, saltus: proof.saltus }) {
            return Ok(PeriodCheck::Proved(proof));
        }
        // The periods of a periodic sequence are the multiples of the smallest, and all of them
        // hold from the same point on.
        if claim.from >= proof.preperiod
            && claim.period.is_multiple_of(proof.period)
            && claim.period / proof.period * proof.saltus == claim.saltus
        {
            return Ok(PeriodCheck::NotMinimal(proof));
        }
        let mut at = claim.from;
        loop {
            let then = at.checked_add(claim.period).ok_or(HeapError::TooLarge)?;
            let now = self.nimber(proof.kind, at, budget)?.get();
            let then = self.nimber(proof.kind, then, budget)?.get();
            if now.checked_add(claim.saltus) != Some(then) {
                return Ok(PeriodCheck::Refuted { at });
            }
            at += 1;
        }
    }

    fn proof_at_hand(&self, kind: usize) -> Option<PeriodProof> {
        if self.counts_up(kind) {
            let preperiod = self.family.kinds[kind].least;
            let theorem = Theorem::CountsUp;
            return Some(PeriodProof { kind, preperiod, period: 1, saltus: 1, theorem });
        }
        self.proofs[kind].clone()
    }

    /// Tries to prove a period of these kinds by [`Theorem::GuySmith`] from the tables as they are,
    /// and remembers the proofs. The smallest common period for which the tables suffice is found,
    /// each with the smallest possible e of every kind.
    fn prove_from_tables(&mut self, kinds: &[usize]) {
        let mut repeats = vec![Vec::new(); self.family.kinds.len()];
        for &kind in kinds {
            repeats[kind] = self.values(kind).repetitions();
        }
        let shortest = kinds.iter().map(|&kind| repeats[kind].len()).min().unwrap_or(0);
        let proved = (1..shortest).find_map(|common| {
            let windows = self.windows(kinds, common as u64, |kind| repeats[kind][common] as u64);
            Some((common as u64, windows?))
        });
        if let Some((common, windows)) = proved {
            self.remember(common, &windows);
        }
    }

    /// The windows of a proof by this common period, if the tables suffice for it. The last so many
    /// nimbers of each table are those of a period before.
    fn windows(
        &self,
        kinds: &[usize],
        common: u64,
        repeated: impl Fn(usize) -> u64,
    ) -> Option<Vec<KindWindow>> {
        let from = |kind: usize| self.end(kind) - common - repeated(kind);
        let window = |&kind: &usize| {
            let to = u64::try_from(self.family.threshold(kind, common, from)).ok()?;
            let checked = to.checked_add(common)? <= self.end(kind);
            checked.then(|| KindWindow { kind, from: from(kind), to })
        };
        kinds.iter().map(window).collect()
    }

    /// Remembers the periods that follow from a common one, each with the smallest period.
    fn remember(&mut self, common: u64, windows: &[KindWindow]) {
        for &KindWindow { kind, from, .. } in windows {
            let start = (from - self.family.kinds[kind].least) as usize;
            let cycle = self.values(kind).range(start..start + common as usize);
            let proof = PeriodProof {
                kind,
                preperiod: from,
                period: smallest_period(cycle),
                saltus: 0,
                theorem: Theorem::GuySmith { common, windows: windows.to_vec() },
            };
            self.proofs[kind] = Some(proof);
        }
    }

    fn in_table(&self, kind: usize, n: u64) -> u64 {
        let place = (n - self.family.kinds[kind].least) as usize;
        self.values(kind).get(place).expect("the heap is in the table").into()
    }
}

#[derive(PartialEq)]
struct Claim {
    from: u64,
    period: u64,
    saltus: u64,
}

/// Table sizes up to the last one.
fn sizes(least: u64, last: u64) -> impl Iterator<Item = u64> {
    let first = least.saturating_add(FIRST_TABLE).min(last);
    std::iter::successors(Some(first), move |&size| {
        (size < last).then(|| size.saturating_mul(2).min(last))
    })
}

/// The smallest period of the endless repetition of a cycle: a divisor of its length.
fn smallest_period(cycle: Values<'_>) -> u64 {
    let divisors = (1..=cycle.len()).filter(|d| cycle.len().is_multiple_of(*d));
    let len = cycle.len();
    let period = divisors.into_iter().find(|&d| cycle.range(d..len) == cycle.range(0..len - d));
    period.unwrap_or(cycle.len()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::games::{self, BOTH, CYCLE, HALF, PATH};
    use crate::heap::{Family, HeapKind, Rule, Shape};

    fn proved(family: Family, kind: usize, up_to: u64) -> Option<(u64, u64)> {
        let mut tables = HeapTables::new(family).unwrap();
        let proof = tables.prove(kind, up_to, &Budget::default()).unwrap();
        proof.map(|proof| (proof.preperiod, proof.period))
    }

    #[test]
    fn octal_games_with_known_periods() {
        check_octal(&[("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34), ("0.45", 498, 20)]);
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
    fn octal_games_with_long_preperiods() {
        check_octal(&[("0.156", 3479, 349), ("0.356", 7315, 142), ("0.165", 5181, 1550)]);
    }

    fn check_octal(known: &[(&str, u64, u64)]) {
        for &(code, preperiod, period) in known {
            let up_to = 2 * (preperiod + period) + 10;
            let found = proved(games::octal(code), 0, up_to);
            assert_eq!(found, Some((preperiod, period)), "{code}");
        }
    }

    #[test]
    fn subtraction_games() {
        let squares = [1, 4, 9, 16, 25, 36];
        let known: [(&[u64], u64, u64); 4] =
            [(&[2, 3], 0, 5), (&[1, 3, 4], 0, 7), (&[2, 5, 7], 0, 22), (&squares, 83, 84)];
        for (taken, preperiod, period) in known {
            assert_eq!(proved(games::subtraction(taken), 0, 1000), Some((preperiod, period)));
        }
    }

    #[test]
    fn hull_games_of_powers_of_two_less_four() {
        for k in [4, 12] {
            let mut tables = HeapTables::new(games::hull(k)).unwrap();
            let preperiods = [(PATH, 3 * k + 6), (HALF, 4 * k + 5), (BOTH, 5 * k + 5)];
            for (kind, preperiod) in preperiods {
                let proof = tables.prove(kind, 1000, &Budget::default()).unwrap().unwrap();
                assert_eq!((proof.preperiod, proof.period), (preperiod, k + 1));
            }
            let proof = tables.prove(CYCLE, 1000, &Budget::default()).unwrap().unwrap();
            assert_eq!((proof.preperiod, proof.period), (5 * k + 4, 1));
        }
    }

    #[test]
    fn unsolved_games_are_not_solved() {
        for family in [games::octal("0.6"), games::couples(), games::octal("0.04"), games::hull(2)]
        {
            assert_eq!(proved(family, 0, 1000), None);
        }
        let mut grundy = games::couples();
        let shape = Shape::Split { left: 0, right: 0, removed: 0, low: 1, gap: 1, unequal: true };
        grundy.kinds[0].rules[0] = Rule { from: 3, to: None, except: vec![], shape };
        assert_eq!(proved(grundy, 0, 1000), None);
    }

    #[test]
    fn the_window_is_exact_for_kayles() {
        // One heap less than 2 * 71 + 12 + 2 - 1 + 12, and the theorem does not apply.
        assert_eq!(proved(games::octal("0.77"), 0, 165), None);
        assert_eq!(proved(games::octal("0.77"), 0, 166), Some((71, 12)));
    }

    #[test]
    fn statements_are_judged() {
        let check = |family: Family, from, period, saltus, up_to| {
            let mut tables = HeapTables::new(family).unwrap();
            tables.check_period(0, from, period, saltus, up_to, &Budget::default()).unwrap()
        };
        let kayles = || games::octal("0.77");
        assert!(matches!(check(kayles(), 71, 12, 0, 1000), PeriodCheck::Proved(_)));
        assert!(matches!(check(kayles(), 71, 24, 0, 1000), PeriodCheck::NotMinimal(_)));
        assert!(matches!(check(kayles(), 72, 12, 0, 1000), PeriodCheck::NotMinimal(_)));
        assert_eq!(check(kayles(), 70, 12, 0, 1000), PeriodCheck::Refuted { at: 70 });
        assert_eq!(check(kayles(), 0, 12, 0, 1000), PeriodCheck::Refuted { at: 0 });
        assert_eq!(check(kayles(), 900, 5, 0, 1000), PeriodCheck::Refuted { at: 901 });
        assert_eq!(check(kayles(), 71, 12, 0, 100), PeriodCheck::NotProved { checked: 100 });
    }

    #[test]
    fn nim_grows_by_one() {
        let shape = Shape::Any { kind: 0, low: 2, gap: 1 };
        let rules = vec![Rule { from: 2, to: None, except: vec![], shape }];
        let nim = Family { kinds: vec![HeapKind { least: 2, rules }] };
        let mut tables = HeapTables::new(nim).unwrap();
        let mut check = |from, period, saltus| {
            tables.check_period(0, from, period, saltus, 100, &Budget::default()).unwrap()
        };
        assert!(matches!(check(2, 1, 1), PeriodCheck::Proved(_)));
        assert!(matches!(check(2, 3, 3), PeriodCheck::NotMinimal(_)));
        assert!(matches!(check(5, 1, 1), PeriodCheck::NotMinimal(_)));
        assert_eq!(check(4, 2, 1), PeriodCheck::Refuted { at: 4 });
    }

    #[test]
    fn a_proved_period_answers_for_any_size() {
        let mut tables = HeapTables::new(games::octal("0.77")).unwrap();
        let budget = Budget::default();
        tables.prove(0, 1000, &budget).unwrap().unwrap();
        let table: Vec<_> = (0..12).map(|n| tables.nimber(0, 120 + n, &budget).unwrap()).collect();
        for n in 0..12 {
            let huge = 12 * 1_000_000_000_000_000_000 + n;
            assert_eq!(tables.nimber(0, huge, &budget), Ok(table[n as usize]));
        }
    }
}
