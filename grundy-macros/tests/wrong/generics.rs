use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(take(s in 1..=n) -> Heap(n - s))]
struct Heap<T> {
    n: T,
}

fn main() {}
