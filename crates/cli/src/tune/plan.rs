//! What is to be tuned, from the command line or from the journal of an earlier run: everything
//! checked before the first game.

use super::{Arguments, GameName, engines};
use crate::failure::Failure;
use arena::{Conditions, EngineSpec, Variant, read_openings};
use games::{Chess, Xiangqi};
use learn::tune::{Parameter, SpsaSchedule, read_parameters};
use search::{Game, Params};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use xiangqi::RuleSet;

/// Trials under way at once, at least: enough that players of unequal games seldom wait for each other.
const MIN_AHEAD: u32 = 16;

/// What decides the result of a tuning. It is written to the journal, and cannot change on resuming.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuningSettings {
    pub game: GameName,
    pub engine: Option<String>,
    pub iterations: u32,
    pub pairs: u32,
    pub nodes: u64,
    pub hash: u32,
    pub max_plies: u32,
    pub openings: Option<PathBuf>,
    pub random_plies: u32,
    pub rate: f64,
    pub ahead: u32,
    pub seed: u64,
    #[serde(with = "super::journal::parameters")]
    pub parameters: Vec<Parameter>,
}

impl TuningSettings {
    /// The settings that the command line asks for; what it does not mention is as in `base`.
    pub fn new(arguments: &Arguments, base: Option<&Self>) -> Result<Self, Failure> {
        let kept = |choose: fn(&Self) -> u32, default| base.map_or(default, choose);
        let game = arguments.game.or(base.map(|base| base.game)).unwrap_or_default();
        let engine = arguments.engine.clone().or_else(|| base.and_then(|base| base.engine.clone()));
        let parameters = match (&arguments.params, base) {
            (Some(text), _) => parameters(text, game, engine.is_some())?,
            (None, Some(base)) => base.parameters.clone(),
            (None, None) => return input("say what to tune: --params all, --params name,name or a file"),
        };
        let ahead = MIN_AHEAD.max(2 * u32::from(arguments.threads));
        let iterations = arguments.iterations.unwrap_or(kept(|base| base.iterations, 10_000));
        Ok(Self {
            game,
            engine,
            iterations,
            pairs: arguments.pairs.unwrap_or(kept(|base| base.pairs, 1)),
            nodes: arguments.nodes.unwrap_or(base.map_or(4000, |base| base.nodes)),
            hash: arguments.hash.unwrap_or(kept(|base| base.hash, 2)),
            max_plies: arguments.max_plies.unwrap_or(kept(|base| base.max_plies, 300)),
            openings: arguments.openings.clone().or_else(|| base.and_then(|base| base.openings.clone())),
            random_plies: arguments.random_plies.unwrap_or(kept(|base| base.random_plies, 8)),
            rate: arguments.rate.or(base.map(|base| base.rate)).unwrap_or(default_rate(iterations)),
            ahead: kept(|base| base.ahead, ahead),
            seed: arguments.seed.unwrap_or(base.map_or(1, |base| base.seed)),
            parameters,
        })
    }
}

/// The more trials, the less each needs to count. The best rates for 5,000, 20,000 and 60,000 trials in
/// simulated tunings (`docs/tuning.md`) lie near this.
fn default_rate(iterations: u32) -> f64 {
    (7000.0 / f64::from(iterations).sqrt()).round() / 1e4
}

/// A tuning, ready to begin.
pub struct TuningPlan {
    pub settings: TuningSettings,
    pub openings: Vec<String>,
    pub engine: Option<EngineSpec>,
    /// What holds for games of another engine.
    pub conditions: Conditions,
    pub is_resumed: bool,
}

impl TuningPlan {
    pub fn new(settings: TuningSettings, is_resumed: bool) -> Result<Self, Failure> {
        let variant = match settings.game {
            GameName::Xiangqi => Variant::Xiangqi,
            GameName::Chess => Variant::Chess,
        };
        let engine = settings.engine.as_deref().map(str::parse::<EngineSpec>).transpose();
        let engine = engine.map_err(|error| Failure::Input(error.to_string()))?;
        match &engine {
            Some(engine) => check_options(engine, &settings.parameters)?,
            None => check_params(&settings)?,
        }
        let openings = openings(settings.openings.as_deref(), variant)?;
        let conditions = engines::conditions(&settings, variant);
        Ok(Self { settings, openings, engine, conditions, is_resumed })
    }

    pub fn schedule(&self) -> SpsaSchedule {
        let TuningSettings { iterations, rate, ahead, seed, .. } = self.settings;
        SpsaSchedule { trials: iterations, rate, ahead, seed }
    }
}

fn input<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Input(message.into()))
}

fn params(game: GameName) -> Params {
    match game {
        GameName::Xiangqi => Xiangqi::PARAMS,
        GameName::Chess => Chess::PARAMS,
    }
}

/// The parameters that a text on the command line means: all of the engine's own, some of
/// them by name, or those that a file describes.
fn parameters(text: &str, game: GameName, is_foreign: bool) -> Result<Vec<Parameter>, Failure> {
    let own: Vec<Parameter> = params(game)
        .list()
        .map(|number| Parameter {
            name: number.name.to_string(),
            value: number.value.into(),
            low: number.range.0,
            high: number.range.1,
            step: number.step.into(),
        })
        .collect();
    let path = Path::new(text);
    if path.exists() || is_foreign || text.contains(['/', '\\', '.']) {
        let text = crate::file::read_text(path)?;
        return read_parameters(&text)
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display())));
    }
    if text == "all" {
        return Ok(own);
    }
    let mut chosen: Vec<Parameter> = Vec::new();
    for name in text.split(',').map(str::trim) {
        let Some(parameter) = own.iter().find(|parameter| parameter.name == name) else {
            let known: Vec<&str> = own.iter().map(|parameter| parameter.name.as_str()).collect();
            return input(format!(
                "\"{name}\" is neither a file nor a parameter; there are {}",
                known.join(", ")
            ));
        };
        if chosen.contains(parameter) {
            return input(format!("\"{name}\" is given twice in \"{text}\""));
        }
        chosen.push(parameter.clone());
    }
    Ok(chosen)
}

/// The engine's own parameters keep to its own ranges.
fn check_params(settings: &TuningSettings) -> Result<(), Failure> {
    for Parameter { name, low, high, .. } in &settings.parameters {
        let Some(own) = params(settings.game).list().find(|own| own.name == name) else {
            return input(format!(
                "there is no parameter \"{name}\"; --params all tunes those that there are"
            ));
        };
        let (min, max) = own.range;
        if *low < min || *high > max {
            return input(format!(
                "\"{name}\" cannot range over {low}..{high}; the engine allows {min}..{max}"
            ));
        }
    }
    Ok(())
}

/// What is tuned must not be set to something else at the same time.
fn check_options(engine: &EngineSpec, parameters: &[Parameter]) -> Result<(), Failure> {
    let twice = engine.options.iter().find(|(name, _)| parameters.iter().any(|tuned| tuned.name == *name));
    match twice {
        Some((name, _)) => input(format!("\"{name}\" is tuned, so option.{name} cannot be set as well")),
        None => Ok(()),
    }
}

fn openings(path: Option<&Path>, variant: Variant) -> Result<Vec<String>, Failure> {
    let Some(path) = path else { return Ok(Vec::new()) };
    let text = crate::file::read_text(path)?;
    let openings = read_openings(&text, variant, RuleSet::Computer, None)
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    Ok(openings.into_iter().map(|opening| opening.fen).collect())
}
