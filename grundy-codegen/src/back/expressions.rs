//! Expressions.

use grundy_compiler::ir::{BinaryOp, Expr, ExprKind, Local, Type, Update, UpdateOp};
use grundy_compiler::value::Value;
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::scope::{Held, Scope, Target};
use super::types::{constant, is_copy, is_int_set, owned};

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

    /// The expression by its form.
    fn form(&self, expr: &Expr) -> Code {
        match &expr.kind {
            ExprKind::Constant(value) => literal(value),
            ExprKind::Local(_) => self.lent(expr),
            ExprKind::Param(_) | ExprKind::Global(_) => self.known(expr),
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
            ExprKind::Tuple(parts) | ExprKind::Vector(parts) | ExprKind::Set(parts) => {
                self.of_parts(expr, parts)
            }
            ExprKind::Range { low, high, inclusive } => self.range(low, high, *inclusive),
            ExprKind::Convert(inner) => Code::atom(match &expr.ty {
                Type::Set(_) => self.as_set(inner),
                _ => self.built(inner),
            }),
            ExprKind::Collect(body, binders) => self.collect(expr, body, binders),
            ExprKind::Aggregate { op, body, binders, otherwise } => {
                self.aggregate(expr, *op, body, binders, otherwise.as_deref())
            }
            ExprKind::Index(base, index) => self.entry_value(expr, base, index),
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
            _ => self.sum_value(expr),
        }
    }

    /// A param or a `let` as a value of its own.
    fn known(&self, expr: &Expr) -> Code {
        match expr.kind {
            ExprKind::Global(global) if is_copy(&expr.ty) => {
                let name = self.game.need_let(global);
                Code::deref(Code::atom(quote!(self.#name()?)))
            }
            _ if is_copy(&expr.ty) => self.lent(expr),
            _ => {
                let lent = self.lent(expr).tokens;
                Code::atom(quote!(#lent.clone()))
            }
        }
    }

    /// A tuple, vector or set that is written out.
    fn of_parts(&self, expr: &Expr, parts: &[Expr]) -> Code {
        let parts: Vec<TokenStream> = parts.iter().map(|part| self.value(part)).collect();
        Code::atom(match &expr.kind {
            ExprKind::Tuple(_) => quote!((#(#parts,)*)),
            ExprKind::Vector(_) if parts.is_empty() => quote!(rt::Vec::new()),
            ExprKind::Vector(_) => quote!(rt::vec([#(#parts),*])),
            _ if is_int_set(&expr.ty) => quote!(rt::IntSet::of([#(#parts),*])),
            _ => quote!(rt::Set::of(rt::vec([#(#parts),*]))),
        })
    }

    /// The range between two ints.
    pub fn range(&self, low: &Expr, high: &Expr, inclusive: bool) -> Code {
        let (low, high) = (self.value(low), self.value(high));
        let kind = if inclusive { quote!(inclusive) } else { quote!(exclusive) };
        Code::atom(quote!(rt::Range::#kind(#low, #high)))
    }

    /// An entry of a vector or map as a value of its own.
    fn entry_value(&self, expr: &Expr, base: &Expr, index: &Expr) -> Code {
        let entry = self.entry(base, index);
        if is_copy(&expr.ty) {
            return Code::deref(entry);
        }
        let (entry, ty) = (entry.tight(), owned(&expr.ty, &self.game.position));
        Code::atom(quote!(<#ty as rt::Clone>::clone(#entry)))
    }

    /// A sum as a value.
    fn sum_value(&self, expr: &Expr) -> Code {
        match &expr.kind {
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

/// A constant of the rules.
fn literal(value: &Value) -> Code {
    match value {
        Value::Int(int) if *int < 0 => Code::prefix(constant(value)),
        _ => Code::atom(constant(value)),
    }
}
