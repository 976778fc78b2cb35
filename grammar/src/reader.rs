//! Reads a source thing by thing, so that one broken thing costs only itself.

use crate::ast::{Binder, Clause, Expr, File, Item, ItemKind, Name};
use crate::convert::{Converter, Head, Read, docs, parts};
use crate::failure::{Place, explain};
use crate::keywords::{CLAUSES, ITEMS};
use crate::nesting::{MAX_NESTING, too_deep};
use crate::scan::{
    BYTE_ORDER_MARK, Kind, Token, column, is_first_on_line, next_token, skip_trivia, tokens,
};
use crate::syntax::{Pair, Rule, read};
use crate::{Diagnostic, Source, Span, codes};

/// See [`crate::parse_file`].
pub(crate) fn file(source: &Source) -> (File, Vec<Diagnostic>) {
    let mut reader = Reader::new(source);
    let file = reader.file();
    reader.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.0);
    (file, reader.diagnostics)
}

/// See [`crate::parse_expr`].
pub(crate) fn expr(source: &Source) -> Result<Expr, Vec<Diagnostic>> {
    whole(source, Rule::whole_expr, |converter, pair| {
        parts(pair).next().map(|expr| converter.expr(expr))
    })
}

/// See [`crate::parse_query`].
pub(crate) fn query(source: &Source) -> Result<(Expr, Vec<Binder>), Vec<Diagnostic>> {
    whole(source, Rule::whole_query, |converter, pair| {
        let mut inner = parts(pair);
        let sum = converter.expr(inner.next()?);
        let binders = inner.next().map_or_else(Vec::new, |binders| converter.binders(binders));
        Some((sum, binders))
    })
}

fn whole<T>(
    source: &Source,
    rule: Rule,
    convert: impl FnOnce(&mut Converter<'_>, Pair<'_>) -> Option<T>,
) -> Result<T, Vec<Diagnostic>> {
    let mut reader = Reader::new(source);
    if reader.refuse_depth() {
        return Err(reader.diagnostics);
    }
    let at = reader.skip(reader.beginning());
    let result =
        reader.read(rule, at, Place::Expression, |converter, pair| convert(converter, pair));
    match result {
        Ok((Some(result), _)) if reader.diagnostics.is_empty() => Ok(result),
        _ => Err(reader.diagnostics),
    }
}

/// After so many errors nobody reads on.
const MANY_ERRORS: usize = 100;

struct Reader<'s> {
    text: &'s str,
    base: u32,
    diagnostics: Vec<Diagnostic>,
}

/// The byte where reading failed; its message is among the diagnostics.
struct Failed {
    at: usize,
}

impl<'s> Reader<'s> {
    fn new(source: &'s Source) -> Reader<'s> {
        Reader { text: &source.text, base: source.base, diagnostics: Vec::new() }
    }

    /// Behind a byte order mark.
    fn beginning(&self) -> usize {
        self.text.len() - self.text.trim_start_matches(BYTE_ORDER_MARK).len()
    }

    fn skip(&self, at: usize) -> usize {
        skip_trivia(self.text, at)
    }

    fn offset(&self, at: usize) -> u32 {
        self.base.saturating_add(Span::from(at..at).start)
    }

    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.offset(range.start), self.offset(range.end))
    }

    /// Reports a text that nests too deeply to be read at all.
    fn refuse_depth(&mut self) -> bool {
        let Some(range) = too_deep(self.text) else {
            return false;
        };
        let span = self.span(range);
        self.diagnostics.push(
            Diagnostic::new(
                codes::TOO_DEEP,
                span,
                format!("the text nests more than {MAX_NESTING} levels deep"),
            )
            .help("name parts of it with `let` or `fn`"),
        );
        true
    }

    /// Reads one thing at `at` and converts it; tells where it ends.
    fn read<T>(
        &mut self,
        rule: Rule,
        at: usize,
        place: Place,
        convert: impl FnOnce(&mut Converter<'_>, Pair<'_>) -> T,
    ) -> Result<(T, usize), Failed> {
        let base = self.offset(at);
        let slice = &self.text[at..];
        match read(rule, slice) {
            Ok(pair) => {
                let end = at + pair.as_span().end();
                let result = convert(&mut Converter::new(base, &mut self.diagnostics), pair);
                Ok((result, end))
            }
            Err(failure) => {
                let (diagnostic, failed) = explain(&failure, slice, base, place);
                self.diagnostics.push(diagnostic);
                Err(Failed { at: at + failed })
            }
        }
    }

    fn file(&mut self) -> File {
        let mut file = File {
            docs: String::new(),
            name: Name { text: String::new(), span: Span::default() },
            items: Vec::new(),
        };
        if self.refuse_depth() {
            return file;
        }
        let mut at = self.skip(self.beginning());
        if let Ok((docs, end)) = self.read(Rule::file_docs, at, Place::Item, |_, pair| docs(pair)) {
            file.docs = docs;
            at = self.skip(end);
        }
        let mut game: Option<Span> = None;
        let mut first = true;
        while at < self.text.len() && self.diagnostics.len() < MANY_ERRORS {
            let (read, end) = self.next(at);
            if first && self.begins_without_game(at) {
                self.require_game(at);
            }
            first = false;
            match read {
                Some(Read::Game(span, name)) => match game {
                    None => {
                        game = Some(span);
                        file.name = name;
                    }
                    Some(before) => self.diagnostics.push(
                        Diagnostic::new(codes::GAME_LINE, span, "a file holds one game")
                            .label("a second one")
                            .related(before, "the first one"),
                    ),
                },
                Some(Read::Item(item)) => file.items.push(*item),
                None => {}
            }
            at = self.skip(end);
        }
        if first {
            self.require_game(at);
        }
        file
    }

    /// Whether another item stands where `game` belongs; anything else has its own message.
    fn begins_without_game(&self, at: usize) -> bool {
        keyword(self.text, at)
            .is_some_and(|token| token.text != "game" && ITEMS.contains(&token.text))
    }

    fn require_game(&mut self, at: usize) {
        let end = next_token(self.text, at).map_or(at, |token| token.range.end);
        let span = self.span(at..end);
        self.diagnostics.push(
            Diagnostic::new(
                codes::GAME_LINE,
                span,
                "a file begins with `game` and the name of the game",
            )
            .help("write for instance `game kayles` on the first line"),
        );
    }

    /// The item at `at`, when it can be read, and where the next one begins.
    fn next(&mut self, at: usize) -> (Option<Read>, usize) {
        if keyword(self.text, at).is_some_and(|token| token.text == "position") {
            return self.position(at);
        }
        match self.read(Rule::next_item, at, Place::Item, |converter, pair| converter.item(pair)) {
            Ok((item, end)) => match self.left_over(Rule::ended_item, at, end, Place::Item) {
                None => (Some(item), end),
                // What was read may be half of what was meant; only the name of the game is whole.
                Some(failed) => {
                    let game = Some(item).filter(|item| matches!(item, Read::Game(..)));
                    (game, after_item(self.text, at, failed.at))
                }
            },
            Err(failed) => (None, after_item(self.text, at, failed.at)),
        }
    }

    /// Reports text between the thing at `start`, which ends at `end`, and the next one.
    ///
    /// A word at the start of a line is taken for the beginning of the next thing.
    fn left_over(&mut self, ended: Rule, start: usize, end: usize, place: Place) -> Option<Failed> {
        let token = next_token(self.text, end)?;
        let begins_next = match token.kind {
            Kind::Doc | Kind::FileDoc => true,
            Kind::Word => is_first_on_line(self.text, token.range.start),
            _ => false,
        };
        if begins_next {
            return None;
        }
        self.read(ended, start, place, |_, _| ()).err()
    }

    fn position(&mut self, at: usize) -> (Option<Read>, usize) {
        match self.read(Rule::next_head, at, Place::Item, |converter, pair| converter.head(pair)) {
            Ok((head, end)) => {
                let (clauses, end) = self.clauses(end, Some(head.brace));
                let span = head.span.to(Span::new(self.offset(end), self.offset(end)));
                (Some(Read::Item(Box::new(position(head, clauses, span)))), end)
            }
            Err(failed) => {
                // The clauses of a broken head are read for their errors alone.
                let next = after_item(self.text, at, failed.at);
                let body = tokens(self.text, failed.at)
                    .take_while(|token| token.range.start < next)
                    .find(|token| token.text == "{");
                let end = body.map_or(next, |brace| self.clauses(brace.range.end, None).1);
                (None, end)
            }
        }
    }

    /// The clauses from `at` up to the closing brace, and the byte behind it.
    ///
    /// `open` is the opening brace, when a missing one at the end is worth a message.
    fn clauses(&mut self, at: usize, mut open: Option<Span>) -> (Vec<Clause>, usize) {
        let mut clauses = Vec::new();
        let mut at = at;
        loop {
            at = self.skip(at);
            if self.text[at..].starts_with('}') {
                return (clauses, at + 1);
            }
            if self.diagnostics.len() >= MANY_ERRORS {
                return (clauses, at);
            }
            let word = keyword(self.text, at);
            if word.as_ref().is_none_or(|word| begins_item(self.text, word, 0)) {
                if let Some(open) = open {
                    let end = word.map_or(at, |word| word.range.end);
                    self.report_open_position(at..end, open);
                }
                return (clauses, at);
            }
            match self.read(Rule::next_clause, at, Place::Clause, |converter, pair| {
                converter.clause(pair)
            }) {
                Ok((clause, end)) => {
                    at = match self.left_over(Rule::ended_clause, at, end, Place::Clause) {
                        None => {
                            clauses.push(clause);
                            end
                        }
                        Some(failed) => after_clause(self.text, at, failed.at),
                    };
                }
                Err(failed) => {
                    // A brace that the broken clause swallowed is no second mistake.
                    open = None;
                    at = after_clause(self.text, at, failed.at);
                }
            }
        }
    }

    fn report_open_position(&mut self, range: std::ops::Range<usize>, open: Span) {
        let span = self.span(range);
        self.diagnostics.push(
            Diagnostic::new(codes::UNCLOSED, span, "this position is not closed")
                .label("expected a clause or `}`")
                .related(open, "opened here"),
        );
    }
}

fn position(head: Head, clauses: Vec<Clause>, span: Span) -> Item {
    Item {
        docs: head.docs,
        span,
        kind: ItemKind::Position {
            name: head.name,
            fields: head.fields,
            condition: head.condition,
            clauses,
        },
    }
}

/// The first token at `at` that is no documentation.
fn keyword(text: &str, at: usize) -> Option<Token<'_>> {
    tokens(text, at).find(|token| token.kind != Kind::Doc)
}

/// Whether a token begins an item, as far as its look and its place on the line tell.
///
/// `let` and `param` occur inside of expressions and binder lists too: they count
/// only when they stand no further to the right than `margin`.
fn begins_item(text: &str, token: &Token<'_>, margin: usize) -> bool {
    let at = token.range.start;
    let inner = matches!(token.text, "let" | "param");
    ITEMS.contains(&token.text)
        && is_first_on_line(text, at)
        && (!inner || column(text, at) <= margin)
}

/// Where to go on after the item at `start` failed at `failed`.
fn after_item(text: &str, start: usize, failed: usize) -> usize {
    let Some(first) = keyword(text, start) else {
        return text.len();
    };
    let margin = column(text, first.range.start);
    // A misspelt `position` has a body that must be swallowed with it.
    let unknown = failed <= first.range.start;
    let mut depth = 0_usize;
    for token in tokens(text, first.range.start) {
        let reached = token.range.start >= failed && token.range.start > first.range.start;
        if reached && begins_item(text, &token, margin) {
            return token.range.start;
        }
        let documents = matches!(token.kind, Kind::Doc | Kind::FileDoc);
        if reached && documents && depth == 0 && token.range.start > failed {
            return token.range.start;
        }
        match token.text {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                if reached && depth == 0 && unknown {
                    return token.range.end;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// Where to go on after the clause at `start` failed at `failed`: at a clause, an item or a `}`.
fn after_clause(text: &str, start: usize, failed: usize) -> usize {
    let Some(first) = keyword(text, start) else {
        return text.len();
    };
    let mut braces = 0_usize;
    let mut brackets = 0_usize;
    for token in tokens(text, first.range.start) {
        let at = token.range.start;
        let reached = at >= failed && (at > first.range.start || token.text == "}");
        let outside = brackets == 0 && braces == 0;
        let begins = match token.kind {
            Kind::Word if CLAUSES.contains(&token.text) => outside || is_first_on_line(text, at),
            Kind::Word => begins_item(text, &token, 0),
            Kind::Doc => outside && at > failed,
            _ => token.text == "}" && braces == 0,
        };
        if reached && begins {
            return at;
        }
        match token.text {
            "{" => braces += 1,
            "}" => braces = braces.saturating_sub(1),
            _ if token.kind == Kind::Open => brackets += 1,
            _ if token.kind == Kind::Close => brackets = brackets.saturating_sub(1),
            _ => {}
        }
    }
    text.len()
}
