//! What might fall with every move.

use crate::ir::{Domain, Expr, Kind, KindId, Symmetric, Type};

use super::ground::Ground;
use super::linear::Linear;
use super::symbol::{Collection, Env, Symbol};
use super::walk::Walk;

/// An int that is a function of the position and bounded below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// A field.
    Field(usize),
    /// How far a field is below a fixed bound.
    Below(usize, i64),
    /// The sum of fields, of vectors their entries.
    Sum(Vec<usize>),
    /// The length of a vector.
    Length(usize),
    /// The sum of the entries times their indices.
    Weighted(usize),
    /// The sum of the entries times how far they are from the end.
    WeightedFromEnd(usize),
    /// How many members a set has.
    Size(usize),
    /// How many of so many possible members a set does not have.
    Missing(usize, i64),
    /// What the author says decreases.
    Author,
}

impl Measure {
    /// The measures worth trying for a kind, the simplest first.
    pub(super) fn candidates<'a>(kind: &'a Kind, ground: &Ground<'a>) -> Vec<Measure> {
        let constant = |expr: &'a Expr| match ground.value(expr, &[])? {
            crate::value::Value::Int(value) => Some(value),
            _ => None,
        };
        let reordered = |index: usize| {
            kind.symmetric.iter().any(|symmetric| {
                matches!(symmetric, Symmetric::Fields(fields)
                    if fields.len() > 1 && fields.iter().any(|field| field.index() == index))
            })
        };
        let mut single = Vec::new();
        let mut summed = Vec::new();
        for (index, field) in kind.fields.iter().enumerate() {
            let alone = !reordered(index);
            match (&field.ty, &field.domain) {
                (Type::Int, Domain::Int { low, high }) => {
                    if constant(low).is_some() {
                        summed.push(index);
                        single.extend(alone.then_some(Measure::Field(index)));
                    }
                    if let Some(high) = high.as_ref().and_then(|high| constant(&high.0)) {
                        single.extend(alone.then_some(Measure::Below(index, high)));
                    }
                }
                (Type::Vector(_), Domain::Vector(entries, _)) => {
                    let nats = matches!(&**entries, Domain::Int { low, .. }
                        if constant(low).is_some_and(|low| low >= 0));
                    if nats {
                        summed.push(index);
                        single.extend(alone.then(|| Measure::Sum(vec![index])));
                    }
                    single.extend(alone.then_some(Measure::Length(index)));
                    let sorted = kind.symmetric.iter().any(|symmetric| {
                        matches!(symmetric, Symmetric::Entries(local) if local.index() == index)
                    });
                    if nats && alone && !sorted {
                        single.push(Measure::Weighted(index));
                        single.push(Measure::WeightedFromEnd(index));
                    }
                }
                (Type::Vector(_), _) => single.extend(alone.then_some(Measure::Length(index))),
                (Type::Set(_), domain) => {
                    single.extend(alone.then_some(Measure::Size(index)));
                    if let Domain::Set(members) = domain
                        && let Domain::Int { low, high: Some((high, inclusive)) } = &**members
                        && let (Some(low), Some(high)) = (constant(low), constant(high))
                        && let Some(width) = high.checked_sub(low)
                        && alone
                    {
                        let width = width.saturating_add(i64::from(*inclusive)).max(0);
                        single.push(Measure::Missing(index, width));
                    }
                }
                _ => {}
            }
        }
        let whole = kind.symmetric.iter().all(|symmetric| match symmetric {
            Symmetric::Fields(fields) => {
                let inside = |field: &crate::ir::Local| summed.contains(&field.index());
                fields.iter().all(inside) || !fields.iter().any(inside)
            }
            Symmetric::Entries(_) => true,
        });
        if summed.len() > 1 && whole {
            single.push(Measure::Sum(summed));
        }
        if kind.decreases.is_some() && kind.symmetric.is_empty() {
            single.push(Measure::Author);
        }
        single
    }

    /// The measure of a position with the fields of `env`.
    pub(super) fn value<'a>(
        &self,
        walk: &mut Walk<'a, '_>,
        kind: KindId,
        env: &mut Env<'a>,
    ) -> Option<Linear> {
        let field = |index: usize| env.get(index).cloned().flatten();
        let vector = |walk: &mut Walk<'a, '_>, index| match field(index) {
            Some(symbol @ (Symbol::Vector(_) | Symbol::Known(_))) => Some(walk.as_vector(&symbol)),
            _ => None,
        };
        match self {
            Measure::Field(index) => field(*index)?.int().cloned(),
            Measure::Below(index, bound) => field(*index)?.int()?.scale(-1)?.add_constant(*bound),
            Measure::Sum(fields) => {
                fields.iter().try_fold(Linear::default(), |sum, &index| match field(index)? {
                    Symbol::Int(form) => sum.add(&form),
                    _ => sum.add(vector(walk, index)?.sum.as_ref()?),
                })
            }
            Measure::Length(index) => Some(vector(walk, *index)?.len.clone()),
            Measure::Weighted(index) => vector(walk, *index)?.weighted.clone(),
            Measure::WeightedFromEnd(index) => {
                let vector = vector(walk, *index)?;
                let product = walk.product(&vector.len, vector.sum.as_ref()?)?;
                product.minus(vector.weighted.as_ref()?)
            }
            Measure::Size(index) | Measure::Missing(index, _) => {
                let set: Collection<'a> = match field(*index)? {
                    Symbol::Collection(set) => (*set).clone(),
                    Symbol::Known(value) => Collection::Known(value),
                    _ => return None,
                };
                let size = walk.size(&set);
                match self {
                    Measure::Missing(_, all) => size.scale(-1)?.add_constant(*all),
                    _ => Some(size),
                }
            }
            Measure::Author => {
                let decreases = walk.input.spec.kinds[kind.index()].decreases.as_ref()?;
                let value = walk.int(decreases, env);
                // Only what is seen to stay a nat cannot fall for ever.
                walk.is_at_least(&value, 0).then_some(value)
            }
        }
    }

    /// How the measure is written.
    pub(super) fn show(&self, kind: &Kind) -> String {
        let name = |index: &usize| kind.fields[*index].name.as_str();
        match self {
            Measure::Field(index) => name(index).to_owned(),
            Measure::Below(index, bound) => format!("{bound} - {}", name(index)),
            Measure::Sum(fields) => {
                let parts: Vec<String> = fields
                    .iter()
                    .map(|index| match kind.fields[*index].ty {
                        Type::Int => name(index).to_owned(),
                        _ => format!("sum({})", name(index)),
                    })
                    .collect();
                parts.join(" + ")
            }
            Measure::Length(index) | Measure::Size(index) => format!("len({})", name(index)),
            Measure::Weighted(index) => format!("sum(i * {}[i])", name(index)),
            Measure::WeightedFromEnd(index) => {
                let name = name(index);
                format!("sum((len({name}) - i) * {name}[i])")
            }
            Measure::Missing(index, all) => format!("{all} - len({})", name(index)),
            Measure::Author => "what the rules say decreases".to_owned(),
        }
    }
}
