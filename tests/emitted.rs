//! What `grundy emit` prints compiles with `grundy-core` alone, without a warning, and solves the game.
//!
//! The files in `tests/emitted` are what it prints; with `UPDATE_EMITTED=1` they are written anew.
#![deny(warnings, missing_docs)]
#![cfg(feature = "cli")]

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use grundy_core::Outcome;
use grundy_core::graph::Graph;

macro_rules! emitted {
    ($($name:ident: $($argument:literal),+;)*) => {
        // The test does not call all that it offers.
        #[allow(dead_code)]
        #[path = "emitted"]
        mod games {
            $(
                #[rustfmt::skip]
                pub mod $name;
            )*
        }

        #[test]
        fn the_files_are_what_is_printed() {
            $(
                same(concat!("tests/emitted/", stringify!($name), ".rs"), &[$($argument),+]);
            )*
        }
    };
}

emitted! {
    cram: "cram";
    geography: "geography";
    hull: "hull";
    hull_paths: "hull_paths", "-p", "k=2";
    stacks: "stacks";
    treblecross: "treblecross";
    wythoff: "wythoff";
}

/// Compares a file with what is printed.
fn same(path: &str, arguments: &[&str]) {
    let printed = printed(arguments);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if env::var_os("UPDATE_EMITTED").is_some() {
        fs::write(&file, &printed).expect("the file can be written");
    }
    let there = fs::read_to_string(&file).expect("the file is there");
    assert!(there == printed, "{path} is not what `grundy emit {}` prints", arguments.join(" "));
}

/// What the program prints.
fn printed(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = command.arg("emit").args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is text")
}

#[test]
fn the_games_are_solved() -> Result<(), Box<dyn Error>> {
    use games::{hull_paths, stacks, treblecross, wythoff};

    let mut hull = hull_paths::solver();
    assert_eq!(hull.grundy(&hull_paths::Position::Path { n: 40 })?, 3);
    let mut board = wythoff::solver();
    assert_eq!(board.outcome(&wythoff::Position::Board { a: 8, b: 13 })?, Outcome::P);
    assert_eq!(board.outcome(&wythoff::Position::Board { a: 8, b: 12 })?, Outcome::N);
    let rows = (0..=20).map(|m| treblecross::Position::Row { m });
    let mut crosses = treblecross::solver();
    let nimbers = crosses.table(rows).map(|row| row.map(|(_, nimber)| nimber.get()));
    let nimbers = nimbers.collect::<Result<Vec<_>, _>>()?;
    assert_eq!(nimbers, [0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4, 3, 3, 3, 2, 2, 2, 4]);
    let params = stacks::Params { vanish: true };
    let mut vanishing = stacks::solver_with(params);
    for k in 2..=7 {
        let (stack, distinct) = (stacks::Position::Stack { k }, stacks::Position::Distinct { k });
        assert_eq!(stacks::solver().grundy(&stack)?, 1 << (k - 2));
        assert_eq!(vanishing.grundy(&(stack + distinct))?, 0);
    }
    Ok(())
}

#[test]
fn the_games_on_graphs_are_solved() -> Result<(), Box<dyn Error>> {
    use games::{cram, geography, hull};

    for (columns, outcome) in [(4, Outcome::P), (5, Outcome::N)] {
        let params = cram::Params { rows: 4, columns };
        let start = cram::Rules::new(params.clone())?.start()?;
        assert_eq!(cram::solver_with(params).outcome(&start)?, outcome);
    }
    let params = hull::Params { g: Graph::grid(3, 3)?.into(), ..hull::Params::default() };
    let nothing = hull::Position::Hull { H: [].into() };
    assert_eq!(hull::solver().grundy(&nothing)?, 0);
    assert_eq!(hull::solver_with(params).grundy(&nothing)?, 1);
    let token = geography::Position::Token { v: 1, met: [1].into() };
    assert_eq!(geography::solver().outcome(&token)?, Outcome::N);
    Ok(())
}
