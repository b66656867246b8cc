//! The journal of a tuning: JSON lines, appended to after every trial.
//!
//! The first line holds the settings, every further one the outcome of a trial in order; now and then
//! one has the values as well. Outcomes are enough to come back to where the tuning was; the values
//! are for people and plots, and prove on resuming that the arithmetic is still the same. A last line
//! that was cut off by a kill is dropped. A file that exists is not overwritten.

use super::plan::{TuningPlan, TuningSettings};
use crate::failure::Failure;
use crate::lock;
use learn::tune::{TrialOutcome, Tuner};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// How far values in the journal may be from those computed again: they are rounded when written.
const TOLERANCE: f64 = 1e-3;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    /// What the file is.
    format: String,
    settings: TuningSettings,
}

const FORMAT: &str = "chuhe tune 1";

/// Any other line.
#[derive(Serialize, Deserialize)]
struct Entry {
    iteration: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    values: Option<Vec<f64>>,
}

/// What an earlier run has left.
pub struct EarlierRun {
    pub settings: TuningSettings,
    entries: Vec<Entry>,
    /// Bytes up to the end of the last whole line.
    length: u64,
}

impl EarlierRun {
    /// Reads a journal; nothing if there is none or it was cut off in its first line.
    pub fn read(path: &Path) -> Result<Option<Self>, Failure> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            result => result.map_err(|error| Failure::File(path.into(), error))?,
        };
        let opening = format!("{{\"format\":\"{FORMAT}\"");
        if !text.starts_with(&opening) && !opening.starts_with(&text) {
            return Err(Failure::Input(format!("{}: this is not a journal of a tuning", path.display())));
        }
        let Some(end) = text.rfind('\n') else { return Ok(None) };
        let text = &text[..=end];
        let mut lines = text.lines();
        let head = lines.next().unwrap_or_default();
        let head: Head = serde_json::from_str(head).map_err(|error| refused(path, 1, head, &error))?;
        let entry = |(number, line)| {
            let entry: Entry =
                serde_json::from_str(line).map_err(|error| refused(path, number, line, &error))?;
            let expected = number - 1;
            if entry.iteration as usize == expected {
                Ok(entry)
            } else {
                Err(refused(path, number, line, &format!("this should be iteration {expected}")))
            }
        };
        let entries = (2..).zip(lines).map(entry).collect::<Result<_, _>>()?;
        Ok(Some(Self { settings: head.settings, entries, length: text.len() as u64 }))
    }

    /// Refuses settings that are not those of the journal.
    pub fn check(&self, path: &Path, settings: &TuningSettings) -> Result<(), Failure> {
        if *settings == self.settings {
            return Ok(());
        }
        let value = |settings: &TuningSettings| serde_json::to_value(settings).unwrap_or_default();
        let (old, new) = (value(&self.settings), value(settings));
        let changes = old.as_object().into_iter().flatten().filter(|(key, old)| new.get(key) != Some(old));
        let keys: Vec<&str> = changes.map(|(key, _)| key.as_str()).collect();
        Err(Failure::Input(format!(
            "{}: it was begun with other settings ({}); leave them out to go on with its own",
            path.display(),
            keys.join(", ")
        )))
    }

    /// Brings a tuner that has not begun to where the earlier run was.
    pub fn replay(&self, path: &Path, tuner: &mut Tuner) -> Result<(), Failure> {
        for Entry { iteration, wins, draws, losses, values } in &self.entries {
            tuner.learn(TrialOutcome { wins: *wins, draws: *draws, losses: *losses });
            let is_same = |values: &Vec<f64>| {
                let near = |(a, b): (&f64, &f64)| (a - b).abs() <= TOLERANCE;
                values.len() == tuner.values().len() && values.iter().zip(tuner.values()).all(near)
            };
            if tuner.finished() != *iteration || !values.as_ref().is_none_or(is_same) {
                return Err(Failure::Input(format!(
                    "{}: after iteration {iteration} the values are not what its outcomes lead to; \
                     begin a new file",
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

fn refused(path: &Path, number: usize, line: &str, error: &impl ToString) -> Failure {
    let quoted: String = line.chars().take(80).collect();
    Failure::Input(format!("{}: line {number}, \"{quoted}\": {}", path.display(), error.to_string()))
}

/// The open file.
pub struct TuningJournal {
    path: PathBuf,
    file: File,
    every: u32,
}

impl TuningJournal {
    /// Opens the journal to go on after what is there; values are written every `every` trials.
    pub fn open(
        path: &Path,
        plan: &TuningPlan,
        earlier: Option<&EarlierRun>,
        every: u32,
    ) -> Result<Self, Failure> {
        let mut options = OpenOptions::new();
        if plan.is_resumed {
            options.append(true).create(true);
        } else {
            options.write(true).create_new(true);
        }
        let file = options.open(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Failure::Input(format!(
                "{} exists already; --resume goes on with it, another --out begins anew",
                path.display()
            )),
            _ => Failure::File(path.into(), error),
        })?;
        // The file itself as well: it may have two names.
        lock::claim(&file, path)?;
        let mut journal = Self { path: path.into(), file, every };
        let length = earlier.map_or(0, |earlier| earlier.length);
        journal.file.set_len(length).map_err(|error| journal.failure(error))?;
        if length == 0 {
            journal.line(&Head { format: FORMAT.into(), settings: plan.settings.clone() })?;
        }
        Ok(journal)
    }

    fn failure(&self, error: std::io::Error) -> Failure {
        Failure::File(self.path.clone(), error)
    }

    /// Writes the outcome that the tuner has just learnt from.
    pub fn write(&mut self, tuner: &Tuner, outcome: TrialOutcome) -> Result<(), Failure> {
        let iteration = tuner.finished();
        let has_values = iteration.is_multiple_of(self.every) || tuner.is_done();
        let values =
            has_values.then(|| tuner.values().iter().map(|value| (value * 1e4).round() / 1e4).collect());
        let TrialOutcome { wins, draws, losses } = outcome;
        self.line(&Entry { iteration, wins, draws, losses, values })
    }

    /// Writes a whole line at once, so that a kill leaves at most the last one unfinished.
    fn line(&mut self, content: &impl Serialize) -> Result<(), Failure> {
        let mut line = serde_json::to_vec(content).map_err(|error| self.failure(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(|error| self.failure(error))
    }
}

/// Parameters as rows of the first line.
pub mod parameters {
    use learn::tune::{Parameter, read_parameters};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(parameters: &[Parameter], serializer: S) -> Result<S::Ok, S::Error> {
        let row = |Parameter { name, value, low, high, step }: &Parameter| {
            format!("{name}, {value}, {low}, {high}, {step}")
        };
        parameters.iter().map(row).collect::<Vec<String>>().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Parameter>, D::Error> {
        let rows = Vec::<String>::deserialize(deserializer)?;
        read_parameters(&rows.join("\n")).map_err(serde::de::Error::custom)
    }
}
