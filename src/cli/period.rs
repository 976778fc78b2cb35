//! `grundy period`: periods of nimbers, with proof.

use std::fs;
use std::io::Write;

use clap::Args;
use grundy::compiler::ir::KindId;
use grundy::compiler::{Error, Method};
use grundy::core::certificate::Certificate;
use grundy::core::{KindWindow, Limit, PeriodProof, Theorem};
use grundy_grammar::nearest;
use serde_json::{Value as Json, json};

use super::failure::{Failure, Run, Status};
use super::filling::MethodOptions;
use super::game::{Game, one_line};
use super::json;
use super::long_run::{LongRun, StateOptions};
use super::options::{GameOptions, Words, count};
use super::{how, interrupt};

/// Find the period of the nimbers of heaps, with a proof for all sizes
///
/// The preperiod is the first n from which g(n + period) = g(n) + saltus holds; preperiod and
/// period are the smallest ones. What is printed is proved by a theorem that is named, from
/// nimbers that were computed exactly. Where nothing is proved nothing is said about larger n.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy period kayles
  grundy period 0.137 0.16 0.56
  grundy period subtraction -p S={2,5,7} --certificate subtraction.json
  grundy period hull_paths -p k=4 --kind Path
  grundy period 0.007 --to 100_000_000 --save 0.007.tables")]
pub struct Period {
    /// Built-in games (see `grundy list`), paths of `.game` files, or take-and-break codes
    #[arg(required = true)]
    specs: Vec<String>,
    /// The kind of position [default: all that are heaps]
    #[arg(long, visible_alias = "of", value_name = "KIND")]
    kind: Option<String>,
    /// The largest size of which the nimber is computed [default: as far as some seconds of work go]
    #[arg(long, value_name = "N", value_parser = count)]
    to: Option<u64>,
    /// Write a file with which `grundy verify` checks the proof
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Words::Text)]
    format: Words,
    #[command(flatten)]
    method: MethodOptions,
    #[command(flatten)]
    state: StateOptions,
    #[command(flatten)]
    options: GameOptions,
}

/// A kind that is a heap.
struct Heap<'a> {
    game: &'a Game,
    id: KindId,
    index: usize,
}

/// Without `--to` tables are not filled further.
const LONG: u64 = 1 << 25;

/// Without `--to` no more work is done for a game, in marks (see [`HeapTables::prove_within`]): so
/// much that the longest periods of octal games that are known are found.
///
/// [`HeapTables::prove_within`]: grundy::core::HeapTables::prove_within
const WORK: u64 = 16 << 30;

/// What was found about a kind.
enum Found {
    Proof(PeriodProof),
    /// Nothing up to this size; the work was stopped by a limit, or not.
    None(u64, Option<Limit>),
}

impl Period {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        interrupt::flag();
        let mut games = Vec::new();
        for spec in &self.specs {
            games.extend(Game::open(spec, &self.options)?);
        }
        if self.state.is_given() && games.len() > 1 {
            return Err(Failure::wrong("a file keeps the tables of one game only"));
        }
        let mut status = Status::Fine;
        let mut proofs = 0;
        for (i, game) in games.iter().enumerate() {
            let heaps = self.heaps(game)?;
            if self.certificate.is_some() && (heaps.len() > 1 || games.len() > 1) {
                return Err(Failure::wrong("a certificate is about one kind of heap")
                    .help("name one game, and the kind with `--kind`"));
            }
            let found = self.find(game, &heaps)?;
            match self.format {
                Words::Json => writeln!(out, "{}", report(game, &heaps, &found))?,
                Words::Text => {
                    if i > 0 {
                        writeln!(out)?;
                    }
                    write(out, game, &heaps, &found, self.to.is_none())?;
                }
            }
            out.flush()?;
            for (heap, found) in heaps.iter().zip(&found) {
                match found {
                    Found::Proof(proof) => {
                        proofs += 1;
                        self.certify(heap, proof)?;
                    }
                    Found::None(..) => status = Status::Limit,
                }
            }
        }
        if let Some(file) = &self.certificate
            && proofs == 0
        {
            return Err(Failure::limit(format!("nothing is proved, `{file}` was not written")));
        }
        Ok(status)
    }

    /// The kinds that were asked for.
    fn heaps<'a>(&self, game: &'a Game) -> Run<Vec<Heap<'a>>> {
        let kinds = &game.checked.spec.kinds;
        let all = (0..kinds.len()).map(KindId::from);
        let heap = |id: KindId| match game.instance.plan().method(id) {
            Method::Heap(index) => Some(Heap { game, id, index }),
            _ => None,
        };
        let asked: Vec<KindId> = match &self.kind {
            None => all.clone().filter(|&id| heap(id).is_some()).collect(),
            Some(name) => {
                let kind = all.clone().find(|id| kinds[id.index()].name == *name);
                vec![kind.ok_or_else(|| no_kind(game, name))?]
            }
        };
        let refused = asked.iter().copied().find(|&id| heap(id).is_none());
        match refused.or(all.clone().next().filter(|_| asked.is_empty())) {
            None => Ok(asked.into_iter().filter_map(heap).collect()),
            Some(id) => {
                let name = &kinds[id.index()].name;
                let failure = Failure::limit(format!(
                    "no theorem about periods applies to `{name}`: it is not solved as a heap"
                ));
                let failure =
                    why_no_heap(game, id).into_iter().fold(failure, |f, why| f.note(&why));
                Err(failure.help("periods are proved of kinds with one number that `grundy explain` calls a heap"))
            }
        }
    }

    fn find(&self, game: &Game, heaps: &[Heap<'_>]) -> Run<Vec<Found>> {
        if heaps.is_empty() {
            return Ok(Vec::new());
        }
        let mut run = LongRun::begin(&self.state, game)?;
        self.method.set(game)?;
        let mut found = Vec::new();
        for heap in heaps {
            run.aim(heap.name(), self.to);
            let work = WORK / heaps.len() as u64;
            let proof = game.instance.with_tables(|tables| {
                let (kinds, to) = (tables.family().kinds.len(), self.to.unwrap_or(0));
                let budget = &self.options.limits.for_tables(game.instance.budget(), kinds, to);
                let watch = &mut |tables: &_| run.watch(heap.index, tables);
                let proof = match self.to {
                    Some(to) => tables.prove_watched(heap.index, to, budget, watch),
                    None => tables.prove_within(heap.index, LONG, work, budget, watch),
                };
                let limit = match proof {
                    Ok(Some(proof)) => return Ok(Found::Proof(proof)),
                    Ok(None) => {
                        let last = tables.end(heap.index).saturating_sub(1);
                        return Ok(Found::None(self.to.unwrap_or(last), None));
                    }
                    Err(limit) => limit,
                };
                // What was computed before the limit may do.
                let last = tables.end(heap.index).saturating_sub(1);
                match tables.prove(heap.index, last, &grundy::core::Budget::default()) {
                    Ok(Some(proof)) => Ok(Found::Proof(proof)),
                    Ok(None) => Ok(Found::None(last, Some(limit))),
                    Err(limit) => Err(game.failure(Error::Limit(limit))),
                }
            });
            found.push(proof);
        }
        // What was computed is kept also when something fails.
        run.end(game)?;
        found.into_iter().collect()
    }

    fn certify(&self, heap: &Heap<'_>, proof: &PeriodProof) -> Run<()> {
        let Some(file) = &self.certificate else { return Ok(()) };
        let instance = &heap.game.instance;
        let text = instance.with_tables(|tables| Certificate::new(tables, proof).to_json());
        fs::write(file, text)
            .map_err(|error| Failure::wrong(format!("`{file}` cannot be written: {error}")))
    }
}

impl Heap<'_> {
    fn name(&self) -> &str {
        &self.game.checked.spec.kinds[self.id.index()].name
    }

    /// `Row(pins)`.
    fn shown(&self) -> String {
        let kind = &self.game.checked.spec.kinds[self.id.index()];
        let fields: Vec<&str> = kind.fields.iter().map(|field| field.name.as_str()).collect();
        format!("{}({})", kind.name, fields.join(", "))
    }
}

/// Why a kind is not solved as a heap.
fn why_no_heap(game: &Game, kind: KindId) -> Option<String> {
    let shape = &game.instance.plan().analysis.kinds[kind.index()];
    let reason = shape.why_not.first()?;
    let place = how::line(game, reason.span)
        .map(|line| format!("line {line}, at `{}`: ", one_line(&game.instance.text(reason.span))));
    Some(format!("{}{}", place.unwrap_or_default(), reason.text))
}

fn no_kind(game: &Game, name: &str) -> Failure {
    let kinds = &game.checked.spec.kinds;
    let failure = Failure::wrong(format!("`{}` has no kind of position `{name}`", game.name()));
    match nearest(name, kinds.iter().map(|kind| kind.name.as_str())) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure,
    }
}

/// The names of the kinds of the family.
fn names(game: &Game) -> Vec<String> {
    let mut names = vec![String::new(); game.instance.with_tables(|t| t.family().kinds.len())];
    for (at, kind) in game.checked.spec.kinds.iter().enumerate() {
        if let Method::Heap(index) = game.instance.plan().method(KindId::from(at)) {
            names[index].clone_from(&kind.name);
        }
    }
    names
}

fn write(
    out: &mut dyn Write,
    game: &Game,
    heaps: &[Heap<'_>],
    found: &[Found],
    may_go_on: bool,
) -> Run<()> {
    writeln!(out, "{}: periods of nimbers", game.title())?;
    writeln!(out, "(g(n) is the nimber under normal play of the position with the number n)\n")?;
    let names = names(game);
    for (heap, found) in heaps.iter().zip(found) {
        match found {
            Found::None(to, limit) => {
                write!(out, "{}: no period up to n = {to}", heap.shown())?;
                match limit {
                    None if may_go_on => writeln!(out, "; `--to` looks further")?,
                    None => writeln!(out)?,
                    Some(limit) => writeln!(out, "; {limit}")?,
                }
            }
            Found::Proof(proof) => {
                writeln!(out, "{}: {}", heap.shown(), law(proof))?;
                for line in basis(proof, &names) {
                    writeln!(out, "    {line}")?;
                }
            }
        }
    }
    Ok(())
}

/// `period 12 from n = 71: g(n + 12) = g(n) for every n >= 71`.
pub fn law(proof: &PeriodProof) -> String {
    let PeriodProof { preperiod, period, saltus, .. } = proof;
    let grows = if *saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
    format!(
        "preperiod {preperiod}, period {period}{grows}: {} for every n >= {preperiod}",
        equation(*period, *saltus)
    )
}

fn equation(period: u64, saltus: u64) -> String {
    let grows = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
    format!("g(n + {period}) = g(n){grows}")
}

/// What a proof rests on, in lines.
pub fn basis(proof: &PeriodProof, names: &[String]) -> Vec<String> {
    let by = |common: u64| {
        let saltus = proof.saltus * (common / proof.period);
        format!("proved by {}, from {} for", proof.theorem, equation(common, saltus))
    };
    let range = |window: &KindWindow| format!("{} <= n < {}", window.from, window.to);
    let exact = "these are all n that the theorem asks for; the nimbers were computed exactly";
    match &proof.theorem {
        Theorem::CountsUp => vec![format!("proved: {}", proof.theorem)],
        Theorem::GuySmith { common, windows } => match windows.as_slice() {
            [window] => vec![format!("{} {}", by(*common), range(window)), exact.to_string()],
            windows => {
                let lines = windows.iter().map(|window| {
                    format!("    {} <= n < {} of {}", window.from, window.to, names[window.kind])
                });
                let first = by(*common);
                std::iter::once(first).chain(lines).chain([exact.to_string()]).collect()
            }
        },
        Theorem::Arithmetic { common, window, below } => vec![
            format!("{} {}", by(*common), range(window)),
            format!("from n = {} on every nimber below {below} is an option", window.to),
            exact.to_string(),
        ],
        Theorem::ArithmeticBreaks { common, window, .. } => vec![
            format!("{} {}", by(*common), range(window)),
            "no option of a larger heap has the nimber that it grows to, and each smaller one is that \
             of an option that grows with it or stays"
                .to_string(),
            "the nimbers were computed exactly".to_string(),
        ],
    }
}

fn report(game: &Game, heaps: &[Heap<'_>], found: &[Found]) -> Json {
    let names = names(game);
    let kinds = heaps.iter().zip(found).map(|(heap, found)| match found {
        Found::None(to, _) => json!({"kind": heap.name(), "period": null, "up_to": to}),
        Found::Proof(proof) => {
            let (theorem, common, windows) = match &proof.theorem {
                Theorem::CountsUp => ("counts_up", proof.period, &[][..]),
                Theorem::GuySmith { common, windows } => ("guy_smith", *common, windows.as_slice()),
                Theorem::Arithmetic { common, window, .. } => {
                    ("arithmetic", *common, std::slice::from_ref(window))
                }
                Theorem::ArithmeticBreaks { common, window, .. } => {
                    ("arithmetic_breaks", *common, std::slice::from_ref(window))
                }
            };
            let windows = windows.iter().map(
                |window| json!({"kind": names[window.kind], "from": window.from, "to": window.to}),
            );
            json!({
                "kind": heap.name(),
                "preperiod": proof.preperiod,
                "period": proof.period,
                "saltus": proof.saltus,
                "theorem": theorem,
                "common_period": common,
                "windows": windows.collect::<Json>(),
            })
        }
    });
    json::result(game, json!({"periods": kinds.collect::<Json>()}))
}
