//! Every built-in game as Rust: moves, nimbers and outcomes are those of the reference engine.
#![allow(missing_docs)]

mod common;

use std::collections::BTreeSet;

use common::generated::compare;
use grundy::core::rt;

mod games {
    grundy::include_game!("specs/arc_kayles.game");
    grundy::include_game!("specs/chocolate.game");
    grundy::include_game!("specs/couples_are_forever.game");
    grundy::include_game!("specs/dawsons_chess.game");
    grundy::include_game!("specs/dawsons_kayles.game");
    grundy::include_game!("specs/division.game");
    grundy::include_game!("specs/euclid.game");
    grundy::include_game!("specs/exact_nim.game");
    grundy::include_game!("specs/fibonacci_nim.game");
    grundy::include_game!("specs/grundys_game.game");
    grundy::include_game!("specs/hull_paths.game");
    grundy::include_game!("specs/hull_paths_mc.game");
    grundy::include_game!("specs/industrial_nim.game");
    grundy::include_game!("specs/kayles.game");
    grundy::include_game!("specs/lasker.game");
    grundy::include_game!("specs/misere_nim.game");
    grundy::include_game!("specs/mock_turtles.game");
    grundy::include_game!("specs/moore_nim.game");
    grundy::include_game!("specs/nim.game");
    grundy::include_game!("specs/nim_with_passes.game");
    grundy::include_game!("specs/nimble.game");
    grundy::include_game!("specs/octal.game");
    grundy::include_game!("specs/poker_nim.game");
    grundy::include_game!("specs/silver_dollar.game");
    grundy::include_game!("specs/stacks.game");
    grundy::include_game!("specs/staircase.game");
    grundy::include_game!("specs/subtraction.game");
    grundy::include_game!("specs/chomp.game");
    grundy::include_game!("specs/dominoes.game");
    grundy::include_game!("specs/kotzig.game");
    grundy::include_game!("specs/treblecross.game");
    grundy::include_game!("specs/clique_forming.game");
    grundy::include_game!("specs/cram.game");
    grundy::include_game!("specs/geography.game");
    grundy::include_game!("specs/graph_chomp.game");
    grundy::include_game!("specs/green_hackenbush.game");
    grundy::include_game!("specs/hull.game");
    grundy::include_game!("specs/interval.game");
    grundy::include_game!("specs/node_kayles.game");
    grundy::include_game!("specs/notakto.game");
    grundy::include_game!("specs/wythoff.game");
}

macro_rules! games {
    ($($name:ident: $starts:expr;)*) => {
        $(
            #[test]
            fn $name() {
                #[allow(unused_imports)]
                use games::$name::{Position, Position::*, solver};
                let starts: Vec<Position> = $starts.into();
                let text = grundy::builtin::find(stringify!($name)).expect("it is built in").text;
                compare(stringify!($name), text, starts, solver());
            }
        )*

        /// Each game is compared.
        #[test]
        fn all_games_are_compared() {
            let here: BTreeSet<&str> = [$(stringify!($name)),*].into();
            let all: BTreeSet<&str> = grundy::builtin::ALL.iter().map(|game| game.name).collect();
            assert_eq!(here, all);
        }
    };
}

games! {
    chocolate: [Steps { y: 3, z: 8 }, Rectangle { a: 4, b: 5 }];
    couples_are_forever: [Heap { n: 24 }, Row { n: 20 }];
    dawsons_chess: [Files { n: 24 }, Row { n: 20 }];
    dawsons_kayles: [Row { n: 40 }];
    division: [Pile { n: 12 }, Pile { n: 45 }, Pile { n: 30 }, Pile { n: 7 }];
    euclid: [Pair { a: 19, b: 31 }, ToZero { a: 13, b: 8 }, ToZero { a: 0, b: 5 }];
    exact_nim: [Piles { x: vec![2, 3, 3, 4] }, Piles { x: vec![4, 1, 2] }, Piles { x: vec![] }];
    fibonacci_nim: [Heap { n: 18 }, Rest { n: 7, last: 3 }];
    grundys_game: [Heap { n: 40 }];
    hull_paths: [Path { n: 14 }, Half { n: 15 }, Both { n: 16 }, Cycle { n: 14 }, Cycle { n: 3 }, Cycle { n: 4 }, Couples { n: 20 }];
    hull_paths_mc: [Path { n: 14 }, Cycle { n: 9 }, Cycle { n: 3 }];
    industrial_nim: [Heap { n: 30 }];
    kayles: [Row { n: 40 }];
    lasker: [Heap { n: 30 }];
    misere_nim: [Heap { n: 30 }];
    mock_turtles: [Head { n: 12 }, Row { heads: [2, 5, 6].into() }];
    moore_nim: [Piles { x: vec![1, 2, 3, 4] }];
    nim: [Heap { n: 30 }];
    nim_with_passes: [Anytime { x: vec![3, 1, 2], p: 2 }, Burn { x: vec![2, 2], p: 3 }, Table { x: vec![2, 3, 1], p: 1 }];
    octal: [Heap { n: 30 }];
    nimble: [Coin { i: 30 }];
    poker_nim: [Table { x: vec![2, 1], bank: 2, p: 2 }];
    silver_dollar: [Strip { c: vec![1, 4, 6, 9] }];
    stacks: [Stack { k: 6 }, Distinct { k: 6 }];
    staircase: [Stairs { c: vec![1, 3, 2, 2] }];
    subtraction: [Heap { n: 40 }];
    chomp: [Bar { x: vec![4, 3, 2] }];
    dominoes: [Line { end: 1, tiles: rt::Set::of(vec![(0, 0), (0, 1), (1, 1), (0, 2), (1, 2)]) }];
    kotzig: [Token { at: 0, met: [0].into() }];
    treblecross: [Board { X: [2].into() }, Row { m: 12 }, Heap { m: 12 }];
    wythoff: [Board { a: 10, b: 9 }];
    arc_kayles: [Free { F: (0..6).collect() }, Row { n: 9 }];
    clique_forming: [Joined { C: (0..4).collect() }, Hull { H: [1].into() }];
    cram: [Free { F: (0..9).collect() }, Free { F: [0, 1, 4, 5, 7].into() }, Row { n: 9 }];
    geography: [Token { v: 0, met: [0].into() }, Token { v: 3, met: [1, 3].into() }];
    graph_chomp: [Rest { g: rt::built(rt::cycle(5)) }, Rest { g: rt::built(rt::wheel(3)) }];
    green_hackenbush: [Bush { g: rt::built(rt::graph(6, &[(0, 1), (1, 2), (1, 3), (0, 4), (4, 5), (0, 5)])) }];
    hull: [Hull { H: [].into() }, Path { n: 7 }, Half { n: 6 }, Both { n: 7 }, Cycle { n: 6 }];
    interval: [Selected { S: [].into() }, Hull { H: [2].into() }];
    node_kayles: [Free { F: (0..9).collect() }, Files { n: 9 }];
    notakto: [Board { X: [].into() }, Board { X: [4, 5].into() }];
}
