//! `chuhe play`: a game at the terminal, between people, the engine, chance and scripts, judged by the full rules.
//!
//! On a terminal it is a screen, over a pipe or with `--plain` a dialogue of lines. Both are front doors of one model, the
//! [`session`]: a game, its players and its terms, to which commands go and from which effects come. The game is kept in
//! the user's data folder as it is played.

// The screen asks more of these than the dialogue does.
#[cfg_attr(not(feature = "tui"), allow(dead_code))]
mod keeper;
#[cfg_attr(not(feature = "tui"), allow(dead_code))]
mod session;
#[cfg_attr(not(feature = "tui"), allow(dead_code))]
pub mod storage;

mod clock;
mod command;
mod dialogue;
mod ending;
mod game;
mod look;
mod player;
mod recorder;
mod replay;
#[cfg(feature = "tui")]
mod screen;
mod script;
mod thinker;

use crate::argument::BadArgument;
use crate::failure::Failure;
use crate::judge::rule_set;
use crate::keys::KeyChoice;
use crate::records::files::make_folder;
use clap::{Args, ValueEnum};
use clock::TimeControl;
use dialogue::Dialogue;
use engine::budget::{HINT_TIME, MOVE_TIME};
use keeper::Keeper;
use look::{Look, Pieces};
use notation::{Notation, Style};
use player::Player;
use players::PLAYERS_HELP;
use recorder::{GameRecorder, Notebook};
use session::{Given, PlayEffect, PlaySession, Settings};
use std::hash::{BuildHasher, RandomState};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use storage::{LoadRequest, SaveError, Storage, data_folder};
use thinker::{Instruments, Thinker};
use xiangqi::{Fen, RuleSet};

pub use clock::civil_date;
pub use replay::replay;

/// Play a game in the terminal, against a person or the engine
///
/// `chuhe play --black 3` plays against the engine at level 3 of 10. On a terminal the game is a screen: move with the
/// arrow keys and Enter, with the mouse, or by typing a move in any notation (h2e2, H2-E2, C2=5, 炮二平五); F1 or ?
/// shows the keys and the commands. Over a pipe, or with --plain, it is a dialogue of lines: type a move, or `help`.
///
/// On a terminal the game is kept in the user's data folder after every move, and `chuhe play --resume` goes on with it. Over a
/// pipe it is printed as PGN at the end and not kept; --save FILE keeps it.
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
#[derive(Args)]
#[command(after_help = players_help())]
pub struct Arguments {
    /// The position to begin with [default: the usual starting position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Who moves Red, as listed below: a person, the engine at a level, another algorithm, a script [default: person]
    #[arg(long, value_name = "WHO")]
    red: Option<Player>,
    /// Who moves Black [default: person]
    #[arg(long, value_name = "WHO")]
    black: Option<Player>,
    /// The clock: minutes for each side, and seconds that each move adds, such as 10 or 10+5 [default: no clock]
    #[arg(long, value_name = "M[+S]")]
    time: Option<TimeControl>,
    #[arg(long, value_name = "S", help = seconds_help(), value_parser = seconds)]
    seconds: Option<Duration>,
    /// Nodes for a move of level 10, and for a hint, instead of seconds: the game can then be repeated exactly
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Let the engine think from the first move on; without this it plays from the opening book as long as that knows the
    /// game, as in the browser
    #[arg(long)]
    no_book: bool,
    /// What chance depends on: the same seed, players and moves give the same game [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The rules to judge by [default: asian]
    #[arg(long, value_name = "RULES", value_parser = rule_set())]
    rule: Option<RuleSet>,
    /// How moves are shown
    #[arg(long, value_enum, default_value_t)]
    notation: Shown,
    /// How pieces are shown
    #[arg(long, value_enum, default_value_t)]
    pieces: Pieces,
    /// Show the board from Black's side
    #[arg(long)]
    flip: bool,
    /// Keep the game in this file as PGN, written anew after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Record each game in this folder as JSON, written anew after every move: settings, seeds, and what each search counted
    /// (`chuhe record` shows it)
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// What Red's table knows positions by, for experiments: bits=1..128, seed=N, confirm=none, counts or refuses, with commas between
    /// [default: the game's own keys of 64 bits]
    #[arg(long, value_name = "KEYS")]
    red_keys: Option<KeyChoice>,
    /// The same for Black
    #[arg(long, value_name = "KEYS")]
    black_keys: Option<KeyChoice>,
    #[command(flatten)]
    load: LoadArguments,
    /// Go on with the game that was played last
    #[arg(long, conflicts_with = "fen")]
    resume: bool,
    /// A dialogue of lines, also on a terminal
    #[arg(long)]
    plain: bool,
}

/// Which game to go on with.
#[derive(Args)]
struct LoadArguments {
    /// Go on with a game from a file of any format
    #[arg(long, value_name = "FILE", conflicts_with_all = ["resume", "fen"])]
    load: Option<PathBuf>,
    /// Which game of that file, if it has several [default: the first]
    #[arg(long, value_name = "N", requires = "load", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// Take a game with a bad move as far as it is legal
    #[arg(long, requires = "load")]
    salvage: bool,
}

fn players_help() -> String {
    format!(
        "Who moves a side:\n  person          somebody at the keyboard\n{PLAYERS_HELP}\n  \
         script:FILE     moves or a game from a file\n\n\
         Example: watch tree search play the engine at level 5:\n  chuhe play --red mcts:2000 --black 5"
    )
}

fn seconds(text: &str) -> Result<Duration, BadArgument> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or(BadArgument::Seconds)
}

fn seconds_help() -> String {
    format!(
        "Seconds for a move of level 10, and for a hint; the other levels answer at once [default: {} for a move, {} for a hint]",
        MOVE_TIME.as_secs_f32(),
        HINT_TIME.as_secs_f32()
    )
}

/// A notation on the command line.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Shown {
    /// h2e2
    #[default]
    Coordinates,
    /// C2=5
    Wxf,
    /// 炮二平五
    Chinese,
}

impl Shown {
    fn notation(self, pieces: Pieces) -> Notation {
        match (self, pieces) {
            (Self::Coordinates, _) => Notation::Coordinates,
            (Self::Wxf, _) => Notation::Wxf,
            (Self::Chinese, Pieces::Traditional) => Notation::Chinese(Style::Traditional),
            (Self::Chinese, _) => Notation::Chinese(Style::Simplified),
        }
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let is_screen = is_terminal && !arguments.plain && cfg!(feature = "tui") && !is_dumb();
    let mut session = new_session(arguments, std::io::stdin().is_terminal())?;
    let given = Given {
        players: [arguments.red.is_some(), arguments.black.is_some()],
        rules: arguments.rule.is_some(),
        time: arguments.time.is_some(),
        seed: arguments.seed.is_some(),
        book: arguments.no_book,
    };
    let mut notes = Vec::new();
    let storage = if arguments.resume {
        Some(resumed(&mut session, given, &mut notes)?)
    } else if is_terminal {
        kept_place(&mut notes)
    } else {
        None
    };
    let keys = [arguments.red_keys, arguments.black_keys].map(|choice| choice.map(|choice| choice.0));
    let notebook = arguments.record.as_ref().map(|_| Notebook::default());
    let thinker = Thinker::new(Instruments { keys, notebook: notebook.clone() }).map_err(Failure::input)?;
    let mut keeper = Keeper::new(storage);
    if let (Some(folder), Some(notebook)) = (&arguments.record, notebook) {
        make_folder(folder)?;
        keeper.record(GameRecorder::new(folder, notebook, keys));
    }
    let mut may_follow = false;
    if let Some(path) = &arguments.load.load {
        let number = arguments.load.game.and_then(|number| usize::try_from(number).ok());
        let request = LoadRequest { path: path.clone(), number, salvages: arguments.load.salvage };
        let loaded =
            storage::load(&request).map_err(|error| Failure::input(error.salvaged_by("`--salvage`")))?;
        notes.extend(Some(loaded.note("--game N").trim_end().to_owned()).filter(|words| !words.is_empty()));
        may_follow = loaded.is_all_of_its_file();
        let words = session.adopt(loaded.game, given).map_err(|error| file_failure(path, &error))?;
        notes.extend(Some(words).filter(|words| !words.is_empty()));
    }
    if let Some(path) = &arguments.save {
        // What was loaded from this very file may go on in it, if nothing else of it would be lost.
        let real = |path: &PathBuf| std::fs::canonicalize(path).ok();
        let overwrite = may_follow && arguments.load.load.as_ref().and_then(real) == real(path);
        let text = session.pgn();
        storage::save(path, &text, overwrite).map_err(save_failure)?;
        keeper.follow(path, text);
        session.saved(path.clone());
    }
    // What was put on the table is kept from the beginning.
    let said = keeper.perform(&mut session, PlayEffect::Keep).unwrap_or_default();
    notes.extend(said.into_iter().filter_map(|effect| match effect {
        PlayEffect::Say(words) => Some(words),
        _ => None,
    }));
    let [no_colour, terminal] = ["NO_COLOR", "TERM"].map(std::env::var_os);
    let has_colour =
        look::has_colour(std::io::stdout().is_terminal(), no_colour.as_deref(), terminal.as_deref());
    let look = Look { pieces: arguments.pieces, is_flipped: arguments.flip, has_colour };
    if is_screen {
        #[cfg(feature = "tui")]
        return screen::run(session, thinker, keeper, look, &notes);
    }
    Dialogue::new(session, thinker, keeper, look)?.run(&notes)?;
    Ok(ExitCode::SUCCESS)
}

/// A terminal that cannot move its cursor.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|name| name == "dumb")
}

fn new_session(arguments: &Arguments, asks: bool) -> Result<PlaySession, Failure> {
    let text = arguments.fen.as_deref().unwrap_or(xiangqi::fen::START);
    let start: Fen = text.parse().map_err(|error| Failure::Input(format!("FEN \"{text}\": {error}")))?;
    let settings = Settings {
        start,
        rules: arguments.rule.unwrap_or(RuleSet::Asian).into(),
        notation: arguments.notation.notation(arguments.pieces),
        move_time: arguments.seconds.unwrap_or(MOVE_TIME),
        hint_time: arguments.seconds.unwrap_or(HINT_TIME),
        nodes: arguments.nodes,
        uses_book: !arguments.no_book,
        time: arguments.time,
        asks,
        today,
    };
    let players = [&arguments.red, &arguments.black].map(|player| player.clone().unwrap_or(Player::Person));
    // Short enough to be written down.
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000_000);
    Ok(PlaySession::new(settings, players, seed))
}

/// The place of the last game, which is put on the table.
fn resumed(session: &mut PlaySession, given: Given, notes: &mut Vec<String>) -> Result<Storage, Failure> {
    let nothing = || Failure::Input("there is no game to resume, or another program is playing it".into());
    let folder = data_folder().ok_or_else(nothing)?;
    let storage =
        Storage::resume(&folder).map_err(|error| Failure::File(folder, error))?.ok_or_else(nothing)?;
    let request = LoadRequest { path: storage.path().to_path_buf(), number: None, salvages: false };
    let loaded = storage::load(&request)
        .map_err(|error| Failure::input(error.salvaged_by("`--load` of this file with `--salvage`")))?;
    let words = session.adopt(loaded.game, given).map_err(|error| file_failure(storage.path(), &error))?;
    let state = if session.game().is_over() { "The last game is over." } else { "The game goes on." };
    notes.push(format!("{state} {words}").trim_end().to_owned());
    Ok(storage)
}

/// Today's date (UTC). A machine whose clock stands before 1970 has no better one than that.
fn today() -> String {
    civil_date(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// Why the game is not kept in the file of `--save`, and what can be done about it.
fn save_failure(error: SaveError) -> Failure {
    let SaveError::Exists(path) = error else { return Failure::input(error) };
    let name = path.display();
    Failure::Input(match storage::count_games(&path) {
        Ok((1, true)) => format!(
            "{name}: it exists and would be overwritten; name another file, or go on with its only game by --load {name} --save {name}"
        ),
        Ok((count, _)) if count > 1 => format!(
            "{name}: the file holds {count} games and would be replaced by one; name another file, or look at one of them by --load {name} --game N"
        ),
        _ => format!("{name}: it exists and would be overwritten; name another file"),
    })
}

fn file_failure(path: &std::path::Path, error: &game::GameError) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// A place to keep the game in. Without one it is played all the same, and the person is told.
fn kept_place(notes: &mut Vec<String>) -> Option<Storage> {
    let Some(folder) = data_folder() else {
        notes.push("The game is not kept: no folder for data is known (HOME is not set).".into());
        return None;
    };
    match Storage::open(&folder) {
        Ok(storage) => Some(storage),
        Err(error) => {
            notes.push(format!("The game is not kept: {}: {error}", folder.display()));
            None
        }
    }
}
