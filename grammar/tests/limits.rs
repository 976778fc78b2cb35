//! No text, however deep, long or broken, exhausts the stack or the clock.
//!
//! Tests run on small stacks and without optimisation, so that what passes
//! here passes everywhere.

mod common;
use common::{errors, file};

/// Texts that nest `n` levels deep, one way each.
fn nested(n: usize) -> Vec<String> {
    let value = |text: String| format!("game x\nlet a = {text}\n");
    let ty = |text: String| format!("game x\nposition P(x: {text}) {{}}\n");
    let around = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(n), close.repeat(n))
    };
    vec![
        value(around("(", "1", ")")),
        value(around("[", "1", "]")),
        value(around("{", "1", "}")),
        value(around("f(", "1", ")")),
        value(around("f(x = ", "1", ")")),
        value(around("f(1 else ", "1", ")")),
        value(around("x[", "1", "]")),
        value(around("x without [", "1", "]")),
        value(around("[1 for x in ", "s", "]")),
        value(around("sum(1 for x in ", "s", ")")),
        value(around("if ", "a", " then 1 else 2")),
        value(around("if a then ", "a", " else 2")),
        value(around("if a then b else ", "a", "")),
        value(around("let a = ", "1", " in 2")),
        value(around("let a = 1 in ", "1", "")),
        value(around("x with [i] = ", "1", "")),
        value(format!("[1 for {} in s]", around("(", "x, y", ")"))),
        ty(around("[", "nat", "]")),
        ty(around("set<", "nat", ">")),
        ty(around("(", "nat", ", nat)")),
        ty(around("(", "1", ")") + ".."),
        ty(format!("[nat; {}]", around("(", "1", ")"))),
    ]
}

#[test]
fn deep_texts_are_read() {
    for text in nested(98) {
        file(&text);
    }
}

#[test]
fn deeper_texts_are_refused() {
    for n in [101, 20_000] {
        for text in nested(n) {
            let errors = errors(&text);
            assert!(errors.contains("E0109"), "{errors}\n{}", &text[..100]);
            assert_eq!(errors.matches("E01").count(), 1, "{}", &text[..100]);
        }
    }
}

#[test]
fn long_chains_are_refused_once() {
    let chains = ["- ", "* ", "not ", "1 + ", "1 - ", "a implies ", "a and ", "1 * - ", "A(1) + "];
    for chain in chains {
        let text = format!("game x\nlet a = {}1\nlet b = 2 2\n", chain.repeat(5_000));
        let errors = errors(&text);
        assert_eq!(errors.matches("E0109").count(), 1, "{chain}");
        assert_eq!(errors.matches("E01").count(), 2, "the rest is read: {chain}");
    }
    let indices = format!("game x\nlet a = x{}\n", "[1]".repeat(5_000));
    assert!(errors(&indices).contains("E0109"));
}

#[test]
fn flat_lists_are_not_deep() {
    let lists = [
        format!("let a = [{}]", "if a then b else c, ".repeat(1_000)),
        format!("let a = [{}]", "x with [i] = 1, y, ".repeat(1_000)),
        format!("let a = [1 for x in s{}]", ", let y = 1, if a".repeat(1_000)),
        format!("let a = {}1", "1 < ".repeat(1_000)),
        "let a = if b then c else d\n".repeat(1_000),
        "fn a(b) = let c = b in c\n".repeat(1_000),
        format!(
            "position A(n: nat) {{ {} }}",
            "move a when if b then c else d -> 0\n".repeat(1_000)
        ),
        format!("position A({}) {{}}", "n: set<nat>, ".repeat(1_000)),
    ];
    for list in lists {
        file(&format!("game x\n{list}"));
    }
}

#[test]
fn broken_texts_end() {
    let broken = [
        "(",
        ")",
        "}",
        "\"",
        "///\n",
        "position A( { move x let }\n",
        "move ",
        "let\n",
        "{[(",
        "game a ",
    ];
    for part in broken {
        for head in ["", "game x\n", "game x\nposition A {\n", "game x\nlet a = "] {
            let errors = errors(&format!("{head}{}", part.repeat(3_000)));
            assert!(!errors.is_empty(), "{part}");
            assert!(errors.matches(" E01").count() <= 101, "{part}");
        }
    }
}
