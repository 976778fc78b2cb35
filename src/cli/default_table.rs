//! What `grundy table` shows when no sum is given.

use grundy::compiler::ir::{Domain, Expr, ExprKind, Field, Kind, Type};

use super::failure::{Failure, Run};
use super::game::{Game, one_line};

/// The last size of a sequence, and of a grid.
const LAST: (u64, u64) = (30, 12);

/// The question for the first kind with one int, else for the first with two.
pub fn of(game: &Game, spec: &str, to: Option<u64>) -> Run<String> {
    let kinds = &game.checked.spec.kinds;
    let ints = |count: usize| {
        let fits = move |kind: &&Kind| {
            kind.fields.len() == count && kind.fields.iter().all(|f| f.ty == Type::Int)
        };
        kinds.iter().find(fits)
    };
    if let Some(kind) = ints(1) {
        return Ok(question(game, kind, to.unwrap_or(LAST.0)));
    }
    if let Some(kind) = ints(2) {
        return Ok(question(game, kind, to.unwrap_or(LAST.1)));
    }
    let failure = Failure::wrong(format!(
        "no kind of `{}` has one or two numbers: say which sums the table is for",
        game.name()
    ));
    Err(match kinds.first() {
        Some(kind) => failure.help(format!("for instance `{}`", example(spec, kind))),
        None => failure,
    })
}

/// `Heap(n) for n in 1..=30, if odd(n)`.
fn question(game: &Game, kind: &Kind, to: u64) -> String {
    let names: Vec<&str> = kind.fields.iter().map(|field| field.name.as_str()).collect();
    let binders: Vec<String> = kind.fields.iter().map(|field| range(game, field, to)).collect();
    let condition = kind
        .condition
        .as_ref()
        .map(|condition| format!(", if {}", one_line(&game.instance.text(condition.span))));
    format!(
        "{}({}) for {}{}",
        kind.name,
        names.join(", "),
        binders.join(", "),
        condition.unwrap_or_default()
    )
}

fn range(game: &Game, field: &Field, to: u64) -> String {
    let bound = |expr: &Expr| match &expr.kind {
        ExprKind::Constant(value) => value.to_string(),
        _ => format!("({})", one_line(&game.instance.text(expr.span))),
    };
    let (low, high) = match &field.domain {
        Domain::Int { low, high } => (bound(low), high.as_ref()),
        _ => ("0".to_string(), None),
    };
    let high = match high {
        Some((high, true)) => format!("min({to}, {})", bound(high)),
        Some((high, false)) => format!("min({to}, {} - 1)", bound(high)),
        None => to.to_string(),
    };
    format!("{} in {low}..={high}", field.name)
}

/// A sum of the kind that could be tabulated.
fn example(spec: &str, kind: &Kind) -> String {
    let mut variables = "ab".chars();
    let mut names = Vec::new();
    let fields: Vec<String> = kind
        .fields
        .iter()
        .map(|field| match &field.ty {
            Type::Vector(element) if **element == Type::Int => {
                let pair: Vec<String> = variables.by_ref().map(String::from).collect();
                names.extend(pair.iter().cloned());
                format!("[{}]", pair.join(", "))
            }
            Type::Int => "1".to_string(),
            Type::Bool => "true".to_string(),
            Type::Set(_) => "{}".to_string(),
            Type::Vector(_) => "[]".to_string(),
            _ => "...".to_string(),
        })
        .collect();
    let binders: Vec<String> = names.iter().map(|name| format!("{name} in 0..=9")).collect();
    let behind =
        if binders.is_empty() { String::new() } else { format!(" for {}", binders.join(", ")) };
    format!("grundy table {spec} '{}({}){behind}'", kind.name, fields.join(", "))
}
