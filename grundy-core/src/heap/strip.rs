//! Consecutive heaps from all their options, on two threads.

use std::sync::{Mutex, PoisonError};
use std::thread;

use super::direct::Direct;
use super::narrow::Narrow;
use super::view::View;
use super::{HeapKind, Shape};

/// How many heaps are looked at together. The fewer, the fewer pairs are left for afterwards; the more, the
/// less it matters that threads begin and end.
pub(super) const STRIP: u64 = 256;

/// With so few it is not worth while.
pub(super) const SHORT: u64 = 16;

/// A thread takes so many heaps at a time.
const SHARE: usize = 8;

/// Of each of so many heaps from size n on the least nimbers that no split has into heaps that are in the
/// tables.
pub(super) fn missing<T: Narrow>(
    view: &View<'_, T>,
    kind: usize,
    n: u64,
    heaps: usize,
    [here, there]: [&mut Direct; 2],
) -> Vec<Vec<u32>> {
    // What one finds out about the head is told to the other.
    there.follow(here);
    let mut missing = vec![Vec::new(); heaps];
    let shares = Mutex::new((n..).step_by(SHARE).zip(missing.chunks_mut(SHARE)));
    let work = |direct: &mut Direct| {
        loop {
            let share = shares.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((first, share)) = share else { break };
            for (n, missing) in (first..).zip(share) {
                *missing = direct.missing(view, kind, n);
            }
        }
    };
    thread::scope(|scope| {
        // Without a thread, all is done here.
        let _ = thread::Builder::new().spawn_scoped(scope, || work(there));
        work(here);
    });
    missing
}

/// Whether the options of a heap are splits but for a few.
pub(super) fn suits(kind: &HeapKind) -> bool {
    let few = |shape: &Shape| !matches!(shape, Shape::Any { .. } | Shape::Pile { .. });
    kind.rules.iter().all(|rule| few(&rule.shape))
}
