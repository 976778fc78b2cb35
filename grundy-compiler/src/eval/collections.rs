//! Vectors, sets and maps: entries, changes, and operators on sets.

use std::borrow::Cow;

use grundy_grammar::Span;

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::ir::{BinaryOp, Expr, ExprKind, Type, Update, UpdateOp};
use crate::value::Value;

use super::{FrameValues, binders, overflow};

/// How many members or entries a collection has.
pub(super) fn length(value: &Value, span: Span) -> Result<Value> {
    let length = match value {
        Value::Range(range) => {
            i64::try_from(range.len()).map_err(|_| overflow(span, "the length".to_string()))?
        }
        Value::Map(pairs) => i64::try_from(pairs.len()).expect("fits into memory"),
        other => i64::try_from(other.entries().len()).expect("fits into memory"),
    };
    Ok(Value::Int(length))
}

/// `++` and the operators on sets.
pub(super) fn combine(op: BinaryOp, a: &Value, b: &Value) -> Value {
    let (a, b) = (a.entries(), b.entries());
    match op {
        BinaryOp::Concat => Value::vector(a.iter().chain(b).cloned()),
        BinaryOp::Union => Value::set(a.iter().chain(b).cloned()),
        BinaryOp::Intersect => {
            Value::Set(a.iter().filter(|x| b.binary_search(x).is_ok()).cloned().collect())
        }
        BinaryOp::Difference => {
            Value::Set(a.iter().filter(|x| b.binary_search(x).is_err()).cloned().collect())
        }
        _ => {
            let only_a = a.iter().filter(|x| b.binary_search(x).is_err());
            let only_b = b.iter().filter(|x| a.binary_search(x).is_err());
            Value::set(only_a.chain(only_b).cloned())
        }
    }
}

/// The largest collection that is built: some gigabytes.
const MAX_ENTRIES: u64 = 100_000_000;

impl Instance {
    /// Refuses to build a collection that would fill the memory.
    pub(crate) fn may_grow(&self, entries: usize, span: Span) -> Result<()> {
        if entries as u64 <= MAX_ENTRIES {
            return Ok(());
        }
        Err(Error::fault(
            "E0709",
            span,
            format!("a collection of more than {MAX_ENTRIES} entries does not fit into memory"),
        )
        .label("too large to build")
        .help("run through it with a binder (`... for x in ...`), which does not build it"))
    }

    /// The members or entries of a collection as a slice.
    pub(crate) fn members<'v>(&self, value: &'v Value, span: Span) -> Result<Cow<'v, [Value]>> {
        Ok(match value {
            Value::Range(range) => {
                self.may_grow(usize::try_from(range.len()).unwrap_or(usize::MAX), span)?;
                Cow::Owned(range.iter().map(Value::Int).collect())
            }
            Value::Map(pairs) => Cow::Owned(pairs.iter().map(|(_, value)| value.clone()).collect()),
            other => Cow::Borrowed(other.entries()),
        })
    }

    /// A range as the set or vector of its members.
    pub(super) fn convert(&self, value: Value, ty: &Type, span: Span) -> Result<Value> {
        let Value::Range(_) = &value else {
            return Ok(value);
        };
        let members = self.members(&value, span)?.into_owned();
        Ok(match ty {
            Type::Set(_) => Value::Set(members.into()),
            _ => Value::Vector(members.into()),
        })
    }

    pub(super) fn index(
        &self,
        base: &Expr,
        index: &Expr,
        frame: &mut FrameValues,
    ) -> Result<Value> {
        // An entry of a variable is read in place.
        let owned;
        let key = self.eval(index, frame)?;
        let value = match &base.kind {
            ExprKind::Local(local) => &frame[local.index()],
            _ => {
                owned = self.eval(base, frame)?;
                &owned
            }
        };
        match value {
            Value::Map(pairs) => match pairs.binary_search_by(|(at, _)| at.cmp(&key)) {
                Ok(at) => Ok(pairs[at].1.clone()),
                Err(_) => {
                    let known: Vec<String> = pairs.iter().map(|(at, _)| at.to_string()).collect();
                    Err(Error::fault("E0705", index.span, format!("this map has no entry {key}"))
                        .label(format!("the index is {key}"))
                        .help(format!("it has an entry for each of {{{}}}", known.join(", "))))
                }
            },
            vector => {
                let entries = vector.entries();
                let at = usize::try_from(key.int()).ok().filter(|&at| at < entries.len());
                at.map(|at| entries[at].clone())
                    .ok_or_else(|| self.no_entry(base, key.int(), entries.len(), index.span))
            }
        }
    }

    pub(super) fn slice(
        &self,
        base: &Expr,
        index: &Expr,
        frame: &mut FrameValues,
    ) -> Result<Value> {
        let value = self.eval(base, frame)?;
        let entries = value.entries();
        let Value::Range(range) = self.eval(index, frame)? else {
            unreachable!("the type was checked")
        };
        let Some((low, high)) = range.bounds() else {
            return Ok(Value::vector([]));
        };
        match (usize::try_from(low), usize::try_from(high)) {
            (Ok(low), Ok(high)) if high < entries.len() => {
                Ok(Value::Vector(entries[low..=high].into()))
            }
            (Err(_), _) => Err(self.no_entry(base, low, entries.len(), index.span)),
            _ => Err(self.no_entry(base, high, entries.len(), index.span)),
        }
    }

    pub(super) fn without(
        &self,
        base: &Expr,
        index: &Expr,
        frame: &mut FrameValues,
    ) -> Result<Value> {
        let value = self.eval(base, frame)?;
        let entries = value.entries();
        let at = self.int(index, frame)?;
        let gone = usize::try_from(at).ok().filter(|&at| at < entries.len());
        let gone = gone.ok_or_else(|| self.no_entry(base, at, entries.len(), index.span))?;
        let kept = entries.iter().enumerate().filter(|(at, _)| *at != gone);
        Ok(Value::vector(kept.map(|(_, value)| value.clone())))
    }

    /// All right sides see the old vector; additions to one entry add up.
    pub(super) fn with(
        &self,
        base: &Expr,
        updates: &[Update],
        frame: &mut FrameValues,
    ) -> Result<Value> {
        let old = self.eval(base, frame)?;
        let mut changes = Changes {
            new: old.entries().to_vec(),
            set: vec![None; old.entries().len()],
            added: vec![None; old.entries().len()],
        };
        for update in updates {
            match &update.over {
                None => self.update(base, update, &mut changes, frame)?,
                Some((pattern, over)) => {
                    let _ = self.each_member(over, frame, &mut |value, frame| {
                        binders::assign(pattern, value, frame);
                        self.update(base, update, &mut changes, frame)?;
                        Ok(std::ops::ControlFlow::Continue(()))
                    })?;
                }
            }
        }
        Ok(Value::Vector(changes.new.into()))
    }

    fn update(
        &self,
        base: &Expr,
        update: &Update,
        changes: &mut Changes,
        frame: &mut FrameValues,
    ) -> Result<()> {
        let at = self.int(&update.index, frame)?;
        let value = self.eval(&update.value, frame)?;
        let place = usize::try_from(at).ok().filter(|&at| at < changes.new.len());
        let place =
            place.ok_or_else(|| self.no_entry(base, at, changes.new.len(), update.index.span))?;
        let twice = match update.op {
            UpdateOp::Set => changes.set[place].or(changes.added[place]),
            UpdateOp::Add | UpdateOp::Subtract => changes.set[place],
        };
        if let Some(first) = twice {
            let error = Error::fault("E0706", update.span, format!("entry {at} is set and changed again in one `with`"))
                .label("changes the same entry")
                .help("`+=` and `-=` on one entry add up, but an entry that is set with `=` can change only once");
            return Err(error.map(|d| d.related(first, "changed here already")));
        }
        match update.op {
            UpdateOp::Set => {
                changes.set[place] = Some(update.span);
                changes.new[place] = value;
            }
            UpdateOp::Add | UpdateOp::Subtract => {
                changes.added[place] = Some(update.span);
                let (before, by) = (changes.new[place].int(), value.int());
                let (sign, after) = match update.op {
                    UpdateOp::Add => ("+", before.checked_add(by)),
                    _ => ("-", before.checked_sub(by)),
                };
                let after =
                    after.ok_or_else(|| overflow(update.span, format!("{before} {sign} {by}")))?;
                changes.new[place] = Value::Int(after);
            }
        }
        Ok(())
    }

    fn no_entry(&self, of: &Expr, at: i64, length: usize, span: Span) -> Error {
        let named =
            matches!(of.kind, ExprKind::Local(_) | ExprKind::Param(_) | ExprKind::Global(_));
        let name = if named { self.words(of) } else { "x".to_string() };
        let subject = if named { format!("`{name}`") } else { "this vector".to_string() };
        let (has, help) = match length {
            0 => ("it is empty".to_string(), format!("ask for `len({name}) > 0` before")),
            1 => ("its only entry is 0".to_string(), "entries are counted from 0".to_string()),
            _ => (
                format!("its entries are 0 to {}", length - 1),
                format!("entries are counted from 0: the indices of `{name}` are `0..len({name})`"),
            ),
        };
        Error::fault("E0705", span, format!("{subject} has no entry {at}: {has}"))
            .label(format!("the index is {at}"))
            .help(help)
    }
}

/// A vector while a `with` changes it, and where each entry was changed.
struct Changes {
    new: Vec<Value>,
    set: Vec<Option<Span>>,
    added: Vec<Option<Span>>,
}
