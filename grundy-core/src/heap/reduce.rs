//! Kinds whose nimbers are those of another kind, at sizes shifted by a fixed number.

use std::collections::BTreeSet;

use super::listed::options;
use super::normal::{Normal, Rewriting};
use super::{HeapError, HeapTables};
use crate::Budget;

/// A proof that a kind of heaps has the nimbers of another: g_X(n) = g_Y(n + s) for all n >= m.
///
/// **Theorem.** Let no move of Y, however many are made, lead to X. In the rules of X write the heaps
/// of kind X and size n >= m as heaps of kind Y and size n + s, and leave out heaps without a
/// move. If X(n) then has the same options
/// as Y(n + s) for all n >= `window`, and g_X(n) = g_Y(n + s) for m <= n < `window`, then
/// g_X(n) = g_Y(n + s) for all n >= m.
///
/// *Proof*, by induction on n >= `window`. The heaps of kind X in the options of X(n) are smaller than
/// n, since play ends. Those of size m and more have the nimbers of what they are written as: the
/// smaller ones by the window, the others by induction. So X(n) and Y(n + s) have options of the
/// same nimbers. ∎
///
/// That the options are the same is seen from the rules, in a normal form; the window is checked
/// in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shifted {
    /// Y.
    pub kind: usize,
    /// s.
    pub shift: i64,
    /// m.
    pub from: u64,
    /// The first size from which the rules prove it; below it was checked.
    pub window: u64,
}

/// Shifts are guessed from so many values.
const GUESS: u64 = 96;

/// Larger shifts are not looked at.
const MOST_SHIFT: i64 = 64;

/// Of so many small heaps it is asked whether they have no move.
const SMALL: u64 = 16;

/// Longer windows are not checked.
const MOST_WINDOW: u64 = 1 << 14;

impl HeapTables {
    /// Looks for a kind of which this kind has the nimbers, and proves it. Of several it takes the
    /// first, with the statement that holds from the smallest size on. `None` when there is no
    /// proof.
    ///
    /// # Errors
    /// When the budget is spent.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn shifted(&mut self, kind: usize, budget: &Budget) -> Result<Option<Shifted>, HeapError> {
        for target in 0..self.family().kinds.len() {
            if target == kind || self.family().reach(target).contains(&kind) {
                continue;
            }
            for (shift, from) in self.guesses(kind, target, budget)? {
                let found = self.prove_shifted(kind, target, shift, from, budget)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// Proves that g_X(n) = g_Y(n + `shift`) for all n >= `from`, X being `kind` and Y `target`, if
    /// the theorem at [`Shifted`] says so.
    ///
    /// # Errors
    /// When the budget is spent.
    ///
    /// # Panics
    /// When the family has no such kinds.
    pub fn prove_shifted(
        &mut self,
        kind: usize,
        target: usize,
        shift: i64,
        from: u64,
        budget: &Budget,
    ) -> Result<Option<Shifted>, HeapError> {
        let family = self.family();
        let beyond = |n: u64| n.checked_add_signed(shift);
        let inside = from >= family.kinds[kind].least
            && beyond(from).is_some_and(|size| size >= family.kinds[target].least);
        if kind == target || !inside || family.reach(target).contains(&kind) {
            return Ok(None);
        }
        let by = i128::from(shift);
        let empty = BTreeSet::new();
        let mut rewriting = Rewriting { kind, least: from.into(), to: target, shift: by, empty };
        let small = |kind: usize| family.kinds[kind].least..family.kinds[kind].least + SMALL;
        let heaps = small(target).map(|n| (target, n));
        for (kind, n) in heaps.chain(small(kind).filter(|&n| n < from).map(|n| (kind, n))) {
            if options(family, kind, n, &rewriting).is_some_and(|options| options.is_empty()) {
                rewriting.empty.insert((kind, n.into()));
            }
        }
        let forms =
            [Normal::of(family, kind, &rewriting, by), Normal::of(family, target, &rewriting, 0)];
        let [Some(own), Some(other)] = forms else { return Ok(None) };
        if own.items != other.items {
            return Ok(None);
        }
        let window = u64::try_from(own.from.max(other.from) - by).unwrap_or(0).max(from);
        if window - from > MOST_WINDOW {
            return Ok(None);
        }
        for n in from..window {
            let Some(size) = beyond(n) else { return Ok(None) };
            if self.nimber(kind, n, budget)? != self.nimber(target, size, budget)? {
                return Ok(None);
            }
        }
        Ok(Some(Shifted { kind: target, shift, from, window }))
    }

    /// Shifts for which the values that are looked at agree up to the last, and from where on; the
    /// smallest such size first.
    fn guesses(
        &mut self,
        kind: usize,
        target: usize,
        budget: &Budget,
    ) -> Result<Vec<(i64, u64)>, HeapError> {
        let [own, other] = [kind, target].map(|kind| self.family().kinds[kind].least as i64);
        let last = own.max(other).saturating_add(2 * MOST_SHIFT + GUESS as i64);
        let mut guesses = Vec::new();
        for shift in -MOST_SHIFT..=MOST_SHIFT {
            let first = own.max(other - shift);
            let mut from = last + 1;
            while from > first {
                let [n, size] = [from - 1, from - 1 + shift].map(|size| size as u64);
                if self.nimber(kind, n, budget)? != self.nimber(target, size, budget)? {
                    break;
                }
                from -= 1;
            }
            if last - from >= GUESS as i64 {
                guesses.push((shift, from as u64));
            }
        }
        guesses.sort_by_key(|&(shift, from)| (from, shift.abs(), shift));
        Ok(guesses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::games::{self, BOTH, CYCLE, HALF, PATH};
    use crate::heap::{Family, HeapKind};

    #[test]
    fn half_paths_are_paths_with_both_ends_selected() {
        for k in [1, 2, 3, 4, 5, 12, 28] {
            let mut tables = HeapTables::new(games::hull(k)).unwrap();
            let budget = Budget::default();
            let shift = k as i64;
            // The tail of the guess may be too short for a large k: name the shift.
            let proof = tables.prove_shifted(HALF, BOTH, shift, 1, &budget).unwrap().unwrap();
            assert_eq!((proof.kind, proof.shift, proof.from), (BOTH, shift, 1));
            for wrong in [shift - 1, shift + 1, 0] {
                let found = tables.prove_shifted(HALF, BOTH, wrong, 1, &budget).unwrap();
                assert_eq!(found, None, "k = {k}, shift {wrong}");
            }
            // The other way round: Both leads to itself alone, but Half leads to Both.
            assert_eq!(tables.prove_shifted(BOTH, HALF, -shift, 40, &budget), Ok(None));
        }
    }

    #[test]
    fn the_shift_is_found() {
        let mut tables = HeapTables::new(games::hull(2)).unwrap();
        let budget = Budget::default();
        let found = tables.shifted(HALF, &budget).unwrap().unwrap();
        assert_eq!((found.kind, found.shift, found.from), (BOTH, 2, 1));
        for kind in [PATH, BOTH, CYCLE] {
            assert_eq!(tables.shifted(kind, &budget), Ok(None), "kind {kind}");
        }
    }

    #[test]
    fn two_ways_to_write_a_game() {
        // Kayles by code, and Kayles with one pin more.
        let kayles = games::octal("0.77").kinds.remove(0);
        let mut more = HeapKind { least: 1, ..kayles.clone() };
        for rule in &mut more.rules {
            rule.from += 1;
            rule.to = rule.to.map(|to| to + 1);
            if let crate::heap::Shape::Split { removed, low, .. } = &mut rule.shape {
                (*removed, *low) = (*removed - 1, *low + 1);
            }
            rule.shape.each_kind(&mut |kind| *kind = 1);
        }
        // A row of one is empty here.
        let fixed = crate::heap::Part::Fixed { kind: 1, size: 1 };
        for rule in &mut more.rules {
            if rule.shape == crate::heap::Shape::Empty {
                rule.shape = crate::heap::Shape::Parts(vec![fixed]);
            }
        }
        let family = Family { kinds: vec![kayles, more] };
        let mut tables = HeapTables::new(family).unwrap();
        let found = tables.shifted(1, &Budget::default()).unwrap().unwrap();
        assert_eq!((found.kind, found.shift, found.from), (0, -1, 1));
    }

    #[test]
    fn equal_values_alone_prove_nothing() {
        // 0.161 and 0.36 agree up to 518.
        let mut kinds = games::octal("0.161").kinds;
        let mut other = games::octal("0.36").kinds.remove(0);
        other.rules.iter_mut().for_each(|rule| rule.shape.each_kind(&mut |kind| *kind = 1));
        kinds.push(other);
        let mut tables = HeapTables::new(Family { kinds }).unwrap();
        let budget = Budget::default();
        assert_eq!(tables.guesses(0, 1, &budget).unwrap().first(), Some(&(0, 0)));
        assert_eq!(tables.shifted(0, &budget), Ok(None));
    }
}
