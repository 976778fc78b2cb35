use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq)]
#[moves(take -> 0)]
struct Heap {
    n: f64,
}

fn main() {}
