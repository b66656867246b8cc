//! The folder that results go into.
//!
//! `run.json` says what the folder is of. A folder of something else is refused, and so is one that holds other things, or the games
//! to be analysed, or that another process is writing to. Nothing but an analysis is ever thrown away. A file is written beside its place and then moved there, so that it is whole or not there; the JSON of a
//! game is the last of its files, so that a game that has one is done.

use super::input::Input;
use super::{Arguments, PROGRAM};
use crate::failure::Failure;
use crate::lock;
use clap::ValueEnum;
use serde::Serialize;
use service::report::{AnalysisSettings, GameSummary, SCHEMA, Source, VERSION};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

const MANIFEST: &str = "run.json";
/// What is written when all games are done.
pub const ALL_GAMES: &str = "games.pgn";
pub const SUMMARY: &str = "summary.json";
pub const INDEX: &str = "index.html";

/// What a folder is of: the same means the same results.
#[derive(Serialize)]
pub struct Manifest {
    schema: String,
    version: u32,
    program: &'static str,
    settings: AnalysisSettings,
    /// What the files of the evaluation hold, if it is not inside the program.
    evaluation_files: Vec<String>,
    /// Bad games are analysed as far as they are legal.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    salvage: bool,
    notation: String,
    language: String,
    files: Vec<ManifestFile>,
}

#[derive(Serialize)]
struct ManifestFile {
    file: String,
    bytes: usize,
    crc32: String,
}

impl Manifest {
    pub fn new(
        settings: &AnalysisSettings,
        arguments: &Arguments,
        inputs: &[Input],
    ) -> Result<Self, Failure> {
        let name = |value: Option<clap::builder::PossibleValue>| {
            value.map(|value| value.get_name().to_owned()).unwrap_or_default()
        };
        let files = inputs.iter().map(|input| ManifestFile {
            file: input.name().to_owned(),
            bytes: input.bytes().len(),
            crc32: format!("{:08x}", crc32fast::hash(input.bytes())),
        });
        let own = arguments.judging.files().into_iter().map(|path| {
            let bytes = fs::read(&path).map_err(|error| Failure::File(path, error))?;
            Ok(format!("{} bytes, {:08x}", bytes.len(), crc32fast::hash(&bytes)))
        });
        Ok(Self {
            schema: format!("{SCHEMA}-run"),
            version: VERSION,
            program: PROGRAM,
            settings: settings.clone(),
            evaluation_files: own.collect::<Result<_, Failure>>()?,
            salvage: arguments.salvage,
            notation: name(arguments.notation.to_possible_value()),
            language: name(arguments.language.to_possible_value()),
            files: files.collect(),
        })
    }

    fn text(&self) -> String {
        // What is here can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// An open folder.
pub struct Folder {
    path: PathBuf,
    /// Held as long as the folder is written to.
    #[allow(dead_code)]
    lock: File,
}

impl Folder {
    pub fn open(path: &Path, manifest: &Manifest, is_forced: bool) -> Result<Self, Failure> {
        let failed = |error| Failure::File(path.into(), error);
        fs::create_dir_all(path).map_err(failed)?;
        let wanted = manifest.text();
        let place = path.join(MANIFEST);
        match fs::read_to_string(&place) {
            Ok(found) if found == wanted => {}
            Ok(found) if !is_manifest(&found) => {
                return Err(Failure::Input(format!(
                    "{} holds a {MANIFEST} that is not of an analysis; name a new or an empty folder",
                    path.display()
                )));
            }
            Ok(found) => {
                // Whoever is at work there is not to be disturbed.
                drop(claimed(&place)?);
                if !is_forced {
                    return Err(Failure::Input(other_analysis(path, &found, &wanted)));
                }
                remove_results(path).map_err(failed)?;
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let others = entries(path).map_err(failed)?;
                if let Some(other) = others.iter().find(|name| !is_temporary(name)) {
                    return Err(Failure::Input(format!(
                        "{} exists already and is not an analysis: it holds \"{other}\"; name a new or an empty folder",
                        path.display()
                    )));
                }
            }
            Err(error) => return Err(Failure::File(place, error)),
        }
        if !place.exists() {
            write_whole(path, MANIFEST, wanted.as_bytes())?;
        }
        let lock = claimed(&place)?;
        for name in entries(path).map_err(failed)?.iter().filter(|name| is_temporary(name)) {
            fs::remove_file(path.join(name)).map_err(failed)?;
        }
        Ok(Self { path: path.into(), lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file, whole or not at all.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        write_whole(&self.path, name, content)
    }

    /// Writes a file. Another that is there in its place is kept under a new name, which is given back.
    pub fn write_beside(&self, name: &str, content: &[u8]) -> Result<Option<PathBuf>, Failure> {
        let place = self.path.join(name);
        let kept = match fs::read(&place) {
            Ok(found) if found == content => return Ok(None),
            Ok(_) => {
                let kept = self.free_name(name);
                fs::rename(&place, &kept).map_err(|error| Failure::File(kept.clone(), error))?;
                Some(kept)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::File(place, error)),
        };
        self.write(name, content)?;
        Ok(kept)
    }

    /// A name for a file that makes way for a new one: `games.pgn.bak`, `games.pgn.bak2` and so on.
    fn free_name(&self, name: &str) -> PathBuf {
        let mut free = self.path.join(format!("{name}.bak"));
        let mut number = 2_u64;
        while fs::symlink_metadata(&free).is_ok() {
            free = self.path.join(format!("{name}.bak{number}"));
            number += 1;
        }
        free
    }

    pub fn read(&self, name: &str) -> Result<Vec<u8>, Failure> {
        let path = self.path.join(name);
        fs::read(&path).map_err(|error| Failure::File(path, error))
    }

    /// A game that is done: its number among all, and the summary of it.
    pub fn finished_game(&self, number: usize, source: &Source) -> Option<GameSummary> {
        let is_there = |ending| self.path.join(game_file(number, ending)).is_file();
        let bytes = fs::read(self.path.join(game_file(number, "json"))).ok()?;
        let summary: GameSummary = serde_json::from_slice(&bytes).ok()?;
        let is_same = summary.schema == SCHEMA && summary.version == VERSION && summary.source == *source;
        (is_same && is_there("pgn") && is_there("html")).then_some(summary)
    }

    /// All games that are done, by their number.
    pub fn finished(&self, inputs: &[Input]) -> BTreeMap<usize, GameSummary> {
        let sources =
            inputs.iter().flat_map(|input| (0..input.games().len()).map(|index| input.source(index)));
        (1..)
            .zip(sources)
            .filter_map(|(number, source)| Some((number, self.finished_game(number, &source)?)))
            .collect()
    }
}

/// Refuses games that lie in the folder of the results, where they could be replaced.
pub fn refuse_own_input(folder: &Path, input: &Path) -> Result<(), Failure> {
    // A folder that is not there yet holds nothing.
    let (Ok(folder_path), Ok(input_path)) = (folder.canonicalize(), input.canonicalize()) else {
        return Ok(());
    };
    if input_path.starts_with(folder_path) {
        return Err(Failure::Input(format!(
            "{} lies in {}, the folder of the results, which could replace it; name another folder by --out",
            input.display(),
            folder.display()
        )));
    }
    Ok(())
}

/// Whether a `run.json` is one of ours, of whatever version.
fn is_manifest(text: &str) -> bool {
    let value = serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
    value.get("schema").and_then(serde_json::Value::as_str) == Some(&format!("{SCHEMA}-run"))
}

/// The name of a file of a game.
pub fn game_file(number: usize, ending: &str) -> String {
    format!("game-{number:04}.{ending}")
}

/// Whether a name is one of ours.
fn is_result(name: &str) -> bool {
    let is_game = |rest: &str| {
        rest.split_once('.').is_some_and(|(number, ending)| {
            number.len() >= 4
                && number.bytes().all(|byte| byte.is_ascii_digit())
                && ["pgn", "json", "html"].contains(&ending)
        })
    };
    [MANIFEST, ALL_GAMES, SUMMARY, INDEX].contains(&name) || name.strip_prefix("game-").is_some_and(is_game)
}

/// Whether a name is that of a file of ours that was not finished.
fn is_temporary(name: &str) -> bool {
    name.strip_prefix('.').and_then(|name| name.strip_suffix(".part")).is_some_and(is_result)
}

fn write_whole(folder: &Path, name: &str, content: &[u8]) -> Result<(), Failure> {
    let (part, place) = (folder.join(format!(".{name}.part")), folder.join(name));
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(content)?;
        // What is in its place must be whole after a power cut, too.
        file.sync_all()?;
        fs::rename(&part, &place)
    };
    write().map_err(|error| Failure::File(place.clone(), error))
}

fn entries(path: &Path) -> std::io::Result<Vec<String>> {
    let names = fs::read_dir(path)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<std::io::Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

/// Takes away what an analysis has written, and nothing else.
fn remove_results(path: &Path) -> std::io::Result<()> {
    for name in entries(path)?.iter().filter(|name| is_result(name) || is_temporary(name)) {
        fs::remove_file(path.join(name))?;
    }
    Ok(())
}

fn claimed(place: &Path) -> Result<File, Failure> {
    let file = File::open(place).map_err(|error| Failure::File(place.into(), error))?;
    lock::claim(&file, place)?;
    Ok(file)
}

/// That a folder is of something else, and where it differs.
fn other_analysis(path: &Path, found: &str, wanted: &str) -> String {
    let different = found.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted);
    let (there, asked) = different.unwrap_or(("another list of files", "this one"));
    if there.contains("\"crc32\"") || there.contains("\"bytes\"") {
        return format!(
            "{} holds an analysis of a file that has changed since; name another folder, or replace it by --force",
            path.display()
        );
    }
    format!(
        "{} holds an analysis of other files or settings; name another folder, say the same again, or throw it away by --force\n  \
         there: {}\n  asked: {}",
        path.display(),
        there.trim().trim_end_matches(','),
        asked.trim().trim_end_matches(',')
    )
}
