//! Games from their text, and which of their kinds are a family.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use grundy_core::{Family, Part, Rule, Shape as HeapShape};
use grundy_grammar::{SourceMap, parse_file};

use super::{Analysis, Ending, Input, Shape, analyse};
use crate::check::check;
use crate::instance::{Instance, Settings};
use crate::ir::KindId;
use crate::value::{Position, SumValue, Value};

/// A game with what was proved of it.
pub(super) struct Game {
    pub(super) instance: Rc<Instance>,
    pub(super) analysis: Analysis,
}

impl Game {
    pub(super) fn new(text: &str) -> Game {
        Game::read(text, analyse)
    }

    /// A game with what `analyse` makes of it.
    pub(super) fn read(text: &str, analyse: fn(&Input) -> Analysis) -> Game {
        let mut sources = SourceMap::default();
        let id = sources.add("test.game", text);
        let (file, errors) = parse_file(&sources, id);
        assert!(errors.is_empty(), "{errors:?}\n{text}");
        let checked = check(file).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
        let spec = Arc::new(checked.spec);
        let sources = Arc::new(sources);
        let instance = Instance::new(spec, sources, &[], Settings::default()).unwrap();
        let spec = instance.spec();
        let analysis = analyse(&Input {
            spec: &spec,
            params: instance.params(),
            constant: &|expr| instance.constant(expr),
            fixed: Default::default(),
            layer: None,
        });
        Game { instance, analysis }
    }

    /// A game with one position `Heap(n: nat)` and these clauses.
    pub(super) fn heap(clauses: &str) -> Game {
        Game::new(&format!("game test\nposition Heap(n: nat) {{\n{clauses}\n}}"))
    }

    pub(super) fn family(&self) -> &Family {
        self.analysis.family.as_ref().unwrap_or_else(|| panic!("{:#?}", self.analysis))
    }

    /// Why the first kind is no heap: the text that is pointed at, and the reason.
    fn why_not(&self) -> (String, String) {
        assert_eq!(self.analysis.family, None);
        let reason = &self.analysis.kinds[0].why_not[0];
        (self.instance.sources().text(reason.span).to_owned(), reason.text.clone())
    }

    pub(super) fn shape(&self) -> Shape {
        self.analysis.kinds[0].shape
    }

    /// The measures, one component of kinds after the other.
    pub(super) fn measures(&self) -> Vec<&str> {
        match &self.analysis.ending {
            Ending::Proved { measures } => measures.iter().map(|m| m.text.as_str()).collect(),
            Ending::NotFound { reason } => panic!("{reason:?}"),
        }
    }

    pub(super) fn endless(&self) -> (String, String) {
        match &self.analysis.ending {
            Ending::Proved { measures } => panic!("{measures:?}"),
            Ending::NotFound { reason } => {
                (self.instance.sources().text(reason.span).to_owned(), reason.text.clone())
            }
        }
    }

    /// Compares the options of the family with those of the rules.
    pub(super) fn check_options(&self, sizes: u64) {
        for (kind, shape) in self.analysis.kinds.iter().enumerate() {
            let Shape::Heap { index } = shape.shape else {
                continue;
            };
            let heap = &self.family().kinds[index];
            for n in heap.least..sizes {
                let by_family = options(self.family(), index, n);
                let position = Position {
                    kind: KindId::from(kind),
                    fields: [Value::Int(i64::try_from(n).unwrap())].into(),
                };
                let choices = self.instance.choices(&position).unwrap();
                let by_rules: BTreeSet<Sum> =
                    choices.iter().map(|choice| self.option(&choice.sum)).collect();
                assert_eq!(by_family, by_rules, "size {n}: {heap:?}");
            }
        }
    }

    fn option(&self, sum: &SumValue) -> Sum {
        assert!(sum.runs.is_empty());
        let mut parts = Vec::new();
        for (position, copies) in sum.sum.components() {
            let Shape::Heap { index } = self.analysis.kinds[position.kind.index()].shape else {
                panic!("the family leads out of itself");
            };
            let size = u64::try_from(position.fields[0].int()).unwrap();
            parts.extend((0..*copies).map(|_| (Some(index), size)));
        }
        for (size, copies) in sum.sum.heaps() {
            parts.extend((0..*copies).map(|_| (None, *size)));
        }
        parts.sort_unstable();
        parts
    }
}

/// Components, Nim heaps without a kind, ascending.
type Sum = Vec<(Option<usize>, u64)>;

/// The options of a heap of a family, by the definition of the shapes.
fn options(family: &Family, kind: usize, n: u64) -> BTreeSet<Sum> {
    let mut all = BTreeSet::new();
    let size = |value: i128| u64::try_from(value).expect("sizes stay in their domain");
    let n_ = i128::from(n);
    let mut add = |mut parts: Sum| {
        for &(kind, size) in &parts {
            assert!(kind.is_none_or(|kind| size >= family.kinds[kind].least));
        }
        parts.sort_unstable();
        all.insert(parts);
    };
    for rule in &family.kinds[kind].rules {
        if n < rule.from || rule.to.is_some_and(|to| n > to) || rule.except.contains(&n) {
            continue;
        }
        match &rule.shape {
            HeapShape::Empty => add(Vec::new()),
            HeapShape::Parts(parts) => add(parts
                .iter()
                .map(|part| match part {
                    Part::Rest { kind, removed } => (Some(*kind), size(n_ - i128::from(*removed))),
                    Part::Fixed { kind, size } => (Some(*kind), *size),
                    Part::Nim(size) => (None, *size),
                })
                .collect()),
            HeapShape::Any { kind, low, gap } => {
                for a in i128::from(*low)..=n_ - i128::from(*gap) {
                    add(vec![(Some(*kind), size(a))]);
                }
            }
            HeapShape::Pile { .. } => unreachable!("rules leave at most two heaps"),
            HeapShape::Split { left, right, removed, low, gap, unequal } => {
                assert!(left == right || !unequal);
                for a in i128::from(*low)..=n_ - i128::from(*gap) {
                    let b = n_ - i128::from(*removed) - a;
                    if a != b || !unequal {
                        add(vec![(Some(*left), size(a)), (Some(*right), size(b))]);
                    }
                }
            }
        }
    }
    all
}

fn rule(from: u64, except: &[u64], shape: HeapShape) -> Rule {
    Rule { from, to: None, except: except.to_vec(), shape }
}

fn split(removed: i64, low: u64, gap: i64, unequal: bool) -> HeapShape {
    HeapShape::Split { left: 0, right: 0, removed, low, gap, unequal }
}

#[test]
fn kayles_is_one_family_however_it_is_phrased() {
    let phrasings = [
        "move bowl(k in 1..=2, left in 0..=n - k) -> Heap(left) + Heap(n - k - left)",
        "move bowl(k in 1..=2, a in 0..=n, b in 0..=n) when a + b == n - k -> Heap(a) + Heap(b)",
        "move bowl((a, b) in {(x, n - k - x) for k in 1..=2, x in 0..=n - k}) -> Heap(a) + Heap(b)",
        "move one(b in 0..n) when b <= n - 1 - b -> Heap(n - 1 - b) + Heap(b)
         move two(b in 0..n) when 2 * b <= n - 2 -> let rest = n - 2 - b in Heap(rest) + Heap(b)",
        "move bowl(k in {1, 2}, a in 0..=(n - k) / 2) -> Heap(a) + Heap(n - k - a)",
        "move bowl(k in 1..=2, a in 0..=n, b in 0..=n, if a + b == n - k) -> Heap(a) + Heap(b)",
        "move bowl(k in 1..=2, a in 0..=n - k) when a <= n - k - a -> Heap(a) + Heap(n - k - a)",
        "move bowl(k in 1..=2, a in 0..=n - k) when a * a >= 0 and a mod 3 < 3
            -> Heap(a) + Heap(n - k - a)",
    ];
    for phrasing in phrasings {
        let game = Game::heap(phrasing);
        let rules = [rule(1, &[], split(1, 0, 1, false)), rule(2, &[], split(2, 0, 2, false))];
        assert_eq!(game.family().kinds[0].rules, rules, "{phrasing}");
        assert_eq!(game.measures(), ["n"]);
        game.check_options(20);
    }
    let pins = "move bowl(first in 1..=n, last in first..=min(first + 1, n))
        -> Heap(first - 1) + Heap(n - last)";
    Game::heap(pins).check_options(20);
}

#[test]
fn a_guard_that_always_holds_says_nothing() {
    let plain = Game::heap("move take(s in 1..=n) -> Heap(n - s)");
    for guard in ["s * s > 0", "n >= s", "s * n >= s", "(n + s) mod 7 != 7 and s > 0"] {
        let game = Game::heap(&format!("move take(s in 1..=n) when {guard} -> Heap(n - s)"));
        assert_eq!(game.family(), plain.family(), "{guard}");
    }
    for guard in ["s * s > 1", "1 / s >= 0", "n mod 3 < 2"] {
        let game = Game::heap(&format!("move take(s in 1..=n) when {guard} -> Heap(n - s)"));
        assert_ne!(game.analysis.family.as_ref(), Some(plain.family()), "{guard}");
    }
}

#[test]
fn splits_with_exceptions() {
    for phrasing in [
        "move split(a in 1..n) when n != 2 -> Heap(a) + Heap(n - a)",
        "ends when n == 2 move split(a in 1..=n / 2) -> Heap(a) + Heap(n - a)",
        "ends when n < 3 move split(a in 1..=n, b in 1..=n) when a + b == n -> Heap(a) + Heap(b)",
    ] {
        let game = Game::heap(phrasing);
        assert_eq!(
            game.family().kinds[0].rules,
            [rule(3, &[], split(0, 1, 1, false))],
            "{phrasing}"
        );
        game.check_options(20);
    }
    let game = Game::heap("move split(a in 1..n) when n != 5 and n != 9 -> Heap(a) + Heap(n - a)");
    assert_eq!(game.family().kinds[0].rules, [rule(2, &[5, 9], split(0, 1, 1, false))]);
    for phrasing in [
        "move split(a in 1..n) when a != n - a -> Heap(a) + Heap(n - a)",
        "move split(a in 1..n) when a < n - a -> Heap(a) + Heap(n - a)",
        "move split(a in 1..n) when n - a < a -> Heap(a) + Heap(n - a)",
        "move split(a in 1..(n + 1) / 2) -> Heap(a) + Heap(n - a)",
        "move split(a in 0..n) when a > 0 and not (2 * a == n) -> Heap(n - a) + Heap(a)",
    ] {
        let game = Game::heap(phrasing);
        assert_eq!(
            game.family().kinds[0].rules,
            [rule(2, &[], split(0, 1, 1, true))],
            "{phrasing}"
        );
        game.check_options(20);
    }
}

#[test]
fn nim_lasker_and_subtraction() {
    let any = rule(1, &[], HeapShape::Any { kind: 0, low: 0, gap: 1 });
    for phrasing in ["move take(s in 1..=n) -> Heap(n - s)", "move to(m in 0..n) -> Heap(m)"] {
        let game = Game::heap(phrasing);
        assert_eq!(game.family().kinds[0].rules, std::slice::from_ref(&any), "{phrasing}");
    }
    let game = Game::heap(
        "move take(s in 1..=n) -> Heap(n - s)
         move split(a in 1..n) -> Heap(a) + Heap(n - a)",
    );
    assert_eq!(game.family().kinds[0].rules, [any, rule(2, &[], split(0, 1, 1, false))]);
    let rest = |removed| HeapShape::Parts(vec![Part::Rest { kind: 0, removed }]);
    for phrasing in [
        "move take(s in {1, 3}) when s <= n -> Heap(n - s)",
        "move take(s in {1, 3}) when legal -> Heap(n - s)",
        "move take(m in 0..n) when n - m in {1, 3} -> Heap(m)",
        "move take(m in n - 3..n) when m >= 0 and m != n - 2 -> Heap(m)",
        "move take(s in [2 * i + 1 for i in 0..2]) when n >= s -> Heap(n - s)",
    ] {
        let game = Game::heap(phrasing);
        assert_eq!(
            game.family().kinds[0].rules,
            [rule(1, &[], rest(1)), rule(3, &[], rest(3))],
            "{phrasing}"
        );
        game.check_options(12);
    }
    let game = Game::heap("move take(s in 1..=min(n, 2)) -> Heap(n - s)");
    game.check_options(12);
}

#[test]
fn hull_paths_are_four_kinds() {
    let game = Game::new(
        "game hull_paths
         param k: nat = 2 where k >= 1
         position Path(n: nat) { move select(i in 1..=n) -> Half(i) + Half(n - i + 1) }
         position Half(n: 1..) { move select(i in 2..=n) -> Both(i) + Half(n - i + 1) }
         position Both(n: 1..) { move select(i in 2..n) when n >= k + 2 -> Both(i) + Both(n - i + 1) }
         position Cycle(n: 3..) {
             move first -> if n == 3 then Path(2) else if n <= 2 * k then Path(1) else Both(n + 1)
         }",
    );
    assert_eq!(game.family().kinds.len(), 4);
    game.check_options(16);
    assert_eq!(game.measures(), ["n", "n"]);
    let both = &game.family().kinds[2].rules;
    let shape = HeapShape::Split { left: 2, right: 2, removed: -1, low: 2, gap: 1, unequal: false };
    assert_eq!(*both, [rule(4, &[], shape)]);
}

#[test]
fn nim_heaps_and_constants_stand_beside() {
    let game = Game::heap(
        "move last when n == 1 -> 0
         move loony when n >= 4 -> *3 + Heap(n - 4) + Heap(2)
         move fork when n in 3..=5 -> if n == 4 then 2 * Heap(n - 2) else *0",
    );
    game.check_options(10);
    assert_eq!(game.measures(), ["n"]);
}

#[test]
fn what_is_no_family() {
    for (clauses, construct) in [
        ("move take(s in 1..=n) when n mod 5 != 0 -> Heap(n - s)", "n mod 5"),
        ("move halve when n > 0 -> Heap(n / 2)", "n / 2"),
        ("move split(a in 1..n) when even(a) -> Heap(a) + Heap(n - a)", "even(a)"),
        (
            "move three(a in 1..n, b in 1..n) when a + b < n -> Heap(a) + Heap(b) + Heap(n - a - b)",
            "Heap(a) + Heap(b) + Heap(n - a - b)",
        ),
        ("move up when n < 9 -> Heap(n + 1)", "Heap"),
        ("move take -> Heap(n - 1)", "Heap(n - 1)"),
        ("move take(s in divisors(n)) when n > 0 -> Heap(n - s)", "divisors(n)"),
        ("move take(s in 1..=n) when s * s <= n -> Heap(n - s)", "s * s"),
        ("move all(k in 1..n) -> sum(Heap(i) for i in 0..k)", "sum(Heap(i) for i in 0..k)"),
        ("move low(a in 0..n) when 3 * a <= n -> Heap(a)", "Heap(a)"),
        ("move most(a in 0..n) when 2 * a <= n -> Heap(a)", "Heap(a)"),
        (
            "equals Heap(n - 1) when n == 7 move take(s in 1..=n) -> Heap(n - s)",
            "equals Heap(n - 1) when n == 7",
        ),
    ] {
        let game = Game::heap(clauses);
        assert_eq!(game.why_not().0, construct, "{clauses}: {}", game.why_not().1);
    }
}

#[test]
fn rules_that_may_fail_are_left_to_the_rules() {
    // Each of these fails at small sizes: where a name is bound, a domain is left, a measure stays.
    for moves in [
        "move m when n > 0 -> let s = Heap(n - 5) in Heap(n - 1)",
        "move m(let big = 10 / n > 2) when n > 0 -> Heap(n - 1)",
        "move m when n > 0 -> More(n - 4)",
        "move m when legal and n > 0 -> More(n - 4)",
        "move m when n > 1 -> Heap(n - 2) decreases n / 2 + 7 * (n mod 2)",
    ] {
        let text = format!(
            "game fails\nsetup More(k: nat) = Heap(k + 3)\nposition Heap(n: nat) {{\n{moves}\n}}"
        );
        assert_eq!(Game::new(&text).analysis.family, None, "{moves}");
    }
    let setup = "game staged
        setup More(k: nat) = Heap(k + 3)
        position Heap(n: nat) { move m when n >= 4 -> More(n - 4) decreases n }";
    Game::new(setup).check_options(10);
    assert_eq!(Game::new(setup).family().kinds[0].rules.len(), 1);
}
