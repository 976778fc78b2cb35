//! The examples run, and print what they should.
#![allow(missing_docs)]

use std::env;
use std::process::Command;

/// What an example prints. Cargo builds the examples together with the tests.
fn printed(name: &str) -> String {
    let tests = env::current_exe().expect("the path of this program");
    let folder = tests.ancestors().nth(2).expect("the folder of the profile").join("examples");
    let output = Command::new(folder.join(name)).output().expect("the example is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("a text")
}

#[test]
fn hull_paths() {
    insta::assert_snapshot!(printed("hull_paths"));
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
