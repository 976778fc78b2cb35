//! `grundy survey`: the periods of all octal games with few digits.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use grundy::core::{Budget, Code, Digit, HeapMethod, HeapReport, HeapTables, Limit, PeriodProof};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::failure::{Failure, Run, Status};
use super::filling::{self, MethodOptions};
use super::layout;
use super::options::{Format, Limits, count};

/// Look for the periods of all octal games with few digits
///
/// Every octal code 0.d1 d2 ... or 4.d1 d2 ... with at most so many digits behind the point, equivalent
/// ones once. Codes are equivalent if they are one game: zeros at the end do not matter, and a code
/// with an even d1, in which a heap of 1 has no move, is the code in which all heaps count as one
/// smaller (Guy and Smith, 1956): 0.07 is 0.137, and 4.0 is 0.7. 0.0, in which nothing moves, is left out. The column `also` has the equivalent
/// codes; their heaps, periods and preperiods are shifted by a fixed number.
///
/// A period is listed with its proof only. Preperiod: the first n from which g(n + period) =
/// g(n) + saltus. `largest` is the largest nimber that was seen, `method` how the table was filled
/// in the end (see `--method`).
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy survey --digits 2
  grundy survey --digits 3 --to 100_000 --format csv > three.csv")]
pub struct Survey {
    /// How many digits behind the point, from 1 to 5
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=5))]
    digits: u32,
    /// The last heap that is looked at
    #[arg(long, value_name = "N", value_parser = count, default_value = "10_000")]
    to: u64,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    method: MethodOptions,
    #[command(flatten)]
    limits: Limits,
}

/// A game with all its codes in the range, the first of them in front.
struct Entry {
    code: Code,
    also: Vec<Code>,
}

/// What was found out about a game.
struct Row {
    period: Option<PeriodProof>,
    /// The last heap that was looked at, when there is no period.
    last: u64,
    largest: u32,
    /// How the table was filled in the end.
    report: HeapReport,
    /// Why the search went no further.
    stopped: Option<Limit>,
    time: Duration,
}

impl Survey {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        let entries = entries(self.digits);
        let rows = self.rows(&entries)?;
        let pairs = || entries.iter().zip(&rows);
        match self.format {
            Format::Text => self.write_text(out, &entries, &rows)?,
            Format::Csv => {
                layout::csv(out, &HEADER.map(String::from))?;
                for (entry, row) in pairs() {
                    layout::csv(out, &cells(entry, row))?;
                }
            }
            Format::Json => {
                for (entry, row) in pairs() {
                    writeln!(out, "{}", json_of(entry, row))?;
                }
            }
        }
        match rows.iter().find_map(|row| row.stopped) {
            Some(limit) => {
                Err(Failure::limit(format!("not every game was looked at up to {}", self.to))
                    .note(&limit.to_string()))
            }
            None => Ok(Status::Fine),
        }
    }

    /// Looks at all games, on as many threads as the machine has cores.
    fn rows(&self, entries: &[Entry]) -> Run<Vec<Row>> {
        let budget = self.limits.budget();
        let bar = ProgressBar::new(entries.len() as u64);
        let style = "{bar:40} {pos}/{len} games, {elapsed} elapsed, {eta} left  {msg}";
        bar.set_style(
            ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::new());
        let work = || {
            while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
                bar.set_message(entry.code.to_string());
                let row = look(&entry.code, self.to, self.method.method(), &budget);
                bar.inc(1);
                if let Ok(mut found) = found.lock() {
                    found.push((&entry.code, row));
                }
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            (0..threads.min(entries.len())).for_each(|_| {
                scope.spawn(work);
            });
        });
        bar.finish_and_clear();
        let found = found.into_inner().map_err(|_| Failure::limit("a thread has stopped"))?;
        let mut rows: BTreeMap<&Code, Row> = found.into_iter().collect();
        let rows: Option<Vec<Row>> = entries.iter().map(|entry| rows.remove(&entry.code)).collect();
        rows.ok_or_else(|| Failure::limit("a game was left out"))
    }

    fn write_text(&self, out: &mut dyn Write, entries: &[Entry], rows: &[Row]) -> Run<()> {
        let codes: usize = entries.iter().map(|entry| 1 + entry.also.len()).sum();
        let digits = if self.digits == 1 { "digit" } else { "digits" };
        writeln!(
            out,
            "octal games with at most {} {digits}, normal play: {} games with {codes} codes, up to heap {}",
            self.digits,
            entries.len(),
            self.to
        )?;
        writeln!(out)?;
        // For people the size up to which there is none stands in the place of the period.
        let told = |mut cells: Vec<String>| {
            let none = cells.remove(NONE);
            if !none.is_empty() {
                cells[1] = format!("none up to {none}");
            }
            cells
        };
        let cells = entries.iter().zip(rows).map(|(entry, row)| told(cells(entry, row)));
        let mut header = HEADER.map(String::from).to_vec();
        header.remove(NONE);
        layout::columns(out, &header, &cells.collect::<Vec<_>>())?;
        let periods = rows.iter().filter(|row| row.period.is_some()).count();
        writeln!(
            out,
            "\n{periods} with a period, each proved; {} without one so far",
            rows.len() - periods
        )?;
        Ok(())
    }
}

const HEADER: [&str; 9] =
    ["code", "period", "preperiod", "saltus", "none_up_to", "largest", "method", "seconds", "also"];

/// The column that is filled where there is no period.
const NONE: usize = 4;

/// All octal codes with so many digits behind the point, those of one game together.
fn entries(digits: u32) -> Vec<Entry> {
    let mut games: BTreeMap<Code, usize> = BTreeMap::new();
    let mut entries: Vec<Entry> = Vec::new();
    let behind = 8_u32.pow(digits);
    for number in 1..2 * behind {
        // In d_0 no other bit is allowed in octal codes than that for splits.
        let first = Digit::new(if number < behind { 0 } else { 4 }, false);
        let digit = |place: u32| Digit::new((number >> (3 * place) & 7) as u8, false);
        let all = [first].into_iter().chain((0..digits).rev().map(digit));
        let code = Code::new(all.collect(), Vec::new()).expect("d_0 is 0 or 4");
        match games.get(&code.standard().0) {
            Some(&at) => entries[at].also.push(code),
            None => {
                games.insert(code.standard().0, entries.len());
                entries.push(Entry { code, also: Vec::new() });
            }
        }
    }
    // The code with the fewest digits stands for a game, one with d_0 = 0 if there is any.
    for entry in &mut entries {
        entry.also.push(entry.code.clone());
        let splits = |code: &Code| code.digit(0).value() > 0;
        entry.also.sort_by_key(|code| (splits(code), code.digits().len(), code.clone()));
        entry.code = entry.also.remove(0);
    }
    entries.sort_by(|a, b| a.code.cmp(&b.code));
    entries
}

/// Looks for the period of a game.
fn look(code: &Code, to: u64, method: HeapMethod, budget: &Budget) -> Row {
    let start = Instant::now();
    let mut tables = HeapTables::new(code.family()).expect("the heaps of a code shrink");
    tables.set_method(method);
    let (period, stopped) = match tables.prove(0, to, budget) {
        Ok(period) => (period, None),
        Err(limit) => (None, Some(limit)),
    };
    let values = tables.values(0);
    Row {
        period,
        last: (values.len() as u64).saturating_sub(1),
        largest: values.iter().max().unwrap_or(0),
        report: tables.report(0),
        stopped,
        time: start.elapsed(),
    }
}

fn cells(entry: &Entry, row: &Row) -> Vec<String> {
    let proof = row.period.as_ref();
    let known = |of: fn(&PeriodProof) -> u64| proof.map_or(String::new(), |p| of(p).to_string());
    let none = if proof.is_none() { row.last.to_string() } else { String::new() };
    let also: Vec<String> = entry.also.iter().map(Code::to_string).collect();
    vec![
        entry.code.to_string(),
        known(|proof| proof.period),
        known(|proof| proof.preperiod),
        known(|proof| proof.saltus),
        none,
        row.largest.to_string(),
        filling::word(row.report.method).to_string(),
        format!("{:.3}", row.time.as_secs_f64()),
        also.join(" "),
    ]
}

fn json_of(entry: &Entry, row: &Row) -> serde_json::Value {
    let proof = row.period.as_ref();
    json!({
        "code": entry.code.to_string(),
        "octal": entry.code.is_octal(),
        "play": "normal",
        "period": proof.map(|proof| proof.period),
        "preperiod": proof.map(|proof| proof.preperiod),
        "saltus": proof.map(|proof| proof.saltus),
        "none_up_to": proof.is_none().then_some(row.last),
        "largest": row.largest,
        "filling": filling::json(&row.report),
        "seconds": row.time.as_secs_f64(),
        "also": entry.also.iter().map(Code::to_string).collect::<Vec<_>>(),
    })
}
