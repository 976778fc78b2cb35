//! The reserved words.

/// The words that begin an item.
pub(crate) const ITEMS: &[&str] = &[
    "game", "play", "param", "let", "fn", "position", "setup", "start", "claim", "refute",
    "expect", "ask",
];

/// The words that begin a clause of a position.
pub(crate) const CLAUSES: &[&str] = &["move", "moves", "ends", "symmetric", "equals", "decreases"];

/// Every reserved word: none of them can be used as a name.
///
/// Words with a meaning in one place only (`at`, `octal`, `set`, `min`, `period`
/// and others) are not among them.
///
/// ```
/// assert!(grundy_grammar::KEYWORDS.contains(&"position"));
/// assert!(!grundy_grammar::KEYWORDS.contains(&"period"));
/// ```
pub const KEYWORDS: &[&str] = &[
    "game",
    "play",
    "param",
    "let",
    "fn",
    "position",
    "setup",
    "start",
    "claim",
    "refute",
    "expect",
    "ask",
    "move",
    "moves",
    "ends",
    "symmetric",
    "equals",
    "decreases",
    "for",
    "in",
    "if",
    "then",
    "else",
    "and",
    "or",
    "not",
    "iff",
    "implies",
    "xor",
    "mod",
    "with",
    "without",
    "where",
    "when",
    "legal",
    "true",
    "false",
];
