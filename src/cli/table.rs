//! `grundy table`: values of many sums at once.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;
use grundy::compiler::ir::{Play, Type};
use grundy::compiler::value::Value;
use grundy::compiler::{FrameValues, Instance, SourceMap};
use grundy::core::Outcome;
use grundy_grammar::parse_query;
use serde_json::{Map, Value as Json, json};

use super::choices::{self, Axis};
use super::failure::{Failure, Run, Status};
use super::filling::MethodOptions;
use super::game::{Game, Question};
use super::long_run::StateOptions;
use super::options::{Format, GameOptions, count};
use super::{default_table, interrupt, json, kept, layout};

/// Print a table of nimbers
///
/// One running variable gives a sequence, two give a grid. A range in place of a field runs
/// through its values, and behind `for` stands any list of binders of the language.
/// Under misère play the table shows outcomes: P, the player who has just moved wins; N, the
/// player to move wins.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy table kayles --to 100
  grundy table wythoff 'Board(0..=9, 0..=9)'
  grundy table kayles 'Row(n) + Row(5)' --to 20
  grundy table hull_paths 'Path(n) for n in 1..=40' -p k=4
  grundy table nim 'Heap(a) + Heap(b) for a in 0..=4, b in 0..=a' --misere
  grundy table kayles 'grundy(Row(n)) xor 1 for n in 0..=20' --format json")]
pub struct Table {
    /// A built-in game (see `grundy list`), the path of a `.game` file, or a code such as 0.77
    spec: String,
    /// What to tabulate: `SUM`, `SUM for BINDERS`; without it, the first kind with one number, else with two
    sum: Option<String>,
    /// The last size when no sum is given [default: 30, in a grid 12]; with a sum the last n, from 0
    #[arg(long, value_name = "N", value_parser = count)]
    to: Option<u64>,
    /// Show who wins, P or N, in place of nimbers
    #[arg(long)]
    outcomes: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    method: MethodOptions,
    #[command(flatten)]
    state: StateOptions,
    #[command(flatten)]
    options: GameOptions,
}

/// What stands in the table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cells {
    Nimbers,
    Outcomes,
    Values,
}

/// A choice and its value.
struct Row {
    at: Vec<Value>,
    value: Cell,
}

enum Cell {
    Value(Value),
    Outcome(Outcome),
}

impl Table {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        if self.state.is_given() {
            interrupt::flag();
        }
        let games = Game::open(&self.spec, &self.options)?;
        if self.state.is_given() && games.len() > 1 {
            return Err(Failure::wrong("a file keeps the tables of one game only"));
        }
        for (i, mut game) in games.into_iter().enumerate() {
            if !self.state.is_given() {
                self.method.set(&game)?;
            }
            let question = match &self.sum {
                Some(text) => game.question(&up_to(text, self.to)?, None)?,
                None => game.question(&default_table::of(&game, &self.spec, self.to)?, None)?,
            };
            if self.state.is_given() {
                kept::fill(&game, &question, &self.options, self.method, &self.state)?;
            }
            let cells = self.cells(&game, &question)?;
            let axes = choices::axes(&game, &question.query);
            match self.format {
                Format::Csv => write_csv(out, &game, &question, &axes, cells, i == 0)?,
                Format::Json => write_json(out, &game, &question, &axes, cells)?,
                Format::Text => {
                    if i > 0 {
                        writeln!(out)?;
                    }
                    write_text(out, &game, &question, &axes, cells)?;
                }
            }
        }
        Ok(Status::Fine)
    }

    fn cells(&self, game: &Game, question: &Question) -> Run<Cells> {
        let is_sum = question.query.subject.ty == Type::Sum;
        match (is_sum, self.outcomes) {
            (false, true) => Err(Failure::wrong(format!(
                "`{}` is no sum of positions: it has no outcome",
                question.subject
            ))
            .help("drop `--outcomes`, or ask for a sum such as `Heap(n) for n in 0..=9`")),
            (false, false) => Ok(Cells::Values),
            (true, false) if game.play() == Play::Normal => Ok(Cells::Nimbers),
            (true, _) => Ok(Cells::Outcomes),
        }
    }
}

/// The sum with the binder that `--to` stands for.
fn up_to(text: &str, to: Option<u64>) -> Run<String> {
    let Some(to) = to else {
        return Ok(text.to_string());
    };
    let mut sources = SourceMap::default();
    let source = sources.add("<sum>", text);
    match parse_query(&sources, source) {
        Ok((_, binders)) if binders.is_empty() => Ok(format!("{text} for n in 0..={to}")),
        Ok(_) => Err(Failure::wrong("`--to` says how far `n` runs, but the sum has its own `for`")
            .help("leave one of the two out")),
        // The ordinary reading of the sum will say what is wrong with it.
        Err(_) => Ok(text.to_string()),
    }
}

/// Calls `then` for each choice.
fn each(
    game: &Game,
    question: &Question,
    axes: &[Axis],
    cells: Cells,
    then: &mut dyn FnMut(&Instance, Row) -> Run<()>,
) -> Run<()> {
    let query = &question.query;
    let mut stopped = None;
    let flow = game.instance.each_choice(
        &query.binders,
        &mut choices::frame(query),
        &mut |instance, frame| {
            let at = axes.iter().map(|axis| axis.at(instance, frame)).collect();
            let value = cell(instance, question, cells, frame)?;
            Ok(match then(instance, Row { at, value }) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    stopped = Some(error);
                    ControlFlow::Break(())
                }
            })
        },
    );
    let _ = flow.map_err(|error| game.failure(error))?;
    stopped.map_or(Ok(()), Err)
}

/// What `row` makes of each choice, and the limit that kept it from the rest: what was found before
/// is not lost.
fn collect<T>(
    game: &Game,
    question: &Question,
    axes: &[Axis],
    cells: Cells,
    row: &mut dyn FnMut(&Instance, Row) -> T,
) -> Run<(Vec<T>, Option<Failure>)> {
    let mut rows = Vec::new();
    let done = each(game, question, axes, cells, &mut |instance, found| {
        rows.push(row(instance, found));
        choices::may_hold(rows.len())
    });
    match done {
        Err(failure) if failure.status == Status::Limit && !rows.is_empty() => {
            Ok((rows, Some(failure)))
        }
        done => done.map(|()| (rows, None)),
    }
}

/// The limit as the result of a command that has written what was found.
fn ended(stopped: Option<Failure>) -> Run<()> {
    stopped.map_or(Ok(()), Err)
}

fn cell(
    instance: &Instance,
    question: &Question,
    cells: Cells,
    frame: &mut FrameValues,
) -> grundy::compiler::Result<Cell> {
    let subject = &question.query.subject;
    if cells == Cells::Outcomes {
        let sum = instance.value_in(subject, frame)?;
        return instance.outcome(sum.sum(), instance.play()).map(Cell::Outcome);
    }
    instance.subject_value(subject, frame).map(Cell::Value)
}

impl Cell {
    fn show(&self, game: &Game) -> String {
        match self {
            Cell::Value(value) => game.instance.show(value),
            Cell::Outcome(outcome) => outcome.to_string(),
        }
    }

    fn json(&self, game: &Game) -> Json {
        match self {
            Cell::Value(value) => json::value(&game.instance, value),
            Cell::Outcome(outcome) => json!(outcome.to_string()),
        }
    }
}

/// What the values are, in a word that says the convention.
fn column(game: &Game, cells: Cells) -> String {
    match cells {
        Cells::Nimbers => "nimber".to_string(),
        Cells::Outcomes => format!("{}_outcome", json::play(game.play())),
        Cells::Values => "value".to_string(),
    }
}

fn write_csv(
    out: &mut dyn Write,
    game: &Game,
    question: &Question,
    axes: &[Axis],
    cells: Cells,
    header: bool,
) -> Run<()> {
    if header {
        let names =
            axes.iter().map(|axis| axis.name.clone()).chain([column(game, cells)]).collect();
        layout::csv(out, &[game.swept_names(), names].concat())?;
    }
    let params = game.swept_values();
    each(game, question, axes, cells, &mut |instance, row| {
        let at = row.at.iter().map(|value| instance.show(value));
        layout::csv(
            out,
            &params.iter().cloned().chain(at).chain([row.value.show(game)]).collect::<Vec<_>>(),
        )?;
        Ok(())
    })
}

fn write_json(
    out: &mut dyn Write,
    game: &Game,
    question: &Question,
    axes: &[Axis],
    cells: Cells,
) -> Run<()> {
    let (rows, stopped) = collect(game, question, axes, cells, &mut |instance, row| {
        let at = axes
            .iter()
            .zip(&row.at)
            .map(|(axis, value)| (axis.name.clone(), json::value(instance, value)));
        let mut object: Map<String, Json> = at.collect();
        object.insert(column(game, cells), row.value.json(game));
        Json::Object(object)
    })?;
    let mut body = json!({"subject": question.subject, "binders": question.binders, "rows": rows});
    if let Some(failure) = &stopped {
        body["stopped"] = json!(failure.summary());
    }
    writeln!(out, "{}", json::result(game, body))?;
    ended(stopped)
}

fn write_text(
    out: &mut dyn Write,
    game: &Game,
    question: &Question,
    axes: &[Axis],
    cells: Cells,
) -> Run<()> {
    let (rows, stopped) = collect(game, question, axes, cells, &mut |_, row| row)?;
    let what = match cells {
        Cells::Nimbers => "nimbers",
        Cells::Outcomes => "outcomes",
        Cells::Values => "values",
    };
    writeln!(out, "{}: {what} of {}", game.title(), question.words())?;
    if cells == Cells::Outcomes {
        writeln!(out, "(P: the player who has just moved wins, N: the player to move wins)")?;
    }
    writeln!(out)?;
    if rows.is_empty() {
        writeln!(out, "there is no choice")?;
        return Ok(());
    }
    let written = match axes {
        [] => {
            rows.iter().try_for_each(|row| writeln!(out, "{}", row.value.show(game)))?;
            true
        }
        [axis] => write_sequence(out, game, axis, &rows)?,
        [down, across] => write_grid(out, game, down, across, &rows)?,
        _ => false,
    };
    if !written {
        let header: Vec<String> =
            axes.iter().map(|axis| axis.name.clone()).chain([column(game, cells)]).collect();
        let cells = |row: &Row| {
            row.at.iter().map(|v| game.instance.show(v)).chain([row.value.show(game)]).collect()
        };
        layout::columns(out, &header, &rows.iter().map(cells).collect::<Vec<_>>())?;
    }
    ended(stopped)
}

/// Indices beyond this are listed one by one.
const MAX_INDEX: i64 = 1 << 60;

/// Neighbouring indices, several in a row; `false` when the rows are something else.
fn write_sequence(out: &mut dyn Write, game: &Game, axis: &Axis, rows: &[Row]) -> Run<bool> {
    let Some(Value::Int(first)) = rows[0].at.first() else {
        return Ok(false);
    };
    if !(-MAX_INDEX..MAX_INDEX).contains(first)
        || !(*first..).zip(rows).all(|(index, row)| row.at == [Value::Int(index)])
    {
        return Ok(false);
    }
    let values: Vec<String> = rows.iter().map(|row| row.value.show(game)).collect();
    Ok(layout::sequence(out, &axis.name, *first, &values)?)
}

/// A grid with a cell for each pair; `false` when a pair comes twice.
fn write_grid(
    out: &mut dyn Write,
    game: &Game,
    down: &Axis,
    across: &Axis,
    rows: &[Row],
) -> Run<bool> {
    let distinct = |at: usize| {
        let mut values: Vec<&Value> = rows.iter().map(|row| &row.at[at]).collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    let (sides, tops) = (distinct(0), distinct(1));
    if sides.len().saturating_mul(tops.len()) > 4 * rows.len() + 400 {
        return Ok(false);
    }
    let mut grid = vec![vec![String::new(); tops.len()]; sides.len()];
    for row in rows {
        let (Ok(side), Ok(top)) =
            (sides.binary_search(&&row.at[0]), tops.binary_search(&&row.at[1]))
        else {
            return Ok(false);
        };
        let cell = &mut grid[side][top];
        if !cell.is_empty() {
            return Ok(false);
        }
        *cell = row.value.show(game);
    }
    let show =
        |values: Vec<&Value>| values.into_iter().map(|v| game.instance.show(v)).collect::<Vec<_>>();
    let labelled: Vec<(String, Vec<String>)> = show(sides).into_iter().zip(grid).collect();
    layout::grid(out, &format!("{} \\ {}", down.name, across.name), &show(tops), &labelled)?;
    Ok(true)
}
