//! What a certificate says, and how it is written.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Refusal;
use super::words::{name, words};
use crate::heap::{Family, HeapTables, PeriodProof, Theorem};

const FORMAT: &str = "grundy period certificate";
const VERSION: u32 = 2;

/// So many nimbers stand in the certificate as such.
const PREFIX: usize = 64;

/// The proof of a period with all that is needed to check it.
///
/// ```
/// use grundy_core::{Budget, Family, HeapKind, HeapTables, Part, Rule, Shape};
/// use grundy_core::certificate::Certificate;
///
/// let take = |removed| Rule {
///     from: removed as u64,
///     to: None,
///     except: vec![],
///     shape: Shape::Parts(vec![Part::Rest { kind: 0, removed }]),
/// };
/// let kind = HeapKind { least: 0, rules: vec![take(2), take(3)] };
/// let mut tables = HeapTables::new(Family { kinds: vec![kind] })?;
/// let budget = Budget::default();
/// let proof = tables.prove(0, 100, &budget)?.expect("finite subtraction games are periodic");
/// let text = Certificate::new(&tables, &proof).to_json();
///
/// let certificate = Certificate::from_json(&text)?;
/// certificate.verify(&budget, &mut |_, _| {})?;
/// assert_eq!(certificate.words()[0], "A(n) is heap n of octal game 0.033");
/// assert!(Certificate::from_json(&text.replace("0.033", "0.33")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    format: String,
    version: u32,
    /// What the game is, in words: see [`Certificate::words`].
    pub(super) game: Vec<String>,
    /// The game.
    pub family: Family,
    /// What is proved of which kind, and by which theorem.
    pub proof: PeriodProof,
    /// The nimbers that the theorem speaks of: for each of its kinds those of all sizes up to the
    /// last one that was compared.
    pub tables: Vec<TableDigest>,
}

/// The nimbers of a kind from its least size on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableDigest {
    /// The kind.
    pub kind: usize,
    /// The first size that is not in the table.
    pub end: u64,
    /// The first nimbers.
    pub prefix: Vec<u32>,
    /// The SHA-256 of all nimbers, each as four bytes, the least significant first; in hexadecimal
    /// digits.
    pub sha256: String,
}

/// A certificate as it is written: with a digest of its own against accidents.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    certificate: Certificate,
    /// The SHA-256 of the certificate as JSON without white space.
    sha256: String,
}

impl Certificate {
    /// The certificate of a proof that was found with these tables.
    ///
    /// # Panics
    /// When the proof is not one of these tables.
    pub fn new(tables: &HeapTables, proof: &PeriodProof) -> Self {
        let digests = proof.tables().into_iter().map(|(kind, end)| {
            let values = tables.values(kind);
            let count = (end - tables.family().kinds[kind].least) as usize;
            let mut hash = Sha256::new();
            let mut prefix = Vec::new();
            for (i, value) in values.iter().enumerate().take(count) {
                hash.update(value.to_le_bytes());
                if i < PREFIX {
                    prefix.push(value);
                }
            }
            TableDigest { kind, end, prefix, sha256: hexadecimal(hash) }
        });
        Certificate {
            format: FORMAT.to_string(),
            version: VERSION,
            game: words(tables.family()),
            family: tables.family().clone(),
            proof: proof.clone(),
            tables: digests.collect(),
        }
    }

    /// What the game is, in words: the take-and-break codes of the kinds that have one, and the moves
    /// of each kind. [`Certificate::verify`] checks that the rules say so.
    pub fn words(&self) -> &[String] {
        &self.game
    }

    /// What a kind is called in the words: A, B, ...
    pub fn name(kind: usize) -> String {
        name(kind)
    }

    /// The certificate as a text.
    pub fn to_json(&self) -> String {
        let sealed = Sealed { certificate: self.clone(), sha256: self.seal() };
        let mut text = json(serde_json::to_string_pretty(&sealed));
        text.push('\n');
        text
    }

    /// Reads what [`Certificate::to_json`] has written. Nothing of what it says is checked yet.
    ///
    /// # Errors
    /// When it is no certificate, one of another version, or one that was changed.
    pub fn from_json(text: &str) -> Result<Self, Refusal> {
        let Sealed { certificate, sha256 } =
            serde_json::from_str(text).map_err(|error| Refusal::Unreadable(error.to_string()))?;
        if certificate.format != FORMAT {
            return Err(Refusal::Unreadable(format!("its format is `{}`", certificate.format)));
        }
        if certificate.version != VERSION {
            return Err(Refusal::Version { found: certificate.version, known: VERSION });
        }
        if certificate.seal() != sha256 {
            return Err(Refusal::Changed);
        }
        Ok(certificate)
    }

    fn seal(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(json(serde_json::to_string(self)));
        hexadecimal(hash)
    }
}

fn json(text: serde_json::Result<String>) -> String {
    text.expect("a certificate holds nothing but numbers, texts and lists of them")
}

pub(super) fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

impl PeriodProof {
    /// The kinds whose tables the proof rests on, each with the first size that is not needed.
    pub fn tables(&self) -> Vec<(usize, u64)> {
        match &self.theorem {
            Theorem::CountsUp => Vec::new(),
            Theorem::GuySmith { common, windows } => {
                windows.iter().map(|w| (w.kind, w.to.saturating_add(*common))).collect()
            }
            Theorem::Arithmetic { common, window, .. }
            | Theorem::ArithmeticBreaks { common, window, .. } => {
                vec![(window.kind, window.to.saturating_add(*common))]
            }
        }
    }
}
