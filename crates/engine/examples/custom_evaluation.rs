//! An evaluation of one's own in the full search: material and how many moves each side has.
//!
//!     cargo run --release -p chuhe-engine --example custom_evaluation

use engine::{CustomEvaluation, Engine, Evaluation, Limits};
use games::Xiangqi;
use std::error::Error;
use xiangqi::{Board, Colour, PieceKind, Position};

/// What pieces are worth, and where they can go.
#[derive(Clone)]
pub(crate) struct Mobility;

impl Mobility {
    /// Hundredths of a pawn that a side has on the board.
    fn worth(board: &Board, side: Colour) -> i32 {
        let worth = |kind| match kind {
            PieceKind::King => 0,
            PieceKind::Pawn => 100,
            PieceKind::Advisor | PieceKind::Elephant => 200,
            PieceKind::Horse => 400,
            PieceKind::Cannon => 450,
            PieceKind::Rook => 900,
        };
        let pieces = PieceKind::ALL.map(|kind| worth(kind) * board.of(side, kind).count() as i32);
        // Two for each square that a piece reaches.
        let squares: u32 = board.colour(side).into_iter().map(|square| board.reach(square).count()).sum();
        pieces.iter().sum::<i32>() + 2 * squares as i32
    }
}

impl CustomEvaluation for Mobility {
    /// For the side to move.
    fn evaluate(&mut self, position: &Position) -> i32 {
        let (board, side) = (position.board(), position.side());
        Self::worth(board, side) - Self::worth(board, !side)
    }

    /// Each thread of a search has one of its own.
    fn for_another_thread(&self) -> Box<dyn CustomEvaluation> {
        Box::new(self.clone())
    }

    fn name(&self) -> &'static str {
        "mobility"
    }
}

/// The engine with this evaluation.
pub(crate) fn engine() -> Result<Engine<Xiangqi>, Box<dyn Error>> {
    Ok(Engine::builder().evaluation(Evaluation::custom(Mobility)).build()?)
}

#[allow(dead_code)] // the tests call `engine`
fn main() -> Result<(), Box<dyn Error>> {
    let limits = Limits { depth: Some(8), ..Limits::default() };
    for mut engine in [Engine::<Xiangqi>::builder().build()?, engine()?] {
        let answer = engine.think(&limits);
        let best = answer.best.ok_or("the start position has moves")?;
        println!(
            "{:10} {best}  {:+} after {} nodes",
            engine.evaluation().name(),
            answer.score.value(),
            answer.nodes
        );
    }
    Ok(())
}
