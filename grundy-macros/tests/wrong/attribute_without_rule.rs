use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves]
struct Heap {
    n: u32,
}

fn main() {
    let _ = Heap::solver();
}
