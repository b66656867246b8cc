//! When the engine offers a draw, accepts one, or resigns, in the protocols that know of that.
//!
//! The rules are cautious. A draw is accepted when the engine stands worse, or when nobody stands better late in the
//! game. It is offered, if the user wants that, only late, level and after a long calm, at every tenth move. The
//! engine resigns, if the user wants that, only when it sees itself mated.

use crate::event::Answer;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// At this move, or with so few men left, it is late.
const LATE_MOVE: u32 = 40;
const FEW_MEN: u32 = 14;
/// Scores up to this are level, in centipawns.
const LEVEL: i32 = 20;
/// With less than this a draw is welcome at any time.
const WORSE: i32 = -200;
/// Nothing is given away by a search that has seen less.
const LEAST_DEPTH: usize = 6;
/// So many plies without a capture are a calm.
const CALM: u32 = 20;
/// Offers come at moves whose numbers are multiples of this.
const PATIENCE: u32 = 10;

/// What goes with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Nothing.
    None,
    /// The offer, or the acceptance, of a draw.
    Draw,
    /// The end.
    Resign,
}

/// What is known when an answer comes.
#[derive(Clone, Debug, Default)]
pub struct Courtesy {
    /// Whether the other side has offered a draw; it may do so while the search runs.
    pub is_offered: Arc<AtomicBool>,
    /// Whether the engine may offer one.
    pub offers: bool,
    /// Whether the engine may resign.
    pub resigns: bool,
    /// Plies since the last capture.
    pub quiet_plies: u32,
    /// The number of the move.
    pub move_number: u32,
    /// How many men are on the board.
    pub men: u32,
}

impl Courtesy {
    /// Takes the counters from a FEN, whose last two fields they are.
    pub fn with_fen(mut self, fen: &str) -> Self {
        let mut numbers = fen.split(' ').rev().map(|field| field.parse().unwrap_or(0));
        self.move_number = numbers.next().unwrap_or(0);
        self.quiet_plies = numbers.next().unwrap_or(0);
        self
    }

    /// What goes with an answer.
    pub fn reply(&self, answer: &Answer) -> Reply {
        let is_offered = self.is_offered.load(Ordering::Relaxed);
        if answer.score.is_win() || answer.depth < LEAST_DEPTH {
            return Reply::None;
        }
        if self.resigns && answer.score.is_loss() && !is_offered {
            return Reply::Resign;
        }
        let score = answer.score.value();
        let is_late = self.move_number >= LATE_MOVE || self.men <= FEW_MEN;
        let accepts = score <= WORSE || (is_late && score <= LEVEL);
        let offers = self.offers
            && is_late
            && score.abs() <= LEVEL
            && self.quiet_plies >= CALM
            && self.move_number.is_multiple_of(PATIENCE);
        let is_draw = offers || (accepts && is_offered);
        if is_draw { Reply::Draw } else { Reply::None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Score;

    fn answer(score: Score, depth: usize) -> Answer {
        Answer { best: Some("h2e2".into()), ponder: None, score, depth, nodes: 1 }
    }

    fn at(fen: &str, is_offered: bool) -> Courtesy {
        let is_offered = Arc::new(AtomicBool::new(is_offered));
        Courtesy { is_offered, men: 20, ..Courtesy::default() }.with_fen(fen)
    }

    #[test]
    fn draws_are_accepted_when_nothing_is_lost_by_it() {
        let (early, late) = ("… w - - 4 12", "… w - - 4 60");
        let reply = |fen, score, depth| at(fen, true).reply(&answer(Score::evaluation(score), depth));
        assert_eq!(reply(early, 0, 12), Reply::None);
        assert_eq!(reply(early, -200, 12), Reply::Draw);
        assert_eq!(reply(late, 10, 12), Reply::Draw);
        assert_eq!(reply(late, 10, 2), Reply::None, "too little was seen");
        assert_eq!(reply(late, 80, 12), Reply::None);
        assert_eq!(at(late, false).reply(&answer(Score::DRAW, 12)), Reply::None, "nobody has asked");
        assert_eq!(at(late, true).reply(&answer(Score::mate_in(3), 12)), Reply::None);
    }

    #[test]
    fn offers_and_resignations_are_for_those_who_want_them() {
        let level = answer(Score::evaluation(5), 12);
        let offering = |fen| Courtesy { offers: true, ..at(fen, false) };
        assert_eq!(offering("… b - - 30 50").reply(&level), Reply::Draw);
        for fen in ["… b - - 30 51", "… b - - 3 50", "… b - - 30 20"] {
            assert_eq!(offering(fen).reply(&level), Reply::None, "{fen}");
        }
        let lost = answer(Score::mated_in(6), 12);
        assert_eq!(at("… b - - 0 9", false).reply(&lost), Reply::None);
        let asked = Courtesy { resigns: true, ..at("… b - - 0 9", true) };
        assert_eq!(asked.reply(&lost), Reply::Draw, "half a point is better than none");
        assert_eq!(Courtesy { resigns: true, ..at("… b - - 0 9", false) }.reply(&lost), Reply::Resign);
        let bad = answer(Score::evaluation(-900), 12);
        assert_eq!(Courtesy { resigns: true, ..at("… b - - 0 9", false) }.reply(&bad), Reply::None);
    }
}
