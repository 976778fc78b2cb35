use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
enum Game {
    #[moves(Row(n): take(s in 1..=n) -> Heap(n - s))]
    Heap(u32),
}

fn main() {
    let _ = Game::solver();
}
