//! Mistakes as errors of Rust at the right token.

use grundy_compiler::{Diagnostic, SourceMap};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::text::Text;

/// All mistakes of one run.
#[derive(Default)]
pub struct Mistakes(Vec<syn::Error>);

impl Mistakes {
    /// Adds a mistake.
    pub fn push(&mut self, error: syn::Error) {
        self.0.push(error);
    }

    /// Adds a mistake at a place.
    pub fn at(&mut self, span: Span, words: impl std::fmt::Display) {
        self.push(syn::Error::new(span, words));
    }

    /// Adds messages about a text that is made of tokens.
    pub fn about(&mut self, diagnostics: &[Diagnostic], sources: &SourceMap, text: &Text) {
        for diagnostic in diagnostics {
            let span = diagnostic.primary.0;
            let (first, last) = text.places(span.start as usize..span.end as usize);
            let (first, last) = (Ident::new("first", first), Ident::new("last", last));
            self.push(syn::Error::new_spanned(quote!(#first #last), words(diagnostic, sources)));
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same, and names of the program: the compiler tells those that are unknown in the same run.
    pub fn beside(self, names: &[Ident]) -> TokenStream {
        let mut errors = self.0.iter().map(syn::Error::to_compile_error);
        let first = (!names.is_empty()).then(|| errors.next()).flatten();
        let named = first.map(|first| {
            // In a function with an error the compiler asks for no types, which are not known here.
            quote! {
                const _: () = {
                    #[allow(dead_code)]
                    fn names() {
                        let _ = #first;
                        #(let _ = #names;)*
                    }
                };
            }
        });
        quote!(#named #(#errors)*)
    }

    /// All of them as errors of the compiler.
    pub fn into_tokens(self) -> TokenStream {
        self.0.iter().map(syn::Error::to_compile_error).collect()
    }
}

/// A message in words, without the excerpt: Rust shows the place itself.
fn words(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let mut words = format!("{} [{}]", diagnostic.message, diagnostic.code);
    if !diagnostic.primary.1.is_empty() {
        words += &format!("\nhere: {}", diagnostic.primary.1);
    }
    for (span, label) in &diagnostic.related {
        let text: Vec<&str> = sources.text(*span).split_whitespace().collect();
        words += &format!("\nnote: {label}: `{}`", text.join(" "));
    }
    for note in &diagnostic.notes {
        words += &format!("\nnote: {note}");
    }
    for help in &diagnostic.help {
        words += &format!("\nhelp: {help}");
    }
    words
}
