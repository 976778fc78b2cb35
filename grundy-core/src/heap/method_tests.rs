//! Every way to fill tables against the others, with block borders and switches hit on purpose.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::fill::Tuning;
use super::games::{self, BOTH, CYCLE, HALF, PATH};
use super::sparse::Stretch;
use super::{Family, HeapKind, HeapMethod, HeapTables, Part, Rule, Shape};
use crate::{Budget, Limit};

const METHODS: [HeapMethod; 4] = [
    HeapMethod::Auto,
    HeapMethod::Direct,
    HeapMethod::SparseByValue,
    HeapMethod::SparseByValueAndParity,
];

/// Begins early, and changes often.
const HASTY: Tuning = Tuning {
    first_review: 40,
    stretch: Stretch { least: 16, most: 512, threaded: 128 },
    least_strip: 64,
};

fn tables(family: &Family, method: HeapMethod, tuning: Tuning) -> HeapTables {
    let mut tables = HeapTables::new(family.clone()).unwrap();
    tables.set_method(method);
    tables.filling.tuning = tuning;
    tables
}

fn values(tables: &mut HeapTables, kind: usize, to: u64) -> Vec<u32> {
    tables.fill(kind, to, &Budget::default()).unwrap();
    let count = (to + 1 - tables.family.kinds[kind].least) as usize;
    tables.values(kind).iter().take(count).collect()
}

/// By the definition of the mex, for one kind whose least size is 0.
fn by_definition(family: &Family, to: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut seen = vec![u64::MAX; 1 << 16];
    for n in 0..=to {
        for rule in family.kinds[0].rules.iter().filter(|rule| rule.applies(n)) {
            match rule.shape {
                Shape::Empty => seen[0] = n,
                Shape::Parts(ref parts) => {
                    let [Part::Rest { removed, .. }] = parts[..] else { panic!("one part") };
                    seen[values[(n as i64 - removed) as usize] as usize] = n;
                }
                Shape::Split { removed, low, gap, unequal, .. } => {
                    for a in low as i64..=n as i64 - gap {
                        let b = n as i64 - removed - a;
                        if a != b || !unequal {
                            seen[(values[a as usize] ^ values[b as usize]) as usize] = n;
                        }
                    }
                }
                Shape::Any { .. } | Shape::Pile { .. } => panic!("a take-and-break game"),
            }
        }
        values.push((0..).find(|&value| seen[value as usize] != n).unwrap());
    }
    values
}

fn agree(family: &Family, to: u64, name: &str) {
    let expected = by_definition(family, to);
    for method in METHODS {
        let mut tables = tables(family, method, HASTY);
        assert_eq!(values(&mut tables, 0, to), expected, "{name} by {method:?}");
    }
}

/// Grundy's game, and the like with so many removed.
fn unequal(removed: i64) -> Family {
    let shape =
        Shape::Split { left: 0, right: 0, removed, low: 1, gap: removed + 1, unequal: true };
    let rules = vec![Rule { from: removed as u64 + 2, to: None, except: vec![], shape }];
    Family { kinds: vec![HeapKind { least: 0, rules }] }
}

/// The rules of a code and a split that removes nothing: d_0 = 4.
fn with_free_split(code: &str) -> Family {
    let mut family = games::octal(code);
    let shape = Shape::Split { left: 0, right: 0, removed: 0, low: 1, gap: 1, unequal: false };
    family.kinds[0].rules.push(Rule { from: 2, to: None, except: vec![], shape });
    family
}

/// As in Nim, but at most so many are taken, and with one taken the heap may be split.
fn many_taken(most: u64) -> Family {
    let mut family = games::octal("0.4");
    family.kinds[0].rules.extend((1..=most).map(|removed| {
        let rest = Part::Rest { kind: 0, removed: removed as i64 };
        Rule { from: removed, to: None, except: vec![], shape: Shape::Parts(vec![rest]) }
    }));
    family
}

#[test]
fn all_octal_games_of_three_digits() {
    for code in 1..512 {
        let code = format!("0.{}{}{}", code / 64, code / 8 % 8, code % 8);
        agree(&games::octal(&code), 300, &code);
    }
}

#[test]
fn some_octal_games_to_larger_heaps() {
    for code in ["0.6", "0.106", "0.165", "0.14", "0.45", "0.127", "0.376", "0.007", "0.0777"] {
        agree(&games::octal(code), 3000, code);
    }
}

#[test]
fn many_splits_that_overlap() {
    // Of so many nimbers most are met, but late.
    let code = format!("0.{}", "7".repeat(60));
    agree(&games::octal(&code), 1000, &code);
}

#[test]
fn splits_into_unequal_heaps_and_without_loss() {
    for removed in 0..3 {
        agree(&unequal(removed), 2500, "unequal");
    }
    for code in ["0.0", "0.07", "0.31", "0.604"] {
        agree(&with_free_split(code), 1500, code);
    }
}

#[test]
fn hull_games() {
    for k in 1..=5 {
        let family = games::hull(k);
        for method in METHODS {
            let mut plain = tables(&family, HeapMethod::Direct, Tuning::default());
            let mut fast = tables(&family, method, HASTY);
            for kind in [CYCLE, PATH, HALF, BOTH] {
                let expected = values(&mut plain, kind, 1500);
                assert_eq!(values(&mut fast, kind, 1500), expected, "{k} {kind} by {method:?}");
            }
        }
    }
}

/// Nimbers that pass what one bit set of a block holds, and what a sparse space may have.
#[test]
fn large_nimbers() {
    agree(&many_taken(700), 1600, "up to 700");
    agree(&many_taken(2100), 2300, "up to 2100");
}

/// A split with a part so large that it has no option for long, and a rule with exceptions.
#[test]
fn rules_that_begin_late() {
    let mut family = games::octal("0.07");
    let shape = Shape::Split { left: 0, right: 0, removed: 0, low: 900, gap: 1, unequal: false };
    let except = vec![400, 700, 701];
    family.kinds[0].rules.push(Rule { from: 300, to: Some(1200), except, shape });
    agree(&family, 2000, "late");
}

#[test]
fn a_kind_whose_parts_are_known_far_beyond() {
    let family = games::hull(2);
    let mut far = tables(&family, HeapMethod::SparseByValue, HASTY);
    values(&mut far, BOTH, 8000);
    let near = values(&mut tables(&family, HeapMethod::Direct, HASTY), PATH, 1500);
    assert_eq!(values(&mut far, PATH, 1500), near);
}

#[test]
fn kinds_that_take_values_from_another() {
    let mut plain = HeapTables::new(games::hull(2)).unwrap();
    let mut shifted = tables(&games::hull(2), HeapMethod::Auto, HASTY);
    let budget = Budget::default();
    for (kind, shares) in [(PATH, false), (HALF, true), (BOTH, false), (HALF, true)] {
        assert_eq!(shifted.share(kind, &budget), Ok(shares));
    }
    for kind in [PATH, HALF, BOTH] {
        assert_eq!(values(&mut shifted, kind, 2000), values(&mut plain, kind, 2000));
        assert!(shifted.end(kind) > 2000);
    }
    assert_eq!(shifted.values.len(HALF), 0);
}

/// The nimbers of 0.6 pass 255 at 26 thousand or so.
#[test]
fn a_sparse_space_is_found_and_tables_widen_in_it() {
    let family = games::octal("0.6");
    let mut tables = tables(&family, HeapMethod::Auto, Tuning::default());
    let found = values(&mut tables, 0, 30_000);
    let report = tables.report(0);
    assert_eq!((report.method, report.mask), (HeapMethod::SparseByValue, Some(0x1ee)));
    assert_eq!((report.rare, report.last_rare), (1584, Some(20_627)));
    assert_eq!(found.iter().max(), Some(&284));
    let mut direct = HeapTables::new(family).unwrap();
    direct.set_method(HeapMethod::Direct);
    assert!(values(&mut direct, 0, 30_000) == found);
}

#[test]
fn methods_may_change_on_the_way() {
    for code in ["0.6", "0.106", "0.165"] {
        let family = games::octal(code);
        let expected = values(&mut tables(&family, HeapMethod::Direct, HASTY), 0, 4000);
        let mut changing = tables(&family, HeapMethod::Auto, HASTY);
        for (step, method) in METHODS.into_iter().cycle().take(40).enumerate() {
            changing.set_method(method);
            values(&mut changing, 0, (step as u64 + 1) * 100);
        }
        assert_eq!(values(&mut changing, 0, 4000), expected, "{code}");
    }
}

#[test]
fn a_budget_stops_and_the_filling_goes_on() {
    for code in ["0.6", "0.106"] {
        let family = games::octal(code);
        let expected = values(&mut tables(&family, HeapMethod::Direct, HASTY), 0, 3000);
        let mut stopped = tables(&family, HeapMethod::Auto, HASTY);
        for max in (150..3000).step_by(333) {
            let budget = Budget { max_positions: Some(max), ..Budget::default() };
            assert_eq!(stopped.fill(0, 3000, &budget), Err(Limit::Positions(max)));
            assert_eq!(stopped.values(0).len() as u64, max);
        }
        let cancel = Arc::new(AtomicBool::new(false));
        let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
        let watch = &mut |tables: &HeapTables| {
            cancel.store(tables.end(0) >= 2500, Ordering::Relaxed);
        };
        stopped.fill_watched(0, 20_000, &budget, watch).unwrap_err();
        assert!((2500..=20_000).contains(&stopped.end(0)));
        assert_eq!(values(&mut stopped, 0, 3000), expected);
    }
}
