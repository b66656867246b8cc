//! How much stronger, and how sure that is.
//!
//! Games come in pairs from one opening with colours exchanged, and the two results of a pair depend
//! on each other. So the pair is the unit of observation: its result is one of five, 0 to 4 half
//! points (the pentanomial model), and the variance is measured over pairs. Source of the model: the
//! page "Fishtest Mathematics" of the Fishtest wiki; the logistic Elo formula: "Match Statistics" on
//! the Chess Programming Wiki.

use std::f64::consts::SQRT_2;

/// Finished pairs by the half points of the first engine: 0, 1, 2, 3, 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// Counts a pair with this many half points.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// How many pairs.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a pair on a scale from 0 to 1, and the variance of one pair around it.
    /// Nothing without pairs.
    ///
    /// A few pairs that all ended alike do not prove that others cannot end otherwise. Then the
    /// variance is taken as if one more pair had been spread evenly over the five results.
    pub fn mean_and_variance(&self) -> Option<(f64, f64)> {
        let counts = self.0.map(|count| count as f64);
        let is_uniform = self.0.iter().filter(|&&count| count > 0).count() == 1;
        let (mean, variance) = moments(counts)?;
        let (_, careful_variance) = moments(counts.map(|count| count + 0.2))?;
        Some((mean, if is_uniform { careful_variance } else { variance }))
    }
}

/// Mean and variance of scores that occurred so often; nothing if none did.
fn moments(counts: [f64; 5]) -> Option<(f64, f64)> {
    let total: f64 = counts.iter().sum();
    let shares = || [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(counts.map(|count| count / total));
    let mean: f64 = shares().map(|(score, share)| score * share).sum();
    let variance = shares().map(|(score, share)| share * (score - mean).powi(2)).sum();
    (total > 0.0).then_some((mean, variance))
}

/// The strength that pairs of games speak for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// The mean score, from 0 to 1.
    pub score: f64,
    /// The Elo difference; infinite if nothing was lost, or nothing won.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub lower: f64,
    /// Its upper end.
    pub upper: f64,
    /// The likelihood of superiority: how likely the first engine is the stronger, from 0 to 1.
    pub superiority: f64,
}

impl EloEstimate {
    /// Half the length of the 95 % interval; nothing if it has no end.
    pub fn error(&self) -> Option<f64> {
        Some((self.upper - self.lower) / 2.0).filter(|error| error.is_finite())
    }
}

/// The two-sided 95 % quantile of the normal distribution.
pub const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The Elo difference of a score between 0 and 1: `400 log10(s / (1 - s))`; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The score to expect from an Elo difference: `1 / (1 + 10^(-elo/400))`.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// What pairs of games speak for; nothing without pairs.
///
/// The mean of many pairs is normally distributed, with the variance of one pair divided by their
/// number. The interval is that of the mean, both ends turned into Elo; the likelihood of
/// superiority is the normal probability that the mean is above one half.
pub fn estimate(pairs: &PairCounts) -> Option<EloEstimate> {
    let (score, variance) = pairs.mean_and_variance()?;
    let deviation = (variance / pairs.total() as f64).sqrt();
    Some(EloEstimate {
        score,
        elo: elo_of_score(score),
        lower: elo_of_score(score - NORMAL_95 * deviation),
        upper: elo_of_score(score + NORMAL_95 * deviation),
        superiority: normal_probability((score - 0.5) / deviation),
    })
}

/// The probability that a standard normal variable is below `x`.
pub fn normal_probability(x: f64) -> f64 {
    0.5 * complementary_error(-x / SQRT_2)
}

/// The complementary error function, with a relative error below 1.2e-7: the Chebyshev fit of Press,
/// Teukolsky, Vetterling and Flannery, *Numerical Recipes*, section 6.2.
fn complementary_error(x: f64) -> f64 {
    const FIT: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + x.abs() / 2.0);
    let polynomial = FIT.iter().rev().fold(0.0, |sum, coefficient| sum * t + coefficient);
    let tail = t * (-x * x + polynomial).exp();
    if x >= 0.0 { tail } else { 2.0 - tail }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "infinities and zeros are exact")]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn elo_and_score() {
        // 10^(-100/400) = 0.562341..., so 100 Elo score 64.0065 %.
        near(score_of_elo(100.0), 0.640_065, 1e-6);
        near(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
        near(elo_of_score(0.75), 190.848_5, 1e-4);
        for elo in [-700.0, -35.0, 0.0, 12.5, 400.0] {
            near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(-0.1), f64::NEG_INFINITY);
    }

    #[test]
    fn normal_distribution() {
        for (x, probability) in
            [(0.0, 0.5), (1.0, 0.841_344_75), (NORMAL_95, 0.975), (-2.0, 0.022_750_13), (5.0, 0.999_999_713)]
        {
            near(normal_probability(x), probability, 2e-7);
        }
        near(normal_probability(-40.0), 0.0, 1e-12);
    }

    /// By hand: 400 pairs (20, 60, 200, 90, 30) have 850 of 1600 half points, a mean of 0.53125 and
    /// a mean square of (60*1 + 200*4 + 90*9 + 30*16) / 16 / 400 = `0.335_937_5`, so the variance of a
    /// pair is `0.053_710_937_5` and the deviation of the mean `0.011_587_8`.
    #[test]
    fn a_match_by_hand() {
        let found = estimate(&PairCounts([20, 60, 200, 90, 30])).unwrap();
        near(found.score, 0.531_25, 1e-12);
        near(found.elo, elo_of_score(0.531_25), 1e-12);
        near(found.elo, 21.743, 1e-3);
        near(found.lower, elo_of_score(0.531_25 - 1.959_964 * 0.011_587_8), 1e-2);
        near(found.upper, elo_of_score(0.531_25 + 1.959_964 * 0.011_587_8), 1e-2);
        near(found.superiority, normal_probability(0.031_25 / 0.011_587_8), 1e-5);
        assert!(found.superiority > 0.996);
    }

    /// If the games of a pair are independent, pairs give the textbook error of wins, draws and
    /// losses: +36 =28 -36 over single games has a variance of 0.18 a game.
    #[test]
    fn independent_games_give_the_textbook_error() {
        let (win, draw) = (0.36, 0.28);
        let shares =
            [win * win, 2.0 * win * draw, draw * draw + 2.0 * win * win, 2.0 * win * draw, win * win];
        let pairs = PairCounts(shares.map(|share: f64| (share * 1e6).round() as u64));
        let (mean, variance) = pairs.mean_and_variance().unwrap();
        near(mean, 0.5, 1e-6);
        near(variance, 0.18 / 2.0, 1e-6);
    }

    #[test]
    fn extremes_have_no_end() {
        assert!(estimate(&PairCounts::default()).is_none());
        let all = estimate(&PairCounts([0, 0, 0, 0, 9])).unwrap();
        assert_eq!((all.elo, all.upper, all.error()), (f64::INFINITY, f64::INFINITY, None));
        assert!(all.superiority > 0.999_999 && all.lower > 200.0);
        let none = estimate(&PairCounts([9, 0, 0, 0, 0])).unwrap();
        assert_eq!((none.elo, none.lower), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        near(none.superiority, 0.0, 1e-6);
    }

    #[test]
    fn pairs_that_are_all_alike_prove_little() {
        let one = estimate(&PairCounts([0, 0, 0, 1, 0])).unwrap();
        assert!(one.superiority < 0.9 && one.lower < -100.0 && one.upper > 400.0, "{one:?}");
        let level = |pairs| estimate(&PairCounts([0, 0, pairs, 0, 0])).unwrap();
        assert_eq!(level(5).elo, 0.0);
        near(level(5).superiority, 0.5, 1e-6);
        assert!(level(5).error() > level(50).error());
    }
}
