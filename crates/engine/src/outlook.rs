//! What a score means for the result of the game.
//!
//! The chances are those of [`Chances`], with numbers of each game ([`Spoken::CHANCES`](crate::Spoken::CHANCES)); for
//! xiangqi they were fitted to games of the engine.

use games::Chances;
use search::Score;

/// Chances in thousandths, for the side to move. They add up to 1000.
///
/// ```
/// use engine::{Outlook, Spoken};
/// use search::Score;
///
/// let chances = games::Xiangqi::CHANCES;
/// let even = Outlook::of(&chances, Score::DRAW, 32);
/// assert_eq!(even.win, even.loss);
/// assert_eq!(even.win + even.draw + even.loss, 1000);
/// assert_eq!(Outlook::of(&chances, Score::mate_in(5), 10), Outlook { win: 1000, draw: 0, loss: 0 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// A win.
    pub win: u16,
    /// A draw.
    pub draw: u16,
    /// A loss.
    pub loss: u16,
}

impl Outlook {
    /// The chances that a score gives with so many men on the board.
    pub fn of(model: &Chances, score: Score, men: u32) -> Self {
        if score.is_mate() {
            let win = if score.is_win() { 1000 } else { 0 };
            return Self { win, draw: 0, loss: 1000 - win };
        }
        let men = f64::from(men.min(32));
        let chance = |score: f64| (1000.0 * model.win(score, men)).round() as u16;
        let centipawns = f64::from(score.value());
        let (win, loss) = (chance(centipawns), chance(-centipawns));
        Self { win, draw: 1000u16.saturating_sub(win + loss), loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spoken;
    use games::Xiangqi;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        for men in 2..=32 {
            let mut last = Outlook::of(&Xiangqi::CHANCES, Score::evaluation(-32_000), men);
            for centipawns in (-3000..=3000).step_by(7) {
                let now = Outlook::of(&Xiangqi::CHANCES, Score::evaluation(centipawns), men);
                assert_eq!(now.win + now.draw + now.loss, 1000, "{centipawns} with {men} men");
                assert!(now.win >= last.win && now.loss <= last.loss, "{centipawns} with {men} men");
                let turned = Outlook::of(&Xiangqi::CHANCES, Score::evaluation(-centipawns), men);
                assert_eq!((now.win, now.draw, now.loss), (turned.loss, turned.draw, turned.win));
                last = now;
            }
            assert!(last.win > 990);
        }
    }
}
