//! What the program says about each built-in game: its table, its checks and
//! its explanation, as one snapshot a game.
#![allow(missing_docs)]

use std::process::Command;

/// Runs the program without a terminal and gives what it prints, the exit status last.
fn grundy(args: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the program prints UTF-8");
    format!(
        "$ grundy {}\n{}{}{}\n",
        args.join(" "),
        text(&output.stdout),
        text(&output.stderr),
        output.status
    )
}

#[test]
fn every_game_is_tabled_checked_and_explained() {
    insta::with_settings!({ snapshot_path => "specs", prepend_module_to_snapshot => false }, {
        for grundy::builtin::Builtin { name, .. } in grundy::builtin::ALL {
            // What cannot be tabled by itself says how to ask.
            let mut table = vec!["table", name];
            // Stacks of n have 2^n options.
            if *name == "stacks" {
                table.extend(["--to", "8"]);
            }
            let shown = [table, vec!["check", name], vec!["explain", name]].map(|args| grundy(&args));
            insta::assert_snapshot!(*name, shown.join("\n"));
        }
    });
}
