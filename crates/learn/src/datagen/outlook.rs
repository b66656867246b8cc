//! What a score means for the result of the game, learnt from games.
//!
//! Positions are counted by score and number of men; [`ResultCounts::fit`] finds the model under which the results of the games
//! are the most likely.

use crate::adam::Adam;
use crate::datagen::record::GameRecord;
use crate::datagen::replay::IllegalMoveInGame;
use games::WinDrawLossModel;

/// Scores beyond this are as good as decided and tell nothing about chances.
const MAX_SCORE: i16 = 1500;
/// How many centipawns a class of scores spans.
const STEP: i16 = 10;
const CLASSES: usize = 2 * (MAX_SCORE / STEP) as usize + 1;
const MAX_MEN: usize = 32;
/// Steps of the fit, and how large the first are: in units of the parameters' [`UNITS`].
const ROUNDS: u32 = 1000;
const FIRST_RATE: f64 = 0.1;
/// What is a small change of each parameter.
const UNITS: [f64; 4] = [50.0, 2.0, 20.0, 1.0];
/// The difference by which slopes are taken, in the same units.
const SMALL: f64 = 1e-3;
const ADAM: Adam<f64> = Adam { memory: [0.9, 0.99], epsilon: 1e-9, decay: 0.0, bound: f64::INFINITY };

/// Results of games by score and men, for the side to move.
#[derive(Clone, Debug)]
pub struct ResultCounts {
    /// Won, drawn and lost for each number of men and class of scores.
    counts: Vec<[u32; 3]>,
    positions: u64,
}

impl Default for ResultCounts {
    fn default() -> Self {
        Self { counts: vec![[0; 3]; (MAX_MEN + 1) * CLASSES], positions: 0 }
    }
}

impl ResultCounts {
    /// Counts the positions of a game from this ply on.
    ///
    /// # Errors
    /// If it cannot be replayed; the positions before count.
    pub fn add(&mut self, game: &GameRecord, from_ply: u32) -> Result<(), IllegalMoveInGame> {
        game.positions().try_for_each(|sample| {
            let sample = sample?;
            if sample.ply >= from_ply && (-MAX_SCORE..=MAX_SCORE).contains(&sample.score) {
                let class = ((sample.score + MAX_SCORE + STEP / 2) / STEP) as usize;
                let men = (sample.board.occupied().count() as usize).min(MAX_MEN);
                self.counts[men * CLASSES + class][(1 - sample.result) as usize] += 1;
                self.positions += 1;
            }
            Ok(())
        })
    }

    /// Positions counted.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    fn cells(&self) -> impl Iterator<Item = (f64, f64, [f64; 3])> + '_ {
        self.counts.iter().enumerate().filter(|(_, counts)| counts.iter().any(|&count| count > 0)).map(
            |(place, counts)| {
                let score = (place % CLASSES) as i16 * STEP - MAX_SCORE;
                (f64::from(score), (place / CLASSES) as f64, counts.map(f64::from))
            },
        )
    }

    /// Minus the logarithm of the likelihood of the results, for each position.
    pub fn surprise(&self, model: &WinDrawLossModel) -> f64 {
        let mut total = 0.0;
        for (score, men, [won, drawn, lost]) in self.cells() {
            let (win, loss) = (model.win(score, men), model.win(-score, men));
            let draw = 1.0 - win - loss;
            for (count, chance) in [(won, win), (drawn, draw), (lost, loss)] {
                total -= count * chance.max(1e-9).ln();
            }
        }
        total / (self.positions as f64).max(1.0)
    }

    /// The model under which the results are the most likely, from a first guess: gradient descent with Adam's step
    /// sizes (Kingma and Ba 2015), the slopes taken by small differences.
    pub fn fit(&self, guess: WinDrawLossModel) -> WinDrawLossModel {
        let start = [guess.even.0, guess.even.1, guess.spread.0, guess.spread.1];
        let mut values: [f64; 4] = std::array::from_fn(|index| start[index] / UNITS[index]);
        let model = |values: &[f64; 4]| {
            let [a, b, c, d] = std::array::from_fn(|index| values[index] * UNITS[index]);
            WinDrawLossModel { even: (a, b), spread: (c, d) }
        };
        let (mut mean, mut square) = ([0.0; 4], [0.0; 4]);
        let mut best = (self.surprise(&guess), values);
        for round in 0..ROUNDS {
            let here = self.surprise(&model(&values));
            if here < best.0 {
                best = (here, values);
            }
            let mut slopes: [f64; 4] = std::array::from_fn(|index| {
                let mut there = values;
                there[index] += SMALL;
                (self.surprise(&model(&there)) - here) / SMALL
            });
            let rate = FIRST_RATE * (1.0 - f64::from(round + 1) / f64::from(ROUNDS + 1));
            ADAM.uncorrected_step(rate).apply(&mut values, &mut mean, &mut square, &mut slopes);
        }
        model(&best.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::Random;

    #[test]
    fn a_model_is_found_again() {
        let truth = WinDrawLossModel { even: (300.0, -4.0), spread: (60.0, 1.5) };
        let mut random = Random::new(3);
        let mut tally = ResultCounts::default();
        for _ in 0..100_000 {
            let (class, men) = (random.below(CLASSES), 8 + random.below(25));
            let score = f64::from(class as i16 * STEP - MAX_SCORE);
            let chance = random.below(1 << 30) as f64 / f64::from(1 << 30);
            let win = truth.win(score, men as f64);
            let loss = truth.win(-score, men as f64);
            let result = if chance < win {
                0
            } else if chance < win + loss {
                2
            } else {
                1
            };
            tally.counts[men * CLASSES + class][result] += 1;
            tally.positions += 1;
        }
        let found = tally.fit(WinDrawLossModel { even: (200.0, 0.0), spread: (100.0, 0.0) });
        for men in [10.0, 20.0, 30.0] {
            assert!((found.even(men) - truth.even(men)).abs() < 8.0, "{found:?}");
            assert!((found.spread(men) - truth.spread(men)).abs() < 8.0, "{found:?}");
        }
        assert!(tally.surprise(&found) <= tally.surprise(&truth));
    }
}
