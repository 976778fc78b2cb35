//! What a move leads to: components and their normal forms.

use crate::ir::{Expr, ExprKind, Kind, KindId, Symmetric, Type};
use crate::program::code::{Instr, Op, Reg};

use super::{Lower, Lowered, No, Num, Val};

/// `equals` is followed so often; what does not rest then is left to the tree.
const MAX_STEPS: u32 = 3;

impl Lower<'_> {
    /// Adds copies of a sum to the option.
    pub(super) fn sum(&mut self, expr: &Expr, copies: Num) -> Lowered<()> {
        match &expr.kind {
            ExprKind::Empty => Ok(()),
            ExprKind::Component(kind, args) => {
                let fields = self.made(*kind, args)?;
                self.measured(*kind, &fields)?;
                let legal = std::mem::replace(&mut self.legal, false);
                let result = self.normal(*kind, fields, copies, 0);
                self.legal = legal;
                result
            }
            ExprKind::Heap(size) => {
                let size = self.num(size)?;
                self.heap(size, copies)
            }
            ExprKind::Plus(a, b) => {
                self.sum(a, copies)?;
                self.sum(b, copies)
            }
            ExprKind::Copies(times, a) => {
                let times = self.num(times)?;
                let negative = self.op(Op::Less, times, Num::known(0))?;
                let fine = self.not(negative)?;
                self.demand(fine)?;
                if times.constant() == Some(0) {
                    return Ok(());
                }
                let copies = self.op(Op::CheckedMul, times, copies)?;
                if times.constant().is_some() {
                    return self.sum(a, copies);
                }
                let none = self.op(Op::Equal, times, Num::known(0))?;
                self.arm(none, false, |this| this.sum(a, copies)).map(|_| ())
            }
            ExprKind::SumOf(body, binders) => {
                self.each(binders, &mut |this| this.sum(body, copies))
            }
            ExprKind::If(condition, yes, no) => {
                let condition = self.num(condition)?;
                match condition.constant() {
                    Some(0) => return self.sum(no, copies),
                    Some(_) => return self.sum(yes, copies),
                    None => {}
                }
                self.arm(condition, true, |this| this.sum(yes, copies))?;
                self.arm(condition, false, |this| this.sum(no, copies)).map(|_| ())
            }
            ExprKind::Let(pattern, value, body) => {
                let value = self.value(value)?;
                self.assign(pattern, value);
                self.sum(body, copies)
            }
            ExprKind::Setup(setup, args) => {
                let spec = self.spec;
                let setup = &spec.setups[setup.index()];
                self.called(args, setup.body.frame.names.len(), expr, |this| {
                    for (at, field) in setup.args.iter().enumerate() {
                        this.exists(field, at, expr)?;
                    }
                    this.sum(&setup.body.expr, copies)
                })
            }
            ExprKind::Call(function, args) => {
                let spec = self.spec;
                let function = &spec.functions[function.index()];
                if function.recursive {
                    return Err(No::Construct("a function that calls itself", expr.span));
                }
                self.called(args, function.body.frame.names.len(), expr, |this| {
                    this.sum(&function.body.expr, copies)
                })
            }
            _ => Err(No::Construct("a sum that is computed", expr.span)),
        }
    }

    fn heap(&mut self, size: Num, copies: Num) -> Lowered<()> {
        let (size, copies) = (self.reg(size), self.reg(copies));
        self.put(Instr::Heap { size, copies })
    }

    /// Adds the normal form of copies of a component.
    pub(super) fn normal(
        &mut self,
        kind: KindId,
        fields: Vec<Val>,
        copies: Num,
        steps: u32,
    ) -> Lowered<()> {
        let spec = self.spec;
        let rules = &spec.kinds[kind.index()];
        let mut ended = Num::known(0);
        self.in_frame(frame(rules, &fields), |this| {
            for ends in &rules.ends {
                ended = this.shorted(crate::ir::BinaryOp::Or, ended, |this| this.num(ends))?;
            }
            Ok(())
        })?;
        match ended.constant() {
            Some(0) => self.rests(kind, fields, copies, steps),
            Some(_) => Ok(()),
            None => {
                self.arm(ended, false, |this| this.rests(kind, fields, copies, steps)).map(|_| ())
            }
        }
    }

    fn rests(
        &mut self,
        kind: KindId,
        mut fields: Vec<Val>,
        copies: Num,
        steps: u32,
    ) -> Lowered<()> {
        let spec = self.spec;
        let rules = &spec.kinds[kind.index()];
        self.reordered(rules, &mut fields)?;
        self.clauses(kind, &fields, copies, steps, 0)
    }

    /// Applies the clauses `equals` from this one on; if none applies, the position is in normal form.
    pub(super) fn clauses(
        &mut self,
        kind: KindId,
        fields: &[Val],
        copies: Num,
        steps: u32,
        at: usize,
    ) -> Lowered<()> {
        let spec = self.spec;
        let rules = &spec.kinds[kind.index()];
        let Some(equals) = rules.equals.get(at) else {
            return self.component(kind, fields, copies, rules);
        };
        if steps >= MAX_STEPS {
            return self.demand(Num::known(0));
        }
        let applies = match &equals.when {
            None => Num::known(1),
            Some(when) => self.in_frame(frame(rules, fields), |this| this.num(when))?,
        };
        if applies.constant() != Some(0) {
            self.arm(applies, true, |this| {
                this.becomes(kind, fields, copies, steps, at, &equals.sum)
            })?;
        }
        if applies.constant().is_none_or(|applies| applies == 0) {
            self.arm(applies, false, |this| this.clauses(kind, fields, copies, steps, at + 1))?;
        }
        Ok(())
    }

    /// What an `equals` that applies makes of a position.
    fn becomes(
        &mut self,
        kind: KindId,
        fields: &[Val],
        copies: Num,
        steps: u32,
        at: usize,
        sum: &Expr,
    ) -> Lowered<()> {
        let spec = self.spec;
        let rules = &spec.kinds[kind.index()];
        match &sum.kind {
            ExprKind::Component(other, args) => {
                let made = self.in_frame(frame(rules, fields), |this| this.made(*other, args))?;
                if *other != kind {
                    return self.normal(*other, made, copies, steps + 1);
                }
                let mut sorted = made.clone();
                self.reordered(rules, &mut sorted)?;
                let mut same = Num::known(1);
                for (new, old) in sorted.iter().zip(fields) {
                    let equal = self.same(new, old, sum)?;
                    same = self.op(Op::And, same, equal)?;
                }
                if same.constant() != Some(1) {
                    self.arm(same, false, |this| this.normal(kind, made, copies, steps + 1))?;
                }
                if same.constant() != Some(0) {
                    self.arm(same, true, |this| this.clauses(kind, fields, copies, steps, at + 1))?;
                }
                Ok(())
            }
            ExprKind::Empty => Ok(()),
            ExprKind::Heap(size) => {
                let size = self.in_frame(frame(rules, fields), |this| this.num(size))?;
                self.heap(size, copies)
            }
            ExprKind::Plus(a, b)
                if matches!(
                    (&a.kind, &b.kind),
                    (ExprKind::Component(..), ExprKind::Component(..))
                ) =>
            {
                // Two components are not this one alone.
                for part in [a, b] {
                    let ExprKind::Component(other, args) = &part.kind else { continue };
                    let made =
                        self.in_frame(frame(rules, fields), |this| this.made(*other, args))?;
                    self.normal(*other, made, copies, steps + 1)?;
                }
                Ok(())
            }
            _ => self.split(kind, fields, copies, steps, at, sum),
        }
    }

    /// Sorts what may be reordered.
    fn reordered(&mut self, kind: &Kind, fields: &mut [Val]) -> Lowered<()> {
        let place = Expr { span: kind.span, ty: Type::Int, kind: ExprKind::Empty };
        for symmetric in &kind.symmetric {
            match symmetric {
                Symmetric::Entries(field) => {
                    if let Val::Vector(entries) = &fields[field.index()] {
                        let sorted = self.sorted(entries.clone(), &place)?;
                        fields[field.index()] = Val::Vector(sorted);
                    }
                }
                Symmetric::Fields(all) => {
                    let values = all.iter().map(|field| fields[field.index()].clone()).collect();
                    let sorted = self.sorted(values, &place)?;
                    for (field, value) in all.iter().zip(sorted) {
                        fields[field.index()] = value;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds copies of a component that is in normal form.
    fn component(
        &mut self,
        kind: KindId,
        fields: &[Val],
        copies: Num,
        rules: &Kind,
    ) -> Lowered<()> {
        let place = Expr { span: rules.span, ty: Type::Int, kind: ExprKind::Empty };
        let (mut lengths, mut cells) = (Vec::new(), Vec::new());
        let mut fields = fields.to_vec();
        self.represented(kind, &mut fields)?;
        for (field, value) in rules.fields.iter().zip(&fields) {
            self.flatten(&field.ty, value, &place, &mut lengths, &mut cells)?;
        }
        let shape = self.layouts.shape(self.game, kind, &lengths).map_err(No::Unfit)?;
        let (mut same, mut differing) = (Vec::new(), Vec::new());
        for (cell, place) in cells.into_iter().zip(&self.layouts.shapes[shape].places) {
            match cell {
                Reg::One(at) => same.push((at, *place)),
                Reg::Col(at) => differing.push((at, *place)),
            }
        }
        let (same, differing, copies) = (same.into(), differing.into(), self.reg(copies));
        self.put(Instr::Component { shape: shape as u32, same, differing, copies })
    }

    /// The cells of a value; the lengths of its vectors.
    fn flatten(
        &mut self,
        ty: &Type,
        value: &Val,
        expr: &Expr,
        lengths: &mut Vec<usize>,
        cells: &mut Vec<Reg>,
    ) -> Lowered<()> {
        match (ty, value) {
            (Type::Vector(element), Val::Vector(entries)) => {
                lengths.push(entries.len());
                for entry in entries {
                    self.flatten(element, entry, expr, lengths, cells)?;
                }
            }
            (Type::Tuple(types), Val::Tuple(parts)) => {
                for (ty, part) in types.iter().zip(parts) {
                    self.flatten(ty, part, expr, lengths, cells)?;
                }
            }
            (Type::Set(_), value) => {
                let mask = self.mask(value.clone(), expr)?;
                cells.push(self.reg(mask));
            }
            (_, Val::Num(num)) => cells.push(self.reg(*num)),
            _ => return Err(No::Construct("a field of this form", expr.span)),
        }
        Ok(())
    }
}

/// The frame of a kind with these fields.
pub(super) fn frame(kind: &Kind, fields: &[Val]) -> Vec<Option<Val>> {
    let mut frame: Vec<Option<Val>> = fields.iter().cloned().map(Some).collect();
    frame.resize(kind.frame.names.len().max(frame.len()), None);
    frame
}
