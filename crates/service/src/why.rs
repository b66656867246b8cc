//! Explanations of mistakes as messages have them.

use crate::game::noted_line;
use crate::messages::{PieceLetter, SquareText, Why, WhyCause, WhyKind, WhyLine, WhyLines};
use crate::words::Words;
use engine::review::{Cause, Cost, Explanation, MaterialChange, Missed, PlacedPiece};
use xiangqi::{Board, Colour, Move, Piece, PieceKind};

/// The most moves of a line that are written out.
const MAX_LINE: usize = 40;

impl From<&Cause> for WhyCause {
    fn from(cause: &Cause) -> Self {
        match cause {
            Cause::MovedInto => Self::MovedInto,
            Cause::DefenceGone => Self::DefenceGone,
            Cause::Opened => Self::Opened,
            Cause::Screen => Self::Screen,
            Cause::Undefended => Self::Undefended,
            Cause::Taken => Self::Taken,
            Cause::Fork(_) => Self::Fork,
            Cause::Check => Self::Check,
            Cause::Attacked => Self::Attacked,
            Cause::Later => Self::Later,
        }
    }
}

impl From<&Explanation> for Why {
    fn from(explanation: &Explanation) -> Self {
        let side = explanation.side;
        let cost = WhyLine { plies: explanation.cost_plies, ..bare(Words::cost(explanation)) };
        let cost = match &explanation.cost {
            None => cost,
            Some(Cost::Mate(mate)) => WhyLine { kind: WhyKind::Mate, mate_in: Some(mate.moves), ..cost },
            Some(Cost::Material { fall, change }) => {
                let cause = Some(WhyCause::from(&fall.cause));
                WhyLine { cause, ..with_material(cost, fall.victim, change, side) }
            }
        };
        let missed = explanation.missed.as_ref().map(|missed| {
            let line = WhyLine { plies: explanation.missed_plies, ..bare(Words::missed(missed, side)) };
            match missed {
                Missed::Mate(mate) => WhyLine { kind: WhyKind::Mate, mate_in: Some(mate.moves), ..line },
                Missed::Material { victim, change } => with_material(line, *victim, change, side),
            }
        });
        Self { cost, missed }
    }
}

fn bare(words: Words) -> WhyLine {
    WhyLine {
        kind: WhyKind::Points,
        words,
        plies: 0,
        mate_in: None,
        piece: None,
        square: None,
        cause: None,
        lost: Vec::new(),
        taken: Vec::new(),
    }
}

fn with_material(line: WhyLine, victim: PlacedPiece, change: &MaterialChange, side: Colour) -> WhyLine {
    WhyLine {
        kind: WhyKind::Material,
        piece: Some(PieceLetter(victim.piece)),
        square: Some(SquareText(victim.square)),
        lost: letters(change.lost, side),
        taken: letters(change.taken, !side),
        ..line
    }
}

fn letters(counts: [u8; 7], side: Colour) -> Vec<PieceLetter> {
    let kinds = PieceKind::ALL.into_iter().zip(counts);
    kinds
        .flat_map(|(kind, count)| {
            std::iter::repeat_n(PieceLetter(Piece::new(side, kind)), usize::from(count))
        })
        .collect()
}

/// Why a move was weak, with the lines that follow it and the better move.
pub fn with_lines(
    explanation: &Explanation,
    before: &Board,
    mv: Move,
    punishment: &[Move],
    better: &[Move],
) -> WhyLines {
    let mut after = before.clone();
    after.play_unchecked(mv);
    let better = if better.first() == Some(&mv) { &[] } else { better };
    WhyLines {
        why: explanation.into(),
        punishment: noted_line(&after, punishment, MAX_LINE),
        better: noted_line(before, better, MAX_LINE),
    }
}
