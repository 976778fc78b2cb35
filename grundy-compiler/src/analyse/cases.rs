//! Sets of options as linear constraints, and steps that make them simpler.
//!
//! A path through a move is a conjunction of constraints on the fields and on the choices, with the
//! fields of the components as linear forms. Every step keeps the set of options exactly as it is.

use super::bounds::Result;
use super::linear::{Linear, Var};

/// A set of options: one for each value of the variables that satisfies the constraints.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The variables before this one are the fields of the position, the others choices.
    pub(super) fields: Var,
    /// Each of these forms is at least 0.
    pub(super) rows: Vec<Linear>,
    /// None of these forms is 0.
    pub(super) distinct: Vec<Linear>,
    /// The components: kinds and their fields.
    pub(super) parts: Vec<(usize, Vec<Linear>)>,
    /// The Nim heaps.
    pub(super) heaps: Vec<u64>,
}

impl Options {
    fn is_field(&self, var: Var) -> bool {
        var < self.fields
    }

    /// The choices that the components depend on.
    pub(super) fn open(&self) -> Vec<Var> {
        let forms = self.parts.iter().flat_map(|(_, forms)| forms).flat_map(|form| form.terms());
        let mut open: Vec<Var> = forms.map(|term| term.0).filter(|v| !self.is_field(*v)).collect();
        open.sort_unstable();
        open.dedup();
        open
    }

    /// A choice that only tells whether there is an option.
    pub(super) fn unused(&self) -> Option<Var> {
        let open = self.open();
        let forms = self.rows.iter().chain(&self.distinct).flat_map(|form| form.terms());
        forms.map(|term| term.0).find(|var| !self.is_field(*var) && !open.contains(var))
    }

    /// Solves equalities for variables with coefficient 1 or -1; `false` when
    /// that contradicts something.
    pub(super) fn solve(&mut self) -> Result<bool> {
        loop {
            let found = self.rows.iter().find_map(|row| {
                let opposite = row.scale(-1)?;
                let mut unit =
                    row.terms().iter().filter(|(v, c)| !self.is_field(*v) && c.abs() == 1);
                let (var, coefficient) = *unit.next()?;
                // c * var + rest = 0 with c = ±1, so var = var - c * row.
                let value = Linear::var(var).plus(row, -coefficient)?;
                self.rows.contains(&opposite).then_some((var, value))
            });
            match found {
                None => return Ok(true),
                Some((var, value)) => {
                    if !self.replace(var, &value)? {
                        return Ok(false);
                    }
                }
            }
        }
    }

    /// Puts `value` in the place of `var`; `false` when that contradicts something.
    pub(super) fn replace(&mut self, var: Var, value: &Linear) -> Result<bool> {
        let replaced = |form: &Linear| form.replace(var, value).ok_or("its ints are too large");
        for form in self.parts.iter_mut().flat_map(|(_, forms)| forms) {
            *form = replaced(form)?;
        }
        let mut possible = true;
        let mut rows: Vec<Linear> = Vec::new();
        for row in &self.rows {
            let row = replaced(row)?.tightened();
            match row.as_constant() {
                Some(constant) => possible &= constant >= 0,
                None if !rows.contains(&row) => rows.push(row),
                None => {}
            }
        }
        let mut distinct = Vec::new();
        for form in &self.distinct {
            let form = replaced(form)?;
            match form.as_constant() {
                Some(constant) => possible &= constant != 0,
                None => distinct.push(form),
            }
        }
        self.rows = rows;
        self.distinct = distinct;
        Ok(possible)
    }

    /// Removes a variable that only tells whether there is an option.
    ///
    /// For bounds p x >= a and q x <= b, joining them to p b - q a >= 0 is exact
    /// over the integers when p or q is 1, or when p b - q a is a number that is at
    /// least (p - 1) (q - 1), as for a quotient (W. Pugh, *The Omega test*, 1991).
    pub(super) fn eliminate(mut self, var: Var) -> Result<Vec<Options>> {
        const REFUSED: &str = "a choice that no component depends on is not followed";
        if let Some(place) = self.distinct.iter().position(|form| form.coefficient(var) != 0) {
            return self.split(place);
        }
        let (with, mut rest): (Vec<Linear>, Vec<Linear>) =
            self.rows.into_iter().partition(|row| row.coefficient(var) != 0);
        for low in with.iter().filter(|row| row.coefficient(var) > 0) {
            for high in with.iter().filter(|row| row.coefficient(var) < 0) {
                let (p, q) = (low.coefficient(var), high.coefficient(var).saturating_neg());
                let joined = low.scale(q).and_then(|low| low.plus(high, p)).ok_or(REFUSED)?;
                let needed = (p - 1).checked_mul(q - 1).ok_or(REFUSED)?;
                if needed > 0 && joined.as_constant().is_none_or(|gap| gap < needed) {
                    return Err(REFUSED);
                }
                rest.push(joined);
            }
        }
        self.rows = rest;
        Ok(vec![self])
    }

    /// The two sides of an exception.
    pub(super) fn split(mut self, place: usize) -> Result<Vec<Options>> {
        let form = self.distinct.remove(place);
        let above = form.add_constant(-1);
        let below = form.scale(-1).and_then(|form| form.add_constant(-1));
        let sides = [above, below].into_iter().map(|side| {
            let mut options = self.clone();
            options.rows.push(side.ok_or("its ints are too large")?);
            Ok(options)
        });
        sides.collect()
    }
}
