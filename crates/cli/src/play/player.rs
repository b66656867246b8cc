//! Who moves the pieces of a side: somebody at the keyboard, the engine at a level, chance, or a script.
//!
//! What a player is called on the command line, at the table and in a kept game is one text, which reads back as the same
//! player. Naming a script reads its file, so that a file that cannot be used is refused at once.

use engine::{Level, STRONGEST};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use xiangqi::excerpt;

/// A script longer than this is not one: in bytes.
const MAX_SCRIPT: u64 = 1 << 20;

/// Who moves a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    Person,
    Chance,
    Engine(Level),
    Script(Arc<Script>),
}

/// Moves from a file.
#[derive(PartialEq, Eq, Debug)]
pub struct Script {
    path: String,
    moves: Vec<String>,
}

impl Script {
    /// The moves of a text, in any notation and separated by blanks. What follows a `#` on its line is a remark, and numbers
    /// such as `12.` are passed over.
    pub fn new(path: &str, text: &str) -> Self {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
        let words = lines.flat_map(str::split_whitespace).filter(|word| !is_number(word));
        Self { path: path.to_owned(), moves: words.map(str::to_owned).collect() }
    }

    /// The move of the side that has made this many already.
    pub fn next(&self, made: usize) -> Option<&str> {
        self.moves.get(made).map(String::as_str)
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }
}

fn is_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| {
        let digits = digits.trim_end_matches('.');
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Why a text names nobody who could play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    #[error(
        "there is no player \"{0}\"; it must be person, random, a level from 1 to {STRONGEST}, or script: and a file"
    )]
    Unknown(String),
    #[error("the script \"{path}\" cannot be used: {reason}")]
    Script { path: String, reason: String },
}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        match text {
            "person" | "human" => Ok(Self::Person),
            "random" => Ok(Self::Chance),
            _ => {
                if let Some(path) = text.strip_prefix("script:") {
                    return read_script(path).map(Arc::new).map(Self::Script);
                }
                let level = text.parse().ok().and_then(Level::new).map(Self::Engine);
                level.ok_or_else(|| PlayerError::Unknown(excerpt(text, 40)))
            }
        }
    }
}

fn read_script(path: &str) -> Result<Script, PlayerError> {
    let failed = |reason: String| PlayerError::Script { path: excerpt(path, 200), reason };
    let length = std::fs::metadata(path).map_err(|error| failed(error.to_string()))?.len();
    if length > MAX_SCRIPT {
        return Err(failed(format!("it has {length} bytes, and a script at most {MAX_SCRIPT}")));
    }
    let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| failed("it is not UTF-8 text".into()))?;
    let script = Script::new(path, &text);
    if script.len() == 0 {
        return Err(failed(
            "there is no move in it; moves are separated by blanks, such as h2e2 h0g2".into(),
        ));
    }
    Ok(script)
}

impl fmt::Display for Player {
    /// As it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str("person"),
            Self::Chance => f.write_str("random"),
            Self::Engine(level) => write!(f, "{}", level.number()),
            Self::Script(script) => write!(f, "script:{}", script.path),
        }
    }
}

impl Player {
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
        for wrong in ["0", "11", "Kasparov", ""] {
            let refused = wrong.parse::<Player>();
            let quoted = format!("\"{wrong}\"");
            assert!(refused.is_err_and(|error| error.to_string().contains(&quoted)), "{wrong}");
        }
        let missing = "script:no such file".parse::<Player>();
        assert!(missing.is_err_and(|error| error.to_string().contains("\"no such file\"")));
        for text in ["person", "random", "1", "10"] {
            assert_eq!(text.parse::<Player>().map(|player| player.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn scripts_are_words() {
        let script = Script::new("s", "1. h2e2 # the cannon\n\n2. 马二进三 3... C2=5\n# h0g2\n");
        assert_eq!(script.moves, ["h2e2", "马二进三", "C2=5"]);
        assert_eq!((script.next(1), script.next(3)), (Some("马二进三"), None));
    }
}
