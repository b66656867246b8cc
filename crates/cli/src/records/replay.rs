//! The same game again, from what its record says: settings, seeds, nodes.
//!
//! Nothing that a record names is started or opened: players are this program's own, and moves that it did not find are taken from the record. A
//! search that was limited by time cannot be repeated, and is refused.

use super::files;
use crate::failure::Failure;
use crate::play::replay as replay_play;
use engine::{Engine, EngineGame, Event, Hooks, Limits};
use games::{Chess, Variant, Xiangqi};
use record::{By, GameRecord, MoveRecord, PlayerRecord, Source};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use xiangqi::{RuleSet, Rules, counted};

/// What came of a replay.
pub enum Replayed {
    /// Everything is the same; how many searches were repeated.
    Same { searches: usize },
    /// Something differs: at which move, and what.
    Differs { ply: u64, what: String },
}

/// Why a game cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error(
        "move {0} was limited by time, or by nothing that is recorded: only searches limited by nodes or depth can be repeated"
    )]
    NotByNodes(u64),
    #[error(
        "it was played by {0}, and this is {1}: another version may play other moves; pass it to that one"
    )]
    OtherProgram(String, String),
    #[error(
        "move {0} names keys that do not exist: 1 to 128 bits with a seed, 1 to 64 without one, confirmation none, counts or refuses"
    )]
    Keys(u64),
    #[error("{0}")]
    Settings(String),
    #[error("{0}")]
    NoMemory(engine::NoMemory),
}

/// What this program calls itself in records.
pub fn program() -> String {
    format!("chuhe {}", env!("CARGO_PKG_VERSION"))
}

pub fn run(paths: &[PathBuf]) -> Result<ExitCode, Failure> {
    let mut out = std::io::stdout().lock();
    let mut all_same = true;
    let mut refused = 0;
    for path in paths {
        let record = files::read(path)?;
        write!(out, "{}: ", path.display())?;
        out.flush()?;
        let moves = counted(record.moves.len() as u64, "move");
        match replay(&record) {
            Ok(Replayed::Same { searches: 0 }) => {
                refused += 1;
                let why = "no search of it was counted, so that none can be repeated";
                writeln!(
                    out,
                    "cannot be replayed: {why}; only the engine's own are, of levels and of `chuhe laboratory`"
                )?;
            }
            Ok(Replayed::Same { searches }) => {
                let searches = if searches == 1 { "1 search".into() } else { format!("{searches} searches") };
                writeln!(out, "move for move the same ({moves}, {searches})")?;
            }
            Ok(Replayed::Differs { ply, what }) => {
                all_same = false;
                writeln!(out, "differs at move {ply}: {what}")?;
            }
            Err(error) => {
                refused += 1;
                writeln!(out, "cannot be replayed: {error}")?;
            }
        }
    }
    Ok(match (refused, all_same) {
        (1.., _) => ExitCode::from(2),
        (_, false) => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

fn replay(record: &GameRecord) -> Result<Replayed, ReplayError> {
    if record.program != program() {
        return Err(ReplayError::OtherProgram(record.program.clone(), program()));
    }
    let variant = record.variant().map_err(|error| ReplayError::Settings(error.to_string()))?;
    match (record.source, variant) {
        (Source::Play, _) => replay_play(record),
        (Source::Match, Variant::Xiangqi) => replay_match::<Xiangqi>(record),
        (Source::Match, Variant::Chess) => replay_match::<Chess>(record),
    }
}

/// Compares a search with its record: the move first, then what it cost.
pub fn compare(recorded: &MoveRecord, found: &str, nodes: Option<u64>) -> Option<Replayed> {
    let ply = recorded.ply;
    if found != recorded.text {
        return Some(Replayed::Differs { ply, what: format!("{found} instead of {}", recorded.text) });
    }
    let before = recorded.search.as_ref().and_then(|search| search.counts.as_ref().and(search.nodes));
    match (before, nodes) {
        (Some(before), Some(now)) if before != now => {
            Some(Replayed::Differs { ply, what: format!("{found} after {now} nodes instead of {before}") })
        }
        _ => None,
    }
}

/// The options of an engine of a match that a replay knows how to set.
fn hash(player: &PlayerRecord) -> Result<usize, ReplayError> {
    player.hash.and_then(|hash| usize::try_from(hash).ok()).ok_or_else(|| {
        ReplayError::Settings(format!(
            "{} was set to something else than a size of its table ({}); a replay cannot do the same",
            player.name, player.settings
        ))
    })
}

/// Replays the searches of the laboratory's engines in a game of a match. They keep their tables from move to move, as they did then.
fn replay_match<G: EngineGame>(record: &GameRecord) -> Result<Replayed, ReplayError> {
    let wrong = |error: &dyn std::fmt::Display| ReplayError::Settings(error.to_string());
    let rules = record.rule_set().map_err(|error| wrong(&error))?.unwrap_or(RuleSet::Computer);
    let mut position = G::parse_position(&record.start).map_err(|error| wrong(&error))?;
    G::set_rules(&mut position, Rules::from(rules));
    let mut engines = [None, None];
    let mut searches = 0;
    let stop = AtomicBool::new(false);
    for recorded in &record.moves {
        let side = G::side(&position);
        let mv = G::parse_move(&position, &recorded.text).map_err(|error| wrong(&error))?;
        let counts = recorded.search.as_ref().and_then(|search| search.counts.as_ref());
        if let (By::Search, Some(counts)) = (recorded.by, counts) {
            let (nodes, depth) =
                (counts.node_limit, counts.depth_limit.and_then(|depth| usize::try_from(depth).ok()));
            if nodes.is_none() && depth.is_none() {
                return Err(ReplayError::NotByNodes(recorded.ply));
            }
            let keys = counts.keys.keys().ok_or(ReplayError::Keys(recorded.ply))?;
            let engine = match &mut engines[side] {
                Some(engine) => engine,
                empty => {
                    let hash = hash(&record.players[side])?;
                    let mut engine =
                        Engine::<G, _>::laboratory(hash, 1, keys).map_err(ReplayError::NoMemory)?;
                    // Engines judge by their own rules unless they are told, and a match tells them nothing.
                    engine.set_rules(Rules::from(RuleSet::Computer));
                    empty.insert(engine)
                }
            };
            engine.set_position(position.clone());
            let limits = Limits { nodes, depth, seed: counts.seed, ..Limits::default() };
            let mut visits = None;
            let mut report = |event: Event<G::Move>| {
                if let Event::Summary(summary) = event {
                    visits = Some(summary.counted.visits);
                }
            };
            let hooks = Hooks { report: Some(&mut report), ..Hooks::silent(&stop) };
            let answer = engine.search(&limits, hooks);
            let found = answer.best.map(|mv| G::move_text(&position, mv)).unwrap_or_default();
            searches += 1;
            if let Some(difference) = compare(recorded, &found, None) {
                return Ok(difference);
            }
            // What a program says of its nodes while it thinks is not the last word: its visits are.
            if let Some(now) = visits.filter(|&now| now != counts.visits) {
                let what = format!("{found} after {now} visits instead of {}", counts.visits);
                return Ok(Replayed::Differs { ply: recorded.ply, what });
            }
        }
        G::play(&mut position, mv);
    }
    Ok(Replayed::Same { searches })
}
