//! Functions about graphs, and graphs that are known.

use grundy_compiler::ir::{Builtin, Expr, ExprKind, GraphFunction as F};
use grundy_core::graph::{Convexity, Graph};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::Code;
use super::scope::Scope;

impl Scope<'_> {
    /// A call of a function about graphs.
    pub fn graph_function(&self, function: F, args: &[Expr]) -> Code {
        let name = format_ident!("{}", name(function));
        let mut values: Vec<TokenStream> = args.iter().map(|arg| self.argument(arg)).collect();
        if function == F::Edges && args.len() == 1 {
            let graph = &values[0];
            values.push(quote!(&rt::vertices(#graph)));
        }
        let fails = !matches!(function, F::Order | F::Vertices | F::CanonicalGraph);
        let fails = fails.then(|| quote!(?));
        Code::atom(quote!(rt::#name(#(#values),*) #fails))
    }

    /// What runs through the edges of a graph without building the set of them, if this is that set.
    pub fn each_edge(&self, collection: &Expr) -> Option<TokenStream> {
        let ExprKind::Builtin(Builtin::Graph(F::Edges), args) = &collection.kind else {
            return None;
        };
        let graph = self.argument(&args[0]);
        let set = match args.get(1) {
            Some(set) => self.argument(set),
            None => quote!(&rt::vertices(#graph)),
        };
        Some(quote!(rt::each_edge(#graph, #set)?))
    }
}

/// The name of a function in Rust.
fn name(function: F) -> &'static str {
    match function {
        F::Path => "path",
        F::Cycle => "cycle",
        F::Complete => "complete",
        F::Star => "star",
        F::Wheel => "wheel",
        F::Hypercube => "hypercube",
        F::Queens => "queens",
        F::Grid => "grid",
        F::King => "king",
        F::CompleteBipartite => "complete_bipartite",
        F::Undirected => "graph",
        F::Directed => "digraph",
        F::Graph6 => "graph6",
        F::Board => "board",
        F::Order => "order",
        F::Vertices => "vertices",
        F::Edges => "edges",
        F::Neighbours => "neighbours",
        F::ClosedNeighbours => "closed_neighbours",
        F::Degree => "degree",
        F::Adjacent => "adjacent",
        F::Components => "components",
        F::Component => "component",
        F::Distance => "distance",
        F::Row => "row",
        F::Column => "col",
        F::Canonical => "canonical_set",
        F::CanonicalGraph => "canonical",
        F::InducedPaths => "induced_paths",
        F::Interval => "interval",
        F::Hull => "hull",
        F::DeleteVertex => "delete_vertex",
        F::DeleteEdge => "delete_edge",
        F::Contract => "contract",
        F::Subgraph => "subgraph",
    }
}

/// A convexity that is known.
pub(super) fn convexity(convexity: Convexity) -> TokenStream {
    match convexity {
        Convexity::Geodesic => quote!(rt::Convexity::Geodesic),
        Convexity::Monophonic => quote!(rt::Convexity::Monophonic),
        Convexity::InducedPaths(most) => {
            let most = Literal::usize_unsuffixed(most);
            quote!(rt::Convexity::InducedPaths(#most))
        }
    }
}

/// A graph that is known: by the call that built it, or by its edges.
pub(super) fn graph(graph: &Graph) -> TokenStream {
    let built = by_name(graph).unwrap_or_else(|| by_edges(graph));
    quote!(rt::built(#built))
}

fn by_name(graph: &Graph) -> Option<TokenStream> {
    let name = graph.name()?;
    let (family, args) = name.split_once('(').unwrap_or((name, ")"));
    if family == "graph6" {
        // Its text is not one of Rust: signs in it would be taken for escapes.
        return None;
    }
    let args: TokenStream = args.strip_suffix(')')?.parse().ok()?;
    let family = format_ident!("{family}");
    Some(if family == "board" {
        quote!(rt::board(&rt::text(#args)))
    } else {
        quote!(rt::#family(#args))
    })
}

fn by_edges(graph: &Graph) -> TokenStream {
    let number = |number: usize| Literal::usize_unsuffixed(number);
    let edges = graph.masks().edges(graph.vertices()).map(|(a, b)| {
        let (a, b) = (number(a), number(b));
        quote!((#a, #b))
    });
    let (order, kind) =
        (number(graph.order()), if graph.is_directed() { "digraph" } else { "graph" });
    let kind = format_ident!("{kind}");
    let plain = quote!(rt::#kind(#order, &[#(#edges),*]));
    let places: Option<Vec<(usize, usize)>> =
        (0..graph.order()).map(|v| graph.row(v).zip(graph.column(v))).collect();
    match places {
        Some(places) if !places.is_empty() => {
            let places = places.into_iter().map(|(row, column)| {
                let (row, column) = (number(row), number(column));
                quote!((#row, #column))
            });
            quote!(rt::with_places(#plain, &[#(#places),*]))
        }
        _ => plain,
    }
}
