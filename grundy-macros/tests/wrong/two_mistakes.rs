use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
enum Game {
    #[moves(take(s in n) -> Heap(n - s))]
    Heap { n: u32 },
    #[moves(drop -> Heap(1, 2))]
    Coin { heads: bool },
}

fn main() {
    let _ = Game::solver();
}
