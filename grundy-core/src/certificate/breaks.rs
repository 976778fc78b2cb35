//! The conditions of [`Theorem::ArithmeticBreaks`], one by one as they are stated there.
//!
//! [`Theorem::ArithmeticBreaks`]: crate::heap::Theorem::ArithmeticBreaks

use std::collections::BTreeMap;

use super::Refusal;
use super::values::Values;
use crate::heap::{Family, KindWindow, Part, Rule, Shape};

/// A rule that leaves heaps of at least these sizes.
struct Break {
    at: usize,
    lows: Vec<i128>,
    removed: i128,
    every: Option<i128>,
    unequal: bool,
    nim: u64,
}

/// Combinations of several heaps: whether none, one or more are large, their total and xor; with the
/// largest sum of their f. Where heaps are large, the total is modulo 2p, and the xor modulo a power
/// of 2.
type Combinations = BTreeMap<(u8, i128, u64), i128>;

struct Check<'a> {
    values: &'a Values<'a>,
    kind: usize,
    p: i128,
    s: i128,
    e: i128,
    /// u <= n < u + 2p.
    rows: std::ops::Range<i128>,
    below: u64,
    /// The largest power of 2 that divides s.
    unit: u64,
}

/// More low digits of the nimbers are not looked at.
const MOST_LOW: u64 = 1 << 6;

/// Of so many of the smallest small heaps, and large heaps, all pairs with others are looked at.
const FIRST_HEAPS: i128 = 9;

/// More heaps in an option are not looked at.
const MOST_HEAPS: u32 = 35;

fn theorem(why: impl Into<String>) -> Refusal {
    Refusal::Theorem(why.into())
}

/// Whether the conditions hold, for a window whose nimbers were computed, in which the equation
/// with this p and s holds.
pub(super) fn arithmetic_breaks(
    family: &Family,
    values: &Values<'_>,
    (common, saltus): (u64, u64),
    at: &KindWindow,
    below: u64,
) -> Result<(), Refusal> {
    let rules = &family.kinds[at.kind].rules;
    let (p, s, e) = (i128::from(common), i128::from(saltus), i128::from(at.from));
    let u = i128::from(at.to) - p;
    let short = |least: i128, why: &str| {
        let needed = format!("it ends at {}, but must reach {least}: {why}", at.to);
        Refusal::Window { kind: at.kind, needed }
    };
    if u < e + p {
        return Err(short(e + 2 * p, "two periods are compared"));
    }
    if let Some(size) = rules.iter().map(super::conditions::settled).max().filter(|&n| n > u) {
        return Err(short(size + p, "the rules change before that"));
    }
    let unit = 1 << saltus.trailing_zeros();
    let kind = at.kind;
    let check = Check { values, kind, p, s, e, rows: u..u + 2 * p, below, unit };
    let mut breaks = Vec::new();
    for (place, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.to.is_none()) {
        breaks.extend(check.one_break(place, rule)?);
    }
    check.bounds(&breaks)?;
    check.options(&breaks)?;
    breaks.iter().try_for_each(|found| check.none_is_equal(found))
}

impl Check<'_> {
    fn least(&self) -> i128 {
        self.values.least(self.kind).into()
    }

    fn nimber(&self, n: i128) -> u64 {
        self.values.get(self.kind, n as u64)
    }

    fn f(&self, n: i128) -> i128 {
        self.p * i128::from(self.nimber(n)) - self.s * n
    }

    /// The break, or nothing where the option does not depend on n and is small enough.
    fn one_break(&self, at: usize, rule: &Rule) -> Result<Option<Break>, Refusal> {
        let form = || theorem(format!("rule {at} has another form"));
        let (mut lows, mut nim, mut every, mut differ) = (Vec::new(), 0, None, false);
        let removed = match rule.shape {
            Shape::Empty | Shape::Pile { parts: 0, .. } => 0,
            Shape::Parts(ref parts) => {
                let mut all = 0;
                for part in parts {
                    match *part {
                        Part::Rest { kind, removed } if kind == self.kind && lows.is_empty() => {
                            lows.push(self.least());
                            all = removed.into();
                        }
                        Part::Rest { .. } => return Err(form()),
                        Part::Fixed { kind, size } if size < self.values.end(kind) => {
                            nim ^= self.values.get(kind, size);
                        }
                        Part::Fixed { .. } => {
                            return Err(theorem("a heap of a rule was never met"));
                        }
                        Part::Nim(size) => nim ^= size,
                    }
                }
                all
            }
            Shape::Any { kind, low, gap } if kind == self.kind => {
                lows.push(low.into());
                every = Some(1);
                gap.into()
            }
            Shape::Split { left, right, removed, low, gap, unequal }
                if (left, right) == (self.kind, self.kind) =>
            {
                lows = vec![low.into(), i128::from(gap) - i128::from(removed)];
                differ = unequal;
                removed.into()
            }
            Shape::Pile { kind, parts, removed, every: step, unequal }
                if kind == self.kind && parts <= MOST_HEAPS && step != Some(0) =>
            {
                lows = vec![1; parts as usize];
                (every, differ) = (step.map(i128::from), unequal);
                removed.into()
            }
            _ => return Err(form()),
        };
        if lows.is_empty() {
            let small = nim < self.below;
            return if small { Ok(None) } else { Err(theorem("V is too small")) };
        }
        let mut lows: Vec<i128> = lows.into_iter().map(|low: i128| low.max(self.least())).collect();
        lows.sort_unstable();
        // An option has the largest heap when the others are as small as they may be.
        if removed + lows[..lows.len() - 1].iter().sum::<i128>() < 1 {
            return Err(theorem(format!("rule {at} may not make heaps smaller")));
        }
        Ok(Some(Break { at, lows, removed, every, unequal: differ, nim }))
    }

    /// Condition 1 for breaks, and that no nimber of a row is below V.
    fn bounds(&self, breaks: &[Break]) -> Result<(), Refusal> {
        let power = 1_u64.checked_shl(self.below.checked_ilog2().unwrap_or(0)).unwrap_or(0);
        let small = (self.least()..self.e).map(|n| self.nimber(n));
        let nims = breaks.iter().map(|found| found.nim);
        if i128::from(self.below) <= 2 * self.s || small.chain(nims).any(|nimber| nimber >= power) {
            return Err(theorem("V is too small"));
        }
        match self.rows.clone().find(|&n| self.nimber(n) < self.below) {
            Some(n) => Err(theorem(format!("the nimber of {n} is less than V"))),
            None => Ok(()),
        }
    }

    /// Conditions 2 and 3.
    fn none_is_equal(&self, found: &Break) -> Result<(), Refusal> {
        let start = self.p * i128::from(found.nim);
        let mut all = Combinations::from([((0, 0, found.nim), start)]);
        for _ in 1..found.lows.len() {
            all = self.with_one_more(found, &all);
        }
        let rests: Vec<(i128, u64)> =
            all.keys().filter(|key| key.0 == 0).map(|key| (key.1, key.2)).collect();
        let all = self.with_one_more(found, &all);
        let (every, cycle) = match found.every {
            // After so many steps the totals come again modulo 2p.
            Some(every) => (every, 2 * self.p),
            None => (0, 1),
        };
        let low = |nimber: u64| nimber % self.modulus();
        for n in self.rows.clone() {
            let own = self.nimber(n);
            let equal =
                || theorem(format!("rule {} may lead from {n} to its own nimber", found.at));
            for removed in (0..cycle).map(|step| found.removed + step * every) {
                let key = (2, (n - removed).rem_euclid(2 * self.p), low(own));
                if all.get(&key).is_some_and(|&most| most >= self.f(n) + self.s * removed) {
                    return Err(equal());
                }
                for &(size, xor) in &rests {
                    if self.equals_with_one(n, n - removed - size, xor, every * cycle) {
                        return Err(equal());
                    }
                }
            }
        }
        Ok(())
    }

    fn modulus(&self) -> u64 {
        self.unit.min(MOST_LOW / 2) * 2
    }

    fn with_one_more(&self, found: &Break, all: &Combinations) -> Combinations {
        let low = found.lows[0];
        let mut more = Combinations::new();
        for (&(large, total, xor), &sum) in all {
            for n in low.min(self.e)..self.e + 2 * self.p {
                let (now, sum) = (self.nimber(n), sum + self.f(n));
                let mut key = (large + u8::from(n >= self.e), total + n, xor ^ now);
                if key.0 > 0 {
                    key = (key.0.min(2), key.1.rem_euclid(2 * self.p), key.2 % self.modulus());
                }
                let most = more.entry(key).or_insert(sum);
                *most = sum.max(*most);
            }
        }
        more
    }

    /// Whether a large heap of size `at`, or one that is smaller by a multiple of `step`, may have
    /// with the others, whose xor is x, the nimber of n: condition 2.
    fn equals_with_one(&self, n: i128, mut at: i128, x: u64, step: i128) -> bool {
        loop {
            let periods = (self.e - at).max(0).div_euclid(2 * self.p) + 1;
            let z =
                i128::from(self.nimber_beyond(at + 2 * self.p * periods)) - 2 * self.s * periods;
            let d = i128::from(self.nimber(n)) - z;
            let x = i128::from(x);
            if d > x {
                return false;
            }
            let y = (x - d) / 2;
            let same_low = (z ^ x ^ i128::from(self.nimber(n))) % i128::from(self.modulus()) == 0;
            if (x - d) % 2 == 0 && y & !x == 0 && same_low {
                return true;
            }
            if step == 0 {
                return false;
            }
            at -= step;
        }
    }

    /// G(n), also a few periods beyond the table.
    fn nimber_beyond(&self, n: i128) -> u64 {
        let periods = (n - self.rows.start).max(0).div_euclid(self.p);
        self.nimber(n - periods * self.p) + (periods * self.s) as u64
    }

    /// Condition 4.
    fn options(&self, breaks: &[Break]) -> Result<(), Refusal> {
        for n in self.rows.clone() {
            let mut row = Row {
                own: self.nimber(n),
                found: vec![(false, false, false); self.nimber(n) as usize],
            };
            for found in breaks {
                let steps = found.every.is_none_or(|every| 2 * self.p % every == 0);
                if steps && (!found.unequal || found.lows.len() == 1) {
                    self.look_at_options(found, n - found.removed, &mut row);
                }
            }
            let step = 2 * self.s as u64;
            for (v, (stays, grows, both)) in (0..row.own).zip(row.found) {
                let middle = (self.below - step..self.below).contains(&v);
                if (v < self.below && !stays)
                    || (v >= self.below - step && !grows)
                    || (middle && !both)
                {
                    return Err(theorem(format!(
                        "no option of {n} is known to go on with nimber {v}"
                    )));
                }
            }
        }
        Ok(())
    }

    fn look_at_options(&self, found: &Break, total: i128, row: &mut Row) {
        let smallest = found.lows[0];
        match *found.lows.as_slice() {
            [low] => {
                let step = found.every.map_or(total + 1, |every| every);
                let mut a = total;
                while a >= low {
                    self.look_at(found, &[a], row);
                    a -= step;
                }
            }
            [low, other] => {
                for a in low..=total - other {
                    self.look_at(found, &[a, total - a], row);
                }
            }
            _ => {
                let mut heaps = vec![smallest; found.lows.len()];
                let total = total - smallest * (heaps.len() as i128 - 3);
                for b in smallest..=total - 2 * smallest {
                    for c in b..=total - smallest - b {
                        let first = |from: i128| (from..from + FIRST_HEAPS).contains(&b);
                        if b != c && !first(smallest) && !first(self.e) {
                            break;
                        }
                        (heaps[0], heaps[1], heaps[2]) = (total - b - c, b, c);
                        self.look_at(found, &heaps, row);
                    }
                }
            }
        }
    }

    /// Notes what is known of an option: that it grows by its first or second heap, and that it stays
    /// by its last heaps that were chosen.
    fn look_at(&self, found: &Break, heaps: &[i128], row: &mut Row) {
        let xor = heaps.iter().fold(found.nim, |xor, &n| xor ^ self.nimber(n));
        let grows_by = |n: i128| n >= self.e && (xor ^ self.nimber(n)) / 2 < self.unit;
        let stay = |a: i128, b: i128| {
            let high = |n: i128| self.nimber(n) / self.unit;
            a == b || (a >= self.e && b >= self.e && high(a) == high(b))
        };
        let every = found.every.is_some();
        let (grows, stays, apart) = match *heaps {
            [a] => (grows_by(a), false, false),
            [a, b] => (grows_by(a) || grows_by(b), stay(a, b), false),
            [a, b, c, ..] => (grows_by(a), stay(b, c), true),
            [] => return,
        };
        if let Some(at) = row.found.get_mut(xor as usize) {
            at.0 |= stays || every;
            at.1 |= grows;
            at.2 |= grows && (every || (apart && stays));
        }
    }
}

/// Which nimbers below its own a heap has options of: that stay, grow, and do both.
struct Row {
    own: u64,
    found: Vec<(bool, bool, bool)>,
}
