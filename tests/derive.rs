//! Games as Rust types: each attribute and each type of field does what its rules say.
#![deny(warnings)]
#![allow(missing_docs)]

use std::error::Error;

use grundy::prelude::*;

/// The nimbers of many positions.
fn nimbers<T: Impartial>(positions: impl IntoIterator<Item = T>) -> Vec<u64> {
    let mut solver = T::solver();
    solver.table(positions).map(|row| row.expect("it has a nimber").1.get()).collect()
}

mod fields {
    use super::*;

    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    enum Mixed {
        /// Named and narrow.
        #[moves(take(s in 1..=n) when s <= 3 -> Heap(n - s))]
        Heap {
            n: u8,
        },
        /// Without names.
        #[moves(Pair(a, flip): lower when a > 0 -> Pair(a - 1, not flip))]
        #[moves(split when flip and a > 1 -> Heap(a - 1) + *1 + 2 * Pair(0, false))]
        Pair(i32, bool),
        /// A vector and an array.
        #[symmetric(x)]
        #[moves(lower(i in 0..len(x), s in 1..=x[i]) -> Rows(x with [i] -= s, y))]
        #[moves(shift(j in 0..3) when y[j] > 0 -> Rows(x ++ [y[j]], y with [j] = 0))]
        Rows {
            x: Vec<u16>,
            y: [u8; 3],
        },
        Done,
    }

    #[test]
    fn values_are_those_of_the_rules() {
        assert_eq!(nimbers((0..8).map(|n| Mixed::Heap { n })), [0, 1, 2, 3, 0, 1, 2, 3]);
        assert_eq!(nimbers([Mixed::Pair(0, true), Mixed::Pair(1, true), Mixed::Done]), [0, 1, 0]);
        let rows = |x: &[u16], y| Mixed::Rows { x: x.to_vec(), y };
        assert_eq!(nimbers([rows(&[3, 5], [0; 3]), rows(&[5, 3], [0; 3])]), [6, 6]);
        // An entry of y goes over and becomes a heap.
        assert_eq!(nimbers([rows(&[], [1, 0, 0])]), [0]);
    }

    #[test]
    fn a_value_that_does_not_fit_is_an_error() {
        #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
        enum Grow {
            #[moves(grow when n < 300 -> Big(n + 100), stay -> *2)]
            Small { n: u8 },
            #[moves(stop -> 0)]
            Big { n: u8 },
        }
        let mut solver = Grow::solver();
        assert_eq!(solver.grundy(&Grow::Small { n: 100 }).unwrap(), 0);
        let error = solver.grundy(&Grow::Small { n: 200 }).unwrap_err().to_string();
        assert!(error.contains("300 does not fit into u8"), "{error}");
        let error = solver.grundy(&Grow::Small { n: 156 }).unwrap_err().to_string();
        assert!(error.contains("256 does not fit into u8"), "{error}");
    }

    #[test]
    fn heaps_near_the_end_of_their_type_are_not_taken_for_longer_ones() {
        #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
        enum Path {
            #[moves(select(i in 1..=n) -> Half(i) + Half(n - i + 1))]
            Whole { n: u8 },
            #[moves(select(i in 2..=n) -> Half(n - i + 1))]
            Half { n: u8 },
            #[moves(open -> Half(n + 1))]
            Cycle { n: u8 },
        }
        let mut solver = Path::solver();
        assert_eq!(solver.grundy(&Path::Whole { n: 255 }).unwrap(), 1);
        assert_eq!(solver.grundy(&Path::Cycle { n: 254 }).unwrap(), 0);
        assert!(solver.grundy(&Path::Cycle { n: 255 }).is_err());
    }
}

mod attributes {
    use super::*;

    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[domain(n <= 20)]
    #[ends_when(rest == 0)]
    #[moves(take(s in 1..=n) -> Hasty(n - s, rest - 1))]
    struct Hasty {
        n: u32,
        #[domain(0..=9)]
        rest: u32,
    }

    #[test]
    fn ends_and_domains() {
        assert_eq!(nimbers((0..4).map(|rest| Hasty { n: 3, rest })), [0, 1, 2, 3]);
        let mut solver = Hasty::solver();
        assert!(solver.grundy(&Hasty { n: 21, rest: 1 }).is_err());
        assert!(solver.grundy(&Hasty { n: 1, rest: 10 }).is_err());
    }

    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[symmetric(x, y)]
    #[moves(
        move jump((dx, dy) in {(-2, 1), (-2, -1), (1, -2), (-1, -2)}) when legal -> At(x + dx, y + dy)
    )]
    struct At {
        #[domain(0..8)]
        x: i8,
        #[domain(0..8)]
        y: i8,
    }

    #[test]
    fn legal_moves_stay_on_the_board() {
        let board = (0..2).flat_map(|x| (0..4).map(move |y| At { x, y }));
        assert_eq!(nimbers(board), [0, 0, 1, 1, 0, 0, 2, 1]);
    }

    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[equals(sum(Row([n]) for n in x) when len(x) != 1)]
    #[moves(lower(i in 0..len(x), s in 1..=x[i]) -> Row(x with [i] -= s))]
    struct Row {
        x: Vec<i64>,
    }

    #[test]
    fn equals_takes_a_position_apart() {
        assert_eq!(nimbers([Row { x: vec![3, 5, 9] }, Row { x: vec![] }]), [15, 0]);
        // Each heap is searched alone.
        let mut solver = Row::solver();
        assert_eq!(solver.grundy(&Row { x: vec![30; 20] }).unwrap(), 0);
        assert!(solver.positions() < 50);
    }

    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[decreases(n)]
    #[moves(take(s in 0..=n) -> Lazy(n - s))]
    struct Lazy {
        n: u32,
    }

    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[moves(take(s in 0..=n) -> Round(n - s))]
    struct Round {
        n: u32,
    }

    #[test]
    fn play_must_end() {
        let error = Lazy::solver().grundy(&Lazy { n: 3 }).unwrap_err().to_string();
        assert!(error.contains("E0713") && error.contains("the move `take`"), "{error}");
        let error = Round::solver().grundy(&Round { n: 3 }).unwrap_err();
        assert!(matches!(error, SolveError::Cycle(_)), "{error}");
    }

    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[game(misere, param(most: u8 = 2))]
    #[moves(take(s in 1..=most) when s <= n -> Heap(n - s))]
    struct Heap {
        n: u32,
    }

    #[test]
    fn params_and_the_convention() {
        let mut solver = Heap::solver();
        assert_eq!(solver.outcome(&Heap { n: 1 }).unwrap(), Outcome::P);
        assert_eq!(solver.outcome(&Heap { n: 0 }).unwrap(), Outcome::N);
        assert_eq!(solver.grundy(&Heap { n: 5 }).unwrap(), 2);
        let mut solver = Heap::solver_with(HeapParams { most: 4 });
        assert_eq!(solver.grundy(&Heap { n: 9 }).unwrap(), 4);
        assert_eq!(HeapParams::default(), HeapParams { most: 2 });
        let winning = solver.winning_moves(&Heap { n: 4 }).unwrap();
        assert_eq!(winning, [Sum::from(Heap { n: 1 })]);
    }
}

mod names {
    use super::*;

    const STEP: u8 = 2;

    fn allowed(n: i64, taken: &[i64]) -> Vec<u8> {
        (1..=n).filter(|s| !taken.contains(s)).map(|s| s as u8).collect()
    }

    fn is_even(n: i64) -> bool {
        n % 2 == 0
    }

    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[moves(take(s in allowed(n, [4, 5])) when not is_even(s) or s == STEP -> Heap(n - s))]
    struct Heap {
        n: u8,
    }

    /// A field with a word that Rust reserves, and names that generated code might use itself.
    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    enum Odd {
        #[moves(take(total in 1..=type, sum in {total}) -> Vec(type - sum, copies))]
        Vec { r#type: u8, copies: u8 },
        #[moves(go(into in 0..options) -> Option(into))]
        Option { options: u8 },
    }

    #[test]
    fn names_of_rust_and_of_the_rules_do_not_meet() {
        assert_eq!(nimbers((0..8).map(|n| Heap { n })), [0, 1, 2, 3, 0, 1, 2, 3]);
        let odd = (0..4).map(|r#type| Odd::Vec { r#type, copies: 7 });
        assert_eq!(nimbers(odd), [0, 1, 2, 3]);
        assert_eq!(nimbers([Odd::Option { options: 5 }]), [5]);
    }

    #[test]
    fn a_result_that_does_not_fit_is_an_error() {
        fn huge(n: i64) -> u64 {
            u64::MAX - n as u64
        }
        #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
        #[moves(take when huge(n) > 5 -> 0)]
        struct Heap {
            n: u8,
        }
        let error = Heap::solver().grundy(&Heap { n: 3 }).unwrap_err().to_string();
        assert!(error.contains("64 bits"), "{error}");
    }
}

mod sums {
    use super::*;

    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[moves(take(s in 1..=n) -> Heap(n - s))]
    struct Heap {
        n: u64,
    }

    #[test]
    fn positions_add_up() {
        let mut solver = Heap::solver();
        let heap = |n| Heap { n };
        let sum = heap(5) + 3 * heap(2) + 2 * heap(9) + (heap(1) + heap(1));
        assert_eq!(solver.grundy(&sum).unwrap(), 7);
        assert_eq!(solver.winning_moves(&(heap(3) + heap(5))).unwrap().len(), 1);
        assert_eq!(solver.misere_outcome(&(heap(1) + heap(1))).unwrap(), Outcome::N);
        assert_eq!(solver.grundy(&heap(1 << 60)).unwrap(), 1 << 60);
    }
}

mod modules {
    use super::*;

    game! {
        //! Take some, or split.
        game take_or_split
        /// The numbers that may be taken.
        param S: set<1..> = {1, 2}
        fn largest() = max(S)
        let limit = largest() + 1
        /// A heap.
        position Heap(n: nat) {
            /// Take s.
            move take(s in S) when s <= n and s < limit -> Heap(n - s)
            move split(a in 1..=n / 2) when n >= 4 -> Heap(a) + Heap(n - a)
        }
        setup Twice(n: nat) = 2 * Heap(n)
        start Heap(7) + Heap(8)
    }

    game! {
        game deep
        fn down(n, rules) = if n == 0 then rules else 1 + down(n - 1, rules)
        fn total(x) = if len(x) == 0 then 0 else x[0] + total(x[1..len(x)])
        position Heap(n: nat) {
            move take(s in 1..=2) when s <= down(n, 0) and total([n - s, s]) == n -> Heap(n - s)
        }
    }

    #[test]
    fn recursion_is_as_deep_as_memory() {
        let heap = |n| deep::Position::Heap { n };
        assert_eq!(deep::solver().grundy(&heap(100_000)).unwrap(), 1);
        assert_eq!(nimbers((0..=7).map(heap)), [0, 1, 2, 0, 1, 2, 0, 1]);
    }

    grundy::include_game!("../specs/hull_paths.game", k = 4);

    #[test]
    fn a_game_in_the_program() {
        use take_or_split::{Params, Position, Rules, solver, solver_with};
        let heap = |n| Position::Heap { n };
        let mut plain = solver();
        assert_eq!(plain.grundy(&heap(2)).unwrap(), 2);
        let rules = Rules::new(Params::default()).unwrap();
        assert_eq!(rules.start().unwrap().to_string(), "Heap(7) + Heap(8)");
        assert_eq!(plain.grundy(&rules.twice(5).unwrap()).unwrap(), 0);
        let mut other = solver_with(Params { S: [1].into() });
        assert_eq!(other.grundy(&heap(3)).unwrap(), 1);
        let error = solver_with(Params { S: [0].into() }).grundy(&heap(3)).unwrap_err().to_string();
        assert!(error.contains("must be at least 1"), "{error}");
    }

    #[test]
    fn a_param_that_is_fixed() {
        let paths = (1..=16).map(|n| hull_paths::Position::Path { n });
        assert_eq!(nimbers(paths), [1, 0, 1, 0, 1, 2, 2, 1, 1, 1, 2, 2, 1, 1, 3, 0]);
    }
}

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(Queen(a, b):
    left(s in 1..=a) -> Queen(a - s, b),
    down(s in 1..=b) -> Queen(a, b - s),
    both(s in 1..=min(a, b)) -> Queen(a - s, b - s))]
struct Queen(u8, u16);

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
#[moves(Piles(x): lower(i in 0..3, s in 1..=x[i], t in 0..=1) when t < s -> Piles(x with [i] -= s))]
struct Piles([u16; 3]);

#[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
enum Narrowing {
    #[moves(Wide(a, b): left(s in 1..=a) -> Wide(a - s, b), over(s in 1..=b) -> Narrow(a, b - s))]
    Wide(u32, u32),
    #[moves(Narrow(a, b): left(s in 1..=a) -> Narrow(a - s, b), back(s in 1..=b) -> Wide(a, b - s))]
    Narrow(u8, u32),
}

#[test]
fn points_of_a_grid_need_no_search() -> Result<(), Box<dyn Error>> {
    let mut queen = Queen::solver();
    let mut table = vec![vec![0_usize; 60]; 40];
    for a in 0..40 {
        for b in 0..60 {
            let left = (1..=a).map(|s| table[a - s][b]);
            let down = (1..=b).map(|s| table[a][b - s]);
            let both = (1..=a.min(b)).map(|s| table[a - s][b - s]);
            let met: Vec<usize> = left.chain(down).chain(both).collect();
            table[a][b] = (0..).find(|nimber| !met.contains(nimber)).expect("some is missing");
            assert_eq!(queen.grundy(&Queen(a as u8, b as u16))?, table[a][b] as u64);
        }
    }
    assert_eq!(queen.positions(), 0);
    let mut piles = Piles::solver();
    assert_eq!(piles.grundy(&Piles([30, 20, 25]))?, 30 ^ 20 ^ 25);
    assert_eq!(piles.positions(), 0);
    Ok(())
}

#[test]
fn a_point_that_outgrows_a_field_has_no_value() -> Result<(), Box<dyn Error>> {
    let mut solver = Narrowing::solver();
    assert_eq!(solver.grundy(&Narrowing::Wide(255, 3))?, 255 ^ 3);
    assert_eq!(solver.positions(), 0);
    assert!(solver.grundy(&Narrowing::Wide(256, 1)).is_err());
    assert_eq!(solver.grundy(&Narrowing::Wide(256, 0))?, 256);
    Ok(())
}

mod graphs {
    use std::sync::Arc;

    use grundy::core::IntSet;
    use grundy::core::graph::Graph;

    use super::*;

    /// Node Kayles, with the set as the bits of a word.
    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[game(param(g: Graph = path(4)))]
    #[equals(sum(Free(C) for C in components(g, F)))]
    #[moves(Free(F): pick(v in F) -> Free(F - closed_neighbours(g, v)))]
    struct Free(#[domain(set<vertex>)] u64);

    /// The same with a set that has room for more, and no hint.
    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[game(param(g: Arc<Graph> = path(4)))]
    #[moves(pick(v in left) -> Plain({w for w in left, if w != v and not adjacent(g, v, w)}))]
    struct Plain {
        left: IntSet,
    }

    /// A move deletes a vertex that is not alone.
    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[moves(Rest(g): delete(v in vertices(g)) when degree(g, v) > 0 -> Rest(delete_vertex(g, v)))]
    struct Rest(Graph);

    #[derive(Impartial, Clone, Debug, PartialEq, Eq, Hash)]
    #[moves(Narrow(S): add(n in 0..=9) when n not in S and len(S) < 2 -> Narrow(S | {n}))]
    struct Narrow(#[domain(set<nat>)] u8);

    grundy::include_game!("../specs/node_kayles.game", g = graph6("Bw"));
    grundy::include_game!("../specs/hull.game", g = board("##. ..."), convexity = monophonic);

    #[test]
    fn a_graph_is_fixed() -> Result<(), Box<dyn Error>> {
        let triangle = node_kayles::Rules::new()?.start()?;
        assert_eq!(triangle.to_string(), "Free({0, 1, 2})");
        assert_eq!(node_kayles::solver().grundy(&triangle)?, 1);
        let mut path = hull::solver_with(hull::Params { k: 2 });
        assert_eq!(path.options(&hull::Position::Hull { H: [].into() })?.len(), 4);
        assert_eq!(path.grundy(&hull::Position::Hull { H: [].into() })?, 0);
        Ok(())
    }

    #[test]
    fn a_set_is_a_word_or_a_set() -> Result<(), Box<dyn Error>> {
        for g in [Graph::path(9)?, Graph::cycle(8)?, Graph::grid(3, 3)?, Graph::star(5)?] {
            let order = g.order();
            let mut plain = Plain::solver_with(PlainParams { g: g.clone().into() });
            let mut free = Free::solver_with(FreeParams { g });
            for set in 0..1_u64 << order {
                let left = (0..order as i64).filter(|vertex| set >> vertex & 1 == 1).collect();
                assert_eq!(free.grundy(&Free(set))?, plain.grundy(&Plain { left })?);
            }
        }
        assert_eq!(Free::solver().options(&Free(0b1011))?.len(), 3);
        Ok(())
    }

    #[test]
    fn a_vertex_that_is_not_there_is_an_error() {
        let error = Free::solver().grundy(&Free(0b1_0000)).unwrap_err().to_string();
        assert!(error.contains("at most 3"), "{error}");
    }

    #[test]
    fn a_graph_is_a_field() -> Result<(), Box<dyn Error>> {
        let mut solver = Rest::solver();
        assert_eq!(solver.grundy(&Rest(Graph::complete(5)?))?, 0);
        assert_eq!(solver.grundy(&Rest(Graph::complete(6)?))?, 1);
        assert_eq!(solver.grundy(&Rest(Graph::star(2)?))?, 2);
        assert_eq!(solver.grundy(&Rest(Graph::star(3)?))?, 1);
        Ok(())
    }

    #[test]
    fn a_member_without_a_bit_is_an_error() {
        let mut solver = Narrow::solver();
        let error = solver.grundy(&Narrow(0b1)).unwrap_err().to_string();
        assert!(error.contains("8 has no bit in a set of 8 bits"), "{error}");
        assert_eq!(solver.grundy(&Narrow(0b11)).unwrap(), 0);
    }
}
