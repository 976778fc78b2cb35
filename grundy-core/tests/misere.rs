//! Outcomes under misère play against the definition.

mod common;

use std::collections::HashMap;
use std::convert::Infallible;

use common::{Listed, bag, listed, won};
use grundy_core::{
    Budget, Genus, MisereMethod, MisereSearch, Nimber, Options, Outcome, Rules, SearchError, Sum,
};
use proptest::prelude::*;

fn outcome(game: &Listed, sum: &Sum<usize>, memo: &mut HashMap<Vec<i64>, bool>) -> Outcome {
    if won(game, &bag(sum), true, memo) { Outcome::N } else { Outcome::P }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn outcomes_agree_with_the_definition(
        game in listed(6, 2),
        sums in prop::collection::vec((0_usize..6, 0_usize..6, 0_u64..3, 0_u64..4), 1..4),
    ) {
        let (mut search, mut memo) = (MisereSearch::new(), HashMap::new());
        for (a, b, copies, heap) in sums {
            let mut sum = Sum::from(a % game.0.len());
            sum.push(b % game.0.len(), copies);
            sum.push_heap(heap, 1);
            let found = search.outcome(&game, &Budget::default(), &sum).unwrap();
            prop_assert_eq!(found.outcome, outcome(&game, &sum, &mut memo), "{:?}", found.method);
        }
    }

    #[test]
    fn genera_are_those_of_the_definition(game in listed(7, 1)) {
        // For a position alone, both numbers follow from outcomes beside Nim heaps.
        let (mut search, mut memo) = (MisereSearch::new(), HashMap::new());
        for position in 0..game.0.len() {
            let sum = Sum::from(position);
            let Some(genus) = search.genus(&game, &Budget::default(), &sum).unwrap() else { continue };
            for size in 0..6 {
                let mut beside = sum.clone();
                beside.push_heap(size, 1);
                let expected = outcome(&game, &beside, &mut memo);
                prop_assert_eq!((genus + Genus::of_heap(size)).misere_outcome(), expected);
            }
        }
    }
}

/// Nim by its moves.
struct Nim;

impl Rules for Nim {
    type Position = u64;
    type Error = Infallible;

    fn options(&self, &n: &u64, options: &mut Options<u64>) -> Result<(), Infallible> {
        (0..n).for_each(|rest| options.push(rest));
        Ok(())
    }
}

#[test]
fn copies_of_tame_games_cost_nothing() {
    let mut search = MisereSearch::new();
    for (size, copies, expected) in [
        (1, 100_000, Outcome::N),
        (1, 100_001, Outcome::P),
        (7, 100_000, Outcome::P),
        (7, u64::MAX, Outcome::N),
    ] {
        let sum = Sum::from(size).copies(copies).unwrap();
        let found = search.outcome(&Nim, &Budget::default(), &sum).unwrap();
        assert_eq!(found.outcome, expected);
        assert!(matches!(found.method, MisereMethod::Tame(_)));
    }
    assert_eq!(search.positions(), 8);
}

/// Position 0 leads to *2 + *2 and to *1, so it has the genus 2^1, which is not tame.
fn wild() -> Listed {
    let mut twos = Sum::zero();
    twos.push_heap(2, 2);
    let mut one = Sum::zero();
    one.push_heap(1, 1);
    Listed(vec![vec![twos, one]])
}

#[test]
fn wild_games_are_searched() {
    let game = wild();
    let mut search = MisereSearch::new();
    let budget = Budget::default();
    let sum = Sum::from(0).copies(3).unwrap();
    let found = search.outcome(&game, &budget, &sum).unwrap();
    assert_eq!(found.method, MisereMethod::Search);
    assert_eq!(found.outcome, outcome(&game, &sum, &mut HashMap::new()));
    let genus = search.genus(&game, &budget, &Sum::from(0)).unwrap();
    assert_eq!(genus, None);
}

/// Kayles, which is wild under misère play.
struct Kayles;

impl Rules for Kayles {
    type Position = u64;
    type Error = Infallible;

    fn options(&self, &pins: &u64, options: &mut Options<u64>) -> Result<(), Infallible> {
        for knocked in 1..=pins.min(2) {
            let rest = pins - knocked;
            options.extend((0..=rest / 2).map(|left| Sum::from_iter([left, rest - left])));
        }
        Ok(())
    }
}

#[test]
fn misere_kayles() {
    // The single rows that the player to move loses (Sibert and Conway, Mathematical Kayles, 1992).
    let mut search = MisereSearch::new();
    let lost: Vec<u64> = (0..=25)
        .filter(|&n| {
            let found = search.outcome(&Kayles, &Budget::default(), &Sum::from(n)).unwrap();
            found.outcome == Outcome::P
        })
        .collect();
    assert_eq!(lost, [1, 4, 9, 12, 20]);
}

/// A rule set that knows too much: it says of a position without end that it is tame.
struct Liar;

impl Rules for Liar {
    type Position = u64;
    type Error = Infallible;

    fn options(&self, &n: &u64, options: &mut Options<u64>) -> Result<(), Infallible> {
        match n {
            0 => options.push(0),
            1 => {
                let Listed(wild) = wild();
                options.extend(wild[0].iter().map(|sum| sum.clone().map(|_| 0)));
            }
            _ => {}
        }
        Ok(())
    }

    fn known_genus(&self, &n: &u64) -> Result<Option<Genus>, Infallible> {
        Ok((n == 0).then(|| Genus::new(Nimber::new(3), Nimber::new(3))).flatten())
    }
}

#[test]
fn a_cycle_of_sums_is_no_endless_search() {
    let sum = Sum::from_iter([0, 1]);
    let outcome = MisereSearch::new().outcome(&Liar, &Budget::default(), &sum);
    assert_eq!(outcome, Err(SearchError::Cycle(vec![0, 0])));
}

#[test]
fn too_many_copies_are_an_error() {
    let mut sum = Sum::from(0).copies(u64::MAX).unwrap();
    sum.push(0, 1);
    let outcome = MisereSearch::new().outcome(&wild(), &Budget::default(), &sum);
    assert_eq!(outcome, Err(SearchError::TooManyCopies));
}
