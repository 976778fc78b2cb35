use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(take(s in 1..=n) -> Heap(n - s, not turn))]
struct Heap {
    n: u32,
    turn: bool,
}

fn main() {
    let _ = Heap::solver();
}
