//! What several test files need: games from text, and all engines side by side.
#![allow(dead_code, missing_docs)]

pub mod generated;
pub mod random;

use std::rc::Rc;
use std::sync::Arc;

use grundy_compiler::ir::{KindId, Play};
use grundy_compiler::value::{Position, SumValue};
use grundy_compiler::{Checked, Engine, Error, Instance, Settings, SourceMap, compile, render};
use grundy_core::{Budget, Sum};

/// The engines that are compared; `None` is what the plan chooses.
pub const ENGINES: [Option<Engine>; 6] = [
    Some(Engine::Reference),
    None,
    Some(Engine::Search),
    Some(Engine::Program),
    Some(Engine::Sweep),
    Some(Engine::Grid),
];

/// A game that has been read.
pub struct Game {
    pub sources: SourceMap,
    pub checked: Checked,
}

impl Game {
    /// Reads a game; panics with the rendered messages when it is wrong.
    pub fn read(name: &str, text: &str) -> Game {
        let mut sources = SourceMap::default();
        let id = sources.add(name, text);
        match compile(&sources, id) {
            Ok(checked) => Game { sources, checked },
            Err(mistakes) => {
                let all: Vec<String> =
                    mistakes.iter().map(|m| render(m, &sources, false)).collect();
                panic!("{name} is wrong:\n{}\n{text}", all.join("\n"))
            }
        }
    }

    /// The game with its default params.
    pub fn instance(&self, engine: Option<Engine>, play: Option<Play>) -> Rc<Instance> {
        let budget = Budget { max_positions: Some(5_000_000), ..Budget::default() };
        let settings = Settings { play, budget, engine };
        let spec = Arc::new(self.checked.spec.clone());
        let sources = Arc::new(self.sources.clone());
        Instance::new(spec, sources, &[], settings).unwrap_or_else(|e| panic!("{}", self.show(&e)))
    }

    /// An error as the user sees it.
    pub fn show(&self, error: &Error) -> String {
        match error {
            Error::Fault(d) | Error::Outside(d) | Error::Unproved(d) => {
                render(d, &self.sources, false)
            }
            other => format!("{other:?}"),
        }
    }

    /// Small positions of every kind.
    pub fn positions(&self) -> Vec<Position> {
        let instance = self.instance(None, None);
        let kinds = 0..self.checked.spec.kinds.len();
        kinds
            .flat_map(|kind| {
                instance.small_positions(KindId::from(kind)).expect("domains can be evaluated")
            })
            .collect()
    }
}

/// The sum of one position.
pub fn single(position: &Position) -> SumValue {
    SumValue { sum: Sum::from(position.clone()), runs: Vec::new() }
}

/// What an engine says, in words, so that errors are compared too.
pub fn answer(game: &Game, instance: &Instance, sum: &SumValue, play: Play) -> String {
    let answer = match play {
        Play::Normal => instance.nimber(sum).map(|n| n.to_string()),
        Play::Misere => instance.outcome(sum, play).map(|o| o.to_string()),
    };
    answer.unwrap_or_else(|error| match &error {
        // Engines meet a mistake of the rules by different paths; that there is one is what counts.
        Error::Fault(_) | Error::Outside(_) => "refused".to_string(),
        _ => game.show(&error),
    })
}

/// Compares all engines on the given sums under both conventions.
pub fn compare_engines(name: &str, game: &Game, sums: &[SumValue]) {
    for play in [Play::Normal, Play::Misere] {
        compare_under(play, name, game, sums);
    }
}

/// Compares all engines on the given sums.
pub fn compare_under(play: Play, name: &str, game: &Game, sums: &[SumValue]) {
    let engines: Vec<_> = ENGINES.iter().map(|e| (*e, game.instance(*e, Some(play)))).collect();
    let (_, reference) = &engines[0];
    for sum in sums {
        let expected = answer(game, reference, sum, play);
        for (engine, instance) in &engines[1..] {
            let shown = reference.show_sum(sum);
            if play == Play::Normal && reference.nimber(sum).is_ok() {
                // By itself, before the nimber is known.
                let outcome = |instance: &Instance| instance.outcome(sum, play).ok();
                assert_eq!(outcome(instance), outcome(reference), "{name}: {shown}, {engine:?}");
            }
            let found = answer(game, instance, sum, play);
            assert_eq!(
                found, expected,
                "{name}: {shown} under {play}, {engine:?} against the reference"
            );
        }
    }
}

/// The value of an expression within a game as it is shown, or `error E0702`.
pub fn value(checked: &Checked, sources: &SourceMap, text: &str) -> String {
    let (mut checked, mut sources) = (checked.clone(), sources.clone());
    let id = sources.add("<expression>", text);
    let body = grundy_grammar::parse_expr(&sources, id).and_then(|expr| checked.check_expr(&expr));
    let body = match body {
        Ok(body) => body,
        Err(mistakes) => return format!("error {}", mistakes[0].code),
    };
    let game = Instance::new(Arc::new(checked.spec), Arc::new(sources), &[], Settings::default());
    let shown = game.and_then(|game| Ok(game.show(&game.run(&body)?)));
    shown.unwrap_or_else(|error| format!("error {}", code_of(&error)))
}

/// The code of an error; a limit has none and is told in words.
pub fn code_of(error: &Error) -> String {
    match error {
        Error::Fault(d) | Error::Outside(d) | Error::Unproved(d) => d.code.to_string(),
        other => format!("{other:?}"),
    }
}
