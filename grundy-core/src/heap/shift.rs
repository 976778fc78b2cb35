//! Kinds that have the values of another.

use super::{Family, HeapError, HeapTables, Part, Shape, Shifted};
use crate::{Budget, Limit};

impl HeapTables {
    /// Looks for a proof that all heaps of this kind have the nimbers of another, shifted, and
    /// takes them from its table from now on: then this kind has no table. Says whether there is
    /// such a proof, and whether it is of use.
    ///
    /// # Errors
    /// When the budget is spent.
    ///
    /// # Panics
    /// When the family has no such kind.
    pub fn share(&mut self, kind: usize, budget: &Budget) -> Result<bool, HeapError> {
        if self.shifts[kind].is_some() {
            return Ok(true);
        }
        let proof = self.shifted(kind, budget)?;
        let least = self.family.kinds[kind].least;
        let proof = proof.filter(|proof| proof.from <= least);
        Ok(proof.is_some_and(|proof| self.take_values(kind, proof)))
    }

    /// Moves to the kind become moves to the other. That is not done if the other takes its values
    /// from elsewhere, if heaps of the kind are told by [`Shape::Pile`], or if it is not seen that
    /// play ends with the new moves.
    fn take_values(&mut self, kind: usize, shift: Shifted) -> bool {
        let piled = |shape: &Shape| matches!(shape, Shape::Pile { kind: of, .. } if *of == kind);
        let mut kinds = self.kinds.clone();
        if self.shifts.iter().flatten().any(|other| other.kind == kind)
            || self.shifts[shift.kind].is_some()
            || kinds.iter().flat_map(|kind| &kind.rules).any(|rule| piled(&rule.shape))
        {
            return false;
        }
        kinds[kind].rules.clear();
        for rule in kinds.iter_mut().flat_map(|kind| &mut kind.rules) {
            rule.shape.shift(kind, shift);
        }
        let family = Family { kinds };
        let Ok(order) = family.order() else { return false };
        self.order = order;
        self.reach = (0..family.kinds.len()).map(|kind| family.reach(kind)).collect();
        self.kinds = family.kinds;
        self.shifts[kind] = Some(shift);
        self.values.clear(kind);
        self.filling.restart();
        true
    }

    /// The heap in whose table the value stands.
    pub(super) fn source(&self, kind: usize, n: u64) -> Result<(usize, u64), Limit> {
        match self.shifts[kind] {
            None => Ok((kind, n)),
            Some(Shifted { kind: of, shift, .. }) => {
                let n = n.checked_add_signed(shift).ok_or(Limit::Table(u32::MAX.into()))?;
                Ok((of, n))
            }
        }
    }
}

impl Shape {
    fn shift(&mut self, from: usize, Shifted { kind: of, shift: by, .. }: Shifted) {
        match self {
            Self::Empty => {}
            Self::Parts(parts) => parts.iter_mut().for_each(|part| match part {
                Part::Rest { kind, removed } if *kind == from => {
                    (*kind, *removed) = (of, *removed - by)
                }
                Part::Fixed { kind, size } if *kind == from => {
                    (*kind, *size) = (of, size.saturating_add_signed(by));
                }
                _ => {}
            }),
            Self::Any { kind, low, gap } if *kind == from => {
                (*kind, *low, *gap) = (of, low.saturating_add_signed(by), *gap - by);
            }
            Self::Any { .. } => {}
            Self::Pile { .. } => {}
            Self::Split { left, right, removed, low, gap, .. } => {
                if *left == from {
                    (*left, *low) = (of, low.saturating_add_signed(by));
                    (*gap, *removed) = (*gap - by, *removed - by);
                }
                if *right == from {
                    (*right, *removed) = (of, *removed - by);
                }
            }
        }
    }
}
