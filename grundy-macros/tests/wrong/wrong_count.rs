use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(take(s in 1..=n) -> Heap(n - s, s))]
struct Heap {
    n: u32,
}

fn main() {
    let _ = Heap::solver();
}
