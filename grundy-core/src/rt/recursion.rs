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

/// How deep the calls are that are being computed.
pub struct Depth(Cell<u32>);

/// Deeper calls are refused: they live on the stack of the thread.
const MAX_DEPTH: u32 = 1000;

impl Depth {
    /// None yet.
    pub fn new() -> Self {
        Self(Cell::new(0))
    }
}

impl<A: Eq + Hash, V: Clone> Memo<A, V> {
    /// No call yet.
    pub fn new() -> Self {
        Self(RefCell::default())
    }

    /// The value of a call, computed at the first time.
    ///
    /// # Errors
    /// When it cannot be computed, or calls go too deep.
    pub fn call(&self, depth: &Depth, args: A, compute: impl FnOnce() -> Result<V>) -> Result<V> {
        let known = self.0.borrow().get(&args).cloned();
        if let Some(value) = known {
            return Ok(value);
        }
        if depth.0.get() >= MAX_DEPTH {
            let words = format!("the recursion is deeper than {MAX_DEPTH} calls, or has no end");
            return Err(RuleError::coded("E0710", words));
        }
        depth.0.set(depth.0.get() + 1);
        let value = compute();
        depth.0.set(depth.0.get() - 1);
        let value = value?;
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
