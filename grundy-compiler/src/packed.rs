//! The memo search over packed keys.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_core::graph::{Graph, Mask};
use grundy_core::{Nimber, Options, Rules, Search, SearchError, Sum};

use crate::analyse::{Likeness, Sort};
use crate::error::Error;
use crate::instance::Instance;
use crate::memo::{Fit, Halt, Keyed, Memo, MoveReport, Question, SearchForm};
use crate::plan::Method;
use crate::program::{
    Cell as KeyCell, Key, Layouts, Machine, Made, Obstacle, Place, Stop, Unfit, Wide, make,
};
use crate::value::Position;

/// What a search over keys of one length has found.
pub(crate) struct Packed<K> {
    layouts: RefCell<Layouts>,
    /// The program of each shape, as far as it was asked for.
    programs: RefCell<Vec<Option<Made>>>,
    machine: RefCell<Machine<K>>,
    cells: RefCell<Vec<i64>>,
    search: RefCell<Search<K>>,
    options: RefCell<Options<K>>,
    /// Whether the last program that ran gave the options in an order of its own.
    ranked: Cell<bool>,
    counts: Counts,
    graphs: OnceCell<Box<[Option<InGraph>]>>,
}

/// The graph of a kind whose only field is a set of its vertices, for which one that looks like it may
/// stand.
struct InGraph {
    graph: Arc<Graph>,
    /// Whether a mirror image tells that a position is lost.
    answers: bool,
}

/// These graphs, in the order of the kinds; none where that does not say all of what stands for what.
fn graphs(game: &Instance) -> Box<[Option<InGraph>]> {
    let analysis = &game.plan().analysis;
    let kinds = analysis.alike.iter().zip(&analysis.picks).map(|(alike, picks)| {
        let Some(alike) = alike.as_ref().filter(|alike| alike.likeness == Likeness::Shape) else {
            return Some(None);
        };
        let graph = game.graph_at(alike.graph).ok().filter(|graph| graph.shapes().is_some())?;
        let answers = picks.is_some() && !graph.is_directed();
        let set = alike.fields == [Sort::Set(Box::new(Sort::Vertex))];
        set.then_some(Some(InGraph { graph, answers }))
    });
    kinds.collect::<Option<_>>().unwrap_or_default()
}

/// How the options of positions were found.
#[derive(Default)]
struct Counts {
    by_program: Cell<u64>,
    by_tree: Cell<u64>,
    components: Cell<u64>,
}

impl<K: Key> Packed<K> {
    pub(crate) fn new(tag: u32) -> Self {
        Packed {
            layouts: RefCell::new(Layouts::new(K::BITS, tag)),
            programs: RefCell::default(),
            machine: RefCell::new(Machine::new()),
            cells: RefCell::default(),
            search: RefCell::default(),
            options: RefCell::default(),
            ranked: Cell::new(false),
            counts: Counts::default(),
            graphs: OnceCell::new(),
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
}

impl<K: Key> Keyed for Packed<K> {
    fn answer(&self, game: &Instance, sum: &Sum<Position>, question: Question) -> Fit<u64> {
        let mut keys = Sum::zero();
        for (position, copies) in sum.components() {
            let key: K = self.layouts.borrow_mut().encode(game, position).map_err(Halt::Unfit)?;
            keys.push(key, *copies);
        }
        sum.heaps().iter().for_each(|&(size, copies)| keys.push_heap(size, copies));
        let tabled = game.plan().some_tabled();
        let diagrams = game.plan().analysis.diagrams.iter().any(Option::is_some);
        let graphs = self.graphs.get_or_init(|| graphs(game));
        let rules = PackedRules { game, packed: self, tabled, graphs, diagrams };
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

    fn generated(&self, game: &Instance, position: &Position, times: usize) -> Fit<usize> {
        let key: K = self.layouts.borrow_mut().encode(game, position).map_err(Halt::Unfit)?;
        let mut options = self.options.borrow_mut();
        let rules = PackedRules { game, packed: self, tabled: false, graphs: &[], diagrams: false };
        for _ in 0..times.max(1) {
            options.clear();
            rules.options(&key, &mut options)?;
        }
        Ok(options.len())
    }

    fn form(&self, game: &Instance, position: &Position) -> Fit<SearchForm> {
        let key: K = self.layouts.borrow_mut().encode(game, position).map_err(Halt::Unfit)?;
        let shape = self.layouts.borrow().shape_of(&key);
        let made = self.program(game, shape).map_err(Halt::Unfit)?;
        Ok(SearchForm { key_bits: Some(K::BITS), obstacle: (*made).as_ref().err().cloned() })
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
            components: self.counts.components.get(),
            obstacles,
        }
    }

    fn positions(&self) -> usize {
        self.search.borrow().positions()
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

    fn wider(&self, unfit: Unfit) -> Memo {
        let tag = self.layouts.borrow().tag;
        match K::BITS {
            _ if unfit == Unfit::Never => Memo::boxed(),
            64 | 128 if unfit == Unfit::Shapes && tag < 24 => {
                Memo::Keyed(Box::new(Packed::<K>::new(tag + 4)))
            }
            64 => Memo::Keyed(Box::new(Packed::<u128>::new(tag))),
            128 => Memo::Keyed(Box::new(Packed::<Wide>::new(tag))),
            _ => Memo::boxed(),
        }
    }
}

/// The rules as a search over keys sees them.
struct PackedRules<'a, K> {
    game: &'a Instance,
    packed: &'a Packed<K>,
    /// Whether there are kinds that tables know.
    tabled: bool,
    /// See [`graphs`]; none where every set has to be the one that stands for others.
    graphs: &'a [Option<InGraph>],
    /// Whether there are kinds whose positions are Young diagrams like their conjugates.
    diagrams: bool,
}

impl<K: Key> Rules for PackedRules<'_, K> {
    type Position = K;
    type Error = Halt;

    fn options(&self, key: &K, options: &mut Options<K>) -> Fit<()> {
        self.find_options(key, options, false)
    }

    fn loose_options(&self, key: &K, options: &mut Options<K>) -> Fit<()> {
        self.find_options(key, options, !self.graphs.is_empty())
    }

    fn settled(&self, key: &K) -> K {
        let Some((InGraph { graph, .. }, place)) = self.in_graph(key) else { return *key };
        let set = key.get(place.shift, place.width);
        let Some(shapes) = graph.shapes().filter(|_| set.is_within(u64::below(graph.order())))
        else {
            return *key;
        };
        let mut settled = K::default();
        settled.put(0, key.get(0, place.shift));
        settled.put(place.shift, shapes.representative(set));
        settled
    }

    #[inline]
    fn comes_first(&self, a: &K, b: &K) -> bool {
        !self.packed.ranked.get() && a < b
    }

    /// How many vertices, or other members, the sets of a position have.
    fn effort(&self, key: &K) -> u64 {
        let layouts = self.packed.layouts.borrow();
        let shape = &layouts.shapes[layouts.shape_of(key)];
        let sets = shape.cells.iter().zip(&shape.places);
        let sets = sets.filter(|(cell, _)| matches!(cell, KeyCell::Set(_)));
        sets.map(|(_, place)| u64::from(key.get(place.shift, place.width).count_ones())).sum()
    }

    fn proved(&self, key: &K) -> Fit<Option<Nimber>> {
        let lost = self.in_graph(key).is_some_and(|(InGraph { graph, answers }, place)| {
            let set = key.get(place.shift, place.width);
            *answers && graph.shapes().is_some_and(|shapes| shapes.is_mirrored(set))
        });
        Ok(lost.then_some(Nimber::ZERO))
    }

    fn twin(&self, key: &K) -> Option<K> {
        if !self.diagrams {
            return None;
        }
        let layouts = self.packed.layouts.borrow();
        let shape = &layouts.shapes[layouts.shape_of(key)];
        let diagrams = self.game.plan().analysis.diagrams[shape.kind.index()]?;
        let mut cells = Vec::with_capacity(diagrams.rows);
        let id = layouts.cells(key, &mut cells);
        let conjugate = diagrams.conjugate(&cells)?;
        let mut twin = K::default();
        twin.put(0, id as u64);
        for (cell, place) in conjugate.into_iter().zip(&shape.places) {
            twin.put(place.shift, place.pack(cell)?);
        }
        Some(twin)
    }

    #[inline]
    fn known(&self, key: &K) -> Fit<Option<Nimber>> {
        if self.tabled { self.tabled_nimber(key) } else { Ok(None) }
    }
}

impl<K: Key> PackedRules<'_, K> {
    /// Finds the options and counts their components.
    fn find_options(&self, key: &K, options: &mut Options<K>, loose: bool) -> Fit<()> {
        let before = options.components();
        self.each_option(key, options, loose)?;
        let met = &self.packed.counts.components;
        met.set(met.get() + (options.components() - before) as u64);
        Ok(())
    }

    /// The graph in which a position is a set, and where the set lies in the key.
    #[inline]
    fn in_graph(&self, key: &K) -> Option<(&InGraph, Place)> {
        if self.graphs.is_empty() {
            return None;
        }
        let layouts = self.packed.layouts.borrow();
        let shape = &layouts.shapes[layouts.shape_of(key)];
        let graph = self.graphs[shape.kind.index()].as_ref()?;
        Some((graph, *shape.places.first()?))
    }

    /// Finds the options by a program, or by walking the tree of the rules.
    fn each_option(&self, key: &K, options: &mut Options<K>, loose: bool) -> Fit<()> {
        let PackedRules { game, packed, .. } = *self;
        let mut cells = packed.cells.borrow_mut();
        let shape = packed.layouts.borrow().cells(key, &mut cells);
        let made = packed.program(game, shape).map_err(Halt::Unfit)?;
        let before = options.len();
        if let Ok(program) = &*made {
            let mut machine = packed.machine.borrow_mut();
            machine.loose(loose);
            match machine.options(program, game, &cells, options) {
                Ok(()) => {
                    packed.ranked.set(machine.is_ranked());
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

    /// The nimber of a position that tables know.
    fn tabled_nimber(&self, key: &K) -> Fit<Option<Nimber>> {
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
