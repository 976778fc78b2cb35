use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(take(s in 1..=n) -> Heap(n - s))]
#[moves(take when n > 0 -> Heap(0))]
struct Heap {
    n: u32,
}

fn main() {
    let _ = Heap::solver();
}
