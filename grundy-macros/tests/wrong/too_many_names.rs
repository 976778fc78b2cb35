use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(Heap(n, m): take(s in 1..=n) -> Heap(n - s))]
struct Heap(u32);

fn main() {
    let _ = Heap::solver();
}
