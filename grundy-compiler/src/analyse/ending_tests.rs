//! Which games are proved to end, by which measures, and what shape their kinds have.

use super::Shape;
use super::tests::Game;

#[test]
fn one_nat_kinds() {
    let halve = Game::heap("move halve(d in 2..=3) when n > 0 -> Heap(n / d)");
    assert_eq!(halve.shape(), Shape::OneNat { smaller_only: true, dense: false });
    assert_eq!(halve.measures(), ["n"]);
    let division = Game::new(
        "game division
         position Pile(n: 1..) { move divide(d in divisors(n)) when d >= 2 -> d * Pile(n / d) }",
    );
    assert_eq!(division.shape(), Shape::OneNat { smaller_only: true, dense: false });
    let modular = Game::heap("move take(s in 1..=n) when n mod 5 != 0 -> Heap(n - s)");
    assert_eq!(modular.shape(), Shape::OneNat { smaller_only: true, dense: true });
    let primes = Game::heap("move take(p in primes(n)) -> Heap(n - p)");
    assert_eq!(primes.shape(), Shape::OneNat { smaller_only: true, dense: true });
    let stacks = Game::new(
        "game stacks
         position Stack(k: 1..) {
             move replace(m in 1..k, sizes in sorted_vectors(m, 1..k)) -> sum(Stack(s) for s in sizes)
         }
         position Parts(k: 1..) {
             move part(p in partitions(k, 2..=3)) -> sum(Parts(s) for s in p)
         }
         position Distinct(k: 1..) {
             move replace(sizes in subsets(1..k)) when sizes != {} -> sum(Distinct(s) for s in sizes)
         }",
    );
    assert_eq!(stacks.measures(), ["k", "k", "k"]);
    assert_eq!(stacks.shape(), Shape::OneNat { smaller_only: true, dense: true });
}

#[test]
fn measures_of_several_fields() {
    let wythoff = Game::new(
        "game wythoff
         position Piles(x: nat, y: nat) {
             symmetric x, y
             move left(s in 1..=x) -> Piles(x - s, y)
             move right(s in 1..=y) -> Piles(x, y - s)
             move both(s in 1..=min(x, y)) -> Piles(x - s, y - s)
         }",
    );
    assert_eq!(wythoff.measures(), ["x + y"]);
    assert_eq!(wythoff.shape(), Shape::Other);
    let euclid = Game::new(
        "game euclid
         position Pair(a: 1.., b: 1..) {
             move left(k in 1..=(a - 1) / b) -> Pair(a - k * b, b)
             move right(k in 1..=(b - 1) / a) -> Pair(a, b - k * a)
         }",
    );
    assert_eq!(euclid.measures(), ["a + b"]);
    let exact = Game::new(
        "game exact_nim
         param k: nat = 0
         position Piles(x: [nat]) {
             symmetric x
             move lower(I in subsets(0..len(x), k), d[i in I] in 1..=x[i]) -> Piles(x with [i in I] -= d[i])
         }",
    );
    assert_eq!(exact.endless().0, "Piles(x with [i in I] -= d[i])", "no pile is lowered");
    let exact = Game::new(
        "game exact_nim
         param k = 2 where k >= 1
         position Piles(x: [nat]) {
             symmetric x
             move lower(I in subsets(0..len(x), k), d[i in I] in 1..=x[i]) -> Piles(x with [i in I] -= d[i])
         }",
    );
    assert_eq!(exact.measures(), ["sum(x)"]);
}

#[test]
fn measures_of_vectors_and_sets() {
    let staircase = Game::new(
        "game staircase
         position Stairs(c: [nat]) {
             move down(i in 1..len(c), s in 1..=c[i]) -> Stairs(c with [i] -= s, [i - 1] += s)
         }
         position Up(c: [nat]) {
             move up(i in 0..len(c) - 1, s in 1..=c[i]) -> Up(c with [i] -= s, [i + 1] += s)
         }
         position Strip(p: [nat]) {
             move slide(i in 0..len(p), to in 0..p[i]) -> Strip(p with [i] = to)
         }
         position Row(t: text) {
             move cut(i in 0..len(t) - 1) when t[i] == t[i + 1] -> Row(t[0..i]) + Row(t[i + 2..len(t)])
         }
         position Short(x: [1..]) {
             move drop(i in 0..len(x)) -> Short(x without [i])
             move join(i in 1..len(x)) -> Short(x[0..i - 1] ++ [x[i - 1] + x[i]] ++ x[i + 1..len(x)])
         }
         position Taken(F: set<0..8>) { move take(v in F) -> Taken(F - {v, (v + 1) mod 8}) }
         position Grown(F: set<0..8>) { move take(v in 0..8) when v not in F -> Grown(F | {v}) }",
    );
    let mut measures = staircase.measures();
    measures.sort_unstable();
    assert_eq!(
        measures,
        [
            "8 - len(F)",
            "len(F)",
            "len(t)",
            "len(x)",
            "sum((len(c) - i) * c[i])",
            "sum(i * c[i])",
            "sum(p)"
        ]
    );
}

#[test]
fn orders_of_kinds_and_of_measures() {
    let ranked = Game::new(
        "game ranked
         position A(n: nat) { move step when n > 0 -> B(n) }
         position B(n: nat) { move step when n > 0 -> A(n - 1) }",
    );
    assert_eq!(ranked.measures(), ["n, then A > B"]);
    assert_eq!(ranked.family().kinds.len(), 2);
    let offset = Game::new(
        "game offset
         position A(n: nat) { move step when n > 0 -> B(n + 1) }
         position B(n: nat) { move step when n > 1 -> A(n - 2) }",
    );
    assert_eq!(offset.measures(), ["n + 1 of A, n of B, then A > B"]);
    let pairs = Game::new(
        "game pairs
         position P(a: nat, b: nat) {
             move left(c in 0..=100) when a > 0 -> P(a - 1, b + c)
             move right when b > 0 -> P(a, b - 1)
         }",
    );
    assert_eq!(pairs.measures(), ["a, then b"]);
    let capped = Game::heap("move up when n < 20 -> Heap(n + 1) decreases 20 - n");
    assert!(capped.endless().1.contains("`decreases` is checked"), "{:?}", capped.endless());
    let bounded = Game::new("game up position Up(n: 0..=20) { move up when n < 20 -> Up(n + 1) }");
    assert_eq!(bounded.measures(), ["20 - n"]);
}

#[test]
fn endless_games_are_not_proved() {
    for (text, construct) in [
        ("position A(n: nat) { move up -> A(n + 1) }", "A(n + 1)"),
        ("position A(n: nat) { move stay(s in 0..=n) -> A(n - s) }", "A(n - s)"),
        ("position A(n: nat) { move go -> B(n) } position B(n: nat) { move back -> A(n) }", "B(n)"),
        ("position A(n: int) { move down -> A(n - 1) }", "A(n - 1)"),
        (
            "position A(x: [nat]) { move m(i in 0..len(x)) -> A(x with [i] -= 1, [0] += 1) }",
            "A(x with [i] -= 1, [0] += 1)",
        ),
        (
            "position A(x: [nat]) { move m(I in subsets(0..len(x))) -> A(x with [i in I] -= 1) }",
            "A(x with [i in I] -= 1)",
        ),
        ("position A(n: nat) { move split(a in 0..=n) -> A(a) + A(n - a) }", "A(a)"),
        (
            "position A(a: nat, b: nat) { symmetric a, b move m when a > 0 -> A(a - 1, b + 5) }",
            "A(a - 1, b + 5)",
        ),
        (
            "position A(x: [nat]) { symmetric x move m(i in 1..len(x)) when x[i] > 0 -> A(x with [i] -= 1, [i - 1] += 1) }",
            "A(x with [i] -= 1, [i - 1] += 1)",
        ),
        (
            "position A(n: nat) { equals A(n + 1) when n == 3 move m when n > 0 -> A(n - 1) }",
            "A(n + 1)",
        ),
    ] {
        let game = Game::new(&format!("game endless\n{text}"));
        assert_eq!(game.endless().0, construct, "{text}: {}", game.endless().1);
        assert_eq!(game.analysis.family, None, "{text}");
    }
}

#[test]
fn sets_without_bounds_and_functions_with_variables() {
    let taken =
        Game::new("game taken position Taken(F: set<nat>) { move take(v in F) -> Taken(F - {v}) }");
    assert_eq!(taken.measures(), ["len(F)"]);
    let called = Game::heap(
        "move take when n > 0 and n >= pick(n - n) -> Heap(n - 1)
         move drop when n > pick(0) -> Heap(n - 1)
         }
         fn pick(q) = 1 + sum(a + b + c for a in 0..2, b in 0..2, c in 0..2) + q
         position Other(n: nat) {",
    );
    assert_eq!(called.measures().len(), 1);
}

#[test]
fn deep_rules_are_left_alone() {
    let deep = format!("{}n{}", "(1 + ".repeat(84), ")".repeat(84));
    let game = Game::heap(&format!("move m when 0 < n < {deep} -> Heap(n - 1)"));
    assert_eq!(game.measures(), ["n"]);
    let calls: String = (0..8)
        .map(|i| format!("fn f{i}(x) = if x > {i} then f{}(x - 1) + 1 else x\n", i + 1))
        .collect();
    let text = format!(
        "game calls\n{calls}fn f8(x) = f8(x)\nposition A(n: nat) {{ move m when n > 0 -> A(f0(n) - 1) }}"
    );
    assert_eq!(Game::new(&text).endless().0, "A(f0(n) - 1)");
}
