//! Helpers of the tests: a tree as fully parenthesised text, and messages as text.
#![allow(dead_code, reason = "each test file uses its part")]

use grundy_grammar::ast::*;
use grundy_grammar::{Diagnostic, SourceMap, parse_expr, parse_file};

/// The tree of an expression, every operation in parentheses.
pub fn tree(text: &str) -> String {
    let mut sources = SourceMap::default();
    let id = sources.add("test", text);
    match parse_expr(&sources, id) {
        Ok(expr) => show(&expr),
        Err(errors) => messages(&sources, &errors),
    }
}

/// The messages of a file.
pub fn errors(text: &str) -> String {
    let mut sources = SourceMap::default();
    let id = sources.add("test", text);
    let (_, errors) = parse_file(&sources, id);
    messages(&sources, &errors)
}

/// The tree of a file that has no errors.
pub fn file(text: &str) -> File {
    let mut sources = SourceMap::default();
    let id = sources.add("test", text);
    let (file, errors) = parse_file(&sources, id);
    assert!(errors.is_empty(), "{}\n{text}", messages(&sources, &errors));
    file
}

/// One paragraph a message: place, code, sentence, what stands there, help.
pub fn messages(sources: &SourceMap, errors: &[Diagnostic]) -> String {
    let mut out = String::new();
    for error in errors {
        let (span, label) = &error.primary;
        let (line, column) = sources.line_column(*span);
        out += &format!("{line}:{column} {} {}\n", error.code, error.message);
        out += format!("    at `{}` {label}", sources.text(*span)).trim_end();
        out += "\n";
        for (span, label) in &error.related {
            let (line, column) = sources.line_column(*span);
            out += &format!("    {line}:{column} `{}` {label}\n", sources.text(*span));
        }
        for help in &error.help {
            out += &format!("    help: {help}\n");
        }
    }
    out.trim_end().to_owned()
}

pub fn show(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Text(text) => format!("{text:?}"),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Legal => "legal".into(),
        ExprKind::Call(call) => {
            let mut inside = list(&call.args);
            if let Some(list) = &call.binders {
                inside += &format!(" for {}", binders(list));
            }
            for (name, value) in &call.named {
                inside += &format!(", {} = {}", name.text, show(value));
            }
            if let Some(otherwise) = &call.otherwise {
                inside += &format!(" else {}", show(otherwise));
            }
            format!("{}({inside})", call.function.text)
        }
        ExprKind::Component { name, args } => format!("{}({})", name.text, list(args)),
        ExprKind::Components { name, args } => format!("{}[{}]", name.text, list(args)),
        ExprKind::Index { base, index } => format!("{}@[{}]", show(base), show(index)),
        ExprKind::Unary { op, operand, .. } => format!("({} {})", unary(*op), show(operand)),
        ExprKind::Binary { op, left, right, .. } => {
            format!("({} {op:?} {})", show(left), show(right))
        }
        ExprKind::Compare { first, rest } => {
            let rest: Vec<String> =
                rest.iter().map(|(op, _, right)| format!(" {op:?} {}", show(right))).collect();
            format!("({}{})", show(first), rest.concat())
        }
        ExprKind::Range { low, high, inclusive } => {
            format!("({}{}{})", show(low), if *inclusive { "..=" } else { ".." }, show(high))
        }
        ExprKind::If { condition, then, otherwise } => {
            format!("(if {} then {} else {})", show(condition), show(then), show(otherwise))
        }
        ExprKind::Let { pattern: bound, value, body } => {
            format!("(let {} = {} in {})", pattern(bound), show(value), show(body))
        }
        ExprKind::Tuple(entries) => format!("tuple({})", list(entries)),
        ExprKind::Vector(entries) => format!("[{}]", list(entries)),
        ExprKind::Set(entries) => format!("{{{}}}", list(entries)),
        ExprKind::Comprehension { set, body, binders: list } => {
            let inside = format!("{} for {}", show(body), binders(list));
            if *set { format!("{{{inside}}}") } else { format!("[{inside}]") }
        }
        ExprKind::With { base, updates } => {
            let updates: Vec<String> = updates.iter().map(update).collect();
            format!("({} with {})", show(base), updates.join(", "))
        }
        ExprKind::Without { base, index } => format!("({} without [{}])", show(base), show(index)),
        ExprKind::Fixpoint { name, start, step } => {
            format!("fixpoint({} = {}: {})", name.text, show(start), show(step))
        }
        ExprKind::Error => "ERROR".into(),
    }
}

fn update(update: &Update) -> String {
    let place = match &update.over {
        Some((bound, over)) => format!("{} in {}", pattern(bound), show(over)),
        None => show(&update.index),
    };
    format!("[{place}] {:?} {}", update.op, show(&update.value))
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negate => "-",
        UnaryOp::Not => "not",
        UnaryOp::Heap => "*",
    }
}

fn list(entries: &[Expr]) -> String {
    entries.iter().map(show).collect::<Vec<_>>().join(", ")
}

pub fn binders(list: &[Binder]) -> String {
    let all: Vec<String> = list
        .iter()
        .map(|binder| match &binder.kind {
            BinderKind::In { pattern: bound, collection } => {
                format!("{} in {}", pattern(bound), show(collection))
            }
            BinderKind::Map { name, index, over, collection } => {
                format!(
                    "{}[{} in {}] in {}",
                    name.text,
                    pattern(index),
                    show(over),
                    show(collection)
                )
            }
            BinderKind::Let { pattern: bound, value } => {
                format!("let {} = {}", pattern(bound), show(value))
            }
            BinderKind::If(condition) => format!("if {}", show(condition)),
            BinderKind::ParamIn { name, collection } => {
                format!("param {} in {}", name.text, show(collection))
            }
            BinderKind::ParamIs { name, value } => format!("param {} = {}", name.text, show(value)),
            BinderKind::Free(name) => format!("free {}", name.text),
        })
        .collect();
    all.join(", ")
}

fn pattern(bound: &Pattern) -> String {
    match bound {
        Pattern::Name(name) => name.text.clone(),
        Pattern::Ignore(_) => "_".into(),
        Pattern::Tuple(entries, _) => {
            format!("({})", entries.iter().map(pattern).collect::<Vec<_>>().join(", "))
        }
    }
}
