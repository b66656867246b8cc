//! The moves that a search may choose from, as a GUI has limited them.

use crate::command::Go;
use crate::options::{BadRanks, Ranks};
use games::{AnyMoveError, AnyPosition};

/// The moves that are wanted and those that are not, as the game writes them, and what was wrong with that.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// All moves if there are none.
    pub wanted: Vec<String>,
    pub excluded: Vec<String>,
    /// Whether this leaves no move.
    pub is_none_left: bool,
    /// What was passed over, and why.
    pub notes: Vec<String>,
}

impl Choice {
    /// What a `go` and earlier bans say. Moves that are not legal are passed over.
    pub fn read(position: &AnyPosition, go: &Go, banned: &[String], ranks: Ranks) -> Self {
        let mut notes = Vec::new();
        let mut read = |word: &str, texts: &[String]| {
            let mut moves = Vec::new();
            for text in texts {
                match legal_move(position, text, ranks) {
                    Ok(mv) => moves.push(mv),
                    Err(why) => notes.push(format!("\"{text}\" after \"{word}\" is passed over: {why}")),
                }
            }
            moves
        };
        let (wanted, mut excluded) = (read("searchmoves", &go.moves), read("banmoves", &go.banned));
        excluded.extend_from_slice(banned);
        let is_left = |mv: &String| (wanted.is_empty() || wanted.contains(mv)) && !excluded.contains(mv);
        let is_none_left = !excluded.is_empty() && !position.legal_moves().iter().any(is_left);
        if is_none_left {
            notes.push("\"banmoves\" leaves no move to search".into());
        }
        Self { wanted, excluded, is_none_left, notes }
    }
}

/// Why a text of the GUI is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadMove {
    /// Its ranks are not counted as they are by this GUI.
    #[error(transparent)]
    Ranks(#[from] BadRanks),
    /// It is not a legal move.
    #[error(transparent)]
    Illegal(#[from] AnyMoveError),
    /// The same where the GUI counts ranks from 1, while the reason speaks of ranks from 0.
    #[error("\"{text}\" is {read} with ranks counted from 0, and {reason}")]
    Counted {
        /// What the GUI has written.
        text: String,
        /// The same with ranks from 0.
        read: String,
        /// What is wrong with it.
        reason: AnyMoveError,
    },
}

/// A move of the GUI as the game writes it.
///
/// # Errors
/// Quotes the text and says why it is not a legal move.
pub fn legal_move(position: &AnyPosition, text: &str, ranks: Ranks) -> Result<String, BadMove> {
    let read = ranks.read(text)?;
    position.canonical(&read).map_err(|reason| match ranks {
        Ranks::AsTheyAre => reason.into(),
        Ranks::FromOne => BadMove::Counted { text: text.to_owned(), read, reason },
    })
}

/// A position after moves of the GUI.
///
/// # Errors
/// As for one move.
pub fn after(start: &AnyPosition, texts: &[String], ranks: Ranks) -> Result<AnyPosition, BadMove> {
    let mut position = start.clone();
    for text in texts {
        let mv = legal_move(&position, text, ranks)?;
        position.play(&mv)?;
    }
    Ok(position)
}
