//! Unknown types and how they become known.
//!
//! Almost every type is known at once. Only an empty `{}` or `[]` and a
//! recursive call of a function whose value has not been seen yet get a
//! variable, which the first use that tells decides.

use crate::ir::{Expr, Type};

use crate::ir::visit::each_child;

/// What is known of each type variable.
#[derive(Debug, Default)]
pub(super) struct Types {
    known: Vec<Option<Type>>,
}

impl Types {
    /// A new variable.
    pub(super) fn fresh(&mut self) -> Type {
        self.known.push(None);
        Type::Var(u32::try_from(self.known.len() - 1).expect("fewer than 2^32 type variables"))
    }

    /// The type with all that is known put in.
    pub(super) fn resolve(&self, ty: &Type) -> Type {
        match ty {
            Type::Var(var) => match &self.known[*var as usize] {
                Some(known) => self.resolve(known),
                None => ty.clone(),
            },
            Type::Vector(element) => Type::Vector(Box::new(self.resolve(element))),
            Type::Set(element) => Type::Set(Box::new(self.resolve(element))),
            Type::Map(index, value) => {
                Type::Map(Box::new(self.resolve(index)), Box::new(self.resolve(value)))
            }
            Type::Tuple(parts) => Type::Tuple(parts.iter().map(|p| self.resolve(p)).collect()),
            _ => ty.clone(),
        }
    }

    /// Makes the two types equal if that is possible.
    pub(super) fn unify(&mut self, a: &Type, b: &Type) -> bool {
        let (a, b) = (self.resolve(a), self.resolve(b));
        match (&a, &b) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Var(x), Type::Var(y)) if x == y => true,
            (Type::Var(var), other) | (other, Type::Var(var)) => {
                if mentions(other, *var) {
                    return false;
                }
                self.known[*var as usize] = Some(other.clone());
                true
            }
            (Type::Vector(x), Type::Vector(y)) | (Type::Set(x), Type::Set(y)) => self.unify(x, y),
            (Type::Map(i, x), Type::Map(j, y)) => self.unify(i, j) && self.unify(x, y),
            (Type::Tuple(xs), Type::Tuple(ys)) => {
                xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.unify(x, y))
            }
            _ => a == b,
        }
    }

    /// The type, where a variable that nothing decided counts as `int`: such
    /// a variable belongs to a collection that is always empty.
    pub(super) fn settle(&self, ty: &Type) -> Type {
        match self.resolve(ty) {
            Type::Var(_) => Type::Int,
            Type::Vector(element) => Type::Vector(Box::new(self.settle(&element))),
            Type::Set(element) => Type::Set(Box::new(self.settle(&element))),
            Type::Map(index, value) => {
                Type::Map(Box::new(self.settle(&index)), Box::new(self.settle(&value)))
            }
            Type::Tuple(parts) => Type::Tuple(parts.iter().map(|p| self.settle(p)).collect()),
            known => known,
        }
    }

    /// Settles the types of an expression and of everything in it.
    pub(super) fn settle_expr(&self, expr: &mut Expr) {
        expr.ty = self.settle(&expr.ty);
        each_child(expr, &mut |child| self.settle_expr(child));
    }
}

fn mentions(ty: &Type, var: u32) -> bool {
    match ty {
        Type::Var(other) => *other == var,
        Type::Vector(element) | Type::Set(element) => mentions(element, var),
        Type::Map(index, value) => mentions(index, var) || mentions(value, var),
        Type::Tuple(parts) => parts.iter().any(|p| mentions(p, var)),
        _ => false,
    }
}
