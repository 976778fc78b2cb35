//! Wythoff's game: take any number from one of two heaps, or the same number from both.

use grundy::prelude::*;

/// Two heaps.
#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[symmetric(a, b)]
#[moves(left(s in 1..=a) -> Board(a - s, b))]
#[moves(right(s in 1..=b) -> Board(a, b - s))]
#[moves(both(s in 1..=min(a, b)) -> Board(a - s, b - s))]
struct Board {
    a: u16,
    b: u16,
}

fn main() -> Result<(), SolveError<Board>> {
    let mut solver = Board::solver();
    for a in 0..10 {
        for row in solver.table((0..16).map(|b| Board { a, b })) {
            print!("{:>4}", row?.1);
        }
        println!();
    }
    Ok(())
}
