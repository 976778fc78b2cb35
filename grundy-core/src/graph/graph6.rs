//! The graph6 format of B. McKay: an undirected graph as a line of printable characters.
//!
//! The order n is one character n + 63 for n <= 62, else `~` and 18 bits in three characters (or
//! `~~` and 36 bits in six). Then come the bits of the upper triangle of the adjacency matrix,
//! column by column, six in a character, the first the highest, each character 63 more.

use super::mask::Mask;
use super::rows::Rows;
use super::{Graph, GraphError, MAX_ORDER};

const HEADER: &str = ">>graph6<<";

impl Graph {
    /// Reads a graph in the graph6 format, with or without the header `>>graph6<<`.
    ///
    /// ```
    /// use grundy_core::graph::Graph;
    ///
    /// assert_eq!(Graph::from_graph6("Bw")?, Graph::complete(3)?);
    /// assert_eq!(Graph::path(4)?.to_graph6(), Ok("Ch".to_string()));
    /// # Ok::<(), grundy_core::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// When the text is not in the format, or the graph too large.
    pub fn from_graph6(text: &str) -> Result<Graph, GraphError> {
        let text = text.trim();
        let bytes = text.strip_prefix(HEADER).unwrap_or(text).as_bytes();
        if bytes.is_empty() {
            return Err(GraphError::Graph6("it is empty"));
        }
        if bytes.starts_with(b":") || bytes.starts_with(b";") {
            return Err(GraphError::Graph6("it begins like sparse6"));
        }
        if bytes.starts_with(b"&") {
            return Err(GraphError::Graph6("it begins like digraph6"));
        }
        if !bytes.iter().all(|byte| (63..=126).contains(byte)) {
            return Err(GraphError::Graph6("its characters are those from `?` to `~`"));
        }
        let (size, body) = match bytes {
            [b'~', b'~', rest @ ..] => rest.split_at_checked(6),
            [b'~', rest @ ..] => rest.split_at_checked(3),
            all => all.split_at_checked(1),
        }
        .ok_or(GraphError::Graph6("the number of vertices breaks off"))?;
        let order = size.iter().fold(0_usize, |order, byte| order << 6 | usize::from(byte - 63));
        if order > MAX_ORDER {
            return Err(GraphError::TooLarge);
        }
        let pairs = order * order.saturating_sub(1) / 2;
        if body.len() != pairs.div_ceil(6) {
            return Err(GraphError::Graph6(
                "its length does not fit its first character, the number of vertices",
            ));
        }
        let bit = |at: usize| (body[at / 6] - 63) >> (5 - at % 6) & 1 == 1;
        if (pairs..6 * body.len()).any(bit) {
            return Err(GraphError::Graph6("bits behind the last pair of vertices are set"));
        }
        let all = (1..order).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges = all.enumerate().filter(|&(at, _)| bit(at)).map(|(_, edge)| edge);
        let written = String::from_utf8_lossy(bytes).replace('\\', "\\\\");
        Ok(Graph::new(Rows::new(order, false, edges)).named(format!("graph6(\"{written}\")")))
    }

    /// Writes the graph in the graph6 format, without a header.
    ///
    /// # Errors
    /// [`GraphError::Directed`] for a directed graph: the format has none.
    pub fn to_graph6(&self) -> Result<String, GraphError> {
        if self.is_directed() {
            return Err(GraphError::Directed);
        }
        let order = self.order();
        let six = |bits: usize| char::from(63 + u8::try_from(bits & 63).expect("six bits"));
        let mut text = String::new();
        if order <= 62 {
            text.push(six(order));
        } else {
            text.extend(['~', six(order >> 12), six(order >> 6), six(order)]);
        }
        let bits: Vec<bool> =
            (1..order).flat_map(|b| (0..b).map(move |a| self.neighbours(b).has(a))).collect();
        for chunk in bits.chunks(6) {
            let value = (0..6).fold(0, |value, at| {
                value << 1 | usize::from(chunk.get(at).copied().unwrap_or(false))
            });
            text.push(six(value));
        }
        Ok(text)
    }
}
