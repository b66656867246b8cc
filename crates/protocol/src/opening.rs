//! Answers from an opening book, with what can be said about them.

use crate::command::Go;
use crate::options::Options;
use crate::timing::{self, Account};
use book::BookMove;
use engine::opening::{OpeningBook, may_answer};
use std::path::Path;
use xiangqi::{Move, Position};

/// A book, and where the game is in it.
#[derive(Default)]
pub struct Opening(OpeningBook);

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
        self.0.load(path).map_err(|error| error.to_string())
    }

    /// The next position belongs to another game.
    pub fn new_game(&mut self) {
        self.0.new_game();
    }

    /// What the book plays, if it is to be asked and knows a move.
    pub fn reply(&mut self, go: &Go, position: &Position, options: &Options) -> Option<Reply> {
        let limits = timing::limits::<Move>(go, options, position.side().index(), 0, &mut Account::default());
        let (mode, has_end) = timing::mode(go);
        let is_free = go.moves.is_empty() && go.banned.is_empty();
        if !options.uses_book || !has_end || !is_free || !may_answer(&limits, mode) {
            return None;
        }
        let max_plies = u32::try_from(options.book_depth).unwrap_or(u32::MAX);
        let answer = self.0.choose(position, max_plies, options.seed)?;
        let (share, tally) = (100.0 * answer.share, answer.tally);
        let mut remark = format!(
            "chosen with {share:.0}%, {} games +{} ={} -{}",
            tally.games, tally.wins, tally.draws, tally.losses
        );
        if let Some(name) = answer.name {
            remark.push_str(", ");
            remark.push_str(&name);
        }
        Some(Reply { mv: answer.mv.to_string(), remark })
    }

    /// What the book knows of a position: a line for each move, the most likely first.
    pub fn known(&self, position: &Position) -> Vec<(String, String)> {
        let known = self.0.moves(position);
        let sum: u32 = known.iter().map(|known| known.weight).sum();
        let line = |known: &BookMove| {
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

    fn options() -> Options {
        Options { uses_book: true, seed: 7, ..Options::default() }
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
}
