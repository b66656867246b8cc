//! Draws and resignation as the GUI allows them. When a side should offer, accept or give up is decided by
//! [`engine::draws`].

use engine::draws::{Gesture, Permission, Standing};
use games::{AnyPosition, Chess, Xiangqi};
use search::Score;

/// What the engine may do of itself, and how it stands when a search begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DrawPolicy {
    /// What it may do.
    pub permission: Permission,
    /// How it stands, but for the score and the depth.
    pub standing: Standing,
}

impl DrawPolicy {
    /// For a search of this position.
    pub fn at(position: &AnyPosition, permission: Permission) -> Self {
        let standing = match position {
            AnyPosition::Xiangqi(position) => Standing::new::<Xiangqi>(position, Score::DRAW, 0),
            AnyPosition::Chess(position) => Standing::new::<Chess>(position, Score::DRAW, 0),
        };
        Self { permission, standing }
    }

    /// What goes with the answer of a search that has this score and depth, where the other side may have offered a draw.
    pub fn gesture(&self, score: Score, depth: usize, is_offered: bool) -> Gesture {
        Standing { score, depth, ..self.standing }.gesture(is_offered, self.permission)
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
        assert_eq!(at(60, 4).gesture(level, 12, true), Gesture::Draw);
        assert_eq!(at(60, 4).gesture(level, 12, false), Gesture::None, "nobody has asked");
        assert_eq!(at(12, 4).gesture(level, 12, true), Gesture::None, "it is early");
        assert_eq!(at(60, 4).gesture(level, 2, true), Gesture::None, "too little was seen");
    }
}
