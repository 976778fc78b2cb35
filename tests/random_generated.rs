//! Random games as generated Rust, against the reference engine.
//!
//! The games in `tests/random_games` are those of a fixed seed; `tests/random.rs` sees to that, and with
//! `UPDATE_RANDOM_GAMES=1` writes them anew.
#![allow(missing_docs)]

mod common;

use common::generated::compare;

macro_rules! games {
    ($([$($start:expr),+]: $($name:ident $path:literal)+;)+) => {
        mod games {
            $($(
                pub mod $name {
                    grundy::include_game!($path);
                }
            )+)+
        }

        $(games!(@tests [$($start),+] $($name $path)+);)+
    };
    (@tests $starts:tt $($name:ident $path:literal)+) => {
        $(
            #[test]
            fn $name() {
                #[allow(unused_imports)]
                use games::$name::random::{Position::*, solver};
                let text = include_str!(concat!("../", $path));
                compare(stringify!($name), text, vec! $starts, solver());
            }
        )+
    };
}

games! {
    [Heap { n: 17 }]:
        heaps_0 "tests/random_games/heaps_0.game"
        heaps_1 "tests/random_games/heaps_1.game"
        heaps_2 "tests/random_games/heaps_2.game"
        heaps_3 "tests/random_games/heaps_3.game"
        heaps_4 "tests/random_games/heaps_4.game"
        heaps_5 "tests/random_games/heaps_5.game"
        heaps_6 "tests/random_games/heaps_6.game"
        heaps_7 "tests/random_games/heaps_7.game"
        heaps_8 "tests/random_games/heaps_8.game"
        heaps_9 "tests/random_games/heaps_9.game";
    [Board { a: 5, b: 6 }]:
        board_0 "tests/random_games/board_0.game"
        board_1 "tests/random_games/board_1.game"
        board_2 "tests/random_games/board_2.game"
        board_3 "tests/random_games/board_3.game"
        board_4 "tests/random_games/board_4.game"
        board_5 "tests/random_games/board_5.game";
    [Row { x: vec![2, 3, 1] }, Row { x: vec![3, 4] }]:
        row_0 "tests/random_games/row_0.game"
        row_1 "tests/random_games/row_1.game"
        row_2 "tests/random_games/row_2.game"
        row_3 "tests/random_games/row_3.game"
        row_4 "tests/random_games/row_4.game";
    [Row { x: vec![2, 3, 2] }, Row { x: vec![4, 1] }]:
        expressions_0 "tests/random_games/expressions_0.game"
        expressions_1 "tests/random_games/expressions_1.game"
        expressions_2 "tests/random_games/expressions_2.game"
        expressions_3 "tests/random_games/expressions_3.game"
        expressions_4 "tests/random_games/expressions_4.game"
        expressions_5 "tests/random_games/expressions_5.game"
        expressions_6 "tests/random_games/expressions_6.game"
        expressions_7 "tests/random_games/expressions_7.game";
}
