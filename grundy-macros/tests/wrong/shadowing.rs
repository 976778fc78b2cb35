use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(take(n in 1..=n) -> Heap(n))]
struct Heap {
    n: u32,
}

fn main() {
    let _ = Heap::solver();
}
