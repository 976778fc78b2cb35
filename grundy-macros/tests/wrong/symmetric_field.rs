use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[symmetric(a, c)]
#[moves(left(s in 1..=a) -> Board(a - s, b))]
struct Board {
    a: u32,
    b: u32,
}

fn main() {
    let _ = Board::solver();
}
