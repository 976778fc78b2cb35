//! The memo search and the program, each against the same rules written in Rust by hand.
//!
//! `cargo bench --bench memo` prints, for three games, the time to generate an option and the time to
//! solve one large position, by the rules in Rust and by the program of the built-in game; and the time
//! in which the program is made. Then the time to read, check and plan each built-in game.
#![allow(missing_docs)]

use std::convert::Infallible;
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy_compiler::ir::KindId;
use grundy_compiler::value::{Position, SumValue, Value};
use grundy_compiler::{Engine, Instance, Settings, SourceMap, compile};
use grundy_core::{Budget, Options, Rules, Search, Sum};

/// Exact 2-Nim on four heaps, each in 16 bits of a key.
struct Exact;

impl Rules for Exact {
    type Position = u64;
    type Error = Infallible;

    fn options(&self, &key: &u64, options: &mut Options<u64>) -> Result<(), Infallible> {
        let heaps: [u16; 4] = std::array::from_fn(|at| (key >> (16 * at)) as u16);
        for i in 0..4 {
            for j in i + 1..4 {
                for s in 1..=heaps[i] {
                    for t in 1..=heaps[j] {
                        let mut left = heaps;
                        left[i] -= s;
                        left[j] -= t;
                        left.sort_unstable();
                        options.push(pack(left));
                    }
                }
            }
        }
        Ok(())
    }
}

fn pack<const N: usize>(fields: [u16; N]) -> u64 {
    fields.iter().rev().fold(0, |key, field| key << 16 | u64::from(*field))
}

/// Wythoff's game on an unordered pair.
struct Wythoff;

impl Rules for Wythoff {
    type Position = u64;
    type Error = Infallible;

    fn options(&self, &key: &u64, options: &mut Options<u64>) -> Result<(), Infallible> {
        let (a, b) = (key as u16, (key >> 16) as u16);
        let board = |a: u16, b: u16| pack([a.min(b), a.max(b)]);
        (1..=a).for_each(|s| options.push(board(a - s, b)));
        (1..=b).for_each(|s| options.push(board(a, b - s)));
        (1..=a.min(b)).for_each(|s| options.push(board(a - s, b - s)));
        Ok(())
    }
}

/// Nim on three heaps with passes that need a stone on the table.
struct Passes;

impl Rules for Passes {
    type Position = u64;
    type Error = Infallible;

    fn options(&self, &key: &u64, options: &mut Options<u64>) -> Result<(), Infallible> {
        let heaps: [u16; 3] = std::array::from_fn(|at| (key >> (16 * at)) as u16);
        let passes = (key >> 48) as u16;
        let table = |mut heaps: [u16; 3], passes: u16| {
            heaps.sort_unstable();
            pack([heaps[0], heaps[1], heaps[2], passes])
        };
        for i in 0..3 {
            for s in 1..=heaps[i] {
                let mut left = heaps;
                left[i] -= s;
                options.push(table(left, passes));
            }
        }
        if passes >= 1 && heaps.iter().sum::<u16>() >= 1 {
            options.push(table(heaps, passes - 1));
        }
        Ok(())
    }
}

/// A built-in game, by its program.
fn built_in(name: &str) -> Rc<Instance> {
    let path = format!("{}/specs/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a built-in game");
    let mut sources = SourceMap::default();
    let id = sources.add(name, text);
    let checked = compile(&sources, id).expect("it is right");
    let settings = Settings { engine: Some(Engine::Program), ..Settings::default() };
    Instance::new(Arc::new(checked.spec), Arc::new(sources), &[], settings).expect("defaults")
}

fn single(instance: &Instance, kind: &str, fields: Vec<Value>) -> SumValue {
    let kinds = &instance.spec().kinds;
    let at = kinds.iter().position(|k| k.name == kind).expect("a kind");
    let position = Position { kind: KindId::from(at), fields: fields.into() };
    SumValue { sum: Sum::from(position), runs: Vec::new() }
}

/// The least time of a few runs.
fn least(mut work: impl FnMut() -> Duration) -> Duration {
    (0..3).map(|_| work()).min().expect("there are runs")
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = black_box(work());
    (value, start.elapsed())
}

/// So many times the options of a position are generated before the clock is looked at again.
const ROUNDS: usize = 10;

/// Compares rules in Rust with a built-in game on one position.
fn compare<R: Rules<Position = u64, Error = Infallible>>(
    rules: &R,
    key: u64,
    name: &str,
    kind: &str,
    fields: Vec<Value>,
) {
    let budget = Budget::default();
    let mut nimbers = Vec::new();
    let by_hand = least(|| {
        let (nimber, time) =
            timed(|| Search::new().nimber(rules, &budget, &Sum::from(key)).expect("it ends"));
        nimbers.push(nimber);
        time
    });
    let by_program = least(|| {
        let instance = built_in(name);
        let start = single(&instance, kind, fields.clone());
        let (nimber, time) = timed(|| instance.nimber(&start).expect("it ends"));
        nimbers.push(nimber);
        time
    });
    assert!(nimbers.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {nimbers:?}");

    let mut options = Options::new();
    let mut generate_by_hand = || {
        options.clear();
        let Ok(()) = rules.options(black_box(&key), &mut options);
        options.len()
    };
    let start = single(&built_in(name), kind, fields);
    let position = &start.sum.components()[0].0;
    let making = least(|| {
        let instance = built_in(name);
        timed(|| instance.search_form(position).expect("it has a form")).1
    });
    let instance = built_in(name);
    let generate = |times| instance.generated(position, times).expect("it has moves");
    let count = generate_by_hand();
    assert_eq!(count, generate(1), "{name}");
    // In turns, so that both have the same machine; the least, since others use it too.
    let (mut hand_moves, mut program_moves) = (Duration::MAX, Duration::MAX);
    for _ in 0..200 {
        hand_moves = hand_moves.min(timed(|| (0..ROUNDS).map(|_| generate_by_hand()).max()).1);
        program_moves = program_moves.min(timed(|| generate(ROUNDS)).1);
    }
    let per_move = |time: Duration| time.as_secs_f64() * 1e9 / (count * ROUNDS) as f64;
    println!(
        "{name:16} moves {:6.2} ns {:6.2} ns {:5.2}   solve {:8.1} ms {:8.1} ms {:5.2}   made in {:6.3} ms",
        per_move(hand_moves),
        per_move(program_moves),
        program_moves.as_secs_f64() / hand_moves.as_secs_f64(),
        by_hand.as_secs_f64() * 1e3,
        by_program.as_secs_f64() * 1e3,
        by_program.as_secs_f64() / by_hand.as_secs_f64(),
        making.as_secs_f64() * 1e3,
    );
}

fn main() {
    println!("game                   Rust  program ratio             Rust     program ratio");
    let ints = |all: &[i64]| Value::ints(all.iter().copied());
    compare(&Exact, pack([24; 4]), "exact_nim", "Piles", vec![ints(&[24; 4])]);
    let board = vec![Value::Int(250), Value::Int(250)];
    compare(&Wythoff, pack([250, 250]), "wythoff", "Board", board);
    let table = vec![ints(&[40; 3]), Value::Int(3)];
    compare(&Passes, pack([40, 40, 40, 3]), "nim_with_passes", "Table", table);

    let folder = format!("{}/specs", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the built-in games")
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_string()))
        .collect();
    names.sort();
    let mut slowest = (Duration::ZERO, String::new());
    for name in names {
        let time = least(|| timed(|| built_in(&name).plan().ends()).1);
        slowest = slowest.max((time, name));
    }
    println!(
        "read, check and plan: at most {:.2} ms ({})",
        slowest.0.as_secs_f64() * 1e3,
        slowest.1
    );
}
