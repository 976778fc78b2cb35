//! Small positions of a kind, on which `equals` and `symmetric` are tested.

use std::ops::ControlFlow;

use grundy_core::graph::{Convexity, Graph};
use grundy_core::{Nimber, Outcome, Sum};

use crate::error::Result;
use crate::instance::Instance;
use crate::ir::{Domain, Field, KindId, Play, Type};
use crate::reference::Reference;
use crate::value::{Position, SumValue, Value};

/// What the test of the normal forms of a kind came to.
#[derive(Clone, Debug)]
pub struct SelfTest {
    /// The kind.
    pub kind: KindId,
    /// On how many positions both sides agreed.
    pub agreed: usize,
    /// The first position at which they did not, in words.
    pub disagreed: Option<String>,
}

/// So many positions of a kind are tested at most.
const POSITIONS: usize = 200;

/// So many values of a field are tried at most.
const VALUES: usize = 12;

/// The Nim heaps that are added under misère play.
const HEAPS: std::ops::RangeInclusive<u64> = 0..=3;

impl Instance {
    /// Solves small positions with and without `symmetric` and `equals` and
    /// compares: under normal play the nimbers, under misère play the outcomes
    /// with `*0`, `*1`, `*2` and `*3` added.
    ///
    /// # Errors
    /// When the rules fail at one of the positions.
    pub fn self_tests(&self) -> Result<Vec<SelfTest>> {
        let spec = self.spec();
        let kinds = spec.kinds.iter().enumerate();
        let with_forms =
            kinds.filter(|(_, kind)| !kind.equals.is_empty() || !kind.symmetric.is_empty());
        with_forms.map(|(at, _)| self.self_test(KindId::from(at))).collect()
    }

    fn self_test(&self, kind: KindId) -> Result<SelfTest> {
        let mut test = SelfTest { kind, agreed: 0, disagreed: None };
        let mut reference = Reference::default();
        for position in self.small_positions(kind)? {
            match self.disagreement(&position, &mut reference)? {
                None => test.agreed += 1,
                Some(words) => {
                    test.disagreed = Some(words);
                    break;
                }
            }
        }
        Ok(test)
    }

    fn disagreement(
        &self,
        position: &Position,
        reference: &mut Reference,
    ) -> Result<Option<String>> {
        let sum = SumValue { sum: Sum::from(position.clone()), runs: Vec::new() };
        let normal = SumValue { sum: self.reduced_sum(&sum)?, runs: Vec::new() };
        let shown = || (self.show_position(position), self.show_sum(&normal));
        let (by_rules, by_form) = (reference.nimber(self, &sum)?, reference.nimber(self, &normal)?);
        if by_rules != by_form {
            let (one, other) = shown();
            let words = |n: Nimber| n.get();
            return Ok(Some(format!(
                "`{one}` has nimber {}, but `{other}`, to which it is said to be equal, has {}",
                words(by_rules),
                words(by_form)
            )));
        }
        if self.play() == Play::Normal {
            return Ok(None);
        }
        for heap in HEAPS {
            let mut outcomes = [Outcome::P; 2];
            for (outcome, side) in outcomes.iter_mut().zip([&sum, &normal]) {
                let mut side = side.clone();
                side.sum.push_heap(heap, 1);
                *outcome = reference.misere(self, &side)?;
            }
            if outcomes[0] != outcomes[1] {
                let (one, other) = shown();
                return Ok(Some(format!(
                    "under misère play `{one} + *{heap}` is {}, but `{other} + *{heap}` is {}",
                    outcomes[0], outcomes[1]
                )));
            }
        }
        Ok(None)
    }

    /// Positions of a kind with small fields, at most a few hundred.
    ///
    /// # Errors
    /// When a bound of a domain cannot be evaluated.
    pub fn small_positions(&self, kind: KindId) -> Result<Vec<Position>> {
        let spec = self.spec();
        let fields = &spec.kinds[kind.index()].fields;
        let mut positions = Vec::new();
        let _ = self.each_small(fields, &mut Vec::new(), &mut |values| {
            let position = Position { kind, fields: values.into() };
            if self.check_position(&position, &[], grundy_grammar::Span::default()).is_ok() {
                positions.push(position);
            }
            Ok(if positions.len() < POSITIONS {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            })
        })?;
        Ok(positions)
    }

    fn each_small(
        &self,
        fields: &[Field],
        values: &mut Vec<Value>,
        then: &mut dyn FnMut(&[Value]) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        let Some(field) = fields.get(values.len()) else {
            return then(values);
        };
        for value in self.small_values(&field.ty, &field.domain, values)? {
            values.push(value);
            let flow = self.each_small(fields, values, then)?;
            values.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Small values of a type within a domain; the fields before may be mentioned in its bounds.
    fn small_values(&self, ty: &Type, domain: &Domain, before: &[Value]) -> Result<Vec<Value>> {
        let mut frame = before.to_vec();
        Ok(match (ty, domain) {
            (Type::Bool, _) => vec![Value::Bool(false), Value::Bool(true)],
            (Type::Char, _) => ".HT".chars().map(Value::Char).collect(),
            (Type::Int, Domain::Int { low, high }) => {
                let low = self.int(low, &mut frame)?;
                let top = low.saturating_add(5);
                let top = match high {
                    None => top,
                    Some((high, inclusive)) => {
                        let high = self.int(high, &mut frame)?;
                        top.min(if *inclusive { high } else { high.saturating_sub(1) })
                    }
                };
                (low..=top).map(Value::Int).collect()
            }
            (Type::Int, _) => (0..=4).map(Value::Int).collect(),
            (Type::Vector(element), domain) => {
                let (entry, length) = match domain {
                    Domain::Vector(entry, length) => (&**entry, length.as_ref()),
                    _ => (&Domain::Any, None),
                };
                let lengths = match length {
                    Some(length) => {
                        let length = self.int(length, &mut frame)?;
                        length..=length
                    }
                    None => 0..=3,
                };
                let mut entries = self.small_values(element, entry, before)?;
                entries.truncate(4);
                lengths
                    .flat_map(|length| words(&entries, length))
                    .map(Value::vector)
                    .take(VALUES * VALUES)
                    .collect()
            }
            (Type::Set(element), domain) => {
                let entry = if let Domain::Set(entry) = domain { &**entry } else { &Domain::Any };
                let mut members = self.small_values(element, entry, before)?;
                members.truncate(6);
                (0..1_usize << members.len())
                    .map(|bits| {
                        Value::set(
                            members
                                .iter()
                                .enumerate()
                                .filter(|(i, _)| bits >> i & 1 == 1)
                                .map(|(_, m)| m.clone()),
                        )
                    })
                    .collect()
            }
            (Type::Graph, _) => small_graphs().map(|graph| Value::Graph(graph.into())).collect(),
            (Type::Convexity, _) => {
                [Convexity::Geodesic, Convexity::Monophonic].map(Value::Convexity).to_vec()
            }
            (_, Domain::Edge(graph)) => {
                let graph = self.value(graph, &mut frame)?;
                let graph = graph.graph();
                let edges = graph.masks().edges(graph.vertices());
                edges.take(VALUES).map(edge).collect()
            }
            (Type::Tuple(types), domain) => {
                let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
                for (i, ty) in types.iter().enumerate() {
                    let part =
                        if let Domain::Tuple(parts) = domain { &parts[i] } else { &Domain::Any };
                    let mut values = self.small_values(ty, part, before)?;
                    values.truncate(4);
                    tuples = tuples
                        .iter()
                        .flat_map(|t| {
                            values.iter().map(|v| [t.as_slice(), std::slice::from_ref(v)].concat())
                        })
                        .collect();
                }
                tuples.into_iter().map(|t| Value::Tuple(t.into())).collect()
            }
            _ => Vec::new(),
        })
    }
}

fn edge((a, b): (usize, usize)) -> Value {
    let end = |v: usize| Value::Int(i64::try_from(v).expect("a vertex"));
    Value::Tuple([end(a), end(b)].into())
}

/// Graphs of each kind of small shape.
fn small_graphs() -> impl Iterator<Item = Graph> {
    let pairs: [&[(usize, usize)]; 3] = [&[], &[(0, 1)], &[(0, 1), (1, 2), (0, 2), (2, 3)]];
    let some = pairs.into_iter().zip([2, 3, 4]);
    let some = some.map(|(pairs, order)| Graph::from_edges(order, pairs));
    let paths = (0..=4).map(Graph::path);
    let others = [Graph::cycle(3), Graph::cycle(4), Graph::star(3), Graph::complete(4)];
    paths.chain(others).chain(some).flatten()
}

/// All vectors of a length over the entries.
fn words(entries: &[Value], length: i64) -> Vec<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for _ in 0..length {
        all = all
            .iter()
            .flat_map(|w| entries.iter().map(|e| [w.as_slice(), std::slice::from_ref(e)].concat()))
            .take(VALUES * VALUES)
            .collect();
    }
    all
}
