//! Whether values lie in their domains, and what to say when they do not.

use std::collections::BTreeSet;

use grundy_grammar::{Diagnostic, Span};

use crate::error::{Error, Result};
use crate::eval::FrameValues;
use crate::guard::Mentions;
use crate::instance::Instance;
use crate::ir::{Builtin, Domain, Expr, ExprKind, Field, GraphFunction, Param};
use crate::value::{Position, Value};

/// A value that is outside of a domain: which part of it, and what was wanted.
#[derive(Default)]
pub(crate) struct Outside {
    /// The part of the value, for instance `entry 2 of `; empty for the whole.
    pub(crate) part: String,
    /// What is there.
    seen: String,
    /// What must be, from `must` on.
    wanted: String,
    /// The end of the domain that was missed, for the guard that would keep it.
    pub(crate) bound: Option<Bound>,
}

/// An end of a domain of ints.
pub(crate) struct Bound {
    /// How a value must compare with it.
    pub(crate) relation: &'static str,
    /// The end, in the words of the rules where a guard can say it like that.
    pub(crate) end: String,
    /// Whether the domain ends above.
    pub(crate) has_upper_end: bool,
}

impl Instance {
    /// Checks the fields of a position that an expression has made.
    pub(crate) fn check_position(
        &self,
        position: &Position,
        args: &[Expr],
        span: Span,
    ) -> Result<()> {
        let spec = self.spec();
        let kind = &spec.kinds[position.kind.index()];
        self.check_fields(&kind.name, &kind.fields, &position.fields, args, span)?;
        let Some(condition) = &kind.condition else {
            return Ok(());
        };
        let mut frame = position.fields.to_vec();
        frame.resize(kind.frame.names.len(), Value::Int(0));
        if self.bool(condition, &mut frame)? {
            return Ok(());
        }
        if self.quiet.get() {
            return Err(dropped(span));
        }
        let diagnostic = Diagnostic::new(
            "E0701",
            span,
            format!(
                "there is no `{}`: it breaks the condition of its kind",
                self.show_position(position)
            ),
        )
        .label(format!("this is `{}`", self.show_position(position)))
        .related(condition.span, "this condition fails");
        Err(Error::Outside(Box::new(diagnostic)))
    }

    /// Checks values against the domains of fields or arguments.
    pub(crate) fn check_fields(
        &self,
        name: &str,
        fields: &[Field],
        values: &[Value],
        args: &[Expr],
        span: Span,
    ) -> Result<()> {
        let mut frame: Option<FrameValues> = None;
        for (i, field) in fields.iter().enumerate() {
            if matches!(field.domain, Domain::Any) {
                continue;
            }
            // Bounds may mention the fields before.
            let frame = frame.get_or_insert_with(|| values.to_vec());
            let Some(outside) = self.outside(&field.domain, &values[i], frame)? else {
                continue;
            };
            if self.quiet.get() {
                return Err(dropped(span));
            }
            let place = args.get(i).map_or(span, |arg| arg.span);
            let shown: Vec<String> = values.iter().map(|v| self.show(v)).collect();
            let diagnostic = Diagnostic::new(
                "E0701",
                place,
                format!(
                    "there is no `{name}({})`: {}`{}` {}",
                    shown.join(", "),
                    outside.part,
                    field.name,
                    outside.wanted
                ),
            )
            .label(outside.seen)
            .related(field.span, "its domain is given here");
            return Err(Error::Outside(Box::new(diagnostic)));
        }
        Ok(())
    }

    /// Checks the value of a param against its domain and its condition.
    pub(crate) fn check_param(&self, param: &Param, value: &Value, span: Span) -> Result<()> {
        let mut frame = Vec::new();
        if let Some(outside) = self.outside(&param.domain, value, &mut frame)? {
            return Err(Error::fault(
                "E0601",
                span,
                format!("{}the param `{}` {}", outside.part, param.name, outside.wanted),
            )
            .label(outside.seen)
            .map(|d| d.related(param.span, "the param is declared here")));
        }
        if let Some(condition) = &param.condition {
            let mut frame = vec![Value::Int(0); condition.frame.names.len()];
            if !self.value(&condition.expr, &mut frame)?.bool() {
                let error = Error::fault(
                    "E0602",
                    span,
                    format!("the param `{}` cannot be {}", param.name, self.show(value)),
                )
                .label("not allowed by `where`")
                .map(|d| d.related(condition.expr.span, "this condition fails"));
                return Err(self.with_params(error, &condition.expr, param));
            }
        }
        Ok(())
    }

    /// Checks the value of an argument of an `ask`; bounds may mention the arguments before it.
    ///
    /// The span is where the value was given.
    ///
    /// # Errors
    /// When the value is outside of the domain of the argument.
    pub fn check_argument(
        &self,
        arg: &Field,
        value: &Value,
        before: &[Value],
        span: Span,
    ) -> Result<()> {
        let Some(outside) = self.outside(&arg.domain, value, &mut before.to_vec())? else {
            return Ok(());
        };
        let message = format!("{}the argument `{}` {}", outside.part, arg.name, outside.wanted);
        Err(Error::fault("E0601", span, message)
            .label(outside.seen)
            .map(|d| d.related(arg.span, "the argument is declared here")))
    }

    /// Notes the values of the other params that a condition speaks of.
    fn with_params(&self, error: Error, condition: &Expr, but: &Param) -> Error {
        let spec = self.spec();
        let params = Mentions::of(condition).params.into_iter().collect::<BTreeSet<_>>();
        let others = params.into_iter().filter(|id| spec.params[id.index()].span != but.span);
        let shown: Vec<String> = others
            .map(|id| format!("{} = {}", spec.params[id.index()].name, self.show(self.param(id))))
            .collect();
        if shown.is_empty() { error } else { error.note(format!("with {}", shown.join(", "))) }
    }

    /// The part of a value that is outside of a domain, if there is one.
    pub(crate) fn outside(
        &self,
        domain: &Domain,
        value: &Value,
        frame: &mut FrameValues,
    ) -> Result<Option<Outside>> {
        match domain {
            Domain::Any => Ok(None),
            Domain::Int { low, high } => self.outside_ints(low, high.as_ref(), value.int(), frame),
            Domain::Vector(element, length) => {
                if let Some(length) = length {
                    let length = self.int(length, frame)?;
                    let entries = value.entries().len();
                    if usize::try_from(length) != Ok(entries) {
                        return Ok(Some(Outside {
                            part: String::new(),
                            seen: format!("this is {}", self.show(value)),
                            wanted: format!(
                                "must have {}, not {entries}",
                                count(length, "entry", "entries")
                            ),
                            bound: None,
                        }));
                    }
                }
                self.outside_parts(
                    value.entries().iter().map(|entry| (&**element, entry)),
                    true,
                    frame,
                )
            }
            Domain::Set(element) => self.outside_parts(
                value.entries().iter().map(|member| (&**element, member)),
                false,
                frame,
            ),
            Domain::Edge(graph) => self.outside_edges(graph, value, frame),
            Domain::Tuple(parts) => {
                self.outside_parts(parts.iter().zip(value.entries()), true, frame)
            }
        }
    }

    fn outside_edges(
        &self,
        graph: &Expr,
        value: &Value,
        frame: &mut FrameValues,
    ) -> Result<Option<Outside>> {
        let graph = self.eval(graph, frame)?;
        let graph = graph.graph();
        let ends: Vec<usize> =
            value.entries().iter().filter_map(|end| usize::try_from(end.int()).ok()).collect();
        let wanted = match ends.as_slice() {
            [a, b] if (*a).max(*b) < graph.order() && graph.adjacent(*a, *b) => {
                if a < b || graph.is_directed() {
                    return Ok(None);
                }
                "must be an edge with its lesser end first"
            }
            _ if graph.is_directed() => "must be an arc of the graph",
            _ => "must be an edge of the graph",
        };
        Ok(Some(Outside {
            part: String::new(),
            seen: format!("this is {}", self.show(value)),
            wanted: wanted.to_string(),
            bound: None,
        }))
    }

    fn outside_ints(
        &self,
        low: &Expr,
        high: Option<&(Box<Expr>, bool)>,
        int: i64,
        frame: &mut FrameValues,
    ) -> Result<Option<Outside>> {
        let least = self.int(low, frame)?;
        let most = match high {
            None => None,
            Some((high, true)) => Some(self.int(high, frame)?),
            Some((high, false)) => Some(self.int(high, frame)?.saturating_sub(1)),
        };
        let above = most.is_some_and(|most| int > most);
        if int >= least && !above {
            return Ok(None);
        }
        if self.quiet.get() {
            return Ok(Some(Outside::default()));
        }
        let of_vertices = high.is_some_and(|(high, _)| {
            matches!(high.kind, ExprKind::Builtin(Builtin::Graph(GraphFunction::Order), _))
        });
        // A guard can name an end that depends on params alone and stands in the text.
        let named = |end: &Expr| {
            !of_vertices
                && !matches!(end.kind, ExprKind::Constant(_))
                && Mentions::of(end).locals.is_empty()
        };
        let (relation, end) = match (above, high, most) {
            (true, Some((high, inclusive)), _) if named(high) => {
                (if *inclusive { "<=" } else { "<" }, self.words(high))
            }
            (true, _, Some(most)) => ("<=", most.to_string()),
            _ if named(low) => (">=", self.words(low)),
            _ => (">=", least.to_string()),
        };
        Ok(Some(Outside {
            part: String::new(),
            seen: format!("this is {int}"),
            wanted: match most {
                None => format!("must be at least {least}"),
                Some(most) if of_vertices && most >= least => {
                    format!("must be a vertex, between {least} and {most}")
                }
                Some(_) if of_vertices => "must be a vertex, and there is none".to_string(),
                Some(most) if most < least => {
                    format!("must be between {least} and {most}, so there is none at all")
                }
                Some(most) => format!("must be between {least} and {most}"),
            },
            bound: Some(Bound { relation, end, has_upper_end: most.is_some() }),
        }))
    }

    /// The first entry of a vector or tuple, or member of a set, that is outside of its domain.
    fn outside_parts<'v>(
        &self,
        parts: impl Iterator<Item = (&'v Domain, &'v Value)>,
        in_places: bool,
        frame: &mut FrameValues,
    ) -> Result<Option<Outside>> {
        for (at, (domain, value)) in parts.enumerate() {
            let Some(outside) = self.outside(domain, value, frame)? else {
                continue;
            };
            let part =
                if in_places { format!("entry {at} of ") } else { "each member of ".to_string() };
            let seen = match (outside.part.is_empty(), in_places) {
                (false, _) => outside.seen,
                (true, true) => format!("entry {at} is {}", self.show(value)),
                (true, false) => format!("{} is a member", self.show(value)),
            };
            // Of a set no single member is changed, so there is no guard for one.
            let bound = outside.bound.filter(|_| in_places);
            return Ok(Some(Outside { part: outside.part + &part, seen, bound, ..outside }));
        }
        Ok(None)
    }
}

/// What a choice that is dropped fails with; no one reads it.
fn dropped(span: Span) -> Error {
    Error::Outside(Box::new(Diagnostic::new("E0701", span, String::new())))
}

fn count(n: i64, one: &str, many: &str) -> String {
    if n == 1 { format!("one {one}") } else { format!("{n} {many}") }
}
