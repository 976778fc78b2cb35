//! The plan: which engine solves which kind, chosen from what was proved.

use crate::analyse::{Analysis, Ending, Input, Shape, analyse};
use crate::instance::{Engine, Instance};
use crate::ir::KindId;

/// How a kind is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// As a kind of heap that the engine knows: tables of numbers, no rules evaluated.
    Heap(usize),
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
}

impl Plan {
    fn new(instance: &Instance) -> Plan {
        let spec = instance.spec();
        let input = Input {
            spec: &spec,
            params: instance.params(),
            constant: &|expr| instance.constant(expr),
        };
        let analysis = analyse(&input);
        let engine = instance.engine();
        let methods = analysis
            .kinds
            .iter()
            .zip(&spec.kinds)
            .map(|(kind, rules)| {
                // Tables hold the plain sizes: normal forms would be looked up by what they are not.
                let plain = rules.ends.is_empty() && rules.equals.is_empty();
                match (kind.shape, engine) {
                    (_, Some(Engine::Reference | Engine::Search | Engine::Program)) => {
                        Method::Search
                    }
                    (Shape::Heap { index }, None) => Method::Heap(index),
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
        Plan { analysis, methods }
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

impl Instance {
    /// The plan, made at its first use.
    pub fn plan(&self) -> &Plan {
        self.plan.get_or_init(|| Plan::new(self))
    }
}
