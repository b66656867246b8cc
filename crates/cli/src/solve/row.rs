//! A row of a file of mates: a FEN, then operations, each with a semicolon after it. `dm` is the number of moves
//! to mate that is known, or an upper bound of it; `id` a name. Other operations are ignored.

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
    #[error("\"dm {0}\" gives no number of moves; one is written \"dm 3\"")]
    Distance(String),
}

impl FromStr for MateRow {
    type Err = BadRow;

    fn from_str(line: &str) -> Result<Self, BadRow> {
        let mut words = line.split_whitespace();
        let mut fen: Vec<&str> = words.by_ref().take(4).collect();
        let mut rest = words.clone();
        // The counters may be left out.
        let is_counter = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        for _ in 0..2 {
            if let Some(word) = rest.next().filter(|word| is_counter(word)) {
                fen.push(word);
                words.next();
            }
        }
        let fen = fen.join(" ");
        let position = match fen.parse() {
            Ok(position) => position,
            Err(reason) => return Err(BadRow::Position { fen, reason }),
        };
        let operations = words.collect::<Vec<_>>().join(" ");
        let distance = operations.split(';').find_map(|operation| operation.trim().strip_prefix("dm "));
        let distance = distance.map(|text| {
            let number = text.trim().parse().ok().filter(|&number: &u32| number > 0);
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
        assert_eq!(row("3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - bm b1b9;"), Ok((fen.into(), None)));
        assert_eq!(row(fen), Ok((fen.into(), None)));
        assert!(
            row(&format!("{fen} dm many;")).is_err_and(|error| error.to_string().contains("\"dm many\""))
        );
        assert!(row(&format!("{fen} dm 0;")).is_err());
        assert!(row("nonsense dm 1;").is_err_and(|error| error.to_string().contains("nonsense")));
    }
}
