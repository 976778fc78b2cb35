//! Expressions whose value is fixed: nothing in them depends on the position
//! or on a choice that is still open.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::ir::visit::{bound_at_top, each_child};
use crate::ir::{Expr, ExprKind, Local};
use crate::value::Value;

use super::Input;
use super::symbol::Symbol;

/// Evaluates fixed expressions, those without variables only once.
pub(super) struct Ground<'a> {
    input: &'a Input<'a>,
    /// The largest frame of a kind or setup: expressions that bind variables beyond
    /// it (in functions) are left alone.
    slots: usize,
    /// By address: the IR does not move while it is analysed.
    closed: RefCell<BTreeMap<usize, Option<Value>>>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(input: &'a Input<'a>) -> Ground<'a> {
        let kinds = input.spec.kinds.iter().map(|kind| &kind.frame);
        let setups = input.spec.setups.iter().map(|setup| &setup.body.frame);
        let slots = kinds.chain(setups).map(|frame| frame.names.len()).max();
        Ground { input, slots: slots.unwrap_or(0), closed: RefCell::new(BTreeMap::new()) }
    }

    /// The value of `expr` where the variables stand for `env`.
    pub(super) fn value(&self, expr: &'a Expr, env: &[Option<Symbol<'a>>]) -> Option<Value> {
        if let ExprKind::Constant(value) = &expr.kind {
            return Some(value.clone());
        }
        let address = std::ptr::from_ref(expr).addr();
        if let Some(value) = self.closed.borrow().get(&address) {
            return value.clone();
        }
        let mut copy = expr.clone();
        let mut free = Free { env, inner: Vec::new(), replaced: false, open: false };
        free.collect_bound(&mut copy);
        free.fill(&mut copy);
        if free.open || free.inner.iter().any(|local| local.index() >= self.slots) {
            return None;
        }
        let value = (self.input.constant)(&copy);
        if !free.replaced {
            self.closed.borrow_mut().insert(address, value.clone());
        }
        value
    }
}

/// Puts known values in the place of the variables of an expression.
struct Free<'e, 'a> {
    env: &'e [Option<Symbol<'a>>],
    /// The variables that the expression binds itself.
    inner: Vec<Local>,
    replaced: bool,
    open: bool,
}

impl Free<'_, '_> {
    fn collect_bound(&mut self, expr: &mut Expr) {
        self.inner.extend(bound_at_top(expr));
        each_child(expr, &mut |child| self.collect_bound(child));
    }

    fn fill(&mut self, expr: &mut Expr) {
        if let ExprKind::Local(local) = expr.kind {
            if self.inner.contains(&local) {
                return;
            }
            let symbol = self.env.get(local.index()).and_then(Option::as_ref);
            match symbol.and_then(Symbol::known) {
                Some(value) => {
                    expr.kind = ExprKind::Constant(value);
                    self.replaced = true;
                }
                None => self.open = true,
            }
            return;
        }
        if !self.open {
            each_child(expr, &mut |child| self.fill(child));
        }
    }
}
