use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(take(s in left) -> Squares(left - {s}))]
struct Squares {
    #[domain(set<0..9>)]
    left: i32,
}

fn main() {
    let _ = Squares::solver();
}
