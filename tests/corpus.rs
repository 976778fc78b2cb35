//! Every built-in game on every engine: the statements of the game hold, and
//! all engines agree with the reference.
#![allow(missing_docs)]

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::{Game, compare_engines, single};
use grundy_compiler::Instance;
use grundy_compiler::ir::{Expr, ExprKind, KindId, Periodic, Statement, StatementKind, Type};
use grundy_compiler::statements::Verdict;
use grundy_compiler::value::{Position, SumValue, Value};

/// The built-in games: name and text.
fn specs() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/specs");
    let mut specs: Vec<(String, String)> = fs::read_dir(folder)
        .expect("the folder of the specs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "game"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    specs.sort();
    assert!(specs.len() >= 20, "the specs have gone");
    specs
}

#[test]
fn a_spec_has_the_name_of_its_file() {
    for (name, text) in specs() {
        assert_eq!(Game::read(&name, &text).checked.spec.name, name);
    }
}

#[test]
fn every_statement_holds() {
    for (name, text) in specs() {
        let game = Game::read(&name, &text);
        let instance = game.instance(None, None);
        for statement in &game.checked.spec.statements {
            let verdict = instance
                .check_statement(statement)
                .unwrap_or_else(|e| panic!("{name}: {}", game.show(&e)));
            assert!(
                matches!(verdict, Verdict::Holds { .. }),
                "{name}: \"{}\": {verdict:?}",
                statement.text
            );
        }
        for test in instance.self_tests().unwrap_or_else(|e| panic!("{name}: {}", game.show(&e))) {
            assert_eq!(test.disagreed, None, "{name}");
            assert!(test.agreed > 0, "{name}: no small position of kind {:?} was found", test.kind);
        }
    }
}

#[test]
fn all_engines_agree_on_single_positions() {
    for (name, text) in specs() {
        let game = Game::read(&name, &text);
        let mut sums: Vec<SumValue> = game.positions().iter().take(60).map(single).collect();
        sums.extend(heaps(&game, most(&name, 12)).iter().map(single));
        compare_engines(&name, &game, &sums);
    }
}

#[test]
fn all_engines_agree_on_long_tables() {
    for (name, text) in specs() {
        let game = Game::read(&name, &text);
        let reference = game.instance(Some(grundy_compiler::Engine::Reference), None);
        let engines =
            common::ENGINES[1..].iter().map(|e| game.instance(*e, None)).collect::<Vec<_>>();
        for heap in heaps(&game, most(&name, 150)) {
            let expected =
                reference.nimber(&single(&heap)).unwrap_or_else(|e| panic!("{}", game.show(&e)));
            for engine in &engines {
                let found =
                    engine.nimber(&single(&heap)).unwrap_or_else(|e| panic!("{}", game.show(&e)));
                assert_eq!(found, expected, "{name}: {}", reference.show_position(&heap));
            }
        }
    }
}

/// The built-in games whose moves are not all found by programs, and why.
const WALKED: &[(&str, &str)] = &[
    ("stacks", "vectors of as many entries as a choice says"),
    ("octal", "the moves of a code"),
    ("dominoes", "sets of pairs"),
    ("graph_chomp", "graphs as fields"),
    ("green_hackenbush", "graphs as fields"),
];

#[test]
fn programs_find_the_moves() {
    let mut others = Vec::new();
    for (name, text) in specs() {
        let game = Game::read(&name, &text);
        let instance = game.instance(Some(grundy_compiler::Engine::Program), None);
        for position in game.positions() {
            // Whether the value exists is for the other tests.
            let _ = instance.nimber(&single(&position));
        }
        let report = instance.move_report();
        let walked = WALKED.iter().any(|(walked, _)| *walked == name);
        if walked != (report.by_tree > 0 || report.by_program == 0) {
            others.push(format!("{name}: {report:?}"));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn all_engines_agree_on_sums() {
    for (name, text) in specs() {
        let game = Game::read(&name, &text);
        let few = if name == "stacks" { 5 } else { 12 };
        // The reference solves the sum as a whole: what can be reached multiplies.
        let instance = game.instance(None, None);
        let light = |position: &Position| reach(&instance, position, 24).is_some();
        let positions: Vec<Position> =
            game.positions().into_iter().filter(light).take(few).collect();
        assert!(!positions.is_empty(), "{name} has no position from which play is short");
        let mut sums = Vec::new();
        for (i, a) in positions.iter().enumerate() {
            for b in positions.iter().skip(i).step_by(3) {
                let mut sum = single(a);
                sum.sum.push(b.clone(), 1 + i as u64 % 2);
                sum.sum.push_heap(i as u64 % 3, 1);
                sums.push(sum);
            }
        }
        compare_engines(&name, &game, &sums);
    }
}

/// How many positions can be reached from one, unless they are more than `most`.
fn reach(instance: &Instance, position: &Position, most: usize) -> Option<usize> {
    let mut seen = BTreeSet::from([position.clone()]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        for choice in instance.choices(&position).unwrap_or_default() {
            let components = choice.sum.sum.components().iter().map(|(next, _)| next);
            for next in components {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(seen.len())
}

/// A statement is worth something only if it can fail.
#[test]
fn a_changed_digit_fails() {
    for (name, text) in specs() {
        let game = Game::read(&name, &text);
        let instance = game.instance(None, None);
        for statement in &game.checked.spec.statements {
            for wrong in changed(statement) {
                let verdict = instance
                    .check_statement(&wrong)
                    .unwrap_or_else(|e| panic!("{name}: {}", game.show(&e)));
                assert!(
                    matches!(verdict, Verdict::Fails { .. }),
                    "{name}: \"{}\" changed: {verdict:?}",
                    statement.text
                );
            }
        }
    }
}

/// The statement with one of its known values, or a number of a period, one larger.
fn changed(statement: &Statement) -> Vec<Statement> {
    let mut all = Vec::new();
    let mut change = |change: &dyn Fn(&mut Statement) -> bool| {
        let mut wrong = statement.clone();
        if change(&mut wrong) {
            all.push(wrong);
        }
    };
    let add_one = |expr: &mut Expr| match &mut expr.kind {
        ExprKind::Constant(Value::Int(value)) if *value < i64::MAX => {
            *value += 1;
            true
        }
        ExprKind::Constant(Value::Bool(value)) => {
            *value = !*value;
            true
        }
        _ => false,
    };
    if let StatementKind::Expect { values, .. } = &statement.kind {
        for at in [0, values.len() / 2, values.len().saturating_sub(1)] {
            change(&|wrong| match &mut wrong.kind {
                StatementKind::Expect { values, .. } => values.get_mut(at).is_some_and(add_one),
                _ => false,
            });
        }
    }
    let periodic = |wrong: &mut Statement, which: &dyn Fn(&mut Periodic) -> bool| match &mut wrong
        .kind
    {
        StatementKind::Claim(Expr { kind: ExprKind::Periodic(periodic), .. }) => which(periodic),
        _ => false,
    };
    change(&|wrong| periodic(wrong, &|periodic| add_one(&mut periodic.period)));
    change(&|wrong| periodic(wrong, &|periodic| periodic.from.as_mut().is_some_and(add_one)));
    all
}

/// How large heaps may be on the reference engine: stacks of n have 2^n options.
fn most(name: &str, otherwise: i64) -> i64 {
    if name == "stacks" { 6 } else { otherwise }
}

/// The positions of all kinds with one nat up to a size.
fn heaps(game: &Game, most: i64) -> Vec<Position> {
    let mut heaps = Vec::new();
    for (at, kind) in game.checked.spec.kinds.iter().enumerate() {
        let [field] = kind.fields.as_slice() else {
            continue;
        };
        if field.ty != Type::Int {
            continue;
        }
        let kind = KindId::from(at);
        let small =
            game.instance(None, None).small_positions(kind).expect("domains can be evaluated");
        let Some(Value::Int(least)) = small.first().map(|p| p.fields[0].clone()) else {
            continue;
        };
        // A small range as a domain ends early; such kinds are covered by the small positions.
        if small.len() < 6 {
            continue;
        }
        heaps.extend((least..=most).map(|n| Position { kind, fields: Box::new([Value::Int(n)]) }));
    }
    heaps
}
