//! The components of what a move leads to.

use grundy_grammar::Span;

use crate::ir::{Binder, Expr, ExprKind, KindId, Setup};
use crate::value::Value;

use super::linear::{self, Linear};
use super::symbol::{Collection, Env, Symbol};
use super::walk::{Mode, Walk};

/// More copies of a sum are not written out.
const MAX_COPIES: i64 = 8;

/// A part of a sum.
pub(super) enum Part<'a> {
    /// A position.
    Component(KindId, Vec<Symbol<'a>>),
    /// A Nim heap.
    Heap(Linear),
    /// A sum that is not followed.
    Unknown,
}

/// Called with each part and its place, under what is known there.
type Visit<'v, 'a, 'g> = &'v mut dyn FnMut(&mut Walk<'a, 'g>, Part<'a>, Span);

impl<'a, 'g> Walk<'a, 'g> {
    /// Visits the parts of a sum.
    ///
    /// For a comprehension one part stands for all of them; the recognition of
    /// a family is told so by [`Walk::lost`].
    pub(super) fn sum(&mut self, sum: &'a Expr, env: &mut Env<'a>, visit: Visit<'_, 'a, 'g>) {
        let done = self.nested(|walk| walk.sum_inside(sum, env, visit));
        if done.is_none() {
            self.unknown_sum(sum, "a sum nested this deep", visit);
        }
    }

    fn sum_inside(&mut self, sum: &'a Expr, env: &mut Env<'a>, visit: Visit<'_, 'a, 'g>) {
        match &sum.kind {
            ExprKind::Empty => {}
            ExprKind::Component(kind, args) => {
                let args = args.iter().map(|arg| self.symbol(arg, env)).collect();
                visit(self, Part::Component(*kind, args), sum.span);
            }
            ExprKind::Heap(size) => {
                let size = self.int(size, env);
                visit(self, Part::Heap(size), sum.span);
            }
            ExprKind::Plus(a, b) => {
                self.sum(a, env, visit);
                self.sum(b, env, visit);
            }
            ExprKind::Copies(count, inner) => self.copies(count, inner, env, visit),
            ExprKind::SumOf(body, binders) => self.sum_of(sum, body, binders, env, visit),
            ExprKind::If(condition, then, otherwise) => {
                let holds = self.choose(2) == 0;
                self.assume(condition, holds, env);
                self.sum(if holds { then } else { otherwise }, env, visit);
            }
            ExprKind::Let(pattern, value, body) => {
                let value = self.symbol(value, env);
                self.bind(pattern, value, env);
                self.sum(body, env, visit);
            }
            ExprKind::Setup(setup, args) => {
                let setup = &self.input.spec.setups[setup.index()];
                let args: Vec<Symbol<'a>> = args.iter().map(|arg| self.symbol(arg, env)).collect();
                let mut frame = Walk::frame(setup.body.frame.names.len(), &args);
                self.enter_setup(setup, sum.span, &mut frame);
                self.inlined(sum, &setup.body.expr, &mut frame, visit);
            }
            ExprKind::Call(function, args) => {
                let function = &self.input.spec.functions[function.index()];
                let args: Vec<Symbol<'a>> = args.iter().map(|arg| self.symbol(arg, env)).collect();
                let mut frame = Walk::frame(function.body.frame.names.len(), &args);
                self.inlined(sum, &function.body.expr, &mut frame, visit);
            }
            ExprKind::Local(local) => match env.get(local.index()).cloned().flatten() {
                Some(Symbol::Later(later)) => {
                    let mut frame = later.1.clone();
                    self.sum(later.0, &mut frame, visit);
                }
                _ => self.unknown_sum(sum, "a sum that is not followed", visit),
            },
            _ => self.known_sum(sum, env, visit),
        }
    }

    /// Keeps that the arguments lie in their domains; that they do must have been
    /// known before, or else some choices are errors.
    fn enter_setup(&mut self, setup: &'a Setup, span: Span, frame: &mut Env<'a>) {
        let before = self.path.rows.clone();
        self.assume_fields(&setup.args, frame);
        let known = |row: &Linear| linear::implies(&before, &self.path.distinct, row);
        if self.mode == Mode::Enumerate
            && (self.path.dead || !self.path.rows[before.len()..].iter().all(known))
        {
            self.path.dead = false;
            self.lose(span, "a setup whose arguments may leave their domains");
        }
    }

    fn unknown_sum(&mut self, sum: &'a Expr, what: &str, visit: Visit<'_, 'a, 'g>) {
        self.lose(sum.span, what);
        visit(self, Part::Unknown, sum.span);
    }

    fn inlined(
        &mut self,
        sum: &'a Expr,
        body: &'a Expr,
        frame: &mut Env<'a>,
        visit: Visit<'_, 'a, 'g>,
    ) {
        let done = self.called(|walk| walk.sum(body, frame, visit));
        if done.is_none() {
            self.unknown_sum(sum, "a setup or function that calls itself", visit);
        }
    }

    fn copies(
        &mut self,
        count: &'a Expr,
        inner: &'a Expr,
        env: &mut Env<'a>,
        visit: Visit<'_, 'a, 'g>,
    ) {
        let form = self.int(count, env);
        if let Some(copies @ 1..=MAX_COPIES) = form.as_constant()
            && self.mode == Mode::Enumerate
        {
            for _ in 0..copies {
                self.sum(inner, env, visit);
            }
            return;
        }
        self.lose(count.span, "a number of copies that is not small and fixed");
        self.scoped(|walk| {
            walk.at_least_zero(form.add_constant(-1));
            walk.sum(inner, env, visit);
        });
    }

    fn sum_of(
        &mut self,
        sum: &'a Expr,
        body: &'a Expr,
        binders: &'a [Binder],
        env: &mut Env<'a>,
        visit: Visit<'_, 'a, 'g>,
    ) {
        // `sum(Heap(m) for m in [a, b])` is written out.
        if let [Binder::In(pattern, list)] = binders
            && let ExprKind::Vector(_) = list.kind
            && let Collection::Listed(entries) = &*self.collection(list, env)
        {
            for entry in entries {
                self.bind(pattern, entry.clone(), env);
                self.sum(body, env, visit);
            }
            return;
        }
        self.lose(sum.span, "a sum of as many components as the position tells");
        self.scoped(|walk| {
            walk.binders(binders, env);
            walk.sum(body, env, visit);
        });
    }

    fn known_sum(&mut self, sum: &'a Expr, env: &mut Env<'a>, visit: Visit<'_, 'a, 'g>) {
        let Some(Value::Sum(value)) = self.ground.value(sum, env) else {
            return self.unknown_sum(sum, "a sum that is not followed", visit);
        };
        if !value.runs.is_empty() {
            return self.unknown_sum(sum, "a long run of heaps", visit);
        }
        self.lose(sum.span, "a sum that is not written out");
        let components: Vec<_> =
            value.sum.components().iter().map(|(position, _)| position.clone()).collect();
        for position in components {
            let fields = position.fields.iter().cloned().map(Symbol::of).collect();
            visit(self, Part::Component(position.kind, fields), sum.span);
        }
    }
}
