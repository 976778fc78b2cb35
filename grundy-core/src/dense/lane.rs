//! The sets of a run in a box: one for each line that lies in its first direction.

use super::lines::Run;
use super::rules::Condition;
use super::seen::Seen;

/// A point, with zeros behind the last coordinate.
pub(super) type Point = [i64; 4];

/// More memory than this is not taken for the sets of a run; its options are then gone through.
const MAX_BYTES: u64 = 1 << 29;

/// The sets of a run, kept while the points are passed in order.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) to: usize,
    step: Point,
    /// The axes of the other directions of a corner.
    others: Vec<usize>,
    first: Point,
    filter: Vec<Condition>,
    /// The first coordinate that changes along a line: when one before it changes, all lines end.
    pub(super) depth: usize,
    /// Whether a line may see points before the first point on it that lies in the box.
    tail: bool,
    key: Key,
    sets: Vec<Seen>,
}

/// Which line a point lies on, as a number.
#[derive(Debug)]
struct Key {
    /// The coordinate, that of `depth`, that says how far along the line a point is.
    pivot: usize,
    strides: Point,
    least: Point,
    /// How much the remainder by the step counts.
    residue: i64,
    count: u64,
}

impl Key {
    /// For lines in the direction `step` in a box.
    fn new(step: &Point, depth: usize, sizes: &Point) -> Key {
        let mut key = Key { pivot: depth, strides: [0; 4], least: [0; 4], residue: 0, count: 1 };
        let longest = (sizes[depth] - 1) / step[depth];
        for j in depth + 1..4 {
            let slant = i128::from(step[j]) * i128::from(longest);
            let span = (i128::from(sizes[j]) + slant.abs()).try_into().unwrap_or(u64::MAX);
            key.least[j] = i64::try_from(-slant.max(0)).unwrap_or(0);
            key.strides[j] = i64::try_from(key.count).unwrap_or(0);
            key.count = key.count.saturating_mul(span);
        }
        key.residue = i64::try_from(key.count).unwrap_or(0);
        key.count = key.count.saturating_mul(step[depth].unsigned_abs());
        key
    }

    #[inline]
    fn of(&self, at: &Point, step: &Point) -> usize {
        let along = at[self.pivot];
        let (steps, rest) = match step[self.pivot] {
            1 => (along, 0),
            by => (along / by, along % by),
        };
        let mut key = rest * self.residue;
        for j in self.pivot + 1..4 {
            key += (at[j] - steps * step[j] - self.least[j]) * self.strides[j];
        }
        key as usize
    }
}

/// Tells what stands at a point: nothing, a position without a value, or a nimber.
pub(super) enum Cell {
    Nothing,
    Lost,
    Value(u64),
}

impl Lane {
    /// No sets yet; `None` when they might take too much memory. No nimber is above `most`.
    pub(super) fn new(run: &Run, sizes: &Point, most: u64) -> Option<Lane> {
        let point =
            |v: &[i64]| -> Point { std::array::from_fn(|i| v.get(i).copied().unwrap_or(0)) };
        let step = point(&run.directions[0]);
        let depth = run.depth();
        let key = Key::new(&step, depth, sizes);
        let bytes = key.count.saturating_mul(most / 8 + size_of::<Seen>() as u64);
        if bytes > MAX_BYTES {
            return None;
        }
        let first = point(&run.first);
        // first = -c step with c >= 1: then what lies beyond the box stays beyond it.
        let back = -first[depth] / step[depth];
        let straight = back >= 1 && (0..4).all(|i| first[i] == -back * step[i]);
        let others = run.directions[1..].iter();
        Some(Lane {
            to: run.to,
            step,
            others: others.map(|d| d.iter().position(|c| *c != 0).expect("an axis")).collect(),
            first,
            filter: run.filter.clone(),
            depth,
            tail: run.directions.len() == 1 && !straight,
            sets: vec![Seen::default(); key.count as usize],
            key,
        })
    }

    /// Whether the numbers of the lines depend on how far the first coordinate reaches.
    pub(super) fn is_slanted(&self) -> bool {
        self.depth == 0 && self.step[1..].iter().any(|c| *c != 0)
    }

    /// Ends all lines.
    pub(super) fn clear(&mut self) {
        self.sets.iter_mut().for_each(Seen::clear);
    }

    /// Extends the set of the line through a point, for which all earlier points have been passed;
    /// gives the number of the line. `cell` tells what stands at a point of the box.
    #[inline]
    pub(super) fn pass(
        &mut self,
        at: &Point,
        sizes: &Point,
        cell: impl Fn(usize, &Point) -> Cell,
    ) -> usize {
        let line = self.key.of(at, &self.step);
        for &axis in &self.others {
            if at[axis] > 0 {
                let mut beside = *at;
                beside[axis] -= 1;
                let beside = self.key.of(&beside, &self.step);
                let [set, other] = self
                    .sets
                    .get_disjoint_mut([line, beside])
                    .expect("another axis leads to another line");
                set.extend(other);
            }
        }
        let nearest = self.nearest(at);
        see(self.to, &self.filter, &mut self.sets[line], &nearest, sizes, &cell);
        if self.tail {
            let before: Point = std::array::from_fn(|i| at[i] - self.step[i]);
            if !inside(&before, sizes) {
                self.see_beyond(line, &nearest, sizes, &cell);
            }
        }
        line
    }

    #[inline]
    fn nearest(&self, at: &Point) -> Point {
        std::array::from_fn(|i| at[i] + self.first[i])
    }

    /// All that the first point on a line sees, its nearest option apart.
    fn see_beyond(
        &mut self,
        line: usize,
        nearest: &Point,
        sizes: &Point,
        cell: &impl Fn(usize, &Point) -> Cell,
    ) {
        let (mut low, mut high) = (1, i64::MAX);
        for i in 0..4 {
            // 0 <= nearest - t step < size
            let (step, last) = (self.step[i], sizes[i] - 1);
            match step.signum() {
                0 => {}
                1 => {
                    low = low.max(-(last - nearest[i]).div_euclid(step));
                    high = high.min(nearest[i].div_euclid(step));
                }
                _ => {
                    low = low.max(-nearest[i].div_euclid(-step));
                    high = high.min((last - nearest[i]).div_euclid(-step));
                }
            }
        }
        for t in low..=high {
            let point: Point = std::array::from_fn(|i| nearest[i] - t * self.step[i]);
            see(self.to, &self.filter, &mut self.sets[line], &point, sizes, cell);
        }
    }

    pub(super) fn set(&self, line: usize) -> &Seen {
        &self.sets[line]
    }
}

#[inline]
fn inside(point: &Point, sizes: &Point) -> bool {
    // A negative coordinate is a huge one without its sign.
    point.iter().zip(sizes).fold(true, |all, (at, size)| all & ((*at as u64) < *size as u64))
}

/// Adds what stands at a point to a set.
#[inline]
fn see(
    to: usize,
    filter: &[Condition],
    set: &mut Seen,
    point: &Point,
    sizes: &Point,
    cell: &impl Fn(usize, &Point) -> Cell,
) {
    if inside(point, sizes) && filter.iter().all(|condition| condition.holds(point)) {
        match cell(to, point) {
            Cell::Nothing => {}
            Cell::Lost => set.lost = true,
            Cell::Value(value) => set.insert(value),
        }
    }
}
