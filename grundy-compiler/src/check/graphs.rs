//! Functions about graphs: their names, and the types of their arguments and values.

use grundy_core::graph::{Convexity, Graph};
use grundy_grammar::{Span, ast};

use crate::ir::{Builtin, Expr, ExprKind, GraphFunction as F, Type};
use crate::value::Value;

use super::Checker;
use super::functions::count;

/// What an argument or a value is.
#[derive(Clone, Copy)]
enum Part {
    Graph,
    Convexity,
    /// A vertex, or any other int.
    Int,
    Bool,
    Text,
    /// A set of vertices.
    Vertices,
    /// A set of sets of vertices.
    Parts,
    /// Pairs of vertices: a set, as an argument also a vector.
    Pairs,
}

impl Part {
    fn ty(self) -> Type {
        let set = |of: Type| Type::Set(Box::new(of));
        match self {
            Part::Graph => Type::Graph,
            Part::Convexity => Type::Convexity,
            Part::Int => Type::Int,
            Part::Bool => Type::Bool,
            Part::Text => Type::Vector(Box::new(Type::Char)),
            Part::Vertices => set(Type::Int),
            Part::Parts => set(set(Type::Int)),
            Part::Pairs => set(edge()),
        }
    }
}

/// The type of an edge.
pub(super) fn edge() -> Type {
    Type::Tuple(vec![Type::Int, Type::Int])
}

type Signature = (&'static str, F, &'static [Part], Part);

/// The functions in the order of the reference. A name that stands twice takes different numbers
/// of arguments.
const FUNCTIONS: &[Signature] = {
    use Part::{Bool, Convexity, Graph, Int, Pairs, Parts, Text, Vertices};
    &[
        ("path", F::Path, &[Int], Graph),
        ("cycle", F::Cycle, &[Int], Graph),
        ("complete", F::Complete, &[Int], Graph),
        ("star", F::Star, &[Int], Graph),
        ("wheel", F::Wheel, &[Int], Graph),
        ("grid", F::Grid, &[Int, Int], Graph),
        ("king", F::King, &[Int, Int], Graph),
        ("queens", F::Queens, &[Int], Graph),
        ("hypercube", F::Hypercube, &[Int], Graph),
        ("complete_bipartite", F::CompleteBipartite, &[Int, Int], Graph),
        ("graph", F::Undirected, &[Int, Pairs], Graph),
        ("digraph", F::Directed, &[Int, Pairs], Graph),
        ("graph6", F::Graph6, &[Text], Graph),
        ("board", F::Board, &[Text], Graph),
        ("vertices", F::Vertices, &[Graph], Vertices),
        ("edges", F::Edges, &[Graph], Pairs),
        ("edges", F::Edges, &[Graph, Vertices], Pairs),
        ("neighbours", F::Neighbours, &[Graph, Int], Vertices),
        ("closed_neighbours", F::ClosedNeighbours, &[Graph, Int], Vertices),
        ("degree", F::Degree, &[Graph, Int], Int),
        ("adjacent", F::Adjacent, &[Graph, Int, Int], Bool),
        ("components", F::Components, &[Graph, Vertices], Parts),
        ("component", F::Component, &[Graph, Vertices, Int], Vertices),
        ("distance", F::Distance, &[Graph, Int, Int], Int),
        ("row", F::Row, &[Graph, Int], Int),
        ("col", F::Column, &[Graph, Int], Int),
        ("canonical", F::CanonicalGraph, &[Graph], Graph),
        ("canonical", F::Canonical, &[Graph, Vertices], Vertices),
        ("induced_paths", F::InducedPaths, &[Int], Convexity),
        ("interval", F::Interval, &[Convexity, Graph, Vertices], Vertices),
        ("hull", F::Hull, &[Convexity, Graph, Vertices], Vertices),
        ("delete_vertex", F::DeleteVertex, &[Graph, Int], Graph),
        ("delete_edge", F::DeleteEdge, &[Graph, Int, Int], Graph),
        ("contract", F::Contract, &[Graph, Int, Int], Graph),
        ("subgraph", F::Subgraph, &[Graph, Vertices], Graph),
    ]
};

/// The names of the functions about graphs.
pub(super) fn names<'a>() -> impl Iterator<Item = &'a str> {
    FUNCTIONS.iter().map(|(name, ..)| *name)
}

/// The names of values: they mean something where nothing else has that name.
pub(super) fn constant(name: &str) -> Option<(Type, Value)> {
    let convexity = |convexity| (Type::Convexity, Value::Convexity(convexity));
    Some(match name {
        "petersen" => (Type::Graph, Value::Graph(Graph::petersen().into())),
        "geodesic" => convexity(Convexity::Geodesic),
        "monophonic" => convexity(Convexity::Monophonic),
        _ => return None,
    })
}

impl Checker<'_> {
    /// A call of a function about graphs, if the name is that of one.
    pub(super) fn graph_call(&mut self, call: &ast::Call, span: Span) -> Option<(Type, ExprKind)> {
        let named = |signature: &&Signature| signature.0 == call.function.text;
        let fits = |signature: &&Signature| signature.2.len() == call.args.len();
        let mut signatures = FUNCTIONS.iter().filter(named);
        let first = signatures.next()?;
        if !self.only_positional(call) {
            return Some((Type::Error, ExprKind::Constant(Value::Int(0))));
        }
        let all = FUNCTIONS.iter().filter(named);
        let Some((_, function, parts, value)) = all.clone().find(fits) else {
            call.args.iter().for_each(|arg| drop(self.infer(arg)));
            let counts: Vec<String> = std::iter::once(first)
                .chain(signatures)
                .map(|signature| count(signature.2.len(), "argument"))
                .collect();
            return Some(self.wrong_count(call, span, &counts.join(" or ")));
        };
        let args = call
            .args
            .iter()
            .zip(*parts)
            .map(|(arg, part)| self.graph_argument(arg, *part))
            .collect();
        Some((value.ty(), ExprKind::Builtin(Builtin::Graph(*function), args)))
    }

    fn graph_argument(&mut self, arg: &ast::Expr, part: Part) -> Expr {
        if let Part::Pairs = part {
            let hint = part.ty();
            let found = self.hinted(arg, Some(&hint));
            let vector = Type::Vector(Box::new(edge()));
            return match self.types.resolve(&found.ty) {
                Type::Vector(_) => self.coerce(found, &vector),
                _ => self.coerce(found, &hint),
            };
        }
        self.expect(arg, &part.ty())
    }
}
