//! Values and outcomes of sums, each component by the way that the plan chose.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use grundy_core::heap::{HeapError, HeapTables};
use grundy_core::{
    Budget, Genus, Limit, MisereSearch, Nimber, Options, Outcome, Rules, SearchError, Sum, Sweep,
};
use grundy_grammar::{Diagnostic, Span};

use crate::error::{Error, Result, too_many_copies};
use crate::instance::{Engine, Instance};
use crate::ir::{KindId, Play};
use crate::layers::Layers;
use crate::memo::Memo;
use crate::plan::Method;
use crate::reference::Reference;
use crate::value::{Position, Run, SumValue, Value};

/// What the engines have found so far. Each is borrowed on its own, since a
/// search asks the tables.
#[derive(Default)]
pub(crate) struct Solver {
    memo: RefCell<Option<Memo>>,
    misere: RefCell<MisereSearch<Position>>,
    heaps: RefCell<Option<HeapTables>>,
    sweep: RefCell<Option<Sweep>>,
    pub(crate) layers: RefCell<Layers>,
    reference: RefCell<Reference>,
    /// For each kind of heap, beyond which size a period is looked for next.
    looked: RefCell<BTreeMap<usize, u64>>,
}

impl Instance {
    /// The nimber of a sum under normal play.
    ///
    /// # Errors
    /// When the rules fail, a position can come back to itself, a limit is
    /// reached, or a long run would have to be walked.
    pub fn nimber(&self, sum: &SumValue) -> Result<Nimber> {
        if self.engine() == Some(Engine::Reference) {
            return self.solver.reference.borrow_mut().nimber(self, sum);
        }
        let (nimber, rest) = self.settled_part(sum)?;
        if rest.is_zero() {
            return Ok(nimber);
        }
        Ok(nimber ^ self.memo_search(|memo| memo.nimber(self, &rest))?)
    }

    /// The nimber of the part of a sum that needs no search, and the rest in normal form.
    fn settled_part(&self, sum: &SumValue) -> Result<(Nimber, Sum<Position>)> {
        let (mut nimber, mut rest) = (Nimber::ZERO, Sum::zero());
        for (size, _) in sum.sum.heaps().iter().filter(|(_, copies)| copies % 2 == 1) {
            nimber ^= Nimber::new(*size);
        }
        for (position, copies) in sum.sum.components() {
            if copies % 2 == 1 {
                nimber ^= self.settled_component(position, &mut rest)?;
            } else if !self.plan().ends() {
                // Two equal components cancel, if their play ends.
                self.component(position)?;
            }
        }
        for run in sum.runs.iter().filter(|run| run.copies % 2 == 1) {
            nimber ^= self.run_nimber(run)?;
        }
        Ok((nimber, rest))
    }

    /// The nimber of one component.
    pub(crate) fn component(&self, position: &Position) -> Result<Nimber> {
        self.nimber(&SumValue { sum: Sum::from(position.clone()), runs: Vec::new() })
    }

    /// The nimber of one component as far as it needs no search; the rest of its normal form is added
    /// to `rest`.
    fn settled_component(&self, position: &Position, rest: &mut Sum<Position>) -> Result<Nimber> {
        if let Some(nimber) = self.tabled(position)? {
            return Ok(nimber);
        }
        let normal =
            self.reduced_sum(&SumValue { sum: Sum::from(position.clone()), runs: Vec::new() })?;
        let mut nimber = Nimber::ZERO;
        for (size, _) in normal.heaps().iter().filter(|(_, copies)| copies % 2 == 1) {
            nimber ^= Nimber::new(*size);
        }
        for (position, copies) in normal.components() {
            match self.tabled(position)? {
                Some(found) if copies % 2 == 1 => nimber ^= found,
                Some(_) => {}
                None => rest.push(position.clone(), *copies),
            }
        }
        Ok(nimber)
    }

    /// Does something with the memo search.
    pub(crate) fn memo_search<T>(&self, work: impl FnOnce(&mut Memo) -> Result<T>) -> Result<T> {
        let mut memo = self.solver.memo.borrow_mut();
        work(memo.get_or_insert_with(|| match self.engine() {
            Some(Engine::Search) => Memo::boxed(),
            _ => Memo::packed(&self.spec()),
        }))
    }

    /// Who wins a sum. Under normal play a won position is left at its first option that is lost.
    ///
    /// # Errors
    /// As for [`Instance::nimber`].
    pub fn outcome(&self, sum: &SumValue, play: Play) -> Result<Outcome> {
        match (play, self.engine()) {
            (Play::Normal, Some(Engine::Reference)) => self.nimber(sum).map(Outcome::of),
            (Play::Normal, _) => {
                let (nimber, rest) = self.settled_part(sum)?;
                if rest.is_zero() {
                    return Ok(Outcome::of(nimber));
                }
                // The sum is lost when both parts have one nimber.
                let lost = self.memo_search(|memo| memo.has(self, &rest, nimber))?;
                Ok(if lost { Outcome::P } else { Outcome::N })
            }
            (Play::Misere, Some(Engine::Reference)) => {
                self.solver.reference.borrow_mut().misere(self, sum)
            }
            (Play::Misere, _) => self.misere(sum),
        }
    }

    fn misere(&self, sum: &SumValue) -> Result<Outcome> {
        let mut rest = SumValue { sum: sum.sum.clone(), runs: Vec::new() };
        let mut firm = Vec::new();
        for run in &sum.runs {
            match self.run_genus(run)? {
                Some(genus) => firm.push(genus),
                None => rest.runs.push(run.clone()),
            }
        }
        let normal = self.reduced_sum(&rest)?;
        let mut misere = self.solver.misere.borrow_mut();
        if firm.is_empty() {
            let found = misere.outcome(&Game(self), self.budget(), &normal);
            return found.map(|found| found.outcome).map_err(|e| self.search_error(e));
        }
        let found =
            misere.genus(&Game(self), self.budget(), &normal).map_err(|e| self.search_error(e))?;
        let Some(tame) = found else {
            return Err(self.unproved(
                sum.runs.first(),
                "one of the components is not tame, so the genus of the sum says nothing",
            ));
        };
        let genus = firm.into_iter().fold(tame, |a, b| a + b);
        Ok(genus.misere_outcome())
    }

    /// The genus of a run of Nim heaps with more than two sizes: some heap of it has at least 2.
    fn run_genus(&self, run: &Run) -> Result<Option<Genus>> {
        let Some(least) = self.nim_like(run.first.kind) else {
            return Ok(None);
        };
        let (first, last) = (size_of(&run.first), size_of(&run.at(run.count - 1)));
        if first.max(last) < least + 2 {
            return Ok(None);
        }
        let nimber = if run.copies % 2 == 1 { self.run_nimber(run)? } else { Nimber::ZERO };
        Ok(Genus::new(nimber, nimber))
    }

    /// The least size of a kind whose values count up: g(n) = n - least.
    fn nim_like(&self, kind: KindId) -> Option<u64> {
        let Method::Heap(index) = self.plan().method(kind) else {
            return None;
        };
        self.with_tables(|tables| {
            tables.counts_up(index).then(|| tables.family().kinds[index].least)
        })
    }

    /// The nimber of a position that the tables solve; `None` when the plan leaves it to a search.
    pub(crate) fn tabled(&self, position: &Position) -> Result<Option<Nimber>> {
        match self.plan().method(position.kind) {
            Method::Search => Ok(None),
            Method::Grid(board) | Method::Heaps(board) => self.on_board(board, position),
            Method::Heap(index) => {
                let size = size_of(position);
                let look = self.looks_for_period(index, size);
                let nimber = self.with_tables(|tables| {
                    if look {
                        tables.prove(index, size, self.budget())?;
                    }
                    tables.nimber(index, size, self.budget())
                });
                nimber.map(Some).map_err(|e| self.heap_error(e))
            }
            Method::Sweep => {
                let at = (position.kind.index(), size_of(position));
                let mut sweep = self.solver.sweep.borrow_mut();
                let sweep = sweep.get_or_insert_with(|| Sweep::new(self.plan().methods.len()));
                let nimber = sweep.nimber(&Sizes(self), at.0, at.1, self.budget());
                nimber.map(Some).map_err(|e| self.size_error(e))
            }
        }
    }

    /// Whether a period should be looked for before the heap of this size is
    /// solved: it costs little beside the table, but not at every size anew.
    fn looks_for_period(&self, index: usize, size: u64) -> bool {
        let mut looked = self.solver.looked.borrow_mut();
        looks_for_period(looked.entry(index).or_insert(SHORT_TABLE), size)
    }

    /// Works with the tables of the heaps, made at their first use. Which kind of the family a kind
    /// is says [`Plan::method`](crate::Plan::method).
    ///
    /// # Panics
    /// When the plan solves no kind as a heap.
    pub fn with_tables<T>(&self, work: impl FnOnce(&mut HeapTables) -> T) -> T {
        let mut tables = self.solver.heaps.borrow_mut();
        let tables = tables.get_or_insert_with(|| {
            let family = self.plan().analysis.family.clone();
            let tables = HeapTables::new(family.expect("the plan names heaps only with a family"));
            shared(tables.expect("the analysis proved that the family ends"))
        });
        work(tables)
    }

    /// Takes over tables of the same family that hold more.
    pub fn adopt_tables(&self, tables: HeapTables) {
        *self.solver.heaps.borrow_mut() = Some(shared(tables));
    }

    /// The xor of the nimbers of a run.
    fn run_nimber(&self, run: &Run) -> Result<Nimber> {
        let steps: Vec<(usize, i64)> =
            run.step.iter().copied().enumerate().filter(|(_, step)| *step != 0).collect();
        if let (Method::Heap(index), [(0, step)]) =
            (self.plan().method(run.first.kind), steps.as_slice())
        {
            // A run that goes down is the same set from its other end.
            let first =
                if *step > 0 { size_of(&run.first) } else { size_of(&run.at(run.count - 1)) };
            let found = self.with_tables(|tables| {
                tables.prove_within(index, LONG_TABLE, WORK, self.budget(), &mut |_| {})?;
                tables.xor_run(index, first, step.unsigned_abs(), run.count, self.budget())
            });
            return found.map_err(|error| match error {
                HeapError::Unproved => {
                    self.unproved(Some(run), "no period of its values is proved")
                }
                other => self.heap_error(other),
            });
        }
        if run.count > MAX_WALK {
            return Err(
                self.unproved(Some(run), "nothing is proved about the sequence of its values")
            );
        }
        let mut nimber = Nimber::ZERO;
        for at in 0..run.count {
            self.tick()?;
            nimber ^= self.component(&run.at(at))?;
        }
        Ok(nimber)
    }

    fn unproved(&self, run: Option<&Run>, why: &str) -> Error {
        let (what, count) = run.map_or(("a long run".to_string(), 0), |run| {
            (
                format!("the {} positions from `{}` on", run.count, self.show_position(&run.first)),
                run.count,
            )
        });
        let diagnostic = Diagnostic::new("E0715", Span::default(), format!("{what} cannot be added up: {why}"))
            .label("asks for this sum")
            .note(format!("runs of up to {MAX_WALK} positions are walked, this one has {count}"))
            .help("ask for a shorter run; of games with a proved period, or whose values count up like those of Nim, any run can be added up");
        Error::Unproved(Box::new(diagnostic))
    }

    /// Refuses to hold more positions than the budget allows.
    pub(crate) fn may_hold(&self, positions: usize) -> Result<()> {
        match self.budget().max_positions {
            Some(max) if positions as u64 > max => Err(Error::Limit(Limit::Positions(max))),
            _ => Ok(()),
        }
    }

    /// How many positions the searches hold.
    pub fn positions(&self) -> usize {
        self.solver.memo.borrow().as_ref().map_or(0, Memo::positions)
            + self.solver.misere.borrow().positions()
    }

    pub(crate) fn heap_error(&self, error: HeapError) -> Error {
        match error {
            HeapError::Limit(limit) => Error::Limit(limit),
            HeapError::NoSuchHeap { .. } => unreachable!("the domain was checked"),
            HeapError::TooLarge | HeapError::Unproved => {
                let diagnostic = Diagnostic::new(
                    "E0715",
                    Span::default(),
                    format!("this is out of reach: {error}"),
                );
                Error::Unproved(Box::new(diagnostic.label("asks for it")))
            }
        }
    }

    pub(crate) fn search_error(&self, error: SearchError<Position, Error>) -> Error {
        match error {
            SearchError::Cycle(cycle) => self.cycle(&cycle),
            SearchError::Limit(limit) => Error::Limit(limit),
            SearchError::Rules { error, .. } => error,
            SearchError::TooManyCopies => too_many_copies(Span::default()),
        }
    }

    fn size_error(&self, error: SearchError<(usize, u64), Error>) -> Error {
        match error {
            SearchError::Cycle(cycle) => {
                let cycle: Vec<Position> = cycle.into_iter().map(position_of).collect();
                self.cycle(&cycle)
            }
            SearchError::Limit(limit) => Error::Limit(limit),
            SearchError::Rules { error, .. } => error,
            SearchError::TooManyCopies => too_many_copies(Span::default()),
        }
    }
}

/// Tables in which a kind that is another in disguise has no table of its own.
fn shared(mut tables: HeapTables) -> HeapTables {
    let kinds = &tables.family().kinds;
    // It is seen in the tables up to the least sizes and a little further.
    let kinds = if kinds.iter().all(|kind| kind.least <= SHORT_TABLE) { kinds.len() } else { 0 };
    for kind in 0..kinds {
        // Where it is not done each kind is filled on its own: that costs time only.
        let _ = tables.share(kind, &Budget::default());
    }
    tables
}

/// As [`Instance::looks_for_period`], when a period has been looked for up to `last`.
pub(crate) fn looks_for_period(last: &mut u64, size: u64) -> bool {
    let look = size > *last;
    if look {
        *last = size.saturating_mul(2);
    }
    look
}

/// Tables of up to this size are filled without looking for a period.
pub(crate) const SHORT_TABLE: u64 = 1 << 12;

/// Larger tables are not filled to find a period.
pub(crate) const LONG_TABLE: u64 = 1 << 20;

/// No more work is done to find one, in marks; about as many take a second.
pub(crate) const WORK: u64 = 1 << 27;

/// Longer runs are not walked.
const MAX_WALK: u64 = 10_000_000;

/// The size of a position with one nat.
fn size_of(position: &Position) -> u64 {
    match position.fields.as_ref() {
        [Value::Int(size)] => u64::try_from(*size).expect("the domain was checked"),
        other => unreachable!("one nat, not {other:?}"),
    }
}

fn position_of((kind, size): (usize, u64)) -> Position {
    let size = Value::Int(i64::try_from(size).expect("came from an i64"));
    Position { kind: KindId::from(kind), fields: Box::new([size]) }
}

/// The rules as a search sees them: options in normal form, tables asked first.
pub(crate) struct Game<'a>(pub(crate) &'a Instance);

impl Rules for Game<'_> {
    type Position = Position;
    type Error = Error;

    fn options(&self, position: &Position, options: &mut Options<Position>) -> Result<()> {
        let flow = self.0.each_option(position, &mut |_, _, _, sum| {
            options.push_sum(self.0.reduced_sum(&sum)?);
            Ok(ControlFlow::Continue(()))
        })?;
        debug_assert!(flow.is_continue());
        Ok(())
    }

    fn known(&self, position: &Position) -> Result<Option<Nimber>> {
        self.0.tabled(position)
    }

    fn known_genus(&self, position: &Position) -> Result<Option<Genus>> {
        let nim = self.0.nim_like(position.kind);
        Ok(nim.map(|least| Genus::of_heap(size_of(position) - least)))
    }
}

/// The rules as tables see them: kinds and sizes.
struct Sizes<'a>(&'a Instance);

impl Rules for Sizes<'_> {
    type Position = (usize, u64);
    type Error = Error;

    fn options(&self, at: &(usize, u64), options: &mut Options<(usize, u64)>) -> Result<()> {
        let flow = self.0.each_option(&position_of(*at), &mut |_, _, _, sum| {
            let sum = self.0.normal_sum(&sum)?;
            options.push_sum(sum.map(|p| (p.kind.index(), size_of(&p))));
            Ok(ControlFlow::Continue(()))
        })?;
        debug_assert!(flow.is_continue());
        Ok(())
    }

    fn known(&self, at: &(usize, u64)) -> Result<Option<Nimber>> {
        match self.0.plan().method(KindId::from(at.0)) {
            Method::Heap(_) | Method::Grid(_) | Method::Heaps(_) => {
                self.0.tabled(&position_of(*at))
            }
            Method::Sweep | Method::Search => Ok(None),
        }
    }
}
