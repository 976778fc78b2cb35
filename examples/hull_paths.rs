//! The hull game on paths: one enum with four variants, and where the player to move loses.
//!
//! Selected vertices of a path are joined by every induced path of at most two edges between two of
//! them; a move selects a vertex that is not taken yet.

use grundy::prelude::*;

/// A path or cycle of n vertices.
#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
enum Hull {
    /// Nothing is selected.
    #[moves(select(i in 1..=n) -> Half(i) + Half(n - i + 1))]
    Path { n: u32 },
    /// One end is selected.
    #[moves(select(i in 2..=n) -> Both(i) + Half(n - i + 1))]
    Half {
        #[domain(1..)]
        n: u32,
    },
    /// Both ends are selected.
    #[moves(select(i in 2..n) when n >= 4 -> Both(i) + Both(n - i + 1))]
    Both {
        #[domain(1..)]
        n: u32,
    },
    /// A cycle, of which nothing is selected: the first move cuts it open.
    #[moves(select -> if n == 3 then Path(2) else if n == 4 then *1 else Both(n + 1))]
    Cycle {
        #[domain(3..)]
        n: u32,
    },
}

fn main() -> Result<(), SolveError<Hull>> {
    let mut solver = Hull::solver();
    assert_eq!(solver.grundy(&Hull::Path { n: 40 })?, 3);

    println!("The paths that the player to move loses:");
    for row in solver.table((1..=500).map(|n| Hull::Path { n })) {
        if let (Hull::Path { n }, Nimber::ZERO) = row? {
            print!(" {n}");
        }
    }
    println!();

    println!("The cycles that the player to move wins:");
    for n in 3..=500 {
        if solver.outcome(&Hull::Cycle { n })? == Outcome::N {
            print!(" {n}");
        }
    }
    println!();

    let sum = Hull::Path { n: 7 } + Hull::Cycle { n: 5 };
    println!("{sum:?} has nimber {}.", solver.grundy(&sum)?);
    Ok(())
}
