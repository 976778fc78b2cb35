//! Tables filled in a sparse space, with the open questions answered behind.

use std::collections::VecDeque;
use std::sync::Arc;

use super::HeapKind;
use super::block::{Blocks, TooWide};
use super::helper::{Helper, Task, finish_first};
use super::narrow::Narrow;
use super::space::{MOST, Space, bound};
use super::vector::LANES;
use super::view::View;
use super::witness::{Job, Sources};
use crate::Limit;
use crate::budget::Meter;

/// The filling of one kind's table in a sparse space.
///
/// The heaps of a block get the nimbers that they have if all open ones are met (see [`Blocks`]).
/// Whether these are is looked at later, for long stretches of heaps, and by another thread as long
/// as that one keeps up. Where one is not met, it is the nimber of that heap: all that was built on
/// the wrong one is dropped. So the values do not depend on who is faster.
pub(super) struct Sparse {
    pub(super) space: Space,
    blocks: Blocks,
    sources: Arc<Sources>,
    /// The last size at which an open nimber was not met.
    last_rare: u64,
    /// How often this was so since the space was chosen, and from which size on.
    failures: u64,
    since: u64,
}

/// Why the filling stopped, when no limit was reached.
pub(super) enum Stop {
    /// The table is long enough.
    Done,
    /// A nimber does not fit the width of the tables.
    TooWide,
    /// The space does not suit: its terms end, or it has become too dense.
    Unsuited,
}

/// How long the stretches are, in heaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) least: u64,
    pub(super) most: u64,
    /// From this length on, the other thread is used.
    pub(super) threaded: u64,
}

/// How far the witnesses for short and for long stretches are taken from; see [`Sources`].
const NEAR: u64 = 1 << 11;
const FAR: u64 = 1 << 15;

/// So many stretches may be on their way.
const WAITING: usize = 2;

/// More than one heap of so many that is not what it seemed makes a space too dense.
const DENSE: u64 = 24;

/// What does not change while a table is being filled.
pub(super) struct Setting<'a> {
    pub(super) kinds: &'a [HeapKind],
    pub(super) stretch: Stretch,
    /// The last size that is asked for.
    pub(super) last: u64,
    /// How many nimbers all tables together may hold.
    pub(super) room: u64,
}

impl Sparse {
    /// `None` where n is too small.
    pub(super) fn new<T: Narrow>(
        space: Space,
        kinds: &[HeapKind],
        tables: &[Vec<T>],
        n: u64,
    ) -> Option<Self> {
        let sources = Arc::new(Sources::new(kinds, tables, &space.terms.pairs, n, NEAR)?);
        let (last_rare, failures) = (space.rare_heaps(kinds).1.unwrap_or(0), 0);
        Some(Self { space, blocks: Blocks::new(), sources, last_rare, failures, since: n })
    }

    /// Fills the table of the kind until it reaches the last size, or a little further.
    pub(super) fn run<T: Narrow>(
        &mut self,
        setting: &Setting<'_>,
        tables: &mut [Vec<T>],
        helper: &mut Helper,
        meter: &mut Meter<'_>,
    ) -> Result<Stop, Limit> {
        let kind = self.space.kind;
        let least = setting.kinds[kind].least;
        // Other tables may have grown.
        if bound(setting.kinds, tables, &self.space.terms, kind) > MOST {
            return Ok(Stop::Unsuited);
        }
        let mut certain = tables[kind].len();
        let mut waiting: VecDeque<Task> = VecDeque::new();
        loop {
            let end = least + tables[kind].len() as u64;
            let stop = if end > setting.last {
                Some(Ok(Stop::Done))
            } else if self.too_dense(end) {
                Some(Ok(Stop::Unsuited))
            } else {
                let stretch = self.stretch(setting, end);
                let (job, stop) = self.stretch_of_blocks(setting, tables, stretch, meter);
                if job.len() > 0 {
                    waiting.push_back(helper.start(job, stretch >= setting.stretch.threaded));
                }
                stop
            };
            // With no more room, what there is is made certain; with no more time, it is dropped.
            if let Some(Err(limit @ (Limit::Time(_) | Limit::Cancelled))) = stop {
                waiting.iter().for_each(Task::cancel);
                self.cut(tables, certain);
                return Err(limit);
            }
            let may_wait = |task: &Task| stop.is_none() && task.is_shared();
            while waiting.len() > WAITING || waiting.front().is_some_and(|task| !may_wait(task)) {
                let Some((to, left)) = finish_first(&mut waiting) else { break };
                let view = View { kinds: setting.kinds, tables };
                let space = &self.space;
                let wrong = left.into_iter().find(|&(n, value)| {
                    let narrow = T::truncate(value as u16);
                    !space.has_single(tables, n, value) && !view.splits_to(kind, n, narrow)
                });
                if let Some((n, value)) = wrong {
                    waiting.drain(..).for_each(|task| task.cancel());
                    self.cut(tables, (n - least) as usize);
                    tables[kind].push(T::truncate(value as u16));
                    self.last_rare = n;
                    self.failures += 1;
                    certain = tables[kind].len();
                } else {
                    certain = (to - least) as usize;
                }
            }
            // After a failure there is more to do.
            match stop {
                None => {}
                Some(Ok(Stop::Done)) if least + tables[kind].len() as u64 <= setting.last => {}
                Some(Err(Limit::Positions(_))) if held(tables) < setting.room => {}
                Some(stop) => return stop,
            }
        }
    }

    fn too_dense(&self, end: u64) -> bool {
        self.failures > 16 && self.failures * DENSE > end - self.since
    }

    /// How long the next stretch should be: the rarer a failure, the longer.
    fn stretch(&self, setting: &Setting<'_>, end: u64) -> u64 {
        let quiet = end - self.last_rare.min(end);
        (quiet / 4).clamp(setting.stretch.least, setting.stretch.most)
    }

    /// Adds blocks and collects what is open; says why there are no more, if so.
    fn stretch_of_blocks<T: Narrow>(
        &mut self,
        setting: &Setting<'_>,
        tables: &mut [Vec<T>],
        stretch: u64,
        meter: &mut Meter<'_>,
    ) -> (Job, Option<Result<Stop, Limit>>) {
        let kind = self.space.kind;
        let least = setting.kinds[kind].least;
        let mut n = least + tables[kind].len() as u64;
        let reach = stretch.clamp(NEAR, FAR);
        let pairs = &self.space.terms.pairs;
        if self.sources.is_old(n, reach)
            && let Some(sources) = Sources::new(setting.kinds, tables, pairs, n, reach)
        {
            self.sources = Arc::new(sources);
        }
        let mut held = held(tables);
        let first = n;
        let work = LANES as u64 + self.space.cost() / 4;
        let mut stop = None;
        while n - first < stretch && n <= setting.last {
            let heaps = self
                .space
                .terms
                .until
                .saturating_sub(n)
                .min(setting.last - n + 1)
                .min(LANES as u64);
            let heaps = heaps.min(setting.room.saturating_sub(held).max(1));
            if heaps == 0 {
                stop = Some(Ok(Stop::Unsuited));
                break;
            }
            if let Err(limit) = meter.spend(held + heaps, work) {
                stop = Some(Err(limit));
                break;
            }
            self.space.extend(setting.kinds, tables);
            let added = self.blocks.add(&self.space, setting.kinds, tables, n, heaps as usize);
            if let Err(TooWide) = added {
                stop = Some(Ok(Stop::TooWide));
                break;
            }
            n += heaps;
            held += heaps;
        }
        let job = Job::new(&self.space, setting.kinds, tables, first, self.sources.clone());
        (job, stop)
    }

    fn cut<T: Narrow>(&mut self, tables: &mut [Vec<T>], len: usize) {
        tables[self.space.kind].truncate(len);
        self.space.truncate(len);
    }
}

/// How many nimbers there are in all tables together.
fn held<T>(tables: &[Vec<T>]) -> u64 {
    tables.iter().map(|table| table.len() as u64).sum()
}
