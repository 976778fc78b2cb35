//! Heaps that are Nim heaps in disguise.

use super::{Family, HeapKind, Part, Rule, Shape};

impl Family {
    /// Whether it is proved that every heap of this kind of size n has the nimber n - least.
    ///
    /// **Theorem.** It has if (1) from every n > least a move leads to each single heap of this
    /// kind from least to n - 1, and (2) the components of every option are heaps of this kind and
    /// Nim heaps, with their sizes (less least, those of this kind) adding up to less than n - least.
    ///
    /// *Proof*, by induction on n. By (1) the options have all nimbers below n - least. By (2) none
    /// has the nimber n - least, as the xor of numbers is at most their sum. ∎
    pub(super) fn counts_up(&self, kind: usize) -> bool {
        let heap = &self.kinds[kind];
        heap.rules.iter().any(|rule| rule.leads_to_all_smaller(kind, heap.least))
            && heap.rules.iter().all(|rule| rule.loses_size(kind, heap))
    }
}

impl Rule {
    /// Whether this rule alone gives (1).
    fn leads_to_all_smaller(&self, kind: usize, least: u64) -> bool {
        self.from <= least.saturating_add(1)
            && self.to.is_none()
            && self.except.iter().all(|&n| n <= least)
            && self.shape == Shape::Any { kind, low: least, gap: 1 }
    }

    /// Whether this rule satisfies (2).
    fn loses_size(&self, kind: usize, heap: &HeapKind) -> bool {
        let least = i128::from(heap.least);
        let Some(first) = self.first(heap.least) else { return true };
        // The sizes add up to at most n * `growth` + `rest`.
        let (growth, rest) = match &self.shape {
            Shape::Empty => (0, 0),
            Shape::Parts(parts) => {
                let (mut growth, mut rest) = (0, 0);
                for part in parts {
                    match *part {
                        Part::Rest { kind: target, removed } if target == kind => {
                            growth += 1;
                            rest -= i128::from(removed) + least;
                        }
                        Part::Fixed { kind: target, size } if target == kind => {
                            rest += i128::from(size) - least;
                        }
                        Part::Nim(size) => rest += i128::from(size),
                        Part::Rest { .. } | Part::Fixed { .. } => return false,
                    }
                }
                (growth, rest)
            }
            Shape::Any { kind: target, gap, .. } if *target == kind => {
                (1, -i128::from(*gap) - least)
            }
            Shape::Split { left, right, removed, .. } if *left == kind && *right == kind => {
                (1, -i128::from(*removed) - 2 * least)
            }
            Shape::Pile { kind: target, parts, removed, .. } if *target == kind => {
                (1, -i128::from(*removed) - i128::from(*parts) * least)
            }
            Shape::Any { .. } | Shape::Split { .. } | Shape::Pile { .. } => return false,
        };
        match growth {
            0 => rest < i128::from(first) - least,
            1 => rest < -least,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim(least: u64, others: Vec<Rule>) -> Family {
        let mut rules = others;
        rules.push(Rule {
            from: 0,
            to: None,
            except: vec![],
            shape: Shape::Any { kind: 0, low: least, gap: 1 },
        });
        Family { kinds: vec![HeapKind { least, rules }] }
    }

    fn rule(from: u64, shape: Shape) -> Rule {
        Rule { from, to: None, except: vec![], shape }
    }

    #[test]
    fn nim_counts_up() {
        assert!(nim(0, vec![]).counts_up(0));
        assert!(nim(1, vec![]).counts_up(0));
        assert!(nim(0, vec![rule(1, Shape::Empty)]).counts_up(0));
        let split =
            |removed| Shape::Split { left: 0, right: 0, removed, low: 0, gap: 1, unequal: false };
        assert!(nim(0, vec![rule(1, split(1))]).counts_up(0));
    }

    #[test]
    fn what_is_not_proved_is_not_claimed() {
        assert!(!nim(0, vec![rule(0, Shape::Empty)]).counts_up(0));
        assert!(!nim(0, vec![rule(1, Shape::Parts(vec![Part::Nim(1)]))]).counts_up(0));
        // Lasker's Nim: a split without loss.
        let split = Shape::Split { left: 0, right: 0, removed: 0, low: 1, gap: 1, unequal: false };
        assert!(!nim(0, vec![rule(2, split)]).counts_up(0));
        let mut holes = nim(0, vec![]);
        holes.kinds[0].rules[0].except = vec![5];
        assert!(!holes.counts_up(0));
        holes.kinds[0].rules[0].except = vec![0];
        assert!(holes.counts_up(0));
    }
}
