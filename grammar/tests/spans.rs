//! Places are exact, to the byte, in texts of any alphabet.

mod common;
use common::file;
use grundy_grammar::ast::{ClauseKind, Expr, ExprKind, ItemKind};
use grundy_grammar::{SourceMap, Span, parse_expr, parse_file};

fn text_of(text: &str, span: Span) -> &str {
    &text[span.start as usize..span.end as usize]
}

/// An expression with the texts of its operands.
fn operands(text: &str) -> (String, Vec<String>) {
    let mut sources = SourceMap::default();
    let id = sources.add("test", text);
    let expr = parse_expr(&sources, id).expect("the text is right");
    let own = |expr: &Expr| text_of(text, expr.span).to_owned();
    let parts = match &expr.kind {
        ExprKind::Binary { left, right, op_span, .. } => {
            vec![own(left), text_of(text, *op_span).to_owned(), own(right)]
        }
        ExprKind::Call(call) => call.args.iter().map(own).collect(),
        ExprKind::Index { base, index } => vec![own(base), own(index)],
        ExprKind::With { base, updates } => std::iter::once(own(base))
            .chain(updates.iter().map(|update| text_of(text, update.span).to_owned()))
            .collect(),
        _ => Vec::new(),
    };
    (own(&expr), parts)
}

#[test]
fn expressions() {
    let check = |text: &str, whole: &str, parts: &[&str]| {
        let (own, found) = operands(text);
        assert_eq!(own, whole, "{text}");
        assert_eq!(found, parts, "{text}");
    };
    check(" é + ß  // end", "é + ß", &["é", "+", "ß"]);
    check("(a + b) * (c)  ", "(a + b) * (c)", &["(a + b)", "*", "(c)"]);
    check("ƒ( \"日本\" , x [ 1 ] )", "ƒ( \"日本\" , x [ 1 ] )", &["\"日本\"", "x [ 1 ]"]);
    check("x [ i ] // c\n", "x [ i ]", &["x", "i"]);
    check("x with [i] = 1 , [j] += ü ", "x with [i] = 1 , [j] += ü", &["x", "[i] = 1", "[j] += ü"]);
}

#[test]
fn items_end_with_their_last_token() {
    let text = "//! Ünïcode\ngame g // x\n\n/// Döc\nlet x = \"é\" // note\n\nposition K(n: 1.. ) where n > 0 { // c\n  ends when n == 0 // d\n  move m -> K(n)   \n} // e\nstart K(3)  ";
    let file = file(text);
    let items: Vec<&str> = file.items.iter().map(|item| text_of(text, item.span)).collect();
    assert_eq!(items[0], "let x = \"é\"");
    assert!(items[1].starts_with("position K") && items[1].ends_with("K(n)   \n}"));
    assert_eq!(items[2], "start K(3)");
    let ItemKind::Position { clauses, fields, condition, .. } = &file.items[1].kind else {
        panic!("no position");
    };
    assert_eq!(text_of(text, fields[0].ty.span), "1..");
    assert_eq!(condition.as_ref().map(|condition| text_of(text, condition.span)), Some("n > 0"));
    let clauses: Vec<&str> = clauses.iter().map(|clause| text_of(text, clause.span)).collect();
    assert_eq!(clauses, ["ends when n == 0", "move m -> K(n)"]);
}

#[test]
fn sources_share_one_space() {
    let mut sources = SourceMap::default();
    sources.add("first", "é".repeat(7));
    let id = sources.add("second", "\u{feff}game g\nposition K { move m -> ö + }");
    let (file, errors) = parse_file(&sources, id);
    assert_eq!(sources.text(file.name.span), "g");
    assert_eq!(sources.line_column(errors[0].primary.0), (2, 28));
    let ItemKind::Position { name, clauses, .. } = &file.items[0].kind else {
        panic!("no position");
    };
    assert_eq!(sources.text(name.span), "K");
    assert!(clauses.is_empty());
    let id = sources.add("third", "game g\nposition K { move m -> ö }");
    let (file, _) = parse_file(&sources, id);
    let ItemKind::Position { clauses, .. } = &file.items[0].kind else {
        panic!("no position");
    };
    let ClauseKind::Move { name, sum, .. } = &clauses[0].kind else {
        panic!("no move");
    };
    assert_eq!((sources.text(name.span), sources.text(sum.span)), ("m", "ö"));
}
