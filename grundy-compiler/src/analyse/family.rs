//! Recognition of heaps that the engine solves by itself.
//!
//! A kind is such a heap when its only field is a nat without a bound above
//! and every move, walked through exactly, gives rules of the engine (see
//! [`options`]), with components of such kinds only. The rules give the same
//! options as the moves at every size, so nothing of the game is lost or added.

use std::ops::ControlFlow;

use grundy_core::{Code, Family, FamilyError, HeapKind, Part, Rule as HeapRule, Shape};
use grundy_grammar::Span;

use crate::codes;
use crate::ir::{Domain, Expr, Kind, KindId, Spec, Type};
use crate::value::Value;

use super::cases::Options;
use super::ground::Ground;
use super::linear::{self, Linear};
use super::options;
use super::shapes;
use super::sums;
use super::symbol::Symbol;
use super::walk::{Mode, Walk, each_path};
use super::{Fixed, Input, Reason, Rule};

/// A move with more cases is not recognised.
const MAX_PATHS: usize = 5000;

/// A kind with more rules than that is better evaluated than read off.
const MAX_RULES: usize = 10_000;

/// The family of a game.
pub(super) struct Recognised {
    pub(super) family: Option<Family>,
    /// Where each rule of each kind of the family comes from.
    pub(super) places: Vec<Vec<Span>>,
    /// Which kind of the family each kind of the game is.
    pub(super) index: Vec<Option<usize>>,
    /// Why a kind is none.
    pub(super) why_not: Vec<Option<Reason>>,
    /// The sizes of those that are.
    pub(super) sizes: Vec<Option<Size>>,
}

/// The rules of a kind, each with the place it comes from.
type Rules = Vec<(Rule, Span, HeapRule)>;

/// Recognises the kinds that have no obstacle.
pub(super) fn recognise<'a>(
    input: &'a Input<'a>,
    ground: &Ground<'a>,
    obstacles: &[Option<&str>],
) -> Recognised {
    let spec = input.spec;
    let ids = || (0..spec.kinds.len()).map(KindId::from);
    let leasts: Vec<Result<Size, Reason>> =
        ids().map(|id| candidate(input, ground, id, obstacles[id.index()])).collect();
    let mut kinds: Vec<Result<Rules, Reason>> = ids()
        .map(|id| match &leasts[id.index()] {
            Ok(_) => Recogniser::new(input, ground, &leasts, id).rules(),
            Err(reason) => Err(reason.clone()),
        })
        .collect();
    loop {
        while let Some((place, reason)) = stray(spec, &kinds) {
            kinds[place] = Err(reason);
        }
        let recognised = number(&leasts, &kinds);
        let Some(refused) = recognised.family.as_ref().and_then(refused) else {
            return recognised;
        };
        let place = recognised.index.iter().position(|index| *index == Some(refused));
        let place = place.expect("the engine refuses a kind of the family");
        kinds[place] = Err(Reason {
            kind: KindId::from(place),
            rule: None,
            span: spec.kinds[place].span,
            text: "the engine does not see that its plays end within its domain".to_owned(),
        });
    }
}

impl Size {
    /// The least value of the field.
    fn lowest(self) -> i64 {
        i64::try_from(self.least).map_or(i64::MAX, |least| least.saturating_add(self.base))
    }
}

/// A kind at which the engine refuses the family.
fn refused(family: &Family) -> Option<usize> {
    family.check().err().map(|error| match error {
        FamilyError::NoSuchKind { kind, .. }
        | FamilyError::LeavesDomain { kind, .. }
        | FamilyError::UnequalKinds { kind, .. } => kind,
        FamilyError::Endless { cycle } => cycle[0],
    })
}

/// How the size of a heap is read off a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// The field.
    pub(super) field: usize,
    /// The value of the field that is size 0: below 0 where it may be.
    pub(super) base: i64,
    /// The least size.
    pub(super) least: u64,
}

/// The size of a kind that may be one of the family.
fn candidate<'a>(
    input: &'a Input<'a>,
    ground: &Ground<'a>,
    id: KindId,
    obstacle: Option<&str>,
) -> Result<Size, Reason> {
    let kind = &input.spec.kinds[id.index()];
    let size = size(input, ground, id, kind)?;
    shapes::no_equals(id, kind)?;
    let reason = |span, text: String| Reason { kind: id, rule: None, span, text };
    if let Domain::Int { high: Some((high, _)), .. } = &kind.fields[size.field].domain {
        let name = &kind.fields[size.field].name;
        return Err(reason(high.span, format!("`{name}` has a bound above")));
    }
    if let Some(condition) = &kind.condition
        && !always(input, ground, id, kind)
    {
        return Err(reason(condition.span, "some sizes are left out".to_owned()));
    }
    if let Some(obstacle) = obstacle {
        return Err(reason(kind.span, obstacle.to_owned()));
    }
    Ok(size)
}

/// The only field that is not fixed; it may be negative where fields are looked at one value at a time.
fn size<'a>(
    input: &'a Input<'a>,
    ground: &Ground<'a>,
    id: KindId,
    kind: &'a Kind,
) -> Result<Size, Reason> {
    let Some(layer) = &input.layer else {
        return Ok(Size { field: 0, base: 0, least: shapes::least(id, kind, ground)? });
    };
    if !layer.contains(&id) {
        return Ok(Size { field: 0, base: 0, least: shapes::least(id, kind, ground)? });
    }
    let reason = |span, text: &str| Reason { kind: id, rule: None, span, text: text.to_owned() };
    let fixed = |index: &usize| input.fixed.get(&(id, *index));
    let mut open = (0..kind.fields.len()).filter(|index| fixed(index).is_none());
    let (Some(field), None) = (open.next(), open.next()) else {
        return Err(reason(kind.span, "it has more than one field that changes"));
    };
    let all_ints = kind.fields.iter().all(|field| field.ty == Type::Int);
    let low = match &kind.fields[field].domain {
        Domain::Int { low, .. } if all_ints => ground.value(low, &[]),
        _ => None,
    };
    match low {
        Some(Value::Int(low)) => {
            let base = low.min(0);
            let least = u64::try_from(low.saturating_sub(base)).unwrap_or(0);
            Ok(Size { field, base, least })
        }
        _ => Err(reason(kind.fields[field].span, "its size has no fixed bound below")),
    }
}

/// Whether the condition of a kind holds at every size.
fn always<'a>(input: &'a Input<'a>, ground: &Ground<'a>, id: KindId, kind: &'a Kind) -> bool {
    let mut holds = true;
    let complete = each_path(ground, input, Mode::Enumerate, MAX_PATHS, |walk| {
        let (_, mut env) = walk.position(id);
        walk.assume_fields(&kind.fields, &mut env);
        if let Some(condition) = &kind.condition {
            walk.assume(condition, false, &mut env);
        }
        holds = walk.is_impossible();
        if holds { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    complete && holds
}

/// The first kind with a rule that leads to a kind that is not one of the family.
fn stray(spec: &Spec, kinds: &[Result<Rules, Reason>]) -> Option<(usize, Reason)> {
    for (place, rules) in kinds.iter().enumerate() {
        for (rule, span, heap_rule) in rules.iter().flatten() {
            let mut targets = targets(&heap_rule.shape).into_iter();
            if let Some(target) = targets.find(|target| kinds[*target].is_err()) {
                let reason = Reason {
                    kind: KindId::from(place),
                    rule: Some(*rule),
                    span: *span,
                    text: format!("it leads to {}, which is no such heap", spec.kinds[target].name),
                };
                return Some((place, reason));
            }
        }
    }
    None
}

/// The kinds of the components of a shape.
fn targets(shape: &Shape) -> Vec<usize> {
    match shape {
        Shape::Empty => Vec::new(),
        Shape::Parts(parts) => parts
            .iter()
            .filter_map(|part| match part {
                Part::Rest { kind, .. } | Part::Fixed { kind, .. } => Some(*kind),
                Part::Nim(_) => None,
            })
            .collect(),
        Shape::Any { kind, .. } | Shape::Pile { kind, .. } => vec![*kind],
        Shape::Split { left, right, .. } => vec![*left, *right],
    }
}

/// Numbers the kinds that are left and puts the rules in a fixed order.
fn number(leasts: &[Result<Size, Reason>], kinds: &[Result<Rules, Reason>]) -> Recognised {
    let mut next = 0..;
    let index: Vec<Option<usize>> =
        kinds.iter().map(|rules| rules.as_ref().ok().and_then(|_| next.next())).collect();
    let mut heaps = Vec::new();
    let mut places = Vec::new();
    let mut why_not = Vec::new();
    for (rules, least) in kinds.iter().zip(leasts) {
        let (rules, least) = match (rules, least) {
            (Ok(rules), Ok(size)) => (rules, size.least),
            (Err(reason), _) | (Ok(_), Err(reason)) => {
                why_not.push(Some(reason.clone()));
                continue;
            }
        };
        why_not.push(None);
        let mut rules: Vec<(HeapRule, Span)> =
            rules.iter().map(|(_, span, rule)| (rule.clone(), *span)).collect();
        for (rule, _) in &mut rules {
            rule.shape.each_kind(&mut |kind| {
                *kind = index[*kind].expect("stray kinds have been removed");
            });
        }
        options::arrange(&mut rules);
        let (rules, spans) = rules.into_iter().unzip();
        heaps.push(HeapKind { least, rules });
        places.push(spans);
    }
    let sizes = leasts.iter().zip(&index);
    let sizes = sizes.map(|(size, index)| index.and(size.as_ref().ok().copied())).collect();
    let family = (!heaps.is_empty()).then_some(Family { kinds: heaps });
    Recognised { family, places, index, why_not, sizes }
}

/// The recognition of one kind.
struct Recogniser<'r, 'a> {
    input: &'a Input<'a>,
    ground: &'r Ground<'a>,
    leasts: &'r [Result<Size, Reason>],
    id: KindId,
    rules: Rules,
}

impl<'r, 'a> Recogniser<'r, 'a> {
    fn new(
        input: &'a Input<'a>,
        ground: &'r Ground<'a>,
        leasts: &'r [Result<Size, Reason>],
        id: KindId,
    ) -> Recogniser<'r, 'a> {
        Recogniser { input, ground, leasts, id, rules: Vec::new() }
    }

    fn rules(mut self) -> Result<Rules, Reason> {
        let kind = &self.input.spec.kinds[self.id.index()];
        for (index, rule) in kind.moves.iter().enumerate() {
            let id = self.id;
            let reason = |(span, text): (Span, String)| Reason {
                kind: id,
                rule: Some(Rule::Move(index)),
                span: if span == Span::default() { rule.span } else { span },
                text,
            };
            if let Some(code) = rule.code() {
                self.code(index, code).map_err(reason)?;
                continue;
            }
            let mut result = Ok(());
            let (ground, input) = (self.ground, self.input);
            let complete = each_path(ground, input, Mode::Enumerate, MAX_PATHS, |walk| {
                result = self.path(walk, index);
                if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            result.map_err(reason)?;
            if !complete {
                return Err(reason((rule.span, "it has too many cases".to_owned())));
            }
        }
        Ok(self.rules)
    }

    /// Adds what a take-and-break code gives.
    fn code(&mut self, index: usize, code: &'a Expr) -> Result<(), (Span, String)> {
        let kind = &self.input.spec.kinds[self.id.index()];
        let refused = |span, text: &str| Err((span, text.to_owned()));
        if let Some(ends) = kind.ends.first() {
            return refused(ends.span, "a heap with a take-and-break code may end early");
        }
        let least = self.leasts[self.id.index()].as_ref().expect("it is a candidate");
        if least.least > 1 || least.base < 0 {
            return refused(kind.fields[0].span, "a code may leave heaps of 1");
        }
        let text = self.ground.value(code, &[]).and_then(|value| codes::text(&value));
        let Some(Ok(code)) = text.map(|text| Code::parse(&text)) else {
            return refused(code.span, "this gives no take-and-break code");
        };
        for mut rule in code.rules(least.least == 0) {
            rule.shape.each_kind(&mut |kind| *kind = self.id.index());
            self.rules.push((Rule::Move(index), kind.moves[index].span, rule));
        }
        Ok(())
    }

    /// Adds what one path through a move gives.
    fn path(&mut self, walk: &mut Walk<'a, '_>, index: usize) -> Result<(), (Span, String)> {
        let kind = &self.input.spec.kinds[self.id.index()];
        let rule = &kind.moves[index];
        let (fields, mut env) = walk.position(self.id);
        let own = *self.leasts[self.id.index()].as_ref().expect("it is a candidate");
        let size = fields[own.field].int().map_or(0, |form| form.terms()[0].0.0);
        walk.assume_fields(&kind.fields, &mut env);
        kind.ends.iter().for_each(|ends| walk.assume(ends, false, &mut env));
        walk.binders(&rule.binders, &mut env);
        if let Some(guard) = &rule.guard {
            walk.assume(guard, true, &mut env);
        }
        // A path that ends behind something that was not followed may end in an error there.
        let lost = |walk: &Walk<'a, '_>| match walk.lost.clone() {
            None => Ok(()),
            Some(lost) => {
                Err((lost.span, format!("{} does not fit take-and-break rules", lost.what)))
            }
        };
        if walk.path.dead {
            return lost(walk);
        }
        let mut found = Vec::new();
        let mut strays = None;
        walk.sum(&rule.sum, &mut env, &mut |walk, part, span| {
            if let sums::Part::Component(to, args) = &part
                && let Ok(size) = &self.leasts[to.index()]
            {
                if rule.legal {
                    self.enter(walk, *to, args);
                    if let Some(form) = args[size.field].int() {
                        walk.at_least_zero(form.add_constant(size.lowest().saturating_neg()));
                    }
                } else if strays.is_none() && !self.stays(walk, *to, args) {
                    strays = Some((span, *to));
                }
            }
            found.push((part, span));
        });
        lost(walk)?;
        if walk.is_impossible() {
            return Ok(());
        }
        if let Some((span, to)) = strays {
            let name = &self.input.spec.kinds[to.index()].name;
            return Err((span, format!("it is not seen to stay in the domain of {name}")));
        }
        let mut options = self.options(walk, found)?;
        if own.base < 0 {
            let value = Linear::var(linear::Var(size)).add_constant(own.base);
            let value = value.ok_or((rule.sum.span, "its ints are too large".to_owned()))?;
            let possible = options.replace(linear::Var(size), &value);
            if !possible.map_err(|text| (rule.sum.span, text.to_owned()))? {
                return Ok(());
            }
        }
        let rules =
            options::rules(options, linear::Var(size), own.least).map_err(|text| {
                match walk.rounded {
                    Some(span) => (span, "a quotient does not fit take-and-break rules".to_owned()),
                    None => (rule.sum.span, text.to_owned()),
                }
            })?;
        let rules = rules.into_iter().map(|heap| (Rule::Move(index), rule.sum.span, heap));
        self.rules.extend(rules);
        if self.rules.len() > MAX_RULES {
            return Err((rule.span, "it has too many cases".to_owned()));
        }
        Ok(())
    }

    /// Keeps that the fields of a component lie in their domains. Its size is its own matter while
    /// it is the only field.
    fn enter(&self, walk: &mut Walk<'a, '_>, to: KindId, args: &[Symbol<'a>]) {
        let target = &self.input.spec.kinds[to.index()];
        if target.fields.len() > 1 {
            let mut env = Walk::frame(target.frame.names.len(), args);
            walk.assume_fields(&target.fields, &mut env);
        }
    }

    /// Whether the fields of a component are seen to lie in their domains.
    fn stays(&self, walk: &mut Walk<'a, '_>, to: KindId, args: &[Symbol<'a>]) -> bool {
        let (rows, distinct) = (walk.path.rows.clone(), walk.path.distinct.len());
        walk.scoped(|walk| {
            self.enter(walk, to, args);
            let implied = |row| linear::implies(&rows, &walk.path.distinct, row);
            !walk.path.dead
                && walk.path.distinct.len() == distinct
                && walk.path.rows.iter().all(implied)
        })
    }

    /// A field of a component that is fixed there, unless it is seen to have that value.
    fn changed(&self, walk: &Walk<'a, '_>, to: KindId, args: &[Symbol<'a>]) -> Option<&'a str> {
        let fields = self.input.spec.kinds[to.index()].fields.iter().zip(args).enumerate();
        let mut changed = fields.filter(|(index, (_, arg))| {
            let Some(Fixed::Int(value)) = self.input.fixed.get(&(to, *index)) else {
                return false;
            };
            let form = arg.int();
            !form.is_some_and(|form| {
                walk.is_at_least(form, *value) && walk.maximum(form).is_at_most(*value)
            })
        });
        changed.next().map(|(_, (field, _))| field.name.as_str())
    }

    /// What a path says; refused unless every component stays in its domain.
    fn options(
        &self,
        walk: &Walk<'a, '_>,
        found: Vec<(sums::Part<'a>, Span)>,
    ) -> Result<Options, (Span, String)> {
        let mut options = Options {
            fields: linear::Var(1),
            rows: walk.path.rows.clone(),
            distinct: walk.path.distinct.clone(),
            parts: Vec::new(),
            heaps: Vec::new(),
        };
        for (part, span) in found {
            let (to, args) = match part {
                sums::Part::Component(to, args) => (to, args),
                sums::Part::Heap(form) => {
                    let heap = form.as_constant().and_then(|size| u64::try_from(size).ok());
                    let heap = heap.ok_or_else(|| {
                        (span, "the size of its Nim heap is not fixed".to_owned())
                    })?;
                    options.heaps.push(heap);
                    continue;
                }
                sums::Part::Unknown => return Err((span, "a sum that is not followed".to_owned())),
            };
            let name = &self.input.spec.kinds[to.index()].name;
            let Ok(size) = &self.leasts[to.index()] else {
                return Err((span, format!("it leads to {name}, which is no such heap")));
            };
            if let Some(field) = self.changed(walk, to, &args) {
                return Err((span, format!("`{field}` is not seen to keep its value")));
            }
            let form = args.get(size.field).and_then(|arg| arg.int().cloned());
            let form = form.ok_or_else(|| (span, "a size that is not followed".to_owned()))?;
            let least = size.lowest();
            if !walk.is_at_least(&form, least) {
                return Err((
                    span,
                    format!("the size of {name} is not seen to stay at least {least}"),
                ));
            }
            let form = form.add_constant(size.base.saturating_neg());
            let form = form.ok_or_else(|| (span, "its ints are too large".to_owned()))?;
            options.parts.push((to.index(), vec![form]));
        }
        Ok(options)
    }
}
