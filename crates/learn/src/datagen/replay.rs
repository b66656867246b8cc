//! The positions of games, and which of them are worth learning from.

use crate::datagen::archive::{ArchiveError, ArchiveReader};
use crate::datagen::record::{GameRecord, RecordedMove};
use std::io::Read;
use thiserror::Error;
use xiangqi::{Board, Colour, Move, Outcome};

/// A position of a game with what is known of it, all from the view of the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub board: Board,
    /// What was played.
    pub mv: Move,
    /// The score in centipawns; a mate is [`MATE_SCORE`](crate::datagen::MATE_SCORE).
    pub score: i16,
    /// How the game ended: 1 won, 0 drawn, -1 lost.
    pub result: i8,
    /// Plies since the starting position, random ones included.
    pub ply: u32,
    /// Whether the side to move is in check.
    pub is_check: bool,
}

/// A game has a move that is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {game}: {mv} at ply {ply} is not legal")]
pub struct IllegalMoveInGame {
    /// The number of the game.
    pub game: u32,
    /// The ply from the beginning of the game, from 0.
    pub ply: usize,
    /// The move.
    pub mv: Move,
}

/// Where the replay of a game stands.
#[derive(Clone, Debug)]
struct Replay {
    board: Board,
    played: usize,
}

impl Replay {
    fn new(game: &GameRecord) -> Self {
        Self { board: game.start.board.clone(), played: 0 }
    }

    /// The next position of the game, which must always be the same.
    fn advance(&mut self, game: &GameRecord) -> Option<Result<Sample, IllegalMoveInGame>> {
        let &RecordedMove { mv, score } = game.moves.get(self.played)?;
        let danger = self.board.danger();
        if !self.board.is_legal_under(mv, &danger) {
            let ply = std::mem::replace(&mut self.played, usize::MAX);
            return Some(Err(IllegalMoveInGame { game: game.number, ply, mv }));
        }
        let sample = Sample {
            board: self.board.clone(),
            mv,
            score,
            result: result_for(self.board.side(), game.outcome),
            ply: game.first_ply() + self.played as u32,
            is_check: danger.is_check(),
        };
        self.board.play_unchecked(mv);
        self.played += 1;
        Some(Ok(sample))
    }
}

fn result_for(side: Colour, outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == side => 1,
        Outcome::Win(_) => -1,
    }
}

/// The positions of a game in their order; see [`GameRecord::positions`].
#[derive(Clone, Debug)]
pub struct GamePositions<'a> {
    game: &'a GameRecord,
    replay: Replay,
}

impl GameRecord {
    /// The positions in which a move was made, in their order. Every move is checked; after one that is
    /// not legal nothing follows.
    pub fn positions(&self) -> GamePositions<'_> {
        GamePositions { game: self, replay: Replay::new(self) }
    }
}

impl Iterator for GamePositions<'_> {
    type Item = Result<Sample, IllegalMoveInGame>;

    fn next(&mut self) -> Option<Self::Item> {
        self.replay.advance(self.game)
    }
}

/// Why the positions of an archive end early.
#[derive(Debug, Error)]
pub enum SampleError {
    /// The archive cannot be read further.
    #[error(transparent)]
    Archive(ArchiveError),
    /// A game cannot be replayed further; the next one follows.
    #[error(transparent)]
    Illegal(IllegalMoveInGame),
}

/// The positions of all games of an archive; see [`ArchiveReader::samples`].
#[derive(Debug)]
pub struct ArchiveSamples<R> {
    reader: ArchiveReader<R>,
    current: Option<(GameRecord, Replay)>,
}

impl<R: Read> ArchiveReader<R> {
    /// The positions of all games that are left, one after the other.
    pub fn samples(self) -> ArchiveSamples<R> {
        ArchiveSamples { reader: self, current: None }
    }
}

impl<R: Read> Iterator for ArchiveSamples<R> {
    type Item = Result<Sample, SampleError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((game, replay)) = &mut self.current
                && let Some(sample) = replay.advance(game)
            {
                return Some(sample.map_err(SampleError::Illegal));
            }
            match self.reader.next()? {
                Ok(game) => {
                    let replay = Replay::new(&game);
                    self.current = Some((game, replay));
                }
                Err(error) => {
                    self.current = None;
                    return Some(Err(SampleError::Archive(error)));
                }
            }
        }
    }
}

/// Which positions are worth learning from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionFilter {
    /// Not before this ply, random ones included.
    pub min_ply: u32,
    /// Not with a score further from zero than this.
    pub max_score: u16,
    /// Also when in check.
    pub allows_checks: bool,
    /// Also when a capture was played.
    pub allows_captures: bool,
}

impl Default for PositionFilter {
    /// Quiet positions: an evaluation is not asked about others.
    fn default() -> Self {
        Self { min_ply: 16, max_score: 2500, allows_checks: false, allows_captures: false }
    }
}

impl PositionFilter {
    /// Whether a position is kept.
    pub fn keeps(self, sample: &Sample) -> bool {
        sample.ply >= self.min_ply
            && sample.score.unsigned_abs() <= self.max_score
            && (self.allows_checks || !sample.is_check)
            && (self.allows_captures || !sample.board.is_capture(sample.mv))
    }
}
