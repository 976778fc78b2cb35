//! The conditions of [`Theorem::ArithmeticBreaks`], checked for a table.
//!
//! [`Theorem::ArithmeticBreaks`]: super::Theorem::ArithmeticBreaks

use std::collections::{BTreeMap, BTreeSet};

use super::Values;
use super::breaks::{Break, Breaks};

/// An equation g(n + p) = g(n) + s for n >= e, as far as a table of nimbers reaches.
pub(super) struct Growth<'a> {
    pub(super) values: Values<'a>,
    pub(super) least: i64,
    pub(super) breaks: &'a Breaks,
    pub(super) p: i64,
    pub(super) s: i64,
    pub(super) e: i64,
}

/// The option is there also for n + 2p, with the same nimber.
const STAYS: u8 = 1;
/// The option is there also for n + 2p, with a nimber that is larger by 2s.
const GROWS: u8 = 2;
/// Both, and both remains true.
const BOTH: u8 = 4;

/// The most steps that a check may take, roughly.
const MOST_STEPS: i64 = 1 << 26;

/// So many of the smallest heaps, and of those from e on, are combined with any other.
const FIRST_HEAPS: i64 = 9;

/// So many low digits of the nimbers are looked at.
const MOST_DIGITS: u32 = 6;

impl Growth<'_> {
    /// The number V of the theorem with u, when its conditions hold. The table reaches u + 2p.
    pub(super) fn proves(&self, u: i64) -> Option<i64> {
        let below = self.all_below(u)?;
        self.none_equal(u).then_some(below)
    }

    fn nimber(&self, n: i64) -> i64 {
        self.values.at((n - self.least) as usize).into()
    }

    /// The nimber that the equation would give a heap of this size, also below e.
    fn extended(&self, n: i64) -> i64 {
        let periods = if n < self.e { (self.e - n + 2 * self.p - 1) / (2 * self.p) } else { 0 };
        self.nimber(n + 2 * self.p * periods) - 2 * self.s * periods
    }

    /// p g(n) - s n, which is the same for n + p if n >= e.
    fn potential(&self, n: i64) -> i64 {
        self.p * self.nimber(n) - self.s * n
    }

    /// Condition 4 for n from u on, with the smallest V that will do.
    fn all_below(&self, u: i64) -> Option<i64> {
        if self.p * u > MOST_STEPS / FIRST_HEAPS {
            return None;
        }
        let rows: Vec<Vec<u8>> = (u..u + 2 * self.p).map(|n| self.marks(n)).collect();
        let step = 2 * self.s as usize;
        let marked = |row: &[u8], mark: u8, v: usize| row[v] & mark != 0;
        let mut below = self.breaks.fixed as usize + step;
        let small = (self.least..self.e).map(|n| self.nimber(n));
        let nims = self.breaks.all.iter().map(|found| found.nim);
        let largest = small.chain(nims).max().unwrap_or(0);
        below = below.max(1 << (i64::BITS - largest.leading_zeros()));
        for row in &rows {
            let lacking = (0..row.len()).rev().find(|&v| !marked(row, GROWS, v));
            below = below.max(lacking.map_or(0, |v| v + 1) + step);
        }
        let holds = rows.iter().all(|row| {
            below <= row.len()
                && (0..below).all(|v| marked(row, STAYS, v))
                && (below - step..below).all(|v| marked(row, BOTH, v))
        });
        holds.then_some(below as i64)
    }

    /// What is known of the options of n, for each nimber below its own.
    fn marks(&self, n: i64) -> Vec<u8> {
        let mut marks = vec![0; self.nimber(n) as usize];
        let mut mark = |nimber: i64, marked: u8| {
            if let Some(at) = marks.get_mut(nimber as usize) {
                *at |= marked;
            }
        };
        for found in &self.breaks.all {
            if found.unequal && found.lows.len() > 1
                || found.every.is_some_and(|every| 2 * self.p % every != 0)
            {
                continue;
            }
            let total = n - found.removed;
            match *found.lows.as_slice() {
                [low] => self.mark_single(found, total, low, &mut mark),
                [low, other] => {
                    for a in low..=total - other {
                        self.mark_pair(found, a, total - a, &mut mark);
                    }
                }
                [low, ..] => self.mark_several(found, total, low, &mut mark),
                [] => {}
            }
        }
        marks
    }

    fn mark_single(&self, found: &Break, total: i64, low: i64, mark: &mut impl FnMut(i64, u8)) {
        let mut a = total;
        while a >= low {
            let grows = a >= self.e && self.is_low(found.nim);
            let stays = found.every.is_some();
            mark(self.nimber(a) ^ found.nim, marks(stays, grows, stays && grows));
            match found.every {
                Some(every) => a -= every,
                None => return,
            }
        }
    }

    fn mark_pair(&self, found: &Break, a: i64, b: i64, mark: &mut impl FnMut(i64, u8)) {
        let [left, right] = [a, b].map(|n| self.nimber(n));
        let grows = a >= self.e && self.is_low(right ^ found.nim)
            || b >= self.e && self.is_low(left ^ found.nim);
        let every = found.every.is_some();
        let marked = marks(every || self.grow_together(a, b), grows, grows && every);
        mark(left ^ right ^ found.nim, marked);
    }

    /// Three heaps, and the others as small as they can be.
    fn mark_several(&self, found: &Break, total: i64, low: i64, mark: &mut impl FnMut(i64, u8)) {
        let others = found.lows.len() as i64 - 3;
        let (least, every) = (low.max(self.least), found.every.is_some());
        let total = total - others * least;
        let small = if others % 2 == 0 { 0 } else { self.nimber(least) } ^ found.nim;
        for b in least..=total - 2 * least {
            let some = b - least < FIRST_HEAPS || (0..FIRST_HEAPS).contains(&(b - self.e));
            let last = if some { total - b - least } else { b.min(total - b - least) };
            for c in b..=last {
                let (a, pair) = (total - b - c, self.nimber(b) ^ self.nimber(c));
                let stays = every || self.grow_together(b, c);
                let grows = a >= self.e && self.is_low(pair ^ small);
                mark(self.nimber(a) ^ pair ^ small, marks(stays, grows, stays && grows));
            }
        }
    }

    /// Whether a nimber is below every power of 2 that does not divide 2s.
    fn is_low(&self, nimber: i64) -> bool {
        nimber >> (self.s.trailing_zeros() + 1) == 0
    }

    /// Whether the xor of two heaps stays when both grow by p.
    fn grow_together(&self, a: i64, b: i64) -> bool {
        let high = |n: i64| self.nimber(n) >> self.s.trailing_zeros();
        a == b || (a.min(b) >= self.e && high(a) == high(b))
    }

    /// Conditions 2 and 3 for n from u on.
    fn none_equal(&self, u: i64) -> bool {
        let mut groups: BTreeMap<i64, Vec<&Break>> = BTreeMap::new();
        for found in &self.breaks.all {
            let low = found.lows.iter().copied().min().unwrap_or(self.least);
            groups.entry(low).or_default().push(found);
        }
        groups.iter().all(|(&low, breaks)| self.none_of_them_equal(breaks, low, u))
    }

    /// The same for breaks whose heaps have at least a size.
    fn none_of_them_equal(&self, breaks: &[&Break], low: i64, u: i64) -> bool {
        let mut digits = (self.s.trailing_zeros() + 1).min(MOST_DIGITS);
        let heaps = 2 * self.p + self.e;
        while digits > 0 && ((2 * self.p) << digits) * heaps > MOST_STEPS {
            digits -= 1;
        }
        let small: Vec<i64> = (low..self.e).collect();
        let large: Vec<i64> = (self.e..self.e + 2 * self.p).collect();
        let any = [small.as_slice(), &large].concat();
        let mut sums = Sums::nothing(self.p, digits).with(self, &large).with(self, &large);
        let mut rests = BTreeSet::from([(0, 0)]);
        let most = breaks.iter().map(|found| found.lows.len()).max().unwrap_or(0);
        for heaps in 1..=most {
            if heaps > 1 {
                let add = |&(size, nimber): &(i64, i64)| {
                    small.iter().map(move |&n| (size + n, nimber ^ self.nimber(n)))
                };
                rests = rests.iter().flat_map(add).collect();
            }
            if heaps > 2 {
                sums = sums.with(self, &any);
            }
            if rests.len() as i64 * heaps as i64 * 2 * self.p > MOST_STEPS {
                return false;
            }
            for found in breaks.iter().filter(|found| found.lows.len() == heaps) {
                let equal = (u..u + 2 * self.p).any(|n| {
                    rests.iter().any(|&rest| self.equal_with_one(found, rest, n, digits))
                        || (heaps > 1 && sums.equal(self, found, n))
                });
                if equal {
                    return false;
                }
            }
        }
        true
    }

    /// Whether n may have an option of its own nimber with one heap of at least e, and others with
    /// this total and xor; condition 2.
    fn equal_with_one(&self, found: &Break, rest: (i64, i64), n: i64, digits: u32) -> bool {
        let (size, xor) = (rest.0, rest.1 ^ found.nim);
        let (every, cycle) = self.totals(found);
        (0..cycle).any(|start| {
            let mut at = n - found.removed - size - start * every;
            loop {
                let (own, other) = (self.nimber(n), self.extended(at));
                let growth = own - other;
                if growth > xor {
                    return false;
                }
                let both = (xor - growth) / 2;
                let same_low = (own ^ other ^ xor) & ((1 << digits) - 1) == 0;
                if same_low && (xor - growth) % 2 == 0 && both & !xor == 0 {
                    return true;
                }
                if found.every.is_none() {
                    return false;
                }
                at -= cycle * every;
            }
        })
    }

    /// The step from one total of a break to the next, and the number of steps until it is a
    /// multiple of 2p.
    fn totals(&self, found: &Break) -> (i64, i64) {
        found.every.map_or((0, 1), |every| (every, 2 * self.p / gcd(2 * self.p, every)))
    }
}

fn marks(stays: bool, grows: bool, both: bool) -> u8 {
    [(stays, STAYS), (grows, GROWS), (both, BOTH)]
        .into_iter()
        .filter_map(|(is, mark)| is.then_some(mark))
        .sum()
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// For every total modulo 2p of some heaps, and every xor of the low digits of their nimbers, the
/// largest sum of their potentials.
struct Sums {
    digits: u32,
    most: Vec<Option<i64>>,
}

impl Sums {
    /// Of no heap.
    fn nothing(p: i64, digits: u32) -> Self {
        let mut most = vec![None; ((2 * p) as usize) << digits];
        most[0] = Some(0);
        Self { digits, most }
    }

    fn place(&self, residue: i64, nimber: i64) -> usize {
        (residue as usize) << self.digits | nimber as usize & ((1 << self.digits) - 1)
    }

    /// With one of these heaps more.
    fn with(&self, growth: &Growth<'_>, heaps: &[i64]) -> Self {
        let mut sums = Self { digits: self.digits, most: vec![None; self.most.len()] };
        for (place, most) in self.most.iter().enumerate() {
            let Some(most) = *most else { continue };
            let (total, low) = ((place >> self.digits) as i64, place as i64);
            for &n in heaps {
                let residue = (total + n).rem_euclid(2 * growth.p);
                let at = sums.place(residue, low ^ growth.nimber(n));
                sums.most[at] = sums.most[at].max(Some(most + growth.potential(n)));
            }
        }
        sums
    }

    /// Whether n may have an option of its own nimber with these heaps; condition 3.
    fn equal(&self, growth: &Growth<'_>, found: &Break, n: i64) -> bool {
        let (every, cycle) = growth.totals(found);
        (0..cycle).any(|step| {
            let removed = found.removed + step * every;
            let residue = (n - removed).rem_euclid(2 * growth.p);
            let most = self.most[self.place(residue, growth.nimber(n) ^ found.nim)];
            let own = growth.potential(n) + growth.s * removed - growth.p * found.nim;
            most.is_some_and(|most| most >= own)
        })
    }
}
