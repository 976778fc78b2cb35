//! Kinds that lead to each other, with the fields that no move between them changes.

use std::collections::BTreeMap;

use crate::ir::{Domain, KindId, Spec, Type};
use crate::value::Value;

use super::Fixed;
use super::edges::Edges;
use super::ending::Component;
use super::ground::Ground;

/// Kinds that lead to each other. For each value of what is fixed they are a game of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The kinds.
    pub kinds: Vec<KindId>,
    /// The fields, of each of the kinds, that keep their value: ints, or the lengths of vectors.
    pub fixed: Vec<usize>,
    /// For each of them a value that is likely to be seen.
    pub sample: Vec<Fixed>,
}

impl Board {
    /// What is fixed, by kind and field, for these values of the fixed fields.
    pub(crate) fn fixed(&self, values: &[Fixed]) -> BTreeMap<(KindId, usize), Fixed> {
        let kinds = self.kinds.iter();
        kinds
            .flat_map(|kind| self.fixed.iter().zip(values).map(|(field, v)| ((*kind, *field), *v)))
            .collect()
    }
}

/// The boards of a game: kinds that lead back to themselves.
pub(super) fn boards<'a>(
    spec: &'a Spec,
    ground: &Ground<'a>,
    edges: &Edges,
    components: &[Component],
) -> Vec<Board> {
    let boards = components.iter().filter_map(|component| {
        let kinds = &component.kinds;
        let unknown = kinds.iter().any(|kind| edges.unknown[kind.index()].is_some());
        let inner = || {
            edges.list.iter().filter(|edge| kinds.contains(&edge.from) && kinds.contains(&edge.to))
        };
        if unknown || inner().next().is_none() {
            return None;
        }
        let first = &spec.kinds[kinds[0].index()].fields;
        let fixed = (0..first.len()).filter(|index| {
            let ints = match &first[*index].ty {
                Type::Vector(entry) => **entry == Type::Int,
                ty => *ty == Type::Int,
            };
            let same = kinds.iter().all(|kind| {
                let field = spec.kinds[kind.index()].fields.get(*index);
                field.is_some_and(|field| field.ty == first[*index].ty)
            });
            ints && same && inner().all(|edge| edge.kept.get(*index) == Some(&true))
        });
        let fixed: Vec<usize> = fixed.collect();
        let sample = sample(spec, ground, kinds[0], &fixed);
        Some(Board { kinds: kinds.clone(), fixed, sample })
    });
    boards.collect()
}

/// Values for the fixed fields: a little above the least, and vectors as long as a table allows.
fn sample<'a>(spec: &'a Spec, ground: &Ground<'a>, kind: KindId, fixed: &[usize]) -> Vec<Fixed> {
    let fields = &spec.kinds[kind.index()].fields;
    let int = |expr| match ground.value(expr, &[]) {
        Some(Value::Int(value)) => Some(value),
        _ => None,
    };
    let vector = |index: &usize| matches!(fields[*index].ty, Type::Vector(_));
    let vectors = fixed.iter().filter(|index| vector(index)).count();
    let open = (0..fields.len()).filter(|index| !fixed.contains(index)).count();
    let length = 3.min(4_usize.saturating_sub(open) / vectors.max(1)).max(1);
    let value = |index: &usize| match &fields[*index].domain {
        Domain::Vector(_, declared) => {
            let declared = declared.as_ref().and_then(|length| int(length));
            let declared = declared.and_then(|declared| usize::try_from(declared).ok());
            Fixed::Length(declared.unwrap_or(length))
        }
        Domain::Int { low, high } => {
            let high = high.as_ref().and_then(|(high, inclusive)| {
                Some(int(high)?.saturating_sub(i64::from(!inclusive)))
            });
            let value = int(low).unwrap_or(0).saturating_add(2);
            Fixed::Int(value.min(high.unwrap_or(value)))
        }
        _ if vector(index) => Fixed::Length(length),
        _ => Fixed::Int(2),
    };
    fixed.iter().map(value).collect()
}
