//! How a game is solved: the plan of each kind, the proof it rests on, and why no better one applies.

use std::io::Write;

use grundy::compiler::analyse::{Alike, Fixed, GridPlan, Likeness, Reason, Root, Shape};
use grundy::compiler::ir::{Kind, KindId, Type};
use grundy::compiler::{Method, SearchForm, Span};
use serde_json::{Value as Json, json};

use super::game::{Game, one_line};
use super::notation::Heaps;

/// How one kind is solved.
pub struct Solution {
    kind: String,
    /// A word for programs.
    method: &'static str,
    text: String,
    proof: String,
    /// Which positions are solved but once, because others are the same.
    alike: Option<String>,
    /// What it is in the notation of take-and-break games.
    codes: Vec<String>,
    /// What is slower than it could be, or does not apply, and why.
    notes: Vec<(String, Note)>,
}

enum Note {
    Place(Reason),
    Words(&'static str),
}

/// How each kind is solved.
pub fn solutions(game: &Game) -> Vec<Solution> {
    let kinds = 0..game.checked.spec.kinds.len();
    let heaps = Heaps::of(game);
    kinds.map(|at| solution(game, heaps.as_ref(), at)).collect()
}

fn solution(game: &Game, heaps: Option<&Heaps>, at: usize) -> Solution {
    let plan = game.instance.plan();
    let kind = &game.checked.spec.kinds[at];
    let method = plan.methods[at];
    let form = search_form(game, KindId::from(at)).filter(|_| method == Method::Search);
    let (word, text, proof) = match method {
        Method::Heap(_) => (
            "heap",
            "as a heap that the engine knows: tables of numbers, periods that can be proved"
                .to_string(),
            "walked through exactly, every move is a rule of the engine".to_string(),
        ),
        Method::Grid(board) => {
            let text = "dense tables, in an order in which every option comes first";
            let each = fixed(game, kind, board);
            let grid = plan.grids[board].as_ref().ok();
            let order = grid.map(|grid| order(grid, kind, KindId::from(at))).unwrap_or_default();
            ("grid", format!("{text}{each}"), format!("every move goes down in the order {order}"))
        }
        Method::Heaps(board) => (
            "heaps",
            format!(
                "as a heap that the engine knows: tables of numbers{}",
                fixed(game, kind, board)
            ),
            "walked through exactly, every move is a rule of the engine".to_string(),
        ),
        Method::Sweep => (
            "sweep",
            "tables in ascending order, filled by evaluating the rules".to_string(),
            "all that a position leads to is smaller".to_string(),
        ),
        Method::Search => (
            "search",
            format!("memo search {}", form.as_ref().map_or_else(String::new, search_text)),
            "by the definition; a position that comes back is noticed".to_string(),
        ),
    };
    let codes = heaps.iter().flat_map(|heaps| heaps.words(KindId::from(at))).collect();
    let alike = plan.analysis.alike[at].as_ref().map(|alike| likeness(game, alike));
    let diagrams = plan.analysis.diagrams[at].filter(|_| method == Method::Search);
    let conjugates = "a Young diagram and its conjugate, rows for columns, are solved once";
    let alike = alike.or(diagrams.map(|_| conjugates.to_string()));
    let mut notes = notes(game, at);
    if let Some(obstacle) = form.and_then(|form| form.obstacle) {
        let text = format!("programs do not know {}", obstacle.what);
        let reason = Reason { kind: KindId::from(at), rule: None, span: obstacle.at, text };
        notes.push(("not by a program".to_string(), Note::Place(reason)));
    }
    Solution { kind: kind.name.clone(), method: word, text, proof, alike, codes, notes }
}

/// Which positions are solved but once.
fn likeness(game: &Game, alike: &Alike) -> String {
    let spec = &game.checked.spec;
    let name = match alike.graph {
        Root::Param(param) => &spec.params[param.index()].name,
        Root::Let(global) => &spec.lets[global.index()].name,
    };
    match alike.likeness {
        Likeness::Shape => format!(
            "sets that induce the same subgraph of `{name}` are solved once, wherever they lie"
        ),
        Likeness::Automorphism => {
            let graph = game.instance.graph_at(alike.graph);
            let count = match graph.as_ref().map(|graph| graph.symmetries().all()) {
                Ok(Some(all)) => format!("the {}", all.len()),
                _ => "the".to_string(),
            };
            format!(
                "positions that {count} automorphisms of `{name}` turn into each other are solved once"
            )
        }
    }
}

/// How positions of a kind are searched, by the largest of the small ones.
fn search_form(game: &Game, kind: KindId) -> Option<SearchForm> {
    let positions = game.instance.small_positions(kind).ok()?;
    game.instance.search_form(positions.last()?).ok()
}

fn search_text(form: &SearchForm) -> String {
    let held = match form.key_bits {
        Some(bits) => format!("over packed keys of {bits} bits"),
        None => "over positions as they are".to_string(),
    };
    match (&form.obstacle, form.key_bits) {
        (None, Some(_)) => format!("{held}, moves by a program"),
        _ => format!("{held}, moves by walking the rules"),
    }
}

/// For which fields there is one table each.
fn fixed(game: &Game, kind: &Kind, board: usize) -> String {
    let board = &game.instance.plan().analysis.boards[board];
    let names = board.fixed.iter().zip(&board.sample).map(|(field, sample)| {
        let name = &kind.fields[*field].name;
        match sample {
            Fixed::Int(_) => name.clone(),
            Fixed::Length(_) => format!("length of {name}"),
        }
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { String::new() } else { format!(", one for each {}", names.join(" and ")) }
}

/// The coordinates in their order.
fn order(grid: &GridPlan, kind: &Kind, id: KindId) -> String {
    let Some(plan) = grid.kinds.iter().find(|plan| plan.kind == id) else {
        return String::new();
    };
    let names = plan.coordinates.iter().map(|coordinate| {
        let field = &kind.fields[coordinate.field];
        let name = match coordinate.entry {
            Some(entry) => format!("{}[{entry}]", field.name),
            None => field.name.clone(),
        };
        if coordinate.reversed { format!("{} - {name}", coordinate.end) } else { name }
    });
    let mut names: Vec<String> = names.collect();
    if grid.kinds.len() > 1 {
        names.push("kind".to_string());
    }
    names.join(", then ")
}

/// Why each better way does not apply, and which moves have to be evaluated.
fn notes(game: &Game, at: usize) -> Vec<(String, Note)> {
    let plan = game.instance.plan();
    let shape = &plan.analysis.kinds[at];
    let method = plan.methods[at];
    let id = KindId::from(at);
    let mut notes: Vec<(String, Note)> = Vec::new();
    if matches!(method, Method::Heap(_) | Method::Heaps(_)) {
        return notes;
    }
    let mut add = |what: &str, note: Note| notes.push((what.to_string(), note));
    if let Some(reason) = shape.why_not.first() {
        add("not as a heap that the engine knows", Note::Place(reason.clone()));
    }
    let board = plan.analysis.boards.iter().position(|board| board.kinds.contains(&id));
    match board.map(|board| &plan.grids[board]) {
        Some(Ok(grid)) if matches!(method, Method::Grid(_)) => {
            let asked = grid.kinds.iter().filter(|plan| plan.kind == id);
            for (index, reason) in asked.flat_map(|plan| &plan.asked) {
                let name = &game.checked.spec.kinds[at].moves[*index].name;
                let what = format!("the move `{name}` is evaluated at every position");
                add(&what, Note::Place(reason.clone()));
            }
            return notes;
        }
        Some(Ok(grid)) if grid.full => {
            add("not by dense tables", Note::Words("its moves would have to be evaluated anyway"));
        }
        Some(Ok(_)) => {
            let few = "its moves step in few directions, and a table would hold every point";
            add("not by dense tables", Note::Words(few));
        }
        Some(Err(reason)) => add("not by dense tables", Note::Place(reason.clone())),
        None => {}
    }
    if method == Method::Search {
        let one_nat = one_nat(&game.checked.spec.kinds[at]);
        match (shape.shape, shape.why_not.get(1)) {
            (Shape::Other, Some(reason)) if one_nat => {
                add("not by tables", Note::Place(reason.clone()));
            }
            (Shape::OneNat { smaller_only: false, .. }, _) => {
                add("not by tables", Note::Words("not everything it leads to is smaller"));
            }
            (Shape::OneNat { dense: false, .. }, _) => {
                let few = "it reaches few of the smaller sizes, and a table would hold them all";
                add("not by tables", Note::Words(few));
            }
            (Shape::OneNat { .. } | Shape::Heap { .. }, _) => {
                let normal = "its positions are brought into normal form first";
                add("not by tables", Note::Words(normal));
            }
            (Shape::Other, _) => {}
        }
    }
    notes
}

fn one_nat(kind: &Kind) -> bool {
    matches!(kind.fields.as_slice(), [field] if field.ty == Type::Int)
}

/// The solutions for people.
pub fn write(out: &mut dyn Write, game: &Game) -> std::io::Result<()> {
    writeln!(out, "\nHow it is solved")?;
    for solution in solutions(game) {
        writeln!(out, "  {}: {}", solution.kind, solution.text)?;
        writeln!(out, "    proof: {}", solution.proof)?;
        solution.alike.iter().try_for_each(|words| writeln!(out, "    {words}"))?;
        solution.codes.iter().try_for_each(|words| writeln!(out, "    {words}"))?;
        for (what, note) in &solution.notes {
            match note {
                Note::Words(words) => writeln!(out, "    {what}: {words}")?,
                Note::Place(reason) => {
                    writeln!(out, "    {what}: {}", reason.text)?;
                    excerpt(out, "    ", game, reason.span)?;
                }
            }
        }
    }
    Ok(())
}

/// The solutions for programs.
pub fn json(game: &Game) -> Json {
    let note = |(what, note): &(String, Note)| match note {
        Note::Words(words) => json!({"what": what, "why": words}),
        Note::Place(reason) => json!({
            "what": what,
            "why": reason.text,
            "line": line(game, reason.span),
            "text": one_line(&game.instance.text(reason.span)),
        }),
    };
    let solutions = solutions(game).into_iter().map(|solution| {
        json!({
            "kind": solution.kind,
            "method": solution.method,
            "proof": solution.proof,
            "alike": solution.alike,
            "codes": solution.codes,
            "notes": solution.notes.iter().map(note).collect::<Vec<_>>(),
        })
    });
    solutions.collect()
}

/// The line of a place, if it is one.
pub fn line(game: &Game, span: Span) -> Option<usize> {
    (span != Span::default()).then(|| game.line(span))
}

/// A line of the game with its number, and below it a mark under what is meant.
pub fn excerpt(out: &mut dyn Write, indent: &str, game: &Game, span: Span) -> std::io::Result<()> {
    let sources = game.instance.sources();
    let Some(source) = sources.source(span).filter(|_| span != Span::default()) else {
        return Ok(());
    };
    let (number, column) = sources.line_column(span);
    let text = source.text.lines().nth(number - 1).unwrap_or_default();
    // A tab is as wide as the mark under it.
    let text = text.replace('\t', " ");
    let left = text.chars().count().saturating_sub(column - 1);
    let width = sources.text(span).lines().next().map_or(1, |first| first.chars().count());
    let number = number.to_string();
    let margin = " ".repeat(number.len());
    let mark = "^".repeat(width.clamp(1, left.max(1)));
    writeln!(out, "{indent}  {number} | {}", text.trim_end())?;
    writeln!(out, "{indent}  {margin} | {}{mark}", " ".repeat(column - 1))
}
