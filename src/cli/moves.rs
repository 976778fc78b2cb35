//! `grundy moves`: every option of a sum, the winning ones marked.

use std::collections::BTreeSet;
use std::io::Write;

use clap::Args;
use grundy::compiler::ir::Play;
use grundy::compiler::value::{Position, SumValue, Value};
use grundy::core::{Nimber, Outcome, Sum};
use serde_json::{Value as Json, json};

use super::failure::{Failure, Run, Status};
use super::game::Game;
use super::options::{Format, GameOptions};
use super::{json, layout};

/// List the moves of a sum with what they lead to, the winning ones marked
///
/// Equal components are listed once. A move wins when the player to move then loses.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy moves nim 'Heap[3, 4, 5]'
  grundy moves kayles --winning
  grundy moves kayles 'Row(40)' --count
  grundy moves nim 'Heap(2) + Heap(1)' --misere --format json")]
pub struct Moves {
    /// A built-in game (see `grundy list`), the path of a `.game` file, or a code such as 0.77
    spec: String,
    /// The sum; without it, the `start` of the game
    sum: Option<String>,
    /// Only the moves that win
    #[arg(long)]
    winning: bool,
    /// Only how many there are
    #[arg(long)]
    count: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    options: GameOptions,
}

/// A move in a sum.
struct MoveTo {
    name: String,
    chosen: Vec<(String, Value)>,
    /// The component it is made in.
    component: String,
    /// What that becomes, in the words of the rules.
    becomes: String,
    /// The whole sum behind it.
    after: SumValue,
    /// Its nimber under normal play; not asked for under misère play.
    nimber: Option<Nimber>,
    outcome: Outcome,
}

/// A heap of a larger size is not listed move by move.
const MAX_HEAP: u64 = 1_000_000;

impl Moves {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        for (i, mut game) in Game::open(&self.spec, &self.options)?.into_iter().enumerate() {
            let sum = self.sum(&mut game)?;
            let options = options(&game, &sum)?;
            match self.format {
                Format::Text => {
                    if i > 0 {
                        writeln!(out)?;
                    }
                    self.write_text(out, &game, &sum, &options)?;
                }
                Format::Csv => self.write_csv(out, &game, &options, i == 0)?,
                Format::Json => self.write_json(out, &game, &sum, &options)?,
            }
        }
        Ok(Status::Fine)
    }

    fn sum(&self, game: &mut Game) -> Run<SumValue> {
        if let Some(text) = &self.sum {
            return game.sum("<sum>", text);
        }
        game.start("moves")
    }

    fn shown<'a>(&self, options: &'a [MoveTo]) -> Vec<&'a MoveTo> {
        options.iter().filter(|option| !self.winning || option.wins()).collect()
    }

    fn write_text(
        &self,
        out: &mut dyn Write,
        game: &Game,
        sum: &SumValue,
        options: &[MoveTo],
    ) -> Run<()> {
        let count = Count::of(game, options)?;
        if self.count {
            writeln!(
                out,
                "{}: moves from {}: {}",
                game.title(),
                game.instance.show_sum(sum),
                count.words()
            )?;
            return Ok(());
        }
        writeln!(out, "{}: moves from {}", game.title(), game.instance.show_sum(sum))?;
        writeln!(out, "{}", self.verdict(game, sum, &count)?)?;
        let shown = self.shown(options);
        if shown.is_empty() {
            return Ok(());
        }
        let several = shown.iter().any(|option| option.component != shown[0].component);
        let normal = game.play() == Play::Normal;
        let row = |cells: [String; 6]| -> Vec<String> {
            let keep = [true, true, several, true, normal, true];
            cells.into_iter().zip(keep).filter_map(|(cell, keep)| keep.then_some(cell)).collect()
        };
        let header = row(["", "move", "in", "becomes", "nimber", "outcome"].map(String::from));
        let rows = shown.iter().map(|option| {
            row([
                if option.wins() { "*" } else { "" }.to_string(),
                option.call(game),
                option.component.clone(),
                option.becomes.clone(),
                option.nimber.map_or(String::new(), |nimber| nimber.get().to_string()),
                option.outcome.to_string(),
            ])
        });
        writeln!(out)?;
        layout::columns(out, &header, &rows.collect::<Vec<_>>())?;
        Ok(())
    }

    /// Who wins, and by how many moves.
    fn verdict(&self, game: &Game, sum: &SumValue, count: &Count) -> Run<String> {
        let won = count.moves == 0 && game.play() == Play::Misere || count.winning_moves > 0;
        let winner = if won { "wins" } else { "loses" };
        let value = match game.play() {
            Play::Normal => format!(
                "nimber {}, ",
                game.instance.nimber(sum).map_err(|error| game.failure(error))?.get()
            ),
            Play::Misere => String::new(),
        };
        let outcome = if won { Outcome::N } else { Outcome::P };
        let why = match (count.moves, count.winning_moves) {
            (0, _) => "there is no move".to_string(),
            (_, 0) => "every move loses".to_string(),
            _ => count.words(),
        };
        Ok(format!("{value}{outcome}: the player to move {winner}; {why}"))
    }

    fn write_csv(
        &self,
        out: &mut dyn Write,
        game: &Game,
        options: &[MoveTo],
        header: bool,
    ) -> Run<()> {
        let outcome = format!("{}_outcome", json::play(game.play()));
        if self.count {
            let names = ["moves", "options", "winning_moves", "winning_options"].map(String::from);
            let count = Count::of(game, options)?;
            let cells = [count.moves, count.options, count.winning_moves, count.winning_options]
                .map(|n| n.to_string());
            return self.csv_rows(out, game, header, &names, &[cells.to_vec()]);
        }
        let names = [
            "winning".to_string(),
            "move".to_string(),
            "component".to_string(),
            "becomes".to_string(),
            "after".to_string(),
            "nimber".to_string(),
            outcome,
        ];
        let rows: Vec<Vec<String>> = self
            .shown(options)
            .into_iter()
            .map(|option| {
                vec![
                    option.wins().to_string(),
                    option.call(game),
                    option.component.clone(),
                    option.becomes.clone(),
                    game.instance.show_sum(&option.after),
                    option.nimber.map_or(String::new(), |nimber| nimber.get().to_string()),
                    option.outcome.to_string(),
                ]
            })
            .collect();
        self.csv_rows(out, game, header, &names, &rows)
    }

    fn csv_rows(
        &self,
        out: &mut dyn Write,
        game: &Game,
        header: bool,
        names: &[String],
        rows: &[Vec<String>],
    ) -> Run<()> {
        if header {
            layout::csv(out, &[game.swept_names(), names.to_vec()].concat())?;
        }
        for row in rows {
            layout::csv(out, &[game.swept_values(), row.clone()].concat())?;
        }
        Ok(())
    }

    fn write_json(
        &self,
        out: &mut dyn Write,
        game: &Game,
        sum: &SumValue,
        options: &[MoveTo],
    ) -> Run<()> {
        let count = Count::of(game, options)?;
        let won = count.winning_moves > 0 || count.moves == 0 && game.play() == Play::Misere;
        let mut body = json!({
            "sum": game.instance.show_sum(sum),
            "outcome": if won { "N" } else { "P" },
            "moves": count.moves,
            "options": count.options,
            "winning_moves": count.winning_moves,
            "winning_options": count.winning_options,
        });
        if !self.count {
            body["list"] =
                self.shown(options).into_iter().map(|option| option.json(game)).collect();
        }
        writeln!(out, "{}", json::result(game, body))?;
        Ok(())
    }
}

impl MoveTo {
    fn wins(&self) -> bool {
        !self.outcome.is_won()
    }

    /// `bowl(k = 1, left = 5)`.
    fn call(&self, game: &Game) -> String {
        let chosen: Vec<String> = self
            .chosen
            .iter()
            .map(|(name, value)| format!("{name} = {}", game.instance.show(value)))
            .collect();
        if chosen.is_empty() {
            self.name.clone()
        } else {
            format!("{}({})", self.name, chosen.join(", "))
        }
    }

    fn json(&self, game: &Game) -> Json {
        let chosen = self
            .chosen
            .iter()
            .map(|(name, value)| (name.clone(), json::value(&game.instance, value)));
        json!({
            "move": self.name,
            "choice": chosen.collect::<serde_json::Map<_, _>>(),
            "component": self.component,
            "becomes": self.becomes,
            "after": game.instance.show_sum(&self.after),
            "nimber": self.nimber.map(Nimber::get),
            "outcome": self.outcome.to_string(),
            "winning": self.wins(),
        })
    }
}

/// How many moves there are.
struct Count {
    moves: usize,
    /// Different sums they lead to, in normal form.
    options: usize,
    winning_moves: usize,
    winning_options: usize,
}

impl Count {
    fn of(game: &Game, options: &[MoveTo]) -> Run<Count> {
        let mut distinct: [BTreeSet<Sum<Position>>; 2] = Default::default();
        for option in options {
            let normal =
                game.instance.normal_sum(&option.after).map_err(|error| game.failure(error))?;
            let normal = normal.canonical().map_err(|error| Failure::limit(error.to_string()))?;
            distinct[usize::from(option.wins())].insert(normal);
        }
        let winning_options = distinct[1].len();
        Ok(Count {
            moves: options.len(),
            options: distinct[0].len() + winning_options,
            winning_moves: options.iter().filter(|option| option.wins()).count(),
            winning_options,
        })
    }

    fn words(&self) -> String {
        let moves =
            if self.moves == 1 { "1 move".to_string() } else { format!("{} moves", self.moves) };
        let options = if self.options == 1 {
            "1 option".to_string()
        } else {
            format!("{} different options", self.options)
        };
        let win = if self.winning_moves == 1 { "wins" } else { "win" };
        format!("{} of {moves} {win} ({} of {options})", self.winning_moves, self.winning_options)
    }
}

/// The moves of a sum: for each different component the moves of one copy of it.
fn options(game: &Game, sum: &SumValue) -> Run<Vec<MoveTo>> {
    if let Some(run) = sum.runs.first() {
        let first = game.instance.show_position(&run.first);
        return Err(Failure::limit(format!(
            "the moves of a sum of {} positions from `{first}` on are not listed",
            run.count
        ))
        .help("`grundy value` finds the nimber of such a sum"));
    }
    let sum = sum.sum.clone().canonical().map_err(|error| Failure::limit(error.to_string()))?;
    let mut all = Vec::new();
    for (at, (position, _)) in sum.components().iter().enumerate() {
        let rest = without(&sum, Some(at), None);
        let component = game.instance.show_position(position);
        for choice in game.instance.choices(position).map_err(|error| game.failure(error))? {
            let becomes = game.instance.show_sum(&choice.sum);
            all.push(option(
                game,
                choice.name,
                choice.chosen,
                &component,
                becomes,
                &rest,
                choice.sum,
            )?);
        }
    }
    for (at, (size, _)) in sum.heaps().iter().enumerate() {
        if *size > MAX_HEAP {
            return Err(Failure::limit(format!(
                "the {size} moves of the Nim heap `*{size}` are not listed"
            )));
        }
        let rest = without(&sum, None, Some(at));
        for smaller in 0..*size {
            let mut becomes = SumValue::default();
            becomes.sum.push_heap(smaller, 1);
            let chosen = vec![("to".to_string(), Value::Int(smaller as i64))];
            all.push(option(
                game,
                "reduce".to_string(),
                chosen,
                &format!("*{size}"),
                format!("*{smaller}"),
                &rest,
                becomes,
            )?);
        }
    }
    Ok(all)
}

fn option(
    game: &Game,
    name: String,
    chosen: Vec<(String, Value)>,
    component: &str,
    becomes: String,
    rest: &Sum<Position>,
    part: SumValue,
) -> Run<MoveTo> {
    let mut after = part;
    after.sum.add(rest.clone());
    after.sum = after.sum.canonical().map_err(|error| Failure::limit(error.to_string()))?;
    let (nimber, outcome) = match game.play() {
        Play::Normal => {
            let nimber = game.instance.nimber(&after).map_err(|error| game.failure(error))?;
            (Some(nimber), Outcome::of(nimber))
        }
        Play::Misere => (
            None,
            game.instance.outcome(&after, Play::Misere).map_err(|error| game.failure(error))?,
        ),
    };
    Ok(MoveTo { name, chosen, component: component.to_string(), becomes, after, nimber, outcome })
}

/// The sum without one copy of a component or of a heap.
fn without(sum: &Sum<Position>, component: Option<usize>, heap: Option<usize>) -> Sum<Position> {
    let mut rest = Sum::zero();
    for (i, (position, copies)) in sum.components().iter().enumerate() {
        rest.push(position.clone(), copies - u64::from(component == Some(i)));
    }
    for (i, (size, copies)) in sum.heaps().iter().enumerate() {
        rest.push_heap(*size, copies - u64::from(heap == Some(i)));
    }
    rest
}
