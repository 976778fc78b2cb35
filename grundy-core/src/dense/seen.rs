//! Sets of nimbers that only grow, and the least nimber outside of several of them.

/// The nimbers that have been seen along a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    words: Vec<u64>,
    /// All words before this one are full.
    full: usize,
    /// Some position on the line has no value.
    pub(super) lost: bool,
}

impl Seen {
    pub(super) const NONE: Seen = Seen { words: Vec::new(), full: 0, lost: false };

    #[inline]
    pub(super) fn insert(&mut self, value: u64) {
        // At most the number of positions of a table, so it fits.
        let word = (value / 64) as usize;
        match self.words.get_mut(word) {
            Some(word) => *word |= 1 << (value % 64),
            None => self.grow(word, value),
        }
        if word == self.full {
            self.advance();
        }
    }

    #[cold]
    fn grow(&mut self, word: usize, value: u64) {
        self.words.resize(word + 1, 0);
        self.words[word] = 1 << (value % 64);
    }

    /// Adds what another set holds.
    pub(super) fn extend(&mut self, other: &Seen) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        // Where the other set is full, a word of this one may be so without being counted yet.
        for (word, more) in self.words.iter_mut().zip(&other.words).skip(self.full) {
            *word |= more;
        }
        self.lost |= other.lost;
        self.advance();
    }

    /// Empties the set and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.full = 0;
        self.lost = false;
    }

    #[inline]
    fn advance(&mut self) {
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    /// How many nimbers it can hold without growing: no mex of it is larger.
    pub(super) fn width(&self) -> u64 {
        self.words.len() as u64 * 64
    }
}

/// The nimbers of single options of one position.
#[derive(Debug, Default)]
pub(super) struct Marks {
    values: Vec<u64>,
    words: Vec<u64>,
}

impl Marks {
    pub(super) fn push(&mut self, value: u64) {
        self.values.push(value);
    }

    pub(super) fn clear(&mut self) {
        self.values.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The least nimber that is neither marked nor in one of the sets.
    pub(super) fn mex(&mut self, sets: &[&Seen]) -> u64 {
        if self.values.is_empty() {
            return mex_of(sets, &[]);
        }
        // The mex of m nimbers is at most m.
        let most = sets.iter().map(|set| set.width()).sum::<u64>() + self.values.len() as u64;
        for value in &self.values {
            if *value <= most {
                let word = (value / 64) as usize;
                if word >= self.words.len() {
                    self.words.resize(word + 1, 0);
                }
                self.words[word] |= 1 << (value % 64);
            }
        }
        let mex = mex_of(sets, &self.words);
        for value in &self.values {
            if let Some(word) = self.words.get_mut((value / 64) as usize) {
                *word = 0;
            }
        }
        mex
    }
}

/// The least nimber that is in none of the sets and not among the bits of `marks`.
fn mex_of(sets: &[&Seen], marks: &[u64]) -> u64 {
    let word = |words: &[u64], at: usize| words.get(at).copied().unwrap_or(0);
    let mut at = sets.iter().map(|set| set.full).max().unwrap_or(0);
    let word = match (sets, marks) {
        ([], _) => loop {
            match word(marks, at) {
                u64::MAX => at += 1,
                word => break word,
            }
        },
        ([a], []) => word(&a.words, at),
        ([a, b], []) => loop {
            match word(&a.words, at) | word(&b.words, at) {
                u64::MAX => at += 1,
                word => break word,
            }
        },
        ([a, b, c], []) => loop {
            match word(&a.words, at) | word(&b.words, at) | word(&c.words, at) {
                u64::MAX => at += 1,
                word => break word,
            }
        },
        _ => loop {
            let all = sets.iter().fold(word(marks, at), |all, set| all | word(&set.words, at));
            match all {
                u64::MAX => at += 1,
                word => break word,
            }
        },
    };
    at as u64 * 64 + u64::from(word.trailing_ones())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_definition(
            sets in prop::collection::vec(prop::collection::vec(0_u64..200, 0..150), 1..4),
            marks in prop::collection::vec(prop_oneof![4 => 0_u64..300, 1 => any::<u64>()], 0..80),
            join in any::<bool>(),
        ) {
            let mut seen: Vec<Seen> = Vec::new();
            for values in &sets {
                let mut set = Seen::default();
                values.iter().for_each(|v| set.insert(*v));
                seen.push(set);
            }
            if join {
                let (first, rest) = seen.split_first_mut().unwrap();
                rest.iter().for_each(|set| first.extend(set));
            }
            let mut all = Marks::default();
            for _ in 0..2 {
                marks.iter().for_each(|v| all.push(*v));
                let used: Vec<&Seen> = seen.iter().take(if join { 1 } else { seen.len() }).collect();
                let mex = all.mex(&used);
                let has = |v: &u64| marks.contains(v) || sets.iter().any(|set| set.contains(v));
                prop_assert_eq!(mex, (0..).find(|v| !has(v)).unwrap());
                all.clear();
            }
        }
    }
}
