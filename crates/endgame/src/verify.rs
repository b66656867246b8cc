//! Whether a table agrees with itself and with smaller ones, by the legal moves of the rules.
//!
//! A position is worth what its best move is worth. A table in which that holds everywhere cannot have a wrong win: distances fall from
//! move to move to an end that is one. With the strong side to move nothing here is shared
//! with the builder but the layout; with the weak side to move a table is asked by the builder's list of moves.

use crate::layout::Layout;
use crate::material::Material;
use crate::tables::Tables;
use crate::value::Value;
use core::ops::ControlFlow;
use thiserror::Error;
use xiangqi::{Board, BoardBuilder, Colour};

/// Why a table is not right.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Inconsistent {
    /// The table, or one of a smaller ending, is not there.
    #[error("{0} or a table of what captures make of it is not there")]
    Missing(Material),
    /// A block cannot be read.
    #[error("{0}: a block cannot be read")]
    Damaged(Material),
    /// A position is not worth what its best move is worth.
    #[error("{board:?} is {found:?} by its table, but {expected:?} by its moves")]
    Value {
        /// The position.
        board: Box<Board>,
        /// What the table says.
        found: Value,
        /// What follows from the moves.
        expected: Value,
    },
    /// It was told to end.
    #[error("{0} was interrupted")]
    Interrupted(Material),
}

/// Positions between two reports of progress.
const REPORTED: usize = 1 << 12;

/// Looks at every `stride`th number of a table, both sides to move, and says how many positions there were. `progress` is told how
/// many numbers of how many are done.
///
/// ```
/// use core::ops::ControlFlow;
/// let tables = endgame::shipped();
/// let looked_at = endgame::verify("KRvK".parse()?, tables, 1000, |_, _| ControlFlow::Continue(()))?;
/// assert!(looked_at > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Says which position is wrong, or what is missing.
pub fn verify(
    material: Material,
    tables: &Tables,
    stride: usize,
    mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<u64, Inconsistent> {
    let table = tables.get(material).ok_or(Inconsistent::Missing(material))?;
    if !material.family().iter().all(|&part| tables.get(part).is_some()) {
        return Err(Inconsistent::Missing(material));
    }
    if !table.is_sound() {
        return Err(Inconsistent::Damaged(material));
    }
    let layout = &table.layout;
    let mut positions = 0;
    for (count, index) in (0..layout.size).step_by(stride.max(1)).enumerate() {
        if count % REPORTED == 0 && progress(index as u64, layout.size as u64).is_break() {
            return Err(Inconsistent::Interrupted(material));
        }
        for side in Colour::ALL {
            let Some(board) = board(layout, index, side) else { continue };
            let found = tables.probe(&board).ok_or(Inconsistent::Damaged(material))?;
            let moves = tables.moves(&board).ok_or(Inconsistent::Damaged(material))?;
            let expected = moves.first().map_or(Value::Loss(0), |&(_, value)| value);
            if found != expected {
                return Err(Inconsistent::Value { board: Box::new(board), found, expected });
            }
            positions += 1;
        }
    }
    Ok(positions)
}

/// The board of a number, if it belongs to a position with this side to move.
fn board(layout: &Layout, index: usize, side: Colour) -> Option<Board> {
    let mut builder = BoardBuilder::new();
    builder.side(side);
    for (&piece, &square) in layout.pieces.iter().zip(&layout.squares(index)) {
        if builder.piece(square).is_some() {
            return None;
        }
        builder.place(piece, square);
    }
    builder.build().ok()
}
