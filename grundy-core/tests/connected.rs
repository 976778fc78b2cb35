//! The file of all connected graphs with seven vertices, each once: made by the canonical
//! labelling, from graphs with fewer vertices.

use std::collections::BTreeSet;
use std::path::Path;

use grundy_core::graph::{Graph, Mask};

/// All graphs with one more vertex, each in canonical form.
fn larger(graphs: &BTreeSet<Graph>) -> BTreeSet<Graph> {
    let mut larger = BTreeSet::new();
    for graph in graphs {
        let new = graph.order();
        let edges: Vec<(usize, usize)> = graph.masks().edges(graph.vertices()).collect();
        for neighbours in 0..1_u64 << new {
            let more = neighbours.vertices().map(|v| (v, new));
            let edges: Vec<_> = edges.iter().copied().chain(more).collect();
            larger.insert(Graph::from_edges(new + 1, &edges).unwrap().canonical());
        }
    }
    larger
}

#[test]
fn the_file_holds_all_connected_graphs_with_seven_vertices() {
    let mut graphs = BTreeSet::from([Graph::from_edges(0, &[]).unwrap()]);
    let mut counts = Vec::new();
    for _ in 0..7 {
        graphs = larger(&graphs);
        counts.push(graphs.len());
    }
    assert_eq!(counts, [1, 2, 4, 11, 34, 156, 1044]);
    let connected = graphs.iter().filter(|g| g.masks().components(g.vertices()).len() == 1);
    let lines: String = connected.map(|g| g.to_graph6().unwrap() + "\n").collect();
    assert_eq!(lines.lines().count(), 853);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/graphs/connected7.g6");
    if std::env::var_os("UPDATE_GRAPHS").is_some() {
        std::fs::write(&file, &lines).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), lines);
}
