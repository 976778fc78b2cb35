//! A sparse space: the rare heaps that one kind's splits have to look at.

use super::classes::{Classes, Counts, Scan};
use super::narrow::Narrow;
use super::squeeze::Squeeze;
use super::terms::Terms;
use super::vector::Heaps;
use super::{HeapKind, Part};

/// How the heaps of one kind are found from rare heaps.
pub(super) struct Space {
    pub(super) kind: usize,
    pub(super) classes: Classes,
    pub(super) terms: Terms,
    pub(super) scans: Vec<Looked>,
    pub(super) rare: Vec<Rare>,
    pub(super) others: Vec<Others>,
    pub(super) squeeze: Squeeze,
    /// The options that are no splits.
    pub(super) singles: Vec<Single>,
    /// Above all nimbers when it was chosen.
    bound: usize,
    /// Every nimber v squeezed, where popcount(v & mask) is even and where it is odd, else [`RARE`].
    codes: [Vec<u16>; 2],
    /// The nimbers with an even and with an odd number of bits in the mask, in ascending order.
    nimbers: [Vec<u16>; 2],
}

/// What to look at, with the places of the rare heaps and of the other heaps in their lists.
pub(super) struct Looked {
    pub(super) scan: Scan,
    pub(super) rare: usize,
    pub(super) other: usize,
}

/// The rare heaps of one kind.
pub(super) struct Rare {
    pub(super) kind: usize,
    /// So many heaps of the kind have been looked at.
    looked: usize,
    /// Their places in the table, ascending.
    pub(super) places: Vec<u32>,
    pub(super) values: Vec<u16>,
    /// The same nimbers, squeezed.
    pub(super) squeezed: Vec<u16>,
}

/// The heaps of one kind that are combined with rare ones.
pub(super) struct Others {
    kind: usize,
    /// For each place in the table the squeezed nimber, or [`RARE`].
    pub(super) squeezed: Vec<u16>,
}

/// In a sparse space all nimbers are below this.
pub(super) const MOST: usize = 1 << 11;

/// For a rare heap: what is combined with it does not count.
const RARE: u16 = 1 << 15;

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
        if T::WIDEST || !terms.complete || bound > MOST {
            return None;
        }
        let sources = sources(&terms, kind);
        let counts = sources.iter().map(|&kind| count(kinds, tables, kind, bound)).collect();
        let (classes, _) = Classes::best(kind, &terms.pairs, counts, alternating)?;
        let mut rare: Vec<Rare> = Vec::new();
        let mut others: Vec<Others> = Vec::new();
        let mut scans = Vec::new();
        for scan in terms.pairs.iter().flat_map(|pair| pair.scans()) {
            let place = rare.iter().position(|rare| rare.kind == scan.rare).unwrap_or(rare.len());
            if place == rare.len() {
                let (places, values, squeezed) = Default::default();
                rare.push(Rare { kind: scan.rare, looked: 0, places, values, squeezed });
            }
            let other = others.iter().position(|other| other.kind == scan.other);
            let other = other.unwrap_or(others.len());
            if other == others.len() {
                others.push(Others { kind: scan.other, squeezed: Vec::new() });
            }
            scans.push(Looked { scan, rare: place, other });
        }
        let squeeze = Squeeze::new(classes.mask);
        let all = 0..MOST as u32;
        let codes = [false, true].map(|odd| {
            let code = |v| if squeeze.is_odd(v) == odd { squeeze.squeeze(v) as u16 } else { RARE };
            all.clone().map(code).collect()
        });
        let nimbers = [false, true].map(|odd| {
            let nimbers = all.clone().filter(|&v| squeeze.is_odd(v) == odd);
            nimbers.map(|v| v as u16).collect()
        });
        let singles = terms.singles.iter().map(|parts| Single::new(kinds, tables, parts)).collect();
        let mut space = Self {
            kind,
            classes,
            terms,
            scans,
            rare,
            others,
            squeeze,
            singles,
            bound,
            codes,
            nimbers,
        };
        space.extend(kinds, tables);
        Some(space)
    }

    /// Looks at what is new in the tables.
    pub(super) fn extend<T: Narrow>(&mut self, kinds: &[HeapKind], tables: &[Vec<T>]) {
        let of_size = |kind, n| &self.codes[usize::from(self.classes.are_odd(kind, n))];
        // Of the heaps in even and in odd places of a table.
        let codes = |kind: usize| [0, 1].map(|place| of_size(kind, kinds[kind].least + place));
        for rare in &mut self.rare {
            let table = &tables[rare.kind];
            let codes = codes(rare.kind);
            for (place, value) in (rare.looked..).zip(&table[rare.looked..]) {
                if codes[place % 2][value.index()] == RARE {
                    rare.places.push(place as u32);
                    rare.values.push(value.wide() as u16);
                    rare.squeezed.push(self.squeeze.squeeze(value.wide()) as u16);
                }
            }
            rare.looked = table.len();
        }
        for Others { kind, squeezed } in &mut self.others {
            let codes = codes(*kind);
            let new = (squeezed.len()..).zip(&tables[*kind][squeezed.len()..]);
            squeezed.extend(new.map(|(place, value)| codes[place % 2][value.index()]));
        }
    }

    /// The squeezed nimbers of the heaps of the kind itself, if they are combined with rare ones.
    pub(super) fn own_heaps(&self) -> &[u16] {
        let own = self.others.iter().find(|others| others.kind == self.kind);
        own.map_or(&[], |own| &own.squeezed)
    }

    /// Every nimber squeezed if it is common for a heap of size n, else [`RARE`].
    pub(super) fn codes(&self, n: u64) -> &[u16] {
        &self.codes[usize::from(self.classes.are_odd(self.kind, n))]
    }

    /// The nimbers that are common for a heap of size n, in ascending order: so the place of each is the
    /// nimber squeezed.
    pub(super) fn nimbers(&self, n: u64) -> &[u16] {
        &self.nimbers[usize::from(self.classes.are_odd(self.kind, n))]
    }

    /// Forgets what is no longer in the table of the kind itself.
    pub(super) fn truncate(&mut self, len: usize) {
        for rare in self.rare.iter_mut().filter(|rare| rare.kind == self.kind) {
            let left = rare.places.partition_point(|&place| (place as usize) < len);
            rare.places.truncate(left);
            rare.values.truncate(left);
            rare.squeezed.truncate(left);
            rare.looked = rare.looked.min(len);
        }
        let others = self.others.iter_mut().filter(|others| others.kind == self.kind);
        others.for_each(|others| others.squeezed.truncate(len));
    }

    /// The heaps of a block from size n on for which a nimber is common.
    pub(super) fn common(&self, n: u64, value: u32) -> Heaps {
        const EVEN_PLACES: Heaps = Heaps::MAX / 3;
        let heaps = |n, heaps| if self.classes.is_common(self.kind, n, value) { heaps } else { 0 };
        heaps(n, EVEN_PLACES) | heaps(n + 1, !EVEN_PLACES)
    }

    /// Whether an option that is no split has this nimber, for a heap of size n.
    pub(super) fn has_single<T: Narrow>(&self, tables: &[Vec<T>], n: u64, value: u32) -> bool {
        self.singles.iter().any(|single| single.value(tables, n) == u64::from(value))
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
        self.scans
            .iter()
            .all(|Looked { scan, .. }| scan.rare == self.kind && scan.other == self.kind)
            && parts.into_iter().all(|part| match part {
                Part::Rest { kind, .. } | Part::Fixed { kind, .. } => *kind == self.kind,
                Part::Nim(_) => true,
            })
    }

    /// About how long a heap takes, in marks.
    pub(super) fn work(&self) -> u64 {
        self.cost() * (self.bound as u64 / 64 + 3) / 6
    }

    /// How many pairs there are for a heap.
    pub(super) fn cost(&self) -> u64 {
        self.scans.iter().map(|looked| self.rare[looked.rare].places.len() as u64).sum()
    }
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
