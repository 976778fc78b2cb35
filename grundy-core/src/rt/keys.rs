//! Positions as keys of one word.

use super::{IntSet, Set};

/// A part of a position that a key can hold.
///
/// A key has a number that tells the kind, the lengths of what varies in length, and then the entries:
/// the ints that the position consists of, the last one in the lowest bits. Two positions with the
/// same key are equal, since what stands before the entries tells how many there are and how wide.
pub trait Keyed {
    /// How many bits hold every value; more than a key has where the number of entries varies.
    const BITS: u32;

    /// How many entries it has.
    fn entries(&self) -> u32;

    /// Puts in the lengths.
    #[inline]
    fn put_lengths(&self, lengths: &mut Lengths) {
        let _ = lengths;
    }

    /// Puts in the entries.
    fn put_entries(&self, entries: &mut Entries);
}

/// The upper end of a key: the kind and the lengths.
pub struct Lengths {
    bits: u64,
    used: u32,
}

/// A length takes so many bits of a key; longer vectors would leave less than a bit for each entry.
const LENGTH_BITS: u32 = 6;

impl Lengths {
    #[inline]
    fn put(&mut self, length: usize) {
        // A length that does not fit leaves no room for entries, and so no key.
        self.used = self.used.saturating_add(if length < 64 { LENGTH_BITS } else { u64::BITS });
        self.bits = self.bits << LENGTH_BITS | length as u64 & 63;
    }
}

/// The lower end of a key.
pub struct Entries {
    bits: u64,
    /// Not 0 when an entry did not fit.
    lost: u64,
    /// How many bits an entry has that does not have its own number of them.
    share: Option<u32>,
}

impl Entries {
    /// Puts in an entry that `own` bits hold.
    #[inline]
    fn put(&mut self, value: u64, own: u32) {
        let width = self.share.unwrap_or(own);
        if width < u64::BITS {
            self.lost |= value >> width;
            self.bits = self.bits << width | value;
        } else {
            self.bits = value;
        }
    }
}

/// The key of a position: of its kind, which `kind_bits` hold, and its fields. `None` when it has no
/// room in one word.
#[inline]
pub fn key<F: Keyed>(kind: u64, kind_bits: u32, fields: &F) -> Option<u64> {
    if kind_bits.saturating_add(F::BITS) <= u64::BITS {
        return finish(Lengths { bits: kind, used: kind_bits }, None, fields);
    }
    let mut lengths = Lengths { bits: kind, used: kind_bits };
    fields.put_lengths(&mut lengths);
    let room = u64::BITS.checked_sub(lengths.used)?;
    let share = room / fields.entries().max(1);
    if share == 0 { None } else { finish(lengths, Some(share), fields) }
}

#[inline]
fn finish<F: Keyed>(upper: Lengths, share: Option<u32>, fields: &F) -> Option<u64> {
    let mut entries = Entries { bits: 0, lost: 0, share };
    fields.put_entries(&mut entries);
    // Nothing stands above the entries when they take the whole word.
    let upper = upper.bits.checked_shl(u64::BITS - upper.used).unwrap_or(0);
    (entries.lost == 0).then_some(upper | entries.bits)
}

/// A field and the fields behind it.
pub struct Fields<'a, A, Rest>(pub &'a A, pub Rest);

impl<A: Keyed, Rest: Keyed> Keyed for Fields<'_, A, Rest> {
    const BITS: u32 = A::BITS.saturating_add(Rest::BITS);

    #[inline]
    fn entries(&self) -> u32 {
        self.0.entries().saturating_add(self.1.entries())
    }

    #[inline]
    fn put_lengths(&self, lengths: &mut Lengths) {
        self.0.put_lengths(lengths);
        self.1.put_lengths(lengths);
    }

    #[inline]
    fn put_entries(&self, entries: &mut Entries) {
        self.0.put_entries(entries);
        self.1.put_entries(entries);
    }
}

/// No fields.
impl Keyed for () {
    const BITS: u32 = 0;

    #[inline]
    fn entries(&self) -> u32 {
        0
    }

    #[inline]
    fn put_entries(&self, _: &mut Entries) {}
}

macro_rules! ints {
    ($($ty:ident $unsigned:ident)*) => {$(
        impl Keyed for $ty {
            const BITS: u32 = $ty::BITS;

            #[inline]
            fn entries(&self) -> u32 {
                1
            }

            #[inline]
            fn put_entries(&self, entries: &mut Entries) {
                entries.put(*self as $unsigned as u64, Self::BITS);
            }
        }
    )*};
}

ints!(u8 u8 u16 u16 u32 u32 u64 u64 usize usize i8 u8 i16 u16 i32 u32 i64 u64 isize usize);

macro_rules! wide_ints {
    ($($ty:ident)*) => {$(
        impl Keyed for $ty {
            const BITS: u32 = $ty::BITS;

            #[inline]
            fn entries(&self) -> u32 {
                1
            }

            #[inline]
            fn put_entries(&self, entries: &mut Entries) {
                entries.lost |= u64::from(u64::try_from(*self).is_err());
                entries.put(*self as u64, Self::BITS);
            }
        }
    )*};
}

wide_ints!(u128 i128);

/// A set of ints below 64 is one entry.
impl Keyed for IntSet {
    const BITS: u32 = u64::BITS;

    #[inline]
    fn entries(&self) -> u32 {
        1
    }

    #[inline]
    fn put_entries(&self, entries: &mut Entries) {
        let mask = self.mask();
        entries.lost |= u64::from(mask.is_none());
        entries.put(mask.unwrap_or(0), Self::BITS);
    }
}

macro_rules! narrow {
    ($($ty:ident $bits:literal)*) => {$(
        impl Keyed for $ty {
            const BITS: u32 = $bits;

            #[inline]
            fn entries(&self) -> u32 {
                1
            }

            #[inline]
            fn put_entries(&self, entries: &mut Entries) {
                entries.put(u32::from(*self).into(), $bits);
            }
        }
    )*};
}

narrow!(bool 1 char 21);

macro_rules! tuples {
    ($($name:ident $at:tt),*) => {
        impl<$($name: Keyed),*> Keyed for ($($name,)*) {
            const BITS: u32 = 0_u32$(.saturating_add($name::BITS))*;

            #[inline]
            fn entries(&self) -> u32 {
                0_u32$(.saturating_add(self.$at.entries()))*
            }

            #[inline]
            fn put_lengths(&self, lengths: &mut Lengths) {
                $(self.$at.put_lengths(lengths);)*
            }

            #[inline]
            fn put_entries(&self, entries: &mut Entries) {
                $(self.$at.put_entries(entries);)*
            }
        }
    };
}

tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
tuples!(A 0, B 1, C 2, D 3);

/// What several entries share: their own number of bits times how many there are.
macro_rules! several {
    ([$($parameters:tt)*] $ty:ty, $bits:expr, $put_length:expr) => {
        impl<T: Keyed, $($parameters)*> Keyed for $ty {
            const BITS: u32 = $bits;

            #[inline]
            fn entries(&self) -> u32 {
                self.iter().map(T::entries).fold(0, u32::saturating_add)
            }

            #[inline]
            fn put_lengths(&self, lengths: &mut Lengths) {
                let put_length: fn(&mut Lengths, usize) = $put_length;
                put_length(lengths, self.len());
                self.iter().for_each(|entry| entry.put_lengths(lengths));
            }

            #[inline]
            fn put_entries(&self, entries: &mut Entries) {
                self.iter().for_each(|entry| entry.put_entries(entries));
            }
        }
    };
}

several!([const N: usize] [T; N], times(T::BITS, N), |_, _| {});
several!([] Vec<T>, u32::MAX, Lengths::put);
several!([] Set<T>, u32::MAX, Lengths::put);

/// How many bits hold so many entries, or more than a key has.
const fn times(bits: u32, entries: usize) -> u32 {
    if entries > u64::BITS as usize { u32::MAX } else { bits.saturating_mul(entries as u32) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::fmt::Debug;
    use std::hash::Hash;

    use proptest::prelude::*;

    use super::*;

    /// The keys of all these, each with a number of a kind; those that are equal must be of equal values.
    fn all_differ<F: Keyed + Eq + Hash + Debug>(values: Vec<(u64, F)>) {
        let mut known = HashMap::new();
        for (kind, value) in &values {
            if let Some(key) = key(*kind, 2, &Fields(value, ())) {
                let other = known.entry(key).or_insert((kind, value));
                assert_eq!(*other, (kind, value), "{key:x}");
            }
        }
    }

    #[test]
    fn narrow_fields_have_a_key_each_of_their_width() {
        let fields = |a: u8, b: i16, c: bool| key(2, 2, &Fields(&a, Fields(&b, Fields(&c, ()))));
        assert_eq!(fields(3, 5, true), Some(2 << 62 | 3 << 17 | 5 << 1 | 1));
        assert_eq!(fields(0, -1, false), Some(2 << 62 | 0xffff << 1));
        assert_eq!(key(0, 0, &Fields(&u64::MAX, ())), Some(u64::MAX));
        assert_eq!(key(0, 0, &()), Some(0));
        assert_eq!(key(1, 1, &()), Some(1 << 63));
    }

    #[test]
    fn wide_fields_share_a_word_and_what_does_not_fit_has_no_key() {
        let pair = |a: i64, b: i64| key(0, 0, &Fields(&a, Fields(&b, ())));
        assert_eq!(pair(3, 5), Some(3 << 32 | 5));
        assert_eq!(pair(1 << 32, 5), None);
        assert_eq!(pair(-1, 5), None);
        assert_eq!(key(0, 0, &Fields(&(1_u128 << 64), ())), None);
        assert_eq!(key(0, 0, &Fields(&7_u128, ())), Some(7));
        let set = |members: &[i64]| key(1, 1, &Fields(&IntSet::of(members.iter().copied()), ()));
        assert_eq!(set(&[0, 62]), Some(1 << 63 | 1 << 62 | 1));
        assert_eq!((set(&[3, 63]), set(&[3, 64])), (None, None));
        assert_eq!(key(0, 0, &Fields(&vec![1_u8, 2], ())), Some(2 << 58 | 1 << 29 | 2));
        assert_eq!(key(0, 0, &Fields(&vec![0_u8; 58], ())), Some(58 << 58));
        assert_eq!(key(0, 0, &Fields(&vec![0_u8; 59], ())), None);
        assert_eq!(key(0, 0, &Fields(&vec![0_u8; 1000], ())), None);
    }

    proptest! {
        #[test]
        fn equal_keys_are_of_equal_values(
            vectors in prop::collection::vec((0..4_u64, prop::collection::vec(0..3_u16, 0..9)), 400),
            pairs in prop::collection::vec((0..4_u64, (any::<i8>(), -2..3_i64)), 400),
            nested in prop::collection::vec(
                (0..4_u64, prop::collection::vec(prop::collection::vec(0..2_i64, 0..3), 0..4)), 400),
        ) {
            all_differ(vectors);
            all_differ(pairs);
            all_differ(nested);
        }
    }
}
