//! The memo search against the definition, and at its limits.

mod common;

use std::collections::HashMap;
use std::convert::Infallible;

use common::{Bag, Listed, bag, listed, won};
use grundy_core::{
    Budget, Limit, MisereSearch, Nimber, Options, Outcome, Rules, Search, SearchError, Sum,
};
use proptest::prelude::*;

type Memo = HashMap<Bag, bool>;

/// Whether the sum has this nimber by the definition: beside the Nim heap it is lost.
fn equals_heap(game: &Listed, sum: &Sum<usize>, nimber: Nimber, memo: &mut Memo) -> bool {
    let mut both = sum.clone();
    both.push_heap(nimber.get(), 1);
    !won(game, &bag(&both), false, memo)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn nimbers_agree_with_the_definition(game in listed(5, 2), copies in prop::collection::vec(0_u64..3, 5)) {
        let mut sum = Sum::zero();
        sum.push_heap(2, 1);
        for (position, copies) in copies.into_iter().take(game.0.len()).enumerate().rev().take(2) {
            sum.push(position, copies);
        }
        let (mut search, mut memo) = (Search::new(), HashMap::new());
        let nimber = search.nimber(&game, &Budget::default(), &sum).unwrap();
        prop_assert!(equals_heap(&game, &sum, nimber, &mut memo));
        for (&position, nimber) in search.iter() {
            prop_assert!(equals_heap(&game, &Sum::from(position), nimber, &mut memo));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn questions_about_nimbers_agree_with_the_nimbers(
        game in listed(9, 2),
        asked in prop::collection::vec((0_usize..9, 0_usize..9, 0_u64..3, 0_u64..4, 0_u64..6), 1..12),
    ) {
        let budget = Budget::default();
        // One search answers all questions, so that what it has excluded is used.
        let (mut search, mut nimbers) = (Search::new(), Search::new());
        for (a, b, copies, heap, nimber) in asked {
            let mut sum = Sum::from(a % game.0.len());
            sum.push(b % game.0.len(), copies);
            sum.push_heap(heap, 1);
            let expected = nimbers.nimber(&game, &budget, &sum).unwrap();
            let has = search.has_nimber(&game, &budget, &sum, Nimber::new(nimber)).unwrap();
            prop_assert_eq!(has, expected.get() == nimber, "{:?} and {}", sum, nimber);
            prop_assert_eq!(search.outcome(&game, &budget, &sum).unwrap(), Outcome::of(expected));
            if heap % 2 == 1 {
                let found = search.nimber_by_asking(&game, &budget, &sum).unwrap();
                prop_assert_eq!(found, expected);
            }
        }
        for (&position, nimber) in search.iter() {
            let expected = nimbers.nimber(&game, &budget, &Sum::from(position)).unwrap();
            prop_assert_eq!(nimber, expected);
        }
    }
}

#[test]
fn outcomes_leave_a_won_position_early() {
    let budget = Budget::default();
    let mut search = Search::new();
    assert_eq!(search.outcome(&Chain, &budget, &Sum::from(100_000)), Ok(Outcome::P));
    let mut search = Search::new();
    let cycle = Err(SearchError::Cycle(vec![1, 2, 1]));
    for _ in 0..2 {
        assert_eq!(search.outcome(&Faulty, &budget, &Sum::from(0)), cycle);
    }
    let failure = SearchError::Rules { position: 3, error: "fails" };
    assert_eq!(search.outcome(&Faulty, &budget, &Sum::from(3)), Err(failure));
    let tight = Budget { max_positions: Some(10), ..Budget::default() };
    let spent = Err(SearchError::Limit(Limit::Positions(10)));
    let mut search = Search::new();
    assert_eq!(search.outcome(&Chain, &tight, &Sum::from(10)), spent);
    assert_eq!(search.outcome(&Chain, &budget, &Sum::from(10)), Ok(Outcome::P));
}

/// Steps down by one.
struct Chain;

impl Rules for Chain {
    type Position = u64;
    type Error = Infallible;

    fn options(&self, &n: &u64, options: &mut Options<u64>) -> Result<(), Infallible> {
        n.checked_sub(1).into_iter().for_each(|less| options.push(less));
        Ok(())
    }
}

#[test]
fn deep_games_do_not_overflow_the_stack() {
    let depth = if cfg!(debug_assertions) { 200_000 } else { 10_000_000 };
    let budget = Budget::default();
    let mut search = Search::new();
    let nimber = search.nimber(&Chain, &budget, &Sum::from(depth + 1));
    assert_eq!(nimber, Ok(Nimber::new(1)));
    assert_eq!(search.positions() as u64, depth + 2);
    let outcome = MisereSearch::new().outcome(&Chain, &budget, &Sum::from(200_000)).unwrap();
    assert_eq!(outcome.outcome, Outcome::N);
}

#[test]
fn a_limit_leaves_the_search_usable() {
    let mut search = Search::new();
    let tight = Budget { max_positions: Some(10), ..Budget::default() };
    let spent = Err(SearchError::Limit(Limit::Positions(10)));
    assert_eq!(search.nimber(&Chain, &tight, &Sum::from(10)), spent);
    assert_eq!(search.positions(), 0);
    assert_eq!(search.nimber(&Chain, &tight, &Sum::from(9)), Ok(Nimber::new(1)));
    assert_eq!(search.nimber(&Chain, &Budget::default(), &Sum::from(10)), Ok(Nimber::ZERO));
}

/// 0 leads to 1, 1 to 2 beside 5, 2 to 3 or to 1; 3 fails; 4 is the sum of two copies of 1; 5 ends.
struct Faulty;

impl Rules for Faulty {
    type Position = u64;
    type Error = &'static str;

    fn options(&self, &n: &u64, options: &mut Options<u64>) -> Result<(), &'static str> {
        match n {
            0 => options.push(1),
            1 => options.push_parts([5, 2]),
            2 => options.push(1),
            3 => return Err("fails"),
            4 => options.push_sum(Sum::from(1).copies(2).unwrap()),
            _ => {}
        }
        Ok(())
    }
}

#[test]
fn a_cycle_is_shown_from_its_first_position() {
    let cycle = Err(SearchError::Cycle(vec![1, 2, 1]));
    let mut search = Search::new();
    for _ in 0..2 {
        assert_eq!(search.nimber(&Faulty, &Budget::default(), &Sum::from(0)), cycle);
        assert_eq!(search.iter().collect::<Vec<_>>(), [(&5, Nimber::ZERO)]);
    }
}

#[test]
fn a_pair_does_not_hide_a_cycle() {
    let cycle = Err(SearchError::Cycle(vec![1, 2, 1]));
    assert_eq!(Search::new().nimber(&Faulty, &Budget::default(), &Sum::from(4)), cycle);
    let outcome = MisereSearch::new().outcome(&Faulty, &Budget::default(), &Sum::from(4));
    assert_eq!(outcome, Err(SearchError::Cycle(vec![1, 2, 1])));
}

#[test]
fn a_failure_of_the_rules_is_no_value() {
    let failure = SearchError::Rules { position: 3, error: "fails" };
    let sum = Sum::from_iter([5, 3]);
    let nimber = Search::new().nimber(&Faulty, &Budget::default(), &sum);
    assert_eq!(nimber, Err(failure.clone()));
    let outcome = MisereSearch::new().outcome(&Faulty, &Budget::default(), &sum);
    assert_eq!(outcome, Err(failure));
}
