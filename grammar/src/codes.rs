//! The codes of the syntax errors.

/// Something else was expected at this place.
pub const UNEXPECTED: &str = "E0101";
/// A reserved word stands where a name belongs.
pub const RESERVED: &str = "E0102";
/// A word at the beginning of an item or a clause is no keyword, or belongs elsewhere.
pub const UNKNOWN_KEYWORD: &str = "E0103";
/// A sign of another language, which is written differently here.
pub const FOREIGN_SIGN: &str = "E0104";
/// A character that is no part of the language.
pub const FOREIGN_CHARACTER: &str = "E0105";
/// A bracket is not closed.
pub const UNCLOSED: &str = "E0106";
/// A quoted text does not end, or holds an unknown escape.
pub const BAD_TEXT: &str = "E0107";
/// A number is too large or not a whole decimal number.
pub const BAD_NUMBER: &str = "E0108";
/// The text nests too deeply.
pub const TOO_DEEP: &str = "E0109";
/// A chain of comparisons does not run in one direction.
pub const BAD_CHAIN: &str = "E0110";
/// Operators stand together that both could bind first.
pub const AMBIGUOUS: &str = "E0111";
/// The parts between the brackets of a call or an index are not allowed, or in the wrong order.
pub const BAD_ARGUMENTS: &str = "E0112";
/// A documentation comment documents nothing.
pub const LOST_DOCS: &str = "E0113";
/// A file does not begin with `game`, or has it twice.
pub const GAME_LINE: &str = "E0114";
