//! Who moves the pieces of a side: somebody at the keyboard, the engine at a level, another algorithm, chance, or a script.
//!
//! What a player is called on the command line, at the table and in a kept game is one text, which reads back as the same
//! player. Naming a script reads its file, so that a file that cannot be used is refused at once.

use super::script::Script;
use engine::{Level, STRONGEST};
use players::{Algorithm, ComputerPlayer, UnknownPlayer};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use xiangqi::excerpt;

/// Who moves a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    Person,
    Chance,
    Engine(Level),
    /// Tree search, minimax or alpha-beta, with what it may spend on a move.
    Algorithm(ComputerPlayer),
    Script(Arc<Script>),
}

/// Why a text names nobody who could play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    #[error(
        "there is no player \"{0}\"; it must be person, random, a level from 1 to {STRONGEST}, mcts:PLAYOUTS, mcts:MILLISECONDSms, alphabeta:DEPTH, minimax:DEPTH, or script: and a file"
    )]
    Unknown(String),
    #[error(transparent)]
    Budget(UnknownPlayer),
    #[error("the script \"{path}\" cannot be used: {reason}")]
    Script { path: String, reason: String },
    #[error("the record names the script \"{0}\", which is not opened unless you name it yourself")]
    RecordedScript(String),
}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        match text {
            "person" | "human" => Ok(Self::Person),
            "random" => Ok(Self::Chance),
            _ => {
                if let Some(path) = text.strip_prefix("script:") {
                    return match Script::read(path) {
                        Ok(script) => Ok(Self::Script(Arc::new(script))),
                        Err(error) => {
                            Err(PlayerError::Script { path: excerpt(path, 200), reason: error.to_string() })
                        }
                    };
                }
                match text.parse() {
                    Ok(ComputerPlayer::Level(level)) => Ok(Self::Engine(level)),
                    Ok(ComputerPlayer::Other(Algorithm::Random, _)) => Ok(Self::Chance),
                    Ok(player) => Ok(Self::Algorithm(player)),
                    Err(UnknownPlayer::Name(text)) => Err(PlayerError::Unknown(text)),
                    Err(error @ UnknownPlayer::Budget { .. }) => Err(PlayerError::Budget(error)),
                }
            }
        }
    }
}

impl fmt::Display for Player {
    /// As it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str("person"),
            Self::Chance => f.write_str("random"),
            Self::Engine(level) => write!(f, "{}", level.number()),
            Self::Algorithm(player) => write!(f, "{player}"),
            Self::Script(script) => write!(f, "script:{}", script.path()),
        }
    }
}

impl Player {
    /// The player that a record names. Records come from anywhere, and open no files.
    pub fn recorded(text: &str) -> Result<Self, PlayerError> {
        match text.strip_prefix("script:") {
            Some(path) => Err(PlayerError::RecordedScript(excerpt(path, 200))),
            None => text.parse(),
        }
    }

    /// What it is called where people read it.
    pub fn name(&self) -> String {
        shown_name(&self.to_string())
    }
}

/// What the player with this text is called where people read it.
pub fn shown_name(text: &str) -> String {
    if text.parse::<u8>().is_ok() { format!("level {text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        assert_eq!("person".parse(), Ok(Player::Person));
        assert_eq!("human".parse(), Ok(Player::Person));
        assert_eq!("random".parse(), Ok(Player::Chance));
        assert_eq!(Level::new(7).map(Player::Engine).map(Ok), Some("7".parse()));
        for wrong in ["0", "11", "Kasparov", "", "mcts", "mcts:0", "minimax:deep", "alphabeta:99"] {
            let refused = wrong.parse::<Player>();
            let quoted = format!("\"{wrong}\"");
            assert!(refused.is_err_and(|error| error.to_string().contains(&quoted)), "{wrong}");
        }
        let recorded = Player::recorded("script:/etc/hostname");
        assert_eq!(recorded, Err(PlayerError::RecordedScript("/etc/hostname".into())));
        let missing = "script:no such file".parse::<Player>();
        assert!(missing.is_err_and(|error| error.to_string().contains("\"no such file\"")));
        for text in ["person", "random", "1", "10", "mcts:2000", "mcts:500ms", "alphabeta:4", "minimax:3"] {
            assert_eq!(text.parse::<Player>().map(|player| player.to_string()), Ok(text.to_owned()));
        }
    }
}
