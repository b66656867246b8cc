//! A finished game: how it began, what was played and thought, how and why it ended.
//!
//! One game is one frame of an [archive](crate::datagen::archive), little-endian throughout:
//!
//! ```text
//!  0..2    the mark "GM"
//!  2..4    the number of plies
//!  4..8    the number of the game, which its random numbers depend on
//!  8..36   the board it began from (see `packed`)
//! 36..38   plies since the last capture at that time
//! 38..40   the number of the move to be made, counted from 1
//! 40       the result: 0 Black wins, 1 draw, 2 Red wins
//! 41       why it ended: the order of `EndReason::ALL`
//! 42..     for each ply the move (`xiangqi::Move::code`) and the score (i16, side to move): 4 bytes
//! last 4   CRC-32 of everything before
//! ```

use crate::adjudicate::Adjudicated;
use crate::datagen::packed::{BadPacking, PACKED_SIZE, PackedBoard};
use crate::game::Conclusion;
use games::{Cause, Side};
use thiserror::Error;
use xiangqi::{Colour, Fen, Move, Outcome};

/// What a mate in any number of moves is recorded as; every other score is nearer to zero.
pub const MATE_SCORE: i16 = 30_000;

/// What every frame begins with.
pub(crate) const MARK: [u8; 2] = *b"GM";
/// The bytes before the plies.
pub(crate) const FRAME_HEAD: usize = 42;
/// The bytes after them.
pub(crate) const FRAME_TAIL: usize = 4;
/// The bytes of one ply.
pub(crate) const MOVE_SIZE: usize = 4;
/// A frame holds no more plies than this.
pub const MAX_PLIES: usize = u16::MAX as usize;

/// One ply: what was played, and what the search thought of the position before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// The score for the side that made it, in centipawns; a mate is [`MATE_SCORE`].
    pub score: i16,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// No legal move, in check.
    Checkmate,
    /// No legal move, not in check.
    Stalemate,
    /// The third occurrence of a position.
    Repetition,
    /// Too many plies without a capture.
    NaturalMoves,
    /// Too little material on both sides.
    Material,
    /// The score was decisive for long enough.
    DecidedScore,
    /// The score was level for long enough.
    LevelScore,
    /// The game was cut off at its greatest length.
    Length,
}

impl EndReason {
    /// All reasons, in the order of their codes.
    pub const ALL: [Self; 8] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Repetition,
        Self::NaturalMoves,
        Self::Material,
        Self::DecidedScore,
        Self::LevelScore,
        Self::Length,
    ];

    /// A word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::NaturalMoves => "natural moves",
            Self::Material => "material",
            Self::DecidedScore => "decided score",
            Self::LevelScore => "level score",
            Self::Length => "length",
        }
    }
}

impl From<&Cause> for EndReason {
    fn from(cause: &Cause) -> Self {
        match cause {
            Cause::Checkmate => Self::Checkmate,
            Cause::Stalemate => Self::Stalemate,
            Cause::Repetition(_) => Self::Repetition,
            Cause::MoveRule(_) => Self::NaturalMoves,
            Cause::Material => Self::Material,
        }
    }
}

impl From<&Conclusion> for EndReason {
    fn from(end: &Conclusion) -> Self {
        match end {
            Conclusion::Rules { cause, .. } => Self::from(cause),
            Conclusion::Scores(Adjudicated::Decided(_)) => Self::DecidedScore,
            Conclusion::Scores(Adjudicated::Level) => Self::LevelScore,
            Conclusion::Scores(Adjudicated::Length) => Self::Length,
        }
    }
}

/// The result of a game of xiangqi that this side has won, or nobody.
pub(crate) fn outcome(winner: Option<Side>) -> Outcome {
    match winner {
        None => Outcome::Draw,
        Some(Side::First) => Outcome::Win(Colour::Red),
        Some(Side::Second) => Outcome::Win(Colour::Black),
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its number, which its random numbers depend on.
    pub number: u32,
    /// Where it began.
    pub start: Fen,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub end: EndReason,
    /// What was played, at most [`MAX_PLIES`].
    pub moves: Vec<RecordedMove>,
}

/// A frame whose checksum is right says something impossible.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadFrame {
    /// The board it begins from.
    #[error("the position it begins from is not one: {0}")]
    Start(BadPacking),
    /// The result.
    #[error("{0} is not a result; there are 0, 1 and 2")]
    Result(u8),
    /// The reason of the end.
    #[error("{0} is not a reason of an end; there are 0 to {last}", last = EndReason::ALL.len() - 1)]
    End(u8),
    /// A ply.
    #[error(
        "ply {ply} has move {code} and score {score}; squares are below 90 and scores within ±{MATE_SCORE}"
    )]
    Move {
        /// Which, from 0.
        ply: usize,
        /// Its move.
        code: u16,
        /// Its score.
        score: i16,
    },
}

impl GameRecord {
    /// How many plies had been played when the game began, by its move number.
    pub fn first_ply(&self) -> u32 {
        2 * self.start.move_number.saturating_sub(1) + u32::from(self.start.board.side() == Colour::Black)
    }

    /// The frame. Counters that do not fit are kept at their greatest value, plies that do not fit left out.
    pub fn encode(&self) -> Vec<u8> {
        let moves = &self.moves[..self.moves.len().min(MAX_PLIES)];
        let mut frame = Vec::with_capacity(FRAME_HEAD + moves.len() * MOVE_SIZE + FRAME_TAIL);
        frame.extend(MARK);
        frame.extend((moves.len() as u16).to_le_bytes());
        frame.extend(self.number.to_le_bytes());
        frame.extend(PackedBoard::from(&self.start.board).bytes());
        frame.extend(self.start.quiet_plies.to_le_bytes());
        frame.extend((self.start.move_number.min(u32::from(u16::MAX)) as u16).to_le_bytes());
        frame.push(match self.outcome {
            Outcome::Win(Colour::Black) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Colour::Red) => 2,
        });
        frame.push(EndReason::ALL.iter().position(|&end| end == self.end).unwrap_or_default() as u8);
        for played in moves {
            frame.extend(played.mv.code().to_le_bytes());
            frame.extend(played.score.to_le_bytes());
        }
        frame.extend(crc32fast::hash(&frame).to_le_bytes());
        frame
    }

    /// The game of a frame whose mark, length and checksum are right.
    pub(crate) fn decode(frame: &[u8]) -> Result<Self, BadFrame> {
        let word = |at: usize| u16::from_le_bytes([frame[at], frame[at + 1]]);
        let mut packed = [0; PACKED_SIZE];
        packed.copy_from_slice(&frame[8..8 + PACKED_SIZE]);
        let start = Fen {
            board: PackedBoard::from_bytes(packed).unpack().map_err(BadFrame::Start)?,
            quiet_plies: word(36),
            move_number: u32::from(word(38)),
        };
        let outcome = match frame[40] {
            0 => Outcome::Win(Colour::Black),
            1 => Outcome::Draw,
            2 => Outcome::Win(Colour::Red),
            code => return Err(BadFrame::Result(code)),
        };
        let end = *EndReason::ALL.get(usize::from(frame[41])).ok_or(BadFrame::End(frame[41]))?;
        let codes = frame[FRAME_HEAD..frame.len() - FRAME_TAIL].chunks_exact(MOVE_SIZE).enumerate();
        let moves = codes.map(|(ply, bytes)| {
            let code = u16::from_le_bytes([bytes[0], bytes[1]]);
            let score = i16::from_le_bytes([bytes[2], bytes[3]]);
            match Move::from_code(code) {
                Some(mv) if score.unsigned_abs() <= MATE_SCORE.unsigned_abs() => {
                    Ok(RecordedMove { mv, score })
                }
                _ => Err(BadFrame::Move { ply, code, score }),
            }
        });
        Ok(Self {
            number: u32::from(word(4)) | u32::from(word(6)) << 16,
            start,
            outcome,
            end,
            moves: moves.collect::<Result<_, _>>()?,
        })
    }
}
