//! Tables of octal games beside ogsolve, the fastest other program for them, in one run.
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=native" cargo install ogsolve --version 0.0.7
//! cargo run --release -- [--runs N] [CODE:SIZE ...] [hull:SIZE]
//! ```
//!
//! Both are measured several times in turn, and the best time of each is kept; of ogsolve that of
//! its best method. That they agree is checked by ogsolve's checksum of the nimbers.
//!
//! `hull` is the hull game of induced paths of at most two edges, which has several kinds: paths with
//! both ends selected, and then those with none.

use std::error::Error;
use std::process::Command;
use std::time::{Duration, Instant};

use grundy_core::{
    Budget, Family, HeapKind, HeapMethod, HeapReport, HeapTables, Part, Rule, Shape, Values,
};

/// The games and up to which size: with a known period as far as its proof needs, 2a + p + t.
const GAMES: [(&str, u64); 24] = [
    ("0.6", 1_000_000),
    ("0.376", 4_536_503),
    ("0.354", 20_125_015),
    ("0.16", 360_163),
    ("0.56", 653_426),
    ("0.127", 93_163),
    ("0.106", 100_000),
    ("0.007", 100_000),
    ("0.45", 100_000),
    ("0.156", 100_000),
    ("0.356", 100_000),
    ("0.165", 100_000),
    ("0.77", 100_000),
    ("0.07", 100_000),
    ("0.137", 100_000),
    ("0.04", 100_000),
    ("0.06", 100_000),
    ("0.14", 100_000),
    ("0.36", 100_000),
    ("0.64", 100_000),
    ("0.74", 100_000),
    ("0.76", 100_000),
    ("0.004", 100_000),
    ("0.005", 100_000),
];

/// The methods of ogsolve that are ever the best; the naive one takes hours for large sizes.
const METHODS: &str = "rc,rc2";

fn main() -> Result<(), Box<dyn Error>> {
    let mut runs = 3;
    let mut games = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--runs" {
            runs = arguments.next().ok_or("--runs needs a number")?.parse()?;
        } else {
            let (code, size) = argument.split_once(':').ok_or("a game is CODE:SIZE")?;
            games.push((code.to_string(), size.parse()?));
        }
    }
    if games.is_empty() {
        games = GAMES.iter().map(|&(code, size)| (code.to_string(), size)).collect();
    }
    println!("game         size    ogsolve          here    ratio  a heap    method here");
    for (code, size) in games {
        if code == "hull" {
            hull(size)?;
            continue;
        }
        let (mut theirs, mut ours) = (Duration::MAX, Duration::MAX);
        let mut how = String::new();
        for _ in 0..runs {
            let (time, method, checksum) = ogsolve(&code, size)?;
            theirs = theirs.min(time);
            let (time, here, report) = grundy(&code, size)?;
            ours = ours.min(time);
            if here != checksum {
                return Err(format!("{code}: checksums {checksum:X} and {here:X}").into());
            }
            how = format!("{} ({method} there)", describe(&report));
        }
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        let heap = ours.as_secs_f64() * 1e9 / size as f64;
        let (theirs, ours) = (theirs.as_secs_f64(), ours.as_secs_f64());
        println!(
            "{code:6} {size:10} {theirs:8.4} s {ours:11.5} s {ratio:7.1} {heap:6.0} ns    {how}"
        );
    }
    Ok(())
}

/// The time of the best method, its name, and the checksum.
fn ogsolve(code: &str, size: u64) -> Result<(Duration, String, u32), Box<dyn Error>> {
    let arguments = [code, "-n", &size.to_string(), "-m", METHODS];
    let output = Command::new("ogsolve").args(arguments).output();
    let output = output.map_err(|error| format!("ogsolve cannot be run: {error}"))?;
    let output = String::from_utf8(output.stdout)?;
    let mut best = None;
    let (mut method, mut checksum) = (String::new(), 0);
    for line in output.lines() {
        if let Some((_, name)) = line.split_once(" with ") {
            method = name.trim_end_matches(':').to_string();
        } else if let Some((_, sum)) = line.split_once("checksum: ") {
            checksum = u32::from_str_radix(sum, 16)?;
        } else if let Some((_, time)) = line.split_once("calculation time: ") {
            let time = duration(time)?;
            if best.as_ref().is_none_or(|(least, _, _)| time < *least) {
                best = Some((time, method.clone(), checksum));
            }
        }
    }
    best.ok_or_else(|| format!("no time in the output of ogsolve: {output}").into())
}

/// Reads a time such as `12.34ms`.
fn duration(text: &str) -> Result<Duration, Box<dyn Error>> {
    let number = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let unit = match &text[number.len()..] {
        "s" => 1.0,
        "ms" => 1e-3,
        "µs" => 1e-6,
        "ns" => 1e-9,
        unit => return Err(format!("a time in {unit}").into()),
    };
    Ok(Duration::from_secs_f64(number.parse::<f64>()? * unit))
}

fn grundy(code: &str, size: u64) -> Result<(Duration, u32, HeapReport), Box<dyn Error>> {
    let started = Instant::now();
    let mut tables = HeapTables::new(octal(code))?;
    tables.fill(0, size, &Budget::default())?;
    let time = started.elapsed();
    let values = tables.values(0).range(0..size as usize + 1);
    Ok((time, checksum(values), tables.report(0)))
}

fn hull(size: u64) -> Result<(), Box<dyn Error>> {
    let split = |from, left, right, low, gap| {
        let shape = Shape::Split { left, right, removed: -1, low, gap, unequal: false };
        vec![Rule { from, to: None, except: vec![], shape }]
    };
    let [path, half, both] = [0, 1, 2];
    let rules =
        [split(1, half, half, 1, 0), split(2, both, half, 2, 0), split(4, both, both, 2, 1)];
    let kinds = rules.into_iter().zip([0, 1, 1]).map(|(rules, least)| HeapKind { least, rules });
    let mut tables = HeapTables::new(Family { kinds: kinds.collect() })?;
    let budget = Budget::default();
    let shared = tables.share(half, &budget)?;
    for (name, kind) in [("both", both), ("path", path)] {
        let started = Instant::now();
        tables.fill(kind, size, &budget)?;
        let time = started.elapsed().as_secs_f64();
        let heap = time * 1e9 / size as f64;
        let lost = (1..).zip(tables.values(kind).iter().skip(1)).filter(|(_, value)| *value == 0);
        let (last, lost) = lost.fold((0, 0), |(_, count), (n, _)| (n, count + 1));
        println!(
            "hull {name} {size:10} {time:8.3} s {heap:6.0} ns a heap, {}, {lost} zeros, the last at \
             {last}, half shared: {shared}",
            describe(&tables.report(kind))
        );
    }
    Ok(())
}

/// The checksum of ogsolve: Fletcher's, modulo 2^16.
fn checksum(values: Values<'_>) -> u32 {
    let sums = values.iter().fold((0_u16, 0_u16), |(sum, sums), value| {
        let sum = sum.wrapping_add(value as u16);
        (sum, sums.wrapping_add(sum))
    });
    u32::from(sums.1) << 16 | u32::from(sums.0)
}

fn describe(report: &HeapReport) -> String {
    let mask = report.mask.map_or(String::new(), |mask| format!(" {mask:#x}"));
    match report.method {
        HeapMethod::SparseByValue => format!("by value{mask}, {} rare", report.rare),
        HeapMethod::SparseByValueAndParity => {
            format!("by value{mask} and parity, {} rare", report.rare)
        }
        HeapMethod::Direct | HeapMethod::Auto => "direct".into(),
    }
}

/// A take-and-break game from its code, with digits from 0 to 7.
fn octal(code: &str) -> Family {
    let rule = |from, to, shape| Rule { from, to, except: vec![], shape };
    let mut rules = Vec::new();
    let digits = code.strip_prefix("0.").unwrap_or_default();
    for (removed, digit) in (1_u64..).zip(digits.chars()) {
        let digit = digit.to_digit(8).unwrap_or(0);
        let taken = removed as i64;
        if digit & 1 != 0 {
            rules.push(rule(removed, Some(removed), Shape::Empty));
        }
        if digit & 2 != 0 {
            let rest = Part::Rest { kind: 0, removed: taken };
            rules.push(rule(removed + 1, None, Shape::Parts(vec![rest])));
        }
        if digit & 4 != 0 {
            let (low, gap, unequal) = (1, taken + 1, false);
            let split = Shape::Split { left: 0, right: 0, removed: taken, low, gap, unequal };
            rules.push(rule(removed + 2, None, split));
        }
    }
    Family { kinds: vec![HeapKind { least: 0, rules }] }
}
