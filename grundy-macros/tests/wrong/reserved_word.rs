use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(take(s in 1..=start) -> Heap(start - s))]
struct Heap {
    start: u32,
}

fn main() {
    let _ = Heap::solver();
}
