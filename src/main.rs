//! The program `grundy`: games from the command line.

mod cli;

use std::process::ExitCode;
use std::thread;

/// Rules nest and call each other more deeply than the stack of a main thread always allows.
const STACK: usize = 64 << 20;

fn main() -> ExitCode {
    match thread::Builder::new().stack_size(STACK).spawn(cli::run) {
        // A panic has been reported where it happened.
        Ok(work) => work.join().unwrap_or(ExitCode::from(101)),
        Err(error) => {
            eprintln!("error: no thread could be started: {error}");
            ExitCode::FAILURE
        }
    }
}
