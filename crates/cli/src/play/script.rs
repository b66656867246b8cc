//! Moves from a file for a side: its own moves, separated by blanks, or a game of any format.
//!
//! A text that is nothing but moves holds those of the side that it plays. Anything that says what it is (PGN, XQF and so on; a list that
//! begins with a position, or that has two moves behind a number) is a game: the side plays its own moves of the main line, ply by
//! ply, in a game that began with the same position. Of a file with several games one has to be named, `FILE#3`.

use notation::formats::{self, Format, ReadError};
use notation::{MoveError, decode, parse_any};
use std::path::{Path, PathBuf};
use xiangqi::{Board, Fen, Move, Position};

/// A script longer than this is not one: in bytes.
const MAX_SCRIPT: u64 = 1 << 20;

/// Moves from a file.
#[derive(PartialEq, Eq, Debug)]
pub struct Script {
    /// As it was named, with the number of the game.
    path: String,
    moves: Moves,
}

#[derive(PartialEq, Eq, Debug)]
enum Moves {
    /// Those of one side.
    Own(Vec<String>),
    /// Those of both sides, from a position.
    Game(Box<Fen>, Vec<Move>),
}

/// Why a file cannot be a script.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    #[error(transparent)]
    File(#[from] std::io::Error),
    #[error("it has {0} bytes, and a script at most {MAX_SCRIPT}")]
    TooLarge(u64),
    #[error("there is no move in it; it must be a game, or moves separated by blanks, such as h2e2 h0g2")]
    Empty,
    #[error("game {number}: {error}")]
    Game { number: usize, error: ReadError },
    #[error("it has {count} games; name one of them, such as script:FILE#{count}")]
    Several { count: usize },
    #[error("there is no game {number} in it; it has {count}")]
    NoSuchGame { number: usize, count: usize },
}

/// Why a script has no move for a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScriptEnd {
    #[error("it has {0} moves")]
    Over(usize),
    #[error("move {number}: {error}")]
    Move { number: usize, error: MoveError },
    #[error("its game begins with another position, {0}")]
    OtherStart(String),
}

impl Script {
    /// Reads a file. What follows a `#` at the end of the name is the number of a game, unless there is a file of that name.
    pub fn read(name: &str) -> Result<Self, ScriptError> {
        let (path, number) = split(name);
        let length = std::fs::metadata(&path)?.len();
        if length > MAX_SCRIPT {
            return Err(ScriptError::TooLarge(length));
        }
        let moves = Moves::read(&crate::file::read_bytes(&path)?, number)?;
        Ok(Self { path: name.to_owned(), moves })
    }

    /// As it was named.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The move of the side to move.
    pub fn next(&self, position: &Position) -> Result<Move, ScriptEnd> {
        let plies = position.past().len();
        match &self.moves {
            Moves::Own(moves) => {
                // The side to move made every second of them, the last but one among these.
                let made = plies / 2;
                let text = moves.get(made).ok_or(ScriptEnd::Over(moves.len()))?;
                let mv = parse_any(position.board(), text);
                mv.map_err(|error| ScriptEnd::Move { number: made + 1, error })
            }
            Moves::Game(start, moves) => {
                if position.origin().board != start.board {
                    return Err(ScriptEnd::OtherStart(start.to_string()));
                }
                let mv = *moves.get(plies).ok_or(ScriptEnd::Over(moves.len()))?;
                legal(position.board(), mv).map_err(|error| ScriptEnd::Move { number: plies / 2 + 1, error })
            }
        }
    }
}

fn legal(board: &Board, mv: Move) -> Result<Move, MoveError> {
    parse_any(board, &mv.to_string())
}

fn split(name: &str) -> (PathBuf, Option<usize>) {
    match name.rsplit_once('#').and_then(|(path, number)| Some((path, number.parse().ok()?))) {
        Some((path, number)) if !Path::new(name).exists() => (path.into(), Some(number)),
        _ => (name.into(), None),
    }
}

impl Moves {
    fn read(bytes: &[u8], number: Option<usize>) -> Result<Self, ScriptError> {
        let is_list = matches!(formats::detect(bytes), None | Some(Format::Moves));
        if is_list && number.is_none() {
            let text = decode(bytes);
            if !is_game_list(&text) {
                let moves: Vec<String> =
                    words(&text).filter(|word| !is_number(word)).map(str::to_owned).collect();
                return if moves.is_empty() { Err(ScriptError::Empty) } else { Ok(Self::Own(moves)) };
            }
        }
        let mut games: Vec<_> = formats::read(bytes).collect();
        let count = games.len();
        let wanted = match number {
            Some(number) if number == 0 || number > count => {
                return Err(ScriptError::NoSuchGame { number, count });
            }
            None if count > 1 => return Err(ScriptError::Several { count }),
            None if count == 0 => return Err(ScriptError::Empty),
            number => number.unwrap_or(1),
        };
        let game =
            games.swap_remove(wanted - 1).map_err(|error| ScriptError::Game { number: wanted, error })?;
        let moves: Vec<Move> = game.main_line().filter_map(|(_, node)| node.mv()).collect();
        if moves.is_empty() {
            Err(ScriptError::Empty)
        } else {
            Ok(Self::Game(Box::new(game.start().clone()), moves))
        }
    }
}

/// The words of a list; what follows a `#` on its line is a remark.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.trim_start_matches('\u{feff}').lines();
    lines.map(|line| line.split('#').next().unwrap_or_default()).flat_map(str::split_whitespace)
}

/// Whether a list begins with a position, or has two moves behind a number.
fn is_game_list(text: &str) -> bool {
    let first = words(text).next().unwrap_or_default();
    let is_position = ["position", "startpos", "fen"].contains(&first) || first.matches('/').count() == 9;
    let mut behind = 0;
    let has_pair = words(text).any(|word| {
        behind = match is_number(word) {
            true => 1,
            false if behind > 0 => behind + 1,
            false => 0,
        };
        behind > 2 && !word.contains('*')
    });
    is_position || has_pair
}

fn is_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| {
        let digits = digits.trim_end_matches('.');
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    fn script(text: &str, number: Option<usize>) -> Result<Script, ScriptError> {
        Ok(Script { path: "s".into(), moves: Moves::read(text.as_bytes(), number)? })
    }

    fn own(text: &str) -> Vec<String> {
        match script(text, None).map(|script| script.moves) {
            Ok(Moves::Own(moves)) => moves,
            other => unreachable!("{other:?}"),
        }
    }

    #[test]
    fn plain_scripts_are_words() {
        assert_eq!(
            own("1. h2e2 # the cannon\n\n2. 马二进三 3... C2=5\n# h0g2\n"),
            ["h2e2", "马二进三", "C2=5"]
        );
        assert_eq!(own("C2=5 H2+3"), ["C2=5", "H2+3"], "nothing says that this is a game");
        assert!(matches!(script("# nothing\n", None), Err(ScriptError::Empty)));
    }

    #[test]
    fn games_give_each_side_its_moves() {
        let pgn = "[Event \"x\"]\n\n1. C2=5 {good} (1. H2+3) H8+7 2. H2+3 1-0\n";
        for text in [
            pgn,
            "1. C2=5 H8+7 2. H2+3",
            "startpos moves h2e2 h9g7 h0g2",
            "[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]",
        ] {
            let script = script(text, None).expect("a game");
            let mut position = Position::start();
            for expected in ["h2e2", "h9g7", "h0g2"] {
                let mv = script.next(&position).expect("a move");
                assert_eq!(mv.to_string(), expected, "{text}");
                position.play_unchecked(mv);
            }
            assert_eq!(script.next(&position), Err(ScriptEnd::Over(3)));
        }
    }

    #[test]
    fn what_does_not_fit_the_game_is_said() {
        let fen = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1";
        let other = script(&format!("{fen}\na1a8"), None).expect("a game");
        let reason = other.next(&Position::start()).expect_err("another position").to_string();
        assert!(reason.contains(fen), "{reason}");
        let script = script("1. h2e2 h9g7 2. h0g2", None).expect("a game");
        let mut position = Position::start();
        for text in ["h0g2", "h9g7"] {
            position.play_unchecked(text.parse().expect("a move"));
        }
        let reason = script.next(&position).expect_err("the horse is gone").to_string();
        assert!(reason.starts_with("move 2: \"h0g2\" is not possible"), "{reason}");
    }

    #[test]
    fn one_of_several_games_is_named() {
        let text = "[Event \"1\"]\n\n1. h2e2 *\n\n[Event \"2\"]\n\n1. c3c4 *\n";
        assert!(matches!(script(text, None), Err(ScriptError::Several { count: 2 })));
        assert!(matches!(script(text, Some(3)), Err(ScriptError::NoSuchGame { number: 3, count: 2 })));
        let second = script(text, Some(2)).expect("a game");
        assert_eq!(second.next(&Position::start()).map(|mv| mv.to_string()), Ok("c3c4".to_owned()));
        let bad = script("[Event \"1\"]\n\n1. h2e2 h0h9 *\n", None).expect_err("h0h9 is bad").to_string();
        assert!(bad.starts_with("game 1: line 3, column 9: "), "{bad}");
    }
}
