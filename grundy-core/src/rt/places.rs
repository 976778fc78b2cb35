//! Where positions stand in tables, and which position stands at a place.

use super::Field;
use crate::Form;
use crate::impartial::Place;

/// How far an int lies above `end`, unless it lies below, or above a size from which on positions
/// might outgrow their fields.
#[inline]
pub fn rising(int: &impl Field<Value = i64>, end: i64, most: u64) -> Option<u64> {
    let above = int.load().ok()?.checked_sub(end)?;
    u64::try_from(above).ok().filter(|above| *above <= most)
}

/// How far an int lies below `end`, unless it lies above.
#[inline]
pub fn falling(int: &impl Field<Value = i64>, end: i64) -> Option<u64> {
    u64::try_from(end.checked_sub(int.load().ok()?)?).ok()
}

/// An entry of a vector, if there is one.
#[inline]
pub fn entry<T>(entries: &[T], at: usize) -> Option<&T> {
    entries.get(at)
}

/// A heap of this size.
#[inline]
pub fn heap_place(layer: usize, kind: usize, size: Option<u64>) -> Place {
    size.map_or(Place::Search, |size| Place::Heap(layer, kind, size))
}

/// A point with these coordinates.
#[inline]
pub fn point_place<const N: usize>(layer: usize, kind: usize, at: [Option<u64>; N]) -> Place {
    let mut point = [0; 4];
    for (place, coordinate) in point.iter_mut().zip(at) {
        match coordinate {
            Some(coordinate) => *place = coordinate,
            None => return Place::Search,
        }
    }
    Place::Point(layer, kind, point)
}

/// A place in the table of a kind.
#[inline]
pub fn table_place(kind: usize, size: Option<u64>) -> Place {
    size.map_or(Place::Search, |size| Place::Table(kind, size))
}

/// The field of a size, if it fits.
pub fn stored<F: Field<Value = i64>>(size: u64) -> Option<F> {
    F::store(i64::try_from(size).ok()?).ok()
}

/// The int at a coordinate: so far above `end`, or below it.
pub fn coordinate(at: &[u64], index: usize, end: i64, falls: bool) -> Option<i64> {
    let at = i64::try_from(*at.get(index)?).ok()?;
    if falls { end.checked_sub(at) } else { end.checked_add(at) }
}

/// A sum of variables, each times a number, and a constant.
pub fn form<const N: usize>(coefficients: [i64; N], constant: i64) -> Form {
    Form { coefficients: coefficients.to_vec(), constant }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ints_have_their_places_and_come_back() {
        assert_eq!(rising(&7_u8, 3, 4), Some(4));
        assert_eq!(rising(&8_u8, 3, 4), None);
        assert_eq!(rising(&2_u8, 3, 4), None);
        assert_eq!(rising(&u64::MAX, 0, u64::MAX), None);
        assert_eq!(falling(&-2_i8, 5), Some(7));
        assert_eq!(falling(&6_i8, 5), None);
        assert_eq!(coordinate(&[1, 4], 1, 3, false), Some(7));
        assert_eq!(coordinate(&[1, 7], 1, 5, true), Some(-2));
        assert_eq!(coordinate(&[1], 1, 5, true), None);
    }

    #[test]
    fn a_point_has_all_of_its_coordinates() {
        assert_eq!(point_place(1, 2, [Some(3), Some(4)]), Place::Point(1, 2, [3, 4, 0, 0]));
        assert_eq!(point_place(1, 2, [Some(3), None]), Place::Search);
        assert_eq!(entry(&[5, 6], 1), Some(&6));
        assert_eq!(entry::<u8>(&[], 0), None);
    }
}
