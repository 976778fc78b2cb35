//! Vectors by their length, their sum and their weighted sum.

use std::rc::Rc;

use crate::ir::{BinaryOp, Builtin, Expr, ExprKind, Type, Update, UpdateOp};
use crate::value::Value;

use super::linear::{Linear, Maximum};
use super::symbol::{Collection, Env, Symbol, Term, Vector};
use super::walk::{Mode, Origin, Walk};

impl<'a> Walk<'a, '_> {
    /// A symbol as a vector.
    pub(super) fn as_vector(&mut self, symbol: &Symbol<'a>) -> Rc<Vector> {
        let vector = match symbol {
            Symbol::Vector(vector) => return Rc::clone(vector),
            Symbol::Known(Value::Vector(entries)) => {
                let ints: Option<Vec<Linear>> =
                    entries.iter().map(|entry| Symbol::of(entry.clone()).int().cloned()).collect();
                let len = i64::try_from(entries.len()).unwrap_or(i64::MAX);
                ints.and_then(|ints| Vector::of_ints(&ints))
                    .unwrap_or_else(|| Vector::of_length(Linear::constant(len)))
            }
            Symbol::Collection(collection) => {
                let len = self.size(collection);
                Vector::of_length(len)
            }
            _ => {
                let len = self.fresh(Origin::Other);
                self.at_least_zero(Some(len.clone()));
                Vector::of_length(len)
            }
        };
        Rc::new(vector)
    }

    /// The vector that an expression without a fixed value stands for.
    pub(super) fn vector_of(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Vector {
        if let Some(vector) = self.listed_vector(expr, env) {
            return vector;
        }
        self.lose(expr.span, "a vector");
        match &expr.kind {
            ExprKind::Vector(entries) => {
                let entries: Vec<Symbol<'a>> =
                    entries.iter().map(|entry| self.symbol(entry, env)).collect();
                let ints: Option<Vec<Linear>> =
                    entries.iter().map(|entry| entry.int().cloned()).collect();
                let len = i64::try_from(entries.len()).unwrap_or(i64::MAX);
                ints.and_then(|ints| Vector::of_ints(&ints))
                    .unwrap_or_else(|| Vector::of_length(Linear::constant(len)))
            }
            ExprKind::With(base, updates) => {
                let base = self.vector_at(base, env);
                self.updated(&base, updates, env)
            }
            ExprKind::Without(base, index) => {
                let base = self.vector_at(base, env);
                let index = self.int(index, env);
                let entry = self.entry(&base, &index);
                let len = base.len.add_constant(-1).unwrap_or_else(|| base.len.clone());
                let mut vector = Vector::of_length(len);
                vector.sum = base.sum.as_ref().and_then(|sum| sum.minus(&entry));
                vector.low = base.low;
                vector.high = base.high.clone();
                vector
            }
            ExprKind::Slice(base, range) => {
                let base = self.vector_at(base, env);
                let range = self.collection(range, env);
                self.slice(&base, &range)
            }
            ExprKind::Binary(BinaryOp::Concat, a, b) => {
                let (a, b) = (self.vector_at(a, env), self.vector_at(b, env));
                let (Some(len), low) = (a.len.add(&b.len), a.low.zip(b.low)) else {
                    return self.any_vector(&Type::Error);
                };
                let mut vector = Vector::of_length(len);
                vector.low = low.map(|(a, b)| a.min(b));
                vector.sum = a.sum.as_ref().zip(b.sum.as_ref()).and_then(|(a, b)| a.add(b));
                vector
            }
            ExprKind::Builtin(Builtin::Sort | Builtin::Reverse, args) => {
                let base = self.vector_at(&args[0], env);
                Vector { id: None, weighted: None, entries: None, ..(*base).clone() }
            }
            ExprKind::Convert(inner) => {
                let inner = self.symbol(inner, env);
                (*self.as_vector(&inner)).clone()
            }
            _ => self.any_vector(&Type::Error),
        }
    }

    /// A vector of which every entry is followed: `[a, b]`, and changed entries of such a vector.
    fn listed_vector(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Option<Vector> {
        if self.mode == Mode::Bound {
            return None;
        }
        match &expr.kind {
            ExprKind::Vector(entries) => {
                let all = entries.iter().all(|entry| entry.ty == Type::Int);
                let ints: Vec<Linear> =
                    all.then(|| entries.iter().map(|entry| self.int(entry, env)).collect())?;
                Vector::of_ints(&ints)
            }
            ExprKind::With(base, updates) => {
                let base = self.vector_at(base, env);
                let old = base.entries.clone()?;
                let mut new = old.to_vec();
                let mut changed = vec![false; new.len()];
                for update in updates {
                    for mut env in self.each_update(update, env)? {
                        let index = self.int(&update.index, &mut env);
                        let at = self.place(&base, &index)?;
                        // An entry that changes twice is an error.
                        if std::mem::replace(&mut changed[at], true) {
                            return None;
                        }
                        let value = self.int(&update.value, &mut env);
                        new[at] = match update.op {
                            UpdateOp::Add => old[at].add(&value)?,
                            UpdateOp::Subtract => old[at].minus(&value)?,
                            UpdateOp::Set => value,
                        };
                    }
                }
                Vector::of_ints(&new)
            }
            _ => None,
        }
    }

    /// The frames in which an update is made, when they can be listed.
    fn each_update(&mut self, update: &'a Update, env: &Env<'a>) -> Option<Vec<Env<'a>>> {
        let Some((pattern, collection)) = &update.over else {
            return Some(vec![env.clone()]);
        };
        let members = self.collection(collection, &mut env.clone());
        let members = members.listed()?;
        let frames = members.into_iter().map(|member| {
            let mut env = env.clone();
            self.bind(pattern, member, &mut env);
            env
        });
        Some(frames.collect())
    }

    /// The place of an index in a vector of which every entry is known: case by case, when the
    /// index is seen to lie within.
    pub(super) fn place(&mut self, vector: &Vector, index: &Linear) -> Option<usize> {
        let last = i64::try_from(vector.entries.as_ref()?.len()).ok()?.checked_sub(1)?;
        if let Some(place) = index.as_constant() {
            return usize::try_from(place).ok().filter(|_| place <= last);
        }
        let beyond = index.scale(-1)?;
        if !self.is_at_least(index, 0) || !self.is_at_least(&beyond, -last) {
            return None;
        }
        let place = self.choose(usize::try_from(last + 1).ok()?);
        self.equal(index, &Linear::constant(i64::try_from(place).ok()?));
        Some(place)
    }

    fn vector_at(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Rc<Vector> {
        let symbol = self.symbol(expr, env);
        self.as_vector(&symbol)
    }

    /// The entry at an index, which is then known to exist.
    pub(super) fn entry(&mut self, vector: &Vector, index: &Linear) -> Linear {
        self.at_least_zero(Some(index.clone()));
        self.below(index, &vector.len);
        if let (Some(entries), Some(place)) = (&vector.entries, index.as_constant())
            && let Some(entry) = usize::try_from(place).ok().and_then(|place| entries.get(place))
        {
            return entry.clone();
        }
        let entry = match vector.id {
            Some(id) => self.term(Term::Entry(id, index.clone())),
            None => self.fresh(Origin::Other),
        };
        self.bound_entry(&entry, vector);
        entry
    }

    /// Keeps what is known of each entry.
    pub(super) fn bound_entry(&mut self, entry: &Linear, vector: &Vector) {
        self.at_least_zero(vector.len.add_constant(-1));
        if let Some(high) = &vector.high {
            self.at_most(entry, high);
        }
        let Some(low) = vector.low else {
            return;
        };
        self.at_most(&Linear::constant(low), entry);
        // The other entries are not below `low` either.
        if let Some(sum) = &vector.sum {
            let others = vector.len.add_constant(-1).and_then(|others| others.scale(low));
            let least = others.and_then(|others| others.add(entry));
            self.at_least_zero(least.and_then(|least| sum.minus(&least)));
        }
    }

    fn slice(&mut self, base: &Vector, range: &Collection<'a>) -> Vector {
        let len = self.size(range);
        self.at_most(&len, &base.len);
        let mut vector = Vector::of_length(len);
        vector.low = base.low;
        vector.high = base.high.clone();
        if let (Some(sum), Some(low)) = (&base.sum, base.low) {
            let part = self.fresh(Origin::Other);
            // Both the slice and the rest are at least `low` for each entry.
            let least = vector.len.scale(low);
            self.at_least_zero(least.as_ref().and_then(|least| part.minus(least)));
            let rest = base.len.minus(&vector.len).and_then(|rest| rest.scale(low));
            let most = rest.and_then(|rest| sum.minus(&rest));
            self.at_least_zero(most.and_then(|most| most.minus(&part)));
            vector.sum = Some(part);
        }
        vector
    }

    /// `x with [i] -= s, ...`.
    fn updated(&mut self, base: &Vector, updates: &'a [Update], env: &mut Env<'a>) -> Vector {
        let mut vector = Vector::of_length(base.len.clone());
        let mut sum = base.sum.clone();
        let mut weighted = base.weighted.clone();
        for update in updates {
            let (change, moved) = match &update.over {
                None => self.change(base, update, env),
                Some((pattern, collection)) => {
                    let span = collection.span;
                    let collection = self.collection(collection, env);
                    let size = self.size(&collection);
                    let before = self.choices_made();
                    let (change, moved) = self.scoped(|walk| {
                        let member = walk.member(&collection, span);
                        let mut env = env.clone();
                        walk.bind(pattern, member, &mut env);
                        let (change, moved) = walk.change(base, update, &mut env);
                        (walk.range_of(change), walk.range_of(moved))
                    });
                    // The bounds must hold for all members, not for one case of them.
                    if self.choices_made() == before {
                        (self.total(change, &size), self.total(moved, &size))
                    } else {
                        (None, None)
                    }
                }
            };
            sum = sum.zip(change).and_then(|(sum, change)| sum.add(&change));
            weighted = weighted.zip(moved).and_then(|(old, moved)| old.add(&moved));
        }
        // An entry that is set changes only once, so the changes simply add up.
        vector.sum = sum;
        vector.weighted = weighted;
        vector
    }

    /// What one update adds to the sum and to the weighted sum.
    fn change(
        &mut self,
        base: &Vector,
        update: &'a Update,
        env: &mut Env<'a>,
    ) -> (Option<Linear>, Option<Linear>) {
        let index = self.int(&update.index, env);
        self.at_least_zero(Some(index.clone()));
        self.below(&index, &base.len);
        let value = self.symbol(&update.value, env);
        let change = value.int().and_then(|value| match update.op {
            UpdateOp::Add => Some(value.clone()),
            UpdateOp::Subtract => value.scale(-1),
            UpdateOp::Set => {
                let old = self.entry(base, &index);
                value.minus(&old)
            }
        });
        let moved = change.as_ref().and_then(|change| self.product(&index, change));
        (change, moved)
    }

    /// Fixed bounds of a form, below and above.
    fn range_of(&self, form: Option<Linear>) -> (Option<i64>, Option<i64>) {
        let bound = |form: Option<Linear>| match form.map(|form| self.maximum(&form)) {
            Some(Maximum::AtMost(bound)) => Some(bound),
            // Nothing at all satisfies what is known: any bound holds.
            Some(Maximum::Impossible) => Some(0),
            _ => None,
        };
        let low = bound(form.as_ref().and_then(|form| form.scale(-1)));
        (low.and_then(i64::checked_neg), bound(form))
    }

    /// The sum of `size` ints within fixed bounds.
    fn total(&mut self, bounds: (Option<i64>, Option<i64>), size: &Linear) -> Option<Linear> {
        let total = self.fresh(Origin::Other);
        if let Some(least) = bounds.0.and_then(|low| size.scale(low)) {
            self.at_most(&least, &total);
        }
        if let Some(most) = bounds.1.and_then(|high| size.scale(high)) {
            self.at_most(&total, &most);
        }
        Some(total)
    }
}
