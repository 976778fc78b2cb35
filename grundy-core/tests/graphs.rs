//! Graphs against plain definitions, on all graphs with at most six vertices and random ones.
#![allow(missing_docs)]

use std::collections::{BTreeMap, BTreeSet};

use grundy_core::Budget;
use grundy_core::graph::{
    Convexity, Graph, GraphError, Intervals, Labelling, Mask, Rows, VertexSet,
};
use proptest::prelude::*;

fn pairs(order: usize) -> Vec<(usize, usize)> {
    (1..order).flat_map(|b| (0..b).map(move |a| (a, b))).collect()
}

/// Every labelled graph with so many vertices.
fn labelled(order: usize) -> impl Iterator<Item = Graph> {
    let pairs = pairs(order);
    (0_u32..1 << pairs.len()).map(move |bits| {
        let chosen = (0..pairs.len()).filter(|at| bits >> at & 1 == 1);
        let edges: Vec<(usize, usize)> = chosen.map(|at| pairs[at]).collect();
        Graph::from_edges(order, &edges).expect("a small graph")
    })
}

/// One graph of each isomorphism class, by brute force over all relabellings.
fn up_to_isomorphism(order: usize) -> Vec<Graph> {
    let orders = permutations(order);
    let pairs = pairs(order);
    let mut seen = vec![false; 1 << pairs.len()];
    let mut found = Vec::new();
    for bits in 0..seen.len() {
        if seen[bits] {
            continue;
        }
        let edges: Vec<(usize, usize)> =
            (0..pairs.len()).filter(|at| bits >> at & 1 == 1).map(|at| pairs[at]).collect();
        for order in &orders {
            let image = edges.iter().fold(0, |image, &(a, b)| {
                let (a, b) = (order[a].min(order[b]), order[a].max(order[b]));
                image | 1 << (b * (b - 1) / 2 + a)
            });
            seen[image] = true;
        }
        found.push(Graph::from_edges(order, &edges).expect("a small graph"));
    }
    found
}

fn permutations(order: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..order {
        all = all
            .iter()
            .flat_map(|start: &Vec<usize>| {
                (0..order).filter(|v| !start.contains(v)).map(|v| [&start[..], &[v]].concat())
            })
            .collect();
    }
    all
}

fn relabelled(graph: &Graph, to: &[usize]) -> Graph {
    let edges: Vec<(usize, usize)> =
        graph.masks().edges(graph.vertices()).map(|(a, b)| (to[a], to[b])).collect();
    let build = if graph.is_directed() { Graph::from_arcs } else { Graph::from_edges };
    build(graph.order(), &edges).expect("as large as before")
}

/// Every path between two vertices without a repeated vertex, by walking.
fn simple_paths(graph: &Graph, path: &mut Vec<usize>, to: usize, then: &mut dyn FnMut(&[usize])) {
    let last = path[path.len() - 1];
    if last == to {
        return then(path);
    }
    for next in graph.neighbours(last).vertices() {
        if !path.contains(&next) {
            path.push(next);
            simple_paths(graph, path, to, then);
            path.pop();
        }
    }
}

/// The interval by its definition: all paths of the convexity between all pairs.
fn plain_interval(graph: &Graph, convexity: Convexity, set: u64) -> u64 {
    let mut interval = set;
    for a in set.vertices() {
        for b in set.vertices().filter(|&b| b > a) {
            let mut paths: Vec<Vec<usize>> = Vec::new();
            simple_paths(graph, &mut vec![a], b, &mut |path| paths.push(path.to_vec()));
            let shortest = paths.iter().map(Vec::len).min();
            let induced = |path: &[usize]| {
                (0..path.len())
                    .all(|i| (i + 2..path.len()).all(|j| !graph.adjacent(path[i], path[j])))
            };
            for path in &paths {
                let counts = match convexity {
                    Convexity::Geodesic => Some(path.len()) == shortest,
                    Convexity::Monophonic => induced(path),
                    Convexity::InducedPaths(k) => induced(path) && path.len() - 1 <= k,
                };
                if counts {
                    interval |= u64::of(path.iter().copied());
                }
            }
        }
    }
    interval
}

const CONVEXITIES: [Convexity; 6] = [
    Convexity::Geodesic,
    Convexity::Monophonic,
    Convexity::InducedPaths(1),
    Convexity::InducedPaths(2),
    Convexity::InducedPaths(3),
    Convexity::InducedPaths(4),
];

fn compare_convexities(graph: &Graph) {
    let budget = Budget::default();
    let rows = graph.rows::<u64>().expect("small");
    for convexity in CONVEXITIES {
        let narrow = Intervals::new(rows.clone(), convexity);
        let wide = graph.intervals(convexity).expect("undirected");
        for set in 0_u64..1 << graph.order() {
            let plain = plain_interval(graph, convexity, set);
            let wide_set = VertexSet::of(set.vertices());
            let wide_interval = wide.interval(wide_set, &budget).expect("no limit");
            assert_eq!(narrow.interval(set, &budget), Ok(plain), "{convexity} {set:b} {graph}");
            assert_eq!(wide_interval.narrow(), Some(plain));
            let mut hull = set;
            while plain_interval(graph, convexity, hull) != hull {
                hull = plain_interval(graph, convexity, hull);
            }
            assert_eq!(narrow.hull(set, &budget), Ok(hull), "{convexity} {set:b} {graph}");
            for more in 0..graph.order() {
                let grown = narrow.hull_with(hull, u64::one(more), &budget);
                assert_eq!(grown, narrow.hull(hull | u64::one(more), &budget));
            }
        }
    }
}

#[test]
fn intervals_and_hulls_are_those_of_the_definition() {
    (0..=4).flat_map(labelled).for_each(|graph| compare_convexities(&graph));
    labelled(5).for_each(|graph| compare_convexities(&graph));
    up_to_isomorphism(6).iter().for_each(compare_convexities);
}

#[test]
fn there_are_as_many_graphs_as_are_known() {
    // OEIS A000088.
    let counts: Vec<usize> = (0..=6).map(|n| up_to_isomorphism(n).len()).collect();
    assert_eq!(counts, [1, 1, 2, 4, 11, 34, 156]);
}

#[test]
fn components_and_distances_are_those_of_the_definition() {
    for graph in (0..=4).flat_map(labelled).chain(up_to_isomorphism(6)) {
        let rows = graph.rows::<u64>().expect("small");
        for within in 0_u64..1 << graph.order() {
            // Two vertices are together when some path inside leads from one to the other.
            let mut reach: Vec<u64> = (0..graph.order()).map(u64::one).collect();
            for _ in 0..graph.order() {
                for v in within.vertices() {
                    let next = (rows.neighbours(v) & within).vertices();
                    reach[v] = next.fold(reach[v], |set, w| set | reach[w]);
                }
            }
            let parts: BTreeSet<u64> = within.vertices().map(|v| reach[v]).collect();
            let components = rows.components(within);
            assert!(components.is_sorted_by_key(|part| part.least()));
            assert_eq!(components.iter().copied().collect::<BTreeSet<u64>>(), parts);
            for v in within.vertices() {
                assert_eq!(rows.component(within, v), reach[v]);
            }
        }
        for a in 0..graph.order() {
            for b in 0..graph.order() {
                let mut shortest = None;
                simple_paths(&graph, &mut vec![a], b, &mut |path| {
                    let length = path.len() - 1;
                    shortest = Some(shortest.map_or(length, |least: usize| least.min(length)));
                });
                assert_eq!(rows.distance(a, b), shortest, "{a} {b} {graph}");
            }
        }
    }
}

#[test]
fn codes_agree_exactly_for_isomorphic_graphs() {
    for order in 0..=5 {
        let mut classes: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        let mut count = 0;
        for graph in labelled(order) {
            let labelling = Labelling::new(graph.masks(), &vec![0; order]);
            // The order must make the graph what the code says.
            let mut place = vec![0; order];
            for (at, &vertex) in labelling.order().iter().enumerate() {
                place[vertex] = at;
            }
            let moved = relabelled(&graph, &place);
            let plain: Vec<u64> =
                (0..order).map(|v| moved.neighbours(v).narrow::<u64>().expect("small")).collect();
            assert_eq!(plain, labelling.code());
            *classes.entry(labelling.code().to_vec()).or_default() += 1;
            count += 1;
        }
        assert_eq!(classes.len(), up_to_isomorphism(order).len());
        assert_eq!(classes.values().sum::<usize>(), count);
    }
}

/// All automorphisms, by trying every permutation.
fn automorphisms(graph: &Graph) -> BTreeSet<Vec<usize>> {
    permutations(graph.order())
        .into_iter()
        .filter(|to| relabelled(graph, to).masks() == graph.masks())
        .collect()
}

#[test]
fn the_automorphisms_are_all_of_them() {
    for graph in (0..=5).flat_map(up_to_isomorphism).chain(up_to_isomorphism(6)) {
        let all = automorphisms(&graph);
        let found = graph.symmetries().all().expect("at most 720");
        assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), all, "{graph}");
        assert_eq!(found.len(), all.len());
    }
    let order = |graph: Graph| graph.symmetries().all().map(<[_]>::len);
    assert_eq!(order(Graph::petersen()), Some(120));
    assert_eq!(order(Graph::hypercube(3).expect("small")), Some(48));
    assert_eq!(order(Graph::hypercube(4).expect("small")), Some(384));
    assert_eq!(order(Graph::grid(4, 4).expect("small")), Some(8));
    assert_eq!(order(Graph::grid(3, 20).expect("small")), Some(4));
    assert_eq!(order(Graph::cycle(64).expect("small")), Some(128));
    assert_eq!(order(Graph::queens(5).expect("small")), Some(8));
    assert_eq!(order(Graph::complete(7).expect("small")), None);
    assert_eq!(order(Graph::complete(200).expect("small")), None);
    assert_eq!(order(Graph::star(300).expect("small")), None);
}

/// Whether the representative is one, by the orbits of all automorphisms.
fn compare_canonical(graph: &Graph) {
    let rows = graph.rows::<u64>().expect("small");
    let automorphisms = automorphisms(graph);
    let orbit = |set: u64| -> BTreeSet<u64> {
        automorphisms.iter().map(|to| u64::of(set.vertices().map(|v| to[v]))).collect()
    };
    for set in 0_u64..1 << graph.order() {
        let orbit = orbit(set);
        let canonical = graph.symmetries().canonical(&rows, set);
        assert!(orbit.contains(&canonical), "{set:b} {graph}");
        for &other in &orbit {
            assert_eq!(graph.symmetries().canonical(&rows, other), canonical);
        }
    }
}

#[test]
fn sets_have_one_representative_in_each_orbit() {
    (0..=4).flat_map(labelled).for_each(|graph| compare_canonical(&graph));
    up_to_isomorphism(5).iter().for_each(compare_canonical);
    // Too many automorphisms to list them.
    compare_canonical(&Graph::complete(7).expect("small"));
    compare_canonical(&Graph::star(7).expect("small"));
}

fn digraph() -> impl Strategy<Value = Graph> {
    (1_usize..=5).prop_flat_map(|order| {
        prop::collection::vec((0..order, 0..order), 0..12).prop_map(move |mut arcs| {
            arcs.retain(|(a, b)| a != b);
            Graph::from_arcs(order, &arcs).expect("a small graph")
        })
    })
}

fn large() -> impl Strategy<Value = (Graph, Vec<usize>)> {
    (1_usize..=90).prop_flat_map(|order| {
        let edges = prop::collection::vec((0..order, 0..order), 0..150);
        let shuffle = Just((0..order).collect::<Vec<usize>>()).prop_shuffle();
        (edges, shuffle).prop_map(move |(mut edges, shuffle)| {
            edges.retain(|(a, b)| a != b);
            (Graph::from_edges(order, &edges).expect("not too large"), shuffle)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn digraphs_have_their_automorphisms_and_representatives(graph in digraph()) {
        let all = automorphisms(&graph);
        let found = graph.symmetries().all().expect("at most 120");
        prop_assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), all);
        compare_canonical(&graph);
        let code = |graph: &Graph| {
            Labelling::new(graph.masks(), &vec![0; graph.order()]).code().to_vec()
        };
        for to in permutations(graph.order()) {
            prop_assert_eq!(code(&relabelled(&graph, &to)), code(&graph));
        }
    }

    #[test]
    fn relabelling_a_large_graph_changes_no_code((graph, to) in large()) {
        let code = |graph: &Graph| {
            Labelling::new(graph.masks(), &vec![0; graph.order()]).code().to_vec()
        };
        let moved = relabelled(&graph, &to);
        prop_assert_eq!(code(&moved), code(&graph));
        let wide = Labelling::new(&graph.rows::<u128>().expect("at most 90"), &vec![0; graph.order()]);
        prop_assert_eq!(wide.code(), &code(&graph)[..]);
    }

    #[test]
    fn graph6_gives_back_what_was_written((graph, _) in large()) {
        let text = graph.to_graph6().expect("undirected");
        prop_assert_eq!(&Graph::from_graph6(&text).expect("just written"), &graph);
        let headed = format!(">>graph6<<{text}\n");
        prop_assert_eq!(&Graph::from_graph6(&headed).expect("with a header"), &graph);
    }
}

#[test]
fn graph6_is_that_of_its_publications() {
    // The example of the format's definition, and well-known graphs.
    let example = Graph::from_edges(5, &[(0, 2), (0, 4), (1, 3), (3, 4)]).expect("small");
    assert_eq!(example.to_graph6().as_deref(), Ok("DQc"));
    let known = [
        ("?", Graph::path(0)),
        ("@", Graph::path(1)),
        ("A_", Graph::path(2)),
        ("Bw", Graph::complete(3)),
        ("C~", Graph::complete(4)),
        ("D~{", Graph::complete(5)),
        ("Dhc", Graph::cycle(5)),
        ("IheA@GUAo", Ok(Graph::petersen())),
    ];
    for (text, graph) in known {
        let graph = graph.expect("small");
        assert_eq!(Graph::from_graph6(text).as_ref(), Ok(&graph), "{text}");
        assert_eq!(graph.to_graph6().as_deref(), Ok(text));
    }
    // Of 63 vertices on the order takes four characters: 63 is 000000 000000 111111.
    let text = Graph::path(63).expect("small").to_graph6().expect("undirected");
    assert!(text.starts_with("~??~") && text.len() == 4 + (63 * 62 / 2_usize).div_ceil(6));
}

#[test]
fn what_is_not_graph6_is_refused() {
    let refused = |text: &str| matches!(Graph::from_graph6(text), Err(GraphError::Graph6(_)));
    for text in ["", ">>graph6<<", "C", "C~~", "D~|", "C w", "~?", "~~????", ":Fa", "&C", "B\u{e9}"]
    {
        assert!(refused(text), "{text}");
    }
    assert_eq!(Graph::from_graph6("~?Go"), Err(GraphError::TooLarge));
}

#[test]
fn graphs_have_the_edges_that_their_names_say() {
    let size = |graph: Result<Graph, GraphError>| {
        let graph = graph.expect("it is not too large");
        (graph.order(), graph.masks().edges(graph.vertices()).count())
    };
    assert_eq!(size(Graph::path(0)), (0, 0));
    assert_eq!(size(Graph::path(5)), (5, 4));
    assert_eq!(size(Graph::cycle(5)), (5, 5));
    assert_eq!(size(Graph::complete(6)), (6, 15));
    assert_eq!(size(Graph::star(6)), (7, 6));
    assert_eq!(size(Graph::wheel(6)), (7, 12));
    assert_eq!(size(Graph::wheel(3)), size(Graph::complete(4)));
    assert_eq!(size(Graph::grid(3, 4)), (12, 17));
    assert_eq!(size(Graph::king(3, 4)), (12, 29));
    assert_eq!(size(Graph::queens(3)), (9, 28));
    assert_eq!(size(Graph::queens(4)), (16, 76));
    assert_eq!(size(Graph::hypercube(0)), (1, 0));
    assert_eq!(size(Graph::hypercube(4)), (16, 32));
    assert_eq!(size(Graph::complete_bipartite(2, 3)), (5, 6));
    assert_eq!(size(Ok(Graph::petersen())), (10, 15));
    assert_eq!(size(Graph::path(512)), (512, 511));
    assert_eq!(Graph::path(513), Err(GraphError::TooLarge));
    assert_eq!(Graph::hypercube(10), Err(GraphError::TooLarge));
    assert_eq!(Graph::hypercube(usize::MAX), Err(GraphError::TooLarge));
    assert_eq!(Graph::grid(usize::MAX, 2), Err(GraphError::TooLarge));
    assert_eq!(Graph::cycle(2), Err(GraphError::TooSmall(3)));
    assert_eq!(Graph::wheel(2), Err(GraphError::TooSmall(3)));
    assert_eq!(Graph::from_edges(3, &[(0, 3)]), Err(GraphError::NoVertex { vertex: 3, order: 3 }));
    assert_eq!(Graph::from_edges(3, &[(2, 2)]), Err(GraphError::Loop(2)));
    assert_eq!(Graph::board("..x"), Err(GraphError::Board('x')));
    assert_eq!(Graph::grid(0, 9).expect("none").order(), 0);
}

#[test]
fn a_graph_may_lose_vertices_and_edges() {
    let grid = Graph::grid(2, 2).expect("small");
    let rest = grid.delete_vertex(0).expect("there is one");
    assert_eq!(rest.to_string(), "graph(3, {(0, 2), (1, 2)})");
    assert_eq!((rest.row(0), rest.column(0)), (Some(0), Some(1)));
    assert_eq!(
        grid.delete_edge(1, 0).expect("there is one").to_string(),
        "graph(4, {(0, 2), (1, 3), (2, 3)})"
    );
    assert_eq!(grid.delete_edge(0, 3), Err(GraphError::NoEdge(0, 3)));
    assert_eq!(grid.delete_vertex(4), Err(GraphError::NoVertex { vertex: 4, order: 4 }));
    assert_eq!(
        grid.contract(0, 1).expect("there is one").to_string(),
        "graph(3, {(0, 1), (0, 2), (1, 2)})"
    );
    let arcs = Graph::from_arcs(3, &[(0, 1), (1, 0), (1, 2)]).expect("small");
    assert_eq!(
        arcs.delete_edge(1, 0).expect("there is one").to_string(),
        "digraph(3, {(0, 1), (1, 2)})"
    );
    assert_eq!(arcs.contract(0, 1).expect("there is one").to_string(), "digraph(2, {(0, 1)})");
    assert!(matches!(arcs.intervals(Convexity::Geodesic), Err(GraphError::Directed)));
    let induced: Rows<u64> = arcs.induced(VertexSet::of([1, 2])).rows().expect("small");
    assert_eq!(induced.neighbours(0), 0b10);
}

#[test]
fn a_search_for_induced_paths_keeps_to_its_budget() {
    let grid = Graph::grid(16, 16).expect("small").intervals(Convexity::Monophonic);
    let stopped = Budget { deadline: Some(std::time::Instant::now()), ..Budget::default() };
    assert!(grid.expect("undirected").between(0, 255, &stopped).is_err());
}
