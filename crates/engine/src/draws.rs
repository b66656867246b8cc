//! When to accept a draw, when to offer one, when to resign: one policy for every front door.
//!
//! The rules are cautious. A draw is accepted by a side that stands worse, or late in the game by one that does not stand
//! better. It is offered only late, level and after a long calm, at every tenth move. A side resigns only when it sees itself
//! mated. Nothing is given away on the word of a search that has seen little.

use crate::{Answer, EngineGame};
use games::GameData;
use search::{Limits, Score};

/// It is late from this move on, or with no more than this many men left.
const LATE_MOVE: u32 = 40;
const FEW_MEN: u32 = 14;
/// Scores up to this are level, in centipawns.
const LEVEL: i32 = 20;
/// With this or less a draw is welcome at any time.
const WORSE: i32 = -200;
/// Nothing is given away by a search that has seen less.
const MIN_DEPTH: usize = 6;
/// The position is calm after this many plies without a capture.
const CALM: u32 = 20;
/// Offers come at moves whose numbers are multiples of this.
const OFFER_INTERVAL: u32 = 10;
/// What is spent on an offer that comes while nobody is thinking, in nodes.
const CONSIDERATION_NODES: u64 = 40_000;

/// How a side stands when it decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Its score, in centipawns.
    pub score: Score,
    /// How deep the search was that found it.
    pub depth: usize,
    /// The number of the move.
    pub move_number: u32,
    /// Plies since the last capture.
    pub quiet_plies: u32,
    /// How many men are on the board.
    pub men: u32,
}

impl Standing {
    /// The side to move, by what a search of the position has found.
    pub fn of_mover<G: EngineGame>(position: &G::Position, answer: &Answer<G::Move>) -> Self {
        Self::new::<G>(position, answer.score, answer.depth)
    }

    /// The side that is not to move.
    pub fn of_waiter<G: EngineGame>(position: &G::Position, answer: &Answer<G::Move>) -> Self {
        Self::new::<G>(position, -answer.score, answer.depth)
    }

    /// A side with this score, in centipawns, by a search of this depth.
    pub fn new<G: GameData>(position: &G::Position, score: Score, depth: usize) -> Self {
        let (move_number, quiet_plies) = (G::move_number(position), G::quiet_plies(position));
        Self { score, depth, move_number, quiet_plies, men: G::men(position) }
    }

    fn is_late(&self) -> bool {
        self.move_number >= LATE_MOVE || self.men <= FEW_MEN
    }

    /// Whether it takes a draw that is offered.
    pub fn accepts_draw(&self) -> bool {
        let score = self.score.value();
        self.depth >= MIN_DEPTH && (score <= WORSE || (self.is_late() && score <= LEVEL))
    }

    /// Whether it offers a draw of itself.
    pub fn offers_draw(&self) -> bool {
        self.depth >= MIN_DEPTH
            && self.is_late()
            && self.score.value().abs() <= LEVEL
            && self.quiet_plies >= CALM
            && self.move_number.is_multiple_of(OFFER_INTERVAL)
    }

    /// Whether it gives up.
    pub fn resigns(&self) -> bool {
        self.depth >= MIN_DEPTH && self.score.is_loss()
    }
}

/// The limits of a search that is made for an offer alone.
pub fn consideration<M>() -> Limits<M> {
    Limits { nodes: Some(CONSIDERATION_NODES), ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(score: Score, move_number: u32, quiet_plies: u32) -> Standing {
        Standing { score, depth: 12, move_number, quiet_plies, men: 20 }
    }

    #[test]
    fn draws_are_accepted_when_nothing_is_lost_by_it() {
        let at = |move_number, score| standing(Score::evaluation(score), move_number, 4);
        assert!(!at(12, 0).accepts_draw());
        assert!(at(12, -200).accepts_draw());
        assert!(at(60, 10).accepts_draw());
        assert!(!Standing { depth: 2, ..at(60, 10) }.accepts_draw(), "too little was seen");
        assert!(!at(60, 80).accepts_draw());
        assert!(Standing { men: 14, ..at(12, 0) }.accepts_draw(), "few men are left");
        assert!(!standing(Score::mate_in(3), 60, 4).accepts_draw());
        assert!(standing(Score::mated_in(6), 9, 0).accepts_draw(), "half a point is better than none");
    }

    #[test]
    fn draws_are_offered_late_level_and_in_a_calm() {
        let level = Score::evaluation(5);
        assert!(standing(level, 50, 30).offers_draw());
        for (move_number, quiet_plies) in [(51, 30), (50, 3), (20, 30)] {
            assert!(!standing(level, move_number, quiet_plies).offers_draw(), "{move_number} {quiet_plies}");
        }
        assert!(!standing(Score::evaluation(25), 50, 30).offers_draw());
    }

    #[test]
    fn only_a_mate_is_resigned_to() {
        assert!(standing(Score::mated_in(6), 9, 0).resigns());
        assert!(!standing(Score::evaluation(-900), 9, 0).resigns());
        assert!(!Standing { depth: 3, ..standing(Score::mated_in(2), 9, 0) }.resigns());
    }
}
