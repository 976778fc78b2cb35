//! Tables kept in a file that grows with them.
//!
//! The file begins with a mark, the version, a digest of the family, and a digest of all that. Then
//! come blocks, each with some more nimbers of one kind: a head with a digest of its own, the
//! nimbers, and a digest of everything up to there. So a block that was cut off when the program
//! was killed is told from one that was changed.

use std::error::Error;
use std::fmt;
use std::io::{self, Read, Write};

use sha2::{Digest, Sha256};

use super::{Family, HeapTables};

const MARK: [u8; 12] = *b"grundy table";
const VERSION: u32 = 1;

/// The mark, the version, the digest of the family and that of all.
const HEADER: usize = 12 + 4 + 32 + 32;

/// Kind, first place, number of nimbers and bytes of each, and the digest of these.
const HEAD: usize = 4 + 8 + 4 + 1 + 8;

/// A block holds at most so many nimbers.
const BLOCK: usize = 1 << 20;

type Seal = [u8; 32];

/// Tables that were read from a file.
#[derive(Debug)]
pub struct State {
    /// The tables.
    pub tables: HeapTables,
    /// How many bytes of the file are whole: what comes behind was cut off, and the next block goes
    /// there.
    pub length: u64,
    seal: Seal,
}

/// Why tables cannot be read from a file.
#[derive(Debug)]
pub enum StateError {
    /// It is no such file.
    Foreign,
    /// It is of another version.
    Version(u32),
    /// It holds the tables of another game.
    OtherGame,
    /// It was changed.
    Damaged {
        /// The block that is not whole begins at this byte.
        at: u64,
    },
    /// It cannot be read.
    Io(io::Error),
}

/// Writes tables to a file as they grow.
#[derive(Debug)]
pub struct StateWriter<W> {
    out: W,
    /// How many nimbers of each kind are in the file.
    written: Vec<usize>,
    seal: Seal,
}

impl<W: Write> StateWriter<W> {
    /// Begins a new file with what is in the tables.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(tables: &HeapTables, mut out: W) -> io::Result<Self> {
        let header = header(tables.family());
        out.write_all(&header)?;
        let written = vec![0; tables.family().kinds.len()];
        let mut writer = Self { out, written, seal: digest(&[&header]) };
        writer.append(tables)?;
        Ok(writer)
    }

    /// Goes on with a file that was read; `out` must write behind the first
    /// [`length`](State::length) bytes.
    pub fn resume(state: &State, out: W) -> Self {
        let kinds = 0..state.tables.family().kinds.len();
        let written = kinds.map(|kind| state.tables.values(kind).len()).collect();
        Self { out, written, seal: state.seal }
    }

    /// Writes what is new in the tables, the same ones as before.
    ///
    /// # Errors
    /// When it cannot be written. The file is good for nothing more then than what was in it.
    pub fn append(&mut self, tables: &HeapTables) -> io::Result<()> {
        for kind in 0..self.written.len() {
            let values = tables.values(kind);
            while self.written[kind] < values.len() {
                let first = self.written[kind];
                let last = values.len().min(first + BLOCK);
                let nimbers: Vec<u32> = values.range(first..last).iter().collect();
                let block = block(kind, first, &nimbers, &mut self.seal);
                self.out.write_all(&block)?;
                self.written[kind] = last;
            }
        }
        self.out.flush()
    }

    /// The file.
    pub fn get_ref(&self) -> &W {
        &self.out
    }
}

impl State {
    /// Reads the tables of a family.
    ///
    /// # Errors
    /// When the file is not one of this family, or was changed.
    ///
    /// # Panics
    /// When the family does not pass [`Family::check`].
    pub fn read(family: Family, input: &mut impl Read) -> Result<State, StateError> {
        let mut found = [0; HEADER];
        if fill(input, &mut found)? < HEADER || found[..12] != MARK {
            return Err(StateError::Foreign);
        }
        let version = u32::from_le_bytes(found[12..16].try_into().expect("four bytes"));
        if digest(&[&found[..HEADER - 32]]) != found[HEADER - 32..] {
            return Err(StateError::Damaged { at: 0 });
        }
        if version != VERSION {
            return Err(StateError::Version(version));
        }
        if found != header(&family) {
            return Err(StateError::OtherGame);
        }
        let tables = HeapTables::new(family).expect("the family was checked");
        let mut state = State { tables, length: HEADER as u64, seal: digest(&[&found]) };
        while state.read_block(input)? {}
        Ok(state)
    }

    /// Reads the next block; `false` when there is none that is whole.
    fn read_block(&mut self, input: &mut impl Read) -> Result<bool, StateError> {
        let damaged = StateError::Damaged { at: self.length };
        let mut head = [0; HEAD];
        if fill(input, &mut head)? < HEAD {
            return Ok(false);
        }
        if digest(&[&self.seal, &head[..HEAD - 8]])[..8] != head[HEAD - 8..] {
            return Err(damaged);
        }
        let number = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().expect("four"));
        let (kind, count, width) = (number(0) as usize, number(12) as usize, head[16] as usize);
        let first = u64::from_le_bytes(head[4..12].try_into().expect("eight bytes"));
        let known = self.tables.family().kinds.len();
        if kind >= known || count > BLOCK || ![1, 2, 4].contains(&width) {
            return Err(damaged);
        }
        if first != self.tables.values(kind).len() as u64 {
            return Err(damaged);
        }
        let mut body = vec![0; count * width + 32];
        if fill(input, &mut body)? < body.len() {
            return Ok(false);
        }
        let (nimbers, seal) = body.split_at(count * width);
        if digest(&[&self.seal, &head, nimbers]) != seal {
            return Err(damaged);
        }
        for bytes in nimbers.chunks_exact(width) {
            let nimber = bytes.iter().rev().fold(0, |nimber, &byte| nimber << 8 | u32::from(byte));
            self.tables.restore(kind, nimber);
        }
        self.seal.copy_from_slice(seal);
        self.length += (HEAD + body.len()) as u64;
        Ok(true)
    }
}

fn header(family: &Family) -> [u8; HEADER] {
    let text = serde_json::to_string(family).expect("a family is numbers and lists of them");
    let mut header = [0; HEADER];
    header[..12].copy_from_slice(&MARK);
    header[12..16].copy_from_slice(&VERSION.to_le_bytes());
    header[16..48].copy_from_slice(&digest(&[text.as_bytes()]));
    let seal = digest(&[&header[..HEADER - 32]]);
    header[HEADER - 32..].copy_from_slice(&seal);
    header
}

fn block(kind: usize, first: usize, nimbers: &[u32], seal: &mut Seal) -> Vec<u8> {
    let width: usize = match nimbers.iter().max() {
        Some(0..=0xff) | None => 1,
        Some(0x100..=0xffff) => 2,
        Some(_) => 4,
    };
    let mut block = Vec::with_capacity(HEAD + nimbers.len() * width + 32);
    block.extend((kind as u32).to_le_bytes());
    block.extend((first as u64).to_le_bytes());
    block.extend((nimbers.len() as u32).to_le_bytes());
    block.push(width as u8);
    let head = digest(&[seal, &block]);
    block.extend(&head[..8]);
    for nimber in nimbers {
        block.extend(&nimber.to_le_bytes()[..width]);
    }
    *seal = digest(&[seal, &block]);
    block.extend(&*seal);
    block
}

fn digest(parts: &[&[u8]]) -> Seal {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

/// Reads until the buffer is full or the file ends; how much was read.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> Result<usize, StateError> {
    let mut full = 0;
    while full < buffer.len() {
        match input.read(&mut buffer[full..]) {
            Ok(0) => break,
            Ok(read) => full += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(StateError::Io(error)),
        }
    }
    Ok(full)
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(f, "it holds no tables"),
            Self::Version(found) => {
                write!(f, "it is of version {found}, only version {VERSION} is known")
            }
            Self::OtherGame => write!(f, "it holds the tables of another game"),
            Self::Damaged { at } => write!(f, "it is damaged from byte {at} on"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl Error for StateError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::heap::games;

    fn saved(family: Family, sizes: &[u64]) -> (HeapTables, Vec<u8>) {
        let mut tables = HeapTables::new(family).unwrap();
        let mut writer = StateWriter::create(&tables, Vec::new()).unwrap();
        for &size in sizes {
            fill_all(&mut tables, size);
            writer.append(&tables).unwrap();
        }
        (tables, writer.out)
    }

    fn fill_all(tables: &mut HeapTables, size: u64) {
        for kind in 0..tables.family().kinds.len() {
            tables.fill(kind, size, &Budget::default()).unwrap();
        }
    }

    fn same(a: &HeapTables, b: &HeapTables) -> bool {
        (0..a.family().kinds.len()).all(|kind| a.values(kind) == b.values(kind))
    }

    #[test]
    fn a_run_that_was_interrupted_anywhere_goes_on_as_if_unbroken() {
        let nim = {
            let shape = crate::Shape::Any { kind: 0, low: 0, gap: 1 };
            let rules = vec![crate::Rule { from: 1, to: None, except: vec![], shape }];
            Family { kinds: vec![crate::HeapKind { least: 0, rules }] }
        };
        for family in [games::octal("0.77"), games::hull(4), nim] {
            let (unbroken, file) = saved(family.clone(), &[10, 11, 40, 300, 400]);
            for cut in (HEADER..=file.len()).step_by(7).chain([file.len()]) {
                let mut state = State::read(family.clone(), &mut &file[..cut]).unwrap();
                assert!(state.length <= cut as u64);
                let mut again = file[..state.length as usize].to_vec();
                let mut writer = StateWriter::resume(&state, &mut again);
                fill_all(&mut state.tables, 400);
                writer.append(&state.tables).unwrap();
                assert!(same(&state.tables, &unbroken));
                let read = State::read(family.clone(), &mut &again[..]).unwrap();
                assert!(same(&read.tables, &unbroken));
            }
        }
    }

    #[test]
    fn a_change_of_any_byte_is_noticed() {
        let family = games::hull(2);
        let (_, file) = saved(family.clone(), &[20, 60]);
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 0x10;
            assert!(State::read(family.clone(), &mut &changed[..]).is_err(), "byte {at}");
        }
        for length in 0..HEADER {
            assert!(State::read(family.clone(), &mut &file[..length]).is_err());
        }
    }

    #[test]
    fn other_games_and_files_are_refused() {
        let (_, file) = saved(games::octal("0.77"), &[20]);
        let read = |family, mut bytes: &[u8]| State::read(family, &mut bytes).unwrap_err();
        assert!(matches!(read(games::octal("0.7"), &file), StateError::OtherGame));
        assert!(matches!(read(games::octal("0.77"), &[b'x'; 200]), StateError::Foreign));
        let mut later = file.clone();
        later[12] = 2;
        let seal = digest(&[&later[..HEADER - 32]]);
        later[HEADER - 32..HEADER].copy_from_slice(&seal);
        assert!(matches!(read(games::octal("0.77"), &later), StateError::Version(2)));
    }
}
