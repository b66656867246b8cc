//! A row of a file of mates: a FEN, of which the board and the side are enough, then operations, each with a semicolon
//! after it. `bm` names moves, which must be legal; `dm` is the number of moves to mate that is known, or an upper bound
//! of it; `id` a name. Other operations are ignored.

use notation::MoveError;
use std::str::FromStr;
use xiangqi::{FenError, Position};

/// A position, and what is known of it.
pub struct MateRow {
    pub position: Position,
    /// Moves to mate, at most.
    pub distance: Option<u32>,
}

/// What is wrong with a row.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadRow {
    #[error("FEN \"{fen}\": {reason}")]
    Position { fen: String, reason: FenError },
    #[error("\"dm {0}\" is not a number of moves; write it as in \"dm 3\"")]
    Distance(String),
    #[error("\"bm {text}\": {reason}")]
    BestMove { text: String, reason: MoveError },
    #[error("\"bm\" names no move; write it as in \"bm h2e2\"")]
    NoBestMove,
}

impl FromStr for MateRow {
    type Err = BadRow;

    fn from_str(line: &str) -> Result<Self, BadRow> {
        let mut words = line.split_whitespace().peekable();
        let mut fen: Vec<&str> = words.by_ref().take(1).collect();
        // The fields after the board may be left out. None of them looks like the name of an operation, which has two letters
        // or more.
        let is_side = |word: &&str| word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
        fen.extend(words.next_if(is_side));
        fen.extend(words.next_if_eq(&"-"));
        fen.extend(words.next_if_eq(&"-"));
        let is_counter = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        fen.extend(words.next_if(is_counter));
        fen.extend(words.next_if(is_counter));
        let fen = fen.join(" ");
        let position: Position = match fen.parse() {
            Ok(position) => position,
            Err(reason) => return Err(BadRow::Position { fen, reason }),
        };
        let operations = words.collect::<Vec<_>>().join(" ");
        let operand = |name: &str| {
            let operations = operations.split(';').map(str::trim);
            let mut operands = operations.filter_map(|operation| operation.strip_prefix(name));
            operands.find(|rest| rest.is_empty() || rest.starts_with(' ')).map(str::trim)
        };
        if let Some(moves) = operand("bm") {
            if moves.is_empty() {
                return Err(BadRow::NoBestMove);
            }
            for text in moves.split(' ') {
                notation::parse_any(position.board(), text)
                    .map_err(|reason| BadRow::BestMove { text: text.to_owned(), reason })?;
            }
        }
        let distance = operand("dm");
        let distance = distance.map(|text| {
            let number = text.parse().ok().filter(|&number: &u32| number > 0);
            number.ok_or_else(|| BadRow::Distance(text.to_owned()))
        });
        Ok(Self { position, distance: distance.transpose()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read() {
        let row =
            |text: &str| text.parse::<MateRow>().map(|row| (row.position.fen().to_string(), row.distance));
        let fen = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1";
        assert_eq!(row(&format!("{fen} bm b1b9; dm 1; id \"a; b\";")), Ok((fen.into(), Some(1))));
        let board = "3k5/R8/9/9/9/9/9/9/1R7/4K4";
        for short in
            ["w - - bm b1b9;", "w bm b1b9;", "w", "w 0 1 bm b1d1 b1b9;", "w - - 0 bm b1d1;", "bm R8+8;"]
        {
            assert_eq!(row(&format!("{board} {short}")), Ok((fen.into(), None)), "{short}");
        }
        assert_eq!(row(&format!("{board} w dm 1; id \"short\";")), Ok((fen.into(), Some(1))));
        for (operations, part) in [
            ("bm b1c3;", "\"bm b1c3\": "),
            ("dm 1; bm b1b9 e0e5;", "\"bm e0e5\": "),
            ("bm ;", "\"bm\" names no move"),
            ("dm;", "\"dm \""),
        ] {
            let found = row(&format!("{board} w {operations}"));
            assert!(
                found.as_ref().is_err_and(|error| error.to_string().contains(part)),
                "{operations}: {found:?}"
            );
        }
        assert!(row(&format!("{board} x dm 1;")).is_err_and(|error| error.to_string().contains("\"x\"")));
        assert_eq!(row(fen), Ok((fen.into(), None)));
        assert!(
            row(&format!("{fen} dm many;")).is_err_and(|error| error.to_string().contains("\"dm many\""))
        );
        assert!(row(&format!("{fen} dm 0;")).is_err());
        assert!(row("nonsense dm 1;").is_err_and(|error| error.to_string().contains("nonsense")));
    }
}
