//! The PGN file of a match: appended to as games end, read when a match is resumed.
//!
//! A file that exists is not overwritten. A file that is resumed must be of the same match: the same
//! engines with the same settings from the same openings at the same places of the schedule. Otherwise it is left as it
//! is, and so is one that another process is writing. What is left of a game that was being written when the program was
//! ended is moved to a file beside it.

use super::plan::MatchPlan;
use super::settings::{self, Comparison, Difference};
use crate::failure::Failure;
use crate::lock;
use arena::archive::{self, ArchivedGame};
use arena::{PlayedGame, ScheduledGame};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use xiangqi::counted;

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
        let mut options = OpenOptions::new();
        if plan.is_resumed {
            options.read(true).append(true).create(true);
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
        lock::claim(&file, path)?;
        let played = if plan.is_resumed { resume(&mut file, path, plan)? } else { Vec::new() };
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

/// The games of a file that is continued. Its end is put in order: a game that was cut off is moved to another file.
fn resume(file: &mut File, path: &Path, plan: &MatchPlan) -> Result<Vec<Played>, Failure> {
    let failed = |error| Failure::File(path.into(), error);
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(Failure::Input(format!(
            "{} is not a plain file and cannot be continued",
            path.display()
        )));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(failed)?;
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        // The end may be cut off inside a character.
        Err(error) if error.error_len().is_none() => bytes
            .get(..error.valid_up_to())
            .and_then(|good| std::str::from_utf8(good).ok())
            .unwrap_or_default(),
        Err(error) => {
            return Err(Failure::Input(format!(
                "{} is not a file of a match: byte {} is not UTF-8; name another file",
                path.display(),
                error.valid_up_to() + 1
            )));
        }
    };
    let found = archive::scan(text);
    if found.strangers > 0 {
        return Err(Failure::Input(format!(
            "{} holds something else than games of a match ({} without a round such as \"1.2\"); name another file",
            path.display(),
            counted(found.strangers, "part")
        )));
    }
    let end = found.end;
    let played = earlier_games(found.games, path, plan)?;
    let (whole, torn) = bytes.split_at_checked(end).unwrap_or((&bytes, &[]));
    if !torn.trim_ascii().is_empty() {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".torn");
        let beside = PathBuf::from(beside);
        let keep = || {
            let mut kept = OpenOptions::new().append(true).create(true).open(&beside)?;
            kept.write_all(torn)?;
            kept.write_all(b"\n\n")?;
            kept.sync_all()
        };
        keep().map_err(|error| Failure::File(beside.clone(), error))?;
        file.set_len(end as u64).map_err(failed)?;
        eprintln!(
            "note: {} ends with a game that was cut off; it is played again, and what was there is kept in {}",
            path.display(),
            beside.display()
        );
    }
    let is_cut = !torn.trim_ascii().is_empty();
    let rest = if is_cut { whole } else { &bytes };
    if !rest.is_empty() && !rest.ends_with(b"\n\n") {
        file.write_all(if rest.ends_with(b"\n") { b"\n" } else { b"\n\n" }).map_err(failed)?;
    }
    Ok(played)
}

fn earlier_games(games: Vec<ArchivedGame>, path: &Path, plan: &MatchPlan) -> Result<Vec<Played>, Failure> {
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
    for entry in games {
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
            Comparison::Unknown if !settings::has_any(&entry) && entry.tag("Event") != Some(&plan.event) => {
                return Err(refused(format!(
                    "its game {id} says nothing of what it was played with, and its event is \"{}\"",
                    entry.tag("Event").unwrap_or_default()
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
