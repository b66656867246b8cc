//! Moves from an opening book, played without thought.
//!
//! The book is asked as long as it knows the game. Once it does not, it is left for good: until a new game, or a
//! position that does not continue the last one. Whoever wants to know what the engine thinks (infinite analysis,
//! pondering, several lines, a mate, certain moves only) is not answered from a book.

use crate::command::Go;
use crate::options::Options;
use crate::timing;
use book::Book;
use engine::Mode;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
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
    /// Uses another book; none for the one inside the program.
    ///
    /// # Errors
    /// Quotes the path and says what is wrong with it; the book stays as it was.
    pub fn load(&mut self, path: Option<&Path>) -> Result<(), String> {
        let own = path.map(|path| {
            let refused = |why: String| format!("book \"{}\": {why}", path.display());
            let bytes = std::fs::read(path).map_err(|error| refused(error.to_string()))?;
            Book::read(&bytes).map(Arc::new).map_err(|error| refused(error.to_string()))
        });
        self.own = own.transpose()?;
        self.new_game();
        Ok(())
    }

    /// The next position belongs to another game.
    pub fn new_game(&mut self) {
        (self.has_left, self.last) = (false, None);
    }

    /// What the book plays, if it is to be asked and knows a move.
    pub fn reply(&mut self, go: &Go, position: &Position, options: &Options) -> Option<Reply> {
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

    /// What the book knows of a position: a line for each move, the most likely first.
    pub fn known(&self, position: &Position) -> Vec<(String, String)> {
        let Some(book) = self.own.clone().or_else(book::shipped) else { return Vec::new() };
        let mut known = book.probe(position);
        known.sort_by_key(|known| std::cmp::Reverse(known.weight));
        let sum: u32 = known.iter().map(|known| known.weight).sum();
        let line = |known: &book::BookMove| {
            let share = 100.0 * f64::from(known.weight) / f64::from(sum.max(1));
            let tally = known.tally;
            let remark = format!(
                "{share:.0}%, {} games +{} ={} -{}",
                tally.games, tally.wins, tally.draws, tally.losses
            );
            (known.mv.to_string(), remark)
        };
        known.iter().map(line).collect()
    }

    fn choose(&mut self, position: &Position, seed: u64) -> Option<Reply> {
        let book = self.own.clone().or_else(book::shipped)?;
        let (_, random) = match &mut self.random {
            Some(random) if random.0 == seed => random,
            random => random.insert((seed, Random::new(if seed == 0 { clock() } else { seed }))),
        };
        let mv = book.choose(position, random)?;
        let known = book.probe(position);
        let sum: u32 = known.iter().map(|known| known.weight).sum();
        let chosen = known.iter().find(|known| known.mv == mv)?;
        let share = 100.0 * f64::from(chosen.weight) / f64::from(sum);
        let tally = chosen.tally;
        let mut remark = format!(
            "chosen with {share:.0}%, {} games +{} ={} -{}",
            tally.games, tally.wins, tally.draws, tally.losses
        );
        let mut next = position.clone();
        next.play_unchecked(mv);
        if let Some(name) = book.name(&next) {
            remark.push_str(", ");
            remark.push_str(name);
        }
        Some(Reply { mv: mv.to_string(), remark })
    }
}

/// Plies since the beginning of the game, by the number of the move.
fn ply(position: &Position) -> u64 {
    2 * u64::from(position.move_number().saturating_sub(1)) + u64::from(position.side() == Colour::Black)
}

/// Something different every time.
fn clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64 ^ u64::from(std::process::id()).rotate_left(32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::dialect::Dialect;

    fn go(line: &str) -> Go {
        match Dialect::Uci.parse(line) {
            Ok(Some(Command::Go(go))) => *go,
            other => panic!("{other:?}"),
        }
    }

    fn after(moves: &str) -> Position {
        let mut position = Position::start();
        for mv in moves.split_whitespace() {
            position.try_play(mv.parse().unwrap()).unwrap();
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
        let position = Position::start();
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
            let mut position = Position::start();
            let mut text = String::new();
            while let Some(reply) = opening.reply(&go("go depth 1"), &position, &options) {
                position.try_play(reply.mv.parse().unwrap()).unwrap();
                text += &reply.mv;
            }
            assert!(position.past().len() <= options.book_depth as usize);
            text
        };
        assert_eq!(line(3), line(3));
        assert!((4..20).any(|seed| line(seed) != line(3)));
        assert!(!line(0).is_empty());
    }

    #[test]
    fn files_that_do_not_fit_are_refused() {
        let mut opening = Opening::default();
        let message = opening.load(Some(Path::new("no such book"))).unwrap_err();
        assert!(message.contains("\"no such book\""), "{message}");
        let foreign = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let message = opening.load(Some(Path::new(foreign))).unwrap_err();
        assert!(message.contains("CHUHEBOK"), "{message}");
        assert!(opening.reply(&go("go depth 1"), &Position::start(), &options()).is_some());
    }
}
