//! Options that show that rare nimbers are met.

use std::sync::Arc;

use super::HeapKind;
use super::narrow::Narrow;
use super::space::Space;
use super::terms::Pairs;
use super::vector::{Covering, Heaps, LANES, contains, cover};

/// A stretch of heaps of one kind. It is open whether they have an option of each rare nimber that is
/// smaller than their own.
///
/// To decide most of them quickly, pairs of heaps a, b are tried in which b has one of the most
/// frequent nimbers: the heaps of such a nimber are a bit set, so one shift of it shows for many
/// consecutive heaps n whether n - a, less what is removed, is one of them.
pub(super) struct Job {
    /// The size of the first heap.
    pub(super) first: u64,
    /// The nimbers of the heaps, if they have every rare nimber below among their options.
    values: Vec<u16>,
    /// Of 64 heaps, from the first on, those for which each nimber is common.
    common: Vec<u64>,
    sources: Arc<Sources>,
    /// For every split the nimbers of the heaps that b may be.
    windows: Vec<Vec<u16>>,
}

/// From where the pairs are taken.
pub(super) struct Sources {
    splits: Vec<Source>,
    /// The sizes a are at most this.
    pub(super) reach: u64,
    /// The first heap for which it was made, and the reach it was meant to have.
    made_at: u64,
    meant: u64,
}

struct Source {
    pair: Pairs,
    least_right: u64,
    /// The most frequent nimbers of the right kind.
    frequent: Vec<u32>,
    /// The place of each nimber in `frequent`, if it is there.
    rank: Vec<u8>,
    /// Some sizes of the left kind with each nimber, one after another.
    sizes: Vec<u32>,
    /// Where those of each nimber begin, and the end.
    begins: Vec<usize>,
    /// All nimbers of the left kind from the least size a on, up to the reach.
    left: Vec<u16>,
    least_left: u64,
}

const FREQUENT: usize = 32;
const SIZES_OF_EACH: usize = 32;
/// Most pairs with a up to this are tried for groups of heaps.
const TRIED: usize = 4096;
/// So few open heaps of a group are looked at one by one.
const FEW: u32 = 8;
/// So many heaps are looked at together.
const GROUP: usize = 1024;
const WORDS: usize = GROUP / 64;
/// With only so few sizes for a it is not worth while.
const NEAREST: u64 = 16;

impl Sources {
    /// Pairs for the heaps from size n on, with a up to `reach` if there are as many. `None` if n is
    /// small.
    pub(super) fn new<T: Narrow>(
        kinds: &[HeapKind],
        tables: &[Vec<T>],
        pairs: &[Pairs],
        n: u64,
        reach: u64,
    ) -> Option<Self> {
        let enough = reach;
        let reach = pairs.iter().map(|pair| {
            let low = pair.low_right.max(kinds[pair.right].least as i64);
            // Half of it at most, so that a is smaller than b.
            (n as i64 - pair.removed - low) / 2 - 1
        });
        let reach = u64::try_from(reach.min()?).ok()?.min(enough);
        let splits = pairs.iter().map(|pair| Source::new(kinds, tables, *pair, n, reach)).collect();
        (reach >= NEAREST).then_some(Self { splits, reach, made_at: n, meant: enough })
    }

    /// Whether better ones can be made for the heaps from size n on, and this reach.
    pub(super) fn is_old(&self, n: u64, reach: u64) -> bool {
        n >= 2 * self.made_at || reach >= 4 * self.meant || reach <= self.meant / 4
    }
}

impl Source {
    fn new<T: Narrow>(
        kinds: &[HeapKind],
        tables: &[Vec<T>],
        pair: Pairs,
        n: u64,
        reach: u64,
    ) -> Self {
        // The table of another kind may reach far beyond, where other nimbers are frequent.
        let right = &tables[pair.right];
        let end = n as i64 - pair.removed - kinds[pair.right].least as i64;
        let right = &right[..usize::try_from(end).unwrap_or(0).min(right.len())];
        let mut counts: Vec<(usize, u32)> = Vec::new();
        for value in &right[right.len().saturating_sub(reach as usize)..] {
            if counts.len() <= value.index() {
                counts.resize(value.index() + 1, (0, 0));
            }
            counts[value.index()].0 += 1;
        }
        (0..).zip(&mut counts).for_each(|(value, count)| count.1 = value);
        let mut rank = vec![u8::MAX; counts.len()];
        counts.sort_unstable_by_key(|&(count, value)| (usize::MAX - count, value));
        counts.truncate(FREQUENT);
        let frequent: Vec<u32> = counts.into_iter().map(|(_, value)| value).collect();
        (0..).zip(&frequent).for_each(|(place, &value)| rank[value as usize] = place);

        let least = kinds[pair.left].least as i64;
        let from = pair.low_left.max(least);
        let left = &tables[pair.left];
        let end = usize::try_from(reach as i64 + 1 - least).unwrap_or(0).min(left.len());
        let left = &left[(from - least).min(end as i64) as usize..end];
        let mut of_each: Vec<Vec<u32>> = Vec::new();
        for (size, value) in (from as u32..).zip(left) {
            if of_each.len() <= value.index() {
                of_each.resize(value.index() + 1, Vec::new());
            }
            if of_each[value.index()].len() < SIZES_OF_EACH {
                of_each[value.index()].push(size);
            }
        }
        let mut begins = vec![0];
        for sizes in &of_each {
            begins.push(begins.last().expect("it begins with 0") + sizes.len());
        }
        let sizes = of_each.concat();
        let left = left.iter().map(|value| value.wide() as u16).collect();
        let (least_left, least_right) = (from as u64, kinds[pair.right].least);
        Self { pair, least_right, frequent, rank, sizes, begins, left, least_left }
    }

    /// The size of the smallest b for heaps from size n on.
    fn window(&self, n: u64, reach: u64) -> u64 {
        (n as i64 - self.pair.removed) as u64 - reach
    }
}

impl Job {
    /// The heaps of the space's kind from size `first` on, up to the end of its table.
    pub(super) fn new<T: Narrow>(
        space: &Space,
        kinds: &[HeapKind],
        tables: &[Vec<T>],
        first: u64,
        sources: Arc<Sources>,
    ) -> Self {
        let place = (first - kinds[space.kind].least) as usize;
        let values = tables[space.kind][place..].iter().map(|value| value.wide() as u16);
        let values: Vec<u16> = values.collect();
        let most = values.iter().max().map_or(0, |&value| u32::from(value));
        let twice = |heaps: Heaps| u64::from(heaps) << LANES | u64::from(heaps);
        let common = (0..most).map(|value| twice(space.common(first, value))).collect();
        let mut job = Self { first, values, common, sources, windows: Vec::new() };
        job.pack(tables);
        job
    }

    /// How many heaps there are.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Takes along the nimbers that are needed: then the job needs nothing else.
    fn pack<T: Narrow>(&mut self, tables: &[Vec<T>]) {
        let windows = self.sources.splits.iter().map(|source| {
            let begin = source.window(self.first, self.sources.reach) - source.least_right;
            let heaps = self.sources.reach as usize + self.len();
            let table = &tables[source.pair.right];
            let end = (begin as usize + heaps).min(table.len());
            table[(begin as usize).min(end)..end].iter().map(|value| value.wide() as u16).collect()
        });
        self.windows = windows.collect();
    }

    /// The heaps and nimbers for which no option was found, in ascending order. There may be one
    /// all the same. `None` if it was told on the way that it is over.
    pub(super) fn run(&self, over: impl Fn() -> bool) -> Option<Vec<(u64, u32)>> {
        if over() {
            return None;
        }
        let sources = self.sources.splits.iter().zip(&self.windows);
        let heaps = self.sources.reach as usize + self.len();
        let bits = sources.map(|(source, window)| Bits::new(source, window, heaps));
        let bits: Vec<Bits> = bits.collect();
        let mut left = Vec::new();
        let mut with: Vec<[u64; WORDS]> = Vec::new();
        for (group, values) in self.values.chunks(GROUP).enumerate() {
            if over() {
                return None;
            }
            with.clear();
            with.resize(self.common.len() + 1, [0; WORDS]);
            for (place, &value) in values.iter().enumerate() {
                with[usize::from(value)][place / 64] |= 1 << (place % 64);
            }
            let mut larger = [0; WORDS];
            with.iter().for_each(|with| or(&mut larger, with));
            for (value, common) in self.common.iter().enumerate() {
                let here = with[value];
                (0..WORDS).for_each(|word| larger[word] &= !here[word]);
                let mut open = larger.map(|larger| larger & !common);
                if open == [0; WORDS] {
                    continue;
                }
                self.search(group, value as u32, &bits, &mut open);
                for (word, bits) in open.into_iter().enumerate() {
                    left.extend(ones(bits).map(|bit| {
                        let place = group * GROUP + word * 64 + bit;
                        (self.first + place as u64, value as u32)
                    }));
                }
            }
        }
        left.sort_unstable();
        Some(left)
    }

    /// Takes away from `open` the heaps of a group that have an option of this nimber.
    fn search(&self, group: usize, value: u32, bits: &[Bits], open: &mut [u64; WORDS]) {
        let base = self.sources.reach as usize + group * GROUP;
        for (source, bits) in self.sources.splits.iter().zip(bits) {
            let by = Covering {
                words: &bits.words,
                words_of_each: bits.words_of_each,
                base,
                frequent: &source.frequent,
                sizes: &source.sizes,
                begins: &source.begins,
            };
            if cover(open, &by, value, FEW) <= FEW {
                break;
            }
        }
        for (word, open) in open.iter_mut().enumerate() {
            for bit in ones(*open) {
                if self.finds(base + 64 * word + bit, value as u16) {
                    *open &= !(1 << bit);
                }
            }
        }
    }

    /// Whether an option of this nimber is found among all pairs at hand, for the heap for which
    /// the b of a = 0 is at this place of the windows.
    fn finds(&self, place: usize, value: u16) -> bool {
        self.sources.splits.iter().zip(&self.windows).any(|(source, window)| {
            let last = (place + 1).checked_sub(source.least_left as usize);
            let descending = &window[..last.unwrap_or(0).min(window.len())];
            let skipped = last.unwrap_or(0) - descending.len();
            let Some(ascending) = source.left.get(skipped..) else { return false };
            let pairs = ascending.len().min(descending.len());
            let descending = &descending[descending.len() - pairs..];
            let ascending = &ascending[..pairs];
            // Most of the first ones have been tried.
            let tried = TRIED.min(pairs / 2);
            contains(&ascending[tried..], &descending[..pairs - tried], value)
                || contains(&ascending[..tried], &descending[pairs - tried..], value)
        })
    }
}

fn or(all: &mut [u64; WORDS], more: &[u64; WORDS]) {
    all.iter_mut().zip(more).for_each(|(all, more)| *all |= more);
}

/// The places of the bits of a word that are set.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            place
        })
    })
}

/// For each frequent nimber the places in a window that have it.
struct Bits {
    words: Vec<u64>,
    words_of_each: usize,
}

impl Bits {
    fn new(source: &Source, window: &[u16], heaps: usize) -> Self {
        // A group may end after the heaps, and a shift takes one word more.
        let words_of_each = heaps / 64 + WORDS + 2;
        let mut words = vec![0; words_of_each * FREQUENT];
        for (place, &value) in window.iter().enumerate() {
            if let Some(&rank) = source.rank.get(usize::from(value))
                && rank != u8::MAX
            {
                words[usize::from(rank) * words_of_each + place / 64] |= 1 << (place % 64);
            }
        }
        Self { words, words_of_each }
    }
}
