//! The memo of a game: positions as keys, as long as they need to be, or as they are.

use grundy_core::{Nimber, Options, Rules, Search, SearchError, Sum};

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::ir::{Spec, Type};
use crate::packed::Packed;
use crate::program::{Obstacle, Unfit, packs};
use crate::solve::Game;
use crate::value::Position;

/// The memo search of a game.
pub(crate) enum Memo {
    Keyed(Box<dyn Keyed>),
    /// Positions as they are.
    Boxed(Box<Search<Position>>),
}

/// A memo search over keys of some length.
pub(crate) trait Keyed {
    /// The nimber, or 1 for yes and 0 for no.
    fn answer(&self, game: &Instance, sum: &Sum<Position>, question: Question) -> Fit<u64>;

    /// How many options a position has, each counted as often as it comes.
    fn generated(&self, game: &Instance, position: &Position, times: usize) -> Fit<usize>;

    /// How a position is held, and what stands in the way of a program for those of its shape.
    fn form(&self, game: &Instance, position: &Position) -> Fit<SearchForm>;

    /// How options were found so far.
    fn report(&self) -> MoveReport;

    /// How many positions are held.
    fn positions(&self) -> usize;

    /// Calls `then` for each position that is held.
    fn each(&self, game: &Instance, then: &mut dyn FnMut(Position, Nimber));

    /// Holds a position; if it has no key, it will be solved again.
    fn keep(&self, game: &Instance, position: &Position, nimber: Nimber);

    /// A memo that holds nothing yet, with longer keys or with longer tags.
    fn wider(&self, unfit: Unfit) -> Memo;
}

/// What a search over keys gives.
pub(crate) type Fit<T> = std::result::Result<T, Halt>;

/// Why a search over keys stopped.
pub(crate) enum Halt {
    /// The rules failed, or a limit was reached.
    Failed(Error),
    /// A position has no key in this layout.
    Unfit(Unfit),
}

/// What is asked of a sum.
#[derive(Clone, Copy)]
pub(crate) enum Question {
    Nimber,
    Has(Nimber),
}

impl Question {
    /// Asks a search: the nimber, or 1 for yes and 0 for no.
    pub(crate) fn put<R: Rules>(
        self,
        search: &mut Search<R::Position>,
        rules: &R,
        game: &Instance,
        sum: &Sum<R::Position>,
    ) -> std::result::Result<u64, SearchError<R::Position, R::Error>> {
        match self {
            Question::Nimber if game.plan().analysis.falls_apart() => {
                search.nimber_by_asking(rules, game.budget(), sum).map(Nimber::get)
            }
            Question::Nimber => search.nimber(rules, game.budget(), sum).map(Nimber::get),
            // Where play might not end, positions that are left early could hide that.
            Question::Has(nimber) if game.plan().ends() || game.plan().analysis.falls_apart() => {
                search.has_nimber(rules, game.budget(), sum, nimber).map(u64::from)
            }
            Question::Has(nimber) => {
                let found = search.nimber(rules, game.budget(), sum)?;
                Ok(u64::from(found == nimber))
            }
        }
    }
}

/// How the options of positions were found, and what stood in the way of programs.
#[derive(Clone, Debug, Default)]
pub struct MoveReport {
    /// The bits of a key; `None` when positions are kept as they are.
    pub key_bits: Option<u32>,
    /// For so many positions by a program.
    pub by_program: u64,
    /// For so many positions by walking the tree of the rules.
    pub by_tree: u64,
    /// How many components the options had together.
    pub components: u64,
    /// Why, when it is a construct; one for each place.
    pub obstacles: Vec<Obstacle>,
}

/// How the memo search holds a position, and how it finds its options.
#[derive(Clone, Debug)]
pub struct SearchForm {
    /// The bits of its key; `None` when it is kept as it is.
    pub key_bits: Option<u32>,
    /// What stands in the way of a program; the rules are walked then.
    pub obstacle: Option<Obstacle>,
}

impl Memo {
    /// A memo for positions that are kept as they are.
    pub(crate) fn boxed() -> Memo {
        Memo::Boxed(Box::default())
    }

    /// A memo with keys as short as possible.
    pub(crate) fn packed(spec: &Spec) -> Memo {
        let fields = || spec.kinds.iter().flat_map(|kind| &kind.fields);
        if !fields().all(|field| packs(&field.ty)) {
            return Memo::boxed();
        }
        // Vectors of several lengths are several shapes.
        let vectors = fields().any(|field| matches!(field.ty, Type::Vector(_)));
        let kinds = spec.kinds.len().max(1).next_power_of_two().trailing_zeros();
        Memo::Keyed(Box::new(Packed::<u64>::new(kinds + if vectors { 4 } else { 0 })))
    }

    /// The nimber of a sum in normal form.
    pub(crate) fn nimber(&mut self, game: &Instance, sum: &Sum<Position>) -> Result<Nimber> {
        self.answer(game, sum, Question::Nimber).map(Nimber::new)
    }

    /// Whether a sum in normal form has a nimber; its own need not be found for that.
    pub(crate) fn has(
        &mut self,
        game: &Instance,
        sum: &Sum<Position>,
        nimber: Nimber,
    ) -> Result<bool> {
        self.answer(game, sum, Question::Has(nimber)).map(|has| has != 0)
    }

    /// The nimber, or 1 for yes and 0 for no.
    fn answer(&mut self, game: &Instance, sum: &Sum<Position>, question: Question) -> Result<u64> {
        self.ask(
            game,
            |keyed| keyed.answer(game, sum, question),
            |search| {
                let found = question.put(search, &Game(game), game, sum);
                found.map_err(|error| game.search_error(error))
            },
        )
    }

    /// Asks the search over keys, with longer ones as long as there are positions that need them, or
    /// the search over positions as they are.
    fn ask<T>(
        &mut self,
        game: &Instance,
        keyed: impl Fn(&dyn Keyed) -> Fit<T>,
        boxed: impl FnOnce(&mut Search<Position>) -> Result<T>,
    ) -> Result<T> {
        loop {
            let wider = match self {
                Memo::Boxed(search) => return boxed(search),
                Memo::Keyed(search) => match keyed(&**search) {
                    Ok(found) => return Ok(found),
                    Err(Halt::Failed(error)) => return Err(error),
                    Err(Halt::Unfit(unfit)) => {
                        let mut wider = search.wider(unfit);
                        search.each(game, &mut |at, nimber| wider.keep(game, &at, nimber));
                        wider
                    }
                },
            };
            *self = wider;
        }
    }

    /// Keeps a nimber that is known; if there is no place for it, it will be found again.
    fn keep(&mut self, game: &Instance, position: &Position, nimber: Nimber) {
        match self {
            Memo::Keyed(search) => search.keep(game, position, nimber),
            Memo::Boxed(search) => search.insert(position.clone(), nimber),
        }
    }

    /// How many positions are held.
    pub(crate) fn positions(&self) -> usize {
        match self {
            Memo::Keyed(search) => search.positions(),
            Memo::Boxed(search) => search.positions(),
        }
    }
}

impl Instance {
    /// How many options the memo search finds at a position in normal form, each counted as often
    /// as it comes. It finds them so many times, at least once, for benches: the key of the position
    /// is made once, as in a search.
    ///
    /// # Errors
    /// When the rules fail.
    pub fn generated(&self, position: &Position, times: usize) -> Result<usize> {
        self.memo_search(|memo| {
            memo.ask(
                self,
                |keyed| keyed.generated(self, position, times),
                |_| {
                    let mut options = Options::new();
                    for _ in 0..times.max(1) {
                        options.clear();
                        Game(self).options(position, &mut options)?;
                    }
                    Ok(options.len())
                },
            )
        })
    }

    /// How the memo search would hold this position, and how it would find its options.
    ///
    /// # Errors
    /// When its normal form cannot be found.
    pub fn search_form(&self, position: &Position) -> Result<SearchForm> {
        self.memo_search(|memo| {
            let boxed = SearchForm { key_bits: None, obstacle: None };
            memo.ask(self, |keyed| keyed.form(self, position), |_| Ok(boxed))
        })
    }

    /// How the memo search has found options so far.
    pub fn move_report(&self) -> MoveReport {
        let report = self.memo_search(|memo| {
            Ok(match memo {
                Memo::Keyed(search) => search.report(),
                Memo::Boxed(_) => MoveReport::default(),
            })
        });
        report.unwrap_or_default()
    }
}
