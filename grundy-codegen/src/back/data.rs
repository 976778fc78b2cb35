//! Heaps and grids as Rust that builds them.

use grundy_core::{Condition, Family, Form, Grid, GridKind, GridRule, HeapKind, Part, Rule, Shape};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::types::int;

/// A grid.
pub(super) fn grid_code(grid: &Grid) -> TokenStream {
    let whole = list(grid.whole.iter().map(|whole| option(*whole)).collect());
    let kinds = grid.kinds.iter().map(|kind| {
        let GridKind { domain, rules, asked } = kind;
        let domain = list(domain.iter().map(condition_code).collect());
        let rules = list(rules.iter().map(grid_rule_code).collect());
        quote!(rt::GridKind { domain: #domain, rules: #rules, asked: #asked })
    });
    let kinds = list(kinds.collect());
    quote!(rt::Grid { whole: #whole, kinds: #kinds })
}

fn grid_rule_code(rule: &GridRule) -> TokenStream {
    let GridRule { choices, conditions, parts, heap } = rule;
    let (choices, heap) = (Literal::usize_unsuffixed(*choices), Literal::u64_unsuffixed(*heap));
    let conditions = list(conditions.iter().map(condition_code).collect());
    let parts = parts.iter().map(|(kind, point)| {
        let kind = Literal::usize_unsuffixed(*kind);
        let point = list(point.iter().map(form_code).collect());
        quote!((#kind, #point))
    });
    let parts = list(parts.collect());
    quote! {
        rt::GridRule { choices: #choices, conditions: #conditions, parts: #parts, heap: #heap }
    }
}

fn condition_code(condition: &Condition) -> TokenStream {
    match condition {
        Condition::Natural(form) => {
            let form = form_code(form);
            quote!(rt::Condition::Natural(#form))
        }
        Condition::NotZero(form) => {
            let form = form_code(form);
            quote!(rt::Condition::NotZero(#form))
        }
    }
}

fn form_code(form: &Form) -> TokenStream {
    let coefficients = form.coefficients.iter().map(|c| int(*c));
    let constant = int(form.constant);
    quote!(rt::form([#(#coefficients),*], #constant))
}

/// By how much a heap can be larger than the one that it comes from, and the largest heap of a
/// size of its own.
pub(super) fn grown(shape: &Shape) -> (u64, u64) {
    let by = |removed: i64| if removed < 0 { removed.unsigned_abs() } else { 0 };
    match shape {
        Shape::Empty => (0, 0),
        Shape::Parts(parts) => parts.iter().fold((0, 0), |(grows, fixed), part| match part {
            Part::Rest { removed, .. } => (grows.max(by(*removed)), fixed),
            Part::Fixed { size, .. } => (grows, fixed.max(*size)),
            Part::Nim(_) => (grows, fixed),
        }),
        Shape::Any { gap, .. } => (by(*gap), 0),
        Shape::Split { removed, gap, low, .. } => (by(*removed).max(by(*gap)), *low),
        Shape::Pile { removed, .. } => (by(*removed), 0),
    }
}

/// A family of heaps.
pub(super) fn family_code(family: &Family) -> TokenStream {
    let kinds = family.kinds.iter().map(|kind: &HeapKind| {
        let least = Literal::u64_unsuffixed(kind.least);
        let rules = list(kind.rules.iter().map(rule_code).collect());
        quote!(rt::HeapKind { least: #least, rules: #rules })
    });
    let kinds = list(kinds.collect());
    quote!(rt::Family { kinds: #kinds })
}

fn list(entries: Vec<TokenStream>) -> TokenStream {
    if entries.is_empty() { quote!(rt::Vec::new()) } else { quote!(rt::vec([#(#entries),*])) }
}

fn rule_code(rule: &Rule) -> TokenStream {
    let from = Literal::u64_unsuffixed(rule.from);
    let to = option(rule.to);
    let except = rule.except.iter().map(|n| {
        let n = Literal::u64_unsuffixed(*n);
        quote!(#n)
    });
    let except = list(except.collect());
    let shape = shape_code(&rule.shape);
    quote!(rt::Rule { from: #from, to: #to, except: #except, shape: #shape })
}

fn shape_code(shape: &Shape) -> TokenStream {
    let unsigned = |n: u64| Literal::u64_unsuffixed(n);
    let index = |n: usize| Literal::usize_unsuffixed(n);
    match shape {
        Shape::Empty => quote!(rt::Shape::Empty),
        Shape::Parts(parts) => {
            let parts = list(parts.iter().map(part_code).collect());
            quote!(rt::Shape::Parts(#parts))
        }
        Shape::Any { kind, low, gap } => {
            let (kind, low, gap) = (index(*kind), unsigned(*low), int(*gap));
            quote!(rt::Shape::Any { kind: #kind, low: #low, gap: #gap })
        }
        Shape::Split { left, right, removed, low, gap, unequal } => {
            let (left, right, low) = (index(*left), index(*right), unsigned(*low));
            let (removed, gap) = (int(*removed), int(*gap));
            quote! {
                rt::Shape::Split {
                    left: #left,
                    right: #right,
                    removed: #removed,
                    low: #low,
                    gap: #gap,
                    unequal: #unequal,
                }
            }
        }
        Shape::Pile { kind, parts, removed, every, unequal } => {
            pile_code(*kind, *parts, *removed, *every, *unequal)
        }
    }
}

fn pile_code(
    kind: usize,
    parts: u32,
    removed: i64,
    every: Option<u64>,
    unequal: bool,
) -> TokenStream {
    let (kind, parts) = (Literal::usize_unsuffixed(kind), Literal::u32_unsuffixed(parts));
    let (removed, every) = (int(removed), option(every));
    quote! {
        rt::Shape::Pile {
            kind: #kind,
            parts: #parts,
            removed: #removed,
            every: #every,
            unequal: #unequal,
        }
    }
}

fn option(number: Option<u64>) -> TokenStream {
    match number {
        Some(number) => {
            let number = Literal::u64_unsuffixed(number);
            quote!(rt::Some(#number))
        }
        None => quote!(rt::None),
    }
}

fn part_code(part: &Part) -> TokenStream {
    match part {
        Part::Rest { kind, removed } => {
            let kind = Literal::usize_unsuffixed(*kind);
            let removed = int(*removed);
            quote!(rt::Part::Rest { kind: #kind, removed: #removed })
        }
        Part::Fixed { kind, size } => {
            let (kind, size) = (Literal::usize_unsuffixed(*kind), Literal::u64_unsuffixed(*size));
            quote!(rt::Part::Fixed { kind: #kind, size: #size })
        }
        Part::Nim(size) => {
            let size = Literal::u64_unsuffixed(*size);
            quote!(rt::Part::Nim(#size))
        }
    }
}
