use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[game(param(k: u8 = -1))]
#[moves(take(s in 1..=k) when s <= n -> Heap(n - s))]
struct Heap {
    n: u32,
}

fn main() {
    let _ = Heap::solver();
}
