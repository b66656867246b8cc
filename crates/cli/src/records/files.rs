//! The files of records: each appears whole under a name of its own, grows with its game, and never takes the place of another.

use crate::data::draft::Draft;
use crate::failure::Failure;
use crate::file;
use record::GameRecord;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How many names are tried before giving up.
const MAX_NAMES: u32 = 10_000;

/// The file of one game.
pub struct RecordFile {
    folder: PathBuf,
    stem: String,
    /// The name that it has taken.
    path: Option<PathBuf>,
    written: Option<Instant>,
}

impl RecordFile {
    /// A file in this folder whose name begins like this; it appears when it is first written.
    pub fn new(folder: &Path, stem: String) -> Self {
        Self { folder: folder.into(), stem, path: None, written: None }
    }

    /// Whether it was written less than this long ago.
    pub fn is_fresh(&self, age: Duration) -> bool {
        self.written.is_some_and(|written| written.elapsed() < age)
    }

    /// Writes the record as it is now, whole or not at all. The first time it takes a name that nothing has.
    pub fn write(&mut self, record: &GameRecord) -> Result<(), Failure> {
        let text = record.write();
        if let Some(path) = &self.path {
            Draft::write(path, true, &[], text.as_bytes())?;
        } else {
            self.path = Some(self.claim(&text)?);
        }
        self.written = Some(Instant::now());
        Ok(())
    }

    fn claim(&self, text: &str) -> Result<PathBuf, Failure> {
        for number in 1..=MAX_NAMES {
            let name = if number == 1 {
                format!("{}.json", self.stem)
            } else {
                format!("{}-{number}.json", self.stem)
            };
            let path = self.folder.join(name);
            if path.exists() {
                continue;
            }
            match Draft::write(&path, false, &[], text.as_bytes()) {
                Ok(()) => return Ok(path),
                // Somebody else was faster.
                Err(_) if path.exists() => {}
                Err(failure) => return Err(failure),
            }
        }
        let folder = self.folder.display();
        Err(Failure::Input(format!("{folder}: no name is left for {}.json; name another folder", self.stem)))
    }
}

/// Makes the folder for records, unless it is there.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::File(folder.into(), error))
}

/// The moment, in UTC, as a record has it: `2026-11-17T20:15:00Z`.
pub fn now() -> String {
    // A machine whose clock stands before 1970 has no better time than that.
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let date = crate::play::civil_date(time).replace('.', "-");
    let seconds = time.as_secs() % 86_400;
    format!("{date}T{:02}:{:02}:{:02}Z", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The moment as part of a file's name: `20261117T201500`.
pub fn stamp() -> String {
    now().chars().filter(|character| character.is_ascii_alphanumeric() && *character != 'Z').collect()
}

/// The files that are named: those themselves, and of a folder all that end in `.json`, by name.
pub fn named(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let failed = |error| Failure::File(path.clone(), error);
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(path).map_err(failed)? {
            let file = entry.map_err(failed)?.path();
            let is_json = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
            inside.extend(Some(file).filter(|file| is_json && file.is_file()));
        }
        if inside.is_empty() {
            return Err(Failure::Input(format!(
                "{}: there is no record (*.json) in this folder",
                path.display()
            )));
        }
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}

/// Reads a record.
pub fn read(path: &Path) -> Result<GameRecord, Failure> {
    GameRecord::read(&file::read_text(path)?)
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_record_takes_the_place_of_another() -> Result<(), Failure> {
        let folder = std::env::temp_dir().join(format!("chuhe-records-{}", std::process::id()));
        make_folder(&folder)?;
        std::fs::write(folder.join("game.json"), "precious")?;
        let record = GameRecord::read(include_str!("../../../../testdata/records/short.json"))
            .map_err(Failure::input)?;
        let mut files = [0, 1].map(|_| RecordFile::new(&folder, "game".into()));
        for file in &mut files {
            file.write(&record)?;
            file.write(&record)?;
        }
        let texts = |name: &str| std::fs::read_to_string(folder.join(name));
        assert_eq!(texts("game.json")?, "precious");
        assert_eq!(texts("game-2.json")?, record.write());
        assert_eq!(texts("game-3.json")?, record.write());
        assert_eq!(std::fs::read_dir(&folder)?.count(), 3, "nothing else is left behind");
        assert_eq!(read(&folder.join("game-2.json"))?, record);
        assert!(
            read(&folder.join("game.json")).is_err_and(|failure| failure.to_string().contains("not JSON"))
        );
        std::fs::remove_dir_all(folder)?;
        Ok(())
    }

    #[test]
    fn moments_are_written() {
        assert_eq!((now().len(), stamp().len()), ("2026-11-17T20:15:00Z".len(), "20261117T201500".len()));
    }
}
