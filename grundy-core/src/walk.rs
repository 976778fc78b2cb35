//! The walk that all searches share: depth first, with an explicit stack.
//!
//! A walk finds a value for one position from the values of its options. What a value is, and how
//! the values of components make that of a sum, is said by a [`Valuation`]; where finished values
//! are kept, by a [`Memo`]. The stack lives on the heap, so the depth of a game is bounded by
//! memory alone, and a position met again while it is open shows that play need not end.

use crate::budget::Meter;
use crate::evaluate::Evaluating;
use crate::{Limit, Options, Rules, SearchError, Sum};

/// What is computed for each position.
pub(crate) trait Valuation {
    /// The value of a position or of a sum.
    type Value: Copy;
    /// What is gathered of the values of options; of the others the values themselves are kept.
    type Seen: Copy + Default;
    /// The value of the sum of nothing.
    const NOTHING: Self::Value;

    /// What the rules know of a position.
    fn known<R: Rules>(rules: &R, position: &R::Position) -> Result<Option<Self::Value>, R::Error>;

    /// The value of a sum and copies of a position beside it.
    fn add(sum: Self::Value, position: Self::Value, copies: u64) -> Self::Value;

    /// The value of a sum and copies of a Nim heap beside it.
    fn add_heap(sum: Self::Value, size: u64, copies: u64) -> Self::Value;

    /// Gathers the value of an option, or puts it behind those that are kept.
    fn see(seen: &mut Self::Seen, value: Self::Value, kept: &mut Vec<Self::Value>);

    /// The value of a position of whose options this was gathered and these were kept.
    fn close(&mut self, seen: Self::Seen, kept: &[Self::Value]) -> Self::Value;
}

/// What a memo knows of a position.
pub(crate) enum State<V> {
    New,
    Open,
    Done(V),
}

/// Where the values of positions are kept.
pub(crate) trait Memo<P, V> {
    fn state(&self, position: &P) -> State<V>;

    /// How many positions take up memory once this new one is open.
    fn held_with(&self, position: &P) -> u64;

    /// Makes a new position open, if there is a place for it.
    fn open(&mut self, position: &P) -> Result<(), Limit>;

    /// Keeps the value of an open position, if it is not too large.
    fn close(&mut self, position: &P, value: V) -> Result<(), Limit>;

    /// Keeps the value of a position that was not walked to, if there is a place for it.
    fn keep(&mut self, position: &P, value: V);

    /// Makes an open position new again.
    fn forget(&mut self, position: &P);
}

/// A position that waits for the values of its options.
struct Frame<P, V: Valuation> {
    position: P,
    /// How many options of the positions below wait, in the walk's stack of options.
    options: usize,
    /// What was gathered of the values of its options.
    seen: V::Seen,
    /// Where those begin that are kept, in the walk's stack of values.
    values: usize,
    /// The option at hand, the last that waits, as far as it is valued.
    sum: Option<V::Value>,
}

/// What the top frame wants.
enum Step<P, V> {
    /// A position below it has to be valued.
    Down(P),
    /// It is finished.
    Up(V),
}

pub(crate) struct Walk<P, M, V: Valuation> {
    pub(crate) memo: M,
    valuation: V,
    frames: Vec<Frame<P, V>>,
    /// The options that wait, with those of their components that need a value.
    options: Options<P>,
    /// For each of them the value of its other components.
    partial: Vec<V::Value>,
    values: Vec<V::Value>,
    fresh: Options<P>,
}

impl<P, M, V> Walk<P, M, V>
where
    M: Memo<P, V::Value>,
    V: Valuation,
{
    pub(crate) fn new(memo: M, valuation: V) -> Self {
        Self {
            memo,
            valuation,
            frames: Vec::new(),
            options: Options::new(),
            partial: Vec::new(),
            values: Vec::new(),
            fresh: Options::new(),
        }
    }

    /// The value of a sum.
    pub(crate) fn sum<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        meter: &mut Meter<'_>,
        sum: &Sum<P>,
    ) -> Result<V::Value, SearchError<P, R::Error>>
    where
        P: Clone + Eq,
    {
        let mut total = V::NOTHING;
        for &(size, copies) in sum.heaps() {
            total = V::add_heap(total, size, copies);
        }
        for (position, copies) in sum.components() {
            total = V::add(total, self.position(rules, meter, position)?, *copies);
        }
        Ok(total)
    }

    /// The value of one position. After an error everything is as if it had not been asked, except
    /// that the positions finished on the way are kept.
    pub(crate) fn position<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        meter: &mut Meter<'_>,
        position: &P,
    ) -> Result<V::Value, SearchError<P, R::Error>>
    where
        P: Clone + Eq,
    {
        if let State::Done(value) = self.look(rules, position)? {
            return Ok(value);
        }
        let value = self.run(rules, meter, position.clone());
        if value.is_err() {
            for frame in &self.frames {
                self.memo.forget(&frame.position);
            }
            self.frames.clear();
            self.options.clear();
            self.partial.clear();
            self.values.clear();
        }
        value
    }

    fn run<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        meter: &mut Meter<'_>,
        position: P,
    ) -> Result<V::Value, SearchError<P, R::Error>>
    where
        P: Clone + Eq,
    {
        self.open(rules, meter, position)?;
        loop {
            match self.step(rules)? {
                Step::Down(position) => self.open(rules, meter, position)?,
                Step::Up(value) => match self.frames.last() {
                    Some(_) => self.add(value),
                    None => return Ok(value),
                },
            }
        }
    }

    /// Puts a new position on the stack, with its options.
    fn open<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        meter: &mut Meter<'_>,
        position: P,
    ) -> Result<(), SearchError<P, R::Error>>
    where
        P: Clone + Eq,
    {
        let (options, values) = (self.options.len(), self.values.len());
        let mut sink = Evaluating::<R, M, V>::new(
            rules,
            &self.memo,
            &mut self.options,
            &mut self.partial,
            &mut self.values,
            &mut self.fresh,
        );
        if let Err(error) = rules.stream(&position, &mut sink) {
            return Err(SearchError::Rules { position, error });
        }
        let (count, seen, trouble) = (sink.count, sink.seen, sink.trouble);
        if let Some((position, error)) = trouble {
            return Err(SearchError::Rules { position, error });
        }
        assert!(self.options.is_whole(), "an option was not finished");
        self.put_in_order(rules, options);
        meter.spend(self.memo.held_with(&position), 1 + count)?;
        self.memo.open(&position)?;
        self.frames.push(Frame { position, options, seen, values, sum: None });
        Ok(())
    }

    /// Puts the options that wait from this number on into an order in which that end of them is met
    /// first which the others may lead to: then they are mostly known when they are met.
    fn put_in_order<R: Rules<Position = P>>(&mut self, rules: &R, from: usize) {
        if let Some([(first, _), .., (last, _)]) = self.options.singles(from)
            && rules.comes_first(first, last)
        {
            self.options.turn_singles(from);
            self.partial[from..].reverse();
        }
    }

    /// Works on the top frame until it needs a new position or is finished.
    fn step<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
    ) -> Result<Step<P, V::Value>, SearchError<P, R::Error>>
    where
        P: Clone + Eq,
    {
        let top = self.frames.len() - 1;
        while self.options.len() > self.frames[top].options {
            if let Some((position, _)) = self.options.last_component() {
                match self.look(rules, position)? {
                    State::Done(value) => self.add(value),
                    State::New => return Ok(Step::Down(position.clone())),
                    State::Open => return Err(SearchError::Cycle(self.cycle(position.clone()))),
                }
            } else {
                let rest = self.partial.pop().unwrap_or(V::NOTHING);
                let frame = &mut self.frames[top];
                V::see(&mut frame.seen, frame.sum.take().unwrap_or(rest), &mut self.values);
                self.options.truncate(self.options.len() - 1);
            }
        }
        let frame = &self.frames[top];
        let value = self.valuation.close(frame.seen, &self.values[frame.values..]);
        self.memo.close(&frame.position, value)?;
        if let Some(twin) = rules.twin(&frame.position) {
            self.memo.keep(&twin, value);
        }
        self.values.truncate(frame.values);
        self.frames.pop();
        Ok(Step::Up(value))
    }

    /// Takes the last component of the option at hand, which has this value.
    fn add(&mut self, value: V::Value) {
        if let (Some(frame), Some((_, copies))) =
            (self.frames.last_mut(), self.options.last_component())
        {
            let rest = self.partial.last().copied().unwrap_or(V::NOTHING);
            frame.sum = Some(V::add(frame.sum.unwrap_or(rest), value, *copies));
            self.options.pop_component();
        }
    }

    #[inline]
    fn look<R: Rules<Position = P>>(
        &self,
        rules: &R,
        position: &P,
    ) -> Result<State<V::Value>, SearchError<P, R::Error>>
    where
        P: Clone,
    {
        match V::known(rules, position) {
            Ok(Some(value)) => Ok(State::Done(value)),
            Ok(None) => Ok(self.memo.state(position)),
            Err(error) => Err(SearchError::Rules { position: position.clone(), error }),
        }
    }

    /// The open positions from this one on, and this one again.
    fn cycle(&self, position: P) -> Vec<P>
    where
        P: Clone + Eq,
    {
        let open = self.frames.iter().map(|frame| &frame.position);
        let mut cycle: Vec<P> = open.skip_while(|open| **open != position).cloned().collect();
        cycle.push(position);
        cycle
    }
}
