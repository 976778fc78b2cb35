//! How tables of heaps are filled: the option, and the report.

use clap::{Args, ValueEnum};
use grundy::core::{HeapMethod, HeapReport};
use serde_json::{Value as Json, json};

use super::failure::{Failure, Run};
use super::game::Game;

/// The way to fill tables of heaps.
#[derive(Args, Clone, Copy, Debug)]
pub struct MethodOptions {
    /// How tables of heaps are filled; the nimbers do not depend on it
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = Way::Auto)]
    method: Way,
}

/// The ways, as words of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Way {
    /// The cheapest, by what the nimbers look like; it may change on the way
    Auto,
    /// From all options of each heap
    Direct,
    /// In a sparse space: by the rare heaps among the parts
    Sparse,
    /// In a sparse space with the parity of the size
    Parity,
}

impl MethodOptions {
    /// The method that was asked for.
    pub fn method(self) -> HeapMethod {
        match self.method {
            Way::Auto => HeapMethod::Auto,
            Way::Direct => HeapMethod::Direct,
            Way::Sparse => HeapMethod::SparseByValue,
            Way::Parity => HeapMethod::SparseByValueAndParity,
        }
    }

    /// Sets it for the tables of a game.
    pub fn set(self, game: &Game) -> Run<()> {
        if self.method == Way::Auto {
            return Ok(());
        }
        if game.instance.plan().analysis.family.is_none() {
            let failure = format!("nothing in `{}` is solved as a heap", game.name());
            return Err(Failure::wrong(failure)
                .help("leave `--method` out: it says how tables of heaps are filled"));
        }
        game.instance.with_tables(|tables| tables.set_method(self.method()));
        Ok(())
    }
}

/// The word for a method.
pub fn word(method: HeapMethod) -> &'static str {
    match method {
        HeapMethod::Auto => "auto",
        HeapMethod::Direct => "direct",
        HeapMethod::SparseByValue => "sparse",
        HeapMethod::SparseByValueAndParity => "parity",
    }
}

/// `sparse, mask 0x1ee, 1584 rare heaps, the last of size 20627; 2 switches`.
pub fn words(report: &HeapReport) -> String {
    let mut words = word(report.method).to_string();
    if let Some(mask) = report.mask {
        words += &format!(", mask {mask:#x}, {} rare heaps", report.rare);
    }
    if let Some(last) = report.last_rare {
        words += &format!(", the last of size {last}");
    }
    let switches = if report.switches == 1 { "switch" } else { "switches" };
    format!("{words}; {} {switches}", report.switches)
}

/// The same for programs.
pub fn json(report: &HeapReport) -> Json {
    json!({
        "method": word(report.method),
        "mask": report.mask,
        "parity": report.method == HeapMethod::SparseByValueAndParity,
        "rare": report.rare,
        "last_rare": report.last_rare,
        "switches": report.switches,
    })
}
