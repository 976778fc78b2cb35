use grundy::prelude::*;

const MOST: u32 = 3;

fn squares<T: From<u8>>(_: T) -> Vec<i64> {
    Vec::new()
}

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
enum Game {
    #[moves(take(s in squares(n)) when s < MOST and s < LEAST -> Heap(n - s))]
    Heap { n: u32 },
    #[moves(Pair(a, b): left(s in pick(a)) -> Pair(a - s))]
    Pair(u32, u32),
    #[moves(Lost(a): drop(s in 1.. =a) -> Lost(a - s))]
    Lost(u32),
}

fn main() {
    let _ = Game::solver();
}
