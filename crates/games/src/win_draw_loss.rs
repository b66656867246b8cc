//! What a score means for the result of the game.

use search::Score;

/// Chances in thousandths, for the side to move. They add up to 1000.
///
/// ```
/// use games::WinDrawLoss;
///
/// let chances = WinDrawLoss { win: 500, draw: 400, loss: 100 };
/// assert_eq!(chances.swapped(), WinDrawLoss { win: 100, draw: 400, loss: 500 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinDrawLoss {
    /// A win.
    pub win: u16,
    /// A draw.
    pub draw: u16,
    /// A loss.
    pub loss: u16,
}

impl WinDrawLoss {
    /// The same from the other side.
    pub const fn swapped(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// A logistic model: the chance of a win is `1 / (1 + exp((even - score) / spread))`, where both numbers depend on how
/// many men are left, and that of a loss the same from the other side; what is left is a draw.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinDrawLossModel {
    /// The score at which a win is as likely as not: for an empty board, and what each man adds to it.
    pub even: (f64, f64),
    /// How slowly chances turn around that score: for an empty board, and what each man adds to it.
    pub spread: (f64, f64),
}

impl WinDrawLossModel {
    /// The score at which a win is as likely as not with this many men on the board.
    ///
    /// ```
    /// let model = games::WinDrawLossModel { even: (100.0, 2.0), spread: (80.0, 0.0) };
    /// assert!(model.even(25.0) > model.even(5.0));
    /// assert!(model.spread(25.0) >= 1.0);
    /// ```
    pub fn even(&self, men: f64) -> f64 {
        self.even.0 + self.even.1 * men
    }

    /// How much score changes the odds of a win by a factor of e; at least one.
    pub fn spread(&self, men: f64) -> f64 {
        (self.spread.0 + self.spread.1 * men).max(1.0)
    }

    /// The chance of a win, from 0 to 1.
    ///
    /// ```
    /// let model = games::WinDrawLossModel { even: (100.0, 2.0), spread: (80.0, 0.0) };
    /// assert!((model.win(150.0, 25.0) - 0.5).abs() < 1e-9);
    /// assert!(model.win(0.0, 25.0) < 0.5);
    /// ```
    pub fn win(&self, score: f64, men: f64) -> f64 {
        1.0 / (1.0 + ((self.even(men) - score) / self.spread(men)).exp())
    }

    /// The chances that a score of the search gives with this many men on the board.
    ///
    /// ```
    /// use games::{GameData, WinDrawLoss, Xiangqi};
    /// use search::Score;
    ///
    /// let model = Xiangqi::WIN_DRAW_LOSS;
    /// let even = model.chances(Score::DRAW, 32);
    /// assert_eq!(even.win, even.loss);
    /// assert_eq!(even.win + even.draw + even.loss, 1000);
    /// assert_eq!(model.chances(Score::mate_in(5), 10), WinDrawLoss { win: 1000, draw: 0, loss: 0 });
    /// ```
    pub fn chances(&self, score: Score, men: u32) -> WinDrawLoss {
        if score.is_mate() {
            let win = if score.is_win() { 1000 } else { 0 };
            return WinDrawLoss { win, draw: 0, loss: 1000 - win };
        }
        let men = f64::from(men.min(32));
        let chance = |score: f64| (1000.0 * self.win(score, men)).round() as u16;
        let value = f64::from(score.value());
        let (win, loss) = (chance(value), chance(-value));
        WinDrawLoss { win, draw: 1000u16.saturating_sub(win + loss), loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameData, Xiangqi};

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let model = Xiangqi::WIN_DRAW_LOSS;
        for men in 2..=32 {
            let mut last = model.chances(Score::evaluation(-32_000), men);
            for score in (-3000..=3000).step_by(7) {
                let now = model.chances(Score::evaluation(score), men);
                assert_eq!(now.win + now.draw + now.loss, 1000, "{score} with {men} men");
                assert!(now.win >= last.win && now.loss <= last.loss, "{score} with {men} men");
                assert_eq!(now, model.chances(Score::evaluation(-score), men).swapped());
                last = now;
            }
            assert!(last.win > 990);
        }
    }
}
