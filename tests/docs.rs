//! The documentation keeps its word: every block in it is run.
//!
//! | fence | what is tested |
//! |---|---|
//! | `game` | the game compiles, its statements hold, its normal forms agree with its moves |
//! | `game,fails E0701` | it is refused, or a statement of it stops, with that code and no other |
//! | `eval` | each line `EXPR = VALUE` (or `EXPR = error E0702`), without a game |
//! | `eval,with` | the same, within the last game above |
//! | `console` | each `$ grundy ...` prints what stands below it; the games above are files |
//! | `rust`, `toml`, `sh`, `text`, none | nothing |
//!
//! With `UPDATE_DOCS=1` in the environment the output in `console` blocks is written anew.
#![allow(missing_docs)]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;

use common::{Game, code_of, value};
use grundy_compiler::statements::Verdict;
use grundy_compiler::{Checked, Error, Instance, Settings, SourceMap, compile, render};

/// A fenced block.
struct Block {
    /// What stands behind the fence.
    kind: String,
    /// The line of the fence, counted from 1.
    line: usize,
    text: String,
}

/// A page with the mistakes found in it.
struct Page {
    name: String,
    text: String,
    mistakes: Vec<String>,
}

impl Page {
    fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        for (at, line) in self.text.lines().enumerate() {
            match (line.strip_prefix("```"), &mut open) {
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (Some(kind), None) => {
                    open = Some(Block {
                        kind: kind.trim().to_string(),
                        line: at + 1,
                        text: String::new(),
                    });
                }
                (None, Some(block)) => block.text.extend([line, "\n"]),
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{}: a block is not closed", self.name);
        blocks
    }

    fn wrong(&mut self, line: usize, what: impl AsRef<str>) {
        self.mistakes.push(format!("{}:{line}: {}", self.name, what.as_ref()));
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The pages, without those of the errors, which have a test of their own.
fn pages() -> Vec<Page> {
    let mut paths: Vec<PathBuf> = fs::read_dir(root().join("docs"))
        .expect("the folder of the documentation")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "md") && !path.ends_with("errors.md"))
        .collect();
    paths.extend([root().join("README.md"), root().join("ARCHITECTURE.md")]);
    paths.sort();
    paths.iter().map(|path| page(path)).collect()
}

fn page(path: &Path) -> Page {
    let name = path.strip_prefix(root()).expect("below the root").display().to_string();
    Page { name, text: fs::read_to_string(path).expect("a page"), mistakes: Vec::new() }
}

/// Looks through all pages and shows all mistakes at once.
fn each_page(look: impl Fn(&mut Page)) {
    let mut mistakes = Vec::new();
    for mut page in pages() {
        look(&mut page);
        mistakes.append(&mut page.mistakes);
    }
    assert!(mistakes.is_empty(), "\n{}\n", mistakes.join("\n\n"));
}

#[test]
fn every_block_is_of_a_known_kind() {
    each_page(|page| {
        for block in page.blocks() {
            let known = ["game", "eval", "eval,with", "console", "toml", "sh", "text", "rust", ""];
            if !known.contains(&block.kind.as_str()) && !block.kind.starts_with("game,fails E") {
                page.wrong(block.line, format!("no test knows blocks of kind `{}`", block.kind));
            }
        }
    });
}

#[test]
fn every_game_holds_what_it_says() {
    each_page(|page| {
        for block in page.blocks().iter().filter(|block| block.kind == "game") {
            if let Err(what) = holds(block) {
                page.wrong(block.line, what);
            }
        }
    });
}

fn holds(block: &Block) -> Result<(), String> {
    let game = compiled(&block.text)?;
    let instance = instance(&game.checked, &game.sources).map_err(|e| game.show(&e))?;
    for statement in &game.checked.spec.statements {
        let verdict = instance.check_statement(statement).map_err(|e| game.show(&e))?;
        if !matches!(verdict, Verdict::Holds { .. }) {
            return Err(format!("`{}`: {verdict:?}", game.sources.text(statement.span)));
        }
    }
    if let Some(start) = &game.checked.spec.start {
        instance.run(start).map_err(|e| game.show(&e))?;
    }
    for test in instance.self_tests().map_err(|e| game.show(&e))? {
        if let Some(words) = test.disagreed {
            return Err(words);
        }
    }
    Ok(())
}

fn compiled(text: &str) -> Result<Game, String> {
    let mut sources = SourceMap::default();
    let id = sources.add("docs.game", text);
    match compile(&sources, id) {
        Ok(checked) => Ok(Game { sources, checked }),
        Err(mistakes) => {
            Err(mistakes.iter().map(|m| render(m, &sources, false)).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn instance(checked: &Checked, sources: &SourceMap) -> Result<Rc<Instance>, Error> {
    Instance::new(
        Arc::new(checked.spec.clone()),
        Arc::new(sources.clone()),
        &[],
        Settings::default(),
    )
}

#[test]
fn every_wrong_game_is_refused() {
    each_page(|page| {
        for block in page.blocks() {
            let Some(code) = block.kind.strip_prefix("game,fails ") else {
                continue;
            };
            let codes = refusals(&block.text);
            if codes != BTreeSet::from([code.to_string()]) {
                page.wrong(
                    block.line,
                    format!("it is to be refused with {code}, and is with {codes:?}"),
                );
            }
        }
    });
}

/// The codes of all that is wrong with a game and its statements.
fn refusals(text: &str) -> BTreeSet<String> {
    let mut sources = SourceMap::default();
    let id = sources.add("docs.game", text);
    let checked = match compile(&sources, id) {
        Ok(checked) => checked,
        Err(mistakes) => return mistakes.iter().map(|m| m.code.to_string()).collect(),
    };
    let instance = match instance(&checked, &sources) {
        Ok(instance) => instance,
        Err(error) => return BTreeSet::from([code_of(&error)]),
    };
    let mut codes = BTreeSet::new();
    for statement in &checked.spec.statements {
        match instance.check_statement(statement) {
            Err(error) => codes.insert(code_of(&error)),
            Ok(Verdict::NotProved(diagnostic)) => codes.insert(diagnostic.code.to_string()),
            Ok(_) => false,
        };
    }
    codes
}

#[test]
fn every_expression_has_its_value() {
    each_page(|page| {
        let mut last: Option<Game> = None;
        for block in page.blocks() {
            match block.kind.as_str() {
                "game" => last = compiled(&block.text).ok(),
                "eval" => evaluate(page, &block, &Checked::empty(), &SourceMap::default()),
                "eval,with" => match &last {
                    Some(game) => evaluate(page, &block, &game.checked, &game.sources),
                    None => page.wrong(block.line, "no game stands above"),
                },
                _ => {}
            }
        }
    });
}

fn evaluate(page: &mut Page, block: &Block, checked: &Checked, sources: &SourceMap) {
    for (at, line) in block.text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with("//") {
            continue;
        }
        let place = block.line + 1 + at;
        let Some((expr, expected)) = line.rsplit_once(" = ") else {
            page.wrong(place, "no ` = ` in this line");
            continue;
        };
        let found = value(checked, sources, expr.trim());
        if found != expected.trim() {
            page.wrong(place, format!("`{}` is {found}", expr.trim()));
        }
    }
}

#[test]
fn every_command_prints_what_is_shown() {
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    each_page(|page| {
        let folder = std::env::temp_dir().join(format!(
            "grundy-docs-{}-{}",
            std::process::id(),
            page.name.replace('/', "-")
        ));
        fs::create_dir_all(&folder).expect("a folder for the games");
        let mut text = page.text.clone();
        for block in page.blocks() {
            match block.kind.as_str() {
                "game" => {
                    let name = compiled(&block.text)
                        .map(|game| game.checked.spec.name)
                        .unwrap_or_default();
                    fs::write(folder.join(format!("{name}.game")), &block.text)
                        .expect("the folder can be written");
                }
                "console" => {
                    let printed = console(&block, &folder);
                    if update {
                        text = text.replace(
                            &format!("```console\n{}```", block.text),
                            &format!("```console\n{printed}```"),
                        );
                    } else if printed != block.text {
                        page.wrong(block.line, format!("these commands print\n{printed}"));
                    }
                }
                _ => {}
            }
        }
        if text != page.text {
            fs::write(root().join(&page.name), text).expect("the page can be written");
        }
        fs::remove_dir_all(&folder).expect("the folder is ours");
    });
}

/// The commands of a block, each with what it prints now.
fn console(block: &Block, folder: &Path) -> String {
    let commands = block.text.lines().filter(|line| line.starts_with("$ "));
    let mut printed = String::new();
    for command in commands {
        printed.extend([command, "\n"]);
        let output = run(&command[2..], folder);
        for line in output.trim_end().lines() {
            printed.extend([line.trim_end(), "\n"]);
        }
    }
    printed
}

/// What a command prints, messages behind data.
fn run(command: &str, folder: &Path) -> String {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_grundy"));
    let own = program.parent().expect("a program lies in a folder");
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("COLUMNS", "80")
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn every_link_leads_somewhere() {
    each_page(|page| {
        let folder =
            root().join(&page.name).parent().expect("a page lies in a folder").to_path_buf();
        for (at, line) in page.text.clone().lines().enumerate() {
            for part in line.split("](").skip(1) {
                let target = part.split(')').next().unwrap_or_default();
                if target.contains("://") {
                    continue;
                }
                let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
                let to = if file.is_empty() { root().join(&page.name) } else { folder.join(file) };
                if !to.exists() {
                    page.wrong(at + 1, format!("there is no `{file}`"));
                } else if !anchor.is_empty() && !anchors(&to).contains(anchor) {
                    page.wrong(at + 1, format!("`{}` has no heading `{anchor}`", to.display()));
                }
            }
        }
    });
}

/// The anchors that the headings of a page make.
fn anchors(page: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(page).expect("a page");
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            let kept =
                words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[test]
fn the_reference_names_every_keyword() {
    let text = page(&root().join("docs/language.md")).text;
    for keyword in grundy_grammar::KEYWORDS {
        let written =
            text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == *keyword);
        assert!(written, "docs/language.md does not mention `{keyword}`");
    }
}
