//! The plan: which engine solves which kind, chosen from what was proved.

use std::collections::BTreeMap;

use crate::analyse::{
    Analysis, Board, Ending, Fixed, GridPlan, HeapsPlan, Input, Reason, Shape, analyse, grid, heaps,
};
use crate::instance::{Engine, Instance};
use crate::ir::KindId;

/// How a kind is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// As a kind of heap that the engine knows: tables of numbers, no rules evaluated.
    Heap(usize),
    /// As a kind of heap for each value of the fields that no move changes, or whose size may be
    /// negative. The number is that of the board in [`Analysis::boards`].
    Heaps(usize),
    /// As points of a grid: dense tables in an order in which every option comes first. The number
    /// is that of the board in [`Analysis::boards`].
    Grid(usize),
    /// Tables filled in ascending order by evaluating the rules.
    Sweep,
    /// Search of the positions that can be reached, each solved once.
    Search,
}

/// What was proved and what follows from it.
#[derive(Debug)]
pub struct Plan {
    /// What was proved.
    pub analysis: Analysis,
    /// How each kind is solved.
    pub methods: Vec<Method>,
    /// Each board as a grid, for the sample of its fixed fields.
    pub grids: Vec<Result<GridPlan, Reason>>,
}

impl Plan {
    fn new(instance: &Instance) -> Plan {
        let spec = instance.spec();
        let analysis = instance.with_input(BTreeMap::new(), None, analyse);
        let engine = instance.engine();
        let grids: Vec<Result<GridPlan, Reason>> =
            analysis.boards.iter().map(|board| instance.grid(board, &board.sample)).collect();
        // Where the kinds are heaps as they are, nothing need be fixed.
        let heaps = analysis.boards.iter().map(|board| {
            let plain =
                |kind: &KindId| matches!(analysis.kinds[kind.index()].shape, Shape::Heap { .. });
            !board.kinds.iter().any(plain) && instance.heaps(board, &board.sample).is_some()
        });
        let heaps: Vec<bool> = heaps.collect();
        let methods = analysis
            .kinds
            .iter()
            .zip(&spec.kinds)
            .enumerate()
            .map(|(at, (kind, rules))| {
                // Tables hold the plain sizes: normal forms would be looked up by what they are not.
                let plain = rules.ends.is_empty() && rules.equals.is_empty();
                let board =
                    analysis.boards.iter().position(|b| b.kinds.contains(&KindId::from(at)));
                let grid = board.and_then(|b| Some((b, grids[b].as_ref().ok()?)));
                match (kind.shape, engine) {
                    (_, Some(Engine::Reference | Engine::Search | Engine::Program)) => {
                        Method::Search
                    }
                    (Shape::Heap { index }, None) => Method::Heap(index),
                    (_, None) if let Some(board) = board.filter(|b| heaps[*b]) => {
                        Method::Heaps(board)
                    }
                    (_, None)
                        if let Some((board, grid)) = grid
                            && grid.is_better_than_sweep() =>
                    {
                        Method::Grid(board)
                    }
                    (_, Some(Engine::Grid)) => {
                        grid.map_or(Method::Search, |(b, _)| Method::Grid(b))
                    }
                    (Shape::OneNat { smaller_only: true, dense: true }, _) if plain => {
                        Method::Sweep
                    }
                    (
                        Shape::OneNat { smaller_only: true, .. } | Shape::Heap { .. },
                        Some(Engine::Sweep),
                    ) if plain => Method::Sweep,
                    _ => Method::Search,
                }
            })
            .collect();
        Plan { analysis, methods, grids }
    }

    /// How a kind is solved.
    pub fn method(&self, kind: KindId) -> Method {
        self.methods[kind.index()]
    }

    /// Whether tables know some of the kinds.
    pub(crate) fn some_tabled(&self) -> bool {
        self.methods.iter().any(|method| *method != Method::Search)
    }

    /// Whether it was proved that every play ends.
    pub fn ends(&self) -> bool {
        matches!(self.analysis.ending, Ending::Proved { .. })
    }
}

impl GridPlan {
    /// How many coordinates a position has.
    pub fn coordinates(&self) -> usize {
        self.grid.whole.len()
    }

    /// Whether a table of it is likely to be filled at little cost: with one coordinate only if no
    /// rule has to be evaluated.
    fn is_better_than_sweep(&self) -> bool {
        self.full && (self.coordinates() > 1 || self.kinds.iter().all(|kind| kind.asked.is_empty()))
    }
}

impl Instance {
    /// The plan, made at its first use.
    pub fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| Plan::new(self))
    }

    /// Calls `then` with this game, some of its fields fixed.
    pub(crate) fn with_input<T>(
        &self,
        fixed: BTreeMap<(KindId, usize), Fixed>,
        layer: Option<Vec<KindId>>,
        then: impl FnOnce(&Input) -> T,
    ) -> T {
        let spec = self.spec();
        let constant = |expr: &_| self.constant(expr);
        then(&Input { spec: &spec, params: self.params(), constant: &constant, fixed, layer })
    }

    /// The kinds of a board as points of a grid, with these values of what is fixed.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn grid(&self, board: &Board, values: &[Fixed]) -> Result<GridPlan, Reason> {
        self.with_input(board.fixed(values), None, |input| grid::recognise(input, &board.kinds))
    }

    /// The kinds of a board as heaps, with these values of what is fixed; `None` when they are none.
    pub fn heaps(&self, board: &Board, values: &[Fixed]) -> Option<HeapsPlan> {
        let layer = Some(board.kinds.clone());
        self.with_input(board.fixed(values), layer, |input| heaps(input, board))
    }
}
