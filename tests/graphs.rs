//! Games on graphs by every way to solve them: split into components or not, each shape once or not,
//! by programs or by walking the rules, by asking for nimbers or by finding all of them.
#![allow(missing_docs)]

mod common;

use common::Game;
use grundy_compiler::value::{Position, SumValue, Value};
use grundy_compiler::{Engine, Error, Instance, Settings};
use grundy_core::{Budget, Limit, Nimber, Outcome, Sum};
use proptest::prelude::*;

/// A game with this rule on a graph.
fn game(graph: &str, clause: &str, rule: &str) -> Game {
    let text = format!(
        "game g\nparam g: graph = {graph}\nposition K(S: set<vertex>) {{\n{clause}\n{rule}\n}}\nstart K(vertices(g))\n"
    );
    Game::read("g", &text)
}

const RULES: [&str; 4] = [
    "move m(v in S) -> K(S - closed_neighbours(g, v))",
    "move m((a, b) in edges(g, S)) -> K(S - {a, b})",
    "move m(C in components(g, S), v in C) when len(components(g, S)) < 4 -> K(S - {v})",
    "move m(v in S) when odd(len(edges(g, S))) or degree(g, v) > 2 -> K(S - {v})",
];

const SPLIT: &str = "equals sum(K(C) for C in components(g, S))";

fn whole(order: usize) -> SumValue {
    let all = Value::set((0..order as i64).map(Value::Int));
    let position = Position { kind: grundy_compiler::ir::KindId::from(0), fields: Box::new([all]) };
    SumValue { sum: Sum::from(position), runs: Vec::new() }
}

fn nimber(game: &Game, engine: Option<Engine>, order: usize) -> Nimber {
    let instance = game.instance(engine, None);
    instance.nimber(&whole(order)).unwrap_or_else(|error| panic!("{}", game.show(&error)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn values_do_not_depend_on_the_way(
        order in 1_usize..8,
        bits in any::<u32>(),
        rule in 0_usize..4,
        names in Just((0_usize..8).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let pairs = (0..order).flat_map(|a| (0..a).map(move |b| (a, b)));
        let edges: Vec<(usize, usize)> =
            pairs.enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, pair)| pair).collect();
        // The same graph with other names for its vertices.
        let mut place: Vec<usize> = names.into_iter().filter(|name| *name < order).collect();
        let text = |place: &[usize]| {
            let edges: Vec<String> =
                edges.iter().map(|(a, b)| format!("({}, {})", place[*a], place[*b])).collect();
            format!("graph({order}, {{{}}})", edges.join(", "))
        };
        let renamed = text(&place);
        place.sort_unstable();
        let graph = text(&place);
        let plain = game(&graph, "", RULES[rule]);
        let expected = nimber(&plain, Some(Engine::Reference), order);
        // Where components are games of their own.
        let clauses = if rule < 2 { vec!["", SPLIT] } else { vec![""] };
        for clause in clauses {
            for graph in [&graph, &renamed] {
                let game = game(graph, clause, RULES[rule]);
                for engine in [None, Some(Engine::Program), Some(Engine::Search)] {
                    prop_assert_eq!(nimber(&game, engine, order), expected, "{} {:?}", graph, engine);
                }
                let outcome = game.instance(None, None);
                let outcome = outcome.outcome(&whole(order), grundy_compiler::ir::Play::Normal);
                prop_assert_eq!(outcome.ok(), Some(Outcome::of(expected)));
            }
        }
    }
}

#[test]
fn larger_boards_agree_with_and_without_their_shapes() {
    for graph in ["grid(3, 4)", "grid(2, 6)", "king(3, 3)", "cycle(11)", "petersen"] {
        for rule in &RULES[..2] {
            let split = game(graph, SPLIT, rule);
            // A guard that looks at a number keeps shapes apart.
            let apart = rule.replace(" -> ", " when all(w >= 0 for w in S) -> ");
            let (apart, order) = (game(graph, "", &apart), order(graph));
            let values = [&split, &apart].map(|game| nimber(game, Some(Engine::Program), order));
            assert_eq!(values[0], values[1], "{graph} {rule}");
            assert_eq!(nimber(&split, Some(Engine::Search), order), values[0]);
        }
    }
}

fn order(graph: &str) -> usize {
    match graph {
        "grid(3, 4)" | "grid(2, 6)" => 12,
        "king(3, 3)" => 9,
        "cycle(11)" => 11,
        _ => 10,
    }
}

#[test]
fn a_limit_is_no_value() {
    let game = game("grid(5, 5)", SPLIT, RULES[1]);
    let full = nimber(&game, None, 25);
    for most in [1, 10, 50] {
        let budget = Budget { max_positions: Some(most), ..Budget::default() };
        let settings = Settings { play: None, budget, engine: None };
        let spec = std::sync::Arc::new(game.checked.spec.clone());
        let sources = std::sync::Arc::new(game.sources.clone());
        let instance = Instance::new(spec, sources, &[], settings).ok().unwrap();
        for _ in 0..2 {
            match instance.nimber(&whole(25)) {
                Err(Error::Limit(Limit::Positions(limit))) => assert_eq!(limit, most),
                other => panic!("{other:?}"),
            }
        }
        assert!(instance.positions() as u64 <= most);
    }
    assert_eq!(full, Nimber::ZERO);
}
