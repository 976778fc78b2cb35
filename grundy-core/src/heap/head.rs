//! How much to mark before the rest is searched.

/// A number of pairs to mark, which is moved to where the work is least.
///
/// To mark a pair costs more than to search it for a few nimbers; but the more pairs are marked,
/// the fewer nimbers are left to search for. Where the best number lies depends on the game and on
/// the size, so it is found by trying: it goes up or down as long as that helps.
#[derive(Clone)]
pub(super) struct Head {
    /// So often a number is tried before it is judged.
    tries: u32,
    size: usize,
    up: bool,
    tried: u32,
    work: u64,
    work_before: u64,
}

const LEAST: usize = 32;

impl Head {
    /// Begins with this number of pairs, and judges each number after so many tries.
    pub(super) fn new(size: usize, tries: u32) -> Self {
        Self { tries, size, up: true, tried: 0, work: 0, work_before: 0 }
    }

    pub(super) fn get(&self) -> usize {
        self.size
    }

    /// Tells the work that was done with the present number.
    pub(super) fn tell(&mut self, work: u64) {
        self.work += work;
        self.tried += 1;
        if self.tried == self.tries {
            // The work grows with the sizes, by less than this.
            self.up ^= self.work > self.work_before + self.work_before / 64;
            self.size = if self.up { self.size + self.size / 8 } else { self.size - self.size / 8 };
            self.size = self.size.max(LEAST);
            (self.work_before, self.work, self.tried) = (self.work, 0, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_to_where_the_work_is_least() {
        for best in [40, 500, 3000] {
            let mut head = Head::new(64, 64);
            for _ in 0..64 * 100 {
                head.tell((head.get() + best * best / head.get()) as u64);
            }
            assert!((best / 2..best * 2).contains(&head.get()), "{} for {best}", head.get());
        }
    }
}
