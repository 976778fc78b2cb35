//! Files of graphs: one in the graph6 format on each line, as `geng` writes them.

use grundy::compiler::value::Value;
use grundy::core::graph::Graph;

use super::failure::{Failure, Run};

/// The graphs of a file, or nothing when its text looks like an expression.
pub fn of_file(path: &str, text: &str) -> Run<Option<Vec<Value>>> {
    let lines = || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let printable = |line: &str| {
        let line = line.trim();
        let line = line.strip_prefix(">>graph6<<").unwrap_or(line);
        line.bytes().all(|byte| (63..=126).contains(&byte))
    };
    if !lines().all(|(_, line)| printable(line)) {
        return Ok(None);
    }
    let one_word = lines().count() == 1 && text.trim().chars().all(char::is_alphabetic);
    let mut graphs = Vec::new();
    for (at, line) in lines() {
        match Graph::from_graph6(line) {
            Ok(graph) => graphs.push(Value::Graph(graph.into())),
            // The name of a graph, such as `petersen`.
            Err(_) if one_word => return Ok(None),
            Err(error) => {
                return Err(Failure::wrong(format!("line {} of `{path}`: {error}", at + 1))
                    .help("a file of graphs has one in the graph6 format on each line"));
            }
        }
    }
    if graphs.is_empty() {
        return Err(Failure::wrong(format!("there is no graph in `{path}`")));
    }
    Ok(Some(graphs))
}

/// The only graph of a file, or with `each` all of them.
pub fn only(path: &str, mut graphs: Vec<Value>, each: bool) -> Run<Result<Value, Vec<Value>>> {
    match (graphs.pop(), graphs.is_empty(), each) {
        (Some(only), true, false) => Ok(Ok(only)),
        (last, _, true) => {
            graphs.extend(last);
            Ok(Err(graphs))
        }
        _ => Err(Failure::wrong(format!("`{path}` holds {} graphs", graphs.len() + 1))
            .help("`--each` answers for every graph of the file")),
    }
}
