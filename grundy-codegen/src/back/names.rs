//! Names: those of the game as identifiers of Rust, and names that nothing else has.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span};

/// The identifier for a name of the game; raw where Rust reserves the word.
pub(crate) fn ident(name: &str) -> Ident {
    if syn::parse_str::<Ident>(name).is_ok() {
        return Ident::new(name, Span::call_site());
    }
    match name {
        // These cannot even be raw.
        "self" | "Self" | "super" | "crate" | "_" => {
            Ident::new(&format!("{name}_"), Span::call_site())
        }
        _ => Ident::new_raw(name, Span::call_site()),
    }
}

/// `ToZero` as `to_zero`.
pub(crate) fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut last_small = false;
    for c in name.chars() {
        if c.is_uppercase() && last_small {
            snake.push('_');
        }
        last_small = c.is_lowercase() || c.is_ascii_digit();
        snake.extend(c.to_lowercase());
    }
    snake
}

/// Names that are taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(BTreeSet<String>);

impl Names {
    /// Takes these names, which may be taken already.
    pub fn take_all<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        self.0.extend(names.into_iter().map(str::to_string));
    }

    /// A name like this one that was free, as an identifier.
    pub fn fresh(&mut self, like: &str) -> Ident {
        let numbered = (2..).map(|number| format!("{like}{number}"));
        let free = std::iter::once(like.to_string()).chain(numbered);
        let name = free.into_iter().find(|name| !self.0.contains(name)).expect("there are more");
        self.0.insert(name.clone());
        ident(&name)
    }
}
