//! What positions are put into.

use crate::{Options, RuleError, Sum};

/// What components are put into: the option at hand, or a sum.
pub trait Sink<P> {
    /// Adds copies of a position.
    fn component(&mut self, position: P, copies: u64);

    /// Adds copies of a Nim heap.
    fn heap(&mut self, size: u64, copies: u64);

    /// Adds copies of a whole sum.
    ///
    /// # Errors
    /// When some component would occur more than `u64::MAX` times.
    fn all(&mut self, sum: Sum<P>, copies: u64) -> Result<(), RuleError> {
        let (components, heaps) = sum.into_parts();
        for (position, count) in components {
            self.component(position, times(count, copies)?);
        }
        for (size, count) in heaps {
            self.heap(size, times(count, copies)?);
        }
        Ok(())
    }
}

/// What options are put into, one after the other. A solver may look at each as soon as it is
/// finished, so that it need not be kept.
pub trait OptionSink<P>: Sink<P> {
    /// Ends the option at hand: what was put in since the last one.
    fn finish(&mut self);

    /// Puts in the option that is this position alone.
    #[inline]
    fn single(&mut self, position: P) {
        self.component(position, 1);
        self.finish();
    }

    /// Takes back what was put in since the last option was finished.
    fn discard(&mut self);

    /// Puts in the options that `fill` collects.
    ///
    /// # Errors
    /// That of `fill`.
    fn collect<E>(&mut self, fill: impl FnOnce(&mut Options<P>) -> Result<(), E>) -> Result<(), E>;
}

/// Takes one option of at most one component, of which there is one copy.
pub struct Single<'a, S> {
    sink: &'a mut S,
    done: bool,
}

impl<'a, S> Single<'a, S> {
    /// Nothing is put in yet.
    #[inline]
    pub fn new(sink: &'a mut S) -> Self {
        Self { sink, done: false }
    }

    /// Ends the option.
    #[inline]
    pub fn finish<P>(self)
    where
        S: OptionSink<P>,
    {
        if !self.done {
            self.sink.finish();
        }
    }
}

impl<P, S: OptionSink<P>> Sink<P> for Single<'_, S> {
    #[inline]
    fn component(&mut self, position: P, _copies: u64) {
        self.sink.single(position);
        self.done = true;
    }

    fn heap(&mut self, size: u64, copies: u64) {
        self.sink.heap(size, copies);
    }
}

impl<P> Sink<P> for Options<P> {
    #[inline]
    fn component(&mut self, position: P, copies: u64) {
        Options::component(self, position, copies);
    }

    #[inline]
    fn heap(&mut self, size: u64, copies: u64) {
        Options::heap(self, size, copies);
    }
}

impl<P> OptionSink<P> for Options<P> {
    #[inline]
    fn finish(&mut self) {
        Options::finish(self);
    }

    fn discard(&mut self) {
        Options::discard(self);
    }

    fn collect<E>(&mut self, fill: impl FnOnce(&mut Options<P>) -> Result<(), E>) -> Result<(), E> {
        fill(self)
    }
}

impl<P> Sink<P> for Sum<P> {
    fn component(&mut self, position: P, copies: u64) {
        self.push(position, copies);
    }

    fn heap(&mut self, size: u64, copies: u64) {
        self.push_heap(size, copies);
    }
}

/// So many times as many copies.
pub(crate) fn times(a: u64, b: u64) -> Result<u64, RuleError> {
    a.checked_mul(b).ok_or_else(|| {
        RuleError::coded("E0711", "there are more than 2^64 - 1 copies of one component")
    })
}
