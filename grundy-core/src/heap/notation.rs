//! Which take-and-break code the rules of a kind are.

use std::collections::BTreeSet;
use std::fmt;

use super::listed::options;
use super::normal::{Item, Normal, Piece, Rewriting};
use super::{Family, HeapKind, Shape};
use crate::{Code, Digit};

/// The code that the rules of a kind of heap are.
///
/// A heap of size n is the heap of size n - `shift` of the code's game, for every n >= `shift`: it has
/// the same options, but at the sizes in `except`. Smaller heaps do not matter: no move leads to
/// them, or they have no move.
///
/// It is found from the rules, not from values: the options of all large heaps are compared in a
/// normal form, those of the small ones one by one.
///
/// ```
/// use grundy_core::{Family, HeapKind, Rule, Shape};
///
/// // Couples-are-Forever: split a heap into two, but not a heap of 2.
/// let split = Shape::Split { left: 0, right: 0, removed: 0, low: 1, gap: 1, unequal: false };
/// let rules = vec![Rule { from: 2, to: None, except: vec![2], shape: split }];
/// let couples = Family { kinds: vec![HeapKind { least: 1, rules }] };
/// let notation = couples.notation(0).unwrap();
/// assert_eq!((notation.code.to_string().as_str(), notation.shift), ("0.6", 1));
/// assert!(notation.except.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The code.
    pub code: Code,
    /// How much smaller the heaps of its game are.
    pub shift: u64,
    /// Sizes, ascending, at which the options are others.
    pub except: Vec<u64>,
}

/// Why the rules of a kind are no take-and-break code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCode {
    /// A move leads to another kind of heap.
    OtherKind(usize),
    /// A move leaves heaps whose sizes do not depend on the size of the heap, or Nim heaps.
    Fixed,
    /// A move leaves several heaps about as large as the heap.
    Several,
    /// The sizes of the heaps that a move leaves have other bounds than being not empty.
    Bounds,
    /// After the same number of tokens is taken, some splits must be unequal and some not.
    Mixed,
    /// A heap may stay as it is, or grow.
    Grows,
    /// The code would have more than [`Family::MOST_DIGITS`] digits.
    Digits,
    /// It would be a code but for more than [`Family::MOST_EXCEPTIONS`] sizes.
    Exceptions,
    /// The rules are too large to be looked through.
    TooLarge,
}

/// So many heaps are looked at one by one.
const MOST_HEAPS: u64 = 4096;

/// Larger shifts are not looked at.
const MOST_SHIFT: u64 = 1000;

impl Family {
    /// Codes with more digits are not looked for.
    pub const MOST_DIGITS: usize = 100;
    /// Codes with more exceptions are not looked for.
    pub const MOST_EXCEPTIONS: usize = 12;
    /// The code that the rules of this kind are: with the fewest exceptions, and the least shift
    /// among those.
    ///
    /// # Errors
    /// What prevents it, for the least shift.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn notation(&self, kind: usize) -> Result<Notation, NoCode> {
        if let Some(&other) = self.reach(kind).iter().find(|&&other| other != kind) {
            return Err(NoCode::OtherKind(other));
        }
        let mut best = self.notation_with(kind, 0);
        for shift in self.shifts(kind) {
            let rank = |found: &Result<Notation, NoCode>| match found {
                Ok(notation) => notation.except.len(),
                Err(_) => usize::MAX,
            };
            if rank(&best) == 0 {
                break;
            }
            let found = self.notation_with(kind, shift);
            if rank(&found) < rank(&best) {
                best = found;
            }
        }
        best
    }

    /// The first rule of a kind that is no code even without the others, and why.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn rule_without_code(&self, kind: usize) -> Option<(usize, NoCode)> {
        (0..self.kinds[kind].rules.len()).find_map(|rule| {
            let mut alone = self.clone();
            alone.kinds[kind].rules = vec![self.kinds[kind].rules[rule].clone()];
            alone.notation(kind).err().map(|why| (rule, why))
        })
    }

    /// Shifts that may make the rules a code: the smallest heap that is left becomes 0 or 1.
    fn shifts(&self, kind: usize) -> BTreeSet<u64> {
        let heap = &self.kinds[kind];
        let lows = heap.rules.iter().filter_map(|rule| match rule.shape {
            Shape::Any { low, .. } => Some(low),
            Shape::Split { low, gap, removed, .. } => {
                let other = u64::try_from(i128::from(gap) - i128::from(removed)).ok()?;
                Some(low.min(other))
            }
            _ => None,
        });
        let shifts = lows.flat_map(|low| [low, low.saturating_sub(1)]).chain([heap.least]);
        shifts.filter(|shift| (1..=MOST_SHIFT).contains(shift)).collect()
    }

    fn notation_with(&self, kind: usize, shift: u64) -> Result<Notation, NoCode> {
        // Only its own kind matters: it is kind 0, and the code is kind 1.
        let own = alone(&self.kinds[kind], 0);
        let mut both = Family { kinds: vec![own, HeapKind { least: 0, rules: Vec::new() }] };
        let mut rewriting = Rewriting {
            kind: 0,
            least: shift.into(),
            to: 1,
            shift: -i128::from(shift),
            empty: BTreeSet::from([(1, 0)]),
        };
        for n in both.kinds[0].least..shift {
            if options(&both, 0, n, &rewriting).ok_or(NoCode::TooLarge)?.is_empty() {
                rewriting.empty.insert((0, n.into()));
            }
        }
        let by = rewriting.shift;
        let normal = Normal::of(&both, 0, &rewriting, by).ok_or(NoCode::TooLarge)?;
        let code = Guess { family: &both, rewriting: &rewriting, normal: &normal }.code(shift)?;
        both.kinds[1] = alone(&code.family().kinds[0], 1);
        let coded = Normal::of(&both, 1, &rewriting, 0).ok_or(NoCode::TooLarge)?;
        if normal.items != coded.items {
            return Err(NoCode::Bounds);
        }
        let last = u64::try_from(normal.from.max(coded.from)).ok();
        let last = last.filter(|&last| last <= MOST_HEAPS).ok_or(NoCode::TooLarge)?;
        let mut except = Vec::new();
        for size in 0..last {
            let n = size + shift;
            if n < both.kinds[0].least {
                continue;
            }
            let here = options(&both, 0, n, &rewriting).ok_or(NoCode::TooLarge)?;
            if here != options(&both, 1, size, &rewriting).ok_or(NoCode::TooLarge)? {
                except.push(n);
                if except.len() > Self::MOST_EXCEPTIONS {
                    return Err(NoCode::Exceptions);
                }
            }
        }
        // The empty heap of the code must be one of the kind, or else leaving it is not leaving nothing.
        if except.contains(&shift) {
            return Err(NoCode::Bounds);
        }
        Ok(Notation { code, shift, except })
    }
}

/// A kind that leads to itself alone, with another number.
fn alone(heap: &HeapKind, kind: usize) -> HeapKind {
    let mut heap = heap.clone();
    heap.rules.iter_mut().for_each(|rule| rule.shape.each_kind(&mut |of| *of = kind));
    heap
}

/// Reads the digits off the options; whether they are right is another matter.
struct Guess<'a> {
    family: &'a Family,
    rewriting: &'a Rewriting,
    normal: &'a Normal,
}

/// The digit d_r for one r, while it is put together.
#[derive(Clone, Copy, Default)]
struct Bits {
    bits: u8,
    /// Whether splits must be unequal.
    unequal: Option<bool>,
}

impl Guess<'_> {
    fn code(&self, shift: u64) -> Result<Code, NoCode> {
        let mut start = self.normal.from;
        let mut period = 1_u64;
        for item in &self.normal.items {
            let (first, every) = match item {
                Item::Parts { rests, .. } => (rests.first().map_or(0, |rest| rest.1), 1),
                Item::Any { gap, .. } => (*gap, 1),
                Item::Pairs { removed, .. } | Item::Mixed { removed, .. } => (*removed, 1),
                Item::Pile { removed, every, .. } => (*removed, every.unwrap_or(1).max(1)),
            };
            if first > Family::MOST_DIGITS as i128 {
                return Err(NoCode::Digits);
            }
            start = start.max(first + 1);
            if !period.is_multiple_of(every) {
                period = period.checked_mul(every).ok_or(NoCode::Digits)?;
            }
        }
        // Most of these digits are 0, but all is taken from small heaps by rules of their own.
        let start = u64::try_from(start).ok().filter(|&start| start <= MOST_HEAPS);
        let start = start.ok_or(NoCode::TooLarge)?;
        if period > Family::MOST_DIGITS as u64 {
            return Err(NoCode::Digits);
        }
        let mut digits = (0..start + period)
            .map(|taken| self.digit(taken, shift))
            .collect::<Result<Vec<Digit>, NoCode>>()?;
        let tail = digits.split_off(start as usize);
        let code = Code::new(digits, tail).ok_or(NoCode::Grows)?;
        if code.digits().len() + code.tail().len() > Family::MOST_DIGITS {
            return Err(NoCode::Digits);
        }
        Ok(code)
    }

    fn digit(&self, taken: u64, shift: u64) -> Result<Digit, NoCode> {
        let mut digit = Bits::default();
        for item in &self.normal.items {
            self.item(item, taken.into(), &mut digit)?;
        }
        let small = i128::from(taken) < self.normal.from;
        let n = taken + shift;
        if small && n >= self.family.kinds[0].least {
            digit.bits &= !1;
            let listed = options(self.family, 0, n, self.rewriting).ok_or(NoCode::TooLarge)?;
            digit.bits |= u8::from(listed.contains(&Vec::<Piece>::new()));
        }
        if digit.bits > Digit::MAX {
            return Err(NoCode::Several);
        }
        Ok(Digit::new(digit.bits, digit.unequal.unwrap_or(false)))
    }

    /// Sets the bits of what an item allows after so many were taken.
    fn item(&self, item: &Item, taken: i128, digit: &mut Bits) -> Result<(), NoCode> {
        match item {
            Item::Parts { rests, pieces } => match (rests.as_slice(), pieces.as_slice()) {
                ([], []) => digit.bits |= 1,
                (&[(1, removed)], []) if removed < 0 => return Err(NoCode::Grows),
                (&[(1, removed)], []) => digit.bits |= u8::from(removed == taken) << 1,
                (&[(1, _)], &[Piece::Heap(1, _)]) => return Err(NoCode::Bounds),
                ([_, _, ..], _) => return Err(NoCode::Several),
                _ => return Err(NoCode::Fixed),
            },
            &Item::Any { kind: 1, low, gap } => {
                if low != 1 {
                    return Err(NoCode::Bounds);
                }
                if gap < 0 {
                    return Err(NoCode::Grows);
                }
                digit.bits |= u8::from(gap <= taken) << 1;
            }
            &Item::Pairs { kind: 1, removed, low, unequal } => {
                if low != 1 {
                    return Err(NoCode::Bounds);
                }
                if removed < 0 {
                    return Err(NoCode::Grows);
                }
                if removed == taken {
                    digit.split(2, unequal)?;
                }
            }
            &Item::Pile { kind: 1, parts, removed, every, unequal } => {
                let beyond = taken - removed;
                let here = match every {
                    Some(every) => beyond >= 0 && beyond % i128::from(every.max(1)) == 0,
                    None => beyond == 0,
                };
                if here && parts < 2 {
                    digit.bits |= 1 << parts;
                } else if here {
                    digit.split(parts, unequal)?;
                }
            }
            Item::Any { .. } | Item::Pairs { .. } | Item::Mixed { .. } | Item::Pile { .. } => {
                return Err(NoCode::Bounds);
            }
        }
        Ok(())
    }
}

impl Bits {
    /// Lets a move leave so many heaps, at least two.
    fn split(&mut self, heaps: u32, unequal: bool) -> Result<(), NoCode> {
        if heaps >= u8::BITS {
            return Err(NoCode::Several);
        }
        if self.unequal.is_some_and(|other| other != unequal) {
            return Err(NoCode::Mixed);
        }
        self.bits |= 1 << heaps;
        self.unequal = Some(unequal);
        Ok(())
    }
}

impl fmt::Display for NoCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKind(kind) => write!(f, "a move leads to kind {kind}"),
            Self::Fixed => f.write_str("a move leaves a heap of a fixed size"),
            Self::Several => f.write_str("a move leaves several heaps about as large as the heap"),
            Self::Bounds => {
                f.write_str("the heaps that a move leaves have other bounds than being not empty")
            }
            Self::Mixed => f.write_str("some splits of one total must be unequal and some not"),
            Self::Grows => f.write_str("the heaps that a move leaves are larger together"),
            Self::Digits => write!(f, "it would have more than {} digits", Family::MOST_DIGITS),
            Self::Exceptions => {
                write!(f, "there are more than {} exceptions", Family::MOST_EXCEPTIONS)
            }
            Self::TooLarge => f.write_str("its rules are too large to be looked through"),
        }
    }
}
