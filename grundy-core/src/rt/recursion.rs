//! Functions that call themselves: each call is computed once.

#![allow(clippy::new_without_default)]

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;

use super::Result;
use crate::RuleError;

/// The values of a function by its arguments.
pub struct Memo<A, V>(RefCell<HashMap<A, V, FixedState>>);

/// Asks for a call again that was put off; its value goes into the memo of its function.
type Again<G> = Box<dyn Fn(&G) -> Result<()>>;

/// The calls of a game's functions that are being computed.
///
/// They live on the stack of the thread, so their depth is bounded: a call that would be too deep is
/// put off. Everything unwinds to the first call then, what was put off is computed from there, and
/// the work that had to give up is done again, now with the value at hand. All values are pure, so
/// doing it again changes nothing.
pub struct Calls<G> {
    /// How many there are.
    depth: Cell<u32>,
    /// The one for which everything unwinds.
    put_off: Cell<Option<Again<G>>>,
}

/// Calls that are deeper than this are put off.
const MAX_DEPTH: u32 = 200;

/// So many calls that were put off may wait for each other, each so far below the one before.
const MAX_WAITING: usize = 100_000;

impl<G> Calls<G> {
    /// None yet.
    pub fn new() -> Self {
        Self { depth: Cell::new(0), put_off: Cell::new(None) }
    }

    /// What `work` gives, one call deeper.
    fn deeper<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.depth.set(self.depth.get() + 1);
        let value = work();
        self.depth.set(self.depth.get() - 1);
        value
    }

    /// Does the work of the first call, and what has to be put off before it.
    fn settled<V>(&self, game: &G, work: impl Fn() -> Result<V>) -> Result<V> {
        let mut waiting: Vec<Again<G>> = Vec::new();
        loop {
            let done = match waiting.last() {
                None => self.deeper(&work).map(Some),
                Some(again) => self.deeper(|| again(game)).map(|()| None),
            };
            match (done, self.put_off.take()) {
                (Ok(Some(value)), _) => return Ok(value),
                (Ok(None), _) => drop(waiting.pop()),
                (Err(_), Some(next)) if waiting.len() < MAX_WAITING => waiting.push(next),
                (Err(_), Some(_)) => return Err(endless("millions of calls wait for each other")),
                (Err(error), None) => return Err(error),
            }
        }
    }
}

#[cold]
fn endless(why: &str) -> RuleError {
    RuleError::coded("E0710", format!("the recursion is too deep, or has no end: {why}"))
}

impl<A: Eq + Hash + 'static, V: Clone + 'static> Memo<A, V> {
    /// No call yet.
    pub fn new() -> Self {
        Self(RefCell::default())
    }

    /// The value of a call, computed at the first time; `again` makes the same call.
    ///
    /// # Errors
    /// When it cannot be computed, or the calls have no end.
    pub fn call<G: 'static>(
        &self,
        game: &G,
        calls: &Calls<G>,
        args: A,
        compute: impl Fn() -> Result<V>,
        again: fn(&G, &A) -> Result<V>,
    ) -> Result<V> {
        let known = self.0.borrow().get(&args).cloned();
        if let Some(value) = known {
            return Ok(value);
        }
        let value = match calls.depth.get() {
            0 => calls.settled(game, compute)?,
            1..MAX_DEPTH => calls.deeper(compute)?,
            _ => {
                calls.put_off.set(Some(Box::new(move |game| again(game, &args).map(drop))));
                return Err(endless("a call was put off"));
            }
        };
        self.0.borrow_mut().insert(args, value.clone());
        Ok(value)
    }
}

/// A value that is computed when it is first needed.
pub struct Lazy<T> {
    value: OnceCell<T>,
    open: Cell<bool>,
}

impl<T> Lazy<T> {
    /// Not computed yet.
    pub fn new() -> Self {
        Self { value: OnceCell::new(), open: Cell::new(false) }
    }

    /// The value.
    ///
    /// # Errors
    /// When it cannot be computed, or needs itself.
    #[inline]
    pub fn get(&self, name: &str, compute: impl FnOnce() -> Result<T>) -> Result<&T> {
        match self.value.get() {
            Some(value) => Ok(value),
            None => self.first(name, compute),
        }
    }

    #[cold]
    fn first(&self, name: &str, compute: impl FnOnce() -> Result<T>) -> Result<&T> {
        if self.open.replace(true) {
            return Err(RuleError::coded("E0710", format!("`{name}` needs its own value")));
        }
        let value = compute();
        self.open.set(false);
        let value = value?;
        Ok(self.value.get_or_init(|| value))
    }
}

/// The steps of a `fixpoint`.
pub struct Steps(u64);

/// A `fixpoint` that is not there after so many steps has none.
const MAX_STEPS: u64 = 1 << 32;

impl Steps {
    /// None yet.
    pub fn new() -> Self {
        Self(0)
    }

    /// One more.
    ///
    /// # Errors
    /// When there are too many.
    pub fn count(&mut self) -> Result<()> {
        self.0 += 1;
        if self.0 < MAX_STEPS {
            return Ok(());
        }
        Err(RuleError::new(format!("`fixpoint` does not come to rest within {MAX_STEPS} steps")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of 1 to n, and whether n is even by a function that needs another one.
    struct Game {
        calls: Calls<Game>,
        total: Memo<(i64,), i64>,
        even: Memo<(i64,), bool>,
        odd: Memo<(i64,), bool>,
        away: Memo<(i64,), i64>,
        computed: Cell<u64>,
    }

    impl Game {
        fn new() -> Game {
            Game {
                calls: Calls::new(),
                total: Memo::new(),
                even: Memo::new(),
                odd: Memo::new(),
                away: Memo::new(),
                computed: Cell::new(0),
            }
        }

        fn total(&self, n: i64) -> Result<i64> {
            let sum = || {
                self.computed.set(self.computed.get() + 1);
                Ok(if n == 0 { 0 } else { n + self.total(n - 1)? })
            };
            self.total.call(self, &self.calls, (n,), sum, |game, (n,)| game.total(*n))
        }

        fn even(&self, n: i64) -> Result<bool> {
            let even = || if n == 0 { Ok(true) } else { self.odd(n - 1) };
            self.even.call(self, &self.calls, (n,), even, |game, (n,)| game.even(*n))
        }

        fn odd(&self, n: i64) -> Result<bool> {
            let odd = || if n == 0 { Ok(false) } else { self.even(n - 1) };
            self.odd.call(self, &self.calls, (n,), odd, |game, (n,)| game.odd(*n))
        }

        fn away(&self, n: i64) -> Result<i64> {
            let away = || match n {
                7 => Err(RuleError::new("seven".to_string())),
                _ => Ok(1 + self.away(if n < 10 { n + 1 } else { n })?),
            };
            self.away.call(self, &self.calls, (n,), away, |game, (n,)| game.away(*n))
        }
    }

    #[test]
    fn recursion_is_as_deep_as_memory() {
        let game = Game::new();
        assert_eq!(game.total(300_000), Ok(300_000 * 300_001 / 2));
        // What was put off was begun twice.
        assert!(game.computed.get() < 2 * 300_000 + 1000);
        assert_eq!(game.total(400_000), Ok(400_000 * 400_001 / 2));
        assert_eq!((game.even(100_001), game.odd(54_321)), (Ok(false), Ok(true)));
    }

    #[test]
    fn a_circle_and_a_mistake_are_told_and_leave_everything_as_it_was() {
        let game = Game::new();
        assert_eq!(game.away(1).unwrap_err().to_string(), "seven");
        assert!(game.away(8).unwrap_err().to_string().starts_with("E0710: the recursion"));
        assert_eq!(game.total(1000), Ok(500_500));
        assert_eq!(game.calls.depth.get(), 0);
    }
}
