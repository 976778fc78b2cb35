//! Automorphisms of a graph, and which sets of vertices they lead to each other.

use std::collections::HashSet;

use super::labelling::Labelling;
use super::mask::Mask;
use super::rows::Rows;

/// Groups up to this order are listed.
const LISTED: usize = 1024;

/// The automorphisms of a graph.
#[derive(Clone, Debug)]
pub struct Symmetries {
    generators: Vec<Vec<usize>>,
    /// All of them, if they are not too many.
    all: Option<Vec<Vec<usize>>>,
    /// The canonical order of the graph.
    order: Vec<usize>,
}

impl Symmetries {
    /// Finds the automorphisms.
    pub fn new<M: Mask>(rows: &Rows<M>) -> Symmetries {
        let labelling = Labelling::new(rows, &vec![0; rows.order()]);
        let generators = labelling.generators().to_vec();
        let all = listed(rows.order(), &generators);
        Symmetries { generators, all, order: labelling.order().to_vec() }
    }

    /// Automorphisms that generate all of them: where each vertex goes.
    pub fn generators(&self) -> &[Vec<usize>] {
        &self.generators
    }

    /// All automorphisms, the identity first, unless they are more than 1024.
    pub fn all(&self) -> Option<&[Vec<usize>]> {
        self.all.as_deref()
    }

    /// The canonical order of the vertices: in it isomorphic graphs have the same edges.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The representative of a set of vertices: the same for two sets exactly when an
    /// automorphism leads from one to the other. `rows` are those of the graph.
    ///
    /// ```
    /// use grundy_core::graph::Graph;
    ///
    /// let path = Graph::path(4)?;
    /// let rows = path.rows::<u64>().expect("four vertices fit");
    /// let symmetries = path.symmetries();
    /// assert_eq!(symmetries.canonical(&rows, 0b1100), 0b0011);
    /// assert_eq!(symmetries.canonical(&rows, 0b0011), 0b0011);
    /// # Ok::<(), grundy_core::graph::GraphError>(())
    /// ```
    pub fn canonical<M: Mask>(&self, rows: &Rows<M>, set: M) -> M {
        match &self.all {
            Some(all) => all[1..].iter().fold(set, |least, automorphism| {
                earlier(least, M::of(set.vertices().map(|v| automorphism[v])))
            }),
            None => self.by_labelling(rows, set),
        }
    }

    /// In the canonical form of the graph with the set marked, the graph lies in some way that
    /// depends on the orbit of the set alone; from there a fixed isomorphism leads back.
    fn by_labelling<M: Mask>(&self, rows: &Rows<M>, set: M) -> M {
        let marks: Vec<u32> = (0..rows.order()).map(|v| u32::from(!set.has(v))).collect();
        let marked = Labelling::new(rows, &marks);
        let mut place = vec![0; rows.order()];
        for (at, &vertex) in marked.order().iter().enumerate() {
            place[vertex] = at;
        }
        let edges = rows.edges(rows.all()).map(|(a, b)| (place[a], place[b]));
        let moved: Rows<M> = Rows::new(rows.order(), !rows.is_undirected(), edges);
        let unmarked = Labelling::new(&moved, &vec![0; rows.order()]);
        let places = 0..set.count();
        let back = unmarked.order().iter().zip(&self.order);
        M::of(back.filter(|(at, _)| places.contains(at)).map(|(_, &vertex)| vertex))
    }
}

/// The set that has the least vertex in which the two differ.
fn earlier<M: Mask>(a: M, b: M) -> M {
    match (a.without(b).least(), b.without(a).least()) {
        (Some(x), Some(y)) if y < x => b,
        (None, Some(_)) => b,
        _ => a,
    }
}

/// The group that these generate, if it is not too large.
fn listed(order: usize, generators: &[Vec<usize>]) -> Option<Vec<Vec<usize>>> {
    let mut all: Vec<Vec<usize>> = vec![(0..order).collect()];
    let mut known: HashSet<Vec<usize>> = all.iter().cloned().collect();
    let mut at = 0;
    while at < all.len() {
        for generator in generators {
            let product: Vec<usize> = all[at].iter().map(|&v| generator[v]).collect();
            if known.insert(product.clone()) {
                if all.len() == LISTED {
                    return None;
                }
                all.push(product);
            }
        }
        at += 1;
    }
    Some(all)
}
