//! Files: the game that is kept as it is played, and games that are saved and loaded by name.
//!
//! What is written is written whole, to a temporary file that then takes the name: a crash leaves the old text or the new
//! one. A game that is not over never gives way to another: it gets a name of its own first. Two programs never keep their
//! games in the same file.

use super::game::TAKEN_BACK;
use crate::salvage::{first_plies, next_game};
use notation::formats::{self, ReadError};
use notation::{Game, Salvaged};
use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use xiangqi::excerpt;

/// More tables than this are not tried.
const MAX_TABLES: usize = 100;
/// A larger file is not a game: in bytes.
const MAX_FILE: u64 = 16 << 20;

/// Why a game is not read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("{path}: {reason}", path = shown(.path))]
    File { path: PathBuf, reason: io::Error },
    #[error("{path}: the file has {length} bytes; a game has at most {MAX_FILE}", path = shown(.path))]
    TooLarge { path: PathBuf, length: u64 },
    #[error("{path}: {reason}{}", offer(*.plies, .how), path = shown(.path))]
    Unreadable { path: PathBuf, reason: Box<ReadError>, plies: Option<usize>, how: &'static str },
    #[error("{path}: there is no game in it", path = shown(.path))]
    Empty { path: PathBuf },
    #[error("{path}: there is no game {number} in it; it has {}", games(*.count), path = shown(.path))]
    NoSuchGame { path: PathBuf, number: usize, count: usize },
}

/// How a game is salvaged at the table.
const TYPED_SALVAGE: &str = "`salvage` instead of `load`";

/// How much of a bad game could be had, and how.
fn offer(plies: Option<usize>, how: &str) -> String {
    plies.map(|plies| format!("; {how} keeps {}", first_plies(plies))).unwrap_or_default()
}

impl LoadError {
    /// The same where a bad game is salvaged in another way than at the table.
    pub fn salvaged_by(self, how: &'static str) -> Self {
        match self {
            Self::Unreadable { path, reason, plies, .. } => Self::Unreadable { path, reason, plies, how },
            other => other,
        }
    }
}

fn games(count: usize) -> String {
    if count == 1 { "one game".into() } else { format!("{count} games") }
}

/// Which game is to be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadRequest {
    pub path: PathBuf,
    /// Which of the games in the file, from 1; the first if nothing is said.
    pub number: Option<usize>,
    /// A bad game is taken as far as it is legal.
    pub salvages: bool,
}

impl LoadRequest {
    /// What somebody typed: a file, with or without a number.
    pub fn typed(text: &str, salvages: bool) -> Self {
        Self { path: text.into(), number: None, salvages }
    }

    /// The same with the number apart from the name, and without quotation marks around that, unless there is a file of
    /// just this name.
    pub fn found(self) -> Self {
        let path = expanded(&self.path);
        if self.number.is_some() || path.exists() {
            return Self { path, ..self };
        }
        let text = self.path.to_string_lossy().into_owned();
        let split = text.trim_end().rsplit_once(char::is_whitespace);
        let numbered = split.and_then(|(name, number)| Some((name.trim_end(), number.parse().ok()?)));
        match numbered {
            Some((name, number)) if is_quoted(name) || expanded(Path::new(name)).exists() => {
                Self { path: expanded(Path::new(unquoted(name))), number: Some(number), ..self }
            }
            _ => Self { path: expanded(Path::new(unquoted(&text))), ..self },
        }
    }
}

/// A name as somebody typed it, without the quotation marks around it.
pub fn unquoted(name: &str) -> &str {
    let inside = |mark: char| name.strip_prefix(mark)?.strip_suffix(mark).filter(|name| !name.is_empty());
    inside('"').or_else(|| inside('\'')).unwrap_or(name)
}

fn is_quoted(name: &str) -> bool {
    unquoted(name) != name
}

/// A game that was loaded.
#[derive(Debug)]
pub struct Loaded {
    pub game: Game,
    /// Which of the games in the file it is, from 1.
    number: usize,
    count: usize,
    was_asked: bool,
    is_pgn: bool,
    cuts: Vec<ReadError>,
}

impl Loaded {
    /// Whether the file holds this game and nothing else, as PGN, so that it can follow the game without losing anything.
    pub fn is_all_of_its_file(&self) -> bool {
        self.is_pgn && self.count == 1 && self.cuts.is_empty()
    }

    /// What is to be said about it, with a blank behind: that there are other games, that it was cut.
    pub fn note(&self, how: &str) -> String {
        let mut words = String::new();
        if self.count > 1 {
            let other = if self.was_asked { String::new() } else { format!(" (`{how}` takes another)") };
            words = format!("It is game {} of {}{other}. ", self.number, self.count);
        }
        if let Some(cut) = self.cuts.first() {
            let more = self.cuts.len() - 1;
            let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
            words = format!("{words}It was cut: {cut}{more}. ");
        }
        words
    }
}

fn shown(path: &Path) -> String {
    excerpt(&path.display().to_string(), 200)
}

/// Why a game is not saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// There is something in the file already.
    #[error("{path} exists", path = shown(.0))]
    Exists(PathBuf),
    #[error(
        "{path} has the name of a file in another format: play saves PGN; chuhe convert makes other formats of it",
        path = shown(.0)
    )]
    OtherFormat(PathBuf),
    #[error("{file}: {reason}", file = shown(.path))]
    File { path: PathBuf, reason: io::Error },
}

/// Where the games of a person are kept: a folder of their own among the data of the user.
pub fn data_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else {
        // A relative path is to be passed over, as the specification of these variables says.
        let data = variable("XDG_DATA_HOME").filter(|path| path.is_absolute());
        data.or_else(|| variable("HOME").map(|home| home.join(".local").join("share")))
    };
    data.map(|data| data.join("chuhe"))
}

/// A path as people type it: `~/` is their own folder.
pub fn expanded(path: &Path) -> PathBuf {
    let home = std::env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" });
    match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => path.to_path_buf(),
    }
}

/// The place where one game is kept.
pub struct Storage {
    folder: PathBuf,
    path: PathBuf,
    /// Held as long as the game is played; absent where the file system knows no locks.
    _lock: Option<File>,
    /// The file holds the game that is being played, and not one from before.
    is_ours: bool,
}

impl Storage {
    /// A place for a new game.
    pub fn open(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        for number in 1..=MAX_TABLES {
            if let Claim::Ours(lock) = claim(folder, number)? {
                let path = folder.join(file_name(number));
                return Ok(Self { folder: folder.to_path_buf(), path, _lock: lock, is_ours: false });
            }
        }
        Err(io::Error::other("too many games are being played"))
    }

    /// The place of the game that was played last. Nothing if there is none that nobody else plays.
    pub fn resume(folder: &Path) -> io::Result<Option<Self>> {
        let written = |number: usize| {
            std::fs::metadata(folder.join(file_name(number))).and_then(|file| file.modified())
        };
        let mut kept: Vec<_> =
            (1..=MAX_TABLES).filter_map(|number| Some((written(number).ok()?, number))).collect();
        kept.sort_by_key(|&(written, _)| std::cmp::Reverse(written));
        for (_, number) in kept {
            if let Claim::Ours(lock) = claim(folder, number)? {
                let path = folder.join(file_name(number));
                return Ok(Some(Self { folder: folder.to_path_buf(), path, _lock: lock, is_ours: true }));
            }
        }
        Ok(None)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a game has been written here.
    pub fn has_game(&self) -> bool {
        self.is_ours
    }

    /// Writes the game. Until it has moves, a game from before is left where it is; then that gets another name, which is
    /// given back.
    pub fn keep(&mut self, text: &str, has_moves: bool) -> io::Result<Option<PathBuf>> {
        if !self.is_ours && !has_moves {
            return Ok(None);
        }
        let aside = if self.is_ours { None } else { self.move_aside()? };
        self.is_ours = true;
        write_whole(&self.path, text)?;
        Ok(aside)
    }

    /// Another game is to be kept here: the one that is here gets another name, which is given back.
    pub fn set_aside(&mut self) -> io::Result<Option<PathBuf>> {
        if !std::mem::replace(&mut self.is_ours, false) {
            return Ok(None);
        }
        self.move_aside()
    }

    fn move_aside(&self) -> io::Result<Option<PathBuf>> {
        match std::fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
            // A record without a move loses nothing.
            Ok(bytes) if is_without_moves(&bytes) => {
                return Ok(None);
            }
            Ok(_) => {}
        }
        for number in 1.. {
            let path = self.folder.join(format!("game-{number}.pgn"));
            // Creating it takes the name, also from a program that looks for one at the same time.
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => {
                    std::fs::rename(&self.path, &path)?;
                    return Ok(Some(path));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}

fn file_name(number: usize) -> String {
    if number == 1 { "current.pgn".into() } else { format!("current-{number}.pgn") }
}

/// Whose a kept game is: another program's, or ours, with the lock that says so where the file system knows locks.
enum Claim {
    Theirs,
    Ours(Option<File>),
}

/// Claims a kept game.
fn claim(folder: &Path, number: usize) -> io::Result<Claim> {
    let path = folder.join(format!(".{}.lock", file_name(number)));
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    Ok(match file.try_lock() {
        Ok(()) => Claim::Ours(Some(file)),
        Err(TryLockError::WouldBlock) => Claim::Theirs,
        // Not every file system knows locks; where there are none, nobody is kept out.
        Err(TryLockError::Error(_)) => Claim::Ours(None),
    })
}

/// Writes a file that is there afterwards as a whole, or as it was before.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    // A link stays one: what it leads to is replaced.
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or_else(|| io::Error::other("there is no file name in the path"))?);
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| std::fs::rename(&temporary, path));
    if renamed.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    renamed
}

/// Whether a file is a single game without a move, also without one that was taken back.
fn is_without_moves(bytes: &[u8]) -> bool {
    let is_empty = |game: &Game| game.node_count() == 1 && game.tags.get(TAKEN_BACK).is_none();
    let mut games = formats::read(bytes);
    let first = games.next();
    games.next().is_none() && first.is_some_and(|game| game.is_ok_and(|game| is_empty(&game)))
}

/// Whether a file is called like those of another format of games than PGN.
fn names_other_format(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let others = formats::Format::ALL.into_iter().filter(|format| *format != formats::Format::Pgn);
    ending == "dhtmlxq" || others.map(formats::Format::extension).any(|other| other == ending)
}

/// How many games a file holds, those that cannot be read included, and whether they are PGN.
pub fn count_games(path: &Path) -> io::Result<(usize, bool)> {
    if std::fs::metadata(path)?.len() > MAX_FILE {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let bytes = crate::file::read_bytes(path)?;
    let mut games = formats::read(&bytes);
    let count = games.by_ref().count();
    Ok((count, games.format() == Some(formats::Format::Pgn)))
}

/// Writes a game to a file that is empty or new, unless it may be overwritten.
pub fn save(path: &Path, text: &str, overwrite: bool) -> Result<(), SaveError> {
    if names_other_format(path) {
        return Err(SaveError::OtherFormat(path.to_path_buf()));
    }
    let is_taken =
        !overwrite && std::fs::symlink_metadata(path).is_ok_and(|file| !file.is_file() || file.len() > 0);
    if is_taken {
        return Err(SaveError::Exists(path.to_path_buf()));
    }
    write_whole(path, text).map_err(|reason| SaveError::File { path: path.to_path_buf(), reason })
}

/// A game of a file.
pub fn load(request: &LoadRequest) -> Result<Loaded, LoadError> {
    let path = &request.path;
    let failed = |reason| LoadError::File { path: path.clone(), reason };
    let length = std::fs::metadata(path).map_err(failed)?.len();
    if length > MAX_FILE {
        return Err(LoadError::TooLarge { path: path.clone(), length });
    }
    let bytes = crate::file::read_bytes(path).map_err(failed)?;
    let number = request.number.unwrap_or(1);
    let (mut count, mut wanted) = (0, None);
    let mut reader = formats::read(&bytes);
    loop {
        let is_wanted = count + 1 == number;
        let Some(game) = next_game(&mut reader, request.salvages && is_wanted, is_wanted) else { break };
        count += 1;
        if is_wanted {
            wanted = Some(game);
        }
    }
    let is_pgn = reader.format() == Some(formats::Format::Pgn);
    match wanted {
        Some(Ok(Salvaged { game, cuts })) => {
            Ok(Loaded { game, number, count, was_asked: request.number.is_some(), is_pgn, cuts })
        }
        Some(Err(refused)) => Err(LoadError::Unreadable {
            path: path.clone(),
            reason: Box::new(refused.error),
            plies: refused.plies,
            how: TYPED_SALVAGE,
        }),
        None if count == 0 => Err(LoadError::Empty { path: path.clone() }),
        None => Err(LoadError::NoSuchGame { path: path.clone(), number, count }),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    /// A folder of its own for a test, gone afterwards.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("chuhe-{}-storage-{name}", std::process::id()));
            Self(path)
        }

        /// The visible files.
        fn names(&self) -> Vec<String> {
            let entries = std::fs::read_dir(&self.0).expect("a folder");
            let names =
                entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
            let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn request(path: &Path) -> LoadRequest {
        LoadRequest { path: path.to_path_buf(), number: None, salvages: false }
    }

    const ONE: &str = "1. H2-E2 *\n";
    const TWO: &str = "1. C3-C4 *\n";

    #[test]
    fn an_old_game_gets_a_name_of_its_own() {
        let folder = Folder::new("aside");
        let mut storage = Storage::open(&folder.0).expect("a place");
        assert_eq!(storage.keep("*\n", false).expect("written"), None);
        assert!(folder.names().is_empty(), "nothing has been played");
        assert_eq!(storage.keep(ONE, true).expect("written"), None);
        drop(storage);
        let mut storage = Storage::open(&folder.0).expect("a place");
        assert_eq!(storage.keep("*\n", false).expect("kept"), None);
        assert_eq!(std::fs::read_to_string(storage.path()).expect("there"), ONE, "nothing is played yet");
        let aside = storage.keep(TWO, true).expect("written").expect("put aside");
        assert_eq!(std::fs::read_to_string(&aside).expect("there"), ONE);
        assert_eq!(std::fs::read_to_string(storage.path()).expect("there"), TWO);
        // A second game in the same program.
        let aside = storage.set_aside().expect("done").expect("put aside");
        assert_eq!(std::fs::read_to_string(&aside).expect("there"), TWO);
        storage.keep(ONE, true).expect("written");
        drop(storage);
        let storage = Storage::resume(&folder.0).expect("readable").expect("a game");
        assert_eq!(load(&request(storage.path())).expect("a game").game.main_line().count(), 1);
        assert_eq!(folder.names(), ["current.pgn", "game-1.pgn", "game-2.pgn"]);
        // A game that was given up after its only move was taken back has something to lose.
        drop(storage);
        let mut storage = Storage::open(&folder.0).expect("a place");
        storage.keep("[TakenBack \"1. H2-E2 *\"]\n\n0-1\n", true).expect("written");
        assert!(storage.set_aside().expect("done").is_some());
    }

    #[test]
    fn two_programs_do_not_share_a_file() {
        let folder = Folder::new("locks");
        let first = Storage::open(&folder.0).expect("a place");
        let mut second = Storage::open(&folder.0).expect("a place");
        assert_ne!(first.path(), second.path());
        second.keep(ONE, true).expect("written");
        assert!(Storage::resume(&folder.0).expect("readable").is_none(), "both are being played");
        drop(second);
        assert!(Storage::resume(&folder.0).expect("readable").is_some());
        drop(first);
        // The game that was played last is taken up, whoever played it.
        for (name, age) in [("current.pgn", 5), ("current-2.pgn", 60)] {
            let path = folder.0.join(name);
            std::fs::write(&path, ONE).expect("written");
            let file = OpenOptions::new().write(true).open(&path).expect("there");
            let time = std::time::SystemTime::now() - std::time::Duration::from_secs(age);
            file.set_modified(time).expect("a time");
        }
        let resumed = |folder: &Path| Storage::resume(folder).expect("readable").expect("a game").path;
        assert_eq!(resumed(&folder.0), folder.0.join("current.pgn"));
        std::fs::write(folder.0.join("current-2.pgn"), TWO).expect("written");
        assert_eq!(resumed(&folder.0), folder.0.join("current-2.pgn"));
    }

    #[test]
    fn nothing_is_overwritten_unasked() {
        let folder = Folder::new("save");
        std::fs::create_dir_all(&folder.0).expect("a folder");
        let path = folder.0.join("a.pgn");
        save(&path, ONE, false).expect("new");
        assert!(matches!(save(&path, TWO, false), Err(SaveError::Exists(_))));
        assert_eq!(std::fs::read_to_string(&path).expect("there"), ONE);
        save(&path, TWO, true).expect("asked");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), TWO);
        let nowhere = folder.0.join("missing").join("a.pgn");
        assert!(matches!(save(&nowhere, ONE, false), Err(SaveError::File { .. })));
        assert_eq!(folder.names(), ["a.pgn"]);
        // Nor is PGN written under the name of another format.
        for name in ["a.xqf", "a.XQF", "a.cbr", "a.txt", "a.ubb", "a.dhtmlxq"] {
            let refusal = save(&folder.0.join(name), ONE, true).expect_err(name).to_string();
            assert!(refusal.contains(name) && refusal.contains("chuhe convert makes"), "{refusal}");
        }
        assert_eq!(folder.names(), ["a.pgn"]);
        for name in ["a", "a.game", "a.PGN"] {
            save(&folder.0.join(name), ONE, false).expect(name);
        }
    }

    #[test]
    fn what_is_not_a_game_is_refused_in_words() {
        let folder = Folder::new("load");
        std::fs::create_dir_all(&folder.0).expect("a folder");
        for (content, words) in
            [("", "empty"), ("1. H2-E2 H2-E2 *", "H2-E2"), ("\0\u{1}nonsense", "not a file of games")]
        {
            let path = folder.0.join("bad.pgn");
            std::fs::write(&path, content).expect("written");
            let message = load(&request(&path)).expect_err("not a game").to_string();
            assert!(message.contains("bad.pgn: ") && message.contains(words), "{message}");
        }
        let message = load(&request(&folder.0.join("none.pgn"))).expect_err("no file").to_string();
        assert!(message.contains("none.pgn: "), "{message}");
    }

    #[test]
    fn any_game_of_a_file_is_loaded() {
        let folder = Folder::new("several");
        std::fs::create_dir_all(&folder.0).expect("a folder");
        let path = folder.0.join("my games 2.pgn");
        std::fs::write(&path, "[Event \"1\"]\n\n1. H2-E2 *\n\n[Event \"2\"]\n\n1. C3-C4 H0-H9 *\n")
            .expect("written");
        let typed =
            |text: &str, salvages| LoadRequest::typed(&format!("{}{text}", path.display()), salvages).found();
        let first = load(&typed("", false)).expect("a game");
        assert_eq!(first.note("load FILE N"), "It is game 1 of 2 (`load FILE N` takes another). ");
        assert!(!first.is_all_of_its_file());
        assert_eq!(load(&typed(" 1", false)).expect("a game").note("x"), "It is game 1 of 2. ");
        let refused = load(&typed(" 2", false)).expect_err("h0h9 is bad").to_string();
        assert!(refused.contains("\"H0-H9\"") && refused.ends_with("keeps the first ply"), "{refused}");
        let cut = load(&typed(" 2", true)).expect("one ply");
        assert!(
            cut.note("x").starts_with("It is game 2 of 2. It was cut: line 7, column 10: "),
            "{}",
            cut.note("x")
        );
        assert_eq!(cut.game.main_line().count(), 1);
        let quoted = |mark: char, number: &str| {
            let text = format!("{mark}{}{mark}{number}", path.display());
            load(&LoadRequest::typed(&text, false).found())
        };
        for mark in ['"', '\''] {
            assert_eq!(quoted(mark, "").expect("a game").number, 1);
            assert_eq!(quoted(mark, " 1").expect("a game").note("x"), "It is game 1 of 2. ");
        }
        let refused = quoted('"', " 3").expect_err("two games").to_string();
        assert!(refused.contains("there is no game 3") && !refused.contains('"'), "{refused}");
        assert_eq!(count_games(&path).expect("there"), (2, true));
        let refused = load(&typed(" 2", false)).expect_err("h0h9 is bad").salvaged_by("`--salvage`");
        assert!(refused.to_string().ends_with("; `--salvage` keeps the first ply"), "{refused}");
        let refused = load(&typed(" 3", false)).expect_err("two games").to_string();
        assert!(refused.ends_with("there is no game 3 in it; it has 2 games"), "{refused}");
    }
}
