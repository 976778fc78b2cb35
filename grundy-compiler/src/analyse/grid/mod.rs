//! Recognition of kinds that are points of a grid.
//!
//! Kinds that lead to each other are one when their fields are a few ints, vectors of fixed length
//! taken apart, and every move goes down in a fixed lexicographic order of them. That is proved
//! with whatever is known of a move. A move that is followed exactly becomes data (see [`cases`]),
//! any other is asked for at every point.
//!
//! [`cases`]: super::cases

use grundy_core::{Grid, GridKind, GridTables};

use crate::ir::KindId;

use super::ground::Ground;
use super::{Input, Reason, Rule};

mod order;
mod steps;
mod view;

use steps::Recogniser;
use view::View;

/// Kinds as points of a grid.
#[derive(Clone, Debug)]
pub struct GridPlan {
    /// The rules, as data where they are.
    pub grid: Grid,
    /// The kinds, in the order of those of the grid.
    pub kinds: Vec<GridPlanKind>,
    /// Whether steps lead in every direction, so that most points of a box are reached. Not a
    /// proof: it tells which of two correct ways is likely to be cheaper.
    pub full: bool,
}

/// A kind as points of a grid.
#[derive(Clone, Debug)]
pub struct GridPlanKind {
    /// The kind.
    pub kind: KindId,
    /// Where each coordinate comes from.
    pub coordinates: Vec<Coordinate>,
    /// The moves that are no data, with the reason.
    pub asked: Vec<(usize, Reason)>,
}

/// How a coordinate of a grid is read off a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// The field.
    pub field: usize,
    /// The entry, when the field is a vector.
    pub entry: Option<usize>,
    /// The value that is coordinate 0.
    pub end: i64,
    /// Whether the coordinate grows as the value falls.
    pub reversed: bool,
}

/// Recognises kinds that lead to each other.
///
/// # Errors
/// What stands in the way.
pub(crate) fn recognise(input: &Input, kinds: &[KindId]) -> Result<GridPlan, Reason> {
    let ground = Ground::new(input);
    let mut recogniser =
        Recogniser { input, ground: &ground, kinds, shapes: Vec::new(), steps: Vec::new() };
    for id in kinds {
        let shape = recogniser.shape(*id)?;
        recogniser.shapes.push(shape);
    }
    for at in 0..kinds.len() {
        recogniser.moves(at)?;
    }
    recogniser.plan()
}

impl Recogniser<'_, '_> {
    /// Puts the coordinates in an order and the moves into it.
    fn plan(self) -> Result<GridPlan, Reason> {
        let coordinates = self.shapes[0].places.len();
        let bounded = |j: usize| self.shapes.iter().all(|shape| shape.most[j].is_some());
        let steps = self.steps.iter().enumerate();
        let edges: Vec<order::Edge> = steps
            .flat_map(|(at, step)| {
                let parts = step.parts.iter();
                parts.map(move |(to, changes)| order::Edge {
                    step: at,
                    from: step.from,
                    to: *to,
                    changes,
                })
            })
            .collect();
        let order =
            order::order(coordinates, self.kinds.len(), &bounded, &edges).map_err(|edge| {
                let step = &self.steps[edge];
                Reason {
                    kind: self.kinds[step.from],
                    rule: Some(Rule::Move(step.rule)),
                    span: step.span,
                    text: "it is not seen to go down in a fixed order of the coordinates"
                        .to_owned(),
                }
            })?;
        let view = View { recogniser: &self, order: &order };
        let mut kinds = Vec::new();
        let mut grid =
            Grid { whole: view.whole(), kinds: vec![GridKind::default(); order.kinds.len()] };
        for (place, kind) in order.kinds.iter().enumerate() {
            let (rules, plan) = view.kind(*kind)?;
            grid.kinds[place] = rules;
            kinds.push(plan);
        }
        if let Err(error) = GridTables::new(grid.clone()) {
            let id = self.kinds[0];
            return Err(self.reason(id, self.kind(id).span, error.to_string()));
        }
        let full = rank(&grid) == coordinates;
        Ok(GridPlan { grid, kinds, full })
    }
}

/// The number of independent directions in which the rules step.
fn rank(grid: &Grid) -> usize {
    let coordinates = grid.whole.len();
    let mut steps: Vec<Vec<i64>> = Vec::new();
    for rule in grid.kinds.iter().flat_map(|kind| &kind.rules) {
        for (_, target) in &rule.parts {
            let choices = (0..rule.choices)
                .map(|c| target.iter().map(|form| form.coefficient(coordinates + c)).collect());
            steps.extend(choices);
            let shift = target.iter().enumerate().all(|(i, form)| {
                (0..coordinates).all(|j| form.coefficient(j) == i64::from(i == j))
            });
            if shift {
                steps.push(target.iter().map(|form| form.constant).collect());
            }
        }
    }
    independent(steps)
}

/// The rank of a few vectors, by elimination in whole numbers.
fn independent(mut vectors: Vec<Vec<i64>>) -> usize {
    let mut rank = 0;
    while let Some(vector) = vectors.pop() {
        let Some(pivot) = vector.iter().position(|c| *c != 0) else {
            continue;
        };
        rank += 1;
        for other in &mut vectors {
            let (p, q) = (vector[pivot], other[pivot]);
            for (a, b) in other.iter_mut().zip(&vector) {
                *a = a.saturating_mul(p).saturating_sub(b.saturating_mul(q));
            }
        }
    }
    rank
}
