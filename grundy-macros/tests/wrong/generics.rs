use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(take(s in 1..=n) -> Heap(n - s))]
struct Heap<const MOST: u32> {
    n: u32,
}

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
enum Game<'a, T> {
    #[moves(take(s in 1..=n) -> Pile(n - s))]
    Pile { n: u32 },
    Other(&'a T),
}

fn main() {}
