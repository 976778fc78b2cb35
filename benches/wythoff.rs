//! A table of Wythoff's game from its spec, against a plain loop over the options.
//!
//! `cargo bench --bench wythoff -- 3000` prints both times and their ratio, for heaps below 3000.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use grundy::compiler::ir::KindId;
use grundy::compiler::value::{Position, SumValue, Value};
use grundy::compiler::{Instance, Settings, SourceMap, compile};
use grundy::core::Sum;

const SPEC: &str = include_str!("../specs/wythoff.game");

fn board(a: usize, b: usize) -> SumValue {
    let fields = [a, b].map(|size| Value::Int(size as i64));
    let position = Position { kind: KindId(0), fields: fields.into() };
    SumValue { sum: Sum::from(position), runs: Vec::new() }
}

/// Every option of every position, one after the other.
fn naive(size: usize) -> Vec<Vec<u16>> {
    let mut nimbers = vec![vec![0_u16; size]; size];
    let mut seen = vec![false; 4 * size];
    for a in 0..size {
        for b in 0..size {
            seen[..=a + b + a.min(b)].fill(false);
            for left in 0..a {
                seen[usize::from(nimbers[left][b])] = true;
            }
            for right in 0..b {
                seen[usize::from(nimbers[a][right])] = true;
            }
            for both in 1..=a.min(b) {
                seen[usize::from(nimbers[a - both][b - both])] = true;
            }
            let mex = seen.iter().position(|seen| !seen).expect("fewer options than places");
            nimbers[a][b] = mex as u16;
        }
    }
    nimbers
}

fn main() {
    let size = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(3000);
    let start = Instant::now();
    let mut sources = SourceMap::default();
    let file = sources.add("wythoff.game", SPEC);
    let checked = compile(&sources, file).expect("the spec is right");
    let settings = Settings::default();
    let instance = Instance::new(Arc::new(checked.spec), Arc::new(sources), &[], settings);
    let instance = instance.expect("the game has no params");
    let corner = instance.nimber(&board(size - 1, size - 1)).expect("a table");
    let planned = start.elapsed();
    println!("grundy: {size} x {size} in {planned:?}, from the text of the spec on");

    let start = Instant::now();
    let nimbers = black_box(naive(size));
    let looped = start.elapsed();
    println!("loop:   {size} x {size} in {looped:?}");
    println!("ratio:  {:.1}", looped.as_secs_f64() / planned.as_secs_f64());

    assert_eq!(corner.get(), u64::from(nimbers[size - 1][size - 1]));
    for (a, row) in nimbers.iter().enumerate() {
        for (b, nimber) in row.iter().enumerate() {
            let found = instance.nimber(&board(a, b)).expect("a table");
            assert_eq!(found.get(), u64::from(*nimber), "{a} {b}");
        }
    }
}
