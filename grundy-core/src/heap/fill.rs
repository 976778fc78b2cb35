//! Filling the tables: which kinds come first, and how each is filled.

use super::direct::Direct;
use super::helper::Helper;
use super::method::{OVERHEAD, direct_cost, sparse_cost};
use super::narrow::{Store, at_width};
use super::space::Space;
use super::sparse::{Setting, Sparse, Stop, Stretch};
use super::strip;
use super::view::View;
use super::{HeapKind, HeapMethod, HeapReport, HeapTables, Part, Shape};
use crate::budget::Meter;
use crate::{Budget, Limit};

/// What is used to fill tables.
pub(super) struct Filling {
    pub(super) direct: Direct,
    second: Direct,
    helper: Helper,
    pub(super) method: HeapMethod,
    pub(super) tuning: Tuning,
    pub(super) of_kind: Vec<OfKind>,
}

/// How the table of one kind is filled.
#[derive(Default)]
pub(super) struct OfKind {
    sparse: Option<Box<Sparse>>,
    /// The size at which to think about it again.
    review: u64,
    switches: u32,
}

/// Numbers that have no influence on values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tuning {
    /// The size of the first heap for which a sparse space is considered.
    pub(super) first_review: u64,
    pub(super) stretch: Stretch,
    /// So many options make it worth while to use two threads in the direct method.
    pub(super) least_strip: u64,
}

impl Default for Tuning {
    fn default() -> Self {
        let stretch = Stretch { least: 64, most: 1 << 15, threaded: 1 << 9 };
        Self { first_review: 256, stretch, least_strip: 1 << 13 }
    }
}

impl Filling {
    pub(super) fn new(kinds: usize) -> Self {
        Self {
            direct: Direct::new(),
            second: Direct::new(),
            helper: Helper::new(),
            method: HeapMethod::Auto,
            tuning: Tuning::default(),
            of_kind: (0..kinds).map(|_| OfKind::default()).collect(),
        }
    }

    pub(super) fn report(&self, kinds: &[HeapKind], kind: usize) -> HeapReport {
        let OfKind { sparse, switches, .. } = &self.of_kind[kind];
        match sparse {
            None => HeapReport {
                method: HeapMethod::Direct,
                mask: None,
                rare: 0,
                last_rare: None,
                switches: *switches,
            },
            Some(sparse) => {
                let space = &sparse.space;
                let (rare, last_rare) = space.rare_heaps(kinds);
                let method = if space.classes.alternating {
                    HeapMethod::SparseByValueAndParity
                } else {
                    HeapMethod::SparseByValue
                };
                let (mask, switches) = (Some(space.classes.mask), *switches);
                HeapReport { method, mask, rare, last_rare, switches }
            }
        }
    }

    /// Forgets how tables were filled.
    pub(super) fn restart(&mut self) {
        self.of_kind.iter_mut().for_each(|of_kind| *of_kind = OfKind::default());
    }
}

impl HeapTables {
    /// Fills the tables so that they reach a heap of this kind and size, if there is one. They may
    /// reach a little further.
    ///
    /// # Errors
    /// When the budget is spent. What is in the tables by then stays.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn fill(&mut self, kind: usize, n: u64, budget: &Budget) -> Result<(), Limit> {
        if n < self.end(kind) {
            return Ok(());
        }
        let (kind, n) = self.source(kind, n)?;
        within_tables(n - self.kinds[kind].least)?;
        let needs = self.needs(kind, n);
        let mut meter = budget.start()?;
        let room = budget.max_positions.unwrap_or(u64::MAX);
        for kinds in self.groups(kind) {
            match kinds[..] {
                [kind] => self.fill_alone(kind, needs[kind], room, &mut meter)?,
                _ => self.fill_together(&kinds, &needs, &mut meter)?,
            }
        }
        Ok(())
    }

    /// The kinds that a kind leads to, those first that do not lead to the others; together if
    /// they lead to each other.
    fn groups(&self, kind: usize) -> Vec<Vec<usize>> {
        let mut kinds = self.reach[kind].clone();
        kinds.sort_by_key(|&kind| (self.reach[kind].len(), self.reach[kind].first().copied()));
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for kind in kinds {
            let group = groups.iter_mut().find(|group| self.reach[group[0]] == self.reach[kind]);
            match group {
                Some(group) => group.push(kind),
                None => groups.push(vec![kind]),
            }
        }
        groups
    }

    /// The largest size of every kind that play from a heap can lead to; `None` for none.
    fn needs(&self, kind: usize, n: u64) -> Vec<Option<u64>> {
        let mut needs = vec![None; self.kinds.len()];
        needs[kind] = Some(n);
        let mut open = vec![kind];
        // No circle of kinds gains size, so every need is found after a few rounds.
        while let Some(kind) = open.pop() {
            let Some(need) = needs[kind] else { continue };
            for rule in &self.kinds[kind].rules {
                let last = rule.to.map_or(need, |to| to.min(need));
                if rule.first(self.kinds[kind].least).is_none_or(|first| first > last) {
                    continue;
                }
                rule.shape.largest(last, |to, size| {
                    let size = u64::try_from(size).unwrap_or(0);
                    if size >= self.kinds[to].least && needs[to].is_none_or(|known| known < size) {
                        needs[to] = Some(size);
                        open.push(to);
                    }
                });
            }
        }
        needs
    }

    /// Kinds that lead to each other, in ascending order of rank: so every option is there in time.
    fn fill_together(
        &mut self,
        kinds: &[usize],
        needs: &[Option<u64>],
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        loop {
            let short = |kind: &&usize| needs[**kind].is_some_and(|need| self.end(**kind) <= need);
            let lowest = kinds.iter().filter(short);
            let lowest = lowest.min_by_key(|&&kind| self.order.rank(kind, self.end(kind)));
            let Some(&kind) = lowest else { return Ok(()) };
            self.fill_next(kind, meter)?;
        }
    }

    /// A kind of which no other leads back to it.
    fn fill_alone(
        &mut self,
        kind: usize,
        need: Option<u64>,
        room: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let Some(need) = need else { return Ok(()) };
        while self.end(kind) <= need {
            if !self.counts_up[kind] && self.end(kind) >= self.filling.of_kind[kind].review {
                self.review(kind);
            }
            if self.filling.of_kind[kind].sparse.is_some() {
                let filled = self.fill_sparse(kind, need, room, meter);
                if self.end(kind) <= need {
                    filled?;
                }
            } else if self.may_fill_strip(kind, need) {
                self.fill_strip(kind, need, meter)?;
            } else {
                self.fill_next(kind, meter)?;
            }
        }
        Ok(())
    }

    /// Chooses a method for the next heaps of a kind.
    fn review(&mut self, kind: usize) {
        let n = self.end(kind);
        let spaces = self.filling.method.spaces();
        // Two threads, where there are as many, halve the work.
        let threads = if self.work(kind) >= self.filling.tuning.least_strip { 2 } else { 1 };
        let of_kind = &mut self.filling.of_kind[kind];
        if n < self.filling.tuning.first_review || spaces.is_empty() {
            of_kind.review =
                if spaces.is_empty() { u64::MAX } else { self.filling.tuning.first_review };
            return;
        }
        let forced = self.filling.method != HeapMethod::Auto;
        let chosen = at_width!(&self.values, tables => {
            let space = Space::best(&self.kinds, tables, kind, n, spaces);
            let space = space.filter(|space| {
                let direct = direct_cost(&self.kinds[kind], n, tables) / threads;
                let sparse = sparse_cost(space, &self.kinds[kind], &tables[kind], n);
                forced || sparse.is_some_and(|cost| cost < direct)
            });
            let better = match (&of_kind.sparse, &space) {
                (Some(now), Some(new)) => new.cost() < now.space.cost() * 3 / 4,
                _ => true,
            };
            let sparse = space.map(|space| Sparse::new(space, &self.kinds, tables, n).map(Box::new));
            better.then_some(sparse.flatten())
        });
        if let Some(chosen) = chosen {
            of_kind.switches += u32::from(of_kind.sparse.is_some() || chosen.is_some());
            of_kind.sparse = chosen;
        }
        let step = if of_kind.sparse.is_some() { n } else { n / 4 };
        of_kind.review = n + step.max(self.filling.tuning.first_review / 4).max(1);
    }

    /// About how many marks a heap of a kind and of size n costs, with those of the kinds below it, as
    /// they are filled at present.
    pub(super) fn marks(&self, kind: usize, n: u64) -> u64 {
        let kind = self.shifts[kind].map_or(kind, |shift| shift.kind);
        let direct = |kind: usize| {
            at_width!(&self.values, tables => {
                direct_cost(&self.kinds[kind], n, tables)
            })
        };
        let costs = self.reach[kind].iter().map(|&kind| match &self.filling.of_kind[kind].sparse {
            Some(sparse) => OVERHEAD + sparse.space.work(),
            None => direct(kind),
        });
        costs.fold(0, u64::saturating_add)
    }

    /// Fills on in the sparse space of a kind, as far as it goes.
    fn fill_sparse(
        &mut self,
        kind: usize,
        need: u64,
        room: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let Filling { helper, tuning, of_kind, .. } = &mut self.filling;
        let OfKind { sparse, review, switches } = &mut of_kind[kind];
        let Some(running) = sparse else { return Ok(()) };
        // Whoever asks for one heap after another is not to start anew each time.
        let ahead = if running.space.is_closed() { need / 64 } else { 0 };
        let last = need.saturating_add(ahead).min(LAST_SIZE).max(need).min(*review);
        let setting = Setting { kinds: &self.kinds, stretch: tuning.stretch, last, room };
        let stop = match &mut self.values {
            Store::U8(tables) => running.run(&setting, tables, helper, meter)?,
            Store::U16(tables) => running.run(&setting, tables, helper, meter)?,
            Store::U32(_) => Stop::Unsuited,
        };
        match stop {
            Stop::Done => {}
            Stop::TooWide => self.values.widen(),
            Stop::Unsuited => {
                *review = self.kinds[kind].least + self.values.len(kind) as u64;
                *review += (*review / 8).clamp(1, 4096);
                *sparse = None;
                *switches += 1;
            }
        }
        Ok(())
    }

    /// Adds the next heap of a kind, from all its options.
    fn fill_next(&mut self, kind: usize, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let n = self.end(kind);
        meter.spend(self.values.held() + 1, self.work(kind))?;
        let value = if self.counts_up[kind] {
            within_tables(n - self.kinds[kind].least)?
        } else {
            at_width!(&self.values, tables => {
                self.filling.direct.mex(&View { kinds: &self.kinds, tables }, kind, n)
            })
        };
        self.values.push(kind, value);
        Ok(())
    }

    /// Whether it is worth while to use two threads for the next heaps of a kind.
    fn may_fill_strip(&self, kind: usize, need: u64) -> bool {
        need - self.end(kind) >= strip::SHORT
            && self.work(kind) >= self.filling.tuning.least_strip
            && strip::suits(&self.kinds[kind])
            && self.filling.helper.may_share()
    }

    /// Adds some heaps of a kind, from all their options, and uses two threads.
    fn fill_strip(&mut self, kind: usize, need: u64, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let first = self.end(kind);
        let heaps = (need - first + 1).min(strip::STRIP) as usize;
        let Filling { direct, second, .. } = &mut self.filling;
        let all_missing = at_width!(&self.values, tables => {
            let view = View { kinds: &self.kinds, tables };
            strip::missing(&view, kind, first, heaps, [direct, second])
        });
        for (n, missing) in (first..).zip(all_missing) {
            meter.spend(self.values.held() + 1, self.work(kind))?;
            let value = at_width!(&self.values, tables => {
                let view = View { kinds: &self.kinds, tables };
                self.filling.direct.mex_with(&view, kind, n, first, &missing)
            });
            self.values.push(kind, value);
        }
        Ok(())
    }

    /// About how many options the next heap of a kind has.
    fn work(&self, kind: usize) -> u64 {
        let rules = self.kinds[kind].rules.iter();
        let options = rules.map(|rule| match rule.shape {
            Shape::Empty | Shape::Parts(_) => 1,
            Shape::Pile { parts, .. } => self.values.len(kind) as u64 * u64::from(parts),
            Shape::Any { .. } | Shape::Split { .. } => self.values.len(kind) as u64 / 2,
        });
        1 + options.sum::<u64>()
    }
}

impl Shape {
    /// Tells each kind among the components of the options, with the largest size from a heap of
    /// size n.
    fn largest(&self, n: u64, mut tell: impl FnMut(usize, i128)) {
        let less = |change: i64| i128::from(n) - i128::from(change);
        match self {
            Self::Empty => {}
            Self::Parts(parts) => parts.iter().for_each(|part| match *part {
                Part::Rest { kind, removed } => tell(kind, less(removed)),
                Part::Fixed { kind, size } => tell(kind, size.into()),
                Part::Nim(_) => {}
            }),
            Self::Any { kind, gap, .. } => tell(*kind, less(*gap)),
            Self::Pile { kind, parts, removed, .. } => {
                tell(*kind, less(*removed) + 1 - i128::from((*parts).max(1)));
            }
            Self::Split { left, right, removed, low, gap, .. } => {
                tell(*left, less(*gap));
                tell(*right, less(*removed) - i128::from(*low));
            }
        }
    }
}

/// The largest size that a table may reach, if its least is 0.
const LAST_SIZE: u64 = u32::MAX as u64 - 1;

/// Tables hold nimbers of 32 bits, for at most as many sizes.
pub(super) fn within_tables(value: u64) -> Result<u32, Limit> {
    u32::try_from(value).map_err(|_| Limit::Table(u32::MAX.into()))
}
