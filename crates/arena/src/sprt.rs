//! The sequential probability ratio test: playing no longer than needed to decide between two
//! hypotheses about strength.
//!
//! Abraham Wald, *Sequential Tests of Statistical Hypotheses* (1945): stop when the logarithm of the
//! likelihood ratio leaves `(ln(beta / (1 - alpha)), ln((1 - beta) / alpha))`. The likelihoods here
//! are those of the five results of a pair of games, each hypothesis fixing the expected score and
//! leaving the rest to the data (the generalised test; Michel Van den Bergh, *A Practical
//! Introduction to the GSPRT*, as described on the page "Fishtest Mathematics" of the Fishtest wiki).
//! Elo is logistic: a hypothesis of `e` Elo expects a score of `1 / (1 + 10^(-e/400))`.

use crate::elo::{PairCounts, score_of_elo};
use crate::settings::{SettingError, list, number};
use std::str::FromStr;

/// The two hypotheses, and how often each may be missed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1.
    pub elo1: f64,
    /// How often H1 may be accepted when H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted when H1 is true.
    pub beta: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// The lower bound is reached.
    AcceptH0,
    /// The upper bound is reached.
    AcceptH1,
}

/// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05`; the error rates may be left out.
impl FromStr for Sprt {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let [elo0, elo1, alpha, beta] = list(text, ["elo0", "elo1", "alpha", "beta"])?;
        let test = Self {
            elo0: number("elo0", elo0, None)?,
            elo1: number("elo1", elo1, None)?,
            alpha: number("alpha", alpha, Some(0.05))?,
            beta: number("beta", beta, Some(0.05))?,
        };
        let is_ordered = test.elo0 < test.elo1 && test.elo0 > -1000.0 && test.elo1 < 1000.0;
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if is_ordered && is_rate(test.alpha) && is_rate(test.beta) {
            Ok(test)
        } else {
            Err(SettingError::new(format!(
                "\"{text}\" is not a test; elo0 must be below elo1, alpha and beta between 0 and 0.5"
            )))
        }
    }
}

impl Sprt {
    /// The bounds of the log-likelihood ratio: at the lower H0 is accepted, at the upper H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 against H0; zero without pairs.
    ///
    /// Among all distributions over the five results that have the expected score of a hypothesis,
    /// the likeliest is taken: `p[i] = q[i] / (1 + t (a[i] - s))`, where `q` are the observed shares,
    /// `a` the scores and `t` the number that makes the mean `s`.
    pub fn log_likelihood_ratio(&self, pairs: &PairCounts) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        // A result that has not been seen yet is not impossible: a thousandth of a pair stands for it.
        let counts = pairs.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [null, alternative] =
            [self.elo0, self.elo1].map(|elo| tilt(&shares, score_of_elo(elo)).map(f64::ln));
        let terms = counts.iter().zip(null.iter().zip(&alternative));
        // ln p1 - ln p0 with p = q / d is ln d0 - ln d1.
        terms.map(|(count, (null, alternative))| count * (null - alternative)).sum()
    }

    /// Where the test stands.
    pub fn decide(&self, pairs: &PairCounts) -> Decision {
        let (lower, upper) = self.bounds();
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= upper {
            Decision::AcceptH1
        } else if ratio <= lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }
}

/// The five denominators `1 + t (a - s)` of the likeliest distribution with the mean `s`.
///
/// `t` is the root of `sum q (a - s) / (1 + t (a - s))`, which falls all the way between the two poles
/// at `-1 / (1 - s)` and `1 / s`, so that halving the interval finds it.
fn tilt(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let distances = [0.0, 0.25, 0.5, 0.75, 1.0].map(|score: f64| score - mean);
    let slope = |t: f64| -> f64 {
        shares.iter().zip(&distances).map(|(share, distance)| share * distance / (1.0 + t * distance)).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    distances.map(|distance| 1.0 + (low + high) / 2.0 * distance)
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "no pairs give exactly zero")]
mod tests {
    use super::*;
    use xiangqi::Random;

    fn test(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn walds_bounds() {
        let (lower, upper) = test("elo0=0,elo1=5").bounds();
        // ln 19, the figure that everybody knows.
        assert!((upper - 2.944_438_979).abs() < 1e-9 && (lower + upper).abs() < 1e-12);
        let (lower, upper) = test("elo0=0,elo1=5,alpha=0.1,beta=0.2").bounds();
        assert!((upper - 8f64.ln()).abs() < 1e-12 && (lower - (0.2 / 0.9f64).ln()).abs() < 1e-12);
    }

    #[test]
    fn refusals() {
        for text in [
            "",
            "elo0=0",
            "elo0=5,elo1=0",
            "elo0=0,elo1=5,alpha=0",
            "elo0=0,elo1=5,beta=0.5",
            "elo0=nan,elo1=5",
            "elo0=0,elo1=inf",
        ] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_sign_follows_the_result() {
        let test = test("elo0=-5,elo1=5");
        assert_eq!(test.log_likelihood_ratio(&PairCounts::default()), 0.0);
        let good = test.log_likelihood_ratio(&PairCounts([10, 40, 100, 60, 20]));
        let level = test.log_likelihood_ratio(&PairCounts([20, 40, 100, 40, 20]));
        let bad = test.log_likelihood_ratio(&PairCounts([20, 60, 100, 40, 10]));
        assert!(good > 0.0 && bad < 0.0 && (good + bad).abs() < 1e-9 && level.abs() < 1e-9);
    }

    /// Near a draw the ratio is close to that of a normal distribution with the observed variance,
    /// `n (s1 - s0) (2 m - s0 - s1) / (2 v)`, which the same wiki page derives.
    #[test]
    fn close_to_the_normal_approximation() {
        let test = test("elo0=0,elo1=4");
        let pairs = PairCounts([300, 2000, 5000, 2150, 320]);
        let (mean, variance) = pairs.mean_and_variance().unwrap();
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(4.0));
        let normal = pairs.total() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let exact = test.log_likelihood_ratio(&pairs);
        assert!((exact - normal).abs() < 0.02 * normal.abs(), "{exact} against {normal}");
    }

    #[test]
    fn one_sided_results_decide() {
        let test = test("elo0=0,elo1=20");
        assert_eq!(test.decide(&PairCounts([0, 0, 0, 0, 200])), Decision::AcceptH1);
        assert_eq!(test.decide(&PairCounts([200, 0, 0, 0, 0])), Decision::AcceptH0);
        assert_eq!(test.decide(&PairCounts([0, 0, 3, 0, 0])), Decision::Continue);
    }

    /// The share of tests that accept H1 when a player of this strength meets another, with half of
    /// all games drawn.
    fn acceptance(test: &Sprt, elo: f64, runs: u32, seed: u64) -> f64 {
        let mut random = Random::new(seed);
        let win = score_of_elo(elo) - 0.25;
        let mut half_points = || {
            let point = random.next_u64() as f64 / u64::MAX as f64;
            if point < win { 2 } else { usize::from(point < win + 0.5) }
        };
        let mut accepted = 0;
        for _ in 0..runs {
            let mut pairs = PairCounts::default();
            accepted += loop {
                pairs.add(half_points() + half_points());
                match test.decide(&pairs) {
                    Decision::Continue => {}
                    Decision::AcceptH0 => break 0,
                    Decision::AcceptH1 => break 1,
                }
            };
        }
        f64::from(accepted) / f64::from(runs)
    }

    /// The error rates are those asked for. Overshooting the bounds makes them a little smaller, and
    /// 400 runs leave a standard deviation of one per cent.
    #[test]
    fn error_rates_hold() {
        let test = test("elo0=0,elo1=40,alpha=0.05,beta=0.05");
        let power = acceptance(&test, 40.0, 400, 1);
        let false_alarms = acceptance(&test, 0.0, 400, 2);
        assert!((0.92..=0.99).contains(&power), "{power}");
        assert!((0.01..=0.08).contains(&false_alarms), "{false_alarms}");
        assert!(acceptance(&test, 80.0, 50, 3) > 0.97);
        assert!(acceptance(&test, -40.0, 50, 4) < 0.03);
    }
}
