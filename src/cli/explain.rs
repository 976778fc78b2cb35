//! `grundy explain`: what a game is, why it ends and how it is solved.

use std::io::Write;

use clap::Args;
use grundy::compiler::analyse::{Ending, KindShape, Reason, Shape};
use grundy::compiler::ir::{KindId, StatementKind};
use grundy::compiler::{Method, Span};
use grundy_grammar::ast;

use super::failure::{Run, Status};
use super::game::{Game, one_line};
use super::notation::Heaps;
use super::options::GameOptions;

/// Explain a game: its rules, the proof that it ends, and how it is solved
///
/// For each better way to solve it that does not apply, the construct that stands in the way is named.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy explain kayles
  grundy explain hull_paths -p k=4")]
pub struct Explain {
    /// A built-in game (see `grundy list`), the path of a `.game` file, or a code such as 0.77
    spec: String,
    #[command(flatten)]
    options: GameOptions,
}

impl Explain {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        let game = Game::open_one(&self.spec, &self.options)?;
        writeln!(out, "{}", game.title())?;
        paragraph(out, "", &game.checked.spec.docs)?;
        params(out, &game)?;
        positions(out, &game)?;
        ending(out, &game)?;
        methods(out, &game)?;
        statements(out, &game)?;
        Ok(Status::Fine)
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
            writeln!(out, "    {}", place(game, reason))
        }
    }
}

/// The names of kinds in the order of the text.
fn names(game: &Game, mut kinds: Vec<KindId>) -> String {
    kinds.sort_unstable();
    let names: Vec<&str> =
        kinds.iter().map(|kind| game.checked.spec.kinds[kind.index()].name.as_str()).collect();
    names.join(", ")
}

fn methods(out: &mut dyn Write, game: &Game) -> std::io::Result<()> {
    writeln!(out, "\nHow it is solved")?;
    let plan = game.instance.plan();
    let heaps = Heaps::of(game);
    for (at, kind) in game.checked.spec.kinds.iter().enumerate() {
        let method = match plan.methods[at] {
            Method::Heap(_) => {
                "as a heap that the engine knows: tables of numbers, periods that can be proved"
            }
            Method::Grid(_) => "dense tables, in an order in which every option comes first",
            Method::Sweep => "tables in ascending order, filled by evaluating the rules",
            Method::Search => "memo search of the positions that can be reached",
        };
        writeln!(out, "  {}: {method}", kind.name)?;
        for words in heaps.iter().flat_map(|heaps| heaps.words(KindId::from(at))) {
            writeln!(out, "    {words}")?;
        }
        if !matches!(plan.methods[at], Method::Heap(_)) {
            let shape = &plan.analysis.kinds[at];
            reasons(out, game, shape, plan.methods[at])?;
        }
    }
    Ok(())
}

/// Why each better way does not apply.
fn reasons(
    out: &mut dyn Write,
    game: &Game,
    shape: &KindShape,
    method: Method,
) -> std::io::Result<()> {
    let (heap, tables) = ("not as a heap that the engine knows", "not by tables");
    // A single reason against tables is also the one against heaps.
    let first = match shape.why_not.len() {
        1 if shape.shape == Shape::Other => tables,
        _ => heap,
    };
    for (reason, better) in shape.why_not.iter().zip([first, tables]) {
        writeln!(out, "    {better}: {}", place(game, reason))?;
    }
    let sizes = match (method, shape.shape) {
        (Method::Search, Shape::OneNat { smaller_only: false, .. }) => {
            "not everything it leads to is smaller"
        }
        (Method::Search, Shape::OneNat { dense: false, .. }) => {
            "it reaches few of the smaller sizes, and a table would hold them all"
        }
        (Method::Search, Shape::OneNat { .. } | Shape::Heap { .. }) => {
            "its positions are brought into normal form first"
        }
        _ => return Ok(()),
    };
    writeln!(out, "    {tables}: {sizes}")
}

/// `line 12, at `n / 2`: the size that is removed has no bound`.
fn place(game: &Game, reason: &Reason) -> String {
    if reason.span == Span::default() {
        return reason.text.clone();
    }
    format!(
        "line {}, at `{}`: {}",
        game.line(reason.span),
        one_line(&game.instance.text(reason.span)),
        reason.text
    )
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
