//! `grundy check`: what the files say about their games, held against the games.

use std::io::Write;

use clap::Args;
use grundy::builtin;
use grundy::compiler::ir::{KindId, StatementKind};
use grundy::compiler::period::Finding;
use grundy::compiler::statements::Verdict;
use grundy::compiler::{Error, SelfTest};
use grundy_grammar::ast;
use serde_json::{Value as Json, json};

use super::failure::{Failure, Run, Status};
use super::game::{Game, one_line};
use super::json;
use super::options::{GameOptions, Words};

/// Check the claims, refutations and expectations of games
///
/// Each says on which choices it was checked. A claim about all n holds only with a proof. The
/// clauses `equals` and `symmetric` are tested on small positions. Without a SPEC all built-in
/// games are checked.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy check kayles
  grundy check my.game other.game
  grundy check hull_paths -p k=4 --timeout 10
  grundy check --format json")]
pub struct Check {
    /// Built-in games (see `grundy list`) or paths of `.game` files [default: all built-in games]
    #[arg(value_name = "SPEC")]
    specs: Vec<String>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Words::Text)]
    format: Words,
    #[command(flatten)]
    options: GameOptions,
}

/// What was found out about one statement.
struct Line {
    /// `claim`, `refute`, `expect` or `rules`.
    kind: &'static str,
    /// The statement.
    text: String,
    /// Its line in the file, counted from 1.
    line: usize,
    verdict: Word,
    /// How far it was checked, or where it fails.
    details: String,
    checked: u64,
    /// The choices it is for.
    over: String,
    /// The first choice at which it fails.
    at: Vec<(String, String)>,
}

/// A verdict in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Ok,
    Failed,
    NotChecked,
    NotProved,
    Unfinished,
    /// The rules or the statement are at fault; the message says how.
    Error,
}

impl Word {
    const ALL: [Word; 6] =
        [Word::Ok, Word::Failed, Word::NotChecked, Word::NotProved, Word::Unfinished, Word::Error];

    fn words(self) -> &'static str {
        match self {
            Word::Ok => "ok",
            Word::Failed => "FAILED",
            Word::NotChecked => "not checked",
            Word::NotProved => "not proved",
            Word::Unfinished => "unfinished",
            Word::Error => "error",
        }
    }

    fn status(self) -> Status {
        match self {
            Word::Ok => Status::Fine,
            Word::Failed => Status::False,
            Word::NotChecked | Word::NotProved | Word::Unfinished => Status::Limit,
            Word::Error => Status::Wrong,
        }
    }

    /// The word in its color, at a width that all of them have.
    fn colored(self) -> String {
        let color = match self {
            Word::Ok => "32",
            Word::Failed | Word::Error => "1;31",
            _ => "33",
        };
        format!("\x1b[{color}m{:<11}\x1b[0m", self.words())
    }
}

/// How many statements came to what.
#[derive(Default)]
struct Tally {
    games: usize,
    broken: usize,
    counts: [usize; Word::ALL.len()],
    status: Option<Status>,
}

impl Check {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        let specs = if self.specs.is_empty() {
            builtin::ALL.iter().map(|game| game.name.to_string()).collect()
        } else {
            self.specs.clone()
        };
        let mut tally = Tally::default();
        for spec in &specs {
            let games = match Game::open(spec, &self.options) {
                Ok(games) => games,
                Err(failure) => {
                    tally.broken += 1;
                    tally.report(&failure, out)?;
                    continue;
                }
            };
            for game in games {
                self.check(game, out, &mut tally)?;
            }
        }
        if self.format == Words::Text {
            writeln!(out, "{}", tally.words())?;
        }
        Ok(tally.status.unwrap_or(Status::Fine))
    }

    fn check(&self, mut game: Game, out: &mut dyn Write, tally: &mut Tally) -> Run<()> {
        tally.games += 1;
        if self.format == Words::Text {
            writeln!(out, "{}", game.title())?;
        }
        let spec = game.instance.spec();
        if let Some(Err(error)) = spec.start.as_ref().map(|start| game.instance.run(start)) {
            tally.report(&game.failure(error), out)?;
        }
        let items: Vec<ast::Item> =
            game.file.items.iter().filter(|item| is_statement(item)).cloned().collect();
        for (statement, item) in spec.statements.iter().zip(&items) {
            let verdict = game.instance.check_statement(statement);
            let unfinished = matches!(verdict, Ok(Verdict::Unfinished { .. }));
            let line = line(&game, &statement.text, &statement.kind, item, verdict.as_ref().ok());
            self.write(&line, &game, out, tally)?;
            if let Err(error) = verdict {
                tally.report(&game.failure(error), out)?;
            }
            if unfinished {
                // What was held for this one would leave no room for the next.
                game = game.anew()?;
            }
        }
        match game.instance.self_tests() {
            Ok(tests) => tests
                .iter()
                .try_for_each(|test| self.write(&rules(&game, test), &game, out, tally))?,
            // With nothing left to spend, the statements have said so.
            Err(Error::Limit(_)) if tally.status == Some(Status::Limit) => {}
            Err(error) => tally.report(&game.failure(error), out)?,
        }
        if self.format == Words::Text {
            writeln!(out)?;
        }
        out.flush()?;
        Ok(())
    }

    fn write(&self, line: &Line, game: &Game, out: &mut dyn Write, tally: &mut Tally) -> Run<()> {
        tally.counts[line.verdict as usize] += 1;
        tally.add(line.verdict.status());
        match self.format {
            Words::Text => {
                writeln!(
                    out,
                    "  {} line {:<3} {}",
                    line.verdict.colored(),
                    line.line,
                    line.words()
                )?;
            }
            Words::Json => writeln!(out, "{}", json::result(game, line.json()))?,
        }
        Ok(())
    }
}

impl Line {
    fn words(&self) -> String {
        let quote = if matches!(self.kind, "claim" | "refute") { "\"" } else { "" };
        let colon = if self.details.is_empty() { "" } else { ": " };
        format!("{} {quote}{}{quote}{colon}{}", self.kind, self.text, self.details)
    }

    fn json(&self) -> Json {
        let at: serde_json::Map<String, Json> =
            self.at.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        json!({
            "statement": self.kind,
            "text": self.text,
            "line": self.line,
            "verdict": self.verdict.words().replace(' ', "_").to_lowercase(),
            "checked": self.checked,
            "over": self.over,
            "at": at,
            "details": self.details,
        })
    }
}

impl Tally {
    fn add(&mut self, status: Status) {
        self.status = self.status.max(Some(status));
    }

    fn report(&mut self, failure: &Failure, out: &mut dyn Write) -> Run<()> {
        out.flush()?;
        failure.print();
        self.add(failure.status);
        Ok(())
    }

    fn words(&self) -> String {
        let all: usize = self.counts.iter().sum();
        let counts = Word::ALL.iter().filter(|word| self.counts[**word as usize] > 0);
        let counts: Vec<String> = counts
            .map(|word| format!("{} {}", self.counts[*word as usize], word.words()))
            .collect();
        let broken = match self.broken {
            0 => String::new(),
            1 => "; 1 game is refused".to_string(),
            n => format!("; {n} games are refused"),
        };
        let counts =
            if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
        format!(
            "{}, {}{counts}{broken}",
            plural(self.games as u64, "game"),
            plural(all as u64, "statement")
        )
    }
}

fn plural(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn is_statement(item: &ast::Item) -> bool {
    matches!(
        item.kind,
        ast::ItemKind::Claim { .. } | ast::ItemKind::Refute { .. } | ast::ItemKind::Expect { .. }
    )
}

/// What is said of a statement; without a verdict its error has a message of its own.
fn line(
    game: &Game,
    text: &str,
    kind: &StatementKind,
    item: &ast::Item,
    verdict: Option<&Verdict>,
) -> Line {
    let over = over(game, item);
    let (kind, text) = match kind {
        StatementKind::Claim(_) => ("claim", text.to_string()),
        StatementKind::Refute { .. } => ("refute", text.to_string()),
        StatementKind::Expect { .. } => ("expect", subject(game, item)),
    };
    let (word, details, checked, at) = match verdict.cloned() {
        None => (Word::Error, "see the message".to_string(), 0, Vec::new()),
        Some(Verdict::Holds { checked, proofs }) => {
            let range = match (proved(&proofs), item_at(game, item), over.as_str()) {
                (Some(proof), _, "") => proof,
                (Some(proof), ..) => format!("for {over}: {proof}"),
                (None, Some(at), _) => format!("false, first at {at}"),
                (None, None, "") if checked == 1 => String::new(),
                (None, None, "") => format!("checked for {}", plural(checked, "choice")),
                (None, None, _) => format!("checked for {}: {over}", plural(checked, "choice")),
            };
            (Word::Ok, range, checked, Vec::new())
        }
        Some(Verdict::NotChecked) => {
            (Word::NotChecked, format!("there is no choice to check it for: {over}"), 0, Vec::new())
        }
        Some(Verdict::Fails { checked, at, found, .. }) => {
            let shown: Vec<String> =
                at.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let place =
                if shown.is_empty() { String::new() } else { format!("at {}: ", shown.join(", ")) };
            let before = if shown.is_empty() || checked == 0 {
                String::new()
            } else {
                format!(" (it holds for the {} before)", plural(checked, "choice"))
            };
            (Word::Failed, format!("{place}{found}{before}"), checked, at)
        }
        Some(Verdict::NotProved(why)) => {
            let notes: Vec<&str> = why.notes.iter().map(String::as_str).collect();
            let reason = [&[why.primary.1.as_str()], notes.as_slice()].concat().join("; ");
            (Word::NotProved, reason, 0, Vec::new())
        }
        Some(Verdict::Unfinished { checked, limit }) => (
            Word::Unfinished,
            format!("{limit}; it holds for {}", plural(checked, "choice")),
            checked,
            Vec::new(),
        ),
    };
    Line { kind, text, line: game.line(item.span), verdict: word, details, checked, over, at }
}

/// The proof that a statement about all n rests on; of several the first.
fn proved(proofs: &[Finding]) -> Option<String> {
    let mut proofs = proofs.iter().filter(|proof| proof.proved);
    let first = proofs.next()?;
    Some(match proofs.count() {
        0 => first.to_string(),
        more => format!("{first}; and {}", plural(more as u64, "more proof")),
    })
}

/// What an expectation speaks of.
fn subject(game: &Game, item: &ast::Item) -> String {
    match &item.kind {
        ast::ItemKind::Expect { subject, .. } => one_line(&game.instance.text(subject.span)),
        _ => String::new(),
    }
}

/// What the rules say by `symmetric` and `equals`.
fn rules(game: &Game, test: &SelfTest) -> Line {
    let kind = &game.checked.spec.kinds[KindId::index(test.kind)];
    let names = [(!kind.symmetric.is_empty(), "symmetric"), (!kind.equals.is_empty(), "equals")];
    let names: Vec<&str> = names.into_iter().filter_map(|(is, name)| is.then_some(name)).collect();
    let checked = test.agreed as u64;
    let (verdict, details) = match (&test.disagreed, checked) {
        (Some(words), _) => (Word::Failed, words.clone()),
        (None, 0) => (Word::NotChecked, "there is no small position to check it for".to_string()),
        (None, _) => {
            (Word::Ok, format!("agrees with the moves on {}", plural(checked, "small position")))
        }
    };
    let line = game.line(kind.span);
    let text = format!("{} of {}", names.join(" and "), kind.name);
    Line {
        kind: "rules",
        text,
        line,
        verdict,
        details,
        checked,
        over: String::new(),
        at: Vec::new(),
    }
}

/// The choices that a statement is for, as its author wrote them.
fn over(game: &Game, item: &ast::Item) -> String {
    let binders = match &item.kind {
        ast::ItemKind::Claim { binders, .. }
        | ast::ItemKind::Refute { binders, .. }
        | ast::ItemKind::Expect { binders, .. } => binders,
        _ => return String::new(),
    };
    let ranges =
        binders.iter().filter(|binder| !matches!(binder.kind, ast::BinderKind::Let { .. }));
    ranges.map(|binder| one_line(&game.instance.text(binder.span))).collect::<Vec<_>>().join(", ")
}

/// The counterexample that a refutation gives.
fn item_at(game: &Game, item: &ast::Item) -> Option<String> {
    let ast::ItemKind::Refute { at, .. } = &item.kind else {
        return None;
    };
    let (first, last) = (at.first()?, at.last()?);
    Some(one_line(&game.instance.text(first.0.span.to(last.1.span))))
}
