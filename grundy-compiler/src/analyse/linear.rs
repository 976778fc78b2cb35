//! Linear forms over integer variables, and what conjunctions of linear
//! constraints imply.
//!
//! A constraint is a form that is at least 0. [`maximum`] bounds a form under
//! constraints by Fourier–Motzkin elimination; the coefficients of every row
//! are divided by their greatest common divisor and its constant is rounded
//! down, which no integer solution notices. Rows may be dropped at any time
//! (when they grow too many or too large): fewer constraints imply less, so an
//! answer is never wrong, only weaker.
//!
//! Source: A. Schrijver, *Theory of Linear and Integer Programming*, section 12.2.

use std::collections::BTreeMap;

/// A variable: a field, a choice, or a term that is not taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Var(pub(super) u32);

/// Rows beyond this many are dropped while variables are eliminated.
const MAX_ROWS: usize = 240;

/// A sum of variables with coefficients, and a constant.
///
/// The terms ascend by variable and no coefficient is 0. Operations give
/// `None` on overflow.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Linear {
    terms: Vec<(Var, i64)>,
    constant: i64,
}

impl Linear {
    pub(super) fn constant(constant: i64) -> Linear {
        Linear { terms: Vec::new(), constant }
    }

    pub(super) fn var(var: Var) -> Linear {
        Linear { terms: vec![(var, 1)], constant: 0 }
    }

    /// The value, when no variable occurs.
    pub(super) fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The part without variables.
    pub(super) fn offset(&self) -> i64 {
        self.constant
    }

    /// The variables with their coefficients, ascending.
    pub(super) fn terms(&self) -> &[(Var, i64)] {
        &self.terms
    }

    pub(super) fn coefficient(&self, var: Var) -> i64 {
        match self.terms.binary_search_by_key(&var, |term| term.0) {
            Ok(place) => self.terms[place].1,
            Err(_) => 0,
        }
    }

    /// `self + factor * other`.
    pub(super) fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        combine(self, 1, other, factor)
    }

    pub(super) fn add(&self, other: &Linear) -> Option<Linear> {
        self.plus(other, 1)
    }

    pub(super) fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(other, -1)
    }

    pub(super) fn add_constant(&self, constant: i64) -> Option<Linear> {
        Some(Linear { terms: self.terms.clone(), constant: self.constant.checked_add(constant)? })
    }

    pub(super) fn scale(&self, factor: i64) -> Option<Linear> {
        Linear::default().plus(self, factor)
    }

    /// The form with `value` in the place of `var`.
    pub(super) fn replace(&self, var: Var, value: &Linear) -> Option<Linear> {
        let coefficient = self.coefficient(var);
        let mut rest = self.clone();
        rest.terms.retain(|term| term.0 != var);
        rest.plus(value, coefficient)
    }

    /// The largest magnitude of a coefficient or the constant.
    pub(super) fn magnitude(&self) -> u64 {
        let terms = self.terms.iter().map(|term| term.1.unsigned_abs());
        terms.max().unwrap_or(0).max(self.constant.unsigned_abs())
    }

    /// The same constraint over the integers with the smallest coefficients.
    pub(super) fn tightened(mut self) -> Linear {
        let divisor = self.terms.iter().fold(0, |d, term| gcd(d, term.1.unsigned_abs()));
        if let Ok(divisor) = i64::try_from(divisor)
            && divisor > 1
        {
            for term in &mut self.terms {
                term.1 /= divisor;
            }
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

/// `a * x + b * y`.
fn combine(x: &Linear, a: i64, y: &Linear, b: i64) -> Option<Linear> {
    let exact = |p: i64, q: i64| {
        let value = i128::from(a) * i128::from(p) + i128::from(b) * i128::from(q);
        i64::try_from(value).ok()
    };
    let mut terms = Vec::with_capacity(x.terms.len() + y.terms.len());
    let (mut i, mut j) = (0, 0);
    loop {
        let (var, p, q) = match (x.terms.get(i), y.terms.get(j)) {
            (None, None) => break,
            (Some(&(u, p)), None) => (u, p, 0),
            (None, Some(&(v, q))) => (v, 0, q),
            (Some(&(u, p)), Some(&(v, q))) => match u.cmp(&v) {
                std::cmp::Ordering::Less => (u, p, 0),
                std::cmp::Ordering::Greater => (v, 0, q),
                std::cmp::Ordering::Equal => (u, p, q),
            },
        };
        i += usize::from(x.terms.get(i).is_some_and(|term| term.0 == var));
        j += usize::from(y.terms.get(j).is_some_and(|term| term.0 == var));
        let coefficient = exact(p, q)?;
        if coefficient != 0 {
            terms.push((var, coefficient));
        }
    }
    Some(Linear { terms, constant: exact(x.constant, y.constant)? })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What is known of the greatest value of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Maximum {
    /// No integers satisfy the constraints.
    Impossible,
    /// The form is at most this.
    AtMost(i64),
    /// No bound was found.
    Unknown,
}

impl Maximum {
    /// Whether the form is proved to be at most `bound` (vacuously, too).
    pub(super) fn is_at_most(self, bound: i64) -> bool {
        self <= Maximum::AtMost(bound)
    }
}

/// Bounds `form` from above under the constraints `row >= 0` and `form != 0`
/// for each of `distinct`.
pub(super) fn maximum(rows: &[Linear], distinct: &[Linear], form: &Linear) -> Maximum {
    /// Each exception that is taken into account doubles the work.
    const MAX_SPLITS: usize = 3;
    let Some((first, others)) = distinct.split_first() else {
        return bound(rows, form);
    };
    let others = &others[..others.len().min(MAX_SPLITS - 1)];
    let sides =
        [first.add_constant(-1), first.scale(-1).and_then(|negated| negated.add_constant(-1))];
    let mut worst = Maximum::Impossible;
    for side in sides {
        let mut more = rows.to_vec();
        more.extend(side);
        worst = worst.max(maximum(&more, others, form));
    }
    worst
}

/// Whether the constraints are proved to have no solution in the integers.
pub(super) fn impossible(rows: &[Linear], distinct: &[Linear]) -> bool {
    maximum(rows, distinct, &Linear::default()) == Maximum::Impossible
}

/// Whether `form >= 0` is proved to follow.
pub(super) fn implies(rows: &[Linear], distinct: &[Linear], form: &Linear) -> bool {
    match form.scale(-1) {
        Some(negated) => maximum(rows, distinct, &negated).is_at_most(0),
        None => false,
    }
}

/// The tightest rows seen so far, one for each combination of coefficients.
type Rows = BTreeMap<Vec<(Var, i64)>, i64>;

fn insert(rows: &mut Rows, row: Linear) {
    let row = row.tightened();
    rows.entry(row.terms)
        .and_modify(|constant| *constant = (*constant).min(row.constant))
        .or_insert(row.constant);
}

fn bound(constraints: &[Linear], form: &Linear) -> Maximum {
    let target = Var(u32::MAX);
    let mut rows = Rows::new();
    for row in constraints {
        insert(&mut rows, row.clone());
    }
    // target <= form, so that an upper bound of `target` is one of the form.
    let Some(goal) = form.minus(&Linear::var(target)) else {
        return Maximum::Unknown;
    };
    insert(&mut rows, goal);
    loop {
        if rows.get(&Vec::new()).is_some_and(|constant| *constant < 0) {
            return Maximum::Impossible;
        }
        let Some(var) = cheapest(&rows, target) else {
            break;
        };
        eliminate(&mut rows, var);
    }
    // Only rows `constant - target >= 0` are left (and trivial ones).
    match rows.get(&vec![(target, -1)]) {
        Some(constant) => Maximum::AtMost(*constant),
        None => Maximum::Unknown,
    }
}

/// The variable, other than `target`, whose elimination adds the fewest rows.
fn cheapest(rows: &Rows, target: Var) -> Option<Var> {
    let mut signs: BTreeMap<Var, (i64, i64)> = BTreeMap::new();
    for &(var, coefficient) in rows.keys().flatten() {
        let sign = signs.entry(var).or_default();
        if coefficient > 0 {
            sign.0 += 1;
        } else {
            sign.1 += 1;
        }
    }
    signs.remove(&target);
    signs
        .into_iter()
        .min_by_key(|(_, (plus, minus))| plus * minus - plus - minus)
        .map(|(var, _)| var)
}

fn eliminate(rows: &mut Rows, var: Var) {
    let mut above: Vec<Linear> = Vec::new();
    let mut below: Vec<Linear> = Vec::new();
    let mut rest = Rows::new();
    for (terms, constant) in std::mem::take(rows) {
        let row = Linear { terms, constant };
        match row.coefficient(var).signum() {
            1 => below.push(row),
            -1 => above.push(row),
            _ => {
                rest.insert(row.terms, row.constant);
            }
        }
    }
    for low in &below {
        for high in &above {
            if rest.len() >= MAX_ROWS {
                break;
            }
            let (p, q) = (low.coefficient(var), high.coefficient(var));
            // p > 0 and q < 0: (-q) * low + p * high has no `var`.
            if let Some(negated) = q.checked_neg()
                && let Some(row) = combine(low, negated, high, p)
            {
                insert(&mut rest, row);
            }
        }
    }
    *rows = rest;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(terms: &[(u32, i64)], constant: i64) -> Linear {
        terms.iter().fold(Linear::constant(constant), |sum, &(var, c)| {
            sum.plus(&Linear::var(Var(var)), c).unwrap()
        })
    }

    #[test]
    fn bounds_follow_through_other_variables() {
        // x <= y - 1, y <= 10
        let rows = [form(&[(1, 1), (0, -1)], -1), form(&[(1, -1)], 10)];
        assert_eq!(maximum(&rows, &[], &form(&[(0, 1)], 0)), Maximum::AtMost(9));
        assert_eq!(maximum(&rows, &[], &form(&[(1, 2)], 1)), Maximum::AtMost(21));
        assert_eq!(maximum(&rows, &[], &form(&[(0, -1)], 0)), Maximum::Unknown);
        // x <= y - 1 alone bounds the difference.
        assert_eq!(maximum(&rows[..1], &[], &form(&[(0, 1), (1, -1)], 0)), Maximum::AtMost(-1));
    }

    #[test]
    fn integers_are_tighter_than_fractions() {
        // 1 <= 2x <= 1
        let rows = [form(&[(0, 2)], -1), form(&[(0, -2)], 1)];
        assert!(impossible(&rows, &[]));
        // 3x <= 5
        assert_eq!(maximum(&[form(&[(0, -3)], 5)], &[], &form(&[(0, 1)], 0)), Maximum::AtMost(1));
    }

    #[test]
    fn exceptions_sharpen_a_bound() {
        let rows = [form(&[(0, 1)], 0), form(&[(0, -1)], 5)];
        let not_five = [form(&[(0, 1)], -5)];
        assert_eq!(maximum(&rows, &not_five, &form(&[(0, 1)], 0)), Maximum::AtMost(4));
        let point = [form(&[(0, 1)], -5), form(&[(0, -1)], 5)];
        assert!(impossible(&point, &not_five));
        assert!(!impossible(&point, &[]));
    }

    #[test]
    fn overflow_only_weakens() {
        let huge = form(&[(0, i64::MAX), (1, i64::MIN)], i64::MAX);
        assert_eq!(huge.plus(&huge, 1), None);
        let rows = [huge.clone(), form(&[(0, -7), (1, 5)], i64::MIN)];
        assert_eq!(maximum(&rows, &[], &form(&[(0, 1)], 0)), Maximum::Unknown);
    }

    #[test]
    fn agrees_with_enumeration() {
        // All systems of two rows and one exception over a small box.
        let box_rows = |rows: &mut Vec<Linear>| {
            for var in 0..2 {
                rows.push(form(&[(var, 1)], 2));
                rows.push(form(&[(var, -1)], 2));
            }
        };
        for code in 0..4_i64.pow(6) {
            let digit = |i: u32| code / 4_i64.pow(i) % 4 - 2;
            let mut rows = vec![
                form(&[(0, digit(0)), (1, digit(1))], digit(2)),
                form(&[(0, digit(3)), (1, digit(4))], digit(5)),
            ];
            let constraints = rows.clone();
            box_rows(&mut rows);
            let goal = form(&[(0, 1), (1, -2)], 0);
            let best = (-2..=2)
                .flat_map(|x| (-2..=2).map(move |y| (x, y)))
                .filter(|&(x, y)| {
                    constraints.iter().all(|row| {
                        row.coefficient(Var(0)) * x + row.coefficient(Var(1)) * y + row.constant
                            >= 0
                    })
                })
                .map(|(x, y)| x - 2 * y)
                .max();
            match (maximum(&rows, &[], &goal), best) {
                (Maximum::Impossible, best) => assert_eq!(best, None),
                (Maximum::AtMost(bound), Some(best)) => assert!(bound >= best),
                (Maximum::AtMost(_), None) => {}
                (Maximum::Unknown, _) => panic!("a box bounds every form"),
            }
        }
    }
}
