use grundy::prelude::*;

game! {
    game kayles
    /// A row of pins.
    position Row(n: nat) {
        move bowl(k in 1..=2, left in 0..=m - k) -> Row(left) + Row(n - k - left)
    }
}

fn main() {
    let _ = kayles::solver().grundy(&kayles::Position::Row { n: 3 });
}
