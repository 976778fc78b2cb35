//! What a renaming of vertices does to the values of expressions.

use crate::ir::visit::bound_at_top;
use crate::ir::{
    Aggregate, BinaryOp, Binder, Builtin, CompareOp, Domain, Expr, ExprKind, Field,
    GraphFunction as F, Kind, Pattern, Spec,
};
use crate::value::Value;

use super::alike::{Alike, Likeness, Root, of_domain};
use super::mirror::is_mirrored;

/// What a renaming does to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Nothing: no vertices are in it.
    Plain,
    /// The graph itself, which stays.
    Graph,
    /// It renames it.
    Vertex,
    /// It renames each member.
    Set(Box<Sort>),
    /// It renames each part.
    Tuple(Vec<Sort>),
    /// It renames both ends, of which either may come first.
    Edge,
    /// It renames the members that lie inside; of others nothing is said.
    Near,
    /// The empty set.
    Nothing,
}

impl Sort {
    pub(super) fn set(of: Sort) -> Sort {
        if of == Sort::Plain { Sort::Plain } else { Sort::Set(Box::new(of)) }
    }

    pub(super) fn vertices() -> Sort {
        Sort::set(Sort::Vertex)
    }

    /// The sort of both, if they have one.
    fn join(self, other: Sort) -> Option<Sort> {
        match (self, other) {
            (Sort::Nothing, Sort::Near) | (Sort::Near, Sort::Nothing) => Some(Sort::Near),
            (Sort::Nothing, other @ (Sort::Set(_) | Sort::Plain | Sort::Nothing))
            | (other @ (Sort::Set(_) | Sort::Plain), Sort::Nothing) => Some(other),
            (Sort::Set(one), Sort::Set(other)) => one.join(*other).map(Sort::set),
            (one, other) => (one == other).then_some(one),
        }
    }

    fn member(self) -> Option<Sort> {
        match self {
            Sort::Set(of) => Some(*of),
            Sort::Plain | Sort::Nothing => Some(Sort::Plain),
            _ => None,
        }
    }
}

/// The sort of each variable, where it has one.
pub(super) type Env = Vec<Option<Sort>>;

/// Functions and setups called from within each other beyond this are not followed.
const MAX_CALLS: usize = 5;

/// Finds the sorts of the expressions of one kind.
pub(super) struct Sorts<'a> {
    spec: &'a Spec,
    alike: &'a Alike,
    held: &'a [Option<Alike>],
    calls: usize,
}

impl<'a> Sorts<'a> {
    pub(super) fn new(spec: &'a Spec, alike: &'a Alike, held: &'a [Option<Alike>]) -> Self {
        Self { spec, alike, held, calls: 0 }
    }

    /// Whether the rules of a kind keep what is claimed of it.
    pub(super) fn kind(&mut self, kind: &Kind, env: &mut Env) -> Option<()> {
        for (field, sort) in kind.fields.iter().zip(&self.alike.fields) {
            if *sort == Sort::Plain {
                self.domain(&field.domain, env)?;
            }
        }
        let conditions = kind.condition.iter().chain(&kind.ends).chain(&kind.decreases);
        for condition in conditions {
            self.plain(condition, env)?;
        }
        for rule in &kind.moves {
            let behind: Vec<&Expr> = rule.guard.iter().chain([&rule.sum]).collect();
            self.binders(&rule.binders, &behind, env)?;
            if let Some(guard) = &rule.guard {
                self.plain(guard, env)?;
            }
            self.sum(&rule.sum, env)?;
        }
        Some(())
    }

    /// The bounds of a domain must not depend on vertices.
    fn domain(&mut self, domain: &Domain, env: &mut Env) -> Option<()> {
        match domain {
            Domain::Any => Some(()),
            Domain::Int { low, high } => {
                self.plain(low, env)?;
                high.iter().try_for_each(|(high, _)| self.plain(high, env))
            }
            Domain::Vector(entry, length) => {
                length.iter().try_for_each(|length| self.plain(length, env))?;
                self.domain(entry, env)
            }
            Domain::Set(member) => self.domain(member, env),
            Domain::Tuple(parts) => parts.iter().try_for_each(|part| self.domain(part, env)),
            Domain::Edge(_) => None,
        }
    }

    fn plain(&mut self, expr: &Expr, env: &mut Env) -> Option<()> {
        (self.sort(expr, env)? == Sort::Plain).then_some(())
    }

    /// Binds the variables; `behind` is what comes after them. Gives whether vertices are run
    /// through, so that the order of the choices is not that of a renamed position.
    fn binders(&mut self, binders: &[Binder], behind: &[&Expr], env: &mut Env) -> Option<bool> {
        let mut disordered = false;
        for (at, binder) in binders.iter().enumerate() {
            match binder {
                Binder::In(pattern, collection) => {
                    let member = self.sort(collection, env)?.member()?;
                    disordered |= member != Sort::Plain;
                    if let (Sort::Edge, Pattern::Tuple(ends)) = (&member, pattern) {
                        let [Pattern::Local(a), Pattern::Local(b)] = ends.as_slice() else {
                            return None;
                        };
                        if !is_mirrored((*a, *b), &binders[at + 1..], behind) {
                            return None;
                        }
                        env[a.index()] = Some(Sort::Vertex);
                        env[b.index()] = Some(Sort::Vertex);
                    } else {
                        bind(pattern, member, env)?;
                    }
                }
                Binder::Map { map, index, over, collection } => {
                    self.plain(over, env)?;
                    bind(index, Sort::Plain, env)?;
                    self.plain(collection, env)?;
                    env[map.index()] = Some(Sort::Plain);
                }
                Binder::Let(pattern, value) => {
                    let sort = self.sort(value, env)?;
                    bind(pattern, sort, env)?;
                }
                Binder::If(condition) => self.plain(condition, env)?,
                Binder::ParamIn(..) | Binder::ParamIs(..) => return None,
            }
        }
        Some(disordered)
    }

    fn sum(&mut self, sum: &Expr, env: &mut Env) -> Option<()> {
        match &sum.kind {
            ExprKind::Empty => Some(()),
            ExprKind::Component(kind, args) => {
                let fields = &self.spec.kinds[kind.index()].fields;
                if self.fitting(fields, args, env)? {
                    // A renamed position of another kind must be like it as well.
                    let other = self.held[kind.index()].as_ref()?;
                    (other.graph == self.alike.graph).then_some(())?;
                }
                Some(())
            }
            ExprKind::Setup(setup, args) => {
                let setup = &self.spec.setups[setup.index()];
                self.fitting(&setup.args, args, env)?;
                self.inside(args, setup.body.frame.names.len(), env, |sorts, env| {
                    sorts.sum(&setup.body.expr, env)
                })
            }
            ExprKind::Call(function, args) => {
                let function = &self.spec.functions[function.index()];
                if function.recursive {
                    return None;
                }
                self.inside(args, function.body.frame.names.len(), env, |sorts, env| {
                    sorts.sum(&function.body.expr, env)
                })
            }
            ExprKind::Heap(size) => self.plain(size, env),
            ExprKind::Plus(a, b) => {
                self.sum(a, env)?;
                self.sum(b, env)
            }
            ExprKind::Copies(count, inner) => {
                self.plain(count, env)?;
                self.sum(inner, env)
            }
            ExprKind::If(condition, then, otherwise) => {
                self.plain(condition, env)?;
                self.sum(then, env)?;
                self.sum(otherwise, env)
            }
            ExprKind::Let(pattern, value, body) => {
                let sort = self.sort(value, env)?;
                bind(pattern, sort, env)?;
                self.sum(body, env)
            }
            ExprKind::SumOf(body, binders) => {
                self.binders(binders, &[body], env)?;
                self.sum(body, env)
            }
            _ => None,
        }
    }

    /// Whether the arguments have the sorts of the fields; gives whether there are vertices in them.
    fn fitting(&mut self, fields: &[Field], args: &[Expr], env: &mut Env) -> Option<bool> {
        let mut vertices = false;
        for (field, arg) in fields.iter().zip(args) {
            let sort = self.sort(arg, env)?;
            let wanted = match of_domain(&field.domain) {
                Some((root, wanted)) if root == self.alike.graph => wanted,
                _ => Sort::Plain,
            };
            vertices |= wanted != Sort::Plain;
            (sort.join(wanted.clone())? == wanted).then_some(())?;
        }
        Some(vertices)
    }

    /// Goes on in the body of a function or setup.
    fn inside<T>(
        &mut self,
        args: &[Expr],
        names: usize,
        env: &mut Env,
        work: impl FnOnce(&mut Self, &mut Env) -> Option<T>,
    ) -> Option<T> {
        if self.calls >= MAX_CALLS {
            return None;
        }
        let mut inner: Env = Vec::with_capacity(names);
        for arg in args {
            inner.push(Some(self.sort(arg, env)?));
        }
        inner.resize(names.max(args.len()), None);
        self.calls += 1;
        let found = work(self, &mut inner);
        self.calls -= 1;
        found
    }

    fn sort(&mut self, expr: &Expr, env: &mut Env) -> Option<Sort> {
        match &expr.kind {
            ExprKind::Constant(Value::Set(members) | Value::Vector(members))
                if members.is_empty() =>
            {
                Some(Sort::Nothing)
            }
            ExprKind::Constant(_) => Some(Sort::Plain),
            ExprKind::Local(local) => env[local.index()].clone(),
            ExprKind::Param(param) => Some(self.fixed(Root::Param(*param))),
            ExprKind::Global(global) => Some(self.fixed(Root::Let(*global))),
            ExprKind::Negate(a) | ExprKind::Not(a) => {
                self.plain(a, env)?;
                Some(Sort::Plain)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, env),
            ExprKind::Compare(first, rest) => {
                let mut left = self.sort(first, env)?;
                for (op, right) in rest {
                    let right = self.sort(right, env)?;
                    comparable(*op, left, right.clone())?;
                    left = right;
                }
                Some(Sort::Plain)
            }
            ExprKind::If(condition, then, otherwise) => {
                self.plain(condition, env)?;
                self.sort(then, env)?.join(self.sort(otherwise, env)?)
            }
            ExprKind::Let(pattern, value, body) => {
                let sort = self.sort(value, env)?;
                bind(pattern, sort, env)?;
                self.sort(body, env)
            }
            ExprKind::Tuple(parts) => {
                let parts: Option<Vec<Sort>> =
                    parts.iter().map(|part| self.sort(part, env)).collect();
                let parts = parts?;
                Some(match parts.iter().all(|part| *part == Sort::Plain) {
                    true => Sort::Plain,
                    false => Sort::Tuple(parts),
                })
            }
            ExprKind::Set(members) => {
                let mut all = Sort::Nothing;
                for member in members {
                    all = all.join(Sort::set(self.sort(member, env)?))?;
                }
                Some(all)
            }
            ExprKind::Collect(body, binders) => {
                let disordered = self.binders(binders, &[body], env)?;
                let sort = self.sort(body, env)?;
                let set = matches!(expr.ty, crate::ir::Type::Set(_));
                (set || !disordered && sort == Sort::Plain).then_some(Sort::set(sort))
            }
            ExprKind::Aggregate { op, body, binders, otherwise } => {
                let disordered = self.binders(binders, &[body], env)?;
                let sort = self.sort(body, env)?;
                otherwise.iter().try_for_each(|otherwise| self.plain(otherwise, env))?;
                let plain = sort == Sort::Plain || *op == Aggregate::Count && sort != Sort::Near;
                // These stop early: what fails behind must not come first in a renamed position.
                let early = matches!(op, Aggregate::Any | Aggregate::All);
                let fine = match op {
                    Aggregate::First => !disordered,
                    _ => !early || !disordered || never_fails(body) && binders.iter().all(simple),
                };
                (plain && fine).then_some(Sort::Plain)
            }
            ExprKind::Call(function, args) => {
                let function = &self.spec.functions[function.index()];
                if function.recursive {
                    return None;
                }
                self.inside(args, function.body.frame.names.len(), env, |sorts, env| {
                    sorts.sort(&function.body.expr, env)
                })
            }
            ExprKind::Builtin(Builtin::Graph(function), args) => self.graph(*function, args, env),
            ExprKind::Builtin(Builtin::Len, args) => match self.sort(&args[0], env)? {
                Sort::Near => None,
                _ => Some(Sort::Plain),
            },
            ExprKind::Builtin(Builtin::Subsets, args) => {
                args[1..].iter().try_for_each(|size| self.plain(size, env))?;
                match self.sort(&args[0], env)? {
                    Sort::Near => None,
                    of => Some(Sort::set(of)),
                }
            }
            ExprKind::Convert(inner) => self.sort(inner, env),
            ExprKind::Fixpoint(local, start, step) => {
                let start = self.sort(start, env)?;
                env[local.index()] = Some(start.clone());
                (self.sort(step, env)? == start).then_some(start)
            }
            ExprKind::Vector(parts) => self.all_plain(parts.iter(), env),
            ExprKind::Range { low, high, .. } => self.all_plain([&**low, &**high], env),
            ExprKind::Index(a, b) | ExprKind::Slice(a, b) | ExprKind::Without(a, b) => {
                self.all_plain([&**a, &**b], env)
            }
            ExprKind::Builtin(_, args) => self.all_plain(args.iter(), env),
            _ => None,
        }
    }

    /// Params and `let`s have one value, whatever is renamed.
    fn fixed(&self, root: Root) -> Sort {
        if root == self.alike.graph { Sort::Graph } else { Sort::Plain }
    }

    fn all_plain<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
        env: &mut Env,
    ) -> Option<Sort> {
        exprs.into_iter().try_for_each(|expr| self.plain(expr, env))?;
        Some(Sort::Plain)
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, env: &mut Env) -> Option<Sort> {
        let (a, b) = (self.sort(a, env)?, self.sort(b, env)?);
        match (op, &a, &b) {
            (BinaryOp::Difference, Sort::Set(_), Sort::Near)
            | (BinaryOp::Intersect, Sort::Set(_), Sort::Near) => Some(a),
            (BinaryOp::Intersect, Sort::Near, Sort::Set(_)) => Some(b),
            (BinaryOp::Union | BinaryOp::Difference, Sort::Near, Sort::Set(_))
            | (BinaryOp::Union, Sort::Set(_), Sort::Near) => Some(Sort::Near),
            (
                BinaryOp::Union
                | BinaryOp::Intersect
                | BinaryOp::Difference
                | BinaryOp::SymmetricDifference,
                _,
                _,
            ) => a.join(b),
            _ => (a == Sort::Plain && b == Sort::Plain).then_some(Sort::Plain),
        }
    }

    fn graph(&mut self, function: F, args: &[Expr], env: &mut Env) -> Option<Sort> {
        let sorts: Option<Vec<Sort>> = args.iter().map(|arg| self.sort(arg, env)).collect();
        let sorts = sorts?;
        if sorts.iter().all(|sort| *sort == Sort::Plain) {
            return Some(Sort::Plain);
        }
        // The empty set is a set of vertices.
        let is_set = |sort: &Sort| sort.clone().join(Sort::vertices()) == Some(Sort::vertices());
        let whole = self.alike.likeness == Likeness::Automorphism;
        match (function, sorts.as_slice()) {
            (F::Vertices, [Sort::Graph]) => Some(if whole { Sort::vertices() } else { Sort::Near }),
            (F::Neighbours | F::ClosedNeighbours, [Sort::Graph, Sort::Vertex]) => {
                Some(if whole { Sort::vertices() } else { Sort::Near })
            }
            (F::Adjacent, [Sort::Graph, Sort::Vertex, Sort::Vertex]) => Some(Sort::Plain),
            (F::Edges, [Sort::Graph, set]) if is_set(set) => Some(Sort::set(Sort::Edge)),
            (F::Components, [Sort::Graph, set]) if is_set(set) => Some(Sort::set(Sort::vertices())),
            (F::Component, [Sort::Graph, set, Sort::Vertex]) if is_set(set) => {
                Some(Sort::vertices())
            }
            (F::Order, [Sort::Graph]) if whole => Some(Sort::Plain),
            (F::Edges, [Sort::Graph]) if whole => Some(Sort::set(Sort::Edge)),
            (F::Degree, [Sort::Graph, Sort::Vertex]) if whole => Some(Sort::Plain),
            (F::Distance, [Sort::Graph, Sort::Vertex, Sort::Vertex]) if whole => Some(Sort::Plain),
            (F::Interval | F::Hull, [Sort::Plain, Sort::Graph, set]) if whole && is_set(set) => {
                Some(Sort::vertices())
            }
            _ => None,
        }
    }
}

fn bind(pattern: &Pattern, sort: Sort, env: &mut Env) -> Option<()> {
    match (pattern, sort) {
        (Pattern::Local(local), sort) => env[local.index()] = Some(sort),
        (Pattern::Ignore, _) => {}
        (Pattern::Tuple(parts), Sort::Tuple(sorts)) => {
            for (part, sort) in parts.iter().zip(sorts) {
                bind(part, sort, env)?;
            }
        }
        (Pattern::Tuple(parts), Sort::Plain) => {
            for part in parts {
                bind(part, Sort::Plain, env)?;
            }
        }
        (Pattern::Tuple(_), _) => return None,
    }
    Some(())
}

/// Whether a comparison of values of these sorts is not changed by a renaming.
fn comparable(op: CompareOp, a: Sort, b: Sort) -> Option<()> {
    match op {
        CompareOp::In | CompareOp::NotIn => match (a, b) {
            (Sort::Vertex, Sort::Near) => Some(()),
            (a, b) => Sort::set(a).join(b).filter(|sort| *sort != Sort::Near).map(|_| ()),
        },
        CompareOp::Less | CompareOp::LessEqual | CompareOp::Greater | CompareOp::GreaterEqual => {
            (a == Sort::Plain && b == Sort::Plain).then_some(())
        }
        _ => a.join(b).filter(|sort| *sort != Sort::Near).map(|_| ()),
    }
}

fn simple(binder: &Binder) -> bool {
    match binder {
        Binder::In(_, collection) => never_fails(collection),
        Binder::If(condition) => never_fails(condition),
        _ => false,
    }
}

/// Whether an expression of valid vertices always has a value.
fn never_fails(expr: &Expr) -> bool {
    if !bound_at_top(expr).is_empty() {
        return false;
    }
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Local(_) | ExprKind::Param(_) => true,
        ExprKind::Not(a) => never_fails(a),
        ExprKind::Set(all) => all.iter().all(never_fails),
        ExprKind::Compare(first, rest) => {
            never_fails(first) && rest.iter().all(|(_, other)| never_fails(other))
        }
        ExprKind::Binary(op, a, b) => {
            let sets_or_bools = !matches!(
                op,
                BinaryOp::Add
                    | BinaryOp::Subtract
                    | BinaryOp::Multiply
                    | BinaryOp::Divide
                    | BinaryOp::Mod
            );
            sets_or_bools && never_fails(a) && never_fails(b)
        }
        ExprKind::Builtin(
            Builtin::Graph(
                F::Vertices
                | F::Edges
                | F::Neighbours
                | F::ClosedNeighbours
                | F::Adjacent
                | F::Degree,
            ),
            args,
        ) => args.iter().all(never_fails),
        _ => false,
    }
}
