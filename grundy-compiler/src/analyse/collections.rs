//! Ranges, sets and the choices of binders.

use std::rc::Rc;

use grundy_grammar::Span;

use crate::ir::{
    Aggregate, BinaryOp, Binder, Builtin, Expr, ExprKind, GraphFunction, Local, Pattern, Type,
};
use crate::value::Value;

use super::linear::{Linear, Maximum};
use super::symbol::{Collection, Env, Symbol, Vector};
use super::walk::{MAX_CASES, Mode, Origin, Walk};

/// A fixed collection of tuples or sets with more members is not split into cases
/// when bounds are enough.
const MAX_BOUND_CASES: usize = 64;

impl<'a> Walk<'a, '_> {
    /// The collection that `expr` stands for.
    pub(super) fn collection(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Rc<Collection<'a>> {
        let found = self.nested(|walk| walk.collection_inside(expr, env));
        found.unwrap_or_else(|| {
            self.lose(expr.span, "an expression nested this deep");
            Rc::new(Collection::Unknown)
        })
    }

    fn collection_inside(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Rc<Collection<'a>> {
        let collection = match &expr.kind {
            ExprKind::Range { low, high, inclusive } => {
                let (low, high) = (self.int(low, env), self.int(high, env));
                let last = if *inclusive { Some(high) } else { high.add_constant(-1) };
                match last {
                    Some(last) => Collection::Range(low, last),
                    None => Collection::Unknown,
                }
            }
            ExprKind::Convert(inner) => return self.collection(inner, env),
            ExprKind::Local(_)
            | ExprKind::Let(..)
            | ExprKind::If(..)
            | ExprKind::Call(..)
            | ExprKind::Index(..)
            | ExprKind::Constant(_) => {
                let symbol = self.symbol(expr, env);
                return self.as_collection(&symbol);
            }
            _ => match self.ground.value(expr, env) {
                Some(value) => Collection::Known(value),
                None => return self.open_collection(expr, env),
            },
        };
        Rc::new(collection)
    }

    fn open_collection(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> Rc<Collection<'a>> {
        let collection = match &expr.kind {
            ExprKind::Vector(entries) | ExprKind::Set(entries) => {
                Collection::Listed(entries.iter().map(|entry| self.symbol(entry, env)).collect())
            }
            ExprKind::Collect(body, binders) => {
                Collection::Comprehension(body, binders, env.clone())
            }
            ExprKind::Binary(BinaryOp::Difference, a, b) => {
                Collection::Difference(self.collection(a, env), self.collection(b, env))
            }
            ExprKind::Binary(BinaryOp::Union, a, b) => {
                Collection::Union(self.collection(a, env), self.collection(b, env))
            }
            ExprKind::Binary(BinaryOp::Intersect, a, b) => {
                Collection::Intersection(self.collection(a, env), self.collection(b, env))
            }
            ExprKind::Builtin(Builtin::Graph(function), args) => {
                self.graph_collection(*function, args, env)
            }
            ExprKind::Builtin(Builtin::Sort | Builtin::Reverse, args) => {
                return self.collection(&args[0], env);
            }
            ExprKind::Builtin(builtin, args) => self.builtin_collection(*builtin, args, env),
            _ if matches!(expr.ty, Type::Vector(_)) => {
                Collection::Entries(Rc::new(self.vector_of(expr, env)))
            }
            _ => Collection::Unknown,
        };
        Rc::new(collection)
    }

    fn builtin_collection(
        &mut self,
        builtin: Builtin,
        args: &'a [Expr],
        env: &mut Env<'a>,
    ) -> Collection<'a> {
        match (builtin, args) {
            (Builtin::Divisors, [of]) => Collection::Divisors(self.int(of, env)),
            (Builtin::Primes, [of]) => Collection::Primes(self.int(of, env)),
            (Builtin::Subsets, [of, sizes @ ..]) => {
                let of = self.collection(of, env);
                let (low, high) = match sizes.first() {
                    Some(sizes) => self.counts(sizes, env),
                    None => (Linear::default(), None),
                };
                if self.mode == Mode::Enumerate
                    && let Some(subsets) = subsets(&of, &low, high.as_ref())
                {
                    return Collection::Listed(subsets);
                }
                Collection::Subsets { of, low, high }
            }
            (Builtin::Vectors | Builtin::SortedVectors, [len, entries]) => {
                Collection::Vectors(self.int(len, env), self.collection(entries, env))
            }
            (Builtin::Partitions, [total, parts]) => {
                let total = self.int(total, env);
                Collection::Partitions(total, self.counts(parts, env).0)
            }
            (Builtin::DistinctPartitions, [total]) => {
                Collection::Partitions(self.int(total, env), Linear::default())
            }
            (Builtin::CodeMoves, [_, size]) => Collection::CodeMoves(self.int(size, env)),
            _ => Collection::Unknown,
        }
    }

    /// What a function about graphs gives. No graph has loops, and what lies between the members
    /// of a set holds the set.
    fn graph_collection(
        &mut self,
        function: GraphFunction,
        args: &'a [Expr],
        env: &mut Env<'a>,
    ) -> Collection<'a> {
        match (function, args) {
            (GraphFunction::Neighbours | GraphFunction::ClosedNeighbours, [_, vertex]) => {
                let closed = function == GraphFunction::ClosedNeighbours;
                Collection::Neighbours { vertex: self.symbol(vertex, env), closed }
            }
            (GraphFunction::Interval | GraphFunction::Hull, [_, _, set]) => {
                Collection::Superset(self.collection(set, env))
            }
            (GraphFunction::Components, [_, set]) => {
                let of = self.collection(set, env);
                let high = Some(self.size(&of));
                Collection::Subsets { of, low: Linear::constant(1), high }
            }
            (GraphFunction::Component, [_, set, _]) => {
                let of = self.collection(set, env);
                let (size, whole, id) =
                    (self.fresh(Origin::Other), self.size(&of), self.fresh_id());
                self.at_least_zero(size.add_constant(-1));
                self.at_most(&size, &whole);
                Collection::Part { of, size, id }
            }
            (GraphFunction::Canonical, [_, set]) => {
                let set = self.collection(set, env);
                let (size, id) = (self.size(&set), self.fresh_id());
                Collection::Part { of: Rc::new(Collection::Every(Type::Int)), size, id }
            }
            _ => Collection::Unknown,
        }
    }

    /// The least and the greatest of a count or of a range of counts.
    fn counts(&mut self, expr: &'a Expr, env: &mut Env<'a>) -> (Linear, Option<Linear>) {
        if expr.ty == Type::Int {
            let count = self.int(expr, env);
            return (count.clone(), Some(count));
        }
        match &*self.collection(expr, env) {
            Collection::Range(low, high) => (low.clone(), Some(high.clone())),
            Collection::Known(Value::Range(range)) => {
                let (low, high) = range.bounds().unwrap_or((0, -1));
                (Linear::constant(low), Some(Linear::constant(high)))
            }
            _ => (Linear::default(), None),
        }
    }

    /// A symbol as a collection.
    pub(super) fn as_collection(&mut self, symbol: &Symbol<'a>) -> Rc<Collection<'a>> {
        Rc::new(match symbol {
            Symbol::Collection(collection) => return Rc::clone(collection),
            Symbol::Known(value) => Collection::Known(value.clone()),
            Symbol::Vector(vector) => Collection::Entries(Rc::clone(vector)),
            _ => Collection::Unknown,
        })
    }

    /// Any member of a collection.
    pub(super) fn member(&mut self, collection: &Collection<'a>, span: Span) -> Symbol<'a> {
        match collection {
            Collection::Range(low, high) => self.member_of_range(low, high),
            Collection::Known(Value::Range(range)) => {
                let (low, high) = range.bounds().unwrap_or((0, -1));
                self.member_of_range(&Linear::constant(low), &Linear::constant(high))
            }
            Collection::Known(Value::Set(entries) | Value::Vector(entries)) => {
                self.known_member(entries, span)
            }
            Collection::Listed(entries) => {
                let case = self.choose(entries.len());
                entries.get(case).cloned().unwrap_or(Symbol::Opaque)
            }
            Collection::Comprehension(body, binders, env) => {
                let mut env = env.clone();
                self.binders(binders, &mut env);
                self.symbol(body, &mut env)
            }
            Collection::Difference(a, b) => {
                let member = self.member(a, span);
                if !self.contains(&member, b, false) {
                    self.lose(span, "a set difference");
                }
                member
            }
            Collection::Union(a, b) => {
                let side = if self.choose(2) == 0 { a } else { b };
                self.member(side, span)
            }
            Collection::Intersection(a, b) => {
                let member = self.member(a, span);
                if !self.contains(&member, b, true) {
                    self.lose(span, "what two sets have in common");
                }
                member
            }
            _ => self.open_member(collection, span),
        }
    }

    /// Any member of a collection of which not every member is known.
    fn open_member(&mut self, collection: &Collection<'a>, span: Span) -> Symbol<'a> {
        match collection {
            Collection::Part { of, size, id } => {
                self.lose(span, "a set");
                self.at_least_zero(size.add_constant(-1));
                let member = self.member(of, span);
                if let Some(form) = member.int() {
                    self.path.members.push((form.clone(), *id, true));
                }
                member
            }
            Collection::Divisors(_) | Collection::Primes(_) => {
                self.lose(span, "a choice by divisibility");
                let origin = match collection {
                    Collection::Primes(_) => Origin::Choice,
                    _ => Origin::Other,
                };
                let member = Symbol::Int(self.fresh(origin));
                self.contains(&member, collection, true);
                member
            }
            Collection::Entries(vector) => {
                self.lose(span, "an entry of a vector");
                let form = self.fresh(Origin::Choice);
                self.bound_entry(&form, vector);
                Symbol::Int(form)
            }
            Collection::Subsets { of, low, high } => {
                self.lose(span, "a choice of a set");
                let size = self.fresh(Origin::Other);
                self.at_least_zero(Some(size.clone()));
                self.at_most(low, &size);
                if let Some(high) = high {
                    self.at_most(&size, high);
                }
                let (of, id) = (Rc::clone(of), self.fresh_id());
                Symbol::Collection(Rc::new(Collection::Part { of, size, id }))
            }
            Collection::Vectors(len, entries) => {
                self.lose(span, "a choice of a vector");
                self.member_of_vectors(len, entries)
            }
            Collection::Partitions(total, least) => {
                self.lose(span, "a choice of a partition");
                self.partition(total, least)
            }
            Collection::CodeMoves(size) => {
                self.lose(span, "a choice by a take-and-break code");
                // Something is taken, or else at least two heaps are left.
                let takes = self.choose(2) == 0;
                let taken = if takes { self.fresh(Origin::Choice) } else { Linear::constant(0) };
                self.at_least_zero(taken.add_constant(-i64::from(takes)));
                let Some(total) = size.minus(&taken) else { return Symbol::Opaque };
                self.at_least_zero(Some(total.clone()));
                let least = Linear::constant(if takes { 0 } else { 2 });
                Symbol::Tuple(vec![Symbol::Int(taken), self.partition(&total, &least)])
            }
            Collection::Every(ty) => self.any(ty),
            _ => {
                self.lose(span, "a collection that is not followed");
                Symbol::Opaque
            }
        }
    }

    /// Any vector of at least so many positive ints with this sum.
    fn partition(&mut self, total: &Linear, least: &Linear) -> Symbol<'a> {
        let len = self.fresh(Origin::Other);
        self.at_least_zero(Some(len.clone()));
        self.at_most(least, &len);
        self.at_most(&len, total);
        let mut vector = Vector::of_length(len);
        vector.id = Some(self.fresh_id());
        vector.sum = Some(total.clone());
        vector.low = Some(1);
        Symbol::Vector(Rc::new(vector))
    }

    /// Case by case when its length is fixed and small and that is wanted.
    fn member_of_range(&mut self, low: &Linear, high: &Linear) -> Symbol<'a> {
        let gap = high.minus(low);
        if let Some(gap) = gap.as_ref().and_then(Linear::as_constant) {
            if gap < 0 {
                self.path.dead = true;
                return Symbol::Int(low.clone());
            }
            if gap == 0 || (self.mode == Mode::Enumerate && gap < MAX_CASES) {
                let case = self.choose(usize::try_from(gap).map_or(1, |gap| gap + 1));
                let member = i64::try_from(case).ok().and_then(|case| low.add_constant(case));
                if let Some(member) = member {
                    return Symbol::Int(member);
                }
            }
        }
        let member = self.fresh(Origin::Choice);
        self.at_most(low, &member);
        self.at_most(&member, high);
        Symbol::Int(member)
    }

    fn known_member(&mut self, entries: &[Value], span: Span) -> Symbol<'a> {
        if self.mode == Mode::Bound && entries.len() > 1 {
            let ints: Option<Vec<i64>> = entries
                .iter()
                .map(|entry| match entry {
                    Value::Int(value) => Some(*value),
                    _ => None,
                })
                .collect();
            if let Some(ints) = ints {
                let low = ints.iter().min().copied().unwrap_or_default();
                let high = ints.iter().max().copied().unwrap_or_default();
                return self.member_of_range(&Linear::constant(low), &Linear::constant(high));
            }
            if entries.len() > MAX_BOUND_CASES {
                self.lose(span, "a collection that is not followed");
                return Symbol::Opaque;
            }
        }
        let case = self.choose(entries.len());
        entries.get(case).map_or(Symbol::Opaque, |entry| Symbol::of(entry.clone()))
    }

    fn member_of_vectors(&mut self, len: &Linear, entries: &Collection<'a>) -> Symbol<'a> {
        self.at_least_zero(Some(len.clone()));
        let mut vector = Vector::of_length(len.clone());
        vector.id = Some(self.fresh_id());
        let (low, high) = self.bounds(entries);
        vector.low = low.and_then(|low| match low.scale(-1).map(|form| self.maximum(&form)) {
            Some(Maximum::AtMost(bound)) => Some(bound.saturating_neg()),
            _ => None,
        });
        vector.high = high;
        Symbol::Vector(Rc::new(vector))
    }

    /// Forms below and above which no member lies.
    fn bounds(&mut self, collection: &Collection<'a>) -> (Option<Linear>, Option<Linear>) {
        match collection {
            Collection::Range(low, high) => (Some(low.clone()), Some(high.clone())),
            Collection::Known(Value::Range(range)) => match range.bounds() {
                Some((low, high)) => (Some(Linear::constant(low)), Some(Linear::constant(high))),
                None => (None, None),
            },
            Collection::Known(Value::Set(entries) | Value::Vector(entries)) => {
                let ints = entries.iter().filter_map(|entry| match entry {
                    Value::Int(value) => Some(*value),
                    _ => None,
                });
                let (low, high) = (ints.clone().min(), ints.max());
                (low.map(Linear::constant), high.map(Linear::constant))
            }
            _ => (None, None),
        }
    }

    /// How many members a collection has.
    pub(super) fn size(&mut self, collection: &Collection<'a>) -> Linear {
        match collection {
            Collection::Known(value) => {
                let len = match value {
                    Value::Range(range) => i64::try_from(range.len()).ok(),
                    Value::Set(entries) | Value::Vector(entries) => {
                        i64::try_from(entries.len()).ok()
                    }
                    _ => None,
                };
                if let Some(len) = len {
                    return Linear::constant(len);
                }
            }
            Collection::Part { size, .. } => return size.clone(),
            Collection::Entries(vector) => return vector.len.clone(),
            Collection::Range(low, high) => {
                if let Some(width) = high.minus(low).and_then(|gap| gap.add_constant(1)) {
                    if self.is_at_least(&width, 0) {
                        return width;
                    }
                    let size = self.fresh(Origin::Other);
                    self.at_least_zero(Some(size.clone()));
                    self.at_most(&width, &size);
                    return size;
                }
            }
            _ => {}
        }
        let size = self.fresh(Origin::Other);
        self.at_least_zero(Some(size.clone()));
        match collection {
            Collection::Difference(a, b) => {
                let loss = i64::from(self.overlaps(a, b, true));
                let whole = self.size(a);
                self.at_least_zero(whole.minus(&size).and_then(|gap| gap.add_constant(-loss)));
            }
            Collection::Union(a, b) => {
                let gain = i64::from(self.overlaps(a, b, false));
                let whole = self.size(a);
                self.at_least_zero(size.minus(&whole).and_then(|gap| gap.add_constant(-gain)));
            }
            Collection::Intersection(a, b) => {
                let loss = i64::from(self.loses_its_own(a, b));
                let whole = self.size(a);
                self.at_least_zero(whole.minus(&size).and_then(|gap| gap.add_constant(-loss)));
            }
            Collection::Superset(of) => {
                let whole = self.size(of);
                self.at_most(&whole, &size);
            }
            _ => {}
        }
        size
    }

    /// Whether `b` lists something that is known to be a member of the set `a`
    /// (or, unless `inside`, known not to be one).
    fn overlaps(&self, a: &Collection<'a>, b: &Collection<'a>, inside: bool) -> bool {
        let entries = match b {
            Collection::Listed(entries) => entries.as_slice(),
            Collection::Neighbours { vertex, closed: true } => std::slice::from_ref(vertex),
            _ => return false,
        };
        entries.iter().any(|entry| self.is_noted(entry, a, inside))
    }

    /// Whether `b` are the neighbours of something that is known to be a member of the set `a`.
    fn loses_its_own(&self, a: &Collection<'a>, b: &Collection<'a>) -> bool {
        matches!(b, Collection::Neighbours { vertex, closed: false } if self.is_noted(vertex, a, true))
    }

    /// Whether it was kept that an int is a member of a set, or that it is not.
    fn is_noted(&self, int: &Symbol<'a>, set: &Collection<'a>, member: bool) -> bool {
        let (Collection::Part { id, .. }, Some(form)) = (set, int.int()) else {
            return false;
        };
        self.path.members.contains(&(form.clone(), *id, member))
    }

    /// `sum(x)`, `min(x)`, `max(x)`, `first(x)` of a collection of ints.
    pub(super) fn aggregate(
        &mut self,
        op: Aggregate,
        body: &'a Expr,
        binders: &'a [Binder],
        env: &mut Env<'a>,
    ) -> Option<Linear> {
        let [Binder::In(Pattern::Local(member), collection)] = binders else {
            return None;
        };
        if !is_local(body, *member) {
            return None;
        }
        let span = collection.span;
        let collection = self.collection(collection, env);
        match (op, &*collection) {
            (Aggregate::Sum, Collection::Entries(vector)) => vector.sum.clone(),
            (Aggregate::Min | Aggregate::Max | Aggregate::First, _) => {
                self.member(&collection, span).int().cloned()
            }
            _ => None,
        }
    }
}

/// The subsets of a few known ints, of known sizes.
fn subsets<'a>(
    of: &Collection<'a>,
    low: &Linear,
    high: Option<&Linear>,
) -> Option<Vec<Symbol<'a>>> {
    /// Of more members the subsets are not listed.
    const MAX_MEMBERS: usize = 6;
    let members: Option<Vec<Value>> = of.listed()?.iter().map(Symbol::known).collect();
    let members = members.filter(|members| members.len() <= MAX_MEMBERS)?;
    let low = usize::try_from(low.as_constant()?.max(0)).ok()?;
    let high = match high {
        Some(high) => high.as_constant()?,
        None => i64::MAX,
    };
    let subsets = (0..1_u32 << members.len()).filter_map(|bits| {
        let of_bits = |(at, member): (usize, &Value)| (bits >> at & 1 == 1).then(|| member.clone());
        let subset: Vec<Value> = members.iter().enumerate().filter_map(of_bits).collect();
        let fits = subset.len() >= low && i64::try_from(subset.len()).is_ok_and(|len| len <= high);
        fits.then(|| Symbol::Known(Value::set(subset)))
    });
    Some(subsets.collect())
}

fn is_local(expr: &Expr, local: Local) -> bool {
    matches!(expr.kind, ExprKind::Local(other) if other == local)
}
