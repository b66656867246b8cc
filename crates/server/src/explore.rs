//! What the opening book knows.

use crate::messages::{BookText, Explored, GameText, Opening, Reply, Words};
use crate::record::{self, move_text};
use book::BookMove;
use xiangqi::{Board, Colour, Position};

/// The families of the Encyclopaedia of Chinese Chess Openings, by the first letter of a code.
const FAMILIES: [(char, &str); 5] = [
    ('A', "Openings without a central cannon"),
    ('B', "Central Cannon against Sandwiched Horses and others"),
    ('C', "Central Cannon against Screen Horses"),
    ('D', "Central Cannon against a cannon in the centre"),
    ('E', "Pawn openings"),
];

/// The moves of the book in the position that a game has reached.
///
/// # Errors
/// Says what is wrong with the game.
pub fn explore(game: &GameText) -> Result<Reply, Words> {
    let position = record::replay(game)?;
    let board = position.board();
    let Some(book) = book::shipped() else { return Ok(Reply::Explored { moves: Vec::new(), total: 0 }) };
    let known = book.probe(&position);
    let moves = known.iter().map(|known| {
        let mut after = board.clone();
        after.play_unchecked(known.mv);
        let [red, black] = match position.side() {
            Colour::Red => [known.tally.wins, known.tally.losses],
            Colour::Black => [known.tally.losses, known.tally.wins],
        };
        Explored {
            text: move_text(board, known.mv),
            weight: known.weight,
            games: known.tally.games,
            red,
            draw: known.tally.draws,
            black,
            name: book.own_name(&after).map(ToOwned::to_owned),
        }
    });
    Ok(Reply::Explored { moves: moves.collect(), total: games(board, &known) })
}

/// How many games had a position. Two moves that are images of each other come with the games of both.
fn games(board: &Board, known: &[BookMove]) -> u32 {
    let is_own_image = board.mirror() == *board;
    let has_twin = |known: &BookMove| is_own_image && known.mv.from().flip_file() != known.mv.from();
    let halves = known.iter().map(|known| known.tally.games.saturating_mul(2 - u32::from(has_twin(known))));
    halves.fold(0, u32::saturating_add) / 2
}

/// What the opening of a game is called.
pub fn opening(position: &Position) -> Option<Opening> {
    let book = book::shipped()?;
    let name = book.name(position)?;
    let (code, title) = name.split_once(' ').unwrap_or((name, ""));
    let is_code = code.is_ascii();
    let family = FAMILIES.iter().find(|(letter, _)| is_code && code.starts_with(*letter));
    let name_en = family.map(|(_, family)| format!("{code} {family}"));
    let title = if is_code { title } else { name };
    let name_zh = Some(title.trim()).filter(|title| !title.is_empty()).map(ToOwned::to_owned);
    (name_en.is_some() || name_zh.is_some()).then_some(Opening { name_en, name_zh })
}

/// What there is to say of the book.
pub fn about() -> BookText {
    let Some(book) = book::shipped() else { return BookText::default() };
    let start = Board::start();
    BookText {
        positions: book.position_count(),
        games: games(&start, &book.moves(&start)),
        credit: book::CREDIT.into(),
    }
}
