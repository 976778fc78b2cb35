//! Small games given by their options, and their values by the definition.

use std::collections::HashMap;

use grundy_core::{Options, Rules, Sum};
use proptest::prelude::*;

/// A game as a list of positions, each with its options: copies of earlier positions and Nim heaps.
#[derive(Clone, Debug)]
pub struct Listed(pub Vec<Vec<Sum<usize>>>);

impl Rules for Listed {
    type Position = usize;
    type Error = String;

    fn options(&self, &position: &usize, options: &mut Options<usize>) -> Result<(), String> {
        let listed = self.0.get(position).ok_or("no such position")?;
        options.extend(listed.iter().cloned());
        Ok(())
    }
}

/// Games of up to `positions` positions, each leading to earlier ones, to the sum of at most
/// `parts` of them.
pub fn listed(positions: usize, parts: usize) -> impl Strategy<Value = Listed> {
    let sum = prop::collection::vec((any::<prop::sample::Index>(), 1_u64..3), 0..=parts);
    let option = (sum, 0_u64..=3);
    prop::collection::vec(prop::collection::vec(option, 0..4), 1..=positions).prop_map(|choices| {
        let lists = choices.into_iter().enumerate().map(|(position, options)| {
            let options = options.into_iter().map(|(parts, heap)| {
                let mut sum = Sum::zero();
                for (index, copies) in parts.into_iter().filter(|_| position > 0) {
                    sum.push(index.index(position), copies);
                }
                sum.push_heap(heap, heap % 2);
                sum
            });
            options.collect()
        });
        Listed(lists.collect())
    })
}

/// The multiset of a sum as a sorted list, with heaps as negative numbers.
pub type Bag = Vec<i64>;

pub fn bag(sum: &Sum<usize>) -> Bag {
    let mut bag = Vec::new();
    for &(position, copies) in sum.components() {
        bag.extend((0..copies).map(|_| position as i64));
    }
    for &(size, copies) in sum.heaps() {
        bag.extend((0..copies).map(|_| -(size as i64)));
    }
    bag.sort_unstable();
    bag
}

/// Every sum that one move leads to.
pub fn moves(game: &Listed, from: &Bag) -> Vec<Bag> {
    let mut moves = Vec::new();
    for (at, &component) in from.iter().enumerate() {
        let options: Vec<Bag> = if component < 0 {
            (0..-component).map(|size| if size == 0 { vec![] } else { vec![-size] }).collect()
        } else {
            game.0[component as usize].iter().map(bag).collect()
        };
        for mut option in options {
            option.extend(from[..at].iter().chain(&from[at + 1..]));
            option.sort_unstable();
            moves.push(option);
        }
    }
    moves
}

/// Whether the player to move wins, by the definition; `end` says so of a sum without moves.
pub fn won(game: &Listed, sum: &Bag, end: bool, memo: &mut HashMap<Bag, bool>) -> bool {
    if let Some(&won) = memo.get(sum) {
        return won;
    }
    let moves = moves(game, sum);
    let value = if moves.is_empty() { end } else { moves.iter().any(|m| !won(game, m, end, memo)) };
    memo.insert(sum.clone(), value);
    value
}
