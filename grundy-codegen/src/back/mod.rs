//! The back end: from the IR and its plan to Rust.
//!
//! - `types`, `expressions`, `comparisons`, `loops`, `aggregates`, `builtins`, `sums`: one expression of the
//!   language, one of Rust;
//! - `fields`, `domains`, `kinds`, `moves`: a kind of position: how it is built, checked, brought into normal
//!   form, and its moves;
//! - `items`: params, lets, functions, setups;
//! - `plan`, `data`: what was proved, as a choice of tables and as data;
//! - `graphs`, `shapes`: functions about graphs, and positions that are the same but for where they lie in
//!   one;
//! - `rules`, `module`: the whole of a game, and its module where it is a file.
//!
//! What is written assumes nothing of what is in scope but the name `rt`, for
//! [`grundy_core::rt`](grundy_core).

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use grundy_compiler::ir::{Builtin, FunctionId, KindId, LetId, SetupId, Spec};
use grundy_compiler::{Diagnostic, Plan, SourceMap, Span};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

mod aggregates;
mod builtins;
mod code;
mod comparisons;
mod data;
mod domains;
mod expressions;
mod fields;
mod graphs;
mod items;
mod kinds;
mod loops;
mod module;
mod moves;
pub(crate) mod names;
mod plan;
mod rules;
mod scope;
mod shapes;
mod sums;
mod types;

pub(crate) use fields::{Field, Form, Variant};
pub(crate) use module::{module, sums};
use names::{Names, ident, snake};
pub(crate) use rules::{Made, Params, Task, make};
use shapes::Likes;

/// A function or constant of the user that the rules name.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// Its name in Rust.
    pub name: Ident,
    /// Whether it is a constant.
    pub constant: bool,
}

/// A game that is being written.
pub(crate) struct Game<'a> {
    pub spec: &'a Spec,
    sources: &'a SourceMap,
    /// Whether the rules stand in a file, so that a line says where.
    lines: bool,
    /// The type of positions.
    pub position: TokenStream,
    /// The kinds in Rust.
    variants: &'a [Variant],
    foreign: &'a [Foreign],
    /// Of each kind what is proved of its positions in a graph.
    likes: Vec<Option<Likes>>,
    /// The names of the params.
    pub params: Vec<Ident>,
    pub arguments: Arguments,
    /// Names that no new variable may have.
    pub outer_names: Names,
    /// The names of the methods that build a position, in the order of the kinds.
    adds: Vec<Ident>,
    measures: Vec<Option<Ident>>,
    /// The names of the methods that list the options of one move.
    moves: Vec<Vec<Ident>>,
    methods: RefCell<Names>,
    functions: RefCell<Needed<FunctionId>>,
    lets: RefCell<Needed<LetId>>,
    setups: RefCell<Needed<SetupId>>,
    /// Whether sums are brought into normal form as a whole, and checked against a measure.
    whole: Cell<bool>,
    /// What could not be written.
    pub unwritten: RefCell<Vec<Diagnostic>>,
}

/// Names of arguments of the methods, which no variable of the rules has.
pub(crate) struct Arguments {
    pub options: Ident,
    pub copies: Ident,
    pub into: Ident,
    pub position: Ident,
}

impl Arguments {
    fn of(spec: &Spec, names: &Names) -> Arguments {
        let mut names = names.clone();
        for kind in &spec.kinds {
            names.take_all(kind.frame.names.iter().map(String::as_str));
        }
        Arguments {
            options: names.fresh("options"),
            copies: names.fresh("copies"),
            into: names.fresh("into"),
            position: names.fresh("position"),
        }
    }

    fn names(&self) -> [String; 4] {
        [&self.options, &self.copies, &self.into, &self.position].map(Ident::to_string)
    }
}

/// What the code written so far needs, with its name, in the order in which it was needed.
struct Needed<Id> {
    names: BTreeMap<Id, Ident>,
    order: Vec<Id>,
}

impl<Id: Ord + Copy> Needed<Id> {
    fn new() -> Self {
        Self { names: BTreeMap::new(), order: Vec::new() }
    }

    fn need(&mut self, id: Id, name: impl FnOnce() -> Ident) -> Ident {
        if let Some(known) = self.names.get(&id) {
            return known.clone();
        }
        let name = name();
        self.names.insert(id, name.clone());
        self.order.push(id);
        name
    }
}

/// Methods of the traits, and of the rules themselves.
const METHODS: [&str; 24] = [
    "new",
    "moves",
    "plain_options",
    "normal_options",
    "add_normal",
    "layers",
    "tables",
    "place",
    "of_table",
    "of_point",
    "asked_options",
    "add_position",
    "add_all",
    "lower_all",
    "step",
    "sorted",
    "planned",
    "calls",
    "falls_apart",
    "ranked_options",
    "effort",
    "proved",
    "start",
    "solver",
];

impl<'a> Game<'a> {
    pub fn new(task: &'a Task, plan: &Plan) -> Game<'a> {
        let Task { spec, sources, .. } = task;
        let mut methods = Names::default();
        methods.take_all(METHODS);
        methods.take_all(spec.params.iter().map(|param| param.name.as_str()));
        let mut method = |like: String| methods.fresh(&like);
        let adds = spec.kinds.iter().map(|kind| method(format!("add_{}", snake(&kind.name))));
        let adds = adds.collect();
        let measures = spec.kinds.iter().map(|kind| {
            kind.decreases.as_ref().map(|_| method(format!("measure_{}", snake(&kind.name))))
        });
        let measures = measures.collect();
        let moves = spec.kinds.iter().map(|kind| {
            let kind_name = snake(&kind.name);
            let names = kind.moves.iter().map(|rule| method(format!("{kind_name}_{}", rule.name)));
            names.collect()
        });
        let moves = moves.collect();
        let mut outer_names = Names::default();
        outer_names.take_all(["rt", "self"]);
        let foreign: Vec<String> = task.foreign.iter().map(|f| f.name.to_string()).collect();
        outer_names.take_all(foreign.iter().map(String::as_str));
        let arguments = Arguments::of(spec, &outer_names);
        outer_names.take_all(arguments.names().iter().map(String::as_str));
        Game {
            spec,
            sources,
            lines: task.is_file,
            arguments,
            position: task.position.clone(),
            variants: &task.variants,
            foreign: &task.foreign,
            likes: Likes::of(plan),
            params: spec.params.iter().map(|param| ident(&param.name)).collect(),
            outer_names,
            adds,
            measures,
            moves,
            methods: RefCell::new(methods),
            functions: RefCell::new(Needed::new()),
            lets: RefCell::new(Needed::new()),
            setups: RefCell::new(Needed::new()),
            whole: Cell::new(false),
            unwritten: RefCell::default(),
        }
    }

    /// Notes that an expression cannot be written in Rust; what stands for it is never compiled. Of what
    /// the checker lets through that is nothing yet but what is new in the language.
    pub fn refuse(&self, span: Span) -> TokenStream {
        let text = self.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        self.unwritten.borrow_mut().push(
            Diagnostic::new("E0510", span, format!("`{text}` cannot be written in Rust"))
                .label("only the program can work this out")
                .help("solve this game with `grundy` from a file, or write its rules without it"),
        );
        quote!(())
    }

    fn method(&self, like: &str) -> Ident {
        self.methods.borrow_mut().fresh(like)
    }

    pub fn need_function(&self, id: FunctionId) -> Ident {
        let name = &self.spec.functions[id.index()].name;
        self.functions.borrow_mut().need(id, || self.method(&snake(name)))
    }

    pub fn need_let(&self, id: LetId) -> Ident {
        let name = &self.spec.lets[id.index()].name;
        self.lets.borrow_mut().need(id, || self.method(&snake(name)))
    }

    pub fn need_setup(&self, id: SetupId) -> Ident {
        let name = &self.spec.setups[id.index()].name;
        self.setups.borrow_mut().need(id, || self.method(&snake(name)))
    }

    pub fn fields(&self, kind: KindId) -> &[Field] {
        &self.variants[kind.index()].fields
    }

    pub fn add_name(&self, kind: KindId) -> &Ident {
        &self.adds[kind.index()]
    }

    pub fn measure_name(&self, kind: KindId) -> Option<&Ident> {
        self.measures[kind.index()].as_ref()
    }

    /// Notes that the methods for whole sums are needed.
    pub fn whole_sums(&self) {
        self.whole.set(true);
    }

    /// Whether some kind has another form than the one in which it is written.
    pub fn has_normal_forms(&self) -> bool {
        self.likes.iter().any(Option::is_some)
            || self.spec.kinds.iter().any(|kind| {
                !kind.ends.is_empty() || !kind.symmetric.is_empty() || !kind.equals.is_empty()
            })
    }

    /// The const argument that says whether to bring into normal form.
    pub fn normal_argument(&self, normal: &TokenStream) -> TokenStream {
        if self.has_normal_forms() { quote!(::<#normal>) } else { TokenStream::new() }
    }

    /// The const parameter that says it.
    pub fn normal_parameter(&self) -> TokenStream {
        if self.has_normal_forms() { quote!(<const NORMAL: bool>) } else { TokenStream::new() }
    }

    /// The user's function or constant that a call stands for.
    pub fn foreign(&self, builtin: Builtin) -> Option<&Foreign> {
        match builtin {
            Builtin::Foreign(id) => self.foreign.get(id.index()),
            _ => None,
        }
    }

    /// Where a rule stands and how it is written, in one line.
    pub fn place(&self, span: Span) -> String {
        let text = self.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        if self.lines {
            format!("line {}: `{text}`", self.sources.line_column(span).0)
        } else {
            format!("`{}`", tight(text))
        }
    }

    /// The line of a rule, as words that follow others.
    pub fn line(&self, span: Span) -> String {
        if self.lines {
            format!(", line {}", self.sources.line_column(span).0)
        } else {
            String::new()
        }
    }
}

/// A text that was put together from tokens, as one would write it.
fn tight(mut text: String) -> String {
    let pairs = [
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        ("[ ", "["),
        (" ]", "]"),
        (" [", "["),
        (" ,", ","),
        (" .. ", ".."),
        ("..= ", "..="),
        (" ..=", "..="),
        ("{ ", "{"),
        (" }", "}"),
        ("with[", "with ["),
        ("in(", "in ("),
        ("when(", "when ("),
        ("->(", "-> ("),
    ];
    for (spaced, tight) in pairs {
        text = text.replace(spaced, tight);
    }
    text
}

/// Paragraphs of documentation, of which some may be empty.
pub(crate) fn paragraphs(parts: &[&str]) -> TokenStream {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    docs(&parts.join("\n\n"))
}

/// Lines of documentation.
pub(crate) fn docs(text: &str) -> TokenStream {
    let lines = text.lines().map(|line| {
        let line = format!(" {line}");
        let line = if line.trim().is_empty() { "" } else { line.as_str() };
        quote!(#[doc = #line])
    });
    quote!(#(#lines)*)
}
