//! From games to a book.
//!
//! Games are added one by one ([`BookBuilder::add`]), moves that are too rare are dropped ([`BookBuilder::drop_rare`]), a
//! search may have its say ([`BookBuilder::judge`]), positions get names ([`Namer`]), and [`BookBuilder::finish`] weighs
//! what is left. The order of the games does not matter.
//!
//! A move weighs the number of its games times the square of its share of the points, where two drawn games are
//! added to those that there are: what is played often and does well is chosen often, and one lucky game proves
//! little. The weights of a position add up to about [`WHOLE`].

use crate::contents::{Book, StoredMove, StoredPosition, Tally};
use crate::image::Image;
use crate::names::Namer;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use xiangqi::{Board, Colour, Move, Outcome};

/// What the weights of a position add up to, but for rounding.
pub const WHOLE: f64 = 10_000.0;
/// Drawn games that are added to each move.
const PRIOR_GAMES: f64 = 2.0;

/// What a search says of a position: the score of its best move, and those of moves of a book. Scores are in
/// centipawns for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedScores {
    /// The score of the best move.
    pub best: i32,
    /// Moves of the book, as [`BookBuilder::moves`] lists them, with their scores.
    pub moves: Vec<(Move, i32)>,
}

/// Makes a book.
///
/// ```
/// use book::{BookBuilder, CheckedScores, Namer};
/// use xiangqi::{Board, Move};
///
/// let start = Board::start();
/// let line = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<Move>>();
/// let mut builder = BookBuilder::default();
/// builder.add(&start, &line(&["h2e2", "h9g7"]), None);
/// builder.add(&start, &line(&["h2e2", "b9c7"]), None);
/// builder.add(&start, &line(&["a3a4"]), None);
/// assert_eq!(builder.position_count(), 2);
/// assert_eq!(builder.moves(&start)[0].1.games, 2);
/// // Moves of one game are forgotten, moves that a search finds bad as well.
/// builder.drop_rare(2);
/// assert_eq!(builder.moves(&start).len(), 1);
/// let (best, _) = builder.moves(&start)[0];
/// let judged = CheckedScores { best: 50, moves: vec![(best, 30)] };
/// assert_eq!(builder.judge(&start, &judged, 100), 0);
/// let mut namer = Namer::default();
/// namer.add("B0", "Central Cannon", &line(&["h2e2"]));
/// assert_eq!(namer.line_count(), 1);
/// builder.set_names(namer);
/// assert_eq!(builder.finish("three games").position_count(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    positions: HashMap<u64, Vec<(Move, Tally)>>,
    namer: Namer,
}

impl BookBuilder {
    /// Counts the moves of a game, up to the first that is not legal. The outcome is none where it is not known.
    pub fn add(&mut self, start: &Board, moves: &[Move], outcome: Option<Outcome>) {
        let mut board = start.clone();
        for &mv in moves {
            if !board.is_legal(mv) {
                return;
            }
            let image = Image::of(&board);
            let inward = image.inward(mv);
            let counted = self.positions.entry(image.key).or_default();
            if let Some((_, tally)) = counted.iter_mut().find(|(known, _)| *known == inward) {
                count(tally, board.side(), outcome);
            } else {
                let mut tally = Tally::default();
                count(&mut tally, board.side(), outcome);
                counted.push((inward, tally));
            }
            board.play_unchecked(mv);
        }
    }

    /// Forgets moves that occurred in fewer games, and positions that are left without a move.
    pub fn drop_rare(&mut self, least_games: u32) {
        self.positions.retain(|_, moves| {
            moves.retain(|(_, tally)| tally.games >= least_games);
            !moves.is_empty()
        });
    }

    /// How many positions there are.
    pub fn position_count(&self) -> usize {
        self.positions.len()
    }

    /// The moves of a position with their games, the most frequent first. Of two that are images of each other in
    /// a position that is its own image, one.
    pub fn moves(&self, board: &Board) -> Vec<(Move, Tally)> {
        let image = Image::of(board);
        let known = self.positions.get(&image.key).map(Vec::as_slice).unwrap_or_default();
        let mut moves: Vec<_> = known.iter().map(|&(mv, tally)| (image.outward(mv).0, tally)).collect();
        moves.sort_by_key(|(mv, tally)| (Reverse(tally.games), image.inward(*mv)));
        moves
    }

    /// Hears a search: moves that are worse than the best by more than the margin are dropped. Returns how many.
    pub fn judge(&mut self, board: &Board, judged: &CheckedScores, margin: u32) -> usize {
        let image = Image::of(board);
        let Some(known) = self.positions.get_mut(&image.key) else { return 0 };
        let before = known.len();
        for &(mv, score) in &judged.moves {
            if i64::from(judged.best) - i64::from(score) > i64::from(margin) {
                known.retain(|(known, _)| *known != image.inward(mv));
            }
        }
        let dropped = before - known.len();
        if known.is_empty() {
            self.positions.remove(&image.key);
        }
        dropped
    }

    /// Takes the names of openings.
    pub fn set_names(&mut self, namer: Namer) {
        self.namer = namer;
    }

    /// The book. A description of more than 65,535 bytes is cut off.
    pub fn finish(self, description: &str) -> Book {
        let Self { positions, namer } = self;
        let names = namer.settle(|key| positions.contains_key(&key));
        let mut all: BTreeMap<u64, (Vec<StoredMove>, Option<String>)> = BTreeMap::new();
        for (key, moves) in positions {
            all.entry(key).or_default().0 = weigh(&moves);
        }
        for (key, name) in names {
            all.entry(key).or_default().1 = Some(name);
        }
        let mut book = Book { description: cut(description).to_owned(), ..Book::default() };
        let mut distinct: Vec<&String> = all.values().filter_map(|(_, name)| name.as_ref()).collect();
        distinct.sort_unstable();
        distinct.dedup();
        book.names = distinct.iter().map(ToString::to_string).collect();
        for (key, (moves, name)) in &all {
            let place = name.as_ref().and_then(|name| distinct.binary_search(&name).ok());
            book.entries.push(StoredPosition {
                key: *key,
                name: place.map_or(0, |place| place as u32 + 1),
                first: book.moves.len() as u32,
                count: moves.len() as u32,
            });
            book.moves.extend(moves);
        }
        book
    }
}

fn count(tally: &mut Tally, mover: Colour, outcome: Option<Outcome>) {
    tally.games = tally.games.saturating_add(1);
    match outcome {
        Some(Outcome::Win(winner)) if winner == mover => tally.wins += 1,
        Some(Outcome::Win(_)) => tally.losses += 1,
        Some(Outcome::Draw) => tally.draws += 1,
        None => {}
    }
}

/// The moves of a position with their weights, in the order of a book.
fn weigh(moves: &[(Move, Tally)]) -> Vec<StoredMove> {
    let raw = |tally: &Tally| {
        let games = f64::from(tally.games);
        let share = (tally.share() * games + 0.5 * PRIOR_GAMES) / (games + PRIOR_GAMES);
        games * share * share
    };
    // Sums of floating point numbers depend on their order.
    let mut moves = moves.to_vec();
    moves.sort_by_key(|(mv, _)| *mv);
    let sum: f64 = moves.iter().map(|(_, tally)| raw(tally)).sum();
    let weight = |tally: &Tally| (WHOLE * raw(tally) / sum).round().clamp(1.0, WHOLE) as u16;
    let mut stored: Vec<StoredMove> =
        moves.iter().map(|&(mv, tally)| StoredMove { mv, weight: weight(&tally), tally }).collect();
    stored.sort_by_key(|stored| (Reverse(stored.weight), stored.mv));
    stored
}

/// As much of a text as the file has room for.
fn cut(text: &str) -> &str {
    let mut end = text.len().min(usize::from(u16::MAX));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}
