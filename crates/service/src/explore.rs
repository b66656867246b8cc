//! What the opening book knows.

use crate::error::ServiceError;
use crate::game::{self, noted};
use crate::messages::{BookFacts, Explored, ExploredMove, GameDescription, MoveText, OpeningName, Reply};
use book::BookMove;
use std::cmp::Reverse;
use xiangqi::{Board, Colour, Move, PieceKind, Position};

/// The moves of the book in the position that a game has reached.
///
/// # Errors
/// Says what is wrong with the game.
pub fn explore(game: &GameDescription) -> Result<Reply, ServiceError> {
    let position = game::replay(game)?;
    let board = position.board();
    let Some(book) = book::shipped() else { return Ok(Reply::Explored(Explored::default())) };
    let known = book.probe(&position);
    let is_symmetric = board.mirror() == *board;
    let name = opening(&position);
    let shown = known.iter().filter(|known| !is_symmetric || is_usual(board, known.mv));
    let moves = shown.map(|known| {
        let mut after = position.clone();
        after.play_unchecked(known.mv);
        let twin = Some(known.mv.flip_file()).filter(|twin| is_symmetric && *twin != known.mv);
        let [red, black] = match position.side() {
            Colour::Red => [known.tally.wins, known.tally.losses],
            Colour::Black => [known.tally.losses, known.tally.wins],
        };
        ExploredMove {
            text: noted(board, known.mv),
            weight: known.weight,
            games: known.tally.games,
            red,
            draw: known.tally.draws,
            black,
            twin: twin.map(MoveText),
            opening: opening(&after).filter(|after| Some(after) != name.as_ref()),
        }
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort_by_key(|explored| Reverse(explored.games));
    Ok(Reply::Explored(Explored { moves, total: games(board, &known) }))
}

/// Whether a move, and not its mirror image, is the one that players write in a position that is its own image: horses
/// and pawns go on the mover's left (马八进七, 兵七进一), all others on the right (炮二平五, 相三进五).
fn is_usual(board: &Board, mv: Move) -> bool {
    let Some(piece) = board.piece(mv.from()) else { return true };
    let is_left =
        matches!(piece.kind(), PieceKind::Horse | PieceKind::Pawn) == (piece.colour() == Colour::Red);
    let twin = mv.flip_file();
    let (own, other) = ((mv.from().file(), mv.to().file()), (twin.from().file(), twin.to().file()));
    if is_left { own <= other } else { own >= other }
}

/// How many games had a position. Two moves that are images of each other come with the games of both.
fn games(board: &Board, known: &[BookMove]) -> u32 {
    let is_own_image = board.mirror() == *board;
    let has_twin = |known: &BookMove| is_own_image && known.mv.from().flip_file() != known.mv.from();
    let halves = known.iter().map(|known| known.tally.games.saturating_mul(2 - u32::from(has_twin(known))));
    halves.fold(0, u32::saturating_add) / 2
}

/// What the opening of a game is called. The code is the one of the table of openings, or a longer one that the book has for
/// the same opening.
pub fn opening(position: &Position) -> Option<OpeningName> {
    let opening = book::opening(position)?;
    let code = book::shipped().map(|book| opening.code_in(&book, position));
    Some(OpeningName {
        code: Some(code.unwrap_or_else(|| opening.code.to_owned())),
        name_en: Some(opening.english.to_owned()),
        name_zh: Some(opening.chinese.to_owned()),
    })
}

/// What there is to say of the book.
pub fn about() -> BookFacts {
    let Some(book) = book::shipped() else { return BookFacts::default() };
    let start = Board::start();
    BookFacts {
        positions: book.position_count(),
        games: book.source_games().unwrap_or_else(|| games(&start, &book.moves(&start))),
        credit: book::CREDIT.into(),
    }
}
