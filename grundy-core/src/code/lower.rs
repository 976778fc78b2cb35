//! A code as a family of heaps.

use super::{Code, Digit};
use crate::heap::{Family, HeapKind, Part, Rule, Shape};

impl Code {
    /// The game as a family of one kind of heap, with a heap for every size from 0 on.
    pub fn family(&self) -> Family {
        Family { kinds: vec![HeapKind { least: 0, rules: self.rules(true) }] }
    }

    /// The rules of the game for heaps of kind 0.
    ///
    /// With `empty` there is a heap of 0. It has no move, so to leave it is to leave nothing, and a
    /// digit that allows that and to leave a heap needs one rule for both. Without, no rule leads to
    /// it.
    pub fn rules(&self, empty: bool) -> Vec<Rule> {
        let mut rules = Vec::new();
        for (taken, &digit) in (0..).zip(&self.digits) {
            Take { digit, taken, every: None }.rules(empty, &mut rules);
        }
        let every = Some(self.tail.len() as u64);
        for (taken, &digit) in (self.digits.len() as u64..).zip(&self.tail) {
            Take { digit, taken, every }.rules(empty, &mut rules);
        }
        rules
    }
}

/// Take so many, or also `every`, 2 * `every`, ... more, and leave what the digit allows.
struct Take {
    digit: Digit,
    taken: u64,
    every: Option<u64>,
}

impl Take {
    fn rules(&self, empty: bool, rules: &mut Vec<Rule>) {
        let mut counts: Vec<u32> = self.digit.counts().collect();
        let mut allows = |wanted: &[u32]| {
            let all = empty && wanted.iter().all(|count| counts.contains(count));
            counts.retain(|count| !(all && wanted.contains(count)));
            all
        };
        let removed = self.removed();
        let one = Shape::Parts(vec![Part::Rest { kind: 0, removed }]);
        match self.every {
            None if !self.digit.is_unequal() && allows(&[0, 1, 2]) => {
                rules.push(self.rule(0, self.split(0)));
            }
            None if !self.digit.is_unequal() && allows(&[1, 2]) => {
                rules.push(self.rule(1, self.split(0)));
            }
            None if allows(&[0, 1]) => rules.push(self.rule(0, one)),
            Some(1) if allows(&[0, 1]) => {
                rules.push(self.rule(0, Shape::Any { kind: 0, low: 0, gap: removed }));
            }
            _ => {}
        }
        rules.extend(counts.into_iter().map(|count| self.leave(count)));
    }

    /// The rule to leave exactly so many heaps, none of them empty.
    fn leave(&self, count: u32) -> Rule {
        let (unequal, heaps) = (self.digit.is_unequal(), u64::from(count));
        let smallest = if unequal { heaps * (heaps + 1) / 2 } else { heaps };
        let (removed, every) = (self.removed(), self.every);
        let shape = match (count, every) {
            (0, None) => {
                return Rule { to: Some(self.taken), ..self.rule(0, Shape::Empty) };
            }
            (0, Some(1)) => Shape::Empty,
            (1, None) => Shape::Parts(vec![Part::Rest { kind: 0, removed }]),
            (1, Some(1)) => Shape::Any { kind: 0, low: 1, gap: removed },
            (2, None) => self.split(1),
            _ => Shape::Pile { kind: 0, parts: count, removed, every, unequal },
        };
        self.rule(smallest, shape)
    }

    /// Two heaps of this size or more.
    fn split(&self, low: u64) -> Shape {
        let removed = self.removed();
        let gap = removed + i64::from(low == 1);
        Shape::Split { left: 0, right: 0, removed, low, gap, unequal: self.digit.is_unequal() }
    }

    /// A rule that applies where so many tokens are left, or more.
    fn rule(&self, left: u64, shape: Shape) -> Rule {
        Rule { from: self.taken + left, to: None, except: vec![], shape }
    }

    fn removed(&self) -> i64 {
        i64::try_from(self.taken).expect("a code has fewer than 2^63 digits")
    }
}
