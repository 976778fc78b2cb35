//! Different codes of one game.

use super::{Code, Digit};

impl Code {
    /// The code in its standard form, and by how much smaller the heaps are there; itself and 0 when
    /// it is in that form, or has none.
    ///
    /// If d_1 is even, a heap of 1 has no move: to leave it is to leave nothing. Count every heap as
    /// one smaller. Where r tokens were taken and j heaps left, none of them empty, now r + j - 1 are
    /// taken and j heaps left that may be empty. So the bits 0 to j of the new digit at r + j - 1 are
    /// set for every bit j >= 1 of d_r, and bit 0 of that at r - 1 for bit 0 of d_r. A heap of n has
    /// the same moves as a heap of n - 1 of the new game; this is done until d_1 is odd (Guy and
    /// Smith, 1956). So Dawson's Kayles is Dawson's Chess:
    ///
    /// ```
    /// # use grundy_core::Code;
    /// let (standard, smaller) = Code::parse("0.07").unwrap().standard();
    /// assert_eq!((standard.to_string().as_str(), smaller), ("0.137", 1));
    /// assert_eq!(Code::parse("4.0").unwrap().standard().0, Code::parse("0.7").unwrap());
    /// ```
    ///
    /// Codes with repeating digits, unequal splits, or splits into five are left as they are.
    pub fn standard(&self) -> (Code, u64) {
        let (mut code, mut smaller) = (self.clone(), 0);
        while let Some(next) = code.counted_smaller() {
            code = next;
            smaller += 1;
        }
        (code, smaller)
    }

    /// The same game with all heaps counted as one smaller, where heaps of 1 have no move.
    fn counted_smaller(&self) -> Option<Code> {
        // Up to five heaps that may be empty are beyond the greatest digit.
        let few = |digit: &Digit| !digit.unequal && digit.bits < 32;
        let plain = self.tail.is_empty() && self.digits.iter().all(few);
        let trivial = self.digits.iter().all(|digit| digit.bits == 0);
        if !plain || trivial || self.digit(1).bits & 1 != 0 {
            return None;
        }
        let mut bits = vec![0_u8; self.digits.len() + u8::BITS as usize];
        for (taken, digit) in self.digits.iter().enumerate() {
            for count in digit.counts().map(|count| count as usize) {
                // Bit 0 is set neither in d_0 nor in d_1.
                bits[taken + count - 1] |= (2_u16.pow(count as u32 + 1) - 1) as u8;
            }
        }
        Code::new(bits.into_iter().map(|bits| Digit::new(bits, false)).collect(), Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, HeapTables};

    #[test]
    fn standard_forms_have_the_same_values() {
        let budget = Budget::default();
        let texts = ["8.0", "4.3", "0.08", "0.4F", "0.0C", "8.4", "0.004"].map(String::from);
        for text in texts.into_iter().chain((0..512).map(|number| format!("0.{number:03o}"))) {
            let code = Code::parse(&text).unwrap();
            let (standard, smaller) = code.standard();
            assert!(standard.digit(1).value() & 1 == 1 || standard.to_string() == "0.0", "{text}");
            let mut tables = [&code, &standard].map(|code| HeapTables::new(code.family()).unwrap());
            for n in smaller..40 {
                let expected = tables[0].nimber(0, n, &budget).unwrap();
                assert_eq!(tables[1].nimber(0, n - smaller, &budget), Ok(expected), "{text} {n}");
            }
            assert!((0..smaller).all(|n| tables[0].nimber(0, n, &budget).unwrap().get() == 0));
        }
    }

    #[test]
    fn others_are_left_alone() {
        for text in ["0.[2]", "4u.0", "0.77", "0.0", "0.W"] {
            let code = Code::parse(text).unwrap();
            assert_eq!(code.standard(), (code, 0));
        }
    }
}
