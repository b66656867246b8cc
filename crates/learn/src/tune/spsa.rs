//! Simultaneous perturbation stochastic approximation.
//!
//! Trial `k` of `n` shakes all parameters at once: each goes up or down by `c(k)`, by the toss of a
//! coin, which makes one setting, and the other way, which makes a second. The two play; if the first
//! wins, every parameter moves a little the way it went in the first.
//!
//! ```text
//! c(k) = step · (n / k)^γ                                  how far a trial reaches
//! r(k) = rate · ((A + n) / (A + k))^α · (k / n)^(2γ)       how much is believed
//! value += r(k) · c(k) · (wins − losses) · ±1
//! ```
//!
//! α = 0.602 and γ = 0.101 are Spall's, A is a tenth of `n`. In the last trials a parameter is shaken by
//! its `step`, and a pair of games that one side wins both moves it by 2 · rate · step. (In Spall's
//! terms a(k) = r(k) · c(k)², and the gradient is (wins − losses) / c(k).)
//!
//! The result is the mean of the values over the second half of the trials (Polyak and Juditsky 1992):
//! the values themselves never stop wandering.
//!
//! Values are real numbers, kept within their ranges; games are played with whole ones. They are
//! rounded at random, so that on average nothing is lost, and both settings by the same draw.

use crate::tune::Parameter;
use std::collections::{VecDeque, vec_deque};
use xiangqi::Random;

/// How much is believed fades with this power.
const ALPHA: f64 = 0.602;
/// How far trials reach fades with this power.
const GAMMA: f64 = 0.101;
/// The part of all trials that the fading is put off by.
const STABILITY: f64 = 0.1;

/// How many trials, and how bold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpsaSchedule {
    /// The number of trials.
    pub trials: u32,
    /// Steps moved in the last trial for every game won more than lost.
    pub rate: f64,
    /// Trials under way at once. The outcome of a trial bears on those that begin this many later, whether it
    /// was known earlier or not: that is why the number of players and their speed do not change the result.
    pub ahead: u32,
    /// The seed of all random choices.
    pub seed: u64,
}

/// Two settings to be compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Its number, from 1.
    pub number: u32,
    /// Chance for the player to use, such as for the choice of an opening.
    pub seed: u64,
    /// The first setting, in the order of the parameters.
    pub plus: Vec<i32>,
    /// The second.
    pub minus: Vec<i32>,
    /// Which way each parameter went in the first: 1 or -1.
    signs: Vec<f64>,
}

impl Trial {
    /// A trial of two settings that somebody else has thought of.
    pub fn between(number: u32, seed: u64, plus: Vec<i32>, minus: Vec<i32>) -> Self {
        Self { number, seed, plus, minus, signs: Vec::new() }
    }
}

/// How a trial went for its first setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TrialOutcome {
    /// Games that the first setting won.
    pub wins: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// Games that the second setting won.
    pub losses: u32,
}

impl TrialOutcome {
    /// How many games were played.
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// The state of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuner {
    parameters: Vec<Parameter>,
    schedule: SpsaSchedule,
    values: Vec<f64>,
    /// The sums of the values after each trial of the second half.
    sums: Vec<f64>,
    finished: u32,
    /// Trials whose outcomes are not known, the oldest first.
    pending: VecDeque<Trial>,
}

impl Tuner {
    /// A tuning that has not begun.
    pub fn new(parameters: Vec<Parameter>, schedule: SpsaSchedule) -> Self {
        let values = parameters.iter().map(|parameter| parameter.value).collect();
        let sums = vec![0.0; parameters.len()];
        let mut tuner = Self { parameters, schedule, values, sums, finished: 0, pending: VecDeque::new() };
        for _ in 0..schedule.ahead.max(1) {
            tuner.propose();
        }
        tuner
    }

    /// What is tuned, with the values at the start.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The schedule.
    pub fn schedule(&self) -> &SpsaSchedule {
        &self.schedule
    }

    /// The values now.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The result so far: the mean over the second half of the trials, or in the first half the values now.
    pub fn tuned(&self) -> impl Iterator<Item = Parameter> {
        let count = self.finished.saturating_sub(self.schedule.trials / 2);
        let means = self.sums.iter().map(move |sum| sum / f64::from(count));
        self.parameters.iter().zip(&self.values).zip(means).map(move |((old, &now), mean)| {
            let value = if count == 0 { now } else { mean };
            Parameter { value, ..old.clone() }
        })
    }

    /// How many trials have been learnt from.
    pub fn finished(&self) -> u32 {
        self.finished
    }

    /// Whether there are no more trials.
    pub fn is_done(&self) -> bool {
        self.pending.is_empty()
    }

    /// The trials that can be played now, the oldest first.
    pub fn pending(&self) -> vec_deque::Iter<'_, Trial> {
        self.pending.iter()
    }

    /// Takes the outcome of the oldest pending trial, and proposes another if there is one to come,
    /// which is then the last of the pending. Nothing happens if none is pending.
    pub fn learn(&mut self, outcome: TrialOutcome) -> Option<&Trial> {
        let trial = self.pending.pop_front()?;
        let surplus = f64::from(outcome.wins) - f64::from(outcome.losses);
        let (reach, rate) = (self.reach(trial.number), self.rate(trial.number));
        for ((value, parameter), sign) in self.values.iter_mut().zip(&self.parameters).zip(&trial.signs) {
            *value += rate * reach * parameter.step * surplus * sign;
            *value = value.clamp(parameter.low.into(), parameter.high.into());
        }
        self.finished = trial.number;
        if self.finished > self.schedule.trials / 2 {
            self.sums.iter_mut().zip(&self.values).for_each(|(sum, value)| *sum += value);
        }
        self.propose()
    }

    /// c(k) in steps.
    fn reach(&self, number: u32) -> f64 {
        (f64::from(self.schedule.trials) / f64::from(number)).powf(GAMMA)
    }

    /// r(k).
    fn rate(&self, number: u32) -> f64 {
        let (number, trials) = (f64::from(number), f64::from(self.schedule.trials));
        let delay = STABILITY * trials;
        self.schedule.rate
            * ((delay + trials) / (delay + number)).powf(ALPHA)
            * (number / trials).powf(2.0 * GAMMA)
    }

    fn propose(&mut self) -> Option<&Trial> {
        let number = self.finished + self.pending.len() as u32 + 1;
        if number > self.schedule.trials {
            return None;
        }
        let reach = self.reach(number);
        // Each trial has a sequence of its own, so that it does not matter what was drawn before.
        let mut random = Random::new(Random::mix(self.schedule.seed ^ u64::from(number) << 32));
        let mut trial =
            Trial { number, seed: random.next_u64(), plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            let change = sign * reach * parameter.step;
            let chance = random.below(1 << 32) as f64 / f64::from(2.0_f32.powi(32));
            let whole = |real: f64| ((real + chance).floor() as i32).clamp(parameter.low, parameter.high);
            trial.plus.push(whole(value + change));
            trial.minus.push(whole(value - change));
            trial.signs.push(sign);
        }
        self.pending.push_back(trial);
        self.pending.back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::read_parameters;

    const SCHEDULE: SpsaSchedule = SpsaSchedule { trials: 20_000, rate: 0.02, ahead: 8, seed: 1 };

    fn parameters() -> Vec<Parameter> {
        read_parameters("a, 20, 0, 100, 5\nb, 900, 0, 1000, 40\nc, 3, -9, 9, 1\nd, 0, 0, 10, 1").unwrap()
    }

    /// Where the mock is strongest: inside the ranges, but for the last, which is at its border.
    const BEST: [f64; 4] = [60.0, 300.0, -3.0, 10.0];

    /// How strong a setting is, in units of the chance to win.
    fn strength(setting: &[i32]) -> f64 {
        let loss = setting.iter().zip(BEST).zip(parameters()).map(|((&value, best), parameter)| {
            ((f64::from(value) - best) / (f64::from(parameter.high) - f64::from(parameter.low))).powi(2)
        });
        -loss.sum::<f64>()
    }

    /// Two games between settings whose strength is known, decided at random.
    fn mock(trial: &Trial) -> TrialOutcome {
        let difference = strength(&trial.plus) - strength(&trial.minus);
        let expected = 1.0 / (1.0 + (-4.0 * difference).exp());
        let mut random = Random::new(trial.seed);
        let mut outcome = TrialOutcome::default();
        for _ in 0..2 {
            let chance = random.below(1_000_000) as f64 / 1e6;
            match chance {
                _ if chance < expected * 0.6 => outcome.wins += 1,
                _ if chance < 0.4 + expected * 0.6 => outcome.draws += 1,
                _ => outcome.losses += 1,
            }
        }
        outcome
    }

    fn advance(tuner: &mut Tuner, trials: u32) {
        for _ in 0..trials {
            let Some(trial) = tuner.pending().next() else { return };
            tuner.learn(mock(trial));
        }
    }

    #[test]
    fn a_noisy_peak_is_found() {
        for seed in 1..=3 {
            let mut tuner = Tuner::new(parameters(), SpsaSchedule { seed, ..SCHEDULE });
            advance(&mut tuner, u32::MAX);
            assert!(tuner.is_done() && tuner.finished() == SCHEDULE.trials);
            for (parameter, best) in tuner.tuned().zip(BEST) {
                let width = f64::from(parameter.high) - f64::from(parameter.low);
                let off = (parameter.value - best).abs() / width;
                assert!(off < 0.1, "seed {seed}: {parameter} instead of {best}");
            }
        }
    }

    #[test]
    fn without_information_nothing_moves() {
        let mut tuner = Tuner::new(parameters(), SCHEDULE);
        for _ in 0..100 {
            tuner.learn(TrialOutcome { wins: 1, draws: 0, losses: 1 });
        }
        assert_eq!(tuner.values(), [20.0, 900.0, 3.0, 0.0]);
    }

    #[test]
    fn values_and_settings_keep_to_their_ranges() {
        let mut tuner = Tuner::new(parameters(), SpsaSchedule { rate: 5.0, ..SCHEDULE });
        let mut has_moved = false;
        for _ in 0..2000 {
            let trial = tuner.pending().next().unwrap().clone();
            for (index, parameter) in parameters().iter().enumerate() {
                let range = parameter.low..=parameter.high;
                assert!(range.contains(&trial.plus[index]) && range.contains(&trial.minus[index]));
            }
            tuner.learn(mock(&trial));
            for (value, parameter) in tuner.values().iter().zip(parameters()) {
                assert!((f64::from(parameter.low)..=f64::from(parameter.high)).contains(value));
                has_moved |= (value - parameter.value).abs() > 0.1;
            }
        }
        assert!(has_moved);
    }

    #[test]
    fn the_result_is_the_mean_of_the_second_half() {
        let mut tuner = Tuner::new(parameters(), SpsaSchedule { trials: 7, ..SCHEDULE });
        let tuned = |tuner: &Tuner| tuner.tuned().map(|parameter| parameter.value).collect::<Vec<f64>>();
        let mut second_half: Vec<f64> = Vec::new();
        while !tuner.is_done() {
            tuner.learn(TrialOutcome { wins: 1 + tuner.finished(), draws: 0, losses: 0 });
            if tuner.finished() <= 3 {
                assert_eq!(tuned(&tuner), tuner.values());
            } else {
                second_half.push(tuner.values()[0]);
            }
        }
        assert_eq!(second_half.len(), 4);
        assert!((tuned(&tuner)[0] - second_half.iter().sum::<f64>() / 4.0).abs() < 1e-9);
    }

    #[test]
    fn rounding_loses_nothing_on_average() {
        let parameters = read_parameters("a, 2.3, 0, 9, 0.5").unwrap();
        let schedule = SpsaSchedule { trials: 4000, ahead: 4000, ..SCHEDULE };
        let tuner = Tuner::new(parameters, schedule);
        let sum: i32 = tuner.pending().map(|trial| trial.plus[0] + trial.minus[0]).sum();
        let mean = f64::from(sum) / 8000.0;
        assert!((mean - 2.3).abs() < 0.05, "{mean}");
    }

    #[test]
    fn the_last_trial_reaches_a_step_and_moves_by_the_rate() {
        let parameters = read_parameters("a, 500, 0, 1000, 10").unwrap();
        let mut tuner = Tuner::new(parameters, SpsaSchedule { trials: 50, rate: 0.1, ahead: 1, seed: 3 });
        for _ in 1..50 {
            tuner.learn(TrialOutcome::default());
        }
        let trial = tuner.pending().next().unwrap().clone();
        assert_eq!(trial.number, 50);
        assert_eq!((trial.plus[0] - trial.minus[0]).abs(), 20);
        tuner.learn(TrialOutcome { wins: 2, draws: 0, losses: 0 });
        assert!(((tuner.values()[0] - 500.0).abs() - 2.0).abs() < 1e-9, "{:?}", tuner.values());
        assert!(tuner.is_done() && tuner.learn(TrialOutcome::default()).is_none());
    }

    #[test]
    fn outcomes_alone_bring_a_tuning_back() {
        let mut whole = Tuner::new(parameters(), SCHEDULE);
        let mut outcomes = Vec::new();
        for _ in 0..500 {
            let outcome = mock(whole.pending().next().unwrap());
            outcomes.push(outcome);
            whole.learn(outcome);
        }
        let mut resumed = Tuner::new(parameters(), SCHEDULE);
        for &outcome in &outcomes {
            resumed.learn(outcome);
        }
        assert_eq!(resumed, whole);
        advance(&mut whole, 500);
        advance(&mut resumed, 500);
        assert_eq!(resumed, whole);
        assert_ne!(Tuner::new(parameters(), SpsaSchedule { seed: 2, ..SCHEDULE }).pending, {
            Tuner::new(parameters(), SCHEDULE).pending
        });
    }
}
