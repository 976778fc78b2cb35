//! Messages as a person sees them: the line, the place underlined, the advice.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use grundy_grammar::{Diagnostic, Source, SourceMap, Span};

/// The message with the lines that it speaks of.
///
/// With `color` it holds terminal escapes. Places that do not exist are left out.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, color: bool) -> String {
    let mut places: Vec<(Span, &str, AnnotationKind)> = Vec::new();
    let (span, label) = &diagnostic.primary;
    // A message about no place in particular has the default span.
    if *span != Span::default() {
        places.push((*span, label, AnnotationKind::Primary));
    }
    for (span, label) in &diagnostic.related {
        places.push((*span, label, AnnotationKind::Context));
    }
    let mut group = Group::with_title(
        Level::ERROR.primary_title(diagnostic.message.as_str()).id(diagnostic.code),
    );
    let mut done: Vec<u32> = Vec::new();
    for (span, ..) in &places {
        let Some(source) = sources.source(*span).filter(|s| !done.contains(&s.base)) else {
            continue;
        };
        done.push(source.base);
        group = group.element(snippet(source, &places, sources));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// The lines of one source with the places in it.
fn snippet<'a>(
    source: &'a Source,
    places: &[(Span, &'a str, AnnotationKind)],
    sources: &SourceMap,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let mut snippet = Snippet::source(source.text.as_str()).path(source.name.as_str()).fold(true);
    for (span, label, kind) in places {
        if sources.source(*span).is_some_and(|s| s.base == source.base) {
            let range = source.local(*span);
            let annotation = kind.span(range);
            snippet = snippet.annotation(if label.is_empty() {
                annotation
            } else {
                annotation.label(*label)
            });
        }
    }
    snippet
}
