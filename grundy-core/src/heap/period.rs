//! Finding and proving periods.

use super::look::{FIRST_TABLE, Look};
use super::{HeapError, HeapTables, PeriodProof, Theorem, Watch};
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
        self.prove_watched(kind, up_to, budget, &mut |_| {})
    }

    /// As [`HeapTables::prove`], with someone who watches the tables.
    ///
    /// # Errors
    /// When the budget is spent. What was found until then stays in the tables.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn prove_watched(
        &mut self,
        kind: usize,
        up_to: u64,
        budget: &Budget,
        watch: Watch<'_>,
    ) -> Result<Option<PeriodProof>, Limit> {
        let mut size = self.first_look(kind, up_to);
        loop {
            if let Some(proof) = self.proof_at_hand(kind) {
                return Ok(Some(proof));
            }
            self.fill_in_steps(kind, size, budget, watch)?;
            let next = self.look(kind);
            if size >= up_to {
                return Ok(self.proof_at_hand(kind));
            }
            size = next.min(up_to);
        }
    }

    /// The table size at which to look for a period first.
    fn first_look(&self, kind: usize, up_to: u64) -> u64 {
        let least = self.family.kinds[kind].least;
        self.end(kind)
            .saturating_sub(1)
            .max(least.saturating_add(FIRST_TABLE))
            .min(up_to.max(least))
    }

    /// Tries to prove a period from the tables as they are. Gives the size at which to look again
    /// if none is proved.
    fn look(&mut self, kind: usize) -> u64 {
        let next = |look| match look {
            Look::Proved => u64::MAX,
            Look::Next(size) => size,
        };
        // Where arithmetic periods are possible and heaps do not break, the nimbers are not bounded.
        if let Some(look) = self.look_for_saltus(kind) {
            return next(look);
        }
        match self.look_for_growth(kind) {
            Some(Look::Proved) => u64::MAX,
            Some(look) => next(look).min(next(self.look_for_period(kind))),
            None => next(self.look_for_period(kind)),
        }
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
        self.least(kind, from)?;
        let claim = Claim { from, period, saltus };
        let mut next = from;
        let mut size = self.first_look(kind, up_to);
        loop {
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
            let look = self.look(kind);
            if size >= up_to {
                return match self.proof_at_hand(kind) {
                    Some(proof) => self.judge(&claim, proof, budget),
                    None => Ok(PeriodCheck::NotProved { checked: up_to }),
                };
            }
            size = look.min(up_to);
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

    fn in_table(&self, kind: usize, n: u64) -> u64 {
        self.values(kind).at((n - self.family.kinds[kind].least) as usize).into()
    }
}

#[derive(PartialEq)]
struct Claim {
    from: u64,
    period: u64,
    saltus: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::games::{self, BOTH, CYCLE, HALF, PATH};
    use crate::heap::{Family, HeapKind, Part, Rule, Shape};

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

    /// Take any number of 1, ..., n but these.
    fn all_but(forbidden: &[u64]) -> Family {
        let last = forbidden.iter().copied().max().unwrap_or(0);
        let rule = |from, shape| Rule { from, to: None, except: vec![], shape };
        let mut rules = vec![rule(last + 1, Shape::Any { kind: 0, low: 0, gap: last as i64 + 1 })];
        for taken in (1..last).filter(|taken| !forbidden.contains(taken)) {
            let rest = Part::Rest { kind: 0, removed: taken as i64 };
            rules.push(rule(taken, Shape::Parts(vec![rest])));
        }
        Family { kinds: vec![HeapKind { least: 0, rules }] }
    }

    #[test]
    fn all_but_subtraction_games_grow() {
        // Without 1, ..., k the heaps come in blocks of k + 1 with the same nimber.
        for k in 1..6 {
            let forbidden: Vec<u64> = (1..=k).collect();
            let mut tables = HeapTables::new(all_but(&forbidden)).unwrap();
            let proof = tables.prove(0, 200, &Budget::default()).unwrap().unwrap();
            assert_eq!((proof.preperiod, proof.period, proof.saltus), (0, k + 1, 1));
            for n in [10, 1_000_000_000_000_000] {
                let nimber = tables.nimber(0, n, &Budget::default()).unwrap();
                assert_eq!(nimber.get(), n / (k + 1));
            }
        }
        for forbidden in [&[2_u64][..], &[3, 7], &[1, 4, 5], &[2, 3, 9, 10]] {
            let mut tables = HeapTables::new(all_but(forbidden)).unwrap();
            let proof = tables.prove(0, 10_000, &Budget::default()).unwrap();
            assert!(proof.is_some_and(|proof| proof.saltus > 0), "{forbidden:?}");
        }
    }

    #[test]
    fn a_fixed_nim_heap_beside_a_growing_one() {
        // Nim with a choice: reduce the heap by 3 and add a Nim heap of 1.
        let mut family = all_but(&[2]);
        let parts = vec![Part::Rest { kind: 0, removed: 3 }, Part::Nim(1)];
        let shape = Shape::Parts(parts);
        family.kinds[0].rules.push(Rule { from: 3, to: None, except: vec![], shape });
        let mut tables = HeapTables::new(family).unwrap();
        let proof = tables.prove(0, 10_000, &Budget::default()).unwrap();
        assert!(proof.is_some_and(|proof| proof.saltus.is_multiple_of(2)));
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
