//! Claims, refutations and expectations: what holds, and how far that was checked.

use std::ops::ControlFlow;
use std::rc::Rc;

use grundy_grammar::{Diagnostic, Span};

use crate::error::{Error, Result};
use crate::eval::FrameValues;
use crate::instance::Instance;
use crate::ir::{At, Binder, Expr, ExprKind, Local, Pattern, Statement, StatementKind, Type};
use crate::period::Finding;
use crate::value::Value;

/// The values of variables and params at a choice, in binder order.
pub type Choice = Vec<(String, String)>;

/// What a statement came to.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It holds for so many choices (for a refutation: the counterexample is
    /// the first, and so many choices come up to it).
    Holds {
        /// How many choices were looked at.
        checked: u64,
        /// What was proved for all n by `periodic`.
        proofs: Vec<Finding>,
    },
    /// There was no choice to check it for.
    NotChecked,
    /// It fails.
    Fails {
        /// How many choices held before.
        checked: u64,
        /// The first choice at which it fails.
        at: Choice,
        /// What was found there.
        found: String,
        /// The place in the statement.
        span: Span,
    },
    /// It says something about all n that could not be proved.
    NotProved(Box<Diagnostic>),
    /// A limit was reached after so many choices.
    Unfinished {
        /// How many choices held before.
        checked: u64,
        /// The limit, in words.
        limit: String,
    },
}

/// How a run through the choices ended.
struct Run {
    checked: u64,
    proofs: Vec<Finding>,
    failure: Option<(Choice, String, Span)>,
}

impl Instance {
    /// Checks a statement of the game.
    ///
    /// # Errors
    /// When the rules or the statement are at fault; a statement that is
    /// merely false is a [`Verdict`].
    pub fn check_statement(&self, statement: &Statement) -> Result<Verdict> {
        let mut run = Run { checked: 0, proofs: Vec::new(), failure: None };
        let result = match &statement.kind {
            StatementKind::Claim(condition) => self.check_claim(statement, condition, &mut run),
            StatementKind::Refute { condition, at } => {
                self.check_refute(statement, condition, at, &mut run)
            }
            StatementKind::Expect { subject, values, rows } => {
                self.check_expect(statement, subject, values, rows.as_deref(), &mut run)
            }
        };
        match result {
            Ok(()) => {}
            Err(Error::Limit(limit)) => {
                return Ok(Verdict::Unfinished { checked: run.checked, limit: limit.to_string() });
            }
            Err(Error::Unproved(diagnostic)) => return Ok(Verdict::NotProved(diagnostic)),
            Err(error) => return Err(error),
        }
        Ok(match run.failure {
            Some((at, found, span)) => Verdict::Fails { checked: run.checked, at, found, span },
            None if run.checked == 0 => Verdict::NotChecked,
            None => Verdict::Holds { checked: run.checked, proofs: run.proofs },
        })
    }

    fn check_claim(&self, statement: &Statement, condition: &Expr, run: &mut Run) -> Result<()> {
        let mut frame = frame_of(statement);
        let _ = self.each(&statement.binders, &mut frame, &mut |game, frame| {
            let holds = game
                .value(condition, frame)
                .map_err(|e| game.at_check(e, statement, frame))?
                .bool();
            run.proofs.append(&mut game.periods.borrow_mut());
            if !holds {
                let found = match run.proofs.last() {
                    Some(finding) if is_about_all(condition) => finding.to_string(),
                    _ => game.both_sides(condition, frame)?,
                };
                run.failure = Some((game.choice(statement, frame), found, condition.span));
                return Ok(ControlFlow::Break(()));
            }
            run.checked += 1;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(())
    }

    fn check_refute(
        &self,
        statement: &Statement,
        condition: &Expr,
        at: &[(At, Expr)],
        run: &mut Run,
    ) -> Result<()> {
        let mut frame = frame_of(statement);
        // The first counterexample, and what was said of it instead.
        let mut first: Option<(Choice, Vec<String>)> = None;
        let _ = self.each(&statement.binders, &mut frame, &mut |game, frame| {
            if game.value(condition, frame).map_err(|e| game.at_check(e, statement, frame))?.bool()
            {
                run.checked += 1;
                return Ok(ControlFlow::Continue(()));
            }
            let choice = game.choice(statement, frame);
            let mut other = Vec::new();
            for (which, value) in at {
                let expected = game.show(&game.value(value, &mut frame.clone())?);
                let (name, found) = match which {
                    At::Local(local) => {
                        (&statement.frame.names[local.index()], &frame[local.index()])
                    }
                    At::Param(param) => {
                        (&game.spec().params[param.index()].name.clone(), game.param(*param))
                    }
                };
                if expected != game.show(found) {
                    other.push(format!("{name} = {expected}"));
                }
            }
            first = Some((choice, other));
            Ok(ControlFlow::Break(()))
        })?;
        run.failure = match first {
            Some((_, other)) if other.is_empty() => {
                // The counterexample is among the choices that were looked at.
                run.checked += 1;
                None
            }
            Some((choice, other)) => Some((
                choice,
                format!("this is the smallest counterexample, not {}", other.join(", ")),
                statement.span,
            )),
            None if run.checked == 0 => None,
            None => Some((
                Vec::new(),
                "it holds for every choice: there is no counterexample".to_string(),
                condition.span,
            )),
        };
        Ok(())
    }

    fn check_expect(
        &self,
        statement: &Statement,
        subject: &Expr,
        values: &[Expr],
        rows: Option<&[usize]>,
        run: &mut Run,
    ) -> Result<()> {
        let mut frame = frame_of(statement);
        let mut at = 0;
        let mut lengths: Vec<usize> = Vec::new();
        let mut outer: Option<Vec<Value>> = None;
        let runners = runners(&statement.binders);
        let _ = self.each(&statement.binders, &mut frame, &mut |game, frame| {
            let found = game
                .subject_value(subject, frame)
                .map_err(|e| game.at_check(e, statement, frame))?;
            // A new row begins when a variable or param other than the last changes.
            let value = |runner: &At| match runner {
                At::Local(local) => frame[local.index()].clone(),
                At::Param(param) => game.param(*param).clone(),
            };
            let now: Vec<Value> = runners.iter().rev().skip(1).map(value).collect();
            if outer.as_ref() != Some(&now) {
                lengths.push(0);
                outer = Some(now);
            }
            if let Some(last) = lengths.last_mut() {
                *last += 1;
            }
            let Some(expected) = values.get(at) else {
                at += 1;
                return Ok(ControlFlow::Continue(()));
            };
            at += 1;
            let value = game.value(expected, &mut frame.clone())?;
            if game.show(&value) != game.show(&found) {
                let words = format!("it is {}, not {}", game.show(&found), game.show(&value));
                run.failure = Some((game.choice(statement, frame), words, expected.span));
                return Ok(ControlFlow::Break(()));
            }
            run.checked += 1;
            Ok(ControlFlow::Continue(()))
        })?;
        if run.failure.is_none() && at != values.len() {
            let words = format!("{} values are given for {at} choices", values.len());
            run.failure = Some((Vec::new(), words, statement.span));
        }
        if let (None, Some(rows)) = (&run.failure, rows)
            && rows != lengths.as_slice()
        {
            let words = format!(
                "the rows have {} entries, but the choices make rows of {}",
                list(rows),
                list(&lengths)
            );
            run.failure = Some((Vec::new(), words, statement.span));
        }
        Ok(())
    }

    /// The value of what an expectation or a table speaks of: of a sum its nimber.
    ///
    /// # Errors
    /// When it cannot be evaluated.
    pub fn subject_value(&self, subject: &Expr, frame: &mut FrameValues) -> Result<Value> {
        let value = self.value(subject, frame)?;
        match &value {
            Value::Sum(sum) => {
                let nimber = self.nimber(sum)?.get();
                i64::try_from(nimber)
                    .map(Value::Int)
                    .map_err(|_| crate::eval::overflow(subject.span, nimber.to_string()))
            }
            _ => Ok(value),
        }
    }

    /// For a comparison that fails, the values of its sides.
    fn both_sides(&self, condition: &Expr, frame: &mut FrameValues) -> Result<String> {
        match &condition.kind {
            ExprKind::Compare(first, rest) => {
                let mut sides = vec![(first.span, self.value(first, frame)?)];
                for (_, side) in rest {
                    sides.push((side.span, self.value(side, frame)?));
                }
                let shown: Vec<String> = sides
                    .iter()
                    .filter(|(span, value)| self.text(*span) != self.show(value))
                    .map(|(span, value)| {
                        format!("`{}` is {}", one_line(&self.text(*span)), self.show(value))
                    })
                    .collect();
                Ok(shown.join(", "))
            }
            _ => Ok("it is false there".to_string()),
        }
    }

    /// Says for which choice of a statement it happened.
    fn at_check(&self, error: Error, statement: &Statement, frame: &FrameValues) -> Error {
        let choice = self.choice(statement, frame);
        if choice.is_empty() {
            return error;
        }
        let shown: Vec<String> =
            choice.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        error.note(format!("for the choice {}", shown.join(", ")))
    }

    /// The variables and params of the binders with their values.
    fn choice(&self, statement: &Statement, frame: &FrameValues) -> Choice {
        let spec = self.spec();
        let mut choice = Vec::new();
        let named = |local: Local| {
            (statement.frame.names[local.index()].clone(), self.show(&frame[local.index()]))
        };
        for binder in &statement.binders {
            match binder {
                Binder::In(pattern, _) => choice.extend(pattern.locals().into_iter().map(named)),
                Binder::Map { map, .. } => choice.push(named(*map)),
                Binder::ParamIn(param, _) | Binder::ParamIs(param, _) => {
                    choice.push((
                        spec.params[param.index()].name.clone(),
                        self.show(self.param(*param)),
                    ));
                }
                Binder::Let(..) | Binder::If(_) => {}
            }
        }
        choice
    }

    /// Runs through the choices of a query: `SUM for BINDERS`.
    ///
    /// # Errors
    /// When something cannot be evaluated, and what `then` gives.
    pub fn each_choice(
        self: &Rc<Self>,
        binders: &[Binder],
        frame: &mut FrameValues,
        then: &mut dyn FnMut(&Instance, &mut FrameValues) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        self.each(binders, frame, then)
    }

    /// Evaluates an expression in a frame.
    ///
    /// # Errors
    /// When it cannot be evaluated.
    pub fn value_in(&self, expr: &Expr, frame: &mut FrameValues) -> Result<Value> {
        self.value(expr, frame)
    }
}

/// The variables that binders run through, in order.
pub fn variables(binders: &[Binder]) -> Vec<Local> {
    let patterns = binders.iter().filter_map(|binder| match binder {
        Binder::In(pattern, _) => Some(pattern),
        _ => None,
    });
    patterns.flat_map(Pattern::locals).collect()
}

/// The variables and params that binders run through, in order.
fn runners(binders: &[Binder]) -> Vec<At> {
    let each = binders.iter().flat_map(|binder| match binder {
        Binder::In(pattern, _) => pattern.locals().into_iter().map(At::Local).collect(),
        Binder::ParamIn(param, _) => vec![At::Param(*param)],
        _ => Vec::new(),
    });
    each.collect()
}

/// Whether a statement is about all n: its condition asks for `periodic`.
pub fn is_about_all(condition: &Expr) -> bool {
    matches!(condition.kind, ExprKind::Periodic(_)) && condition.ty == Type::Bool
}

fn frame_of(statement: &Statement) -> FrameValues {
    vec![Value::Int(0); statement.frame.names.len()]
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}
