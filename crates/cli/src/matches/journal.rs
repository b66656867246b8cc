//! The PGN file of a match: appended to as games end, read when a match is resumed.
//!
//! A file that exists is not overwritten. A file that is resumed must be of the same match: the same
//! engines from the same openings at the same places of the schedule.

use super::plan::MatchPlan;
use crate::failure::Failure;
use arena::archive::{self, ArchivedGame};
use arena::{PlayedGame, ScheduledGame, Side, Termination};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A game that an earlier run has played.
#[derive(Clone)]
pub struct Played {
    pub game: ScheduledGame,
    pub winner: Option<Side>,
    pub termination: Termination,
}

/// The open file.
pub struct MatchJournal {
    path: PathBuf,
    file: File,
    played: Vec<Played>,
}

impl MatchJournal {
    pub fn open(path: &Path, plan: &MatchPlan) -> Result<Self, Failure> {
        let failed = |error| Failure::File(path.into(), error);
        let mut played = Vec::new();
        let mut options = OpenOptions::new();
        let mut needs_gap = false;
        if plan.is_resumed {
            let bytes = match std::fs::read(path) {
                Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
                result => result.map_err(failed)?,
            };
            played = earlier_games(&String::from_utf8_lossy(&bytes), path, plan)?;
            needs_gap = !bytes.is_empty() && !bytes.ends_with(b"\n\n");
            options.append(true).create(true);
        } else {
            options.write(true).create_new(true);
        }
        let mut file = options.open(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Failure::Input(format!(
                "{} is there already; go on with it by --resume, or name another file",
                path.display()
            )),
            _ => failed(error),
        })?;
        if needs_gap {
            file.write_all(b"\n\n").map_err(failed)?;
        }
        Ok(Self { path: path.into(), file, played })
    }

    /// The games that were in the file when it was opened.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// Adds a game, in one piece.
    pub fn write(&mut self, record: &PlayedGame, plan: &MatchPlan) -> Result<(), Failure> {
        let names = record.game.engines.map(|engine| plan.entrants[engine].name.as_str());
        let [red, black] = record.game.engines.map(|engine| plan.limit(engine).to_string());
        let text = archive::write(record, &plan.conditions, &plan.event, names, [&red, &black]);
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| Failure::File(self.path.clone(), error))
    }
}

fn earlier_games(text: &str, path: &Path, plan: &MatchPlan) -> Result<Vec<Played>, Failure> {
    let mut played = Vec::new();
    let mut seen = HashSet::new();
    for entry in archive::read(text) {
        let Some(game) = plan.schedule.find(entry.id).filter(|game| is_same(&entry, game, plan)) else {
            return Err(Failure::Input(format!(
                "{} is of another match: its game {}, {} against {}, is not in this schedule; use the \
                 engines, openings, order and seed that it was begun with",
                path.display(),
                entry.id,
                entry.names[0],
                entry.names[1]
            )));
        };
        if seen.insert(entry.id) {
            played.push(Played { game, winner: entry.winner, termination: entry.termination });
        }
    }
    Ok(played)
}

fn is_same(entry: &ArchivedGame, game: &ScheduledGame, plan: &MatchPlan) -> bool {
    let names = game.engines.map(|engine| plan.entrants[engine].name.as_str());
    let fen = entry.fen.as_deref().unwrap_or(plan.conditions.variant.start_fen());
    entry.names == names && plan.openings.get(game.opening).is_some_and(|opening| opening.fen == fen)
}
