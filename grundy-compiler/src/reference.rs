//! The reference engine: nimbers and outcomes by their definitions.
//!
//! It evaluates the rules and nothing else: no normal forms, no tables, no
//! theorem but that of Sprague and Grundy on sums. It is the judge of every
//! other way to find a value, so it stays as plain as it can be; only that it
//! remembers values and keeps its own stack is not in the definition.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use grundy_core::{Nimber, Outcome, Sum, mex};

use crate::error::Result;
use crate::instance::Instance;
use crate::value::{Position, SumValue};

/// What the reference engine has found.
#[derive(Default)]
pub(crate) struct Reference {
    nimbers: HashMap<Position, Nimber>,
    misere: HashMap<Sum<Position>, Outcome>,
}

/// A position or sum whose options are being looked at.
struct Open<K> {
    of: K,
    options: Vec<Sum<Position>>,
}

impl Reference {
    /// The nimber of a sum: the xor of the nimbers of its components.
    pub(crate) fn nimber(&mut self, game: &Instance, sum: &SumValue) -> Result<Nimber> {
        let sum = game.listed(sum)?;
        for (position, _) in sum.components() {
            self.solve(game, position)?;
        }
        Ok(self.known(&sum).expect("every component was solved"))
    }

    /// The nimber of a sum all of whose components are known.
    fn known(&self, sum: &Sum<Position>) -> Option<Nimber> {
        let mut nimber = Nimber::ZERO;
        for (size, copies) in sum.heaps() {
            if copies % 2 == 1 {
                nimber ^= Nimber::new(*size);
            }
        }
        for (position, copies) in sum.components() {
            let value = *self.nimbers.get(position)?;
            if copies % 2 == 1 {
                nimber ^= value;
            }
        }
        Some(nimber)
    }

    /// Finds the nimber of a position: the mex of those of its options.
    fn solve(&mut self, game: &Instance, position: &Position) -> Result<()> {
        if self.nimbers.contains_key(position) {
            return Ok(());
        }
        let mut path = HashSet::from([position.clone()]);
        let mut stack =
            vec![Open { options: game.listed_options(position)?, of: position.clone() }];
        while let Some(top) = stack.last() {
            let components = top.options.iter().flat_map(Sum::components);
            let unknown =
                components.map(|(p, _)| p).find(|p| !self.nimbers.contains_key(*p)).cloned();
            match unknown {
                Some(next) if !path.insert(next.clone()) => {
                    let at = stack.iter().position(|open| open.of == next).unwrap_or(0);
                    let cycle = stack[at..].iter().map(|open| open.of.clone()).chain([next]);
                    return Err(game.cycle(&cycle.collect::<Vec<_>>()));
                }
                Some(next) => {
                    game.tick()?;
                    game.may_hold(self.nimbers.len() + stack.len())?;
                    stack.push(Open { options: game.listed_options(&next)?, of: next });
                }
                None => {
                    let values =
                        top.options.iter().map(|o| self.known(o).expect("none is unknown"));
                    let nimber = mex(values);
                    let done = stack.pop().expect("it is the last one").of;
                    path.remove(&done);
                    self.nimbers.insert(done, nimber);
                }
            }
        }
        Ok(())
    }

    /// Who wins a sum under misère play: the player to move wins when there is
    /// no move, or when some move leads to a sum that the next player loses.
    pub(crate) fn misere(&mut self, game: &Instance, sum: &SumValue) -> Result<Outcome> {
        let start = game.canonical(game.listed(sum)?)?;
        let mut path = HashSet::from([start.clone()]);
        let mut stack = vec![Open { options: game.sum_options(&start)?, of: start.clone() }];
        while let Some(top) = stack.last() {
            let won = top.options.is_empty()
                || top.options.iter().any(|o| self.misere.get(o) == Some(&Outcome::P));
            let unknown = top.options.iter().find(|o| !self.misere.contains_key(*o)).cloned();
            match unknown {
                Some(next) if !won => {
                    if !path.insert(next.clone()) {
                        let positions = next.components().iter().map(|(p, _)| p.clone());
                        return Err(game.cycle(&positions.collect::<Vec<_>>()));
                    }
                    game.tick()?;
                    game.may_hold(self.misere.len() + stack.len())?;
                    stack.push(Open { options: game.sum_options(&next)?, of: next });
                }
                _ => {
                    let done = stack.pop().expect("it is the last one").of;
                    path.remove(&done);
                    self.misere.insert(done, if won { Outcome::N } else { Outcome::P });
                }
            }
        }
        Ok(self.misere[&start])
    }
}

impl Instance {
    /// A sum with its runs written out.
    fn listed(&self, sum: &SumValue) -> Result<Sum<Position>> {
        let mut listed = sum.sum.clone();
        for run in &sum.runs {
            for at in 0..run.count {
                self.tick()?;
                self.may_grow(listed.components().len(), grundy_grammar::Span::default())?;
                listed.push(run.at(at), run.copies);
            }
        }
        Ok(listed)
    }

    fn listed_options(&self, position: &Position) -> Result<Vec<Sum<Position>>> {
        let mut options = Vec::new();
        let flow = self.each_option(position, &mut |_, _, _, sum| {
            options.push(self.listed(&sum)?);
            Ok(ControlFlow::Continue(()))
        })?;
        debug_assert!(flow.is_continue());
        Ok(options)
    }

    /// The options of a sum: a move is made in one copy of one component.
    fn sum_options(&self, sum: &Sum<Position>) -> Result<Vec<Sum<Position>>> {
        let mut options = Vec::new();
        for (at, (position, _)) in sum.components().iter().enumerate() {
            for option in self.listed_options(position)? {
                options.push(self.canonical(replaced(sum, Some(at), None, option))?);
            }
        }
        for (at, (size, _)) in sum.heaps().iter().enumerate() {
            for smaller in 0..*size {
                let mut option = Sum::zero();
                option.push_heap(smaller, 1);
                options.push(self.canonical(replaced(sum, None, Some(at), option))?);
            }
        }
        Ok(options)
    }
}

/// The sum with one copy of a component or of a Nim heap replaced.
pub(crate) fn replaced(
    sum: &Sum<Position>,
    component: Option<usize>,
    heap: Option<usize>,
    mut by: Sum<Position>,
) -> Sum<Position> {
    for (at, (position, copies)) in sum.components().iter().enumerate() {
        by.push(position.clone(), copies - u64::from(component == Some(at)));
    }
    for (at, (size, copies)) in sum.heaps().iter().enumerate() {
        by.push_heap(*size, copies - u64::from(heap == Some(at)));
    }
    by
}
