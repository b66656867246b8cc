//! Whether a text is a position, and everything that is wrong with it.
//!
//! A FEN that cannot be read has one problem. On a board that cannot be, all problems are found: each is put right, and what is
//! left is looked at again.

use crate::error::FenProblem;
use crate::messages::{FenChecked, Problem, Reply, SquareText};
use crate::words::Words;
use xiangqi::{BoardBuilder, Colour, Fen, FenError, InvalidBoard, Piece, PieceKind, Square};

/// More problems than this are not listed.
const MAX_PROBLEMS: usize = 20;

/// Looks at a FEN.
pub fn check_fen(text: &str) -> Reply {
    Reply::FenChecked(match text.parse::<Fen>() {
        Ok(fen) => FenChecked { ok: true, problems: Vec::new(), fen: Some(fen.to_string()) },
        Err(error) => FenChecked { ok: false, problems: problems(text, &error), fen: None },
    })
}

fn problems(text: &str, error: &FenError) -> Vec<Problem> {
    let FenError::Board(_) = error else {
        return vec![Problem { problem: FenProblem::from(error), words: Words::fen(error), square: None }];
    };
    let mut builder = pieces(text);
    let mut problems = Vec::new();
    while problems.len() < MAX_PROBLEMS
        && let Err(invalid) = builder.build()
    {
        problems.push(Problem {
            problem: FenProblem::from(invalid),
            words: Words::board(invalid),
            square: place(invalid).map(SquareText),
        });
        if !repair(&mut builder, invalid) {
            break;
        }
    }
    problems
}

/// The pieces of a text that is well formed.
fn pieces(text: &str) -> BoardBuilder {
    let mut builder = BoardBuilder::new();
    let mut fields = text.split_ascii_whitespace();
    for (row, rank) in fields.next().unwrap_or_default().split('/').zip((0..10).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            if let (Some(piece), Some(square)) = (Piece::from_letter(letter), Square::at(file, rank)) {
                builder.place(piece, square);
            }
            file += 1;
        }
    }
    if fields.next().is_some_and(|side| side.eq_ignore_ascii_case("b")) {
        builder.side(Colour::Black);
    }
    builder
}

/// Where a problem is.
fn place(invalid: InvalidBoard) -> Option<Square> {
    match invalid {
        InvalidBoard::NoKing(_) | InvalidBoard::TooMany { .. } => None,
        InvalidBoard::Misplaced { square, .. } => Some(square),
        InvalidBoard::KingsFace { red, .. } => Some(red),
        InvalidBoard::CapturableKing { king, .. } => Some(king),
    }
}

/// Puts a problem right, so that the next can be found. False if there is nothing to be done.
fn repair(builder: &mut BoardBuilder, invalid: InvalidBoard) -> bool {
    match invalid {
        InvalidBoard::NoKing(side) => {
            let rank = if side == Colour::Red { 0 } else { 9 };
            let free = (3..6).filter_map(|file| Square::at(file, rank));
            // A king has to stand somewhere, be it in the place of another piece.
            let taken = Square::at(4, rank);
            match free.into_iter().find(|square| builder.piece(*square).is_none()).or(taken) {
                Some(square) => builder.place(Piece::new(side, PieceKind::King), square),
                None => return false,
            };
        }
        InvalidBoard::TooMany { piece, .. } => {
            let all = Square::all().filter(|square| builder.piece(*square) == Some(piece));
            let all: Vec<Square> = all.collect();
            for &square in all.iter().skip(piece.kind().set_size() as usize) {
                builder.clear(square);
            }
        }
        InvalidBoard::Misplaced { piece, .. } if piece.kind() == PieceKind::King => return false,
        InvalidBoard::Misplaced { square, .. } => {
            builder.clear(square);
        }
        InvalidBoard::KingsFace { .. } | InvalidBoard::CapturableKing { .. } => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, Option<String>)> {
        let Reply::FenChecked(FenChecked { problems, ok, fen }) = check_fen(text) else { panic!() };
        assert_eq!(ok, problems.is_empty());
        assert_eq!(ok, fen.is_some());
        let square = |problem: &Problem| problem.square.map(|SquareText(square)| square.to_string());
        problems.into_iter().map(|problem| (problem.words.chinese.clone(), square(&problem))).collect()
    }

    #[test]
    fn all_problems_are_found() {
        assert!(found(xiangqi::fen::START).is_empty());
        assert_eq!(found("9/9").len(), 1);
        // No black king, a red advisor and an elephant astray, six red pawns.
        let many = found("9/9/9/9/9/PPPPPP3/9/B8/A8/4K4 w");
        assert!(many.len() >= 4, "{many:?}");
        assert!(many.iter().any(|(_, square)| square.as_deref() == Some("a1")), "{many:?}");
        let facing = found("4k4/9/9/9/9/9/9/9/9/4K4 w");
        assert_eq!(facing.first().and_then(|(_, square)| square.as_deref()), Some("e0"));
        assert_eq!(found("KKKKKKKKK/9/9/9/9/9/9/9/9/kkkkkkkkk w").len(), 3);
    }
}
