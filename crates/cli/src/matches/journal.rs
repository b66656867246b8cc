//! The PGN file of a match: appended to as games end, read when a match is resumed.
//!
//! A file that exists is not overwritten. A file that is resumed must be of the same match: the same
//! engines with the same settings from the same openings at the same places of the schedule. Otherwise it is left as it
//! is.

use super::plan::MatchPlan;
use super::settings::{self, Comparison, Difference};
use crate::failure::Failure;
use arena::archive::{self, ArchivedGame};
use arena::{PlayedGame, ScheduledGame};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A game that an earlier run has played.
#[derive(Clone)]
pub struct Played {
    pub game: ScheduledGame,
    pub entry: ArchivedGame,
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
                "{} exists already; continue it with --resume, or name another file",
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

    /// Adds a game, in one piece, as [`text`] has written it.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| Failure::File(self.path.clone(), error))
    }
}

/// A game as the file has it.
pub fn text(record: &PlayedGame, plan: &MatchPlan) -> String {
    let names = record.game.engines.map(|engine| plan.entrants[engine].name.as_str());
    let [red, black] = record.game.engines.map(|engine| plan.limit(engine).to_string());
    let tags = settings::tags(plan, &record.game);
    archive::write(record, &plan.conditions, &plan.event, names, [&red, &black], &tags)
}

fn earlier_games(text: &str, path: &Path, plan: &MatchPlan) -> Result<Vec<Played>, Failure> {
    let mut played = Vec::new();
    let mut seen = HashSet::new();
    let mut unknown = 0;
    let refused = |reason: String| {
        Failure::Input(format!(
            "{} is of another match: {reason}; resume it with the settings that it was begun with, or name \
             another file",
            path.display()
        ))
    };
    for entry in archive::read(text) {
        let id = entry.id;
        let Some(game) = plan.schedule.find(id) else {
            return Err(refused(format!(
                "it has a game {id}, and this schedule ends with game {}.2",
                plan.schedule.len() / 2
            )));
        };
        match settings::compare(&entry, &game, plan) {
            Comparison::Different(Difference { name, old, new }) => {
                return Err(refused(format!(
                    "in its game {id} the {name} was \"{old}\", and is now \"{new}\""
                )));
            }
            Comparison::Unknown => unknown += 1,
            Comparison::Same => {}
        }
        let fen = entry.fen.as_deref().unwrap_or(plan.conditions.variant.start_fen());
        let wanted = plan.openings.get(game.opening).map_or("", |opening| opening.fen.as_str());
        if fen != wanted {
            return Err(refused(format!(
                "its game {id} began from \"{fen}\", and would now begin from \"{wanted}\""
            )));
        }
        if seen.insert(id) {
            played.push(Played { game, entry });
        }
    }
    if unknown > 0 {
        eprintln!(
            "note: {unknown} games of {} do not say all that they were played with; what they do say is as it is now",
            path.display()
        );
    }
    Ok(played)
}
