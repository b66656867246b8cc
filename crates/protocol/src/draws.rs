//! Draws and resignation as the GUI allows them. When a side should offer, accept or give up is decided by
//! [`engine::draws`].

use engine::draws::Standing;
use games::{AnyPosition, Chess, Xiangqi};
use search::Score;

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

/// What the engine may do of itself, and how it stands when a search begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrawPolicy {
    /// Whether it may offer a draw.
    pub offers: bool,
    /// Whether it may resign.
    pub resigns: bool,
    /// How it stands, but for the score and the depth.
    pub standing: Standing,
}

impl DrawPolicy {
    /// For a search of this position.
    pub fn at(position: &AnyPosition, offers: bool, resigns: bool) -> Self {
        let standing = match position {
            AnyPosition::Xiangqi(position) => Standing::new::<Xiangqi>(position, Score::DRAW, 0),
            AnyPosition::Chess(position) => Standing::new::<Chess>(position, Score::DRAW, 0),
        };
        Self { offers, resigns, standing }
    }

    /// What goes with the answer of a search that has this score and depth, where the other side may have offered a draw.
    pub fn reply(&self, score: Score, depth: usize, is_offered: bool) -> Reply {
        let standing = Standing { score, depth, ..self.standing };
        let is_draw = (is_offered && standing.accepts_draw()) || (self.offers && standing.offers_draw());
        if is_draw {
            Reply::Draw
        } else if self.resigns && standing.resigns() {
            Reply::Resign
        } else {
            Reply::None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(move_number: u32, quiet_plies: u32) -> DrawPolicy {
        let standing = Standing { move_number, quiet_plies, men: 20, ..Standing::default() };
        DrawPolicy { standing, ..DrawPolicy::default() }
    }

    #[test]
    fn draws_are_accepted_when_they_are_offered() {
        let level = Score::evaluation(10);
        assert_eq!(at(60, 4).reply(level, 12, true), Reply::Draw);
        assert_eq!(at(60, 4).reply(level, 12, false), Reply::None, "nobody has asked");
        assert_eq!(at(12, 4).reply(level, 12, true), Reply::None, "it is early");
        assert_eq!(at(60, 4).reply(level, 2, true), Reply::None, "too little was seen");
    }

    #[test]
    fn offers_and_resignations_are_for_those_who_want_them() {
        let level = Score::evaluation(5);
        assert_eq!(at(50, 30).reply(level, 12, false), Reply::None);
        assert_eq!(DrawPolicy { offers: true, ..at(50, 30) }.reply(level, 12, false), Reply::Draw);
        let lost = Score::mated_in(6);
        assert_eq!(at(9, 0).reply(lost, 12, false), Reply::None);
        let resigning = DrawPolicy { resigns: true, ..at(9, 0) };
        assert_eq!(resigning.reply(lost, 12, false), Reply::Resign);
        assert_eq!(resigning.reply(lost, 12, true), Reply::Draw, "half a point is better than none");
    }
}
