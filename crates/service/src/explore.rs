//! What the opening book knows.

use crate::error::ServiceError;
use crate::game::{self, noted};
use crate::messages::{BookFacts, Explored, ExploredMove, GameDescription, OpeningName, Reply};
use crate::words::english;
use book::BookMove;
use xiangqi::{Board, Colour, Position};

/// The moves of the book in the position that a game has reached.
///
/// # Errors
/// Says what is wrong with the game.
pub fn explore(game: &GameDescription) -> Result<Reply, ServiceError> {
    let position = game::replay(game)?;
    let board = position.board();
    let Some(book) = book::shipped() else { return Ok(Reply::Explored(Explored::default())) };
    let known = book.probe(&position);
    let moves = known.iter().map(|known| {
        let mut after = board.clone();
        after.play_unchecked(known.mv);
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
            name: book.own_name(&after).map(ToOwned::to_owned),
        }
    });
    Ok(Reply::Explored(Explored { moves: moves.collect(), total: games(board, &known) }))
}

/// How many games had a position. Two moves that are images of each other come with the games of both.
fn games(board: &Board, known: &[BookMove]) -> u32 {
    let is_own_image = board.mirror() == *board;
    let has_twin = |known: &BookMove| is_own_image && known.mv.from().flip_file() != known.mv.from();
    let halves = known.iter().map(|known| known.tally.games.saturating_mul(2 - u32::from(has_twin(known))));
    halves.fold(0, u32::saturating_add) / 2
}

/// What the opening of a game is called.
pub fn opening(position: &Position) -> Option<OpeningName> {
    let book = book::shipped()?;
    let name = book.name(position)?;
    // A name is a code and a title, or a title alone.
    let (code, title) = match name.split_once(' ').unwrap_or((name, "")) {
        (code, title) if code.is_ascii() => (Some(code), title),
        _ => (None, name),
    };
    let code = code.filter(|code| !code.is_empty());
    let family = code.and_then(|code| english::opening_family(code.chars().next()?));
    let name_en = code.zip(family).map(|(code, family)| format!("{code} {family}"));
    let name_zh = Some(title.trim()).filter(|title| !title.is_empty()).map(ToOwned::to_owned);
    let opening = OpeningName { code: code.map(ToOwned::to_owned), name_en, name_zh };
    (opening.name_en.is_some() || opening.name_zh.is_some()).then_some(opening)
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
