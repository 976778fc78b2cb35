//! Nimbers in a set of nimbers that are asked for.
//!
//! A position is asked for its nimber only as far as it lies in a set. While its options are looked
//! at, the nimbers that it may still have are those of the least that no option has; once none of
//! them is asked for, the rest is not looked at. An option is asked only for nimbers that make a
//! difference (Beling and Rogalski, On pruning search trees of impartial games, 2020). Of a sum all
//! components but one must be known exactly (Lemoine and Viennot, Nimbers are inevitable, 2012).
//!
//! Most positions do not have the nimber that is asked for, as one of their options has it. So all
//! options are asked for that alone, before one of them is asked for smaller nimbers too.

use std::hash::Hash;

use crate::budget::Meter;
use crate::memo::{EXCLUDED, Known, NimberMemo};
use crate::search::NormalPlay;
use crate::walk::Walk;
use crate::{Nimber, OptionView, Options, Rules, SearchError, Sum};

type Exact<P> = Walk<P, NimberMemo<P>, NormalPlay>;

/// What a search of these rules finds.
type Found<T, R> = Result<T, SearchError<<R as Rules>::Position, <R as Rules>::Error>>;

/// Sets of nimbers hold those below this power of two, a bit for each.
const VALUES: u64 = EXCLUDED;

/// Which nimbers are asked for.
#[derive(Clone, Copy)]
enum Asked {
    /// Whatever it is.
    Any,
    /// Those in a set.
    In(u64),
}

enum Answer {
    /// The position was put on the stack.
    Later,
    Nimber(u64),
    /// None of those that were asked for.
    Other,
}

/// The positions that are asked, and what is asked of them. What they do not have stands in the memo.
pub(crate) struct Probe<P> {
    frames: Vec<Frame<P>>,
    /// The options of the open positions that are not known, one after another.
    options: Vec<Choice>,
    /// Their components that are not known, the largest of each option first.
    parts: Vec<P>,
    fresh: Options<P>,
    /// The components of the next options, the first of them last.
    near: Vec<P>,
}

/// Of so many options the components are found before one is looked at.
const AHEAD: usize = 6;

/// An option: the nimber of what is known of it, and its other components.
#[derive(Clone, Copy)]
struct Choice {
    nimber: u64,
    parts: usize,
    count: usize,
    effort: u64,
    /// Whether its nimber has been taken into account.
    done: bool,
}

/// A position that is asked for its nimber.
struct Frame<P> {
    position: P,
    asked: Asked,
    left: Left,
    /// Whether options are asked for what the position is asked for, and not yet for smaller nimbers.
    narrow: bool,
    /// The option at hand.
    at: usize,
    /// Where its options begin, and their components.
    options: usize,
    parts: usize,
}

impl<P> Frame<P> {
    /// The option at hand has none of the nimbers that it was asked for.
    fn pass(&mut self) {
        if !self.narrow {
            self.left = self.left.without_largest();
        }
        self.at += 1;
    }
}

/// The nimbers that a position may have: always one more than there are options to come.
#[derive(Clone, Copy)]
struct Left {
    below: u64,
    /// How many of them are not below that power of two.
    beyond: u64,
}

impl Left {
    fn new(options: u64) -> Left {
        let beyond = (options + 1).saturating_sub(VALUES);
        Left { below: u64::MAX >> (64 - (options + 1 - beyond)), beyond }
    }

    /// An option has this nimber.
    fn remove(&mut self, nimber: u64) {
        match nimber < VALUES && self.below >> nimber & 1 == 1 {
            true => self.below &= !(1 << nimber),
            false => *self = self.without_largest(),
        }
    }

    /// What is left after an option whose nimber is none of these.
    fn without_largest(self) -> Left {
        match self.beyond.checked_sub(1) {
            Some(beyond) => Left { beyond, ..self },
            None => {
                Left { below: self.below & !(1 << (63 - (self.below | 1).leading_zeros())), ..self }
            }
        }
    }
}

impl Asked {
    fn set(self) -> u64 {
        match self {
            Asked::Any => u64::MAX,
            Asked::In(set) => set,
        }
    }

    /// Nimbers up to the largest that is asked for.
    fn reach(self) -> u64 {
        match self {
            Asked::Any => u64::MAX,
            Asked::In(0) => 0,
            Asked::In(set) => u64::MAX >> set.leading_zeros(),
        }
    }

    fn is_settled(self, left: Left) -> bool {
        matches!(self, Asked::In(set) if set & left.below == 0)
    }
}

impl<P: Clone + Eq + Hash> Probe<P> {
    pub(crate) fn new() -> Self {
        Self {
            frames: Vec::new(),
            options: Vec::new(),
            parts: Vec::new(),
            fresh: Options::new(),
            near: Vec::new(),
        }
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
    ) -> Found<bool, R> {
        let (known, mut parts) = self.reduced(exact, rules, sum)?;
        let Some(last) = parts.pop() else {
            return Ok(known == nimber);
        };
        let mut wanted = known ^ nimber;
        for part in parts {
            wanted ^= self.position(exact, rules, meter, part)?;
        }
        if wanted >= VALUES {
            return Ok(self.position(exact, rules, meter, last)? == wanted);
        }
        let answer = self.asked(exact, rules, meter, last, Asked::In(1 << wanted))?;
        Ok(matches!(answer, Answer::Nimber(found) if found == wanted))
    }

    /// The nimber of a sum.
    pub(crate) fn nimber<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        meter: &mut Meter<'_>,
        sum: &Sum<P>,
    ) -> Found<u64, R> {
        let (mut nimber, parts) = self.reduced(exact, rules, sum)?;
        for part in parts {
            nimber ^= self.position(exact, rules, meter, part)?;
        }
        Ok(nimber)
    }

    /// What is known of the nimber of a sum, and the components that are not, the largest last.
    fn reduced<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        sum: &Sum<P>,
    ) -> Found<(u64, Vec<P>), R> {
        let mut sums = Options::new();
        sums.push_sum(sum.clone());
        self.approach(exact, rules, std::iter::once(sums.get(0)));
        let option = self.choice(exact, rules, sums.get(0))?;
        let mut parts = self.parts.split_off(option.parts);
        parts.reverse();
        Ok((option.nimber, parts))
    }

    /// The nimber of a position: it is asked for 0, 1, 2, ... in turn.
    fn position<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        meter: &mut Meter<'_>,
        position: P,
    ) -> Found<u64, R> {
        for nimber in 0..VALUES {
            let asked = Asked::In(1 << nimber);
            if let Answer::Nimber(found) =
                self.asked(exact, rules, meter, position.clone(), asked)?
            {
                return Ok(found);
            }
        }
        exact.sum(rules, meter, &Sum::from(position)).map(Nimber::get)
    }

    fn asked<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        meter: &mut Meter<'_>,
        position: P,
        asked: Asked,
    ) -> Found<Answer, R> {
        let result = self.run(exact, rules, meter, position, asked);
        if result.is_err() {
            for frame in self.frames.drain(..) {
                exact.memo.exclude(&frame.position, 0);
            }
            self.options.clear();
            self.parts.clear();
        }
        result
    }

    fn run<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        meter: &mut Meter<'_>,
        position: P,
        asked: Asked,
    ) -> Found<Answer, R> {
        let mut answer = self.ask(exact, rules, meter, position, asked)?;
        loop {
            match (answer, self.frames.last_mut()) {
                (Answer::Later, _) => {}
                (answer, None) => return Ok(answer),
                (answer, Some(frame)) => {
                    let option = &mut self.options[frame.at];
                    match answer {
                        Answer::Nimber(nimber) => {
                            option.nimber ^= nimber;
                            option.count -= 1;
                        }
                        _ => frame.pass(),
                    }
                }
            }
            answer = self.go_on(exact, rules, meter)?;
        }
    }

    /// Works on the top position until something must be asked, or it is done.
    fn go_on<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        meter: &mut Meter<'_>,
    ) -> Found<Answer, R> {
        loop {
            let Some(frame) = self.frames.last_mut() else { return Ok(Answer::Other) };
            if frame.asked.is_settled(frame.left) {
                return Ok(self.close(exact, rules, None));
            }
            let Some(option) = self.options.get_mut(frame.at) else {
                if std::mem::take(&mut frame.narrow) {
                    frame.at = frame.options;
                    continue;
                }
                if frame.left.below != 0 {
                    let nimber = frame.left.below.trailing_zeros().into();
                    return Ok(self.close(exact, rules, Some(nimber)));
                }
                // The walk opens it itself.
                exact.memo.exclude(&frame.position, 0);
                let position = Sum::from(frame.position.clone());
                let nimber = exact.sum(rules, meter, &position)?.get();
                return Ok(self.close(exact, rules, Some(nimber)));
            };
            let Some(last) = option.count.checked_sub(1) else {
                if !std::mem::replace(&mut option.done, true) {
                    frame.left.remove(option.nimber);
                }
                frame.at += 1;
                continue;
            };
            let part = &self.parts[option.parts + last];
            if let Known::Nimber(nimber) = at_hand(exact, rules, part)? {
                option.nimber ^= nimber;
                option.count -= 1;
                continue;
            }
            let mut asked = Asked::Any;
            if last == 0 && option.nimber < VALUES {
                let wanted = if frame.narrow { frame.asked.set() } else { frame.asked.reach() };
                let matters = frame.left.without_largest().below & wanted;
                if matters == 0 && matches!(frame.asked, Asked::In(_)) {
                    frame.pass();
                    continue;
                }
                asked = Asked::In(moved(matters, option.nimber));
            }
            let part = part.clone();
            return self.ask(exact, rules, meter, part, asked);
        }
    }

    /// Is done with the top position, whose nimber may have been found.
    fn close<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        nimber: Option<u64>,
    ) -> Answer {
        let Some(frame) = self.frames.pop() else { return Answer::Other };
        self.options.truncate(frame.options);
        self.parts.truncate(frame.parts);
        match (nimber, frame.asked) {
            (Some(nimber), _) => {
                if let Some(twin) = rules.twin(&frame.position) {
                    exact.memo.insert(twin, Nimber::new(nimber));
                }
                exact.memo.insert(frame.position, Nimber::new(nimber));
                Answer::Nimber(nimber)
            }
            (None, asked) => {
                exact
                    .memo
                    .exclude(&frame.position, if let Asked::In(set) = asked { set } else { 0 });
                Answer::Other
            }
        }
    }

    /// Asks a position for its nimber.
    fn ask<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        meter: &mut Meter<'_>,
        position: P,
        mut asked: Asked,
    ) -> Found<Answer, R> {
        let known = match at_hand(exact, rules, &position)? {
            Known::Nimber(nimber) => return Ok(Answer::Nimber(nimber)),
            Known::Not(known) => known,
        };
        if let Asked::In(set) = &mut asked {
            *set &= !known;
            if *set == 0 {
                return Ok(Answer::Other);
            }
        }
        if exact.memo.is_open(&position) {
            let open = self.frames.iter().map(|frame| &frame.position);
            let mut cycle: Vec<P> = open.skip_while(|open| **open != position).cloned().collect();
            cycle.push(position);
            return Err(SearchError::Cycle(cycle));
        }
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        if let Err(error) = rules.loose_options(&position, &mut fresh) {
            return Err(SearchError::Rules { position, error });
        }
        assert!(fresh.is_whole(), "an option was not finished");
        meter.spend(exact.memo.len() as u64 + 1, 1 + fresh.len() as u64)?;
        let (options, parts) = (self.options.len(), self.parts.len());
        let mut left = Left::new(fresh.len() as u64);
        let first = |at: usize| fresh.get(at).components().first().map(|(first, _)| first);
        let descending = fresh.len() > 1
            && matches!((first(0), first(fresh.len() - 1)), (Some(a), Some(b)) if rules.comes_first(b, a));
        let nth = |next: usize| if descending { fresh.len() - 1 - next } else { next };
        for next in 0..fresh.len() {
            if next % AHEAD == 0 {
                let ahead = next..fresh.len().min(next + AHEAD);
                self.approach(exact, rules, ahead.map(|next| fresh.get(nth(next))));
            }
            let option = self.choice(exact, rules, fresh.get(nth(next)))?;
            if option.count > 0 {
                self.options.push(option);
                continue;
            }
            left.remove(option.nimber);
            if asked.is_settled(left) {
                self.options.truncate(options);
                self.parts.truncate(parts);
                if let Asked::In(set) = asked {
                    exact.memo.exclude(&position, set);
                }
                self.fresh = fresh;
                return Ok(Answer::Other);
            }
        }
        self.fresh = fresh;
        self.options[options..].sort_by_key(|option| option.effort);
        exact.memo.begin(&position);
        let narrow = left.below & asked.reach() & !asked.set() != 0;
        self.frames.push(Frame { position, asked, left, narrow, at: options, options, parts });
        Ok(Answer::Later)
    }

    /// Finds the components of options that are looked at next, and reads their places in memory, none
    /// of which waits for another one.
    fn approach<'o, R: Rules<Position = P>>(
        &mut self,
        exact: &Exact<P>,
        rules: &R,
        options: impl DoubleEndedIterator<Item = OptionView<'o, P>>,
    ) where
        P: 'o,
    {
        self.near.clear();
        for option in options.rev() {
            for (part, _) in option.components().iter().rev().filter(|(_, copies)| copies % 2 == 1)
            {
                self.near.push(rules.settled(part));
            }
        }
        let read = self.near.iter().fold(false, |any, part| any ^ exact.memo.touch(part));
        std::hint::black_box(read);
    }

    /// What is known of an option that has been approached; its other components are put on the stack of
    /// parts.
    fn choice<R: Rules<Position = P>>(
        &mut self,
        exact: &mut Exact<P>,
        rules: &R,
        option: OptionView<'_, P>,
    ) -> Found<Choice, R> {
        let odd = |copies: &u64| copies % 2 == 1;
        let heaps = option.heaps().iter().filter(|(_, copies)| odd(copies));
        let mut nimber = heaps.fold(0, |nimber, (size, _)| nimber ^ size);
        let (from, mut tried) = (self.parts.len(), false);
        let count = option.components().iter().filter(|(_, copies)| odd(copies)).count();
        for _ in 0..count {
            let part = self.near.pop().expect("the option has been approached");
            match told(exact, rules, &part)? {
                Known::Nimber(known) => {
                    nimber ^= known;
                    continue;
                }
                Known::Not(excluded) => tried |= excluded != 0,
            }
            // Equal components cancel.
            match self.parts[from..].iter().position(|other| *other == part) {
                Some(other) => drop(self.parts.remove(from + other)),
                None => self.parts.push(part),
            }
        }
        let parts = &mut self.parts[from..];
        parts.sort_by_key(|part| std::cmp::Reverse(rules.effort(part)));
        let efforts = parts.iter().map(|part| rules.effort(part).min(1 << 28));
        let effort = efforts.fold(0_u64, |all, effort| all.saturating_add(effort * effort));
        // Some of the work is done already, and the nimbers that are left are fewer.
        let effort = if tried { effort / 4 * 3 } else { effort };
        Ok(Choice { nimber, parts: from, count: self.parts.len() - from, effort, done: false })
    }
}

/// What is known of a position.
fn at_hand<R: Rules>(
    exact: &Exact<R::Position>,
    rules: &R,
    position: &R::Position,
) -> Found<Known, R> {
    match rules.known(position) {
        Ok(Some(found)) => Ok(Known::Nimber(found.get())),
        Ok(None) => Ok(exact.memo.look(position)),
        Err(error) => Err(SearchError::Rules { position: position.clone(), error }),
    }
}

/// What is known of a component of an option, or what a theorem tells if that is nothing.
fn told<R: Rules>(
    exact: &mut Exact<R::Position>,
    rules: &R,
    position: &R::Position,
) -> Found<Known, R> {
    match at_hand(exact, rules, position)? {
        Known::Not(0) => {}
        known => return Ok(known),
    }
    match rules.proved(position) {
        Ok(Some(nimber)) => {
            exact.memo.insert(position.clone(), nimber);
            Ok(Known::Nimber(nimber.get()))
        }
        Ok(None) => Ok(Known::Not(0)),
        Err(error) => Err(SearchError::Rules { position: position.clone(), error }),
    }
}

/// Each nimber of a set with another one added; both are below the power of two.
fn moved(set: u64, nimber: u64) -> u64 {
    // A bit of the nimber exchanges neighbouring blocks of so many bits.
    let blocks = [0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0f0f_0f0f_0f0f_0f0f];
    let blocks = blocks.into_iter().chain([0x00ff_00ff_00ff_00ff, 0x0000_ffff_0000_ffff]);
    let bits = blocks.enumerate().filter(|(bit, _)| nimber >> bit & 1 == 1);
    bits.fold(set, |set, (bit, low): (usize, u64)| {
        (set & low) << (1 << bit) | set >> (1 << bit) & low
    })
}
