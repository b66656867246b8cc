//! The languages that GUIs speak: each has a reader, from lines to commands, and a writer, from messages to lines.
//!
//! | | UCI | UCCI | `XBoard` |
//! |---|---|---|---|
//! | begins with | `uci`, or anything else | `ucci` | `xboard`, `protover` |
//! | who keeps the game | the GUI | the GUI | the engine |
//! | what is refused | `info string …` | `info message …` | `Error (…): …`, `Illegal move (…): …` |

mod go;
mod message;
mod people;
mod text;
pub mod ucci;
pub mod uci;
pub mod xboard;

pub use message::{Message, SearchMode, ranks_note};
pub use text::shortened;

use crate::command::{BadCommand, Command};

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
    /// If it is not a command of this language.
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
        let unknown = || BadCommand::Unknown(shortened(line.trim()));
        command?.map(Some).ok_or_else(unknown)
    }

    /// The lines for a message; nothing if the language has no words for it.
    pub fn write(self, message: &Message<'_>, mode: SearchMode) -> Option<String> {
        match self {
            Self::Uci => uci::write(message, mode),
            Self::Ucci => ucci::write(message, mode),
            Self::XBoard => xboard::write(message, mode),
        }
    }

    /// What is said of a line that is not a command.
    pub fn complaint(self, error: &BadCommand) -> String {
        match error {
            // The line itself follows it there.
            BadCommand::Unknown(_) if self == Self::XBoard => "unknown command".into(),
            error => error.to_string(),
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
