//! `grundy emit`: a game as Rust.

use std::io::Write;

use clap::Args;
use grundy::compiler::ir::ParamId;

use super::failure::{Failure, Run, Status};
use super::game::Game;
use super::options::GameOptions;

/// Write a game as Rust
///
/// What is written is a module that needs nothing but the crate `grundy-core`: the positions as an
/// enum, the moves as methods, each with the rule and the line that it comes from, and a solver
/// that is made for the game. Params become a struct; those set with -p are fixed.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy emit kayles > src/kayles.rs
  grundy emit hull_paths -p k=4")]
pub struct Emit {
    /// A built-in game (see `grundy list`) or the path of a `.game` file
    spec: String,
    #[command(flatten)]
    options: GameOptions,
}

impl Emit {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        let game = Game::open_one(&self.spec, &self.options)?;
        let sources = game.instance.sources();
        let mut spec = (*game.instance.spec()).clone();
        spec.play = game.play();
        let is_set = |name: &str| {
            let mut given = self.options.params.iter().filter_map(|given| given.split_once('='));
            given.any(|(param, _)| param.trim() == name)
        };
        let params = spec.params.iter().zip(game.instance.params()).enumerate();
        let fixed = params.filter(|(_, (param, _))| is_set(&param.name));
        let fixed = fixed.map(|(at, (_, value))| (ParamId::from(at), value.clone())).collect();
        let module = grundy_codegen::module(&spec, &sources, fixed)
            .map_err(|mistakes| Failure::mistakes(mistakes, (*sources).clone()))?;
        for line in spec.docs.lines() {
            writeln!(out, "{}", format!("//! {line}").trim_end())?;
        }
        if !spec.docs.is_empty() {
            writeln!(out)?;
        }
        out.write_all(grundy_codegen::formatted(module).as_bytes())?;
        Ok(Status::Fine)
    }
}
