//! Functions about graphs.

use std::sync::Arc;

use grundy_core::graph::{Convexity, Graph, GraphError, Mask, VertexSet};
use grundy_grammar::Span;

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::ir::{Expr, GraphFunction as F};
use crate::value::Value;

use super::FrameValues;

/// The members as the language has them.
fn ints(set: VertexSet) -> Value {
    Value::Set(set.vertices().map(int).collect())
}

fn int(value: usize) -> Value {
    Value::Int(i64::try_from(value).expect("it counts vertices or edges"))
}

/// A call with its arguments.
struct Call<'a> {
    instance: &'a Instance,
    args: &'a [Expr],
    values: Vec<Value>,
    span: Span,
}

impl Instance {
    pub(super) fn graph_function(
        &self,
        function: F,
        args: &[Expr],
        span: Span,
        frame: &mut FrameValues,
    ) -> Result<Value> {
        let values = self.evals(args, frame)?;
        let call = Call { instance: self, args, values, span };
        match function {
            F::Path => call.built(Graph::path(call.size(0)?)),
            F::Cycle => call.built(Graph::cycle(call.size(0)?)),
            F::Complete => call.built(Graph::complete(call.size(0)?)),
            F::Star => call.built(Graph::star(call.size(0)?)),
            F::Wheel => call.built(Graph::wheel(call.size(0)?)),
            F::Hypercube => call.built(Graph::hypercube(call.size(0)?)),
            F::Queens => call.built(Graph::queens(call.size(0)?)),
            F::Grid => call.built(Graph::grid(call.size(0)?, call.size(1)?)),
            F::King => call.built(Graph::king(call.size(0)?, call.size(1)?)),
            F::CompleteBipartite => {
                call.built(Graph::complete_bipartite(call.size(0)?, call.size(1)?))
            }
            F::Undirected => call.built(Graph::from_edges(call.size(0)?, &call.pairs(1)?)),
            F::Directed => call.built(Graph::from_arcs(call.size(0)?, &call.pairs(1)?)),
            F::Graph6 => call.built(Graph::from_graph6(&call.text(0))),
            F::Board => call.built(Graph::board(&call.text(0))),
            F::DeleteVertex | F::DeleteEdge | F::Contract | F::Subgraph | F::CanonicalGraph => {
                call.edited(function)
            }
            F::InducedPaths => {
                let most = usize::try_from(call.values[0].int()).map_err(|_| call.no_length())?;
                Ok(Value::Convexity(Convexity::InducedPaths(most)))
            }
            F::Interval | F::Hull => call.between(function),
            _ => call.answered(function),
        }
    }
}

impl Call<'_> {
    fn graph(&self) -> &Arc<Graph> {
        self.values[0].graph()
    }

    /// A number of vertices.
    fn size(&self, at: usize) -> Result<usize> {
        let size = self.values[at].int();
        usize::try_from(size).map_err(|_| {
            let error = Error::fault(
                "E0722",
                self.args[at].span,
                "a graph has no negative number of vertices, rows or columns",
            );
            let error = error.label(format!("this is {size}"));
            self.instance.keep_negative_out(error, &self.args[at])
        })
    }

    /// Pairs of numbers; what is negative is no vertex of any graph.
    fn pairs(&self, at: usize) -> Result<Vec<(usize, usize)>> {
        let pairs = self.values[at].entries().iter().map(|pair| {
            let [a, b] = pair.entries() else { unreachable!("a pair, by its type") };
            let end = |value: &Value| usize::try_from(value.int()).ok();
            end(a).zip(end(b)).ok_or_else(|| {
                Error::fault(
                    "E0722",
                    self.args[at].span,
                    "there is no such graph: vertices are numbered from 0",
                )
                .label(format!("the pair {pair} is among these"))
            })
        });
        pairs.collect()
    }

    fn text(&self, at: usize) -> String {
        let characters = self.values[at].entries().iter();
        characters.map(|c| if let Value::Char(c) = c { *c } else { ' ' }).collect()
    }

    fn built(&self, graph: std::result::Result<Graph, GraphError>) -> Result<Value> {
        graph.map(|graph| Value::Graph(Arc::new(graph))).map_err(|error| {
            let wrong = Error::fault("E0722", self.span, format!("there is no such graph: {error}"));
            match error {
                GraphError::TooLarge => wrong.label("too many vertices"),
                GraphError::TooSmall(_) => wrong.label("too few vertices"),
                GraphError::NoVertex { .. } => wrong.label("a pair has an end that is no vertex"),
                GraphError::Loop(_) => wrong
                    .label("a pair of equal ends")
                    .help("no game here asks for loops; leave these pairs out: `if a != b`"),
                GraphError::Graph6(_) => wrong.label("not a graph in this format").help(
                    "the format is one line for each graph as `geng` writes it; \"Bw\" is the triangle",
                ),
                GraphError::Board(_) => wrong
                    .label("not a board")
                    .help("blanks end a row: `board(\"..#. ....\")`"),
                GraphError::NoEdge(..) | GraphError::Directed => wrong,
            }
        })
    }

    fn no_length(&self) -> Error {
        Error::fault("E0722", self.args[0].span, "a path has no negative number of edges")
            .label(format!("this is {}", self.values[0]))
    }

    /// The vertex that an argument gives; the graph is the first argument.
    fn vertex(&self, at: usize) -> Result<usize> {
        let vertex = self.values[at].int();
        let graph = self.graph();
        match usize::try_from(vertex) {
            Ok(found) if found < graph.order() => Ok(found),
            _ => Err(self.no_vertex(graph, 0, at, vertex).label(format!("the vertex is {vertex}"))),
        }
    }

    /// The set of vertices that an argument gives, of the graph that another gives.
    fn set(&self, of: usize, at: usize) -> Result<VertexSet> {
        let graph = self.values[of].graph();
        let mut set = VertexSet::default();
        for member in self.values[at].entries() {
            match usize::try_from(member.int()) {
                Ok(found) if found < graph.order() => set = set | VertexSet::one(found),
                _ => {
                    let error = self.no_vertex(graph, of, at, member.int());
                    return Err(error.label(format!("{member} is a member of this set")));
                }
            }
        }
        Ok(set)
    }

    fn no_vertex(&self, graph: &Graph, of: usize, at: usize, vertex: i64) -> Error {
        let name = self.instance.words(&self.args[of]);
        let are = match graph.order().checked_sub(1) {
            Some(last) => format!("its vertices are 0..={last}"),
            None => "it has no vertices".to_string(),
        };
        let message = format!("the graph `{name}` has no vertex {vertex}: {are}");
        Error::fault("E0721", self.args[at].span, message)
    }

    /// What a graph that is otherwise right has not got.
    fn missing(&self, message: String) -> Error {
        Error::fault("E0723", self.span, message)
    }

    fn name(&self) -> String {
        self.instance.words(&self.args[0])
    }

    fn answered(&self, function: F) -> Result<Value> {
        let graph = self.graph();
        Ok(match function {
            F::Order => int(graph.order()),
            F::Vertices => ints(graph.vertices()),
            F::Edges => {
                let within = if self.args.len() == 1 { graph.vertices() } else { self.set(0, 1)? };
                let edges = graph.masks().edges(within);
                Value::Set(edges.map(|(a, b)| Value::Tuple([int(a), int(b)].into())).collect())
            }
            F::Neighbours => ints(graph.neighbours(self.vertex(1)?)),
            F::ClosedNeighbours => ints(graph.masks().closed_neighbours(self.vertex(1)?)),
            F::Degree => int(graph.neighbours(self.vertex(1)?).count()),
            F::Adjacent => Value::Bool(graph.adjacent(self.vertex(1)?, self.vertex(2)?)),
            F::Components => {
                let components = graph.masks().components(self.set(0, 1)?);
                Value::Set(components.into_iter().map(ints).collect())
            }
            F::Component => {
                let (within, vertex) = (self.set(0, 1)?, self.vertex(2)?);
                if !within.has(vertex) {
                    let error = self.missing(format!("the vertex {vertex} is not in the set"));
                    return Err(error.label("no component holds it").help(
                        "the component of a vertex is taken within a set that holds the vertex",
                    ));
                }
                ints(graph.masks().component(within, vertex))
            }
            F::Distance => {
                let (a, b) = (self.vertex(1)?, self.vertex(2)?);
                int(graph.masks().distance(a, b).ok_or_else(|| {
                    self.missing(format!("no path leads from {a} to {b}"))
                        .label(format!("`{}` is not connected", self.name()))
                        .help(format!(
                            "ask first: `{b} in component({0}, vertices({0}), {a})`",
                            self.name()
                        ))
                })?)
            }
            F::Row | F::Column => {
                let vertex = self.vertex(1)?;
                let place =
                    if function == F::Row { graph.row(vertex) } else { graph.column(vertex) };
                int(place.ok_or_else(|| {
                    self.missing(format!("the graph `{}` has no rows and columns", self.name()))
                        .label("not a board")
                        .help("`grid`, `king`, `queens` and `board` give graphs whose vertices have places")
                })?)
            }
            F::Canonical => {
                let set = self.set(0, 1)?;
                ints(graph.symmetries().canonical(graph.masks(), set))
            }
            _ => unreachable!("answered elsewhere"),
        })
    }

    fn between(&self, function: F) -> Result<Value> {
        let Value::Convexity(convexity) = self.values[0] else {
            unreachable!("a convexity, by its type")
        };
        let set = self.set(1, 2)?;
        let intervals = self.values[1].graph().intervals(convexity).map_err(|_| {
            let graph = self.instance.words(&self.args[1]);
            self.missing(format!("the graph `{graph}` is directed"))
                .label("intervals and hulls are those of undirected graphs")
                .help("`graph(n, PAIRS)` with the same pairs forgets the directions")
        })?;
        let budget = self.instance.budget();
        Ok(ints(match function {
            F::Interval => intervals.interval(set, budget)?,
            _ => intervals.hull(set, budget)?,
        }))
    }

    fn edited(&self, function: F) -> Result<Value> {
        let graph = self.graph();
        let edited = match function {
            F::DeleteVertex => graph.delete_vertex(self.vertex(1)?),
            F::DeleteEdge => graph.delete_edge(self.vertex(1)?, self.vertex(2)?),
            F::Contract => graph.contract(self.vertex(1)?, self.vertex(2)?),
            F::Subgraph => Ok(graph.induced(self.set(0, 1)?)),
            _ => Ok(graph.canonical()),
        };
        edited.map(|graph| Value::Graph(Arc::new(graph))).map_err(|error| {
            self.missing(format!("{error} in `{}`", self.name()))
                .label("nothing to take away here")
                .help(format!(
                    "choose among the edges there are: `(a, b) in edges({})`",
                    self.name()
                ))
        })
    }
}
