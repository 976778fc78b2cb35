//! The union of a set of vertices for each member of a set, eight members at a time.

use super::mask::Mask;

/// A set of vertices for each vertex, and their unions for all sets of eight neighbouring numbers.
#[derive(Clone, Debug)]
pub(super) struct Images(Box<[[u64; 256]]>);

impl Images {
    /// For the vertices below `order`, at most 64.
    pub(super) fn new(order: usize, image: impl Fn(usize) -> u64) -> Images {
        let of_byte = |at: usize| {
            let mut unions = [0; 256];
            for byte in 1..256_usize {
                let vertex = 8 * at + byte.trailing_zeros() as usize;
                let last = if vertex < order { image(vertex) } else { 0 };
                unions[byte] = unions[byte & (byte - 1)] | last;
            }
            unions
        };
        Images((0..order.div_ceil(8)).map(of_byte).collect())
    }

    /// The union for a set.
    #[inline]
    pub(super) fn of(&self, set: u64) -> u64 {
        let (mut all, mut rest) = (0, set);
        for unions in &self.0 {
            if rest == 0 {
                break;
            }
            all |= unions[(rest & 255) as usize];
            rest >>= 8;
        }
        all
    }

    /// The union for a set that is moved by one vertex each.
    pub(super) fn moving(order: usize, to: &dyn Fn(usize) -> Option<usize>) -> Images {
        Images::new(order, |vertex| to(vertex).map_or(0, u64::one))
    }
}
