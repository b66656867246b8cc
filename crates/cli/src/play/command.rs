//! What can be typed.

use xiangqi::Colour;

/// The answer to `help`.
pub const HELP: &str = "\
a move        h2e2, H2-E2, C2=5, 炮二平五, or its number in the list that `moves` shows
moves         list the legal moves with numbers
undo          take back the last move, and the engine's answer with it
hint          ask the engine for a move
red WHO       who moves Red from now on: person, random, or the engine at a level from 1 to 10
black WHO     the same for Black
draw          offer a draw, or accept the offer that stands
resign        give up the game
board, flip   show the board again; turn it round
rules NAME    judge by computer, asian or simple rules
fen, pgn      print the position; print the game
save FILE     keep the game in a file, written anew after every move
new           begin a new game
quit          leave; the game is printed
";

/// A line of input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayCommand<'a> {
    Help,
    Board,
    Flip,
    Moves,
    Undo,
    Hint,
    /// Who moves a side.
    Seat(Colour, &'a str),
    New,
    Resign,
    Draw,
    Fen,
    Pgn,
    Rules(&'a str),
    Save(&'a str),
    Quit,
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
            ("hint", "") => Self::Hint,
            ("red", name) if !name.is_empty() => Self::Seat(Colour::Red, name),
            ("black", name) if !name.is_empty() => Self::Seat(Colour::Black, name),
            ("new", "") => Self::New,
            ("resign", "") => Self::Resign,
            ("draw", "") => Self::Draw,
            ("fen", "") => Self::Fen,
            ("pgn", "") => Self::Pgn,
            ("rules", name) => Self::Rules(name),
            ("save", path) if !path.is_empty() => Self::Save(path),
            ("quit" | "exit", "") => Self::Quit,
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
        assert_eq!(PlayCommand::parse("Black 3"), Some(PlayCommand::Seat(Colour::Black, "3")));
        assert_eq!(PlayCommand::parse("h2e2"), Some(PlayCommand::Play("h2e2")));
        assert_eq!(PlayCommand::parse("undo twice"), Some(PlayCommand::Play("undo twice")));
    }
}
