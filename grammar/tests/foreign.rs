//! Signs of other languages and of paper, each with its own message.

mod common;
use common::tree;

/// The code and the sentence of the first message.
fn said(text: &str) -> String {
    let messages = tree(text);
    let line = messages.lines().next().unwrap_or_default();
    line.split_once(' ').map_or("", |(_, said)| said).to_owned()
}

#[test]
fn signs() {
    let table = [
        ("a ^ b", "E0104 `^` has two readings: pow or xor?"),
        ("a && b", "E0104 `&&` is written `and`"),
        ("a || b", "E0104 `||` is written `or`"),
        ("!a", "E0104 `!` is written `not`"),
        ("a % b", "E0104 `%` is written `mod`"),
        ("a <> b", "E0104 `<>` is written `!=`"),
        ("a <=> b", "E0104 `<=>` is written `iff`"),
        ("a << 2", "E0104 there are no shifts"),
        ("a <- b", "E0104 `<-` is no operator"),
        ("a === b", "E0104 `===` is written `==`"),
        ("a => b", "E0104 `=>` is no operator"),
        ("a =< b", "E0104 `=<` is written `<=`"),
        ("a = b", "E0104 `=` gives a value to a name; `==` compares"),
        ("a := b", "E0104 `:=` is written `=`"),
        ("a::b", "E0104 `::` is no operator"),
        ("a...b", "E0104 `...` is no range"),
        ("a; b", "E0104 items need no `;`"),
        ("'H'", "E0104 texts stand in double quotes"),
        ("/* c */ a", "E0104 comments are lines"),
        ("# c", "E0104 `#` begins nothing here"),
        ("a ? b", "E0104 `?` is no operator"),
        ("a @ b", "E0104 `@` is no operator"),
        ("A \\ B", "E0104 `\\` is no operator"),
        ("x.len()", "E0104 `.` begins nothing here"),
        ("x += 1", "E0104 `+=` stands only behind `with`"),
        ("a -> b", "E0104 `->` does not belong here"),
        ("a ≤ b", "E0105 `≤` is written `<=`"),
        ("x ∈ S", "E0105 `∈` is written `in`"),
        ("A ∪ B", "E0105 `∪` is written `|`"),
        ("a ⊕ b", "E0105 `⊕` is written `xor`"),
        ("a − b", "E0105 `−` is written `-`"),
        ("“t”", "E0105 texts stand in plain double quotes"),
        ("a\u{a0}+ b", "E0105 this is a no-break space"),
        ("a $ b", "E0101 expected an operator or the end, found `$`"),
    ];
    for (text, expected) in table {
        assert_eq!(said(text), expected, "{text}");
    }
}
