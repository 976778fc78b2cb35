//! Games on boards from their specs beside igsolve, the fastest other program for them, in one run.
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=native" cargo install igsolve --version 0.1.2
//! cargo build --release --manifest-path ../../Cargo.toml
//! GRUNDY=../../target/release/grundy cargo run --release --bin igsolve -- [--runs N]
//! ```
//!
//! Both commands are run several times in turn, and the least time of each is kept, from the start of
//! the process to its end; of igsolve that of the best of its methods that come to an end. Of Cram the
//! generated Rust is timed too, which `grundy emit cram` prints. That the nimbers agree is checked.

use std::error::Error;
use std::process::Command;
use std::time::{Duration, Instant};

/// What `grundy emit cram` prints.
#[allow(dead_code, missing_docs)]
#[path = "../../../../tests/emitted/cram.rs"]
#[rustfmt::skip]
mod cram;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The game, its rows and columns, and the method of igsolve.
const BOARDS: [(&str, u32, u32, &str); 5] = [
    ("cram", 5, 6, "br-asp-set"),
    ("cram", 5, 7, "br-asp-set"),
    ("cram", 4, 9, "br-asp-set"),
    ("cram", 6, 6, "br-asp-set"),
    ("chomp", 10, 10, "def"),
];

fn main() -> Outcome<()> {
    let mut runs = 5;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--runs" => runs = arguments.next().ok_or("--runs needs a number")?.parse()?,
            other => return Err(format!("what is {other}?").into()),
        }
    }
    println!("work            igsolve     grundy      ratio  in Rust     ratio  nimber");
    for (game, rows, columns, method) in BOARDS {
        let (mut theirs, mut ours, mut rust) = (Duration::MAX, Duration::MAX, Duration::MAX);
        let mut nimber = 0;
        for _ in 0..runs {
            let (time, expected) = igsolve(game, rows, columns, method)?;
            theirs = theirs.min(time);
            let (time, found) = grundy(game, rows, columns)?;
            ours = ours.min(time);
            if game == "cram" {
                let (time, found) = generated(rows, columns)?;
                rust = rust.min(time);
                if found != expected {
                    return Err(format!("{rows}x{columns} in Rust: {found}, not {expected}").into());
                }
            }
            if found != expected {
                return Err(format!("{game} {rows}x{columns}: {found}, not {expected}").into());
            }
            nimber = found;
        }
        let ratio = |time: Duration| time.as_secs_f64() / theirs.as_secs_f64();
        let (work, in_program) = (format!("{game} {rows} x {columns}"), ratio(ours));
        print!("{work:<14}  {theirs:<10.2?}  {ours:<10.2?}  {in_program:<5.2}  ");
        match game {
            "cram" => print!("{rust:<10.2?}  {:<5.2}  ", ratio(rust)),
            _ => print!("{:<10}  {:<5}  ", "-", "-"),
        }
        println!("{nimber}");
    }
    Ok(())
}

/// The time of `igsolve` and the nimber that it prints.
fn igsolve(game: &str, rows: u32, columns: u32, method: &str) -> Outcome<(Duration, u64)> {
    let (rows, columns) = (rows.to_string(), columns.to_string());
    run("igsolve", &["-m", method, game, "-r", &rows, "-c", &columns], "initial position: ")
}

/// The time of `grundy` and the nimber that it prints.
fn grundy(game: &str, rows: u32, columns: u32) -> Outcome<(Duration, u64)> {
    let program = std::env::var("GRUNDY").unwrap_or_else(|_| "grundy".to_string());
    let (rows, columns) = (format!("rows={rows}"), format!("columns={columns}"));
    run(&program, &["value", game, "-p", &rows, "-p", &columns], "nimber ")
}

/// The time of the generated Rust and the nimber that it finds.
fn generated(rows: u32, columns: u32) -> Outcome<(Duration, u64)> {
    let begun = Instant::now();
    let params = cram::Params { rows: rows.into(), columns: columns.into() };
    let start = cram::Rules::new(params.clone())?.start()?;
    let nimber = cram::solver_with(params).grundy(&start)?;
    Ok((begun.elapsed(), nimber.get()))
}

/// The time of a command, and the number behind these words in what it prints.
fn run(program: &str, arguments: &[&str], before: &str) -> Outcome<(Duration, u64)> {
    let begun = Instant::now();
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|error| format!("{program} cannot be run: {error}"))?;
    let time = begun.elapsed();
    let text = String::from_utf8(output.stdout)?;
    let (_, number) = text.split_once(before).ok_or(format!("{program} gave no nimber: {text}"))?;
    let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    Ok((time, number[..digits].parse()?))
}
