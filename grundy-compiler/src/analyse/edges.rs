//! Which positions a position leads to, as pairs of kinds with what is known
//! of the fields on both sides.

use std::ops::ControlFlow;

use grundy_grammar::Span;

use crate::ir::{Expr, Kind, KindId};

use super::ground::Ground;
use super::linear::{self, Linear, Maximum};
use super::measure::Measure;
use super::sums::Part;
use super::symbol::{Env, Symbol};
use super::walk::{Lost, Mode, Origin, Walk, each_path};
use super::{Input, Reason, Rule};

/// A rule with more cases is not looked through.
const MAX_PATHS: usize = 600;

/// A position of kind `from` leads to a component of kind `to`.
pub(super) struct Edge {
    pub(super) from: KindId,
    pub(super) to: KindId,
    /// A move or an `equals`.
    pub(super) rule: Rule,
    /// Where the component is written.
    pub(super) span: Span,
    /// The first construct on the way that was not followed.
    pub(super) lost: Option<Lost>,
    /// How the size changes, between kinds with one int field.
    pub(super) reach: Reach,
    /// For each field whether it is an int or a vector of ints, and keeps its value or length.
    pub(super) kept: Vec<bool>,
    rows: Vec<Linear>,
    distinct: Vec<Linear>,
    before: Vec<Option<Linear>>,
    after: Vec<Option<Linear>>,
}

/// Which sizes a component can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// The size of the position and a fixed number.
    Step,
    /// All sizes of a range that grows with the position.
    Slide,
    /// Few: a fixed size, a quotient, a divisor.
    Sparse,
}

impl Edge {
    /// The most that measure `after` of the component can be above measure
    /// `before` of the position, when there is a bound.
    pub(super) fn change(&self, before: usize, after: usize) -> Option<i64> {
        let change = self.after[after].as_ref()?.minus(self.before[before].as_ref()?)?;
        match linear::maximum(&self.rows, &self.distinct, &change) {
            Maximum::AtMost(bound) => Some(bound),
            Maximum::Impossible => Some(i64::MIN),
            Maximum::Unknown => None,
        }
    }
}

/// All edges, and for each kind why not all of its edges are known.
pub(super) struct Edges {
    pub(super) list: Vec<Edge>,
    pub(super) unknown: Vec<Option<Reason>>,
}

/// Collects the edges of all kinds for the given measures of each kind.
pub(super) fn edges<'a>(
    input: &'a Input<'a>,
    ground: &Ground<'a>,
    measures: &[Vec<Measure>],
) -> Edges {
    let mut all = Edges { list: Vec::new(), unknown: vec![None; input.spec.kinds.len()] };
    for (index, kind) in input.spec.kinds.iter().enumerate() {
        let rules =
            (0..kind.equals.len()).map(Rule::Equals).chain((0..kind.moves.len()).map(Rule::Move));
        for rule in rules {
            let mut collector = Collector {
                kind: KindId::from(index),
                rule,
                measures,
                edges: &mut all.list,
                unknown: None,
            };
            let complete = each_path(ground, input, Mode::Bound, MAX_PATHS, |walk| {
                collector.walk(walk);
                match collector.unknown {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            });
            let unknown = collector.unknown.or_else(|| {
                (!complete).then(|| Reason {
                    kind: KindId::from(index),
                    rule: Some(rule),
                    span: rule.span(kind),
                    text: "it has too many cases to look at".to_owned(),
                })
            });
            if all.unknown[index].is_none() {
                all.unknown[index] = unknown;
            }
        }
    }
    all
}

struct Collector<'m> {
    kind: KindId,
    rule: Rule,
    measures: &'m [Vec<Measure>],
    edges: &'m mut Vec<Edge>,
    unknown: Option<Reason>,
}

impl Collector<'_> {
    fn walk<'a>(&mut self, walk: &mut Walk<'a, '_>) {
        let kind = &walk.input.spec.kinds[self.kind.index()];
        let (fields, mut env) = walk.position(self.kind);
        enter(walk, kind, &mut env);
        let before = values(walk, &self.measures[self.kind.index()], self.kind, &mut env);
        let sum: &'a Expr = match self.rule {
            Rule::Move(index) => {
                let rule = &kind.moves[index];
                kind.ends.iter().for_each(|ends| walk.assume(ends, false, &mut env));
                walk.binders(&rule.binders, &mut env);
                if let Some(guard) = &rule.guard {
                    walk.assume(guard, true, &mut env);
                }
                &rule.sum
            }
            Rule::Equals(index) => {
                let rule = &kind.equals[index];
                if let Some(when) = &rule.when {
                    walk.assume(when, true, &mut env);
                }
                &rule.sum
            }
        };
        if walk.path.dead {
            return;
        }
        walk.sum(sum, &mut env, &mut |walk, part, span| match part {
            Part::Heap(_) => {}
            Part::Unknown => self.give_up(walk, span),
            Part::Component(to, args) => {
                let reach = reach(walk, &fields, &args);
                walk.scoped(|walk| self.add(walk, &before, to, (&fields, &args), reach, span));
            }
        });
    }

    fn give_up(&mut self, walk: &Walk<'_, '_>, span: Span) {
        if self.unknown.is_none() && !walk.path.dead {
            let what = walk.lost.as_ref().map_or("a sum", |lost| lost.what.as_str());
            self.unknown = Some(Reason {
                kind: self.kind,
                rule: Some(self.rule),
                span,
                text: format!("{what} stands in the way"),
            });
        }
    }

    fn add<'a>(
        &mut self,
        walk: &mut Walk<'a, '_>,
        before: &[Option<Linear>],
        to: KindId,
        (fields, args): (&[Symbol<'a>], &[Symbol<'a>]),
        reach: Reach,
        span: Span,
    ) {
        let target = &walk.input.spec.kinds[to.index()];
        let mut env = Walk::frame(target.frame.names.len(), args);
        enter(walk, target, &mut env);
        if walk.is_impossible() {
            return;
        }
        let after = values(walk, &self.measures[to.index()], to, &mut env);
        self.edges.push(Edge {
            from: self.kind,
            to,
            rule: self.rule,
            span,
            lost: walk.lost.clone(),
            reach,
            kept: fields.iter().zip(args).map(|(old, new)| kept(walk, old, new)).collect(),
            rows: walk.path.rows.clone(),
            distinct: walk.path.distinct.clone(),
            before: before.to_vec(),
            after,
        });
    }
}

/// Keeps that the fields in `env` make a position of the kind.
pub(super) fn enter<'a>(walk: &mut Walk<'a, '_>, kind: &'a Kind, env: &mut Env<'a>) {
    walk.assume_fields(&kind.fields, env);
    if let Some(condition) = &kind.condition {
        walk.assume(condition, true, env);
    }
}

fn values<'a>(
    walk: &mut Walk<'a, '_>,
    measures: &[Measure],
    kind: KindId,
    env: &mut Env<'a>,
) -> Vec<Option<Linear>> {
    measures.iter().map(|measure| measure.value(walk, kind, env)).collect()
}

/// Whether an int, or the length of a vector, is seen to stay as it is.
fn kept<'a>(walk: &Walk<'a, '_>, old: &Symbol<'a>, new: &Symbol<'a>) -> bool {
    let change = match (old, new) {
        (Symbol::Int(old), Symbol::Int(new)) => new.minus(old),
        (Symbol::Vector(old), Symbol::Vector(new)) => new.len.minus(&old.len),
        _ => None,
    };
    change.is_some_and(|change| {
        change.as_constant() == Some(0)
            || (walk.is_at_least(&change, 0) && walk.maximum(&change).is_at_most(0))
    })
}

fn reach<'a>(walk: &Walk<'a, '_>, fields: &[Symbol<'a>], args: &[Symbol<'a>]) -> Reach {
    let ([Symbol::Int(size)], [Symbol::Int(arg)]) = (fields, args) else {
        return Reach::Sparse;
    };
    let slides = arg.terms().iter().any(|term| walk.origin(term.0) == Origin::Choice);
    if slides {
        Reach::Slide
    } else if arg.minus(size).is_some_and(|change| change.as_constant().is_some()) {
        Reach::Step
    } else {
        Reach::Sparse
    }
}
