//! Random small games: every engine against the reference, under both conventions.
#![allow(missing_docs)]

mod common;

use std::path::Path;
use std::{env, fs};

use common::random::{board, expressions, heaps, row};
use common::{Game, compare_engines, single};
use grundy_compiler::Instance;
use grundy_compiler::ir::KindId;
use grundy_compiler::value::{Position, SumValue, Value};
use grundy_core::Sum;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Heaps of each kind and a few sums of them.
fn heap_sums(game: &Game, most: i64) -> Vec<SumValue> {
    let kinds = 0..game.checked.spec.kinds.len();
    let heap = |kind: usize, n: i64| Position {
        kind: KindId::from(kind),
        fields: Box::new([Value::Int(n)]),
    };
    let mut sums = Vec::new();
    for kind in kinds.clone() {
        sums.extend((0..=most).map(|n| single(&heap(kind, n))));
    }
    for n in 0..=4 {
        let mut sum = Sum::from(heap(0, n));
        sum.push(heap(kinds.end - 1, 4 - n), 2);
        sum.push_heap(n as u64 % 3, 1);
        sums.push(SumValue { sum, runs: Vec::new() });
    }
    sums
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn heaps_have_the_values_of_the_reference(text in heaps()) {
        let game = Game::read("random.game", &text);
        compare_engines(&text, &game, &heap_sums(&game, 6));
        // Normal play alone reaches further.
        let reference = game.instance(Some(grundy_compiler::Engine::Reference), None);
        let planned = game.instance(None, None);
        for kind in 0..game.checked.spec.kinds.len() {
            for n in 10..=40 {
                let sum = single(&Position { kind: KindId::from(kind), fields: Box::new([Value::Int(n)]) });
                let value = |instance: &Instance| common::answer(&game, instance, &sum, grundy_compiler::ir::Play::Normal);
                prop_assert_eq!(value(&planned), value(&reference), "{} at {}", text, n);
            }
        }
    }

    #[test]
    fn boards_have_the_values_of_the_reference(text in board()) {
        let game = Game::read("random.game", &text);
        let sums: Vec<SumValue> = game.positions().iter().take(40).map(single).collect();
        compare_engines(&text, &game, &sums);
    }

    #[test]
    fn expressions_have_the_values_of_the_reference(text in expressions()) {
        let game = Game::read("random.game", &text);
        let sums: Vec<SumValue> = game.positions().iter().step_by(7).take(16).map(single).collect();
        // Where rules are at fault, misère play may be decided without them on one way alone.
        common::compare_under(grundy_compiler::ir::Play::Normal, &text, &game, &sums);
    }

    #[test]
    fn rows_have_the_values_of_the_reference(text in row()) {
        let game = Game::read("random.game", &text);
        let sums: Vec<SumValue> = game.positions().iter().step_by(3).take(25).map(single).collect();
        compare_engines(&text, &game, &sums);
    }
}

/// So many games of each sort are compiled as Rust, in `random_generated.rs`.
const IN_RUST: [(&str, usize); 4] = [("heaps", 10), ("board", 6), ("row", 5), ("expressions", 8)];

#[test]
fn the_games_in_rust_are_those_of_the_seed() {
    let mut runner = TestRunner::deterministic();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/random_games");
    for (sort, count) in IN_RUST {
        let games = match sort {
            "heaps" => heaps().boxed(),
            "board" => board().boxed(),
            "row" => row().boxed(),
            _ => expressions().boxed(),
        };
        for at in 0..count {
            let text = games.new_tree(&mut runner).expect("there are games").current();
            let file = folder.join(format!("{sort}_{at}.game"));
            if env::var_os("UPDATE_RANDOM_GAMES").is_some() {
                fs::write(&file, &text).expect("the file can be written");
            }
            let there = fs::read_to_string(&file).expect("the file is there");
            assert!(there == text, "{sort}_{at} is not what the seed gives");
        }
    }
}
