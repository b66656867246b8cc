//! What a game looks like: everything that a page needs to draw it.

use crate::error::ServiceError;
use crate::explore;
use crate::game::{self, noted};
use crate::messages::{
    Chase, GameEnd, GameText, PieceLetter, PlayedMove, Reply, Seen, SquareText, Warning, conducts,
};
use crate::words::Words;
use xiangqi::{Outcome, Position, Reason, Square};

/// Looks at a game.
///
/// # Errors
/// Says what is wrong with it.
pub fn look(game: &GameText) -> Result<Reply, ServiceError> {
    let position = game::replay(game)?;
    let board = position.board();
    let rules = position.rules();
    let legal = board.legal_moves();
    let legal = legal.iter().map(|&mv| noted(board, mv));
    let side = position.side();
    let checked = position.is_check().then(|| SquareText(board.king(side)));
    let has_moved = !position.past().is_empty();
    let chased = if has_moved { rules.chases(board) } else { Vec::new() };
    let chased = chased.iter().map(|mv| Chase { by: SquareText(mv.from()), target: SquareText(mv.to()) });
    let pieces =
        Square::all().filter_map(|square| Some((SquareText(square), PieceLetter(board.piece(square)?))));
    Ok(Reply::Seen(Box::new(Seen {
        fen: position.fen().to_string(),
        side: side.into(),
        legal: legal.collect(),
        checked,
        history: history(&position),
        end: rules.verdict(&position).as_ref().map(GameEnd::from),
        chased: chased.collect(),
        repetition: 1 + position.earlier_occurrences().count(),
        warning: warning(&position),
        opening: explore::opening(&position),
        pieces: pieces.collect(),
    })))
}

fn history(position: &Position) -> Vec<PlayedMove> {
    let mut replayed = Position::from(position.origin().clone());
    let made = position.past().iter().filter_map(|ply| {
        let mv = ply.mv?;
        let text = noted(replayed.board(), mv);
        replayed.play_unchecked(mv);
        let fen = replayed.fen().to_string();
        Some(PlayedMove { text, fen, capture: ply.captured.map(PieceLetter), check: ply.is_check })
    });
    made.collect()
}

/// What a position that occurs for the second time will come to: once more, and a side that may not do what it does
/// has lost.
pub fn warning(position: &Position) -> Option<Warning> {
    let verdict = position.rules().foresee(position)?;
    let (Outcome::Win(winner), Reason::Repetition(repetition)) = (verdict.outcome, verdict.reason) else {
        return None;
    };
    let words = Words::warning(!winner, &repetition);
    Some(Warning { loser: (!winner).into(), conduct: conducts(&repetition.conduct), words })
}
