//! The examples run, and print what they should.
#![allow(missing_docs)]

use std::env;
use std::process::Command;

/// What an example prints.
fn printed(name: &str) -> String {
    printed_with(name, &[])
}

/// What it prints with arguments.
fn printed_with(name: &str, arguments: &[&str]) -> String {
    let tests = env::current_exe().expect("the path of this program");
    let folder = tests.ancestors().nth(2).expect("the folder of the profile").join("examples");
    let program = folder.join(name).with_extension(env::consts::EXE_EXTENSION);
    // `cargo test` builds the examples, but not when it is told to run this test alone.
    if !program.exists() {
        let mut build = Command::new(env!("CARGO"));
        let built = build.args(["build", "--example", name]).status();
        assert!(built.is_ok_and(|status| status.success()), "{name} cannot be built");
    }
    let output = Command::new(program).args(arguments).output().expect("the example is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("a text")
}

#[test]
fn hull_paths() {
    insta::assert_snapshot!(printed("hull_paths"));
}

#[test]
fn l2_hull() {
    insta::assert_snapshot!(printed("l2_hull"));
    insta::assert_snapshot!(printed_with("l2_hull", &["300", "4"]));
}

#[test]
fn kayles() {
    insta::assert_snapshot!(printed("kayles"));
}

#[test]
fn wythoff() {
    insta::assert_snapshot!(printed("wythoff"));
}

#[test]
fn exact_nim() {
    insta::assert_snapshot!(printed("exact_nim"));
}

#[test]
fn helper() {
    insta::assert_snapshot!(printed("helper"));
}

#[test]
fn node_kayles() {
    insta::assert_snapshot!(printed("node_kayles"));
    insta::assert_snapshot!(printed_with("node_kayles", &["5", "5"]));
}
