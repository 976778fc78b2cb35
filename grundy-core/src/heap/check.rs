//! What makes a family a game: every move leads to heaps that exist, and play ends.

use std::error::Error;
use std::fmt;

use super::{Family, Part, Rule, Shape};

/// Why a family is refused. All numbers are indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FamilyError {
    /// A rule names a kind that the family does not have.
    NoSuchKind {
        /// The kind with the rule.
        kind: usize,
        /// The rule, among those of its kind.
        rule: usize,
        /// The kind that it names.
        target: usize,
    },
    /// A rule leads to a heap smaller than its kind allows.
    LeavesDomain {
        /// The kind with the rule.
        kind: usize,
        /// The rule, among those of its kind.
        rule: usize,
        /// The kind of the heap that is too small.
        target: usize,
    },
    /// A rule asks for unequal heaps of different kinds.
    UnequalKinds {
        /// The kind with the rule.
        kind: usize,
        /// The rule, among those of its kind.
        rule: usize,
    },
    /// It is not proved that play ends: the largest changes of size, from each of these kinds to
    /// the next, do not add up to a loss. The last kind is the first again.
    Endless {
        /// The kinds.
        cycle: Vec<usize>,
    },
}

/// An order in which all options come before their heap.
///
/// Heaps are ranked by `scale` times the size plus a number for their kind, and every move leads to
/// heaps of smaller rank.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    scale: i128,
    offsets: Vec<i128>,
}

impl Order {
    pub(crate) fn rank(&self, kind: usize, size: u64) -> i128 {
        self.scale * i128::from(size) + self.offsets[kind]
    }
}

/// From a heap of one kind to a heap of another, at most this much larger.
struct Edge {
    from: usize,
    to: usize,
    change: i128,
}

impl Family {
    /// Checks that every option is made of heaps that exist, and that play ends.
    ///
    /// # Errors
    /// The first thing that is wrong or not proved.
    pub fn check(&self) -> Result<(), FamilyError> {
        self.order().map(|_| ())
    }

    /// Checks the family, and finds an order of its heaps.
    ///
    /// Every rule is an edge from its kind to that of each part, weighted with the largest change
    /// of size. Play ends if every cycle of kinds has a negative sum. With k kinds, multiply the
    /// weights by k + 1 and add 1 to each: sums of at least 0 become positive, and negative ones
    /// stay negative, as a simple cycle has at most k edges. If no cycle is positive, the heaviest
    /// path from each kind exists, and its weight is the offset in the rank (Bellman-Ford).
    pub(crate) fn order(&self) -> Result<Order, FamilyError> {
        let mut edges = Vec::new();
        for (kind, heap) in self.kinds.iter().enumerate() {
            for (rule, r) in heap.rules.iter().enumerate() {
                self.check_rule(kind, rule, r)?;
                if let Some(first) = r.first(heap.least) {
                    r.shape
                        .changes(first, |to, change| edges.push(Edge { from: kind, to, change }));
                }
            }
        }
        let scale = self.kinds.len() as i128 + 1;
        let mut offsets = vec![0; self.kinds.len()];
        let mut heaviest = vec![None; self.kinds.len()];
        for _ in 0..=self.kinds.len() {
            let mut changed = None;
            for edge in &edges {
                let weight = scale * edge.change + 1 + offsets[edge.to];
                if weight > offsets[edge.from] {
                    offsets[edge.from] = weight;
                    heaviest[edge.from] = Some(edge.to);
                    changed = Some(edge.from);
                }
            }
            let Some(kind) = changed else { return Ok(Order { scale, offsets }) };
            if let Some(cycle) = cycle_from(&heaviest, kind) {
                return Err(FamilyError::Endless { cycle });
            }
        }
        unreachable!("heaviest paths without a cycle are found after as many rounds as kinds")
    }

    /// The kinds that heaps of this kind lead to, itself included, in ascending order.
    pub(crate) fn reach(&self, kind: usize) -> Vec<usize> {
        let mut seen = vec![false; self.kinds.len()];
        let mut open = vec![kind];
        seen[kind] = true;
        while let Some(kind) = open.pop() {
            for rule in &self.kinds[kind].rules {
                rule.shape.changes(0, |to, _| {
                    if !seen[to] {
                        seen[to] = true;
                        open.push(to);
                    }
                });
            }
        }
        (0..seen.len()).filter(|&kind| seen[kind]).collect()
    }

    fn check_rule(&self, kind: usize, rule: usize, r: &Rule) -> Result<(), FamilyError> {
        let mut unknown = None;
        r.shape.changes(0, |to, _| {
            if to >= self.kinds.len() {
                unknown = Some(to);
            }
        });
        if let Some(target) = unknown {
            return Err(FamilyError::NoSuchKind { kind, rule, target });
        }
        if let Shape::Split { left, right, unequal: true, .. } = r.shape
            && left != right
        {
            return Err(FamilyError::UnequalKinds { kind, rule });
        }
        let Some(first) = r.first(self.kinds[kind].least) else { return Ok(()) };
        let small = |kind: usize, size: i128| size < i128::from(self.kinds[kind].least);
        let target = match &r.shape {
            Shape::Empty => None,
            Shape::Parts(parts) => parts.iter().find_map(|part| match *part {
                Part::Rest { kind, removed } => {
                    small(kind, i128::from(first) - i128::from(removed)).then_some(kind)
                }
                Part::Fixed { kind, size } => small(kind, size.into()).then_some(kind),
                Part::Nim(_) => None,
            }),
            Shape::Any { low, gap, .. } | Shape::Split { low, gap, .. }
                if r.vacuous(*low, *gap) =>
            {
                None
            }
            Shape::Any { kind, low, .. } => small(*kind, (*low).into()).then_some(*kind),
            Shape::Pile { kind, .. } => small(*kind, 1).then_some(*kind),
            Shape::Split { left, right, removed, low, gap, .. } => {
                // The right heap is smallest where the left one is largest.
                let least_right = i128::from(*gap) - i128::from(*removed);
                let left = small(*left, (*low).into()).then_some(*left);
                left.or(small(*right, least_right).then_some(*right))
            }
        };
        target.map_or(Ok(()), |target| Err(FamilyError::LeavesDomain { kind, rule, target }))
    }
}

impl Rule {
    /// Whether there is no size from `low` to n - `gap` for any n at which the rule applies.
    fn vacuous(&self, low: u64, gap: i64) -> bool {
        self.to.is_some_and(|to| i128::from(to) - i128::from(gap) < low.into())
    }
}

impl Shape {
    /// Tells each kind in the options, with the largest change of size from a heap of size `first`
    /// or more.
    fn changes(&self, first: u64, mut tell: impl FnMut(usize, i128)) {
        match self {
            Self::Empty => {}
            Self::Parts(parts) => {
                for part in parts {
                    match *part {
                        Part::Rest { kind, removed } => tell(kind, -i128::from(removed)),
                        Part::Fixed { kind, size } => {
                            tell(kind, i128::from(size) - i128::from(first));
                        }
                        Part::Nim(_) => {}
                    }
                }
            }
            Self::Any { kind, gap, .. } => tell(*kind, -i128::from(*gap)),
            Self::Pile { kind, parts, removed, .. } => {
                // The other heaps have at least one each.
                tell(*kind, 1 - i128::from(*removed) - i128::from((*parts).max(1)));
            }
            Self::Split { left, right, removed, low, gap, .. } => {
                tell(*left, -i128::from(*gap));
                tell(*right, -i128::from(*removed) - i128::from(*low));
            }
        }
    }
}

/// The cycle that the links lead into, from one of its kinds to the same again.
fn cycle_from(links: &[Option<usize>], start: usize) -> Option<Vec<usize>> {
    let mut at = start;
    for _ in 0..links.len() {
        at = links[at]?;
    }
    let first = at;
    let mut cycle = vec![first];
    loop {
        at = links[at]?;
        cycle.push(at);
        if at == first {
            return Some(cycle);
        }
    }
}

impl fmt::Display for FamilyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchKind { kind, rule, target } => {
                write!(f, "rule {rule} of kind {kind} names kind {target}, which does not exist")
            }
            Self::LeavesDomain { kind, rule, target } => {
                write!(f, "rule {rule} of kind {kind} leads to a heap too small for kind {target}")
            }
            Self::UnequalKinds { kind, rule } => {
                write!(f, "rule {rule} of kind {kind} asks for unequal heaps of different kinds")
            }
            Self::Endless { cycle } => {
                write!(
                    f,
                    "it is not proved that play ends: heaps need not shrink along the kinds"
                )?;
                for (i, kind) in cycle.iter().enumerate() {
                    write!(f, "{} {kind}", if i == 0 { "" } else { " ->" })?;
                }
                Ok(())
            }
        }
    }
}

impl Error for FamilyError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::games;
    use crate::heap::{HeapKind, Rule};

    fn to(kind: usize, removed: i64) -> Rule {
        Rule {
            from: 10,
            to: None,
            except: vec![],
            shape: Shape::Parts(vec![Part::Rest { kind, removed }]),
        }
    }

    fn family(rules: Vec<Vec<Rule>>) -> Family {
        Family { kinds: rules.into_iter().map(|rules| HeapKind { least: 0, rules }).collect() }
    }

    #[test]
    fn heaps_may_grow_if_they_shrink_by_more() {
        let order = family(vec![vec![to(1, -3)], vec![to(2, 0)], vec![to(0, 4)]]).order().unwrap();
        for (kind, target, removed) in [(0, 1, -3_i64), (1, 2, 0), (2, 0, 4)] {
            let size = 20_u64.checked_add_signed(-removed).unwrap();
            assert!(order.rank(target, size) < order.rank(kind, 20));
        }
    }

    #[test]
    fn heaps_that_need_not_shrink_are_refused() {
        assert_eq!(
            family(vec![vec![to(1, 0)], vec![to(2, -3)], vec![to(1, 3)]]).check(),
            Err(FamilyError::Endless { cycle: vec![1, 2, 1] })
        );
        assert_eq!(
            family(vec![vec![to(0, 0)]]).check(),
            Err(FamilyError::Endless { cycle: vec![0, 0] })
        );
    }

    #[test]
    fn leaving_the_domain_is_told() {
        let refused = Err(FamilyError::LeavesDomain { kind: 0, rule: 0, target: 0 });
        assert_eq!(family(vec![vec![to(0, 11)]]).check(), refused);
        let mut excepted = to(0, 11);
        excepted.except = vec![10];
        assert_eq!(family(vec![vec![excepted]]).check(), Ok(()));
        let mut bounded = to(0, 11);
        bounded.to = Some(9);
        assert_eq!(family(vec![vec![bounded]]).check(), Ok(()));
        let split = Shape::Split { left: 0, right: 0, removed: 2, low: 0, gap: 1, unequal: false };
        let split = Rule { from: 2, to: None, except: vec![], shape: split };
        assert_eq!(family(vec![vec![split]]).check(), refused);
    }

    #[test]
    fn unknown_kinds_are_told() {
        assert_eq!(
            family(vec![vec![to(7, 1)]]).check(),
            Err(FamilyError::NoSuchKind { kind: 0, rule: 0, target: 7 })
        );
    }

    #[test]
    fn documented_games_pass() {
        for family in [games::octal("0.77"), games::subtraction(&[1, 3, 4]), games::hull(4)] {
            assert_eq!(family.check(), Ok(()));
        }
    }
}
