//! Why a move was a mistake: what it loses, by what the search and the rules know.
//!
//! The line that punishes the move and the line of the better move are played out. Said is what they show and nothing else: a mate that stands in the
//! line, material that is lost in it and not won back, how the first piece of it falls. Where neither line shows anything of the
//! kind, only the points remain. What would have come anyway is not blamed on the move.

mod fall;
mod line;

pub use fall::{Cause, Fall, PlacedPiece};
pub use line::MaterialChange;

use super::{Looked, Worth, points};
use fall::first_capture;
use line::{MARGIN, PlayedLine};
use xiangqi::{Board, Colour, Move};

/// A mate that stands in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateInLine {
    /// In how many moves of the side that mates.
    pub moves: usize,
    /// Whether the king is in check at the end; else there is merely no move left, which loses as well.
    pub is_check: bool,
}

/// What a move costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cost {
    /// It allows a mate.
    Mate(MateInLine),
    /// It loses material.
    Material {
        /// How the most valuable piece falls.
        fall: Fall,
        /// What the side has lost and taken in all, the move itself included.
        change: MaterialChange,
    },
}

/// What the better move would have had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    /// A mate.
    Mate(MateInLine),
    /// Material.
    Material {
        /// The most valuable piece that would have been won, where it would have been taken.
        victim: PlacedPiece,
        /// What the side would have lost and taken in all.
        change: MaterialChange,
    },
}

/// What there is to say about a mistake.
///
/// ```
/// use engine::WinDrawLoss;
/// use engine::review::{Cause, Cost, Explanation, Fall, Looked, MateInLine, Missed, Mistake, PlacedPiece, Worth, explain};
/// use xiangqi::{Piece, Position};
///
/// // Red moves the king where it could have taken the rook, which takes Red's.
/// let position: Position = "3k5/9/9/9/9/9/9/r8/9/R3K4 w".parse()?;
/// let chances = WinDrawLoss { win: 0, draw: 1000, loss: 0 };
/// let before = Looked { worth: Worth::Centipawns(900), chances, line: vec!["a0a2".parse()?] };
/// let after = Looked { worth: Worth::Centipawns(-900), chances, line: vec!["a2a0".parse()?] };
/// let explanation: Explanation = explain(&Mistake::new(position.board(), "e0e1".parse()?, &before, &after));
/// let Some(Cost::Material { fall, change }) = explanation.cost else { panic!() };
/// let Fall { victim: PlacedPiece { piece, .. }, cause, .. } = fall;
/// assert_eq!((piece, cause), (Piece::RedRook, Cause::Undefended));
/// assert!(change.value() < 0);
/// let Some(Missed::Material { victim, .. }) = explanation.missed else { panic!() };
/// assert_eq!(victim.piece, Piece::BlackRook);
/// assert_ne!(explanation.missed, Some(Missed::Mate(MateInLine { moves: 1, is_check: true })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// Whose mistake it was.
    pub side: Colour,
    /// What it costs, if the line shows it.
    pub cost: Option<Cost>,
    /// How many moves of the punishing line show it.
    pub cost_plies: usize,
    /// What was missed, if the line shows it.
    pub missed: Option<Missed>,
    /// How many moves of the better line show it.
    pub missed_plies: usize,
    /// The points of a hundred that the side could expect before and after the move.
    pub points: (f64, f64),
}

/// A mistake and what is known of it.
///
/// ```
/// use engine::WinDrawLoss;
/// use engine::review::{Looked, Mistake, Worth};
///
/// let board = xiangqi::Board::start();
/// let looked = |win| {
///     let chances = WinDrawLoss { win, draw: 1000 - win, loss: 0 };
///     Looked { worth: Worth::Centipawns(0), chances, line: Vec::new() }
/// };
/// let (before, after) = (looked(600), looked(100));
/// let mistake = Mistake::new(&board, "h2h9".parse()?, &before, &after);
/// assert!(mistake.points.0 > mistake.points.1);
/// # Ok::<(), xiangqi::BadMoveText>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a> {
    /// The position before the move.
    pub board: &'a Board,
    /// The move.
    pub mv: Move,
    /// What was found before it; its line begins with the better move.
    pub before: &'a Looked,
    /// What was found after it; its line begins with the punishing move.
    pub after: &'a Looked,
    /// The points of a hundred that the side could expect before and after it.
    pub points: (f64, f64),
}

impl<'a> Mistake<'a> {
    /// A move, with what a search found in the position before it and in the position after it.
    pub fn new(board: &'a Board, mv: Move, before: &'a Looked, after: &'a Looked) -> Self {
        let of_side = |looked: &Looked| {
            points(if board.side() == Colour::Red { looked.chances } else { looked.chances.swapped() })
        };
        Self { board, mv, before, after, points: (of_side(before), of_side(after)) }
    }
}

/// Explains a mistake. The move must be legal.
///
/// ```
/// use engine::WinDrawLoss;
/// use engine::review::{Cost, Looked, Mistake, Worth, explain};
/// use xiangqi::{Board, Move, Position};
///
/// let position: Position = "3k5/9/9/9/9/9/9/r8/9/R3K4 w".parse()?;
/// let looked = |centipawns, moves: &[&str]| -> Result<Looked, xiangqi::BadMoveText> {
///     let line = moves.iter().map(|text| text.parse()).collect::<Result<Vec<Move>, _>>()?;
///     let chances = WinDrawLoss { win: 0, draw: 1000, loss: 0 };
///     Ok(Looked { worth: Worth::Centipawns(centipawns), chances, line })
/// };
/// // Red can take the rook and moves the king instead.
/// let (before, after) = (looked(900, &["a0a2"])?, looked(-900, &["a2a0"])?);
/// let mistake = Mistake::new(position.board(), "e0e1".parse()?, &before, &after);
/// let explanation = explain(&mistake);
/// assert!(matches!(explanation.cost, Some(Cost::Material { .. })));
/// assert!(explanation.missed.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(mistake: &Mistake<'_>) -> Explanation {
    let &Mistake { board, mv, before, after, points } = mistake;
    let side = board.side();
    let played = PlayedLine::new(board, std::iter::once(mv).chain(after.line.iter().copied()));
    let better = PlayedLine::new(board, before.line.iter().copied());
    let mut explanation =
        Explanation { side, cost: None, cost_plies: 0, missed: None, missed_plies: 0, points };
    if let Some((cost, plies)) = cost(&played, &better, mistake) {
        (explanation.cost, explanation.cost_plies) = (Some(cost), plies);
    }
    if before.line.first() != Some(&mv)
        && let Some((missed, plies)) = missed(&played, &better, mistake)
        && is_worth_saying(missed, explanation.cost.as_ref())
    {
        (explanation.missed, explanation.missed_plies) = (Some(missed), plies);
    }
    explanation
}

fn cost(played: &PlayedLine, better: &PlayedLine, mistake: &Mistake<'_>) -> Option<(Cost, usize)> {
    let answers = played.moves.len().checked_sub(1)?;
    if let Some(mate) = mate(played, answers, mistake.after.worth, !played.side) {
        let is_new = !is_mate_for(mistake.before.worth, !played.side);
        return is_new.then_some((Cost::Mate(mate), answers));
    }
    let plies = played.decided(-1)?;
    let change = played.change(plies);
    if better.settled() - change.value() < MARGIN {
        return None;
    }
    let fall = fall::fall(played, change.heaviest_lost()?, plies)?;
    Some((Cost::Material { fall, change }, plies - 1))
}

fn missed(played: &PlayedLine, better: &PlayedLine, mistake: &Mistake<'_>) -> Option<(Missed, usize)> {
    let plies = better.moves.len();
    if let Some(mate) = mate(better, plies, mistake.before.worth, better.side) {
        let is_gone = !is_mate_for(mistake.after.worth, better.side);
        return is_gone.then_some((Missed::Mate(mate), plies));
    }
    let plies = better.decided(1)?;
    let change = better.change(plies);
    if change.value() - played.settled() < MARGIN {
        return None;
    }
    let (_, victim, _) = first_capture(better, change.heaviest_taken()?, plies, true)?;
    Some((Missed::Material { victim, change }, plies))
}

/// Whether what was missed is not small beside what was lost.
fn is_worth_saying(missed: Missed, cost: Option<&Cost>) -> bool {
    match (missed, cost) {
        (Missed::Mate(_), _) | (_, None) => true,
        (Missed::Material { .. }, Some(Cost::Mate(_))) => false,
        (Missed::Material { change, .. }, Some(Cost::Material { change: lost, .. })) => {
            2 * change.value() >= -lost.value()
        }
    }
}

fn is_mate_for(worth: Worth, side: Colour) -> bool {
    match worth {
        Worth::Mate(moves) => {
            if side == Colour::Red {
                moves > 0
            } else {
                moves < 0
            }
        }
        Worth::Centipawns(_) => false,
    }
}

/// The mate that a side gives at the end of a line, with these many moves of it, if the search says the same.
fn mate(line: &PlayedLine, plies: usize, worth: Worth, side: Colour) -> Option<MateInLine> {
    let end = line.boards.last()?;
    let moves = plies.div_ceil(2);
    let is_said = worth == Worth::Mate(if side == Colour::Red { 1 } else { -1 } * i32::try_from(moves).ok()?);
    (is_said && line.is_mate() && end.side() != side).then(|| MateInLine { moves, is_check: end.is_check() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // rows and lines that are ours
mod tests;
