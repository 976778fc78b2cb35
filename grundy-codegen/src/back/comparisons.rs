//! Comparisons, membership and inclusion.

use grundy_compiler::ir::{CompareOp, Expr, ExprKind, Type};
use quote::quote;

use super::code::Code;
use super::scope::{Held, Scope};
use super::types::{is_copy, set_path};

impl Scope<'_> {
    /// A chain of comparisons: none is looked at behind one that fails. An operand between two links
    /// is written twice, which is the same as once, since it has no effect.
    pub fn compare(&self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Code {
        let [(op, right), rest @ ..] = rest else {
            return Code::atom(quote!(true));
        };
        let link = self.link(*op, first, right);
        if rest.is_empty() { link } else { Code::and(link, self.compare(right, rest)) }
    }

    /// One comparison.
    fn link(&self, op: CompareOp, a: &Expr, b: &Expr) -> Code {
        match op {
            CompareOp::In => self.is_member(a, b),
            CompareOp::NotIn => Code::not(self.is_member(a, b)),
            CompareOp::Subset | CompareOp::ProperSubset => self.included(op, a, b),
            CompareOp::Superset => self.included(CompareOp::Subset, b, a),
            CompareOp::ProperSuperset => self.included(CompareOp::ProperSubset, b, a),
            _ if a.ty == Type::Sum => {
                let (a, b) = (self.reference(a), self.reference(b));
                let same = Code::atom(quote!(rt::same_sum(#a, #b)));
                if op == CompareOp::NotEqual { Code::not(same) } else { same }
            }
            _ if is_copy(&a.ty) && is_copy(&b.ty) => compared(op, self.code(a), self.code(b)),
            _ => compared(op, self.alike(a, &b.ty), self.alike(b, &a.ty)),
        }
    }

    /// A value for a comparison with one of another type: a range is built when the other is not.
    fn alike(&self, expr: &Expr, other: &Type) -> Code {
        let value = match (&expr.ty, other) {
            (Type::Range, Type::Range) => self.lent(expr),
            (Type::Range, Type::Set(_)) => Code::atom(self.as_set(expr)),
            (Type::Range, _) => {
                let range = self.value(expr);
                Code::atom(quote!(rt::members(#range)?))
            }
            (Type::Vector(_), _) => {
                let lent = self.lent(expr).tight();
                return Code::atom(quote!(#lent[..]));
            }
            (Type::Set(_) | Type::Map(..) | Type::Tuple(_), _) if matches!(&expr.kind, ExprKind::Local(local) if self.held(*local) == Held::Borrowed) =>
            {
                return Code::deref(self.lent(expr));
            }
            _ => {
                return Code::deref(Code::atom({
                    let reference = self.reference(expr);
                    quote!((#reference))
                }));
            }
        };
        match other {
            Type::Vector(_) => {
                let value = value.tight();
                Code::atom(quote!(#value[..]))
            }
            _ => value,
        }
    }

    fn included(&self, op: CompareOp, a: &Expr, b: &Expr) -> Code {
        let set = |expr: &Expr| match expr.ty {
            Type::Range => {
                let set = self.as_set(expr);
                quote!(&#set)
            }
            _ => self.reference(expr),
        };
        let within = match (&a.ty, &b.ty) {
            (Type::Range, Type::Range) => {
                let (a, b) = (self.code(a).tight(), self.value(b));
                Code::atom(quote!(#a.within(#b)))
            }
            _ => {
                let path = set_path(if a.ty == Type::Range { &b.ty } else { &a.ty });
                let (a, b) = (set(a), set(b));
                Code::atom(quote!(#path::within(#a, #b)))
            }
        };
        if op == CompareOp::Subset {
            return within;
        }
        Code::and(within, self.link(CompareOp::NotEqual, a, b))
    }

    fn is_member(&self, value: &Expr, collection: &Expr) -> Code {
        let member = self.reference(value);
        Code::atom(match (&collection.ty, &collection.kind) {
            (_, ExprKind::Set(members) | ExprKind::Vector(members)) => {
                let members = members.iter().map(|m| self.value(m));
                quote!([#(#members),*].contains(#member))
            }
            (Type::Range, _) => {
                let (range, value) = (self.code(collection).tight(), self.value(value));
                quote!(#range.contains(#value))
            }
            (Type::Set(_), _) => {
                let set = self.lent(collection).tight();
                quote!(#set.has(#member))
            }
            (Type::Map(..), _) => {
                let map = self.lent(collection).tight();
                let other = self.fresh("other");
                quote!(#map.values().any(|#other| #other == #member))
            }
            _ => {
                let vector = self.lent(collection).tight();
                quote!(#vector.contains(#member))
            }
        })
    }
}

fn compared(op: CompareOp, a: Code, b: Code) -> Code {
    let sign = match op {
        CompareOp::Equal => quote!(==),
        CompareOp::NotEqual => quote!(!=),
        CompareOp::Less => quote!(<),
        CompareOp::LessEqual => quote!(<=),
        CompareOp::Greater => quote!(>),
        _ => quote!(>=),
    };
    Code::compare(a, sign, b)
}
