//! Young diagrams that are like their conjugates: of which rules that is proved, and that the values
//! stay those of the definition.
#![allow(missing_docs)]

mod common;

use common::Game;
use grundy_compiler::Engine;
use grundy_compiler::ir::Play;
use grundy_compiler::value::{Position, Value};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Moves of a kind `K(x: [0..=columns; rows])` of vectors that do not rise, and whether a diagram is
/// proved to be like its conjugate.
const RULES: &[(&str, bool)] = &[
    ("move m(i in 0..rows, j in 0..x[i]) -> K([if r >= i then min(x[r], j) else x[r] for r in 0..rows])", true),
    ("move m(i in 0..rows, j in 0..x[i]) when i + j > 0 -> K([if i <= r then min(j, x[r]) else x[r] for r in 0..rows])", true),
    ("move m(i in 0..rows, j in 0..x[i], if i != j) -> K([if r < i then x[r] else min(x[r], j) for r in 0..rows])", true),
    ("move m(i in 0..rows, j in 0..x[i]) when not (i == 1 and j == 1) -> K([min(x[r], if r < i then x[r] else j) for r in 0..rows])", true),
    // What one move does to rows the other one does to columns.
    (
        "move low(i in 0..rows, j in 0..x[i]) -> K([if r >= i then 0 else x[r] for r in 0..rows])
         move right(i in 0..rows, j in 0..x[i]) -> K([min(x[r], j) for r in 0..rows])",
        true,
    ),
    (
        "move low(i in 0..rows, j in 0..x[i]) when i < j -> K([if r >= i then 0 else x[r] for r in 0..rows])
         move right(i in 0..rows, j in 0..x[i]) when i > j -> K([min(x[r], j) for r in 0..rows])",
        true,
    ),
    ("ends when x[0] == 0 move m(i in 0..rows, j in 0..x[i]) -> K([if r >= i then min(x[r], j) else x[r] for r in 0..rows])", true),
    // These tell rows from columns.
    ("move right(i in 0..rows, j in 0..x[i]) -> K([min(x[r], j) for r in 0..rows])", false),
    ("move m(i in 0..rows, j in 0..x[i]) when i < 2 -> K([if r >= i then min(x[r], j) else x[r] for r in 0..rows])", false),
    ("move m(i in 0..rows, j in 0..x[i]) when i <= j -> K([if r >= i then min(x[r], j) else x[r] for r in 0..rows])", false),
    ("move m(i in 0..rows, j in 0..x[i]) -> K([if r >= i then min(x[r], max(j, 1)) else x[r] for r in 0..rows])", false),
    ("ends when x[0] == 1 move m(i in 0..rows, j in 0..x[i]) -> K([if r >= i then min(x[r], j) else x[r] for r in 0..rows])", false),
    // Nothing is read off these.
    ("move m(i in 0..rows) when x[i] > 0 -> K([if r >= i then 0 else x[r] for r in 0..rows])", false),
    ("move m(i in 0..rows, j in 0..x[i]) -> K([if r >= i then min(x[r], j) else x[r] for r in 0..rows]) + *1", false),
    ("move m(i in 0..rows, j in 0..x[i]) -> K([if r > i then min(x[r], j) else x[r] for r in 0..rows])", false),
];

const FALLS: &str = "all(x[i] >= x[i + 1] for i in 0..rows - 1)";

fn game(rule: &str, condition: &str, rows: usize, columns: usize) -> Game {
    let text = format!(
        "game diagrams param rows: 1.. = {rows} param columns: 1.. = {columns}
         position K(x: [0..=columns; rows]) where {condition} {{ {rule} }}"
    );
    Game::read("diagrams", &text)
}

/// Vectors that do not rise.
fn diagrams(rows: usize, columns: i64) -> Vec<Vec<i64>> {
    (0..rows).fold(vec![Vec::new()], |all, _| {
        let longer = all.into_iter().flat_map(|x: Vec<i64>| {
            let most = x.last().copied().unwrap_or(columns);
            (0..=most).map(move |row| [x.as_slice(), &[row]].concat())
        });
        longer.collect()
    })
}

fn position(game: &Game, x: &[i64]) -> Position {
    let fields = Box::new([Value::Vector(x.iter().map(|row| Value::Int(*row)).collect())]);
    Position { kind: game.positions()[0].kind, fields }
}

#[test]
fn what_is_proved_follows_from_the_rules() {
    for (rows, columns) in [(3, 3), (3, 4), (4, 2)] {
        for (rule, wanted) in RULES {
            let game = game(rule, FALLS, rows, columns);
            let found = game.instance(None, None).plan().analysis.diagrams[0];
            assert_eq!(found.is_some(), *wanted, "{rule}");
            let Some(diagrams_of) = found else { continue };
            assert_eq!((diagrams_of.rows, diagrams_of.columns), (rows, columns));
            // That the two are equal is what the definition says too.
            let reference = game.instance(Some(Engine::Reference), None);
            let nimber =
                |x: &[i64]| reference.nimber(&common::single(&position(&game, x))).unwrap();
            for x in diagrams(rows, columns as i64) {
                let Some(conjugate) = diagrams_of.conjugate(&x) else { continue };
                assert_eq!(diagrams_of.conjugate(&conjugate).as_ref(), Some(&x));
                assert_eq!(nimber(&x), nimber(&conjugate), "{rule}: {x:?}");
            }
        }
    }
}

#[test]
fn positions_must_be_young_diagrams() {
    let rule = RULES[0].0;
    let proved = |condition: &str| {
        game(rule, condition, 3, 3).instance(None, None).plan().analysis.diagrams[0].is_some()
    };
    assert!(proved("all(x[i + 1] <= x[i] for i in 0..rows - 1) and x[0] >= 1"));
    assert!(!proved("x[0] >= 0"));
    assert!(!proved("all(x[i] >= x[i + 1] for i in 0..rows - 2)"));
    assert!(!proved("all(x[i] >= x[i + 1] for i in 1..rows - 1)"));
    assert!(!proved("all(x[i] > x[i + 1] for i in 0..rows - 1)"));
    assert!(!proved(&format!("{FALLS} and x[0] >= 2")));
    assert!(!proved(&format!("{FALLS} and sum(x) > 0")));
}

#[test]
fn values_are_those_of_the_definition() {
    for (rows, columns) in [(3, 3), (2, 4)] {
        for (rule, _) in RULES {
            let game = game(rule, FALLS, rows, columns);
            let all = diagrams(rows, columns as i64);
            // The largest first, so that the others are met as options.
            let sums: Vec<_> =
                all.iter().rev().map(|x| common::single(&position(&game, x))).collect();
            common::compare_engines(rule, &game, &sums);
        }
    }
}

#[test]
fn one_of_a_diagram_and_its_conjugate_is_looked_at() {
    let game = game(RULES[0].0, FALLS, 6, 6);
    let instance = game.instance(Some(Engine::Program), None);
    instance.nimber(&common::single(&position(&game, &[6; 6]))).unwrap();
    // Of the 924 diagrams within the square, 64 are their own conjugates.
    assert_eq!(instance.move_report().by_program, (924 + 64) / 2);
    assert_eq!(instance.positions(), 924);
}

/// What is asked of a choice of row i and column j, with what is asked where rows and columns change
/// places.
fn asked() -> impl Strategy<Value = [String; 2]> {
    let pair = |a: &str, b: &str| Just([a.to_string(), b.to_string()]);
    let number = 0..3_i64;
    prop_oneof![
        pair("i <= j", "j <= i"),
        pair("i != j", "j != i"),
        pair("x[i] > i", "x[j] > j"),
        number.clone().prop_map(|n| [format!("i < {n}"), format!("j < {n}")]),
        number.clone().prop_map(|n| [format!("i + j >= {n}"), format!("{n} <= j + i")]),
        number.clone().prop_map(|n| [format!("i - j == {n}"), format!("j - i == {n}")]),
        number.prop_map(|n| [format!("x[0] > {n}"), format!("x[{n}] > 0")]),
    ]
}

/// How much of row r is left, with what is left where rows and columns change places.
fn left() -> impl Strategy<Value = [&'static str; 2]> {
    let same = |x| Just([x, x]);
    prop_oneof![
        4 => same("if r >= i then min(x[r], j) else x[r]"),
        2 => same("if r < i then x[r] else min(j, x[r])"),
        2 => Just(["if r < i then x[r] else 0", "min(x[r], j)"]),
        1 => same("if r >= i then min(x[r], j) else if r > 0 then x[r] else min(x[r], 2)"),
        1 => Just(["if r > 1 then 0 else x[r]", "min(x[r], 2)"]),
        1 => same("if r > i then min(x[r], j) else x[r]"),
        1 => same("if r == i then j else x[r]"),
        1 => same("min(x[r], max(i, j))"),
    ]
}

/// One or two moves; of half of them the second does to columns what the first one does to rows.
fn rules() -> impl Strategy<Value = String> {
    let written = |name: char, asked: &str, left: &str| {
        format!(
            "move {name}(i in 0..rows, j in 0..x[i]) when {asked} -> K([{left} for r in 0..rows]) "
        )
    };
    (asked(), asked(), left(), left(), 0..4).prop_map(move |(one, two, first, second, form)| {
        let joined = |op: &str| format!("({}) {op} ({})", one[0], one[1]);
        match form {
            0 => written('a', &joined("and"), first[0]),
            1 => written('a', &format!("{} or {}", joined("iff"), two[0]), first[0]),
            2 => written('a', &one[0], first[0]) + &written('b', &one[1], first[1]),
            _ => written('a', &one[0], first[0]) + &written('b', &two[0], second[0]),
        }
    })
}

#[test]
fn random_rules_have_the_values_of_the_definition() {
    let mut runner = TestRunner::deterministic();
    let mut proved = 0;
    for _ in 0..150 {
        let rule = rules().new_tree(&mut runner).unwrap().current();
        let game = game(&rule, FALLS, 3, 3);
        let all = diagrams(3, 3);
        if let Some(found) = game.instance(None, None).plan().analysis.diagrams[0] {
            proved += 1;
            let reference = game.instance(Some(Engine::Reference), None);
            let value = |x: &[i64]| {
                let sum = common::single(&position(&game, x));
                common::answer(&game, &reference, &sum, Play::Normal)
            };
            for x in &all {
                let Some(conjugate) = found.conjugate(x) else { continue };
                assert_eq!(value(x), value(&conjugate), "{rule}: {x:?}");
            }
        }
        let sums: Vec<_> =
            all.iter().rev().step_by(3).map(|x| common::single(&position(&game, x))).collect();
        // Where rules are at fault, misère play may be decided without them on one way alone.
        common::compare_under(Play::Normal, &rule, &game, &sums);
    }
    assert!(proved >= 20, "{proved}");
}
