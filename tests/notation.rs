//! Rules written out in the language, and the codes that they are.
#![allow(missing_docs)]

mod common;

use common::{Game, single};
use grundy_compiler::analyse::Shape;
use grundy_compiler::ir::KindId;
use grundy_compiler::value::{Position, Value};
use grundy_compiler::{Engine, Method};
use grundy_core::{Budget, Code, Digit, HeapTables, NoCode};
use proptest::prelude::*;

/// Moves that allow what a digit does, for heaps that are larger by `s`, in one of several ways to
/// write them.
fn moves(r: u64, digit: Digit, s: u64, way: u8) -> String {
    let mut text = String::new();
    for heaps in digit.counts() {
        text += &match (heaps, way % 3) {
            (0, 0) if s == 0 => format!("    move all_{r} when n == {r} -> 0\n"),
            (0, 1) if s == 0 => format!("    move all_{r} when n == {r} -> Heap(n - {r})\n"),
            (0, _) => {
                format!("    move all_{r} when n <= {} and n > {} -> Heap({s})\n", r + s, r + s - 1)
            }
            (1, 0) => format!("    move one_{r} when n >= {} -> Heap(n - {r})\n", r + s + 1),
            (1, 1) => format!("    move one_{r}(t in {{{r}}}) when n - t > {s} -> Heap(n - t)\n"),
            (1, _) => format!("    move one_{r}(m in {}..n) when n - m == {r} -> Heap(m)\n", s + 1),
            (_, way) => {
                let total = format!("n - {r} + {s}");
                let (range, strict) = match way {
                    0 => (format!("{}..=n - {}", s + 1, r + 1), format!("2 * a != {total}")),
                    1 => (format!("{}..=({total}) / 2", s + 1), format!("a < {total} - a")),
                    _ => (
                        format!("0..=n when a > {s} and n - {r} - a > 0"),
                        format!("a != {total} - a"),
                    ),
                };
                let joint = if way == 2 { "and" } else { "when" };
                let strict =
                    if digit.is_unequal() { format!(" {joint} {strict}") } else { String::new() };
                let (range, guard) = match range.split_once(" when ") {
                    Some((range, guard)) => (range.to_string(), format!(" when {guard}{strict}")),
                    None => (range, strict),
                };
                format!("    move two_{r}(a in {range}){guard} -> Heap(a) + Heap({total} - a)\n")
            }
        };
    }
    text
}

fn digit() -> impl Strategy<Value = Digit> {
    (0_u8..8, prop::bool::weighted(0.2)).prop_map(|(value, unequal)| Digit::new(value, unequal))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn affine_rules_and_their_code(
        four in prop::bool::weighted(0.2),
        digits in prop::collection::vec(digit(), 1..4),
        s in 0_u64..4,
        ways in prop::collection::vec(0_u8..3, 4),
    ) {
        let first = Digit::new(if four { 4 } else { 0 }, false);
        let code = Code::new([vec![first], digits].concat(), vec![]).unwrap();
        let mut text = format!("game g\nposition Heap(n: {s}..) {{\n");
        for (r, digit) in code.digits().iter().enumerate() {
            text += &moves(r as u64, *digit, s, ways[r]);
        }
        text += "}\n";
        let game = Game::read("g.game", &text);
        let instance = game.instance(None, None);
        let analysis = &instance.plan().analysis;
        prop_assert_eq!(analysis.kinds[0].shape, Shape::Heap { index: 0 }, "{}{:?}", text, analysis.kinds[0].why_not);
        let notation = analysis.family.as_ref().unwrap().notation(0);
        let notation = notation.map_err(|why| TestCaseError::fail(format!("{why:?}\n{text}")))?;
        prop_assert!(notation.except.is_empty(), "{:?}\n{}", notation, text);
        if notation.shift == s {
            prop_assert_eq!(&notation.code, &code, "{}", text);
        }
        let reference = game.instance(Some(Engine::Reference), None);
        let budget = Budget::default();
        let mut tables = [&code, &notation.code].map(|code| HeapTables::new(code.family()).unwrap());
        for n in s.max(notation.shift)..40 {
            let heap = Position { kind: KindId::from(0), fields: Box::new([Value::Int(n as i64)]) };
            let value = instance.nimber(&single(&heap)).unwrap();
            prop_assert_eq!(tables[0].nimber(0, n - s, &budget), Ok(value), "{}{}", text, n);
            prop_assert_eq!(tables[1].nimber(0, n - notation.shift, &budget), Ok(value), "{}{}", text, n);
            if n < 16 {
                prop_assert_eq!(reference.nimber(&single(&heap)).unwrap(), value, "{}{}", text, n);
            }
        }
    }
}

/// What the first kind of a game is.
fn recognised(text: &str) -> Result<String, NoCode> {
    let game = Game::read("g.game", text);
    let instance = game.instance(None, None);
    let family = instance.plan().analysis.family.clone().expect("heaps");
    family.notation(0).map(|found| format!("{} - {} {:?}", found.code, found.shift, found.except))
}

#[test]
fn rules_with_exceptions_and_without_a_code() {
    let heap = |moves: &str| recognised(&format!("game g\nposition Heap(n: nat) {{ {moves} }}"));
    let code = |text: &str| Ok(text.to_string());
    assert_eq!(heap("moves octal \"0.3F\""), code("0.3F - 0 []"));
    assert_eq!(heap("moves octal \"0.1[3]\""), code("0.1[3] - 0 []"));
    assert_eq!(
        heap("move split(a in 1..n) when n != 2 -> Heap(a) + Heap(n - a)"),
        code("0.6 - 1 []")
    );
    assert_eq!(
        heap("move bowl(k in 1..=2, a in 0..=n - k) when n != 7 -> Heap(a) + Heap(n - k - a)"),
        code("0.77 - 0 [7]")
    );
    assert_eq!(
        heap("moves octal \"0.07\" move more when n >= 1 -> Heap(n - 1)"),
        code("0.37 - 0 []")
    );
    assert_eq!(heap("move take(s in 1..=n) when s != 3 -> Heap(n - s)"), code("0.330[3] - 0 []"));
    assert_eq!(heap("move take when n >= 5 -> Heap(n - 1) + Heap(3)"), Err(NoCode::Bounds));
    assert_eq!(heap("move take when n >= 5 -> Heap(n - 1) + *1"), Err(NoCode::Fixed));
    assert_eq!(heap("move take when n >= 5 -> 2 * Heap(n - 1)"), Err(NoCode::Several));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn codes_on_all_engines(
        four in prop::bool::weighted(0.3),
        digits in prop::collection::vec((0_u8..16, prop::bool::weighted(0.2)), 1..4),
        tail in prop_oneof![3 => Just(0_u8), 1 => 0_u8..8],
        least in 0_u64..2,
        more in prop::option::of(1_u64..4),
    ) {
        let first = Digit::new(if four { 4 } else { 0 }, false);
        let digits = digits.into_iter().map(|(value, unequal)| Digit::new(value, unequal));
        let digits = [first].into_iter().chain(digits).collect();
        let code = Code::new(digits, vec![Digit::new(tail, false)]).unwrap();
        let more = more.map_or(String::new(), |s| {
            format!("move more when n >= {} -> Heap(n - {s})", s + least)
        });
        let text =
            format!("game g\nposition Heap(n: {least}..) {{ moves octal \"{code}\" {more} }}\n");
        let game = Game::read("g.game", &text);
        let plan = &game.instance(None, None);
        prop_assert_eq!(plan.plan().analysis.kinds[0].shape, Shape::Heap { index: 0 }, "{}", text);
        prop_assert!(plan.plan().ends(), "{}", text);
        let heap = |n: u64| Position {
            kind: KindId::from(0),
            fields: Box::new([Value::Int(n as i64)]),
        };
        let sums: Vec<_> = (least..10).map(|n| single(&heap(n))).collect();
        common::compare_engines(&text, &game, &sums);
    }
}

#[test]
fn a_kind_that_is_another_in_disguise_has_no_table() {
    let game = Game::read("hull_paths.game", include_str!("../specs/hull_paths.game"));
    let instance = game.instance(None, None);
    let index = |name: &str| {
        let kind = game.checked.spec.kinds.iter().position(|kind| kind.name == name);
        match instance.plan().method(KindId::from(kind.unwrap())) {
            Method::Heap(index) => index,
            other => panic!("{name}: {other:?}"),
        }
    };
    let (half, both) = (index("Half"), index("Both"));
    instance.with_tables(|tables| {
        tables.fill(both, 3000, &Budget::default()).unwrap();
        // P'_n = P''_(n + 2) for k = 2.
        assert_eq!(tables.end(half) + 2, tables.end(both));
        let shared = tables.nimber(half, 2500, &Budget::default());
        let mut alone = HeapTables::new(tables.family().clone()).unwrap();
        assert_eq!(alone.nimber(half, 2500, &Budget::default()), shared);
        assert_eq!(alone.end(half), 2501);
    });
}
