//! Generated Rust beside the best plain Rust for the same game, with equal values demanded.
//!
//! ```text
//! cargo bench --no-default-features --features macros --bench generated
//! ```
#![allow(missing_docs)]

use std::collections::HashMap;
use std::hash::Hash;
use std::hint::black_box;
use std::time::{Duration, Instant};

use foldhash::fast::FixedState;
use grundy::prelude::*;

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(Row(n): bowl(k in 1..=2, left in 0..=n - k) -> Row(left) + Row(n - k - left))]
struct Row(u32);

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
enum Hull {
    #[moves(Path(n): select(i in 1..=n) -> Half(i) + Half(n - i + 1))]
    Path(u32),
    #[moves(Half(n): select(i in 2..=n) -> Both(i) + Half(n - i + 1))]
    Half(u32),
    #[moves(Both(n): select(i in 2..n) when n >= 4 -> Both(i) + Both(n - i + 1))]
    Both(u32),
}

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[symmetric(x)]
#[moves(lower(I in subsets(0..len(x), 2), d[i in I] in 1..=x[i]) -> Piles(x with [i in I] -= d[i]))]
struct Piles {
    x: [u8; 4],
}

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(
    bite(i in 0..6, j in 0..x[i]) when i + j > 0
        -> Bar([if r >= i then min(x[r], j) else x[r] for r in 0..6])
)]
struct Bar {
    x: [u8; 6],
}

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[symmetric(a, b)]
#[moves(left(q in 1..=(a - 1) / b) -> Pair(a - q * b, b))]
#[moves(right(q in 1..=(b - 1) / a) -> Pair(a, b - q * a))]
struct Pair {
    #[domain(1..)]
    a: u32,
    #[domain(1..)]
    b: u32,
}

/// How many marks from the first on bear the stamp: the least value without it.
fn mex(marks: &[u32], stamp: u32) -> u32 {
    marks.iter().take_while(|mark| **mark == stamp).count() as u32
}

/// The table of Kayles by a loop over the options of each row.
fn kayles(most: usize) -> Vec<u32> {
    let (mut values, mut marks) = (Vec::<u32>::new(), vec![u32::MAX; 64]);
    for n in 0..=most {
        for k in 1..=n.min(2) {
            let rest = n - k;
            for left in 0..=rest / 2 {
                marks[(values[left] ^ values[rest - left]) as usize] = n as u32;
            }
        }
        values.push(mex(&marks, n as u32));
    }
    values
}

/// The tables of the hull game, filled together; that of whole paths.
fn hull(most: usize) -> Vec<u32> {
    let (mut path, mut half, mut both) = (vec![0_u32], vec![0_u32], vec![0_u32]);
    let mut marks = vec![u32::MAX; 1 << 12];
    let mut stamp = 0;
    for n in 1..=most {
        stamp += 1;
        if n >= 4 {
            (2..n).for_each(|i| marks[(both[i] ^ both[n - i + 1]) as usize] = stamp);
        }
        both.push(mex(&marks, stamp));
        stamp += 1;
        (2..=n).for_each(|i| marks[(both[i] ^ half[n - i + 1]) as usize] = stamp);
        half.push(mex(&marks, stamp));
        stamp += 1;
        (1..=n).for_each(|i| marks[(half[i] ^ half[n - i + 1]) as usize] = stamp);
        path.push(mex(&marks, stamp));
    }
    path
}

/// A memo search by recursion.
struct Memo<P> {
    known: HashMap<P, u32, FixedState>,
}

impl<P: Copy + Eq + Hash> Memo<P> {
    fn new() -> Self {
        Self { known: HashMap::default() }
    }

    fn value(&mut self, at: P, options: &impl Fn(P, &mut dyn FnMut(P))) -> u32 {
        if let Some(&value) = self.known.get(&at) {
            return value;
        }
        let mut seen = 0_u128;
        options(at, &mut |option| seen |= 1 << self.value(option, options));
        let value = seen.trailing_ones();
        self.known.insert(at, value);
        value
    }
}

fn lower_two(x: [u8; 4], visit: &mut dyn FnMut([u8; 4])) {
    for i in 0..4 {
        for j in i + 1..4 {
            for d in 1..=x[i] {
                for e in 1..=x[j] {
                    let mut y = x;
                    y[i] -= d;
                    y[j] -= e;
                    y.sort_unstable();
                    visit(y);
                }
            }
        }
    }
}

fn bite(x: [u8; 6], visit: &mut dyn FnMut([u8; 6])) {
    for i in 0..6 {
        for j in u8::from(i == 0)..x[i] {
            let mut y = x;
            y[i..].iter_mut().for_each(|row| *row = (*row).min(j));
            visit(y);
        }
    }
}

fn euclid((a, b): (u32, u32), visit: &mut dyn FnMut((u32, u32))) {
    for q in 1..=(b - 1) / a {
        let rest = b - q * a;
        visit((a.min(rest), a.max(rest)));
    }
}

fn main() {
    println!("{:<24} {:>10} {:>10} {:>7}", "game", "generated", "by hand", "ratio");
    let most = 30_000;
    compare("Kayles to 30000", || values((0..=most).map(Row)), || kayles(most as usize));
    let most = 20_000;
    compare("hull paths to 20000", || values((0..=most).map(Hull::Path)), || hull(most as usize));
    compare(
        "exact 2-Nim, [22; 4]",
        || values([Piles { x: [22; 4] }]),
        || vec![Memo::new().value([22; 4], &lower_two)],
    );
    compare(
        "Chomp, 6 rows of 12",
        || values([Bar { x: [12; 6] }]),
        || vec![Memo::new().value([12; 6], &bite)],
    );
    compare(
        "Euclid, pairs to 700",
        || values((1..=700).flat_map(|a| (a..=700).map(move |b| Pair { a, b }))),
        || {
            let mut memo = Memo::new();
            let pairs = (1..=700).flat_map(|a| (a..=700).map(move |b| (a, b)));
            pairs.map(|pair| memo.value(pair, &euclid)).collect()
        },
    );
}

/// The nimbers of positions, by the solver that is made for them.
fn values<T: Impartial>(positions: impl IntoIterator<Item = T>) -> Vec<u32> {
    let mut solver = T::solver();
    let rows = solver.table(positions).map(|row| row.expect("it has a nimber").1.get() as u32);
    rows.collect()
}

/// The best of a few runs of each, in turn.
fn compare(name: &str, generated: impl Fn() -> Vec<u32>, by_hand: impl Fn() -> Vec<u32>) {
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        let (time, values) = timed(&generated);
        ours = ours.min(time);
        let (time, expected) = timed(&by_hand);
        theirs = theirs.min(time);
        assert_eq!(values, expected, "{name}");
    }
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    println!("{name:<24} {ours:>10.2?} {theirs:>10.2?} {ratio:>7.2}");
}

fn timed<T>(work: impl Fn() -> T) -> (Duration, T) {
    let start = Instant::now();
    let found = black_box(work());
    (start.elapsed(), found)
}
