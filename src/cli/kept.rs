//! Tables of heaps that a question needs, filled beforehand and kept in a file.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use grundy::compiler::ir::{Binder, Play, Type};
use grundy::compiler::value::Value;
use grundy::compiler::{Error, Method};

use super::choices;
use super::failure::{Failure, Run};
use super::filling::MethodOptions;
use super::game::{Game, Question};
use super::long_run::{LongRun, StateOptions};
use super::options::GameOptions;

/// Fills the tables of the heaps in the sums of a question, as far as these need them, and keeps
/// them in a file. Of a heap with a proved period no more is filled than the proof takes.
pub fn fill(
    game: &Game,
    question: &Question,
    options: &GameOptions,
    method: MethodOptions,
    state: &StateOptions,
) -> Run<()> {
    let largest = largest(game, question)?;
    let mut run = LongRun::begin(state, game)?;
    method.set(game)?;
    let mut filled = Ok(());
    for (kind, (index, size)) in largest {
        run.aim(&game.checked.spec.kinds[kind].name, Some(size));
        filled = game.instance.with_tables(|tables| {
            let kinds = tables.family().kinds.len();
            let budget = options.limits.for_tables(game.instance.budget(), kinds, size);
            let watch = &mut |tables: &_| run.watch(index, tables);
            tables.prove_watched(index, size, &budget, watch).map(|_| ())
        });
        if filled.is_err() {
            break;
        }
    }
    // What was computed is kept also when the work was stopped.
    run.end(game)?;
    filled.map_err(|limit| game.failure(Error::Limit(limit)))
}

/// Of each kind that is a heap of the engine, by its number among the kinds: its number in the tables,
/// and the largest size in the sums of a question.
fn largest(game: &Game, question: &Question) -> Run<BTreeMap<usize, (usize, u64)>> {
    let query = &question.query;
    if query.subject.ty != Type::Sum {
        return Err(Failure::wrong(format!("`{}` is no sum of heaps", question.subject))
            .help("what is kept in a file are tables of heaps: ask for a sum such as `Heap(n)`"));
    }
    if game.play() != Play::Normal {
        return Err(Failure::wrong(
            "what is kept in a file are tables of nimbers under normal play",
        )
        .help("leave `--save` and `--resume` out"));
    }
    let param = |binder: &Binder| matches!(binder, Binder::ParamIn(..) | Binder::ParamIs(..));
    if query.binders.iter().any(param) {
        return Err(Failure::wrong("a file keeps the tables of one game only")
            .help("set params with `-p`, not in the question"));
    }
    let mut largest = BTreeMap::new();
    let flow = game.instance.each_choice(
        &query.binders,
        &mut choices::frame(query),
        &mut |instance, frame| {
            let value = instance.value_in(&query.subject, frame)?;
            for (position, _) in value.sum().sum.components() {
                if let (Method::Heap(index), [Value::Int(size)]) =
                    (instance.plan().method(position.kind), position.fields.as_ref())
                {
                    let size = size.unsigned_abs();
                    let (_, known) = largest.entry(position.kind.index()).or_insert((index, size));
                    *known = size.max(*known);
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    );
    let _ = flow.map_err(|error| game.failure(error))?;
    if largest.is_empty() {
        return Err(Failure::wrong(format!(
            "nothing in `{}` is solved as a heap whose table can be kept in a file",
            question.subject
        ))
        .help("`grundy explain` says how each kind is solved; leave `--save` and `--resume` out"));
    }
    Ok(largest)
}
