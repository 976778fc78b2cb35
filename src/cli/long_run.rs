//! Work on tables that may take long: progress on the terminal, and a file that keeps what was found.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Seek, SeekFrom};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use grundy::core::HeapTables;
use grundy::core::heap::{State, StateWriter};
use indicatif::{ProgressBar, ProgressStyle};

use super::failure::{Failure, Run};
use super::game::Game;
use super::{filling, interrupt};

/// Where the tables are kept.
#[derive(Args, Debug)]
pub struct StateOptions {
    /// Keep the tables in a new file while they grow, so that `--resume` can go on with them
    #[arg(long, value_name = "FILE", conflicts_with = "resume", help_heading = "Long runs")]
    save: Option<String>,
    /// Go on with the tables of a file, and keep them there
    #[arg(long, value_name = "FILE", help_heading = "Long runs")]
    resume: Option<String>,
}

/// Work under way.
pub struct LongRun {
    bar: ProgressBar,
    file: Option<StateFile>,
}

/// The file, and when something was last written to it.
struct StateFile {
    name: String,
    writer: StateWriter<File>,
    written: Instant,
    failed: Option<String>,
}

/// A kill loses the work of at most so long.
const BETWEEN_WRITES: Duration = Duration::from_secs(2);

impl StateOptions {
    /// Whether tables are kept at all.
    pub fn is_given(&self) -> bool {
        self.save.is_some() || self.resume.is_some()
    }
}

impl LongRun {
    /// Begins work on the tables of a game, with those of the file if there is one.
    pub fn begin(options: &StateOptions, game: &Game) -> Run<LongRun> {
        let file = match (&options.save, &options.resume) {
            (Some(name), _) => Some(StateFile::create(name, game)?),
            (None, Some(name)) => Some(StateFile::resume(name, game)?),
            (None, None) => None,
        };
        // Shown on a terminal only, and only when the work takes a while.
        Ok(LongRun { bar: ProgressBar::no_length(), file })
    }

    /// Says what is filled, and how far, if that is known.
    pub fn aim(&mut self, name: &str, to: Option<u64>) {
        let style = match to {
            Some(_) => {
                "{msg} ({prefix}) {wide_bar} {human_pos} of {human_len}, {per_sec}, {eta} left"
            }
            None => "{msg} ({prefix}) {human_pos}, {per_sec}, {elapsed} so far",
        };
        self.bar.set_style(ProgressStyle::with_template(style).expect("the template is right"));
        self.bar.set_message(name.to_string());
        self.bar.set_prefix("direct");
        if let Some(to) = to {
            self.bar.set_length(to.saturating_add(1));
        }
        self.bar.reset_eta();
    }

    /// To be called while the tables of a kind are filled.
    pub fn watch(&mut self, kind: usize, tables: &HeapTables) {
        self.bar.set_position(tables.end(kind));
        if !self.bar.is_hidden() {
            let report = tables.report(kind);
            let rare = report.mask.map_or(String::new(), |_| format!(", {} rare", report.rare));
            self.bar.set_prefix(format!("{}{rare}", filling::word(report.method)));
        }
        if let Some(file) = &mut self.file
            && file.written.elapsed() >= BETWEEN_WRITES
        {
            file.write(tables);
        }
    }

    /// Writes what is left.
    pub fn end(mut self, game: &Game) -> Run<()> {
        self.bar.finish_and_clear();
        let Some(file) = &mut self.file else { return Ok(()) };
        game.instance.with_tables(|tables| file.write(tables));
        let synced = file.writer.get_ref().sync_data().map_err(|error| error.to_string());
        match file.failed.take().or(synced.err()) {
            None => Ok(()),
            Some(why) => Err(cannot(&file.name, "written", &why)),
        }
    }
}

impl StateFile {
    fn create(name: &str, game: &Game) -> Run<StateFile> {
        let file = OpenOptions::new().write(true).create_new(true).open(name).map_err(|error| {
            let failure = cannot(name, "written", &error.to_string());
            failure.help("an existing file is not overwritten: `--resume` goes on with it")
        })?;
        lock(name, &file)?;
        let writer = game.instance.with_tables(|tables| StateWriter::create(tables, file));
        let writer = writer.map_err(|error| cannot(name, "written", &error.to_string()))?;
        Ok(StateFile { name: name.to_string(), writer, written: Instant::now(), failed: None })
    }

    fn resume(name: &str, game: &Game) -> Run<StateFile> {
        let unreadable = |why: String| {
            cannot(name, "read", &why).help("it was left as it is; `--save` begins a new file")
        };
        let io = |error: std::io::Error| unreadable(error.to_string());
        let mut file = OpenOptions::new().read(true).write(true).open(name).map_err(io)?;
        lock(name, &file)?;
        let family = game.instance.with_tables(|tables| tables.family().clone());
        let state = State::read(family, &mut BufReader::new(&file));
        let state = state.map_err(|error| unreadable(error.to_string()))?;
        // A block that a kill cut off is written anew.
        file.set_len(state.length).map_err(io)?;
        file.seek(SeekFrom::Start(state.length)).map_err(io)?;
        let writer = StateWriter::resume(&state, file);
        game.instance.adopt_tables(state.tables);
        Ok(StateFile { name: name.to_string(), writer, written: Instant::now(), failed: None })
    }

    fn write(&mut self, tables: &HeapTables) {
        if self.failed.is_some() {
            return;
        }
        if let Err(error) = self.writer.append(tables) {
            self.failed = Some(error.to_string());
            interrupt::flag().store(true, Ordering::Relaxed);
        }
        self.written = Instant::now();
    }
}

/// Two programs must not write to one file.
fn lock(name: &str, file: &File) -> Run<()> {
    file.try_lock().map_err(|error| cannot(name, "used", &error.to_string()))
}

fn cannot(name: &str, what: &str, why: &str) -> Failure {
    Failure::wrong(format!("`{name}` cannot be {what}: {why}"))
}
