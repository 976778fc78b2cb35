//! Several mistakes are found in one run, and one mistake is told once.

mod common;
use common::errors;

#[test]
fn every_broken_item_is_reported() {
    insta::assert_snapshot!(errors("game g\nlet x = \nlet y = 1 2\nparam k nat = 3\nfn f = 3\nlet ok = 1\nclaim \"c\" for x in S true\nstart K("), @r#"
    3:11 E0101 expected `in`, found `2`
        at `2` expected `in`
    4:9 E0101 expected `:` or `=`, found `nat`
        at `nat` expected `:` or `=`
    5:6 E0101 expected `(`, found `=`
        at `=` expected `(`
    7:22 E0101 expected `:` or `,`, found `true`
        at `true` expected `:` or `,`
    8:9 E0106 this `(` is not closed
        at `` expected `)`
        8:8 `(` opened here
    "#);
}

#[test]
fn every_broken_clause_is_reported() {
    insta::assert_snapshot!(errors("game g\nposition K(n: nat) {\n    move a(x in 1..n) K(x)\n    ends n == 0\n    /// Fine.\n    move b -> K(0)\n    move c(x in {1, 2) -> K(x)\n    move d when x = 2 -> K(x)\n}\nlet x = 1 +"), @r#"
    3:23 E0101 expected `->` and the sum that the move leads to, found `K`
        at `K` expected `->` and the sum that the move leads to
    4:10 E0101 expected `when`, found `n`
        at `n` expected `when`
    7:22 E0106 this `{` is not closed
        at `)` expected `}`
        7:17 `{` opened here
    8:19 E0104 `=` gives a value to a name; `==` compares
        at `=`
        help: write `==`
    10:12 E0101 expected an expression, found the end of the text
        at `` expected an expression
    "#);
    insta::assert_snapshot!(errors("game g\nposition K(n: nat) { move a -> move b(x) -> 0 move c -> 0 equals }"), @r#"
    2:32 E0102 `move` is a reserved word and cannot be a name
        at `move` reserved
        help: choose another name, for instance `move_`
    2:66 E0101 expected an expression, found `}`
        at `}` expected an expression
    "#);
}

#[test]
fn a_broken_head_does_not_hide_its_clauses() {
    insta::assert_snapshot!(errors("game g\nposition K(n nat) {\n    move a K(0)\n    move b -> K(0)\n}\nlet x = y z"), @r#"
    2:14 E0101 expected `:`, found `nat`
        at `nat` expected `:`
    3:12 E0101 expected `(` or `->` and the sum that the move leads to, found `K`
        at `K` expected `(` or `->` and the sum that the move leads to
    6:11 E0101 expected an operator or the next item, found `z`
        at `z` expected an operator or the next item
    "#);
}

#[test]
fn a_misspelt_position_is_swallowed_whole() {
    insta::assert_snapshot!(errors("game g\npostion K(n: nat) {\n    move a -> K(0)\n}\nlet x = y z"), @r#"
    2:1 E0103 `postion` does not begin an item
        at `postion` not a keyword of this place
        help: did you mean `position`?
    5:11 E0101 expected an operator or the next item, found `z`
        at `z` expected an operator or the next item
    "#);
}

#[test]
fn binders_and_nested_lets_are_no_items() {
    insta::assert_snapshot!(errors("game g\nclaim \"c\" for\n    param k in {1, 2},\n    let y = 1 2:\n    true\nlet z = 1 2"), @r#"
    4:15 E0101 expected `:` or `,`, found `2`
        at `2` expected `:` or `,`
    6:11 E0101 expected an operator or the next item, found `2`
        at `2` expected an operator or the next item
    "#);
}
