//! The walk that all searches share: depth first, with an explicit stack.
//!
//! A walk finds a value for one position from the values of its options. What a value is, and how
//! the values of components make that of a sum, is said by a [`Valuation`]; where finished values
//! are kept, by a [`Memo`]. The stack lives on the heap, so the depth of a game is bounded by
//! memory alone, and a position met again while it is open shows that play need not end.

use crate::budget::Meter;
use crate::{Limit, Rules, SearchError, Sum};

/// What is computed for each position.
pub(crate) trait Valuation {
    /// The value of a position or of a sum.
    type Value: Copy;
    /// The value of the sum of nothing.
    const NOTHING: Self::Value;

    /// What the rules know of a position.
    fn known<R: Rules>(rules: &R, position: &R::Position) -> Result<Option<Self::Value>, R::Error>;

    /// Whether this many copies of a position need its value.
    fn needs(copies: u64) -> bool;

    /// The value of a sum and copies (that need it) of a position beside it.
    fn add(sum: Self::Value, position: Self::Value, copies: u64) -> Self::Value;

    /// The value of a sum and copies of a Nim heap beside it.
    fn add_heap(sum: Self::Value, size: u64, copies: u64) -> Self::Value;

    /// The value of a position whose options have these values.
    fn close(&mut self, options: &[Self::Value]) -> Self::Value;
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

    /// Makes an open position new again.
    fn forget(&mut self, position: &P);
}

/// A position that waits for the values of its options.
struct Frame<P, V> {
    position: P,
    /// Where its options that are still to come begin, in the walk's stack of options.
    options: usize,
    /// Where the values of its options begin, in the walk's stack of values.
    values: usize,
    /// Where the components of the option at hand begin, in the walk's stack of components.
    components: usize,
    /// The option at hand, as far as it is valued.
    sum: Option<V>,
    /// Copies of the component that the frame above is about.
    copies: u64,
}

impl<P, T: Copy> Frame<P, T> {
    /// Adds copies of a valued component to the option at hand.
    fn add<V: Valuation<Value = T>>(&mut self, value: T, copies: u64) {
        self.sum = self.sum.map(|sum| V::add(sum, value, copies));
    }
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
    frames: Vec<Frame<P, V::Value>>,
    options: Vec<Sum<P>>,
    values: Vec<V::Value>,
    components: Vec<(P, u64)>,
    fresh: Vec<Sum<P>>,
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
            options: Vec::new(),
            values: Vec::new(),
            components: Vec::new(),
            fresh: Vec::new(),
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
            if V::needs(*copies) {
                total = V::add(total, self.position(rules, meter, position)?, *copies);
            }
        }
        Ok(total)
    }

    /// The value of one position. After an error everything is as if it had not been asked, except
    /// that the positions finished on the way are kept.
    fn position<R: Rules<Position = P>>(
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
            self.values.clear();
            self.components.clear();
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
                Step::Up(value) => match self.frames.last_mut() {
                    Some(frame) => frame.add::<V>(value, frame.copies),
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
        P: Clone,
    {
        self.fresh.clear();
        if let Err(error) = rules.options(&position, &mut self.fresh) {
            return Err(SearchError::Rules { position, error });
        }
        meter.spend(self.memo.held_with(&position), 1 + self.fresh.len() as u64)?;
        self.memo.open(&position)?;
        self.frames.push(Frame {
            position,
            options: self.options.len(),
            values: self.values.len(),
            components: self.components.len(),
            sum: None,
            copies: 0,
        });
        // Options whose value is at hand never wait. These lookups do not depend on each other, so
        // that the processor overlaps them. The stack is taken from its end, and the options that
        // wait are to be met in their order.
        let mut fresh = std::mem::take(&mut self.fresh);
        for option in fresh.drain(..).rev() {
            match self.value_at_hand(rules, &option)? {
                Some(value) => self.values.push(value),
                None => self.options.push(option),
            }
        }
        self.fresh = fresh;
        Ok(())
    }

    /// The value of a sum, if those of its components are at hand.
    fn value_at_hand<R: Rules<Position = P>>(
        &self,
        rules: &R,
        sum: &Sum<P>,
    ) -> Result<Option<V::Value>, SearchError<P, R::Error>>
    where
        P: Clone,
    {
        let mut total = V::NOTHING;
        for (position, copies) in sum.components() {
            if V::needs(*copies) {
                match self.look(rules, position)? {
                    State::Done(value) => total = V::add(total, value, *copies),
                    State::New | State::Open => return Ok(None),
                }
            }
        }
        for &(size, copies) in sum.heaps() {
            total = V::add_heap(total, size, copies);
        }
        Ok(Some(total))
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
        loop {
            while self.components.len() > self.frames[top].components
                && let Some((position, copies)) = self.components.pop()
            {
                match self.look(rules, &position)? {
                    State::Done(value) => self.frames[top].add::<V>(value, copies),
                    State::New => {
                        self.frames[top].copies = copies;
                        return Ok(Step::Down(position));
                    }
                    State::Open => return Err(SearchError::Cycle(self.cycle(position))),
                }
            }
            self.values.extend(self.frames[top].sum.take());
            if self.options.len() == self.frames[top].options {
                break;
            }
            self.frames[top].sum = self.options.pop().map(|option| self.unpack(option));
        }
        let frame = &self.frames[top];
        let value = self.valuation.close(&self.values[frame.values..]);
        self.memo.close(&frame.position, value)?;
        self.values.truncate(frame.values);
        self.frames.pop();
        Ok(Step::Up(value))
    }

    /// Puts the components of an option on their stack; the value of its Nim heaps.
    fn unpack(&mut self, option: Sum<P>) -> V::Value {
        let (components, heaps) = option.into_parts();
        let needed = components.into_iter().filter(|&(_, copies)| V::needs(copies));
        self.components.extend(needed.rev());
        heaps.into_iter().fold(V::NOTHING, |sum, (size, copies)| V::add_heap(sum, size, copies))
    }

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
