//! Take-and-break codes: octal games and their like.

mod lower;
mod moves;
mod parse;
mod standard;

use std::fmt;

pub use parse::CodeError;

/// A take-and-break game as the literature writes it: 0.77 is Kayles.
///
/// The digit d_r at place r behind the point (d_0 in front of it) says what may become of a heap
/// from which r tokens are taken: if bit j of the digit is set, the rest may be left as exactly j
/// heaps, none of them empty. So 1 lets the whole heap go, 2 leaves one heap, 4 two, and 7 is any
/// of these. Digits above 7, for three heaps and more, go on with the letters from A (10) to Z (35).
///
/// | code | is |
/// |---|---|
/// | `0.77`, `.77` | d_1 = d_2 = 7, no other token may be taken |
/// | `4.07` | d_0 = 4: a heap may be split into two without taking |
/// | `0.3F` | d_2 = 15: up to three heaps may be left |
/// | `0.[3]`, `0.(3)` | d_r = 3 for every r: the digits in brackets repeat for ever |
/// | `0.1[3]` | the same without d_1, which is 1 |
/// | `4u.0` | `u` behind a digit: heaps that one move leaves are of different sizes |
///
/// A game is *octal* if it has no digit above 7 and no `u`. d_0 cannot let a heap go (nothing is
/// taken) or leave one heap (it would stay as it is), so its bits 0 and 1 are not set.
///
/// Equal games have equal codes here: zeros at the end are dropped, the repeating digits are as
/// few and begin as early as possible, and a `u` that changes nothing is left out.
///
/// ```
/// use grundy_core::{Budget, Code, HeapTables, Nimber};
///
/// let kayles = Code::parse(".770")?;
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!(Code::parse("0.1(33)")?.to_string(), "0.1[3]");
/// assert!(kayles.is_octal() && !Code::parse("0.3F")?.is_octal());
///
/// let mut tables = HeapTables::new(kayles.family())?;
/// assert_eq!(tables.nimber(0, 9, &Budget::default())?, Nimber::new(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code {
    /// d_0, d_1, ... up to where the repeating digits begin.
    digits: Vec<Digit>,
    /// The repeating digits; none when all further digits are 0.
    tail: Vec<Digit>,
}

/// What may be left after a certain number of tokens was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digit {
    bits: u8,
    unequal: bool,
}

impl Digit {
    /// The greatest digit, written `Z`.
    pub const MAX: u8 = 35;

    /// A digit; `unequal` asks for different sizes whenever more than one heap is left.
    ///
    /// # Panics
    /// When the value is above 35.
    pub fn new(value: u8, unequal: bool) -> Digit {
        assert!(value <= Digit::MAX, "the greatest digit is 35");
        Digit { bits: value, unequal: unequal && value >= 4 }
    }

    /// Its value, at most 35.
    pub fn value(self) -> u8 {
        self.bits
    }

    /// Whether the heaps that one move leaves must be of different sizes.
    pub fn is_unequal(self) -> bool {
        self.unequal
    }

    /// The numbers of heaps that may be left, ascending.
    pub fn counts(self) -> impl Iterator<Item = u32> {
        (0..u8::BITS).filter(move |&count| self.bits >> count & 1 == 1)
    }
}

impl Code {
    /// The game with these digits d_0, d_1, ..., of which `tail` repeats for ever.
    ///
    /// `None` when d_0 lets a heap go or stay as it is.
    pub fn new(mut digits: Vec<Digit>, mut tail: Vec<Digit>) -> Option<Code> {
        if digits.is_empty() {
            digits.push(Digit::default());
        }
        if digits[0].bits & 3 != 0 {
            return None;
        }
        if tail.iter().all(|digit| digit.bits == 0) {
            tail.clear();
            while digits.len() > 1 && digits.last().is_some_and(|digit| digit.bits == 0) {
                digits.pop();
            }
            return Some(Code { digits, tail });
        }
        let period = (1..=tail.len())
            .find(|&p| tail.len().is_multiple_of(p) && tail[p..] == tail[..tail.len() - p]);
        tail.truncate(period.unwrap_or(tail.len()));
        while digits.len() > 1 && digits.last() == tail.last() {
            digits.pop();
            tail.rotate_right(1);
        }
        Some(Code { digits, tail })
    }

    /// What may be left when this many tokens are taken.
    ///
    /// ```
    /// # use grundy_core::Code;
    /// let code = Code::parse("0.1[32]").unwrap();
    /// assert_eq!([0, 1, 2, 3, 4].map(|taken| code.digit(taken).value()), [0, 1, 3, 2, 3]);
    /// ```
    pub fn digit(&self, taken: u64) -> Digit {
        let known = self.digits.len() as u64;
        if taken < known {
            self.digits[taken as usize]
        } else if self.tail.is_empty() {
            Digit::default()
        } else {
            self.tail[((taken - known) % self.tail.len() as u64) as usize]
        }
    }

    /// d_0, d_1, ... up to where the repeating digits begin.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digits that repeat for ever; none when there is a last digit other than 0.
    pub fn tail(&self) -> &[Digit] {
        &self.tail
    }

    /// Whether it is an octal game: no digit above 7, no splits into unequal heaps.
    pub fn is_octal(&self) -> bool {
        self.digits.iter().chain(&self.tail).all(|digit| digit.bits <= 7 && !digit.unequal)
    }

    /// What the game is called; one that is not octal says so.
    ///
    /// ```
    /// # use grundy_core::Code;
    /// let name = |code| Code::parse(code).unwrap().name();
    /// assert_eq!(name("0.77"), "octal game 0.77");
    /// assert_eq!(name("0.3F"), "take-and-break code 0.3F (digits above 7: not an octal game)");
    /// assert_eq!(name("4u.0"), "take-and-break code 4u.0 (unequal splits: not an octal game)");
    /// ```
    pub fn name(&self) -> String {
        let why = if self.is_octal() {
            return format!("octal game {self}");
        } else if self.digits.iter().chain(&self.tail).any(|digit| digit.bits > 7) {
            "digits above 7"
        } else {
            "unequal splits"
        };
        format!("take-and-break code {self} ({why}: not an octal game)")
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = char::from_digit(self.bits.into(), 36).expect("at most 35");
        write!(f, "{}{}", digit.to_ascii_uppercase(), if self.unequal { "u" } else { "" })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digits[0])?;
        self.digits[1..].iter().try_for_each(|digit| write!(f, "{digit}"))?;
        if !self.tail.is_empty() {
            f.write_str("[")?;
            self.tail.iter().try_for_each(|digit| write!(f, "{digit}"))?;
            f.write_str("]")?;
        } else if self.digits.len() == 1 {
            f.write_str("0")?;
        }
        Ok(())
    }
}
