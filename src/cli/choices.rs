//! The choices of a question `SUM for BINDERS`, with the values of its variables.

use grundy::compiler::ir::{Binder, Local, ParamId, Pattern};
use grundy::compiler::value::Value;
use grundy::compiler::{FrameValues, Instance, Query};

use super::failure::{Failure, Run};
use super::game::Game;

/// A variable that runs: its name and where its value stands.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its name.
    pub name: String,
    of: Of,
}

#[derive(Clone, Copy, Debug)]
enum Of {
    Local(Local),
    Param(ParamId),
}

impl Axis {
    /// Whether it is a param, whose value a sum does not show.
    pub fn is_param(&self) -> bool {
        matches!(self.of, Of::Param(_))
    }

    /// Its value at a choice.
    pub fn at(&self, instance: &Instance, frame: &FrameValues) -> Value {
        match self.of {
            Of::Local(local) => frame[local.index()].clone(),
            Of::Param(param) => instance.param(param).clone(),
        }
    }
}

/// What runs in a question, in the order of its binders.
pub fn axes(game: &Game, query: &Query) -> Vec<Axis> {
    let local = |local: Local| Axis {
        name: query.frame.names[local.index()].clone(),
        of: Of::Local(local),
    };
    let mut axes = Vec::new();
    for binder in &query.binders {
        match binder {
            Binder::In(pattern, _) => locals(pattern, &mut |l| axes.push(local(l))),
            Binder::Map { map, .. } => axes.push(local(*map)),
            Binder::ParamIn(param, _) => {
                let name = game.checked.spec.params[param.index()].name.clone();
                axes.push(Axis { name, of: Of::Param(*param) });
            }
            Binder::Let(..) | Binder::If(_) | Binder::ParamIs(..) => {}
        }
    }
    axes
}

/// So many rows are held for a table or a list that is written as a whole.
const MAX_ROWS: usize = 5_000_000;

/// Refuses to hold more rows than memory should have to.
pub fn may_hold(rows: usize) -> Run<()> {
    if rows < MAX_ROWS {
        return Ok(());
    }
    Err(Failure::limit(format!("more than {MAX_ROWS} rows are not held for one result"))
        .help("`--format csv` writes each row as it is found"))
}

/// A frame for the variables of a question.
pub fn frame(query: &Query) -> FrameValues {
    vec![Value::Int(0); query.frame.names.len()]
}

fn locals(pattern: &Pattern, then: &mut dyn FnMut(Local)) {
    match pattern {
        Pattern::Local(local) => then(*local),
        Pattern::Ignore => {}
        Pattern::Tuple(parts) => parts.iter().for_each(|part| locals(part, then)),
    }
}
