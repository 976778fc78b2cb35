//! Questions about a graph of at most 64 vertices, whose sets of vertices are words.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::convexity::{Convexity, Intervals};
use super::flood::Flood;
use super::rows::Rows;

/// A graph of at most 64 vertices in masks of one word, with what was found out about it.
///
/// ```
/// use grundy_core::graph::{Convexity, Graph};
///
/// let path = Graph::path(5)?;
/// let small = path.small().expect("five vertices fit");
/// assert_eq!(small.rows().neighbours(2), 0b01010);
/// let ends = small.with_intervals(Convexity::Geodesic, |between| {
///     between.interval(0b10001, &Default::default())
/// });
/// assert_eq!(ends, Ok(0b11111));
/// # Ok::<(), grundy_core::graph::GraphError>(())
/// ```
#[derive(Debug)]
pub struct Small {
    rows: Rows<u64>,
    flood: OnceLock<Flood>,
    /// Those of the convexities that have been asked for.
    geodesic: OnceLock<Intervals<u64>>,
    monophonic: OnceLock<Intervals<u64>>,
    induced_paths: Mutex<Vec<Intervals<u64>>>,
}

impl Small {
    pub(super) fn new(rows: Rows<u64>) -> Small {
        Small {
            rows,
            flood: OnceLock::new(),
            geodesic: OnceLock::new(),
            monophonic: OnceLock::new(),
            induced_paths: Mutex::default(),
        }
    }

    /// The adjacency masks.
    #[inline]
    pub fn rows(&self) -> &Rows<u64> {
        &self.rows
    }

    /// What finds neighbours and components of whole sets.
    #[inline]
    pub fn flood(&self) -> &Flood {
        self.flood.get_or_init(|| Flood::new(&self.rows))
    }

    /// Asks which vertices lie between others; each pair is looked at once.
    ///
    /// # Panics
    /// When the graph is directed.
    pub fn with_intervals<T>(
        &self,
        convexity: Convexity,
        ask: impl FnOnce(&Intervals<u64>) -> T,
    ) -> T {
        let new = || Intervals::new(self.rows.clone(), convexity);
        let mut known = match convexity {
            Convexity::Geodesic => return ask(self.geodesic.get_or_init(new)),
            Convexity::Monophonic => return ask(self.monophonic.get_or_init(new)),
            Convexity::InducedPaths(_) => {
                self.induced_paths.lock().unwrap_or_else(PoisonError::into_inner)
            }
        };
        let at = known.iter().position(|known| known.convexity() == convexity);
        let at = at.unwrap_or_else(|| {
            known.push(new());
            known.len() - 1
        });
        ask(&known[at])
    }
}
