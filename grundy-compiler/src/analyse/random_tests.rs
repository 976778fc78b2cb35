//! Random rules: what is recognised has the options of the rules, and what is
//! proved to end has no position that comes back.

use std::collections::{BTreeMap, BTreeSet};

use super::family;
use super::ground::Ground;
use super::tests::Game;
use super::{Analysis, Ending, Input, KindShape, Shape, analyse};
use crate::ir::KindId;
use crate::value::{Position, Value};

const CASES: u64 = 150;

/// A small generator of texts (xorshift): its state and how deep forms may nest.
struct Random(u64, u32);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % below
    }

    fn pick(&mut self, texts: &[&str]) -> String {
        let place = self.next(texts.len() as u64);
        texts[usize::try_from(place).unwrap()].to_owned()
    }

    /// A form in n and the choices that are in scope.
    fn form(&mut self, names: &[&str]) -> String {
        let name = self.pick(names);
        let c = self.next(4);
        match self.next(if self.1 == 0 { 7 } else { 10 }) {
            0 => c.to_string(),
            1 => name,
            2 => format!("{name} - {c}"),
            3 => format!("{name} + {c}"),
            4 => format!("n - {name} - {c}"),
            5 => format!("n - {c} - {name}"),
            6 => format!("({name} + {c}) / {}", self.next(3) + 1),
            7 => format!("min({name}, {})", self.simple(Random::form, names)),
            8 => format!(
                "(if {} then {name} else n - {name})",
                self.simple(Random::condition, names)
            ),
            _ => format!("2 * {name} - {c}"),
        }
    }

    /// Something in which less is nested.
    fn simple(&mut self, of: fn(&mut Random, &[&str]) -> String, names: &[&str]) -> String {
        self.1 -= 1;
        let text = of(self, names);
        self.1 += 1;
        text
    }

    fn condition(&mut self, names: &[&str]) -> String {
        let (a, b) = (self.form(names), self.form(names));
        let op = self.pick(&["<", "<=", "==", "!=", "!=", ">", ">="]);
        let inner = |random: &mut Random| random.simple(Random::condition, names);
        match self.next(if self.1 == 0 { 6 } else { 10 }) {
            0 => format!("{a} in {{1, {}, 5}}", self.next(5)),
            1 => format!("{a} not in 1..={b}"),
            2 => format!("0 <= {a} < {b}"),
            3 => format!("{a} {op} {b}"),
            6 => format!("not ({} and {})", inner(self), inner(self)),
            7 => format!("({} or {})", inner(self), inner(self)),
            8 => format!("({} implies {a} {op} {b})", inner(self)),
            9 => format!("({a} {op} {b} iff {})", inner(self)),
            _ => format!("{a} {op} {b}"),
        }
    }

    fn sum(&mut self, names: &[&str]) -> String {
        let kind = self.pick(&["A", "A", "B"]);
        let form = self.form(names);
        match self.next(10) {
            0 => "0".to_owned(),
            1 => format!("*{} + {kind}({form})", self.next(3)),
            2 => format!("2 * {kind}({form})"),
            3 if self.1 > 0 => {
                let (condition, sum) =
                    (self.simple(Random::condition, names), self.simple(Random::sum, names));
                format!("(if {condition} then {sum} else {kind}({form}))")
            }
            4 => format!("(let m = {form} in {kind}(m) + {}(n - m))", self.pick(&["A", "B"])),
            5..=7 => {
                let name = self.pick(names);
                format!(
                    "{kind}({name}) + {}(n - {} - {name})",
                    self.pick(&["A", "B"]),
                    self.next(4)
                )
            }
            _ => format!("{kind}({form})"),
        }
    }

    fn rule(&mut self, number: u64) -> String {
        let mut names = vec!["n"];
        let mut binders = Vec::new();
        for name in ["a", "b"].into_iter().take(usize::try_from(self.next(3)).unwrap()) {
            let low = self.pick(&["0", "1", "2", "n - 3"]);
            binders.push(match self.next(7) {
                0 => format!("{name} in {{1, 2, 4}}"),
                1 => format!("{name} in {low}..n"),
                2 => format!("{name} in 1..={}", self.form(&names)),
                3 => format!("{name} in {low}..={}", self.form(&names)),
                4 => format!("{name} in [1, n - 2, {}]", self.form(&names)),
                5 => format!("{name} in {{x + 1 for x in 0..n, if x != 2}}"),
                _ => format!("{name} in 0..=n"),
            });
            names.push(name);
        }
        let guard = match self.next(3) {
            0 => String::new(),
            1 => format!(" and {}", self.condition(&names)),
            _ => format!(" and {} and {}", self.condition(&names), self.condition(&names)),
        };
        let sum = self.sum(&names);
        format!("move m{number}({}) when legal{guard} -> {sum}\n", binders.join(", "))
    }

    fn heaps(&mut self) -> String {
        let mut text = String::from("game random\n");
        for kind in ["A", "B"] {
            let ends = match self.next(4) {
                0 => format!("ends when {}\n", self.condition(&["n"])),
                _ => String::new(),
            };
            let moves: String = (0..=self.next(2)).map(|number| self.rule(number)).collect();
            let domain = self.pick(&["nat", "1..", "2.."]);
            text.push_str(&format!("position {kind}(n: {domain}) {{\n{ends}{moves}}}\n"));
        }
        text
    }

    fn vectors(&mut self) -> String {
        let index =
            |random: &mut Random| random.pick(&["i", "i - 1", "i + 1", "0", "len(x) - 1 - i"]);
        let amount =
            |random: &mut Random| random.pick(&["s", "1", "x[i]", "s - 1", "x[i] - s", "0"]);
        let mut moves = String::new();
        for number in 0..=self.next(2) {
            let binders = self.pick(&[
                "i in 0..len(x), s in 1..=x[i]",
                "i in 1..len(x), s in 0..=x[i]",
                "I in subsets(0..len(x), 1..=2), d[i in I] in 1..=x[i]",
                "i in 0..len(x), s in 0..x[i]",
                "p in partitions(n, 2), i in 0..len(x), let s = p[0]",
            ]);
            let update = if binders.contains("d[i") {
                let value = self.pick(&["d[i]", "1", "d[i] - 1", "x[i]"]);
                let op = self.pick(&["-=", "=", "+="]);
                format!("x with [i in I] {op} {value}")
            } else {
                let one = format!("[{}] -= {}", index(self), amount(self));
                let two = format!("[{}] += {}", index(self), amount(self));
                match self.next(6) {
                    0 => format!("x with {one}"),
                    1 => format!("x with [i] = {}", amount(self)),
                    2 => "x without [i]".to_owned(),
                    3 => format!("sort(x with {one}, {two})"),
                    4 => "x[0..i] ++ [s] ++ x[i + 1..len(x)]".to_owned(),
                    _ => format!("x with {one}, {two}"),
                }
            };
            let size = self.pick(&["n", "n", "n - 1", "n + 1"]);
            let symmetric = self.pick(&["", "", "when legal"]);
            moves.push_str(&format!(
                "move m{number}({binders}) {symmetric} -> V({update}, {size})\n"
            ));
        }
        let symmetric = self.pick(&["", "symmetric x\n"]);
        format!("game random\nposition V(x: [nat], n: nat) {{\n{symmetric}{moves}}}\n")
    }
}

/// The recognition alone, whether the game ends or not.
fn recognise(input: &Input) -> Analysis {
    let ground = Ground::new(input);
    let recognised = family::recognise(input, &ground, &vec![None; input.spec.kinds.len()]);
    let kinds = recognised.index.iter().map(|index| KindShape {
        shape: index.map_or(Shape::Other, |index| Shape::Heap { index }),
        why_not: Vec::new(),
    });
    Analysis {
        boards: Vec::new(),
        ending: Ending::Proved { measures: Vec::new() },
        kinds: kinds.collect(),
        family: recognised.family,
        places: recognised.places,
        alike: Vec::new(),
        picks: Vec::new(),
        diagrams: Vec::new(),
    }
}

#[test]
fn families_have_the_options_of_the_rules() {
    let mut recognised = 0;
    for case in 1..=CASES {
        let text = Random(case.wrapping_mul(0x9e37_79b9_7f4a_7c15), 1).heaps();
        let game = Game::read(&text, recognise);
        if game.analysis.family.is_some() {
            recognised += 1;
            let outcome =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| game.check_options(14)));
            assert!(outcome.is_ok(), "case {case}: {text}");
        }
    }
    assert!(recognised * 10 > CASES, "{recognised} of {CASES}");
}

#[test]
fn proved_games_come_to_an_end() {
    let mut proved = 0;
    for case in 1..=CASES {
        let mut random = Random(case.wrapping_mul(0x2545_f491_4f6c_dd1d), 1);
        let (text, starts) = if case % 2 == 0 {
            (random.heaps(), heap_starts())
        } else {
            (random.vectors(), vector_starts())
        };
        let game = Game::read(&text, analyse);
        if let Ending::Proved { measures } = &game.analysis.ending {
            proved += 1;
            let mut search = Search { game: &game, done: BTreeMap::new() };
            for start in starts {
                assert!(search.ends(start), "case {case}: {measures:?}\n{text}");
            }
        }
    }
    assert!(proved * 20 > CASES, "{proved} of {CASES}");
}

fn heap_starts() -> Vec<Position> {
    let start = |kind, n| Position { kind: KindId::from(kind), fields: [Value::Int(n)].into() };
    (2..9).flat_map(|n| [start(0, n), start(1, n)]).collect()
}

fn vector_starts() -> Vec<Position> {
    let vectors: [&[i64]; 5] = [&[2], &[1, 2], &[0, 2], &[1, 0, 1], &[2, 1, 0]];
    let start = |entries: &&[i64]| Position {
        kind: KindId::from(0),
        fields: [Value::ints(entries.iter().copied()), Value::Int(2)].into(),
    };
    vectors.iter().map(start).collect()
}

/// A search for a position that comes back to itself.
struct Search<'g> {
    game: &'g Game,
    /// Whether all plays from a position have been seen to end.
    done: BTreeMap<Position, bool>,
}

impl Search<'_> {
    /// Whether no position comes back, as far as the search goes.
    fn ends(&mut self, start: Position) -> bool {
        const MOST: usize = 3000;
        let mut stack = vec![(start.clone(), self.children(&start))];
        self.done.insert(start, false);
        while let Some((position, children)) = stack.last_mut() {
            match children.pop() {
                None => {
                    self.done.insert(position.clone(), true);
                    stack.pop();
                }
                Some(child) => match self.done.get(&child) {
                    Some(true) => {}
                    Some(false) => return false,
                    None if self.done.len() > MOST => return true,
                    None => {
                        let children = self.children(&child);
                        self.done.insert(child.clone(), false);
                        stack.push((child, children));
                    }
                },
            }
        }
        true
    }

    /// The components of the options; nothing where the rules fail.
    fn children(&self, position: &Position) -> Vec<Position> {
        let choices = self.game.instance.choices(position).unwrap_or_default();
        let mut children = BTreeSet::new();
        for choice in choices {
            // In normal form, since `symmetric` puts entries in order.
            if let Ok(sum) = self.game.instance.normal_sum(&choice.sum) {
                children.extend(sum.components().iter().map(|(position, _)| position.clone()));
            }
        }
        children.into_iter().collect()
    }
}
