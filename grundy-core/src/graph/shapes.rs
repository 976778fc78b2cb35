//! Sets of vertices that look the same wherever they lie, and one that stands for all of them.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use foldhash::fast::FixedState;

use super::Graph;
use super::images::Images;
use super::labelling::Labelling;
use super::mask::Mask;
use super::rows::Rows;

/// Tells which sets of vertices of a graph with at most 64 vertices induce the same subgraph.
///
/// On a board that is a full rectangle, whose edges depend on the way between two squares alone,
/// shifted, turned and mirrored sets look the same. On other graphs small sets are compared by
/// their canonical [`Labelling`]; a larger one stands for itself.
///
/// ```
/// use grundy_core::graph::Graph;
///
/// let grid = Graph::grid(3, 3)?;
/// let shapes = grid.shapes().expect("nine vertices fit");
/// let (corner, other) = (0b_000_001_011, 0b_110_100_000);
/// assert_eq!(shapes.representative(corner), shapes.representative(other));
/// # Ok::<(), grundy_core::graph::GraphError>(())
/// ```
#[derive(Debug)]
pub struct Shapes {
    rows: Rows<u64>,
    board: Option<Board>,
    labelled: Mutex<Labelled>,
}

/// Labelling takes longer the larger a set is, and large sets seldom come again elsewhere.
const MOST_LABELLED: usize = 16;

/// So many sets are remembered with those that stand for them.
const MOST_KNOWN: usize = 1 << 20;

#[derive(Debug, Default)]
struct Labelled {
    /// Those of the first sets that have a mirror image.
    mirrored: HashSet<u64, FixedState>,
    /// The first set of each size and canonical matrix.
    first: HashMap<(usize, Box<[u64]>), u64, FixedState>,
    known: HashMap<u64, u64, FixedState>,
}

impl Shapes {
    /// For a graph of at most 64 vertices.
    pub(super) fn new(graph: &Graph) -> Option<Shapes> {
        Some(Shapes { rows: graph.rows()?, board: Board::new(graph), labelled: Mutex::default() })
    }

    /// A set that induces the same subgraph as this one, the same for many that do. Two sets with
    /// one representative always induce the same subgraph, up to the names of vertices.
    ///
    /// # Panics
    /// When the set holds more than vertices of the graph.
    pub fn representative(&self, set: u64) -> u64 {
        assert!(set.is_within(self.rows.all()), "a set of vertices of the graph");
        match &self.board {
            Some(board) => board.representative(set),
            None if set.count() > MOST_LABELLED => set,
            None => self.labelled(set),
        }
    }

    /// Whether an automorphism of the subgraph that a set induces was found that is its own inverse,
    /// and under which no vertex is its own image or joined with it. On a board it is looked for among
    /// the half turns; on other graphs, only of sets that stand for others.
    ///
    /// ```
    /// use grundy_core::graph::Graph;
    ///
    /// let grid = Graph::grid(2, 3)?;
    /// let shapes = grid.shapes().expect("six vertices fit");
    /// assert!(shapes.is_mirrored(0b_011_011));
    /// assert!(!shapes.is_mirrored(0b_111_111)); // the squares in the middle are joined
    /// # Ok::<(), grundy_core::graph::GraphError>(())
    /// ```
    pub fn is_mirrored(&self, set: u64) -> bool {
        match &self.board {
            Some(board) => board.has_half_turn(set, &self.rows),
            None => {
                let labelled = self.labelled.lock();
                let labelled = labelled.unwrap_or_else(|poisoned| poisoned.into_inner());
                labelled.mirrored.contains(&set)
            }
        }
    }

    fn labelled(&self, set: u64) -> u64 {
        let mut labelled = self.labelled.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = labelled.known.get(&set) {
            return *known;
        }
        let induced = self.rows.induced(set);
        let labelling = Labelling::new(&induced, &vec![0; induced.order()]);
        let shape = (induced.order(), labelling.code().into());
        let Labelled { first, mirrored, .. } = &mut *labelled;
        let first = *first.entry(shape).or_insert_with(|| {
            if labelling.generators().iter().any(|image| sets_apart(&induced, image)) {
                mirrored.insert(set);
            }
            set
        });
        if labelled.known.len() >= MOST_KNOWN {
            labelled.known.clear();
        }
        labelled.known.insert(set, first);
        first
    }
}

/// Whether an automorphism is its own inverse, and no vertex is its own image or joined with it.
fn sets_apart(rows: &Rows<u64>, image: &[usize]) -> bool {
    image.iter().enumerate().all(|(v, &image_of_v)| {
        image[image_of_v] == v && image_of_v != v && !rows.neighbours(v).has(image_of_v)
    })
}

/// A full rectangle of squares; the square in row i and column j is vertex i * columns + j.
#[derive(Debug)]
struct Board {
    rows: usize,
    columns: usize,
    /// The row of each square.
    row_of: [u8; 64],
    /// Turns the board upside down, when edges stay edges, then and if left and right change places.
    upside_down: Option<Images>,
    /// Exchanges rows and columns of sets that fit into the board both ways.
    transposed: Option<Images>,
}

impl Board {
    fn new(graph: &Graph) -> Option<Board> {
        let order = graph.order();
        let places: Option<Vec<(usize, usize)>> =
            (0..order).map(|v| graph.row(v).zip(graph.column(v))).collect();
        let places = places?;
        let (rows, columns) = places.last().map(|(row, column)| (row + 1, column + 1))?;
        let full = order == rows * columns
            && places.iter().enumerate().all(|(v, place)| *place == (v / columns, v % columns));
        if !full {
            return None;
        }
        let way = |a: usize, b: usize| {
            let by = |from: usize, to: usize| to as isize - from as isize;
            (by(places[a].0, places[b].0), by(places[a].1, places[b].1))
        };
        let pairs = || (0..order).flat_map(|a| (0..order).map(move |b| (a, b)));
        let ways: HashSet<(isize, isize)> =
            pairs().filter(|&(a, b)| graph.adjacent(a, b)).map(|(a, b)| way(a, b)).collect();
        if !pairs().all(|(a, b)| graph.adjacent(a, b) == ways.contains(&way(a, b))) {
            return None;
        }
        let side = rows.min(columns) as isize;
        let kept = |image: &dyn Fn((isize, isize)) -> (isize, isize)| {
            ways.iter().all(|&way| ways.contains(&image(way)))
        };
        let flips = kept(&|(down, right)| (-down, right)) && kept(&|(down, right)| (down, -right));
        let transposes = (ways.iter())
            .filter(|(down, right)| down.abs() < side && right.abs() < side)
            .all(|&(down, right)| ways.contains(&(right, down)));
        let moved = |image: &dyn Fn(usize, usize) -> Option<usize>| {
            Images::moving(order, &|v| image(v / columns, v % columns))
        };
        Some(Board {
            rows,
            columns,
            row_of: std::array::from_fn(|v| (v / columns) as u8),
            upside_down: flips
                .then(|| moved(&|row, column| Some((rows - 1 - row) * columns + column))),
            transposed: transposes.then(|| {
                moved(&|row, column| {
                    (column < rows && row < columns).then(|| column * columns + row)
                })
            }),
        })
    }

    /// The least of the sets in the corner that shifting, turning and mirroring lead to. Which of
    /// them fit depends on the shape alone.
    fn representative(&self, set: u64) -> u64 {
        if set == 0 {
            return 0;
        }
        let (set, height, width) = self.in_corner(set);
        let mut least = self.least_flip(set, height, width);
        if let Some(transposed) = &self.transposed
            && height <= self.columns
            && width <= self.rows
        {
            least = least.min(self.least_flip(transposed.of(set), width, height));
        }
        least
    }

    /// The set shifted into the corner, with its height and width.
    fn in_corner(&self, set: u64) -> (u64, usize, usize) {
        let row = |vertex: u32| usize::from(self.row_of[vertex as usize & 63]);
        let (first, last) = (row(set.trailing_zeros()), row(63 - set.leading_zeros()));
        let set = set >> (first * self.columns);
        // All rows on top of each other.
        let mut row = set;
        let mut reach = self.columns;
        while reach < (last - first + 1) * self.columns {
            row |= row >> reach;
            reach *= 2;
        }
        let row = row & u64::below(self.columns);
        let left = row.trailing_zeros() as usize;
        (set >> left, last - first + 1, 64 - row.leading_zeros() as usize - left)
    }

    /// The set turned by 180 degrees around the centre of the board.
    fn half_turn(&self, set: u64) -> u64 {
        set.reverse_bits() >> (64 - self.rows * self.columns)
    }

    /// Whether a half turn of a set of squares leads to itself, and none of its squares to itself or to
    /// one that is joined with it.
    fn has_half_turn(&self, set: u64, rows: &Rows<u64>) -> bool {
        if set == 0 || self.upside_down.is_none() {
            return false;
        }
        let (set, height, width) = self.in_corner(set);
        let (up, left) = ((self.rows - height) * self.columns, self.columns - width);
        // The image of a square is the one that is as far from the last as it is from the first.
        let last = (height - 1) * self.columns + width - 1;
        self.half_turn(set) >> (up + left) == set
            && set.vertices().all(|v| v != last - v && !rows.neighbours(v).has(last - v))
    }

    /// The least of a set in the corner and its mirror images there.
    fn least_flip(&self, set: u64, height: usize, width: usize) -> u64 {
        let Some(upside_down) = &self.upside_down else {
            return set;
        };
        let up = (self.rows - height) * self.columns;
        let left = self.columns - width;
        let turned = upside_down.of(set) >> up;
        let mirrored = self.half_turn(turned) >> (up + left);
        let both = self.half_turn(set) >> (up + left);
        set.min(turned).min(mirrored).min(both)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The canonical form of what a set induces.
    fn code(graph: &Graph, set: u64) -> Vec<u64> {
        let induced = graph.rows::<u64>().unwrap().induced(set);
        Labelling::new(&induced, &vec![0; induced.order()]).code().to_vec()
    }

    fn representatives_are_isomorphic(graph: &Graph) -> usize {
        let shapes = graph.shapes().unwrap();
        let mut all = HashSet::new();
        for set in 0..1_u64 << graph.order() {
            let other = shapes.representative(set);
            assert_eq!(other.count(), set.count());
            assert_eq!(shapes.representative(other), other);
            assert_eq!(code(graph, other), code(graph, set), "{graph}: {set:b} {other:b}");
            all.insert(other);
        }
        all.len()
    }

    #[test]
    fn representatives_induce_the_same_subgraph() {
        let graphs = [
            Graph::grid(3, 3),
            Graph::grid(2, 4),
            Graph::grid(4, 2),
            Graph::grid(1, 7),
            Graph::king(2, 4),
            Graph::queens(3),
            Graph::board(".#. ..."),
            Graph::cycle(7),
            Graph::from_arcs(5, &[(0, 1), (1, 2), (2, 0), (3, 2), (4, 1)]),
            Graph::from_edges(6, &[(0, 1), (1, 2), (2, 3), (1, 4), (4, 5)]),
        ];
        for graph in graphs {
            representatives_are_isomorphic(&graph.unwrap());
        }
    }

    #[test]
    fn mirrored_sets_have_an_automorphism_that_sets_all_apart() {
        let graphs = [
            Graph::grid(3, 3),
            Graph::grid(2, 5),
            Graph::king(3, 3),
            Graph::cycle(8),
            Graph::complete_bipartite(3, 3),
            Graph::from_edges(6, &[(0, 1), (2, 3), (4, 5)]),
        ];
        for graph in graphs.map(Result::unwrap) {
            let (shapes, rows) = (graph.shapes().unwrap(), graph.rows::<u64>().unwrap());
            let mut found = 0;
            for set in 1..1_u64 << graph.order() {
                let set = shapes.representative(set);
                if shapes.is_mirrored(set) {
                    let induced = rows.induced(set);
                    found += 1;
                    assert!(has_mirror(&induced, &mut vec![None; induced.order()]), "{set:b}");
                }
            }
            assert!(found > 0, "{graph}");
        }
    }

    /// Whether some involution keeps the edges and sets all apart, by trying all of them.
    fn has_mirror(rows: &Rows<u64>, image: &mut Vec<Option<usize>>) -> bool {
        let Some(v) = image.iter().position(Option::is_none) else {
            let image = |v: usize| image[v].unwrap();
            let pairs = || (0..rows.order()).flat_map(|a| (0..rows.order()).map(move |b| (a, b)));
            return pairs().all(|(a, b)| {
                rows.neighbours(a).has(b) == rows.neighbours(image(a)).has(image(b))
            });
        };
        for other in v + 1..rows.order() {
            if image[other].is_none() && !rows.neighbours(v).has(other) {
                (image[v], image[other]) = (Some(other), Some(v));
                if has_mirror(rows, image) {
                    return true;
                }
                (image[v], image[other]) = (None, None);
            }
        }
        false
    }

    #[test]
    fn places_on_a_board_do_not_matter() {
        let shapes =
            |rows, columns| representatives_are_isomorphic(&Graph::grid(rows, columns).unwrap());
        // A row of 4: the sets of squares up to shifts and mirroring.
        assert_eq!(shapes(1, 4), 1 + 1 + 3 + 2 + 1);
        assert_eq!(shapes(4, 1), shapes(1, 4));
        assert_eq!(shapes(2, 3), shapes(3, 2));
    }

    #[test]
    fn boards_that_are_not_alike_everywhere_are_labelled() {
        assert!(Board::new(&Graph::board(".#. ...").unwrap()).is_none());
        assert!(Board::new(&Graph::cycle(6).unwrap()).is_none());
        assert!(Board::new(&Graph::king(8, 8).unwrap()).is_some());
        let petersen = Graph::petersen();
        let shapes = petersen.shapes().unwrap();
        let pairs = (0..10).flat_map(|a| (0..a).map(move |b| 1_u64 << a | 1 << b));
        let all: HashSet<u64> = pairs.map(|pair| shapes.representative(pair)).collect();
        assert_eq!(all.len(), 2);
        assert!(Graph::path(65).unwrap().shapes().is_none());
    }
}
