use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
enum Game {
    #[moves(take(s in 1..=n) -> Heep(n - s))]
    Heap { n: u32 },
}

fn main() {
    let _ = Game::solver();
}
