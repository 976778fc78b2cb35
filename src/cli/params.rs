//! `-p NAME=EXPR`: values for the params of a game.
//!
//! A given value takes the place of the default in the syntax tree, and the
//! game is checked anew: so the value may use the params above it, and its
//! mistakes are reported like those of a default.

use grundy::compiler::ir::{Body, ParamId, Type};
use grundy::compiler::value::Value;
use grundy::compiler::{Checked, SourceMap, Span, check};
use grundy_grammar::{ast, nearest, parse_expr};

use super::failure::{Failure, Run};
use super::graphs;
use super::spec::read;

/// A game with the values that were given to its params.
pub struct WithParams {
    /// The game; given values stand as defaults.
    pub checked: Checked,
    /// Values that were read from lists of numbers.
    pub listed: Vec<(ParamId, Value, Span)>,
    /// Params that run through several values: these and their place.
    pub sweeps: Vec<(ParamId, Several, Span)>,
}

/// The values that a param runs through.
pub enum Several {
    /// The members of a collection.
    Of(Body),
    /// These.
    Listed(Vec<Value>),
}

/// Sets the params of a game.
pub fn set(
    mut file: ast::File,
    mut original: Checked,
    given: &[String],
    each: bool,
    sources: &mut SourceMap,
) -> Run<WithParams> {
    let mut with = WithParams { checked: original.clone(), listed: Vec::new(), sweeps: Vec::new() };
    let mut seen: Vec<ParamId> = Vec::new();
    let mut replaced = false;
    for argument in given {
        let (name, text) = argument.split_once('=').ok_or_else(|| {
            Failure::wrong(format!("`-p {argument}` gives no value"))
                .help("write `-p NAME=EXPR`, for instance `-p k=3`")
        })?;
        let (name, text) = (name.trim(), text.trim());
        let param = find(name, &original)?;
        if seen.contains(&param) {
            return Err(Failure::wrong(format!("the param `{name}` is set twice"))
                .help("for several values in turn, give them in one: `-p k={2, 4}`"));
        }
        seen.push(param);
        let ty = original.spec.params[param.index()].ty.clone();
        let path = text.strip_prefix('@');
        let (source, text) = match path {
            Some(path) => (path.to_string(), read(path)?),
            None => (format!("-p {name}"), text.to_string()),
        };
        let id = sources.add(source, text);
        let base = sources.get(id).base;
        if let (Some(path), Type::Graph) = (path, &ty)
            && let Some(graphs) = graphs::of_file(path, &sources.get(id).text)?
        {
            let span = Span::new(base, base);
            match graphs::only(path, graphs, each)? {
                Ok(graph) => with.listed.push((param, graph, span)),
                Err(graphs) => with.sweeps.push((param, Several::Listed(graphs), span)),
            }
            continue;
        }
        if let Some(value) = numbers(&sources.get(id).text, &ty) {
            with.listed.push((param, value, Span::new(base, base)));
            continue;
        }
        let expr = parse_expr(sources, id)
            .map_err(|mistakes| Failure::mistakes(mistakes, sources.clone()))?;
        match original.check_expr(&expr) {
            Ok(body) if body.expr.ty.element().as_ref() == Some(&ty) => {
                with.sweeps.push((param, Several::Of(body), expr.span))
            }
            _ => {
                original
                    .check_param(param, &expr)
                    .map_err(|mistakes| Failure::mistakes(mistakes, sources.clone()))?;
                replace(&mut file, name, expr, &ty);
                replaced = true;
            }
        }
    }
    if each && !with.sweeps.iter().any(|(_, several, _)| matches!(several, Several::Listed(_))) {
        return Err(Failure::wrong("`--each` needs a file of graphs")
            .help("give one to a param of type `graph`: `-p g=@graphs.g6 --each`"));
    }
    if replaced {
        with.checked =
            check::check(file).map_err(|mistakes| Failure::mistakes(mistakes, sources.clone()))?;
    }
    Ok(with)
}

fn find(name: &str, game: &Checked) -> Run<ParamId> {
    let params = &game.spec.params;
    if let Some(at) = params.iter().position(|param| param.name == name) {
        return Ok(ParamId::from(at));
    }
    let game = &game.spec.name;
    let names = || params.iter().map(|param| param.name.as_str());
    let failure = Failure::wrong(format!("the game `{game}` has no param `{name}`"));
    Err(match nearest(name, names()) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None if params.is_empty() => failure.help("it has no params"),
        None => failure.help(format!(
            "its params are {}",
            names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        )),
    })
}

/// Puts an expression in place of the default of a param.
fn replace(file: &mut ast::File, param: &str, expr: ast::Expr, ty: &Type) {
    for item in &mut file.items {
        if let ast::ItemKind::Param { name, ty: written, default, .. } = &mut item.kind
            && name.text == param
        {
            // The type of the default stays that of the param.
            written.get_or_insert_with(|| type_as_written(ty, default.span));
            *default = expr;
            return;
        }
    }
}

fn type_as_written(ty: &Type, span: Span) -> ast::Type {
    let of = |ty: &Type| Box::new(type_as_written(ty, span));
    let kind = match ty {
        Type::Vector(element) if **element == Type::Char => ast::TypeKind::Named(ty.to_string()),
        Type::Vector(element) => ast::TypeKind::Vector(of(element), None),
        Type::Set(element) => ast::TypeKind::Set(of(element)),
        Type::Tuple(parts) => {
            ast::TypeKind::Tuple(parts.iter().map(|part| type_as_written(part, span)).collect())
        }
        other => ast::TypeKind::Named(other.to_string()),
    };
    ast::Type { span, kind }
}

/// The value of a list of numbers such as a file holds them: `1 4 9` or `1, 4, 9`.
fn numbers(text: &str, ty: &Type) -> Option<Value> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let numbers: Option<Vec<i64>> = words.map(|word| word.replace('_', "").parse().ok()).collect();
    match ty {
        Type::Set(element) if **element == Type::Int => {
            Some(Value::set(numbers?.into_iter().map(Value::Int)))
        }
        Type::Vector(element) if **element == Type::Int => Some(Value::ints(numbers?)),
        _ => None,
    }
}
