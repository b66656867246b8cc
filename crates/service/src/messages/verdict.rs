//! Verdicts of the rules as codes and parameters.

use super::{MoveText, PieceLetter, RuleSet, Side, Sides, SquareText};
use crate::words::Words;
use serde::Serialize;
use xiangqi::rules;
use xiangqi::{Outcome, Reason, Verdict};

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameEnd {
    /// Who has won; none for a draw.
    pub winner: Option<Side>,
    /// Why.
    #[serde(flatten)]
    pub cause: EndCause,
    /// The verdict in words.
    #[serde(flatten)]
    pub words: Words,
}

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum EndCause {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move, which loses as well.
    Stalemate,
    /// The position has occurred three times.
    Repetition {
        /// The rules it was judged by.
        rules: RuleSet,
        /// The moves between the first of these occurrences and the last.
        moves: Vec<MoveText>,
        /// What each side did in them.
        conduct: Sides<Conduct>,
        /// What the side with the lesser offence does in each of the loops that the moves are made of, if it offends no
        /// less than the other in any of them, which makes it a draw.
        counter_offences: Vec<CounterOffence>,
    },
    /// The game has gone on for too long without a capture.
    NaturalMoves {
        /// For how many plies.
        plies: u16,
    },
    /// Neither side has enough pieces left to win.
    Material,
}

/// What a side did in moves that repeat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Conduct {
    /// What it did that the rules forbid.
    pub offence: Offence,
    /// How many moves it made.
    pub moves: usize,
    /// How many of them gave check.
    pub checks: usize,
    /// The piece that it chased.
    pub prey: Option<PieceLetter>,
    /// The attacks on that piece.
    pub attacks: Vec<Attack>,
    /// What it did if it did nothing forbidden.
    pub habit: Habit,
}

/// What the rules forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Offence {
    /// Nothing of it.
    None,
    /// Every move takes away the protection of the same piece.
    Undermining,
    /// Every move chases the same piece.
    Chase,
    /// Every move chases the same rook, which a horse holds fast.
    PinnedRookChase,
    /// Every move gives check.
    Check,
}

/// What a side does in one loop of moves that repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CounterOffence {
    /// What it does that the rules forbid.
    pub offence: Offence,
    /// The piece that it chases.
    pub prey: Option<PieceLetter>,
}

/// An attack on a chased piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Attack {
    /// The move after which it stands.
    pub after: MoveText,
    /// The attacking piece.
    pub by: PieceLetter,
    /// Where it stands.
    pub from: SquareText,
    /// Where the attacked piece stands.
    pub at: SquareText,
}

/// What moves that repeat are, if not forbidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Habit {
    /// Neither checks nor attacks that matter.
    Idle,
    /// Checks on some moves.
    SomeChecks,
    /// Every move attacks this piece, which is allowed.
    Excused {
        /// The piece.
        piece: PieceLetter,
        /// Why it is allowed.
        standing: ThreatKind,
    },
    /// Every move chases one of these pieces.
    InTurn {
        /// The pieces.
        pieces: Vec<PieceLetter>,
    },
    /// Some moves chase this piece.
    SomeChases {
        /// The piece.
        piece: PieceLetter,
    },
}

/// What an attack counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ThreatKind {
    /// A chase.
    Chase,
    /// The attack of a king or a pawn, which may chase.
    KingOrPawn,
    /// The attack of a piece that is protected.
    Protected,
    /// An offer to exchange.
    Exchange,
}

/// What a side must expect if the moves go on repeating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Warning {
    /// The side that would lose.
    pub loser: Side,
    /// What each side has done.
    pub conduct: Sides<Conduct>,
    /// In words.
    #[serde(flatten)]
    pub words: Words,
}

impl From<&Verdict> for GameEnd {
    fn from(verdict: &Verdict) -> Self {
        let winner = match verdict.outcome {
            Outcome::Draw => None,
            Outcome::Win(side) => Some(side.into()),
        };
        let cause = match &verdict.reason {
            Reason::Checkmate => EndCause::Checkmate,
            Reason::Stalemate => EndCause::Stalemate,
            Reason::Repetition(repetition) => EndCause::Repetition {
                rules: repetition.rules.into(),
                moves: repetition.moves.iter().copied().map(MoveText).collect(),
                conduct: conducts(&repetition.conduct),
                counter_offences: repetition.counter_offences.iter().map(CounterOffence::from).collect(),
            },
            Reason::NaturalMoves(plies) => EndCause::NaturalMoves { plies: *plies },
            Reason::Material => EndCause::Material,
        };
        Self { winner, cause, words: Words::verdict(Some(verdict)) }
    }
}

/// What both sides did.
pub(crate) fn conducts([red, black]: &[rules::Conduct; 2]) -> Sides<Conduct> {
    Sides { red: red.into(), black: black.into() }
}

impl From<rules::Offence> for Offence {
    fn from(offence: rules::Offence) -> Self {
        match offence {
            rules::Offence::None => Self::None,
            rules::Offence::Undermining => Self::Undermining,
            rules::Offence::Chase => Self::Chase,
            rules::Offence::PinnedRookChase => Self::PinnedRookChase,
            rules::Offence::Check => Self::Check,
        }
    }
}

impl From<&rules::CounterOffence> for CounterOffence {
    fn from(answer: &rules::CounterOffence) -> Self {
        Self { offence: answer.offence.into(), prey: answer.prey.map(PieceLetter) }
    }
}

impl From<&rules::Conduct> for Conduct {
    fn from(conduct: &rules::Conduct) -> Self {
        let attacks = conduct.attacks.iter().map(|attack| Attack {
            after: MoveText(attack.after),
            by: PieceLetter(attack.by),
            from: SquareText(attack.from),
            at: SquareText(attack.at),
        });
        Self {
            offence: conduct.offence.into(),
            moves: conduct.moves,
            checks: conduct.checks,
            prey: conduct.prey.map(PieceLetter),
            attacks: attacks.collect(),
            habit: Habit::from(&conduct.habit),
        }
    }
}

impl From<&rules::Habit> for Habit {
    fn from(habit: &rules::Habit) -> Self {
        match habit {
            rules::Habit::Idle => Self::Idle,
            rules::Habit::SomeChecks => Self::SomeChecks,
            rules::Habit::Excused(piece, standing) => Self::Excused {
                piece: PieceLetter(*piece),
                standing: match standing {
                    rules::ThreatKind::Chase => ThreatKind::Chase,
                    rules::ThreatKind::KingOrPawn => ThreatKind::KingOrPawn,
                    rules::ThreatKind::Protected => ThreatKind::Protected,
                    rules::ThreatKind::Exchange => ThreatKind::Exchange,
                },
            },
            rules::Habit::InTurn(pieces) => {
                Self::InTurn { pieces: pieces.iter().copied().map(PieceLetter).collect() }
            }
            rules::Habit::SomeChases(piece) => Self::SomeChases { piece: PieceLetter(*piece) },
        }
    }
}
