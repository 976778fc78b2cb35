//! Nimbers: the values of impartial games under normal play.

use std::fmt;
use std::iter::Sum;
use std::ops::{BitXor, BitXorAssign};

/// The value of an impartial game under normal play: the size of the one Nim heap it equals.
///
/// Every impartial game that ends equals exactly one Nim heap, and a sum of games equals the heap
/// whose size is the bitwise xor of their sizes (Sprague 1935, Grundy 1939). The player to move
/// loses exactly when the nimber is zero.
///
/// ```
/// use grundy_core::Nimber;
///
/// let piles = [3, 5, 6].map(Nimber::new);
/// assert!(piles.into_iter().sum::<Nimber>().is_zero());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(u64);

impl Nimber {
    /// The value of a lost position, such as one without moves.
    pub const ZERO: Self = Self(0);

    /// The nimber of a Nim heap of this size.
    pub const fn new(size: u64) -> Self {
        Self(size)
    }

    /// The size of the Nim heap.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Whether the player to move loses under normal play.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl From<u64> for Nimber {
    fn from(size: u64) -> Self {
        Self(size)
    }
}

/// A nimber compares with the size of a Nim heap.
impl PartialEq<u64> for Nimber {
    fn eq(&self, size: &u64) -> bool {
        self.0 == *size
    }
}

impl BitXor for Nimber {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Nimber {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// The value of a sum of games: the xor of their values.
impl Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, BitXor::bitxor)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The product in the field of nimbers below 2^64 (Conway, On Numbers and Games, chapter 6).
///
/// With F = 2^32 and the operands split into halves of 32 bits, F times F is F xor F/2, and
/// smaller numbers times F are the ordinary products. The halves are multiplied in the same way,
/// down to single bits; three products of halves suffice (Karatsuba).
///
/// ```
/// use grundy_core::nim_product;
///
/// assert_eq!(nim_product(2, 2), 3);
/// assert_eq!(nim_product(16, 16), 24);
/// ```
pub fn nim_product(a: u64, b: u64) -> u64 {
    product(a, b, 32)
}

/// The product of two nimbers of `2 * half` bits. The depth is at most seven.
fn product(a: u64, b: u64, half: u32) -> u64 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    let (a1, a0) = halves(a, half);
    let (b1, b0) = halves(b, half);
    let low = product(a0, b0, half / 2);
    let high = product(a1, b1, half / 2);
    let cross = product(a1 ^ a0, b1 ^ b0, half / 2);
    ((cross ^ low) << half) | (low ^ times_top_bit(high, half))
}

/// The product of a nimber of `bits` bits and 2^(bits - 1).
fn times_top_bit(a: u64, bits: u32) -> u64 {
    if bits == 1 || a == 0 {
        return a;
    }
    let half = bits / 2;
    let (a1, a0) = halves(a, half);
    let cross = times_top_bit(a1 ^ a0, half);
    let high = times_top_bit(times_top_bit(a1, half), half);
    (cross << half) | high
}

fn halves(a: u64, half: u32) -> (u64, u64) {
    (a >> half, a & ((1 << half) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The product by its definition: the least number that the field laws do not exclude.
    fn products_by_mex(n: usize) -> Vec<Vec<u64>> {
        let mut table = vec![vec![0; n]; n];
        for a in 0..n {
            for b in 0..n {
                let excluded: Vec<u64> = (0..a)
                    .flat_map(|c| (0..b).map(move |d| (c, d)))
                    .map(|(c, d)| table[c][b] ^ table[a][d] ^ table[c][d])
                    .collect();
                table[a][b] = (0..).find(|v| !excluded.contains(v)).unwrap();
            }
        }
        table
    }

    #[test]
    fn products_follow_the_definition() {
        for (a, row) in products_by_mex(20).into_iter().enumerate() {
            for (b, product) in row.into_iter().enumerate() {
                assert_eq!(nim_product(a as u64, b as u64), product, "{a} * {b}");
            }
        }
    }

    #[test]
    fn the_square_of_a_fermat_power_is_three_halves_of_it() {
        for bits in [1, 2, 4, 8, 16, 32] {
            let fermat = 1_u64 << bits;
            assert_eq!(nim_product(fermat, fermat), fermat | fermat >> 1);
        }
    }

    #[test]
    fn display_is_the_plain_number() {
        assert_eq!(format!("{:>3}", Nimber::new(7)), "  7");
    }

    proptest! {
        #[test]
        fn products_obey_the_field_laws(a: u64, b: u64, c: u64) {
            prop_assert_eq!(nim_product(a, b), nim_product(b, a));
            prop_assert_eq!(nim_product(nim_product(a, b), c), nim_product(a, nim_product(b, c)));
            prop_assert_eq!(nim_product(a, b ^ c), nim_product(a, b) ^ nim_product(a, c));
            prop_assert_eq!(nim_product(a, 1), a);
        }

        #[test]
        fn every_nimber_but_zero_has_an_inverse(a in 1_u64..) {
            // The non-zero elements form a group of order 2^64 - 1, so a^(2^64 - 2) is 1 / a.
            let (mut inverse, mut square) = (1, a);
            for _ in 1..64 {
                square = nim_product(square, square);
                inverse = nim_product(inverse, square);
            }
            prop_assert_eq!(nim_product(a, inverse), 1);
        }
    }
}
