//! The guard that would keep a choice of a move within the domains.

use grundy_grammar::Span;

use crate::domain::Bound;
use crate::error::Error;
use crate::eval::FrameValues;
use crate::instance::Instance;
use crate::ir::visit::{bound_at_top, bound_by, each_child};
use crate::ir::{
    BinaryOp, Expr, ExprKind, Field, KindId, Local, Move, ParamId, SetupId, Update, UpdateOp,
};

/// What an expression speaks of.
#[derive(Default)]
pub(crate) struct Mentions {
    /// The variables that come from outside of it.
    pub(crate) locals: Vec<Local>,
    pub(crate) params: Vec<ParamId>,
}

impl Mentions {
    /// The variables and params in an expression.
    pub(crate) fn of(expr: &Expr) -> Mentions {
        let mut mentions = Mentions::default();
        let mut own = Vec::new();
        each(&mut expr.clone(), &mut |part| {
            own.extend(bound_at_top(part));
            match &part.kind {
                ExprKind::Local(local) => mentions.locals.push(*local),
                ExprKind::Param(param) => mentions.params.push(*param),
                _ => {}
            }
        });
        mentions.locals.retain(|local| !own.contains(local));
        mentions
    }
}

/// Calls `visit` for an expression and everything in it.
fn each(expr: &mut Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    each_child(expr, &mut |child| each(child, visit));
}

/// What is written `Name(args)`.
enum Part {
    Kind(KindId),
    Setup(SetupId),
}

/// The expression that left a domain.
struct Culprit {
    part: Part,
    args: Vec<Expr>,
    /// Which argument, unless it was the condition on all of them.
    index: Option<usize>,
}

impl Instance {
    /// What to do about a choice of a move that leads outside of a domain at `place`.
    pub(crate) fn advice(
        &self,
        rule: &Move,
        fields: usize,
        place: Span,
        frame: &FrameValues,
    ) -> Vec<String> {
        if rule.code().is_some() {
            return vec![
                "a code leaves heaps of all sizes from 1 on: let the domain be `nat` or `1..`"
                    .to_string(),
            ];
        }
        let guard = self.guard(rule, fields, place, frame);
        let mut advice = vec![match (&guard, &rule.guard) {
            (None, _) => "keep this choice out of the move with a guard: `when ... ->`".to_string(),
            (Some((guard, _)), None) => {
                format!("keep this choice out of the move: `when {guard} ->`")
            }
            (Some((guard, _)), Some(old)) if binds_loosely(old) => {
                format!(
                    "keep this choice out of the move: put its guard in parentheses and add `and {guard}`"
                )
            }
            (Some((guard, _)), Some(_)) => {
                format!("keep this choice out of the move: add `and {guard}` to its guard")
            }
        }];
        if guard.is_none_or(|(_, has_upper_end)| has_upper_end) {
            advice.push("if choices that lead outside are no moves on purpose, as on a board, write `when legal`".to_string());
        }
        advice
    }

    /// The guard, and whether the domain has an upper end too.
    fn guard(
        &self,
        rule: &Move,
        fields: usize,
        place: Span,
        frame: &FrameValues,
    ) -> Option<(String, bool)> {
        let culprit = culprit(&rule.sum, place)?;
        let mut frame = frame.clone();
        let values = self.evals(&culprit.args, &mut frame).ok()?;
        let spec = self.spec();
        let all: &[Field] = match culprit.part {
            Part::Kind(kind) => &spec.kinds[kind.index()].fields,
            Part::Setup(setup) => &spec.setups[setup.index()].args,
        };
        let visible = visible(rule, fields);
        let guard = match (culprit.index, culprit.part) {
            (Some(index), _) => {
                let outside = self
                    .outside(&all[index].domain, &values[index], &mut values.clone())
                    .ok()??;
                let arg = &culprit.args[index];
                if !Mentions::of(arg).locals.iter().all(|local| visible.contains(local)) {
                    return None;
                }
                let bound = outside.bound?;
                let guard = if outside.part.is_empty() {
                    self.within(arg, &bound)
                } else {
                    self.entry_within(arg, &bound)?
                };
                (guard, bound.has_upper_end)
            }
            (None, Part::Kind(kind)) => {
                let condition = spec.kinds[kind.index()].condition.as_ref()?;
                let known = |arg: &Expr| {
                    Mentions::of(arg).locals.iter().all(|local| visible.contains(local))
                };
                if !culprit.args.iter().all(known) || binds_variables(condition) {
                    return None;
                }
                (self.substituted(condition, all, &culprit.args), false)
            }
            (None, Part::Setup(_)) => return None,
        };
        Some(guard)
    }

    /// The condition that keeps a value within a bound.
    fn within(&self, arg: &Expr, bound: &Bound) -> String {
        match (bound.relation, bound.end.as_str()) {
            (">=", "0") => self.not_negative(arg),
            (relation, end) => format!("{} {relation} {end}", self.words(arg)),
        }
    }

    /// Advises how to keep out the case that an int is negative, if it is one case among others.
    pub(crate) fn keep_negative_out(&self, error: Error, arg: &Expr) -> Error {
        if Mentions::of(arg).locals.is_empty() {
            return error;
        }
        error.help(format!("keep this case out with the condition `{}`", self.not_negative(arg)))
    }

    /// The condition that an int is at least 0.
    fn not_negative(&self, arg: &Expr) -> String {
        match &arg.kind {
            ExprKind::Binary(BinaryOp::Subtract, a, b) => {
                format!("{} <= {}", self.words(b), self.words(a))
            }
            _ => format!("{} >= 0", self.words(arg)),
        }
    }

    /// The condition that keeps the entries that `x with ...` changes within a bound.
    fn entry_within(&self, arg: &Expr, bound: &Bound) -> Option<String> {
        let ExprKind::With(base, updates) = &arg.kind else {
            return None;
        };
        let op = if bound.relation == ">=" { UpdateOp::Subtract } else { UpdateOp::Add };
        let mut towards = updates.iter().filter(|update| update.op == op);
        let (Some(update), None, true) = (towards.next(), towards.next(), is_atom(base)) else {
            return None;
        };
        let entry = format!("{}[{}]", self.words(base), self.words(&update.index));
        let by = self.operand(&update.value);
        let guard = match op {
            UpdateOp::Subtract if bound.end == "0" => format!("{by} <= {entry}"),
            UpdateOp::Subtract => format!("{entry} - {by} {} {}", bound.relation, bound.end),
            _ => format!("{entry} + {by} {} {}", bound.relation, bound.end),
        };
        Some(self.for_all(update, guard))
    }

    fn for_all(&self, update: &Update, guard: String) -> String {
        match &update.over {
            None => guard,
            Some((_, over)) => {
                format!("all({guard} for {} in {})", self.words(&update.index), self.words(over))
            }
        }
    }

    /// A condition on fields with the arguments in their places.
    fn substituted(&self, condition: &Expr, fields: &[Field], args: &[Expr]) -> String {
        let text = self.words(condition);
        let mut guard = String::new();
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            let inside = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c| !inside(c)).unwrap_or(rest.len()).max(first.len_utf8());
            let (word, after) = rest.split_at(end);
            match fields.iter().position(|field| field.name == word) {
                Some(field) => guard += &self.operand(&args[field]),
                None => guard += word,
            }
            rest = after;
        }
        guard
    }

    /// The text of an expression on one line.
    pub(crate) fn words(&self, expr: &Expr) -> String {
        self.text(expr.span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The text of an expression, in parentheses unless it needs none beside any operator.
    fn operand(&self, expr: &Expr) -> String {
        let text = self.words(expr);
        if is_atom(expr) || text.starts_with('(') && text.ends_with(')') {
            text
        } else {
            format!("({text})")
        }
    }
}

/// The variables that the guard of a move sees.
fn visible(rule: &Move, fields: usize) -> Vec<Local> {
    let mut visible: Vec<Local> = (0..fields).map(Local::from).collect();
    visible.extend(bound_by(&rule.binders));
    visible
}

/// The component or setup in a sum that left a domain at `place`.
fn culprit(sum: &Expr, place: Span) -> Option<Culprit> {
    let mut found = None;
    each(&mut sum.clone(), &mut |expr| {
        let (part, args) = match &expr.kind {
            ExprKind::Component(kind, args) => (Part::Kind(*kind), args),
            ExprKind::Setup(setup, args) => (Part::Setup(*setup), args),
            _ => return,
        };
        let index = args.iter().position(|arg| arg.span == place);
        if index.is_some() || expr.span == place {
            found = Some(Culprit { part, args: args.clone(), index });
        }
    });
    found
}

fn is_atom(expr: &Expr) -> bool {
    use ExprKind::{Builtin, Call, Constant, Global, Index, Local, Param};
    matches!(
        expr.kind,
        Constant(_) | Local(_) | Param(_) | Global(_) | Index(..) | Call(..) | Builtin(..)
    )
}

/// Whether `and` behind the condition would bind before all of it is read.
fn binds_loosely(condition: &Expr) -> bool {
    use BinaryOp::{Iff, Implies, Or};
    matches!(
        condition.kind,
        ExprKind::Binary(Or | Implies | Iff, ..) | ExprKind::If(..) | ExprKind::Let(..)
    )
}

fn binds_variables(condition: &Expr) -> bool {
    let mut binds = false;
    each(&mut condition.clone(), &mut |expr| {
        binds |= matches!(
            expr.kind,
            ExprKind::Let(..)
                | ExprKind::Collect(..)
                | ExprKind::Aggregate { .. }
                | ExprKind::SumOf(..)
                | ExprKind::Fixpoint(..)
                | ExprKind::With(..)
        );
    });
    binds
}
