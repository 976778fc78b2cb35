//! Rules on the points of a grid, as data.

/// A sum of coordinates and choices, each times a number, and a constant.
///
/// The first coefficients are those of the coordinates, then come those of the choices; missing
/// ones are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    /// The number that each variable is multiplied by, at most [`Form::MAX`] in magnitude.
    pub coefficients: Vec<i64>,
    /// What is added, at most [`Form::MAX`] in magnitude.
    pub constant: i64,
}

impl Form {
    /// Greater coefficients and constants are refused: with them no sum overflows.
    pub const MAX: i64 = 1 << 26;

    /// A constant.
    pub fn constant(constant: i64) -> Form {
        Form { coefficients: Vec::new(), constant }
    }

    /// The variable with this index and something added to it.
    ///
    /// ```
    /// use grundy_core::Form;
    ///
    /// assert_eq!(Form::variable(1, -2), Form { coefficients: vec![0, 1], constant: -2 });
    /// ```
    pub fn variable(index: usize, added: i64) -> Form {
        let mut coefficients = vec![0; index + 1];
        coefficients[index] = 1;
        Form { coefficients, constant: added }
    }

    /// The coefficient of a variable.
    pub fn coefficient(&self, index: usize) -> i64 {
        self.coefficients.get(index).copied().unwrap_or(0)
    }

    /// The form with a multiple of another one added, where that does not overflow.
    pub fn plus(&self, other: &Form, factor: i64) -> Option<Form> {
        let variables = self.coefficients.len().max(other.coefficients.len());
        let add = |a: i64, b: i64| a.checked_add(b.checked_mul(factor)?);
        let coefficients =
            (0..variables).map(|i| add(self.coefficient(i), other.coefficient(i))).collect();
        Some(Form {
            coefficients: coefficients_trimmed(coefficients)?,
            constant: add(self.constant, other.constant)?,
        })
    }

    pub(super) fn at(&self, values: &[i64]) -> i64 {
        let terms = self.coefficients.iter().zip(values).map(|(c, v)| c * v);
        terms.sum::<i64>() + self.constant
    }

    fn is_small(&self) -> bool {
        let all = self.coefficients.iter().chain([&self.constant]);
        all.into_iter().all(|c| c.unsigned_abs() <= Form::MAX.unsigned_abs())
    }

    /// Whether it is at least 0 wherever no variable is negative.
    pub(super) fn is_natural(&self) -> bool {
        self.constant >= 0 && self.coefficients.iter().all(|c| *c >= 0)
    }
}

/// The coefficients without zeros at the end, so that equal forms compare equal.
fn coefficients_trimmed(coefficients: Option<Vec<i64>>) -> Option<Vec<i64>> {
    let mut coefficients = coefficients?;
    while coefficients.last() == Some(&0) {
        coefficients.pop();
    }
    Some(coefficients)
}

/// What must hold for an option to be there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// The form is at least 0.
    Natural(Form),
    /// The form is not 0.
    NotZero(Form),
}

impl Condition {
    pub(super) fn form(&self) -> &Form {
        match self {
            Condition::Natural(form) | Condition::NotZero(form) => form,
        }
    }

    pub(super) fn with(&self, form: Form) -> Condition {
        match self {
            Condition::Natural(_) => Condition::Natural(form),
            Condition::NotZero(_) => Condition::NotZero(form),
        }
    }

    pub(super) fn holds(&self, values: &[i64]) -> bool {
        match self {
            Condition::Natural(form) => form.at(values) >= 0,
            Condition::NotZero(form) => form.at(values) != 0,
        }
    }

    /// Whether it holds wherever no variable is negative.
    pub(super) fn is_void(&self) -> bool {
        matches!(self, Condition::Natural(form) if form.is_natural())
    }
}

/// One option for each value of the choices, ints, that satisfies all conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridRule {
    /// How many choices there are. The conditions must bound each of them from both sides.
    pub choices: usize,
    /// What must hold.
    pub conditions: Vec<Condition>,
    /// The components of the option: kinds and points.
    pub parts: Vec<(usize, Vec<Form>)>,
    /// A Nim heap that stands beside them.
    pub heap: u64,
}

impl GridRule {
    /// The points x - s d of the same kind, for s from 1 on as long as no coordinate is negative.
    ///
    /// ```
    /// use grundy_core::{Budget, Grid, GridKind, GridRule, GridTables, Nimber};
    ///
    /// // Wythoff's game.
    /// let rules = [[1, 0], [0, 1], [1, 1]].map(|d| GridRule::line(0, &d)).to_vec();
    /// let board = GridKind { rules, ..GridKind::default() };
    /// let mut tables = GridTables::new(Grid { whole: vec![None, None], kinds: vec![board] })?;
    /// assert_eq!(tables.nimber(0, &[3, 4], &Budget::default())?, Some(Nimber::new(2)));
    /// assert_eq!(tables.nimber(0, &[6, 10], &Budget::default())?, Some(Nimber::ZERO));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(kind: usize, direction: &[i64]) -> GridRule {
        let step = direction.len();
        let target: Vec<Form> = direction
            .iter()
            .enumerate()
            .map(|(i, d)| {
                let mut form = Form::variable(i, 0);
                form.coefficients.resize(step + 1, 0);
                form.coefficients[step] = -d;
                form
            })
            .collect();
        let inside = target.iter().cloned().map(Condition::Natural);
        let conditions = inside.chain([Condition::Natural(Form::variable(step, -1))]).collect();
        GridRule { choices: 1, conditions, parts: vec![(kind, target)], heap: 0 }
    }

    fn forms(&self) -> impl Iterator<Item = &Form> {
        let parts = self.parts.iter().flat_map(|(_, point)| point);
        self.conditions.iter().map(Condition::form).chain(parts)
    }
}

/// A kind of position whose fields are a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridKind {
    /// Which points are positions; those that are not are never asked for.
    pub domain: Vec<Condition>,
    /// The moves.
    pub rules: Vec<GridRule>,
    /// Whether it has more moves, which are not data and asked for at every point.
    pub asked: bool,
}

/// Positions that are a kind and a point, with one to four coordinates that are nats.
///
/// Every component of an option must stand earlier: in the first coordinate in which it differs it
/// is smaller, or it is the same point of a kind with a smaller number. A coordinate that some move
/// raises must be bounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// For each coordinate: that no move raises it, or how many values it has.
    pub whole: Vec<Option<u64>>,
    /// The kinds.
    pub kinds: Vec<GridKind>,
}

/// Why a [`Grid`] is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridError {
    /// It has no coordinate, or more than four.
    Coordinates,
    /// A rule of this kind names a kind or a coordinate that there is not.
    NoSuchKind(usize),
    /// A number in a rule of this kind is greater than [`Form::MAX`].
    TooLarge(usize),
    /// A choice in a rule of this kind is not bounded from both sides.
    Unbounded(usize),
}

impl std::fmt::Display for GridError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Coordinates => write!(f, "a grid has one to four coordinates"),
            Self::NoSuchKind(kind) => write!(f, "kind {kind} leads to no kind of the grid"),
            Self::TooLarge(kind) => write!(f, "a number in a rule of kind {kind} is too large"),
            Self::Unbounded(kind) => write!(f, "a choice in a rule of kind {kind} has no bounds"),
        }
    }
}

impl std::error::Error for GridError {}

impl Grid {
    /// Whether what the rules name is there.
    pub(super) fn check(&self) -> Result<(), GridError> {
        let coordinates = self.whole.len();
        if !(1..=4).contains(&coordinates) {
            return Err(GridError::Coordinates);
        }
        for (at, kind) in self.kinds.iter().enumerate() {
            let small = kind.domain.iter().all(|c| c.form().is_small())
                && kind.rules.iter().flat_map(GridRule::forms).all(Form::is_small);
            if !small || self.whole.iter().flatten().any(|n| *n > Form::MAX as u64) {
                return Err(GridError::TooLarge(at));
            }
            let known = |(kind, point): &(usize, Vec<Form>)| {
                *kind < self.kinds.len() && point.len() == coordinates
            };
            let fits = |rule: &GridRule| {
                let variables = coordinates + rule.choices;
                rule.parts.iter().all(known)
                    && rule.forms().all(|form| form.coefficients.len() <= variables)
            };
            if !kind.rules.iter().all(fits) {
                return Err(GridError::NoSuchKind(at));
            }
        }
        Ok(())
    }
}
