//! Which take-and-break codes the kinds of a game are, in words.

use grundy::compiler::analyse::Shape;
use grundy::compiler::ir::KindId;
use grundy::core::{Budget, Family, HeapTables, NoCode, Notation, Shifted};

use super::game::{Game, one_line};

/// The kinds of a game that are heaps, in the order of the family.
pub struct Heaps<'a> {
    game: &'a Game,
    family: &'a Family,
    kinds: Vec<KindId>,
}

impl<'a> Heaps<'a> {
    /// The heaps of a game, if it has any.
    pub fn of(game: &'a Game) -> Option<Heaps<'a>> {
        let analysis = &game.instance.plan().analysis;
        let mut heaps: Vec<(usize, KindId)> = Vec::new();
        for (at, kind) in analysis.kinds.iter().enumerate() {
            if let Shape::Heap { index } = kind.shape {
                heaps.push((index, KindId::from(at)));
            }
        }
        heaps.sort_unstable();
        let kinds = heaps.into_iter().map(|(_, kind)| kind).collect();
        analysis.family.as_ref().map(|family| Heaps { game, family, kinds })
    }

    /// Their family.
    pub fn family(&self) -> &'a Family {
        self.family
    }

    /// The place of a kind in the family.
    pub fn index(&self, kind: KindId) -> Option<usize> {
        self.kinds.iter().position(|of| *of == kind)
    }

    /// What a kind is: a code, another kind with its sizes shifted, or why neither.
    pub fn words(&self, kind: KindId) -> Vec<String> {
        let Some(index) = self.index(kind) else { return Vec::new() };
        match self.family.notation(index) {
            Ok(notation) => vec![format!("it is {}", self.notation(index, &notation))],
            Err(why) => match self.shifted(index) {
                Some(shifted) => self.shift_words(index, &shifted),
                None => vec![format!("no take-and-break code: {}", self.obstacle(index, why))],
            },
        }
    }

    /// A kind of which this one has the nimbers.
    pub fn shifted(&self, index: usize) -> Option<Shifted> {
        let budget = Budget { max_positions: Some(1 << 20), ..self.game.instance.budget().clone() };
        let mut tables = HeapTables::new(self.family.clone()).ok()?;
        // A limit leaves the question open.
        tables.shifted(index, &budget).ok().flatten()
    }

    /// `the octal game 0.6, with sizes shifted by 1: Heap(n) is its heap n - 1`.
    fn notation(&self, index: usize, notation: &Notation) -> String {
        let mut words = format!("the {}", notation.code.name());
        if notation.shift > 0 {
            words += &format!(
                ", with sizes shifted by {0}: {1} is its heap {2} - {0}",
                notation.shift,
                self.position(index, 0),
                self.field(index),
            );
        }
        if !notation.except.is_empty() {
            let name = self.name(index);
            let except: Vec<String> =
                notation.except.iter().map(|size| format!("{name}({size})")).collect();
            let have = if except.len() == 1 { "has" } else { "have" };
            words += &format!("; but {} {have} other moves", except.join(", "));
        }
        words
    }

    fn shift_words(&self, index: usize, shifted: &Shifted) -> Vec<String> {
        let (own, other) = (self.position(index, 0), self.position(shifted.kind, shifted.shift));
        let field = self.field(index);
        let mut words = vec![format!(
            "{own} has the nimber of {other} for all {field} >= {}: from {} on their moves are the same, below it was checked",
            shifted.from, shifted.window
        )];
        if let Ok(notation) = self.family.notation(shifted.kind) {
            words.push(format!(
                "{} is {}",
                self.name(shifted.kind),
                self.notation(shifted.kind, &notation)
            ));
        }
        words
    }

    /// The construct that prevents a code: a rule that is none by itself, if there is one.
    fn obstacle(&self, index: usize, why: NoCode) -> String {
        let Some((rule, why)) = self.family.rule_without_code(index) else { return self.why(why) };
        let place = self.game.instance.plan().analysis.places[index][rule];
        let text = one_line(&self.game.instance.text(place));
        format!("line {}, at `{text}`: {}", self.game.line(place), self.why(why))
    }

    fn why(&self, why: NoCode) -> String {
        match why {
            NoCode::OtherKind(other) => format!("a move leads to {}", self.name(other)),
            other => other.to_string(),
        }
    }

    /// `Heap(n + 2)`.
    pub fn position(&self, index: usize, shift: i64) -> String {
        let field = self.field(index);
        let name = self.name(index);
        match shift {
            0 => format!("{name}({field})"),
            1.. => format!("{name}({field} + {shift})"),
            _ => format!("{name}({field} - {})", shift.unsigned_abs()),
        }
    }

    fn name(&self, index: usize) -> &str {
        &self.game.checked.spec.kinds[self.kinds[index].index()].name
    }

    fn field(&self, index: usize) -> &str {
        let kind = &self.game.checked.spec.kinds[self.kinds[index].index()];
        kind.fields.first().map_or("n", |field| field.name.as_str())
    }
}
