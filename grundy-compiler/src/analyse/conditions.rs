//! What a path knows when a condition holds, or when it does not.

use crate::ir::{Aggregate, BinaryOp, Builtin, CompareOp, Expr, ExprKind};
use crate::value::Value;

use super::linear::{self, Linear};
use super::symbol::{Collection, Env, Symbol};
use super::walk::{Mode, Origin, Path, Walk};

/// `not in` of a fixed collection with more members is not kept.
const MAX_EXCEPTIONS: usize = 64;

impl<'a> Walk<'a, '_> {
    /// Keeps that the condition holds (or, unless `truth`, that it does not).
    pub(super) fn assume(&mut self, condition: &'a Expr, truth: bool, env: &mut Env<'a>) {
        let done = self.nested(|walk| walk.assume_inside(condition, truth, env));
        if done.is_none() {
            self.lose(condition.span, "a condition nested this deep");
        }
    }

    fn assume_inside(&mut self, condition: &'a Expr, truth: bool, env: &mut Env<'a>) {
        match &condition.kind {
            ExprKind::Not(inner) => self.assume(inner, !truth, env),
            ExprKind::Binary(op, a, b) => self.assume_binary(*op, a, b, truth, env),
            ExprKind::Compare(first, rest) => {
                self.assume_compare(condition, first, rest, truth, env)
            }
            ExprKind::If(test, then, otherwise) => {
                let holds = self.choose(2) == 0;
                self.assume(test, holds, env);
                self.assume(if holds { then } else { otherwise }, truth, env);
            }
            ExprKind::Let(pattern, value, body) => {
                let value = self.symbol(value, env);
                self.bind(pattern, value, env);
                self.assume(body, truth, env);
            }
            ExprKind::Local(local) => match env.get(local.index()).cloned().flatten() {
                Some(Symbol::Later(later)) => {
                    let (inner, mut frame) = (later.0, later.1.clone());
                    self.assume(inner, truth, &mut frame);
                }
                Some(Symbol::Known(Value::Bool(value))) => self.path.dead |= value != truth,
                _ => self.lose(condition.span, "a condition that is not followed"),
            },
            _ => match self.ground.value(condition, env) {
                Some(Value::Bool(value)) => self.path.dead |= value != truth,
                _ => self.assume_composite(condition, truth, env),
            },
        }
    }

    fn assume_binary(
        &mut self,
        op: BinaryOp,
        a: &'a Expr,
        b: &'a Expr,
        truth: bool,
        env: &mut Env<'a>,
    ) {
        match op {
            BinaryOp::And => self.assume_both((a, true), (b, true), truth, env),
            BinaryOp::Or => self.assume_both((a, false), (b, false), !truth, env),
            // Not (a and not b).
            BinaryOp::Implies => self.assume_both((a, true), (b, false), !truth, env),
            _ => {
                // Iff: the other operators on bools do not exist.
                let side = self.choose(2) == 0;
                self.assume(a, side, env);
                self.assume(b, side == truth, env);
            }
        }
    }

    /// Keeps that both conditions have the given truth, or that one has not.
    fn assume_both(
        &mut self,
        a: (&'a Expr, bool),
        b: (&'a Expr, bool),
        truth: bool,
        env: &mut Env<'a>,
    ) {
        if truth || self.choose(2) == 0 {
            self.assume(a.0, a.1 == truth, env);
            if truth {
                self.assume(b.0, b.1, env);
            }
        } else {
            self.assume(a.0, a.1, env);
            self.assume(b.0, !b.1, env);
        }
    }

    fn assume_compare(
        &mut self,
        condition: &'a Expr,
        first: &'a Expr,
        rest: &'a [(CompareOp, Expr)],
        truth: bool,
        env: &mut Env<'a>,
    ) {
        let fails = if truth { None } else { Some(self.choose(rest.len())) };
        let (path, lost, choices) = (self.path.clone(), self.lost.clone(), self.choices_made());
        let mut follows = truth && lost.is_none();
        let mut left = self.symbol(first, env);
        for (index, (op, operand)) in rest.iter().enumerate() {
            let right = self.symbol(operand, env);
            let holds = fails != Some(index);
            let before = self.path.clone();
            if !self.relation(&left, *op, &right, holds) {
                self.lose(condition.span, "a comparison that is not of ints");
            }
            if !holds {
                return;
            }
            follows = follows && self.follows_from(&before);
            left = right;
        }
        // A condition that holds anyway says nothing, so what was not followed in it does not matter.
        let safe = self.lost.as_ref().is_some_and(|lost| lost.safe);
        if follows && safe && self.choices_made() == choices {
            (self.path, self.lost) = (path, lost);
        }
    }

    /// Whether all that is known was known before.
    fn follows_from(&self, before: &Path) -> bool {
        let implied = |row: &Linear| linear::implies(&before.rows, &before.distinct, row);
        let above = |form: &Linear| form.add_constant(-1).is_some_and(|row| implied(&row));
        let is_not_zero =
            |form: &Linear| above(form) || form.scale(-1).is_some_and(|form| above(&form));
        !self.path.dead
            && self.path.members.len() == before.members.len()
            && self.path.rows[before.rows.len()..].iter().all(implied)
            && self.path.distinct[before.distinct.len()..].iter().all(is_not_zero)
    }

    /// Keeps a comparison, or that it fails; whether it could be kept exactly.
    fn relation(&mut self, a: &Symbol<'a>, op: CompareOp, b: &Symbol<'a>, truth: bool) -> bool {
        use CompareOp::{Equal, Greater, GreaterEqual, In, Less, LessEqual, NotEqual, NotIn};
        match op {
            Equal => return self.same(a, b, truth),
            NotEqual => return self.same(a, b, !truth),
            In | NotIn => {
                let collection = self.as_collection(b);
                return self.contains(a, &collection, (op == In) == truth);
            }
            _ => {}
        }
        let (Some(a), Some(b)) = (a.int(), b.int()) else {
            return false;
        };
        match (op, truth) {
            (Less, true) | (GreaterEqual, false) => self.below(a, b),
            (LessEqual, true) | (Greater, false) => self.at_most(a, b),
            (Greater, true) | (LessEqual, false) => self.below(b, a),
            (GreaterEqual, true) | (Less, false) => self.at_most(b, a),
            _ => return false,
        }
        true
    }

    /// Keeps that two values are the same, or that they are not.
    fn same(&mut self, a: &Symbol<'a>, b: &Symbol<'a>, truth: bool) -> bool {
        match (a, b) {
            (Symbol::Int(a), Symbol::Int(b)) if truth => self.equal(a, b),
            (Symbol::Int(a), Symbol::Int(b)) => self.different(a, b),
            (Symbol::Tuple(a), Symbol::Tuple(b)) if a.len() == b.len() => {
                let differ = if truth { None } else { Some(self.choose(a.len())) };
                for (index, (a, b)) in a.iter().zip(b).enumerate() {
                    if differ == Some(index) {
                        return self.same(a, b, false);
                    }
                    if !self.same(a, b, true) {
                        return false;
                    }
                }
            }
            (
                Symbol::Known(a @ (Value::Bool(_) | Value::Char(_))),
                Symbol::Known(b @ (Value::Bool(_) | Value::Char(_))),
            ) => self.path.dead |= (a == b) != truth,
            _ => return false,
        }
        true
    }

    /// Keeps that a value is a member, or that it is not; whether that was exact.
    pub(super) fn contains(
        &mut self,
        value: &Symbol<'a>,
        collection: &Collection<'a>,
        truth: bool,
    ) -> bool {
        match collection {
            Collection::Known(Value::Range(range)) => {
                let (low, high) = range.bounds().unwrap_or((0, -1));
                let range = Collection::Range(Linear::constant(low), Linear::constant(high));
                self.contains(value, &range, truth)
            }
            Collection::Known(Value::Set(entries) | Value::Vector(entries))
                if truth && self.mode == Mode::Enumerate =>
            {
                let entry = entries.get(self.choose(entries.len()));
                entry.is_none_or(|entry| self.same(value, &Symbol::of(entry.clone()), true))
            }
            Collection::Known(Value::Set(entries) | Value::Vector(entries)) => {
                let entries: Vec<Symbol<'a>> = entries.iter().cloned().map(Symbol::of).collect();
                self.is_listed(value, &entries, truth)
            }
            Collection::Listed(entries) => self.is_listed(value, entries, truth),
            Collection::Range(low, high) => self.lies_between(value, low, high, truth),
            Collection::Part { of, size, id } => {
                if let Some(form) = value.int() {
                    self.path.members.push((form.clone(), *id, truth));
                }
                if truth {
                    self.at_least_zero(size.add_constant(-1));
                    self.contains(value, of, true);
                }
                false
            }
            Collection::Difference(a, b) if truth => {
                let exact = self.contains(value, a, true);
                self.contains(value, b, false) && exact
            }
            Collection::Union(a, b) if !truth => {
                let exact = self.contains(value, a, false);
                self.contains(value, b, false) && exact
            }
            Collection::Difference(a, b) => match self.choose(2) {
                0 => self.contains(value, a, false),
                _ => self.contains(value, b, true),
            },
            Collection::Union(a, b) => match self.choose(2) {
                0 => self.contains(value, a, true),
                _ => self.contains(value, b, true),
            },
            Collection::Divisors(of) | Collection::Primes(of) => {
                if let (true, Some(form)) = (truth, value.int()) {
                    let least = if matches!(collection, Collection::Primes(_)) { 2 } else { 1 };
                    self.at_least_zero(form.add_constant(-least));
                    if self.is_at_least(of, 0) {
                        self.at_most(form, of);
                    }
                }
                false
            }
            Collection::Entries(vector) => {
                if let (true, Some(form)) = (truth, value.int()) {
                    self.bound_entry(form, vector);
                }
                false
            }
            _ => false,
        }
    }

    fn lies_between(
        &mut self,
        value: &Symbol<'a>,
        low: &Linear,
        high: &Linear,
        truth: bool,
    ) -> bool {
        let Some(form) = value.int() else {
            return false;
        };
        if truth {
            self.at_most(low, form);
            self.at_most(form, high);
        } else if self.choose(2) == 0 {
            self.below(form, low);
        } else {
            self.below(high, form);
        }
        true
    }

    fn is_listed(&mut self, value: &Symbol<'a>, entries: &[Symbol<'a>], truth: bool) -> bool {
        if !truth {
            return entries.len() <= MAX_EXCEPTIONS
                && entries.iter().all(|entry| self.same(value, entry, false));
        }
        let ints: Option<Vec<i64>> =
            entries.iter().map(|entry| entry.int().and_then(Linear::as_constant)).collect();
        if let (Mode::Bound, Some(form), Some(ints)) = (self.mode, value.int(), ints)
            && let (Some(&low), Some(&high)) = (ints.iter().min(), ints.iter().max())
        {
            self.at_least_zero(form.add_constant(low.saturating_neg()));
            self.at_most(form, &Linear::constant(high));
            return false;
        }
        let case = self.choose(entries.len());
        entries.get(case).is_none_or(|entry| self.same(value, entry, true))
    }

    fn assume_composite(&mut self, condition: &'a Expr, truth: bool, env: &mut Env<'a>) {
        match &condition.kind {
            ExprKind::Call(function, args) => {
                let function = &self.input.spec.functions[function.index()];
                let args: Vec<Symbol<'a>> = args.iter().map(|arg| self.symbol(arg, env)).collect();
                let mut frame = Walk::frame(function.body.frame.names.len(), &args);
                let done = self.called(|walk| walk.assume(&function.body.expr, truth, &mut frame));
                if done.is_none() {
                    self.lose(condition.span, "a function that calls itself");
                }
            }
            ExprKind::Builtin(parity @ (Builtin::Even | Builtin::Odd), args) => {
                self.lose(condition.span, "a condition on the parity");
                let form = self.int(&args[0], env);
                let odd = (*parity == Builtin::Odd) == truth;
                let half = self.fresh(Origin::Other);
                if let Some(value) = half.scale(2).and_then(|v| v.add_constant(i64::from(odd))) {
                    self.equal(&form, &value);
                }
            }
            // Some choice has the property, or some choice has not: a witness.
            ExprKind::Aggregate { op, body, binders, .. }
                if (*op == Aggregate::Any && truth) || (*op == Aggregate::All && !truth) =>
            {
                self.binders(binders, env);
                self.assume(body, truth, env);
            }
            _ => self.lose(condition.span, "a condition that is not about sizes"),
        }
    }
}
