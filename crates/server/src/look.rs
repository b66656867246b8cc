//! What a game looks like: everything that a page needs to draw it.

use crate::explore;
use crate::messages::{Chase, End, GameText, LegalMove, Made, Reply, Seen, Words, side_name};
use crate::record::{self, move_text};
use xiangqi::{Board, Colour, Move, Outcome, Position, Reason, Square, Verdict};

/// Looks at a game.
///
/// # Errors
/// Says what is wrong with it.
pub fn look(game: &GameText) -> Result<Reply, Words> {
    let position = record::replay(game)?;
    let board = position.board();
    let rules = position.rules();
    let legal = board.legal_moves();
    let legal = legal.iter().map(|&mv| LegalMove { text: move_text(board, mv), san_en: said(board, mv) });
    let side = position.side();
    let checked = position.is_check().then(|| board.king(side).to_string());
    let has_moved = !position.past().is_empty();
    let chased = if has_moved { rules.chases(board) } else { Vec::new() };
    let chased = chased.iter().map(|mv| Chase { by: mv.from().to_string(), target: mv.to().to_string() });
    let pieces = Square::all().filter_map(|square| Some((square.to_string(), board.piece(square)?.letter())));
    Ok(Reply::Seen(Box::new(Seen {
        fen: position.fen().to_string(),
        side: side_name(side),
        legal: legal.collect(),
        checked,
        history: history(&position),
        end: rules.verdict(&position).as_ref().map(end),
        chased: chased.collect(),
        repetition: 1 + position.earlier_occurrences().count(),
        warning: warning(&position),
        opening: explore::opening(&position),
        pieces: pieces.collect(),
    })))
}

/// A move in words.
fn said(board: &Board, mv: Move) -> String {
    let name = board.piece(mv.from()).map_or("piece", |piece| piece.kind().name());
    let (from, to) = (mv.from(), mv.to());
    match board.piece(to) {
        Some(victim) => format!("{name} {from} takes {} on {to}", victim.kind().name()),
        None => format!("{name} {from} to {to}"),
    }
}

fn history(position: &Position) -> Vec<Made> {
    let mut replayed = Position::from(position.origin().clone());
    let made = position.past().iter().filter_map(|ply| {
        let mv = ply.mv?;
        let text = move_text(replayed.board(), mv);
        replayed.play_unchecked(mv);
        let fen = replayed.fen().to_string();
        Some(Made { text, fen, capture: ply.captured.map(xiangqi::Piece::letter), check: ply.is_check })
    });
    made.collect()
}

fn end(verdict: &Verdict) -> End {
    let winner = match verdict.outcome {
        Outcome::Draw => None,
        Outcome::Win(side) => Some(side_name(side)),
    };
    let reason = match verdict.reason {
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::Repetition(_) => "repetition",
        Reason::NaturalMoves(_) => "natural_moves",
        Reason::Material => "material",
    };
    End { winner, reason, words: Words::of(verdict) }
}

/// What a position that occurs for the second time will come to: once more, and a side that may not do what it does
/// has lost.
fn warning(position: &Position) -> Option<Words> {
    let mut earlier = position.earlier_occurrences();
    let plies = earlier.next()?;
    if earlier.next().is_some() {
        return None;
    }
    let verdict = position.rules().judge_repetition(position, plies);
    let Outcome::Win(winner) = verdict.outcome else { return None };
    let Words { english, chinese } = Words::of(&verdict);
    // The reason without the sentence that speaks of a third occurrence.
    let english_reason = english.split_once("three times. ").map_or(&*english, |(_, reason)| reason);
    let chinese_reason = chinese.split_once("三次。").map_or(&*chinese, |(_, reason)| reason);
    let loser = !winner;
    let name = if loser == Colour::Red { "红方" } else { "黑方" };
    Some(Words::new(
        format!("If these moves are repeated once more, {loser} loses. {english_reason}"),
        format!("若再重复一次，{name}判负。{chinese_reason}"),
    ))
}
