//! Moves from an opening book, played without thought.
//!
//! The book is asked as long as it knows the game. Once it does not, it is left for good: until a new game, or a position
//! that does not continue the last one. Whoever wants to know what the engine thinks is not answered from a book
//! ([`may_answer`]).

use crate::Mode;
use book::{BadBook, Book, BookMove, Tally};
use search::Limits;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xiangqi::{Colour, Fen, Move, Position, Random};

/// How far into a game the book is asked, in plies, unless told otherwise.
pub const BOOK_PLIES: u32 = 24;

/// Whether a search that ends by itself may be answered from a book: not analysis or pondering, not several lines, a mate
/// or certain moves only.
///
/// ```
/// use engine::{Limits, Mode, opening};
///
/// let limits = Limits::<xiangqi::Move>::default();
/// assert!(opening::may_answer(&limits, Mode::Think));
/// assert!(!opening::may_answer(&limits, Mode::Analyse));
/// assert!(!opening::may_answer(&Limits { lines: 3, ..limits }, Mode::Think));
/// ```
pub fn may_answer<M>(limits: &Limits<M>, mode: Mode) -> bool {
    mode == Mode::Think
        && limits.lines <= 1
        && limits.mate.is_none()
        && limits.moves.is_empty()
        && limits.excluded.is_empty()
}

/// What the book inside the program plays in a game against somebody, at whatever level, where [`may_answer`] lets it. The
/// answer depends on the position and the seed alone, so that moves can be taken back and games taken up; 0 for a different
/// answer every time.
///
/// ```
/// use engine::{Limits, Mode, opening};
/// use xiangqi::Position;
///
/// let answer = |seed| opening::answer(&Position::start(), &Limits::default(), Mode::Think, seed);
/// assert!(answer(3).is_some() && answer(3) == answer(3));
/// assert_eq!(opening::answer(&Position::start(), &Limits::default(), Mode::Analyse, 3), None);
/// ```
pub fn answer(position: &Position, limits: &Limits<Move>, mode: Mode, seed: u64) -> Option<BookAnswer> {
    if !may_answer(limits, mode) {
        return None;
    }
    OpeningBook::default().choose(position, BOOK_PLIES, seed)
}

/// A book, and where the game is in it.
///
/// ```
/// use engine::opening::{BOOK_PLIES, BookAnswer, OpeningBook};
/// use xiangqi::Position;
///
/// let mut book = OpeningBook::with_entropy(7);
/// let position = Position::start();
/// let answer: Option<BookAnswer> = book.choose(&position, BOOK_PLIES, 0);
/// assert!(answer.is_some_and(|answer| position.check_legal(answer.mv).is_ok()));
/// assert!(book.moves(&position).len() > 1);
/// book.new_game();
/// // Another book, and the one inside again.
/// assert!(book.load(Some("no such book".as_ref())).is_err());
/// book.set_book(Some(book::BookBuilder::default().finish("nothing")));
/// assert!(book.moves(&position).is_empty());
/// book.load(None)?;
/// assert!(!book.moves(&position).is_empty());
/// # Ok::<(), engine::opening::BookFileError>(())
/// ```
#[derive(Default)]
pub struct OpeningBook {
    /// Another book than the one inside the program.
    own: Option<Arc<Book>>,
    has_left: bool,
    /// The game when the book was last asked.
    last: Option<Trail>,
    /// The seed that was asked for, and the numbers that come from it.
    random: Option<(u64, Random)>,
    /// What they come from where no seed was asked for; the clock if nobody has said.
    entropy: Option<u64>,
}

/// Where a game began, and its moves.
#[derive(PartialEq, Eq)]
struct Trail {
    origin: Fen,
    moves: Vec<Option<Move>>,
}

impl Trail {
    fn of(position: &Position) -> Self {
        let moves = position.past().iter().map(|ply| ply.mv).collect();
        Self { origin: position.origin().clone(), moves }
    }

    fn continues(&self, earlier: &Self) -> bool {
        self.origin == earlier.origin && self.moves.starts_with(&earlier.moves)
    }
}

/// A move of the book, and what can be said about it.
#[derive(Clone, PartialEq, Debug)]
pub struct BookAnswer {
    /// The move.
    pub mv: Move,
    /// The share of its weight among the moves of the position, from 0 to 1.
    pub share: f64,
    /// How often it was played, and how it went.
    pub tally: Tally,
    /// What the opening is called.
    pub name: Option<String>,
}

/// Why a file cannot be used as a book.
#[derive(Debug, thiserror::Error)]
pub enum BookFileError {
    /// It cannot be read.
    #[error("book \"{}\": {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// It is not a book.
    #[error("book \"{}\": {reason}", path.display())]
    Book {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: BadBook,
    },
}

impl OpeningBook {
    /// The book inside the program. Where no seed is given, chance depends on `entropy` and not on the clock.
    pub fn with_entropy(entropy: u64) -> Self {
        Self { entropy: Some(entropy), ..Self::default() }
    }

    /// Uses another book; none for the one inside the program.
    ///
    /// # Errors
    /// If the file is not a book; then the book stays as it was.
    pub fn load(&mut self, path: Option<&Path>) -> Result<(), BookFileError> {
        self.set_book(path.map(read).transpose()?);
        Ok(())
    }

    /// Uses a book that was read elsewhere; none for the one inside the program.
    pub fn set_book(&mut self, book: Option<Book>) {
        self.own = book.map(Arc::new);
        self.new_game();
    }

    /// The next position belongs to another game.
    pub fn new_game(&mut self) {
        (self.has_left, self.last) = (false, None);
    }

    /// What the book plays, if the game has not left it and is fewer than `max_plies` old. A seed always gives the same game,
    /// 0 a different one every time.
    ///
    /// ```
    /// use engine::opening::{BOOK_PLIES, OpeningBook};
    /// use xiangqi::Position;
    ///
    /// let choose = |seed| OpeningBook::default().choose(&Position::start(), BOOK_PLIES, seed);
    /// assert!(choose(3).is_some());
    /// assert_eq!(choose(3), choose(3));
    /// assert_eq!(OpeningBook::default().choose(&Position::start(), 0, 3), None);
    /// ```
    pub fn choose(&mut self, position: &Position, max_plies: u32, seed: u64) -> Option<BookAnswer> {
        let trail = Trail::of(position);
        let goes_on = self.last.as_ref().is_some_and(|last| trail.continues(last));
        self.has_left &= goes_on;
        self.last = Some(trail);
        if self.has_left {
            return None;
        }
        let answer = if plies(position) < max_plies { self.draw(position, seed) } else { None };
        self.has_left = answer.is_none();
        answer
    }

    fn book(&self) -> Option<Arc<Book>> {
        self.own.clone().or_else(book::shipped)
    }

    /// What the book knows of a position, wherever the game is: the most likely move first.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        self.book().map(|book| book.probe(position)).unwrap_or_default()
    }

    fn draw(&mut self, position: &Position, seed: u64) -> Option<BookAnswer> {
        let book = self.book()?;
        let entropy = self.entropy;
        let (_, random) = match &mut self.random {
            Some(random) if random.0 == seed => random,
            random => {
                let own = if seed == 0 { entropy.unwrap_or_else(any_seed) } else { seed };
                random.insert((seed, Random::new(own)))
            }
        };
        let mv = book.choose(position, random)?;
        let known = book.probe(position);
        let sum: u32 = known.iter().map(|known| known.weight).sum();
        let chosen = known.iter().find(|known| known.mv == mv)?;
        let mut next = position.clone();
        next.play_unchecked(mv);
        Some(BookAnswer {
            mv,
            share: f64::from(chosen.weight) / f64::from(sum.max(1)),
            tally: chosen.tally,
            name: book.name(&next).map(ToOwned::to_owned),
        })
    }
}

/// Reads a book from a file.
///
/// ```
/// let error = engine::opening::read("no such book".as_ref()).unwrap_err();
/// assert!(error.to_string().contains("no such book"));
/// ```
///
/// # Errors
/// If the file cannot be read, or is not a book.
pub fn read(path: &Path) -> Result<Book, BookFileError> {
    let bytes =
        crate::file::read(path).map_err(|reason| BookFileError::File { path: path.to_owned(), reason })?;
    Book::read(&bytes).map_err(|reason| BookFileError::Book { path: path.to_owned(), reason })
}

/// Plies since the beginning of the game, by the number of the move.
fn plies(position: &Position) -> u32 {
    let moves = position.move_number().saturating_sub(1);
    moves.saturating_mul(2).saturating_add(u32::from(position.side() == Colour::Black))
}

/// Something different every time.
fn any_seed() -> u64 {
    RandomState::new().hash_one(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves that a book plays against itself.
    fn line(book: &mut OpeningBook, seed: u64) -> String {
        let mut position = Position::start();
        let mut text = String::new();
        while let Some(answer) = book.choose(&position, BOOK_PLIES, seed) {
            assert!(position.try_play(answer.mv).is_ok());
            assert!(answer.share > 0.0 && answer.share <= 1.0);
            text += &answer.mv.to_string();
        }
        assert!(position.past().len() <= BOOK_PLIES as usize);
        text
    }

    #[test]
    fn seeds_repeat() {
        let line = |seed| line(&mut OpeningBook::default(), seed);
        assert_eq!(line(3), line(3));
        assert!((4..20).any(|seed| line(seed) != line(3)));
        assert!(!line(0).is_empty());
    }

    fn after(moves: &str) -> Position {
        let mut position = Position::start();
        for text in moves.split_whitespace() {
            assert!(text.parse().is_ok_and(|mv| position.try_play(mv).is_ok()), "{text}");
        }
        position
    }

    #[test]
    fn a_game_is_left_for_good() {
        let mut book = OpeningBook::default();
        let mut knows = |moves: &str| book.choose(&after(moves), BOOK_PLIES, 7).is_some();
        assert!(knows(""));
        assert!(knows("h2e2 h9g7"));
        assert!(!knows("h2e2 h9g7 a0a2 a9a7"));
        assert!(!knows("h2e2 h9g7 a0a2 a9a7 a2a0 a7a9"), "known, but left");
        assert!(knows("h2e2 h9g7"), "taken back");
        assert!(!knows("a0a1 a9a8"));
        assert!(knows("h2e2"), "another game");
        assert!(!knows("a0a1 a9a8"));
        book.new_game();
        assert!(book.choose(&after("a0a1 a9a8 a1a0 a8a9"), BOOK_PLIES, 7).is_some());
    }

    #[test]
    fn files_that_do_not_fit_are_refused() {
        let mut book = OpeningBook::default();
        let refused = book.load(Some(Path::new("no such book"))).map_err(|error| error.to_string());
        assert!(refused.is_err_and(|message| message.contains("\"no such book\"")));
        let foreign = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let refused = book.load(Some(Path::new(foreign))).map_err(|error| error.to_string());
        assert!(refused.is_err_and(|message| message.contains("CHUHEBOK")));
        assert!(book.choose(&Position::start(), BOOK_PLIES, 1).is_some());
    }

    #[test]
    fn whoever_wants_thought_gets_it() {
        let limits = Limits::<Move> { nodes: Some(100), ..Limits::default() };
        assert!(may_answer(&limits, Mode::Think));
        assert!(!may_answer(&limits, Mode::Analyse) && !may_answer(&limits, Mode::Ponder));
        assert!(!may_answer(&Limits { lines: 2, ..limits.clone() }, Mode::Think));
        assert!(!may_answer(&Limits { mate: Some(3), ..limits }, Mode::Think));
    }
}
