//! Functions about graphs that are known: their sets of vertices are masks.

use std::rc::Rc;
use std::sync::Arc;

use grundy_core::graph::{Flood, Graph, Intervals, Mask, Rows};

use grundy_grammar::Span;

use crate::analyse::{Likeness, Picks, Sort};
use crate::guard::Mentions;
use crate::ir::{Binder, Builtin, Expr, ExprKind, GraphFunction as F, KindId, Pattern, Type};
use crate::program::code::{Instr, Op};
use crate::program::graphs::Question;

use super::{Lower, Lowered, No, Num, Val};

impl Lower<'_> {
    pub(super) fn graph_function(
        &mut self,
        function: F,
        args: &[Expr],
        expr: &Expr,
    ) -> Lowered<Val> {
        if Mentions::of(expr).locals.is_empty()
            && let Some(value) = self.game.constant(expr).and_then(|value| Val::constant(&value))
        {
            let numbers = matches!(&value, Val::Members(all) if matches!(all.first(), None | Some(Val::Num(_))));
            return if numbers { self.mask(value, expr).map(Val::Mask) } else { Ok(value) };
        }
        let values = self.values(args)?;
        match (function, values.as_slice()) {
            (F::Interval | F::Hull, [Val::Convexity(convexity), Val::Graph(graph), set]) => {
                let intervals = Intervals::new(self.undirected(graph, expr)?, *convexity);
                let budget = self.game.budget().clone();
                let question = match function {
                    F::Hull => Question::Hull(intervals, budget),
                    _ => Question::Interval(intervals, budget),
                };
                self.set_of(question, set.clone(), graph, expr)
            }
            (F::Canonical, [Val::Graph(graph), set]) => {
                let question = Question::Canonical(graph.clone(), rows(graph, expr)?);
                self.set_of(question, set.clone(), graph, expr)
            }
            (F::Components, [Val::Graph(graph), set]) => {
                rows(graph, expr)?;
                Ok(Val::Components(graph.clone(), self.mask(set.clone(), expr)?))
            }
            (F::Edges, [Val::Graph(graph), set]) => {
                rows(graph, expr)?;
                Ok(Val::Edges(graph.clone(), self.mask(set.clone(), expr)?))
            }
            (F::Component, [Val::Graph(graph), set, Val::Num(vertex)]) => {
                let set = self.mask(set.clone(), expr)?;
                let question = Question::Component(rows(graph, expr)?);
                self.ask(question, set, *vertex, sets(graph)).map(Val::Mask)
            }
            (_, [Val::Graph(graph), Val::Num(a)]) => self.of_vertex(function, graph, *a, expr),
            (F::Adjacent | F::Distance, [Val::Graph(graph), Val::Num(a), Val::Num(b)]) => {
                let order = graph.order();
                let number = |(a, b)| match function {
                    F::Adjacent => i64::from(graph.adjacent(a, b)),
                    _ => graph.masks().distance(a, b).map_or(-1, |distance| distance as i64),
                };
                let pairs = (0..order).flat_map(|a| (0..order).map(move |b| (a, b)));
                let most = if function == F::Adjacent { 1 } else { order as i64 };
                let question = Question::Pair(order, pairs.map(number).collect());
                self.ask(question, *a, *b, (0, most)).map(Val::Num)
            }
            _ => Err(No::Construct("this function of a graph that is not known", expr.span)),
        }
    }

    /// A function of one vertex.
    fn of_vertex(
        &mut self,
        function: F,
        graph: &Arc<Graph>,
        vertex: Num,
        expr: &Expr,
    ) -> Lowered<Val> {
        let rows = rows(graph, expr)?;
        let table = |number: &dyn Fn(usize) -> Option<i64>| {
            let numbers: Option<Box<[i64]>> = (0..graph.order()).map(number).collect();
            let nothing = No::Construct("the row or column in a graph without places", expr.span);
            numbers.map(Question::Vertex).ok_or(nothing)
        };
        let most = graph.order() as i64;
        let (question, bounds) = match function {
            F::Neighbours => (table(&|v| Some(rows.neighbours(v) as i64))?, sets(graph)),
            F::ClosedNeighbours => {
                (table(&|v| Some(rows.closed_neighbours(v) as i64))?, sets(graph))
            }
            F::Degree => (table(&|v| Some(rows.neighbours(v).count() as i64))?, (0, most)),
            F::Row => (table(&|v| graph.row(v).map(|row| row as i64))?, (0, i64::MAX)),
            F::Column => (table(&|v| graph.column(v).map(|column| column as i64))?, (0, i64::MAX)),
            _ => return Err(No::Construct("this function of a graph", expr.span)),
        };
        let answer = self.ask(question, vertex, Num::known(0), bounds)?;
        match function {
            F::Neighbours | F::ClosedNeighbours => Ok(Val::Mask(answer)),
            _ => Ok(Val::Num(answer)),
        }
    }

    /// A set of vertices that belongs to another one.
    fn set_of(&mut self, question: Question, set: Val, graph: &Graph, expr: &Expr) -> Lowered<Val> {
        let set = self.mask(set, expr)?;
        self.ask(question, set, Num::known(0), sets(graph)).map(Val::Mask)
    }

    /// The answer to a question, between these bounds.
    fn ask(&mut self, question: Question, a: Num, b: Num, bounds: (i64, i64)) -> Lowered<Num> {
        if let (Some(a), Some(b)) = (a.constant(), b.constant())
            && let Some(answer) = question.answer(a, b)
        {
            return Ok(Num::known(answer));
        }
        let (a, b) = (self.reg(a), self.reg(b));
        let question = Rc::new(question);
        let to = self.place(&[a, b], true, |to| Instr::Ask { to, question, a, b })?;
        Ok(Num::held(to, bounds.0, bounds.1))
    }

    fn undirected(&self, graph: &Graph, expr: &Expr) -> Lowered<Rows<u64>> {
        match graph.is_directed() {
            true => Err(No::Construct("what lies between vertices of a directed graph", expr.span)),
            false => rows(graph, expr),
        }
    }

    /// Puts in the place of a set one that has the same game tree; it stands for many.
    pub(super) fn represented(&mut self, kind: KindId, fields: &mut [Val]) -> Lowered<()> {
        let plan = self.game.plan();
        let Some(alike) = &plan.analysis.alike[kind.index()] else { return Ok(()) };
        let Ok(graph) = self.game.graph_at(alike.graph) else { return Ok(()) };
        let mut sets = (alike.fields.iter().zip(fields)).filter(|(sort, _)| **sort != Sort::Plain);
        let (Some((sort, field)), None, true) = (sets.next(), sets.next(), graph.order() <= 64)
        else {
            return Ok(());
        };
        if *sort != Sort::Set(Box::new(Sort::Vertex)) {
            return Ok(());
        }
        let place = Expr { span: Span::default(), ty: Type::Int, kind: ExprKind::Empty };
        let question = match alike.likeness {
            Likeness::Shape => Question::Shape(graph.clone()),
            Likeness::Automorphism
                if graph.symmetries().all().is_some_and(|all| all.len() == 1) =>
            {
                return Ok(());
            }
            Likeness::Automorphism => Question::Canonical(graph.clone(), rows(&graph, &place)?),
        };
        *field = self.set_of(question, field.clone(), &graph, &place)?;
        Ok(())
    }

    /// How many edges or components there are.
    pub(super) fn counted_parts(&mut self, value: &Val, expr: &Expr) -> Lowered<Num> {
        let (question, mask) = match value {
            Val::Edges(graph, mask) => (Question::Edges(rows(graph, expr)?), *mask),
            Val::Components(graph, mask) => (Question::Components(rows(graph, expr)?), *mask),
            _ => return Err(No::Construct("the length of this", expr.span)),
        };
        self.ask(question, mask, Num::known(0), (0, i64::MAX))
    }

    /// The members of the set to which edges lead from a vertex; an edge of an undirected graph
    /// leads to its greater end.
    pub(super) fn other_ends(
        &mut self,
        graph: &Graph,
        mask: Num,
        from: Num,
        expr: &Expr,
    ) -> Lowered<Num> {
        let rows = rows(graph, expr)?;
        let ends = (0..graph.order()).map(|v| {
            let smaller = if graph.is_directed() { 0 } else { u64::below(v + 1) };
            rows.neighbours(v).without(smaller) as i64
        });
        let ends = self.ask(Question::Vertex(ends.collect()), from, Num::known(0), sets(graph))?;
        self.op(Op::And, ends, mask)
    }

    /// Runs through the components of a set, which lies in `whole` if that is given; of a trimmed set,
    /// those that make a difference where only joined vertices are picked.
    pub(super) fn each_component(
        &mut self,
        graph: &Graph,
        mask: Num,
        (whole, trim): (Option<u32>, bool),
        expr: &Expr,
        then: &mut dyn FnMut(&mut Self, Num) -> Lowered<()>,
    ) -> Lowered<()> {
        let flood = Rc::new(Flood::new(&rows(graph, expr)?));
        let mask = self.reg(mask);
        if let Some(whole) = whole {
            self.put(Instr::Rank { flood: Rc::clone(&flood), whole, mask })?;
        }
        let variable = self.fresh(false);
        let component = Num::held(variable, sets(graph).0, sets(graph).1);
        let ((), code) = self.apart(|this| then(this, component))?;
        self.put(Instr::Parts { flood, trim, whole, mask, variable, code })
    }

    /// Runs through the edges with both ends in a set.
    pub(super) fn each_edge(
        &mut self,
        graph: &Graph,
        set: Num,
        expr: &Expr,
        then: &mut dyn FnMut(&mut Self, Val) -> Lowered<()>,
    ) -> Lowered<()> {
        let (from, to) = (self.running(), self.running());
        let ends = [from, to].map(|end| Num::held(end, 0, 63));
        let mask = self.reg(set);
        let ((), code) = self.apart(|this| {
            let others = this.other_ends(graph, set, ends[0], expr)?;
            let mask = this.reg(others);
            let edge = Val::Tuple(ends.map(Val::Num).into());
            let ((), code) = this.apart(|this| then(this, edge))?;
            this.put(Instr::Members { mask, variable: to, code })
        })?;
        self.put(Instr::Members { mask, variable: from, code })
    }

    /// Whether all moves of a kind take two vertices that are joined in this graph.
    fn takes_pairs(&self, kind: KindId, graph: &Graph) -> bool {
        let plan = self.game.plan();
        let (picks, alike) =
            (plan.analysis.picks[kind.index()], &plan.analysis.alike[kind.index()]);
        let same = |root| self.game.graph_at(root).is_ok_and(|found| *found == *graph);
        picks == Some(Picks::Pairs)
            && !graph.is_directed()
            && alike.as_ref().is_some_and(|alike| same(alike.graph))
    }

    /// Replaces a position by those of the components of a set among its fields, if the sum of an
    /// `equals` says so.
    pub(super) fn split(
        &mut self,
        kind: KindId,
        fields: &[Val],
        copies: Num,
        steps: u32,
        at: usize,
        sum: &Expr,
    ) -> Lowered<()> {
        let no = Err(No::Construct("an `equals` with a sum of this form", sum.span));
        let ExprKind::SumOf(body, binders) = &sum.kind else { return no };
        let [Binder::In(Pattern::Local(part), collection)] = binders.as_slice() else { return no };
        let (
            ExprKind::Component(other, args),
            ExprKind::Builtin(Builtin::Graph(F::Components), of),
        ) = (&body.kind, &collection.kind)
        else {
            return no;
        };
        let ExprKind::Local(split) = of[1].kind else { return no };
        let others_stay = args.iter().enumerate().all(|(at, arg)| {
            let wanted = if at == split.index() { part.index() } else { at };
            matches!(arg.kind, ExprKind::Local(local) if local.index() == wanted)
        });
        if *other != kind || !others_stay || split.index() >= fields.len() {
            return no;
        }
        let rules = &self.spec.kinds[kind.index()];
        let graph = self.in_frame(super::sums::frame(rules, fields), |this| this.value(&of[0]))?;
        let Val::Graph(graph) = graph else { return no };
        let set = self.mask(fields[split.index()].clone(), sum)?;
        if set.at.is_some_and(|at| self.connected.contains(&(at, Arc::as_ptr(&graph)))) {
            // It is its only component.
            return self.clauses(kind, fields, copies, steps, at + 1);
        }
        let whole = self.own.get(split.index()).copied().flatten().filter(|_| self.kind == kind);
        let trim = self.takes_pairs(kind, &graph);
        self.each_component(&graph, set, (whole, trim), sum, &mut |this, component| {
            let mut fields = fields.to_vec();
            fields[split.index()] = Val::Mask(component);
            let made = this.in_frame(super::sums::frame(rules, &fields), |this| {
                this.assign(&Pattern::Local(*part), Val::Mask(component));
                this.made(kind, args)
            })?;
            if let Some(at) = component.at {
                this.connected.insert((at, Arc::as_ptr(&graph)));
            }
            let result = this.normal(kind, made, copies, steps);
            this.connected.clear();
            result
        })
    }
}

/// The adjacency masks of a graph that is not too large.
pub(super) fn rows(graph: &Graph, expr: &Expr) -> Lowered<Rows<u64>> {
    graph.rows().ok_or(No::Construct("a graph of more than 64 vertices", expr.span))
}

/// The bounds of a mask of vertices.
pub(super) fn sets(graph: &Graph) -> (i64, i64) {
    if graph.order() < 64 { (0, u64::below(graph.order()) as i64) } else { (i64::MIN, i64::MAX) }
}
