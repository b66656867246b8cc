//! What is in a heap of games, counted.

use crate::datagen::record::{EndReason, GameRecord, MATE_SCORE};
use crate::datagen::replay::{IllegalMoveInGame, PositionFilter, Sample};
use std::collections::HashSet;
use xiangqi::{Colour, Outcome};

/// The upper ends of the classes of scores, each excluded; the last class has none.
pub const SCORE_LIMITS: [i16; 14] =
    [-MATE_SCORE + 1, -2000, -1000, -500, -250, -100, -25, 26, 101, 251, 501, 1001, 2001, MATE_SCORE];

/// How many plies a class of lengths spans.
pub const LENGTH_STEP: usize = 25;

/// Counts of games and positions.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Games.
    pub games: u64,
    /// Positions in which a move was made.
    pub positions: u64,
    /// Those that a filter keeps.
    pub kept: u64,
    /// Games won by Red, drawn, won by Black.
    pub results: [u64; 3],
    /// Games by the reason of their end, in the order of [`EndReason::ALL`].
    pub ends: [u64; EndReason::ALL.len()],
    /// Games by their length, each class [`LENGTH_STEP`] plies wide.
    pub lengths: Vec<u64>,
    /// Positions by the score of the side to move (see [`SCORE_LIMITS`]).
    pub scores: [ScoreClass; SCORE_LIMITS.len() + 1],
    /// Positions by the number of pieces: 2 to 5, 6 to 9 and so on to 30 and more.
    pub pieces: [u64; 8],
    /// Positions in check.
    pub checks: u64,
    /// Positions in which a capture was played.
    pub captures: u64,
    beginnings: HashSet<u64>,
}

/// Positions of similar score.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoreClass {
    /// How many.
    pub count: u64,
    /// Won, drawn, lost for the side to move.
    pub results: [u64; 3],
}

impl ScoreClass {
    /// The mean result for the side to move, from 0 to 1.
    pub fn mean(&self) -> f64 {
        (self.results[0] as f64 + self.results[1] as f64 / 2.0) / self.count.max(1) as f64
    }
}

impl Statistics {
    /// Counts a game.
    ///
    /// # Errors
    /// If it cannot be replayed; the positions before count.
    pub fn add(&mut self, game: &GameRecord, filter: PositionFilter) -> Result<(), IllegalMoveInGame> {
        self.games += 1;
        self.results[match game.outcome {
            Outcome::Win(Colour::Red) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Colour::Black) => 2,
        }] += 1;
        if let Some(place) = EndReason::ALL.iter().position(|&end| end == game.end) {
            self.ends[place] += 1;
        }
        let class = game.moves.len() / LENGTH_STEP;
        self.lengths.resize(self.lengths.len().max(class + 1), 0);
        self.lengths[class] += 1;
        self.beginnings.insert(game.start.board.key());
        game.positions().try_for_each(|sample| {
            self.add_sample(&sample?, filter);
            Ok(())
        })
    }

    fn add_sample(&mut self, sample: &Sample, filter: PositionFilter) {
        self.positions += 1;
        self.kept += u64::from(filter.keeps(sample));
        self.checks += u64::from(sample.is_check);
        self.captures += u64::from(sample.board.is_capture(sample.mv));
        self.pieces[(sample.board.occupied().count() as usize).saturating_sub(2) / 4] += 1;
        let class = &mut self.scores[SCORE_LIMITS.partition_point(|&limit| limit <= sample.score)];
        class.count += 1;
        class.results[(1 - sample.result) as usize] += 1;
    }

    /// How many different positions the games began from.
    pub fn beginnings(&self) -> usize {
        self.beginnings.len()
    }
}
