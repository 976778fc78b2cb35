//! Random games of two or three coordinates, each written in several ways: every engine against
//! the reference, and every way to write a game against the first.
#![allow(missing_docs)]

mod common;

use common::{Game, compare_engines, single};
use grundy_compiler::ir::{KindId, Play};
use grundy_compiler::value::{Position, SumValue, Value};
use grundy_compiler::{Engine, Method};
use proptest::prelude::*;

/// A rule of a game on (a, b), written in different ways.
fn rule() -> impl Strategy<Value = Vec<String>> {
    let all = |texts: &[&str]| texts.iter().map(|t| (*t).to_string()).collect::<Vec<_>>();
    prop_oneof![
        Just(all(&[
            "(s in 1..=a) -> K(a - s, b)",
            "(s in 1..=a + 3) when s <= a -> K(a - s, b)",
            "(j in 0..a) -> K(j, b)",
            "(s in 1..=a + b) when a >= s and s > 0 -> K(a - s, b)",
            "(s in 1..=a + 1) when legal -> K(a - s, b)",
            "(i in 0..=a, s in 0..=a, if i + s == a) when s != 0 -> K(i, b)",
        ])),
        Just(all(&[
            "(s in 1..=b) -> K(a, b - s)",
            "(j in 0..b) -> K(a, j)",
            "(j in 0..=b) when j != b -> K(a, b - (b - j))",
        ])),
        Just(all(&[
            "(s in 1..=min(a, b)) -> K(a - s, b - s)",
            "(s in 1..=a) when s <= b -> K(a - s, b - s)",
            "(i in 0..a, j in 0..b) when a - i == b - j -> K(i, j)",
            "(i in 0..a) when a - i <= b -> K(i, b - (a - i))",
            "(s in 1..=max(a, b)) when a >= s and b >= s -> K(a - s, b - s)",
        ])),
        Just(all(&[
            "(s in 1..=a, t in 1..=b) -> K(a - s, b - t)",
            "(i in 0..a, j in 0..b) -> K(i, j)",
            "(i in 0..=a, j in 0..=b) when i < a and j < b -> K(i, j)",
        ])),
        Just(all(&[
            "(s in 1..=a) when 2 * s <= b -> K(a - s, b - 2 * s)",
            "(i in 0..a) when legal -> K(i, b - 2 * (a - i))",
        ])),
        (1..=3_i64, 0..=2_i64).prop_map(|(c, d)| vec![
            format!("when a >= {c} and b >= {d} -> K(a - {c}, b - {d})"),
            format!("(s in {{{c}}}, t in {{{d}}}) when legal -> K(a - s, b - t)"),
            format!("when not (a < {c} or b < {d}) -> let i = a - {c} in K(i, b - {d})"),
        ]),
        (1..=3_i64).prop_map(|c| vec![
            format!("(s in 1..=a) when b >= {c} -> K(a - s, b - {c})"),
            format!("(j in 0..a, k in {{b - {c}}}) when k >= 0 -> K(j, k)"),
        ]),
        (1..=4_i64).prop_map(|c| vec![
            format!("(s in 1..=a) when s <= {c} -> K(a - s, b)"),
            format!("(s in 1..={c}) when legal -> K(a - s, b)"),
        ]),
        Just(all(&["when a >= 1 -> K(a / 2, b)", "(h in 0..a) when h == a / 2 -> K(h, b)",])),
        Just(all(&[
            "(s in 1..=a) when a != b -> K(a - s, b)",
            "(j in 0..a) when not (a == b) -> K(j, b)"
        ])),
        Just(all(&[
            "(s in 1..=a) when a - s != b -> K(a - s, b)",
            "(j in 0..a) when j != b -> K(j, b)"
        ])),
        Just(all(&[
            "(s in 1..=a) when odd(s) -> K(a - s, b)",
            "(j in 0..a) when odd(a - j) -> K(j, b)"
        ])),
        Just(all(&["when a >= 1 and b >= 1 -> K(a - 1, 0) + K(0, b - 1)"])),
        Just(all(&["(k in 1..=4) when k * b <= a and b >= 1 -> K(a - k * b, b)"])),
        Just(all(&["when a > b -> K(b, b) + *2", "when a > b -> K(min(a, b), b) + *2"])),
        Just(all(&[
            "(s in 1..=a) -> K(a - s, min(b, a - s))",
            "(j in 0..a) -> if j < b then K(j, j) else K(j, b)"
        ])),
    ]
}

/// The same game in two ways, and the kind as it is declared.
fn pair() -> impl Strategy<Value = (String, String)> {
    let ways = prop::collection::vec((rule(), any::<prop::sample::Index>()), 1..=3);
    let domain = prop_oneof![
        6 => Just("K(a: nat, b: nat)"),
        1 => Just("K(a: nat, b: int) where b >= 0"),
        1 => Just("K(a: 0.., b: nat) where true or a > 3"),
    ];
    let ends = prop::option::weighted(0.15, 0..=2_i64);
    (ways, domain, ends).prop_map(|(ways, domain, ends)| {
        let game = |pick: &dyn Fn(&[String], &prop::sample::Index) -> String| {
            let mut text = format!("game random\nposition {domain} {{\n");
            if let Some(ends) = ends {
                text += &format!("    ends when a == {ends}\n");
            }
            for (i, (texts, index)) in ways.iter().enumerate() {
                text += &format!("    move m{i} {}\n", pick(texts, index));
            }
            text + "}\n"
        };
        (game(&|texts, _| texts[0].clone()), game(&|texts, index| index.get(texts).clone()))
    })
}

/// All points of a box as positions of the first kind.
fn points(coordinates: usize, most: i64) -> Vec<Vec<Value>> {
    (0..coordinates).fold(vec![Vec::new()], |all, _| {
        let longer = all.iter().flat_map(|point| {
            (0..=most).map(move |c| [point.clone(), vec![Value::Int(c)]].concat())
        });
        longer.collect()
    })
}

fn positions(coordinates: usize, most: i64) -> Vec<SumValue> {
    let points = points(coordinates, most);
    points.into_iter().map(|p| single(&Position { kind: KindId(0), fields: p.into() })).collect()
}

fn compare_normal(text: &str, sums: &[SumValue]) {
    let game = Game::read("random.game", text);
    let reference = game.instance(Some(Engine::Reference), None);
    let engines = common::ENGINES[1..].iter().map(|e| (*e, game.instance(*e, None)));
    for (engine, instance) in engines {
        for sum in sums {
            let expected = common::answer(&game, &reference, sum, Play::Normal);
            let found = common::answer(&game, &instance, sum, Play::Normal);
            assert_eq!(found, expected, "{} by {engine:?}\n{text}", reference.show_sum(sum));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_in_another_way_is_the_same_game((first, other) in pair()) {
        let sums = positions(2, 7);
        compare_normal(&first, &sums);
        compare_normal(&other, &sums);
        let (first, other) = (Game::read("first.game", &first), Game::read("other.game", &other));
        let (first, other) = (first.instance(Some(Engine::Grid), None), other.instance(None, None));
        for sum in &sums {
            prop_assert_eq!(first.nimber(sum).unwrap(), other.nimber(sum).unwrap());
        }
    }
}

/// Rules on a vector, which is a point once its length is known.
fn vector_rule() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("(i in 0..len(x), s in 1..=x[i]) -> V(x with [i] -= s)".to_string()),
        Just("(i in 0..len(x), j in 0..x[i]) -> V(x with [i] = j)".to_string()),
        Just("(i in 0..len(x), j in 0..len(x), s in 1..=min(x[i], x[j])) when i != j -> V(x with [i] -= s, [j] -= s)".to_string()),
        (1..=2_i64).prop_map(|k| format!("(I in subsets(0..len(x), 1..={k}), d[i in I] in 1..=x[i]) -> V(x with [i in I] -= d[i])")),
        Just("(I in subsets(0..len(x), 2), d[i in I] in 1..=x[i]) -> V(x with [i in I] -= d[i])".to_string()),
        Just("(i in 1..len(x), s in 1..=x[i]) -> V(x with [i] -= s, [i - 1] += s)".to_string()),
        Just("(s in 1..=min(x)) -> V([e - s for e in x])".to_string()),
        Just("when sum(x) >= 1 and x[0] >= 1 -> V(x with [0] -= 1)".to_string()),
        Just("when len(x) >= 2 and x[0] > x[1] -> V(x with [0] = x[1])".to_string()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn vectors_are_points(rules in prop::collection::vec(vector_rule(), 1..=2), length in 1..=3_usize, declared in any::<bool>()) {
        let ty = if declared { format!("[0..=6; {length}]") } else { "[0..=6]".to_string() };
        let mut text = format!("game random\nposition V(x: {ty}) {{\n");
        for (i, rule) in rules.iter().enumerate() {
            text += &format!("    move m{i} {rule}\n");
        }
        text += "}\n";
        let most = [6, 4, 2][length - 1];
        let sums: Vec<SumValue> = points(length, most)
            .into_iter()
            .map(|p| single(&Position { kind: KindId(0), fields: [Value::Vector(p.into())].into() }))
            .collect();
        compare_normal(&text, &sums);
    }
}

/// The nimber of (n, n) in Wythoff's game, by a plain loop over the options.
fn wythoff(n: usize) -> u64 {
    let mut nimbers = vec![vec![0_u16; n + 1]; n + 1];
    for a in 0..=n {
        for b in 0..=n {
            let mut seen = vec![false; a + b + a.min(b) + 1];
            (0..a).for_each(|i| seen[usize::from(nimbers[i][b])] = true);
            (0..b).for_each(|j| seen[usize::from(nimbers[a][j])] = true);
            (1..=a.min(b)).for_each(|s| seen[usize::from(nimbers[a - s][b - s])] = true);
            let mex = seen.iter().position(|seen| !seen).unwrap();
            nimbers[a][b] = mex.try_into().unwrap();
        }
    }
    u64::from(nimbers[n][n])
}

/// The methods of the kinds of a game.
fn methods(text: &str) -> Vec<Method> {
    Game::read("test.game", text).instance(None, None).plan().methods.clone()
}

#[test]
fn the_way_to_write_a_game_does_not_change_its_plan() {
    let game = |rules: &[&str]| {
        let rules: Vec<String> =
            rules.iter().enumerate().map(|(i, r)| format!("move m{i} {r}")).collect();
        format!("game test\nposition K(a: nat, b: nat) {{ {} }}", rules.join("\n"))
    };
    let ways = [
        game(&[
            "(s in 1..=a) -> K(a - s, b)",
            "(s in 1..=b) -> K(a, b - s)",
            "(s in 1..=min(a, b)) -> K(a - s, b - s)",
        ]),
        game(&[
            "(j in 0..a) -> K(j, b)",
            "(j in 0..b) -> K(a, j)",
            "(i in 0..a, j in 0..b) when a - i == b - j -> K(i, j)",
        ]),
        game(&[
            "(s in 1..=a + b) when s <= a -> K(a - s, b)",
            "(s in 1..=b) when s * s > 0 -> K(a, b - s)",
            "(s in 1..=a) when a >= s and b >= s -> K(a - s, b - s)",
        ]),
    ];
    let corner = wythoff(300);
    for text in &ways {
        assert_eq!(methods(text), [Method::Grid(0)], "{text}");
        let game = Game::read("test.game", text);
        let instance = game.instance(None, None);
        let grid = instance.plan().grids[0].as_ref().unwrap();
        assert!(grid.kinds[0].asked.is_empty(), "{text}: {:?}", grid.kinds[0].asked);
        let sum = single(&Position {
            kind: KindId(0),
            fields: [Value::Int(300), Value::Int(300)].into(),
        });
        assert_eq!(instance.nimber(&sum).unwrap().get(), corner, "{text}");
    }
}

#[test]
fn kinds_that_lead_to_each_other_share_a_sweep() {
    let text = "game test
        position A(a: nat, b: nat) {
            move left(s in 1..=a) -> B(a - s, b)
            move turn -> B(a, b)
        }
        position B(a: nat, b: nat) {
            move right(s in 1..=b) -> A(a, b - s)
            move both(s in 1..=min(a, b)) -> B(a - s, b - s)
        }";
    assert_eq!(methods(text), [Method::Grid(0), Method::Grid(0)]);
    let game = Game::read("test.game", text);
    let sums: Vec<SumValue> = (0..2)
        .flat_map(|kind| {
            points(2, 6)
                .into_iter()
                .map(move |p| single(&Position { kind: KindId(kind), fields: p.into() }))
        })
        .collect();
    compare_engines(text, &game, &sums[..20]);
    compare_normal(text, &sums);
}

#[test]
fn coordinates_may_rise_within_bounds() {
    let text = "game test
        position Walk(row: 0..=5, from: -3..=3) {
            move up(s in 1..=5 - row) -> Walk(row + s, from)
            move down(s in 1..=row) when from < 3 -> Walk(row - s, from + 1)
        }";
    assert_eq!(methods(text), [Method::Grid(0)]);
    let game = Game::read("test.game", text);
    let sums: Vec<SumValue> = game.positions().iter().map(single).collect();
    assert!(sums.len() >= 20, "{}", sums.len());
    compare_normal(text, &sums);
}

#[test]
fn positions_where_the_rules_fail_are_no_hindrance() {
    // Only where a is 4 and b is 2 the move leads outside.
    let text = "game test
        position K(a: nat, b: nat) {
            move left(s in 1..=a) -> K(a - s, b)
            move right(s in 1..=b) -> K(a, b - s)
            move out when a == 4 and b == 2 -> K(a, b / 2 - 3)
        }";
    assert_eq!(methods(text), [Method::Grid(0)]);
    compare_normal(text, &positions(2, 6));
}

#[test]
fn what_no_move_changes_is_a_param() {
    let text = "game test
        position K(k: nat, a: nat, b: nat) {
            move left(s in 1..=k) when s <= a -> K(k, a - s, b)
            move both(s in 1..=min(a, b)) when s != k -> K(k, a - s, b - s)
            move right when b > k -> K(k, a, b - 1)
        }";
    assert_eq!(methods(text), [Method::Grid(0)]);
    compare_normal(text, &positions(3, 4));
}

/// Heaps that are known but for a field that no move changes, or a least size below 0.
#[test]
fn heaps_in_disguise_are_heaps() {
    let games = [
        "game test
        position Heap(k: nat, n: nat) {
            move take(s in 1..=k) when s <= n -> Heap(k, n - s)
            move split(a in 1..n) when n - a >= k and a != k -> Heap(k, a) + Heap(k, n - a)
        }",
        "game test
        position Heap(n: -3..) {
            move take(s in {1, 2}) when n - s >= -3 -> Heap(n - s)
            move split(a in -3..n) when legal -> Heap(a) + Heap(n - a - 4)
            move zero when n == -1 -> *3
        }",
        "game test
        position Heap(n: int, k: 1..=3) where n >= -2 {
            move take(s in 1..=k) when legal -> Other(k, n - s)
        }
        position Other(k: 1..=3, n: nat) {
            move take(s in 1..=n) when s != k -> Other(k, n - s)
        }",
        "game test
        position A(k: nat, n: nat) {
            move step(s in 1..=n) when s <= k -> B(k, n - s)
            move aside -> B(k, n)
        }
        position B(k: nat, n: nat) {
            move step(s in 1..=n) when s != k -> A(k, n - s)
        }",
    ];
    for (at, text) in games.iter().enumerate() {
        let found = methods(text);
        let heaps = |method: &Method| matches!(method, Method::Heaps(_));
        assert!(at == 2 || found.iter().all(heaps), "{found:?}: {text}");
        let game = Game::read("test.game", text);
        let mut sums: Vec<SumValue> = Vec::new();
        for (kind, rules) in game.checked.spec.kinds.iter().enumerate() {
            let low = if text.contains("-3..") { -3 } else { 0 };
            for n in low..=12 {
                for k in 1..=3 {
                    let fields = rules.fields.iter().map(|f| if f.name == "n" { n } else { k });
                    let fields = fields.map(Value::Int).collect();
                    sums.push(single(&Position { kind: KindId::from(kind), fields }));
                }
            }
        }
        compare_normal(text, &sums);
    }
    // Out of reach of any table.
    let game = Game::read(
        "test.game",
        "game test position Heap(k: nat, n: -1..) { move take(s in 1..=k) when s <= n + 1 -> Heap(k, n - s) }",
    );
    let instance = game.instance(None, None);
    let heap = |k: i64, n: i64| {
        single(&Position { kind: KindId(0), fields: [Value::Int(k), Value::Int(n)].into() })
    };
    for k in 1..=4 {
        let far = 1_000_000_000_000_i64;
        assert_eq!(instance.nimber(&heap(k, far)).unwrap().get() as i64, (far + 1) % (k + 1));
    }
}
