//! Nimbers of many heaps in as few bytes as they need.

use std::fmt;
use std::ops::{BitOr, BitXor, Range};

use super::window::repetitions;

/// A nimber as it is kept: a byte, two or four.
pub(super) trait Narrow:
    Copy + Eq + Ord + BitXor<Output = Self> + BitOr<Output = Self> + Into<u32> + Send + Sync + 'static
{
    /// Whether the width is that of the widest.
    const WIDEST: bool;
    /// About how long the direct method takes for a pair of heaps, in eighths of a mark.
    const PAIR: u64;
    /// No bit.
    const ZERO: Self;
    /// All bits.
    const ONES: Self;

    /// The nimber at this width, if it fits.
    fn narrow(value: u32) -> Option<Self>;

    /// The low bits of a nimber at this width.
    fn truncate(value: u16) -> Self;

    /// The nimber at the largest width.
    fn wide(self) -> u32 {
        self.into()
    }

    /// The nimber as an index.
    fn index(self) -> usize {
        self.into() as usize
    }
}

macro_rules! narrow {
    ($($width:ty),*) => {$(
        impl Narrow for $width {
            const WIDEST: bool = <$width>::BITS == 32;
            const PAIR: u64 = match <$width>::BITS {
                8 => 5,
                16 => 10,
                _ => 16,
            };
            const ZERO: Self = 0;
            const ONES: Self = <$width>::MAX;

            fn narrow(value: u32) -> Option<Self> {
                value.try_into().ok()
            }

            fn truncate(value: u16) -> Self {
                value as $width
            }
        }
    )*};
}

narrow!(u8, u16, u32);

/// A table for each kind, all of one width, which grows when a nimber needs it.
pub(super) enum Store {
    U8(Vec<Vec<u8>>),
    U16(Vec<Vec<u16>>),
    U32(Vec<Vec<u32>>),
}

/// Does the same with the tables at whatever width they have.
macro_rules! at_width {
    ($store:expr, $tables:ident => $body:expr) => {
        match $store {
            $crate::heap::narrow::Store::U8($tables) => $body,
            $crate::heap::narrow::Store::U16($tables) => $body,
            $crate::heap::narrow::Store::U32($tables) => $body,
        }
    };
}
pub(super) use at_width;

impl Store {
    pub(super) fn new(kinds: usize) -> Self {
        Self::U8(vec![Vec::new(); kinds])
    }

    pub(super) fn len(&self, kind: usize) -> usize {
        at_width!(self, tables => tables[kind].len())
    }

    /// How many nimbers there are in all tables together.
    pub(super) fn held(&self) -> u64 {
        at_width!(self, tables => tables.iter().map(|table| table.len() as u64).sum())
    }

    pub(super) fn view(&self, kind: usize) -> Values<'_> {
        match self {
            Self::U8(tables) => Values(Slice::U8(&tables[kind])),
            Self::U16(tables) => Values(Slice::U16(&tables[kind])),
            Self::U32(tables) => Values(Slice::U32(&tables[kind])),
        }
    }

    pub(super) fn push(&mut self, kind: usize, value: u32) {
        loop {
            let pushed = at_width!(self, tables => {
                Narrow::narrow(value).map(|value| tables[kind].push(value))
            });
            if pushed.is_some() {
                return;
            }
            self.widen();
        }
    }

    /// Empties the table of a kind.
    pub(super) fn clear(&mut self, kind: usize) {
        at_width!(self, tables => tables[kind] = Vec::new());
    }

    /// Doubles the width; the widest stays as it is.
    pub(super) fn widen(&mut self) {
        match self {
            Self::U8(tables) => *self = Self::U16(wider(tables)),
            Self::U16(tables) => *self = Self::U32(wider(tables)),
            Self::U32(_) => {}
        }
    }
}

/// Copies tables one by one and frees each at once.
fn wider<A: Copy + Into<B>, B>(tables: &mut [Vec<A>]) -> Vec<Vec<B>> {
    let copy = |table: &mut Vec<A>| std::mem::take(table).into_iter().map(Into::into).collect();
    tables.iter_mut().map(copy).collect()
}

/// Some consecutive nimbers of a table: those of ascending sizes.
///
/// Tables keep a nimber in one, two or four bytes, whatever the largest needs.
///
/// ```
/// use grundy_core::{Budget, Family, HeapKind, HeapTables, Rule, Shape};
///
/// // Nim.
/// let any = Shape::Any { kind: 0, low: 0, gap: 1 };
/// let rules = vec![Rule { from: 1, to: None, except: vec![], shape: any }];
/// let mut tables = HeapTables::new(Family { kinds: vec![HeapKind { least: 0, rules }] })?;
/// tables.fill(0, 400, &Budget::default())?;
/// let values = tables.values(0);
/// assert_eq!(values.get(300), Some(300));
/// assert_eq!(values.range(5..8), [5, 6, 7]);
/// assert_eq!(values.iter().max(), Some(400));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Values<'a>(Slice<'a>);

#[derive(Clone, Copy)]
enum Slice<'a> {
    U8(&'a [u8]),
    U16(&'a [u16]),
    U32(&'a [u32]),
}

macro_rules! in_slice {
    ($values:expr, $slice:ident => $body:expr) => {
        match $values.0 {
            Slice::U8($slice) => $body,
            Slice::U16($slice) => $body,
            Slice::U32($slice) => $body,
        }
    };
}

impl<'a> Values<'a> {
    /// How many nimbers these are.
    pub fn len(self) -> usize {
        in_slice!(self, slice => slice.len())
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The nimber at a place, counted from 0.
    pub fn get(self, place: usize) -> Option<u32> {
        in_slice!(self, slice => slice.get(place).map(|value| value.wide()))
    }

    /// The nimbers one after another.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + 'a {
        (0..self.len()).map(move |place| in_slice!(self, slice => slice[place].wide()))
    }

    /// The nimber at a place.
    ///
    /// # Panics
    /// When there is none.
    pub(super) fn at(self, place: usize) -> u32 {
        in_slice!(self, slice => slice[place].wide())
    }

    /// How far back from their end they repeat; see [`repetitions`].
    pub(super) fn repetitions(self) -> Vec<u32> {
        in_slice!(self, slice => repetitions(slice.len(), |place| slice[place]))
    }

    /// How far back from their end the differences of neighbours repeat.
    pub(super) fn repetitions_of_growth(self) -> Vec<u32> {
        let growth = |place: usize| i64::from(self.at(place + 1)) - i64::from(self.at(place));
        repetitions(self.len().saturating_sub(1), growth)
    }

    /// Those at the places of a range.
    ///
    /// # Panics
    /// When the range ends after the last place.
    pub fn range(self, places: Range<usize>) -> Self {
        Self(match self.0 {
            Slice::U8(slice) => Slice::U8(&slice[places]),
            Slice::U16(slice) => Slice::U16(&slice[places]),
            Slice::U32(slice) => Slice::U32(&slice[places]),
        })
    }
}

impl PartialEq for Values<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Slice::U8(a), Slice::U8(b)) => a == b,
            (Slice::U16(a), Slice::U16(b)) => a == b,
            (Slice::U32(a), Slice::U32(b)) => a == b,
            _ => self.iter().eq(other.iter()),
        }
    }
}

impl Eq for Values<'_> {}

impl PartialEq<[u32]> for Values<'_> {
    fn eq(&self, other: &[u32]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

impl<const N: usize> PartialEq<[u32; N]> for Values<'_> {
    fn eq(&self, other: &[u32; N]) -> bool {
        *self == other[..]
    }
}

impl fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_widen_when_a_nimber_needs_it() {
        let mut store = Store::new(2);
        let values = [7, 255, 256, 3, 65_535, 65_536, u32::MAX, 0];
        for value in values {
            store.push(1, value);
            store.push(0, 1);
        }
        assert_eq!(store.view(1), values);
        assert_eq!(store.view(0), [1; 8]);
        assert_eq!(store.held(), 16);
        assert_eq!(store.view(1).range(2..4), store.view(1).range(2..4));
        assert_ne!(store.view(1).range(2..4), store.view(0).range(2..4));
    }

    #[test]
    fn widths_do_not_matter_to_equality() {
        let (mut wide, mut narrow) = (Store::new(1), Store::new(1));
        for value in [4, 5, 300] {
            wide.push(0, value);
        }
        [4, 5].into_iter().for_each(|value| narrow.push(0, value));
        assert_eq!(wide.view(0).range(0..2), narrow.view(0));
        assert_ne!(wide.view(0).range(1..3), narrow.view(0));
    }
}
