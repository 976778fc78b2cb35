//! Positions that are the same but for where they lie in a graph: what is proved of which rules,
//! and that the values stay those of the definition.
#![allow(missing_docs)]

mod common;

use common::Game;
use grundy_compiler::Engine;
use grundy_compiler::analyse::Likeness;
use grundy_compiler::ir::Play;
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
