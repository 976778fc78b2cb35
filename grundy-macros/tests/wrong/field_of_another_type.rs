use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(take -> 0)]
struct Heap {
    name: String,
}

fn main() {
    let _ = Heap::solver();
}
