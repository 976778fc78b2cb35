//! Keys: positions packed into a few machine words.

use std::fmt::Debug;
use std::hash::Hash;

/// A packed position: so many bits, of which each field has its own.
pub(crate) trait Key: Copy + Eq + Hash + Ord + Debug + Default + 'static {
    /// How many bits there are.
    const BITS: u32;

    /// Sets bits that are 0, from `shift` on; `bits` fits behind it.
    fn put(&mut self, shift: u32, bits: u64);

    /// `width` bits from `shift` on, at most 64.
    fn get(&self, shift: u32, width: u32) -> u64;
}

/// The lowest `width` bits.
fn low(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

impl Key for u64 {
    const BITS: u32 = 64;

    #[inline]
    fn put(&mut self, shift: u32, bits: u64) {
        *self |= bits << (shift & 63);
    }

    #[inline]
    fn get(&self, shift: u32, width: u32) -> u64 {
        self >> (shift & 63) & low(width)
    }
}

impl Key for u128 {
    const BITS: u32 = 128;

    #[inline]
    fn put(&mut self, shift: u32, bits: u64) {
        *self |= u128::from(bits) << (shift & 127);
    }

    #[inline]
    fn get(&self, shift: u32, width: u32) -> u64 {
        (self >> (shift & 127)) as u64 & low(width)
    }
}

/// A key of eight words, for positions with many fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Wide([u64; 8]);

impl Key for Wide {
    const BITS: u32 = 512;

    fn put(&mut self, shift: u32, bits: u64) {
        let (word, within) = ((shift / 64) as usize, shift % 64);
        if let Some(first) = self.0.get_mut(word) {
            *first |= bits << within;
        }
        if within > 0
            && let Some(second) = self.0.get_mut(word + 1)
        {
            *second |= bits >> (64 - within);
        }
    }

    fn get(&self, shift: u32, width: u32) -> u64 {
        let (word, within) = ((shift / 64) as usize, shift % 64);
        let at = |word: usize| u128::from(self.0.get(word).copied().unwrap_or(0));
        ((at(word) | at(word + 1) << 64) >> within) as u64 & low(width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields_come_back<K: Key>() {
        let widths = [3, 7, 17, 1, 20, 13];
        let mut key = K::default();
        let mut shift = 0;
        let mut put = Vec::new();
        while shift < K::BITS {
            let width = widths[put.len() % widths.len()].min(K::BITS - shift);
            let bits = 0x9e37_79b9_7f4a_7c15_u64.rotate_left(shift) & low(width);
            key.put(shift, bits);
            put.push((shift, width, bits));
            shift += width;
        }
        for (shift, width, bits) in put {
            assert_eq!(key.get(shift, width), bits, "{shift} {width}");
        }
    }

    #[test]
    fn fields_come_back_from_every_key() {
        fields_come_back::<u64>();
        fields_come_back::<u128>();
        fields_come_back::<Wide>();
        let mut all = 0_u64;
        all.put(0, u64::MAX);
        assert_eq!(all.get(0, 64), u64::MAX);
    }
}
