//! Young diagrams that have the game tree of their conjugate: Chomp and its kin.
//!
//! A vector of nats that does not rise, x[0] >= x[1] >= ..., is a Young diagram: the cell in row r and
//! column c belongs to it when x[r] > c. Its conjugate has rows for columns. Let every rule say the
//! same of the conjugate, with chosen rows for chosen columns, and let every move take cells and add
//! none. Then a diagram and its conjugate have the same game tree, if both are positions.
//!
//! Proof, by induction on the number of cells and the length of play. Let the choice (i, j) lead from
//! x to y. What is asked of a choice says the same of (j, i) in the conjugate of x, so that one is a
//! choice too, of the same move or of another one that was compared with it. Whether a cell (r, c)
//! belongs to y is a proposition about x, i, j, r and c, and it says the same of the conjugate of x
//! with j, i, c and r. So that choice leads to the conjugate of y, and as y lies within x, this is a
//! position as well: it has no more rows and columns than the conjugate of x.
//!
//! Propositions are compared by their truth tables. Their atoms are taken to be independent of each
//! other, so a proof may be missing, but is never wrong.

mod formula;

use crate::ir::{
    Aggregate, BinaryOp, Binder, Builtin, CompareOp, Domain, Expr, ExprKind, Kind, KindId, Local,
    Move, Pattern, Spec,
};
use crate::value::Value;

use super::ground::Ground;
use formula::{Formula, Index, Linear, MOST};

/// The positions of a kind are Young diagrams: its only field says how long the rows are, which do not
/// rise. Each has the game tree of its conjugate, if that fits too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagrams {
    /// How many rows there are, some of which may be empty.
    pub rows: usize,
    /// How long a row may be.
    pub columns: usize,
}

impl Diagrams {
    /// The rows of the conjugate, if it fits.
    ///
    /// ```
    /// use grundy_compiler::analyse::Diagrams;
    ///
    /// let diagrams = Diagrams { rows: 3, columns: 4 };
    /// assert_eq!(diagrams.conjugate(&[3, 1, 0]), Some(vec![2, 1, 1]));
    /// assert_eq!(diagrams.conjugate(&[4, 0, 0]), None);
    /// ```
    pub fn conjugate(&self, rows: &[i64]) -> Option<Vec<i64>> {
        let used = rows.iter().take_while(|row| **row > 0).count();
        let fits = usize::try_from(*rows.first()?).is_ok_and(|first| first <= self.rows);
        (fits && used <= self.columns).then(|| {
            let longer = |column: usize| rows.iter().filter(|row| **row > column as i64).count();
            (0..self.rows).map(|column| longer(column) as i64).collect()
        })
    }
}

/// Which kinds are such diagrams, in the order of the kinds.
pub(super) fn diagrams<'a>(spec: &'a Spec, ground: &Ground<'a>) -> Vec<Option<Diagrams>> {
    let kinds = spec.kinds.iter().enumerate();
    kinds.map(|(at, kind)| recognise(kind, KindId::from(at), ground)).collect()
}

/// The position.
const DIAGRAM: Local = Local(0);

fn recognise<'a>(kind: &'a Kind, id: KindId, ground: &Ground<'a>) -> Option<Diagrams> {
    let [field] = kind.fields.as_slice() else { return None };
    let plain = kind.symmetric.is_empty() && kind.equals.is_empty() && kind.decreases.is_none();
    let Domain::Vector(entries, Some(length)) = &field.domain else { return None };
    let Domain::Int { low, high: Some((high, inclusive)) } = &**entries else { return None };
    let int = |expr| match ground.value(expr, &[]) {
        Some(Value::Int(value)) => Some(value),
        _ => None,
    };
    let (rows, low, high) = (int(length)?, int(low)?, int(high)?);
    let columns = if *inclusive { high } else { high.checked_sub(1)? };
    let sides = 1..=MOST;
    if !plain || low != 0 || !sides.contains(&rows) || !sides.contains(&columns) {
        return None;
    }
    let reader = Reader { ground, rows, row: None, chosen: None };
    let mut falls = rows == 1;
    for condition in kind.condition.iter().flat_map(conjuncts) {
        match reader.says_that_rows_do_not_rise(condition) {
            true => falls = true,
            false => reader.condition(condition).filter(is_self_conjugate).map(drop)?,
        }
    }
    for condition in &kind.ends {
        reader.condition(condition).filter(is_self_conjugate)?;
    }
    let rules: Option<Vec<Rule>> = kind.moves.iter().map(|rule| reader.rule(rule, id)).collect();
    let rules = rules?;
    let mirrored = |rule: &Rule| rules.iter().any(|other| rule.is_conjugate_to(other));
    (falls && rules.iter().all(mirrored)).then_some(Diagrams {
        rows: usize::try_from(rows).ok()?,
        columns: usize::try_from(columns).ok()?,
    })
}

/// The parts of a condition that hold together.
fn conjuncts(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => [conjuncts(a), conjuncts(b)].concat(),
        _ => vec![condition],
    }
}

fn is_self_conjugate(formula: &Formula) -> bool {
    formula.clone().iff(formula.conjugate()).is_tautology()
}

/// A move: which rows and columns may be chosen, and which cells are left.
struct Rule {
    choice: Formula,
    left: Formula,
}

impl Rule {
    /// Whether it is what the other one is to the conjugate diagram.
    fn is_conjugate_to(&self, other: &Rule) -> bool {
        let same_left = self.left.clone().iff(other.left.conjugate());
        self.choice.clone().iff(other.choice.conjugate()).is_tautology()
            && self.choice.clone().implies(same_left).is_tautology()
    }
}

/// Reads rules as propositions.
#[derive(Clone, Copy)]
struct Reader<'g, 'a> {
    ground: &'g Ground<'a>,
    rows: i64,
    /// The variable that runs through the rows of what a move makes.
    row: Option<Local>,
    /// The row and the column that were chosen.
    chosen: Option<(Local, Local)>,
}

impl<'a> Reader<'_, 'a> {
    /// A move that chooses a cell.
    fn rule(mut self, rule: &'a Move, id: KindId) -> Option<Rule> {
        let [
            Binder::In(Pattern::Local(i), from),
            Binder::In(Pattern::Local(j), within),
            conditions @ ..,
        ] = rule.binders.as_slice()
        else {
            return None;
        };
        self.chosen = Some((*i, *j));
        let to = plain(self.end_from_zero(within)?);
        if rule.legal || !self.is_each_row(from) || self.entry(to)? != Index::ChosenRow {
            return None;
        }
        let mut choice = Formula::filled(Index::ChosenRow, Index::ChosenColumn);
        for condition in conditions {
            let Binder::If(condition) = condition else { return None };
            choice = choice.and(self.condition(condition)?);
        }
        if let Some(guard) = &rule.guard {
            choice = choice.and(self.condition(guard)?);
        }
        let ExprKind::Component(kind, args) = &rule.sum.kind else { return None };
        let ExprKind::Collect(body, binders) = &plain(args.first()?).kind else { return None };
        let [Binder::In(Pattern::Local(row), all)] = binders.as_slice() else { return None };
        if *kind != id || !self.is_each_row(all) {
            return None;
        }
        self.row = Some(*row);
        let left = self.exceeds(body)?;
        let cell = Formula::filled(Index::Row, Index::Column);
        let shrinks = choice.clone().and(left.clone()).implies(cell).is_tautology();
        shrinks.then_some(Rule { choice, left })
    }

    /// Whether a condition is `all(x[i] >= x[i + 1] for i in 0..rows - 1)`.
    fn says_that_rows_do_not_rise(&self, condition: &'a Expr) -> bool {
        let ExprKind::Aggregate { op: Aggregate::All, body, binders, .. } = &condition.kind else {
            return false;
        };
        let [Binder::In(Pattern::Local(at), pairs)] = binders.as_slice() else { return false };
        let ExprKind::Compare(first, rest) = &body.kind else { return false };
        let [(op, second)] = rest.as_slice() else { return false };
        let (upper, lower) = match op {
            CompareOp::GreaterEqual => (&**first, second),
            CompareOp::LessEqual => (second, &**first),
            _ => return false,
        };
        let reader = Reader { row: Some(*at), ..*self };
        let next = Linear::of(Index::Row).plus(1, &Linear::of(Index::Fixed(1)));
        self.end_from_zero(pairs).and_then(|end| self.number(end)) == Some(self.rows - 1)
            && reader.entry(upper) == Some(Index::Row)
            && entry_index(lower).and_then(|index| reader.linear(index)) == Some(next)
    }

    /// A condition on the diagram and the choice.
    fn condition(&self, expr: &'a Expr) -> Option<Formula> {
        Some(match &expr.kind {
            ExprKind::Not(inner) => self.condition(inner)?.not(),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.condition(a)?, self.condition(b)?);
                match op {
                    BinaryOp::And => a.and(b),
                    BinaryOp::Or => a.or(b),
                    BinaryOp::Implies => a.implies(b),
                    BinaryOp::Iff => a.iff(b),
                    _ => return None,
                }
            }
            ExprKind::Compare(first, rest) => {
                let mut all = Formula::Fixed(true);
                let mut before: &Expr = first;
                for (op, next) in rest {
                    all = all.and(self.comparison(*op, before, next)?);
                    before = next;
                }
                all
            }
            _ => match self.ground.value(expr, &[])? {
                Value::Bool(value) => Formula::Fixed(value),
                _ => return None,
            },
        })
    }

    fn comparison(&self, op: CompareOp, a: &'a Expr, b: &'a Expr) -> Option<Formula> {
        Some(match op {
            CompareOp::GreaterEqual => self.at_least(a, b)?,
            CompareOp::LessEqual => self.at_least(b, a)?,
            CompareOp::Less => self.at_least(a, b)?.not(),
            CompareOp::Greater => self.at_least(b, a)?.not(),
            CompareOp::Equal => self.at_least(a, b)?.and(self.at_least(b, a)?),
            CompareOp::NotEqual => self.at_least(a, b)?.and(self.at_least(b, a)?).not(),
            _ => return None,
        })
    }

    /// That `a >= b`, of two indices, or of a row's length and an index.
    fn at_least(&self, a: &'a Expr, b: &'a Expr) -> Option<Formula> {
        match (self.entry(a), self.entry(b)) {
            (None, None) => Some(Formula::at_least(&self.linear(a)?, &self.linear(b)?)),
            // A row has at least k cells, if one stands in column k - 1.
            (Some(row), None) => match self.number(b)? {
                ..=0 => Some(Formula::Fixed(true)),
                length => Some(Formula::filled(row, Index::Fixed(length - 1))),
            },
            (None, Some(row)) => match self.index(a)? {
                Index::Fixed(..0) => Some(Formula::Fixed(false)),
                column => Some(Formula::filled(row, column).not()),
            },
            (Some(_), Some(_)) => None,
        }
    }

    /// That an int, which is never negative, is greater than the column at hand.
    fn exceeds(&self, expr: &'a Expr) -> Option<Formula> {
        if let Some(row) = self.entry(expr) {
            return Some(Formula::filled(row, Index::Column));
        }
        match &expr.kind {
            ExprKind::Convert(inner) => self.exceeds(inner),
            ExprKind::If(condition, yes, no) => {
                let condition = self.condition(condition)?;
                let yes = condition.clone().and(self.exceeds(yes)?);
                Some(yes.or(condition.not().and(self.exceeds(no)?)))
            }
            ExprKind::Builtin(op @ (Builtin::Min | Builtin::Max), args) => {
                let mut args = args.iter().map(|arg| self.exceeds(arg));
                let first = args.next()??;
                args.try_fold(first, |all, arg| {
                    Some(if *op == Builtin::Min { all.and(arg?) } else { all.or(arg?) })
                })
            }
            _ => match self.index(expr)? {
                Index::Fixed(..0) => None,
                index => {
                    let column = Linear::of(Index::Column);
                    Some(Formula::at_least(&column, &Linear::of(index)).not())
                }
            },
        }
    }

    /// The row of which this is the length.
    fn entry(&self, expr: &'a Expr) -> Option<Index> {
        match self.index(entry_index(expr)?)? {
            Index::Fixed(row) if !(0..self.rows).contains(&row) => None,
            Index::Column | Index::ChosenColumn => None,
            row => Some(row),
        }
    }

    fn index(&self, expr: &'a Expr) -> Option<Index> {
        if let ExprKind::Local(local) = &plain(expr).kind {
            return match (self.row, self.chosen) {
                (Some(row), _) if row == *local => Some(Index::Row),
                (_, Some((row, _))) if row == *local => Some(Index::ChosenRow),
                (_, Some((_, column))) if column == *local => Some(Index::ChosenColumn),
                _ => None,
            };
        }
        self.number(expr).map(Index::Fixed)
    }

    /// A number that is known and not too large.
    fn number(&self, expr: &'a Expr) -> Option<i64> {
        match self.ground.value(expr, &[])? {
            Value::Int(value) if (-MOST..=MOST).contains(&value) => Some(value),
            _ => None,
        }
    }

    fn linear(&self, expr: &'a Expr) -> Option<Linear> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                Some(self.linear(a)?.plus(1, &self.linear(b)?))
            }
            ExprKind::Binary(BinaryOp::Subtract, a, b) => {
                Some(self.linear(a)?.plus(-1, &self.linear(b)?))
            }
            _ => self.index(expr).map(Linear::of),
        }
    }

    /// The end of a range from 0, which does not belong to it.
    fn end_from_zero(&self, range: &'a Expr) -> Option<&'a Expr> {
        match &plain(range).kind {
            ExprKind::Range { low, high, inclusive: false } if self.number(low) == Some(0) => {
                Some(high)
            }
            _ => None,
        }
    }

    fn is_each_row(&self, range: &'a Expr) -> bool {
        self.end_from_zero(range).and_then(|end| self.number(end)) == Some(self.rows)
    }
}

/// The index of an entry of the position.
fn entry_index(expr: &Expr) -> Option<&Expr> {
    match &plain(expr).kind {
        ExprKind::Index(vector, index)
            if matches!(plain(vector).kind, ExprKind::Local(DIAGRAM)) =>
        {
            Some(index)
        }
        _ => None,
    }
}

/// Without what converts it.
fn plain(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Convert(inner) => plain(inner),
        _ => expr,
    }
}
