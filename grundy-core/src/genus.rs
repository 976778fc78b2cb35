//! The genus of tame games, which decides their sums under misère play.

use std::fmt;

use crate::{Nimber, Outcome, mex};

/// The genus of a hereditarily tame game or of a sum of such games.
///
/// The genus of a game is the pair of its nimber g+ and its misère nimber g-. Both are the mex over
/// the options, except that g- of a game without options is 1. A game is *hereditarily tame* when
/// every component of every option is, and its genus is one that a Nim position has: *fickle*,
/// 0^1 or 1^0, or *firm*, n^n (Conway, On Numbers and Games, chapter 12; Winning Ways, chapter 13).
/// A sum of such games has g+ = x, the xor of their nimbers, and g- = 1 - x when all of them are
/// fickle (x is then 0 or 1), else g- = x. The sum of nothing is fickle.
///
/// **Theorem.** The player to move loses such a sum under misère play exactly when its g- is 0.
///
/// *Proof*, by induction on the length of play. A move replaces a component G by one of its options
/// G', which is such a sum too; as mexes, g+(G) and g-(G) differ from g+(G') and g-(G').
/// Let y be the xor of the other components, all fickle unless stated.
/// 1. All fickle, x = 1; every option should be won. It has x' != 1, so if fickle it is won. If it
///    is firm, then G' is firm, and x' = 0 would mean g-(G') = g+(G') = y = 1 - g+(G) = g-(G).
/// 2. All fickle, x = 0; a lost option is needed, or no move at all. Let G have moves. If its genus
///    is 1^0, it has an option with g+ = 0, and that is not 0^0, as g-(G) = 0. If it is 0^1, it has
///    an option with g- = 0, and that is not 0^0, as g+(G) = 0. So the option is fickle, x' = 1.
/// 3. Some firm, x = 0; every option should be won. It has x' != 0, so if firm it is won. If it is
///    fickle, then G was the one firm component and G' is fickle, and x' = 1 would mean
///    g-(G') = 1 - g+(G') = y = g+(G) = g-(G).
/// 4. Some firm, x != 0; a lost option is needed. As in Nim, some component G has an option with
///    x' = 0. That is lost if a firm component is left. Otherwise G was the one firm component, with
///    genus n^n, and n ^ x = y < n. So G has an option with g- = y: as y^y it gives a firm sum with
///    x' = 0, as (1-y)^y a fickle one with x' = 1. Both are lost. ∎
///
/// ```
/// use grundy_core::{Genus, Outcome};
///
/// let two = Genus::of_heap(2);
/// assert_eq!(two.to_string(), "2^2");
/// assert_eq!(two.misere_outcome(), Outcome::N);
/// assert_eq!((two + two).misere_outcome(), Outcome::P);
/// let one = Genus::of_heap(1);
/// assert_eq!((one + one + one).misere_outcome(), Outcome::P);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    normal: Nimber,
    /// Only with a nimber of 0 or 1.
    fickle: bool,
}

impl Genus {
    /// The genus of the sum of nothing, and of every position without options: 0^1.
    pub const ZERO: Self = Self { normal: Nimber::ZERO, fickle: true };

    /// The genus with this nimber and misère nimber, if a tame game can have it.
    pub fn new(normal: Nimber, misere: Nimber) -> Option<Self> {
        let fickle = match (normal.get(), misere.get()) {
            (0, 1) | (1, 0) => true,
            (n, m) if n == m => false,
            _ => return None,
        };
        Some(Self { normal, fickle })
    }

    /// The genus of a Nim heap: 0^1, 1^0, 2^2, 3^3, ...
    pub fn of_heap(size: u64) -> Self {
        Self { normal: Nimber::new(size), fickle: size <= 1 }
    }

    /// The genus of a position from those of its options; `None` when it is not tame.
    pub(crate) fn of_options(options: &[Self]) -> Option<Self> {
        if options.is_empty() {
            return Some(Self::ZERO);
        }
        let normal = mex(options.iter().map(|option| option.normal()));
        let misere = mex(options.iter().map(|option| option.misere()));
        Self::new(normal, misere)
    }

    /// The value under normal play, g+.
    pub fn normal(self) -> Nimber {
        self.normal
    }

    /// The misère nimber, g-. Of sums only the genus says anything, not this number alone.
    pub fn misere(self) -> Nimber {
        if self.fickle { self.normal ^ Nimber::new(1) } else { self.normal }
    }

    /// Whether it is the genus of Nim heaps of size 1 only.
    pub fn is_fickle(self) -> bool {
        self.fickle
    }

    /// The genus of this many copies.
    pub fn copies(self, k: u64) -> Self {
        match k {
            0 => Self::ZERO,
            _ if k % 2 == 1 => self,
            _ => Self { normal: Nimber::ZERO, ..self },
        }
    }

    /// Who wins under misère play.
    pub fn misere_outcome(self) -> Outcome {
        Outcome::of(self.misere())
    }
}

/// The genus of the sum.
impl std::ops::Add for Genus {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { normal: self.normal ^ other.normal, fickle: self.fickle && other.fickle }
    }
}

/// As in `2^2`: the nimber, then the misère nimber.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^{}", self.normal(), self.misere())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_nim_give_the_genus_of_nim() {
        let heaps: Vec<Genus> = (0..10).map(Genus::of_heap).collect();
        for (size, genus) in heaps.iter().enumerate() {
            assert_eq!(Genus::of_options(&heaps[..size]), Some(*genus));
        }
    }

    #[test]
    fn a_pair_that_no_nim_position_has_is_not_tame() {
        assert_eq!(Genus::new(Nimber::ZERO, Nimber::new(2)), None);
        // The mexes of the options *2 and *3 are 0 and 0; of *2 + *2 alone they are 1 and 1.
        let heaps = [Genus::of_heap(2), Genus::of_heap(3)];
        assert_eq!(Genus::of_options(&heaps).unwrap().to_string(), "0^0");
        assert_eq!(Genus::of_options(&[heaps[0].copies(2)]).unwrap().to_string(), "1^1");
        // The options *2 + *2 and *1: 0^0 and 1^0 give 2^1.
        assert_eq!(Genus::of_options(&[heaps[0].copies(2), Genus::of_heap(1)]), None);
    }

    #[test]
    fn copies_of_a_firm_game_stay_firm() {
        assert_eq!(Genus::of_heap(3).copies(4).to_string(), "0^0");
        assert_eq!(Genus::of_heap(1).copies(4).to_string(), "0^1");
        assert_eq!(Genus::of_heap(3).copies(0), Genus::ZERO);
    }
}
