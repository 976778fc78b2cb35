//! Whether values lie in their domains, and what to say when they do not.

use grundy_grammar::{Diagnostic, Span};

use crate::error::{Error, Result};
use crate::eval::FrameValues;
use crate::instance::Instance;
use crate::ir::{BinaryOp, Domain, Expr, ExprKind, Field, Param};
use crate::value::{Position, Value};

/// A value that is outside of a domain: which part of it, and what was wanted.
struct Outside {
    /// The part of the value, for instance ` entry 2`.
    part: String,
    value: Value,
    wanted: String,
    /// The bound that was missed, for the guard that would keep it.
    bound: Option<(&'static str, i64)>,
}

impl Instance {
    /// Checks the fields of a position that an expression has made.
    pub(crate) fn check_position(&self, position: &Position, args: &[Expr], span: Span) -> Result<()> {
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
        let diagnostic = Diagnostic::new("E0701", span, format!("`{}` is no position of this game", self.show_position(position)))
            .label("breaks the condition of its kind")
            .related(condition.span, "this condition fails");
        Err(Error::Outside(Box::new(diagnostic)))
    }

    /// Checks values against the domains of fields or arguments.
    pub(crate) fn check_fields(&self, name: &str, fields: &[Field], values: &[Value], args: &[Expr], span: Span) -> Result<()> {
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
            let place = args.get(i).map_or(span, |arg| arg.span);
            let shown: Vec<String> = values.iter().map(|v| self.show(v)).collect();
            let mut diagnostic = Diagnostic::new(
                "E0701",
                place,
                format!("`{name}({})` is no position: `{}`{} must be {}", shown.join(", "), field.name, outside.part, outside.wanted),
            )
            .label(format!("this is {}", self.show(&outside.value)))
            .related(field.span, "its domain is given here");
            if let Some((relation, bound)) = outside.bound {
                let guard = self.guard(args.get(i), relation, bound);
                diagnostic = diagnostic.help(format!("if this is a move, keep the choice out with the guard `when {guard}`"));
            }
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
                format!("the param `{}`{} must be {}", param.name, outside.part, outside.wanted),
            )
            .label(format!("this is {}", self.show(&outside.value)))
            .map(|d| d.related(param.span, "the param is declared here")));
        }
        if let Some(condition) = &param.condition {
            let mut frame = vec![Value::Int(0); condition.frame.names.len()];
            if !self.value(&condition.expr, &mut frame)?.bool() {
                return Err(Error::fault("E0602", span, format!("`{} = {}` breaks the condition of this param", param.name, self.show(value)))
                    .label("not allowed by `where`")
                    .map(|d| d.related(condition.expr.span, "this condition fails")));
            }
        }
        Ok(())
    }

    /// The condition that keeps a value within a bound, in the words of the rules.
    fn guard(&self, arg: Option<&Expr>, relation: &str, bound: i64) -> String {
        match arg.map(|arg| (&arg.kind, self.text(arg.span))) {
            Some((ExprKind::Binary(BinaryOp::Subtract, a, b), _)) if relation == ">=" && bound == 0 => {
                format!("{} <= {}", self.text(b.span), self.text(a.span))
            }
            Some((_, text)) => format!("{text} {relation} {bound}"),
            None => format!("... {relation} {bound}"),
        }
    }

    fn outside(&self, domain: &Domain, value: &Value, frame: &mut FrameValues) -> Result<Option<Outside>> {
        match domain {
            Domain::Any => Ok(None),
            Domain::Int { low, high } => {
                let low = self.int(low, frame)?;
                let high = match high {
                    None => None,
                    Some((high, inclusive)) => {
                        let bound = self.int(high, frame)?;
                        Some(if *inclusive { bound } else { bound.saturating_sub(1) })
                    }
                };
                let int = value.int();
                let above = high.is_some_and(|high| int > high);
                if int >= low && !above {
                    return Ok(None);
                }
                Ok(Some(Outside {
                    part: String::new(),
                    value: value.clone(),
                    wanted: match high {
                        None => format!("at least {low}"),
                        Some(high) => format!("between {low} and {high}"),
                    },
                    bound: Some(if above { ("<=", high.unwrap_or(low)) } else { (">=", low) }),
                }))
            }
            Domain::Vector(element, length) => {
                if let Some(length) = length {
                    let length = self.int(length, frame)?;
                    let entries = value.entries().len();
                    if usize::try_from(length) != Ok(entries) {
                        return Ok(Some(Outside {
                            part: String::new(),
                            value: value.clone(),
                            wanted: format!("a vector of {length} entries, not {entries}"),
                            bound: None,
                        }));
                    }
                }
                self.outside_entries(element, value.entries(), frame, "entry")
            }
            Domain::Set(element) => self.outside_entries(element, value.entries(), frame, "member"),
            Domain::Tuple(parts) => {
                for (i, (part, value)) in parts.iter().zip(value.entries()).enumerate() {
                    if let Some(outside) = self.outside(part, value, frame)? {
                        return Ok(Some(Outside { part: format!(" entry {i}{}", outside.part), ..outside }));
                    }
                }
                Ok(None)
            }
        }
    }

    fn outside_entries(&self, element: &Domain, entries: &[Value], frame: &mut FrameValues, what: &str) -> Result<Option<Outside>> {
        if matches!(element, Domain::Any) {
            return Ok(None);
        }
        for (i, entry) in entries.iter().enumerate() {
            if let Some(outside) = self.outside(element, entry, frame)? {
                let which = if what == "entry" { format!(" entry {i}{}", outside.part) } else { format!(" member {}{}", self.show(entry), outside.part) };
                return Ok(Some(Outside { part: which, bound: None, ..outside }));
            }
        }
        Ok(None)
    }
}
