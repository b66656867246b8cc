//! What the table still knows of a position.

use crate::EngineGame;
use search::{Bound, Entry};
use search::{Game, Score};

/// What an earlier search has left behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recalled {
    /// The best move, if it is legal here.
    pub best: Option<String>,
    /// The score for the side to move, in the centipawns of an [`Answer`](crate::Answer).
    pub score: Score,
    /// What the score means.
    pub bound: Bound,
    /// How deep the search was.
    pub depth: usize,
}

/// An entry of the table in the words of the game.
pub fn recalled<G: EngineGame>(position: &G::Position, entry: Entry) -> Recalled {
    let best = <G as Game>::from_code(entry.code).filter(|&mv| G::is_legal(position, mv));
    Recalled {
        best: best.map(|mv| G::move_text(position, mv)),
        score: G::to_centipawns(Score::from_table(entry.score, 0)),
        bound: entry.bound,
        depth: entry.depth.into(),
    }
}
