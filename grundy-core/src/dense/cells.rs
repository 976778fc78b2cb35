//! Nimbers in as few bytes as the largest of them needs.

/// A column of nimbers that widens by itself; the largest number of each width stands for none.
#[derive(Debug)]
pub(super) enum Cells {
    Byte(Vec<u8>),
    Short(Vec<u16>),
    Word(Vec<u32>),
}

impl Cells {
    /// Nimbers that are proved to be at most `most` never need a wider column.
    pub(super) fn new(most: u64) -> Cells {
        if most < u64::from(u8::MAX) {
            Cells::Byte(Vec::new())
        } else if most < u64::from(u16::MAX) {
            Cells::Short(Vec::new())
        } else {
            Cells::Word(Vec::new())
        }
    }

    /// Adds cells without a nimber.
    pub(super) fn grow(&mut self, len: usize) {
        match self {
            Cells::Byte(cells) => cells.resize(len, u8::MAX),
            Cells::Short(cells) => cells.resize(len, u16::MAX),
            Cells::Word(cells) => cells.resize(len, u32::MAX),
        }
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<u64> {
        match self {
            Cells::Byte(cells) => narrow(cells[at], u8::MAX),
            Cells::Short(cells) => narrow(cells[at], u16::MAX),
            Cells::Word(cells) => narrow(cells[at], u32::MAX),
        }
    }

    /// Sets a nimber, which is less than 2^32 - 1: no table has as many options.
    #[inline]
    pub(super) fn set(&mut self, at: usize, value: u64) {
        match self {
            Cells::Byte(cells) if value < u64::from(u8::MAX) => cells[at] = value as u8,
            Cells::Short(cells) if value < u64::from(u16::MAX) => cells[at] = value as u16,
            Cells::Word(cells) => {
                cells[at] = u32::try_from(value).expect("fewer options than 2^32 - 1");
            }
            _ => {
                self.widen();
                self.set(at, value);
            }
        }
    }

    fn widen(&mut self) {
        *self = match self {
            Cells::Byte(cells) => {
                let wide = |v: &u8| if *v == u8::MAX { u16::MAX } else { u16::from(*v) };
                Cells::Short(cells.iter().map(wide).collect())
            }
            Cells::Short(cells) => {
                let wide = |v: &u16| if *v == u16::MAX { u32::MAX } else { u32::from(*v) };
                Cells::Word(cells.iter().map(wide).collect())
            }
            Cells::Word(_) => unreachable!("words are the widest"),
        };
    }
}

#[inline]
fn narrow<T: Copy + PartialEq + Into<u64>>(value: T, none: T) -> Option<u64> {
    if value == none { None } else { Some(value.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widens_and_keeps_what_it_holds() {
        let mut cells = Cells::new(10);
        cells.grow(6);
        for (at, value) in [3, 254, 255, 65_534, 65_535].into_iter().enumerate() {
            cells.set(at, value);
        }
        let held: Vec<Option<u64>> = (0..6).map(|at| cells.get(at)).collect();
        let expected = [Some(3), Some(254), Some(255), Some(65_534), Some(65_535), None];
        assert_eq!(held, expected);
        assert!(matches!(Cells::new(254), Cells::Byte(_)));
        assert!(matches!(Cells::new(255), Cells::Short(_)));
        assert!(matches!(Cells::new(70_000), Cells::Word(_)));
    }
}
