//! `grundy count`: how many positions have each nimber.

use std::io::Write;

use clap::Args;
use grundy::compiler::Count as Counted;
use grundy::compiler::ir::{Play, Type};
use grundy::core::{CountError, Nimber};
use serde_json::{Value as Json, json};

use super::failure::{Failure, Run, Status};
use super::game::{Game, Question};
use super::options::{Format, GameOptions};
use super::{interrupt, json, layout};

/// Count positions by their nimbers, however many there are
///
/// A range in place of a field runs through its values, and behind `for` stands any list of
/// binders. Positions with the nimber 0 are the P-positions. Heaps of which a period is proved are
/// counted by it, and sums of heaps in ranges by how many heaps have each nimber; other positions
/// are looked at one by one, ten million at most.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy count kayles 'Row(1..=1_000_000_000_000)'
  grundy count kayles 'Row(1..=1000) + Row(1..=1000)'
  grundy count kayles 'Row(1..=1000) + Row(1..=1000)' --unordered
  grundy count wythoff 'Board(0..=99, 0..=99)'")]
pub struct Count {
    /// A built-in game (see `grundy list`), the path of a `.game` file, or a take-and-break code
    spec: String,
    /// The positions: `SUM`, `SUM for BINDERS`
    sums: String,
    /// Count sums of the same positions once: `Row(1) + Row(2)` is `Row(2) + Row(1)`
    #[arg(long)]
    unordered: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    options: GameOptions,
}

impl Count {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        interrupt::flag();
        for (i, mut game) in Game::open(&self.spec, &self.options)?.into_iter().enumerate() {
            if game.play() == Play::Misere {
                return Err(Failure::wrong(
                    "counts are by nimbers, which tell nothing under misère play",
                )
                .help("`--normal` counts under normal play"));
            }
            let question = game.question(&self.sums, None)?;
            if question.query.subject.ty != Type::Sum {
                return Err(Failure::wrong(format!(
                    "`{}` is no sum of positions",
                    question.subject
                ))
                .help("give a sum, such as `Row(1..=100)`"));
            }
            let counted = game.instance.count(&question.query, !self.unordered);
            let counted = counted.map_err(|error| game.failure(error))?;
            match self.format {
                Format::Text => {
                    if i > 0 {
                        writeln!(out)?;
                    }
                    self.write_text(out, &game, &question, &counted)?;
                }
                Format::Csv => write_csv(out, &game, &counted, i == 0)?,
                Format::Json => self.write_json(out, &game, &question, &counted)?,
            }
        }
        Ok(Status::Fine)
    }

    fn order(&self) -> &'static str {
        if self.unordered { "unordered" } else { "ordered" }
    }

    fn write_text(
        &self,
        out: &mut dyn Write,
        game: &Game,
        question: &Question,
        counted: &Counted,
    ) -> Run<()> {
        let how = if counted.walked { "each was looked at" } else { "by the nimbers of the heaps" };
        writeln!(out, "{}: counts of {}, {}", game.title(), question.words(), self.order())?;
        let total = total(counted)?;
        let lost = counted.counts.of(Nimber::ZERO);
        writeln!(out, "{total} in all, {lost} of them P-positions (nimber 0); {how}\n")?;
        let rows: Vec<Vec<String>> = counted
            .counts
            .iter()
            .map(|(nimber, count)| vec![nimber.get().to_string(), count.to_string()])
            .collect();
        layout::columns(out, &["nimber", "positions"].map(String::from), &rows)?;
        Ok(())
    }

    fn write_json(
        &self,
        out: &mut dyn Write,
        game: &Game,
        question: &Question,
        counted: &Counted,
    ) -> Run<()> {
        // Counts may have more digits than a number of JSON can keep.
        let rows = counted.counts.iter();
        let rows = rows.map(|(n, count)| json!({"nimber": n.get(), "count": count.to_string()}));
        let body = json!({
            "subject": question.subject,
            "binders": question.binders,
            "order": self.order(),
            "total": total(counted)?.to_string(),
            "counts": rows.collect::<Json>(),
        });
        writeln!(out, "{}", json::result(game, body))?;
        Ok(())
    }
}

fn write_csv(out: &mut dyn Write, game: &Game, counted: &Counted, header: bool) -> Run<()> {
    if header {
        let names = ["nimber", "count"].map(String::from);
        layout::csv(out, &[game.swept_names(), names.to_vec()].concat())?;
    }
    for (nimber, count) in counted.counts.iter() {
        let cells = vec![nimber.get().to_string(), count.to_string()];
        layout::csv(out, &[game.swept_values(), cells].concat())?;
    }
    Ok(())
}

fn total(counted: &Counted) -> Run<u128> {
    counted.counts.total().map_err(|error: CountError| Failure::limit(error.to_string()))
}
