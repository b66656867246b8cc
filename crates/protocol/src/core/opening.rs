//! Moves from an opening book, played without thought.
//!
//! The book is asked as long as it knows the game. Once it does not, it is left for good: until a new game, or a
//! position that does not continue the last one. Whoever wants to know what the engine thinks (infinite analysis,
//! pondering, several lines, a mate, certain moves only) is not answered from a book.

use super::timing;
use crate::command::Go;
use crate::options::Options;
use book::{Book, BookMove};
use engine::Mode;
use games::AnyPosition;
use std::sync::Arc;
use xiangqi::{Colour, Fen, Move, Position, Random};

/// A book, and where the game is in it.
#[derive(Default)]
pub struct Opening {
    /// Another book than the one inside the program.
    own: Option<Arc<Book>>,
    has_left: bool,
    /// The game when the book was last asked.
    last: Option<Trail>,
    /// The seed that was asked for, and the numbers that come from it.
    random: Option<(u64, Random)>,
    /// What they come from where no seed was asked for.
    entropy: u64,
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
pub struct Reply {
    /// The move, ranks counted from 0.
    pub mv: String,
    /// How often it was played, how it went, what the opening is called.
    pub remark: String,
}

impl Opening {
    /// Nothing has been asked yet. Without a seed, chance depends on `entropy`.
    pub fn new(entropy: u64) -> Self {
        Self { entropy, ..Self::default() }
    }

    /// Uses another book; none for the one inside the program.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.own = book;
        self.new_game();
    }

    /// The next position belongs to another game.
    pub fn new_game(&mut self) {
        (self.has_left, self.last) = (false, None);
    }

    /// What the book plays, if it is to be asked and knows a move.
    pub fn reply(&mut self, go: &Go, position: &AnyPosition, options: &Options) -> Option<Reply> {
        let AnyPosition::Xiangqi(position) = position else { return None };
        let (mode, has_end) = timing::mode(go);
        let wants_thought = mode != Mode::Think || !has_end || go.mate.is_some() || options.lines > 1;
        if !options.uses_book || wants_thought || !go.moves.is_empty() || !go.banned.is_empty() {
            return None;
        }
        let trail = Trail::of(position);
        let goes_on = self.last.as_ref().is_some_and(|last| trail.continues(last));
        self.has_left &= goes_on;
        self.last = Some(trail);
        if self.has_left {
            return None;
        }
        let reply =
            if ply(position) < options.book_depth { self.choose(position, options.seed) } else { None };
        self.has_left = reply.is_none();
        reply
    }

    /// What the book knows of a position: each move with a remark, the most likely first.
    pub fn known(&self, position: &AnyPosition) -> Vec<(String, String)> {
        let (AnyPosition::Xiangqi(position), Some(book)) = (position, self.book()) else { return Vec::new() };
        let mut known = book.probe(position);
        known.sort_by_key(|known| std::cmp::Reverse(known.weight));
        let sum = weight(&known);
        known.iter().map(|known| (known.mv.to_string(), remark(known, sum))).collect()
    }

    fn book(&self) -> Option<Arc<Book>> {
        self.own.clone().or_else(book::shipped)
    }

    fn choose(&mut self, position: &Position, seed: u64) -> Option<Reply> {
        let book = self.book()?;
        let entropy = self.entropy;
        let (_, random) = match &mut self.random {
            Some(random) if random.0 == seed => random,
            random => random.insert((seed, Random::new(if seed == 0 { entropy } else { seed }))),
        };
        let mv = book.choose(position, random)?;
        let known = book.probe(position);
        let chosen = known.iter().find(|known| known.mv == mv)?;
        let mut remark = format!("chosen with {}", remark(chosen, weight(&known)));
        let mut next = position.clone();
        next.play_unchecked(mv);
        if let Some(name) = book.name(&next) {
            remark.push_str(", ");
            remark.push_str(name);
        }
        Some(Reply { mv: mv.to_string(), remark })
    }
}

fn weight(moves: &[BookMove]) -> u32 {
    moves.iter().map(|known| known.weight).sum()
}

/// How often a move is chosen, and how it went.
fn remark(known: &BookMove, sum: u32) -> String {
    let share = 100.0 * f64::from(known.weight) / f64::from(sum.max(1));
    let tally = known.tally;
    format!("{share:.0}%, {} games +{} ={} -{}", tally.games, tally.wins, tally.draws, tally.losses)
}

/// Plies since the beginning of the game, by the number of the move.
fn ply(position: &Position) -> u64 {
    2 * u64::from(position.move_number().saturating_sub(1)) + u64::from(position.side() == Colour::Black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::dialect::Dialect;
    use games::Variant;

    fn go(line: &str) -> Go {
        match Dialect::Uci.parse(line) {
            Ok(Some(Command::Go(go))) => *go,
            other => panic!("{other:?}"),
        }
    }

    fn after(moves: &str) -> AnyPosition {
        let mut position = AnyPosition::start(Variant::Xiangqi);
        for mv in moves.split_whitespace() {
            position.play(mv).unwrap();
        }
        position
    }

    fn options() -> Options {
        Options { uses_book: true, seed: 7, ..Options::default() }
    }

    #[test]
    fn a_game_is_left_for_good() {
        let (mut opening, options, go) = (Opening::default(), options(), go("go movetime 5"));
        let mut knows = |moves: &str| opening.reply(&go, &after(moves), &options).is_some();
        assert!(knows(""));
        assert!(knows("h2e2 h9g7"));
        assert!(!knows("h2e2 h9g7 a0a2 a9a7"));
        assert!(!knows("h2e2 h9g7 a0a2 a9a7 a2a0 a7a9"), "known, but left");
        assert!(knows("h2e2 h9g7"), "taken back");
        assert!(!knows("a0a1 a9a8"));
        assert!(knows("h2e2"), "another game");
        assert!(!knows("a0a1 a9a8"));
        opening.new_game();
        assert!(opening.reply(&go, &after("a0a1 a9a8 a1a0 a8a9"), &options).is_some());
    }

    #[test]
    fn thought_is_given_where_it_is_wanted() {
        let position = after("");
        let asked =
            |line: &str, options: &Options| Opening::default().reply(&go(line), &position, options).is_some();
        for line in ["go movetime 5", "go depth 3", "go nodes 100", "go wtime 1000 btime 1000"] {
            assert!(asked(line, &options()), "{line}");
            assert!(!asked(line, &Options::default()), "{line}");
            assert!(!asked(line, &Options { lines: 2, ..options() }), "{line}");
            assert!(!asked(line, &Options { book_depth: 0, ..options() }), "{line}");
        }
        for line in [
            "go",
            "go infinite",
            "go ponder wtime 9 btime 9",
            "go mate 3",
            "go depth 3 searchmoves h2e2",
            "go depth 3 banmoves h2e2",
        ] {
            assert!(!asked(line, &options()), "{line}");
        }
    }

    #[test]
    fn seeds_repeat() {
        let line = |seed: u64| {
            let (mut opening, options) = (Opening::default(), Options { seed, ..options() });
            let mut position = after("");
            let mut text = String::new();
            while let Some(reply) = opening.reply(&go("go depth 1"), &position, &options) {
                position.play(&reply.mv).unwrap();
                text += &reply.mv;
            }
            assert!(u64::from(position.moves_made()) * 2 <= options.book_depth);
            text
        };
        assert_eq!(line(3), line(3));
        assert!((4..20).any(|seed| line(seed) != line(3)));
        assert!(!line(0).is_empty());
    }
}
