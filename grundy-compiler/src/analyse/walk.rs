//! Walks through the rules with the position and the choices left open.
//!
//! A [`Walk`] is one path: wherever the rules branch it takes one side (see
//! [`Choices`]) and keeps what is then known as constraints in [`Path`]. All
//! paths together cover every choice. Whenever the walk cannot follow a
//! construct exactly it goes on with a new variable, or knows less than it
//! could, and says so in [`Walk::lost`]: a proof of an inequality may use such
//! a path, the recognition of a family may not.
//!
//! Everything that is assumed holds whenever the rules can be evaluated; a
//! position at which they cannot is an error and not a position of any game.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use grundy_grammar::Span;

use crate::ir::{Binder, Expr, ExprKind, Local, Pattern, Type};

use super::Input;
use super::choices::Choices;
use super::ground::Ground;
use super::linear::{self, Linear, Maximum, Var};
use super::symbol::{Collection, Env, Map, Symbol, Term, Vector};

/// Expressions nested deeper, calls counted, are not followed.
const MAX_DEPTH: usize = 90;
/// Functions and setups called from within each other beyond this are not followed.
const MAX_CALLS: usize = 5;
/// Steps on one path.
const MAX_STEPS: usize = 20_000;
/// Steps on all paths through a rule.
const MAX_TOTAL_STEPS: usize = 200_000;
/// Greater ints and coefficients are not followed exactly, so that no
/// arithmetic that is proved here could overflow where the rules are run.
const MAX_MAGNITUDE: u64 = 1 << 40;
/// A fixed range with more members is not gone through one by one.
pub(super) const MAX_CASES: i64 = 4096;

/// The first construct that was not followed exactly.
#[derive(Clone, Debug)]
pub(super) struct Lost {
    pub(super) span: Span,
    /// A noun phrase: "a quotient".
    pub(super) what: String,
    /// Whether it has a value wherever its operands have one (of a size that ints can hold).
    pub(super) safe: bool,
}

/// Where a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A field of the position.
    Field,
    /// A choice that runs through a range.
    Choice,
    /// Anything else.
    Other,
}

/// What is known on a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    /// Each of these forms is at least 0.
    pub(super) rows: Vec<Linear>,
    /// None of these forms is 0.
    pub(super) distinct: Vec<Linear>,
    /// Members of sets: which variable, of which set, and whether it is one.
    pub(super) members: Vec<(Linear, u32, bool)>,
    /// Nothing can come this way.
    pub(super) dead: bool,
}

/// How choices from fixed collections are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// By their bounds: enough for inequalities.
    Bound,
    /// One by one: exact.
    Enumerate,
}

/// One path through the rules of a kind.
pub(super) struct Walk<'a, 'g> {
    pub(super) input: &'a Input<'a>,
    pub(super) ground: &'g Ground<'a>,
    pub(super) mode: Mode,
    pub(super) path: Path,
    pub(super) lost: Option<Lost>,
    /// The first quotient by a fixed number. It is followed exactly, but few rules
    /// with one have a simple form.
    pub(super) rounded: Option<Span>,
    choices: Choices,
    origins: Vec<Origin>,
    terms: BTreeMap<Term, Var>,
    ids: u32,
    depth: usize,
    calls: usize,
    steps: usize,
}

/// Runs `visit` on every path until it breaks off; `false` when there are more
/// than `limit`, or they are too long.
pub(super) fn each_path<'a, 'g>(
    ground: &'g Ground<'a>,
    input: &'a Input<'a>,
    mode: Mode,
    limit: usize,
    mut visit: impl FnMut(&mut Walk<'a, 'g>) -> ControlFlow<()>,
) -> bool {
    let mut choices = Choices::default();
    let mut steps = 0;
    for _ in 0..limit {
        let mut walk = Walk {
            input,
            ground,
            mode,
            path: Path::default(),
            lost: None,
            rounded: None,
            choices,
            origins: Vec::new(),
            terms: BTreeMap::new(),
            ids: 0,
            depth: 0,
            calls: 0,
            steps: 0,
        };
        let flow = visit(&mut walk);
        steps += walk.steps;
        choices = walk.choices;
        if flow.is_break() || !choices.advance() {
            return true;
        }
        if steps > MAX_TOTAL_STEPS {
            return false;
        }
    }
    false
}

impl<'a> Walk<'a, '_> {
    /// Notes that `what` at `span` is not followed exactly.
    pub(super) fn lose(&mut self, span: Span, what: impl Into<String>) {
        self.lose_it(span, what, false);
    }

    /// Notes that `what`, which always has a value, is not followed exactly.
    pub(super) fn lose_value(&mut self, span: Span, what: impl Into<String>) {
        self.lose_it(span, what, true);
    }

    fn lose_it(&mut self, span: Span, what: impl Into<String>, safe: bool) {
        match &mut self.lost {
            None if !self.path.dead => self.lost = Some(Lost { span, what: what.into(), safe }),
            // The first is told; whether any may fail counts.
            Some(lost) => lost.safe &= safe,
            None => {}
        }
    }

    /// Takes one of `count` cases.
    pub(super) fn choose(&mut self, count: usize) -> usize {
        if count == 0 {
            self.path.dead = true;
        }
        // Behind a contradiction one case stands for all.
        if self.path.dead { 0 } else { self.choices.choose(count) }
    }

    /// How often a case has been taken so far.
    pub(super) fn choices_made(&self) -> usize {
        self.choices.made()
    }

    pub(super) fn fresh(&mut self, origin: Origin) -> Linear {
        let var = Var(u32::try_from(self.origins.len()).expect("steps are bounded"));
        self.origins.push(origin);
        Linear::var(var)
    }

    pub(super) fn origin(&self, var: Var) -> Origin {
        self.origins[var.0 as usize]
    }

    pub(super) fn fresh_id(&mut self) -> u32 {
        self.ids += 1;
        self.ids
    }

    /// The variable that stands for `term`.
    pub(super) fn term(&mut self, term: Term) -> Linear {
        if let Some(&var) = self.terms.get(&term) {
            return Linear::var(var);
        }
        let form = self.fresh(Origin::Other);
        self.terms.insert(term, form.terms()[0].0);
        form
    }

    /// A new variable for an int that is not followed.
    pub(super) fn opaque(&mut self, span: Span, what: impl Into<String>) -> Linear {
        self.lose(span, what);
        self.fresh(Origin::Other)
    }

    /// Keeps `form >= 0`. A form that overflowed is not kept.
    pub(super) fn at_least_zero(&mut self, form: Option<Linear>) {
        match form {
            Some(form) => match form.as_constant() {
                Some(constant) => self.path.dead |= constant < 0,
                None if !self.path.rows.contains(&form) => self.path.rows.push(form),
                None => {}
            },
            None => self.lose(Span::default(), "an int that is too large"),
        }
    }

    /// Keeps `low <= high`.
    pub(super) fn at_most(&mut self, low: &Linear, high: &Linear) {
        self.at_least_zero(high.minus(low));
    }

    pub(super) fn below(&mut self, low: &Linear, high: &Linear) {
        self.at_least_zero(high.minus(low).and_then(|gap| gap.add_constant(-1)));
    }

    pub(super) fn equal(&mut self, a: &Linear, b: &Linear) {
        self.at_most(a, b);
        self.at_most(b, a);
    }

    pub(super) fn different(&mut self, a: &Linear, b: &Linear) {
        match a.minus(b) {
            Some(form) => match form.as_constant() {
                Some(constant) => self.path.dead |= constant == 0,
                None => self.path.distinct.push(form),
            },
            None => self.lose(Span::default(), "an int that is too large"),
        }
    }

    pub(super) fn maximum(&self, form: &Linear) -> Maximum {
        linear::maximum(&self.path.rows, &self.path.distinct, form)
    }

    /// Whether `form >= constant` is proved.
    pub(super) fn is_at_least(&self, form: &Linear, constant: i64) -> bool {
        let negated = form.scale(-1);
        negated.is_some_and(|negated| self.maximum(&negated).is_at_most(constant.saturating_neg()))
    }

    /// Whether nothing can come this way.
    pub(super) fn is_impossible(&self) -> bool {
        self.path.dead || linear::impossible(&self.path.rows, &self.path.distinct)
    }

    /// Runs `inside`; what is known there is forgotten afterwards.
    pub(super) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.path.clone();
        let result = inside(self);
        self.path = before;
        result
    }

    /// Runs `inside` unless the walk is too deep or too long.
    pub(super) fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.steps += 1;
        if self.depth >= MAX_DEPTH || self.steps > MAX_STEPS {
            return None;
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        Some(result)
    }

    /// Runs `inside`, the body of a function or setup, unless calls nest too deep.
    pub(super) fn called<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.calls >= MAX_CALLS {
            return None;
        }
        self.calls += 1;
        let result = inside(self);
        self.calls -= 1;
        Some(result)
    }

    /// A frame of `size` variables of which the first are these.
    pub(super) fn frame(size: usize, args: &[Symbol<'a>]) -> Env<'a> {
        let mut env = vec![None; size.max(args.len())];
        for (slot, arg) in env.iter_mut().zip(args) {
            *slot = Some(arg.clone());
        }
        env
    }

    /// Binds the variables of `pattern`.
    pub(super) fn bind(&mut self, pattern: &Pattern, value: Symbol<'a>, env: &mut Env<'a>) {
        match pattern {
            Pattern::Local(local) => set(env, *local, value),
            Pattern::Ignore => {}
            Pattern::Tuple(patterns) => {
                let parts = match value {
                    Symbol::Tuple(parts) if parts.len() == patterns.len() => parts,
                    _ => vec![Symbol::Opaque; patterns.len()],
                };
                for (pattern, part) in patterns.iter().zip(parts) {
                    self.bind(pattern, part, env);
                }
            }
        }
    }

    /// Walks through a list of binders.
    pub(super) fn binders(&mut self, binders: &'a [Binder], env: &mut Env<'a>) {
        for binder in binders {
            match binder {
                Binder::In(pattern, collection) => {
                    let span = collection.span;
                    let collection = self.collection(collection, env);
                    let member = self.member(&collection, span);
                    self.bind(pattern, member, env);
                }
                Binder::Map { map, index, over, collection } => {
                    let mut symbol = Map {
                        id: self.fresh_id(),
                        index,
                        over: self.collection(over, env),
                        collection,
                        env: env.clone(),
                        listed: Vec::new(),
                    };
                    match self.listed_choices(&symbol) {
                        Some(listed) => symbol.listed = listed,
                        None => self.lose(over.span, "a choice for each of several indices"),
                    }
                    set(env, *map, Symbol::Map(Rc::new(symbol)));
                }
                Binder::Let(pattern, value) => {
                    let value = self.symbol(value, env);
                    self.bind(pattern, value, env);
                }
                Binder::If(condition) => self.assume(condition, true, env),
                Binder::ParamIn(_, value) | Binder::ParamIs(_, value) => {
                    self.lose(value.span, "another value for a param");
                }
            }
        }
    }

    /// The indices of a map, when they are known ints; the choice for each is then made.
    fn listed_choices(&mut self, map: &Map<'a>) -> Option<Vec<Linear>> {
        if self.mode == Mode::Bound {
            return None;
        }
        let indices: Option<Vec<Linear>> =
            map.over.listed()?.iter().map(|index| index.int().cloned()).collect();
        let indices = indices?;
        if indices.iter().any(|index| index.as_constant().is_none()) {
            return None;
        }
        for index in &indices {
            let value = Symbol::Int(self.term(Term::Entry(map.id, index.clone())));
            let mut env = map.env.clone();
            self.bind(map.index, Symbol::Int(index.clone()), &mut env);
            let collection = self.collection(map.collection, &mut env);
            if !self.contains(&value, &collection, true) {
                return None;
            }
        }
        Some(indices)
    }

    /// What `expr` stands for.
    pub(super) fn symbol(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Symbol<'a> {
        self.nested(|walk| walk.symbol_inside(expr, env))
            .unwrap_or_else(|| self.unknown(expr, "an expression nested this deep"))
    }

    fn symbol_inside(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Symbol<'a> {
        if let ExprKind::Constant(value) = &expr.kind {
            return Symbol::of(value.clone());
        }
        if matches!(expr.ty, Type::Bool | Type::Sum) {
            if let ExprKind::Local(_) = expr.kind {
                // Stands for what it was bound to.
            } else if let Some(value) = self.ground.value(expr, env) {
                return Symbol::of(value);
            } else {
                // It may fail where it is bound, even if it is never used.
                self.lose(expr.span, "a condition or sum with a name");
            }
            return Symbol::Later(Rc::new((expr, env.clone())));
        }
        let symbol = match &expr.kind {
            ExprKind::Local(local) => match env.get(local.index()) {
                Some(Some(Symbol::Opaque)) | Some(None) | None => {
                    self.unknown(expr, "a value that is not followed")
                }
                Some(Some(symbol)) => symbol.clone(),
            },
            ExprKind::Let(pattern, value, body) => {
                let value = self.symbol(value, env);
                self.bind(pattern, value, env);
                self.symbol(body, env)
            }
            ExprKind::If(condition, then, otherwise) => {
                let holds = self.choose(2) == 0;
                self.assume(condition, holds, env);
                self.symbol(if holds { then } else { otherwise }, env)
            }
            ExprKind::Tuple(parts) => {
                Symbol::Tuple(parts.iter().map(|part| self.symbol(part, env)).collect())
            }
            _ => match self.structural(expr, env) {
                Some(symbol) => symbol,
                None => match self.ground.value(expr, env) {
                    Some(value) => Symbol::of(value),
                    None => self.composite(expr, env),
                },
            },
        };
        match symbol {
            Symbol::Int(form) if form.magnitude() > MAX_MAGNITUDE => {
                Symbol::Int(self.opaque(expr.span, "an int that is too large"))
            }
            symbol => symbol,
        }
    }

    /// What an expression without a value of its own stands for.
    fn composite(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Symbol<'a> {
        match (&expr.kind, &expr.ty) {
            (ExprKind::Call(function, args), _) => {
                let function = &self.input.spec.functions[function.index()];
                let args: Vec<Symbol<'a>> = args.iter().map(|arg| self.symbol(arg, env)).collect();
                let mut frame = Walk::frame(function.body.frame.names.len(), &args);
                self.called(|walk| walk.symbol(&function.body.expr, &mut frame))
                    .unwrap_or_else(|| self.unknown(expr, "a function that calls itself"))
            }
            (_, Type::Int) => Symbol::Int(self.opaque_int(expr, env)),
            (_, Type::Vector(_)) => Symbol::Vector(Rc::new(self.vector_of(expr, env))),
            (_, Type::Range | Type::Set(_)) => Symbol::Collection(self.collection(expr, env)),
            _ => self.unknown(expr, "a value that is not followed"),
        }
    }

    /// A value of the type of `expr` of which nothing is known.
    pub(super) fn unknown(&mut self, expr: &Expr, what: &str) -> Symbol<'a> {
        self.lose(expr.span, what);
        match &expr.ty {
            Type::Int => Symbol::Int(self.fresh(Origin::Other)),
            Type::Vector(_) => {
                let len = self.fresh(Origin::Other);
                self.at_least_zero(Some(len.clone()));
                Symbol::Vector(Rc::new(Vector::of_length(len)))
            }
            Type::Set(_) | Type::Range => Symbol::Collection(Rc::new(Collection::Unknown)),
            _ => Symbol::Opaque,
        }
    }

    /// The int that `expr` stands for.
    pub(super) fn int(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Linear {
        match self.symbol(expr, env) {
            Symbol::Int(form) => form,
            _ => self.opaque(expr.span, "a value that is not followed"),
        }
    }
}

fn set<'a>(env: &mut Env<'a>, local: Local, value: Symbol<'a>) {
    if env.len() <= local.index() {
        env.resize(local.index() + 1, None);
    }
    env[local.index()] = Some(value);
}
