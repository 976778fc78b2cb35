//! `grundy compare`: the first heap at which two games differ.

use std::io::Write;

use clap::Args;
use grundy::compiler::Error;
use grundy::compiler::ir::{Domain, ExprKind, KindId, Type};
use grundy::compiler::value::{Position, SumValue, Value};
use grundy::core::Sum;
use grundy::core::heap::HeapError;
use grundy_grammar::nearest;
use serde_json::json;

use super::failure::{Failure, Run, Status};
use super::game::Game;
use super::json;
use super::notation::Heaps;
use super::options::{GameOptions, Words, count};
use super::same::Both;

/// Compare the nimbers of two games, heap by heap
///
/// With `--shift S` the heap n of the first is compared with the heap n + S of the second. Each
/// game takes part with the kind of its `start`, or else its first kind with one number. A param
/// goes to the games that have it.
///
/// A common prefix proves nothing: that two games agree for all n is said only with a proof. It
/// comes from the rules, when those of one are those of the other, or from the periods of both.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy compare 0.161 0.36
  grundy compare couples_are_forever 0.6 --shift=-1
  grundy compare hull_paths hull_paths --kind Half --kind Both --shift 2
  grundy compare kayles 0.77 --format json

Exit status: 0 no difference; 1 they differ.")]
pub struct Compare {
    /// The first game: a built-in one, the path of a `.game` file, or a code such as 0.77
    #[arg(value_name = "SPEC")]
    first: String,
    /// The second game
    #[arg(value_name = "SPEC")]
    second: String,
    /// The kind of position, for both games; given twice, for the first and the second
    #[arg(long = "kind", visible_alias = "of", value_name = "KIND")]
    kinds: Vec<String>,
    /// The last n to be looked at
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000")]
    to: u64,
    /// How much larger the heaps of the second game are
    #[arg(long, value_name = "S", default_value_t = 0, allow_hyphen_values = true)]
    shift: i64,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Words::Text)]
    format: Words,
    #[command(flatten)]
    options: GameOptions,
}

/// What came of it.
struct Outcome {
    /// The first n, and the last that was looked at.
    from: u64,
    to: u64,
    /// Where they differ first, with both nimbers.
    differ: Option<(u64, [u64; 2])>,
    /// Why they never do.
    proof: Option<String>,
}

impl Compare {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        if self.kinds.len() > 2 {
            return Err(Failure::wrong(
                "`--kind` is given at most twice: for the first game and for the second",
            ));
        }
        let [first, second] = self.games()?;
        let kinds = [
            kind(&first, self.kinds.first())?,
            kind(&second, self.kinds.get(1).or(self.kinds.first()))?,
        ];
        let sides = Sides { games: [&first, &second], kinds, shift: self.shift };
        let outcome = sides.compare(self.to)?;
        match self.format {
            Words::Text => sides.write_text(out, &outcome)?,
            Words::Json => sides.write_json(out, &outcome)?,
        }
        Ok(if outcome.differ.is_some() { Status::False } else { Status::Fine })
    }

    /// Both games, each with the params that it has.
    fn games(&self) -> Run<[Game; 2]> {
        let bare = GameOptions { params: Vec::new(), ..self.options.clone() };
        let name = |param: &String| param.split('=').next().unwrap_or_default().trim().to_string();
        let specs = [&self.first, &self.second];
        let mut games = Vec::new();
        let mut known = vec![false; self.options.params.len()];
        for spec in specs {
            let game = Game::open_one(spec, &bare)?;
            let own =
                |param: &String| game.checked.spec.params.iter().any(|own| own.name == name(param));
            let mut params = Vec::new();
            for (param, known) in self.options.params.iter().zip(&mut known) {
                if own(param) {
                    *known = true;
                    params.push(param.clone());
                }
            }
            games.push(Game::open_one(spec, &GameOptions { params, ..self.options.clone() })?);
        }
        if let Some((param, _)) = self.options.params.iter().zip(known).find(|(_, known)| !known) {
            return Err(Failure::wrong(format!("neither game has a param `{}`", name(param))));
        }
        games.try_into().map_err(|_| Failure::wrong("two games are compared"))
    }
}

/// The kind that is meant: the one that is named, that of a single position at `start`, or the first
/// with one number.
fn kind(game: &Game, named: Option<&String>) -> Run<KindId> {
    let kinds = &game.checked.spec.kinds;
    let numbers = |at: usize| kinds[at].fields.len() == 1 && kinds[at].fields[0].ty == Type::Int;
    if let Some(named) = named {
        let Some(at) = kinds.iter().position(|kind| kind.name == *named) else {
            let failure = Failure::wrong(format!("`{}` has no kind `{named}`", game.name()));
            return Err(match nearest(named, kinds.iter().map(|kind| kind.name.as_str())) {
                Some(near) => failure.help(format!("did you mean `{near}`?")),
                None => failure.help(format!(
                    "its kinds are {}",
                    kinds.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>().join(", ")
                )),
            });
        };
        return if numbers(at) {
            Ok(KindId::from(at))
        } else {
            Err(Failure::wrong(format!("`{named}` is not given by one number")))
        };
    }
    let start = game.instance.spec().start.as_ref().and_then(|start| match &start.expr.kind {
        ExprKind::Component(kind, _) => Some(kind.index()),
        _ => None,
    });
    let found =
        start.filter(|at| numbers(*at)).or_else(|| (0..kinds.len()).find(|at| numbers(*at)));
    found.map(KindId::from).ok_or_else(|| {
        Failure::wrong(format!("no kind of `{}` is given by one number", game.name()))
            .help("heaps are compared: positions with one number")
    })
}

/// What is compared.
struct Sides<'a> {
    games: [&'a Game; 2],
    kinds: [KindId; 2],
    shift: i64,
}

impl<'a> Sides<'a> {
    fn compare(&self, to: u64) -> Run<Outcome> {
        let least = [self.least(0)?, self.least(1)?];
        // n >= both 0 and the least size of the first, n + shift >= that of the second.
        let from = i128::from(least[0]).max(i128::from(least[1]) - i128::from(self.shift)).max(0);
        let from = u64::try_from(from).ok().filter(|from| *from <= to).ok_or_else(|| {
            Failure::wrong(format!("both games have heaps only from n = {from} on"))
                .help("raise `--to`")
        })?;
        let mut both = self.both();
        let mut outcome = Outcome { from, to, differ: None, proof: None };
        // Tables are filled in long stretches.
        let mut last = from;
        let mut n = from;
        while n <= to {
            if n > last || n == from {
                last = last.saturating_mul(2).max(from + 64).min(to);
                if let Some(both) = &mut both {
                    both.fill([last, self.at(last)?]).map_err(|error| self.failure(error))?;
                }
            }
            let values = match &mut both {
                Some(both) => {
                    both.nimbers([n, self.at(n)?]).map_err(|error| self.failure(error))?
                }
                None => [self.value(0, n)?, self.value(1, self.at(n)?)?],
            };
            if values[0] != values[1] {
                outcome.differ = Some((n, values));
                return Ok(outcome);
            }
            n += 1;
        }
        if let Some(both) = &mut both {
            outcome.proof =
                both.proof(from, to, self.shift).map_err(|error| self.failure(error))?;
        }
        Ok(outcome)
    }

    fn at(&self, n: u64) -> Run<u64> {
        n.checked_add_signed(self.shift)
            .filter(|size| i64::try_from(*size).is_ok())
            .ok_or_else(|| Failure::limit("sizes so large are out of reach"))
    }

    /// The least size of a kind.
    fn least(&self, side: usize) -> Run<i64> {
        let game = self.games[side];
        let field = &game.checked.spec.kinds[self.kinds[side].index()].fields[0];
        match &field.domain {
            Domain::Int { low, .. } => {
                let body =
                    grundy::compiler::ir::Body { frame: Default::default(), expr: (**low).clone() };
                Ok(game.instance.run(&body).map_err(|error| game.failure(error))?.int())
            }
            _ => Ok(0),
        }
    }

    /// The nimber of one heap, by the plan of its game.
    fn value(&self, side: usize, size: u64) -> Run<u64> {
        let size = i64::try_from(size).map_err(|_| Failure::limit("this size is out of reach"))?;
        let position = Position { kind: self.kinds[side], fields: Box::new([Value::Int(size)]) };
        let sum = SumValue { sum: Sum::from(position), runs: Vec::new() };
        let game = self.games[side];
        Ok(game.instance.nimber(&sum).map_err(|error| game.failure(error))?.get())
    }

    fn both(&self) -> Option<Both<'a>> {
        let heaps = [Heaps::of(self.games[0])?, Heaps::of(self.games[1])?];
        Both::of(heaps, self.kinds, self.games[0].instance.budget().clone())
    }

    fn failure(&self, error: HeapError) -> Failure {
        match error {
            HeapError::Limit(limit) => self.games[0].failure(Error::Limit(limit)),
            other => Failure::limit(other.to_string()),
        }
    }

    /// `Heap(n) of octal game 0.6`.
    fn name(&self, side: usize) -> String {
        let game = self.games[side];
        let kind = &game.checked.spec.kinds[self.kinds[side].index()];
        let shift = if side == 0 { 0 } else { self.shift };
        let size = match shift {
            0 => "n".to_string(),
            1.. => format!("n + {shift}"),
            _ => format!("n - {}", shift.unsigned_abs()),
        };
        format!("{}({size}) of {}", kind.name, game.title_without_play())
    }

    fn write_text(&self, out: &mut dyn Write, outcome: &Outcome) -> Run<()> {
        writeln!(out, "{} and {}: nimbers of normal play", self.name(0), self.name(1))?;
        let Outcome { from, to, .. } = outcome;
        match (&outcome.differ, &outcome.proof) {
            (Some((at, [first, second])), _) => {
                writeln!(out, "they differ first at n = {at}: {first} and {second}")?;
                if at > from {
                    writeln!(out, "they are equal for n from {from} to {}", at - 1)?;
                }
            }
            (None, Some(proof)) => writeln!(out, "equal for all n >= {from}: {proof}")?,
            (None, None) => writeln!(
                out,
                "equal for n from {from} to {to}; whether they differ further on is not known"
            )?,
        }
        Ok(())
    }

    fn write_json(&self, out: &mut dyn Write, outcome: &Outcome) -> Run<()> {
        let side = |side: usize| {
            let game = self.games[side];
            let mut head = json::head(game);
            let kind = &game.checked.spec.kinds[self.kinds[side].index()];
            head.insert("kind".to_string(), json!(kind.name));
            head
        };
        let result = json!({
            "first": side(0),
            "second": side(1),
            "shift": self.shift,
            "from": outcome.from,
            "to": outcome.to,
            "differ_at": outcome.differ.map(|(at, _)| at),
            "nimbers": outcome.differ.map(|(_, values)| values),
            "equal_for_all": outcome.proof.is_some(),
            "proof": outcome.proof,
        });
        writeln!(out, "{result}")?;
        Ok(())
    }
}
