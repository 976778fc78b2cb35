//! Nimbers of one class with a bit less.

/// A way to write nimbers whose number of bits in a mask is known to be odd, or even: the lowest bit of
/// the mask follows from the others and is left out.
///
/// It respects xor, and the order of nimbers of one class: the bits above the one that is left out decide
/// it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Squeeze {
    mask: u32,
    /// The bits below the one that is left out.
    low: u32,
}

impl Squeeze {
    /// The mask must have a bit.
    pub(super) fn new(mask: u32) -> Self {
        Self { mask, low: (mask & mask.wrapping_neg()) - 1 }
    }

    /// Whether the nimber has an odd number of bits in the mask.
    pub(super) fn is_odd(self, nimber: u32) -> bool {
        (nimber & self.mask).count_ones() & 1 != 0
    }

    /// The nimber without the bit.
    pub(super) fn squeeze(self, nimber: u32) -> u32 {
        nimber & self.low | nimber >> 1 & !self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nimbers_of_one_class_keep_their_order_and_fill_half(mask in 1_u32..256) {
            let squeeze = Squeeze::new(mask);
            for odd in [false, true] {
                let class = (0..256).filter(|&v| squeeze.is_odd(v) == odd);
                prop_assert!(class.map(|v| squeeze.squeeze(v)).eq(0..128));
            }
        }

        #[test]
        fn sums_are_respected(mask in 1_u32..1 << 16, a in 0_u32..1 << 16, b in 0_u32..1 << 16) {
            let squeeze = Squeeze::new(mask);
            prop_assert_eq!(squeeze.squeeze(a ^ b), squeeze.squeeze(a) ^ squeeze.squeeze(b));
            prop_assert_eq!(squeeze.is_odd(a ^ b), squeeze.is_odd(a) ^ squeeze.is_odd(b));
        }
    }
}
