//! `grundy eval`: the value of an expression.

use std::io::Write;

use clap::Args;
use serde_json::json;

use super::failure::{Run, Status};
use super::game::{Game, one_line};
use super::json;
use super::options::{GameOptions, Words};

/// Evaluate an expression of the language
///
/// With a game in front of it the expression may use the game's params and functions and ask for
/// `grundy(SUM)`, `won(SUM)`, `lost(SUM)`, `options(SUM)`. An expression that begins with `-`
/// stands behind `--`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy eval 'count(p for p in primes(100))'
  grundy eval 'partitions(5, distinct)'
  grundy eval kayles '[grundy(Row(n)) for n in 70..=83]'
  grundy eval nim 'options(Heap(2) + Heap(1))' --format json
  grundy eval -- '-7 mod 3'")]
pub struct Eval {
    /// The game, when the expression is about one
    #[arg(value_name = "SPEC")]
    first: String,
    /// The expression
    #[arg(value_name = "EXPR")]
    second: Option<String>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Words::Text)]
    format: Words,
    #[command(flatten)]
    options: GameOptions,
}

impl Eval {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        let (games, text) = match &self.second {
            None => (vec![Game::none(&self.options)?], &self.first),
            Some(text) => (Game::open(&self.first, &self.options)?, text),
        };
        for mut game in games {
            let body = game.expr(text)?;
            let value = game.instance.run(&body).map_err(|error| game.failure(error))?;
            let alone = self.second.is_none();
            match self.format {
                Words::Text if alone => writeln!(out, "{}", game.instance.show(&value))?,
                Words::Text => {
                    writeln!(out, "{}: {}", game.title(), one_line(text))?;
                    writeln!(out, "{}", game.instance.show(&value))?;
                }
                Words::Json => {
                    let body = json!({"expression": one_line(text), "value": json::value(&game.instance, &value)});
                    let result = if alone { body } else { json::result(&game, body) };
                    writeln!(out, "{result}")?;
                }
            }
        }
        Ok(Status::Fine)
    }
}
