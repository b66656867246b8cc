//! What can be typed, in the dialogue and on the screen.

use xiangqi::Colour;

/// The answer to `help`.
pub const HELP: &str = "\
a move        h2e2, H2-E2, `h2, e2`, C2=5, 炮二平五, or its number in the list that `moves` shows
moves         list the legal moves with numbers
undo, redo    take back the last move, and the engine's answer with it; play them again
hint          ask the engine for a move
red WHO       who moves Red from now on: person, the engine at a level from 1 to 10, mcts:PLAYOUTS, mcts:500ms,
              alphabeta:DEPTH, minimax:DEPTH, random, or script:FILE
black WHO     the same for Black
level N       the engine plays at this level from now on
book on|off   whether the engine plays from the opening book; `book` alone says it
pause         nobody but you moves and no clock runs, until `pause` is typed again
draw          offer a draw, or accept the offer that stands
resign        give up the game
why           the last message or verdict in full
board, flip   show the board again; turn it round
rules NAME    judge by computer, asian or simple rules
fen, pgn      print the position; print the game
save FILE     keep the game in a file, written anew after every move
load FILE N   go on with a game from a file, the first or another one
salvage FILE N  the same for a game with a bad move: as far as it is legal
new           begin a new game; the old one is kept
quit          leave; nothing is lost
";

/// Words that stand alone and cannot begin a move.
const ALONE: [&str; 18] = [
    "help", "board", "flip", "moves", "undo", "redo", "hint", "pause", "new", "resign", "draw", "why", "fen",
    "pgn", "yes", "no", "quit", "exit",
];

/// A line of input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayCommand<'a> {
    Help,
    Board,
    Flip,
    Moves,
    Undo,
    Redo,
    Hint,
    /// Who moves a side.
    Seat(Colour, &'a str),
    /// How strong the engine is.
    Level(&'a str),
    /// Whether it plays from the opening book.
    Book(&'a str),
    Pause,
    New,
    Resign,
    Draw,
    Why,
    Fen,
    Pgn,
    Rules(&'a str),
    Save(&'a str),
    Load(&'a str),
    /// Load a game as far as it is legal.
    Salvage(&'a str),
    Yes,
    No,
    Quit,
    /// A word that stands alone, with something behind it.
    TooMuch {
        word: &'a str,
        rest: &'a str,
    },
    /// Anything else is taken for a move.
    Play(&'a str),
}

impl<'a> PlayCommand<'a> {
    /// Reads a line; an empty one says nothing.
    pub fn parse(line: &'a str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Some(match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => return None,
            ("help" | "?", "") => Self::Help,
            ("board", "") => Self::Board,
            ("flip", "") => Self::Flip,
            ("moves", "") => Self::Moves,
            ("undo", "") => Self::Undo,
            ("redo", "") => Self::Redo,
            ("hint", "") => Self::Hint,
            ("red", name) => Self::Seat(Colour::Red, name),
            ("black", name) => Self::Seat(Colour::Black, name),
            ("level", number) => Self::Level(number),
            ("book", choice) => Self::Book(choice),
            ("pause", "") => Self::Pause,
            ("new", "") => Self::New,
            ("resign", "") => Self::Resign,
            ("draw", "") => Self::Draw,
            ("why", "") => Self::Why,
            ("fen", "") => Self::Fen,
            ("pgn", "") => Self::Pgn,
            ("rules", name) => Self::Rules(name),
            ("save", path) => Self::Save(path),
            ("load", path) => Self::Load(path),
            ("salvage", path) => Self::Salvage(path),
            ("yes" | "y", "") => Self::Yes,
            ("no" | "n", "") => Self::No,
            ("quit" | "exit", "") => Self::Quit,
            (name, rest) if !rest.is_empty() && ALONE.contains(&name) => Self::TooMuch { word, rest },
            _ => Self::Play(line),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves_are_told_apart() {
        assert_eq!(PlayCommand::parse("  "), None);
        assert_eq!(PlayCommand::parse("UNDO\r"), Some(PlayCommand::Undo));
        assert_eq!(PlayCommand::parse("rules  asian"), Some(PlayCommand::Rules("asian")));
        assert_eq!(PlayCommand::parse("save my game.pgn"), Some(PlayCommand::Save("my game.pgn")));
        assert_eq!(PlayCommand::parse("load"), Some(PlayCommand::Load("")));
        assert_eq!(PlayCommand::parse("Black 3"), Some(PlayCommand::Seat(Colour::Black, "3")));
        assert_eq!(PlayCommand::parse("level 4"), Some(PlayCommand::Level("4")));
        assert_eq!(PlayCommand::parse("h2e2"), Some(PlayCommand::Play("h2e2")));
        assert_eq!(
            PlayCommand::parse("Undo twice"),
            Some(PlayCommand::TooMuch { word: "Undo", rest: "twice" })
        );
        assert_eq!(PlayCommand::parse("red"), Some(PlayCommand::Seat(Colour::Red, "")));
        assert_eq!(PlayCommand::parse("book off"), Some(PlayCommand::Book("off")));
        for word in ALONE {
            assert!(!matches!(PlayCommand::parse(word), Some(PlayCommand::Play(_)) | None), "{word}");
        }
    }
}
