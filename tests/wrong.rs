//! Wrong games, and what a person is told about them: source and message together.
//!
//! A file of `tests/wrong` has one mistake and is named after it. Its first line may say how it is
//! run, as in `// $ grundy value FILE 'Heap(3)'`; without such a line it is checked.
#![allow(missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use grundy::compiler::statements::Verdict;
use grundy::compiler::{Diagnostic, Error, Instance, Settings, SourceMap, compile};

/// Codes that no file shows, and why not.
const NOT_SHOWN: &[(&str, &str)] = &[];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a folder with this extension, by name.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// The arguments behind `// $ grundy`, with `FILE` replaced; blanks may stand in single quotes.
fn arguments(text: &str, file: &str) -> Vec<String> {
    let line = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// $ grundy "))
        .unwrap_or("check FILE");
    let mut arguments = vec![String::new()];
    for (at, part) in line.split('\'').enumerate() {
        if at % 2 == 1 {
            arguments.last_mut().expect("there is one").push_str(part);
            continue;
        }
        for (at, word) in part.split(' ').enumerate() {
            if at > 0 {
                arguments.push(String::new());
            }
            arguments.last_mut().expect("there is one").push_str(word);
        }
    }
    arguments.retain(|argument| !argument.is_empty());
    arguments.iter().map(|argument| argument.replace("FILE", file)).collect()
}

/// What the program prints about a file, and how it ends.
fn message(path: &Path, text: &str) -> String {
    let file = path.file_name().expect("a name").to_string_lossy().into_owned();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments(text, &file)).current_dir(root().join("tests/wrong"));
    command.env_remove("COLUMNS").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    let output = command.output().expect("the program runs");
    let printed = [&output.stdout, &output.stderr]
        .map(|bytes| String::from_utf8_lossy(bytes).trim_end().to_string());
    let printed: Vec<&str> =
        printed.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let status = output.status.code().map_or("none".to_string(), |code| code.to_string());
    format!("{}\n[exit status {status}]", printed.join("\n"))
}

#[test]
fn every_wrong_game_is_explained() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("wrong/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut differ = Vec::new();
    for path in files(&root().join("tests/wrong"), "game") {
        let text = fs::read_to_string(&path).expect("a text");
        let shown = format!("{}\n{}\n{}", text.trim_end(), "-".repeat(60), message(&path, &text));
        assert!(!shown.contains("exit status 0]"), "{} is not wrong", path.display());
        assert!(!shown.contains("panicked"), "{shown}");
        // The other files are compared even when one differs.
        let same = settings.bind(|| {
            catch_unwind(AssertUnwindSafe(|| insta::assert_snapshot!(stem(&path), shown)))
        });
        if same.is_err() {
            differ.push(stem(&path));
        }
    }
    assert!(differ.is_empty(), "other messages than before: {}", differ.join(", "));
}

#[test]
fn every_snapshot_has_its_game() {
    let games: BTreeSet<String> =
        files(&root().join("tests/wrong"), "game").iter().map(|path| stem(path)).collect();
    assert!(games.len() >= 60, "the wrong games have gone");
    for path in files(&root().join("tests/wrong/snapshots"), "snap") {
        assert!(games.contains(&stem(&path)), "{} is left over", path.display());
    }
}

/// All codes in a text: `E` and four digits behind `before`.
fn codes(text: &str, before: &str) -> BTreeSet<String> {
    let rest = text.split(before).skip(1).filter_map(|rest| rest.get(..5));
    let codes =
        rest.filter(|code| code.starts_with("E0") && code[1..].bytes().all(|b| b.is_ascii_digit()));
    codes.map(str::to_string).collect()
}

/// The codes that the sources give to messages.
fn codes_of_the_sources() -> BTreeSet<String> {
    let mut folders: Vec<PathBuf> =
        ["grammar/src", "grundy-compiler/src", "src"].map(|folder| root().join(folder)).into();
    let mut all = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for file in files(&folder, "rs") {
            all.extend(codes(&fs::read_to_string(file).expect("a text"), "\""));
        }
        let entries =
            fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        folders.extend(entries.filter(|path| path.is_dir()));
    }
    all
}

fn errors_page() -> String {
    fs::read_to_string(root().join("docs/errors.md")).expect("the page of the errors")
}

#[test]
fn every_code_is_documented() {
    assert_eq!(codes(&errors_page(), "\n## "), codes_of_the_sources());
}

#[test]
fn every_code_is_shown() {
    let snapshots = files(&root().join("tests/wrong/snapshots"), "snap");
    let texts = snapshots.iter().map(|path| fs::read_to_string(path).expect("a text"));
    let shown: BTreeSet<String> = texts.flat_map(|text| codes(&text, "error[")).collect();
    let justified: BTreeSet<String> =
        NOT_SHOWN.iter().map(|(code, _)| (*code).to_string()).collect();
    let missing: BTreeSet<String> = codes_of_the_sources().difference(&shown).cloned().collect();
    assert_eq!(missing, justified);
}

/// The codes of everything that a game is told when it is checked, and the statements that do not hold.
fn findings(text: &str) -> (BTreeSet<String>, Vec<String>) {
    let mut sources = SourceMap::default();
    let id = sources.add("example.game", text);
    let of = |diagnostics: &[Diagnostic]| diagnostics.iter().map(|d| d.code.to_string()).collect();
    let checked = match compile(&sources, id) {
        Ok(checked) => checked,
        Err(diagnostics) => return (of(&diagnostics), Vec::new()),
    };
    let of_error = |error: Error| match error {
        Error::Fault(d) | Error::Outside(d) | Error::Unproved(d) => of(&[*d]),
        other => panic!("{other:?}"),
    };
    let instance =
        match Instance::new(Arc::new(checked.spec), Arc::new(sources), &[], Settings::default()) {
            Ok(instance) => instance,
            Err(error) => return (of_error(error), Vec::new()),
        };
    let (mut found, mut failed) = (BTreeSet::new(), Vec::new());
    let spec = instance.spec();
    for statement in &spec.statements {
        match instance.check_statement(statement) {
            Ok(Verdict::Holds { .. }) => {}
            Ok(Verdict::NotProved(diagnostic)) => found.extend(of(&[*diagnostic])),
            Ok(other) => failed.push(format!("{}: {other:?}", statement.text)),
            Err(error) => found.extend(of_error(error)),
        }
    }
    if found.is_empty() {
        match instance.self_tests() {
            Ok(tests) => failed.extend(tests.into_iter().filter_map(|test| test.disagreed)),
            Err(error) => found.extend(of_error(error)),
        }
    }
    (found, failed)
}

#[test]
fn examples_fail_as_they_say_and_repairs_hold() {
    let page = errors_page();
    for section in page.split("\n## ").skip(1) {
        let code = section.get(..5).expect("a code");
        let mut failing = 0;
        let mut repaired = 0;
        for block in section.split("\n```game").skip(1) {
            let (info, rest) = block.split_once('\n').expect("a block has lines");
            let (game, _) = rest.split_once("\n```").expect("a block ends");
            let (found, failed) = findings(&format!("{game}\n"));
            if info.is_empty() {
                repaired += 1;
                assert_eq!(found, BTreeSet::new(), "the repair of {code}:\n{game}");
            } else {
                failing += 1;
                assert_eq!(info, format!(",fails {code}"), "a block under {code}");
                assert_eq!(
                    found,
                    BTreeSet::from([code.to_string()]),
                    "the example of {code}:\n{game}"
                );
            }
            assert!(failed.is_empty(), "under {code}: {failed:?}");
        }
        assert!(failing >= 1 && repaired >= 1, "{code} needs an example and its repair");
    }
}
