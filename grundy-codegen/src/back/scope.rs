//! The variables of one function that is being written.

use std::cell::RefCell;

use grundy_compiler::ir::{Frame, Local, Pattern, Type};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Game;
use super::names::{Names, ident};
use super::types::is_copy;

/// How the variable of the language is held by that of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// By value.
    Owned,
    /// By reference.
    Borrowed,
    /// As an array.
    Array,
}

/// Where the components of a sum go.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// What they are put into: an expression of a reference to it.
    pub sink: TokenStream,
    /// How many copies each component counts for.
    pub copies: TokenStream,
    /// Whether they are brought into normal form: an expression.
    pub normal: TokenStream,
    /// The measure of the position before the move, where moves must lower it.
    pub measure: Option<Ident>,
}

impl Target {
    /// Into a sum that is a value: as it is written.
    pub fn value(sum: &Ident) -> Target {
        Target { sink: quote!(&mut #sum), copies: quote!(1), normal: quote!(false), measure: None }
    }
}

/// What is known of one function while it is written.
pub(super) struct Scope<'g> {
    pub game: &'g Game<'g>,
    names: Vec<Ident>,
    held: RefCell<Vec<Held>>,
    taken: RefCell<Names>,
}

impl<'g> Scope<'g> {
    pub fn new(game: &'g Game<'g>, frame: &Frame) -> Scope<'g> {
        let mut taken = game.outer_names.clone();
        taken.take_all(frame.names.iter().map(String::as_str));
        Scope {
            game,
            names: frame.names.iter().map(|name| ident(name)).collect(),
            held: RefCell::new(vec![Held::Owned; frame.names.len()]),
            taken: RefCell::new(taken),
        }
    }

    /// A name that no variable here has.
    pub fn fresh(&self, like: &str) -> Ident {
        self.taken.borrow_mut().fresh(like)
    }

    /// A label that nothing here has.
    pub fn label(&self, like: &str) -> syn::Lifetime {
        let name = self.fresh(like);
        syn::Lifetime::new(&format!("'{name}"), proc_macro2::Span::call_site())
    }

    pub fn name(&self, local: Local) -> &Ident {
        &self.names[local.index()]
    }

    pub fn held(&self, local: Local) -> Held {
        self.held.borrow()[local.index()]
    }

    pub fn hold(&self, local: Local, held: Held) {
        self.held.borrow_mut()[local.index()] = held;
    }

    /// Binds a pattern to a value that is owned.
    pub fn pattern(&self, pattern: &Pattern) -> TokenStream {
        match pattern {
            Pattern::Local(local) => {
                self.hold(*local, Held::Owned);
                let name = self.name(*local);
                quote!(#name)
            }
            Pattern::Ignore => quote!(_),
            Pattern::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.pattern(part));
                quote!((#(#parts,)*))
            }
        }
    }

    /// Binds a pattern to a reference: the pattern, and what must follow it.
    pub fn borrowed(&self, pattern: &Pattern, ty: &Type) -> (TokenStream, TokenStream) {
        if is_copy(ty) {
            let pattern = self.pattern(pattern);
            return (quote!(&#pattern), TokenStream::new());
        }
        self.borrowed_part(pattern, ty)
    }

    /// Inside of a pattern that is bound to a reference no `&` can stand.
    fn borrowed_part(&self, pattern: &Pattern, ty: &Type) -> (TokenStream, TokenStream) {
        match (pattern, ty) {
            (Pattern::Local(local), ty) => {
                let name = self.name(*local);
                if is_copy(ty) {
                    self.hold(*local, Held::Owned);
                    return (quote!(#name), quote!(let #name = *#name;));
                }
                self.hold(*local, Held::Borrowed);
                (quote!(#name), TokenStream::new())
            }
            (Pattern::Tuple(parts), Type::Tuple(types)) => {
                let parts = parts.iter().zip(types);
                let (parts, after): (Vec<_>, Vec<_>) =
                    parts.map(|(part, ty)| self.borrowed_part(part, ty)).unzip();
                (quote!((#(#parts,)*)), quote!(#(#after)*))
            }
            _ => (quote!(_), TokenStream::new()),
        }
    }
}
