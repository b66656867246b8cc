//! What a game looks like: everything that a page needs to draw it.

use crate::error::ServiceError;
use crate::explore;
use crate::game::{self, noted};
use crate::messages::{
    Chase, GameDescription, GameEnd, GameMove, KnownEnding, PieceLetter, Reply, Seen, SquareText, Warning,
    conducts,
};
use crate::words::Words;
use endgame::Value;
use xiangqi::{Position, Square};

/// Looks at a game.
///
/// # Errors
/// Says what is wrong with it.
pub fn look(game: &GameDescription) -> Result<Reply, ServiceError> {
    let position = game::replay(game)?;
    let board = position.board();
    let rules = position.rules();
    let legal = board.legal_moves();
    let legal = legal.iter().map(|&mv| noted(board, mv));
    let side = position.side();
    let end = rules.verdict(&position).as_ref().map(GameEnd::from);
    let checked = position.is_check().then(|| SquareText(board.king(side)));
    let pieces =
        Square::all().filter_map(|square| Some((SquareText(square), PieceLetter(board.piece(square)?))));
    Ok(Reply::Seen(Box::new(Seen {
        fen: position.fen().to_string(),
        side: side.into(),
        legal: legal.collect(),
        checked,
        history: history(&position),
        ending: if end.is_none() { known_ending(&position) } else { None },
        end,
        chased: chased(&position),
        repetition: 1 + position.earlier_occurrences().count(),
        warning: warning(&position),
        opening: explore::opening(&position),
        pieces: pieces.collect(),
    })))
}

/// What the side that has just moved chases.
pub fn chased(position: &Position) -> Vec<Chase> {
    if position.past().is_empty() {
        return Vec::new();
    }
    let chases = position.rules().chases(position.board());
    chases.iter().map(|mv| Chase { by: SquareText(mv.from()), target: SquareText(mv.to()) }).collect()
}

/// What a table of endings knows of a position.
fn known_ending(position: &Position) -> Option<KnownEnding> {
    let value = endgame::shipped().probe_under_rules(position)?;
    let side = position.side();
    let won = match value {
        Value::Draw => None,
        Value::Win(plies) => Some((side, plies)),
        Value::Loss(plies) => Some((!side, plies)),
    };
    Some(KnownEnding {
        winner: won.map(|(winner, _)| winner.into()),
        plies: won.map(|(_, plies)| plies),
        words: Words::known_ending(won.map(|(winner, plies)| (winner, plies.div_ceil(2)))),
    })
}

fn history(position: &Position) -> Vec<GameMove> {
    let mut replayed = Position::from(position.origin().clone());
    let made = position.past().iter().filter_map(|ply| {
        let mv = ply.mv?;
        let text = noted(replayed.board(), mv);
        replayed.play_unchecked(mv);
        let fen = replayed.fen().to_string();
        Some(GameMove { text, fen, capture: ply.captured.map(PieceLetter), check: ply.is_check })
    });
    made.collect()
}

/// What a position that occurs for the second time will come to.
pub fn warning(position: &Position) -> Option<Warning> {
    let warning = position.rules().warning(position)?;
    let words = Words::warning(&warning);
    Some(Warning { loser: warning.loser.into(), conduct: conducts(&warning.repetition.conduct), words })
}
