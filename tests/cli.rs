//! The program as a person meets it: what each command prints, and how it ends.

use std::io::Write;
use std::process::{Command, Stdio};

use insta::Settings;
use insta_cmd::assert_cmd_snapshot;

/// The program with arguments, in the directory of the games that these tests use.
fn grundy(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli"));
    command.env_remove("COLUMNS").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

/// Compares what is printed with a snapshot.
fn shows(name: &str, args: &[&str]) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("cli");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| assert_cmd_snapshot!(name, &mut grundy(args)));
}

#[test]
fn tables() {
    shows("table", &["table", "kayles"]);
    shows("table_to", &["table", "small.game", "--to", "4"]);
    shows("table_grid", &["table", "wythoff", "Board(0..=9, 0..=9)"]);
    shows(
        "table_triangle",
        &["table", "nim", "Heap(a) + Heap(b) for a in 0..=4, b in 0..=a", "--misere"],
    );
    shows(
        "table_list",
        &["table", "nim", "Heap[a, b, c] for a in 0..=1, b in 0..=1, c in 0..=1", "--outcomes"],
    );
    shows("table_gaps", &["table", "nim", "Heap(n) for n in {3, 5, 9}"]);
    shows("table_expression", &["table", "kayles", "grundy(Row(n)) xor 1 for n in 5..=15"]);
    shows(
        "table_csv",
        &["table", "small.game", "--to", "3", "-p", "most=1..=2", "--format", "csv"],
    );
    shows(
        "table_json",
        &["table", "small.game", "--to", "3", "-p", "most=1..=2", "--format", "json"],
    );
    shows("table_file", &["table", "subtraction", "-p", "S=@squares.txt"]);
    shows("table_needs_a_sum", &["table", "exact_nim"]);
    shows("table_limit", &["table", "wythoff", "Board(0..=9, 0..=9)", "--max-positions", "30"]);
    shows(
        "table_limit_json",
        &["table", "wythoff", "Board(0..=2, 0..=9)", "--max-positions", "7", "--format", "json"],
    );
    shows("table_without_outcomes", &["table", "nim", "n for n in 0..=3", "--outcomes"]);
}

#[test]
fn a_nimber_is_never_printed_beside_a_mistake_of_the_rules() {
    let output = grundy(&["value", "deep.game", "Heap(4, 4)"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("error[E0701]"));
}

#[test]
fn periods() {
    shows("period_several", &["period", "0.137", "kayles", "nim"]);
    shows(
        "period_json",
        &["period", "hull_paths", "-p", "k=4", "--kind", "Path", "--format", "json"],
    );
    shows("period_none", &["period", "0.007", "--to", "500"]);
    shows("period_no_heap", &["period", "wythoff"]);
    shows("period_no_kind", &["period", "kayles", "--kind", "Rows"]);
    shows("period_two_certificates", &["period", "0.7", "0.77", "--certificate", "no.json"]);
    shows("verify_no_certificate", &["verify", "small.game"]);
}

#[test]
fn counts() {
    shows("count_csv", &["count", "kayles", "Row(1..=1000)", "--format", "csv"]);
    shows("count_json", &["count", "kayles", "Row(1..=9) + Row(1..=9)", "--format", "json"]);
    shows("count_walked", &["count", "wythoff", "Board(a, b) for a in 0..=3, b in 0..=a"]);
    shows("count_growing", &["count", "nim", "Heap(1..=1_000_000_000_000)"]);
}

#[test]
fn values() {
    shows("value", &["value", "nim", "Heap[3, 5, 6]", "Heap(3) + *5"]);
    shows("value_misere", &["value", "nim", "Heap(1) + Heap(1)", "--misere", "--format", "json"]);
    shows("value_long_run", &["value", "industrial_nim", "Group(5, 1_000_000_000_000_000_000)"]);
    shows("value_sweep", &["value", "hull_paths", "Path(20)", "-p", "k=2..=4"]);
    shows(
        "value_sweep_csv",
        &["value", "hull_paths", "Path(20)", "-p", "k={2, 4}", "--format", "csv"],
    );
    shows("value_start", &["value", "nim"]);
    shows("value_no_start", &["value", "hopeless.game"]);
    shows("value_wrong", &["value", "nim", "Heep(3)"]);
    shows(
        "value_unproved",
        &["value", "grundys_game", "sum(Heap(j) for j in 0..1_000_000_000_000)"],
    );
    shows("value_limit", &["value", "exact_nim", "Piles([9, 9, 9, 9])", "--max-positions", "100"]);
}

#[test]
fn sums_are_read_from_the_input() {
    let mut command = grundy(&["value", "nim", "-", "--format", "csv"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let input = b"Heap(3)\nHeap(\n\n// a comment\n*7 + 2 * Heap(5)\n\xff\nHeap(2)";
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "sum,nimber,normal_outcome\nHeap(3),3,N\n*7 + 2 * Heap(5),7,N\nHeap(2),2,N\n"
    );
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(messages.contains("line 2") && messages.contains("line 6"), "{messages}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn moves() {
    shows("moves", &["moves", "small.game"]);
    shows("moves_winning", &["moves", "kayles", "Row(12)", "--winning"]);
    shows("moves_several", &["moves", "nim", "Heap[1, 1, 3] + *2"]);
    shows("moves_lost", &["moves", "nim", "Heap[1, 2, 3]"]);
    shows("moves_misere", &["moves", "nim", "Heap[1, 1, 2]", "--misere"]);
    shows("moves_none", &["moves", "nim", "0"]);
    shows("moves_none_misere", &["moves", "nim", "0", "--misere"]);
    shows("moves_count", &["moves", "kayles", "Row(40)", "--count"]);
    shows("moves_csv", &["moves", "nim", "Heap[2, 3]", "--format", "csv"]);
    shows("moves_json", &["moves", "nim", "Heap[2, 3]", "--winning", "--format", "json"]);
    shows("moves_too_many", &["moves", "industrial_nim", "Group(5, 100000)"]);
    shows("moves_no_start", &["moves", "hopeless.game"]);
}

#[test]
fn searches() {
    shows("find", &["find", "hull_paths", "Path(n) for n in 1..=100", "--lost"]);
    shows(
        "find_param",
        &["find", "hull_paths", "Path(n) for param k in 2..=4, n in 1..=12", "--lost"],
    );
    shows(
        "find_where",
        &[
            "find",
            "kayles",
            "Row(n) for n in 1..=200",
            "--where",
            "grundy(Row(n)) == 8",
            "--first",
            "3",
        ],
    );
    shows(
        "find_csv",
        &["find", "wythoff", "Board(a, b) for a in 0..=9, b in a..=9", "--lost", "--format", "csv"],
    );
    shows(
        "find_json",
        &[
            "find",
            "nim",
            "Heap[a, b] for a in 1..=2, b in 1..=2",
            "--won",
            "--misere",
            "--format",
            "json",
        ],
    );
    shows(
        "find_count",
        &["find", "nim", "Heap[a, b] for a in 0..=9, b in 0..=9", "--lost", "--count"],
    );
    shows("find_no_condition", &["find", "nim", "Heap(n) for n in 0..=9"]);
    shows("find_wrong_condition", &["find", "nim", "Heap(n) for n in 0..=9", "--where", "m == 3"]);
}

#[test]
fn questions() {
    shows("ask_list", &["ask", "small.game"]);
    shows("ask", &["ask", "small.game", "lost_heaps", "to=12"]);
    shows("ask_json", &["ask", "small.game", "lost_heaps", "to=12", "from=4", "--format", "json"]);
    shows("ask_unknown", &["ask", "small.game", "lost_heap"]);
    shows("ask_unknown_argument", &["ask", "small.game", "lost_heaps", "upto=3"]);
    shows("ask_missing", &["ask", "small.game", "lost_heaps"]);
    shows("ask_outside", &["ask", "small.game", "lost_heaps", "to=-1"]);
    shows("eval", &["eval", "[n for n in 1..=30, if is_prime(n)]"]);
    shows("eval_game", &["eval", "nim", "options(Heap(2) + Heap(1))"]);
    shows("eval_json", &["eval", "nim", "won(Heap(1))", "--misere", "--format", "json"]);
    shows("eval_wrong", &["eval", "1 / 0"]);
}

#[test]
fn checks() {
    shows("check", &["check", "kayles"]);
    shows("check_false", &["check", "small.game"]);
    shows("check_param", &["check", "small.game", "-p", "most=3", "--format", "json"]);
    shows("check_not_proved", &["check", "hopeless.game"]);
    shows("check_unfinished", &["check", "hopeless.game", "--max-positions", "20"]);
    shows("check_goes_on", &["check", "broken.game", "nim"]);
}

#[test]
fn explanations() {
    shows("explain_grid", &["explain", "wythoff"]);
    shows("explain_json", &["explain", "nim_with_passes", "--format", "json"]);
    shows("explain", &["explain", "small.game"]);
    shows("explain_not_tables", &["explain", "hopeless.game"]);
    shows("explain_search", &["explain", "exact_nim"]);
    shows("explain_several_kinds", &["explain", "hull_paths", "-p", "k=4"]);
    shows("show", &["show", "broken.game"]);
}

#[test]
fn wrong_params_and_specs() {
    shows("param_unknown", &["table", "hull_paths", "-p", "kk=3"]);
    shows("param_none", &["table", "nim", "-p", "k=3"]);
    shows("param_outside", &["table", "small.game", "-p", "most=0"]);
    shows("param_type", &["table", "small.game", "-p", "most=true"]);
    shows("param_twice", &["table", "small.game", "-p", "most=1", "-p", "most=2"]);
    shows("param_no_value", &["table", "small.game", "-p", "most"]);
    shows("param_empty_sweep", &["table", "small.game", "-p", "most={}"]);
    shows("spec_near", &["table", "kayle"]);
    shows("spec_missing", &["table", "./nothing.game"]);
    shows("spec_broken", &["table", "broken.game"]);
}

#[test]
fn every_example_of_the_help_works() {
    let commands =
        ["table", "value", "moves", "find", "ask", "eval", "check", "explain", "list", "show"];
    let mut examples = 0;
    for command in commands {
        let help = grundy(&[command, "--help"]).output().unwrap();
        assert!(help.status.success());
        let help = String::from_utf8(help.stdout).unwrap();
        for example in help.lines().filter_map(|line| line.strip_prefix("  grundy ")) {
            if example.contains(['>', '|']) && !example.contains('\'')
                || example.contains("my.game")
                || example.starts_with("check --")
            {
                continue;
            }
            let args = words(example);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let output = grundy(&args).output().unwrap();
            assert!(
                output.status.success(),
                "grundy {example}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            examples += 1;
        }
    }
    assert!(examples > 25, "{examples} examples");
}

/// The words of a shell command with single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(str::to_string));
        }
    }
    words
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut command = grundy(&["table", "nim", "Heap(n) for n in 0..=200_000", "--format", "csv"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8(output.stderr).unwrap()),
        (Some(0), String::new())
    );
}

#[test]
fn a_timeout_is_a_limit() {
    let output = grundy(&["value", "grundys_game", "Heap(10_000_000)", "--timeout", "50ms"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty());
}

#[test]
fn colors_are_asked_for() {
    let plain = grundy(&["check", "nim"]).output().unwrap().stdout;
    assert!(!plain.contains(&0x1b));
    let colored = grundy(&["check", "nim", "--color", "always"]).output().unwrap().stdout;
    assert!(colored.contains(&0x1b));
}

#[test]
fn codes() {
    shows("code_table", &["table", "0.137", "--to", "19"]);
    shows("code_not_octal", &["table", "0.3F", "--to", "9"]);
    shows("code_json", &["table", ".8", "--to", "3", "--format", "json"]);
    shows("code_moves", &["moves", "0.77", "Heap(5)"]);
    shows("code_moves_unequal", &["moves", "4u.0", "Heap(6)", "--format", "csv"]);
    shows("code_value", &["value", "0.[3]", "Heap(1_000_000_000_000)", "Heap[3, 5, 6]"]);
    shows("code_check", &["check", "0.45", "4.07"]);
    shows("code_explain", &["explain", "0.45"]);
    shows("code_show", &["show", "0.07"]);
    shows("code_param", &["value", "octal", "-p", "code=\"0.3F\"", "Heap(12)"]);
    shows("code_d_0", &["table", "1.5"]);
    shows("code_two_points", &["value", "0..7", "Heap(3)"]);
    shows("code_no_digit", &["explain", "0.7?"]);
    shows("code_empty", &["table", ""]);
    shows("code_no_end", &["check", "0.[3"]);
}

#[test]
fn recognised_codes() {
    shows("explain_shifted", &["explain", "couples_are_forever"]);
}

#[test]
fn comparisons() {
    shows("compare_differ", &["compare", "0.161", "0.36"]);
    shows("compare_code", &["compare", "couples_are_forever", "0.6", "--shift", "-1"]);
    let half = ["compare", "hull_paths", "hull_paths", "--kind", "Half", "--kind", "Both"];
    shows("compare_rules", &[&half[..], &["-p", "k=4", "--shift", "4"]].concat());
    shows("compare_differ_shift", &[&half[..], &["--shift", "3", "--to", "50"]].concat());
    shows("compare_periods", &["compare", "nim", "0.[7]", "--to", "200"]);
    shows("compare_open", &["compare", "0.161", "0.36", "--to", "518"]);
    shows("compare_json", &["compare", "0.07", "0.137", "--shift", "-1", "--format", "json"]);
    shows("compare_search", &["compare", "division", "nim", "--to", "20"]);
    shows("compare_no_kind", &["compare", "nim", "nim", "--kind", "Hep"]);
    shows("compare_no_heap", &["compare", "exact_nim", "nim"]);
    shows("compare_no_param", &["compare", "nim", "0.77", "-p", "k=3"]);
    shows("compare_too_far", &["compare", "nim", "nim", "--shift", "-9", "--to", "8"]);
}

#[test]
fn ways_to_fill_tables() {
    shows("run", &["explain", "0.77", "--run", "--to", "2000"]);
    shows("run_json", &["explain", "0.77", "--run", "--method", "direct", "--format", "json"]);
    shows("run_no_heap", &["explain", "exact_nim", "--run"]);
    shows("method_no_heap", &["table", "exact_nim", "--method", "sparse"]);
    let tables = ["auto", "direct", "sparse", "parity"].map(|method| {
        let output = grundy(&["table", "0.106", "--to", "3000", "--method", method]).output();
        let output = output.unwrap();
        assert!(output.status.success());
        output.stdout
    });
    assert!(tables.iter().all(|table| *table == tables[0]));
}

#[test]
fn surveys() {
    let mut settings = Settings::clone_current();
    settings.add_filter(r"\b\d\.\d{3}\b", "[time]");
    settings.add_filter(r#""seconds":[^,]+"#, "\"seconds\":[time]");
    settings.bind(|| {
        shows("survey", &["survey", "--digits", "1", "--to", "500"]);
        shows("survey_csv", &["survey", "--digits", "2", "--to", "200", "--format", "csv"]);
        shows("survey_json", &["survey", "--digits", "1", "--to", "100", "--format", "json"]);
        shows("survey_limit", &["survey", "--digits", "1", "--max-positions", "100"]);
    });
}
