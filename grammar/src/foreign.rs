//! Signs that people bring along from other languages and from paper.

use crate::codes;

/// A sign that is written differently here.
pub(crate) struct Foreign {
    /// How it looks.
    pub sign: &'static str,
    /// Its code.
    pub code: &'static str,
    /// What is wrong.
    pub message: &'static str,
    /// What to write.
    pub help: &'static str,
}

const fn sign(sign: &'static str, message: &'static str, help: &'static str) -> Foreign {
    Foreign { sign, code: codes::FOREIGN_SIGN, message, help }
}

const fn character(sign: &'static str, message: &'static str, help: &'static str) -> Foreign {
    Foreign { sign, code: codes::FOREIGN_CHARACTER, message, help }
}

/// Longer signs before their beginnings.
const TABLE: &[Foreign] = &[
    sign(
        "^",
        "`^` has two readings: pow or xor?",
        "write `pow(a, b)` for a power, `a xor b` for the nim-sum",
    ),
    sign("&&", "`&&` is written `and`", "write `a and b`"),
    sign("||", "`||` is written `or`", "write `a or b`"),
    sign("%", "`%` is written `mod`", "write `a mod b`"),
    sign("!==", "`!==` is written `!=`", "write `a != b`"),
    sign("!", "`!` is written `not`", "write `not a`, and `a != b` for inequality"),
    sign("<=>", "`<=>` is written `iff`", "write `a iff b`"),
    sign("<->", "`<->` is written `iff`", "write `a iff b`"),
    sign("<>", "`<>` is written `!=`", "write `a != b`"),
    sign("<<", "there are no shifts", "write `a * pow(2, k)`"),
    sign(">>", "there are no shifts", "write `a / pow(2, k)`"),
    sign(
        "<-",
        "`<-` is no operator",
        "write `x in S` to choose from S, and `a < -b` with a blank to compare",
    ),
    sign("===", "`===` is written `==`", "write `a == b`"),
    sign("==>", "`==>` is written `implies`", "write `a implies b`"),
    sign(
        "=>",
        "`=>` is no operator",
        "a move leads on with `->`; write `>=` to compare, `implies` to conclude",
    ),
    sign("=<", "`=<` is written `<=`", "write `a <= b`"),
    sign(":=", "`:=` is written `=`", "write `let x = 5`"),
    sign("::", "`::` is no operator", "names here have one part"),
    sign("...", "`...` is no range", "write `a..b` without the end, `a..=b` with it"),
    sign("*=", "`*=` is no update", "updates are `=`, `+=` and `-=`; write `[i] = 2 * x[i]`"),
    sign("/=", "`/=` is no update", "updates are `=`, `+=` and `-=`; `a != b` compares"),
    sign("+=", "`+=` stands only behind `with`", "write `x with [i] += s`"),
    sign("-=", "`-=` stands only behind `with`", "write `x with [i] -= s`"),
    sign(
        "->",
        "`->` does not belong here",
        "`->` stands once in a move, before the sum it leads to; write `if C then A else B` for a choice",
    ),
    sign(";", "items need no `;`", "leave it out: every item begins with a keyword"),
    sign(
        "'",
        "texts stand in double quotes",
        "write `\"H\"`; a second version of a name needs a name of its own",
    ),
    sign("/*", "comments are lines", "begin each line of the comment with `//`"),
    sign(
        "#",
        "`#` begins nothing here",
        "a comment begins with `//`; the number of entries is `len(x)`",
    ),
    sign("?", "`?` is no operator", "write `if C then A else B`"),
    sign("@", "`@` is no operator", "leave it out"),
    sign("\\", "`\\` is no operator", "write `A - B` for the difference of sets"),
    sign(".", "`.` begins nothing here", "write `len(x)` for `x.len()`, and `a..b` for a range"),
    character("\u{a0}", "this is a no-break space", "replace it by an ordinary blank"),
    character("\u{feff}", "this is an invisible byte order mark", "remove it"),
    character("≤", "`≤` is written `<=`", "write `a <= b`"),
    character("≥", "`≥` is written `>=`", "write `a >= b`"),
    character("≠", "`≠` is written `!=`", "write `a != b`"),
    character("→", "`→` is written `->`", "write `->`"),
    character("⇒", "`⇒` is written `implies`", "write `a implies b`"),
    character("⇔", "`⇔` is written `iff`", "write `a iff b`"),
    character("∈", "`∈` is written `in`", "write `x in S`"),
    character("∉", "`∉` is written `not in`", "write `x not in S`"),
    character("∪", "`∪` is written `|`", "write `A | B`"),
    character("∩", "`∩` is written `&`", "write `A & B`"),
    character("∖", "`∖` is written `-`", "write `A - B`"),
    character("⊆", "`⊆` is written `<=`", "write `A <= B`"),
    character("∅", "`∅` is written `{}`", "write `{}`"),
    character("⊕", "`⊕` is written `xor`", "write `a xor b`"),
    character("∧", "`∧` is written `and`", "write `a and b`"),
    character("∨", "`∨` is written `or`", "write `a or b`"),
    character("¬", "`¬` is written `not`", "write `not a`"),
    character("×", "`×` is written `*`", "write `a * b`"),
    character("·", "`·` is written `*`", "write `a * b`"),
    character("÷", "`÷` is written `/`", "write `a / b`"),
    character("−", "`−` is written `-`", "write the minus of the keyboard"),
    character("–", "`–` is written `-`", "write the minus of the keyboard"),
    character("…", "`…` is written `..`", "write `a..b` or `a..=b`"),
    character("∀", "`∀` is written `for`", "write `for x in S`, or `all(C for x in S)`"),
    character("∃", "`∃` is written `any`", "write `any(C for x in S)`"),
    character("∑", "`∑` is written `sum`", "write `sum(e for x in S)`"),
    character("“", "texts stand in plain double quotes", "write `\"`"),
    character("”", "texts stand in plain double quotes", "write `\"`"),
    character("‘", "texts stand in plain double quotes", "write `\"`"),
    character("’", "texts stand in plain double quotes", "write `\"`"),
];

/// The foreign sign that `rest` begins with.
pub(crate) fn find(rest: &str) -> Option<&'static Foreign> {
    TABLE.iter().find(|foreign| rest.starts_with(foreign.sign))
}
