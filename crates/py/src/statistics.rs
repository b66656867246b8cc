//! What results of games mean: the sequential test, Elo, and the tuner that learns from them.

use crate::errors::value_error;
use arena::elo::{PairCounts, estimate};
use arena::sprt::{Decision, Sprt};
use learn::tune::{Parameter, SpsaSchedule, Trial, TrialOutcome};
use pyo3::prelude::*;

/// Where a sequential test stands after pairs of games, counted by their half points from 0 to 4: the log-likelihood ratio, its two bounds, and "continue",
/// "h0" or "h1".
#[pyfunction]
pub fn sprt_state(
    pairs: [u64; 5],
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
) -> PyResult<(f64, f64, f64, &'static str)> {
    let text = format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}");
    let test: Sprt = text.parse().map_err(value_error)?;
    let pairs = PairCounts(pairs);
    let (lower, upper) = test.bounds();
    let decision = match test.decide(&pairs) {
        Decision::Continue => "continue",
        Decision::AcceptH0 => "h0",
        Decision::AcceptH1 => "h1",
    };
    Ok((test.log_likelihood_ratio(&pairs), lower, upper, decision))
}

/// The Elo difference that pairs of games speak for, both ends of its 95 % interval, and the likelihood of superiority; None without pairs.
#[pyfunction]
pub fn elo_estimate(pairs: [u64; 5]) -> Option<(f64, f64, f64, f64)> {
    estimate(&PairCounts(pairs)).map(|found| (found.elo, found.lower, found.upper, found.superiority))
}

/// The state of a tuning by simultaneous perturbation.
#[pyclass(module = "chuhe")]
pub struct Tuner(learn::tune::Tuner);

/// A trial as Python sees it: its number, its seed, both settings.
type TrialRow = (u32, u64, Vec<i32>, Vec<i32>);

fn row(trial: &Trial) -> TrialRow {
    (trial.number, trial.seed, trial.plus.clone(), trial.minus.clone())
}

#[pymethods]
impl Tuner {
    /// Parameters are lines as `chuhe tune` reads them: "name, value, low, high, step".
    #[new]
    fn new(parameters: &str, trials: u32, rate: f64, ahead: u32, seed: u64) -> PyResult<Self> {
        let parameters: Vec<Parameter> = learn::tune::read_parameters(parameters).map_err(value_error)?;
        if trials == 0 || ahead == 0 || !(rate > 0.0 && rate.is_finite()) {
            return Err(value_error(format!(
                "trials is {trials}, ahead {ahead} and rate {rate}; all must be above 0"
            )));
        }
        Ok(Self(learn::tune::Tuner::new(parameters, SpsaSchedule { trials, rate, ahead, seed })))
    }

    /// The trials that can be played now, the oldest first: number, seed, the first setting, the second.
    fn pending(&self) -> Vec<TrialRow> {
        self.0.pending().map(row).collect()
    }

    /// Takes the outcome of the oldest pending trial for its first setting.
    fn learn(&mut self, wins: u32, draws: u32, losses: u32) {
        self.0.learn(TrialOutcome { wins, draws, losses });
    }

    /// How many trials have been learnt from.
    #[getter]
    fn finished(&self) -> u32 {
        self.0.finished()
    }

    /// The values now, by name.
    fn values(&self) -> Vec<(String, f64)> {
        self.0
            .parameters()
            .iter()
            .zip(self.0.values())
            .map(|(parameter, &value)| (parameter.name.clone(), value))
            .collect()
    }

    /// The result so far, by name: the mean over the second half of the trials.
    fn tuned(&self) -> Vec<(String, f64)> {
        self.0.tuned().map(|parameter| (parameter.name, parameter.value)).collect()
    }
}
