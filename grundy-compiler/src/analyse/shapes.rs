//! The shape of each kind as a whole.

use crate::ir::{Domain, ExprKind, Kind, KindId, Spec, Type};
use crate::value::Value;

use super::edges::{Edges, Reach};
use super::ending::{self, Component};
use super::family::Recognised;
use super::ground::Ground;
use super::measure::Measure;
use super::{KindShape, Reason, Shape};

/// For each kind what keeps it from being solved without evaluating its rules.
pub(super) fn obstacles(
    spec: &Spec,
    measures: &[Vec<Measure>],
    edges: &Edges,
    components: &[Component],
) -> Vec<Option<&'static str>> {
    let ends = holding(spec, edges, components, |component| component.found.is_ok());
    (0..spec.kinds.len())
        .map(|index| {
            if !ends[index] {
                Some("its plays are not proved to end")
            } else if !decreases(spec, measures, edges, KindId::from(index)) {
                Some("what it says with `decreases` is not proved, so it is checked at every move")
            } else {
                None
            }
        })
        .collect()
}

/// Whether what the author says decreases is the size, and does.
fn decreases(spec: &Spec, measures: &[Vec<Measure>], edges: &Edges, id: KindId) -> bool {
    let stated = |kind: KindId| spec.kinds[kind.index()].decreases.as_ref();
    let size = |kind: KindId| {
        let local = matches!(stated(kind)?.kind, ExprKind::Local(local) if local.index() == 0);
        size_of(measures, kind).filter(|_| local)
    };
    if stated(id).is_none() {
        return true;
    }
    let mut checked = edges.list.iter().filter(|edge| edge.from == id && stated(edge.to).is_some());
    checked.all(|edge| match (size(id), size(edge.to)) {
        (Some(before), Some(after)) => edge.change(before, after).is_some_and(|change| change < 0),
        _ => false,
    }) && size(id).is_some()
}

/// Which measure of a kind is its first field.
fn size_of(measures: &[Vec<Measure>], kind: KindId) -> Option<usize> {
    measures[kind.index()].iter().position(|measure| *measure == Measure::Field(0))
}

/// For each kind whether its component has a property and so has all that it leads to.
fn holding(
    spec: &Spec,
    edges: &Edges,
    components: &[Component],
    property: impl Fn(&Component) -> bool,
) -> Vec<bool> {
    let mut holds = vec![true; spec.kinds.len()];
    // Those led to stand first.
    for component in components {
        let inside = |kind: &KindId| component.kinds.contains(kind);
        let mut led_to = edges.list.iter().filter(|edge| inside(&edge.from) && !inside(&edge.to));
        let all = property(component) && led_to.all(|edge| holds[edge.to.index()]);
        for kind in &component.kinds {
            holds[kind.index()] = all;
        }
    }
    holds
}

/// The shapes of all kinds.
pub(super) fn shapes<'a>(
    spec: &'a Spec,
    ground: &Ground<'a>,
    measures: &[Vec<Measure>],
    edges: &Edges,
    components: &[Component],
    recognised: &Recognised,
) -> Vec<KindShape> {
    let alone: Vec<Result<(), Reason>> = (0..spec.kinds.len())
        .map(|index| one_nat(spec, ground, KindId::from(index), edges))
        .collect();
    let one_nat = holding(spec, edges, components, |component| {
        component.kinds.iter().all(|kind| alone[kind.index()].is_ok())
    });
    let smaller = holding(spec, edges, components, |component| {
        ending::falls(&component.kinds, edges, &|kind| size_of(measures, kind))
    });
    let dense = dense(spec, edges);
    (0..spec.kinds.len())
        .map(|index| {
            let mut why_not: Vec<Reason> = recognised.why_not[index].iter().cloned().collect();
            let shape = if let Some(index) = recognised.index[index] {
                Shape::Heap { index }
            } else if one_nat[index] {
                Shape::OneNat { smaller_only: smaller[index], dense: dense[index] }
            } else {
                let reason = alone[index].clone().err();
                why_not.extend(
                    reason.or_else(|| leads_astray(spec, KindId::from(index), edges, &one_nat)),
                );
                why_not.dedup();
                Shape::Other
            };
            KindShape { shape, why_not }
        })
        .collect()
}

/// Whether the kind itself has one nat and nothing else.
fn one_nat<'a>(
    spec: &'a Spec,
    ground: &Ground<'a>,
    id: KindId,
    edges: &Edges,
) -> Result<(), Reason> {
    let kind = &spec.kinds[id.index()];
    least(id, kind, ground)?;
    no_equals(id, kind)?;
    match &edges.unknown[id.index()] {
        Some(reason) => Err(reason.clone()),
        None => Ok(()),
    }
}

/// The least size, when the only field is an int that is never negative.
pub(super) fn least<'a>(id: KindId, kind: &'a Kind, ground: &Ground<'a>) -> Result<u64, Reason> {
    let (span, text) = match kind.fields.as_slice() {
        [field] if field.ty != Type::Int => (field.span, format!("`{}` is no int", field.name)),
        [field] => {
            if let Domain::Int { low, .. } = &field.domain
                && let Some(Value::Int(low)) = ground.value(low, &[])
                && let Ok(low) = u64::try_from(low)
            {
                return Ok(low);
            }
            (field.span, format!("`{}` may be negative", field.name))
        }
        [] => (kind.span, "it has no field".to_owned()),
        fields => (fields[1].span, "it has more than one field".to_owned()),
    };
    Err(Reason { kind: id, rule: None, span, text })
}

/// Whether the kind has no `equals`.
pub(super) fn no_equals(id: KindId, kind: &Kind) -> Result<(), Reason> {
    match kind.equals.first() {
        None => Ok(()),
        Some(equals) => Err(Reason {
            kind: id,
            rule: Some(super::Rule::Equals(0)),
            span: equals.span,
            text: "a position may equal another sum".to_owned(),
        }),
    }
}

/// The first edge to a kind that is no heap.
fn leads_astray(spec: &Spec, id: KindId, edges: &Edges, one_nat: &[bool]) -> Option<Reason> {
    let mut out = edges.list.iter().filter(|edge| edge.from == id);
    let edge = out.find(|edge| !one_nat[edge.to.index()])?;
    let name = &spec.kinds[edge.to.index()].name;
    Some(Reason {
        kind: id,
        rule: Some(edge.rule),
        span: edge.span,
        text: format!("it leads to {name}, which is not given by one nat"),
    })
}

/// For each kind whether a rule slides through sizes, steps down by a fixed
/// number, or steps to a kind of which that holds.
fn dense(spec: &Spec, edges: &Edges) -> Vec<bool> {
    let mut dense = vec![false; spec.kinds.len()];
    loop {
        let before = dense.clone();
        for edge in &edges.list {
            dense[edge.from.index()] |= match edge.reach {
                Reach::Slide => true,
                Reach::Step => edge.from == edge.to || dense[edge.to.index()],
                Reach::Sparse => false,
            };
        }
        if before == dense {
            return dense;
        }
    }
}
