//! Walks through expressions, and through all expressions of a game.

use super::{Binder, Domain, Expr, ExprKind, Local, Spec, StatementKind};

/// Calls `visit` for each expression that stands directly in `expr`.
pub(crate) fn each_child(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    match &mut expr.kind {
        ExprKind::Constant(_)
        | ExprKind::Local(_)
        | ExprKind::Param(_)
        | ExprKind::Global(_)
        | ExprKind::Empty => {}
        ExprKind::Negate(a)
        | ExprKind::Not(a)
        | ExprKind::Convert(a)
        | ExprKind::Heap(a)
        | ExprKind::Grundy(a)
        | ExprKind::Options(a)
        | ExprKind::Outcome { sum: a, .. } => visit(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::Let(_, a, b)
        | ExprKind::Index(a, b)
        | ExprKind::Slice(a, b)
        | ExprKind::Without(a, b)
        | ExprKind::Fixpoint(_, a, b)
        | ExprKind::Plus(a, b)
        | ExprKind::Copies(a, b)
        | ExprKind::Range { low: a, high: b, .. } => {
            visit(a);
            visit(b);
        }
        ExprKind::If(a, b, c) => {
            visit(a);
            visit(b);
            visit(c);
        }
        ExprKind::Compare(first, rest) => {
            visit(first);
            rest.iter_mut().for_each(|(_, e)| visit(e));
        }
        ExprKind::Tuple(parts)
        | ExprKind::Vector(parts)
        | ExprKind::Set(parts)
        | ExprKind::Call(_, parts)
        | ExprKind::Builtin(_, parts)
        | ExprKind::Component(_, parts)
        | ExprKind::Setup(_, parts) => parts.iter_mut().for_each(visit),
        ExprKind::Collect(body, binders) | ExprKind::SumOf(body, binders) => {
            each_in_binders(binders, visit);
            visit(body);
        }
        ExprKind::Aggregate { body, binders, otherwise, .. } => {
            each_in_binders(binders, visit);
            visit(body);
            if let Some(otherwise) = otherwise {
                visit(otherwise);
            }
        }
        ExprKind::With(base, updates) => {
            visit(base);
            for update in updates {
                if let Some((_, over)) = &mut update.over {
                    visit(over);
                }
                visit(&mut update.index);
                visit(&mut update.value);
            }
        }
        ExprKind::Periodic(periodic) => {
            visit(&mut periodic.position);
            visit(&mut periodic.period);
            periodic.from.iter_mut().for_each(&mut *visit);
            periodic.saltus.iter_mut().for_each(&mut *visit);
        }
    }
}

/// Calls `visit` for each expression that stands directly in the binders.
pub(crate) fn each_in_binders(binders: &mut [Binder], visit: &mut dyn FnMut(&mut Expr)) {
    for binder in binders {
        match binder {
            Binder::In(_, e)
            | Binder::Let(_, e)
            | Binder::If(e)
            | Binder::ParamIn(_, e)
            | Binder::ParamIs(_, e) => visit(e),
            Binder::Map { over, collection, .. } => {
                visit(over);
                visit(collection);
            }
        }
    }
}

/// Visits every outermost expression of a game.
pub(crate) fn each_expr(spec: &mut Spec, visit: &mut dyn FnMut(&mut Expr)) {
    for param in &mut spec.params {
        visit(&mut param.default.expr);
        domain(&mut param.domain, visit);
        param.condition.iter_mut().for_each(|c| visit(&mut c.expr));
    }
    spec.lets.iter_mut().for_each(|l| visit(&mut l.value.expr));
    spec.functions.iter_mut().for_each(|f| visit(&mut f.body.expr));
    for kind in &mut spec.kinds {
        kind.fields.iter_mut().for_each(|f| domain(&mut f.domain, visit));
        kind.condition.iter_mut().for_each(&mut *visit);
        kind.ends.iter_mut().for_each(&mut *visit);
        kind.decreases.iter_mut().for_each(&mut *visit);
        for equals in &mut kind.equals {
            visit(&mut equals.sum);
            equals.when.iter_mut().for_each(&mut *visit);
        }
        for r#move in &mut kind.moves {
            each_in_binders(&mut r#move.binders, visit);
            r#move.guard.iter_mut().for_each(&mut *visit);
            visit(&mut r#move.sum);
        }
    }
    for setup in &mut spec.setups {
        setup.args.iter_mut().for_each(|f| domain(&mut f.domain, visit));
        visit(&mut setup.body.expr);
    }
    spec.start.iter_mut().for_each(|s| visit(&mut s.expr));
    for statement in &mut spec.statements {
        each_in_binders(&mut statement.binders, visit);
        match &mut statement.kind {
            StatementKind::Claim(condition) => visit(condition),
            StatementKind::Refute { condition, at } => {
                visit(condition);
                at.iter_mut().for_each(|(_, e)| visit(e));
            }
            StatementKind::Expect { subject, values, .. } => {
                visit(subject);
                values.iter_mut().for_each(&mut *visit);
            }
        }
    }
    for ask in &mut spec.asks {
        ask.args.iter_mut().for_each(|f| domain(&mut f.domain, visit));
        ask.defaults.iter_mut().flatten().for_each(&mut *visit);
        visit(&mut ask.body.expr);
    }
}

fn domain(of: &mut Domain, visit: &mut dyn FnMut(&mut Expr)) {
    match of {
        Domain::Any => {}
        Domain::Int { low, high } => {
            visit(low);
            high.iter_mut().for_each(|(high, _)| visit(high));
        }
        Domain::Vector(element, length) => {
            domain(element, visit);
            length.iter_mut().for_each(|l| visit(l));
        }
        Domain::Edge(graph) => visit(graph),
        Domain::Set(element) => domain(element, visit),
        Domain::Tuple(parts) => parts.iter_mut().for_each(|p| domain(p, visit)),
    }
}

/// The variables that an expression binds itself, at its top.
pub(crate) fn bound_at_top(expr: &Expr) -> Vec<Local> {
    let mut bound = Vec::new();
    match &expr.kind {
        ExprKind::Let(pattern, ..) => bound.extend(pattern.locals()),
        ExprKind::Fixpoint(local, ..) => bound.push(*local),
        ExprKind::Collect(_, binders)
        | ExprKind::SumOf(_, binders)
        | ExprKind::Aggregate { binders, .. } => bound.extend(bound_by(binders)),
        ExprKind::With(_, updates) => {
            let patterns = updates.iter().filter_map(|update| update.over.as_ref());
            bound.extend(patterns.flat_map(|(pattern, _)| pattern.locals()));
        }
        ExprKind::Periodic(periodic) => bound.push(periodic.variable),
        _ => {}
    }
    bound
}

/// The variables of binders.
pub(crate) fn bound_by(binders: &[Binder]) -> Vec<Local> {
    let each = binders.iter().flat_map(|binder| match binder {
        Binder::In(pattern, _) | Binder::Let(pattern, _) => pattern.locals(),
        Binder::Map { map, index, .. } => [vec![*map], index.locals()].concat(),
        Binder::If(_) | Binder::ParamIn(..) | Binder::ParamIs(..) => Vec::new(),
    });
    each.collect()
}
