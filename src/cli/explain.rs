//! `grundy explain`: what a game is, why it ends and how it is solved.

use std::io::Write;

use clap::Args;
use grundy::compiler::analyse::Ending;
use grundy::compiler::ir::{KindId, StatementKind};
use grundy::compiler::{Error, Method};
use grundy::core::HeapReport;
use grundy_grammar::ast;
use serde_json::{Value as Json, json};

use super::failure::{Failure, Run, Status};
use super::filling::{self, MethodOptions};
use super::game::{Game, one_line};
use super::options::{GameOptions, Words, count};
use super::{how, json};

/// Explain a game: its rules, the proof that it ends, and how it is solved
///
/// For each better way to solve it that does not apply, the construct that stands in the way is named.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy explain kayles
  grundy explain hull_paths -p k=4
  grundy explain 0.6 --run --to 100_000")]
pub struct Explain {
    /// A built-in game (see `grundy list`), the path of a `.game` file, or a code such as 0.77
    spec: String,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Words::Text)]
    format: Words,
    /// Fill the tables of heaps, and say how that was done
    #[arg(long)]
    run: bool,
    /// The last size that is filled
    #[arg(long, value_name = "N", value_parser = count, default_value = "10_000", requires = "run")]
    to: u64,
    #[command(flatten)]
    method: MethodOptions,
    #[command(flatten)]
    options: GameOptions,
}

impl Explain {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        let game = Game::open_one(&self.spec, &self.options)?;
        let filled = if self.run { Some(self.filled(&game)?) } else { None };
        if self.format == Words::Json {
            let mut body = json!({"ends": ends(&game), "kinds": how::json(&game)});
            if let Some(filled) = filled {
                body["tables"] = filled.iter().map(Filled::json).collect();
            }
            writeln!(out, "{}", json::result(&game, body))?;
            return Ok(Status::Fine);
        }
        writeln!(out, "{}", game.title())?;
        paragraph(out, "", &game.checked.spec.docs)?;
        params(out, &game)?;
        positions(out, &game)?;
        ending(out, &game)?;
        how::write(out, &game)?;
        if let Some(filled) = filled {
            writeln!(out, "\nTables up to n = {}", self.to)?;
            for filled in filled {
                writeln!(out, "  {}: {}", filled.kind, filling::words(&filled.report))?;
                writeln!(out, "      largest nimber {}", filled.largest)?;
            }
        }
        statements(out, &game)?;
        Ok(Status::Fine)
    }
}

/// The table of a kind that was filled.
struct Filled {
    kind: String,
    largest: u32,
    report: HeapReport,
}

impl Explain {
    /// Fills the tables of all kinds that are heaps.
    fn filled(&self, game: &Game) -> Run<Vec<Filled>> {
        self.method.set(game)?;
        let mut all = Vec::new();
        for (at, kind) in game.checked.spec.kinds.iter().enumerate() {
            let Method::Heap(index) = game.instance.plan().method(at.into()) else { continue };
            let filled = game.instance.with_tables(|tables| {
                let to = self.to.max(tables.family().kinds[index].least);
                tables.fill(index, to, game.instance.budget())?;
                let largest = tables.values(index).iter().max().unwrap_or(0);
                Ok(Filled { kind: kind.name.clone(), largest, report: tables.report(index) })
            });
            all.push(filled.map_err(|limit| game.failure(Error::Limit(limit)))?);
        }
        if all.is_empty() {
            return Err(Failure::wrong(format!(
                "nothing in `{}` is solved as a heap",
                game.name()
            ))
            .help("leave `--run` out: it fills tables of heaps"));
        }
        Ok(all)
    }
}

impl Filled {
    fn json(&self) -> Json {
        json!({
            "kind": self.kind,
            "largest": self.largest,
            "filling": filling::json(&self.report),
        })
    }
}

/// Documentation as it was written, a blank line in front of it.
fn paragraph(out: &mut dyn Write, indent: &str, docs: &str) -> std::io::Result<()> {
    if !docs.is_empty() {
        writeln!(out)?;
    }
    lines(out, indent, docs)
}

fn lines(out: &mut dyn Write, indent: &str, text: &str) -> std::io::Result<()> {
    text.lines()
        .try_for_each(|line| writeln!(out, "{}", format!("{indent}{}", line.trim_end()).trim_end()))
}

fn params(out: &mut dyn Write, game: &Game) -> std::io::Result<()> {
    if !game.checked.spec.params.is_empty() {
        writeln!(out, "\nParams")?;
    }
    let texts = |span| one_line(&game.instance.text(span));
    let items = game.file.items.iter().filter_map(|item| match &item.kind {
        ast::ItemKind::Param { ty, condition, .. } => Some((ty, condition)),
        _ => None,
    });
    for ((param, value), (ty, condition)) in
        game.checked.spec.params.iter().zip(game.instance.params()).zip(items)
    {
        let ty = ty.as_ref().map_or_else(|| param.ty.to_string(), |ty| texts(ty.span));
        let condition =
            condition.as_ref().map_or_else(String::new, |c| format!(" where {}", texts(c.span)));
        writeln!(out, "  {}: {ty} = {}{condition}", param.name, game.instance.show(value))?;
        lines(out, "      ", &param.docs)?;
    }
    Ok(())
}

fn positions(out: &mut dyn Write, game: &Game) -> std::io::Result<()> {
    writeln!(out, "\nPositions")?;
    for item in &game.file.items {
        let ast::ItemKind::Position { name, fields, condition, clauses } = &item.kind else {
            continue;
        };
        let fields = match (fields.first(), fields.last()) {
            (Some(first), Some(last)) => {
                format!("({})", one_line(&game.instance.text(first.name.span.to(last.ty.span))))
            }
            _ => String::new(),
        };
        let condition =
            condition.as_ref().map(|c| format!(" where {}", one_line(&game.instance.text(c.span))));
        writeln!(out, "  {}{fields}{}", name.text, condition.unwrap_or_default())?;
        lines(out, "      ", &item.docs)?;
        for clause in clauses {
            writeln!(out, "    {}", one_line(&game.instance.text(clause.span)))?;
            lines(out, "        ", &clause.docs)?;
        }
    }
    Ok(())
}

fn ending(out: &mut dyn Write, game: &Game) -> std::io::Result<()> {
    writeln!(out, "\nDoes every play end?")?;
    let spec = &game.checked.spec;
    match &game.instance.plan().analysis.ending {
        Ending::Proved { measures } => {
            let mut groups: Vec<(&str, Vec<KindId>)> = Vec::new();
            for falling in measures {
                match groups.iter_mut().find(|(text, _)| *text == falling.text) {
                    Some((_, kinds)) => kinds.extend(&falling.kinds),
                    None => groups.push((&falling.text, falling.kinds.clone())),
                }
            }
            let free = (0..spec.kinds.len())
                .map(KindId::from)
                .filter(|kind| groups.iter().all(|(_, kinds)| !kinds.contains(kind)));
            let free = names(game, free.collect());
            for (text, kinds) in groups {
                writeln!(out, "  Yes: in {}, every move lowers {text}.", names(game, kinds))?;
            }
            if free.is_empty() {
                Ok(())
            } else {
                writeln!(out, "  Yes: nothing leads back to {free}.")
            }
        }
        Ending::NotFound { reason } => {
            writeln!(
                out,
                "  No proof was found; a position that comes back to itself is reported when it is met."
            )?;
            writeln!(out, "    {}", reason.text)?;
            how::excerpt(out, "    ", game, reason.span)
        }
    }
}

/// Whether every play ends, for programs.
fn ends(game: &Game) -> Json {
    match &game.instance.plan().analysis.ending {
        Ending::Proved { measures } => {
            let lowered = measures.iter().map(|falling| {
                let kinds = falling.kinds.iter();
                let kinds = kinds.map(|kind| game.checked.spec.kinds[kind.index()].name.as_str());
                json!({"kinds": kinds.collect::<Vec<_>>(), "lowers": falling.text})
            });
            json!({"proved": true, "measures": lowered.collect::<Vec<_>>()})
        }
        Ending::NotFound { reason } => json!({
            "proved": false,
            "why": reason.text,
            "line": how::line(game, reason.span),
        }),
    }
}

/// The names of kinds in the order of the text.
fn names(game: &Game, mut kinds: Vec<KindId>) -> String {
    kinds.sort_unstable();
    let names: Vec<&str> =
        kinds.iter().map(|kind| game.checked.spec.kinds[kind.index()].name.as_str()).collect();
    names.join(", ")
}

fn statements(out: &mut dyn Write, game: &Game) -> std::io::Result<()> {
    let spec = &game.checked.spec;
    let count =
        |of: fn(&StatementKind) -> bool| spec.statements.iter().filter(|s| of(&s.kind)).count();
    let counts = [
        (count(|kind| matches!(kind, StatementKind::Claim(_))), "claim", "claims"),
        (count(|kind| matches!(kind, StatementKind::Refute { .. })), "refutation", "refutations"),
        (
            count(|kind| matches!(kind, StatementKind::Expect { .. })),
            "list of known values",
            "lists of known values",
        ),
    ];
    let counts = counts.iter().filter(|(count, ..)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }))
        .collect();
    if !counts.is_empty() {
        writeln!(out, "\nStatements (`grundy check`)\n  {}", counts.join(", "))?;
    }
    if !spec.asks.is_empty() {
        writeln!(out, "\nQuestions (`grundy ask`)")?;
        spec.asks
            .iter()
            .try_for_each(|ask| writeln!(out, "  {}: {}", ask.name, one_line(&ask.docs)))?;
    }
    Ok(())
}
