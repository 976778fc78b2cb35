//! The search for a proof by [`Theorem::ArithmeticBreaks`] in tables.

use super::breaks::Breaks;
use super::growth::Growth;
use super::look::{Look, Step};
use super::window::smallest_period;
use super::{HeapTables, KindWindow, PeriodProof, Theorem};

/// A period is believed when it has lasted for all but this part of the table.
const BELIEVED: usize = 2;

/// Multiples of the period that are tried: more digits of the nimbers are then those of the class.
const MULTIPLES: [i64; 4] = [1, 2, 4, 8];

impl HeapTables {
    /// Tries to prove an arithmetic period of this kind, whose heaps may break, from its table;
    /// `None` where the theorem cannot apply.
    pub(super) fn look_for_growth(&mut self, kind: usize) -> Option<Look> {
        let breaks = self.breaks(kind).filter(Breaks::may_grow)?;
        if let Some(proof) = self.prove_growth(kind, &breaks) {
            self.proofs[kind] = Some(proof);
            return Some(Look::Proved);
        }
        Some(Look::Next(self.end(kind) - 1 + Step::new(self.values(kind).len()).heaps()))
    }

    fn prove_growth(&self, kind: usize, breaks: &Breaks) -> Option<PeriodProof> {
        let least = i64::try_from(self.family.kinds[kind].least).ok()?;
        let values = self.values(kind);
        let len = values.len();
        let growth = |i: usize| i64::from(values.at(i + 1)) - i64::from(values.at(i));
        let saltus =
            |period: usize| i64::from(values.at(len - 1)) - i64::from(values.at(len - 1 - period));
        let repeats = values.repetitions_of_growth();
        let from = |period: usize| len - 1 - period - repeats[period] as usize;
        let period = (1..repeats.len().min(len / 4))
            .find(|&period| saltus(period) > 0 && from(period) + 2 * period <= len / BELIEVED)?;
        let (at, end) = (from(period), least + len as i64);
        let shortest = smallest_period(period as u64, |i| growth(at + i as usize));
        let e = least + at as i64;
        for times in MULTIPLES {
            let (p, s) = (period as i64 * times, saltus(period) * times);
            let growth = Growth { values, least, breaks, p, s, e };
            let mut beyond = p;
            while let u = (e + beyond).max(breaks.settled)
                && u + 2 * p <= end
            {
                if let Some(below) = growth.proves(u) {
                    let window = KindWindow { kind, from: e as u64, to: (u + p) as u64 };
                    return Some(PeriodProof {
                        kind,
                        preperiod: e as u64,
                        period: shortest,
                        saltus: saltus(period) as u64 / (period as u64 / shortest),
                        theorem: Theorem::ArithmeticBreaks {
                            common: p as u64,
                            window,
                            below: below as u64,
                        },
                    });
                }
                beyond *= 2;
            }
        }
        None
    }
}

impl Breaks {
    /// Whether the theorem may apply: small nimbers can only stay options where a rule allows any
    /// total, or three heaps.
    fn may_grow(&self) -> bool {
        let several = self.all.iter().any(|found| found.lows.len() > 1);
        several && self.all.iter().any(|found| found.every.is_some() || found.lows.len() > 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::certificate::Certificate;
    use crate::{Budget, Code};

    /// Preperiod, period and saltus, if an arithmetic period is proved. The proof is verified, and its
    /// law is compared with a table that knows nothing of it.
    fn proved(code: &str, up_to: u64) -> Option<(u64, u64, u64)> {
        let family = || code.parse::<Code>().unwrap().family();
        let budget = Budget::default();
        let mut tables = HeapTables::new(family()).unwrap();
        let proof = tables.prove(0, up_to, &budget).unwrap()?;
        if proof.saltus > 0 {
            let certificate = Certificate::new(&tables, &proof);
            assert_eq!(certificate.verify(&budget, &mut |_, _| {}), Ok(()), "{code}");
        }
        let mut plain = HeapTables::new(family()).unwrap();
        plain.fill(0, 2 * up_to, &budget).unwrap();
        let value = |n: u64| u64::from(plain.values(0).at(n as usize));
        for n in proof.preperiod..2 * up_to - proof.period {
            assert_eq!(value(n + proof.period), value(n) + proof.saltus, "{code} at {n}");
        }
        (proof.saltus > 0).then_some((proof.preperiod, proof.period, proof.saltus))
    }

    #[test]
    fn arithmetic_periods_of_codes() {
        // Found by looking at tables.
        let known = [
            ("0.8", (1, 3, 1)),
            ("0.C", (1, 2, 1)),
            ("0.3F", (0, 6, 3)),
            ("0.FF", (0, 1, 1)),
            ("0.8F", (7, 7, 4)),
            ("0.F8", (7, 6, 4)),
            ("0.FC", (7, 5, 4)),
            ("0.9C", (28, 36, 16)),
        ];
        for (code, law) in known {
            assert_eq!(proved(code, 300), Some(law), "{code}");
        }
        // Any number may be taken; the first is Lasker's Nim.
        assert_eq!(proved("4.[3]", 300), Some((1, 4, 4)));
        assert_eq!(proved("0.1[7]", 300), Some((2, 3, 2)));
    }

    #[test]
    fn codes_with_another_law_are_not_proved() {
        for code in ["0.9", "0.E", "0.09", "0.1E", "0.7F", "0.6", "0.77"] {
            assert_eq!(proved(code, 200), None, "{code}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 20 } else { 200 }))]

        #[test]
        fn what_is_proved_of_random_codes_is_true(
            first in prop_oneof![Just("0"), Just("4"), Just("C")],
            digits in prop::collection::vec(("[0-9A-F]", prop::bool::weighted(0.1)), 1..4),
            tail in prop::option::weighted(0.3, "[0-9A-F]{1,2}"),
        ) {
            let digits: String =
                digits.into_iter().map(|(d, unequal)| d + if unequal { "u" } else { "" }).collect();
            let tail = tail.map_or(String::new(), |tail| format!("[{tail}]"));
            let code = format!("{first}.{digits}{tail}");
            if code.parse::<Code>().is_ok() {
                proved(&code, 120);
            }
        }
    }

    /// As many codes of two hexadecimal digits are seen to have an arithmetic period up to 400.
    #[test]
    #[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
    fn all_arithmetic_periods_of_two_digits() {
        let codes = (8..=255).map(|code: u32| format!("0.{:X}{:X}", code >> 4, code & 15));
        let codes = codes.filter(|code| !code.ends_with('0'));
        assert_eq!(codes.filter(|code| proved(code, 400).is_some()).count(), 69);
    }
}
