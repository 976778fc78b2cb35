//! The check of a certificate.

use sha2::{Digest, Sha256};

use super::data::hexadecimal;
use super::values::Values;
use super::words::words;
use super::{Certificate, Refusal, breaks, conditions};
use crate::Budget;
use crate::heap::{HeapKind, KindWindow, Part, Rule, Shape, Theorem};

/// The number of heaps that were computed, and of those that must be.
type Progress<'a> = &'a mut dyn FnMut(u64, u64);

impl Certificate {
    /// Checks the certificate from the rules on: what is said of the game in words, the theorem and its conditions, each nimber by the
    /// definition, the equation at each size of the window, that period and preperiod are the
    /// smallest, and the digests.
    ///
    /// `progress` is told now and then how many heaps were computed of how many.
    ///
    /// # Errors
    /// The first thing that is not as stated, or a spent budget.
    pub fn verify(
        &self,
        budget: &Budget,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), Refusal> {
        let proof = &self.proof;
        if proof.kind >= self.family.kinds.len() {
            return Err(Refusal::Family(format!("there is no kind {}", proof.kind)));
        }
        self.verify_words()?;
        let windows = match &proof.theorem {
            Theorem::CountsUp => return self.verify_counting(budget),
            Theorem::GuySmith { windows, .. } => windows.clone(),
            Theorem::Arithmetic { window, .. } | Theorem::ArithmeticBreaks { window, .. } => {
                vec![*window]
            }
        };
        let (common, saltus) = self.equation()?;
        self.verify_windows(&windows, common)?;
        if let Theorem::GuySmith { .. } = proof.theorem {
            conditions::guy_smith(&self.family, common, &windows)?;
        }
        let values = self.values(budget, progress)?;
        if let Theorem::Arithmetic { window, below, .. } = &proof.theorem {
            conditions::arithmetic(&self.family, &values, (common, saltus), window, *below)?;
        }
        for window in &windows {
            verify_equation(&values, window, common, saltus)?;
        }
        if let Theorem::ArithmeticBreaks { window, below, .. } = &proof.theorem {
            breaks::arithmetic_breaks(&self.family, &values, (common, saltus), window, *below)?;
        }
        self.verify_smallest(&values, common, saltus)?;
        for (window, digest) in windows.iter().zip(&self.tables) {
            let mut hash = Sha256::new();
            let least = self.family.kinds[window.kind].least;
            for value in &values.table(window.kind)[..(digest.end - least) as usize] {
                hash.update(value.to_le_bytes());
            }
            if hexadecimal(hash) != digest.sha256 {
                return Err(Refusal::Digest { kind: window.kind });
            }
        }
        Ok(())
    }

    /// Checks what is said of the game in words.
    fn verify_words(&self) -> Result<(), Refusal> {
        let (claimed, found) = (self.words(), words(&self.family));
        for at in 0..claimed.len().max(found.len()) {
            let (claimed, found) = (claimed.get(at).cloned(), found.get(at).cloned());
            if claimed != found {
                return Err(Refusal::Words { claimed, found });
            }
        }
        Ok(())
    }

    /// The p and the s of the theorem: the same multiple of the smallest period and its saltus.
    fn equation(&self) -> Result<(u64, u64), Refusal> {
        let proof = &self.proof;
        let common = match proof.theorem {
            Theorem::CountsUp => 1,
            Theorem::GuySmith { common, .. }
            | Theorem::Arithmetic { common, .. }
            | Theorem::ArithmeticBreaks { common, .. } => common,
        };
        if proof.period == 0 || common == 0 || !common.is_multiple_of(proof.period) {
            return Err(Refusal::NotMinimal(format!(
                "{} is no multiple of the period {}",
                common, proof.period
            )));
        }
        let growing = !matches!(proof.theorem, Theorem::GuySmith { .. });
        match proof.saltus.checked_mul(common / proof.period) {
            Some(saltus) if (saltus > 0) == growing => Ok((common, saltus)),
            _ => {
                Err(Refusal::Theorem(format!("it says nothing about a saltus of {}", proof.saltus)))
            }
        }
    }

    /// Checks that there is one window for each kind, and a table for each window.
    fn verify_windows(&self, windows: &[KindWindow], common: u64) -> Result<(), Refusal> {
        let proof = &self.proof;
        for (at, window) in windows.iter().enumerate() {
            let Some(heap) = self.family.kinds.get(window.kind) else {
                return Err(Refusal::Family(format!("there is no kind {}", window.kind)));
            };
            if windows[..at].iter().any(|other| other.kind == window.kind) {
                return Err(Refusal::Theorem(format!("kind {} has two windows", window.kind)));
            }
            if !(heap.least <= window.from && window.from <= window.to) {
                let needed = format!("{} <= {} <= {}", heap.least, window.from, window.to);
                return Err(Refusal::Window { kind: window.kind, needed });
            }
            let end = window.to.checked_add(common);
            let table = self.tables.get(at).filter(|table| table.kind == window.kind);
            if end.is_none() || table.map(|table| table.end) != end {
                return Err(Refusal::Digest { kind: window.kind });
            }
        }
        if self.tables.len() != windows.len() {
            return Err(Refusal::Theorem("it does not speak of all the tables".to_string()));
        }
        match windows.iter().find(|window| window.kind == proof.kind) {
            Some(window) if window.from == proof.preperiod => Ok(()),
            _ => Err(Refusal::NotMinimal(format!(
                "there is no window of kind {} from {} on",
                proof.kind, proof.preperiod
            ))),
        }
    }

    /// Computes the nimbers and compares them with those that are stated.
    fn values(&self, budget: &Budget, progress: Progress<'_>) -> Result<Values<'_>, Refusal> {
        let total = self.tables.iter().fold(0_u64, |total, table| {
            total.saturating_add(table.end - self.family.kinds[table.kind].least)
        });
        let mut values = Values::new(&self.family);
        let mut meter = budget.start()?;
        for table in &self.tables {
            let least = self.family.kinds[table.kind].least;
            while values.end(table.kind) < table.end {
                values.extend(table.kind, &mut meter)?;
                if values.held().is_multiple_of(1024) {
                    progress(values.held(), total);
                }
            }
            let found = values.table(table.kind);
            for (i, (&claimed, &found)) in table.prefix.iter().zip(found).enumerate() {
                if claimed != found {
                    let size = least + i as u64;
                    return Err(Refusal::Value { kind: table.kind, size, claimed, found });
                }
            }
            if table.prefix.len() > found.len() {
                return Err(Refusal::Digest { kind: table.kind });
            }
        }
        Ok(values)
    }

    /// Checks that no smaller period and no smaller preperiod will do.
    fn verify_smallest(
        &self,
        values: &Values<'_>,
        common: u64,
        saltus: u64,
    ) -> Result<(), Refusal> {
        let (proof, saltus) = (&self.proof, u128::from(saltus));
        // The nimbers of two periods p from the preperiod on; the second one by the theorem.
        let nimber = |i: u64| match i.checked_sub(common) {
            None => u128::from(values.get(proof.kind, proof.preperiod + i)),
            Some(i) => u128::from(values.get(proof.kind, proof.preperiod + i)) + saltus,
        };
        let holds = |period: u64| {
            let growth = saltus * u128::from(period);
            growth.is_multiple_of(common.into())
                && (0..common)
                    .all(|i| nimber(i) + growth / u128::from(common) == nimber(i + period))
        };
        for period in (1..=common).filter(|period| common.is_multiple_of(*period)) {
            if holds(period) != (period.is_multiple_of(proof.period)) {
                return Err(Refusal::NotMinimal(format!("{period} is the smallest period")));
            }
        }
        Ok(())
    }

    /// Checks the two conditions under which g(n) is n less the least size: every smaller heap is an
    /// option, and no option has more than n - 1 in all.
    fn verify_counting(&self, budget: &Budget) -> Result<(), Refusal> {
        let proof = &self.proof;
        let HeapKind { least, ref rules } = self.family.kinds[proof.kind];
        if (proof.preperiod, proof.period, proof.saltus) != (least, 1, 1) {
            return Err(Refusal::NotMinimal(format!("the nimbers grow by 1 from {least} on")));
        }
        if !self.tables.is_empty() {
            return Err(Refusal::Theorem("it speaks of no table".to_string()));
        }
        let all = rules.iter().any(|rule| {
            rule.shape == Shape::Any { kind: proof.kind, low: least, gap: 1 }
                && rule.from <= least.saturating_add(1)
                && rule.to.is_none()
                && rule.except.iter().all(|&n| n <= least)
        });
        if !all {
            return Err(Refusal::Theorem("not every smaller heap is an option".to_string()));
        }
        for (at, rule) in rules.iter().enumerate() {
            if !loses(rule, proof.kind, least) {
                return Err(Refusal::Theorem(format!("rule {at} may not make heaps smaller")));
            }
        }
        let mut values = Values::new(&self.family);
        let mut meter = budget.start()?;
        for claimed in 0..COUNTED {
            values.extend(proof.kind, &mut meter)?;
            let found = values.table(proof.kind)[claimed as usize];
            if claimed != found {
                let size = least + u64::from(claimed);
                return Err(Refusal::Value { kind: proof.kind, size, claimed, found });
            }
        }
        Ok(())
    }
}

/// So many nimbers are computed beside a proof that needs none.
const COUNTED: u32 = 256;

/// Whether the sizes in every option by this rule, each less the least size, add up to less than the
/// size of the heap, less the least size; and the heaps exist.
fn loses(rule: &Rule, own: usize, least: u64) -> bool {
    let least = i128::from(least);
    let mut first = i128::from(rule.from).max(least);
    while rule.except.iter().any(|&n| i128::from(n) == first) {
        first += 1;
    }
    if rule.to.is_some_and(|to| i128::from(to) < first) {
        return true;
    }
    // An option of a heap of n has at most `times` * n + `more` in all.
    let (times, more) = match rule.shape {
        Shape::Empty => (0, 0),
        Shape::Any { kind, low, gap } if kind == own && i128::from(low) >= least => {
            (1, -i128::from(gap) - least)
        }
        Shape::Split { left, right, removed, low, gap, .. }
            if left == own
                && right == own
                && i128::from(low).min(i128::from(gap) - i128::from(removed)) >= least =>
        {
            (1, -i128::from(removed) - 2 * least)
        }
        Shape::Pile { kind, parts, removed, .. } if kind == own && least <= 1 => {
            (1, -i128::from(removed) - i128::from(parts) * least)
        }
        Shape::Any { .. } | Shape::Split { .. } | Shape::Pile { .. } => return false,
        Shape::Parts(ref parts) => {
            let mut all = (0, 0);
            for part in parts {
                match *part {
                    Part::Rest { kind, removed }
                        if kind == own && first - i128::from(removed) >= least =>
                    {
                        all = (all.0 + 1, all.1 - i128::from(removed) - least);
                    }
                    Part::Fixed { kind, size } if kind == own && i128::from(size) >= least => {
                        all.1 += i128::from(size) - least
                    }
                    Part::Nim(size) => all.1 += i128::from(size),
                    Part::Rest { .. } | Part::Fixed { .. } => return false,
                }
            }
            all
        }
    };
    match times {
        0 => more < first - least,
        1 => more < -least,
        _ => false,
    }
}

/// Checks the equation at each size of a window, and that it fails one before it.
fn verify_equation(
    values: &Values<'_>,
    window: &KindWindow,
    period: u64,
    saltus: u64,
) -> Result<(), Refusal> {
    let kind = window.kind;
    let holds = |n: u64| {
        let (now, then) = (values.get(kind, n), values.get(kind, n + period));
        if now.checked_add(saltus) == Some(then) { Ok(()) } else { Err((now, then)) }
    };
    for size in window.from..window.to {
        holds(size).map_err(|(now, then)| Refusal::Equation {
            kind,
            size,
            period,
            saltus,
            now,
            then,
        })?;
    }
    let before = window.from.checked_sub(1).filter(|&n| n >= values.least(kind));
    match before {
        Some(n) if holds(n).is_ok() => {
            Err(Refusal::NotMinimal(format!("the equation for kind {kind} holds for n = {n} too")))
        }
        _ => Ok(()),
    }
}
