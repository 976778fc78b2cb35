//! Random small games as text.
//!
//! The rules are put together from the shapes that people write: removals,
//! splits, halving, copies, guards of all kinds, a second kind that leads back,
//! two-field boards and rows of heaps. Each is written in one of several ways,
//! so that recognition is tried on phrasings and not on one form.

use proptest::prelude::*;

/// A set of small removals as text.
fn removals() -> impl Strategy<Value = String> {
    prop::collection::btree_set(1..=6_i64, 1..=3).prop_map(|s| {
        let s: Vec<String> = s.iter().map(i64::to_string).collect();
        format!("{{{}}}", s.join(", "))
    })
}

/// A guard on n, as text that may follow `and`.
fn guard() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just("true".to_string()),
        1 => (1..=6_i64).prop_map(|c| format!("n != {c}")),
        1 => (1..=6_i64).prop_map(|c| format!("n >= {c}")),
        1 => (2..=9_i64).prop_map(|c| format!("not (n > {c})")),
        1 => (2..=4_i64, 0..=3_i64).prop_map(|(m, r)| format!("n mod {m} != {r}")),
        1 => (1..=4_i64, 5..=8_i64).prop_map(|(a, b)| format!("(n < {a} or n > {b})")),
    ]
}

/// A move of a kind `Heap(n: nat)` that only leads to smaller heaps of it.
fn heap_move() -> impl Strategy<Value = String> {
    let take = (removals(), guard())
        .prop_map(|(s, g)| format!("(s in {s}) when s <= n and {g} -> Heap(n - s)"));
    let legal = (removals(), guard())
        .prop_map(|(s, g)| format!("(s in {s}) when legal and {g} -> Heap(n - s)"));
    let any =
        (0..=2_i64, guard()).prop_map(|(low, g)| format!("(m in {low}..n) when {g} -> Heap(m)"));
    let split = (0..=3_i64, 0..=1_i64, guard()).prop_map(|(c, low, g)| {
        let c = if low == 0 { c.max(1) } else { c };
        format!("(a in {low}..=n - {c} - {low}) when {g} -> Heap(a) + Heap(n - {c} - a)")
    });
    let both = (1..=3_i64, guard()).prop_map(|(c, g)| {
        format!("(a in 0..=n, b in 0..=n) when a + b == n - {c} and {g} -> Heap(a) + Heap(b)")
    });
    let unequal = (0..=2_i64, guard()).prop_map(|(c, g)| {
        format!("(a in 1..n) when a < n - {c} - a and {g} -> Heap(a) + Heap(n - {c} - a)")
    });
    let halve = guard().prop_map(|g| format!("when n >= 1 and {g} -> Heap(n / 2)"));
    let copies = (2..=3_i64, guard())
        .prop_map(|(k, g)| format!("when n >= {k} and {g} -> {k} * Heap(n / {k})"));
    let star = (1..=3_i64, guard())
        .prop_map(|(k, g)| format!("when n >= 1 and {g} -> Heap(n - 1) + *{k}"));
    let nothing = (0..=4_i64).prop_map(|c| format!("when n == {c} -> 0"));
    let either = removals().prop_map(|s| {
        format!("(s in {s}) when s <= n -> if even(n) then Heap(n - s) else 2 * Heap(n - s) + *1")
    });
    prop_oneof![take, legal, any, split, both, unequal, halve, copies, star, nothing, either]
}

/// A game of heaps of one kind, perhaps with a second kind that leads back.
pub fn heaps() -> impl Strategy<Value = String> {
    let moves = prop::collection::vec(heap_move(), 1..=3);
    let second = prop::option::of((heap_move(), removals(), prop::bool::ANY));
    let ends = prop::option::weighted(0.2, 0..=4_i64);
    (moves, second, ends).prop_map(|(moves, second, ends)| {
        let mut text = String::from("game random\nposition Heap(n: nat) {\n");
        if let Some(ends) = ends {
            text += &format!("    ends when n == {ends}\n");
        }
        for (i, rule) in moves.iter().enumerate() {
            text += &format!("    move m{i} {rule}\n");
        }
        match second {
            None => text += "}\n",
            Some((rule, s, up)) => {
                // The step aside may keep the size: the way back is smaller.
                let aside = if up { "Other(n)" } else { "Other(n) + *1" };
                text += &format!(
                    "    move aside -> {aside}\n}}\nposition Other(n: nat) {{\n    move own {}\n",
                    rule.replace("Heap(", "Other(")
                );
                text += &format!("    move back (s in {s}) when s <= n -> Heap(n - s)\n}}\n");
            }
        }
        text
    })
}

/// A move of Euclid's game.
const QUOTIENT: &str = "(k in 1..=4) when k * b <= a and b >= 1 -> Board(a - k * b, b)";

/// A board of two numbers.
pub fn board() -> impl Strategy<Value = String> {
    let rule = prop_oneof![
        Just("(s in 1..=a) -> Board(a - s, b)".to_string()),
        Just("(s in 1..=b) -> Board(a, b - s)".to_string()),
        Just("(s in 1..=min(a, b)) -> Board(a - s, b - s)".to_string()),
        removals().prop_map(|s| format!("(s in {s}, t in {s}) when legal -> Board(a - s, b - t)")),
        Just(QUOTIENT.to_string()),
        Just("when a >= 1 and b >= 1 -> Board(a - 1, 0) + Board(0, b - 1)".to_string()),
    ];
    (prop::collection::vec(rule, 1..=3), prop::bool::ANY).prop_map(|(moves, swap)| {
        let mut text = String::from("game random\nposition Board(a: nat, b: nat) {\n");
        for (i, rule) in moves.iter().enumerate() {
            text += &format!("    move m{i} {rule}\n");
            if swap {
                // With every move its mirror image, the two fields may change places.
                let mirrors = [
                    ("(s in 1..=a) -> Board(a - s, b)", "(s in 1..=b) -> Board(a, b - s)"),
                    ("(s in 1..=b) -> Board(a, b - s)", "(s in 1..=a) -> Board(a - s, b)"),
                    (QUOTIENT, "(k in 1..=4) when k * a <= b and a >= 1 -> Board(a, b - k * a)"),
                ];
                if let Some((_, mirror)) = mirrors.iter().find(|(one, _)| one == rule) {
                    text += &format!("    move w{i} {mirror}\n");
                }
            }
        }
        if swap {
            text += "    symmetric a, b\n";
        }
        text + "}\n"
    })
}

/// A row of heaps as one position.
pub fn row() -> impl Strategy<Value = String> {
    let rule = prop_oneof![
        Just("(i in 0..len(x), s in 1..=x[i]) -> Row(x with [i] -= s)"),
        Just("(I in subsets(0..len(x), 2), d[i in I] in 1..=x[i]) -> Row(x with [i in I] -= d[i])"),
        Just("(i in 0..len(x)) when x[i] <= 1 -> Row(x without [i])"),
        Just("(i in 0..len(x)) when x[i] >= 2 -> Row(x[0..i]) + Row(x[i + 1..len(x)])"),
        Just(
            "(i in 0..len(x), j in 0..len(x)) when i != j and x[i] >= 2 -> Row(x with [i] -= 2, [j] += 1)"
        ),
    ];
    (prop::collection::vec(rule, 1..=2), prop::bool::ANY).prop_map(|(moves, symmetric)| {
        let mut text = String::from("game random\nposition Row(x: [nat]) {\n");
        // Cutting a row at an entry is the one rule that sees the order.
        if symmetric && !moves.iter().any(|m| m.contains("x[0..i]")) {
            text += "    symmetric x\n";
        }
        for (i, rule) in moves.iter().enumerate() {
            text += &format!("    move m{i} {rule}\n");
        }
        text + "}\n"
    })
}

/// An int in terms of the vector x, its index i and a number s from 1 to 3.
fn int() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (0..=3_i64).prop_map(|c| c.to_string()),
        Just("i".to_string()),
        Just("s".to_string()),
        Just("x[i]".to_string()),
        Just("len(x)".to_string()),
        Just("sum(x)".to_string()),
        Just("max(x)".to_string()),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            (pair.clone(), 0..6_usize).prop_map(|((a, b), op)| {
                let op = ["+", "-", "*", "xor", "/", "mod"][op];
                format!("({a} {op} {b})")
            }),
            pair.clone().prop_map(|(a, b)| format!("min({a}, {b})")),
            inner.clone().prop_map(|a| format!("count(y < {a} for y in x)")),
            inner.clone().prop_map(|a| format!("sum(j * x[j] for j in 0..len(x), if x[j] > {a})")),
            inner.clone().prop_map(|a| format!("max(t for t in 0..=x[i], if t < {a} else 7)")),
            inner.clone().prop_map(|a| format!("twice({a})")),
            inner.clone().prop_map(|a| format!("popcount(abs({a}))")),
            inner.clone().prop_map(|a| format!("len({{t for t in 0..=x[i], if odd(t + {a})}})")),
            (pair, inner).prop_map(|((a, b), c)| format!("(if {a} < {b} then {c} else {a})")),
        ]
    })
}

/// A condition in the same terms.
fn condition() -> impl Strategy<Value = String> {
    let compare = (int(), int(), 0..4_usize).prop_map(|(a, b, op)| {
        let op = ["<", "==", "!=", ">="][op];
        format!("{a} {op} {b}")
    });
    let member = (int(), int(), 0..4_usize).prop_map(|(a, b, form)| {
        [
            format!("{a} in {{0, 2, {b}}}"),
            format!("{a} not in 1..={b}"),
            format!("{a} in x"),
            format!("{a} in {{t for t in 0..=x[i]}} | {{3}}"),
        ][form]
            .clone()
    });
    let all = int().prop_map(|a| format!("all(y >= {a} or y == 0 for y in x)"));
    prop_oneof![3 => compare, 2 => member, 1 => all].prop_recursive(1, 3, 2, |inner| {
        (inner.clone(), inner, 0..4_usize).prop_map(|(a, b, op)| {
            let op = ["and", "or", "implies", "iff"][op];
            format!("(({a}) {op} not ({b}))")
        })
    })
}

/// A row of heaps whose rules are made of random expressions. They lower the sum, or the length, of
/// the row by their form; what they may do wrong is up to them.
pub fn expressions() -> impl Strategy<Value = String> {
    let target = prop_oneof![
        Just("Row(x with [i] -= s)".to_string()),
        int().prop_map(|e| format!("Row(x with [i] -= s, [0] = ({e}) mod (x[0] + 1))")),
        int().prop_map(|e| format!(
            "Row([if j == i then x[j] - s else min(x[j], abs({e})) for j in 0..len(x)])"
        )),
        Just("Row(x[0..i]) + Row(x[i + 1..len(x)])".to_string()),
        int().prop_map(|e| format!("sum(Row([x[j] - 1]) for j in 0..i, if x[j] > abs({e})) + *s")),
        int().prop_map(|e| format!(
            "3 * Row(x without [i]) + (if {e} > 1 then Row([x[i] - 1]) else 0)"
        )),
        Just("Held({j for j in 0..len(x), if x[j] >= s}, x[i] > 1)".to_string()),
    ];
    let binders = prop_oneof![
        Just("i in 0..len(x), s in 1..=x[i]"),
        Just("i in 0..len(x), s in 1..=3, if s <= x[i]"),
        Just("s in {1, 2}, i in 0..len(x), if x[i] >= s"),
        Just("i in {j for j in 0..len(x), if x[j] > 0}, s in 1..=min(2, x[i])"),
        Just("i in 0..len(x), let s = 1, if x[i] >= s"),
    ];
    let rule = (binders, condition(), prop::bool::ANY, target).prop_map(
        |(binders, condition, legal, target)| {
            let legal = if legal { "legal and " } else { "" };
            format!("({binders}) when {legal}({condition}) -> {target}")
        },
    );
    let equals = prop::option::weighted(0.2, prop::bool::ANY);
    (prop::collection::vec(rule, 1..=2), equals).prop_map(|(rules, equals)| {
        let mut text = "game random\nfn twice(n) = 2 * n\nposition Row(x: [nat]) {\n".to_string();
        match equals {
            // Both only say what is so: a move cannot be made in an empty row.
            Some(true) => text += "    equals 0 when len(x) == 0\n",
            Some(false) => text += "    ends when len(x) == 0\n",
            None => {}
        }
        for (i, rule) in rules.iter().enumerate() {
            text += &format!("    move m{i} {rule}\n");
        }
        text += "}\nposition Held(s: set<0..=5>, b: bool) {\n";
        text += "    move drop(j in s, I in subsets(s & 0..j, 0..=1)) when b -> Held(s - ({j} | I), j > 1)\n";
        text += "    move lose(j in s) when not b -> Held(s & 0..j, len(s) > 2)\n";
        text + "}\n"
    })
}
