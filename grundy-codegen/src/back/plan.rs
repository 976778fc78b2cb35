//! The plan as Rust: the family of heaps as data, and where each position is solved.

use grundy_compiler::ir::{KindId, Type};
use grundy_compiler::{Method, Plan};
use grundy_core::{Family, HeapKind, Part, Rule, Shape};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Game;

impl Game<'_> {
    /// The methods of the plan, if there is anything to say: which kinds are heaps, which have
    /// tables. `for_defaults` says that the plan holds for the default params alone.
    pub fn plan(&self, plan: &Plan, for_defaults: bool) -> TokenStream {
        let family = plan.analysis.family.as_ref();
        let position = &self.position;
        let kinds = self.spec.kinds.iter().enumerate();
        let tables = plan.methods.contains(&Method::Sweep) && self.table_kinds(plan);
        let mut has_heaps = false;
        let mut has_tables = false;
        let mut covered = 0;
        let mut arms = TokenStream::new();
        let mut of_table = TokenStream::new();
        for (at, _) in kinds {
            let variant = &self.variants[at];
            let [_] = variant.fields.as_slice() else {
                continue;
            };
            let pattern = variant.with([quote!(size)]);
            let index = Literal::usize_unsuffixed(at);
            match (plan.method(KindId::from(at)), family) {
                (Method::Heap(heap), Some(family)) => {
                    let Some(most) = self.most(plan, family) else {
                        continue;
                    };
                    has_heaps = true;
                    let heap = Literal::usize_unsuffixed(heap);
                    let guard = for_defaults.then(|| quote!(if self.planned));
                    arms.extend(quote!(#pattern #guard => rt::heap_place(#heap, *size, #most),));
                }
                (Method::Sweep, _) if tables => {
                    has_tables = true;
                    arms.extend(quote!(#pattern => rt::table_place(#index, *size),));
                }
                _ => continue,
            }
            covered += 1;
            let made = variant.with([quote!(rt::stored(size)?)]);
            of_table.extend(quote!(#index => rt::Some(#made),));
        }
        if !has_heaps && !has_tables {
            return TokenStream::new();
        }
        let all = covered == self.spec.kinds.len() && !(has_heaps && for_defaults);
        let others = (!all).then(|| quote!(_ => rt::Place::Search,));
        let family = has_heaps.then_some(family).flatten().map(|family| {
            let family = family_code(family);
            let guard = for_defaults.then(|| {
                quote!(if !self.planned {
                    return rt::None;
                })
            });
            quote! {
                fn family(&self) -> rt::Option<rt::Family> { #guard rt::Some(#family) }
            }
        });
        let tables = has_tables.then(|| {
            let kinds = Literal::usize_unsuffixed(self.spec.kinds.len());
            quote! {
                fn tables(&self) -> usize { #kinds }

                fn of_table(&self, kind: usize, size: u64) -> rt::Option<#position> {
                    match kind { #of_table _ => rt::None }
                }
            }
        });
        quote! {
            #family

            fn place(&self, position: &#position) -> rt::Place {
                match position { #arms #others }
            }

            #tables
        }
    }

    /// Whether every kind is an int alone and solved by tables: then these lead to nothing else.
    fn table_kinds(&self, plan: &Plan) -> bool {
        let ints = self
            .spec
            .kinds
            .iter()
            .all(|kind| matches!(kind.fields.as_slice(), [field] if field.ty == Type::Int));
        ints && plan.methods.iter().all(|method| matches!(method, Method::Heap(_) | Method::Sweep))
    }

    /// The size up to which no heap that is reached outgrows its field, if there is one.
    fn most(&self, plan: &Plan, family: &Family) -> Option<TokenStream> {
        let kinds = (0..self.spec.kinds.len())
            .filter(|at| matches!(plan.method(KindId::from(*at)), Method::Heap(_)));
        let narrowest = kinds.flat_map(|at| &self.variants[at].fields).map(|f| f.most).min()?;
        let (mut grows, mut fixed) = (0_u64, 0);
        for rule in family.kinds.iter().flat_map(|kind| &kind.rules) {
            let (by, size) = grown(&rule.shape);
            grows = grows.saturating_add(by);
            fixed = fixed.max(size);
        }
        let most = narrowest.checked_sub(grows).filter(|_| fixed <= narrowest)?;
        let most = Literal::u64_unsuffixed(most);
        Some(quote!(#most))
    }
}

/// By how much a heap can be larger than the one that it comes from, and the largest heap of a
/// size of its own.
fn grown(shape: &Shape) -> (u64, u64) {
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

fn family_code(family: &Family) -> TokenStream {
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
            let (kind, low, gap) = (index(*kind), unsigned(*low), super::types::int(*gap));
            quote!(rt::Shape::Any { kind: #kind, low: #low, gap: #gap })
        }
        Shape::Split { left, right, removed, low, gap, unequal } => {
            let (left, right, low) = (index(*left), index(*right), unsigned(*low));
            let (removed, gap) = (super::types::int(*removed), super::types::int(*gap));
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
    let (removed, every) = (super::types::int(removed), option(every));
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
            let removed = super::types::int(*removed);
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
