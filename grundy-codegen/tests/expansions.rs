//! What the macros make, as one would write it.

#![cfg(feature = "format")]

use std::fs;

use grundy_codegen::{derive, formatted, module};
use grundy_compiler::{SourceMap, compile};
use proc_macro2::TokenStream;

/// What a derive makes of an item.
fn derived(item: &str) -> String {
    let tokens: TokenStream = item.parse().expect("tokens");
    formatted(derive(tokens))
}

/// The module of a built-in game.
fn emitted(name: &str) -> String {
    let path = format!("{}/../specs/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let mut sources = SourceMap::default();
    let id = sources.add(format!("{name}.game"), fs::read_to_string(path).expect("a text"));
    let game = compile(&sources, id).expect("it is well formed");
    formatted(module(&game.spec, &sources, Vec::new()).expect("it can be written"))
}

#[test]
fn a_heap_is_data_for_the_engine() {
    insta::assert_snapshot!(emitted("kayles"));
}

#[test]
fn params_functions_and_vectors() {
    insta::assert_snapshot!(emitted("silver_dollar"));
    insta::assert_snapshot!(emitted("exact_nim"));
}

#[test]
fn normal_forms_and_measures() {
    insta::assert_snapshot!(emitted("staircase"));
    insta::assert_snapshot!(emitted("poker_nim"));
}

#[test]
fn an_enum() {
    insta::assert_snapshot!(derived(
        "enum Hull {
            /// Nothing is selected.
            #[moves(select(i in 1..=n) -> Half(i) + Half(n - i + 1))]
            Path { n: u32 },
            #[moves(Half(n): select(i in 2..=n) -> Half(n - i + 1))]
            Half(u8),
        }"
    ));
}

#[test]
fn a_struct_with_everything() {
    insta::assert_snapshot!(derived(
        "#[game(param(k: u8 = 2), misere, crate = games::grundy)]
        #[symmetric(x)]
        #[ends_when(done)]
        #[domain(len(x) <= LIMIT)]
        #[moves(lower(i in 0..len(x), s in allowed(x[i], k)) when legal -> Piles(x with [i] -= s, done))]
        pub struct Piles {
            x: Vec<u16>,
            done: bool,
        }"
    ));
}

#[test]
fn a_mistake_leaves_the_skeleton() {
    insta::assert_snapshot!(derived(
        "#[moves(take(s in 1..=m) -> Heap(n - s), drop -> Heap(n, n))]
        struct Heap { n: u32 }"
    ));
}

#[test]
fn the_same_game_gives_the_same_code_without_unsafe() {
    let once = emitted("hull_paths");
    assert_eq!(once, emitted("hull_paths"));
    assert!(!once.contains("unsafe"));
}
