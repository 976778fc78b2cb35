//! What the messages say: place, code, sentence, what stands there, help.

mod common;
use common::{errors, tree};

#[test]
fn something_else_was_expected() {
    insta::assert_snapshot!(tree("a b"), @r#"
    1:3 E0101 expected an operator or the end, found `b`
        at `b` expected an operator or the end
    "#);
    insta::assert_snapshot!(tree("f(a b)"), @r#"
    1:5 E0101 expected `)` or `,`, found `b`
        at `b` expected `)` or `,`
    "#);
    insta::assert_snapshot!(tree("1 +"), @r#"
    1:4 E0101 expected an expression, found the end of the text
        at `` expected an expression
    "#);
    insta::assert_snapshot!(tree("if a b"), @r#"
    1:6 E0101 expected `then`, found `b`
        at `b` expected `then`
    "#);
    insta::assert_snapshot!(tree("if a then b"), @r#"
    1:12 E0101 expected `else`, found the end of the text
        at `` expected `else`
    "#);
    insta::assert_snapshot!(tree("sum(x for x S)"), @r#"
    1:13 E0101 expected `in`, found `S`
        at `S` expected `in`
    "#);
    insta::assert_snapshot!(tree("x with i = 1"), @r#"
    1:8 E0101 expected `[`, found `i`
        at `i` expected `[`
    "#);
    insta::assert_snapshot!(tree("xor"), @r#"
    1:4 E0101 expected `(`, found the end of the text
        at `` expected `(`
    "#);
    insta::assert_snapshot!(tree("min(else 0)"), @r#"
    1:5 E0101 expected an expression or `)`, found `else`
        at `else` expected an expression or `)`
    "#);
    insta::assert_snapshot!(tree("let x = in y"), @r#"
    1:9 E0101 expected an expression, found `in`
        at `in` expected an expression
    "#);
    insta::assert_snapshot!(errors("game g\nposition K(n nat) {}"), @r#"
    2:14 E0101 expected `:`, found `nat`
        at `nat` expected `:`
    "#);
    insta::assert_snapshot!(errors("game g\nposition K { move m(x in 1..=2) K }"), @r#"
    2:33 E0101 expected `->` and the sum that the move leads to, found `K`
        at `K` expected `->` and the sum that the move leads to
    "#);
    insta::assert_snapshot!(errors("game g\nparam k nat = 2"), @r#"
    2:9 E0101 expected `:` or `=`, found `nat`
        at `nat` expected `:` or `=`
    "#);
    insta::assert_snapshot!(errors("game g\nclaim n in S: true"), @r#"
    2:7 E0101 expected a text in double quotes, found `n`
        at `n` expected a text in double quotes
    "#);
    insta::assert_snapshot!(errors("game g\nrefute \"r\": true"), @r#"
    2:17 E0101 expected `at` and the smallest counterexample, found the end of the text
        at `` expected `at` and the smallest counterexample
    "#);
    insta::assert_snapshot!(errors("game g\nexpect K(3)"), @r#"
    2:12 E0101 expected `=`, found the end of the text
        at `` expected `=`
    "#);
    insta::assert_snapshot!(errors("game g\nposition K { ends n == 0 }"), @r#"
    2:19 E0101 expected `when`, found `n`
        at `n` expected `when`
    "#);
    insta::assert_snapshot!(errors("game g\nposition K { moves 0.77 }"), @r#"
    2:20 E0101 expected `octal` and a code in quotes, found `0`
        at `0` expected `octal` and a code in quotes
    "#);
    insta::assert_snapshot!(errors("game g\nposition K(n: 1..=) {}"), @r#"
    2:16 E0101 a range with `..=` names its last value
        at `..=`
        help: write `a..` for a range without an end
    "#);
    insta::assert_snapshot!(errors("game g\nposition K(n: set<nat) {}"), @r#"
    2:22 E0101 expected `>`, found `)`
        at `)` expected `>`
    "#);
    insta::assert_snapshot!(errors("game g\nlet x = 2 3"), @r#"
    2:11 E0101 expected an operator or the next item, found `3`
        at `3` expected an operator or the next item
    "#);
    insta::assert_snapshot!(errors("game g\nposition K { move m -> K 3 }"), @r#"
    2:26 E0101 expected an operator or the next clause, found `3`
        at `3` expected an operator or the next clause
    "#);
    insta::assert_snapshot!(errors("game g\nclaim \"c\" for n: true"), @r#"
    2:16 E0101 expected `in`, found `:`
        at `:` expected `in`
    "#);
}

#[test]
fn the_first_mistake_hides_no_better_message() {
    insta::assert_snapshot!(errors("game g\nparam S: set<nat = {1}"), @r#"
    2:18 E0101 expected `>`, found `=`
        at `=` expected `>`
    "#);
    insta::assert_snapshot!(errors("/* Old. */\ngame g"), @r#"
    1:1 E0104 comments are lines
        at `/*`
        help: begin each line of the comment with `//`
    "#);
    insta::assert_snapshot!(errors("game g\nposition K { move m -> K when true }"), @r#"
    2:26 E0101 expected an operator or the next clause, found `when`
        at `when` expected an operator or the next clause
        help: the condition of a move stands before its `->`
    "#);
}

#[test]
fn reserved_words_are_no_names() {
    insta::assert_snapshot!(errors("game g\nlet let = 3"), @r#"
    2:5 E0102 `let` is a reserved word and cannot be a name
        at `let` reserved
        help: choose another name, for instance `let_`
    "#);
    insta::assert_snapshot!(errors("game g\nposition K(start: nat) {}"), @r#"
    2:12 E0102 `start` is a reserved word and cannot be a name
        at `start` reserved
        help: choose another name, for instance `start_`
    "#);
    insta::assert_snapshot!(errors("game g\nlet x = f(move)"), @r#"
    2:11 E0102 `move` is a reserved word and cannot be a name
        at `move` reserved
        help: choose another name, for instance `move_`
    "#);
    insta::assert_snapshot!(errors("game g\nfn f(a, in) = 1"), @r#"
    2:9 E0102 `in` is a reserved word and cannot be a name
        at `in` reserved
        help: choose another name, for instance `in_`
    "#);
    insta::assert_snapshot!(errors("game g\nask ask = 1"), @r#"
    2:5 E0102 `ask` is a reserved word and cannot be a name
        at `ask` reserved
        help: choose another name, for instance `ask_`
    "#);
}

#[test]
fn words_that_begin_nothing_here() {
    insta::assert_snapshot!(errors("game g\npostion K {}"), @r#"
    2:1 E0103 `postion` does not begin an item
        at `postion` not a keyword of this place
        help: did you mean `position`?
    "#);
    insta::assert_snapshot!(errors("game g\nfoo"), @r#"
    2:1 E0103 `foo` does not begin an item
        at `foo` not a keyword of this place
        help: an item begins with one of `game`, `play`, `param`, `let`, `fn`, `position`, `setup`, `start`, `claim`, `refute`, `expect`, `ask`
    "#);
    insta::assert_snapshot!(errors("game g\nmove m -> 0"), @r#"
    2:1 E0103 `move` belongs between the braces of a `position`
        at `move`
        help: an item begins with one of `game`, `play`, `param`, `let`, `fn`, `position`, `setup`, `start`, `claim`, `refute`, `expect`, `ask`
    "#);
    insta::assert_snapshot!(errors("game g\nposition K { mov m -> 0 }"), @r#"
    2:14 E0103 `mov` does not begin a clause
        at `mov` not a keyword of this place
        help: did you mean `move`?
    "#);
    insta::assert_snapshot!(errors("game g\nposition K { start K }"), @r#"
    2:14 E0103 `start` begins an item and cannot stand inside a position
        at `start`
        help: a clause begins with one of `move`, `moves`, `ends`, `symmetric`, `equals`, `decreases`
    "#);
    insta::assert_snapshot!(errors("game g\nposition K {\n  move m -> K\n  when true\n}"), @r#"
    4:3 E0103 `when` does not begin a clause
        at `when` not a keyword of this place
        help: the condition of a move stands before its `->`
    "#);
}

#[test]
fn brackets() {
    insta::assert_snapshot!(tree("f(a, b"), @r#"
    1:7 E0106 this `(` is not closed
        at `` expected `)`
        1:2 `(` opened here
    "#);
    insta::assert_snapshot!(tree("(1 + 2"), @r#"
    1:7 E0106 this `(` is not closed
        at `` expected `)`
        1:1 `(` opened here
    "#);
    insta::assert_snapshot!(tree("x[1"), @r#"
    1:4 E0106 this `[` is not closed
        at `` expected `]`
        1:2 `[` opened here
    "#);
    insta::assert_snapshot!(tree("{1, 2"), @r#"
    1:6 E0106 this `{` is not closed
        at `` expected `}`
        1:1 `{` opened here
    "#);
    insta::assert_snapshot!(tree("[1, 2)"), @r#"
    1:6 E0106 this `[` is not closed
        at `)` expected `]`
        1:1 `[` opened here
    "#);
    insta::assert_snapshot!(tree("1 + 2]"), @r#"
    1:6 E0106 this `]` closes nothing
        at `]`
        help: remove it, or open it further to the left
    "#);
    insta::assert_snapshot!(errors("game g\nlet x = (3\nlet y = 4"), @r#"
    3:1 E0106 this `(` is not closed
        at `let` expected `)`
        2:9 `(` opened here
    "#);
    insta::assert_snapshot!(errors("game g\nposition K {\n  move m -> 0\nstart K"), @r#"
    4:1 E0106 this position is not closed
        at `start` expected a clause or `}`
        2:12 `{` opened here
    "#);
    insta::assert_snapshot!(errors("game g }"), @r#"
    1:8 E0106 this `}` closes nothing
        at `}`
        help: remove it, or open it further to the left
    "#);
    insta::assert_snapshot!(errors("game g\nposition K { move m(x in 0..n, -> 0 }"), @r#"
    2:32 E0106 this `(` is not closed
        at `-` expected `)`
        2:20 `(` opened here
    "#);
}

#[test]
fn texts_and_numbers() {
    insta::assert_snapshot!(tree("\"abc"), @r#"
    1:1 E0107 this text does not end on its line
        at `"abc`
        help: close it with `"`; a line break inside is written `\n`, a quote `\"`
    "#);
    insta::assert_snapshot!(tree("\"a\\qb\""), @r#"
    1:3 E0107 a text knows no such escape
        at `\q`
        help: the escapes are `\"`, `\\` and `\n`; for a backslash itself write `\\`
    "#);
    insta::assert_snapshot!(tree("2n"), @r#"
    1:1 E0108 `2n` is no number
        at `2n`
        help: numbers are whole and decimal, such as `10_000`; a product is written `2 * n`
    "#);
    insta::assert_snapshot!(tree("0x1F"), @r#"
    1:1 E0108 `0x1F` is no number
        at `0x1F`
        help: numbers are whole and decimal, such as `10_000`; a product is written `2 * n`
    "#);
    insta::assert_snapshot!(tree("0.77"), @r#"
    1:1 E0108 `0.77` is no whole number
        at `0.77`
        help: an octal code stands in quotes: `"0.77"`; `/` divides and rounds down
    "#);
    insta::assert_snapshot!(tree("99999999999999999999"), @r#"
    1:1 E0108 this number is too large
        at `99999999999999999999` does not fit into 64 bits
        help: numbers go up to 9223372036854775807
    "#);
    insta::assert_snapshot!(errors("game g\nposition K { moves octal 0.77 }"), @r#"
    2:26 E0108 `0.77` is no whole number
        at `0.77`
        help: an octal code stands in quotes: `"0.77"`; `/` divides and rounds down
    "#);
    insta::assert_snapshot!(errors("game g\nclaim \"never ends: true\nlet x = 3 3"), @r#"
    2:7 E0107 this text does not end on its line
        at `"never ends: true`
        help: close it with `"`; a line break inside is written `\n`, a quote `\"`
    3:11 E0101 expected an operator or the next item, found `3`
        at `3` expected an operator or the next item
    "#);
}

#[test]
fn comparisons_chain_in_one_direction() {
    insta::assert_snapshot!(tree("a < b > c"), @r#"
    1:7 E0110 a chain of comparisons runs in one direction
        at `>` does not continue the chain
        1:3 `<` the chain begins here
        help: join two comparisons by `and`, or put one in parentheses to compare its truth value
    "#);
    insta::assert_snapshot!(tree("a < b == c"), @r#"
    1:7 E0110 a chain of comparisons runs in one direction
        at `==` does not continue the chain
        1:3 `<` the chain begins here
        help: join two comparisons by `and`, or put one in parentheses to compare its truth value
    "#);
    insta::assert_snapshot!(tree("a != b != c"), @r#"
    1:8 E0110 a chain of comparisons runs in one direction
        at `!=` does not continue the chain
        1:3 `!=` the chain begins here
        help: join two comparisons by `and`, or put one in parentheses to compare its truth value
    "#);
    insta::assert_snapshot!(tree("x in S in T"), @r#"
    1:8 E0110 a chain of comparisons runs in one direction
        at `in` does not continue the chain
        1:3 `in` the chain begins here
        help: join two comparisons by `and`, or put one in parentheses to compare its truth value
    "#);
}

#[test]
fn readings_that_differ_need_parentheses() {
    insta::assert_snapshot!(tree("A | B - C"), @r#"
    1:3 E0111 these two operators need parentheses
        at `|` this one
        1:7 `-` and this one
        help: which is meant: `(A | B) - C` or `A | (B - C)`?
    "#);
    insta::assert_snapshot!(tree("n - 1 | m"), @r#"
    1:7 E0111 these two operators need parentheses
        at `|` this one
        1:3 `-` and this one
        help: which is meant: `(A | B) - C` or `A | (B - C)`?
    "#);
    insta::assert_snapshot!(tree("A & B + C - D"), @r#"
    1:3 E0111 these two operators need parentheses
        at `&` this one
        1:11 `-` and this one
        help: which is meant: `(A | B) - C` or `A | (B - C)`?
    "#);
    insta::assert_snapshot!(tree("a implies b iff c"), @r#"
    1:13 E0111 these two operators need parentheses
        at `iff` this one
        1:3 `implies` and this one
        help: put `implies` or `iff` in parentheses
    "#);
    insta::assert_snapshot!(tree("1 + not a"), @r#"
    1:5 E0111 this `not` needs parentheses
        at `not`
        1:3 `+` this operator binds tighter
        help: write `(not ...)`
    "#);
    insta::assert_snapshot!(tree("a == not b"), @r#"
    1:6 E0111 this `not` needs parentheses
        at `not`
        1:3 `==` this operator binds tighter
        help: write `(not ...)`
    "#);
    insta::assert_snapshot!(tree("a..b..c"), @r#"
    1:5 E0111 these two operators need parentheses
        at `..` this one
        1:1 `a..b` and this one
        help: a range has two ends: write `a..b`
    "#);
}

#[test]
fn arguments() {
    insta::assert_snapshot!(tree("f(a = 1, b)"), @r#"
    1:10 E0112 arguments without a name come before those with one
        at `b` out of place
    "#);
    insta::assert_snapshot!(tree("f(a, b for x in S)"), @r#"
    1:12 E0112 `for` follows exactly one expression: `f(e for x in S)`
        at `x in S` out of place
    "#);
    insta::assert_snapshot!(tree("f(1 = 2)"), @r#"
    1:3 E0104 `=` gives a value to a name, and this is no name
        at `1`
        help: write `==` to compare
    "#);
    insta::assert_snapshot!(tree("K(n for n in S)"), @r#"
    1:9 E0112 `K(...)` takes the values of its fields, and no `for`
        at `n in S`
        help: to add up many of them write `sum(K(...) for ...)`
    "#);
    insta::assert_snapshot!(tree("K(n = 1)"), @r#"
    1:3 E0112 `K(...)` takes the values of its fields, and no names
        at `n`
        help: to add up many of them write `sum(K(...) for ...)`
    "#);
    insta::assert_snapshot!(tree("x[1, 2]"), @r#"
    1:2 E0112 an index is one value
        at `[1, 2]`
        help: write `x[i][j]` for an entry of an entry, `x[a..b]` for a part of x
    "#);
    insta::assert_snapshot!(tree("x[]"), @r#"
    1:2 E0112 an index is one value
        at `[]`
        help: write `x[i][j]` for an entry of an entry, `x[a..b]` for a part of x
    "#);
    insta::assert_snapshot!(tree("f(a = 1: 2)"), @r#"
    1:10 E0112 only `fixpoint(T = START: STEP)` has a `:`
        at `2` out of place
    "#);
    insta::assert_snapshot!(tree("fixpoint(a)"), @r#"
    1:1 E0112 `fixpoint` needs a name, a start and a step
        at `fixpoint`
        help: write `fixpoint(T = START: STEP)`, where STEP says what follows T
    "#);
    insta::assert_snapshot!(tree("x with [i + 1 in S] = 2"), @r#"
    1:9 E0112 the entry that changes needs a name
        at `i + 1`
        help: write `x with [i in I] -= d[i]`
    "#);
    insta::assert_snapshot!(tree("sum(1 for (a, b)[i in I] in S)"), @r#"
    1:11 E0101 a map of choices has one name
        at `(a, b)`
        help: write `d[i in I] in C`
    "#);
    insta::assert_snapshot!(tree("sum(1 for _, x in S)"), @r#"
    1:11 E0101 this binder says nothing to choose from
        at `_`
        help: write `x in C`
    "#);
}

#[test]
fn documentation_of_nothing() {
    insta::assert_snapshot!(errors("game g\n/// nothing"), @r#"
    2:1 E0113 this `///` documents nothing
        at `/// nothing`
        help: put it right before an item or a clause, or write an ordinary comment `//`
    "#);
    insta::assert_snapshot!(errors("game g\nposition K {\n  /// nothing\n}"), @r#"
    3:3 E0113 this `///` documents nothing
        at `/// nothing`
        help: put it right before an item or a clause, or write an ordinary comment `//`
    "#);
    insta::assert_snapshot!(errors("game g\nlet x = /// here\n  3"), @r#"
    2:9 E0113 this `///` documents nothing
        at `/// here`
        help: put it right before an item or a clause, or write an ordinary comment `//`
    "#);
    insta::assert_snapshot!(errors("game g\n//! late\nlet x = 3"), @r#"
    2:1 E0113 `//!` describes the whole file and belongs at its top
        at `//! late`
        help: move it before `game`, or write `///` for an item and `//` for a comment
    "#);
}

#[test]
fn the_line_game() {
    insta::assert_snapshot!(errors(""), @r#"
    1:1 E0114 a file begins with `game` and the name of the game
        at ``
        help: write for instance `game kayles` on the first line
    "#);
    insta::assert_snapshot!(errors("// only a comment"), @r#"
    1:18 E0114 a file begins with `game` and the name of the game
        at ``
        help: write for instance `game kayles` on the first line
    "#);
    insta::assert_snapshot!(errors("start K"), @r#"
    1:1 E0114 a file begins with `game` and the name of the game
        at `start`
        help: write for instance `game kayles` on the first line
    "#);
    insta::assert_snapshot!(errors("game g\ngame h"), @r#"
    2:1 E0114 a file holds one game
        at `game h` a second one
        1:1 `game g` the first one
    "#);
    insta::assert_snapshot!(errors("play misere\ngame g"), @r#"
    1:1 E0114 a file begins with `game` and the name of the game
        at `play`
        help: write for instance `game kayles` on the first line
    "#);
}
