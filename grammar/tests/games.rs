//! The documented games parse, and keep their places.

mod common;
use common::{binders, file, show};
use grundy_grammar::ast::{ClauseKind, ItemKind, TypeKind};

const GAMES: &[&str] = &[
    include_str!("games/kayles.game"),
    include_str!("games/hull_paths.game"),
    include_str!("games/exact_nim.game"),
    include_str!("games/staircase.game"),
    include_str!("games/graphs.game"),
    include_str!("games/everything.game"),
];

#[test]
fn documented_games_parse() {
    for game in GAMES {
        file(game);
    }
}

#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    for game in GAMES {
        let unix = file(game);
        let windows = file(&game.replace('\n', "\r\n"));
        assert_eq!(windows.docs, unix.docs);
        assert_eq!(windows.items.len(), unix.items.len());
        let marked = file(&format!("\u{feff}{game}"));
        assert_eq!(marked.name.text, unix.name.text);
        assert_eq!(marked.items.len(), unix.items.len());
    }
}

#[test]
fn a_game_fits_on_one_line() {
    for game in GAMES {
        let lines: Vec<&str> =
            game.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
        assert_eq!(file(&lines.join(" ")).items.len(), file(game).items.len());
    }
}

#[test]
fn kayles_in_full() {
    let kayles = file(GAMES[0]);
    assert_eq!(kayles.docs, "Kayles: bowl over one pin, or two neighbours, in a row of pins.");
    assert_eq!(kayles.name.text, "kayles");
    let ItemKind::Position { name, fields, clauses, condition } = &kayles.items[0].kind else {
        panic!("no position");
    };
    assert_eq!((name.text.as_str(), fields.len(), clauses.len()), ("Row", 1, 1));
    assert_eq!(fields[0].ty.kind, TypeKind::Named("nat".into()));
    assert_eq!(*condition, None);
    assert_eq!(clauses[0].docs, "Knock down k neighbouring pins, leaving `left` pins on one side.");
    let ClauseKind::Move { name, binders: choices, guard, sum } = &clauses[0].kind else {
        panic!("no move");
    };
    assert_eq!(name.text, "bowl");
    assert_eq!(binders(choices), "k in (1..=2), left in (0..=(n Subtract k))");
    assert_eq!(*guard, None);
    assert_eq!(show(sum), "(Row(left) Add Row(((n Subtract k) Subtract left)))");
}
