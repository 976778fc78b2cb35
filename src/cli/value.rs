//! `grundy value`: nimber and outcome of sums.

use std::io::{self, BufRead, Write};

use clap::Args;
use grundy::compiler::Error;
use grundy::compiler::ir::Play;
use grundy::compiler::value::SumValue;
use grundy::core::{Nimber, Outcome};
use serde_json::json;

use super::failure::{Run, Status};
use super::game::{Game, one_line};
use super::options::{Format, GameOptions};
use super::{json, layout};

/// Print the nimber and the outcome of sums
///
/// The outcome is N when the player to move wins, P when the player who has just moved does.
/// Nimbers are always those of normal play.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy value nim 'Heap[3, 5, 6]'
  grundy value kayles 'Row(12) + 2 * Row(7)' 'Row(1000)'
  grundy value industrial_nim 'Group(5, 1_000_000_000_000_000_000)'
  grundy value nim 'Heap(1) + Heap(2)' --misere
  printf 'Row(3)\\nRow(4)\\n' | grundy value kayles - --format csv")]
pub struct ValueOf {
    /// A built-in game (see `grundy list`), the path of a `.game` file, or a code such as 0.77
    spec: String,
    /// Sums of positions, each quoted; without any, the `start` of the game. `-` reads sums from the
    /// standard input, one a line
    sums: Vec<String>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Say on the standard error how many positions were looked at, and how many are remembered
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    options: GameOptions,
}

/// What is known of a sum.
struct Found {
    outcome: Outcome,
    /// `None` when a limit was reached; then the outcome under misère play is still known.
    nimber: Option<Nimber>,
}

impl ValueOf {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        let mut games = Game::open(&self.spec, &self.options)?;
        if self.format == Format::Csv {
            let outcome = format!("{}_outcome", json::play(games[0].play()));
            let names = vec!["sum".to_string(), "nimber".to_string(), outcome];
            layout::csv(out, &[games[0].swept_names(), names].concat())?;
        }
        if self.sums.is_empty() {
            for game in &games {
                let sum = game.start("value")?;
                self.solve(game, &game.instance.show_sum(&sum), &sum, out)?;
            }
        }
        let mut status = Status::Fine;
        for text in &self.sums {
            if text == "-" {
                status = status.max(self.each_line(&mut games, out)?);
                continue;
            }
            for game in &mut games {
                self.one(game, "<sum>", text, out)?;
            }
        }
        if self.stats {
            out.flush()?;
            games.iter().try_for_each(stats)?;
        }
        Ok(status)
    }

    /// A sum in each line; a line with a mistake is reported, and the rest goes on.
    fn each_line(&self, games: &mut [Game], out: &mut dyn Write) -> Run<Status> {
        let mut status = Status::Fine;
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if text.is_empty() || text.starts_with("//") {
                continue;
            }
            for game in &mut *games {
                game.forget();
                let place = format!("<stdin line {number}>");
                if let Err(failure) = self.one(game, &place, text, out) {
                    if failure.is_closed() {
                        return Err(failure);
                    }
                    out.flush()?;
                    status = status.max(failure.status);
                    failure
                        .note(&format!("this is about line {number} of the input, `{text}`"))
                        .print();
                }
            }
            out.flush()?;
        }
        Ok(status)
    }

    fn one(&self, game: &mut Game, source: &str, text: &str, out: &mut dyn Write) -> Run<()> {
        let sum = game.sum(source, text)?;
        self.solve(game, &one_line(text), &sum, out)
    }

    /// Finds what is known of a sum and writes it; `text` names the sum.
    fn solve(&self, game: &Game, text: &str, sum: &SumValue, out: &mut dyn Write) -> Run<()> {
        let outcome =
            || game.instance.outcome(sum, game.play()).map_err(|error| game.failure(error));
        let nimber = || match game.instance.nimber(sum) {
            Ok(nimber) => Ok(Some(nimber)),
            Err(Error::Limit(_) | Error::Unproved(_)) => Ok(None),
            Err(error) => Err(game.failure(error)),
        };
        let found = match game.play() {
            // A search for the outcome passes over mistakes of the rules, and takes a lost sum for 0.
            Play::Normal => {
                let nimber = nimber()?;
                Found { outcome: outcome()?, nimber }
            }
            Play::Misere => Found { outcome: outcome()?, nimber: nimber()? },
        };
        self.write(game, text, &found, out)
    }

    fn write(&self, game: &Game, text: &str, found: &Found, out: &mut dyn Write) -> Run<()> {
        let nimber = found.nimber.map(Nimber::get);
        match self.format {
            Format::Text => {
                let label = if game.is_swept() {
                    format!("{}: ", game.assignments())
                } else {
                    String::new()
                };
                let winner = if found.outcome.is_won() {
                    "the player to move wins"
                } else {
                    "the player to move loses"
                };
                let outcome = format!("{} ({}: {winner})", found.outcome, game.play());
                match (game.play(), nimber) {
                    (Play::Normal, Some(nimber)) => {
                        writeln!(out, "{label}{text}: nimber {nimber}, {outcome}")?
                    }
                    (_, Some(nimber)) => writeln!(
                        out,
                        "{label}{text}: {outcome}; under normal play nimber {nimber}"
                    )?,
                    (_, None) => writeln!(
                        out,
                        "{label}{text}: {outcome}; nimber not found within the limits"
                    )?,
                }
            }
            Format::Csv => {
                let nimber = nimber.map_or(String::new(), |nimber| nimber.to_string());
                let cells = vec![text.to_string(), nimber, found.outcome.to_string()];
                layout::csv(out, &[game.swept_values(), cells].concat())?;
            }
            Format::Json => {
                let body =
                    json!({"sum": text, "nimber": nimber, "outcome": found.outcome.to_string()});
                writeln!(out, "{}", json::result(game, body))?;
            }
        }
        Ok(())
    }
}

/// How the memo search has come to what it knows.
fn stats(game: &Game) -> io::Result<()> {
    let report = game.instance.move_report();
    let (program, walked) = (report.by_program, report.by_tree);
    let (looked, held) = (program + walked, game.instance.positions());
    let components = report.components;
    let keys = report.key_bits.map_or("as they are".to_string(), |bits| format!("in {bits} bits"));
    writeln!(
        io::stderr(),
        "{looked} positions looked at, {program} by programs; {components} components met; {held} \
         remembered, {keys}"
    )
}
