//! Rules about sets of vertices as generated Rust, on graphs made at random, against the reference engine.
#![allow(missing_docs)]

mod common;

use common::generated::compare;
use grundy::core::graph::Graph;
use grundy::core::rt::IntSet;
use proptest::prelude::*;

mod games {
    grundy::include_game!("tests/graphs/rules.game");
}

use games::rules::{Params, Position, solver_with};

const RULES: &str = include_str!("graphs/rules.game");

/// A position of each kind.
macro_rules! kinds {
    ($($kind:ident)*) => {
        fn kinds(vertices: &IntSet) -> Vec<Position> {
            vec![$(Position::$kind { S: vertices.clone() }),*]
        }
    };
}

kinds! {
    K0 K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 K14 K15 K16 K17 K18 K19 K20 K21 K22 K23 K24 K25 K26 K27 K28 K29 K30
}

/// A graph, as the game language writes it and in Rust.
fn graph() -> impl Strategy<Value = (String, Graph)> {
    let drawn = (1_usize..=5, any::<bool>()).prop_flat_map(|(order, directed)| {
        prop::collection::vec((0..order, 0..order), 0..8).prop_map(move |mut edges| {
            edges.retain(|(a, b)| a != b);
            let pairs: Vec<String> = edges.iter().map(|(a, b)| format!("({a}, {b})")).collect();
            let (name, graph) = match directed {
                true => ("digraph", Graph::from_arcs(order, &edges)),
                false => ("graph", Graph::from_edges(order, &edges)),
            };
            (format!("{name}({order}, {{{}}})", pairs.join(", ")), graph.expect("it is a graph"))
        })
    });
    let named =
        [Graph::grid(2, 3), Graph::cycle(6), Graph::star(4), Graph::complete(5), Graph::path(5)];
    let named = named.map(|graph| graph.expect("it is a graph"));
    let named = prop::sample::select(named.to_vec());
    prop_oneof![drawn, named.prop_map(|graph| (graph.to_string(), graph))]
}

/// Compares all kinds on a graph, from some sets on.
fn compare_on(text: &str, graph: &Graph, sets: &[IntSet]) {
    let rules = RULES.replace("param g: graph = cycle(6)", &format!("param g: graph = {text}"));
    let solver = || solver_with(Params { g: graph.clone().into() });
    for at in 0..kinds(&IntSet::default()).len() {
        let starts = sets.iter().map(|set| kinds(set).swap_remove(at)).collect();
        compare("rules", &rules, starts, solver());
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 10, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn values_are_those_of_the_reference((text, graph) in graph(), picked in any::<u8>()) {
        let order = graph.order() as i64;
        let some = (0..order).filter(|vertex| picked >> vertex & 1 == 1).collect();
        compare_on(&text, &graph, &[(0..order).collect(), some]);
    }
}

#[test]
fn vertices_beyond_a_word_are_vertices() {
    let graphs = [(Graph::cycle(66), [1, 63, 64, 65]), (Graph::grid(9, 8), [62, 63, 70, 71])];
    for (graph, set) in graphs {
        let graph = graph.expect("it is a graph");
        compare_on(&graph.to_string(), &graph, &[set.into()]);
    }
}

#[test]
fn boards_of_many_squares_are_solved() {
    let graph = Graph::grid(4, 4).expect("it is a graph");
    let mut solver = solver_with(Params { g: graph.into() });
    for start in kinds(&(0..16).collect()).into_iter().skip(28) {
        let nimber = solver.grundy(&start).expect("it has a nimber");
        let symmetric = matches!(start, Position::K28 { .. } | Position::K29 { .. });
        assert!(!symmetric || nimber == 0, "{start}");
    }
}
