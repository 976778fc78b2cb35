//! `grundy list` and `grundy show`: the games and their texts.

use std::io::Write;

use clap::Args;
use grundy::builtin;
use serde_json::json;

use super::failure::{Run, Status};
use super::layout;
use super::options::Words;
use super::spec;

/// List the built-in games
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy list
  grundy list --format json")]
pub struct List {
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Words::Text)]
    format: Words,
}

/// Print the text of a game
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy show kayles
  grundy show kayles > my_kayles.game")]
pub struct Show {
    /// A built-in game (see `grundy list`), the path of a `.game` file, or a code such as 0.77
    spec: String,
}

impl List {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        match self.format {
            Words::Text => {
                let width = builtin::ALL.iter().map(|game| game.name.len()).max().unwrap_or(0);
                for game in builtin::ALL {
                    layout::hanging(out, game.name, width, game.summary())?;
                }
            }
            Words::Json => {
                for game in builtin::ALL {
                    writeln!(out, "{}", json!({"game": game.name, "summary": game.summary()}))?;
                }
            }
        }
        Ok(Status::Fine)
    }
}

impl Show {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        let text = spec::find(&self.spec)?.text;
        write!(out, "{text}")?;
        if !text.ends_with('\n') {
            writeln!(out)?;
        }
        Ok(Status::Fine)
    }
}
