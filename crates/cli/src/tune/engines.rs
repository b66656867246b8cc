//! Plays trials between two copies of another engine, which is told the values as options.
//!
//! An engine that crashes, hangs or plays an illegal move ends the tuning, for such games say nothing
//! about the values; one that oversteps its time has lost a game.

use super::plan::{TuningPlan, TuningSettings};
use super::{GameName, TrialFailure, trial_openings};
use crate::failure::Failure;
use arena::{
    Adjudication, Conditions, Duel, EngineFault, EngineSpec, Limit, Offer, ResignRule, StopFlag, Termination,
    Variant,
};
use games::{Chess, Xiangqi};
use learn::tune::{DrawOpening, Parameter, Trial, TrialOutcome, TrialPlayer};
use std::time::Duration;
use xiangqi::{Random, RuleSet};

/// An engine resigns at this score …
const RESIGN_SCORE: i32 = 1500;
/// … on this many of its moves in a row.
const RESIGN_MOVES: u32 = 3;

/// Two copies of an engine at a board.
pub struct EnginePair<'a> {
    plan: &'a TuningPlan,
    duel: Duel<'a>,
    openings: Box<dyn DrawOpening + 'a>,
    halt: &'a StopFlag,
}

impl<'a> EnginePair<'a> {
    pub fn new(plan: &'a TuningPlan, spec: &'a EngineSpec, halt: &'a StopFlag) -> Result<Self, Failure> {
        let openings: Box<dyn DrawOpening + 'a> = match plan.settings.game {
            GameName::Xiangqi => Box::new(trial_openings::<Xiangqi>(plan)?),
            GameName::Chess => Box::new(trial_openings::<Chess>(plan)?),
        };
        Ok(Self { plan, duel: Duel::new(spec, &plan.conditions), openings, halt })
    }
}

/// What holds for every game.
pub fn conditions(settings: &TuningSettings, variant: Variant) -> Conditions {
    let resign = ResignRule { score: RESIGN_SCORE, moves: RESIGN_MOVES };
    Conditions {
        variant,
        rules: RuleSet::Computer,
        limit: Limit::Nodes(settings.nodes),
        adjudication: Adjudication { resign: Some(resign), draw: None, max_plies: Some(settings.max_plies) },
        margin: Duration::from_millis(50),
        lag: Duration::ZERO,
        patience: Duration::from_secs(60),
    }
}

/// Starts the engine once and sees whether it has the options that are to be tuned.
pub fn check_options(plan: &TuningPlan, spec: &EngineSpec, halt: &StopFlag) -> Result<(), Failure> {
    let offers = Duel::new(spec, &plan.conditions)
        .offers(halt)
        .map_err(|fault| Failure::Input(format!("{}: {fault}", spec.name)))?;
    plan.settings
        .parameters
        .iter()
        .try_for_each(|parameter| check_option(parameter, &offers))
        .map_err(|error| Failure::Input(format!("{}: {error}", spec.name)))
}

/// Why an engine cannot be tuned by a parameter.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
enum Untunable {
    /// It has no option of that name.
    #[error("the engine has no option \"{name}\"; it has {}", known.join(", "))]
    Missing { name: String, known: Vec<String> },
    /// The option takes fewer values.
    #[error("\"{name}\" cannot range over {low}..{high}; the engine allows {min}..{max}", name = .parameter.name,
        low = .parameter.low, high = .parameter.high)]
    Range { parameter: Parameter, min: i64, max: i64 },
    /// The option is something else.
    #[error("the option \"{0}\" is not a number")]
    NotANumber(String),
}

fn check_option(parameter: &Parameter, offers: &[Offer]) -> Result<(), Untunable> {
    let Parameter { name, low, high, .. } = parameter;
    let Some(offer) = offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name)) else {
        let known = offers.iter().map(|offer| offer.name.clone()).collect();
        return Err(Untunable::Missing { name: name.clone(), known });
    };
    match offer.range() {
        Some((min, max)) if min <= i64::from(*low) && i64::from(*high) <= max => Ok(()),
        Some((min, max)) => Err(Untunable::Range { parameter: parameter.clone(), min, max }),
        None => Err(Untunable::NotANumber(name.clone())),
    }
}

impl TrialPlayer for EnginePair<'_> {
    type Error = TrialFailure;

    fn play(&mut self, trial: &Trial) -> Result<Option<TrialOutcome>, TrialFailure> {
        let parameters = &self.plan.settings.parameters;
        self.duel.set_options([&trial.plus, &trial.minus].map(|values| {
            let option = |(parameter, value): (&Parameter, &i32)| (parameter.name.clone(), value.to_string());
            parameters.iter().zip(values).map(option).collect()
        }));
        let mut random = Random::new(trial.seed);
        let mut outcome = TrialOutcome::default();
        for _ in 0..self.plan.settings.pairs {
            let fen = self.openings.draw(&mut random)?;
            for is_swapped in [false, true] {
                let ruling = match self.duel.play(&fen, is_swapped, self.halt) {
                    Ok(ruling) => ruling,
                    Err(EngineFault::Halted) => return Ok(None),
                    Err(fault) => return Err(TrialFailure::Engine(fault)),
                };
                if matches!(
                    ruling.termination,
                    Termination::Crash | Termination::Hang | Termination::IllegalMove
                ) {
                    return Err(TrialFailure::Broken {
                        iteration: trial.number,
                        fen,
                        sentence: ruling.sentence,
                    });
                }
                match ruling.winner.map(|side| (side.index() == 1) == is_swapped) {
                    Some(true) => outcome.wins += 1,
                    Some(false) => outcome.losses += 1,
                    None => outcome.draws += 1,
                }
            }
        }
        Ok(Some(outcome))
    }
}
