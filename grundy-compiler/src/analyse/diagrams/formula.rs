//! Propositions about a Young diagram, a choice in it and one of its cells.

use std::collections::{BTreeMap, BTreeSet};

/// A number of a row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Index {
    /// The row of the cell at hand.
    Row,
    /// The column of the cell at hand.
    Column,
    /// The row that was chosen.
    ChosenRow,
    /// The column that was chosen.
    ChosenColumn,
    Fixed(i64),
}

impl Index {
    fn conjugate(self) -> Index {
        match self {
            Index::Row => Index::Column,
            Index::Column => Index::Row,
            Index::ChosenRow => Index::ChosenColumn,
            Index::ChosenColumn => Index::ChosenRow,
            Index::Fixed(number) => Index::Fixed(number),
        }
    }
}

/// A sum of multiples of indices and a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Linear {
    terms: BTreeMap<Index, i64>,
    constant: i64,
}

/// Numbers beyond this are not followed, so that nothing overflows.
pub(super) const MOST: i64 = 1 << 40;

impl Linear {
    pub(super) fn of(index: Index) -> Linear {
        match index {
            Index::Fixed(constant) => Linear { terms: BTreeMap::new(), constant },
            other => Linear { terms: BTreeMap::from([(other, 1)]), constant: 0 },
        }
    }

    /// `self + times * other`.
    pub(super) fn plus(mut self, times: i64, other: &Linear) -> Linear {
        for (index, factor) in &other.terms {
            *self.terms.entry(*index).or_default() += times * factor;
        }
        self.terms.retain(|_, factor| *factor != 0);
        Linear { constant: self.constant + times * other.constant, ..self }
    }

    fn conjugate(&self) -> Linear {
        let terms = self.terms.iter().map(|(index, factor)| (index.conjugate(), *factor));
        Linear { terms: terms.collect(), constant: self.constant }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    /// The diagram has the cell in this row and column.
    Filled(Index, Index),
    /// This is not negative.
    Natural(Linear),
}

/// A proposition.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    Fixed(bool),
    #[expect(private_interfaces, reason = "made and read in this file alone")]
    Atom(Atom),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
}

/// Propositions with more atoms are not compared.
const MOST_ATOMS: usize = 12;

impl Formula {
    /// That the diagram has the cell in this row and column.
    pub(super) fn filled(row: Index, column: Index) -> Formula {
        Formula::Atom(Atom::Filled(row, column))
    }

    /// That `a >= b`. Of two that are each other's negation only one is an atom. Rows and columns are
    /// numbered from 0.
    pub(super) fn at_least(a: &Linear, b: &Linear) -> Formula {
        let difference = a.clone().plus(-1, b);
        let has = |sign: i64| difference.terms.values().any(|factor| factor.signum() == sign);
        match difference.terms.values().next() {
            _ if !has(-1) && difference.constant >= 0 => Formula::Fixed(true),
            _ if !has(1) && difference.constant < 0 => Formula::Fixed(false),
            Some(first) if *first > 0 => Formula::Atom(Atom::Natural(difference)),
            _ => {
                let below = b.clone().plus(-1, a).plus(-1, &Linear::of(Index::Fixed(1)));
                Formula::Atom(Atom::Natural(below)).not()
            }
        }
    }

    pub(super) fn not(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    pub(super) fn and(self, other: Formula) -> Formula {
        Formula::And(Box::new(self), Box::new(other))
    }

    pub(super) fn or(self, other: Formula) -> Formula {
        Formula::Or(Box::new(self), Box::new(other))
    }

    pub(super) fn implies(self, other: Formula) -> Formula {
        self.not().or(other)
    }

    pub(super) fn iff(self, other: Formula) -> Formula {
        self.clone().implies(other.clone()).and(other.implies(self))
    }

    /// What it says of the conjugate diagram, with rows for columns.
    pub(super) fn conjugate(&self) -> Formula {
        match self {
            Formula::Fixed(value) => Formula::Fixed(*value),
            Formula::Atom(Atom::Filled(row, column)) => {
                Formula::filled(column.conjugate(), row.conjugate())
            }
            Formula::Atom(Atom::Natural(linear)) => {
                Formula::at_least(&linear.conjugate(), &Linear::of(Index::Fixed(0)))
            }
            Formula::Not(inner) => inner.conjugate().not(),
            Formula::And(a, b) => a.conjugate().and(b.conjugate()),
            Formula::Or(a, b) => a.conjugate().or(b.conjugate()),
        }
    }

    /// Whether it holds whatever its atoms say, so that it holds of everything.
    pub(super) fn is_tautology(&self) -> bool {
        let mut atoms = BTreeSet::new();
        self.collect(&mut atoms);
        let atoms: Vec<&Atom> = atoms.into_iter().collect();
        atoms.len() <= MOST_ATOMS && (0..1_u32 << atoms.len()).all(|row| self.holds(&atoms, row))
    }

    fn collect<'f>(&'f self, atoms: &mut BTreeSet<&'f Atom>) {
        match self {
            Formula::Fixed(_) => {}
            Formula::Atom(atom) => drop(atoms.insert(atom)),
            Formula::Not(inner) => inner.collect(atoms),
            Formula::And(a, b) | Formula::Or(a, b) => {
                a.collect(atoms);
                b.collect(atoms);
            }
        }
    }

    /// Its value in a row of the truth table, in which each atom has a bit.
    fn holds(&self, atoms: &[&Atom], row: u32) -> bool {
        match self {
            Formula::Fixed(value) => *value,
            Formula::Atom(atom) => atoms.binary_search(&atom).is_ok_and(|at| row >> at & 1 == 1),
            Formula::Not(inner) => !inner.holds(atoms, row),
            Formula::And(a, b) => a.holds(atoms, row) && b.holds(atoms, row),
            Formula::Or(a, b) => a.holds(atoms, row) || b.holds(atoms, row),
        }
    }
}
