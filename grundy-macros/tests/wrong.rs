//! Mistakes in rules: each is reported once, at the token that is wrong, in the words of the
//! command line.

#[test]
fn mistakes_are_shown_where_they_are() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/wrong/*.rs");
}
