//! Codes that are read off rules.

use grundy_core::{
    Budget, Code, Digit, Family, HeapKind, HeapTables, NoCode, Notation, Part, Rule, Shape,
};
use proptest::prelude::*;

fn rule(from: u64, shape: Shape) -> Rule {
    Rule { from, to: None, except: vec![], shape }
}

fn game(least: u64, rules: Vec<Rule>) -> Family {
    Family { kinds: vec![HeapKind { least, rules }] }
}

fn split(removed: i64, low: u64, gap: i64, unequal: bool) -> Shape {
    Shape::Split { left: 0, right: 0, removed, low, gap, unequal }
}

fn rest(removed: i64) -> Shape {
    Shape::Parts(vec![Part::Rest { kind: 0, removed }])
}

fn shown(family: &Family) -> String {
    match family.notation(0) {
        Ok(Notation { code, shift, except }) => format!("{code} shift {shift} except {except:?}"),
        Err(why) => format!("{why:?}"),
    }
}

#[test]
fn documented_games() {
    let kayles = game(0, vec![rule(1, split(1, 0, 1, false)), rule(2, split(2, 0, 2, false))]);
    assert_eq!(shown(&kayles), "0.77 shift 0 except []");
    let couples = Rule { except: vec![2], ..rule(2, split(0, 1, 1, false)) };
    assert_eq!(shown(&game(1, vec![couples.clone()])), "0.6 shift 1 except []");
    assert_eq!(shown(&game(0, vec![couples])), "0.6 shift 1 except []");
    let grundy = game(0, vec![rule(3, split(0, 1, 1, true))]);
    assert_eq!(shown(&grundy), "4u.0 shift 0 except []");
    let nim = game(0, vec![rule(1, Shape::Any { kind: 0, low: 0, gap: 1 })]);
    assert_eq!(shown(&nim), "0.[3] shift 0 except []");
    let nim_from_2 = game(2, vec![rule(3, Shape::Any { kind: 0, low: 2, gap: 1 })]);
    assert_eq!(shown(&nim_from_2), "0.[2] shift 1 except []");
    let lasker = game(
        0,
        vec![rule(1, Shape::Any { kind: 0, low: 0, gap: 1 }), rule(2, split(0, 1, 1, false))],
    );
    assert_eq!(shown(&lasker), "4.[3] shift 0 except []");
    let subtraction = game(0, [2, 3, 5].map(|s| rule(s, rest(s as i64))).to_vec());
    assert_eq!(shown(&subtraction), "0.03303 shift 0 except []");
    // Both ends of a path selected, for paths of at most k edges.
    let both = |k: u64| game(1, vec![rule(k + 2, split(-1, 2, 1, false))]);
    assert_eq!(shown(&both(2)), "0.6 shift 2 except []");
    assert_eq!(shown(&both(4)), "0.6 shift 2 except [4, 5]");
    let no_move = game(0, vec![]);
    assert_eq!(shown(&no_move), "0.0 shift 0 except []");
}

#[test]
fn exceptions_are_named() {
    let holes = Rule { except: vec![4, 9], ..rule(1, split(1, 0, 1, false)) };
    assert_eq!(shown(&game(0, vec![holes])), "0.7 shift 0 except [4, 9]");
    // An exception where all could be taken is a digit.
    let one = Rule { except: vec![1], ..rule(1, split(1, 0, 1, false)) };
    assert_eq!(shown(&game(0, vec![one])), "0.6 shift 0 except []");
    let more = Rule { to: Some(7), from: 7, ..rule(0, rest(3)) };
    assert_eq!(shown(&game(0, vec![rule(1, rest(1)), more])), "0.3 shift 0 except [7]");
}

#[test]
fn what_prevents_a_code_is_told() {
    let fixed =
        Shape::Parts(vec![Part::Rest { kind: 0, removed: 1 }, Part::Fixed { kind: 0, size: 5 }]);
    let why = |shape| game(0, vec![rule(9, shape), rule(1, rest(1))]).notation(0).unwrap_err();
    assert_eq!(why(fixed), NoCode::Bounds);
    assert_eq!(why(Shape::Parts(vec![Part::Nim(2)])), NoCode::Fixed);
    let two = vec![Part::Rest { kind: 0, removed: 1 }, Part::Rest { kind: 0, removed: 1 }];
    assert_eq!(why(Shape::Parts(two)), NoCode::Several);
    assert_eq!(why(split(1, 3, 4, false)), NoCode::Bounds);
    assert_eq!(why(Shape::Any { kind: 0, low: 4, gap: 1 }), NoCode::Bounds);
    assert_eq!(why(rest(500)), NoCode::Digits);
    let mixed = Rule {
        from: 3,
        ..rule(3, Shape::Pile { kind: 0, parts: 3, removed: 0, every: None, unequal: true })
    };
    let family = game(0, vec![mixed, rule(2, split(0, 1, 1, false))]);
    assert_eq!(family.notation(0), Err(NoCode::Mixed));
    let step = Shape::Parts(vec![Part::Rest { kind: 1, removed: 1 }]);
    let mut two = game(0, vec![rule(1, step.clone())]);
    two.kinds.push(two.kinds[0].clone());
    assert_eq!(two.notation(0), Err(NoCode::OtherKind(1)));
    two.kinds[0].rules.insert(0, rule(1, rest(1)));
    assert_eq!(two.rule_without_code(0), Some((1, NoCode::OtherKind(1))));
    assert_eq!(family.rule_without_code(0), None);
}

/// The rules of a code, for heaps that are larger by `shift`, cut up at random.
fn disguised(code: &Code, shift: u64, cuts: &[bool]) -> Family {
    let mut cuts = cuts.iter().copied().cycle();
    let mut rules = Vec::new();
    let by = shift as i64;
    for rule in code.family().kinds.remove(0).rules {
        let (from, to) = (rule.from + shift, rule.to.map(|to| to + shift));
        let shape = match rule.shape {
            Shape::Split { removed, low, gap, unequal, .. } => {
                // Two heaps: each larger by the shift, the total by twice of it.
                let low = low + shift;
                let (removed, gap) = (removed - by, gap);
                if cuts.next().unwrap() && !unequal {
                    // One end apart.
                    let fixed = Part::Fixed { kind: 0, size: low };
                    let left = Part::Rest { kind: 0, removed: removed + low as i64 };
                    rules.push(Rule {
                        from,
                        to,
                        except: vec![],
                        shape: Shape::Parts(vec![left, fixed]),
                    });
                    // The other part is at least low, so is the first: above low on both sides.
                    let from = (2 * low as i64 + 2 + removed).max(from as i64) as u64;
                    rules.push(Rule {
                        from,
                        to,
                        except: vec![],
                        shape: split(removed, low + 1, gap + 1, false),
                    });
                    continue;
                }
                split(removed, low, gap, unequal)
            }
            Shape::Any { low, gap, .. } => Shape::Any { kind: 0, low: low + shift, gap },
            other => other,
        };
        if shape == Shape::Empty && shift > 0 && cuts.next().unwrap() {
            let fixed = Shape::Parts(vec![Part::Fixed { kind: 0, size: shift }]);
            rules.push(Rule { from, to, except: vec![], shape: fixed });
        } else if to.is_none() && cuts.next().unwrap() {
            // Small and large heaps apart.
            let middle = from + 3;
            rules.push(Rule { from, to: Some(middle), except: vec![], shape: shape.clone() });
            rules.push(Rule { from: middle + 1, to: None, except: vec![], shape });
        } else {
            rules.push(Rule { from, to, except: vec![], shape });
        }
    }
    game(shift, rules)
}

fn digit() -> impl Strategy<Value = Digit> {
    (0_u8..8, prop::bool::weighted(0.2)).prop_map(|(value, unequal)| Digit::new(value, unequal))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn rules_in_disguise(
        four: bool,
        digits in prop::collection::vec(digit(), 0..5),
        tail in prop_oneof![4 => Just(0_u8), 1 => 0_u8..4],
        shift in 0_u64..4,
        cuts in prop::collection::vec(any::<bool>(), 7),
    ) {
        let first = Digit::new(if four { 4 } else { 0 }, false);
        let code = Code::new([vec![first], digits].concat(), vec![Digit::new(tail, false)]).unwrap();
        let family = disguised(&code, shift, &cuts);
        prop_assert_eq!(family.check(), Ok(()), "{}", code);
        let notation = family.notation(0);
        let notation = notation.map_err(|why| TestCaseError::fail(format!("{code}: {why:?}")))?;
        prop_assert!(notation.except.is_empty(), "{} {:?}", code, notation);
        // The code may be another one with the same moves: 4.0 on heaps from 1 on is 0.7.
        let mut own = HeapTables::new(family).unwrap();
        for (of, shift_of) in [(&code, shift), (&notation.code, notation.shift)] {
            let mut tables = HeapTables::new(of.family()).unwrap();
            for n in shift.max(shift_of)..60 {
                let expected = tables.nimber(0, n - shift_of, &Budget::default()).unwrap();
                prop_assert_eq!(own.nimber(0, n, &Budget::default()), Ok(expected), "{} at {}", of, n);
            }
        }
        if notation.shift == shift {
            prop_assert_eq!(&notation.code, &code);
        }
    }

    #[test]
    fn proved_shifts_hold_further_on(
        digits in prop::collection::vec(digit(), 1..4),
        others in prop::collection::vec(digit(), 1..3),
        same: bool,
        shifts in (0_u64..3, 0_u64..3),
        cuts in prop::collection::vec(any::<bool>(), 7),
    ) {
        let code = |digits: &[Digit]| {
            Code::new([&[Digit::default()], digits].concat(), vec![]).unwrap()
        };
        let other = if same { digits.clone() } else { others };
        let mut kinds = disguised(&code(&digits), shifts.0, &cuts).kinds;
        let mut second = disguised(&code(&other), shifts.1, &cuts[1..]).kinds.remove(0);
        second.rules.iter_mut().for_each(|rule| rule.shape.each_kind(&mut |kind| *kind = 1));
        // Moves of the second kind may leave heaps of the first in the place of its own.
        let between = shifts.0 as i64 - shifts.1 as i64;
        for rule in &mut second.rules {
            match &mut rule.shape {
                Shape::Parts(parts) => {
                    for part in parts {
                        if let Part::Rest { kind: kind @ 1, removed } = part
                            && cuts[2]
                        {
                            (*kind, *removed) = (0, *removed - between);
                        }
                    }
                }
                Shape::Split { left: 1, removed, low, gap, unequal: false, .. } if cuts[3] => {
                    let (removed, low, gap) = (*removed - between, *low, *gap);
                    let split = Shape::Split { left: 1, right: 0, removed, low, gap, unequal: false };
                    rule.shape = split;
                }
                _ => {}
            }
        }
        kinds.push(second);
        let family = Family { kinds };
        prop_assume!(family.check().is_ok());
        let budget = Budget::default();
        let mut tables = HeapTables::new(family).unwrap();
        let by = -between;
        for (kind, target, shift) in [(1, 0, -by), (0, 1, by), (1, 0, -by + 1)] {
            let from = if kind == 0 { shifts.0 } else { shifts.1 };
            let proof = tables.prove_shifted(kind, target, shift, from, &budget).unwrap();
            if same && (kind, shift) == (1, -by) {
                prop_assert!(proof.is_some(), "{} {:?}", code(&digits), tables.family());
            }
            let Some(proof) = proof else { continue };
            for n in proof.from..150 {
                let size = n.checked_add_signed(proof.shift).unwrap();
                prop_assert_eq!(
                    tables.nimber(kind, n, &budget),
                    tables.nimber(target, size, &budget),
                    "{}", n
                );
            }
        }
    }
}
