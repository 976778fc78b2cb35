//! `grundy verify`: certificates of periods.

use std::io::Write;

use clap::Args;
use grundy::core::Budget;
use grundy::core::certificate::{Certificate, Refusal};
use indicatif::{ProgressBar, ProgressStyle};

use super::failure::{Failure, Run, Status};
use super::{interrupt, period, spec};

/// Check certificates of periods from the rules on
///
/// Everything is done again with code of its own, that of the solver is not used: each nimber is
/// found from the options, the conditions of the theorem and its equation are checked. What game it
/// is follows from the rules in the file too: a name that somebody gave it is not believed.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  grundy period kayles --certificate kayles.json
  grundy verify kayles.json")]
pub struct Verify {
    /// Files that `grundy period --certificate` has written
    #[arg(required = true)]
    files: Vec<String>,
}

impl Verify {
    /// Runs the command.
    pub fn run(&self, out: &mut dyn Write) -> Run<Status> {
        let mut status = Status::Fine;
        for file in &self.files {
            let text = spec::read(file)?;
            let checked = Certificate::from_json(&text).and_then(|certificate| {
                check(&certificate)?;
                Ok(certificate)
            });
            match checked {
                Ok(certificate) => accepted(out, file, &certificate)?,
                Err(Refusal::Limit(limit)) => {
                    return Err(Failure::limit(format!("`{file}` was not checked: {limit}")));
                }
                Err(refusal) => {
                    writeln!(out, "{file}: refused: {refusal}")?;
                    status = Status::False;
                }
            }
            out.flush()?;
        }
        Ok(status)
    }
}

fn check(certificate: &Certificate) -> Result<(), Refusal> {
    let style = "checking {wide_bar} {pos} of {len} heaps, {elapsed} so far";
    let style = ProgressStyle::with_template(style).expect("the template is right");
    let bar = ProgressBar::new(0).with_style(style);
    let budget = Budget { cancel: Some(interrupt::flag()), ..Budget::default() };
    let checked = certificate.verify(&budget, &mut |done, total| {
        bar.set_length(total);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    checked
}

fn accepted(out: &mut dyn Write, file: &str, certificate: &Certificate) -> Run<()> {
    let proof = &certificate.proof;
    writeln!(out, "{file}: verified")?;
    for line in certificate.words() {
        writeln!(out, "    {line}")?;
    }
    writeln!(out, "    {}(n): {}", Certificate::name(proof.kind), period::law(proof))?;
    let named: Vec<String> = (0..certificate.family.kinds.len()).map(Certificate::name).collect();
    for line in period::basis(proof, &named) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}
