//! Any position of a kind, and what its domain says of it.

use std::rc::Rc;

use crate::ir::{Domain, Expr, Field, KindId, Type};

use super::Fixed;
use super::linear::Linear;
use super::symbol::{Collection, Env, Symbol, Vector};
use super::walk::{Origin, Walk};

impl<'a> Walk<'a, '_> {
    /// Any position of a kind: a frame in which its fields are bound.
    pub(super) fn position(&mut self, kind: KindId) -> (Vec<Symbol<'a>>, Env<'a>) {
        let fixed = |at: usize| self.input.fixed.get(&(kind, at)).copied();
        let fixed: Vec<Option<Fixed>> = (0..).map(fixed).take(self.fields(kind).len()).collect();
        let kind = &self.input.spec.kinds[kind.index()];
        let fields: Vec<Symbol<'a>> = kind
            .fields
            .iter()
            .zip(fixed)
            .map(|(field, fixed)| match fixed {
                Some(Fixed::Int(value)) => Symbol::Int(Linear::constant(value)),
                Some(Fixed::Length(length)) => Symbol::Vector(Rc::new(self.ints(length))),
                None => self.any(&field.ty),
            })
            .collect();
        let env = Walk::frame(kind.frame.names.len(), &fields);
        (fields, env)
    }

    fn fields(&self, kind: KindId) -> &'a [Field] {
        &self.input.spec.kinds[kind.index()].fields
    }

    /// Any vector of so many ints.
    fn ints(&mut self, length: usize) -> Vector {
        let entries: Vec<Linear> = (0..length).map(|_| self.fresh(Origin::Field)).collect();
        Vector::of_ints(&entries).expect("small forms")
    }

    /// Any value of a type.
    pub(super) fn any(&mut self, ty: &Type) -> Symbol<'a> {
        match ty {
            Type::Int => Symbol::Int(self.fresh(Origin::Field)),
            Type::Vector(entry) => Symbol::Vector(Rc::new(self.any_vector(entry))),
            Type::Set(member) => {
                let size = self.fresh(Origin::Field);
                self.at_least_zero(Some(size.clone()));
                let id = self.fresh_id();
                let of = Rc::new(Collection::Every((**member).clone()));
                Symbol::Collection(Rc::new(Collection::Part { of, size, id }))
            }
            Type::Tuple(parts) => Symbol::Tuple(parts.iter().map(|part| self.any(part)).collect()),
            _ => Symbol::Opaque,
        }
    }

    /// Any vector with entries of a type.
    pub(super) fn any_vector(&mut self, entry: &Type) -> Vector {
        let len = self.fresh(Origin::Field);
        self.at_least_zero(Some(len.clone()));
        let mut vector = Vector::of_length(len);
        vector.id = Some(self.fresh_id());
        if *entry == Type::Int {
            vector.sum = Some(self.fresh(Origin::Field));
            vector.weighted = Some(self.fresh(Origin::Field));
        }
        vector
    }

    /// Keeps that the fields in `env` lie in their domains.
    pub(super) fn assume_fields(&mut self, fields: &'a [Field], env: &mut Env<'a>) {
        for (index, field) in fields.iter().enumerate() {
            let Some(value) = env[index].clone() else {
                continue;
            };
            env[index] = Some(self.assume_domain(value, &field.domain, env));
        }
    }

    /// Keeps that `value` lies in `domain`; gives the value with what that tells.
    fn assume_domain(
        &mut self,
        value: Symbol<'a>,
        domain: &'a Domain,
        env: &mut Env<'a>,
    ) -> Symbol<'a> {
        match (&value, domain) {
            (Symbol::Int(form), Domain::Int { low, high }) => {
                let low = self.int(low, env);
                self.at_most(&low, form);
                if let Some((high, inclusive)) = high {
                    let high = self.int(high, env);
                    if *inclusive {
                        self.at_most(form, &high);
                    } else {
                        self.below(form, &high);
                    }
                }
                value
            }
            (Symbol::Vector(vector), Domain::Vector(entries, length)) => {
                let vector = self.assume_entries(vector, entries, length.as_deref(), env);
                Symbol::Vector(Rc::new(vector))
            }
            (Symbol::Collection(set), Domain::Set(members)) => {
                let (Collection::Part { size, id, .. }, Domain::Int { low, high: Some(high) }) =
                    (&**set, &**members)
                else {
                    return value;
                };
                let (size, id) = (size.clone(), *id);
                let low = self.int(low, env);
                let bound = self.int(&high.0, env);
                let last = if high.1 { Some(bound) } else { bound.add_constant(-1) };
                let of =
                    Rc::new(last.map_or(Collection::Unknown, |high| Collection::Range(low, high)));
                let all = self.size(&of);
                self.at_most(&size, &all);
                Symbol::Collection(Rc::new(Collection::Part { of, size, id }))
            }
            _ => value,
        }
    }

    fn assume_entries(
        &mut self,
        vector: &Vector,
        entries: &'a Domain,
        length: Option<&'a Expr>,
        env: &mut Env<'a>,
    ) -> Vector {
        let mut vector = vector.clone();
        if let Some(length) = length {
            let length = self.int(length, env);
            self.equal(&vector.len, &length);
        }
        let Domain::Int { low, high } = entries else {
            return vector;
        };
        let least = self.int(low, env);
        vector.low = least.as_constant();
        for entry in vector.entries.iter().flat_map(|entries| entries.iter()) {
            self.at_most(&least, entry);
        }
        if let Some((high, inclusive)) = high {
            let high = self.int(high, env);
            vector.high = if *inclusive { Some(high) } else { high.add_constant(-1) };
            if let Some(high) = &vector.high {
                for entry in vector.entries.iter().flat_map(|entries| entries.iter()) {
                    self.at_most(entry, high);
                }
            }
        }
        if vector.low.is_some_and(|low| low >= 0) {
            for form in [&vector.sum, &vector.weighted] {
                self.at_least_zero(form.clone().or(Some(Linear::default())));
            }
        }
        vector
    }
}
