//! Reading a code.

use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::{Code, Digit};

/// Why a text is no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// The bytes of the text that are wrong; an empty range is the place where something is missing.
    pub range: Range<usize>,
    /// What is wrong with them.
    pub reason: String,
    /// What to do about it.
    pub help: String,
}

impl Code {
    /// Reads a code.
    ///
    /// # Errors
    /// The first place that is wrong, with the reason.
    ///
    /// ```
    /// # use grundy_core::Code;
    /// let error = Code::parse("0.7?").unwrap_err();
    /// assert_eq!((error.range, error.reason.as_str()), (3..4, "`?` is no digit"));
    /// ```
    pub fn parse(text: &str) -> Result<Code, CodeError> {
        let mut reader = Reader { text, at: 0 };
        let first = reader.front()?;
        let mut digits = vec![first];
        digits.extend(reader.digits()?);
        let tail = reader.tail()?;
        if digits.len() == 1 && tail.is_empty() {
            return Err(reader.error(
                reader.at..reader.at,
                "no digit stands behind the point",
                "the digits behind the point say what may be left when 1, 2, ... are taken: `0.77`",
            ));
        }
        Code::new(digits, tail).ok_or_else(|| {
            let reason = if first.bits & 2 != 0 {
                format!("the digit {first} in front of the point lets a move leave the heap as it is")
            } else {
                format!("the digit {first} in front of the point lets a heap go without taking it")
            };
            let end = text.find('.').unwrap_or(text.len());
            reader.error(0..end, reason, "in front of the point nothing is taken, so a heap can only be split: 0, 4 (into two), 8 (into three), C (either), ...")
        })
    }
}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Code, CodeError> {
        Code::parse(text)
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn error(
        &self,
        range: Range<usize>,
        reason: impl Into<String>,
        help: impl Into<String>,
    ) -> CodeError {
        CodeError { range, reason: reason.into(), help: help.into() }
    }

    /// d_0 and the point.
    fn front(&mut self) -> Result<Digit, CodeError> {
        const FORM: &str =
            "a code is one digit, a point and more digits: `0.77`, `4.07`, or without the 0 `.77`";
        if self.text.is_empty() {
            return Err(self.error(0..0, "this code is empty", FORM));
        }
        let front = if self.peek() == Some('.') { Digit::default() } else { self.digit()? };
        match self.peek() {
            Some('.') => {
                self.at += 1;
                Ok(front)
            }
            None => Err(self.error(self.at..self.at, "the point is missing", FORM)),
            Some(c) if is_digit(c) => {
                let end = self.text.find('.').unwrap_or(self.text.len());
                Err(self.error(0..end, "one digit stands in front of the point", FORM))
            }
            Some(_) => Err(self.unexpected()),
        }
    }

    fn digits(&mut self) -> Result<Vec<Digit>, CodeError> {
        let mut digits = Vec::new();
        while let Some(c) = self.peek() {
            if matches!(c, '[' | '(') {
                break;
            }
            digits.push(self.digit()?);
        }
        Ok(digits)
    }

    /// A digit, and the `u` behind it.
    fn digit(&mut self) -> Result<Digit, CodeError> {
        let value = self.peek().filter(|&c| is_digit(c)).and_then(|c| c.to_digit(36));
        let Some(value) = value.and_then(|v| u8::try_from(v).ok()).filter(|v| *v <= Digit::MAX)
        else {
            return Err(self.unexpected());
        };
        self.at += 1;
        let unequal = self.peek() == Some('u');
        self.at += usize::from(unequal);
        Ok(Digit::new(value, unequal))
    }

    /// The repeating digits, if there are any; nothing stands behind them.
    fn tail(&mut self) -> Result<Vec<Digit>, CodeError> {
        let start = self.at;
        let Some(open) = self.peek() else { return Ok(Vec::new()) };
        let close = if open == '[' { ']' } else { ')' };
        self.at += 1;
        let mut tail = Vec::new();
        loop {
            match self.peek() {
                None => {
                    return Err(self.error(
                        start..start + 1,
                        format!("this `{open}` is not closed"),
                        format!("close it behind the digits that repeat: `{close}`"),
                    ));
                }
                Some(c) if c == close => break,
                Some(_) => tail.push(self.digit()?),
            }
        }
        self.at += 1;
        if tail.is_empty() {
            return Err(self.error(
                start..self.at,
                "there is no digit in these brackets",
                "the digits in brackets repeat for ever: `0.[3]`",
            ));
        }
        if self.at < self.text.len() {
            return Err(self.error(
                self.at..self.text.len(),
                "nothing can follow digits that repeat for ever",
                "drop it",
            ));
        }
        Ok(tail)
    }

    /// The error for the character that stands here.
    fn unexpected(&self) -> CodeError {
        let c = self.peek().unwrap_or(' ');
        let (reason, help) = match c {
            '.' => ("a second point".to_string(), "a code has one point: `0.77`".to_string()),
            'u' => (
                "there is no digit in front of this `u`".to_string(),
                "`u` stands behind a digit and asks for heaps of different sizes: `4u.0`"
                    .to_string(),
            ),
            ']' | ')' => (
                format!("there is no bracket that this `{c}` could close"),
                "digits in brackets repeat for ever: `0.[3]`".to_string(),
            ),
            '[' | '(' => (
                format!("`{c}` cannot stand here"),
                "one pair of brackets may stand at the end of a code: `0.1[3]`".to_string(),
            ),
            c if c.is_ascii_lowercase() => (
                format!("`{c}` is no digit"),
                format!("digits above 9 are capital letters: `{}`", c.to_ascii_uppercase()),
            ),
            c => (
                format!("`{c}` is no digit"),
                "digits are 0 to 9, and the capital letters from A (10) to Z (35)".to_string(),
            ),
        };
        self.error(self.at..self.at + c.len_utf8(), reason, help)
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || c.is_ascii_uppercase()
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.reason, self.range.start)
    }
}

impl Error for CodeError {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn codes_are_written_in_one_way() {
        for (text, canonical) in [
            (".77", "0.77"),
            ("0.7700", "0.77"),
            ("4.07", "4.07"),
            ("0.0", "0.0"),
            ("0.3F", "0.3F"),
            ("0.[3]", "0.[3]"),
            ("0.3(33)", "0.[3]"),
            ("0.1(3)", "0.1[3]"),
            ("0.123[123]", "0.[123]"),
            ("0.7[0]", "0.7"),
            ("4u.0", "4u.0"),
            ("0.3u7u", "0.37u"),
            ("C.0Z", "C.0Z"),
            ("4.[4]", "4.[4]"),
        ] {
            let code = Code::parse(text).unwrap();
            assert_eq!(code.to_string(), canonical, "{text}");
            assert_eq!(Code::parse(canonical), Ok(code), "{text}");
        }
    }

    #[test]
    fn wrong_codes_are_told_where_and_why() {
        for (text, range, reason) in [
            ("", 0..0, "this code is empty"),
            ("0.", 2..2, "no digit stands behind the point"),
            (".", 1..1, "no digit stands behind the point"),
            ("77", 0..2, "one digit stands in front of the point"),
            ("7", 1..1, "the point is missing"),
            ("12.3", 0..2, "one digit stands in front of the point"),
            ("1.5", 0..1, "the digit 1 in front of the point lets a heap go without taking it"),
            ("2.5", 0..1, "the digit 2 in front of the point lets a move leave the heap as it is"),
            (
                "7u.5",
                0..2,
                "the digit 7u in front of the point lets a move leave the heap as it is",
            ),
            ("0..7", 2..3, "a second point"),
            ("0.7.7", 3..4, "a second point"),
            ("0.7?", 3..4, "`?` is no digit"),
            ("0.3f", 3..4, "`f` is no digit"),
            ("u.7", 0..1, "there is no digit in front of this `u`"),
            ("0.u7", 2..3, "there is no digit in front of this `u`"),
            ("0.4uu", 4..5, "there is no digit in front of this `u`"),
            ("0.[3", 2..3, "this `[` is not closed"),
            ("0.(3]", 4..5, "there is no bracket that this `]` could close"),
            ("0.[]", 2..4, "there is no digit in these brackets"),
            ("0.[3]1", 5..6, "nothing can follow digits that repeat for ever"),
            ("0.3]", 3..4, "there is no bracket that this `]` could close"),
            ("0.[[3]]", 3..4, "`[` cannot stand here"),
            ("(0.3)", 0..1, "`(` cannot stand here"),
            ("0.7\u{e9}", 3..5, "`\u{e9}` is no digit"),
            (" 0.7", 0..1, "` ` is no digit"),
        ] {
            let error = Code::parse(text).unwrap_err();
            assert_eq!((error.range, error.reason.as_str()), (range, reason), "{text}");
            assert_ne!(error.help, "", "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_code_or_an_error_within_it(text in "\\PC{0,6}|[04]?u?[.]?[0-9A-Zu.\\[\\]()]{0,8}") {
            match Code::parse(&text) {
                Ok(code) => prop_assert_eq!(Code::parse(&code.to_string()), Ok(code)),
                Err(error) => {
                    prop_assert!(error.range.end <= text.len());
                    prop_assert!(text.get(error.range).is_some());
                }
            }
        }
    }
}
