//! A game with its params fixed: the program that the rules are.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use grundy_core::Budget;
use grundy_grammar::{SourceMap, Span};

use crate::alike::Shapes;
use crate::error::{Error, Result};
use crate::ir::{Body, Expr, FunctionId, KindId, LetId, ParamId, Play, Spec};
use crate::plan::Plan;
use crate::solve::Solver;
use crate::value::{Position, SumValue, Value};

/// A game with a value for each of its params.
///
/// It evaluates expressions, lists options and answers questions. What it has
/// found out it keeps, so asking twice costs once.
pub struct Instance {
    spec: RefCell<Arc<Spec>>,
    sources: RefCell<Arc<SourceMap>>,
    params: Vec<Value>,
    /// The params that do not have their defaults, with the place of the value.
    set: Vec<Option<(Value, Span)>>,
    settings: Settings,
    /// Instances with other values of the params, for `param` binders.
    siblings: Rc<RefCell<Siblings>>,
    ticks: Cell<u32>,
    pub(crate) depth: Cell<u32>,
    /// Whether a choice that leads outside of a domain is dropped, so that nothing need be said.
    pub(crate) quiet: Cell<bool>,
    pub(crate) memo: RefCell<Calls>,
    pub(crate) lets: RefCell<Vec<Option<Value>>>,
    pub(crate) open_lets: RefCell<BTreeSet<LetId>>,
    pub(crate) plan: OnceCell<Plan>,
    pub(crate) solver: Solver,
    pub(crate) shapes: RefCell<Shapes>,
    /// What each `periodic(...)` that was asked about came to.
    pub(crate) periods: RefCell<Vec<crate::period::Finding>>,
}

/// Instances by the values of the params that do not have their defaults.
type Siblings = HashMap<Vec<Option<Value>>, Rc<Instance>>;

/// The values of functions that call themselves, by their arguments.
pub(crate) type Calls = HashMap<(FunctionId, Box<[Value]>), Value, foldhash::fast::RandomState>;

/// What the user sets besides the params.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The convention, when it is not that of the file.
    pub play: Option<Play>,
    /// What may be spent.
    pub budget: Budget,
    /// Which engine answers; `None` leaves it to the plan.
    pub engine: Option<Engine>,
}

/// The ways to find a nimber, for tests and comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The plainest evaluation of the rules by the definition.
    Reference,
    /// Memo search for every kind, over positions as they are, by walking the rules.
    Search,
    /// Memo search for every kind, over packed keys, by the program of the rules.
    Program,
    /// Tables by evaluating the rules, where every kind has one nat.
    Sweep,
    /// Dense tables of points, where the fields of a kind make a point of a grid.
    Grid,
}

/// The instances kept for `param` binders, at most.
const MAX_SIBLINGS: usize = 64;

/// The clock is looked at once for so many steps.
const STEPS_BETWEEN_LOOKS: u32 = 4096;

impl Instance {
    /// The game with the given params; those that are not given have their defaults.
    ///
    /// The span of a given value is where its errors point.
    ///
    /// # Errors
    /// When a value is outside of the domain of its param, or a default cannot be evaluated.
    pub fn new(
        spec: Arc<Spec>,
        sources: Arc<SourceMap>,
        given: &[(ParamId, Value, Span)],
        settings: Settings,
    ) -> Result<Rc<Instance>> {
        let mut set = vec![None; spec.params.len()];
        for (param, value, span) in given {
            set[param.index()] = Some((value.clone(), *span));
        }
        Instance::bare(spec, sources, settings, Rc::default()).set_params(set).map(Rc::new)
    }

    /// Sets the params from the top: each has the value that was set, or else its default.
    fn set_params(mut self, set: Vec<Option<(Value, Span)>>) -> Result<Instance> {
        let spec = self.spec();
        for (param, set) in spec.params.iter().zip(set) {
            let (value, span) = match &set {
                Some((value, span)) => (value.clone(), *span),
                None => (self.run(&param.default)?, param.default.expr.span),
            };
            // The condition of a param may mention the param itself.
            self.params.push(value.clone());
            self.check_param(param, &value, span)?;
            self.set.push(set);
        }
        Ok(self)
    }

    fn bare(
        spec: Arc<Spec>,
        sources: Arc<SourceMap>,
        settings: Settings,
        siblings: Rc<RefCell<Siblings>>,
    ) -> Instance {
        Instance {
            params: Vec::with_capacity(spec.params.len()),
            set: Vec::with_capacity(spec.params.len()),
            lets: RefCell::new(vec![None; spec.lets.len()]),
            solver: Solver::default(),
            shapes: RefCell::default(),
            spec: RefCell::new(spec),
            sources: RefCell::new(sources),
            settings,
            siblings,
            ticks: Cell::new(0),
            depth: Cell::new(0),
            quiet: Cell::new(false),
            memo: RefCell::default(),
            open_lets: RefCell::default(),
            plan: OnceCell::new(),
            periods: RefCell::default(),
        }
    }

    /// The same game with another value of one param; defaults that depend on it follow.
    pub(crate) fn with_param(
        &self,
        param: ParamId,
        value: Value,
        span: Span,
    ) -> Result<Rc<Instance>> {
        let spec = self.spec();
        let value = match value {
            Value::Range(_) if matches!(spec.params[param.index()].ty, crate::ir::Type::Set(_)) => {
                Value::set(self.members(&value, span)?.into_owned())
            }
            other => other,
        };
        let mut set = self.set.clone();
        set[param.index()] = Some((value, span));
        let values = set.iter().map(|set| set.as_ref().map(|(value, _)| value.clone())).collect();
        if let Some(known) = self.siblings.borrow().get(&values) {
            return Ok(known.clone());
        }
        let (settings, siblings) = (self.settings.clone(), self.siblings.clone());
        let sibling = Instance::bare(spec, self.sources(), settings, siblings).set_params(set)?;
        let sibling = Rc::new(sibling);
        let mut siblings = self.siblings.borrow_mut();
        if siblings.len() >= MAX_SIBLINGS {
            siblings.clear();
        }
        siblings.insert(values, sibling.clone());
        Ok(sibling)
    }

    /// The game.
    pub fn spec(&self) -> Arc<Spec> {
        self.spec.borrow().clone()
    }

    /// The texts that spans point into.
    pub fn sources(&self) -> Arc<SourceMap> {
        self.sources.borrow().clone()
    }

    /// The text that a span covers.
    pub fn text(&self, span: Span) -> String {
        self.sources.borrow().text(span).to_string()
    }

    /// Takes over a game that was extended by functions of later expressions.
    ///
    /// The rules must be the same: what has been found out is kept.
    pub fn adopt(&self, spec: Arc<Spec>, sources: Arc<SourceMap>) {
        // The siblings know nothing of the new functions.
        self.siblings.borrow_mut().clear();
        *self.spec.borrow_mut() = spec;
        *self.sources.borrow_mut() = sources;
    }

    /// The value of a param.
    pub fn param(&self, param: ParamId) -> &Value {
        &self.params[param.index()]
    }

    /// Where the value of a param is given, or else its default.
    pub(crate) fn param_span(&self, param: ParamId) -> Span {
        let given = self.set[param.index()].as_ref().map(|(_, span)| *span);
        given.unwrap_or_else(|| self.spec().params[param.index()].default.expr.span)
    }

    /// The values of all params.
    pub fn params(&self) -> &[Value] {
        &self.params
    }

    /// The convention that questions use.
    pub fn play(&self) -> Play {
        self.settings.play.unwrap_or(self.spec.borrow().play)
    }

    /// What may be spent.
    pub fn budget(&self) -> &Budget {
        &self.settings.budget
    }

    /// The engine that the user asked for.
    pub(crate) fn engine(&self) -> Option<Engine> {
        self.settings.engine
    }

    /// Evaluates a body whose frame has no arguments.
    ///
    /// # Errors
    /// What can go wrong while it is evaluated.
    pub fn run(&self, body: &Body) -> Result<Value> {
        self.run_with(body, &[])
    }

    /// Evaluates a body with the values of its arguments.
    ///
    /// # Errors
    /// What can go wrong while it is evaluated.
    pub fn run_with(&self, body: &Body, args: &[Value]) -> Result<Value> {
        let mut frame = args.to_vec();
        frame.resize(body.frame.names.len(), Value::Int(0));
        self.value(&body.expr, &mut frame)
    }

    /// The value of an expression in which every variable is bound inside of it.
    pub(crate) fn constant(&self, expr: &Expr) -> Option<Value> {
        let spec = self.spec();
        let frames =
            spec.kinds.iter().map(|k| &k.frame).chain(spec.setups.iter().map(|s| &s.body.frame));
        let slots = frames.map(|frame| frame.names.len()).max().unwrap_or(0);
        self.value(expr, &mut vec![Value::Int(0); slots]).ok()
    }

    /// A step of a loop: now and then a look at the clock.
    pub(crate) fn tick(&self) -> Result<()> {
        let ticks = self.ticks.get() + 1;
        if ticks < STEPS_BETWEEN_LOOKS {
            self.ticks.set(ticks);
            return Ok(());
        }
        self.ticks.set(0);
        self.settings.budget.check().map_err(Error::Limit)
    }

    /// A value as the language writes it.
    pub fn show(&self, value: &Value) -> String {
        match value {
            Value::Sum(sum) => self.show_sum(sum),
            Value::Vector(entries) if matches!(entries.first(), Some(Value::Char(_))) => {
                value.to_string()
            }
            Value::Vector(entries) => format!("[{}]", self.show_all(entries)),
            Value::Set(entries) => format!("{{{}}}", self.show_all(entries)),
            Value::Tuple(entries) => format!("({})", self.show_all(entries)),
            other => other.to_string(),
        }
    }

    fn show_all(&self, values: &[Value]) -> String {
        let shown: Vec<String> = values.iter().map(|v| self.show(v)).collect();
        shown.join(", ")
    }

    /// A position as the language writes it.
    pub fn show_position(&self, position: &Position) -> String {
        let spec = self.spec();
        let kind = &spec.kinds[position.kind.index()];
        if position.fields.is_empty() {
            return kind.name.clone();
        }
        format!("{}({})", kind.name, self.show_all(&position.fields))
    }

    /// A sum as the language writes it.
    pub fn show_sum(&self, sum: &SumValue) -> String {
        let times = |copies: u64, what: String| {
            if copies == 1 { what } else { format!("{copies} * {what}") }
        };
        let mut parts: Vec<String> = Vec::new();
        for (position, copies) in sum.sum.components() {
            parts.push(times(*copies, self.show_position(position)));
        }
        for (size, copies) in sum.sum.heaps() {
            parts.push(times(*copies, format!("*{size}")));
        }
        for run in &sum.runs {
            let fields = run.first.fields.iter().zip(&run.step).map(|(field, step)| match step {
                0 => self.show(field),
                1 => format!("{} + i", self.show(field)),
                step => format!("{} + {step} * i", self.show(field)),
            });
            let kind = self.kind_name(run.first.kind);
            let fields: Vec<String> = fields.collect();
            parts.push(times(
                run.copies,
                format!("sum({kind}({}) for i in 0..{})", fields.join(", "), run.count),
            ));
        }
        if parts.is_empty() { "0".to_string() } else { parts.join(" + ") }
    }

    /// The name of a kind.
    pub(crate) fn kind_name(&self, kind: KindId) -> String {
        self.spec.borrow().kinds[kind.index()].name.clone()
    }
}
