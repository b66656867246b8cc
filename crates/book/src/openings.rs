//! What openings are called, in English and in Chinese, by what stands on the board.
//!
//! The names are rows of `openings.tsv`. A row says which pieces stand where, so that a name does not depend on the
//! order of the moves, nor on the side of the board: a position and its mirror image have one name. A game is
//! called by the last row that its first moves have come to; having reached a system (Screen Horses, say), it keeps to
//! the rows of that system. A game that begins with another position may have no name.

use crate::Book;
use std::sync::OnceLock;
use xiangqi::{Board, Colour, Piece, Position, Square};

/// How far into a game names are looked for, in plies.
const MAX_PLIES: usize = 24;

/// The name of an opening.
///
/// ```
/// use book::Opening;
/// use xiangqi::Position;
///
/// let mut position = Position::start();
/// position.try_play("h2e2".parse()?)?;
/// let opening: &Opening = book::opening(&position).expect("the central cannon");
/// let book = book::shipped().expect("it fits");
/// assert!(opening.code_in(&book, &position).starts_with(opening.code));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The code in the Encyclopaedia of Chinese Chess Openings: a letter, and as many digits as are certain.
    pub code: &'static str,
    /// The English name.
    pub english: &'static str,
    /// The Chinese name, in simplified characters.
    pub chinese: &'static str,
}

impl Opening {
    /// Its code, or a longer one that a book has for the same opening of a game.
    pub fn code_in(&self, book: &Book, position: &Position) -> String {
        let code = book.name(position).and_then(|name| name.split(' ').next());
        let longer = code.filter(|code| code.len() == 3 && code.is_ascii() && code.starts_with(self.code));
        longer.unwrap_or(self.code).to_owned()
    }
}

/// What must be true of a square, or of several of which one will do.
#[derive(Debug)]
struct Placement {
    piece: Piece,
    squares: Vec<Square>,
    is_wanted: bool,
}

/// A row of the table.
#[derive(Debug)]
struct Row {
    opening: Opening,
    /// The system that it belongs to, if to any.
    system: Option<&'static str>,
    placements: Vec<Placement>,
    /// How many pieces of Red and of Black are not at home, where that matters.
    moved: [Option<usize>; 2],
    /// Moves that reach it, for tests.
    #[cfg_attr(not(test), allow(dead_code))]
    line: &'static str,
}

impl Row {
    /// A row of the text; nothing if it is not written as rows are.
    fn read(text: &'static str, start: &Board) -> Option<Self> {
        let mut fields = text.split('\t');
        let mut field = || fields.next();
        let (code, system) = (field()?, field()?);
        let opening = Opening { code, english: field()?, chinese: field()? };
        let (conditions, line) = (field()?, field()?);
        let mut placements = Vec::new();
        let (mut red_is_exact, mut black_is_exact) = (false, false);
        for condition in conditions.split(' ') {
            match condition {
                "=R" => red_is_exact = true,
                "=B" => black_is_exact = true,
                _ => placements.push(Placement::read(condition)?),
            }
        }
        let moved = Colour::ALL.map(|side| {
            let is_moved = |placement: &&Placement| {
                placement.piece.colour() == side
                    && placement.is_wanted
                    && placement.squares.iter().all(|&square| start.piece(square) != Some(placement.piece))
            };
            let is_exact = if side == Colour::Red { red_is_exact } else { black_is_exact };
            is_exact.then(|| placements.iter().filter(is_moved).count())
        });
        Some(Self { opening, system: Some(system).filter(|name| *name != "-"), placements, moved, line })
    }

    fn fits(&self, board: &Board, moved: [usize; 2]) -> bool {
        let is_counted =
            |(wanted, count): (Option<usize>, usize)| wanted.is_none_or(|wanted| wanted == count);
        let stands = |placement: &Placement, is_mirrored: bool| {
            placement.squares.iter().any(|&square| {
                let square = if is_mirrored { square.flip_file() } else { square };
                board.piece(square) == Some(placement.piece)
            }) == placement.is_wanted
        };
        self.moved.into_iter().zip(moved).all(is_counted)
            && [false, true]
                .into_iter()
                .any(|is_mirrored| self.placements.iter().all(|placement| stands(placement, is_mirrored)))
    }
}

impl Placement {
    /// `C:e2`, `C:e2/e3` or `!c:e7`.
    fn read(text: &str) -> Option<Self> {
        let (is_wanted, text) = text.strip_prefix('!').map_or((true, text), |rest| (false, rest));
        let (piece, squares) = text.split_once(':')?;
        let piece = Piece::all().find(|known| piece.chars().eq([known.letter()]))?;
        let squares = squares.split('/').map(square_named).collect::<Option<_>>()?;
        Some(Self { piece, squares, is_wanted })
    }
}

fn square_named(name: &str) -> Option<Square> {
    Square::all().find(|square| square.to_string() == name)
}

/// The table, read once. A row that cannot be read is left out, which a test rules out.
fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let start = Board::start();
        lines().filter_map(|line| Row::read(line, &start)).collect()
    })
}

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("openings.tsv").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// How many pieces of a side are not where they were at the start, those that are gone included.
fn moved(board: &Board, start: &Board, side: Colour) -> usize {
    start.colour(side).into_iter().filter(|&square| board.piece(square) != start.piece(square)).count()
}

/// The row of a position by itself, and its place in the table.
fn row_of(board: &Board, start: &Board) -> Option<(usize, &'static Row)> {
    let moved = Colour::ALL.map(|side| moved(board, start, side));
    rows().iter().enumerate().rev().find(|(_, row)| row.fits(board, moved))
}

/// What the opening of a game is called.
///
/// ```
/// use xiangqi::Position;
/// let mut position = Position::start();
/// for mv in ["h2e2", "h7e7"] {
///     position.try_play(mv.parse().unwrap()).unwrap();
/// }
/// let name = book::opening(&position).unwrap();
/// assert_eq!((name.english, name.chinese), ("Same Direction Cannons", "顺炮"));
/// ```
pub fn opening(position: &Position) -> Option<&'static Opening> {
    let start = Board::start();
    let mut board = position.origin().board.clone();
    let mut known = row_of(&board, &start);
    for ply in position.past().iter().take(MAX_PLIES) {
        match ply.mv {
            Some(mv) => {
                board.play_unchecked(mv);
            }
            None => board.pass(),
        }
        let found = row_of(&board, &start);
        known = match (known, found) {
            (Some((place, row)), Some((other, found))) => {
                let may_rename = row.system.is_none() || (row.system == found.system && other > place);
                Some(if may_rename { (other, found) } else { (place, row) })
            }
            (known, found) => known.or(found),
        };
    }
    known.map(|(_, row)| &row.opening)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use xiangqi::Move;

    fn played(line: &str) -> Position {
        let mut position = Position::start();
        for text in line.split(' ') {
            let mv: Move = text.parse().unwrap();
            position.try_play(mv).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        position
    }

    fn mirrored(line: &str) -> String {
        let moves = line.split(' ').map(|text| text.parse::<Move>().unwrap().flip_file().to_string());
        moves.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_row_can_be_read_and_has_both_names() {
        assert_eq!(rows().len(), lines().count());
        assert!(rows().len() > 100);
        for row in rows() {
            let Opening { code, english, chinese } = row.opening;
            assert!(code.len() <= 3 && code.starts_with(['A', 'B', 'C', 'D', 'E']), "{code}");
            assert!(english.is_ascii() && english.len() > 5, "{english}");
            assert!(
                chinese.chars().count() >= 2 && chinese.chars().all(|c| !c.is_ascii_alphabetic()),
                "{chinese}"
            );
        }
        let names: HashSet<_> = rows().iter().map(|row| (row.opening.english, row.opening.chinese)).collect();
        let english: HashSet<_> = names.iter().map(|(english, _)| english).collect();
        let chinese: HashSet<_> = names.iter().map(|(_, chinese)| chinese).collect();
        assert_eq!((english.len(), chinese.len()), (names.len(), names.len()), "one name, one translation");
    }

    #[test]
    fn the_line_of_every_row_and_its_mirror_image_have_its_name() {
        for row in rows() {
            for line in [row.line.to_owned(), mirrored(row.line)] {
                assert_eq!(opening(&played(&line)), Some(&row.opening), "{line}");
            }
        }
    }

    #[test]
    fn systems_are_told_apart_whatever_the_side_and_the_order() {
        let text = include_str!("../../../testdata/openings/names.tsv");
        let rows = text.lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
        for row in rows {
            let [english, chinese, line] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
            for line in [line.to_owned(), mirrored(line)] {
                let found = opening(&played(&line)).unwrap_or_else(|| panic!("{line} has no name"));
                assert_eq!((found.english, found.chinese), (english, chinese), "{line}");
            }
        }
    }

    #[test]
    fn nothing_is_called_something() {
        assert_eq!(opening(&Position::start()), None);
        let bare: xiangqi::Fen = "4k4/9/9/9/9/9/9/9/4C4/3K5 w".parse().unwrap();
        assert_eq!(opening(&Position::from(bare)), None);
    }
}
