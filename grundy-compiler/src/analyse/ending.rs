//! The proof that a game ends.
//!
//! Positions of kinds that do not lead back to themselves come to an end with
//! the kinds they lead to, so each strongly connected component of the graph
//! of kinds is looked at alone. There it is enough that every component of
//! every option is smaller in a well-founded order: an option is a multiset of
//! components, and multisets ordered by replacing a member with finitely many
//! smaller ones are well-founded too (N. Dershowitz and Z. Manna, *Proving
//! termination with multiset orderings*, 1979).
//!
//! For a measure of each kind let the weight of an edge be the most that the
//! measure can rise along it. If every cycle that has a move in it falls in
//! all, no play is endless, for all measures are bounded below. Failing that,
//! edges along which a measure falls that no edge raises are taken only
//! finitely often and may be left out (a lexicographic order).
//!
//! Edges of `equals` may keep a measure for ever: bringing a position to its
//! normal form stops by itself when nothing changes.

use std::collections::BTreeMap;

use crate::ir::{KindId, Spec};

use super::edges::{Edge, Edges};
use super::graph;
use super::measure::Measure;
use super::{Reason, Rule};

/// Combinations of measures of the kinds of a component that are tried.
const MAX_COMBINATIONS: usize = 256;
/// A measure that falls by more is taken to fall by this.
const MAX_FALL: i64 = 1 << 32;
/// Measures that are compared one after the other.
const MAX_LEVELS: usize = 3;

/// What was found for kinds that lead to each other.
pub(super) struct Component {
    pub(super) kinds: Vec<KindId>,
    /// The order in which every move lowers; `None` when no kind leads back.
    pub(super) found: Result<Option<String>, Reason>,
}

/// Looks for measures, component by component, those led to first.
pub(super) fn prove(spec: &Spec, measures: &[Vec<Measure>], edges: &Edges) -> Vec<Component> {
    let pairs: Vec<(usize, usize)> =
        edges.list.iter().map(|edge| (edge.from.index(), edge.to.index())).collect();
    let mut prover = Prover { spec, measures, edges: &edges.list, weights: BTreeMap::new() };
    graph::components(spec.kinds.len(), &pairs)
        .into_iter()
        .map(|kinds| {
            let kinds: Vec<KindId> = kinds.into_iter().map(KindId::from).collect();
            let unknown = kinds.iter().find_map(|kind| edges.unknown[kind.index()].clone());
            let found = match unknown {
                Some(reason) => Err(reason),
                None => prover.component(&kinds),
            };
            Component { kinds, found }
        })
        .collect()
}

/// Whether the first measure of every kind never rises along the edges, and
/// the edges that keep it form no circle.
pub(super) fn falls(
    kinds: &[KindId],
    edges: &Edges,
    first: &dyn Fn(KindId) -> Option<usize>,
) -> bool {
    let mut arcs = Vec::new();
    for edge in edges.list.iter().filter(|edge| inside(edge, kinds)) {
        let (Some(before), Some(after)) = (first(edge.from), first(edge.to)) else {
            return false;
        };
        match edge.change(before, after) {
            Some(weight) if weight <= 0 => arcs.push(arc(edge, weight)),
            _ => return false,
        }
    }
    heights(kinds, &arcs).is_some()
}

fn inside(edge: &Edge, kinds: &[KindId]) -> bool {
    kinds.binary_search(&edge.from).is_ok() && kinds.binary_search(&edge.to).is_ok()
}

struct Prover<'e> {
    spec: &'e Spec,
    measures: &'e [Vec<Measure>],
    edges: &'e [Edge],
    /// By edge and measures before and after.
    weights: BTreeMap<(usize, usize, usize), Option<i64>>,
}

impl Prover<'_> {
    fn component(&mut self, kinds: &[KindId]) -> Result<Option<String>, Reason> {
        let edges: Vec<usize> =
            (0..self.edges.len()).filter(|&index| inside(&self.edges[index], kinds)).collect();
        if !edges.iter().any(|&index| matches!(self.edges[index].rule, Rule::Move(_))) {
            return Ok(None);
        }
        match self.order(kinds, &edges, MAX_LEVELS) {
            Some(text) => Ok(Some(text)),
            None => Err(self.failure(kinds, &edges)),
        }
    }

    /// An order in which every move of these edges goes down.
    fn order(&mut self, kinds: &[KindId], edges: &[usize], levels: usize) -> Option<String> {
        let combinations = self.combinations(kinds);
        for combination in &combinations {
            if let Some(text) = self.single(kinds, edges, combination) {
                return Some(text);
            }
        }
        if levels <= 1 {
            return None;
        }
        for combination in &combinations {
            if let Some(text) = self.first_of_several(kinds, edges, combination, levels) {
                return Some(text);
            }
        }
        None
    }

    /// Every choice of one measure for each kind, up to a limit.
    fn combinations(&self, kinds: &[KindId]) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for kind in kinds {
            let count = self.measures[kind.index()].len();
            all = all
                .iter()
                .flat_map(|start: &Vec<usize>| {
                    (0..count).map(move |measure| {
                        let mut longer = start.clone();
                        longer.push(measure);
                        longer
                    })
                })
                .take(MAX_COMBINATIONS)
                .collect();
        }
        all
    }

    fn weight(&mut self, index: usize, kinds: &[KindId], combination: &[usize]) -> Option<i64> {
        let edge = &self.edges[index];
        let measure = |kind: KindId| {
            let place = kinds.binary_search(&kind).expect("the edge lies within the component");
            combination[place]
        };
        let (before, after) = (measure(edge.from), measure(edge.to));
        *self.weights.entry((index, before, after)).or_insert_with(|| edge.change(before, after))
    }

    /// An order by one measure of each kind, and the kinds.
    fn single(
        &mut self,
        kinds: &[KindId],
        edges: &[usize],
        combination: &[usize],
    ) -> Option<String> {
        let mut arcs = Vec::with_capacity(edges.len());
        for &index in edges {
            let weight = self.weight(index, kinds, combination)?;
            arcs.push(arc(&self.edges[index], weight));
        }
        let heights = heights(kinds, &arcs)?;
        Some(self.show(kinds, combination, &heights))
    }

    /// An order in which a measure that no edge raises comes first.
    fn first_of_several(
        &mut self,
        kinds: &[KindId],
        edges: &[usize],
        combination: &[usize],
        levels: usize,
    ) -> Option<String> {
        let mut rest = Vec::new();
        for &index in edges {
            match self.weight(index, kinds, combination)? {
                weight if weight > 0 => return None,
                0 => rest.push(index),
                _ => {}
            }
        }
        if rest.len() == edges.len() {
            return None;
        }
        let mut text = self.show(kinds, combination, &vec![0; kinds.len()]);
        let pairs: Vec<(usize, usize)> = rest
            .iter()
            .map(|&index| (self.edges[index].from.index(), self.edges[index].to.index()))
            .collect();
        for part in graph::components(self.spec.kinds.len(), &pairs) {
            let part: Vec<KindId> = part.into_iter().map(KindId::from).collect();
            let inner: Vec<usize> =
                rest.iter().copied().filter(|&index| inside(&self.edges[index], &part)).collect();
            if inner.iter().any(|&index| matches!(self.edges[index].rule, Rule::Move(_))) {
                let then = self.order(&part, &inner, levels - 1)?;
                text = format!("{text}, then {then}");
            }
        }
        Some(text)
    }

    /// How an order is written: the measures with what is added for each kind,
    /// then the kinds in the order in which they may follow each other.
    fn show(&self, kinds: &[KindId], combination: &[usize], heights: &[i64]) -> String {
        let scale = scale(kinds);
        let name = |place: usize| &self.spec.kinds[kinds[place].index()].name;
        let measures: Vec<String> = (0..kinds.len())
            .map(|place| {
                let kind = &self.spec.kinds[kinds[place].index()];
                let measure = &self.measures[kinds[place].index()][combination[place]];
                let text = measure.show(kind);
                match heights[place].div_euclid(scale) {
                    0 => text,
                    added => format!("{text} + {added}"),
                }
            })
            .collect();
        let mut text = if measures.iter().all(|measure| *measure == measures[0]) {
            measures[0].clone()
        } else {
            let each = measures.iter().enumerate();
            let each = each.map(|(place, measure)| format!("{measure} of {}", name(place)));
            each.collect::<Vec<String>>().join(", ")
        };
        let rank = |place: usize| heights[place].rem_euclid(scale);
        let mut places: Vec<usize> = (0..kinds.len()).collect();
        places.sort_by_key(|&place| std::cmp::Reverse(rank(place)));
        if let (Some(&top), Some(&bottom)) = (places.first(), places.last())
            && rank(top) > rank(bottom)
        {
            text.push_str(", then ");
            for (index, &place) in places.iter().enumerate() {
                if index > 0 {
                    let level = rank(places[index - 1]) == rank(place);
                    text.push_str(if level { ", " } else { " > " });
                }
                text.push_str(name(place));
            }
        }
        text
    }

    /// The edge that stands in the way of the measures that come closest.
    fn failure(&mut self, kinds: &[KindId], edges: &[usize]) -> Reason {
        let mut best: Option<(usize, usize, Vec<usize>)> = None;
        for combination in self.combinations(kinds) {
            let mut bad = Vec::new();
            for &index in edges {
                match self.weight(index, kinds, &combination) {
                    Some(weight) if weight < 0 => {}
                    Some(0) if matches!(self.edges[index].rule, Rule::Equals(_)) => {}
                    _ => bad.push(index),
                }
            }
            let closer = best.as_ref().is_none_or(|(_, count, _)| bad.len() < *count);
            if let (true, Some(&first)) = (closer, bad.first()) {
                best = Some((first, bad.len(), combination));
            }
        }
        let (index, measure) = match best {
            Some((index, _, combination)) => {
                let text = self.show(kinds, &combination, &vec![0; kinds.len()]);
                (index, format!("it is not seen to lower {text}"))
            }
            None => (edges[0], "nothing that could fall with every move is seen".to_owned()),
        };
        let edge = &self.edges[index];
        let mut text = measure;
        if let Some(lost) = &edge.lost {
            text = format!("{text} ({} is not followed exactly)", lost.what);
        }
        if kinds.iter().any(|kind| self.spec.kinds[kind.index()].decreases.is_some()) {
            text.push_str("; `decreases` is checked at every move, it is no proof");
        }
        Reason { kind: edge.from, rule: Some(edge.rule), span: edge.span, text }
    }
}

/// An edge with its weight and whether it is a move.
type Arc = (KindId, KindId, i64, bool);

fn arc(edge: &Edge, weight: i64) -> Arc {
    (edge.from, edge.to, weight, matches!(edge.rule, Rule::Move(_)))
}

/// Weights count this many times, so that on a cycle without repeats one for
/// each move of it never makes up for a weight.
fn scale(kinds: &[KindId]) -> i64 {
    i64::try_from(kinds.len()).map_or(i64::MAX, |count| count.saturating_add(1))
}

/// For each kind the greatest total, over the walks from it, of `scale` times
/// the weight of each edge and one more for each move; `None` when there is
/// none, because some cycle with a move in it does not fall.
///
/// With these heights h, `scale * measure + h` falls along every move and does
/// not rise along `equals`: by Bellman–Ford.
fn heights(kinds: &[KindId], arcs: &[Arc]) -> Option<Vec<i64>> {
    let scale = scale(kinds);
    let place = |kind: KindId| kinds.binary_search(&kind).expect("within the component");
    let mut heights = vec![0_i64; kinds.len()];
    for _ in 0..=kinds.len() {
        let mut changed = false;
        for &(from, to, weight, moves) in arcs {
            // A weight is a bound from above: a greater one is one as well.
            let step = weight.max(-MAX_FALL).checked_mul(scale)?;
            let height = heights[place(to)].checked_add(step)?.checked_add(i64::from(moves))?;
            if height > heights[place(from)] {
                heights[place(from)] = height;
                changed = true;
            }
        }
        if !changed {
            return Some(heights);
        }
    }
    None
}
