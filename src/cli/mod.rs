//! The command line: one file a command.

mod ask;
mod check;
mod choices;
mod compare;
mod count;
mod default_table;
mod emit;
mod eval;
mod explain;
mod failure;
mod filling;
mod find;
mod game;
mod graphs;
mod how;
mod interrupt;
mod json;
mod kept;
mod layout;
mod list;
mod long_run;
mod moves;
mod notation;
mod options;
mod params;
mod period;
mod same;
mod spec;
mod survey;
mod table;
mod value;
mod verify;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{Parser, Subcommand, ValueEnum};

use failure::{Run, Status};

/// Nimbers, winning moves and checked theorems of impartial games
///
/// A SPEC is the name of a built-in game (`grundy list`), the path of a `.game` file, or the code of a
/// take-and-break game, such as 0.77. Results go to the standard output and name the play convention,
/// messages go to the standard error.
#[derive(Parser, Debug)]
#[command(
    name = "grundy",
    version,
    propagate_version = true,
    subcommand_required = true,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = "Exit status: 0 fine; 1 a claim is false, or two games differ; 2 wrong input; 3 a limit was reached or nothing is proved.",
    after_long_help = "Examples:
  grundy table kayles --to 30
  grundy value nim 'Heap[3, 5, 6]'
  grundy moves kayles 'Row(12)' --winning
  grundy check hull_paths
  grundy table 0.137 --to 60

Exit status:
  0  fine
  1  a claim is false, or two games that are compared differ
  2  wrong input: the game, the command line, a file
  3  a limit was reached (--max-positions, --timeout), or nothing is proved that would answer"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colors
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true)]
    color: Color,
}

#[derive(Subcommand, Debug)]
enum Command {
    Table(table::Table),
    Value(value::ValueOf),
    Moves(moves::Moves),
    Find(find::Find),
    Ask(ask::Ask),
    Eval(eval::Eval),
    Check(check::Check),
    Count(count::Count),
    Period(period::Period),
    Verify(verify::Verify),
    Explain(explain::Explain),
    Emit(emit::Emit),
    Compare(compare::Compare),
    Survey(survey::Survey),
    List(list::List),
    Show(list::Show),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Runs the program.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nobody can be told that help cannot be printed.
            let _ = error.print();
            return if error.use_stderr() { Status::Wrong.into() } else { Status::Fine.into() };
        }
    };
    match cli.color {
        Color::Auto => {}
        Color::Always => ColorChoice::Always.write_global(),
        Color::Never => ColorChoice::Never.write_global(),
    }
    let mut out = BufWriter::new(anstream::stdout().lock());
    let result = command(&cli.command, &mut out);
    let flushed = out.flush().map_err(failure::Failure::from);
    let status = match result.and_then(|status| flushed.map(|()| status)) {
        Ok(status) => status,
        Err(failure) => {
            failure.print();
            failure.status
        }
    };
    status.into()
}

fn command(command: &Command, out: &mut dyn Write) -> Run<Status> {
    match command {
        Command::Table(command) => command.run(out),
        Command::Value(command) => command.run(out),
        Command::Moves(command) => command.run(out),
        Command::Find(command) => command.run(out),
        Command::Ask(command) => command.run(out),
        Command::Eval(command) => command.run(out),
        Command::Check(command) => command.run(out),
        Command::Count(command) => command.run(out),
        Command::Period(command) => command.run(out),
        Command::Verify(command) => command.run(out),
        Command::Explain(command) => command.run(out),
        Command::Emit(command) => command.run(out),
        Command::Compare(command) => command.run(out),
        Command::Survey(command) => command.run(out),
        Command::List(command) => command.run(out),
        Command::Show(command) => command.run(out),
    }
}
