//! Expressions.

use grundy_compiler::ir::{BinaryOp, CompareOp, Expr, ExprKind, Local, Type, Update, UpdateOp};
use grundy_compiler::value::Value;
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::scope::{Held, Scope, Target};
use super::types::{constant, is_copy, is_int_set, owned, set_path};

impl Scope<'_> {
    /// An expression of the owned type.
    pub fn value(&self, expr: &Expr) -> TokenStream {
        self.code(expr).tokens
    }

    /// An expression of the owned type, as an operand.
    pub fn code(&self, expr: &Expr) -> Code {
        if let ExprKind::Local(local) = expr.kind
            && !is_copy(&expr.ty)
        {
            let name = self.name(local);
            return Code::atom(match (self.held(local), &expr.ty) {
                (Held::Owned, _) => quote!(#name.clone()),
                (Held::Borrowed, Type::Vector(_)) | (Held::Array, _) => quote!(#name.to_vec()),
                (Held::Borrowed, _) => quote!(#name.clone()),
            });
        }
        if let ExprKind::With(base, _) = &expr.kind
            && self.is_array(base)
        {
            let array = self.array(expr);
            return Code::atom(quote!(rt::vec(#array)));
        }
        self.form(expr)
    }

    /// Whether the value is held as an array.
    pub fn is_array(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => self.held(*local) == Held::Array,
            ExprKind::With(base, _) => self.is_array(base),
            _ => false,
        }
    }

    /// The array that an expression [is](Self::is_array).
    pub fn array(&self, expr: &Expr) -> TokenStream {
        match &expr.kind {
            ExprKind::Local(local) => {
                let name = self.name(*local);
                quote!(#name)
            }
            _ => self.form(expr).tokens,
        }
    }

    /// A vector as an array, whose length follows from where it goes.
    pub fn as_array(&self, expr: &Expr) -> TokenStream {
        match &expr.kind {
            _ if self.is_array(expr) => self.array(expr),
            ExprKind::Collect(body, binders) if is_copy(&body.ty) => self.filled(body, binders),
            _ => {
                let vector = self.value(expr);
                quote!(rt::array(#vector)?)
            }
        }
    }

    /// An expression that can be borrowed: a name without a copy of what it holds, or a value.
    pub fn lent(&self, expr: &Expr) -> Code {
        match &expr.kind {
            ExprKind::Local(local) => {
                let name = self.name(*local);
                Code::atom(quote!(#name))
            }
            ExprKind::Param(param) => {
                let name = &self.game.params[param.index()];
                Code::atom(quote!(self.#name))
            }
            ExprKind::Global(global) if !is_copy(&expr.ty) => {
                let name = self.game.need_let(*global);
                Code::atom(quote!(self.#name()?))
            }
            ExprKind::Index(base, index) if !is_copy(&expr.ty) => self.entry(base, index),
            _ if self.is_array(expr) => Code::block(self.array(expr)),
            _ => self.code(expr),
        }
    }

    /// A reference to the value.
    pub fn reference(&self, expr: &Expr) -> TokenStream {
        let borrowed = match &expr.kind {
            ExprKind::Local(local) => self.held(*local) == Held::Borrowed,
            ExprKind::Global(_) | ExprKind::Index(..) => true,
            _ => false,
        };
        let lent = self.lent(expr);
        if borrowed && !is_copy(&expr.ty) { lent.tokens } else { Code::reference(lent).tokens }
    }

    /// A value as an argument of a function.
    pub fn argument(&self, expr: &Expr) -> TokenStream {
        if is_copy(&expr.ty) { self.value(expr) } else { self.reference(expr) }
    }

    fn form(&self, expr: &Expr) -> Code {
        match &expr.kind {
            ExprKind::Constant(value @ Value::Int(int)) if *int < 0 => {
                Code::prefix(constant(value))
            }
            ExprKind::Constant(value) => Code::atom(constant(value)),
            ExprKind::Local(_) => self.lent(expr),
            ExprKind::Param(_) => {
                let lent = self.lent(expr).tokens;
                Code::atom(if is_copy(&expr.ty) { lent } else { quote!(#lent.clone()) })
            }
            ExprKind::Global(global) => {
                let name = self.game.need_let(*global);
                if is_copy(&expr.ty) {
                    Code::deref(Code::atom(quote!(self.#name()?)))
                } else {
                    Code::atom(quote!(self.#name()?.clone()))
                }
            }
            ExprKind::Negate(a) => {
                let a = self.value(a);
                Code::atom(quote!(rt::negate(#a)?))
            }
            ExprKind::Not(a) => Code::not(self.code(a)),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Compare(first, rest) => self.compare(first, rest),
            ExprKind::If(condition, then, otherwise) => {
                let (condition, then, otherwise) =
                    (self.value(condition), self.value(then), self.value(otherwise));
                Code::block(quote!(if #condition { #then } else { #otherwise }))
            }
            ExprKind::Let(pattern, value, body) => {
                let value = self.value(value);
                let pattern = self.pattern(pattern);
                let body = self.value(body);
                Code::block(quote!({ let #pattern = #value; #body }))
            }
            ExprKind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.value(part));
                Code::atom(quote!((#(#parts,)*)))
            }
            ExprKind::Vector(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|part| self.value(part)).collect();
                Code::atom(if parts.is_empty() {
                    quote!(rt::Vec::new())
                } else {
                    quote!(rt::vec([#(#parts),*]))
                })
            }
            ExprKind::Set(parts) => {
                let parts = parts.iter().map(|part| self.value(part));
                Code::atom(match is_int_set(&expr.ty) {
                    true => quote!(rt::IntSet::of([#(#parts),*])),
                    false => quote!(rt::Set::of(rt::vec([#(#parts),*]))),
                })
            }
            ExprKind::Range { low, high, inclusive } => {
                let (low, high) = (self.value(low), self.value(high));
                Code::atom(if *inclusive {
                    quote!(rt::Range::inclusive(#low, #high))
                } else {
                    quote!(rt::Range::exclusive(#low, #high))
                })
            }
            ExprKind::Collect(body, binders) => self.collect(expr, body, binders),
            ExprKind::Aggregate { op, body, binders, otherwise } => {
                self.aggregate(expr, *op, body, binders, otherwise.as_deref())
            }
            ExprKind::Index(base, index) => {
                let entry = self.entry(base, index);
                if is_copy(&expr.ty) {
                    Code::deref(entry)
                } else {
                    let (entry, ty) = (entry.tight(), owned(&expr.ty, &self.game.position));
                    Code::atom(quote!(<#ty as rt::Clone>::clone(#entry)))
                }
            }
            ExprKind::Slice(base, range) => {
                let (base, range) = (self.reference(base), self.value(range));
                Code::atom(quote!(rt::slice(#base, #range)?.to_vec()))
            }
            ExprKind::With(base, updates) => self.with(base, updates),
            ExprKind::Without(base, index) => {
                let (base, index) = (self.reference(base), self.value(index));
                Code::atom(quote!(rt::without(#base, #index)?))
            }
            ExprKind::Call(function, args) => {
                let name = self.game.need_function(*function);
                let args = args.iter().map(|arg| self.argument(arg));
                Code::atom(quote!(self.#name(#(#args),*)?))
            }
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, expr),
            ExprKind::Fixpoint(local, start, step) => self.fixpoint(*local, start, step),
            ExprKind::Convert(inner) => Code::atom(match &expr.ty {
                Type::Set(_) => self.as_set(inner),
                _ => self.built(inner),
            }),
            ExprKind::Empty
            | ExprKind::Component(..)
            | ExprKind::Setup(..)
            | ExprKind::Heap(_)
            | ExprKind::Plus(..)
            | ExprKind::Copies(..)
            | ExprKind::SumOf(..) => {
                let sum = self.fresh("sum");
                let add = self.add_sum(expr, &Target::value(&sum));
                Code::block(quote!({ let mut #sum = rt::Sum::zero(); #add #sum }))
            }
            // Questions never occur in rules, and later forms are refused before.
            _ => Code::atom(self.game.refuse(expr.span)),
        }
    }

    /// A reference to an entry of a vector or map.
    fn entry(&self, base: &Expr, index: &Expr) -> Code {
        let lent = self.reference(base);
        Code::atom(match &base.ty {
            Type::Map(..) => {
                let index = self.reference(index);
                quote!(rt::at(#lent, #index)?)
            }
            _ => {
                let index = self.value(index);
                quote!(rt::index(#lent, #index)?)
            }
        })
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Code {
        let call = |name: TokenStream| {
            let (a, b) = (self.value(a), self.value(b));
            Code::atom(quote!(rt::#name(#a, #b)?))
        };
        let sets = |name: TokenStream| {
            let (a, b) = (self.lent(a).tight(), self.reference(b));
            Code::atom(quote!(#a.#name(#b)))
        };
        match op {
            BinaryOp::Add => call(quote!(add)),
            BinaryOp::Subtract => call(quote!(sub)),
            BinaryOp::Multiply => call(quote!(mul)),
            BinaryOp::Divide => call(quote!(div)),
            BinaryOp::Mod => call(quote!(modulo)),
            BinaryOp::Xor => {
                let (a, b) = (self.code(a).tight(), self.code(b).tight());
                Code::block(quote!(#a ^ #b))
            }
            BinaryOp::Concat => {
                let (a, b) = (self.reference(a), self.reference(b));
                Code::atom(quote!(rt::concat(#a, #b)))
            }
            BinaryOp::Union => sets(quote!(union)),
            BinaryOp::Intersect => sets(quote!(intersect)),
            BinaryOp::Difference => sets(quote!(minus)),
            BinaryOp::SymmetricDifference => sets(quote!(either)),
            BinaryOp::And => Code::and(self.code(a), self.code(b)),
            BinaryOp::Or => Code::or(self.code(a), self.code(b)),
            BinaryOp::Implies => Code::or(Code::not(self.code(a)), self.code(b)),
            BinaryOp::Iff => Code::compare(self.code(a), quote!(==), self.code(b)),
        }
    }

    /// A chain of comparisons: none is looked at behind one that fails. An operand between two links
    /// is written twice, which is the same as once, since it has no effect.
    fn compare(&self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Code {
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

    fn with(&self, base: &Expr, updates: &[Update]) -> Code {
        let new = self.fresh("new");
        let start = if self.is_array(base) { self.array(base) } else { self.value(base) };
        let only_sums = updates.iter().all(|update| update.op != UpdateOp::Set);
        let one = matches!(updates, [update] if update.over.is_none());
        let simple = only_sums || one;
        let step = |update: &Update| {
            let (at, value) = (self.value(&update.index), self.value(&update.value));
            match (update.op, simple) {
                (UpdateOp::Set, true) => quote!(rt::set(&mut #new, #at, #value)?;),
                (UpdateOp::Add, true) => quote!(rt::increase(&mut #new, #at, #value)?;),
                (UpdateOp::Subtract, true) => quote!(rt::decrease(&mut #new, #at, #value)?;),
                (UpdateOp::Set, false) => quote!(#new.set(#at, #value)?;),
                (UpdateOp::Add, false) => quote!(#new.add(#at, #value)?;),
                (UpdateOp::Subtract, false) => quote!(#new.sub(#at, #value)?;),
            }
        };
        let steps: Vec<TokenStream> = updates
            .iter()
            .map(|update| match &update.over {
                None => step(update),
                Some((pattern, over)) => self.for_each(pattern, over, &mut || step(update)),
            })
            .collect();
        Code::block(if simple {
            quote!({ let mut #new = #start; #(#steps)* #new })
        } else {
            quote!({ let mut #new = rt::Changes::of(#start); #(#steps)* #new.done() })
        })
    }

    fn fixpoint(&self, local: Local, start: &Expr, step: &Expr) -> Code {
        let (name, next) = (self.name(local), self.fresh("next"));
        let start = self.value(start);
        self.hold(local, Held::Owned);
        let step = self.value(step);
        let steps = self.fresh("steps");
        Code::block(quote!({
            let mut #name = #start;
            let mut #steps = rt::Steps::new();
            loop {
                let #next = #step;
                if #next == #name { break #name; }
                #steps.count()?;
                #name = #next;
            }
        }))
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
