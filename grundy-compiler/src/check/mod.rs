//! From the syntax tree to the IR: names are resolved, types found and checked.
//!
//! After this pass no name is unresolved, every expression has a type, every
//! call its arguments, and coercions (a range that stands for a set, a `0`
//! that is the empty sum) are explicit. All mistakes of a file are reported
//! in one run; an expression with a mistake gets [`Type::Error`], which fits
//! everywhere, so that one mistake gives one message.

mod binders;
mod calls;
mod codes;
mod collections;
mod domains;
mod expressions;
mod foreign;
mod functions;
mod graphs;
mod items;
mod operators;
mod positions;
mod questions;
mod scope;
mod statements;
mod sums;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use grundy_grammar::{Diagnostic, Span, ast};

use crate::ir::{self, Body, Expr, ExprKind, Foreign, ParamId, Spec, Type};
use crate::value::Value;

use functions::FunctionUse;
use scope::Scope;
use types::Types;

/// A game that has been checked, with the functions it can still instantiate.
///
/// Expressions from outside (a sum on the command line, the value of a param)
/// are checked against it later with the `check_*` methods.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The syntax tree; functions are typed anew for each list of argument types.
    file: ast::File,
    /// The game.
    pub spec: Spec,
}

/// A question from outside: an expression for choices of binders.
#[derive(Clone, Debug)]
pub struct Query {
    /// Its variables.
    pub frame: ir::Frame,
    /// The binders, those of ranges in place of ints included.
    pub binders: Vec<ir::Binder>,
    /// What is asked for each choice.
    pub subject: Expr,
    /// A condition, when one was given.
    pub condition: Option<Expr>,
}

/// Checks a file.
///
/// # Errors
/// All mistakes, in the order of the text.
pub fn check(file: ast::File) -> Result<Checked, Vec<Diagnostic>> {
    check_within(file, false).1
}

/// Checks rules that stand in a Rust program: a function or constant that they do not define
/// becomes an [`ir::Foreign`]. These are given too where there are mistakes, as they may be some of them.
///
/// # Errors
/// All mistakes, in the order of the text.
pub fn check_in_rust(file: ast::File) -> (Vec<Foreign>, Result<Checked, Vec<Diagnostic>>) {
    check_within(file, true)
}

fn check_within(file: ast::File, rust: bool) -> (Vec<Foreign>, Result<Checked, Vec<Diagnostic>>) {
    let mut checker = Checker::new(&file, Spec::default());
    checker.rust = rust;
    checker.file(&file);
    let (spec, diagnostics) = checker.finish();
    let foreign = spec.foreign.clone();
    let checked =
        if diagnostics.is_empty() { Ok(Checked { file, spec }) } else { Err(diagnostics) };
    (foreign, checked)
}

impl Checked {
    /// The game of an expression that stands alone: no kinds, no params.
    pub fn empty() -> Checked {
        let name = ast::Name { text: "none".to_string(), span: Span::default() };
        Checked {
            file: ast::File { docs: String::new(), name, items: Vec::new() },
            spec: Spec::default(),
        }
    }

    /// Checks an expression that may ask questions about the game.
    ///
    /// # Errors
    /// All mistakes.
    pub fn check_expr(&mut self, expr: &ast::Expr) -> Result<Body, Vec<Diagnostic>> {
        self.with_checker(|checker| checker.body(|c| c.infer(expr)))
    }

    /// Checks a sum.
    ///
    /// # Errors
    /// All mistakes.
    pub fn check_sum(&mut self, expr: &ast::Expr) -> Result<Body, Vec<Diagnostic>> {
        self.with_checker(|checker| checker.body(|c| c.expect_sum(expr)))
    }

    /// Checks the value of a param.
    ///
    /// # Errors
    /// All mistakes.
    pub fn check_param(
        &mut self,
        param: ParamId,
        expr: &ast::Expr,
    ) -> Result<Body, Vec<Diagnostic>> {
        let ty = self.spec.params[param.index()].ty.clone();
        self.with_checker(|checker| checker.body(|c| c.expect(expr, &ty)))
    }

    /// Checks the value of an argument of an `ask`.
    ///
    /// # Errors
    /// All mistakes.
    pub fn check_typed(&mut self, ty: &Type, expr: &ast::Expr) -> Result<Body, Vec<Diagnostic>> {
        self.with_checker(|checker| checker.body(|c| c.expect(expr, ty)))
    }

    /// Checks `SUM for BINDERS` with a condition on it; ranges in place of
    /// ints run through their values. The subject is a sum or, for `where`
    /// conditions, may stand in them under the name of its variables.
    ///
    /// # Errors
    /// All mistakes.
    pub fn check_query(
        &mut self,
        subject: &ast::Expr,
        binders: &[ast::Binder],
        condition: Option<&ast::Expr>,
    ) -> Result<Query, Vec<Diagnostic>> {
        self.with_checker(|checker| checker.query(subject, binders, condition))
    }

    fn with_checker<T>(
        &mut self,
        inside: impl FnOnce(&mut Checker) -> T,
    ) -> Result<T, Vec<Diagnostic>> {
        let mut checker = Checker::new(&self.file, self.spec.clone());
        checker.declare_names(&self.file);
        checker.questions = true;
        let result = inside(&mut checker);
        let (spec, diagnostics) = checker.finish();
        if diagnostics.is_empty() {
            self.spec = spec;
            Ok(result)
        } else {
            Err(diagnostics)
        }
    }
}

/// What a top-level name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TopKind {
    Param,
    Let,
    Fn,
    Position,
    Setup,
    Ask,
}

impl TopKind {
    fn words(self) -> &'static str {
        match self {
            TopKind::Param => "a param of the game",
            TopKind::Let => "a `let` of the game",
            TopKind::Fn => "a function",
            TopKind::Position => "a kind of position",
            TopKind::Setup => "a setup",
            TopKind::Ask => "a question",
        }
    }

    /// Whether it is written `Name(args)` in a sum.
    fn is_part(self) -> bool {
        matches!(self, TopKind::Position | TopKind::Setup)
    }
}

#[derive(Clone, Copy, Debug)]
struct Top {
    kind: TopKind,
    span: Span,
}

struct Checker<'a> {
    spec: Spec,
    /// The functions as they were written.
    functions: BTreeMap<&'a str, &'a ast::ItemKind>,
    /// Their uses so far, one for each list of argument types.
    uses: Vec<FunctionUse>,
    /// All top-level names.
    top: BTreeMap<String, Top>,
    /// Those that are defined twice: what they mean is open.
    twice: BTreeSet<String>,
    types: Types,
    scope: Scope,
    /// Whether `grundy(...)` and its like may stand here.
    questions: bool,
    /// Whether the rules stand in a Rust program, whose names they may use.
    rust: bool,
    /// Collects the binders of `Kind(0..=9)` where that form is allowed.
    hidden: Option<Vec<ir::Binder>>,
    /// How deep the expression being checked nests, functions included.
    depth: usize,
    diagnostics: Vec<Diagnostic>,
}

/// Deeper nesting, function bodies included, is refused: every pass after this
/// one recurses over expressions.
const MAX_DEPTH: usize = 400;

impl<'a> Checker<'a> {
    fn new(file: &'a ast::File, spec: Spec) -> Checker<'a> {
        let functions = file
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                kind @ ast::ItemKind::Fn { name, .. } => Some((name.text.as_str(), kind)),
                _ => None,
            })
            .collect();
        let uses = functions::known_uses(&spec);
        Checker {
            spec,
            functions,
            uses,
            top: BTreeMap::new(),
            twice: BTreeSet::new(),
            types: Types::default(),
            scope: Scope::default(),
            questions: false,
            rust: false,
            hidden: None,
            depth: 0,
            diagnostics: Vec::new(),
        }
    }

    /// Settles all types and hands over what was found.
    fn finish(mut self) -> (Spec, Vec<Diagnostic>) {
        let mut seen = BTreeSet::new();
        self.diagnostics.retain(|d| seen.insert((d.code, d.primary.0, d.message.clone())));
        self.diagnostics.sort_by_key(|d| d.primary.0);
        let types = std::mem::take(&mut self.types);
        for function in &mut self.spec.functions {
            function.result = types.settle(&function.result);
            function.args = function.args.iter().map(|ty| types.settle(ty)).collect();
        }
        ir::visit::each_expr(&mut self.spec, &mut |expr| types.settle_expr(expr));
        (self.spec, self.diagnostics)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Checks an expression in a frame of its own.
    fn body(&mut self, inside: impl FnOnce(&mut Self) -> Expr) -> Body {
        let outer = std::mem::take(&mut self.scope);
        let mut expr = inside(self);
        self.types.settle_expr(&mut expr);
        let frame = std::mem::replace(&mut self.scope, outer).frame;
        Body { frame, expr }
    }

    /// An expression whose mistake has been reported.
    fn broken(&self, span: Span) -> Expr {
        Expr { span, ty: Type::Error, kind: ExprKind::Constant(Value::Int(0)) }
    }

    /// A type in words, with its article.
    fn name_type(&self, ty: &Type) -> String {
        match self.types.resolve(ty) {
            Type::Int => "an int".to_string(),
            Type::Bool => "a bool (true or false)".to_string(),
            Type::Char => "a character".to_string(),
            Type::Range => "a range".to_string(),
            Type::Vector(e) if *e == Type::Char => "a text".to_string(),
            Type::Vector(e) => format!("a vector `[{}]`", self.types.resolve(&e)),
            Type::Set(e) => format!("a set `set<{}>`", self.types.resolve(&e)),
            Type::Tuple(parts) if parts.is_empty() => "an empty tuple".to_string(),
            tuple @ Type::Tuple(_) => format!("a tuple `{tuple}`"),
            map @ Type::Map(..) => format!("a {map}"),
            Type::Graph => "a graph".to_string(),
            Type::Convexity => "a convexity".to_string(),
            Type::Sum => "a sum of positions".to_string(),
            Type::Var(_) | Type::Error => "a value of unknown type".to_string(),
        }
    }
}
