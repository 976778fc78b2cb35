//! Choices of many things at once, with the things themselves.
//!
//! Each gives one choice after the other by `next`, which lends it: nothing is built anew for it.

use std::ops::ControlFlow;

use super::choices::{Combination, Partition, next_permutation, turn};
use super::{IntSet, Map, Range, Result, Set, may_grow};
use crate::{Code, RuleError};

/// A set whose members are taken out and put in.
pub trait Collection: Default {
    /// Its members.
    type Member: Clone;

    /// Its members, ascending.
    fn into_members(self) -> Vec<Self::Member>;

    /// Puts other members in their place, which ascend without repeats.
    fn refill(&mut self, members: impl Iterator<Item = Self::Member>);
}

impl<T: Clone> Collection for Set<T> {
    type Member = T;

    fn into_members(self) -> Vec<T> {
        self.into_vec()
    }

    fn refill(&mut self, members: impl Iterator<Item = T>) {
        self.members_mut().clear();
        self.members_mut().extend(members);
    }
}

impl Collection for IntSet {
    type Member = i64;

    fn into_members(self) -> Vec<i64> {
        self.into_vec()
    }

    fn refill(&mut self, members: impl Iterator<Item = i64>) {
        *self = IntSet::of(members);
    }
}

/// The subsets of a set, smaller ones first.
pub struct Subsets<S: Collection> {
    of: Vec<S::Member>,
    sizes: std::ops::Range<usize>,
    at: Option<Combination>,
    subset: S,
}

impl<S: Collection> Subsets<S> {
    /// The subsets with as many members as the range says.
    pub fn new(of: S, sizes: Range) -> Self {
        let of = of.into_members();
        let sizes = match sizes.bounds() {
            Some((low, high)) => {
                let low = usize::try_from(low.max(0)).unwrap_or(usize::MAX);
                let high = usize::try_from(high).map_or(0, |high| high.saturating_add(1));
                low..high.min(of.len() + 1)
            }
            None => 0..0,
        };
        Self { of, sizes, at: None, subset: S::default() }
    }

    /// All subsets.
    pub fn all(of: S) -> Self {
        let of = of.into_members();
        let sizes = 0..of.len() + 1;
        Self { of, sizes, at: None, subset: S::default() }
    }

    /// The next subset.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<&S> {
        if !self.at.as_mut().is_some_and(Combination::advance) {
            self.at = Some(Combination::new(self.sizes.next()?, self.of.len())?);
        }
        let Self { of, at, subset, .. } = self;
        subset.refill(at.iter().flat_map(Combination::chosen).map(|&at| of[at].clone()));
        Some(subset)
    }
}

/// The vectors of a length, the last entry fastest.
pub struct Vectors<T> {
    entries: Vec<T>,
    sorted: bool,
    wheels: Vec<usize>,
    begun: bool,
    vector: Vec<T>,
}

impl<T: Clone> Vectors<T> {
    /// All vectors of so many of these entries.
    ///
    /// # Errors
    /// When the length is negative or too large.
    pub fn new(length: i64, entries: Vec<T>) -> Result<Self> {
        let length = usize::try_from(length).map_err(|_| {
            RuleError::coded("E0708", format!("a vector cannot have {length} entries"))
        })?;
        may_grow(length)?;
        let (wheels, vector) = (vec![0; length], Vec::with_capacity(length));
        Ok(Self { entries, sorted: false, wheels, begun: false, vector })
    }

    /// Those whose entries never descend.
    ///
    /// # Errors
    /// When the length is negative or too large.
    pub fn sorted(length: i64, mut entries: Vec<T>) -> Result<Self>
    where
        T: Ord,
    {
        entries.sort_unstable();
        entries.dedup();
        Ok(Self { sorted: true, ..Self::new(length, entries)? })
    }

    /// The next vector.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<&Vec<T>> {
        if self.begun {
            turn(&mut self.wheels, self.sorted, |_| self.entries.len())?;
        } else if self.entries.is_empty() && !self.wheels.is_empty() {
            return None;
        }
        self.begun = true;
        self.vector.clear();
        self.vector.extend(self.wheels.iter().map(|&at| self.entries[at].clone()));
        Some(&self.vector)
    }
}

/// The different orders of entries, in lexicographic order.
pub struct Permutations<T> {
    order: Vec<T>,
    begun: bool,
}

impl<T: Ord> Permutations<T> {
    /// The orders of these entries.
    pub fn new(mut order: Vec<T>) -> Self {
        order.sort_unstable();
        Self { order, begun: false }
    }

    /// The next order.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<&Vec<T>> {
        if self.begun && !next_permutation(&mut self.order) {
            return None;
        }
        self.begun = true;
        Some(&self.order)
    }
}

/// The partitions of a number, fewer parts first.
pub struct Partitions {
    n: i64,
    counts: std::ops::Range<usize>,
    distinct: bool,
    at: Option<Partition>,
    parts: Vec<i64>,
}

impl Partitions {
    /// The partitions into as many parts as the range says.
    pub fn new(n: i64, counts: Range) -> Self {
        let counts = match counts.bounds() {
            Some((low, high)) if high >= 0 && n >= 0 => {
                let low = usize::try_from(low.max(0)).unwrap_or(usize::MAX);
                low..usize::try_from(high.min(n)).map_or(0, |high| high.saturating_add(1))
            }
            _ => 0..0,
        };
        Self { n, counts, distinct: false, at: None, parts: Vec::new() }
    }

    /// The partitions into any number of different parts.
    pub fn distinct(n: i64) -> Self {
        Self { distinct: true, ..Self::new(n, Range::inclusive(0, n.max(0))) }
    }

    /// The next partition.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<&Vec<i64>> {
        if !self.at.as_mut().is_some_and(Partition::advance) {
            self.at = None;
            while self.at.is_none() {
                self.at = Partition::new(self.n, self.counts.next()?, self.distinct);
            }
        }
        self.parts.clear();
        self.parts.extend(self.at.iter().flat_map(Partition::parts));
        Some(&self.parts)
    }
}

/// One choice for each index, all at once: what `d[i in I] in C` runs through. It is used again for
/// other indices, so that nothing is allocated once it has grown.
pub struct Wheels<K, V> {
    /// The choices of all indices, side by side.
    choices: Vec<V>,
    /// Where those of each index begin.
    starts: Vec<usize>,
    turned: Vec<usize>,
    state: State,
    map: Map<K, V>,
}

#[derive(PartialEq, Eq)]
enum State {
    Empty,
    New,
    Turning,
}

impl<K: Ord + Clone, V: Clone> Wheels<K, V> {
    /// No index yet.
    pub fn new() -> Self {
        Self {
            choices: Vec::new(),
            starts: Vec::new(),
            turned: Vec::new(),
            state: State::New,
            map: Map(Vec::new()),
        }
    }

    /// Takes all indices out.
    pub fn clear(&mut self) {
        self.choices.clear();
        self.starts.clear();
        self.turned.clear();
        self.state = State::New;
        self.map.0.clear();
    }

    /// Adds an index, greater than those before, with its choices. Gives whether there are any.
    pub fn index(&mut self, index: K, choices: impl IntoIterator<Item = V>) -> bool {
        let start = self.choices.len();
        self.choices.extend(choices);
        match self.choices.get(start) {
            Some(first) => self.map.0.push((index, first.clone())),
            None => self.state = State::Empty,
        }
        self.starts.push(start);
        self.turned.push(0);
        self.state != State::Empty
    }

    /// The next map of a choice for each index.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<&Map<K, V>> {
        match self.state {
            State::Empty => return None,
            State::New => self.state = State::Turning,
            State::Turning => {
                let (starts, all) = (&self.starts, self.choices.len());
                let end = |at: usize| starts.get(at + 1).copied().unwrap_or(all);
                let first = turn(&mut self.turned, false, |at| end(at) - starts[at])?;
                for (at, start) in starts.iter().enumerate().skip(first) {
                    self.map.0[at].1 = self.choices[start + self.turned[at]].clone();
                }
            }
        }
        Some(&self.map)
    }
}

impl<K: Ord + Clone, V: Clone> Default for Wheels<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

/// The moves of a heap by a take-and-break code: how many are taken, and what heaps are left.
///
/// # Errors
/// When the text is no code, or the size is negative.
pub fn code_moves(code: &[char], n: i64) -> Result<Vec<(i64, Vec<i64>)>> {
    let text: String = code.iter().collect();
    let code = Code::parse(&text).map_err(|error| {
        let words = format!("`{text}` is no take-and-break code: {}", error.reason);
        RuleError::coded("E0505", words)
    })?;
    let n = u64::try_from(n)
        .map_err(|_| RuleError::coded("E0505", format!("a heap cannot have {n} tokens")))?;
    let mut moves = Vec::new();
    // All numbers are at most n, which came from an i64.
    let int = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let flow = code.each_move(n, &mut |taken, left| {
        moves.push((int(taken), left.iter().map(|&size| int(size)).collect()));
        match may_grow(moves.len()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    match flow {
        ControlFlow::Continue(()) => Ok(moves),
        ControlFlow::Break(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheels_are_used_again() {
        let mut wheels = Wheels::new();
        for choices in
            [vec![0..2, 5..8], vec![3..4; 1], vec![], vec![1..3, 1..1, 0..9], vec![7..9; 3]]
        {
            wheels.clear();
            let turning = choices.iter().enumerate().all(|(i, of)| wheels.index(i, of.clone()));
            let (mut expected, mut met) = (vec![Vec::new()], Vec::new());
            for of in &choices {
                let longer = |all: &Vec<i64>| {
                    let all = all.clone();
                    of.clone().map(move |next| all.iter().copied().chain([next]).collect())
                };
                expected = expected.iter().flat_map(longer).collect();
            }
            while let Some(map) = wheels.next() {
                met.push(map.values().copied().collect::<Vec<i64>>());
            }
            assert_eq!((met, turning), (expected.clone(), !expected.is_empty()));
        }
    }
}
