//! Vectors of which some entries are changed.

use crate::ir::{Expr, ExprKind, Local, Pattern, Update, UpdateOp};
use crate::program::code::Op;

use super::{Lower, Lowered, No, Num, Val};

/// A vector while a `with` changes it; whether each entry was set, and whether it was added to.
struct Changes {
    new: Vec<Val>,
    set: Vec<Num>,
    added: Vec<Num>,
}

impl Lower<'_> {
    /// All right sides see the old vector; additions to one entry add up.
    pub(super) fn with(&mut self, base: &Expr, updates: &[Update]) -> Lowered<Val> {
        let Val::Vector(new) = self.value(base)? else {
            return Err(No::Construct("`with` on a range", base.span));
        };
        let untouched = vec![Num::known(0); new.len()];
        let mut changes = Changes { new, set: untouched.clone(), added: untouched };
        for update in updates {
            let Some((pattern, over)) = &update.over else {
                self.update(update, Num::known(1), &mut changes)?;
                continue;
            };
            let over_value = self.value(over)?;
            if let Some(items) = self.items(&over_value) {
                for item in items {
                    self.assign(pattern, item);
                    self.update(update, Num::known(1), &mut changes)?;
                }
                continue;
            }
            // For each entry it is asked whether it is meant.
            let Pattern::Local(variable) = pattern else {
                return Err(No::Construct("a `with` over tuples", over.span));
            };
            self.update_some(update, *variable, &over_value, &mut changes, over)?;
        }
        Ok(Val::Vector(changes.new))
    }

    fn update_some(
        &mut self,
        update: &Update,
        variable: Local,
        over: &Val,
        changes: &mut Changes,
        expr: &Expr,
    ) -> Lowered<()> {
        if !matches!(&update.index.kind, ExprKind::Local(local) if *local == variable) {
            return Err(No::Static("a `with` over an unknown number of entries", expr.span));
        }
        let length = changes.new.len() as i64;
        let inside = match over {
            Val::Range(low, high) => {
                let (above, below) = (
                    self.op(Op::LessEqual, Num::known(0), *low)?,
                    self.op(Op::Less, *high, Num::known(length))?,
                );
                let (inside, empty) =
                    (self.op(Op::And, above, below)?, self.op(Op::Less, *high, *low)?);
                self.op(Op::Or, inside, empty)?
            }
            Val::Mask(mask) if length < 64 => {
                let beyond = self.op(Op::AndNot, *mask, Num::known((1 << length) - 1))?;
                self.op(Op::Equal, beyond, Num::known(0))?
            }
            Val::Mask(_) => Num::known(1),
            _ => return Err(No::Construct("a `with` over this", expr.span)),
        };
        self.demand(inside)?;
        for at in 0..length {
            self.frame[variable.index()] = Some(Val::known(at));
            let meant = match over {
                Val::Range(low, high) => {
                    let (above, below) = (
                        self.op(Op::LessEqual, *low, Num::known(at))?,
                        self.op(Op::LessEqual, Num::known(at), *high)?,
                    );
                    self.op(Op::And, above, below)?
                }
                Val::Mask(mask) => self.op(Op::Bit, *mask, Num::known(at))?,
                _ => unreachable!("looked at above"),
            };
            self.update(update, meant, changes)?;
        }
        Ok(())
    }

    /// Makes one change where it is meant.
    fn update(&mut self, update: &Update, meant: Num, changes: &mut Changes) -> Lowered<()> {
        if meant.constant() == Some(0) {
            return Ok(());
        }
        let at = self.num(&update.index)?;
        let (value, _) = self.arm(meant, true, |this| this.value(&update.value))?;
        if meant.constant().is_none() || at.constant().is_none() {
            let inside = self.is_index(at, changes.new.len())?;
            let not_meant = self.not(meant)?;
            let fine = self.op(Op::Or, not_meant, inside)?;
            self.demand(fine)?;
        } else if at.constant().is_none_or(|at| at < 0 || at >= changes.new.len() as i64) {
            return self.demand(Num::known(0));
        }
        for place in 0..changes.new.len() {
            let here = self.op(Op::Equal, at, Num::known(place as i64))?;
            let here = self.op(Op::And, here, meant)?;
            if here.constant() == Some(0) {
                continue;
            }
            let before = match update.op {
                UpdateOp::Set => self.op(Op::Or, changes.set[place], changes.added[place])?,
                UpdateOp::Add | UpdateOp::Subtract => changes.set[place],
            };
            let twice = self.op(Op::And, before, here)?;
            let once = self.not(twice)?;
            self.demand(once)?;
            let old = changes.new[place].clone();
            let new = match update.op {
                UpdateOp::Set => {
                    changes.set[place] = self.op(Op::Or, changes.set[place], here)?;
                    value.clone()
                }
                UpdateOp::Add | UpdateOp::Subtract => {
                    changes.added[place] = self.op(Op::Or, changes.added[place], here)?;
                    let (Val::Num(old), Val::Num(by)) = (&old, &value) else {
                        unreachable!("the type was checked")
                    };
                    let op = match update.op {
                        UpdateOp::Add => Op::CheckedAdd,
                        _ => Op::CheckedSub,
                    };
                    let (old, by) = (*old, *by);
                    let (sum, _) = self.arm(here, true, |this| this.op(op, old, by))?;
                    Val::Num(sum)
                }
            };
            changes.new[place] = match (here.constant(), old, new) {
                (Some(_), _, new) => new,
                (None, Val::Num(old), Val::Num(new)) => Val::Num(self.select(here, new, old)?),
                _ => {
                    return Err(No::Static(
                        "a change of an entry that is a collection",
                        update.span,
                    ));
                }
            };
        }
        Ok(())
    }
}
