//! Players inside the program, which tune its own parameters.

use super::plan::{TuningPlan, TuningSettings};
use super::{AnyPlayer, GameName, TrialFailure, trial_openings};
use crate::failure::Failure;
use arena::StopFlag;
use engine::EngineGame;
use games::{Chess, Xiangqi};
use learn::tune::{OwnGames, OwnPlayer, Trial, TrialOutcome, TrialPlayer};

/// A player for a plan whose parameters have been checked.
pub fn player<'a>(plan: &'a TuningPlan, halt: &'a StopFlag) -> Result<AnyPlayer<'a>, Failure> {
    match plan.settings.game {
        GameName::Xiangqi => player_of::<Xiangqi>(plan, halt),
        GameName::Chess => player_of::<Chess>(plan, halt),
    }
}

fn player_of<'a, G: EngineGame + 'a>(
    plan: &'a TuningPlan,
    halt: &'a StopFlag,
) -> Result<AnyPlayer<'a>, Failure> {
    let TuningSettings { pairs, nodes, hash, max_plies, .. } = plan.settings;
    let games = OwnGames { pairs, nodes, hash: hash as usize, max_plies };
    let openings = trial_openings::<G>(plan)?;
    let player = OwnPlayer::new(games, &plan.settings.parameters, openings, halt.flag());
    Ok(Box::new(Own(player.map_err(|error| Failure::Input(error.to_string()))?)))
}

/// A player inside the program among those of other kinds.
struct Own<'a, G: EngineGame>(OwnPlayer<'a, G>);

impl<G: EngineGame> TrialPlayer for Own<'_, G> {
    type Error = TrialFailure;

    fn play(&mut self, trial: &Trial) -> Result<Option<TrialOutcome>, TrialFailure> {
        Ok(self.0.play(trial)?)
    }
}
