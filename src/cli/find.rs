//! `grundy find`: the sums that satisfy a condition.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;
use grundy::compiler::ir::Type;
use grundy::compiler::value::Value;
use grundy::compiler::{FrameValues, Instance};
use serde_json::{Map, Value as Json, json};

use super::choices::{self, Axis};
use super::failure::{Failure, Run, Status};
use super::game::{Game, Question, one_line};
use super::options::{Format, GameOptions, count};
use super::{json, layout};

/// Find the sums that are lost, are won, or satisfy a condition
///
/// The sums are looked at in the order of the binders, the last binder fastest.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy find hull_paths 'Path(n) for n in 1..=500' --lost
  grundy find wythoff 'Board(a, b) for a in 0..=20, b in a..=20' --lost --format csv
  grundy find kayles 'Row(n) for n in 1..=200' --where 'grundy(Row(n)) == 8' --first 3
  grundy find nim 'Heap(a) + Heap(b) for a in 0..=9, b in 0..=9' --won --misere --count")]
#[command(group(clap::ArgGroup::new("which").required(true).multiple(true).args(["lost", "won", "condition"])))]
pub struct Find {
    /// A built-in game (see `grundy list`), the path of a `.game` file, or a code such as 0.77
    spec: String,
    /// Where to look: `SUM for BINDERS`
    sums: String,
    /// Those that the player to move loses
    #[arg(long, conflicts_with = "won")]
    lost: bool,
    /// Those that the player to move wins
    #[arg(long)]
    won: bool,
    /// Those for which this holds; it may use the variables of the binders
    #[arg(long = "where", value_name = "COND")]
    condition: Option<String>,
    /// Only how many there are
    #[arg(long)]
    count: bool,
    /// Stop after so many
    #[arg(long, value_name = "N", value_parser = count)]
    first: Option<u64>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    options: GameOptions,
}

/// How far the search came.
#[derive(Default)]
struct Progress {
    looked_at: u64,
    found: u64,
}

impl Find {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        for (i, mut game) in Game::open(&self.spec, &self.options)?.into_iter().enumerate() {
            let question = game.question(&self.sums, self.condition.as_deref())?;
            if question.query.subject.ty != Type::Sum {
                return Err(Failure::wrong(format!("`{}` is no sum of positions", question.subject))
                    .help("give a sum, such as `Row(n) for n in 1..=100`, and the condition behind `--where`"));
            }
            match self.format {
                Format::Text => self.write_text(out, &game, &question, i > 0)?,
                Format::Csv => self.write_csv(out, &game, &question, i == 0)?,
                Format::Json => self.write_json(out, &game, &question)?,
            }
        }
        Ok(Status::Fine)
    }

    /// Calls `then` with each sum that is found and the values of the variables.
    fn each(
        &self,
        game: &Game,
        question: &Question,
        then: &mut dyn FnMut(&Instance, &Value, &FrameValues) -> Run<()>,
    ) -> Run<Progress> {
        let query = &question.query;
        let mut progress = Progress::default();
        let mut stopped = None;
        if self.first == Some(0) {
            return Ok(progress);
        }
        let flow = game.instance.each_choice(
            &query.binders,
            &mut choices::frame(query),
            &mut |instance, frame| {
                progress.looked_at += 1;
                let sum = instance.value_in(&query.subject, frame)?;
                if !self.fits(instance, question, &sum, frame)? {
                    return Ok(ControlFlow::Continue(()));
                }
                progress.found += 1;
                if let Err(error) = then(instance, &sum, frame) {
                    stopped = Some(error);
                    return Ok(ControlFlow::Break(()));
                }
                Ok(if self.first == Some(progress.found) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            },
        );
        let _ = flow.map_err(|error| game.failure(error))?;
        stopped.map_or(Ok(progress), Err)
    }

    fn fits(
        &self,
        instance: &Instance,
        question: &Question,
        sum: &Value,
        frame: &mut FrameValues,
    ) -> grundy::compiler::Result<bool> {
        if let Some(condition) = &question.query.condition
            && !instance.value_in(condition, frame)?.bool()
        {
            return Ok(false);
        }
        Ok(!(self.lost || self.won)
            || instance.outcome(sum.sum(), instance.play())?.is_won() == self.won)
    }

    /// What is looked for, in words.
    fn words(&self) -> String {
        let condition =
            self.condition.as_ref().map(|condition| format!("where {}", one_line(condition)));
        let outcome = match (self.lost, self.won) {
            (true, _) => Some("lost"),
            (_, true) => Some("won"),
            _ => None,
        };
        outcome.map(str::to_string).into_iter().chain(condition).collect::<Vec<_>>().join(", ")
    }

    fn write_text(
        &self,
        out: &mut dyn Write,
        game: &Game,
        question: &Question,
        again: bool,
    ) -> Run<()> {
        if again {
            writeln!(out)?;
        }
        writeln!(out, "{}: {}, {}", game.title(), question.words(), self.words())?;
        let axes = choices::axes(game, &question.query);
        let progress = self.each(game, question, &mut |instance, sum, frame| {
            if self.count {
                return Ok(());
            }
            let params = axes.iter().filter(|axis| axis.is_param());
            let params = params.map(|axis| {
                format!("{} = {}: ", axis.name, instance.show(&axis.at(instance, frame)))
            });
            writeln!(out, "  {}{}", params.collect::<String>(), instance.show(sum))?;
            Ok(())
        })?;
        let end = if self.first == Some(progress.found) { ", then stopped" } else { "" };
        writeln!(out, "{} of {}{end}", progress.found, progress.looked_at)?;
        Ok(())
    }

    fn write_csv(
        &self,
        out: &mut dyn Write,
        game: &Game,
        question: &Question,
        header: bool,
    ) -> Run<()> {
        let axes = choices::axes(game, &question.query);
        let mut names: Vec<String> =
            axes.iter().map(|axis| axis.name.clone()).chain(["sum".to_string()]).collect();
        if self.count {
            names = vec!["found".to_string(), "looked_at".to_string()];
        }
        if header {
            layout::csv(out, &[game.swept_names(), names].concat())?;
        }
        let progress = self.each(game, question, &mut |instance, sum, frame| {
            if self.count {
                return Ok(());
            }
            let at = axes.iter().map(|axis| instance.show(&axis.at(instance, frame)));
            layout::csv(
                out,
                &[game.swept_values(), at.chain([instance.show(sum)]).collect()].concat(),
            )?;
            Ok(())
        })?;
        if self.count {
            let counts = vec![progress.found.to_string(), progress.looked_at.to_string()];
            layout::csv(out, &[game.swept_values(), counts].concat())?;
        }
        Ok(())
    }

    fn write_json(&self, out: &mut dyn Write, game: &Game, question: &Question) -> Run<()> {
        let axes = choices::axes(game, &question.query);
        let mut list = Vec::new();
        let progress = self.each(game, question, &mut |instance, sum, frame| {
            if !self.count {
                list.push(found(instance, &axes, sum, frame));
            }
            choices::may_hold(list.len())
        })?;
        let mut body = json!({
            "subject": question.subject,
            "binders": question.binders,
            "condition": self.words(),
            "found": progress.found,
            "looked_at": progress.looked_at,
        });
        if !self.count {
            body["list"] = Json::Array(list);
        }
        writeln!(out, "{}", json::result(game, body))?;
        Ok(())
    }
}

fn found(instance: &Instance, axes: &[Axis], sum: &Value, frame: &FrameValues) -> Json {
    let at = axes
        .iter()
        .map(|axis| (axis.name.clone(), json::value(instance, &axis.at(instance, frame))));
    let mut object: Map<String, Json> = at.collect();
    object.insert("sum".to_string(), json::value(instance, sum));
    Json::Object(object)
}
