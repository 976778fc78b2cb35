//! The hull game on long paths and cycles, from the built-in game `hull_paths`.
//!
//! ```text
//! cargo run --release --example l2_hull -- [N] [K]
//! ```
//!
//! fills the tables up to N vertices (3000 if nothing is said) for induced paths of at most K edges
//! (2). It prints the paths that the first player loses, the cycles that it wins, and for K = 2 how
//! often P_n = CF_(n+3), CF being Couples-are-Forever.

use std::env;
use std::error::Error;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::builtin;
use grundy::compiler::value::Value;
use grundy::compiler::{Instance, Method, Settings, SourceMap, Span, compile};
use grundy::core::{Budget, HeapError, HeapTables};

fn main() -> Result<(), Box<dyn Error>> {
    let number = |place: usize, default: u64| match env::args().nth(place) {
        Some(text) => text.replace('_', "").parse(),
        None => Ok(default),
    };
    let (n, k) = (number(1, 3000)?, number(2, 2)?);

    let instance = hull(k)?;
    let [path, half, both, cycle, couples] = [
        heap(&instance, "Path")?,
        heap(&instance, "Half")?,
        heap(&instance, "Both")?,
        heap(&instance, "Cycle")?,
        heap(&instance, "Couples")?,
    ];
    instance.with_tables(|tables| {
        // Kinds that are another in disguise need no table of their own.
        for kind in [half, couples] {
            tables.share(kind, &Budget::default())?;
        }
        let heaps = [(both, "paths with both ends selected"), (path, "paths"), (cycle, "cycles")];
        for (kind, name) in heaps {
            fill(tables, kind, name, n.max(3))?;
        }

        let list = |sizes: &[u64]| sizes.iter().map(|size| format!(" {size}")).collect::<String>();
        let paths = from(tables, path, 1);
        let lost: Vec<u64> = (1..=n).zip(paths).filter(|(_, g)| *g == 0).map(|(n, _)| n).collect();
        println!("k = {k}, up to {n} vertices");
        println!("The first player loses {} paths:{}", lost.len(), list(&lost));
        let cycles = from(tables, cycle, 3);
        let won: Vec<u64> = (3..=n).zip(cycles).filter(|(_, g)| *g > 0).map(|(n, _)| n).collect();
        println!("The first player wins {} cycles:{}", won.len(), list(&won));
        if k == 2 {
            fill(tables, couples, "Couples-are-Forever", n.saturating_add(3))?;
            let pairs = from(tables, path, 1).zip(from(tables, couples, 4)).take(n as usize);
            println!("P_n = CF_(n+3) for {} of them", pairs.filter(|(p, c)| p == c).count());
        }
        Ok(())
    })
}

/// The built-in game with this k.
fn hull(k: u64) -> Result<Rc<Instance>, Box<dyn Error>> {
    let game = builtin::find("hull_paths").ok_or("the game is not built in")?;
    let mut sources = SourceMap::default();
    let source = sources.add("hull_paths.game", game.text);
    let spec = compile(&sources, source).map_err(|_| "the game does not compile")?.spec;
    let param = spec.params.iter().position(|param| param.name == "k").ok_or("it has no k")?;
    let given = [(param.into(), Value::Int(k.try_into()?), Span::default())];
    let instance = Instance::new(Arc::new(spec), Arc::new(sources), &given, Settings::default());
    Ok(instance.map_err(|error| format!("k = {k}: {error:?}"))?)
}

/// The place of a kind in the tables.
fn heap(instance: &Instance, name: &str) -> Result<usize, String> {
    let spec = instance.spec();
    let kind = spec.kinds.iter().position(|kind| kind.name == name);
    match kind.map(|kind| instance.plan().method(kind.into())) {
        Some(Method::Heap(index)) => Ok(index),
        _ => Err(format!("`{name}` is not solved as a heap")),
    }
}

/// Fills the table of a kind, and says on the way how far it is.
fn fill(tables: &mut HeapTables, kind: usize, name: &str, n: u64) -> Result<(), HeapError> {
    let started = Instant::now();
    let mut told = started;
    tables.fill_watched(kind, n, &Budget::default(), &mut |tables| {
        if told.elapsed() > BETWEEN {
            told = Instant::now();
            let (size, report) = (tables.end(kind) - 1, tables.report(kind));
            let (method, rare, time) = (report.method, report.rare, started.elapsed());
            eprintln!("{name}: {size} of {n} in {time:.0?}, {method:?}, {rare} rare");
        }
    })
}

/// Between two lines about the progress.
const BETWEEN: Duration = Duration::from_secs(5);

/// The nimbers of a kind from a size on.
fn from(tables: &HeapTables, kind: usize, size: u64) -> impl Iterator<Item = u32> {
    let values = tables.values(kind);
    let skipped = size - tables.family().kinds[kind].least;
    values.range((skipped as usize).min(values.len())..values.len()).iter()
}
