//! The options of a position, valued as they come.

use std::borrow::Borrow;

use crate::sink::{OptionSink, Sink};
use crate::walk::{Memo, State, Valuation};
use crate::{Options, Rules};

/// Takes the options of a position that a walk has come to. Those whose value is at hand never wait:
/// their look-ups do not depend on each other, so that the processor overlaps them, and nothing is
/// kept of them but the value. Of the others those components are kept that have no value yet.
pub(crate) struct Evaluating<'w, R: Rules, M, V: Valuation> {
    pub(crate) rules: &'w R,
    pub(crate) memo: &'w M,
    /// The options that wait; behind them the option at hand.
    pub(crate) waiting: &'w mut Options<R::Position>,
    /// For each of them the value of what is known of it.
    pub(crate) partial: &'w mut Vec<V::Value>,
    /// What is gathered of the values of the others.
    pub(crate) seen: V::Seen,
    /// Those that are kept.
    pub(crate) values: &'w mut Vec<V::Value>,
    /// Room for options that are collected first.
    pub(crate) fresh: &'w mut Options<R::Position>,
    /// The value of the option at hand, as far as it is known.
    at_hand: V::Value,
    /// Whether a component of it has no value yet.
    waits: bool,
    /// How many options are finished.
    pub(crate) count: u64,
    /// What went wrong with a table, and where.
    pub(crate) trouble: Option<(R::Position, R::Error)>,
}

impl<'w, R, M, V> Evaluating<'w, R, M, V>
where
    R: Rules,
    M: Memo<R::Position, V::Value>,
    V: Valuation,
{
    pub(crate) fn new(
        rules: &'w R,
        memo: &'w M,
        waiting: &'w mut Options<R::Position>,
        partial: &'w mut Vec<V::Value>,
        values: &'w mut Vec<V::Value>,
        fresh: &'w mut Options<R::Position>,
    ) -> Self {
        let (at_hand, waits, count, trouble) = (V::NOTHING, false, 0, None);
        let seen = V::Seen::default();
        Self { rules, memo, waiting, partial, seen, values, fresh, at_hand, waits, count, trouble }
    }

    #[inline]
    fn look(&mut self, position: &R::Position) -> State<V::Value> {
        match V::known(self.rules, position) {
            Ok(Some(value)) => State::Done(value),
            Ok(None) => self.memo.state(position),
            Err(error) => self.failed(position, error),
        }
    }

    #[cold]
    fn failed(&mut self, position: &R::Position, error: R::Error) -> State<V::Value> {
        self.trouble.get_or_insert_with(|| (position.clone(), error));
        State::New
    }

    /// Takes the options that were collected. Of those that wait the end that comes first is met
    /// first: what it leads to is then mostly known when the others come.
    fn take(&mut self, fresh: &Options<R::Position>) {
        assert!(fresh.is_whole(), "an option was not finished");
        let options = fresh.len();
        let leads = |at: usize| fresh.get(at).components().first();
        let ascending = options > 1
            && matches!((leads(0), leads(options - 1)), (Some((first, _)), Some((last, _)))
                if self.rules.comes_first(first, last));
        for next in 0..options {
            let option = fresh.get(if ascending { options - 1 - next } else { next });
            for (position, copies) in option.components() {
                self.part(position, *copies, Clone::clone);
            }
            for &(size, copies) in option.heaps() {
                self.heap(size, copies);
            }
            self.finish();
        }
    }

    /// A component of the option at hand, which is kept if it has no value yet.
    #[inline]
    fn part<Q: Borrow<R::Position>>(
        &mut self,
        position: Q,
        copies: u64,
        own: impl FnOnce(Q) -> R::Position,
    ) {
        match self.look(position.borrow()) {
            State::Done(value) => self.at_hand = V::add(self.at_hand, value, copies),
            State::New | State::Open => self.wait(own(position), copies),
        }
    }

    /// Keeps a component of the option at hand. Few options come this way.
    #[inline(never)]
    fn wait(&mut self, position: R::Position, copies: u64) {
        self.waits = true;
        self.waiting.component(position, copies);
    }

    /// Keeps the option at hand.
    #[inline(never)]
    fn keep(&mut self) {
        // They are taken from behind.
        self.waiting.turn_round();
        self.waiting.finish();
        self.partial.push(self.at_hand);
        self.waits = false;
    }
}

impl<R, M, V> Sink<R::Position> for Evaluating<'_, R, M, V>
where
    R: Rules,
    M: Memo<R::Position, V::Value>,
    V: Valuation,
{
    #[inline]
    fn component(&mut self, position: R::Position, copies: u64) {
        if copies > 0 {
            self.part(position, copies, |position| position);
        }
    }

    #[inline]
    fn heap(&mut self, size: u64, copies: u64) {
        self.at_hand = V::add_heap(self.at_hand, size, copies);
    }
}

impl<R, M, V> OptionSink<R::Position> for Evaluating<'_, R, M, V>
where
    R: Rules,
    M: Memo<R::Position, V::Value>,
    V: Valuation,
{
    #[inline]
    fn finish(&mut self) {
        if self.waits {
            self.keep();
        } else {
            V::see(&mut self.seen, self.at_hand, self.values);
        }
        self.at_hand = V::NOTHING;
        self.count += 1;
    }

    #[inline]
    fn single(&mut self, position: R::Position) {
        match self.look(&position) {
            State::Done(value) => V::see(&mut self.seen, value, self.values),
            State::New | State::Open => {
                self.wait(position, 1);
                self.keep();
            }
        }
        self.count += 1;
    }

    fn discard(&mut self) {
        self.waiting.discard();
        (self.at_hand, self.waits) = (V::NOTHING, false);
    }

    fn collect<E>(
        &mut self,
        fill: impl FnOnce(&mut Options<R::Position>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut fresh = std::mem::take(self.fresh);
        fresh.clear();
        let filled = fill(&mut fresh);
        if filled.is_ok() {
            self.take(&fresh);
        }
        *self.fresh = fresh;
        filled
    }
}
