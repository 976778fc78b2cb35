//! Two games as one family of heaps, and why their nimbers are the same for ever.

use grundy::compiler::ir::KindId;
use grundy::core::heap::HeapError;
use grundy::core::{Budget, HeapTables, Notation, PeriodProof};

use super::notation::Heaps;

/// Two kinds of heaps of different games.
pub struct Both<'a> {
    heaps: [Heaps<'a>; 2],
    /// Their places in their own families, and in the tables.
    own: [usize; 2],
    kinds: [usize; 2],
    tables: HeapTables,
    budget: Budget,
}

impl<'a> Both<'a> {
    /// Puts them together; `None` when one of them is no heap.
    pub fn of(heaps: [Heaps<'a>; 2], kinds: [KindId; 2], budget: Budget) -> Option<Both<'a>> {
        let own = [heaps[0].index(kinds[0])?, heaps[1].index(kinds[1])?];
        let mut family = heaps[0].family().clone();
        let mut second = heaps[1].family().clone();
        let mut kinds = own;
        // One family holds the two kinds of one game.
        if second != family {
            let before = family.kinds.len();
            for rule in second.kinds.iter_mut().flat_map(|kind| &mut kind.rules) {
                rule.shape.each_kind(&mut |kind| *kind += before);
            }
            family.kinds.append(&mut second.kinds);
            kinds[1] += before;
        }
        let tables = HeapTables::new(family).ok()?;
        Some(Both { heaps, own, kinds, tables, budget })
    }

    /// Fills the tables up to these sizes.
    pub fn fill(&mut self, sizes: [u64; 2]) -> Result<(), HeapError> {
        self.nimbers(sizes).map(|_| ())
    }

    /// The nimbers of a heap of each.
    pub fn nimbers(&mut self, sizes: [u64; 2]) -> Result<[u64; 2], HeapError> {
        let mut nimber =
            |side: usize| self.tables.nimber(self.kinds[side], sizes[side], &self.budget);
        Ok([nimber(0)?.get(), nimber(1)?.get()])
    }

    /// Why g_1(n) = g_2(n + `shift`) for all n >= `from`, which was checked up to `to`: because the
    /// rules are the same, or both are periodic. `None` when neither is proved.
    pub fn proof(&mut self, from: u64, to: u64, shift: i64) -> Result<Option<String>, HeapError> {
        if self.kinds[0] == self.kinds[1] && shift == 0 {
            return Ok(Some("they are the same".to_string()));
        }
        if let Some(words) = self.same_code(from, to, shift) {
            return Ok(Some(words));
        }
        let [first, second] = self.kinds;
        let ways = [(first, second, shift, from), (second, first, -shift, beyond(from, shift))];
        for (kind, target, shift, from) in ways {
            let found = self.tables.prove_shifted(kind, target, shift, from, &self.budget)?;
            if let Some(shifted) = found {
                let least =
                    if kind == first { shifted.window } else { beyond(shifted.window, -shift) };
                return Ok(Some(format!(
                    "from n = {least} on the moves are the same, below it was checked"
                )));
            }
        }
        let [Some(first), Some(second)] = [self.periodic(0, to)?, self.periodic(1, to)?] else {
            return Ok(None);
        };
        Ok(same_period(&first, &second, from, to, shift).then(|| {
            format!(
                "period {} from n = {} on in both, each proved",
                first.period,
                first.preperiod.max(from)
            )
        }))
    }

    fn periodic(&mut self, side: usize, to: u64) -> Result<Option<PeriodProof>, HeapError> {
        Ok(self.tables.prove(self.kinds[side], to, &self.budget)?)
    }

    /// Whether both are one code with the right shifts, exceptions below `to` left to the check.
    fn same_code(&self, from: u64, to: u64, shift: i64) -> Option<String> {
        let [first, second] = [self.code(0)?, self.code(1)?];
        let difference = (second.1 - first.1) == shift.into();
        let inside = i128::from(from) >= first.1
            && i128::from(from) + i128::from(shift) >= second.1
            && first.0.except.is_empty()
            && second.0.except.is_empty()
            && from <= to;
        (first.0.code == second.0.code && difference && inside)
            .then(|| format!("both are the {}", first.0.code.name()))
    }

    /// The code that a kind is, perhaps by way of another kind, and by how much its heaps are larger.
    fn code(&self, side: usize) -> Option<(Notation, i128)> {
        let (heaps, kind) = (&self.heaps[side], self.own[side]);
        if let Ok(notation) = heaps.family().notation(kind) {
            let shift = notation.shift.into();
            return Some((notation, shift));
        }
        let shifted = heaps.shifted(kind)?;
        let notation = heaps.family().notation(shifted.kind).ok()?;
        let shift = i128::from(notation.shift) - i128::from(shifted.shift);
        Some((notation, shift))
    }
}

/// A size moved by a shift.
fn beyond(size: u64, shift: i64) -> u64 {
    size.saturating_add_signed(shift)
}

/// Whether two sequences that agree up to `to`, the second shifted, do so for ever: for a period of
/// both behind both preperiods.
fn same_period(first: &PeriodProof, second: &PeriodProof, from: u64, to: u64, shift: i64) -> bool {
    // A period of both, if one of them is a multiple of the other's.
    let (period, other) = (first.period, second.period);
    let common = if period.is_multiple_of(other) { period } else { other };
    if !common.is_multiple_of(period) || !common.is_multiple_of(other) {
        return false;
    }
    let growth = |proof: &PeriodProof| (common / proof.period).checked_mul(proof.saltus);
    let start = first.preperiod.max(beyond(second.preperiod, -shift)).max(from);
    growth(first).is_some()
        && growth(first) == growth(second)
        && start.checked_add(common).is_some_and(|end| end <= to.saturating_add(1))
}
