//! Ints as linear forms. What is not linear becomes a variable with what is
//! known of it.

use crate::ir::{Aggregate, BinaryOp, Binder, Builtin, Expr, ExprKind, Pattern};

use super::linear::{Linear, Maximum};
use super::symbol::{Env, Map, Symbol, Term};
use super::walk::{Mode, Origin, Walk};

/// Products of forms with more variables are not multiplied out.
const MAX_FACTORS: usize = 4;

impl<'a> Walk<'a, '_> {
    /// Sums, differences and products of ints.
    pub(super) fn structural(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Option<Symbol<'a>> {
        let form = match &expr.kind {
            ExprKind::Negate(inner) => self.int(inner, env).scale(-1),
            ExprKind::Binary(
                op @ (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply),
                a,
                b,
            ) => {
                let (a, b) = (self.int(a, env), self.int(b, env));
                match op {
                    BinaryOp::Add => a.add(&b),
                    BinaryOp::Subtract => a.minus(&b),
                    _ => match (a.as_constant(), b.as_constant()) {
                        (Some(factor), _) => b.scale(factor),
                        (_, Some(factor)) => a.scale(factor),
                        _ => {
                            self.lose_value(expr.span, "a product");
                            self.product(&a, &b)
                        }
                    },
                }
            }
            _ => return None,
        };
        Some(Symbol::Int(
            form.unwrap_or_else(|| self.opaque(expr.span, "an int that is too large")),
        ))
    }

    /// The product of two forms, multiplied out.
    pub(super) fn product(&mut self, a: &Linear, b: &Linear) -> Option<Linear> {
        if a.terms().len().max(b.terms().len()) > MAX_FACTORS {
            return None;
        }
        let mut result = a.scale(b.offset())?;
        result = result.plus(b, a.offset())?;
        // `a.offset() * b.offset()` has been counted twice.
        result = result.add_constant(a.offset().checked_mul(b.offset())?.checked_neg()?)?;
        for &(x, p) in a.terms() {
            for &(y, q) in b.terms() {
                let term = self.term(Term::Product(x.min(y), x.max(y)));
                self.bound_product(&term, &Linear::var(x), &Linear::var(y));
                result = result.plus(&term, p.checked_mul(q)?)?;
            }
        }
        Some(result)
    }

    /// A product of nats is a nat, and not below a factor when the other is positive.
    fn bound_product(&mut self, product: &Linear, x: &Linear, y: &Linear) {
        if self.is_at_least(x, 0) && self.is_at_least(y, 0) {
            self.at_least_zero(Some(product.clone()));
            for (factor, other) in [(x, y), (y, x)] {
                if self.is_at_least(other, 1) {
                    self.at_most(factor, product);
                }
            }
        }
    }

    /// An int that is no linear form.
    pub(super) fn opaque_int(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Linear {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Divide, a, b) => {
                let (a, b) = (self.int(a, env), self.int(b, env));
                if b.as_constant().is_some_and(|constant| constant > 0) {
                    self.rounded.get_or_insert(expr.span);
                } else {
                    self.lose(expr.span, "a quotient");
                }
                self.quotient(&a, &b)
            }
            ExprKind::Binary(BinaryOp::Mod, a, b) => {
                let (a, b) = (self.int(a, env), self.int(b, env));
                match b.as_constant() {
                    Some(divisor) if divisor > 0 => self.lose_value(expr.span, "a remainder"),
                    _ => self.lose(expr.span, "a remainder"),
                }
                self.remainder(&a, &b)
            }
            ExprKind::Binary(BinaryOp::Xor, a, b) => {
                let (a, b) = (self.int(a, env), self.int(b, env));
                let form = self.opaque(expr.span, "`xor`");
                if self.is_at_least(&a, 0) && self.is_at_least(&b, 0) {
                    self.at_least_zero(Some(form.clone()));
                    self.at_least_zero(a.add(&b).and_then(|sum| sum.minus(&form)));
                }
                form
            }
            ExprKind::Builtin(builtin, args) => self.builtin_int(expr, *builtin, args, env),
            ExprKind::Aggregate { op, body, binders, otherwise } => {
                if let Some(sum) = self.sum_of_entries(*op, body, binders, env) {
                    return sum;
                }
                // Noted before a case is taken: the least of nothing is an error, not a dead end.
                self.lose(expr.span, "an aggregate");
                if otherwise.is_none()
                    && let Some(form) = self.aggregate(*op, body, binders, env)
                {
                    return form;
                }
                let form = self.opaque(expr.span, "an aggregate");
                if matches!(op, Aggregate::Count | Aggregate::Mex) {
                    self.at_least_zero(Some(form.clone()));
                }
                form
            }
            ExprKind::Index(base, index) => {
                let base = self.symbol(base, env);
                let index = self.symbol(index, env);
                if let Some(entry) = self.listed_entry(&base, &index) {
                    return entry;
                }
                self.lose(expr.span, "an entry of a vector");
                match base {
                    Symbol::Map(map) => self.map_entry(&map, &index),
                    base => {
                        let vector = self.as_vector(&base);
                        match index {
                            Symbol::Int(index) => self.entry(&vector, &index),
                            _ => self.fresh(Origin::Other),
                        }
                    }
                }
            }
            _ => self.opaque(expr.span, "a value that is not followed"),
        }
    }

    fn builtin_int(
        &mut self,
        expr: &'a Expr,
        builtin: Builtin,
        args: &'a [Expr],
        env: &mut Env<'a>,
    ) -> Linear {
        match builtin {
            Builtin::Min | Builtin::Max => {
                let forms: Vec<Linear> = args.iter().map(|arg| self.int(arg, env)).collect();
                let best = self.choose(forms.len());
                for (index, form) in forms.iter().enumerate().filter(|(i, _)| *i != best) {
                    let (low, high) = match builtin {
                        Builtin::Min => (&forms[best], form),
                        _ => (form, &forms[best]),
                    };
                    // The first of equal values is taken.
                    if index < best {
                        self.below(low, high);
                    } else {
                        self.at_most(low, high);
                    }
                }
                forms[best].clone()
            }
            Builtin::Abs => {
                let form = self.int(&args[0], env);
                if self.choose(2) == 0 {
                    self.at_least_zero(Some(form.clone()));
                    form
                } else {
                    self.below(&form, &Linear::default());
                    form.scale(-1)
                        .unwrap_or_else(|| self.opaque(expr.span, "an int that is too large"))
                }
            }
            Builtin::Len => {
                let of = self.symbol(&args[0], env);
                if let Symbol::Vector(vector) = &of
                    && vector.entries.is_some()
                {
                    return vector.len.clone();
                }
                self.lose(expr.span, "a length");
                match of {
                    symbol @ (Symbol::Vector(_) | Symbol::Known(_)) => {
                        self.as_vector(&symbol).len.clone()
                    }
                    symbol => {
                        let collection = self.as_collection(&symbol);
                        self.size(&collection)
                    }
                }
            }
            Builtin::Isqrt => {
                let of = self.int(&args[0], env);
                let root = self.opaque(expr.span, "`isqrt`");
                self.at_least_zero(Some(root.clone()));
                self.at_most(&root, &of);
                root
            }
            Builtin::Popcount => {
                let count = self.opaque(expr.span, "`popcount`");
                self.at_least_zero(Some(count.clone()));
                count
            }
            _ => self.opaque(expr.span, "a value that is not followed"),
        }
    }

    /// `a / b`, rounded down: exactly for a fixed positive b.
    fn quotient(&mut self, a: &Linear, b: &Linear) -> Linear {
        let quotient = self.term(Term::Quotient(a.clone(), b.clone()));
        let least = match b.scale(-1).map(|negated| self.maximum(&negated)) {
            Some(Maximum::AtMost(bound)) => bound.saturating_neg(),
            _ => return quotient,
        };
        if let Some(constant) = b.as_constant().filter(|constant| *constant > 0) {
            let gap = a.plus(&quotient, constant.saturating_neg());
            self.at_least_zero(gap.clone());
            let rest = gap.and_then(|gap| gap.scale(-1)?.add_constant(constant - 1));
            self.at_least_zero(rest);
        } else if least > 0 && self.is_at_least(a, 0) {
            self.at_least_zero(Some(quotient.clone()));
            self.at_least_zero(a.plus(&quotient, -least));
        }
        quotient
    }

    /// `a mod b`, not negative.
    fn remainder(&mut self, a: &Linear, b: &Linear) -> Linear {
        let remainder = self.term(Term::Remainder(a.clone(), b.clone()));
        if !self.is_at_least(b, 1) {
            return remainder;
        }
        self.at_least_zero(Some(remainder.clone()));
        self.below(&remainder, b);
        if self.is_at_least(a, 0) {
            self.at_most(&remainder, a);
        }
        if let Some(constant) = b.as_constant() {
            let quotient = self.quotient(a, b);
            if let Some(value) = remainder.plus(&quotient, constant) {
                self.equal(a, &value);
            }
        }
        remainder
    }

    /// An entry of a vector or map of which every entry is followed.
    fn listed_entry(&mut self, base: &Symbol<'a>, index: &Symbol<'a>) -> Option<Linear> {
        if self.mode == Mode::Bound {
            return None;
        }
        match base {
            Symbol::Vector(vector) => {
                let place = self.place(vector, index.int()?)?;
                Some(vector.entries.as_ref()?[place].clone())
            }
            Symbol::Map(map) => {
                let index = index.int()?;
                let place = map.listed.iter().position(|listed| listed == index)?;
                Some(self.term(Term::Entry(map.id, map.listed[place].clone())))
            }
            _ => None,
        }
    }

    /// `sum(x)` of a vector of which every entry is followed.
    fn sum_of_entries(
        &mut self,
        op: Aggregate,
        body: &'a Expr,
        binders: &'a [Binder],
        env: &mut Env<'a>,
    ) -> Option<Linear> {
        let [Binder::In(Pattern::Local(member), vector)] = binders else {
            return None;
        };
        let ExprKind::Local(local) = vector.kind else {
            return None;
        };
        let Some(Some(Symbol::Vector(vector))) = env.get(local.index()) else {
            return None;
        };
        let sums = op == Aggregate::Sum && matches!(body.kind, ExprKind::Local(l) if l == *member);
        vector.entries.as_ref().filter(|_| sums)?;
        vector.sum.clone()
    }

    /// `d[i]` for a map that a binder has chosen.
    pub(super) fn map_entry(&mut self, map: &Map<'a>, index: &Symbol<'a>) -> Linear {
        let value = match index {
            Symbol::Int(index) => self.term(Term::Entry(map.id, index.clone())),
            _ => self.fresh(Origin::Other),
        };
        let mut env = map.env.clone();
        self.contains(index, &map.over, true);
        self.bind(map.index, index.clone(), &mut env);
        let collection = self.collection(map.collection, &mut env);
        self.contains(&Symbol::Int(value.clone()), &collection, true);
        value
    }
}
