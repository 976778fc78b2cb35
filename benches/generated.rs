//! Generated Rust beside plain Rust for the same game by hand, with equal values demanded.
//!
//! ```text
//! cargo bench --no-default-features --features macros --bench generated
//! ```
//!
//! Words behind `--` choose the games whose names contain them. Both sides do the same kind of work:
//! whole tables, without a period (Kayles stays below the size from which one is looked for), or a
//! search that remembers. The hand-written side uses what its author knows: that rows can be mirrored,
//! that sorted heaps come in an order that can be looped over, keys of one word, the hash function of
//! the solver.
#![allow(missing_docs)]

use std::collections::HashMap;
use std::convert::Infallible;
use std::hint::black_box;
use std::time::{Duration, Instant};

use foldhash::fast::FixedState;
use grundy::core::graph::Graph;
use grundy::core::{Rules, Search};
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

/// The free squares of a board of five rows and six columns.
#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[game(param(board: Graph = grid(5, 6)))]
#[equals(sum(Cram(C) for C in components(board, F)))]
#[moves(Cram(F): place((a, b) in edges(board, F)) -> Cram(F - {a, b}))]
struct Cram(#[domain(set<vertex>)] u64);

/// How many marks from the first on bear the stamp: the least value without it.
fn mex(marks: &[u32], stamp: u32) -> u16 {
    marks.iter().take_while(|mark| **mark == stamp).count() as u16
}

/// The table of Kayles by a loop over the options of each row, of two mirror images one.
fn kayles(most: usize) -> Vec<u16> {
    let (mut values, mut marks) = (Vec::<u16>::new(), vec![u32::MAX; 64]);
    for n in 0..=most {
        for k in 1..=n.min(2) {
            let rest = n - k;
            for left in 0..=rest / 2 {
                marks[usize::from(values[left] ^ values[rest - left])] = n as u32;
            }
        }
        values.push(mex(&marks, n as u32));
    }
    values
}

/// The tables of the hull game, filled together; that of whole paths.
fn hull(most: usize) -> Vec<u16> {
    let (mut path, mut half, mut both) = (vec![0_u16], vec![0_u16], vec![0_u16]);
    let mut marks = vec![u32::MAX; 1 << 12];
    let mut stamp = 0;
    for n in 1..=most {
        stamp += 1;
        if n >= 4 {
            let middle = n.div_ceil(2);
            (2..=middle).for_each(|i| marks[usize::from(both[i] ^ both[n - i + 1])] = stamp);
        }
        both.push(mex(&marks, stamp));
        stamp += 1;
        (2..=n).for_each(|i| marks[usize::from(both[i] ^ half[n - i + 1])] = stamp);
        half.push(mex(&marks, stamp));
        stamp += 1;
        (1..=n.div_ceil(2)).for_each(|i| marks[usize::from(half[i] ^ half[n - i + 1])] = stamp);
        path.push(mex(&marks, stamp));
    }
    path
}

/// Exact 2-Nim on four heaps of the same size, by a table of the sorted heaps.
fn exact(most: u8) -> u16 {
    let side = usize::from(most) + 1;
    let place = |x: [u8; 4]| x.iter().fold(0, |place, heap| place * side + usize::from(*heap));
    let mut values = vec![0_u8; side.pow(4)];
    for a in 0..=most {
        for b in a..=most {
            for c in b..=most {
                for d in c..=most {
                    let (x, mut seen) = ([a, b, c, d], 0_u128);
                    for i in 0..4 {
                        for j in i + 1..4 {
                            for s in 0..x[i] {
                                for t in 0..x[j] {
                                    let mut y = x;
                                    (y[i], y[j]) = (s, t);
                                    y.sort_unstable();
                                    seen |= 1 << values[place(y)];
                                }
                            }
                        }
                    }
                    values[place(x)] = seen.trailing_ones() as u8;
                }
            }
        }
    }
    u16::from(values[values.len() - 1])
}

/// Chomp by a search that remembers; each row has five bits of the key.
fn chomp(rows: u32, known: &mut HashMap<u32, u8, FixedState>) -> u8 {
    if let Some(&value) = known.get(&rows) {
        return value;
    }
    let mut seen = 0_u128;
    for i in 0..6 {
        let row = rows >> (5 * i) & 31;
        for j in u32::from(i == 0)..row {
            let mut left = rows;
            for r in i..6 {
                let other = rows >> (5 * r) & 31;
                left -= other.saturating_sub(j) << (5 * r);
            }
            seen |= 1 << chomp(left, known);
        }
    }
    let value = seen.trailing_ones() as u8;
    known.insert(rows, value);
    value
}

/// Euclid by a search that remembers; the smaller number stands first.
fn euclid(a: u32, b: u32, known: &mut HashMap<(u32, u32), u16, FixedState>) -> u16 {
    let (a, b) = (a.min(b), a.max(b));
    if let Some(&value) = known.get(&(a, b)) {
        return value;
    }
    let mut seen = [0_u64; 16];
    for q in 1..=(b - 1) / a {
        let value = euclid(a, b - q * a, known);
        seen[usize::from(value / 64)] |= 1 << (value % 64);
    }
    let full = seen.iter().take_while(|word| **word == u64::MAX).count();
    let value = (64 * full) as u16 + seen.get(full).map_or(0, |word| word.trailing_ones()) as u16;
    known.insert((a, b), value);
    value
}

/// Cram on five rows by hand. Squares are bits of a word, with a column of bits between the rows that is
/// never free; components are moved into the corner, and turned so that the least of their mirror images
/// stands for them.
struct Domino;

/// From one row to the next.
const ROW: u32 = 7;

impl Rules for Domino {
    type Position = u64;
    type Error = Infallible;

    fn options(&self, &free: &u64, options: &mut Options<u64>) -> Result<(), Infallible> {
        for (squares, step) in [(free & free >> 1, 1), (free & free >> ROW, ROW)] {
            for square in bits(squares) {
                let mut rest = free & !(1 << square | 1 << (square + step));
                while rest != 0 {
                    let part = component(rest & rest.wrapping_neg(), rest);
                    rest &= !part;
                    if part.count_ones() > 1 {
                        options.component(least_image(part), 1);
                    }
                }
                options.finish();
            }
        }
        Ok(())
    }

    fn effort(&self, free: &u64) -> u64 {
        free.count_ones().into()
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}

/// What of `within` is joined with a square.
fn component(square: u64, within: u64) -> u64 {
    let (mut part, mut before) = (square, 0);
    while part != before {
        before = part;
        part |= (part << 1 | part >> 1 | part << ROW | part >> ROW) & within;
    }
    part
}

/// The least of a set in the corner and its mirror images.
fn least_image(set: u64) -> u64 {
    let upside_down = corner(rows(set).fold(0, |image, row| image << ROW | row));
    let mirrored = |set| {
        let rows = rows(set).enumerate();
        let turned = rows.map(|(at, row)| (row.reverse_bits() >> (64 - ROW)) << (at as u32 * ROW));
        corner(turned.fold(0, |image, row| image | row))
    };
    let set = corner(set);
    set.min(mirrored(set)).min(upside_down).min(mirrored(upside_down))
}

fn rows(set: u64) -> impl Iterator<Item = u64> {
    (0..5).map(move |row| set >> (ROW * row) & ((1 << ROW) - 1))
}

/// The set moved up and to the left as far as it goes.
fn corner(set: u64) -> u64 {
    let columns = rows(set).fold(0, |columns, row| columns | row);
    set >> (set.trailing_zeros() / ROW * ROW) >> columns.trailing_zeros()
}

fn main() {
    println!("{:<24} {:>10} {:>10} {:>7}", "game", "generated", "by hand", "ratio");
    let most = 4000;
    compare("Kayles to 4000", || values((0..=most).map(Row)), || kayles(most as usize));
    let most = 20_000;
    compare("hull paths to 20000", || values((0..=most).map(Hull::Path)), || hull(most as usize));
    compare("exact 2-Nim, [22; 4]", || values([Piles { x: [22; 4] }]), || vec![exact(22)]);
    compare(
        "Chomp, 6 rows of 12",
        || values([Bar { x: [12; 6] }]),
        || {
            let rows = (0..6).fold(0, |rows, _| rows << 5 | 12);
            vec![u16::from(chomp(rows, &mut HashMap::default()))]
        },
    );
    compare(
        "Euclid, pairs to 700",
        || values((1..=700).flat_map(|a| (a..=700).map(move |b| Pair { a, b }))),
        || {
            let mut known = HashMap::default();
            let pairs = (1..=700).flat_map(|a| (a..=700).map(move |b| (a, b)));
            pairs.map(|(a, b)| euclid(a, b, &mut known)).collect()
        },
    );
    compare(
        "Cram, 5 x 6",
        || values([Cram((1 << 30) - 1)]),
        || {
            let board = (0..5).fold(0, |board, row| board | 0b11_1111 << (ROW * row));
            let (board, budget) = (Sum::from(board), Budget::default());
            let nimber = Search::new().nimber_by_asking(&Domino, &budget, &board);
            vec![nimber.expect("it has a nimber").get() as u16]
        },
    );
}

/// The nimbers of positions, by the solver that is made for them.
fn values<T: Impartial>(positions: impl IntoIterator<Item = T>) -> Vec<u16> {
    let mut solver = T::solver();
    let rows = solver.table(positions).map(|row| row.expect("it has a nimber").1.get() as u16);
    rows.collect()
}

/// The best of a few runs of each, in turn.
fn compare(name: &str, generated: impl Fn() -> Vec<u16>, by_hand: impl Fn() -> Vec<u16>) {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if !chosen.is_empty() && !chosen.iter().any(|word| name.contains(word.as_str())) {
        return;
    }
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..9 {
        let (time, values) = timed(&generated);
        ours = ours.min(time);
        let (time, expected) = timed(&by_hand);
        theirs = theirs.min(time);
        assert!(values == expected, "{name}: the nimbers differ");
    }
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    println!("{name:<24} {ours:>10.2?} {theirs:>10.2?} {ratio:>7.2}");
}

fn timed<T>(work: impl Fn() -> T) -> (Duration, T) {
    let start = Instant::now();
    let found = black_box(work());
    (start.elapsed(), found)
}
