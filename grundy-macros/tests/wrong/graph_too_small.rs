use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[game(param(g: grundy::core::graph::Graph = cycle(2)))]
#[moves(Free(F): pick(v in F) -> Free(F - closed_neighbours(g, v)))]
struct Free(#[domain(set<vertex>)] u64);

fn main() {
    let _ = Free::solver();
}
