//! Outcomes under misère play: the last player to move loses.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use foldhash::fast::FixedState;

use crate::budget::Meter;
use crate::walk::{Memo, State, Valuation, Walk};
use crate::{Budget, Genus, Limit, Options, Outcome, Rules, SearchError, Sum};

/// Finds outcomes under misère play, and remembers what it has met.
///
/// Where every component of a sum is hereditarily tame its [`Genus`] decides, whatever the number
/// of copies. Everything else is searched as a whole, since no smaller invariant is known in
/// general. One search serves one set of rules. It keeps positions in three tables, and a budget's
/// number of positions holds for each of them.
pub struct MisereSearch<P> {
    genera: Walk<P, GenusMemo<P>, TamePlay>,
    /// The options of the components that the search of sums has met.
    options: HashMap<P, Options<P>, FixedState>,
    /// Outcomes of reduced sums that are not tame; none yet for those that are open.
    sums: HashMap<Sum<P>, Option<Outcome>, FixedState>,
}

/// Who wins under misère play, and how that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MisereOutcome {
    /// Who wins.
    pub outcome: Outcome,
    /// How it was found.
    pub method: MisereMethod,
}

/// How an outcome under misère play was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereMethod {
    /// All components are hereditarily tame, and the sum has this genus.
    Tame(Genus),
    /// By searching the sums that play leads to.
    Search,
}

/// A sum that is being searched.
struct Frame<P> {
    sum: Sum<P>,
    next: Next,
}

/// The move to be tried next.
#[derive(Clone, Copy)]
enum Next {
    /// In this component to this one of its options.
    Component(usize, usize),
    /// In this Nim heap to this size.
    Heap(usize, u64),
}

impl<P: Clone + Eq + Hash + Ord> MisereSearch<P> {
    /// A search that remembers nothing yet.
    pub fn new() -> Self {
        let memo = GenusMemo { cells: HashMap::default() };
        Self {
            genera: Walk::new(memo, TamePlay),
            options: HashMap::default(),
            sums: HashMap::default(),
        }
    }

    /// Who wins a sum under misère play.
    ///
    /// # Errors
    /// When the play of some component need not end, the rules fail or the budget is spent. What
    /// was found before is kept.
    pub fn outcome<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        budget: &Budget,
        sum: &Sum<P>,
    ) -> Result<MisereOutcome, SearchError<P, R::Error>> {
        if let Some(genus) = self.genus(rules, budget, sum)? {
            let method = MisereMethod::Tame(genus);
            return Ok(MisereOutcome { outcome: genus.misere_outcome(), method });
        }
        let outcome = self.search(rules, &mut budget.start()?, sum.clone());
        if outcome.is_err() {
            self.sums.retain(|_, outcome| outcome.is_some());
        }
        Ok(MisereOutcome { outcome: outcome?, method: MisereMethod::Search })
    }

    /// The genus of a sum; `None` when some component is not hereditarily tame.
    ///
    /// # Errors
    /// As for [`outcome`](Self::outcome).
    pub fn genus<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        budget: &Budget,
        sum: &Sum<P>,
    ) -> Result<Option<Genus>, SearchError<P, R::Error>> {
        self.genera.sum(rules, &mut budget.start()?, sum)
    }

    /// How many positions and sums of positions are remembered.
    pub fn positions(&self) -> usize {
        self.genera.memo.cells.len() + self.options.len() + self.sums.len()
    }

    /// The outcome of a sum by search, with an explicit stack. A won sum is left at its first
    /// option that is lost.
    fn search<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        meter: &mut Meter<'_>,
        sum: Sum<P>,
    ) -> Result<Outcome, SearchError<P, R::Error>> {
        let mut frames = Vec::new();
        let mut last = self.visit(rules, meter, &mut frames, sum)?;
        while let Some(frame) = frames.last_mut() {
            if last != Some(Outcome::P)
                && let Some(option) = frame.next_option(&self.options)
            {
                last = self.visit(rules, meter, &mut frames, option)?;
                continue;
            }
            // A sum that is not tame has options, so without a lost one it is lost itself.
            let outcome = if last == Some(Outcome::P) { Outcome::N } else { Outcome::P };
            if let Some(open) = self.sums.get_mut(&frame.sum) {
                *open = Some(outcome);
            }
            frames.pop();
            last = Some(outcome);
        }
        Ok(last.expect("a sum that is not on the stack has an outcome"))
    }

    /// The outcome of a sum, or nothing yet when it was put on the stack.
    fn visit<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        meter: &mut Meter<'_>,
        frames: &mut Vec<Frame<P>>,
        sum: Sum<P>,
    ) -> Result<Option<Outcome>, SearchError<P, R::Error>> {
        let sum = self.reduce(rules, meter, sum)?;
        if let Some(genus) = self.genera.sum(rules, meter, &sum)? {
            return Ok(Some(genus.misere_outcome()));
        }
        match self.sums.get(&sum) {
            Some(Some(outcome)) => Ok(Some(*outcome)),
            Some(None) => Err(SearchError::Cycle(moved_since(frames, &sum))),
            None => {
                meter.spend(self.sums.len() as u64 + 1, 1)?;
                self.sums.insert(sum.clone(), None);
                frames.push(Frame { sum, next: Next::Component(0, 0) });
                Ok(None)
            }
        }
    }

    /// A smaller sum with the same outcome, in canonical form.
    ///
    /// Positions without options go, and so do pairs of `*1`: G + *1 + *1 has the outcome of G.
    /// Whoever wins G wins the sum by the same moves, answering `*1` by `*1`; who finds no move in
    /// G wins there, and has won here too, as the other must take the last `*1` after the first.
    fn reduce<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        meter: &mut Meter<'_>,
        sum: Sum<P>,
    ) -> Result<Sum<P>, SearchError<P, R::Error>> {
        let (components, heaps) = sum.canonical()?.into_parts();
        let mut reduced = Sum::zero();
        for (position, copies) in components {
            if self.has_options(rules, meter, &position)? {
                reduced.push(position, copies);
            }
        }
        for (size, copies) in heaps {
            reduced.push_heap(size, if size == 1 { copies % 2 } else { copies });
        }
        Ok(reduced)
    }

    /// Whether a position has options; they are remembered.
    fn has_options<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        meter: &mut Meter<'_>,
        position: &P,
    ) -> Result<bool, SearchError<P, R::Error>> {
        if let Some(options) = self.options.get(position) {
            return Ok(!options.is_empty());
        }
        let mut options = Options::new();
        if let Err(error) = rules.options(position, &mut options) {
            return Err(SearchError::Rules { position: position.clone(), error });
        }
        assert!(options.is_whole(), "an option was not finished");
        meter.spend(self.options.len() as u64 + 1, 1 + options.len() as u64)?;
        let any = !options.is_empty();
        self.options.insert(position.clone(), options);
        Ok(any)
    }
}

impl<P: Clone + Eq + Hash> Frame<P> {
    /// The sum after the next move. The options of every component are known.
    fn next_option(&mut self, options: &HashMap<P, Options<P>, FixedState>) -> Option<Sum<P>> {
        loop {
            self.next = match self.next {
                Next::Component(at, choice) => match self.sum.components().get(at) {
                    Some((position, _)) => {
                        let of_this = options.get(position).filter(|all| choice < all.len());
                        if let Some(option) = of_this.map(|all| all.get(choice).to_sum()) {
                            self.next = Next::Component(at, choice + 1);
                            return Some(self.sum.replaced(Some(at), None, option));
                        }
                        Next::Component(at + 1, 0)
                    }
                    None => Next::Heap(0, 0),
                },
                Next::Heap(at, size) => {
                    let &(from, _) = self.sum.heaps().get(at)?;
                    if size < from {
                        self.next = Next::Heap(at, size + 1);
                        let mut option = Sum::zero();
                        option.push_heap(size, 1);
                        return Some(self.sum.replaced(None, Some(at), option));
                    }
                    Next::Heap(at + 1, 0)
                }
            };
        }
    }
}

/// The components that were moved in since this open sum, and the first of them again.
fn moved_since<P: Clone + Eq>(frames: &[Frame<P>], sum: &Sum<P>) -> Vec<P> {
    let since = frames.iter().skip_while(|frame| frame.sum != *sum);
    let mut moved: Vec<P> = since
        .filter_map(|frame| match frame.next {
            Next::Component(at, _) => Some(frame.sum.components().get(at)?.0.clone()),
            Next::Heap(..) => None,
        })
        .collect();
    moved.extend(moved.first().cloned());
    moved
}

impl<P: Clone + Eq + Hash + Ord> Default for MisereSearch<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Clone + Eq + Hash + Ord> fmt::Debug for MisereSearch<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MisereSearch").field("positions", &self.positions()).finish_non_exhaustive()
    }
}

/// The genera of hereditarily tame positions; `None` for the others.
struct TamePlay;

impl Valuation for TamePlay {
    type Value = Option<Genus>;
    type Seen = ();
    const NOTHING: Option<Genus> = Some(Genus::ZERO);

    fn known<R: Rules>(
        rules: &R,
        position: &R::Position,
    ) -> Result<Option<Option<Genus>>, R::Error> {
        Ok(rules.known_genus(position)?.map(Some))
    }

    fn add(sum: Option<Genus>, position: Option<Genus>, copies: u64) -> Option<Genus> {
        Some(sum? + position?.copies(copies))
    }

    fn add_heap(sum: Option<Genus>, size: u64, copies: u64) -> Option<Genus> {
        Some(sum? + Genus::of_heap(size).copies(copies))
    }

    fn see((): &mut (), value: Option<Genus>, kept: &mut Vec<Option<Genus>>) {
        kept.push(value);
    }

    fn close(&mut self, (): (), kept: &[Option<Genus>]) -> Option<Genus> {
        let tame: Option<Vec<Genus>> = kept.iter().copied().collect();
        Genus::of_options(&tame?)
    }
}

struct GenusMemo<P> {
    /// `None` while open, `Some(None)` when not tame.
    cells: HashMap<P, Option<Option<Genus>>, FixedState>,
}

impl<P: Clone + Eq + Hash> Memo<P, Option<Genus>> for GenusMemo<P> {
    fn state(&self, position: &P) -> State<Option<Genus>> {
        match self.cells.get(position) {
            None => State::New,
            Some(cell) => cell.map_or(State::Open, State::Done),
        }
    }

    fn held_with(&self, _new: &P) -> u64 {
        self.cells.len() as u64 + 1
    }

    fn open(&mut self, position: &P) -> Result<(), Limit> {
        self.cells.insert(position.clone(), None);
        Ok(())
    }

    fn close(&mut self, position: &P, value: Option<Genus>) -> Result<(), Limit> {
        if let Some(cell) = self.cells.get_mut(position) {
            *cell = Some(value);
        }
        Ok(())
    }

    fn keep(&mut self, position: &P, value: Option<Genus>) {
        self.cells.insert(position.clone(), Some(value));
    }

    fn forget(&mut self, position: &P) {
        self.cells.remove(position);
    }
}
