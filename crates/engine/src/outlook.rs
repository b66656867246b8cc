//! What a score means for the result of the game.
//!
//! A provisional model with round numbers, to be fitted to games of the engine: the chance of a win is a logistic
//! function of the score, `1 / (1 + exp((EVEN - score) / SPREAD))`, and that of a loss the same from the other
//! side; what is left is a draw. The fewer men are left, the more is needed to win, and the less is left to chance.

use game::Score;

/// The score at which a win is as likely as not, with an empty board, and so much less for each man on it.
const EVEN: (f64, f64) = (420.0, 6.0);
/// How fast chances turn around that score, with an empty board, and so much slower for each man on it.
const SPREAD: (f64, f64) = (50.0, 2.0);

/// Chances in thousandths, for the side to move. They add up to 1000.
///
/// ```
/// use engine::Outlook;
/// use game::Score;
///
/// let even = Outlook::of(Score::DRAW, 32);
/// assert_eq!(even.win, even.loss);
/// assert_eq!(even.win + even.draw + even.loss, 1000);
/// assert_eq!(Outlook::of(Score::mate_in(5), 10), Outlook { win: 1000, draw: 0, loss: 0 });
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
    pub fn of(score: Score, men: u32) -> Self {
        if score.is_mate() {
            let win = if score.is_win() { 1000 } else { 0 };
            return Self { win, draw: 0, loss: 1000 - win };
        }
        let men = f64::from(men.min(32));
        let (even, spread) = (EVEN.0 - EVEN.1 * men, SPREAD.0 + SPREAD.1 * men);
        let chance = |score: f64| (1000.0 / (1.0 + ((even - score) / spread).exp())).round() as u16;
        let centipawns = f64::from(score.value());
        let (win, loss) = (chance(centipawns), chance(-centipawns));
        Self { win, draw: 1000u16.saturating_sub(win + loss), loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        for men in 2..=32 {
            let mut last = Outlook::of(Score::evaluation(-32_000), men);
            for centipawns in (-3000..=3000).step_by(7) {
                let now = Outlook::of(Score::evaluation(centipawns), men);
                assert_eq!(now.win + now.draw + now.loss, 1000, "{centipawns} with {men} men");
                assert!(now.win >= last.win && now.loss <= last.loss, "{centipawns} with {men} men");
                let turned = Outlook::of(Score::evaluation(-centipawns), men);
                assert_eq!((now.win, now.draw, now.loss), (turned.loss, turned.draw, turned.win));
                last = now;
            }
            assert!(last.win > 990);
        }
    }
}
