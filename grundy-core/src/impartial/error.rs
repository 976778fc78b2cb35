//! Why the rules of a game fail at a position.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// Why the rules of a game fail at a position. It says nothing about the value of the position.
///
/// ```
/// use grundy_core::RuleError;
///
/// let error = RuleError::new("the board has no such square");
/// assert_eq!(error.to_string(), "the board has no such square");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    code: Option<&'static str>,
    message: Message,
    /// Where in the rules it happened.
    place: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Message {
    Words(Cow<'static, str>),
    /// A value that is not within a bound: put into words only when it is shown, since `when legal`
    /// drops many of them.
    Not {
        relation: &'static str,
        bound: i64,
        value: i64,
        name: &'static str,
    },
}

/// The code of a position that does not exist.
const OUTSIDE: &str = "E0701";

impl RuleError {
    /// An error in words.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Inner { code: None, message: Message::Words(message.into()), place: None }))
    }

    /// An error of the game language, with its code.
    #[doc(hidden)]
    #[cold]
    pub fn coded(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Inner {
            code: Some(code),
            message: Message::Words(message.into()),
            place: None,
        }))
    }

    /// There is no such position.
    #[doc(hidden)]
    #[cold]
    pub fn outside(message: impl Into<Cow<'static, str>>) -> Self {
        Self::coded(OUTSIDE, message)
    }

    /// There is no such position, since a value of it is out of bounds.
    #[doc(hidden)]
    #[cold]
    pub fn not(relation: &'static str, bound: i64, value: i64, name: &'static str) -> Self {
        let message = Message::Not { relation, bound, value, name };
        Self(Box::new(Inner { code: Some(OUTSIDE), message, place: None }))
    }

    /// Says where in the rules it happened, once.
    #[doc(hidden)]
    #[cold]
    #[must_use]
    pub fn at(mut self, place: &'static str) -> Self {
        self.0.place.get_or_insert(place);
        self
    }

    /// The code of an error that the game language knows, such as `E0702`.
    pub fn code(&self) -> Option<&'static str> {
        self.0.code
    }

    /// Whether the rules lead to a position that does not exist, or were asked about one.
    pub fn is_outside(&self) -> bool {
        self.0.code == Some(OUTSIDE)
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(code) = self.0.code {
            write!(f, "{code}: ")?;
        }
        match &self.0.message {
            Message::Words(words) => f.write_str(words)?,
            Message::Not { relation, bound, value, name } => {
                write!(f, "{name} must be {relation} {bound}, not {value}")?;
            }
        }
        self.0.place.map_or(Ok(()), |place| write!(f, " (in {place})"))
    }
}

impl Error for RuleError {}
