//! The languages that GUIs speak: each has a reader, from lines to commands, and a writer, from events to lines.
//!
//! | | UCI | UCCI | `XBoard` |
//! |---|---|---|---|
//! | begins with | `uci`, or anything else | `ucci` | `xboard`, `protover` |
//! | who keeps the game | the GUI | the GUI | the engine |
//! | what is refused | `info string …` | `info message …` | `Error (…): …`, `Illegal move (…): …` |

mod go;
mod text;
pub mod ucci;
pub mod uci;
pub mod xboard;

use crate::command::{BadCommand, Command};
use crate::courtesy::Courtesy;
use crate::event::Event;
use crate::ranks::Ranks;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// The Universal Chess Interface as xiangqi programs use it, UCI-Cyclone among them.
    #[default]
    Uci,
    /// The Universal Chinese Chess Interface, version 3.
    Ucci,
    /// The protocol of `XBoard` and `WinBoard`, version 2.
    XBoard,
}

/// How the GUI wants to be told.
#[derive(Clone)]
pub struct Manner {
    /// How ranks are counted.
    pub ranks: Ranks,
    /// Whether to show the chances of a win, a draw and a loss.
    pub shows_outlook: bool,
    /// How many lines are searched.
    pub lines: usize,
    /// Whether thoughts are shown at all.
    pub posts: bool,
    /// The move that is taken for granted while pondering, until it is made (`XBoard`).
    pub expected: Option<(String, Arc<AtomicBool>)>,
    /// When to offer, accept or resign.
    pub courtesy: Courtesy,
    /// Whether every move is banned, so that there is nothing to be said about the position.
    pub is_all_banned: bool,
}

impl Dialect {
    /// The language that a line chooses, if it is a greeting.
    pub fn greeted_by(line: &str) -> Option<Self> {
        match line.split_whitespace().next()? {
            "uci" => Some(Self::Uci),
            "ucci" => Some(Self::Ucci),
            "xboard" | "protover" => Some(Self::XBoard),
            _ => None,
        }
    }

    /// Reads a line; an empty one, or a comment, says nothing.
    ///
    /// # Errors
    /// If it is no command of this language.
    pub fn parse(self, line: &str) -> Result<Option<Command>, BadCommand> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first().is_none_or(|first| first.starts_with('#')) {
            return Ok(None);
        }
        let command = match self {
            Self::Uci => uci::read(&words),
            Self::Ucci => ucci::read(&words),
            Self::XBoard => xboard::read(&words),
        };
        let unknown = || BadCommand::Unknown(text::shortened(line.trim()));
        command?.map(Some).ok_or_else(unknown)
    }

    /// The lines for an event, if it is one that the GUI is told.
    pub fn event_text(self, event: &Event, manner: &Manner) -> Option<String> {
        match self {
            Self::Uci => Some(uci::event_text(event, manner)),
            Self::Ucci => Some(ucci::event_text(event, manner)),
            Self::XBoard => xboard::event_text(event, manner),
        }
    }

    /// Something that the GUI should know.
    pub fn remark(self, message: &str) -> String {
        match self {
            Self::Uci => format!("info string {message}"),
            Self::Ucci => format!("info message {message}"),
            Self::XBoard => format!("# {message}"),
        }
    }

    /// Why a line is not obeyed.
    pub fn refusal(self, message: &str, line: &str) -> String {
        match self {
            Self::Uci | Self::Ucci => self.remark(message),
            Self::XBoard => xboard::refusal(message, line),
        }
    }
}

/// The words that begin a command on the command line.
const WORDS: [&str; 22] = [
    "uci",
    "ucci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "fen",
    "startpos",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "eval",
    "flip",
    "bench",
    "speedtest",
    "compiler",
    "export_net",
    "license",
    "licence",
    "debug",
];

/// Whether a line of commands can begin with this word.
pub fn is_command_word(word: &str) -> bool {
    WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_words_are_known() {
        for word in WORDS {
            let dialect = Dialect::greeted_by(word).unwrap_or_default();
            let is_unknown = matches!(dialect.parse(word), Err(BadCommand::Unknown(_)));
            assert!(!is_unknown || word == "debug", "{word}");
        }
        assert!(is_command_word("go") && !is_command_word("play"));
    }

    #[test]
    fn greetings_choose_and_nothing_else_does() {
        assert_eq!(Dialect::greeted_by(" ucci\r"), Some(Dialect::Ucci));
        assert_eq!(Dialect::greeted_by("protover 2"), Some(Dialect::XBoard));
        for line in ["", "position startpos", "new", "# uci", "ucinewgame"] {
            assert_eq!(Dialect::greeted_by(line), None, "{line}");
        }
    }

    #[test]
    fn every_dialect_passes_over_nothing_and_comments() {
        for dialect in [Dialect::Uci, Dialect::Ucci, Dialect::XBoard] {
            for line in ["", "  \t", "# a comment", "\r"] {
                assert_eq!(dialect.parse(line), Ok(None));
            }
            let message = dialect.parse("xyzzy now").unwrap_err().to_string();
            assert!(message.contains("\"xyzzy now\""), "{message}");
            assert!(dialect.parse(&"é".repeat(10_000)).unwrap_err().to_string().len() < 300);
        }
    }
}
