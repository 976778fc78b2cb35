//! The search for a proof by [`Theorem::Arithmetic`] in tables.

use super::look::{Look, Step};
use super::window::smallest_period;
use super::{HeapTables, KindWindow, Part, PeriodProof, Shape, Theorem};

/// What the theorem asks of a kind.
#[derive(Default)]
struct Conditions {
    /// The rules are the same from this size on.
    settled: u64,
    /// The runs of heaps of this kind: l and h.
    runs: Vec<(u64, u64)>,
    /// The largest r.
    removed: u64,
    /// The saltus is a multiple of this power of 2.
    unit: u64,
    /// The largest nimber of an option that does not depend on n.
    fixed: u64,
}

impl HeapTables {
    /// Tries to prove an arithmetic period of this kind from its table; `None` where the theorem
    /// does not apply. The smallest period for which the table suffices is found. Takes linear
    /// time.
    pub(super) fn look_for_saltus(&mut self, kind: usize) -> Option<Look> {
        let conditions = self.conditions_for_saltus(kind)?;
        let least = self.family.kinds[kind].least;
        let values = self.values(kind);
        let len = values.len();
        let mut step = Step::new(len);
        if len > 1 {
            let growth = |i: usize| i64::from(values.at(i + 1)) - i64::from(values.at(i));
            let repeats = values.repetitions_of_growth();
            let lists = Lists::new(values.len(), |i| values.at(i).into(), &conditions, least);
            for (period, &repeated) in repeats.iter().enumerate().skip(1) {
                let saltus = i64::from(values.at(len - 1)) - i64::from(values.at(len - 1 - period));
                let from = len - 1 - period - repeated as usize;
                let Ok(saltus) = u64::try_from(saltus) else { continue };
                if saltus == 0 || !saltus.is_multiple_of(conditions.unit) {
                    continue;
                }
                let Some((below, to)) = lists.threshold(from, period, saltus) else { continue };
                let missing = (to + period as u64) as i64 - (least + len as u64) as i64;
                if missing > 0 {
                    step.candidate(missing, repeated);
                    continue;
                }
                let shortest = smallest_period(period as u64, |i| growth(from + i as usize));
                let from = least + from as u64;
                self.proofs[kind] = Some(PeriodProof {
                    kind,
                    preperiod: from,
                    period: shortest,
                    saltus: saltus / (period as u64 / shortest),
                    theorem: Theorem::Arithmetic {
                        common: period as u64,
                        window: KindWindow { kind, from, to },
                        below,
                    },
                });
                return Some(Look::Proved);
            }
        }
        Some(Look::Next(self.end(kind) - 1 + step.heaps()))
    }

    fn conditions_for_saltus(&self, kind: usize) -> Option<Conditions> {
        let mut all = Conditions { unit: 1, ..Conditions::default() };
        for rule in &self.family.kinds[kind].rules {
            all.settled = all.settled.max(u64::try_from(rule.settled()).ok()?);
            if rule.to.is_some() {
                continue;
            }
            match &rule.shape {
                Shape::Empty => {}
                &Shape::Any { kind: of, low, gap } if of == kind => {
                    all.runs.push((low, u64::try_from(gap).ok()?));
                }
                Shape::Parts(parts) => {
                    let (rest, fixed) = self.rest_and_fixed(kind, parts)?;
                    match rest {
                        Some(removed) => {
                            all.removed = all.removed.max(removed);
                            all.unit =
                                all.unit.max(fixed.checked_add(1)?.checked_next_power_of_two()?);
                        }
                        None => all.fixed = all.fixed.max(fixed),
                    }
                }
                Shape::Any { .. } | Shape::Split { .. } | Shape::Pile { .. } => return None,
            }
        }
        (!all.runs.is_empty()).then_some(all)
    }

    /// The r of the only part of size n - r, and the xor of the parts of fixed size; `None` when
    /// there are several parts with r, one is of another kind, or a fixed heap is not in its table.
    pub(super) fn rest_and_fixed(&self, kind: usize, parts: &[Part]) -> Option<(Option<u64>, u64)> {
        let (mut rest, mut fixed) = (None, 0);
        for part in parts {
            match *part {
                Part::Rest { kind: of, removed } if of == kind && rest.is_none() => {
                    rest = Some(u64::try_from(removed).ok()?);
                }
                Part::Rest { .. } => return None,
                Part::Fixed { kind, size } => {
                    let at = size.checked_sub(self.family.kinds[kind].least)?;
                    let values = self.values(kind);
                    fixed ^= u64::from(values.get(usize::try_from(at).ok()?)?);
                }
                Part::Nim(size) => fixed ^= size,
            }
        }
        Some((rest, fixed))
    }
}

/// What the thresholds are read off.
struct Lists<'a> {
    conditions: &'a Conditions,
    least: u64,
    /// The largest nimber of the heaps before each index.
    largest: Vec<u64>,
    /// For each run, and each V, the smallest size up to which every nimber below V has come, from
    /// its l on.
    full: Vec<Vec<u64>>,
}

impl<'a> Lists<'a> {
    fn new(
        len: usize,
        nimber: impl Fn(usize) -> u64,
        conditions: &'a Conditions,
        least: u64,
    ) -> Self {
        let mut largest = vec![0];
        for i in 0..len {
            largest.push(nimber(i).max(largest[i]));
        }
        let full = conditions.runs.iter().map(|&(low, _)| {
            let mut first = vec![None; len];
            for i in (low.saturating_sub(least).min(len as u64) as usize..len).rev() {
                if let Some(first) = first.get_mut(nimber(i) as usize) {
                    *first = Some(least + i as u64);
                }
            }
            let mut full = vec![0];
            for size in first.into_iter().map_while(|size| size) {
                full.push(size.max(full[full.len() - 1]));
            }
            full
        });
        Lists { conditions, least, largest, full: full.collect() }
    }

    /// V, and the smallest t of the theorem, at least e; `None` when the table is too short to tell.
    fn threshold(&self, from: usize, period: usize, saltus: u64) -> Option<(u64, u64)> {
        let from = self.least + from as u64;
        let lows = self.conditions.runs.iter().map(|&(low, _)| low);
        let beyond = lows.fold(from, u64::max).checked_add(period as u64)?;
        let largest = *self.largest.get(usize::try_from(beyond - self.least).ok()?)?;
        let below = largest.max(self.conditions.fixed).checked_add(saltus + 1)?;
        let runs = self.conditions.runs.iter().zip(&self.full);
        let full = runs.filter_map(|(&(_, gap), full)| {
            full.get(usize::try_from(below).ok()?)?.checked_add(gap)
        });
        let parts = from.checked_add(self.conditions.removed)?;
        Some((below, full.min()?.max(parts).max(self.conditions.settled)))
    }
}
