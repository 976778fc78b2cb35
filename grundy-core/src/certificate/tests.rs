use serde_json::{Value, json};

use super::words::words;
use super::{Certificate, Refusal};
use crate::heap::games;
use crate::heap::{Family, HeapKind, HeapTables, Part, Rule, Shape, Theorem};
use crate::{Budget, Code, Limit};

fn certificate(family: Family, kind: usize) -> Certificate {
    let mut tables = HeapTables::new(family).unwrap();
    let proof = tables.prove(kind, 2000, &Budget::default()).unwrap().unwrap();
    Certificate::new(&tables, &proof)
}

fn verify(certificate: &Certificate) -> Result<(), Refusal> {
    certificate.verify(&Budget { max_positions: Some(10_000), ..Budget::default() }, &mut |_, _| {})
}

fn one_kind(rules: Vec<(u64, Shape)>) -> Family {
    let rule = |(from, shape)| Rule { from, to: None, except: vec![], shape };
    Family { kinds: vec![HeapKind { least: 0, rules: rules.into_iter().map(rule).collect() }] }
}

/// All but 2 may be taken, and 3 only for a Nim heap of 1.
fn growing() -> Family {
    let rest = |removed| Part::Rest { kind: 0, removed };
    one_kind(vec![
        (4, Shape::Any { kind: 0, low: 0, gap: 4 }),
        (1, Shape::Parts(vec![rest(1)])),
        (3, Shape::Parts(vec![rest(3), Part::Nim(1)])),
    ])
}

fn nim() -> Family {
    one_kind(vec![(1, Shape::Any { kind: 0, low: 0, gap: 1 }), (1, Shape::Empty)])
}

/// Take 1 or 3, or take 1 and leave two unequal heaps that are not empty.
fn unequal() -> Family {
    let rest = |removed| Shape::Parts(vec![Part::Rest { kind: 0, removed }]);
    let split = Shape::Split { left: 0, right: 0, removed: 1, low: 1, gap: 2, unequal: true };
    one_kind(vec![(1, rest(1)), (3, rest(3)), (3, split)])
}

fn examples() -> Vec<Certificate> {
    vec![
        certificate(games::octal("0.77"), 0),
        certificate(games::octal("0.137"), 0),
        certificate(games::subtraction(&[2, 5, 7]), 0),
        certificate(games::hull(4), games::PATH),
        certificate(games::hull(4), games::CYCLE),
        certificate(unequal(), 0),
        certificate(growing(), 0),
        certificate(nim(), 0),
        certificate(code("0.8"), 0),
        certificate(code("0.3F"), 0),
        certificate(code("4.[3]"), 0),
    ]
}

fn code(code: &str) -> Family {
    code.parse::<Code>().unwrap().family()
}

#[test]
fn certificates_of_each_theorem_are_accepted() {
    let certificates = examples();
    for certificate in &certificates {
        assert_eq!(verify(certificate), Ok(()));
        assert_eq!(Certificate::from_json(&certificate.to_json()).as_ref(), Ok(certificate));
    }
    let has = |of: fn(&Theorem) -> bool| certificates.iter().any(|c| of(&c.proof.theorem));
    assert!(has(|theorem| matches!(theorem, Theorem::CountsUp)));
    assert!(has(|theorem| matches!(theorem, Theorem::GuySmith { .. })));
    assert!(has(|theorem| matches!(theorem, Theorem::Arithmetic { .. })));
    assert!(has(|theorem| matches!(theorem, Theorem::ArithmeticBreaks { .. })));
}

/// The texts with one field changed: numbers by one, truth values negated, entries left out or
/// doubled, texts cut short.
fn changed(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![json!(0), json!(5)],
        Value::Bool(truth) => vec![json!(!truth)],
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            vec![json!(number + 1), json!(number - 1), json!(i64::MAX)]
        }
        Value::String(text) => vec![json!(text[1..])],
        Value::Array(entries) => {
            let mut all = Vec::new();
            for (i, entry) in entries.iter().enumerate() {
                let with = |entry: &[Value]| {
                    Value::Array([&entries[..i], entry, &entries[i + 1..]].concat())
                };
                all.push(with(&[]));
                all.push(with(&[entry.clone(), entry.clone()]));
                all.extend(changed(entry).into_iter().map(|entry| with(&[entry])));
            }
            all
        }
        Value::Object(fields) => {
            let mut all = Vec::new();
            for (name, field) in fields {
                let mut without = fields.clone();
                without.remove(name);
                all.push(Value::Object(without));
                for field in changed(field) {
                    let mut with = fields.clone();
                    with.insert(name.clone(), field);
                    all.push(Value::Object(with));
                }
            }
            all
        }
    }
}

#[test]
fn changed_certificates_are_refused_unless_they_are_true() {
    let (mut refused, mut unreadable) = (0, 0);
    for certificate in examples() {
        for text in changed(&serde_json::to_value(&certificate).unwrap()) {
            let Ok(mut changed) = serde_json::from_value::<Certificate>(text) else {
                unreadable += 1;
                continue;
            };
            if changed.family == certificate.family && changed.game != certificate.game {
                assert!(matches!(verify(&changed), Err(Refusal::Words { .. })));
            }
            // The words give away a changed rule. Here it is to be noticed by what it does.
            changed.game = words(&changed.family);
            if verify(&changed).is_err() {
                refused += 1;
                continue;
            }
            // A change of the rules that makes no difference to the period.
            let about = |certificate: &Certificate| {
                let mut tables = certificate.tables.clone();
                tables.iter_mut().for_each(|table| table.prefix.clear());
                (certificate.proof.clone(), tables)
            };
            let proof = &changed.proof;
            // Kinds that the proof does not speak of may be anything.
            let Ok(mut tables) = HeapTables::new(changed.family.clone()) else { continue };
            let budget = Budget { max_positions: Some(10_000), ..Budget::default() };
            let Ok(found) = tables.prove(proof.kind, 2000, &budget) else { continue };
            let found = found.unwrap();
            let law = |proof: &crate::PeriodProof| (proof.preperiod, proof.period, proof.saltus);
            assert_eq!(law(&found), law(proof));
            let same_rules = changed.family == certificate.family;
            // A larger V may do as well, or a window that begins or ends elsewhere.
            let free = matches!(
                proof.theorem,
                Theorem::Arithmetic { .. } | Theorem::ArithmeticBreaks { .. }
            );
            assert!(!same_rules || free || about(&changed) == about(&certificate), "{changed:?}");
        }
    }
    assert!(refused > 1000, "{refused}");
    assert!(unreadable > 100, "{unreadable}");
}

#[test]
fn every_change_of_the_text_is_noticed() {
    let text = certificate(games::subtraction(&[1, 3]), 0).to_json();
    for (at, byte) in text.bytes().enumerate() {
        if byte.is_ascii_whitespace() {
            continue;
        }
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if byte == b'7' { b'8' } else { b'7' };
        assert!(Certificate::from_json(&String::from_utf8(bytes).unwrap()).is_err(), "{at}");
    }
}

#[test]
fn a_window_that_is_one_short_is_refused() {
    for mut certificate in examples() {
        match &mut certificate.proof.theorem {
            Theorem::CountsUp => continue,
            Theorem::GuySmith { windows, .. } => windows[0].to -= 1,
            Theorem::Arithmetic { window, .. } => window.to -= 1,
            // As long as its conditions hold, any window will do.
            Theorem::ArithmeticBreaks { .. } => continue,
        }
        certificate.tables[0].end -= 1;
        certificate.tables[0].prefix.clear();
        let refusal = verify(&certificate).unwrap_err();
        assert!(
            matches!(refusal, Refusal::Window { .. } | Refusal::Theorem(_)),
            "{refusal} {:?} {:?}",
            certificate.proof,
            certificate.family
        );
    }
}

#[test]
fn the_first_wrong_nimber_is_told() {
    let mut certificate = certificate(games::octal("0.77"), 0);
    certificate.tables[0].prefix[5] = 7;
    let wrong = Refusal::Value { kind: 0, size: 5, claimed: 7, found: 4 };
    assert_eq!(verify(&certificate), Err(wrong));
}

#[test]
fn another_game_in_words_is_refused() {
    let mut certificate = certificate(games::octal("0.77"), 0);
    assert_eq!(certificate.game[0], "A(n) is heap n of octal game 0.77");
    certificate.game[0] = "A(n) is heap n of octal game 0.6".to_string();
    let refusal = verify(&certificate).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "it says of the game `A(n) is heap n of octal game 0.6`, but its rules say `A(n) is heap n of octal game 0.77`"
    );
}

#[test]
fn the_budget_bounds_the_check() {
    let certificate = certificate(games::octal("0.77"), 0);
    let budget = Budget { max_positions: Some(50), ..Budget::default() };
    let refusal = certificate.verify(&budget, &mut |_, _| {});
    assert_eq!(refusal, Err(Refusal::Limit(Limit::Positions(50))));
}

#[test]
fn endless_games_are_refused() {
    let mut certificate = certificate(games::octal("0.77"), 0);
    let rest = Shape::Parts(vec![Part::Rest { kind: 0, removed: 0 }]);
    certificate.family.kinds[0].rules[0].shape = rest;
    assert!(matches!(verify(&certificate), Err(Refusal::Words { .. })));
    certificate.game = words(&certificate.family);
    assert!(matches!(verify(&certificate), Err(Refusal::Family(_) | Refusal::Window { .. })));
}
