//! What goes with a move in the protocols that know of draws and resignations: the policy of [`engine::draws`], as far
//! as the user wants it.

use crate::event::Answer;
use engine::draws::Standing;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// How far the game is; score and depth come with the answer.
    pub standing: Standing,
}

impl Courtesy {
    /// What goes with an answer.
    pub fn reply(&self, answer: &Answer) -> Reply {
        let is_offered = self.is_offered.load(Ordering::Relaxed);
        let standing = Standing { score: answer.score, depth: answer.depth, ..self.standing };
        if self.resigns && standing.resigns() && !is_offered {
            Reply::Resign
        } else if (self.offers && standing.offers_draw()) || (is_offered && standing.accepts_draw()) {
            Reply::Draw
        } else {
            Reply::None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Score;

    fn answer(score: Score, depth: usize) -> Answer {
        Answer { best: Some("h2e2".into()), ponder: None, score, depth, nodes: 1 }
    }

    fn at(move_number: u32, quiet_plies: u32, is_offered: bool) -> Courtesy {
        let is_offered = Arc::new(AtomicBool::new(is_offered));
        let standing = Standing { move_number, quiet_plies, men: 20, ..Standing::default() };
        Courtesy { is_offered, standing, ..Courtesy::default() }
    }

    #[test]
    fn draws_are_accepted_when_they_are_offered() {
        let level = answer(Score::evaluation(10), 12);
        assert_eq!(at(60, 4, true).reply(&level), Reply::Draw);
        assert_eq!(at(60, 4, false).reply(&level), Reply::None, "nobody has asked");
        assert_eq!(at(12, 4, true).reply(&level), Reply::None, "it is early");
    }

    #[test]
    fn offers_and_resignations_are_for_those_who_want_them() {
        let level = answer(Score::evaluation(5), 12);
        assert_eq!(at(50, 30, false).reply(&level), Reply::None);
        assert_eq!(Courtesy { offers: true, ..at(50, 30, false) }.reply(&level), Reply::Draw);
        let lost = answer(Score::mated_in(6), 12);
        assert_eq!(at(9, 0, false).reply(&lost), Reply::None);
        assert_eq!(Courtesy { resigns: true, ..at(9, 0, false) }.reply(&lost), Reply::Resign);
        let asked = Courtesy { resigns: true, ..at(9, 0, true) };
        assert_eq!(asked.reply(&lost), Reply::Draw, "half a point is better than none");
    }
}
