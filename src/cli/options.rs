//! Options that several commands share.

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use grundy::compiler::Settings;
use grundy::compiler::ir::Play;
use grundy::core::Budget;

use super::interrupt;

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// Comma-separated values with a header row
    Csv,
    /// One JSON object a line
    Json,
}

/// How results are written that are no tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Words {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}

/// How a game is set up and what may be spent on it.
#[derive(Args, Clone, Debug)]
pub struct GameOptions {
    /// Set a param: `-p k=3`, `-p S={1,4,9}`, `-p S=@file`; a range of values, `-p k=3..=9`, gives one result each
    ///
    /// Several params are set with several `-p`. The values of a sweep stand in a range, set or
    /// vector: `-p k={2,4}`, `-p S=[{1,2},{1,3}]`. A file holds an expression, or numbers
    /// separated by spaces, commas or new lines, or a graph in the graph6 format.
    #[arg(short = 'p', long = "param", value_name = "NAME=EXPR", help_heading = "Game")]
    pub params: Vec<String>,

    /// Answer for each graph of a file: `-p g=@graphs.g6 --each`, one graph in the graph6 format a line
    #[arg(long, help_heading = "Game")]
    pub each: bool,

    /// The last player to move loses, whatever the file says
    #[arg(long, conflicts_with = "normal", help_heading = "Game")]
    pub misere: bool,

    /// The last player to move wins, whatever the file says
    #[arg(long, help_heading = "Game")]
    pub normal: bool,

    #[command(flatten)]
    pub limits: Limits,
}

/// What may be spent.
#[derive(Args, Clone, Debug)]
pub struct Limits {
    /// How many positions may be held in memory [default: 50_000_000]
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub max_positions: Option<u64>,

    /// How long the command may take: `10`, `0.5` (seconds), `500ms`, `2m`, `1h`
    #[arg(long, value_name = "SECONDS", value_parser = duration, help_heading = "Limits")]
    pub timeout: Option<Duration>,
}

/// Unless it is said, so many positions are held at most.
const POSITIONS: u64 = 50_000_000;

/// The same for heaps in tables, which take a byte or two.
const HEAPS: u64 = 1 << 30;

impl Limits {
    /// The budget; the time runs from now on.
    pub fn budget(&self) -> Budget {
        let deadline = self.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let max_positions = Some(self.max_positions.unwrap_or(POSITIONS));
        Budget { max_positions, deadline, cancel: interrupt::caught() }
    }

    /// The same for tables of heaps up to a size that somebody asked for: unless a limit was given, it
    /// is no smaller than so many heaps of each kind.
    pub fn for_tables(&self, budget: &Budget, kinds: usize, to: u64) -> Budget {
        let heaps = to.saturating_add(1).saturating_mul(kinds as u64).min(HEAPS);
        let max_positions = self.max_positions.unwrap_or(POSITIONS.max(heaps));
        Budget { max_positions: Some(max_positions), ..budget.clone() }
    }
}

impl GameOptions {
    /// What they ask for; the time runs from now on.
    pub fn settings(&self) -> Settings {
        let play = match (self.misere, self.normal) {
            (true, _) => Some(Play::Misere),
            (_, true) => Some(Play::Normal),
            _ => None,
        };
        Settings { play, budget: self.limits.budget(), engine: None }
    }
}

/// A count, with `_` between its digits where that helps.
pub fn count(text: &str) -> Result<u64, String> {
    text.replace('_', "")
        .parse()
        .map_err(|_| "a whole number is expected, such as 50_000_000".to_string())
}

fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("the units are ms, s, m and h".to_string()),
    };
    let number: f64 = digits
        .trim()
        .parse()
        .map_err(|_| "a time is expected, such as 10, 0.5, 500ms or 2m".to_string())?;
    Duration::try_from_secs_f64(number * factor).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        for wrong in ["", "m", "-1", "1 day", "inf", "nan", "1e400"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts_may_be_grouped() {
        assert_eq!(count("50_000_000"), Ok(50_000_000));
        assert!(count("-1").is_err());
    }
}
