//! Whether a position has a given nimber, without finding its nimber.
//!
//! A position P has the nimber v if P + *v is lost: no option of P has the nimber v, and for each
//! u < v some option has the nimber u. The first option with the nimber v settles the question, so
//! that most options are not looked at. Of a sum all components but one must be known exactly
//! (Lemoine and Viennot, Nimbers are inevitable, 2012).

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;

use crate::budget::Meter;
use crate::memo::NimberMemo;
use crate::search::NormalPlay;
use crate::walk::{Memo, State, Walk};
use crate::{Nimber, OptionView, Options, Rules, SearchError, Sum};

type Exact<P> = Walk<P, NimberMemo<P>, NormalPlay>;

/// Larger nimbers are asked for by finding the nimber.
const VALUES: u64 = 64;

/// What is known of positions whose nimber is not.
pub(crate) struct Probe<P> {
    excluded: HashMap<P, Excluded, FixedState>,
    frames: Vec<Frame<P>>,
    /// The options of the open positions, one after another.
    options: Options<P>,
    fresh: Options<P>,
}

#[derive(Default)]
struct Excluded {
    /// A bit for each nimber below 64 that the position does not have.
    nimbers: u64,
    /// Whether it is on the stack.
    open: bool,
}

/// A position of which it is asked whether it has a nimber.
struct Frame<P> {
    position: P,
    /// The nimber that is asked for.
    asked: u64,
    /// The nimbers that are looked for among the options: first the one asked for, then those below
    /// it. This many of them are done.
    done: u64,
    /// Where its options begin.
    from: usize,
    /// The option to be asked next.
    at: usize,
}

impl<P> Frame<P> {
    /// The nimber that is looked for.
    fn wanted(&self) -> u64 {
        self.done.checked_sub(1).unwrap_or(self.asked)
    }
}

impl<P: Clone + Eq + Hash> Probe<P> {
    pub(crate) fn new() -> Self {
        Self {
            excluded: HashMap::default(),
            frames: Vec::new(),
            options: Options::new(),
            fresh: Options::new(),
        }
    }

    /// How many positions it holds.
    pub(crate) fn len(&self) -> usize {
        self.excluded.len()
    }

    /// Whether a sum has a nimber. After an error everything is as if it had not been asked, except
    /// for what was found on the way.
    pub(crate) fn has<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        meter: &mut Meter<'_>,
        sum: &Sum<P>,
        nimber: u64,
    ) -> Result<bool, SearchError<P, R::Error>> {
        let mut sums = Options::new();
        sums.push_sum(sum.clone());
        let (position, nimber) = rest(exact, rules, meter, sums.get(0), nimber)?;
        let Some(position) = position else {
            return Ok(nimber == 0);
        };
        let result = self.run(exact, rules, meter, position, nimber);
        if result.is_err() {
            for frame in self.frames.drain(..) {
                self.excluded.entry(frame.position).and_modify(|known| known.open = false);
            }
            self.options.clear();
        }
        result
    }

    fn run<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        meter: &mut Meter<'_>,
        position: P,
        nimber: u64,
    ) -> Result<bool, SearchError<P, R::Error>> {
        let mut answer = self.ask(exact, rules, meter, position, nimber)?;
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Ok(answer == Some(true));
            };
            match answer {
                // A frame begins, or begins to look for another nimber.
                None => {}
                Some(false) => frame.at += 1,
                Some(true) => {
                    answer = self.found(exact);
                    if answer.is_some() {
                        continue;
                    }
                }
            }
            let Some(frame) = self.frames.last() else { continue };
            let wanted = frame.wanted();
            if frame.at == self.options.len() {
                answer = self.missing(exact);
                continue;
            }
            let option = self.options.get(frame.at);
            answer = match rest(exact, rules, meter, option, wanted)? {
                (Some(position), nimber) => self.ask(exact, rules, meter, position, nimber)?,
                (None, nimber) => Some(nimber == 0),
            };
        }
    }

    /// Some option of the top position has the nimber that is looked for.
    fn found(&mut self, exact: &mut Exact<P>) -> Option<bool> {
        let frame = self.frames.last_mut()?;
        let wanted = frame.wanted();
        self.excluded.entry(frame.position.clone()).or_default().nimbers |= 1 << wanted;
        if frame.done == 0 {
            self.close(exact, None);
            return Some(false);
        }
        self.next(exact)
    }

    /// No option of the top position has the nimber that is looked for.
    fn missing(&mut self, exact: &mut Exact<P>) -> Option<bool> {
        let frame = self.frames.last()?;
        if frame.done == 0 {
            return self.next(exact);
        }
        // All below it were found.
        let nimber = frame.wanted();
        self.close(exact, Some(nimber));
        Some(false)
    }

    /// Looks for the next nimber; when all have been looked for, the position has the one asked for.
    fn next(&mut self, exact: &mut Exact<P>) -> Option<bool> {
        let frame = self.frames.last_mut()?;
        frame.done += 1;
        frame.at = frame.from;
        if frame.done <= frame.asked {
            return None;
        }
        let nimber = frame.asked;
        self.close(exact, Some(nimber));
        Some(true)
    }

    /// Is done with the top position, whose nimber may have been found.
    fn close(&mut self, exact: &mut Exact<P>, nimber: Option<u64>) {
        let Some(frame) = self.frames.pop() else { return };
        self.options.truncate(frame.from);
        match nimber {
            Some(nimber) => {
                self.excluded.remove(&frame.position);
                exact.memo.insert(frame.position, Nimber::new(nimber));
            }
            None => {
                self.excluded.entry(frame.position).and_modify(|known| known.open = false);
            }
        }
    }

    /// Whether a position has a nimber; nothing when it was put on the stack.
    fn ask<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        meter: &mut Meter<'_>,
        position: P,
        nimber: u64,
    ) -> Result<Option<bool>, SearchError<P, R::Error>> {
        if let Some(known) = self.known(exact, rules, &position, nimber)? {
            return Ok(Some(known));
        }
        if self.excluded.get(&position).is_some_and(|known| known.open) {
            let open = self.frames.iter().map(|frame| &frame.position);
            let mut cycle: Vec<P> = open.skip_while(|open| **open != position).cloned().collect();
            cycle.push(position);
            return Err(SearchError::Cycle(cycle));
        }
        if nimber >= VALUES {
            let found = exact.sum(rules, meter, &Sum::from(position))?;
            return Ok(Some(found.get() == nimber));
        }
        self.fresh.clear();
        if let Err(error) = rules.options(&position, &mut self.fresh) {
            return Err(SearchError::Rules { position, error });
        }
        assert!(self.fresh.is_whole(), "an option was not finished");
        let held = exact.memo.len() + self.excluded.len() + 1;
        meter.spend(held as u64, 1 + self.fresh.len() as u64)?;
        // An option that is known to have the nimber settles it.
        for option in self.fresh.iter() {
            if let ([(only, 1)], []) = (option.components(), option.heaps())
                && self.known(exact, rules, only, nimber)? == Some(true)
            {
                self.excluded.entry(position).or_default().nimbers |= 1 << nimber;
                return Ok(Some(false));
            }
        }
        self.excluded.entry(position.clone()).or_default().open = true;
        let from = self.options.len();
        let options = self.fresh.len();
        let leads = |at: usize| self.fresh.get(at).components().first();
        // What is smaller is settled sooner.
        let descending = options > 1
            && matches!((leads(0), leads(options - 1)), (Some((first, _)), Some((last, _)))
                if rules.comes_first(last, first));
        for next in 0..options {
            let option = self.fresh.get(if descending { options - 1 - next } else { next });
            for (part, copies) in option.components() {
                self.options.component(part.clone(), *copies);
            }
            option.heaps().iter().for_each(|&(size, copies)| self.options.heap(size, copies));
            self.options.finish();
        }
        self.frames.push(Frame { position, asked: nimber, done: 0, from, at: from });
        Ok(None)
    }

    /// Whether a position has a nimber, if that is known.
    fn known<R: Rules<Position = P>>(
        &self,
        exact: &Exact<P>,
        rules: &R,
        position: &P,
        nimber: u64,
    ) -> Result<Option<bool>, SearchError<P, R::Error>> {
        match rules.known(position) {
            Ok(Some(found)) => return Ok(Some(found.get() == nimber)),
            Ok(None) => {}
            Err(error) => return Err(SearchError::Rules { position: position.clone(), error }),
        }
        if let State::Done(found) = exact.memo.state(position) {
            return Ok(Some(found.get() == nimber));
        }
        let excluded = self.excluded.get(position).map_or(0, |known| known.nimbers);
        Ok((nimber < VALUES && excluded >> nimber & 1 == 1).then_some(false))
    }
}

/// What a search of these rules finds.
type Found<T, R> = Result<T, SearchError<<R as Rules>::Position, <R as Rules>::Error>>;

/// A position, if one is left, and a nimber that it is to have.
type Reduced<P> = (Option<P>, u64);

/// Reduces the question whether a sum has a nimber to one about its last component: the position,
/// and the nimber that it is to have. Without a component the sum has it if what is left is 0.
fn rest<R: Rules>(
    exact: &mut Exact<R::Position>,
    rules: &R,
    meter: &mut Meter<'_>,
    sum: OptionView<'_, R::Position>,
    nimber: u64,
) -> Found<Reduced<R::Position>, R> {
    let heaps = sum.heaps().iter().filter(|(_, copies)| copies % 2 == 1);
    let mut nimber = heaps.fold(nimber, |nimber, (size, _)| nimber ^ size);
    if let [(only, copies)] = sum.components() {
        return Ok(((copies % 2 == 1).then(|| only.clone()), nimber));
    }
    let odd = sum.components().iter().filter(|(_, copies)| copies % 2 == 1);
    // Equal components cancel.
    let mut single: Vec<R::Position> = Vec::new();
    for (position, _) in odd {
        match single.iter().position(|other| other == position) {
            Some(at) => drop(single.swap_remove(at)),
            None => single.push(position.clone()),
        }
    }
    let last = (0..single.len())
        .reduce(|a, b| if rules.comes_first(&single[b], &single[a]) { a } else { b });
    let largest = last.map(|at| single.swap_remove(at));
    for position in single {
        nimber ^= exact.sum(rules, meter, &Sum::from(position))?.get();
    }
    Ok((largest, nimber))
}
