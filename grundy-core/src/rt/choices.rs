//! Choices of many things at once, one after the other and by index.
//!
//! Each of these stands at its first choice when it is made, and `advance` takes it to the next
//! one until there is none left.

/// The choices of `size` of the indices `0..of`, ascending, in lexicographic order.
#[derive(Clone, Debug)]
pub struct Combination {
    chosen: Vec<usize>,
    of: usize,
}

impl Combination {
    /// The first choice, if `size <= of`.
    pub fn new(size: usize, of: usize) -> Option<Self> {
        (size <= of).then(|| Self { chosen: (0..size).collect(), of })
    }

    /// The chosen indices.
    pub fn chosen(&self) -> &[usize] {
        &self.chosen
    }

    /// The next choice: the last index that can still grow grows, those behind it follow closely.
    pub fn advance(&mut self) -> bool {
        let size = self.chosen.len();
        let growing = (0..size).rev().find(|&at| self.chosen[at] + size - at < self.of);
        let Some(at) = growing else {
            return false;
        };
        self.chosen[at] += 1;
        for next in at + 1..size {
            self.chosen[next] = self.chosen[next - 1] + 1;
        }
        true
    }
}

/// Turns a counter to its next state, the last wheel fastest; wheel i has the states `0..size(i)`.
/// With `sorted` the states never descend from wheel to wheel (all wheels have one size). Gives the
/// first wheel that has changed.
pub fn turn(wheels: &mut [usize], sorted: bool, size: impl Fn(usize) -> usize) -> Option<usize> {
    let at = (0..wheels.len()).rev().find(|&at| wheels[at] + 1 < size(at))?;
    let next = wheels[at] + 1;
    wheels[at] = next;
    wheels[at + 1..].fill(if sorted { next } else { 0 });
    Some(at)
}

/// The next order of these entries in lexicographic order; equal entries are not told apart.
pub fn next_permutation<T: Ord>(order: &mut [T]) -> bool {
    let Some(at) = (1..order.len()).rev().find(|&at| order[at - 1] < order[at]) else {
        return false;
    };
    let next = (at..order.len()).rev().find(|&next| order[at - 1] < order[next]);
    order.swap(at - 1, next.expect("the entry at `at` is greater"));
    order[at..].reverse();
    true
}

/// The ascending vectors of a number of positive ints with a given sum, in lexicographic order.
#[derive(Clone, Debug)]
pub struct Partition {
    n: i64,
    gap: i64,
    /// The parts; the last one is what the others leave of n.
    parts: Vec<i64>,
}

impl Partition {
    /// The first partition of n into `count` parts, all different if `distinct`; if there is one.
    pub fn new(n: i64, count: usize, distinct: bool) -> Option<Self> {
        let gap = i64::from(distinct);
        if count == 0 {
            return (n == 0).then(|| Self { n, gap, parts: Vec::new() });
        }
        least(1, count, gap).filter(|&least| least <= n)?;
        let parts = (0..count as i64).map(|at| 1 + gap * at).collect();
        let mut partition = Self { n, gap, parts };
        partition.fill_up();
        Some(partition)
    }

    /// The parts, ascending.
    pub fn parts(&self) -> &[i64] {
        &self.parts
    }

    /// The next partition: the last part that can grow so that the rest has room grows.
    pub fn advance(&mut self) -> bool {
        let count = self.parts.len();
        let mut before: i64 = self.parts.iter().sum();
        before -= self.parts.last().copied().unwrap_or(0);
        for at in (0..count.saturating_sub(1)).rev() {
            before -= self.parts[at];
            let part = self.parts[at] + 1;
            if least(part, count - at, self.gap).is_some_and(|least| least <= self.n - before) {
                for (step, place) in self.parts[at..].iter_mut().enumerate() {
                    *place = part + self.gap * step as i64;
                }
                self.fill_up();
                return true;
            }
        }
        false
    }

    fn fill_up(&mut self) {
        if let Some((last, others)) = self.parts.split_last_mut() {
            *last = self.n - others.iter().sum::<i64>();
        }
    }
}

/// The least sum of `more` parts that begin at `part`, if it has 64 bits.
fn least(part: i64, more: usize, gap: i64) -> Option<i64> {
    let more = i64::try_from(more).ok()?;
    let steps = more.checked_mul(more - 1)? / 2;
    part.checked_mul(more)?.checked_add(gap.checked_mul(steps)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All states of something that advances.
    fn all<S, T>(start: Option<S>, now: impl Fn(&S) -> T, next: impl Fn(&mut S) -> bool) -> Vec<T> {
        let mut all = Vec::new();
        let mut at = start;
        while let Some(state) = &mut at {
            all.push(now(state));
            if !next(state) {
                at = None;
            }
        }
        all
    }

    #[test]
    fn combinations_are_the_ascending_vectors() {
        for of in 0..6_usize {
            for size in 0..8 {
                let found =
                    all(Combination::new(size, of), |c| c.chosen().to_vec(), Combination::advance);
                let masks = (0..1_usize << of).filter(|mask| mask.count_ones() as usize == size);
                let mut expected: Vec<Vec<usize>> =
                    masks.map(|mask| (0..of).filter(|i| mask >> i & 1 == 1).collect()).collect();
                expected.sort();
                assert_eq!(found, expected, "{size} of {of}");
            }
        }
    }

    #[test]
    fn wheels_run_through_all_states() {
        let states = all(Some(vec![0; 3]), Vec::clone, |w| turn(w, false, |at| at + 1).is_some());
        assert_eq!(states.len(), 6);
        assert!(states.is_sorted());
        let sorted = all(Some(vec![0; 3]), Vec::clone, |w| turn(w, true, |_| 4).is_some());
        assert_eq!(sorted.len(), 20);
        assert!(sorted.is_sorted() && sorted.iter().all(|w| w.is_sorted()));
        assert_eq!(all(Some(vec![]), Vec::clone, |w| turn(w, false, |_| 0).is_some()).len(), 1);
    }

    #[test]
    fn permutations_of_equal_entries_come_once() {
        let orders = all(Some(vec![1, 1, 2, 3]), Vec::clone, |order| next_permutation(order));
        assert_eq!(orders.len(), 12);
        assert!(orders.is_sorted());
    }

    #[test]
    fn partitions_are_all_there() {
        for n in 0..14 {
            for count in 0..6 {
                for distinct in [false, true] {
                    let found = all(
                        Partition::new(n, count, distinct),
                        |p| p.parts().to_vec(),
                        Partition::advance,
                    );
                    let mut wheels = vec![0; count];
                    let mut expected = Vec::new();
                    loop {
                        let parts: Vec<i64> = wheels.iter().map(|&w| 1 + w as i64).collect();
                        let fits = !distinct || parts.windows(2).all(|pair| pair[0] < pair[1]);
                        if fits && parts.iter().sum::<i64>() == n {
                            expected.push(parts);
                        }
                        if turn(&mut wheels, true, |_| 14).is_none() {
                            break;
                        }
                    }
                    assert_eq!(found, expected, "{n} into {count}");
                }
            }
        }
    }
}
