//! Kayles: bowl over one pin or two neighbouring ones in a row of pins.

use grundy::prelude::*;

/// A row of pins.
#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(Row(n): bowl(k in 1..=2, left in 0..=n - k) -> Row(left) + Row(n - k - left))]
struct Row(u64);

fn main() -> Result<(), SolveError<Row>> {
    let mut solver = Row::solver();
    for tens in 0..8 {
        print!("{:>3} |", 10 * tens);
        for row in solver.table((10 * tens..10 * tens + 10).map(Row)) {
            print!("{:>3}", row?.1);
        }
        println!();
    }

    let proof = solver.period(&Row(0), 1000)?.expect("Kayles is periodic");
    println!("The period is {}, from {} on.", proof.period, proof.preperiod);
    println!("A row of 10^12 pins has nimber {}.", solver.grundy(&Row(1_000_000_000_000))?);

    let rows = Row(9) + 2 * Row(5) + Row(4);
    for option in solver.winning_moves(&rows)? {
        println!("A move that wins: {:?}", option.components());
    }
    Ok(())
}
