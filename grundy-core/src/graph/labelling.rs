//! Canonical labelling: an order of the vertices in which isomorphic graphs look the same.
//!
//! Individualisation and refinement (B. McKay, *Practical graph isomorphism*, 1981), without the
//! tricks for large graphs. Vertices are coloured; refinement tells vertices apart that see
//! different colours; where two of one colour are left, each in turn is given a colour of its own.
//! Every way ends in an order of the vertices, and the least adjacency matrix wins. Two orders
//! with the same matrix show an automorphism, which saves whole branches.

use super::mask::Mask;
use super::rows::Rows;

/// An order of the vertices that depends on them only up to isomorphism, and how it was found.
///
/// ```
/// use grundy_core::graph::{Graph, Labelling};
///
/// let one = Graph::from_edges(3, &[(0, 1), (1, 2)])?;
/// let other = Graph::from_edges(3, &[(0, 2), (0, 1)])?;
/// let code = |graph: &Graph| Labelling::new(graph.masks(), &[0; 3]).code().to_vec();
/// assert_eq!(code(&one), code(&other));
/// # Ok::<(), grundy_core::graph::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelling {
    order: Vec<usize>,
    code: Vec<u64>,
    generators: Vec<Vec<usize>>,
}

impl Labelling {
    /// The labelling of a graph whose vertices have colours, which isomorphisms keep; vertices of
    /// lesser colour come first.
    ///
    /// # Panics
    /// When there is not one colour for each vertex.
    pub fn new<M: Mask>(rows: &Rows<M>, colours: &[u32]) -> Labelling {
        assert_eq!(rows.order(), colours.len(), "each vertex has a colour");
        let mut colours = ranked(colours);
        let (twins, generators) = twins(rows, &colours);
        let mut search = Search { rows, twins, first: None, best: None, generators };
        refine(rows, &mut colours);
        search.node(colours, &mut Vec::new());
        let Leaf { order, code, .. } = search.best.expect("every way ends in a leaf");
        Labelling { order, code, generators: search.generators }
    }

    /// The vertices in their canonical order.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The adjacency matrix in that order, packed: with the order of the graph and the number of
    /// vertices of each colour, it is the same exactly for isomorphic graphs.
    pub fn code(&self) -> &[u64] {
        &self.code
    }

    /// Automorphisms that generate all that keep the colours: where each vertex goes.
    pub fn generators(&self) -> &[Vec<usize>] {
        &self.generators
    }
}

/// An order of the vertices, and what the graph looks like in it.
#[derive(Clone)]
struct Leaf {
    order: Vec<usize>,
    code: Vec<u64>,
    /// The vertices that were given colours of their own, from the root.
    path: Vec<usize>,
}

struct Search<'a, M> {
    rows: &'a Rows<M>,
    /// The least twin of each vertex.
    twins: Vec<usize>,
    first: Option<Leaf>,
    best: Option<Leaf>,
    generators: Vec<Vec<usize>>,
}

impl<M: Mask> Search<'_, M> {
    /// Looks through all orders that fit the colours. `path` are the vertices that were given
    /// colours of their own. When an automorphism is found, everything up to the node where its
    /// two ways part has been seen: the depth of that node.
    fn node(&mut self, colours: Vec<u32>, path: &mut Vec<usize>) -> Option<usize> {
        let Some(cell) = smallest_cell(&colours) else {
            return self.leaf(&colours, path);
        };
        let mut tried: Vec<usize> = Vec::new();
        for &vertex in &cell {
            if self.is_like(vertex, &tried, path) {
                continue;
            }
            tried.push(vertex);
            let mut next = colours.iter().map(|colour| 2 * colour + 1).collect::<Vec<u32>>();
            next[vertex] -= 1;
            let mut next = ranked(&next);
            refine(self.rows, &mut next);
            path.push(vertex);
            let back = self.node(next, path);
            path.pop();
            if back.is_some_and(|depth| depth < path.len()) {
                return back;
            }
        }
        None
    }

    /// Whether automorphisms that keep the path lead from a vertex that was tried to this one.
    fn is_like(&self, vertex: usize, tried: &[usize], path: &[usize]) -> bool {
        if tried.iter().any(|&other| self.twins[other] == self.twins[vertex]) {
            return true;
        }
        let keeping: Vec<&Vec<usize>> =
            self.generators.iter().filter(|g| path.iter().all(|&v| g[v] == v)).collect();
        let mut orbit = tried.to_vec();
        let mut at = 0;
        while at < orbit.len() {
            for generator in &keeping {
                let image = generator[orbit[at]];
                if image == vertex {
                    return true;
                }
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            at += 1;
        }
        false
    }

    fn leaf(&mut self, colours: &[u32], path: &[usize]) -> Option<usize> {
        let mut order = vec![0; colours.len()];
        for (vertex, &colour) in colours.iter().enumerate() {
            order[colour as usize] = vertex;
        }
        let code = code(self.rows, &order, colours);
        let leaf = Leaf { order, code, path: path.to_vec() };
        let (Some(first), Some(best)) = (&self.first, &self.best) else {
            self.first = Some(leaf.clone());
            self.best = Some(leaf);
            return None;
        };
        for known in [first, best] {
            if known.code == leaf.code {
                let mut automorphism = vec![0; colours.len()];
                for (&from, &to) in known.order.iter().zip(&leaf.order) {
                    automorphism[from] = to;
                }
                let parts = known.path.iter().zip(path).position(|(a, b)| a != b);
                self.generators.push(automorphism);
                return parts;
            }
        }
        if leaf.code < best.code {
            self.best = Some(leaf);
        }
        None
    }
}

/// The least twin of each vertex, and the automorphisms that exchange two twins: vertices of one
/// colour with the same neighbours but for each other.
fn twins<M: Mask>(rows: &Rows<M>, colours: &[u32]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let order = rows.order();
    let are_twins = |a: usize, b: usize| {
        let pair = M::one(a) | M::one(b);
        let same = |row: &dyn Fn(usize) -> M| row(a).without(pair) == row(b).without(pair);
        colours[a] == colours[b]
            && same(&|v| rows.neighbours(v))
            && same(&|v| rows.predecessors(v))
            && rows.neighbours(a).has(b) == rows.neighbours(b).has(a)
    };
    let mut least: Vec<usize> = Vec::with_capacity(order);
    let mut exchanges = Vec::new();
    for vertex in 0..order {
        let found = (0..vertex).find(|&v| least[v] == v && are_twins(v, vertex));
        least.push(found.unwrap_or(vertex));
        if let Some(twin) = found {
            let mut exchange: Vec<usize> = (0..order).collect();
            exchange.swap(twin, vertex);
            exchanges.push(exchange);
        }
    }
    (least, exchanges)
}

/// The colours with numbers 0, 1, 2, ... in their order.
fn ranked<T: Ord + Copy>(colours: &[T]) -> Vec<u32> {
    let mut distinct = colours.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let rank = |colour| distinct.binary_search(colour).expect("it is one of them");
    colours.iter().map(|c| u32::try_from(rank(c)).expect("fewer than 2^32 vertices")).collect()
}

/// Splits colours until any two vertices of one colour have as many neighbours of each colour.
///
/// Neighbours are told apart by a sum of mixed colours. Were two sums equal by chance, colours
/// would stay coarser than they could be, in every copy of the graph alike.
fn refine<M: Mask>(rows: &Rows<M>, colours: &mut Vec<u32>) {
    let count = |colours: &[u32]| colours.iter().max().map_or(0, |&most| most as usize + 1);
    loop {
        let before = count(colours);
        if before == colours.len() {
            return;
        }
        let seen = |row: M| {
            row.vertices().fold(0_u64, |sum, v| sum.wrapping_add(mixed(u64::from(colours[v]))))
        };
        let signs: Vec<(u32, u64, u64)> = (0..colours.len())
            .map(|v| {
                let back = if rows.is_undirected() { 0 } else { seen(rows.predecessors(v)) };
                (colours[v], seen(rows.neighbours(v)), back)
            })
            .collect();
        *colours = ranked(&signs);
        if count(colours) == before {
            return;
        }
    }
}

/// A bijection of 64 bits that scatters them (the finaliser of splitmix64).
fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The vertices of the first of the rarest colours that more than one vertex has.
fn smallest_cell(colours: &[u32]) -> Option<Vec<usize>> {
    let mut sizes = vec![0_usize; colours.len()];
    for &colour in colours {
        sizes[colour as usize] += 1;
    }
    let (chosen, _) =
        sizes.iter().enumerate().filter(|(_, size)| **size > 1).min_by_key(|(_, size)| **size)?;
    Some((0..colours.len()).filter(|&v| colours[v] as usize == chosen).collect())
}

/// The rows of the adjacency matrix in an order, given also as the place of each vertex.
fn code<M: Mask>(rows: &Rows<M>, order: &[usize], places: &[u32]) -> Vec<u64> {
    let words = order.len().div_ceil(64);
    let mut code = vec![0; words * order.len()];
    for (row, &vertex) in order.iter().enumerate() {
        for neighbour in rows.neighbours(vertex).vertices() {
            let place = places[neighbour] as usize;
            code[row * words + place / 64] |= 1 << (place % 64);
        }
    }
    code
}
