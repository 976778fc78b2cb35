//! Tables and period proofs of random families against the definition.

use std::collections::{HashMap, HashSet};

use grundy_core::certificate::Certificate;
use grundy_core::{
    Budget, Family, HeapKind, HeapTables, Nimber, Part, PeriodCheck, Rule, Shape, Sum, Theorem,
};
use proptest::prelude::*;

fn part() -> impl Strategy<Value = Part> {
    prop_oneof![
        4 => (0_usize..3, -2_i64..6).prop_map(|(kind, removed)| Part::Rest { kind, removed }),
        1 => (0_usize..3, 0_u64..4).prop_map(|(kind, size)| Part::Fixed { kind, size }),
        1 => (0_u64..6).prop_map(Part::Nim),
    ]
}

fn shape() -> impl Strategy<Value = Shape> {
    let single = (0_usize..3, 0_u64..4, 0_i64..4);
    let split = (0_usize..3, 0_usize..3, -1_i64..4, 0_u64..4, 0_i64..5, any::<bool>());
    let every = prop_oneof![2 => Just(None), 1 => (1_u64..4).prop_map(Some)];
    let pile = (0_usize..3, 0_u32..5, -1_i64..3, every, any::<bool>());
    prop_oneof![
        1 => Just(Shape::Empty),
        1 => pile.prop_map(|(kind, parts, removed, every, unequal)| {
            Shape::Pile { kind, parts, removed, every, unequal }
        }),
        4 => prop::collection::vec(part(), 1..3).prop_map(Shape::Parts),
        1 => single.prop_map(|(kind, low, gap)| Shape::Any { kind, low, gap }),
        4 => split.prop_map(|(left, right, removed, low, gap, unequal)| {
            let unequal = unequal && left == right;
            Shape::Split { left, right, removed, low, gap, unequal }
        }),
    ]
}

fn rule() -> impl Strategy<Value = Rule> {
    let to = prop_oneof![4 => Just(None), 1 => (0_u64..12).prop_map(Some)];
    (0_u64..8, to, prop::collection::vec(0_u64..12, 0..2), shape())
        .prop_map(|(from, to, except, shape)| Rule { from, to, except, shape })
}

/// Families of up to three kinds that pass the check: rules that stand in the way are left out.
fn family() -> impl Strategy<Value = Family> {
    let kind = (0_u64..3, prop::collection::vec(rule(), 0..4));
    prop::collection::vec(kind, 1..=3).prop_map(|kinds| {
        let mut family = Family {
            kinds: kinds.iter().map(|&(least, _)| HeapKind { least, rules: vec![] }).collect(),
        };
        for (kind, (_, rules)) in kinds.into_iter().enumerate() {
            for rule in rules {
                family.kinds[kind].rules.push(rule);
                if family.check().is_err() {
                    family.kinds[kind].rules.pop();
                }
            }
        }
        family
    })
}

/// The options of a heap, read off the family word by word.
fn options(family: &Family, kind: usize, n: i64) -> Vec<Sum<(usize, i64)>> {
    let mut options = Vec::new();
    for rule in &family.kinds[kind].rules {
        let applies = rule.from as i64 <= n
            && rule.to.is_none_or(|to| n <= to as i64)
            && !rule.except.contains(&(n as u64));
        if !applies {
            continue;
        }
        match &rule.shape {
            Shape::Empty => options.push(Sum::zero()),
            Shape::Parts(parts) => {
                let mut sum = Sum::zero();
                for part in parts {
                    match *part {
                        Part::Rest { kind, removed } => sum.push((kind, n - removed), 1),
                        Part::Fixed { kind, size } => sum.push((kind, size as i64), 1),
                        Part::Nim(size) => sum.push_heap(size, 1),
                    }
                }
                options.push(sum);
            }
            &Shape::Any { kind, low, gap } => {
                options.extend((low as i64..=n - gap).map(|size| Sum::from((kind, size))));
            }
            &Shape::Pile { kind, parts, removed, every, unequal } => {
                let step = every.map_or(i64::MAX, |every| every as i64);
                let mut total = n - removed;
                while total >= 0 {
                    piles(kind, parts, total, total, unequal, &mut Vec::new(), &mut options);
                    total = total.saturating_sub(step);
                }
            }
            &Shape::Split { left, right, removed, low, gap, unequal } => {
                for a in low as i64..=n - gap {
                    let b = n - removed - a;
                    if !(unequal && a == b) {
                        options.push(Sum::from_iter([(left, a), (right, b)]));
                    }
                }
            }
        }
    }
    options
}

/// The sums of so many heaps, beside those in `taken`, none larger than `most`.
fn piles(
    kind: usize,
    parts: u32,
    total: i64,
    most: i64,
    unequal: bool,
    taken: &mut Vec<i64>,
    options: &mut Vec<Sum<(usize, i64)>>,
) {
    if parts == 0 {
        if total == 0 {
            options.push(taken.iter().map(|&size| (kind, size)).collect());
        }
        return;
    }
    for size in 1..=most.min(total) {
        taken.push(size);
        let most = if unequal { size - 1 } else { size };
        piles(kind, parts - 1, total - size, most, unequal, taken, options);
        taken.pop();
    }
}

fn nimber(family: &Family, (kind, n): (usize, i64), memo: &mut HashMap<(usize, i64), u64>) -> u64 {
    assert!(n >= family.kinds[kind].least as i64, "an option leaves its domain");
    if let Some(&known) = memo.get(&(kind, n)) {
        return known;
    }
    let values: HashSet<u64> = options(family, kind, n)
        .iter()
        .map(|option| {
            let heaps = option.heaps().iter().fold(0, |xor, (size, _)| xor ^ size);
            option
                .components()
                .iter()
                .fold(heaps, |xor, &(part, _)| xor ^ nimber(family, part, memo))
        })
        .collect();
    let mex = (0..).find(|value| !values.contains(value)).unwrap();
    memo.insert((kind, n), mex);
    mex
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn tables_agree_with_the_definition(family in family(), first in 0_usize..3) {
        let mut tables = HeapTables::new(family.clone()).unwrap();
        let mut memo = HashMap::new();
        let kinds = family.kinds.len();
        for kind in (first..first + kinds).map(|kind| kind % kinds) {
            for n in [40, 17].into_iter().chain(family.kinds[kind].least..=60) {
                let expected = nimber(&family, (kind, n as i64), &mut memo);
                let found = tables.nimber(kind, n, &Budget::default());
                prop_assert_eq!(found, Ok(Nimber::new(expected)), "kind {} size {}", kind, n);
            }
        }
    }

    #[test]
    fn proved_periods_hold_further_on(family in family()) {
        check_proofs(&family)?;
    }

    #[test]
    fn proved_arithmetic_periods_hold_further_on(family in growing()) {
        check_proofs(&family)?;
    }

    #[test]
    fn proved_periods_of_unequal_splits_hold_further_on(family in unequal()) {
        check_proofs(&family)?;
    }
}

/// One kind from which a heap may become any smaller one, but for some.
fn growing() -> impl Strategy<Value = Family> {
    let run = (0_u64..6, 1_i64..6, 0_u64..8);
    let parts = (
        1_i64..7,
        prop_oneof![3 => Just(vec![]), 1 => (0_u64..4).prop_map(|n| vec![Part::Nim(n)])],
    );
    let fixed =
        prop_oneof![Just(Shape::Empty), (0_u64..9).prop_map(|n| Shape::Parts(vec![Part::Nim(n)]))];
    let runs = prop::collection::vec(run, 1..3);
    let parts = prop::collection::vec(parts, 0..5);
    let fixed = prop::collection::vec((1_u64..8, fixed), 0..2);
    (runs, parts, fixed).prop_map(|(runs, parts, fixed)| {
        let rule = |from: u64, shape| Rule { from, to: None, except: vec![], shape };
        let runs =
            runs.into_iter().map(|(low, gap, from)| rule(from, Shape::Any { kind: 0, low, gap }));
        let parts = parts.into_iter().map(|(removed, mut more)| {
            more.push(Part::Rest { kind: 0, removed });
            rule(removed as u64, Shape::Parts(more))
        });
        let fixed = fixed.into_iter().map(|(from, shape)| rule(from, shape));
        Family {
            kinds: vec![HeapKind { least: 0, rules: runs.chain(parts).chain(fixed).collect() }],
        }
    })
}

/// One kind with splits into unequal heaps, piles of heaps, and steps down.
fn unequal() -> impl Strategy<Value = Family> {
    let split = (0_i64..4, 0_u64..3, 0_u64..3, any::<bool>());
    let splits = prop::collection::vec(split, 0..3);
    let every = prop_oneof![2 => Just(None), 1 => (1_u64..4).prop_map(Some)];
    let piles = prop::collection::vec((2_u32..4, 0_i64..3, every, any::<bool>()), 0..2);
    let steps = prop::collection::vec(1_i64..5, 0..3);
    (splits, steps, piles).prop_map(|(splits, steps, piles)| {
        let rule = |from: u64, shape| Rule { from, to: None, except: vec![], shape };
        let splits = splits.into_iter().map(|(removed, low, right, unequal)| {
            // Both heaps are smaller than the whole.
            let (low, right) = if removed == 0 { (low + 1, right + 1) } else { (low, right) };
            let gap = removed + right as i64;
            rule(0, Shape::Split { left: 0, right: 0, removed, low, gap, unequal })
        });
        let steps = steps.into_iter().map(|removed| {
            rule(removed as u64, Shape::Parts(vec![Part::Rest { kind: 0, removed }]))
        });
        let piles = piles.into_iter().map(|(parts, removed, every, unequal)| {
            rule(0, Shape::Pile { kind: 0, parts, removed, every, unequal })
        });
        let rules = splits.chain(steps).chain(piles).collect();
        Family { kinds: vec![HeapKind { least: 0, rules }] }
    })
}

/// Looks for proofs, and checks what they say on larger tables.
fn check_proofs(family: &Family) -> Result<(), TestCaseError> {
    let budget = Budget::default();
    let mut tables = HeapTables::new(family.clone()).unwrap();
    for kind in 0..family.kinds.len() {
        let Some(proof) = tables.prove(kind, 150, &budget).unwrap() else { continue };
        let mut plain = HeapTables::new(family.clone()).unwrap();
        plain.nimber(kind, 700, &budget).unwrap();
        let mut value = |n| plain.nimber(kind, n, &budget).unwrap().get();
        for n in proof.preperiod..600 {
            prop_assert_eq!(value(n + proof.period), value(n) + proof.saltus, "size {}", n);
        }
        if proof.preperiod > family.kinds[kind].least {
            let before = proof.preperiod - 1;
            prop_assert_ne!(value(before + proof.period), value(before) + proof.saltus);
        }
        for period in 1..proof.period {
            let mut sizes = proof.preperiod..proof.preperiod + 2 * proof.period;
            let mut growth = |n| value(n + period) as i64 - value(n) as i64;
            let first = growth(proof.preperiod);
            prop_assert!(sizes.any(|n| growth(n) != first), "period {}", period);
        }
        if let Theorem::GuySmith { common, windows } = &proof.theorem {
            prop_assert!(windows.iter().all(|w| w.to + common <= 160));
        }
        for n in family.kinds[kind].least..=700 {
            prop_assert_eq!(tables.nimber(kind, n, &budget).unwrap().get(), value(n));
        }
        for (start, step, count) in [(20, 1, 600), (25, 7, 90), (40, 6, 101)] {
            let walked = (0..count).fold(0, |xor, i| xor ^ value(start + i * step));
            prop_assert_eq!(
                tables.xor_run(kind, start, step, count, &budget).unwrap().get(),
                walked
            );
        }
        let certificate = Certificate::new(&tables, &proof);
        prop_assert_eq!(certificate.verify(&budget, &mut |_, _| {}), Ok(()));
        prop_assert_eq!(Certificate::from_json(&certificate.to_json()), Ok(certificate));
        let mut fresh = HeapTables::new(family.clone()).unwrap();
        let (from, period, saltus) = (proof.preperiod, proof.period, proof.saltus);
        // The proof of another kind may have reached further in this one's table.
        let check = fresh.check_period(kind, from, period, saltus, 200, &budget);
        prop_assert!(matches!(check, Ok(PeriodCheck::Proved(_))));
    }
    Ok(())
}
