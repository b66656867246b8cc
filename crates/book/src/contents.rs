//! What is in a book, and how it is asked.

use crate::image::Image;
use std::cmp::Reverse;
use xiangqi::{Board, Move, Position, Random};

/// How the games went that had a move.
///
/// ```
/// let tally = book::Tally { games: 4, wins: 2, draws: 1, losses: 1 };
/// assert_eq!((tally.points(), tally.share()), (5, 0.625));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many.
    pub games: u32,
    /// Those that the mover won.
    pub wins: u32,
    /// Those that nobody won.
    pub draws: u32,
    /// Those that the mover lost. The rest of the games have no known result.
    pub losses: u32,
}

impl Tally {
    /// The points of the mover out of 2 for each game, an unknown result being a draw.
    pub fn points(&self) -> u32 {
        let unknown =
            self.games.saturating_sub(self.wins).saturating_sub(self.draws).saturating_sub(self.losses);
        self.wins.saturating_mul(2).saturating_add(self.draws).saturating_add(unknown)
    }

    /// The share of the points, from 0 to 1; one half of nothing.
    pub fn share(&self) -> f64 {
        if self.games == 0 { 0.5 } else { f64::from(self.points()) / (2.0 * f64::from(self.games)) }
    }
}

/// A move that a book knows in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How likely it is to be chosen, in relation to the others.
    pub weight: u32,
    /// The games. Of two moves that are images of each other, the games of both.
    pub tally: Tally,
}

/// A move as it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StoredMove {
    pub mv: Move,
    pub weight: u16,
    pub tally: Tally,
}

/// A position as it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StoredPosition {
    pub key: u64,
    /// 0 for none, else one more than the place of its name.
    pub name: u32,
    /// Where its moves begin.
    pub first: u32,
    pub count: u32,
}

/// An opening book. It cannot be changed; a [`BookBuilder`](crate::BookBuilder) makes new ones.
///
/// ```
/// use book::{Book, BookMove};
/// use xiangqi::{Board, Position};
///
/// let book = book::shipped().expect("it fits");
/// assert!(book.position_count() > 1_000 && book.move_count() > 1_000);
/// assert!(!book.names().is_empty() && book.named_count() > 0);
/// assert_eq!(book.source_games(), Some(27_935));
/// assert!(book.description().contains("games"));
/// let moves: Vec<BookMove> = book.moves(&Board::start());
/// assert!(moves.iter().all(|known| known.tally.games > 0));
/// let mut position = Position::start();
/// for text in ["h2e2", "h9g7"] {
///     position.try_play(text.parse()?)?;
/// }
/// // The name of the last position that has one.
/// assert_eq!(book.name(&position).is_some(), book.own_name(position.board()).is_some());
/// // As a file, and back.
/// assert_eq!(Book::read(&book.write()).as_ref(), Ok(&*book));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    pub(crate) description: String,
    pub(crate) names: Vec<String>,
    /// In the order of their keys, none twice.
    pub(crate) entries: Vec<StoredPosition>,
    /// Those of all entries in their order; of each entry, the greatest weight first.
    pub(crate) moves: Vec<StoredMove>,
}

impl Book {
    /// What the book says about itself: where it comes from, and whom to thank.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The name of a position by itself, whatever came before it.
    pub fn own_name(&self, board: &Board) -> Option<&str> {
        let place = self.entry(Image::of(board).key)?.name.checked_sub(1)?;
        self.names.get(place as usize).map(String::as_str)
    }

    /// How many positions have moves; a position and its mirror image are one.
    pub fn position_count(&self) -> usize {
        self.entries.iter().filter(|entry| entry.count > 0).count()
    }

    /// How many games it was made from, as its description says: a line of it that begins with, say, `27935 games,`.
    /// More than the games at any position, for moves that occurred too seldom are not kept.
    pub fn source_games(&self) -> Option<u32> {
        self.description().lines().find_map(|line| {
            let (count, rest) = line.split_once(' ')?;
            let is_count = rest.starts_with("games,") || rest.starts_with("game,");
            count.parse().ok().filter(|_| is_count)
        })
    }

    /// How many moves there are in all positions.
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// The names that positions have.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many positions have a name.
    pub fn named_count(&self) -> usize {
        self.entries.iter().filter(|entry| entry.name > 0).count()
    }

    fn entry(&self, key: u64) -> Option<&StoredPosition> {
        let place = self.entries.binary_search_by_key(&key, |entry| entry.key).ok()?;
        self.entries.get(place)
    }

    /// The moves that the book knows in a position, the greatest weight first. All of them are legal.
    ///
    /// In a position that is its own mirror image, every move comes with its twin, and they share the weight.
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        self.moves(position.board())
    }

    /// [`Book::probe`] for a board without a past.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        let image = Image::of(board);
        let Some(entry) = self.entry(image.key) else { return Vec::new() };
        let (first, count) = (entry.first as usize, entry.count as usize);
        let stored = self.moves.get(first..first.saturating_add(count)).unwrap_or_default();
        let mut found = Vec::with_capacity(stored.len());
        for &StoredMove { mv, weight, tally } in stored {
            let (mv, twin) = image.outward(mv);
            let weight = if twin.is_some() { u32::from(weight).div_ceil(2) } else { u32::from(weight) };
            found.extend([Some(mv), twin].into_iter().flatten().map(|mv| BookMove { mv, weight, tally }));
        }
        // Two positions with one key are next to impossible, and a forged file may hold anything.
        found.retain(|known| board.is_legal(known.mv));
        found.sort_by_key(|known| (Reverse(known.weight), image.inward(known.mv), known.mv));
        found
    }

    /// Chooses one of the moves at random by their weights, if there are any. A move that would repeat a position
    /// of the game is none that a book can know to be good, and is left out.
    ///
    /// ```
    /// use xiangqi::{Position, Random};
    /// let book = book::shipped().unwrap();
    /// let choose = |seed| book.choose(&Position::start(), &mut Random::new(seed));
    /// assert!(choose(3).is_some());
    /// assert_eq!(choose(3), choose(3));
    /// ```
    pub fn choose(&self, position: &Position, random: &mut Random) -> Option<Move> {
        let mut known = self.probe(position);
        known.retain(|known| {
            let mut next = position.clone();
            next.play_unchecked(known.mv);
            next.last_occurrence().is_none()
        });
        let sum: usize = known.iter().map(|known| known.weight as usize).sum();
        if sum == 0 {
            return None;
        }
        let mut left = random.below(sum);
        known.into_iter().find_map(|known| {
            let is_it = left < known.weight as usize;
            left = left.saturating_sub(known.weight as usize);
            is_it.then_some(known.mv)
        })
    }

    /// What the opening is called: the name of this position, or of the last one before it that has one.
    pub fn name(&self, position: &Position) -> Option<&str> {
        let mut position = position.clone();
        loop {
            if let Some(name) = self.own_name(position.board()) {
                return Some(name);
            }
            position.undo()?;
        }
    }
}
