//! Nimbers by the definition: the mex of the options, of which only those that cannot matter are left
//! out.

use super::Refusal;
use super::sparse::{Seen, Sparse};
use crate::budget::Meter;
use crate::heap::{Family, Part, Rule, Shape};
use crate::{MexSet, Nimber};

/// Larger piles take forever.
const MAX_PARTS: u32 = 100;

/// Tables of nimbers, one for each kind, from its least size on.
pub(super) struct Values<'a> {
    family: &'a Family,
    tables: Vec<Vec<u32>>,
    marks: Marks,
    sparse: Vec<Option<Sparse>>,
}

/// The nimbers of the options of one heap. Those below the length of `seen` are marked with the
/// number of the heap, so that the marks need not be cleared.
struct Marks {
    heap: u32,
    seen: Vec<u32>,
    set: MexSet,
}

impl<'a> Values<'a> {
    pub(super) fn new(family: &'a Family) -> Self {
        let marks = Marks { heap: 0, seen: vec![0; 16], set: MexSet::new() };
        let sparse = family.kinds.iter().enumerate().map(|(own, kind)| Sparse::of(own, kind));
        let tables = vec![Vec::new(); family.kinds.len()];
        Values { family, tables, marks, sparse: sparse.collect() }
    }

    /// The nimber of a heap that was computed.
    pub(super) fn get(&self, kind: usize, size: u64) -> u64 {
        self.tables[kind][(size - self.family.kinds[kind].least) as usize].into()
    }

    /// The nimbers of a kind that were computed.
    pub(super) fn table(&self, kind: usize) -> &[u32] {
        &self.tables[kind]
    }

    /// How heaps of a kind with splits are found.
    #[cfg(test)]
    pub(super) fn sparse(&mut self, kind: usize) -> &mut Sparse {
        self.sparse[kind].as_mut().unwrap()
    }

    /// The least size of a kind.
    pub(super) fn least(&self, kind: usize) -> u64 {
        self.family.kinds[kind].least
    }

    /// The smallest size of a kind that was not computed.
    pub(super) fn end(&self, kind: usize) -> u64 {
        self.family.kinds[kind].least + self.tables[kind].len() as u64
    }

    /// How many nimbers were computed.
    pub(super) fn held(&self) -> u64 {
        self.tables.iter().map(|table| table.len() as u64).sum()
    }

    /// Computes the next nimber of a kind, and before it those that it needs.
    ///
    /// A kind that waits for a larger heap of another kind, which in the end waits for it, would
    /// wait forever. In a game where play ends no two kinds wait for each other: the rank of a heap
    /// falls with every move and grows with the size.
    pub(super) fn extend(&mut self, kind: usize, meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let mut waiting = vec![(kind, self.end(kind))];
        while let Some(&(kind, size)) = waiting.last() {
            if self.end(kind) > size {
                waiting.pop();
                continue;
            }
            match self.missing(kind)? {
                None => {
                    meter.spend(self.held() + 1, 1 + self.tables[kind].len() as u64 / 2)?;
                    self.compute(kind)?;
                }
                Some((other, _)) if waiting.iter().any(|&(kind, _)| kind == other) => {
                    return Err(Refusal::Family(format!(
                        "play need not end from a heap of kind {kind} and size {}",
                        self.end(kind)
                    )));
                }
                Some(needed) => waiting.push(needed),
            }
        }
        Ok(())
    }

    /// A heap in an option of the next one of this kind that was not computed yet.
    fn missing(&self, kind: usize) -> Result<Option<(usize, u64)>, Refusal> {
        let n = self.end(kind);
        let mut missing = None;
        for rule in self.rules(kind, n) {
            if let Shape::Pile { parts, .. } = rule.shape
                && parts > MAX_PARTS
            {
                return Err(Refusal::Family(format!("piles of {parts} heaps are not looked at")));
            }
            for (of, low, high) in heaps(rule, n) {
                let Some(least) = self.family.kinds.get(of).map(|heap| heap.least) else {
                    return Err(Refusal::Family(format!("there is no kind {of}")));
                };
                let (Ok(low), Ok(high)) = (u64::try_from(low), u64::try_from(high)) else {
                    return Err(outside(kind, n, of));
                };
                if low < least {
                    return Err(outside(kind, n, of));
                }
                if high >= self.end(of) {
                    missing = missing.or(Some((of, high)));
                }
            }
            if let Shape::Split { left, right, unequal: true, .. } = rule.shape
                && left != right
            {
                let why = format!("unequal heaps of the kinds {left} and {right} have no meaning");
                return Err(Refusal::Family(why));
            }
        }
        Ok(missing)
    }

    fn rules(&self, kind: usize, n: u64) -> impl Iterator<Item = &'a Rule> + use<'a> {
        self.family.kinds[kind].rules.iter().filter(move |rule| {
            rule.from <= n && rule.to.is_none_or(|to| n <= to) && !rule.except.contains(&n)
        })
    }

    /// Computes the next nimber of a kind, when all heaps that it needs were computed.
    fn compute(&mut self, kind: usize) -> Result<(), Refusal> {
        let n = self.end(kind);
        self.marks.heap = self.marks.heap.wrapping_add(1);
        if self.marks.heap == 0 {
            self.marks.seen.fill(0);
            self.marks.heap = 1;
        }
        self.marks.set.clear();
        let sparse = self.sparse[kind].as_mut();
        let fast = sparse.is_some_and(|it| n >= it.from && it.is_ready(&self.tables[kind]));
        for rule in self.rules(kind, n) {
            if !fast || !matches!(rule.shape, Shape::Split { .. }) {
                self.options(rule, n);
            }
        }
        if let Some(sparse) = self.sparse[kind].as_ref().filter(|_| fast) {
            let marks = &mut Seen { seen: &mut self.marks.seen, heap: self.marks.heap };
            sparse.mark(n, &self.tables[kind], marks);
        }
        let nimber = u32::try_from(self.marks.mex().get());
        let nimber = nimber.map_err(|_| {
            Refusal::Family(format!("the heap of size {n} has a nimber of more than 32 bits"))
        })?;
        // The xor of two nimbers in the tables is always marked.
        while self.marks.seen.len() <= nimber as usize {
            self.marks.seen.resize(2 * self.marks.seen.len(), 0);
        }
        self.tables[kind].push(nimber);
        if let Some(sparse) = &mut self.sparse[kind] {
            sparse.push(n, nimber);
        }
        Ok(())
    }

    fn options(&mut self, rule: &Rule, n: u64) {
        let n = i128::from(n);
        match rule.shape {
            Shape::Empty => self.marks.mark(0),
            Shape::Parts(ref parts) => {
                let xor = parts.iter().fold(0, |xor, part| {
                    xor ^ match *part {
                        Part::Rest { kind, removed } => {
                            self.get(kind, (n - i128::from(removed)) as u64)
                        }
                        Part::Fixed { kind, size } => self.get(kind, size),
                        Part::Nim(size) => size,
                    }
                });
                self.marks.mark(xor);
            }
            Shape::Any { kind, low, gap } => {
                let nimbers =
                    range(self.family, &self.tables, kind, low.into(), n - i128::from(gap));
                for &nimber in nimbers {
                    self.marks.seen[nimber as usize] = self.marks.heap;
                }
            }
            Shape::Pile { kind, parts, removed, every, unequal } => {
                let nimbers = range(self.family, &self.tables, kind, 1, self.end(kind) as i128 - 1);
                let mut rest = usize::try_from(n - i128::from(removed)).ok();
                while let Some(total) = rest {
                    pile(nimbers, (parts, total, total, unequal), 0, &mut |nimber| {
                        self.marks.seen[nimber as usize] = self.marks.heap;
                    });
                    rest = every.and_then(|every| total.checked_sub(every.max(1) as usize));
                }
            }
            Shape::Split { left, right, removed, low, gap, unequal } => {
                let (low, total) = (i128::from(low), n - i128::from(removed));
                let mut high = n - i128::from(gap);
                if left == right && total - high == low {
                    // Each pair would come twice.
                    high = high.min(total.div_euclid(2));
                }
                let left = range(self.family, &self.tables, left, low, high);
                let right = range(self.family, &self.tables, right, total - high, total - low);
                // The half of the total, if both heaps may not be equal.
                let half = if total % 2 == 0 && unequal {
                    usize::try_from(total / 2 - low).ok()
                } else {
                    None
                };
                let (seen, heap) = (&mut self.marks.seen, self.marks.heap);
                for (i, (a, b)) in left.iter().zip(right.iter().rev()).enumerate() {
                    if half != Some(i) {
                        seen[(a ^ b) as usize] = heap;
                    }
                }
            }
        }
    }
}

/// Tells the nimber of each sum of so many heaps with this total, none larger than `most`, beside
/// heaps with the xor `beside`. The first of the nimbers is that of size 1.
fn pile(
    nimbers: &[u32],
    (parts, total, most, unequal): (u32, usize, usize, bool),
    beside: u32,
    tell: &mut impl FnMut(u32),
) {
    let xor = |size: usize| beside ^ nimbers[size - 1];
    if parts == 0 {
        if total == 0 {
            tell(beside);
        }
        return;
    }
    let Some(largest) = total.checked_sub(smallest(parts - 1, unequal) as usize) else { return };
    if parts == 1 {
        if (1..=most).contains(&total) {
            tell(xor(total));
        }
        return;
    }
    // The largest heap is at least the mean, and as large as there are heaps if none are equal.
    let least = if unequal { parts as usize } else { 1 };
    for size in total.div_ceil(parts as usize).max(least)..=most.min(largest) {
        let rest = if unequal { size - 1 } else { size };
        pile(nimbers, (parts - 1, total - size, rest, unequal), xor(size), tell);
    }
}

/// The smallest total of so many heaps that are not empty.
fn smallest(heaps: u32, unequal: bool) -> u64 {
    let heaps = u64::from(heaps);
    if unequal { heaps * (heaps + 1) / 2 } else { heaps }
}

/// The nimbers of the heaps of these sizes.
fn range<'a>(
    family: &Family,
    tables: &'a [Vec<u32>],
    kind: usize,
    low: i128,
    high: i128,
) -> &'a [u32] {
    let least = i128::from(family.kinds[kind].least);
    if low > high { &[] } else { &tables[kind][(low - least) as usize..=(high - least) as usize] }
}

impl Marks {
    fn mark(&mut self, nimber: u64) {
        match usize::try_from(nimber).ok().and_then(|place| self.seen.get_mut(place)) {
            Some(heap) => *heap = self.heap,
            None => self.set.insert(Nimber::new(nimber)),
        }
    }

    fn mex(&mut self) -> Nimber {
        for (nimber, &heap) in (0..).zip(&self.seen) {
            if heap == self.heap {
                self.set.insert(Nimber::new(nimber));
            }
        }
        self.set.mex()
    }
}

/// The heaps in the options of a heap of size n by a rule: their kinds, the smallest and the largest
/// size.
fn heaps(rule: &Rule, n: u64) -> Vec<(usize, i128, i128)> {
    let n = i128::from(n);
    match rule.shape {
        Shape::Empty => vec![],
        Shape::Parts(ref parts) => parts
            .iter()
            .filter_map(|part| match *part {
                Part::Rest { kind, removed } => {
                    Some((kind, n - i128::from(removed), n - i128::from(removed)))
                }
                Part::Fixed { kind, size } => Some((kind, size.into(), size.into())),
                Part::Nim(_) => None,
            })
            .collect(),
        Shape::Pile { parts: 0, .. } => vec![],
        Shape::Pile { kind, parts, removed, unequal, .. } => {
            // The largest heap, when the others are as small as they may be.
            let high = n - i128::from(removed) - i128::from(smallest(parts - 1, unequal));
            if high < 1 || (unequal && high < parts.into()) {
                vec![]
            } else {
                vec![(kind, 1, high)]
            }
        }
        Shape::Any { kind, low, gap } => {
            let (low, high) = (i128::from(low), n - i128::from(gap));
            if low > high { vec![] } else { vec![(kind, low, high)] }
        }
        Shape::Split { left, right, removed, low, gap, .. } => {
            let (low, high) = (i128::from(low), n - i128::from(gap));
            let total = n - i128::from(removed);
            if low > high {
                vec![]
            } else {
                vec![(left, low, high), (right, total - high, total - low)]
            }
        }
    }
}

fn outside(kind: usize, n: u64, of: usize) -> Refusal {
    Refusal::Family(format!(
        "a heap of kind {kind} and size {n} leads to a heap of kind {of} that does not exist"
    ))
}
