//! When the engine offers a draw, accepts one, or resigns, in the protocols that know of that.
//!
//! The rules are cautious. A draw is accepted when the engine stands worse, or when nobody stands better late in the
//! game. It is offered, if the user wants that, only late, level and after a long calm, at every tenth move. The
//! engine resigns, if the user wants that, only when it sees itself mated.

use games::AnyPosition;
use search::Score;

/// At this move, or with this few men left, it is late.
const LATE_MOVE: u32 = 40;
const FEW_MEN: u32 = 14;
/// Scores up to this are level, in centipawns.
const LEVEL: i32 = 20;
/// With less than this a draw is welcome at any time.
const WORSE: i32 = -200;
/// Nothing is given away by a search that has seen less.
const MIN_DEPTH: usize = 6;
/// A calm is this number of plies without a capture.
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

/// What is known about the position that a search begins with, and what the engine may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrawPolicy {
    /// Whether the engine may offer a draw.
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

impl DrawPolicy {
    /// For a search of this position.
    pub fn at(position: &AnyPosition) -> Self {
        Self { men: position.men(), ..Self::default() }.with_fen(&position.fen())
    }

    /// Takes the counters from a FEN, whose last two fields they are.
    fn with_fen(mut self, fen: &str) -> Self {
        let mut numbers = fen.split(' ').rev().map(|field| field.parse().unwrap_or(0));
        self.move_number = numbers.next().unwrap_or(0);
        self.quiet_plies = numbers.next().unwrap_or(0);
        self
    }

    /// What goes with the answer of a search that has this score and depth, where the other side may have offered a draw.
    pub fn reply(&self, score: Score, depth: usize, is_offered: bool) -> Reply {
        if score.is_win() || depth < MIN_DEPTH {
            return Reply::None;
        }
        if self.resigns && score.is_loss() && !is_offered {
            return Reply::Resign;
        }
        let score = score.value();
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

    fn at(fen: &str) -> DrawPolicy {
        DrawPolicy { men: 20, ..DrawPolicy::default() }.with_fen(fen)
    }

    #[test]
    fn draws_are_accepted_when_nothing_is_lost_by_it() {
        let (early, late) = ("… w - - 4 12", "… w - - 4 60");
        let reply = |fen, score, depth| at(fen).reply(Score::evaluation(score), depth, true);
        assert_eq!(reply(early, 0, 12), Reply::None);
        assert_eq!(reply(early, -200, 12), Reply::Draw);
        assert_eq!(reply(late, 10, 12), Reply::Draw);
        assert_eq!(reply(late, 10, 2), Reply::None, "too little was seen");
        assert_eq!(reply(late, 80, 12), Reply::None);
        assert_eq!(at(late).reply(Score::DRAW, 12, false), Reply::None, "nobody has asked");
        assert_eq!(at(late).reply(Score::mate_in(3), 12, true), Reply::None);
    }

    #[test]
    fn offers_and_resignations_are_for_those_who_want_them() {
        let offering = |fen| DrawPolicy { offers: true, ..at(fen) };
        let level = Score::evaluation(5);
        assert_eq!(offering("… b - - 30 50").reply(level, 12, false), Reply::Draw);
        for fen in ["… b - - 30 51", "… b - - 3 50", "… b - - 30 20"] {
            assert_eq!(offering(fen).reply(level, 12, false), Reply::None, "{fen}");
        }
        let lost = Score::mated_in(6);
        assert_eq!(at("… b - - 0 9").reply(lost, 12, false), Reply::None);
        let resigning = DrawPolicy { resigns: true, ..at("… b - - 0 9") };
        assert_eq!(resigning.reply(lost, 12, true), Reply::Draw, "half a point is better than none");
        assert_eq!(resigning.reply(lost, 12, false), Reply::Resign);
        assert_eq!(resigning.reply(Score::evaluation(-900), 12, false), Reply::None);
    }
}
