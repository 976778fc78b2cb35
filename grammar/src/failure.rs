//! Messages for text that the grammar does not match.

use crate::keywords::{CLAUSES, ITEMS, KEYWORDS};
use crate::scan::{Kind, Token, is_first_on_line, next_token, tokens};
use crate::syntax::{Failure, Rule};
use crate::words::{Weight, words};
use crate::{Diagnostic, Span, codes, foreign, nearest};

/// What was being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// An item of a file.
    Item,
    /// A clause of a position.
    Clause,
    /// A source that is one expression.
    Expression,
}

/// Everything that is known about a failure.
struct Scene<'t> {
    text: &'t str,
    base: u32,
    place: Place,
    at: usize,
    expected: &'t [Rule],
    /// What stands there; nothing at the end of the text.
    found: Option<Token<'t>>,
}

const LATE_GUARD: &str = "the condition of a move stands before its `->`";

/// The message for a failure in `text`, and the byte where it happened.
pub(crate) fn explain(
    failure: &Failure,
    text: &str,
    base: u32,
    place: Place,
) -> (Diagnostic, usize) {
    let Failure::Unexpected { at, expected } = failure else {
        let scene = Scene::new(text, base, place, 0, &[]);
        return (
            Diagnostic::new(codes::TOO_DEEP, scene.span(), "this is too intricate to be read")
                .help("name parts of it with `let` or `fn`"),
            0,
        );
    };
    let scene = Scene::new(text, base, place, *at, expected);
    let diagnostic = scene
        .lost_docs()
        .or_else(|| scene.bad_start())
        .or_else(|| scene.bad_literal())
        .or_else(|| scene.equals_sign())
        .or_else(|| scene.reserved())
        .or_else(|| scene.unclosed())
        .or_else(|| scene.closes_nothing())
        .or_else(|| scene.foreign())
        .unwrap_or_else(|| scene.unexpected());
    (diagnostic, scene.at)
}

impl<'t> Scene<'t> {
    fn new(text: &'t str, base: u32, place: Place, at: usize, expected: &'t [Rule]) -> Scene<'t> {
        let found = next_token(text, at);
        let at = found.as_ref().map_or(at, |token| token.range.start);
        Scene { text, base, place, at, expected, found }
    }

    fn place_of(&self, range: std::ops::Range<usize>) -> Span {
        let local = Span::from(range);
        Span::new(self.base.saturating_add(local.start), self.base.saturating_add(local.end))
    }

    /// Where the caret goes: under what stands there, or where something is missing.
    fn span(&self) -> Span {
        self.place_of(self.found.as_ref().map_or(self.at..self.at, |token| token.range.clone()))
    }

    fn error(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.span(), message)
    }

    fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    fn found_word(&self) -> Option<&'t str> {
        self.found.as_ref().filter(|token| token.kind == Kind::Word).map(|token| token.text)
    }

    /// Documentation with nothing behind it, or in the middle of something.
    fn lost_docs(&self) -> Option<Diagnostic> {
        if self.found.as_ref().is_some_and(|token| token.kind == Kind::FileDoc) {
            return Some(
                self.error(
                    codes::LOST_DOCS,
                    "`//!` describes the whole file and belongs at its top",
                )
                .help("move it before `game`, or write `///` for an item and `//` for a comment"),
            );
        }
        let docs: Vec<Token<'_>> =
            tokens(self.text, 0).take_while(|token| token.kind == Kind::Doc).collect();
        let behind = docs.last().map_or(0, |last| last.range.end);
        let nothing_follows = self.found.as_ref().is_none_or(|token| token.text == "}");
        let lost = match (docs.first(), &self.found) {
            (_, Some(found)) if found.kind == Kind::Doc => found.range.clone(),
            (Some(first), _) if nothing_follows && self.text[behind..self.at].trim().is_empty() => {
                first.range.clone()
            }
            _ => return None,
        };
        Some(
            Diagnostic::new(codes::LOST_DOCS, self.place_of(lost), "this `///` documents nothing")
                .help("put it right before an item or a clause, or write an ordinary comment `//`"),
        )
    }

    /// The first word is no keyword of this place.
    fn bad_start(&self) -> Option<Diagnostic> {
        let first = tokens(self.text, 0).find(|token| token.kind != Kind::Doc)?;
        if first.range.start != self.at || self.place == Place::Expression {
            return None;
        }
        let word = self.found_word()?;
        let (here, there, what) = match self.place {
            Place::Item => (ITEMS, CLAUSES, "an item"),
            _ => (CLAUSES, ITEMS, "a clause"),
        };
        let all = here.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        if there.contains(&word) {
            let home = match self.place {
                Place::Item => "belongs between the braces of a `position`",
                _ => "begins an item and cannot stand inside a position",
            };
            return Some(
                self.error(codes::UNKNOWN_KEYWORD, format!("`{word}` {home}"))
                    .help(format!("{what} begins with one of {all}")),
            );
        }
        let error = self
            .error(codes::UNKNOWN_KEYWORD, format!("`{word}` does not begin {what}"))
            .label("not a keyword of this place");
        if word == "when" && self.place == Place::Clause {
            return Some(error.help(LATE_GUARD));
        }
        Some(match nearest(word, here.iter().copied()) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help(format!("{what} begins with one of {all}")),
        })
    }

    /// A text that does not end, or a number that is none.
    fn bad_literal(&self) -> Option<Diagnostic> {
        let found = self.found.as_ref()?;
        let digits = |text: &str| text.chars().rev().take_while(char::is_ascii_digit).count();
        let before = digits(&self.text[..self.at]);
        let behind = &self.text[found.range.end..];
        let behind_length = behind.find(|c: char| !c.is_alphanumeric()).unwrap_or(behind.len());
        if found.text == "." && before > 0 && behind_length > 0 {
            let range = self.at - before..found.range.end + behind_length;
            let number = &self.text[range.clone()];
            return Some(
                Diagnostic::new(
                    codes::BAD_NUMBER,
                    self.place_of(range),
                    format!("`{number}` is no whole number"),
                )
                .help(format!(
                    "an octal code stands in quotes: `\"{number}\"`; `/` divides and rounds down"
                )),
            );
        }
        match found.kind {
            Kind::Text if !is_closed(found.text) => {
                Some(self.error(codes::BAD_TEXT, "this text does not end on its line").help(
                    "close it with `\"`; a line break inside is written `\\n`, a quote `\\\"`",
                ))
            }
            Kind::Number if !found.text.chars().all(|c| c.is_ascii_digit() || c == '_') => {
                Some(self.error(codes::BAD_NUMBER, format!("`{}` is no number", found.text)).help(
                    "numbers are whole and decimal, such as `10_000`; a product is written `2 * n`",
                ))
            }
            _ => None,
        }
    }

    /// `=` for `==`, or the other way round.
    fn equals_sign(&self) -> Option<Diagnostic> {
        let rest = &self.text[self.at..];
        let compares =
            rest.starts_with("==") && !rest.starts_with("===") && !rest.starts_with("==>");
        if compares && (self.expects(Rule::assign) || self.expects(Rule::update_sign)) {
            let span = self.place_of(self.at..self.at + 2);
            return Some(
                Diagnostic::new(
                    codes::FOREIGN_SIGN,
                    span,
                    "`==` compares; a value is given with `=`",
                )
                .help("write `=`"),
            );
        }
        let gives =
            rest.starts_with('=') && !["==", "=>", "=<"].iter().any(|sign| rest.starts_with(sign));
        // In a type, `=` comes too early rather than with too few strokes.
        let operator = self.expects(Rule::infix) || self.expects(Rule::infix_no_in);
        (gives && operator).then(|| {
            self.error(codes::FOREIGN_SIGN, "`=` gives a value to a name; `==` compares")
                .help("write `==`")
        })
    }

    fn foreign(&self) -> Option<Diagnostic> {
        let rest = &self.text[self.at..];
        let foreign = foreign::find(rest)?;
        let span = self.place_of(self.at..self.at + foreign.sign.len());
        Some(Diagnostic::new(foreign.code, span, foreign.message).help(foreign.help))
    }

    /// A reserved word where a name belongs.
    fn reserved(&self) -> Option<Diagnostic> {
        let word = self.found_word().filter(|word| KEYWORDS.contains(word))?;
        let names =
            [Rule::name, Rule::pattern, Rule::binder, Rule::binders, Rule::field, Rule::ask_arg];
        let wants_name = names.iter().any(|rule| self.expects(*rule));
        let wants_value = self
            .expected
            .iter()
            .any(|rule| matches!(words(*rule), ("an expression" | "a bound", _)));
        // Behind a missing value the next item begins with a keyword that means itself.
        let declares = ITEMS.contains(&word) || CLAUSES.contains(&word);
        let meant_as_value = wants_value && declares && !is_first_on_line(self.text, self.at);
        (wants_name && !wants_value || meant_as_value).then(|| {
            self.error(codes::RESERVED, format!("`{word}` is a reserved word and cannot be a name"))
                .label("reserved")
                .help(format!("choose another name, for instance `{word}_`"))
        })
    }

    /// A bracket that is still open where nothing can close it any more.
    fn unclosed(&self) -> Option<Diagnostic> {
        let (closing, _) =
            [(')', Rule::close_paren), (']', Rule::close_bracket), ('}', Rule::close_brace)]
                .into_iter()
                .find(|(_, rule)| self.expects(*rule))?;
        let over = match &self.found {
            None => true,
            Some(token) => {
                token.kind == Kind::Close
                    || ITEMS.contains(&token.text)
                    || CLAUSES.contains(&token.text)
                    || self.text[self.at..].starts_with("->")
            }
        };
        if !over {
            return None;
        }
        let open = self.innermost_open()?;
        let bracket = open.text;
        Some(
            self.error(codes::UNCLOSED, format!("this `{bracket}` is not closed"))
                .label(format!("expected `{closing}`"))
                .related(self.place_of(open.range), "opened here"),
        )
    }

    /// A closing bracket without an opening one.
    fn closes_nothing(&self) -> Option<Diagnostic> {
        let found = self.found.as_ref().filter(|token| token.kind == Kind::Close)?;
        // The brace behind a clause closes its position.
        let of_position = self.place == Place::Clause && found.text == "}";
        (!of_position && self.innermost_open().is_none()).then(|| {
            self.error(codes::UNCLOSED, format!("this `{}` closes nothing", found.text))
                .help("remove it, or open it further to the left")
        })
    }

    fn innermost_open(&self) -> Option<Token<'t>> {
        let mut open = Vec::new();
        for token in tokens(self.text, 0).take_while(|token| token.range.start < self.at) {
            match token.kind {
                Kind::Open => open.push(token),
                Kind::Close => {
                    open.pop();
                }
                _ => {}
            }
        }
        open.pop()
    }

    fn unexpected(&self) -> Diagnostic {
        let found = match &self.found {
            None => "the end of the text".to_owned(),
            Some(token) if token.kind == Kind::Text => "a text".to_owned(),
            Some(token) => format!("`{}`", token.text),
        };
        let expected = self.expected_words();
        let error = self
            .error(codes::UNEXPECTED, format!("expected {expected}, found {found}"))
            .label(format!("expected {expected}"));
        if self.is_late_guard() { error.help(LATE_GUARD) } else { error }
    }

    /// A `when` behind the sum of a move.
    fn is_late_guard(&self) -> bool {
        self.found_word() == Some("when") && self.text[..self.at].contains("->")
    }

    /// Whether a rule is expected, but being told so would only distract.
    fn distracts(&self, rule: Rule) -> bool {
        let operators = [Rule::infix, Rule::infix_no_in, Rule::bound_infix];
        let operator = operators.iter().any(|operator| self.expects(*operator));
        let behind_operand = operator
            || matches!(self.text[self.at..].chars().next(), Some(',' | ')' | ']' | '}' | ':'));
        let begins_operand = self.expects(Rule::number);
        match rule {
            // A binder lacks nothing but what it chooses from.
            Rule::close_paren | Rule::comma | Rule::open_bracket
                if self.expects(Rule::kw_in) && !operator =>
            {
                true
            }
            // An operand is called an expression, whatever it may begin with.
            Rule::name | Rule::text | Rule::open_paren | Rule::open_bracket | Rule::open_brace
                if begins_operand =>
            {
                true
            }
            // What is complete without them.
            Rule::open_bracket | Rule::open_paren | Rule::range_sign if behind_operand => true,
            Rule::assign => behind_operand && self.expects(Rule::comma),
            Rule::colon => behind_operand && self.expects(Rule::close_paren),
            Rule::kw_else => self.expects(Rule::close_paren),
            Rule::end => self.expects(Rule::item_word),
            Rule::close_brace => self.expects(Rule::clause_word),
            _ => false,
        }
    }

    /// What was expected, in plain words: the needed before the possible.
    fn expected_words(&self) -> String {
        let mut all: Vec<(Weight, &str)> = self
            .expected
            .iter()
            .filter(|rule| !self.distracts(**rule))
            .map(|rule| words(*rule))
            .filter(|(words, _)| !words.is_empty())
            .map(|(words, weight)| (weight, words))
            .collect();
        all.sort_by_key(|(weight, _)| *weight);
        all.dedup();
        let needed = all.iter().any(|(weight, _)| *weight == Weight::Needed);
        all.retain(|(weight, _)| !needed || *weight <= Weight::Separator);
        let words: Vec<&str> = all.into_iter().map(|(_, words)| words).collect();
        match words.as_slice() {
            [] => "something else".to_owned(),
            [only] => (*only).to_owned(),
            [before @ .., last] => format!("{} or {last}", before.join(", ")),
        }
    }
}

fn is_closed(text: &str) -> bool {
    let mut escaped = false;
    let mut closed = false;
    for c in text.chars().skip(1) {
        closed = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
    }
    closed
}
