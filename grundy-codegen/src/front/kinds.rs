//! The variants of an enum, or a struct, as kinds of position.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields};

use super::attributes::{Clause, Rule};
use super::field_types::FieldType;
use super::mistakes::Mistakes;
use super::text::{Text, plain};
use crate::back::{Field, Form, Variant};

/// A variant or struct with its rules.
pub struct Kind {
    name: Ident,
    docs: Vec<TokenStream>,
    fields: Vec<KindField>,
    rules: Vec<Rule>,
    /// The variant as the back end needs it.
    pub variant: Variant,
}

struct KindField {
    name: Ident,
    span: Span,
    domain: String,
    /// The tokens of `#[domain(...)]`.
    own_domain: Option<TokenStream>,
}

impl Kind {
    /// The kinds of a type.
    pub fn all(input: &DeriveInput, mistakes: &mut Mistakes) -> Vec<Kind> {
        let ty = &input.ident;
        match &input.data {
            Data::Enum(data) => data
                .variants
                .iter()
                .map(|variant| {
                    let name = &variant.ident;
                    Kind::of(name, quote!(#ty::#name), &variant.attrs, &variant.fields, mistakes)
                })
                .collect(),
            Data::Struct(data) => {
                vec![Kind::of(ty, quote!(#ty), &input.attrs, &data.fields, mistakes)]
            }
            Data::Union(data) => {
                mistakes.at(
                    data.union_token.span,
                    "the positions of a game are an enum or a struct, not a union",
                );
                Vec::new()
            }
        }
    }

    fn of(
        name: &Ident,
        path: TokenStream,
        attributes: &[Attribute],
        fields: &Fields,
        mistakes: &mut Mistakes,
    ) -> Kind {
        let rules = Rule::all(attributes, mistakes);
        let names = names(name, fields, &rules, mistakes);
        let docs = attributes.iter().filter(|attribute| attribute.path().is_ident("doc"));
        let docs = docs.map(|attribute| quote!(#attribute)).collect();
        let mut kind_fields = Vec::new();
        let mut shapes = Vec::new();
        for (field, name) in fields.iter().zip(names) {
            let own = Rule::all(&field.attrs, mistakes);
            let own_domain = own.iter().find(|rule| rule.clause == Clause::Domain);
            let ty = FieldType::of(&field.ty).and_then(|ty| match own_domain {
                Some(rule) if is_set(&rule.tokens) => ty.of_set(&field.ty),
                _ => Ok(ty),
            });
            let ty = ty.unwrap_or_else(|error| {
                mistakes.push(error);
                FieldType { domain: "int".to_string(), form: Form::Same, ints: (0, 0) }
            });
            for other in own.iter().filter(|rule| rule.clause != Clause::Domain) {
                mistakes.at(
                    other.span,
                    "rules belong to the variant; a field has only `#[domain(...)]`",
                );
            }
            shapes.push(Field { member: field.ident.clone(), form: ty.form, ints: ty.ints });
            kind_fields.push(KindField {
                name,
                span: field.ty.span(),
                domain: ty.domain,
                own_domain: own_domain.map(|rule| rule.tokens.clone()),
            });
        }
        let variant = Variant { path, fields: shapes };
        Kind { name: name.clone(), docs, fields: kind_fields, rules, variant }
    }

    /// Whether something says which moves there are.
    pub fn has_moves(&self) -> bool {
        self.rules.iter().any(|rule| rule.clause == Clause::Moves)
    }

    /// Its name, and those that its fields have in the rules.
    pub fn names(&self) -> impl Iterator<Item = &Ident> {
        let given = self.rules.iter().filter_map(|rule| rule.names.as_ref());
        let given = given.flat_map(|(_, names)| names);
        let fields = self.fields.iter().map(|field| &field.name);
        std::iter::once(&self.name).chain(fields).chain(given)
    }

    /// The kind as the game language writes it.
    pub fn print(&self, text: &mut Text) {
        let span = self.name.span();
        self.docs.iter().for_each(|docs| text.tokens(docs.clone()));
        text.push("position", span);
        text.push(&plain(&self.name), span);
        text.push("(", span);
        for field in &self.fields {
            text.push(&plain(&field.name), field.name.span());
            text.push(":", field.name.span());
            match &field.own_domain {
                Some(domain) => text.tokens(domain.clone()),
                None => text.push(&field.domain, field.span),
            }
            text.push(",", field.name.span());
        }
        text.push(")", span);
        let conditions = self.rules.iter().filter(|rule| rule.clause == Clause::Domain);
        for (at, condition) in conditions.enumerate() {
            text.push(if at == 0 { "where (" } else { "and (" }, condition.span);
            text.tokens(condition.tokens.clone());
            text.push(")", condition.span);
        }
        text.push("{", span);
        for rule in &self.rules {
            let word = match rule.clause {
                Clause::Domain => continue,
                Clause::Moves => {
                    for tokens in rule.moves() {
                        text.push("move", rule.span);
                        text.tokens(tokens);
                    }
                    continue;
                }
                Clause::Equals => "equals",
                Clause::Symmetric => "symmetric",
                Clause::EndsWhen => "ends when",
                Clause::Decreases => "decreases",
            };
            text.push(word, rule.span);
            text.tokens(rule.tokens.clone());
        }
        text.push("}", span);
    }
}

/// Whether a domain is one of sets.
fn is_set(domain: &TokenStream) -> bool {
    let first = domain.clone().into_iter().next();
    matches!(first, Some(TokenTree::Ident(word)) if word == "set")
}

/// The names of the fields in the rules.
fn names(kind: &Ident, fields: &Fields, rules: &[Rule], mistakes: &mut Mistakes) -> Vec<Ident> {
    let given: Vec<&(Ident, Vec<Ident>)> =
        rules.iter().filter_map(|rule| rule.names.as_ref()).collect();
    for (name, _) in &given {
        if plain(name) != plain(kind) {
            mistakes.at(name.span(), format!("these are the rules of `{kind}`, not of `{name}`"));
        }
    }
    let first = given.first();
    for (name, names) in given.iter().skip(1) {
        if first.is_some_and(|(_, first)| first != names) {
            mistakes
                .at(name.span(), "the fields have other names here than in the first attribute");
        }
    }
    if let Some((name, names)) = first
        && names.len() != fields.len()
    {
        let there = match fields.len() {
            1 => "one field".to_string(),
            count => format!("{count} fields"),
        };
        let words = format!("`{kind}` has {there}, but {} are named here", names.len());
        mistakes.at(name.span(), words);
    }
    let unnamed = |at: usize| format_ident!("field{}", at, span = kind.span());
    fields
        .iter()
        .enumerate()
        .map(|(at, field)| match (&field.ident, first) {
            (Some(name), _) => name.clone(),
            (None, Some((_, names))) => names.get(at).cloned().unwrap_or_else(|| unnamed(at)),
            (None, None) => unnamed(at),
        })
        .collect()
}
