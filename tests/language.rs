//! What two people who implement the language could read differently.
#![allow(missing_docs)]

mod common;

use common::{Game, value};
use grundy_compiler::statements::Verdict;
use grundy_compiler::value::Value;
use grundy_compiler::{Checked, SourceMap};

/// Compares expressions without a game with their values.
fn eval(lines: &[(&str, &str)]) {
    for (expr, expected) in lines {
        assert_eq!(value(&Checked::empty(), &SourceMap::default(), expr), *expected, "{expr}");
    }
}

/// Compares expressions within a game with their values.
fn within(game: &str, lines: &[(&str, &str)]) {
    let game = Game::read("test.game", game);
    for (expr, expected) in lines {
        assert_eq!(value(&game.checked, &game.sources, expr), *expected, "{expr}");
    }
}

/// Checks that every statement of a game holds.
fn holds(text: &str) {
    let game = Game::read("test.game", text);
    let instance = game.instance(None, None);
    for statement in &game.checked.spec.statements {
        let verdict =
            instance.check_statement(statement).unwrap_or_else(|e| panic!("{}", game.show(&e)));
        assert!(matches!(verdict, Verdict::Holds { .. }), "{}: {verdict:?}", statement.text);
    }
}

const NIM: &str = "game nim position Heap(n: nat) { move take(s in 1..=n) -> Heap(n - s) }";

#[test]
fn the_right_side_of_with_sees_the_old_vector() {
    eval(&[
        ("let x = [1, 2, 3] in x with [0] = x[1], [1] = x[0]", "[2, 1, 3]"),
        ("let x = [1, 2, 3] in x with [0] += x[1], [1] += x[0]", "[3, 3, 3]"),
        ("let x = [1, 2, 3] in x with [i in 0..3] = x[2 - i]", "[3, 2, 1]"),
        // So does the place.
        ("let x = [1, 0, 0] in x with [0] = 2, [x[0]] = 9", "[2, 9, 0]"),
    ]);
}

#[test]
fn changes_of_one_entry_add_up_and_settings_do_not() {
    eval(&[
        ("[5] with [0] += 2, [0] += 3", "[10]"),
        ("[5] with [0] -= 9, [0] += 9", "[5]"),
        ("[5, 0] with [i in [0, 0, 1]] += 1", "[7, 1]"),
        ("[5] with [0] = 1, [0] = 1", "error E0706"),
        ("[5] with [0] += 1, [0] = 1", "error E0706"),
        ("[5] with [0] = 1, [0] += 1", "error E0706"),
        ("[5] with [i in [0, 0]] = 1", "error E0706"),
    ]);
}

#[test]
fn only_the_finished_position_is_checked() {
    within(
        "game g position P(x: [nat]) { move m when x[0] > 0 -> P(x with [0] -= 5, [0] += 4) }",
        &[("options(P([2]))", "{P([1])}")],
    );
}

#[test]
fn with_takes_its_right_side_whole() {
    eval(&[
        ("[1] with [0] = 2 + 3", "[5]"),
        ("[false] with [0] = 1 == 1", "[true]"),
        ("-[1, 2] without [0] [0]", "-2"),
        ("[1] ++ [2] with [0] = 7", "[1, 7]"),
    ]);
}

#[test]
fn nothing_to_choose_from() {
    eval(&[
        ("count(x for x in 5..5)", "0"),
        ("count(x for x in 5..=4)", "0"),
        ("count(x for x in 5..-5)", "0"),
        ("5..3 == 9..0", "true"),
        ("[0 for d[i in {}] in {}]", "[0]"),
        ("[0 for d[i in 3..3] in 1..=9]", "[0]"),
        ("[0 for d[i in {1, 2}] in 2..=i]", "[]"),
        ("sum(d[0] for d[i in {0}] in {})", "0"),
        ("count(S for S in subsets({}))", "1"),
        ("count(x for x in vectors(0, {}))", "1"),
        ("count(x for x in vectors(1, {}))", "0"),
        ("count(x for x in sorted_vectors(0, {}))", "1"),
        ("count(x for x in permutations({}))", "1"),
        ("count(x for x in partitions(0, 0))", "1"),
        ("count(x for x in partitions(0, 1))", "0"),
        ("count(x for x in partitions(3, 0))", "0"),
        ("count(x for x in subsets({1}, 2))", "0"),
    ]);
}

#[test]
fn a_map_has_each_index_once_in_ascending_order() {
    eval(&[
        ("[len(d) for d[i in [3, 1, 3]] in {i}]", "[2]"),
        ("[[x for x in d] for d[i in [3, 1, 3]] in {10 * i}]", "[[10, 30]]"),
        ("[d for d[i in {1, 2}] in 0..i]", "[[1: 0, 2: 0], [1: 0, 2: 1]]"),
    ]);
}

#[test]
fn functions_of_nothing() {
    eval(&[
        ("sum({})", "0"),
        ("xor({})", "0"),
        ("gcd({})", "0"),
        ("mex({})", "0"),
        ("count({})", "0"),
        ("any({})", "false"),
        ("all({})", "true"),
        ("min({})", "error E0707"),
        ("max(x for x in 0..0)", "error E0707"),
        ("first({})", "error E0707"),
        ("min({} else 3)", "3"),
        ("max(x for x in 0..0 else -1)", "-1"),
        // `else` is not looked at when there is something.
        ("min({4} else 1 / 0)", "4"),
    ]);
}

#[test]
fn count_counts_choices_and_of_bools_the_true_ones() {
    eval(&[
        ("count([false, true, true])", "2"),
        ("count(x > 2 for x in 0..5)", "2"),
        ("count(0 for x in 0..5)", "5"),
        ("count({false})", "0"),
        ("len({false})", "1"),
        ("count([[], [1]])", "2"),
    ]);
}

#[test]
fn precedence() {
    eval(&[
        ("1 xor 2 == 3", "true"),
        ("3 == 1 xor 2", "true"),
        ("5 xor 1 + 1", "7"),
        ("{1} | {2} xor {2}", "{1}"),
        ("{1, 2} & {2} | {3}", "{2, 3}"),
        ("{1, 2} & 2..5", "{2}"),
        ("-2 * 3 + 1", "-5"),
        ("1..2 + 3 == {1, 2, 3, 4}", "true"),
        ("not 1 == 2 and true", "true"),
        ("true or true and false", "true"),
        ("false implies true implies false", "true"),
        ("true iff false iff false", "true"),
        ("if false then 1 else 2 + 3", "5"),
        ("if true then 1 else 2 + 3", "1"),
        ("1 + if true then 1 else 2 + 3", "2"),
        ("if true then 1 else if true then 2 else 3", "1"),
        ("let x = 2 in x + 10", "12"),
        ("3 * let x = 2 in x + 10", "36"),
        ("let S = {1} in 1 in S", "true"),
        ("let z = (1 in {2}) in z", "false"),
    ]);
}

#[test]
fn minus_on_sets_goes_from_the_left() {
    eval(&[
        ("{1, 2, 3} - {2} - {3}", "{1}"),
        ("{1, 2, 3} - ({2} - {2})", "{1, 2, 3}"),
        ("1..=3 - {2}", "error E0301"),
        ("(1..=3) - {2}", "{1, 3}"),
        ("{1} | {2} - {1}", "error E0111"),
    ]);
}

#[test]
fn division_floors() {
    let mut lines = Vec::new();
    for (a, b, quotient, rest) in [
        (7, 2, 3, 1),
        (-7, 2, -4, 1),
        (7, -2, -4, -1),
        (-7, -2, 3, -1),
        (6, -3, -2, 0),
        (-1, 5, -1, 4),
        (0, -5, 0, 0),
    ] {
        lines.push((format!("({a}) / ({b})"), quotient.to_string()));
        lines.push((format!("({a}) mod ({b})"), rest.to_string()));
    }
    for (expr, expected) in &lines {
        eval(&[(expr, expected)]);
    }
    eval(&[
        ("(-9223372036854775807 - 1) / -1", "error E0702"),
        ("(-9223372036854775807 - 1) mod -1", "0"),
        ("0 / 0", "error E0703"),
    ]);
}

#[test]
fn chains_look_at_each_operand_once_from_the_left() {
    eval(&[
        ("1 < 2 < 3", "true"),
        ("3 > 2 >= 2", "true"),
        ("1 < 0 < 1 / 0", "false"),
        ("2 == 2 == 2", "true"),
        ("1 < 3 > 2", "error E0110"),
        ("1 != 2 != 3", "error E0110"),
        ("(1 < 2) == true", "true"),
    ]);
}

#[test]
fn logic_stops_early() {
    eval(&[
        ("false and 1 / 0 == 0", "false"),
        ("true or 1 / 0 == 0", "true"),
        ("false implies 1 / 0 == 0", "true"),
        ("any(1 / x == 1 for x in [1, 0])", "true"),
        ("all(1 / x == 2 for x in [1, 0])", "false"),
        ("first(1 / x for x in [1, 0])", "1"),
        ("if true then 1 else 1 / 0", "1"),
    ]);
}

#[test]
fn texts_and_characters() {
    eval(&[
        ("\"HTH\"[0] == \"H\"", "true"),
        ("\"H\" == \"HTH\"[0..1]", "true"),
        ("\"H\" in \"HTH\"", "true"),
        ("{\"HT\"[0], \"HT\"[1]} == {\"T\", \"H\"}", "true"),
        ("[\"H\", \"T\"] == \"HT\"", "error E0302"),
        ("\"TH\" with [0] = \"H\"", "\"HH\""),
        ("\"TH\" with [0] = \"HH\"", "error E0301"),
        ("len(\"\")", "0"),
        ("\"ab\" < \"b\"", "true"),
    ]);
}

#[test]
fn ranges_stand_for_sets_and_vectors() {
    eval(&[
        ("0..3 == {2, 1, 0}", "true"),
        ("0..3 == [0, 1, 2]", "true"),
        ("0..3 == [2, 1, 0]", "false"),
        ("0..0 == {}", "true"),
        ("(0..3) | {7}", "{0, 1, 2, 7}"),
        ("(0..3) ++ [7]", "[0, 1, 2, 7]"),
        ("(5..9)[1]", "6"),
        ("0..2 < 0..3", "true"),
        ("[0..2, {5}]", "[{0, 1}, {5}]"),
        ("1 in 0..2", "true"),
    ]);
}

#[test]
fn less_than_means_inclusion_on_sets_and_is_lexicographic_elsewhere() {
    eval(&[
        ("{1} <= {1, 2}", "true"),
        ("{2} <= {1, 3}", "false"),
        ("{} < {1}", "true"),
        ("{1} < {1}", "false"),
        ("{1, 2} >= {2}", "true"),
        ("[2] <= [1, 3]", "false"),
        ("[1] < [1, 0]", "true"),
        ("(1, 2) < (1, 3)", "true"),
        ("[{2}] <= [{1, 3}]", "false"),
    ]);
}

#[test]
fn sums_are_multisets() {
    within(
        NIM,
        &[
            ("Heap(1) + Heap(2) == Heap(2) + Heap(1)", "true"),
            ("Heap(1) + Heap(1) == 2 * Heap(1)", "true"),
            ("{Heap(1) + Heap(2), Heap(2) + Heap(1)}", "{Heap(1) + Heap(2)}"),
            ("Heap(2) + Heap(0) in options(Heap(2) + Heap(1))", "true"),
            ("Heap(0) == 0", "false"),
            ("*1 + *1 == 2 * *1", "true"),
            ("*1 + *2 == *3", "false"),
            ("Heap[1..=2, 2]", "Heap(1) + 2 * Heap(2)"),
            ("0 * Heap(-1)", "0"),
            ("-1 * Heap(1)", "error E0711"),
        ],
    );
}

#[test]
fn an_ended_position_has_no_moves_and_its_moves_are_not_looked_at() {
    within(
        "game g position P(n: nat) { move m -> P(12 / n - 3) ends when n == 0 ends when n == 12 }",
        &[
            ("options(P(0))", "{}"),
            ("options(P(12))", "{}"),
            ("options(P(3))", "{P(1)}"),
            ("lost(P(12))", "true"),
        ],
    );
}

#[test]
fn symmetric_comes_before_equals_and_the_first_equals_that_changes_something_is_taken() {
    within(
        "game g
        position P(a: nat, b: nat) {
            equals Q(9) when a > b
            equals P(b, a)
            equals Q(a) + Q(b) when a < b
            equals 1 / 0 * Q(0)
            symmetric a, b
        }
        position Q(n: nat) { equals Q(n - 10) when n >= 10 }
        position Start(a: nat, b: nat) { move go -> P(a, b) }",
        &[
            // P(2, 1) is P(1, 2), which P(b, a) does not change.
            ("options(Start(2, 1))", "{Q(1) + Q(2)}"),
            ("options(Start(25, 11))", "{Q(1) + Q(5)}"),
            ("options(Start(1, 1))", "error E0703"),
        ],
    );
}

#[test]
fn an_end_is_asked_for_before_symmetric_sorts() {
    within(
        "game g
        position P(a: nat, b: nat) { symmetric a, b ends when a > b }
        position Start(a: nat, b: nat) { move go -> P(a, b) }",
        &[("options(Start(2, 1))", "{0}"), ("options(Start(1, 2))", "{P(1, 2)}")],
    );
}

#[test]
fn moves_come_in_the_order_of_the_file_the_last_binder_fastest() {
    let game = Game::read(
        "test.game",
        "game g position P(n: nat) {
            move z(a in {2, 1}, b in 1..=a) -> *a + *b
            move y(x in [3, 1]) -> *x
        }
        start P(0)",
    );
    let instance = game.instance(None, None);
    let position = game.positions().remove(0);
    let choices = instance.choices(&position).unwrap();
    let shown =
        choices.iter().map(|c| c.chosen.iter().map(|(_, value)| value.to_string()).collect());
    let shown: Vec<Vec<String>> = shown.collect();
    assert_eq!(shown, [vec!["1", "1"], vec!["2", "1"], vec!["2", "2"], vec!["3"], vec!["1"]]);
}

#[test]
fn legal_excuses_domains_and_where_and_nothing_else() {
    within(
        "game g
        position P(n: 0..9) where n != 5 { move m(s in {1, 3}) when legal -> P(n - s) }
        position Q(n: 0..9) { move m when legal and n > 0 -> Q(7 / (n - 1) - 7) }
        position R(x: [0..9]) { move m(i in 0..=len(x)) when legal and x[0] > 0 -> R(x with [i] -= 1) }",
        &[
            ("options(P(0))", "{}"),
            ("options(P(6))", "{P(3)}"),
            ("options(Q(0))", "{}"),
            ("options(Q(2))", "{Q(0)}"),
            ("options(Q(1))", "error E0703"),
            ("options(R([1]))", "error E0705"),
        ],
    );
}

#[test]
fn binders_see_those_before_them_and_params_change_for_the_rest() {
    holds(
        "game g
        param k: nat = 2 where k >= 1
        let double = 2 * k
        fn triple() = 3 * k
        position Heap(n: nat) { move take(s in 1..=k) when s <= n -> Heap(n - s) }
        expect [k, double, triple()] for param k in 1..=2 = [1, 2, 3], [2, 4, 6]
        expect (a, b) for a in 1..=2, b in a..=2 = (1, 1), (1, 2), (2, 2)
        expect k for a in {k}, param k = a + 1, param k = k + 1 = 4
        claim \"of others\" for param k = 3, n in 0..=9: grundy(Heap(n)) == n mod 4
        refute \"first in binder order\" for a in 0..=3, b in 0..=3: a + b < 3 at a = 0, b = 3
        refute \"params too\" for param k in 1..=3: k < 2 at k = 2",
    );
}

#[test]
fn a_statement_without_choices_is_not_checked() {
    let game = Game::read(
        "test.game",
        &format!("{NIM} claim \"nothing\" for n in 0..0: true expect n for n in 0..0 = 1"),
    );
    let instance = game.instance(None, None);
    let statements = &game.checked.spec.statements;
    assert!(matches!(instance.check_statement(&statements[0]).unwrap(), Verdict::NotChecked));
    assert!(matches!(instance.check_statement(&statements[1]).unwrap(), Verdict::Fails { .. }));
}

#[test]
fn recursion_is_as_deep_as_memory() {
    within(
        "game g
        fn down(n) = if n == 0 then 0 else 1 + down(n - 1)
        fn even_by(n) = if n == 0 then true else odd_by(n - 1)
        fn odd_by(n) = if n == 0 then false else even_by(n - 1)
        fn round(n) = round(n)
        fn away(n) = away(n + 1)
        position P { move m -> 0 }",
        &[
            ("down(1_000_000)", "1000000"),
            ("even_by(100_001)", "false"),
            ("round(1)", "error E0710"),
            ("away(1)", "error E0710"),
        ],
    );
}

#[test]
fn a_long_way_down_needs_no_stack() {
    let text = "game g
        position Heap(n: nat) { move one when n > 0 -> Heap(n - 1) }
        position Pair(n: nat, b: bool) { move one when n > 0 -> Pair(n - 1, not b) }";
    within(
        text,
        &[
            ("grundy(Heap(1_000_000))", "0"),
            ("grundy(Heap(1_000_001))", "1"),
            ("grundy(Pair(1_000_001, true))", "1"),
            ("misere_lost(Pair(200_001, true))", "true"),
        ],
    );
}

#[test]
fn copies_are_counted_and_not_listed() {
    within(
        NIM,
        &[
            ("grundy(100_000 * Heap(3))", "0"),
            ("grundy(100_001 * Heap(3))", "3"),
            ("grundy(9_000_000_000_000_000_000 * Heap(3) + Heap(1))", "1"),
            ("misere_won(100_001 * Heap(1))", "false"),
            ("misere_won(100_000 * Heap(2))", "false"),
            ("count(options(100_000 * Heap(2)))", "2"),
            ("4_000_000_000 * (5_000_000_000 * Heap(1))", "error E0711"),
            ("grundy(sum(Heap(n) for n in 1..=4_000_000_000_000_000_003))", "0"),
        ],
    );
}

#[test]
fn options_are_distinct_and_in_normal_form() {
    let game = "game g position P(x: [nat]) {
        symmetric x
        equals P([y for y in x, if y > 0]) when 0 in x
        move take(i in 0..len(x), s in 1..=x[i]) -> P(x with [i] -= s)
    }";
    within(
        game,
        &[
            ("options(P([2, 1]))", "{P([1]), P([1, 1]), P([2])}"),
            ("options(P([1, 1]))", "{P([1])}"),
            ("P([1, 0]) in options(P([1, 1]))", "false"),
        ],
    );
}

#[test]
fn a_failure_is_never_a_value() {
    within(
        "game g
        position Up(n: nat) { move up -> Up(n + 1) }
        position Round(n: 0..3) { move on -> Round((n + 1) mod 3) }
        position Over(n: nat) { move m when n > 0 -> Over(n - 1) + *(9223372036854775807 * n) }",
        &[
            ("grundy(Round(0))", "error E0714"),
            ("lost(Round(0))", "error E0714"),
            ("grundy(Over(2))", "error E0702"),
        ],
    );
}

#[test]
fn a_default_of_a_range_is_the_set_of_its_members() {
    let game =
        Game::read("test.game", "game g param S = 1..=3 position P { move m(s in S) -> *s }");
    let instance = game.instance(None, None);
    assert_eq!(instance.params(), [Value::set((1..=3).map(Value::Int))]);
}

#[test]
fn a_period_is_proved_of_the_sequence_that_is_written() {
    // Each of these looks like `Heap(n)` for many n, and is another sequence.
    for size in ["if n < 500 then 0 else n", "abs(n - 10)", "n mod 5000", "max(n, 3)", "n * n / n"]
    {
        let text = format!(
            "game take position Heap(n: nat) {{ move take(s in 1..=2) when s <= n -> Heap(n - s) }}
             claim \"period 3\": periodic(Heap({size}) for n, from = 1, period = 3)"
        );
        let game = Game::read("test.game", &text);
        let verdict = game.instance(None, None).check_statement(&game.checked.spec.statements[0]);
        assert!(matches!(verdict, Ok(Verdict::NotProved(_))), "{size}: {verdict:?}");
    }
    holds(
        "game take position Heap(n: nat) { move take(s in 1..=2) when s <= n -> Heap(n - s) }
         claim \"shifted\": periodic(Heap(2 + n - 1) for n, from = -1, period = 3)",
    );
}

#[test]
fn a_period_is_proved_where_other_fields_stay() {
    let game = "game take
        position Heap(n: nat, k: 1..) { move take(s in 1..=k) when s <= n -> Heap(n - s, k) }
        position Below(n: -99..=0) { move take(s in 1..=2) when n + s <= 0 -> Below(n + s) }";
    holds(&format!(
        "{game}
         claim \"from 0\" for k in 1..=4: periodic(Heap(n, k) for n, from = 0, period = k + 1)
         claim \"shifted\": periodic(Heap(n - 7, 3) for n, from = 7, period = 4)
         claim \"not minimal\": not periodic(Heap(n, 3) for n, from = 0, period = 8)
         claim \"another\": not periodic(Heap(n, 3) for n, from = 0, period = 5)"
    ));
    for sequence in
        ["Heap(4, n)", "Heap(n, n)", "Heap(n, n mod 3 + 1)", "Below(n)", "Heap(n + n, 3)"]
    {
        let text = format!("{game}\nclaim \"4\": periodic({sequence} for n, from = 0, period = 4)");
        let game = Game::read("test.game", &text);
        let verdict = game.instance(None, None).check_statement(&game.checked.spec.statements[0]);
        assert!(matches!(verdict, Ok(Verdict::NotProved(_))), "{sequence}: {verdict:?}");
    }
    // There are no such positions.
    let text = format!("{game}\nclaim \"none\": periodic(Heap(n, 0) for n, from = 0, period = 4)");
    let game = Game::read("test.game", &text);
    let verdict = game.instance(None, None).check_statement(&game.checked.spec.statements[0]);
    assert!(verdict.is_err(), "{verdict:?}");
}
