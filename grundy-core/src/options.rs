//! The options of a position, collected in one flat buffer.

use std::fmt;

use crate::Sum;

/// The options of one position: sums, side by side in one buffer that is used again.
///
/// A solver hands it to [`Rules::options`](crate::Rules::options). Once it has grown, adding an
/// option allocates nothing.
///
/// ```
/// use grundy_core::{Options, Sum};
///
/// let mut options = Options::new();
/// options.push(5); // the position 5
/// options.push_parts([2, 3]); // 2 + 3
/// options.component(4, 3); // 3 * 4 + *1, part by part
/// options.heap(1, 1);
/// options.finish();
/// options.push_sum(Sum::zero()); // nothing is left
///
/// assert_eq!(options.len(), 4);
/// assert_eq!(options.get(1).components(), [(2, 1), (3, 1)]);
/// assert_eq!(options.get(2).heaps(), [(1, 1)]);
/// ```
#[derive(Clone)]
pub struct Options<P> {
    components: Vec<(P, u64)>,
    heaps: Vec<(u64, u64)>,
    /// For each finished option, where it ends among the components and among the heaps.
    ends: Vec<(usize, usize)>,
}

/// One option: its components and its Nim heaps, as in a [`Sum`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionView<'a, P> {
    components: &'a [(P, u64)],
    heaps: &'a [(u64, u64)],
}

impl<P> Options<P> {
    /// No options.
    pub const fn new() -> Self {
        Self { components: Vec::new(), heaps: Vec::new(), ends: Vec::new() }
    }

    /// Adds the option that is this position alone.
    #[inline]
    pub fn push(&mut self, position: P) {
        self.components.push((position, 1));
        self.finish();
    }

    /// Adds an option for each of these positions, alone.
    #[inline]
    pub fn push_each(&mut self, positions: impl ExactSizeIterator<Item = P>) {
        let (from, heaps) = (self.components.len(), self.heaps.len());
        let ends = from + 1..from + 1 + positions.len();
        self.ends.extend(ends.map(|end| (end, heaps)));
        self.components.extend(positions.map(|position| (position, 1)));
    }

    /// Adds the option that is one copy of each of these positions.
    pub fn push_parts(&mut self, positions: impl IntoIterator<Item = P>) {
        self.components.extend(positions.into_iter().map(|position| (position, 1)));
        self.finish();
    }

    /// Adds an option that is a sum already.
    pub fn push_sum(&mut self, sum: Sum<P>) {
        let (components, heaps) = sum.into_parts();
        self.components.extend(components);
        self.heaps.extend(heaps);
        self.finish();
    }

    /// Puts copies of a position into the option at hand, which [`finish`](Self::finish) ends.
    #[inline]
    pub fn component(&mut self, position: P, copies: u64) {
        if copies > 0 {
            self.components.push((position, copies));
        }
    }

    /// Puts copies of the Nim heap of this size into the option at hand.
    #[inline]
    pub fn heap(&mut self, size: u64, copies: u64) {
        if size > 0 && copies > 0 {
            self.heaps.push((size, copies));
        }
    }

    /// Ends the option at hand: what was put in since the last one. Nothing is an option too: the
    /// sum of nothing.
    #[inline]
    pub fn finish(&mut self) {
        self.ends.push((self.components.len(), self.heaps.len()));
    }

    /// Takes back what was put in since the last option was finished.
    pub fn discard(&mut self) {
        let (components, heaps) = self.start(self.ends.len());
        self.components.truncate(components);
        self.heaps.truncate(heaps);
    }

    /// Takes back all options from this number on, and what was put in since.
    pub fn truncate(&mut self, options: usize) {
        self.ends.truncate(options);
        self.discard();
    }

    /// Takes back everything and keeps the memory.
    pub fn clear(&mut self) {
        self.components.clear();
        self.heaps.clear();
        self.ends.clear();
    }

    /// How many options are finished.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many components the options have together, each counted once whatever its copies.
    pub fn components(&self) -> usize {
        self.components.len()
    }

    /// Whether no option is finished.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Whether nothing was put in since the last option was finished.
    ///
    /// Solvers insist on it: what was not finished would be an option that is lost.
    pub fn is_whole(&self) -> bool {
        self.start(self.ends.len()) == (self.components.len(), self.heaps.len())
    }

    /// An option by its number.
    ///
    /// # Panics
    /// When there are not so many.
    #[inline]
    pub fn get(&self, at: usize) -> OptionView<'_, P> {
        let ((from, heaps_from), (to, heaps_to)) = (self.start(at), self.ends[at]);
        OptionView {
            components: &self.components[from..to],
            heaps: &self.heaps[heaps_from..heaps_to],
        }
    }

    /// The options in the order in which they came.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = OptionView<'_, P>> + ExactSizeIterator {
        (0..self.ends.len()).map(|at| self.get(at))
    }

    /// Where the parts of an option begin.
    #[inline]
    fn start(&self, at: usize) -> (usize, usize) {
        at.checked_sub(1).map_or((0, 0), |before| self.ends[before])
    }

    /// Turns the components of the option at hand round.
    pub(crate) fn turn_round(&mut self) {
        let (from, _) = self.start(self.ends.len());
        self.components[from..].reverse();
    }

    /// Whether the options from this number on are one component each, and at least two.
    pub(crate) fn singles(&self, from: usize) -> Option<&[(P, u64)]> {
        let (start, heaps) = self.start(from);
        let options = self.ends.len() - from;
        let single = self.components.len() - start == options && self.heaps.len() == heaps;
        (single && options > 1).then(|| &self.components[start..])
    }

    /// Turns the order of the options from this number on round, all of them single components.
    pub(crate) fn turn_singles(&mut self, from: usize) {
        let (start, _) = self.start(from);
        self.components[start..].reverse();
    }

    /// The last component of the last option.
    pub(crate) fn last_component(&self) -> Option<&(P, u64)> {
        let (from, _) = self.start(self.ends.len().checked_sub(1)?);
        self.components[from..].last()
    }

    /// Takes the last component out of the last option, which must have one.
    pub(crate) fn pop_component(&mut self) {
        self.components.pop();
        if let Some((end, _)) = self.ends.last_mut() {
            *end -= 1;
        }
    }
}

impl<P: Clone> OptionView<'_, P> {
    /// The option as a sum of its own.
    pub fn to_sum(&self) -> Sum<P> {
        let mut sum = Sum::zero();
        for (position, copies) in self.components {
            sum.push(position.clone(), *copies);
        }
        for &(size, copies) in self.heaps {
            sum.push_heap(size, copies);
        }
        sum
    }
}

impl<'a, P> OptionView<'a, P> {
    /// The positions, each with its number of copies (at least 1). One may stand several times.
    pub fn components(&self) -> &'a [(P, u64)] {
        self.components
    }

    /// The Nim heaps as sizes (at least 1), each with its number of copies (at least 1).
    pub fn heaps(&self) -> &'a [(u64, u64)] {
        self.heaps
    }
}

impl<P> Extend<Sum<P>> for Options<P> {
    fn extend<I: IntoIterator<Item = Sum<P>>>(&mut self, sums: I) {
        sums.into_iter().for_each(|sum| self.push_sum(sum));
    }
}

impl<P> Default for Options<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: fmt::Debug> fmt::Debug for Options<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_back_as_they_were_put_in() {
        let mut options = Options::new();
        options.finish();
        options.push_each(['a'].into_iter());
        options.component('b', 2);
        options.component('c', 0);
        options.heap(3, 1);
        options.heap(0, 1);
        options.finish();
        let sums: Vec<Sum<char>> = options.iter().map(|option| option.to_sum()).collect();
        let mut last = Sum::from('b').copies(2).unwrap();
        last.push_heap(3, 1);
        assert_eq!(options.components(), 2);
        assert_eq!(sums, [Sum::zero(), Sum::from('a'), last.clone()]);
        let mut again = Options::new();
        again.extend(sums);
        assert_eq!(format!("{again:?}"), format!("{options:?}"));
        assert_eq!(again.iter().next_back().unwrap().to_sum(), last);
    }

    #[test]
    fn what_is_not_finished_can_be_taken_back() {
        let mut options = Options::new();
        options.push(1);
        options.component(2, 1);
        options.heap(5, 1);
        assert!(!options.is_whole());
        options.discard();
        assert!(options.is_whole());
        options.push(3);
        options.heap(1, 1);
        options.truncate(1);
        assert!(options.is_whole());
        assert_eq!((options.len(), options.get(0).components()), (1, &[(1, 1)][..]));
    }
}
