//! The chances that a score stands for.

/// A logistic model: the chance of a win is `1 / (1 + exp((even - score) / spread))`, where both numbers depend on how
/// many men are left, and that of a loss the same from the other side; what is left is a draw.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// The score at which a win is as likely as not, with an empty board, and so much more for each man on it.
    pub even: (f64, f64),
    /// How fast chances turn around that score, with an empty board, and so much slower for each man on it.
    pub spread: (f64, f64),
}

impl Chances {
    /// The score at which a win is as likely as not with so many men on the board.
    pub fn even(&self, men: f64) -> f64 {
        self.even.0 + self.even.1 * men
    }

    /// How many centipawns change the odds of a win by a factor of e; at least one.
    pub fn spread(&self, men: f64) -> f64 {
        (self.spread.0 + self.spread.1 * men).max(1.0)
    }

    /// The chance of a win, from 0 to 1.
    ///
    /// ```
    /// let chances = games::Chances { even: (100.0, 2.0), spread: (80.0, 0.0) };
    /// assert!((chances.win(150.0, 25.0) - 0.5).abs() < 1e-9);
    /// assert!(chances.win(0.0, 25.0) < 0.5);
    /// ```
    pub fn win(&self, score: f64, men: f64) -> f64 {
        1.0 / (1.0 + ((self.even(men) - score) / self.spread(men)).exp())
    }
}
