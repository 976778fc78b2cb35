//! Positions that are the same but for where they lie in a graph: what is proved of which rules,
//! and that the values stay those of the definition.
#![allow(missing_docs)]

mod common;

use std::collections::BTreeSet;

use common::Game;
use grundy_compiler::Engine;
use grundy_compiler::analyse::{Likeness, Picks};
use grundy_compiler::ir::{KindId, ParamId, Play};
use grundy_compiler::value::{Position, Value};
use proptest::prelude::*;

/// Rules of a kind `K(S: set<vertex>)`, and what is proved of them.
const RULES: &[(&str, Option<Likeness>)] = {
    const SHAPE: Option<Likeness> = Some(Likeness::Shape);
    const AUTOMORPHISM: Option<Likeness> = Some(Likeness::Automorphism);
    &[
        ("move m(v in S) -> K(S - closed_neighbours(g, v))", SHAPE),
        ("move m(v in S) -> K((S - neighbours(g, v)) - {v})", SHAPE),
        ("move m(v in S) -> K(S & neighbours(g, v))", SHAPE),
        ("move m((a, b) in edges(g, S)) -> K(S - {a, b})", SHAPE),
        ("move m((a, b) in edges(g, S)) -> K(S - {b, a}) + *len({a} | {b})", SHAPE),
        (
            "move m(C in components(g, S), v in C) -> sum(K(D) for D in components(g, C - {v}))",
            SHAPE,
        ),
        ("move m(v in S) when all(not adjacent(g, v, w) for w in S) -> K(S - {v})", SHAPE),
        ("move m(v in S) when len(S) > 2 -> K(component(g, S, v) - {v}) + *len(S - {v})", SHAPE),
        (
            "equals sum(K(C) for C in components(g, S))
          move m(v in S) -> K(S - (vertices(g) & closed_neighbours(g, v)))",
            SHAPE,
        ),
        ("move m(v in S) -> K({w for w in S, if v != w and not adjacent(g, v, w)})", SHAPE),
        // These look outside of the set.
        ("move m(v in S) when degree(g, v) > 1 -> K(S - {v})", AUTOMORPHISM),
        ("move m(v in S) when len(neighbours(g, v) - S) < 2 -> K(S - {v})", AUTOMORPHISM),
        (
            "move m(v in vertices(g) - S) when len(S) < 4 -> K(hull(geodesic, g, S | {v}))",
            AUTOMORPHISM,
        ),
        (
            "move m(v in vertices(g) - interval(induced_paths(3), g, S)) when len(S) < 4 -> K(S | {v})",
            AUTOMORPHISM,
        ),
        (
            "move m(v in S, w in vertices(g) - S) when adjacent(g, v, w) and len(S) < 4 -> K(S | {w})",
            AUTOMORPHISM,
        ),
        (
            "ends when any(S <= closed_neighbours(g, v) for v in vertices(g))
          move m(v in S) -> K(S - {v})",
            AUTOMORPHISM,
        ),
        ("move m(T in subsets(S, 1..=2)) when T not in {{}, S} -> K(S - T)", SHAPE),
        // These depend on the numbers of the vertices.
        ("move m(v in S) when v != 1 -> K(S - {v})", None),
        ("move m(v in S) when v mod 2 == 0 -> K(S - {v})", None),
        ("move m(v in S) when all(v <= w for w in S) -> K(S - {v})", None),
        ("move m when len(S) > 0 -> K(S - {first(v for v in S)})", None),
        ("move m when len(S) > 0 -> K(S - {min(S)})", None),
        ("move m((a, b) in edges(g, S)) -> K(S - {a})", None),
        ("move m((a, b) in edges(g, S)) -> K(S - {a} - {b}) + K({b})", None),
        ("move m(v in S & {0, 1}) -> K(S - {v})", None),
        ("move m(v in S) -> K(canonical(g, S - {v}))", None),
        ("move m(v in S, i in 0..len(S)) when sort(S)[i] == v and even(i) -> K(S - {v})", None),
        ("move m(v in S) -> K(S - neighbours(path(len(vertices(g))), v) - {v})", None),
    ]
};

fn game(rule: &str, graph: &str) -> String {
    format!("game alike\nparam g: graph = {graph}\nposition K(S: set<vertex>) {{\n{rule}\n}}\n")
}

#[test]
fn what_is_proved_follows_from_the_rules() {
    for (rule, wanted) in RULES {
        let game = Game::read("alike", &game(rule, "cycle(6)"));
        let instance = game.instance(None, None);
        let found = instance.plan().analysis.alike[0].as_ref().map(|alike| alike.likeness);
        assert_eq!(found, *wanted, "{rule}");
    }
}

#[test]
fn a_likeness_falls_with_the_kinds_that_are_led_to() {
    let text = "game alike
        param g: graph = cycle(5)
        position Free(S: set<vertex>) { move m(v in S) -> Chain(S - {v}, v) }
        position Chain(S: set<vertex>, at: vertex) {
            move go(v in S & neighbours(g, at)) -> Chain(S - {v}, v)
            move stop -> Count(len(S))
        }
        position Count(n: nat) { move take(s in 1..=n) when s != 2 -> Count(n - s) }
        position Odd(S: set<vertex>) { move m(v in S) -> Low(S - {v}) }
        position Low(S: set<vertex>) { move m(v in S) when v < 3 -> Odd(S - {v}) }";
    let game = Game::read("alike", text);
    let instance = game.instance(None, None);
    let found: Vec<Option<Likeness>> = (instance.plan().analysis.alike.iter())
        .map(|alike| alike.as_ref().map(|alike| alike.likeness))
        .collect();
    let automorphism = Some(Likeness::Automorphism);
    assert_eq!(found, [automorphism, automorphism, None, None, None]);
    common::compare_engines("alike", &game, &singles(&game, 40));
}

fn singles(game: &Game, most: usize) -> Vec<grundy_compiler::value::SumValue> {
    game.positions().iter().take(most).map(common::single).collect()
}

/// A graph with up to six vertices, often with symmetries.
fn graph() -> impl Strategy<Value = String> {
    let drawn = (1_usize..=6).prop_flat_map(|order| {
        prop::collection::vec((0..order, 0..order), 0..10).prop_map(move |edges| {
            let edges: Vec<String> = (edges.iter().filter(|(a, b)| a != b))
                .map(|(a, b)| format!("({a}, {b})"))
                .collect();
            format!("graph({order}, {{{}}})", edges.join(", "))
        })
    });
    let named = prop::sample::select(vec![
        "grid(2, 3)",
        "cycle(5)",
        "cycle(6)",
        "star(4)",
        "complete(4)",
        "complete(6)",
        "path(5)",
        "complete_bipartite(2, 3)",
        "wheel(4)",
        "graph(6, {(0, 1), (2, 3), (4, 5)})",
    ]);
    prop_oneof![drawn, named.prop_map(str::to_string)]
}

/// The nimbers of all sets of vertices of a graph, by the definition; what a move takes is given by
/// the vertices that are picked.
fn nimbers(order: usize, takings: &dyn Fn(u32) -> Vec<u32>) -> Vec<u32> {
    let mut nimbers: Vec<u32> = Vec::new();
    for set in 0..1_u32 << order {
        let options = takings(set).into_iter().map(|taken| nimbers[(set & !taken) as usize]);
        let seen: BTreeSet<u32> = options.collect();
        nimbers.push((0..).find(|nimber| !seen.contains(nimber)).unwrap());
    }
    nimbers
}

#[test]
fn sets_on_boards_have_the_values_of_the_definition() {
    let rules = [
        "move m((a, b) in edges(g, S)) -> K(S - {a, b})",
        "move m(v in S) -> K(S - closed_neighbours(g, v))",
        "move m(v in S) -> K(S - {v})",
    ];
    let graphs = [
        "grid(3, 4)",
        "grid(2, 6)",
        "king(3, 3)",
        "cycle(10)",
        "graph(9, {(0, 1), (1, 2),
        (3, 4), (4, 5), (6, 7), (7, 8), (2, 5)})",
    ];
    let graphs = graphs.into_iter().flat_map(|graph| rules.iter().map(move |rule| (graph, *rule)));
    for (graph, rule) in graphs {
        let text = game(&format!("equals sum(K(C) for C in components(g, S)) {rule}"), graph);
        let game = Game::read("alike", &text);
        let instance = game.instance(None, None);
        let picks = if rule == rules[0] { Picks::Pairs } else { Picks::Any };
        assert_eq!(instance.plan().analysis.picks, [Some(picks)], "{rule}");
        let Value::Graph(graph) = instance.param(ParamId::from(0)).clone() else { unreachable!() };
        let rows = graph.rows::<u64>().unwrap();
        let joined = |v: usize| rows.neighbours(v) as u32;
        let members = |set: u32| (0..graph.order()).filter(move |v| set >> v & 1 == 1);
        let nimbers = nimbers(graph.order(), &|set| match rule {
            _ if rule == rules[0] => {
                (rows.edges(set.into())).map(|(a, b)| 1 << a | 1 << b).collect()
            }
            _ if rule == rules[1] => members(set).map(|v| 1 << v | joined(v)).collect(),
            _ => members(set).map(|v| 1 << v).collect(),
        });
        // The largest sets first: what they ask of the others leaves much open.
        let step = if graph.order() > 9 { 7 } else { 1 };
        for set in (0..1_u32 << graph.order()).rev().step_by(step) {
            let vertices = members(set).map(|v| Value::Int(v as i64)).collect();
            let fields = Box::new([Value::Set(vertices)]);
            let sum = common::single(&Position { kind: KindId::from(0), fields });
            let alone = if set % 64 == 0 { game.instance(None, None) } else { instance.clone() };
            let (found, wanted) = (alone.nimber(&sum).unwrap().get(), nimbers[set as usize]);
            assert_eq!(found, u64::from(wanted), "{rule} on {graph}: {set:b}");
        }
    }
}

#[test]
fn only_takings_of_what_is_picked_are_answered_by_their_images() {
    let rules = [
        ("move m(v in S) -> K((S - neighbours(g, v)) - {v})", false),
        ("move m(v in S) when len(S) > 2 -> K(S - {v})", false),
        ("move m((a, b) in edges(g, S)) -> K(S - {a, b}) + *1", false),
        (
            "move m((a, b) in edges(g, S)) -> K(S - closed_neighbours(g, a) - closed_neighbours(g, b))",
            false,
        ),
        ("move m(v in S) -> K(S & neighbours(g, v))", false),
        ("move m(T in subsets(S, 1..=2)) -> K(S - T)", false),
        ("ends when len(S) == 3 move m(v in S) -> K(S - {v})", false),
        ("move m(v in S) -> K(S - {v}) move n((a, b) in edges(g, S)) -> K(S - {b, a})", true),
    ];
    for (rule, wanted) in rules {
        let game = Game::read("alike", &game(rule, "cycle(6)"));
        assert_eq!(game.instance(None, None).plan().analysis.picks[0].is_some(), wanted, "{rule}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn values_are_those_of_the_definition(graph in graph(), rule in prop::sample::select(RULES)) {
        let game = Game::read("alike", &game(rule.0, &graph));
        let sums = singles(&game, 64);
        for play in [Play::Normal, Play::Misere] {
            let instances =
                [None, Some(Engine::Reference)].map(|engine| game.instance(engine, Some(play)));
            for sum in &sums {
                let [found, wanted] =
                    [0, 1].map(|at| common::answer(&game, &instances[at], sum, play));
                let shown = instances[0].show_sum(sum);
                prop_assert_eq!(found, wanted, "{} on {}: {} under {}", rule.0, graph, shown, play);
            }
        }
    }
}
