//! Exact Nim: a move lowers exactly k of four heaps, each by at least one stone.

use grundy::prelude::*;

/// Four heaps.
#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[game(param(k: u8 = 2))]
#[symmetric(x)]
#[moves(
    lower(I in subsets(0..len(x), k), d[i in I] in 1..=x[i]) -> Piles(x with [i in I] -= d[i])
)]
struct Piles {
    x: [u8; 4],
}

fn main() -> Result<(), SolveError<Piles>> {
    for k in 1..=4 {
        let mut solver = Piles::solver_with(PilesParams { k });
        print!("k = {k}:");
        for x in [[1, 1, 2, 2], [1, 1, 2, 4], [1, 2, 4, 4], [2, 3, 3, 3], [4, 4, 4, 4]] {
            print!("  {x:?} {}", solver.grundy(&Piles { x })?);
        }
        println!();
    }
    Ok(())
}
