//! Periods, certificates, counts and long runs, as a person meets them.
#![allow(missing_docs)]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use common::Game;
use grundy_grammar::parse_query;

fn grundy(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).output().expect("the program runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

/// A file that does not exist yet.
fn fresh(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path.display().to_string()
}

/// What the values of a period are: kind, preperiod, period, saltus, if there is one.
fn found(args: &[&str]) -> Vec<Option<(u64, u64, u64)>> {
    let output = grundy(&[&["period", "--format", "json"], args].concat());
    let number = |value: &serde_json::Value| value.as_u64();
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .flat_map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let periods = line["periods"].as_array().expect("periods").clone();
            periods.into_iter().map(move |p| {
                Some((number(&p["preperiod"])?, number(&p["period"])?, number(&p["saltus"])?))
            })
        })
        .collect()
}

/// Of each game a period is found without being told how far to look, and it is the known one.
fn are_found(codes: &[(&str, u64, u64)]) {
    let names: Vec<&str> = codes.iter().map(|(code, ..)| *code).collect();
    let expected: Vec<_> = codes.iter().map(|&(_, pre, p)| Some((pre, p, 0))).collect();
    assert_eq!(found(&names), expected);
}

/// The same, and the certificate is verified.
fn is_certified(code: &str, preperiod: u64, period: u64) {
    let file = fresh(&format!("{code}.json"));
    let made = grundy(&["period", code, "--certificate", &file]);
    let law = format!("preperiod {preperiod}, period {period}: ");
    assert!(text(&made).contains(&law), "{}", text(&made));
    let verified = grundy(&["verify", &file]);
    assert!(verified.status.success(), "{}", text(&verified));
    let game = format!("A(n) is heap n of octal game {code}\n");
    assert!(text(&verified).contains(&game) && text(&verified).contains(&law));
}

#[test]
fn short_periods_are_found_and_certified() {
    let codes = [("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34), ("0.45", 498, 20)];
    are_found(&codes);
    codes.into_iter().for_each(|(code, preperiod, period)| is_certified(code, preperiod, period));
}

#[test]
fn long_periods_are_found() {
    are_found(&[
        ("0.156", 3479, 349),
        ("0.356", 7315, 142),
        ("0.165", 5181, 1550),
        ("0.127", 46_578, 4),
        ("0.16", 105_351, 149_459),
        ("0.56", 326_640, 144),
    ]);
}

#[test]
fn long_periods_are_certified() {
    is_certified("0.156", 3479, 349);
    is_certified("0.356", 7315, 142);
    is_certified("0.165", 5181, 1550);
    is_certified("0.127", 46_578, 4);
    is_certified("0.16", 105_351, 149_459);
    is_certified("0.56", 326_640, 144);
}

#[test]
fn the_longest_periods_are_found() {
    are_found(&[("0.376", 2_268_248, 4), ("0.354", 10_061_916, 1180)]);
}

#[test]
#[ignore = "takes a minute: the nimbers of 25 million heaps are found from their options"]
fn the_longest_periods_are_certified() {
    is_certified("0.376", 2_268_248, 4);
    is_certified("0.354", 10_061_916, 1180);
}

#[test]
fn arithmetic_periods_are_found_and_certified() {
    let file = fresh("all_but.game");
    let game = |forbidden: &str| {
        format!(
            "game all_but
             position Heap(n: nat) {{ move take(s in 1..=n) when s not in {forbidden} -> Heap(n - s) }}"
        )
    };
    // Without 1, ..., k the heaps come in blocks of k + 1.
    for (forbidden, law) in [("{1, 2, 3}", (0, 4, 1)), ("{2}", (0, 4, 2)), ("{3}", (0, 6, 3))] {
        fs::write(&file, game(forbidden)).expect("writable");
        let certificate = fresh("all_but.json");
        assert_eq!(found(&[&file, "--certificate", &certificate]), [Some(law)], "{forbidden}");
        assert!(grundy(&["verify", &certificate]).status.success(), "{forbidden}");
    }
    let certificate = fresh("0.3F.json");
    assert_eq!(found(&["0.3F", "--certificate", &certificate]), [Some((0, 6, 3))]);
    assert!(grundy(&["verify", &certificate]).status.success());
}

#[test]
fn no_period_of_unsolved_games_is_claimed() {
    let codes = [
        "0.6", "0.04", "0.06", "0.14", "0.36", "0.64", "0.74", "0.76", "0.004", "0.005", "0.006",
        "0.007",
    ];
    let found =
        found(&[&codes[..], &["grundys_game", "couples_are_forever", "--to", "3000"]].concat());
    assert!(found.len() >= codes.len() + 2);
    assert!(found.iter().all(Option::is_none));
}

#[test]
fn a_tampered_certificate_is_refused() {
    let file = fresh("tampered.json");
    let made = grundy(&["period", "subtraction", "-p", "S={2,5,7}", "--certificate", &file]);
    assert!(made.status.success(), "{}", text(&made));
    let certificate = fs::read_to_string(&file).expect("it was written");
    fs::write(&file, certificate.replace("\"period\": 22", "\"period\": 11")).expect("writable");
    let refused = grundy(&["verify", &file]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused).contains("refused: it was changed"), "{}", text(&refused));
    assert_eq!(grundy(&["verify", "Cargo.toml"]).status.code(), Some(1));
    assert_eq!(grundy(&["verify", &fresh("none.json")]).status.code(), Some(2));
}

#[test]
fn an_interrupted_run_goes_on_as_if_unbroken() {
    let file = fresh("killed.tables");
    let args = ["table", "couples_are_forever", "--to", "20000", "--format", "csv"];
    let with = |option: &'static str| [&args[..], &[option, file.as_str()]].concat();
    // Until it began it is begun anew.
    let next = || if PathBuf::from(&file).exists() { "--resume" } else { "--save" };
    for wait in [150, 40, 80, 300] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(with(next()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        sleep(Duration::from_millis(wait));
        // It may have come to its end.
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    if next() == "--save" {
        assert!(grundy(&with("--save")).status.success());
    }
    let resumed = grundy(&with("--resume"));
    assert!(resumed.status.success(), "{}", text(&resumed));
    assert_eq!(resumed.stdout, grundy(&args).stdout);
    assert_eq!(grundy(&with("--resume")).stdout, resumed.stdout);
}

#[test]
fn tables_of_each_heap_in_a_question_are_kept() {
    let file = fresh("hull.tables");
    let sums = "Path(n) + Half(n) + Both(n) for n in 1..=3000";
    let args = ["table", "hull_paths", sums, "--format", "csv"];
    let with = |option: &'static str| [&args[..], &[option, file.as_str()]].concat();
    let saved = grundy(&with("--save"));
    assert!(saved.status.success(), "{}", text(&saved));
    assert_eq!(saved.stdout, grundy(&args).stdout);
    assert!(fs::read(&file).expect("it was written").len() > 3 * 3000);
    let resumed = grundy(&with("--resume"));
    assert_eq!((resumed.status.code(), resumed.stdout), (Some(0), saved.stdout));
    // Nothing of these could be kept.
    let refused = [
        ("wythoff", "Board(a, 1) for a in 0..=9", "nothing in `Board(a, 1)` is solved as a heap"),
        ("kayles", "grundy(Row(n)) for n in 0..=9", "is no sum of heaps"),
        ("hull_paths", "Path(n) for param k in 1..=2, n in 1..=9", "of one game only"),
    ];
    for (game, question, words) in refused {
        let file = fresh("nothing.tables");
        let output = grundy(&["table", game, question, "--save", &file]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output).contains(words), "{}", text(&output));
        assert!(!PathBuf::from(&file).exists());
    }
    let misere = grundy(&["table", "kayles", "--misere", "--save", &fresh("misere.tables")]);
    assert!(text(&misere).contains("under normal play"), "{}", text(&misere));
}

#[test]
fn foreign_and_damaged_files_are_left_as_they_are() {
    let file = fresh("kayles.tables");
    let keep = |spec: &str, option: &str| {
        let output = grundy(&["period", spec, "--to", "2000", option, &file]);
        (output.status.code(), text(&output))
    };
    assert_eq!(keep("kayles", "--save").0, Some(0));
    let whole = fs::read(&file).expect("it was written");
    // Another game, and a new beginning on an old file.
    for (spec, option) in [("0.07", "--resume"), ("kayles", "--save"), ("0.07", "--save")] {
        assert_eq!(keep(spec, option).0, Some(2));
        assert_eq!(fs::read(&file).expect("it is there"), whole);
    }
    for at in (0..whole.len()).step_by(5) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&file, &damaged).expect("writable");
        let (status, words) = keep("kayles", "--resume");
        assert_eq!(status, Some(2), "byte {at}: {words}");
        assert_eq!(fs::read(&file).expect("it is there"), damaged);
    }
    fs::write(&file, "not tables at all").expect("writable");
    assert_eq!(keep("kayles", "--resume").0, Some(2));
    assert_eq!(fs::read(&file).expect("it is there"), b"not tables at all");
}

/// Counts by looking at each choice, and of equal sums at the first only.
fn walked(game: &Game, sums: &str, ordered: bool) -> BTreeMap<u64, u128> {
    let (query, instance) = asked(game, sums);
    let (mut counts, mut seen) = (BTreeMap::new(), BTreeSet::new());
    let mut frame = vec![grundy_compiler::value::Value::Int(0); query.frame.names.len()];
    let each = instance.each_choice(&query.binders, &mut frame, &mut |instance, frame| {
        let value = instance.value_in(&query.subject, frame)?;
        if ordered || seen.insert(value.sum().as_ref().clone()) {
            *counts.entry(instance.nimber(value.sum())?.get()).or_insert(0) += 1;
        }
        Ok(std::ops::ControlFlow::Continue(()))
    });
    assert!(each.is_ok());
    counts
}

fn asked(
    game: &Game,
    sums: &str,
) -> (grundy_compiler::Query, std::rc::Rc<grundy_compiler::Instance>) {
    let (mut checked, mut sources) = (game.checked.clone(), game.sources.clone());
    let id = sources.add("<sum>", sums);
    let (subject, binders) = parse_query(&sources, id).expect("a sum");
    let query = checked.check_query(&subject, &binders, None).expect("a sum of the game");
    let (spec, sources) = (checked.spec.into(), sources.into());
    let instance = grundy_compiler::Instance::new(spec, sources, &[], Default::default());
    (query, instance.expect("params have defaults"))
}

#[test]
fn counts_agree_with_looking_at_each() {
    let game = Game::read(
        "test.game",
        "game two
         position Row(n: nat) { move knock(s in 1..=2, a in 0..=n - s) -> Row(a) + Row(n - s - a) }
         position Heap(n: nat) { move take(s in 1..=n) -> Heap(n - s) }
         position Pair(a: nat, b: nat) { move take(s in 1..=a) -> Pair(a - s, b) }",
    );
    let questions = [
        ("Row(0..=90)", false),
        ("Row(3..=20) + Row(3..=20)", false),
        ("Row(3..=20) + Row(3..=20) + Row(3..=20)", false),
        ("Row(0..=9) + Row(5..=20)", true),
        ("Row(0..=4) + Row(5..=20)", false),
        ("Row(0..=9) + Heap(0..=9) + Row(0..=9) + *3 + Row(7)", false),
        ("Row(n + 2) for n in 0..=50", false),
        ("Row(n) + Row(n + 1) for n in 0..=50", true),
        ("2 * Row(n) + Heap(m) for n in 0..=9, m in 0..=9", true),
        ("Row(n) + Row(m) for n in 0..=9, m in 0..=n", true),
        ("Row(n) + Row(m) for n in 0..=9, m in 0..=9, if n < m", true),
        ("Row(n) for n in 0..=9, m in 0..=9", false),
        ("Row(9 - n) for n in 0..=9", true),
        ("Pair(0..=9, 0..=3)", true),
        ("Row(n) for n in 5..=4", true),
        ("Row(3) + *2", false),
    ];
    for (sums, walks) in questions {
        for ordered in [true, false] {
            let (query, instance) = asked(&game, sums);
            let counted =
                instance.count(&query, ordered).unwrap_or_else(|e| panic!("{}", game.show(&e)));
            let found: BTreeMap<u64, u128> =
                counted.counts.iter().map(|(nimber, count)| (nimber.get(), count)).collect();
            assert_eq!(found, walked(&game, sums, ordered), "{sums}, ordered: {ordered}");
            let overlap = sums == "Row(0..=9) + Row(5..=20)" && ordered;
            assert_eq!(counted.walked, walks && !overlap, "{sums}, ordered: {ordered}");
        }
    }
}

#[test]
fn huge_ranges_are_counted_by_the_period() {
    let counts = |sums: &str, more: &[&str]| {
        let output = grundy(&[&["count", "kayles", sums, "--format", "json"], more].concat());
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        json["total"].as_str().expect("a total").to_string()
    };
    let many = "Row(1..=1_000_000_000_000)";
    assert_eq!(counts(many, &[]), "1000000000000");
    let pairs = format!("{many} + {many}");
    assert_eq!(counts(&pairs, &[]), "1000000000000000000000000");
    assert_eq!(counts(&pairs, &["--unordered"]), "500000000000500000000000");
    let four = format!("{pairs} + {pairs}");
    assert_eq!(grundy(&["count", "kayles", &four]).status.code(), Some(3));
    assert_eq!(grundy(&["count", "nim", "Heap(1..=1_000_000_000_000)"]).status.code(), Some(3));
    assert_eq!(grundy(&["count", "kayles", "Row(1..=9)", "--misere"]).status.code(), Some(2));
}
