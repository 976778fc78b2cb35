//! `grundy ask`: the questions of a game.

use std::io::Write;

use clap::Args;
use grundy::compiler::ir::Ask as Question;
use grundy::compiler::value::Value;
use grundy_grammar::nearest;
use serde_json::{Map, json};

use super::failure::{Failure, Run, Status};
use super::game::{Game, one_line};
use super::json;
use super::options::{GameOptions, Words};

/// Put a question that the game answers, an `ask` of its file
///
/// Without a name the questions are listed.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy ask kayles
  grundy ask kayles winning_moves
  grundy ask kayles winning_moves pins=20 --format json")]
pub struct Ask {
    /// A built-in game (see `grundy list`), the path of a `.game` file, or a code such as 0.77
    spec: String,
    /// The question
    name: Option<String>,
    /// Values for its arguments
    #[arg(value_name = "ARG=EXPR")]
    args: Vec<String>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Words::Text)]
    format: Words,
    #[command(flatten)]
    options: GameOptions,
}

impl Ask {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        let Some(name) = &self.name else {
            return self.list(out);
        };
        for mut game in Game::open(&self.spec, &self.options)? {
            let question = find(&game, name)?;
            let values = self.values(&mut game, &question)?;
            let answer = game
                .instance
                .run_with(&question.body, &values)
                .map_err(|error| game.failure(error))?;
            let args: Vec<(&str, &Value)> =
                question.args.iter().map(|arg| arg.name.as_str()).zip(&values).collect();
            match self.format {
                Words::Text => {
                    let args: Vec<String> = args
                        .iter()
                        .map(|(name, value)| format!("{name} = {}", game.instance.show(value)))
                        .collect();
                    writeln!(out, "{}: {name}({})", game.title(), args.join(", "))?;
                    writeln!(out, "{}", game.instance.show(&answer))?;
                }
                Words::Json => {
                    let args = args
                        .iter()
                        .map(|(name, of)| ((*name).to_string(), json::value(&game.instance, of)));
                    let body = json!({
                        "ask": name,
                        "args": args.collect::<Map<_, _>>(),
                        "answer": json::value(&game.instance, &answer),
                    });
                    writeln!(out, "{}", json::result(&game, body))?;
                }
            }
        }
        Ok(Status::Fine)
    }

    fn list(&self, out: &mut dyn Write) -> Run<Status> {
        let game = Game::open_one(&self.spec, &self.options)?;
        for question in &game.checked.spec.asks {
            let docs = one_line(&question.docs);
            match self.format {
                Words::Text => {
                    writeln!(out, "{}", signature(&game, question))?;
                    if !docs.is_empty() {
                        writeln!(out, "    {docs}")?;
                    }
                }
                Words::Json => writeln!(
                    out,
                    "{}",
                    json!({"ask": question.name, "signature": signature(&game, question), "docs": docs})
                )?,
            }
        }
        if game.checked.spec.asks.is_empty() && self.format == Words::Text {
            writeln!(out, "`{}` has no questions", game.name())?;
        }
        Ok(Status::Fine)
    }

    /// The value of each argument: the given one, else its default.
    fn values(&self, game: &mut Game, question: &Question) -> Run<Vec<Value>> {
        let mut given: Vec<(&str, &str)> = Vec::new();
        for argument in &self.args {
            let (name, text) = argument.split_once('=').ok_or_else(|| {
                Failure::wrong(format!("`{argument}` gives no value"))
                    .help("write `ARG=EXPR`, for instance `n=20`")
            })?;
            let name = name.trim();
            if !question.args.iter().any(|arg| arg.name == name) {
                return Err(unknown_argument(game, question, name));
            }
            if given.iter().any(|(other, _)| *other == name) {
                return Err(Failure::wrong(format!("the argument `{name}` is given twice")));
            }
            given.push((name, text));
        }
        let mut values =
            vec![Value::Int(0); question.body.frame.names.len().max(question.args.len())];
        for (i, arg) in question.args.iter().enumerate() {
            let text = given.iter().find(|(name, _)| *name == arg.name);
            let (value, span) = match (text, &question.defaults[i]) {
                (Some((_, text)), _) => {
                    let body = game.typed(&arg.name, text, &arg.ty)?;
                    (game.instance.run(&body), body.expr.span)
                }
                (None, Some(default)) => {
                    (game.instance.value_in(default, &mut values.clone()), default.span)
                }
                (None, None) => {
                    return Err(Failure::wrong(format!(
                        "the question `{}` needs a value for `{}`",
                        question.name, arg.name
                    ))
                    .help(format!(
                        "give it: `{}=...`; the question is `{}`",
                        arg.name,
                        signature(game, question)
                    )));
                }
            };
            let value = value.map_err(|error| game.failure(error))?;
            let checked = game.instance.check_argument(arg, &value, &values, span);
            checked.map_err(|error| game.failure(error))?;
            values[i] = value;
        }
        values.truncate(question.args.len());
        Ok(values)
    }
}

fn find(game: &Game, name: &str) -> Run<Question> {
    let asks = &game.checked.spec.asks;
    if let Some(ask) = asks.iter().find(|ask| ask.name == name) {
        return Ok(ask.clone());
    }
    let names = || asks.iter().map(|ask| ask.name.as_str());
    let failure = Failure::wrong(format!("`{}` has no question `{name}`", game.name()));
    Err(match nearest(name, names()) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None if asks.is_empty() => {
            failure.help("it has no questions; `grundy eval` evaluates any expression")
        }
        None => failure.help(format!(
            "its questions are {}",
            names().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
        )),
    })
}

fn unknown_argument(game: &Game, question: &Question, name: &str) -> Failure {
    let failure =
        Failure::wrong(format!("the question `{}` has no argument `{name}`", question.name));
    match nearest(name, question.args.iter().map(|arg| arg.name.as_str())) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help(format!("the question is `{}`", signature(game, question))),
    }
}

/// `winning_moves(pins = 12)`.
fn signature(game: &Game, question: &Question) -> String {
    let args = question.args.iter().zip(&question.defaults).map(|(arg, default)| match default {
        Some(default) => format!("{} = {}", arg.name, one_line(&game.instance.text(default.span))),
        None => arg.name.clone(),
    });
    format!("{}({})", question.name, args.collect::<Vec<_>>().join(", "))
}
