//! The memo search over packed keys.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use grundy_core::{Nimber, Options, Rules, Search, SearchError, Sum};

use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::ir::Spec;
use crate::plan::Method;
use crate::program::{Key, Layouts, Machine, Made, Obstacle, Stop, Unfit, Wide, make, packs};
use crate::solve::Game;
use crate::value::Position;

/// The memo search of a game, with keys as long as its positions need.
pub(crate) enum Memo {
    Short(Packed<u64>),
    Long(Packed<u128>),
    Wide(Packed<Wide>),
    /// Positions as they are.
    Boxed(Search<Position>),
}

/// What a search over keys of one length has found.
pub(crate) struct Packed<K> {
    layouts: RefCell<Layouts>,
    /// The program of each shape, as far as it was asked for.
    programs: RefCell<Vec<Option<Made>>>,
    machine: RefCell<Machine<K>>,
    cells: RefCell<Vec<i64>>,
    search: RefCell<Search<K>>,
    options: RefCell<Options<K>>,
    counts: Counts,
}

/// How the options of positions were found.
#[derive(Default)]
struct Counts {
    by_program: Cell<u64>,
    by_tree: Cell<u64>,
}

/// Why a search over keys stopped.
enum Halt {
    /// The rules failed, or a limit was reached.
    Failed(Error),
    /// A position has no key in this layout.
    Unfit(Unfit),
}

/// What is asked of a sum.
#[derive(Clone, Copy)]
enum Question {
    Nimber,
    Has(Nimber),
}

impl Question {
    /// Asks a search: the nimber, or 1 for yes and 0 for no.
    fn put<R: Rules>(
        self,
        search: &mut Search<R::Position>,
        rules: &R,
        game: &Instance,
        sum: &Sum<R::Position>,
    ) -> std::result::Result<u64, SearchError<R::Position, R::Error>> {
        match self {
            Question::Nimber => search.nimber(rules, game.budget(), sum).map(Nimber::get),
            Question::Has(nimber) => {
                search.has_nimber(rules, game.budget(), sum, nimber).map(u64::from)
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
        Memo::Boxed(Search::new())
    }

    /// A memo with keys as short as possible.
    pub(crate) fn packed(spec: &Spec) -> Memo {
        let fields = || spec.kinds.iter().flat_map(|kind| &kind.fields);
        if !fields().all(|field| packs(&field.ty)) {
            return Memo::boxed();
        }
        // Vectors of several lengths are several shapes.
        let vectors = fields().any(|field| matches!(field.ty, crate::ir::Type::Vector(_)));
        let kinds = spec.kinds.len().max(1).next_power_of_two().trailing_zeros();
        Memo::Short(Packed::new(kinds + if vectors { 4 } else { 0 }))
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
        loop {
            let result = match self {
                Memo::Short(packed) => packed.answer(game, sum, question),
                Memo::Long(packed) => packed.answer(game, sum, question),
                Memo::Wide(packed) => packed.answer(game, sum, question),
                Memo::Boxed(search) => {
                    let found = question.put(search, &Game(game), game, sum);
                    return found.map_err(|error| game.search_error(error));
                }
            };
            match result {
                Ok(found) => return Ok(found),
                Err(Halt::Failed(error)) => return Err(error),
                Err(Halt::Unfit(unfit)) => self.widen(game, unfit),
            }
        }
    }

    /// Goes over to longer keys, or to longer tags, and takes along what was found.
    fn widen(&mut self, game: &Instance, unfit: Unfit) {
        let shapes = unfit == Unfit::Shapes;
        let old = std::mem::replace(self, Memo::boxed());
        *self = match old {
            _ if unfit == Unfit::Never => old.moved(game, Memo::boxed()),
            Memo::Short(ref packed) if shapes && packed.tag() < 24 => {
                let tag = packed.tag() + 4;
                old.moved(game, Memo::Short(Packed::new(tag)))
            }
            Memo::Short(ref packed) => {
                let tag = packed.tag();
                old.moved(game, Memo::Long(Packed::new(tag)))
            }
            Memo::Long(ref packed) if shapes && packed.tag() < 24 => {
                let tag = packed.tag() + 4;
                old.moved(game, Memo::Long(Packed::new(tag)))
            }
            Memo::Long(ref packed) => {
                let tag = packed.tag();
                old.moved(game, Memo::Wide(Packed::new(tag)))
            }
            Memo::Wide(_) | Memo::Boxed(_) => old.moved(game, Memo::boxed()),
        };
    }

    /// What this memo knows, put into another one.
    fn moved(&self, game: &Instance, mut to: Memo) -> Memo {
        match self {
            Memo::Short(packed) => packed.each(game, &mut |at, nimber| to.keep(game, &at, nimber)),
            Memo::Long(packed) => packed.each(game, &mut |at, nimber| to.keep(game, &at, nimber)),
            Memo::Wide(packed) => packed.each(game, &mut |at, nimber| to.keep(game, &at, nimber)),
            Memo::Boxed(search) => {
                search.iter().for_each(|(at, nimber)| to.keep(game, at, nimber));
            }
        }
        to
    }

    /// Keeps a nimber that is known; if there is no place for it, it will be found again.
    fn keep(&mut self, game: &Instance, position: &Position, nimber: Nimber) {
        match self {
            Memo::Short(packed) => packed.keep(game, position, nimber),
            Memo::Long(packed) => packed.keep(game, position, nimber),
            Memo::Wide(packed) => packed.keep(game, position, nimber),
            Memo::Boxed(search) => search.insert(position.clone(), nimber),
        }
    }

    /// How many positions are held.
    pub(crate) fn positions(&self) -> usize {
        match self {
            Memo::Short(packed) => packed.search.borrow().positions(),
            Memo::Long(packed) => packed.search.borrow().positions(),
            Memo::Wide(packed) => packed.search.borrow().positions(),
            Memo::Boxed(search) => search.positions(),
        }
    }

    /// How many options a position has, each counted as often as it comes.
    fn generated(&mut self, game: &Instance, position: &Position) -> Result<usize> {
        loop {
            let result = match self {
                Memo::Short(packed) => packed.generated(game, position),
                Memo::Long(packed) => packed.generated(game, position),
                Memo::Wide(packed) => packed.generated(game, position),
                Memo::Boxed(_) => {
                    let mut options = Options::new();
                    Game(game).options(position, &mut options)?;
                    return Ok(options.len());
                }
            };
            match result {
                Ok(count) => return Ok(count),
                Err(Halt::Failed(error)) => return Err(error),
                Err(Halt::Unfit(unfit)) => self.widen(game, unfit),
            }
        }
    }

    /// The bits of the key of a position; what stands in the way of a program for those of its shape.
    fn form(&mut self, game: &Instance, position: &Position) -> SearchForm {
        loop {
            let result = match self {
                Memo::Short(packed) => packed.form(game, position),
                Memo::Long(packed) => packed.form(game, position),
                Memo::Wide(packed) => packed.form(game, position),
                Memo::Boxed(_) => return SearchForm { key_bits: None, obstacle: None },
            };
            match result {
                Ok(form) => return form,
                Err(unfit) => self.widen(game, unfit),
            }
        }
    }

    /// How options were found so far.
    pub(crate) fn report(&self) -> MoveReport {
        match self {
            Memo::Short(packed) => packed.report(),
            Memo::Long(packed) => packed.report(),
            Memo::Wide(packed) => packed.report(),
            Memo::Boxed(_) => MoveReport::default(),
        }
    }
}

impl<K: Key> Packed<K> {
    fn new(tag: u32) -> Self {
        Packed {
            layouts: RefCell::new(Layouts::new(K::BITS, tag)),
            programs: RefCell::default(),
            machine: RefCell::new(Machine::new()),
            cells: RefCell::default(),
            search: RefCell::default(),
            options: RefCell::default(),
            counts: Counts::default(),
        }
    }

    fn tag(&self) -> u32 {
        self.layouts.borrow().tag
    }

    fn answer(
        &self,
        game: &Instance,
        sum: &Sum<Position>,
        question: Question,
    ) -> std::result::Result<u64, Halt> {
        let mut keys = Sum::zero();
        for (position, copies) in sum.components() {
            let key: K = self.layouts.borrow_mut().encode(game, position).map_err(Halt::Unfit)?;
            keys.push(key, *copies);
        }
        sum.heaps().iter().for_each(|&(size, copies)| keys.push_heap(size, copies));
        let rules = PackedRules { game, packed: self, tabled: game.plan().some_tabled() };
        let found = question.put(&mut self.search.borrow_mut(), &rules, game, &keys);
        found.map_err(|error| match error {
            SearchError::Rules { error, .. } => error,
            SearchError::Limit(limit) => Halt::Failed(Error::Limit(limit)),
            SearchError::Cycle(keys) => {
                let layouts = self.layouts.borrow();
                let cycle = keys.iter().map(|key| layouts.decode(game, key));
                Halt::Failed(game.search_error(SearchError::Cycle(cycle.collect())))
            }
            SearchError::TooManyCopies => {
                Halt::Failed(game.search_error(SearchError::TooManyCopies))
            }
        })
    }

    fn generated(&self, game: &Instance, position: &Position) -> std::result::Result<usize, Halt> {
        let key: K = self.layouts.borrow_mut().encode(game, position).map_err(Halt::Unfit)?;
        let mut options = self.options.borrow_mut();
        options.clear();
        PackedRules { game, packed: self, tabled: false }.options(&key, &mut options)?;
        Ok(options.len())
    }

    fn each(&self, game: &Instance, then: &mut dyn FnMut(Position, Nimber)) {
        let layouts = self.layouts.borrow();
        for (key, nimber) in self.search.borrow().iter() {
            then(layouts.decode(game, key), nimber);
        }
    }

    fn keep(&self, game: &Instance, position: &Position, nimber: Nimber) {
        if let Ok(key) = self.layouts.borrow_mut().encode(game, position) {
            self.search.borrow_mut().insert(key, nimber);
        }
    }

    /// The program of a shape.
    fn program(&self, game: &Instance, shape: usize) -> std::result::Result<Made, Unfit> {
        if let Some(Some(made)) = self.programs.borrow().get(shape) {
            return Ok(made.clone());
        }
        let made = make(game, &mut self.layouts.borrow_mut(), shape)?;
        let mut programs = self.programs.borrow_mut();
        if programs.len() <= shape {
            programs.resize(shape + 1, None);
        }
        programs[shape] = Some(made.clone());
        Ok(made)
    }

    fn form(&self, game: &Instance, position: &Position) -> std::result::Result<SearchForm, Unfit> {
        let mut layouts = self.layouts.borrow_mut();
        let key: K = layouts.encode(game, position)?;
        let shape = layouts.shape_of(&key);
        drop(layouts);
        let obstacle = self.program(game, shape)?.as_ref().as_ref().err().cloned();
        Ok(SearchForm { key_bits: Some(K::BITS), obstacle })
    }

    fn report(&self) -> MoveReport {
        let mut obstacles: Vec<Obstacle> = Vec::new();
        for made in self.programs.borrow().iter().flatten() {
            if let Err(obstacle) = &**made
                && obstacles.iter().all(|other| other.at != obstacle.at)
            {
                obstacles.push(obstacle.clone());
            }
        }
        MoveReport {
            key_bits: Some(K::BITS),
            by_program: self.counts.by_program.get(),
            by_tree: self.counts.by_tree.get(),
            obstacles,
        }
    }
}

/// The rules as a search over keys sees them.
struct PackedRules<'a, K> {
    game: &'a Instance,
    packed: &'a Packed<K>,
    /// Whether there are kinds that tables know.
    tabled: bool,
}

impl<K: Key> Rules for PackedRules<'_, K> {
    type Position = K;
    type Error = Halt;

    fn options(&self, key: &K, options: &mut Options<K>) -> std::result::Result<(), Halt> {
        let PackedRules { game, packed, .. } = *self;
        let mut cells = packed.cells.borrow_mut();
        let shape = packed.layouts.borrow().cells(key, &mut cells);
        let made = packed.program(game, shape).map_err(Halt::Unfit)?;
        let before = options.len();
        if let Ok(program) = &*made {
            let layouts = packed.layouts.borrow();
            let mut machine = packed.machine.borrow_mut();
            match machine.options(program, &layouts.shapes, game, &cells, options) {
                Ok(()) => {
                    packed.counts.by_program.set(packed.counts.by_program.get() + 1);
                    return Ok(());
                }
                Err(Stop::Stopped(error)) => return Err(Halt::Failed(error)),
                Err(Stop::Wide) => return Err(Halt::Unfit(Unfit::Wide)),
                Err(Stop::Fault) => options.truncate(before),
            }
        }
        packed.counts.by_tree.set(packed.counts.by_tree.get() + 1);
        let position = packed.layouts.borrow().decode(game, key);
        let mut unfit = None;
        let flow = game.each_option(&position, &mut |_, _, _, sum| {
            let normal = game.reduced_sum(&sum)?;
            let mut layouts = packed.layouts.borrow_mut();
            for (position, copies) in normal.components() {
                match layouts.encode(game, position) {
                    Ok(key) => options.component(key, *copies),
                    Err(why) => {
                        unfit = Some(why);
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            for (size, copies) in normal.heaps() {
                options.heap(*size, *copies);
            }
            options.finish();
            Ok(ControlFlow::Continue(()))
        });
        let _ = flow.map_err(Halt::Failed)?;
        unfit.map_or(Ok(()), |unfit| Err(Halt::Unfit(unfit)))
    }

    #[inline]
    fn comes_first(&self, a: &K, b: &K) -> bool {
        a < b
    }

    #[inline]
    fn known(&self, key: &K) -> std::result::Result<Option<Nimber>, Halt> {
        if self.tabled { self.tabled_nimber(key) } else { Ok(None) }
    }
}

impl<K: Key> PackedRules<'_, K> {
    /// The nimber of a position that tables know.
    fn tabled_nimber(&self, key: &K) -> std::result::Result<Option<Nimber>, Halt> {
        let layouts = self.packed.layouts.borrow();
        let shape = layouts.shape_of(key);
        if self.game.plan().method(layouts.shapes[shape].kind) == Method::Search {
            return Ok(None);
        }
        let position = layouts.decode(self.game, key);
        drop(layouts);
        self.game.tabled(&position).map_err(Halt::Failed)
    }
}

impl Instance {
    /// How many options the memo search finds at a position in normal form, each counted as often
    /// as it comes.
    ///
    /// # Errors
    /// When the rules fail.
    pub fn generated(&self, position: &Position) -> Result<usize> {
        self.memo_search(|memo| memo.generated(self, position))
    }

    /// How the memo search would hold this position, and how it would find its options.
    ///
    /// # Errors
    /// When its normal form cannot be found.
    pub fn search_form(&self, position: &Position) -> Result<SearchForm> {
        self.memo_search(|memo| Ok(memo.form(self, position)))
    }

    /// How the memo search has found options so far.
    pub fn move_report(&self) -> MoveReport {
        self.memo_search(|memo| Ok(memo.report())).unwrap_or_default()
    }
}
