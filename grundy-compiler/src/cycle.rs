//! What to say about positions that can come back to themselves.

use std::ops::ControlFlow;

use grundy_grammar::Span;

use crate::error::Error;
use crate::instance::Instance;
use crate::value::Position;

/// Of a longer cycle the middle is left out.
const SHOWN: usize = 10;

/// A move from one position of a cycle to the next.
struct Step {
    rule: Span,
    name: String,
    choice: String,
}

impl Instance {
    /// The error for positions that lead to each other in a circle; the last is the first again.
    pub(crate) fn cycle(&self, cycle: &[Position]) -> Error {
        let spec = self.spec();
        let name = |position: &Position| self.show_position(position);
        let first = cycle.first().map_or_else(String::new, name);
        let kind = cycle.first().map_or(Span::default(), |p| spec.kinds[p.kind.index()].span);
        let mut error = Error::fault(
            "E0714",
            kind,
            format!("this game need not end: `{first}` can come back to itself"),
        )
        .label("positions of this kind");
        let mut route = first;
        let mut labelled: Vec<Span> = Vec::new();
        let gone = SHOWN / 2..cycle.len().saturating_sub(1 + SHOWN / 2);
        for (at, pair) in cycle.windows(2).enumerate() {
            if gone.contains(&at) {
                if at == gone.start {
                    route += &format!(" -> ... {} more ...", gone.len());
                }
                continue;
            }
            let Some(step) = self.step_between(&pair[0], &pair[1]) else {
                route += &format!(" -> {}", name(&pair[1]));
                continue;
            };
            route += &format!(" -{}-> {}", step.name, name(&pair[1]));
            if !labelled.contains(&step.rule) {
                let label =
                    format!("`{}` becomes `{}`{}", name(&pair[0]), name(&pair[1]), step.choice);
                let main = labelled.is_empty();
                labelled.push(step.rule);
                error = error.map(|d| match main {
                    true => grundy_grammar::Diagnostic { primary: (step.rule, label), ..d },
                    false => d.related(step.rule, label),
                });
            }
        }
        error
            .note(format!("the moves go {route}"))
            .help("in a game that is solved here every play ends: change the rules so that each move makes something smaller, or record what has been used up in the position")
    }

    /// A move that leads from one position to a sum with the other in it.
    fn step_between(&self, from: &Position, to: &Position) -> Option<Step> {
        let mut found = None;
        let flow = self.each_option(from, &mut |_, rule, frame, sum| {
            let direct = sum.sum.components().iter().any(|(p, _)| p == to);
            if !direct && !self.reduced_sum(&sum)?.components().iter().any(|(p, _)| p == to) {
                return Ok(ControlFlow::Continue(()));
            }
            let choice = self.show_choice(&self.chosen(from, rule, frame));
            found = Some(Step { rule: rule.span, name: rule.name.clone(), choice });
            Ok(ControlFlow::Break(()))
        });
        flow.ok().and(found)
    }
}
