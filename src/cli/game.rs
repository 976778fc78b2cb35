//! A game that is ready to be asked: read, checked, with its params set.

use std::rc::Rc;
use std::sync::Arc;

use grundy::compiler::ir::{Binder, Body, Param, ParamId, Play, Type};
use grundy::compiler::value::{SumValue, Value};
use grundy::compiler::{
    Checked, Diagnostic, Error, Instance, Query, Settings, SourceId, SourceMap, Span, check,
};
use grundy_grammar::{ast, parse_expr, parse_file, parse_query};

use super::failure::{Failure, Run};
use super::options::GameOptions;
use super::params::Several;
use super::{params, spec};

/// A game with its params set.
pub struct Game {
    /// The game and what can still be checked against it.
    pub checked: Checked,
    /// The program that it is.
    pub instance: Rc<Instance>,
    /// Its syntax tree.
    pub file: Rc<ast::File>,
    /// The params that run through several values.
    swept: Vec<ParamId>,
    /// The params that the last question runs through.
    bound: Vec<ParamId>,
    settings: Settings,
    /// The texts of the game itself.
    own: SourceMap,
    /// These and the texts from the command line.
    sources: SourceMap,
}

/// A question of the form `SUM for BINDERS`.
pub struct Question {
    /// What is asked.
    pub query: Query,
    /// The text in front of `for`.
    pub subject: String,
    /// The text behind `for`.
    pub binders: String,
}

impl Question {
    /// The question as it was put: `SUM for BINDERS`.
    pub fn words(&self) -> String {
        let behind = if self.binders.is_empty() { "" } else { " for " };
        format!("{}{behind}{}", self.subject, self.binders)
    }
}

/// More instances than this are not set up at once.
const MAX_SWEEP: usize = 100_000;

impl Game {
    /// Reads a game and sets its params: one game for each value of a sweep.
    pub fn open(name: &str, options: &GameOptions) -> Run<Vec<Game>> {
        let settings = options.settings();
        let text = spec::find(name)?;
        let mut sources = SourceMap::default();
        let id = sources.add(text.file, text.text);
        let (file, mistakes) = parse_file(&sources, id);
        if !mistakes.is_empty() {
            return Err(Failure::mistakes(mistakes, sources));
        }
        let tree = Rc::new(file.clone());
        let mut checked = check::check(file.clone())
            .map_err(|mistakes| Failure::mistakes(mistakes, sources.clone()))?;
        if let Some(name) = text.name {
            checked.spec.name = name;
        }
        let with = params::set(file, checked.clone(), &options.params, options.each, &mut sources)?;

        let mut choices: Vec<Vec<(ParamId, Value, Span)>> = vec![with.listed.clone()];
        for (param, values, span) in &with.sweeps {
            let values = match values {
                Several::Listed(values) => values.clone(),
                Several::Of(values) => sweep_values(&checked, &sources, &settings, values)?,
            };
            if values.len().saturating_mul(choices.len()) > MAX_SWEEP {
                return Err(Failure::limit(format!(
                    "a sweep over more than {MAX_SWEEP} games is too much"
                )));
            }
            let longer = choices.iter().flat_map(|choice| {
                values.iter().map(|value| {
                    choice.iter().cloned().chain([(*param, value.clone(), *span)]).collect()
                })
            });
            choices = longer.collect();
        }
        let swept: Vec<ParamId> = with.sweeps.iter().map(|(param, ..)| *param).collect();
        choices
            .iter()
            .map(|given| Game::with(&with.checked, &sources, given, &settings, &tree, &swept))
            .collect()
    }

    /// Reads a game for a command that takes no sweep.
    pub fn open_one(name: &str, options: &GameOptions) -> Run<Game> {
        let mut games = Game::open(name, options)?;
        match (games.pop(), games.is_empty()) {
            (Some(game), true) => Ok(game),
            _ => Err(Failure::wrong("this command takes one value for each param")
                .help("give `-p NAME=EXPR` a single value")),
        }
    }

    /// No game at all, for expressions that stand alone.
    pub fn none(options: &GameOptions) -> Run<Game> {
        if !options.params.is_empty() {
            return Err(Failure::wrong("there is no game whose params could be set")
                .help("name the game in front of the expression"));
        }
        let name = ast::Name { text: String::new(), span: Span::default() };
        let file = ast::File { docs: String::new(), name, items: Vec::new() };
        Game::with(
            &Checked::empty(),
            &SourceMap::default(),
            &[],
            &options.settings(),
            &Rc::new(file),
            &[],
        )
    }

    fn with(
        checked: &Checked,
        sources: &SourceMap,
        given: &[(ParamId, Value, Span)],
        settings: &Settings,
        file: &Rc<ast::File>,
        swept: &[ParamId],
    ) -> Run<Game> {
        let shared = Arc::new(sources.clone());
        let instance =
            Instance::new(Arc::new(checked.spec.clone()), shared, given, settings.clone())
                .map_err(|error| Failure::of(error, sources))?;
        Ok(Game {
            checked: checked.clone(),
            instance,
            file: file.clone(),
            swept: swept.to_vec(),
            bound: Vec::new(),
            settings: settings.clone(),
            own: sources.clone(),
            sources: sources.clone(),
        })
    }

    /// The same game with nothing found out yet.
    pub fn anew(&self) -> Run<Game> {
        let given: Vec<(ParamId, Value, Span)> = self
            .instance
            .params()
            .iter()
            .enumerate()
            .map(|(i, value)| (i.into(), value.clone(), Span::default()))
            .collect();
        Game::with(&self.checked, &self.own, &given, &self.settings, &self.file, &self.swept)
    }

    /// The line of a place, counted from 1.
    pub fn line(&self, span: Span) -> usize {
        self.sources.line_column(span).0
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.checked.spec.name
    }

    /// The convention.
    pub fn play(&self) -> Play {
        self.instance.play()
    }

    /// The params with their values, but for those that a question runs through.
    pub fn params(&self) -> impl Iterator<Item = (&Param, &Value)> {
        let params = self.checked.spec.params.iter().zip(self.instance.params());
        let fixed = |at: &usize| !self.bound.iter().any(|param| param.index() == *at);
        params.enumerate().filter(move |(at, _)| fixed(at)).map(|(_, pair)| pair)
    }

    /// `subtraction, S = {1, 2, 3}, normal play`: what a result is about.
    pub fn title(&self) -> String {
        format!("{}, {}", self.title_without_play(), self.play())
    }

    /// `subtraction, S = {1, 2, 3}`.
    pub fn title_without_play(&self) -> String {
        let params = self.params().map(|(param, value)| {
            format!(", {} = {}", param.name, shortened(&self.instance.show(value)))
        });
        format!("{}{}", self.name(), params.collect::<String>())
    }

    /// What stopped a computation, with the texts it speaks of.
    pub fn failure(&self, error: Error) -> Failure {
        let failure = Failure::of(error, &self.instance.sources());
        if self.is_swept() {
            failure.note(&format!("with {}", self.assignments()))
        } else {
            failure
        }
    }

    /// Forgets the texts from the command line; no expression from them may be used any more.
    pub fn forget(&mut self) {
        self.sources = self.own.clone();
    }

    /// The names of the params that are swept.
    pub fn swept_names(&self) -> Vec<String> {
        self.swept
            .iter()
            .map(|param| self.checked.spec.params[param.index()].name.clone())
            .collect()
    }

    /// The values of the params that are swept.
    pub fn swept_values(&self) -> Vec<String> {
        self.swept.iter().map(|param| self.instance.show(self.instance.param(*param))).collect()
    }

    /// Whether it is one of several with different values of a param.
    pub fn is_swept(&self) -> bool {
        !self.swept.is_empty()
    }

    /// The params that are swept, with their values: `k = 3, m = 4`.
    pub fn assignments(&self) -> String {
        let pairs = self.swept_names().into_iter().zip(self.swept_values());
        pairs.map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    }

    /// Reads a sum and evaluates it; `source` is the name of the text in messages.
    pub fn sum(&mut self, source: &str, text: &str) -> Run<SumValue> {
        let body = self.read(source, text, |checked, sources, id| {
            checked.check_sum(&parse_expr(sources, id)?)
        })?;
        let value = self.instance.run(&body).map_err(|error| self.failure(error))?;
        Ok(value.sum().as_ref().clone())
    }

    /// The sum that the game names as its start; `command` asks for it.
    pub fn start(&self, command: &str) -> Run<SumValue> {
        let Some(start) = self.instance.spec().start.clone() else {
            let what =
                format!("`{}` names no `start`: say which sum `{command}` is for", self.name());
            return Err(
                Failure::wrong(what).help("give it behind the game, or add a `start` to the file")
            );
        };
        let value = self.instance.run(&start).map_err(|error| self.failure(error))?;
        Ok(value.sum().as_ref().clone())
    }

    /// Reads any expression.
    pub fn expr(&mut self, text: &str) -> Run<Body> {
        self.read("<expression>", text, |checked, sources, id| {
            checked.check_expr(&parse_expr(sources, id)?)
        })
    }

    /// Reads an expression of a type.
    pub fn typed(&mut self, source: &str, text: &str, ty: &Type) -> Run<Body> {
        self.read(source, text, |checked, sources, id| {
            checked.check_typed(ty, &parse_expr(sources, id)?)
        })
    }

    /// Reads `SUM for BINDERS`, with a condition of its own when there is one.
    pub fn question(&mut self, text: &str, condition: Option<&str>) -> Run<Question> {
        let condition = match condition {
            Some(text) => {
                Some(self.read("--where", text, |_, sources, id| parse_expr(sources, id))?)
            }
            None => None,
        };
        let question = self.read("<sum>", text, |checked, sources, id| {
            let (subject, binders) = parse_query(sources, id)?;
            let all = match (binders.first(), binders.last()) {
                (Some(first), Some(last)) => sources.text(first.span.to(last.span)).to_string(),
                _ => String::new(),
            };
            Ok(Question {
                query: checked.check_query(&subject, &binders, condition.as_ref())?,
                subject: one_line(sources.text(subject.span)),
                binders: one_line(&all),
            })
        })?;
        self.bound = question.query.binders.iter().filter_map(bound_param).collect();
        Ok(question)
    }

    fn read<T>(
        &mut self,
        source: &str,
        text: &str,
        read: impl FnOnce(&mut Checked, &SourceMap, SourceId) -> Result<T, Vec<Diagnostic>>,
    ) -> Run<T> {
        let id = self.sources.add(source, text);
        match read(&mut self.checked, &self.sources, id) {
            Ok(result) => {
                self.instance
                    .adopt(Arc::new(self.checked.spec.clone()), Arc::new(self.sources.clone()));
                Ok(result)
            }
            Err(mistakes) => Err(Failure::mistakes(mistakes, self.sources.clone())),
        }
    }
}

fn bound_param(binder: &Binder) -> Option<ParamId> {
    match binder {
        Binder::ParamIn(param, _) | Binder::ParamIs(param, _) => Some(*param),
        _ => None,
    }
}

/// The values that a swept param runs through.
fn sweep_values(
    checked: &Checked,
    sources: &SourceMap,
    settings: &Settings,
    values: &Body,
) -> Run<Vec<Value>> {
    let fail = |error| Failure::of(error, sources);
    let spec = Arc::new(checked.spec.clone());
    let instance =
        Instance::new(spec, Arc::new(sources.clone()), &[], settings.clone()).map_err(fail)?;
    let values = match instance.run(values).map_err(fail)? {
        Value::Range(range) if range.len() > MAX_SWEEP as u64 => {
            return Err(Failure::limit(format!("a sweep over {} values is too much", range.len())));
        }
        Value::Range(range) => range.iter().map(Value::Int).collect(),
        other => other.entries().to_vec(),
    };
    if values.is_empty() {
        Err(Failure::wrong("a sweep over no value gives no result"))
    } else {
        Ok(values)
    }
}

/// A text without line breaks.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// So many characters of a value are shown in a title.
const TITLE: usize = 40;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(TITLE) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_string(),
    }
}
