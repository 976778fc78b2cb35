//! A game whose rules call a function of the program, and one that is written by hand.

use std::collections::BTreeSet;

use grundy::prelude::*;

/// The numbers of stones that may be taken: those with as many binary ones as the day has.
fn allowed(n: i64) -> BTreeSet<i64> {
    (1..=n).filter(|s| s.count_ones() == DAY).collect()
}

/// The second day.
const DAY: u32 = 2;

/// A heap of stones.
#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(take(s in allowed(n)) when n > DAY -> Heap(n - s))]
struct Heap {
    n: u32,
}

/// A row of coins that show heads or tails; turn one from heads to tails, and its neighbours too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Coins(Vec<bool>);

impl Impartial for Coins {
    fn options(&self, options: &mut Options<Coins>) -> Result<(), RuleError> {
        for i in (0..self.0.len()).filter(|&i| self.0[i]) {
            let mut coins = self.0.clone();
            // Those to the left are turned too, so the heads move to the left and play ends.
            coins[..=i].iter_mut().rev().take(2).for_each(|coin| *coin = !*coin);
            options.push(Coins(coins));
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut heaps = Heap::solver();
    for row in heaps.table((0..=20).map(|n| Heap { n })) {
        print!("{} ", row?.1);
    }
    println!();

    let mut coins = Coins::solver();
    println!("{}", coins.grundy(&Coins(vec![false, true, true, false, true]))?);
    Ok(())
}
