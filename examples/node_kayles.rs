//! Games on graphs: Node Kayles on the squares of boards, and the hull game on any graph.
//!
//! ```text
//! cargo run --release --example node_kayles [ROWS COLUMNS]
//! ```

use grundy::core::graph::{Convexity, Graph, GraphError};
use grundy::prelude::*;

/// The vertices that are left. A move picks one of them, and takes it with its neighbours; components
/// are played side by side.
#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[game(param(g: Graph = grid(3, 3)))]
#[equals(sum(Free(C) for C in components(g, F)))]
#[moves(Free(F): pick(v in F) -> Free(F - closed_neighbours(g, v)))]
struct Free(#[domain(set<vertex>)] u64);

/// The least set that holds the vertices selected so far, and all that lies between them.
#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[game(param(g: Graph = cycle(6)), param(convexity: Convexity = geodesic))]
#[moves(Hull(H): select(v in vertices(g) - H) -> Hull(hull(convexity, g, H | {v})))]
struct Hull(#[domain(set<vertex>)] u64);

/// All vertices of a graph of at most 64.
fn vertices(graph: &Graph) -> u64 {
    (0..graph.order()).fold(0, |set, vertex| set | 1 << vertex)
}

/// The nimber of Node Kayles on a board.
fn board(rows: usize, columns: usize) -> Result<Nimber, Box<dyn std::error::Error>> {
    let g = Graph::grid(rows, columns)?;
    let all = Free(vertices(&g));
    Ok(Free::solver_with(FreeParams { g }).grundy(&all)?)
}

fn graphs() -> Result<[Graph; 5], GraphError> {
    Ok([
        Graph::path(7)?,
        Graph::cycle(7)?,
        Graph::complete_bipartite(2, 3)?,
        Graph::grid(3, 3)?,
        Graph::petersen(),
    ])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sides: Vec<usize> =
        std::env::args().skip(1).map(|side| side.parse()).collect::<Result<_, _>>()?;
    if let [rows, columns] = sides[..] {
        println!("Node Kayles, {rows} x {columns}: {}", board(rows, columns)?);
        return Ok(());
    }
    println!("Node Kayles:");
    for rows in 1..=4 {
        for columns in 1..=6 {
            print!("{:>3}", board(rows, columns)?);
        }
        println!();
    }
    println!("The hull game, by shortest paths, induced paths, and those of at most two edges:");
    for g in graphs()? {
        print!("{:<24}", g.to_string());
        for convexity in [Convexity::Geodesic, Convexity::Monophonic, Convexity::InducedPaths(2)] {
            let params = HullParams { g: g.clone(), convexity };
            print!("{:>3}", Hull::solver_with(params).grundy(&Hull(0))?);
        }
        println!();
    }
    Ok(())
}
