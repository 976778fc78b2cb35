//! A sparse space: the rare heaps that one kind's splits have to look at.

use super::classes::{Classes, Counts, Scan};
use super::narrow::Narrow;
use super::terms::Terms;
use super::vector::{Heaps, ROWS};
use super::{HeapKind, Part};

/// How the heaps of one kind are found from rare heaps.
pub(super) struct Space {
    pub(super) kind: usize,
    pub(super) classes: Classes,
    pub(super) terms: Terms,
    /// What to look at, with the place of the rare heaps in `rare`.
    pub(super) scans: Vec<(Scan, usize)>,
    pub(super) rare: Vec<Rare>,
    /// The options that are no splits.
    pub(super) singles: Vec<Single>,
    /// Above all nimbers when it was chosen.
    bound: usize,
    /// All ones where popcount(v & mask) is odd, for every nimber v.
    flips: Vec<Heaps>,
}

/// The rare heaps of one kind.
pub(super) struct Rare {
    pub(super) kind: usize,
    /// So many heaps of the kind have been looked at.
    looked: usize,
    /// Their places in the table, ascending.
    pub(super) places: Vec<u32>,
    pub(super) values: Vec<u16>,
}

/// An option that is one sum.
pub(super) struct Single {
    /// The nimber of the components that are the same for every heap.
    pub(super) constant: u64,
    /// The others: their kind, and how far their place in its table is from the size of the heap.
    pub(super) rests: Vec<(usize, i64)>,
}

impl Single {
    fn new<T: Narrow>(kinds: &[HeapKind], tables: &[Vec<T>], parts: &[Part]) -> Self {
        let mut single = Self { constant: 0, rests: Vec::new() };
        for part in parts {
            match *part {
                Part::Rest { kind, removed } => {
                    single.rests.push((kind, -removed - kinds[kind].least as i64));
                }
                Part::Fixed { kind, size } => {
                    let place = (size - kinds[kind].least) as usize;
                    single.constant ^= u64::from(tables[kind][place].wide());
                }
                Part::Nim(size) => single.constant ^= size,
            }
        }
        single
    }

    /// Its nimber for a heap of size n.
    pub(super) fn value<T: Narrow>(&self, tables: &[Vec<T>], n: u64) -> u64 {
        self.rests.iter().fold(self.constant, |value, &(kind, change)| {
            value ^ u64::from(tables[kind][(n as i64 + change) as usize].wide())
        })
    }
}

impl Space {
    /// The space with the fewest rare heaps for the heaps of a kind from size n on, with or without
    /// the parity of the size. `None` where the rules do not allow it.
    pub(super) fn best<T: Narrow>(
        kinds: &[HeapKind],
        tables: &[Vec<T>],
        kind: usize,
        n: u64,
        alternating: &[bool],
    ) -> Option<Self> {
        let terms = kinds[kind].terms(n);
        let bound = bound(kinds, tables, &terms, kind);
        if T::WIDEST || !terms.complete || bound > ROWS {
            return None;
        }
        let sources = sources(&terms, kind);
        let counts = sources.iter().map(|&kind| count(kinds, tables, kind, bound)).collect();
        let (classes, _) = Classes::best(kind, &terms.pairs, counts, alternating)?;
        let mut rare: Vec<Rare> = Vec::new();
        let mut scans = Vec::new();
        for scan in terms.pairs.iter().flat_map(|pair| pair.scans()) {
            let place = rare.iter().position(|rare| rare.kind == scan.rare).unwrap_or(rare.len());
            if place == rare.len() {
                let (places, values) = Default::default();
                rare.push(Rare { kind: scan.rare, looked: 0, places, values });
            }
            scans.push((scan, place));
        }
        let odd = |value: u32| (value & classes.mask).count_ones() & 1 != 0;
        let flips = (0..ROWS as u32).map(|value| if odd(value) { Heaps::MAX } else { 0 }).collect();
        let singles = terms.singles.iter().map(|parts| Single::new(kinds, tables, parts)).collect();
        let mut space = Self { kind, classes, terms, scans, rare, singles, bound, flips };
        space.extend(kinds, tables);
        Some(space)
    }

    /// Looks at what is new in the tables.
    pub(super) fn extend<T: Narrow>(&mut self, kinds: &[HeapKind], tables: &[Vec<T>]) {
        let alternating = self.classes.alternating;
        for rare in &mut self.rare {
            let table = &tables[rare.kind];
            let least = kinds[rare.kind].least as usize;
            let flipped = self.classes.is_flipped(rare.kind);
            for (place, value) in table.iter().enumerate().skip(rare.looked) {
                let odd = self.flips[value.index()] != 0;
                if odd == flipped ^ (alternating && (least + place) & 1 != 0) {
                    rare.places.push(place as u32);
                    rare.values.push(value.wide() as u16);
                }
            }
            rare.looked = table.len();
        }
    }

    /// Forgets what is no longer in the table of the kind itself.
    pub(super) fn truncate(&mut self, len: usize) {
        for rare in self.rare.iter_mut().filter(|rare| rare.kind == self.kind) {
            let left = rare.places.partition_point(|&place| (place as usize) < len);
            rare.places.truncate(left);
            rare.values.truncate(left);
            rare.looked = rare.looked.min(len);
        }
    }

    /// The heaps of a block from size n on for which nimbers with an even number of bits in the mask are
    /// common.
    pub(super) fn even(&self, n: u64) -> Heaps {
        // Every second one, from the second on.
        const ODD: Heaps = Heaps::MAX / 3 * 2;
        let even = match (self.classes.alternating, n.is_multiple_of(2)) {
            (false, _) => 0,
            (true, true) => ODD,
            (true, false) => !ODD,
        };
        if self.classes.is_flipped(self.kind) { !even } else { even }
    }

    /// The heaps of a block from size n on for which a nimber is common.
    pub(super) fn common(&self, n: u64) -> impl Fn(usize) -> Heaps {
        let even = self.even(n);
        move |value| even ^ self.flips[value]
    }

    /// Whether an option that is no split has this nimber, for a heap of size n.
    pub(super) fn has_single<T: Narrow>(&self, tables: &[Vec<T>], n: u64, value: u32) -> bool {
        self.singles.iter().any(|single| single.value(tables, n) == u64::from(value))
    }

    /// The bit sets of the nimbers below so many times 64 that are common for the even and for the odd
    /// heaps of a block from size n on, counted from 0.
    pub(super) fn common_words<const WORDS: usize>(&self, n: u64) -> [[u64; WORDS]; 2] {
        let common = self.common(n);
        [0, 1].map(|j| {
            std::array::from_fn(|k| {
                let bit = |i: usize| u64::from(common(64 * k + i) >> j & 1) << i;
                (0..64).fold(0, |word, i| word | bit(i))
            })
        })
    }

    /// How many rare heaps are looked at for each heap, and the size of the largest.
    pub(super) fn rare_heaps(&self, kinds: &[HeapKind]) -> (u64, Option<u64>) {
        let count = self.rare.iter().map(|rare| rare.places.len() as u64).sum();
        let last = self.rare.iter().filter_map(|rare| {
            rare.places.last().map(|&place| kinds[rare.kind].least + u64::from(place))
        });
        (count, last.max())
    }

    /// Whether all components of the options are of the kind itself.
    pub(super) fn is_closed(&self) -> bool {
        let parts = self.terms.singles.iter().flatten();
        self.scans.iter().all(|(scan, _)| scan.rare == self.kind && scan.other == self.kind)
            && parts.into_iter().all(|part| match part {
                Part::Rest { kind, .. } | Part::Fixed { kind, .. } => *kind == self.kind,
                Part::Nim(_) => true,
            })
    }

    /// About how long a heap takes, in marks.
    pub(super) fn work(&self) -> u64 {
        match words(self.bound) {
            Some(words) => self.cost() * words as u64 / 7,
            None => self.cost(),
        }
    }

    /// How many pairs there are for a heap.
    pub(super) fn cost(&self) -> u64 {
        self.scans.iter().map(|&(_, place)| self.rare[place].places.len() as u64).sum()
    }
}

/// In how many words of 64 bits the nimbers below a bound have a bit each, if they are few.
pub(super) fn words(bound: usize) -> Option<usize> {
    [1, 2, 4].into_iter().find(|words| bound <= 64 * words)
}

/// The kind itself and those that it splits into.
fn sources(terms: &Terms, kind: usize) -> Vec<usize> {
    let mut sources = vec![kind];
    for kind in terms.pairs.iter().flat_map(|pair| [pair.left, pair.right]) {
        if !sources.contains(&kind) {
            sources.push(kind);
        }
    }
    sources
}

/// A power of two above all nimbers of these kinds.
pub(super) fn bound<T: Narrow>(
    kinds: &[HeapKind],
    tables: &[Vec<T>],
    terms: &Terms,
    kind: usize,
) -> usize {
    debug_assert_eq!(kinds.len(), tables.len());
    // So folded, it is done with vector instructions.
    let largest = |kind: usize| tables[kind].iter().copied().fold(T::ZERO, Ord::max);
    let largest = sources(terms, kind).into_iter().map(largest).max().unwrap_or(T::ZERO);
    (largest.index() + 1).next_power_of_two()
}

fn count<T: Narrow>(kinds: &[HeapKind], tables: &[Vec<T>], kind: usize, bound: usize) -> Counts {
    let mut by_parity = [vec![0; bound], vec![0; bound]];
    let least = kinds[kind].least as usize % 2;
    for (place, value) in tables[kind].iter().enumerate() {
        by_parity[(least + place) % 2][value.index()] += 1;
    }
    Counts { kind, by_parity }
}
