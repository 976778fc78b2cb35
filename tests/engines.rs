//! Small games in which a way to solve could overlook something: every engine against the reference.
#![allow(missing_docs)]

mod common;

use common::{Game, compare_engines, single};

fn compare(name: &str, text: &str) {
    let game = Game::read(name, text);
    let sums: Vec<_> = game.positions().iter().map(single).collect();
    assert!(sums.len() >= 10, "{name} has few small positions");
    compare_engines(name, &game, &sums);
}

/// A field counts as one that no move changes when only moves that are never legal would change it.
#[test]
fn a_move_that_would_change_a_fixed_field_is_no_move_of_the_heap() {
    compare(
        "edge",
        "game edge
         position K(n: nat, m: nat) {
             move clear when n > 0 -> K(0, m)
             move lose(v in 1..n) when legal -> K(v, -v)
         }",
    );
    compare(
        "wrong",
        "game wrong
         position K(n: nat, m: nat) {
             move take(v in 0..n) -> K(v, m)
             move lose(v in 1..n) -> K(v, -v)
         }",
    );
}

/// The domain of a field that no move changes may depend on the one that shrinks.
#[test]
fn a_heap_leaves_the_domain_of_a_fixed_field() {
    compare(
        "edge",
        "game edge
         position K(n: nat, m: 0..=n) { move take(v in 0..n) when legal -> K(v, m) }",
    );
    compare(
        "wrong",
        "game wrong
         position K(n: nat, m: 0..=n) { move take(v in 0..n) -> K(v, m) }",
    );
    compare(
        "below",
        "game below
         position K(n: -2.., m: 0..=n) { move three -> K(n - 3, m) }",
    );
}

/// An index of a vector is known while a program is made, and so is its remainder.
#[test]
fn the_remainder_of_a_known_number() {
    for guard in ["i mod 2 == 0", "i mod 2 == 1", "even(i)", "odd(i)", "(i + 3) mod 4 <= q"] {
        let text = format!(
            "game remainder
             position V(x: [nat; 2], q: 0..=3) {{
                 move take(i in 0..2, s in 2..=3) when s <= x[i] and {guard}
                     -> V(x with [i] -= s, i)
             }}"
        );
        compare(guard, &text);
    }
}
