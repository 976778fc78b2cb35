//! Whether a position exists that a move leads to.

use crate::ir::{Domain, Expr, ExprKind, Field, KindId, Type};
use crate::program::code::Op;

use super::sums::frame;
use super::{Lower, Lowered, No, Num, Val};

impl Lower<'_> {
    /// The fields of a component, if it exists.
    pub(super) fn made(&mut self, kind: KindId, args: &[Expr]) -> Lowered<Vec<Val>> {
        let fields = self.values(args)?;
        let spec = self.spec;
        let rules = &spec.kinds[kind.index()];
        let span = args.first().map_or(rules.span, |arg| arg.span);
        let place = Expr { span, ty: Type::Int, kind: ExprKind::Empty };
        self.in_frame(frame(rules, &fields), |this| {
            for (at, field) in rules.fields.iter().enumerate() {
                this.exists(field, at, &place)?;
            }
            if let Some(condition) = &rules.condition {
                let holds = this.num(condition)?;
                this.required(holds)?;
            }
            Ok(())
        })?;
        Ok(fields)
    }

    /// Leaves out, or refuses, what is outside of a domain.
    pub(super) fn required(&mut self, condition: Num) -> Lowered<()> {
        if self.legal { self.keep(condition) } else { self.demand(condition) }
    }

    /// Leaves out, or refuses, what is not in this order.
    pub(super) fn in_order(&mut self, a: Num, b: Num) -> Lowered<()> {
        if !self.legal {
            return self.ordered_or_fail(a, b);
        }
        let holds = self.op(Op::LessEqual, a, b)?;
        self.keep(holds)
    }

    /// Asks whether a field of the frame is in its domain.
    pub(super) fn exists(&mut self, field: &Field, at: usize, expr: &Expr) -> Lowered<()> {
        let Some(value) = self.frame[at].clone() else { return Ok(()) };
        self.within(&field.domain, &value, expr)
    }

    fn within(&mut self, domain: &Domain, value: &Val, expr: &Expr) -> Lowered<()> {
        match (domain, value) {
            (Domain::Any, _) => Ok(()),
            (Domain::Int { low, high }, Val::Num(num)) => {
                let low = self.num(low)?;
                self.in_order(low, *num)?;
                if let Some((high, inclusive)) = high {
                    let mut high = self.num(high)?;
                    if !inclusive {
                        high = self.op(Op::CheckedSub, high, Num::known(1))?;
                    }
                    self.in_order(*num, high)?;
                }
                Ok(())
            }
            (Domain::Vector(element, length), Val::Vector(entries)) => {
                if let Some(length) = length {
                    let length = self.num(length)?;
                    let same = self.op(Op::Equal, length, Num::known(entries.len() as i64))?;
                    self.required(same)?;
                }
                entries.iter().try_for_each(|entry| self.within(element, entry, expr))
            }
            (Domain::Tuple(domains), Val::Tuple(parts)) => {
                let mut pairs = domains.iter().zip(parts);
                pairs.try_for_each(|(domain, part)| self.within(domain, part, expr))
            }
            (Domain::Set(member), value) => {
                let mask = self.mask(value.clone(), expr)?;
                let Domain::Int { low, high } = &**member else { return Ok(()) };
                let low = self.num(low)?;
                let mut most = Num::known(63);
                if let Some((high, inclusive)) = high {
                    let mut high = self.num(high)?;
                    if !inclusive {
                        high = self.op(Op::CheckedSub, high, Num::known(1))?;
                    }
                    most = self.op(Op::Min, high, most)?;
                }
                let least = self.op(Op::Max, low, Num::known(0))?;
                if (least.constant(), most.constant()) == (Some(0), Some(63)) {
                    return Ok(());
                }
                let allowed = self.op(Op::Span, least, most)?;
                let outside = self.op(Op::AndNot, mask, allowed)?;
                let fine = self.op(Op::Equal, outside, Num::known(0))?;
                self.required(fine)
            }
            _ => Err(No::Construct("a field of this form", expr.span)),
        }
    }

    /// Asks whether the move lowers the measure that the author gave.
    pub(super) fn measured(&mut self, kind: KindId, fields: &[Val]) -> Lowered<()> {
        let spec = self.spec;
        let rules = &spec.kinds[kind.index()];
        let (Some(before), Some(measure)) = (self.measure, &rules.decreases) else {
            return Ok(());
        };
        let after = self.in_frame(frame(rules, fields), |this| this.num(measure))?;
        let (above, below) =
            (self.op(Op::LessEqual, Num::known(0), after)?, self.op(Op::Less, after, before)?);
        let lowers = self.op(Op::And, above, below)?;
        self.demand(lowers)
    }
}
