//! Which files are read, and where the games go.

use crate::data::draft::is_draft;
use crate::failure::Failure;
use notation::formats::Format;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How deep folders of inputs are looked into.
const DEPTH_LIMIT: usize = 32;

/// Where the games go.
pub enum Destination {
    File(PathBuf),
    /// A file for each input.
    Folder(PathBuf),
}

impl Destination {
    /// A folder if it is there as one or is written as one.
    pub fn of(path: &Path) -> Self {
        let ends_with_separator = path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
        if path.is_dir() || ends_with_separator { Self::Folder(path.into()) } else { Self::File(path.into()) }
    }

    /// The format that the name of the file says.
    pub fn format(&self) -> Result<Format, Failure> {
        let Self::File(path) = self else {
            return Err(Failure::Input(
                "the output is a folder: give the format with --to pgn, xqf, ubb or moves".into(),
            ));
        };
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        match ending.as_str() {
            "pgn" => Ok(Format::Pgn),
            "xqf" => Ok(Format::Xqf),
            "ubb" | "dhtmlxq" => Ok(Format::Dhtml),
            "txt" => Ok(Format::Moves),
            _ => Err(Failure::Input(format!(
                "{}: the extension does not name an output format (.pgn, .xqf, .ubb, .txt); give it with --to",
                path.display()
            ))),
        }
    }
}

/// A file to read.
pub struct InputFile {
    pub path: PathBuf,
    /// Where its games go in a folder, without an extension: as it lies in the folder that was named, so that files of the same
    /// name stay apart. Two that differ in their extension only keep it as a part of the name.
    pub place: PathBuf,
}

/// Standard input and output have a name that is easily taken for a file's.
fn is_standard_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The files to read, in order: those of folders by name.
pub fn inputs(paths: &[PathBuf], out: &Path) -> Result<Vec<InputFile>, Failure> {
    if paths.iter().any(|path| is_standard_stream(path)) || is_standard_stream(out) {
        return Err(Failure::Input(
            "\"-\" is neither read nor written; name a file, or ./- if a file has that name".into(),
        ));
    }
    let out = fs::canonicalize(out).ok();
    let mut files: Vec<InputFile> = Vec::new();
    let mut places = HashSet::new();
    for path in paths {
        for file in files_of(path)? {
            let inside = file.strip_prefix(path).ok().filter(|inside| !inside.as_os_str().is_empty());
            let inside = inside.or(file.file_name().map(Path::new)).unwrap_or(&file);
            let short = inside.with_extension("");
            let place = if places.insert(short.clone()) { short } else { inside.to_owned() };
            files.push(InputFile { place, path: file });
        }
    }
    for file in &files {
        if out.is_some() && fs::canonicalize(&file.path).ok() == out {
            return Err(Failure::Input(format!(
                "{} is an input and the output; name another output",
                file.path.display()
            )));
        }
    }
    if files.is_empty() {
        return Err(Failure::Input("the folders given contain no files".into()));
    }
    Ok(files)
}

/// A file, or all files of a folder by name.
pub fn files_of(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let data = fs::metadata(path).map_err(|error| Failure::File(path.into(), error))?;
    let mut files = Vec::new();
    if data.is_dir() {
        walk(path, DEPTH_LIMIT, &mut files)?;
    } else {
        files.push(path.into());
    }
    Ok(files)
}

fn walk(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error| Failure::File(folder.into(), error);
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        entries.push(entry.map_err(failed)?.path());
    }
    entries.sort();
    for path in entries {
        if !path.is_dir() {
            // Drafts that a killed conversion has left behind are not games.
            if !is_draft(&path) {
                files.push(path);
            }
        } else if depth > 0 {
            walk(&path, depth - 1, files)?;
        }
    }
    Ok(())
}
