//! A game as generated Rust against the reference engine.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Display;

use grundy::prelude::*;
use grundy_compiler::Engine;
use grundy_compiler::ir::Play;
use grundy_compiler::value::SumValue;

use super::Game;

/// So many positions of each game are compared.
const POSITIONS: usize = 40;

/// Under misère play the first few in their order, which are small: there whole sums are searched.
const MISERE: usize = 10;

/// Compares moves, nimbers and outcomes on the positions that are reached from some. Where the rules
/// are at fault, both must say so.
pub fn compare<T: Impartial + Display + Ord>(
    name: &str,
    text: &str,
    starts: Vec<T>,
    mut solver: Solver<T>,
) {
    let game = Game::read(name, text);
    let reference = game.instance(Some(Engine::Reference), Some(Play::Normal));
    let misere = game.instance(Some(Engine::Reference), Some(Play::Misere));
    let mut seen: BTreeSet<T> = starts.iter().cloned().collect();
    let mut open: VecDeque<T> = starts.into();
    let mut compared = 0;
    while let Some(position) = open.pop_front() {
        if compared == POSITIONS {
            break;
        }
        compared += 1;
        let shown = position.to_string();
        let place = format!("{name}, {shown}\n{text}");
        let sum = read(&game, &shown);
        let choices = reference.choices(&sum.sum.components()[0].0);
        let theirs = choices.map(|choices| {
            choices.iter().map(|c| reference.show_sum(&c.sum)).collect::<Vec<String>>()
        });
        let ours = solver.options(&position);
        let listed =
            ours.as_ref().map(|ours| ours.iter().map(Sum::to_string).collect::<Vec<String>>());
        assert_eq!(listed.ok(), theirs.ok(), "the options of {place}");
        let (found, expected) = (solver.grundy(&position), reference.nimber(&sum));
        assert_eq!(found.ok(), expected.ok(), "{place}");
        for (next, _) in ours.iter().flatten().flat_map(Sum::components) {
            if seen.insert(next.clone()) {
                open.push_back(next.clone());
            }
        }
    }
    assert!(compared >= 1, "{name}: no position");
    for position in seen.iter().take(MISERE) {
        let shown = position.to_string();
        let sum = read(&game, &shown);
        // Where rules are at fault, one way may be decided without them.
        if reference.nimber(&sum).is_ok() {
            let theirs = misere.outcome(&sum, Play::Misere);
            let ours = solver.misere_outcome(position);
            assert_eq!(ours.ok(), theirs.ok(), "misère, {name}, {shown}\n{text}");
        }
    }
}

/// A sum from its text.
fn read(game: &Game, text: &str) -> SumValue {
    let (mut checked, mut sources) = (game.checked.clone(), game.sources.clone());
    let id = sources.add("<position>", text);
    let expr =
        grundy_grammar::parse_expr(&sources, id).expect("it is written as the language does");
    let body = checked.check_sum(&expr).expect("it is a position of the game");
    let value =
        game.instance(None, None).run(&body).unwrap_or_else(|e| panic!("{}", game.show(&e)));
    (**value.sum()).clone()
}
