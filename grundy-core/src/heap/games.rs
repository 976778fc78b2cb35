//! Documented games as families, for the tests.

use super::{Family, HeapKind, Part, Rule, Shape};

fn from(from: u64, shape: Shape) -> Rule {
    Rule { from, to: None, except: vec![], shape }
}

fn split(left: usize, right: usize, removed: i64, low: u64, gap: i64) -> Shape {
    Shape::Split { left, right, removed, low, gap, unequal: false }
}

fn rest(kind: usize, removed: i64) -> Shape {
    Shape::Parts(vec![Part::Rest { kind, removed }])
}

/// A take-and-break game from its code, with digits from 0 to 7.
pub(crate) fn octal(code: &str) -> Family {
    let mut rules = Vec::new();
    let digits = code.strip_prefix("0.").expect("the code begins with 0.");
    for (removed, digit) in (1_u64..).zip(digits.chars()) {
        let digit = digit.to_digit(8).expect("an octal digit");
        let taken = removed as i64;
        if digit & 1 != 0 {
            rules.push(Rule { to: Some(removed), ..from(removed, Shape::Empty) });
        }
        if digit & 2 != 0 {
            rules.push(from(removed + 1, rest(0, taken)));
        }
        if digit & 4 != 0 {
            rules.push(from(removed + 2, split(0, 0, taken, 1, taken + 1)));
        }
    }
    Family { kinds: vec![HeapKind { least: 0, rules }] }
}

/// Take one of these numbers.
pub(crate) fn subtraction(taken: &[u64]) -> Family {
    let rules = taken.iter().map(|&taken| from(taken, rest(0, taken as i64))).collect();
    Family { kinds: vec![HeapKind { least: 0, rules }] }
}

/// Couples-are-Forever: split a heap of a size other than 2 into two.
pub(crate) fn couples() -> Family {
    let rule = Rule { except: vec![2], ..from(2, split(0, 0, 0, 1, 1)) };
    Family { kinds: vec![HeapKind { least: 0, rules: vec![rule] }] }
}

pub(crate) const PATH: usize = 0;
pub(crate) const HALF: usize = 1;
pub(crate) const BOTH: usize = 2;
pub(crate) const CYCLE: usize = 3;

/// The hull game of induced paths of at most k edges, on paths and cycles.
pub(crate) fn hull(k: u64) -> Family {
    let fixed = |kind, size| Shape::Parts(vec![Part::Fixed { kind, size }]);
    let path = vec![from(1, split(HALF, HALF, -1, 1, 0))];
    let half = vec![from(2, split(BOTH, HALF, -1, 2, 0))];
    let both = vec![from(k + 2, split(BOTH, BOTH, -1, 2, 1))];
    let cycle = vec![
        Rule { to: Some(3), ..from(3, fixed(PATH, 2)) },
        Rule { to: Some(2 * k), ..from(4, fixed(PATH, 1)) },
        from((2 * k + 1).max(4), rest(BOTH, -1)),
    ];
    let kinds = [(0, path), (1, half), (1, both), (3, cycle)];
    Family { kinds: kinds.into_iter().map(|(least, rules)| HeapKind { least, rules }).collect() }
}
