//! What binds what, shown as fully parenthesised text.

mod common;
use common::tree;

/// Each line is an expression, `=>` and its tree.
fn check(lines: &str) {
    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
        let (text, expected) = line.split_once("=>").expect("a line has two sides");
        assert_eq!(tree(text.trim()), expected.trim(), "{}", text.trim());
    }
}

#[test]
fn arithmetic() {
    check(
        "
        1 + 2 * 3             => (1 Add (2 Multiply 3))
        1 - 2 - 3             => ((1 Subtract 2) Subtract 3)
        a / b mod c * d       => (((a Divide b) Mod c) Multiply d)
        -a * b                => ((- a) Multiply b)
        - -a                  => (- (- a))
        a--b                  => (a Subtract (- b))
        2 * *3                => (2 Multiply (* 3))
        *3 + *n               => ((* 3) Add (* n))
        *x[0]                 => (* x@[0])
        a ++ b + c            => ((a Concat b) Add c)
        (1 + 2) * 3           => ((1 Add 2) Multiply 3)
        10_000                => 10000
        9223372036854775807   => 9223372036854775807
        ",
    );
}

#[test]
fn ranges_and_sets() {
    check(
        "
        0..n - 1              => (0..(n Subtract 1))
        a + 1..=b * 2         => ((a Add 1)..=(b Multiply 2))
        A | B & C             => (A Union (B Intersect C))
        A | 0..n - 1          => (A Union (0..(n Subtract 1)))
        (A | B) - C           => ((A Union B) Subtract C)
        A | (B - C)           => (A Union (B Subtract C))
        A | -b                => (A Union (- b))
        A xor B | C           => (A Xor (B Union C))
        {1, 2, }              => {1, 2}
        {}                    => {}
        []                    => []
        {x * x for x in A}    => {(x Multiply x) for x in A}
        ",
    );
}

#[test]
fn logic() {
    check(
        "
        a or b and not c == d => (a Or (b And (not (c Equal d))))
        not not a             => (not (not a))
        a implies b implies c => (a Implies (b Implies c))
        a iff b iff c         => ((a Iff b) Iff c)
        a or b implies c      => ((a Or b) Implies c)
        (a implies b) iff c   => ((a Implies b) Iff c)
        0 <= i < n            => (0 LessEqual i Less n)
        a == b == c           => (a Equal b Equal c)
        a > b >= c            => (a Greater b GreaterEqual c)
        x in A | B            => (x In (A Union B))
        x not   in A          => (x NotIn A)
        not x in A            => (not (x In A))
        x xor y == 0          => ((x Xor y) Equal 0)
        (a < b) == (c < d)    => ((a Less b) Equal (c Less d))
        note and nota         => (note And nota)
        ",
    );
}

#[test]
fn what_reaches_right() {
    check(
        "
        1 + if a then b else c + 2        => (1 Add (if a then b else (c Add 2)))
        if a then if b then c else d else e => (if a then (if b then c else d) else e)
        let x = 1 in x + 1                => (let x = 1 in (x Add 1))
        let (a, b) = p in a in b          => (let (a, b) = p in (a In b))
        let x = (a in b) in x             => (let x = (a In b) in x)
        let x = if a in b then c else d in x => (let x = (if (a In b) then c else d) in x)
        let x = let y = 1 in y in x       => (let x = (let y = 1 in y) in x)
        let x = y with [i] = 1 in x       => (let x = (y with [i] Set 1) in x)
        let x = f(a in b) in x            => (let x = f((a In b)) in x)
        ",
    );
}

#[test]
fn behind_an_operand() {
    check(
        "
        x[i][j + 1]           => x@[i]@[(j Add 1)]
        x[a..b]               => x@[(a..b)]
        f(a)[0]               => f(a)@[0]
        -x[i]                 => (- x@[i])
        Kind[3, 5, 7]         => Kind[3, 5, 7]
        S[0]                  => S[0]
        S[0][1]               => S[0]@[1]
        S[a..b]               => S[(a..b)]
        Kind[]                => Kind[]
        x without [i] ++ y    => ((x without [i]) Concat y)
        a ++ x with [i] = 1   => (a Concat (x with [i] Set 1))
        x with [i] -= s, [j] += s, [k] = e  => (x with [i] Subtract s, [j] Add s, [k] Set e)
        x with [i in I] -= d[i]             => (x with [i in I] Subtract d@[i])
        f(x with [i] -= 1, [1, 2])          => f((x with [i] Subtract 1), [1, 2])
        f(x with [i] -= 1, [j] == 2)        => f((x with [i] Subtract 1), ([j] Equal 2))
        ",
    );
}

#[test]
fn calls() {
    check(
        "
        f()                   => f()
        f(a, b,)              => f(a, b)
        Row(a) + 2 * Row(b)   => (Row(a) Add (2 Multiply Row(b)))
        sum(A(i) for i in S)  => sum(A(i) for i in S)
        xor(i for i in S)     => xor(i for i in S)
        min(c else 0)         => min(c else 0)
        first(x for x in S, if x > 2 else 0)  => first(x for x in S, if (x Greater 2) else 0)
        first(x for x in S, else 0)           => first(x for x in S else 0)
        f(a for (a, _) in P, d[i in I] in C, let y = 1) => f(a for (a, _) in P, d[i in I] in C, let y = 1)
        periodic(K(n) for n, from = 1, period = 2) => periodic(K(n) for free n, from = 1, period = 2)
        partitions(n, distinct)               => partitions(n, distinct)
        fixpoint(T = {v}: T | n(T))           => fixpoint(T = {v}: (T Union n(T)))
        (a, b)                => tuple(a, b)
        (a)                   => a
        at + set + octal      => ((at Add set) Add octal)
        ",
    );
}
