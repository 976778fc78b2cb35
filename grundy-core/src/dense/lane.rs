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
    /// The last coordinate.
    last: usize,
    /// From the number of a line to that through the next point, when it is always the same.
    stride: Option<i64>,
    /// From the place of a point in the table to that of its nearest option.
    offset: i64,
    row: Row,
    sets: Vec<Seen>,
}

/// The row of points that is passed.
#[derive(Debug, Default)]
struct Row {
    /// The line of its first point.
    line: i64,
    /// Whether the nearest options lie in the box but for the last coordinate.
    inside: bool,
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
    pub(super) fn new(run: &Run, coordinates: usize, sizes: &Point, most: u64) -> Option<Lane> {
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
        let last = coordinates - 1;
        let stride = match depth == last {
            true => (step[last] == 1).then_some(0),
            false => Some(key.strides[last]),
        };
        Some(Lane {
            to: run.to,
            step,
            others: others.map(|d| d.iter().position(|c| *c != 0).expect("an axis")).collect(),
            first,
            filter: run.filter.clone(),
            depth,
            tail: run.directions.len() == 1 && !straight,
            last,
            stride,
            offset: place(&first, sizes),
            row: Row::default(),
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

    /// Turns to the row of points that begins here: those that differ in the last coordinate.
    pub(super) fn start_row(&mut self, at: &Point, sizes: &Point) {
        let nearest = self.nearest(at);
        self.row = Row {
            line: self.key.of(at, &self.step) as i64,
            inside: (0..4).all(|i| i == self.last || (0..sizes[i]).contains(&nearest[i])),
        };
    }

    /// Extends the set of the line through a point of the row, for which all earlier points have been
    /// passed; gives the number of the line. `index` is the place of the point in the table, and
    /// `cell` tells what stands at a place and point of it.
    #[inline]
    pub(super) fn pass(
        &mut self,
        at: &Point,
        index: usize,
        sizes: &Point,
        cell: impl Fn(usize, usize, &Point) -> Cell,
    ) -> usize {
        let line = match self.stride {
            Some(stride) => (self.row.line + stride * at[self.last]) as usize,
            None => self.key.of(at, &self.step),
        };
        for &axis in &self.others {
            if at[axis] > 0 {
                let beside = line - self.key.strides[axis] as usize;
                let [set, other] = self
                    .sets
                    .get_disjoint_mut([line, beside])
                    .expect("another axis leads to another line");
                set.extend(other);
            }
        }
        let last = at[self.last] + self.first[self.last];
        // A negative coordinate is a huge one without its sign.
        if self.row.inside && (last as u64) < sizes[self.last] as u64 {
            let place = (index as i64 + self.offset) as usize;
            self.see(line, &self.nearest(at), place, &cell);
        }
        if self.tail {
            let before: Point = std::array::from_fn(|i| at[i] - self.step[i]);
            if !(0..4).all(|i| (0..sizes[i]).contains(&before[i])) {
                self.see_beyond(line, at, index, sizes, &cell);
            }
        }
        line
    }

    #[inline]
    fn nearest(&self, at: &Point) -> Point {
        std::array::from_fn(|i| at[i] + self.first[i])
    }

    /// Adds what stands at a point to the set of a line.
    #[inline]
    fn see(
        &mut self,
        line: usize,
        point: &Point,
        place: usize,
        cell: &impl Fn(usize, usize, &Point) -> Cell,
    ) {
        if self.filter.iter().all(|condition| condition.holds(point)) {
            match cell(self.to, place, point) {
                Cell::Nothing => {}
                Cell::Lost => self.sets[line].lost = true,
                Cell::Value(value) => self.sets[line].insert(value),
            }
        }
    }

    /// All that the first point on a line sees, its nearest option apart.
    fn see_beyond(
        &mut self,
        line: usize,
        at: &Point,
        index: usize,
        sizes: &Point,
        cell: &impl Fn(usize, usize, &Point) -> Cell,
    ) {
        let nearest = self.nearest(at);
        let (mut low, mut high) = (1, i64::MAX);
        for i in 0..4 {
            // 0 <= nearest - t step < size
            let (step, last) = (self.step[i], sizes[i] - 1);
            match step.signum() {
                0 if (0..=last).contains(&nearest[i]) => {}
                0 => high = 0,
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
            let place = index as i64 + self.offset - t * place(&self.step, sizes);
            self.see(line, &point, place as usize, cell);
        }
    }

    pub(super) fn set(&self, line: usize) -> &Seen {
        &self.sets[line]
    }
}

/// How far apart points of the table lie that differ by a vector.
fn place(vector: &Point, sizes: &Point) -> i64 {
    ((vector[0] * sizes[1] + vector[1]) * sizes[2] + vector[2]) * sizes[3] + vector[3]
}
