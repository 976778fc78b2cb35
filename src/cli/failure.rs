//! Why a command did not do what it was asked, and how it ended.

use std::io::{self, Write};
use std::process::ExitCode;

use grundy::compiler::{Diagnostic, Error, SourceMap, render};
use grundy::core::Limit;

/// How a command ended, the gravest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything was answered.
    Fine,
    /// A limit was reached, or something could not be proved.
    Limit,
    /// A claim is false.
    False,
    /// What was asked, or the game, is not well formed.
    Wrong,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Fine => 0,
            Status::False => 1,
            Status::Wrong => 2,
            Status::Limit => 3,
        })
    }
}

/// Why there is no result.
#[derive(Debug)]
pub struct Failure {
    /// How the command ends.
    pub status: Status,
    message: Message,
}

#[derive(Debug)]
enum Message {
    /// Nobody reads the output any more.
    Closed,
    /// Something that has no place in a text.
    Plain { message: String, notes: Vec<String>, help: Vec<String> },
    /// Mistakes in texts.
    Places { diagnostics: Vec<Diagnostic>, sources: SourceMap },
}

/// The result of a step of a command.
pub type Run<T> = Result<T, Failure>;

impl Failure {
    /// Wrong input that has no place in a text.
    pub fn wrong(message: impl Into<String>) -> Failure {
        Failure::plain(Status::Wrong, message)
    }

    /// Something that is too much.
    pub fn limit(message: impl Into<String>) -> Failure {
        Failure::plain(Status::Limit, message)
    }

    fn plain(status: Status, message: impl Into<String>) -> Failure {
        Failure {
            status,
            message: Message::Plain {
                message: message.into(),
                notes: Vec::new(),
                help: Vec::new(),
            },
        }
    }

    /// Mistakes in texts.
    pub fn mistakes(diagnostics: Vec<Diagnostic>, sources: SourceMap) -> Failure {
        Failure { status: Status::Wrong, message: Message::Places { diagnostics, sources } }
    }

    /// What stopped a computation.
    pub fn of(error: Error, sources: &SourceMap) -> Failure {
        let at = |status, diagnostic: Diagnostic| Failure {
            status,
            message: Message::Places { diagnostics: vec![diagnostic], sources: sources.clone() },
        };
        match error {
            Error::Fault(diagnostic) | Error::Outside(diagnostic) => at(Status::Wrong, *diagnostic),
            Error::Unproved(diagnostic) => at(Status::Limit, *diagnostic),
            Error::Limit(Limit::Time(_)) => {
                Failure::limit("the time that `--timeout` allows is up")
                    .help("allow more, or ask for less")
            }
            Error::Limit(limit @ Limit::Positions(_)) => Failure::limit(limit.to_string())
                .help("raise it with `--max-positions`, or ask for less"),
            Error::Limit(limit @ Limit::Table(_)) => Failure::limit(limit.to_string())
                .help("heaps so large are solved only where a period or a closed form is proved"),
            Error::Limit(limit @ Limit::Cancelled) => Failure::limit(limit.to_string()),
            Error::Suspended(..) => Failure::limit("a function calls itself too deeply"),
        }
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, advice: impl Into<String>) -> Failure {
        if let Message::Plain { help, .. } = &mut self.message {
            help.push(advice.into());
        }
        self
    }

    /// Says what the command was busy with.
    #[must_use]
    pub fn note(mut self, note: &str) -> Failure {
        match &mut self.message {
            Message::Closed => {}
            Message::Plain { notes, .. } => notes.push(note.to_string()),
            Message::Places { diagnostics, .. } => {
                diagnostics.iter_mut().for_each(|d| d.notes.push(note.to_string()))
            }
        }
        self
    }

    /// What happened, in one sentence.
    pub fn summary(&self) -> String {
        match &self.message {
            Message::Closed => String::new(),
            Message::Plain { message, .. } => message.clone(),
            Message::Places { diagnostics, .. } => {
                diagnostics.first().map(|d| d.message.clone()).unwrap_or_default()
            }
        }
    }

    /// Whether nobody reads the output any more.
    pub fn is_closed(&self) -> bool {
        matches!(self.message, Message::Closed)
    }

    /// Writes the message to stderr. When that cannot be written to there is nobody to tell.
    pub fn print(&self) {
        let mut stderr = anstream::stderr().lock();
        let _ = match &self.message {
            Message::Closed => Ok(()),
            Message::Plain { message, notes, help } => {
                print_plain(&mut stderr, message, notes, help)
            }
            Message::Places { diagnostics, sources } => {
                // The stream takes the colors out where they do not belong.
                diagnostics
                    .iter()
                    .try_for_each(|d| writeln!(stderr, "{}\n", render(d, sources, true)))
            }
        };
    }
}

fn print_plain(
    stderr: &mut dyn Write,
    message: &str,
    notes: &[String],
    help: &[String],
) -> io::Result<()> {
    writeln!(stderr, "\x1b[1;91merror\x1b[0m: {message}")?;
    notes.iter().try_for_each(|note| writeln!(stderr, "  = note: {note}"))?;
    help.iter().try_for_each(|help| writeln!(stderr, "  = help: {help}"))
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure { status: Status::Fine, message: Message::Closed },
            _ => Failure::wrong(format!("the output cannot be written: {error}")),
        }
    }
}
